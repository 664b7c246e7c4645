"""One game in two real tabs: the second one says so, watches, and takes the game over."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.classroom.notebooks import lay_table

from .conftest import Shot
from .labpage import LAPTOP, Lab, open_lesson

ELSEWHERE = "This game is played in another tab. You can watch it here."


def test_a_game_is_opened_in_a_second_tab(ada: Lab, page: Page, shot: Shot) -> None:
    """A tab that is only loaded again keeps its game without being asked."""
    page.set_viewport_size(LAPTOP)
    notebook = lay_table(ada.folder, "algoracing", ["Ada", "Bo"], {})
    open_lesson(page, ada, notebook.name)
    page.reload()
    page.get_by_role("button", name="I am Bo").click()
    expect(page.locator(".tk-ask")).to_contain_text("Bo: Which corner do you choose?")

    second = page.context.new_page()
    second.set_viewport_size(LAPTOP)
    open_lesson(second, ada, notebook.name)
    expect(second.locator(".tk-ask-says")).to_have_text(ELSEWHERE)
    expect(page.locator(".tk-ask-says")).to_be_empty()
    expect(page.locator(".tk-ask")).to_contain_text("Bo: Which corner do you choose?")
    shot(second, "table-second-tab")

    second.get_by_role("button", name="Play here").click()
    expect(second.locator(".tk-ask")).to_have_text("It is your turn, Bo.")
    expect(page.locator(".tk-ask-says")).to_have_text(ELSEWHERE)
    expect(page.get_by_role("button", name="Play here")).to_be_visible()
