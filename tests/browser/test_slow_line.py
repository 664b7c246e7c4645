"""A slow connection, as on Binder: a fast learner's press does not overtake the last cards."""

from __future__ import annotations

from playwright.sync_api import expect

from .builderpage import in_tray
from .conftest import OpenNotebook

CELLS = ["import teachkit as tk", "tk.exercise('00-02')", "tk.exercise('05-07')"]
LATE = """milliseconds => {
  const socket = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel._ws;
  const hear = socket.onmessage;
  socket.onmessage = event => setTimeout(() => hear(event), milliseconds);
}"""


def test_a_quick_learner_does_not_overtake_the_cards(open_notebook: OpenNotebook) -> None:
    """Run is pressed right after the last card, and right after a prediction."""
    page = open_notebook(CELLS)
    page.evaluate(LATE, 500)

    bench = page.locator(".tk-bench").first
    for card in ("Forward", "Left", "Right", "Forward"):
        in_tray(bench, card).click()
    page.keyboard.press("Control+Enter")
    expect(bench.locator(".tk-player")).to_have_attribute("data-position", "4")
    expect(bench.locator(".tk-says")).to_have_attribute("data-mood", "good")

    bench = page.locator(".tk-bench").last
    in_tray(bench, "Forward").click()
    field = bench.locator(".tk-predict").get_by_role("textbox")
    field.press_sequentially("b2 east")
    bench.locator("[data-press=run]").click(force=True)  # it looks disabled
    expect(bench.locator(".tk-player")).to_have_attribute("data-position", "1")
    expect(bench.locator(".tk-predict")).to_contain_text("Square: right")
