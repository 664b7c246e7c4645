"""Test that the studio's parts change one draft, and that everything can be undone and saved."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from teachkit.classroom.library import exercise_files
from teachkit.errors import DataError
from teachkit.exercises.authoring.codes import read_code
from teachkit.exercises.authoring.files import load_exercise
from teachkit.games import NAMES
from teachkit.widgets.studio import studio as room
from teachkit.widgets.studio.studio import Studio, opened, studio

from .benches import run

KNOWN = "02-04-round-the-wall"
Then = Callable[[list[Any], bool], None]


class Recorded:
    """A prover that proves nothing, but keeps what it is asked."""

    asked: ClassVar[list[tuple[Any, Any, Then]]] = []

    def prove(self, data: Any, wishes: Any, then: Then) -> None:
        self.asked.append((data, wishes, then))


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any, Then]]:
    """The proofs that a studio begins, with what they are asked to call."""
    monkeypatch.setattr(Recorded, "asked", [])
    monkeypatch.setattr(room, "Prover", Recorded)
    return Recorded.asked


def press(made: Studio, button: str) -> str:
    """Press a button in the bar, as the browser sends it, and return what it says."""
    made.bar.pressed = {"button": button, "n": made.bar.pressed.get("n", 0) + 1, "after": 0}
    return made.bar.says


def states(made: Studio) -> tuple[Any, ...]:
    return made.draft.data, made.easel.start, made.terms.data, made.words.values, made.wishes.values


@pytest.mark.parametrize("name", NAMES)
def test_every_game_begins_with_an_empty_board(name: str) -> None:
    made = studio(name)
    assert made.draft.data["game"] == name
    assert made.easel.start == made.draft.data["starts"][0]
    assert made.bar.can_undo is False


def test_each_change_is_one_step_to_undo_in_all_parts() -> None:
    made = studio(KNOWN)
    assert made.draft == opened(KNOWN)[0]
    changes: list[Callable[[], object]] = [
        lambda: made.easel.paint(["hill", "a1"]),
        lambda: setattr(made.terms, "cards", {"forward": 2}),
        lambda: setattr(made.words, "edited", {"name": "title", "value": "New", "n": 1}),
        lambda: setattr(made.wishes, "edited", {"name": "unique", "value": True, "n": 1}),
        lambda: setattr(made.boards, "pressed", {"button": "copy", "n": 1}),
        lambda: setattr(made.terms, "edition", "complete"),
        lambda: setattr(made.words, "edited", {"name": "hints", "value": [], "n": 2}),
    ]
    seen = [states(made)]
    for change in changes:
        change()
        assert states(made) != seen[-1]
        seen.append(states(made))
    for before in reversed(seen[:-1]):
        made.undo()
        assert states(made) == before
    assert (made.bar.can_undo, made.bar.can_redo) == (False, True)
    for after in seen[1:]:
        made.easel.redo()
        assert states(made) == after
    assert (made.easel.can_undo, made.easel.can_redo) == (True, False)


def test_showing_a_level_changes_nothing() -> None:
    for name in ("02-01-whose-left", KNOWN, "06-08-the-tour-of-the-corners"):
        if name in exercise_files():
            made = studio(name)
            assert (made.bar.can_undo, made.draft.toml()) == (
                False,
                exercise_files()[name].read_text(),
            )


def test_boards_are_added_copied_hidden_and_removed() -> None:
    made = studio("algoracing")
    made.easel.paint(["hill", "b2"])
    for what in ("add", "hide", "copy"):
        made.boards.pressed = {"button": what, "n": len(what)}
    starts = made.draft.data["starts"]
    assert (len(starts), made.boards.number) == (3, 3)
    assert made.boards.hidden == [False, True, True]
    assert "#" in starts[0]["floor"]
    assert "#" not in starts[2]["floor"]
    made.boards.pressed = {"button": "remove", "n": 9}
    assert (len(made.draft.data["starts"]), made.boards.number) == (2, 2)
    made.boards.number = 1
    assert made.easel.start == starts[0]


def test_accepted_words_are_written_to_the_draft(asked: Any) -> None:
    made = studio(KNOWN)
    data, _, then = asked[-1]
    mistake = {"answer": "left", "says": "The rover stays on its square."}
    new = {**data, "mistakes": [*data["mistakes"], mistake]}
    then([{"name": "words", "says": "left", "note": mistake["says"], "data": new}], True)
    made.words.accepted = {"number": 0, "n": 1}
    assert made.draft.data["mistakes"][-1] == mistake
    assert made.words.offers == []


def test_the_program_to_repair_and_the_solution_are_built_from_cards() -> None:
    made = studio("algoracing")
    made.solution.builder.program = ["forward"]
    assert made.draft.data["solution"]["answer"] == "forward"
    made.given.builder.program = ["left"]
    assert made.draft.data["given"] == "left"
    made.change(solution=None)
    assert made.solution.builder.program == []  # not the given one
    made.undo()
    made.undo()
    assert made.given.builder.program == []


# ---------------------------------------------------------------------------- the proof


def test_a_proof_begins_after_each_change(asked: Any) -> None:
    made = studio("algoracing")
    made.change(title="Up")
    made.wishes.edited = {"name": "needs", "value": ["2x"], "n": 1}
    assert [(data["title"], wishes) for data, wishes, _ in asked] == [
        ("", {}), ("Up", {}), ("Up", {"needs": ["2x"]}),
    ]  # fmt: skip
    found = [{"name": "solvable", "says": "This can be solved."}]
    asked[-1][2](found, False)
    assert (made.findings.lines, made.findings.busy) == (found, True)
    asked[-1][2](found, True)
    assert made.findings.busy is False


def test_a_proposal_changes_one_thing_and_can_be_undone(asked: Any) -> None:
    made = studio("algoracing")
    made.change(own=1)
    before, (data, _, then) = made.draft, asked[-1]
    assert "own" not in data
    proposed = {**data, "title": "Up", "text": None}
    offer = {"name": "proposal", "says": "Write a title.", "data": proposed}
    then([offer, {"name": "par", "says": "found"}], True)
    assert (made.wishes.offers, len(made.findings.lines)) == ([offer], 1)
    made.wishes.accepted = {"number": 0, "n": 1}
    assert made.draft == before.with_(title="Up", text=None)
    made.undo()
    assert made.draft == before


def test_a_line_highlights_its_square() -> None:
    made = studio("algoracing")
    made.findings.pressed = {"button": "show", "fact": "c4", "n": 1}
    assert made.easel.marked == "c4"


# ---------------------------------------------------------------------------- the buttons


def test_a_level_is_tried_in_the_workbench_without_storing_answers(folder: Path) -> None:
    made = studio(KNOWN)
    made.change(predict=None)
    press(made, "try_it")
    [bench] = made.trial.children
    run(bench, "left")
    assert bench.grade is not None
    press(made, "come_back")
    assert (made.trial.children, made.bar.tries) == ((), False)
    assert list(folder.iterdir()) == []


def test_an_unfinished_level_says_why_it_cannot_be_tried() -> None:
    made = studio("algoracing")
    made.change(checks=[{"check": "nonsense"}])
    assert press(made, "try_it").startswith('There is no check "nonsense".')
    assert (made.bar.mood, made.bar.tries) == ("look", False)


def test_a_saved_level_loses_nothing_and_opens_again(folder: Path) -> None:
    text = "# mine\n" + exercise_files()[KNOWN].read_text() + "\n[own]\nkey = 1 # stays\n"
    Path("level.toml").write_text(text)
    made = studio("level.toml")
    made.change(title="Mine")
    assert press(made, "save") == "Saved to level.toml."
    saved = Path("level.toml").read_text()
    title = re.search(r'^title .*"(.*)"$', text, re.MULTILINE)[1]  # type: ignore[index]
    assert saved == text.replace(title, "Mine", 1)
    assert load_again("level.toml").draft == made.draft
    made.undo()
    press(made, "save")
    assert Path("level.toml").read_text() == text


def load_again(name: str) -> Studio:
    made = studio("lovelace")
    made.bar.file = name
    press(made, "open_file")
    return made


def test_opening_a_level_can_be_undone() -> None:
    made = load_again(KNOWN)
    assert made.draft.data["game"] == "algoracing"
    made.undo()
    assert made.draft.data["game"] == "lovelace"
    assert made.easel.start == made.draft.data["starts"][0]


def test_a_file_with_something_else_is_not_overwritten() -> None:
    Path("my-level.toml").write_text("mine")
    made = studio("algoracing")
    assert made.file == "my-level.toml"
    assert "already exists" in press(made, "save")
    assert Path("my-level.toml").read_text() == "mine"
    made.change(title="Über den Wall!")
    assert press(made, "save") == "Saved to über-den-wall.toml."
    assert load_exercise(Path("über-den-wall.toml")).title == "Über den Wall!"


def test_a_level_is_shared_as_a_code() -> None:
    made = studio(KNOWN)
    made.tabs.page = "share"
    made.share.edited = {"name": "maker", "value": "Ada", "n": 1}
    shown = read_code(made.share.values["code"])
    assert (shown.maker, shown.data["starts"]) == ("Ada", made.draft.data["starts"])
    assert made.share.values["picture"].startswith("<svg")
    assert "█" in made.share.values["blocks"]
    made.share.edited = {"name": "maker", "value": "A" * 99, "n": 2}
    assert (made.share.values, made.bar.mood) == ({"maker": "A" * 99}, "look")
    assert made.bar.says.startswith("Write a name with at most")


@pytest.mark.parametrize(("name", "says"), [
    ("chess", "There is no exercise"), ("", "There is no exercise"),
    ("no.toml", "cannot be opened"),
])  # fmt: skip
def test_what_cannot_be_opened_is_one_sentence(name: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        opened(name)


def test_a_level_without_a_board_is_not_opened() -> None:
    for name, path in exercise_files().items():
        if 'kind     = "function"' in path.read_text():
            with pytest.raises(DataError, match="has no board to paint"):
                opened(name)
            return
