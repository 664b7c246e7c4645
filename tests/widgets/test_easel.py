"""Test the easel without a browser: strokes, undo, text, limits, and what else it offers."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.data import Table
from teachkit.core.game.palette import Place
from teachkit.games import NAMES, algoracing, game
from teachkit.widgets.easel import Easel

GAME = algoracing.GAME
START: Table = {"floor": ". . .\n. . .\n. . .\n", "rovers": {"red": "a1 east"}}
CHECK = " Check its quotes, brackets and commas."
EDITIONS = {name: game(name).levels.editions[0] for name in NAMES}


def easel(start: Table = START, **options: Any) -> Easel:
    return Easel(GAME, start, **{"edition": "basic", **options})


def blank(name: str, side: int) -> Easel:
    palette = game(name).palette
    return Easel(game(name), palette.blank(EDITIONS[name], side, side), edition=EDITIONS[name])


def sent(painted: Easel, action: str, *facts: object) -> None:
    """Send a stroke as the browser does."""
    painted.set_state({"strokes": [{"n": painted.answered + 1, "do": action, "with": [*facts]}]})


@pytest.mark.parametrize("name", NAMES)
def test_everything_in_a_palette_has_a_tile_and_can_be_painted(name: str) -> None:
    painted = blank(name, 4)
    tiles = {tile["name"]: tile for tile in painted.tiles}
    assert [*tiles] == [thing.name for thing in game(name).palette.things]
    assert sum(bool(tile["picture"]) for tile in tiles.values()) > len(tiles) - 2
    for thing in game(name).palette.things:
        where = painted._palette.spots(painted.start)[5]
        side = "" if thing.place is Place.SQUARE else " south"
        sent(painted, "paint", [thing.name, where + side, ""])
        assert [mark[0] for mark in painted.marks if mark[1] == where + side][-1] == thing.name
        assert [*painted.canvas["squares"]] == painted._palette.spots(painted.start)
        painted.undo()
    assert not painted.can_undo


def test_a_stroke_is_one_step_however_long_it_is() -> None:
    painted, seen = easel(), list[Table]()
    painted.on_paint = seen.append
    sent(painted, "paint", ["hill", "a2", ""], ["hill", "b2", ""], ["hill", "c2", ""])
    assert painted.start["floor"] == ". . .\n# # #\n. . .\n"
    assert (painted.can_undo, painted.can_redo, painted.answered) == (True, False, 1)
    sent(painted, "erase", "a2", "b2")
    sent(painted, "undo")
    sent(painted, "undo")
    assert painted.start == START
    sent(painted, "undo")
    assert (painted.can_undo, painted.can_redo) == (False, True)
    sent(painted, "redo")
    sent(painted, "redo")
    sent(painted, "redo")
    assert painted.start["floor"] == ". . .\n. . #\n. . .\n"
    assert len(seen) == 6
    assert seen[-1] == painted.start


def test_strokes_that_were_answered_are_not_carried_out_again() -> None:
    painted = easel()
    first = {"n": 1, "do": "turn"}
    painted.strokes = [first]
    painted.strokes = [first, {"n": 2, "do": "mirror"}, {"n": 3, "do": "close"}]
    assert (painted.answered, len(painted._past)) == (2, 2)
    assert painted.comm is not None  # no stroke ends the widget


def test_a_change_that_changes_nothing_is_no_step() -> None:
    painted = easel()
    painted.erase("c3")
    assert not painted.can_undo
    painted.load({"floor": ". . . .\n" * 3, "rovers": {"blue": "a1 east"}})
    assert (painted.size, painted.can_undo) == ([4, 3], False)


def test_the_board_is_turned_mirrored_and_resized() -> None:
    painted = easel()
    painted.turn()
    assert painted.start["rovers"] == {"red": "a3 south"}
    painted.mirror()
    assert painted.start["rovers"] == {"red": "c3 south"}
    painted.resize(3, 5)
    assert painted.size == [3, 5]
    sent(painted, "resize", 2, 5)
    assert (painted.size, painted.complaint) == (
        [3, 5],
        '"2x5" is not a size. Write a size from 3x3 to 12x12.',
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_random_board_has_the_same_size_and_is_another_each_time(name: str) -> None:
    painted = blank(name, 5)
    size, boards = painted.size, {painted.text}
    for _ in range(3):
        sent(painted, "redraw")
        assert (painted.size, painted.complaint) == (size, "")
        boards.add(painted.text)
    assert len(boards) == 4


def test_a_board_too_small_for_random_ones_says_so() -> None:
    painted = blank("calamitron", 3)
    sent(painted, "redraw")
    assert painted.complaint == '"3x3" is not a size. Write a size from 4x4 to 12x12.'


def test_shipped_boards_keep_the_rest_of_the_start() -> None:
    painted = easel(START | {"hidden": True, "programs": {"red": "left"}})
    assert painted.shipped == []
    sent(painted, "copy")
    assert {"Boards", "Exercises"} == {each[0] for each in painted.shipped}
    sent(painted, "copy", "quarry")
    assert painted.size == [6, 6]
    assert painted.start["rovers"] == {"red": "a1 east"}
    assert painted.start["hidden"]
    sent(painted, "copy", "02-04 Around the wall")
    assert painted.start["walls"]
    assert painted.start["programs"] == {"red": "left"}


def test_text_and_board_are_in_step() -> None:
    painted = easel()
    painted.paint(("wall", "b1 north", ""))
    assert 'walls  = ["b1 north"]' in painted.text
    typed = painted.text.replace("b1 north", "b2  north").replace("b2  ", "b2 ") + "# mine\n"
    painted.set_state({"text": typed})
    assert painted.start["walls"] == ["b2 north"]
    assert (painted.text, painted.complaint) == (typed, "")
    painted.paint(("hill", "c3", ""))
    painted.undo()
    assert painted.text == typed


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"""\n', "", "Line 1 cannot be read." + CHECK),
        ("rovers = ", "rovers = [", "Line 6 cannot be read." + CHECK),
        ("rovers", "rover", 'Line 6: There is no key "rover". Did you mean "rovers"?'),
        ("a1 east", "a9 east", "Line 6: a9 is not on this board. The last square is c3."),
        ("a1 east", "a1 up", 'Line 6: "up" is not a direction. Write north, east, south or west.'),
    ],
)
def test_wrong_text_stays_and_is_explained(old: str, new: str, says: str) -> None:
    painted = easel()
    typed = painted.text.replace(old, new, 1)
    painted.set_state({"text": typed})
    assert (painted.text, painted.complaint, painted.start) == (typed, says, START)
    painted.paint(("hill", "c3", ""))
    assert (painted.complaint, "c3" in str(painted.marks)) == ("", True)
    painted.undo()
    assert (painted.text, painted.complaint) == (typed, says)


