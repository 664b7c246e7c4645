"""Test the box in which a learner opens a friend's code, in JupyterLab."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.exercises.authoring.codes import code_of, result_code

from ..widgets.benches import BASE
from .conftest import OpenNotebook, Shot
from .hands import Keys, lay, run
from .labpage import LAPTOP, axe, settle

CODE = code_of({**BASE, "cards": {"forward": 3}}, "Zoë", "forward, forward")
BOX = "import teachkit as tk\ntk.friends()"


def enter(page: Page, code: str) -> None:
    """Type a code and press Enter, without the mouse."""
    field = page.get_by_label("A neighbour’s code")
    field.fill(code)
    field.press("Enter")


def test_a_code_is_opened_by_the_keyboard_and_damage_is_named(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = open_notebook([BOX], size=LAPTOP, still=True)
    box = page.locator(".tk-friends")
    expect(box).to_be_visible(timeout=10_000)
    settle(page)
    assert axe(page, ".tk-friends") == []
    enter(page, f"{CODE[:7]}{'K' if CODE[7] != 'K' else 'M'}{CODE[8:]}")
    expect(box.get_by_role("status")).to_contain_text("Group 2", timeout=10_000)
    shot(page, "friends-damaged")
    enter(page, CODE.lower())
    expect(page.locator(".tk-bench")).to_be_visible(timeout=10_000)
    expect(box.get_by_role("status")).to_be_hidden(timeout=10_000)
    expect(page.get_by_role("heading", name="Zoë’s board")).to_be_visible(timeout=10_000)
    settle(page)
    assert axe(page, ".tk-friends-box") == []
    keys, bench = Keys(page), page.locator(".tk-bench")
    lay(keys, bench, "forward, forward")
    run(keys, bench)
    said = page.locator(".tk-says")
    expect(said).to_contain_text("Zoë solved it like this: forward, forward", timeout=10_000)
    expect(said).to_contain_text("Send back this code: ", timeout=10_000)
    settle(page)
    shot(page, "friends-solved")
    enter(page, result_code("friend-1", "Ben", 6, 9, 7))
    expect(box.get_by_role("status")).to_have_text(
        "Ben solved your board in 6 cards. You needed 7.", timeout=10_000
    )
    expect(page.locator(".tk-bench")).to_have_count(0)
