"""Far from the server, as on Binder: whoever is quick is not ahead of the own cards."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from .builderpage import in_tray
from .conftest import new_page
from .labpage import Lab, go_to_notebook, run_all, write_notebook

CELLS = ["import teachkit as tk", "tk.exercise('00-02')", "tk.exercise('05-07')"]

SLOW = """() => {
  const { onmessage } = Object.getOwnPropertyDescriptors(WebSocket.prototype);
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    ...onmessage,
    set(hear) {
      onmessage.set.call(this, (event) => setTimeout(() => hear(event), window.late ?? 0));
    },
  });
}"""
LATE = 500  # milliseconds until the page hears of anything


def test_whoever_is_quick_is_not_ahead_of_the_own_cards(
    browser: Browser, lab: Lab, folder: Path
) -> None:
    """Run is pressed right after the last card, and right after a prediction."""
    page = new_page(browser)
    page.add_init_script(f"({SLOW})()")
    write_notebook(folder / "far.ipynb", CELLS)
    go_to_notebook(page, lab, f"{folder.name}/far.ipynb")
    run_all(page)
    page.evaluate("late => { window.late = late; return null }", LATE)

    bench = page.locator(".tk-bench").first
    for card in ("Forward", "Left", "Right", "Forward"):
        in_tray(bench, card).click()
    page.keyboard.press("Control+Enter")
    expect(bench.locator(".tk-player")).to_have_attribute("data-position", "4")
    expect(bench.locator(".tk-says")).to_contain_text("It works")

    bench = page.locator(".tk-bench").last
    in_tray(bench, "Forward").click()
    field = bench.locator(".tk-predict").get_by_role("textbox")
    field.press_sequentially("b2 east")
    bench.locator("[data-press=run]").click(force=True)  # it looks switched off
    expect(bench.locator(".tk-player")).to_have_attribute("data-position", "1")
    expect(bench.locator(".tk-predict")).to_contain_text("Square: right")
    page.context.close()
    lab.stop_kernels()