def test_text_that_comes_together_with_a_stroke_is_taken_first() -> None:
    painted = easel()
    typed = painted.text.replace("a1 east", "b1 east")
    stroke = {"n": 1, "do": "paint", "with": [["hill", "c3", ""]]}
    painted.set_state({"strokes": [stroke], "text": typed})
    assert painted.marks == [["hill", "c3", ""], ["red rover", "b1 east", ""]]
    painted.undo()
    assert painted.text == typed


def test_a_start_without_a_faulty_line_is_explained_as_a_whole() -> None:
    painted = easel()
    painted.set_state({"text": 'rovers = { red = "a1 east" }\n'})
    says = "A start needs the name of a board or a floor, but not both."
    assert painted.complaint == says


def test_an_impossible_table_keeps_the_last_picture_and_the_painting() -> None:
    painted = easel()
    before = painted.canvas
    painted.paint(("wall", "a1 west", ""))
    assert painted.complaint == 'The wall "a1 west" must be between two squares.'
    assert painted.canvas is before
    assert painted.start["walls"] == ["a1 west"]
    painted.undo()
    painted.erase("a1")
    assert painted.complaint == "There is no player on the board. Add one."
    assert painted.canvas is not before  # it can be drawn nevertheless


def test_a_table_that_is_impossible_from_the_start_is_shown_on_an_empty_board() -> None:
    painted = easel(START | {"walls": ["a1 west"]}, edition="unknown")
    assert painted.complaint.startswith('The wall "a1 west"')
    assert painted.canvas["squares"]
    assert ["wall", "a1 west", ""] not in map(list, painted.canvas["marks"])


def test_a_table_that_cannot_be_read_is_shown_as_text() -> None:
    painted = easel(START | {"floor": ". ? .\n. . .\n. . .\n"})
    assert painted.complaint.startswith('The legend must explain "?"')
    assert (painted.marks, len(painted.canvas["squares"])) == ([], 9)
    sent(painted, "paint", ["hill", "a1", ""])
    assert painted.complaint.startswith('The legend must explain "?"')
    painted.set_state({"text": painted.text.replace("?", "#")})
    assert (painted.complaint, ["hill", "b3", ""] in painted.marks) == ("", True)


def test_keys_that_nobody_knows_stay() -> None:
    painted = easel(START | {"mine": 1, "hidden": True})
    painted.paint(("hill", "c3", ""))
    painted.set_state({"text": painted.text.replace("red", "blue")})
    assert (painted.start["mine"], painted.start["hidden"], painted.complaint) == (1, True, "")


def test_only_the_given_things_are_painted_and_erased() -> None:
    painted = easel(START | {"walls": ["a1 north"]}, things=["hill"], fixed=True)
    assert [tile["name"] for tile in painted.tiles] == ["hill"]
    fixed = "This part of the board stays as it is."
    sent(painted, "erase", "a1 north")
    assert painted.complaint == fixed
    sent(painted, "paint", ["hill", "c3", ""])
    assert painted.complaint == ""
    sent(painted, "paint", ["wall", "b1 north", ""])
    sent(painted, "turn")
    assert painted.complaint == fixed
    sent(painted, "resize", 4, 4)
    assert painted.complaint == "This board keeps its size."
    painted.set_state({"text": painted.text.replace("a1 east", "b1 east")})
    assert painted.complaint == fixed
    sent(painted, "redraw")
    assert painted.complaint == fixed


def test_numbers_that_are_not_painted_are_fields() -> None:
    painted = blank("lovelace", 4)
    assert [*painted.numbers] == ["value", "targets", "row_limit"]
    sent(painted, "set", "targets", "18 and 27")
    sent(painted, "set", "value", "55")
    sent(painted, "set", "row_limit", "")
    assert (painted.start["targets"], painted.start["value"]) == ([18, 27], 55)
    assert painted.numbers == {"value": 55, "targets": [18, 27], "row_limit": ""}
    sent(painted, "set", "value", "100")
    assert painted.complaint == "value: write numbers from 0 to 99, not 100."
    sent(painted, "set", "value", "none")
    sent(painted, "set", "targets", "")
    assert {"value", "targets"}.isdisjoint(painted.start)
    assert blank("roborally", 4).numbers == {"register": ""}


def test_a_square_is_marked_for_somebody_who_speaks_of_it() -> None:
    painted = easel()
    painted.mark_square("c3 north")
    assert painted.marked == "c3 north"
