"""Far from the server, as on Binder: whoever is quick is not ahead of the own cards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenNotebook
from .hands import in_tray
from .labpage import SECONDS

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


@pytest.fixture
def far(page: Page, open_notebook: OpenNotebook) -> OpenNotebook:
    """A notebook as it is opened near by, that is then as slow as from far away."""
    page.add_init_script(f"({SLOW})()")

    def opened(cells: list[str]) -> Page:
        open_notebook(cells)
        page.evaluate("late => { window.late = late; return null }", LATE)
        return page

    return opened


def test_a_program_runs_with_its_last_cards(far: OpenNotebook) -> None:
    page = far(["import teachkit as tk", "tk.exercise('00-02')"])
    bench = page.locator(".tk-bench")
    for card in ("Forward", "Left", "Right", "Forward"):
        in_tray(bench, card).click()
    page.keyboard.press("Control+Enter")
    player = bench.locator(".tk-player")
    expect(player).to_have_attribute("data-position", "4", timeout=SECONDS * 1000)
    expect(bench.locator(".tk-says")).to_contain_text("It works")


def test_run_may_be_pressed_right_after_a_prediction(far: OpenNotebook) -> None:
    page = far(["import teachkit as tk", "tk.exercise('05-07')"])
    bench = page.locator(".tk-bench")
    in_tray(bench, "Forward").click()
    field = bench.locator(".tk-predict").get_by_role("textbox")
    field.press_sequentially("b2 east")
    bench.locator("[data-press=run]").click(force=True)  # it looks switched off
    player = bench.locator(".tk-player")
    expect(player).to_have_attribute("data-position", "1", timeout=SECONDS * 1000)
    expect(bench.locator(".tk-predict")).to_contain_text("Square: right")
