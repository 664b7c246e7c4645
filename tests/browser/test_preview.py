"""Browser test of `teachkit preview`: the page follows ten saves of an exercise file."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from teachkit.classroom.answers import Answers
from teachkit.classroom.notebooks import lay_preview
from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.authoring.starters import starter_text

from .conftest import Shot
from .labpage import LAPTOP, Lab, axe, becomes, change_theme, open_lesson, settle


def test_ten_saves_are_followed_with_faulty_files_among_them(
    ada: Lab, page: Page, shot: Shot, tmp_path: Path
) -> None:
    file = tmp_path / "51-01-mine.toml"
    text = starter_text("program", "algoracing", "51")
    file.write_text(text)
    page.set_viewport_size(LAPTOP)
    open_lesson(page, ada, lay_preview(ada.folder, load_exercise(file), file).name)

    shown = page.locator(".tk-preview")
    remarks = page.locator(".tk-preview .tk-find:not([data-busy]) .tk-find-lines")

    def follows(saved: str, heading: str, says: str) -> None:
        file.write_text(saved)
        expect(shown.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        expect(remarks).to_contain_text(says)

    follows(text, "Around the hill", "Par: 5 cards. 1 program reaches it.")
    expect(shown.get_by_text("This lesson: 0 of 3 points")).to_be_visible()
    shot(page, "preview-laptop")
    follows(text.replace("Around the hill", "One"), "One", "Par: 5 cards.")
    shown.get_by_role("button", name="Left, 1 left").click()
    laid = shown.get_by_role("treeitem", name="Left")
    expect(laid).to_be_visible()
    becomes(lambda: Answers(ada.folder, "").record("51-01-mine").get("answer"), "left")
    follows(text.replace("Around the hill", "Two"), "Two", "Par: 5 cards.")
    expect(laid).to_be_visible()  # what the author tries stays
    easier = text.replace("cards = 5", "cards = 6").replace("Around the hill", "Three")
    follows(easier, "Three", "Par: 5 cards.")
    follows(easier.replace('"Three"', '"Four'), "Three", "this is not a TOML file")
    shot(page, "preview-broken-laptop")
    follows(easier.replace("title ", "titel "), "Three", 'Line 1: There is no key "titel".')
    follows(easier.replace("Three", "Six").replace("c2", "z9"), "Three", "z9")
    impossible = easier.replace("forward = 4", "forward = 1").replace("Three", "Seven")
    follows(impossible, "Seven", "The solution earns 0 of 3")
    predict = starter_text("predict", "algoracing", "51")
    follows(predict, "Say it before you see it", "The right answer: 1: b2 north; 2: c2 east.")
    drive = starter_text("drive", "algoracing", "51")
    follows(drive, "As long as it takes", "Your solution works.")
    follows(text.replace("Around the hill", "Ten"), "Ten", "Par: 5 cards.")

    for dark in (False, True):
        change_theme(page, dark=dark)
        settle(page)
        shot(page, f"preview-{'dark' if dark else 'light'}-laptop")
        assert axe(page, ".tk-preview") == []
    assert not [*tmp_path.glob("answers*.json")]
