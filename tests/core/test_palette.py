"""Test the painting of starts, with the palettes of Algoracing and RoboRally as examples."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.game.palette import Mark, Palette, replaced
from teachkit.errors import BoardError, TeachkitError
from teachkit.games import game

ROVERS = game("algoracing").palette
ROBOTS = game("roborally").palette
MACHINE = game("lovelace").palette
RED: dict[str, Any] = {"rovers": {"red": "a1 east"}}
FLOOR = {"floor": ". . .\n. . .\n. . .\n"}


def painted(palette: Palette, start: dict[str, Any], *marks: Mark) -> dict[str, Any]:
    for mark in marks:
        start = palette.painted(start, mark)
    return start


# A blank board ----------------------------------------------------------------------------------


def test_a_blank_board_has_one_piece_and_the_size_asked_for() -> None:
    assert ROVERS.blank("basic", 4, 3) == {"floor": ". . . .\n" * 3, **RED}
    assert ROVERS.size(ROVERS.blank("basic", 4, 3)) == (4, 3)


@pytest.mark.parametrize("size", [(2, 5), (5, 13)])
def test_a_board_has_3_to_12_squares_on_each_side(size: tuple[int, int]) -> None:
    with pytest.raises(BoardError, match="from 3x3 to 12x12"):
        ROVERS.blank("basic", *size)
    with pytest.raises(BoardError, match="from 3x3 to 12x12"):
        ROVERS.resized(FLOOR, *size)


def test_the_spots_are_squares_row_by_row_or_cells() -> None:
    assert ROVERS.spots(FLOOR) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert MACHINE.spots({}) == [f"{row}{column}" for row in "ABCDE" for column in "1234"]
    assert MACHINE.size({}) == (0, 0)


# What is painted replaces -----------------------------------------------------------------------


def test_a_hill_replaces_a_hill_but_not_a_mark() -> None:
    start = painted(ROVERS, FLOOR, Mark("mark", "b2"), Mark("hill", "b2"), Mark("high hill", "b2"))
    assert start == {"floor": ". . .\n. M .\n. . .\n"}


def test_a_rover_moves_and_keeps_its_place_in_the_order_and_its_facing() -> None:
    both = FLOOR | {"rovers": {"green": "c1 west", "red": "a1 east"}}
    moved = ROVERS.painted(both, Mark("green rover", "c3"))
    assert list(moved["rovers"].items()) == [("green", "c3 west"), ("red", "a1 east")]


def test_a_rover_replaces_the_rover_on_its_square_with_its_program() -> None:
    both = FLOOR | {"rovers": {"red": "a1 east", "green": "c1 west"}, "programs": {"green": "left"}}
    assert ROVERS.painted(both, Mark("red rover", "c1 north")) == FLOOR | {
        "rovers": {"red": "c1 north"}
    }


def test_a_base_with_the_colour_of_a_rover_is_no_piece() -> None:
    start = FLOOR | RED | {"bases": {"red": "c3"}, "programs": {"red": "left"}}
    assert ROVERS.erased(start, "c3") == FLOOR | RED | {"programs": {"red": "left"}}


def test_samples_of_two_types_lie_on_one_square_but_only_one_of_each() -> None:
    blue, green = Mark("blue sample", "b2"), Mark("green sample", "b2")
    assert painted(ROVERS, FLOOR, blue)["samples"] == {"b2": "blue"}
    assert painted(ROVERS, FLOOR, blue, green, blue)["samples"] == {"b2": ["blue", "green"]}


def test_a_wall_is_the_same_from_both_sides() -> None:
    start = FLOOR | {"walls": ["b2 north"]}
    assert ROVERS.painted(start, Mark("wall", "b3 south"))["walls"] == ["b3 south"]
    assert ROVERS.erased(start, "b3 south") == FLOOR
    assert ROVERS.erased(start, "b2") == start


def test_a_laser_hangs_on_a_wall_and_shoots_away_from_it() -> None:
    laser = Mark("laser", "b2 north", "2")
    start = ROBOTS.painted(FLOOR, laser)
    assert start == FLOOR | {"walls": ["b2 north"], "lasers": ["b2 south 2"]}
    assert ROBOTS.marks(start) == (Mark("wall", "b2 north"), laser)
    other = ROBOTS.painted(start, Mark("laser", "b3 south"))
    assert other["lasers"] == ["b2 south 2", "b3 north"]
    assert ROBOTS.erased(ROBOTS.erased(start, "b2 north"), "b2 north") == FLOOR


def test_flags_are_numbered_and_each_is_there_once() -> None:
    start = painted(ROBOTS, FLOOR, Mark("flag", "a1"), Mark("flag", "b1"), Mark("flag", "c1"))
    assert start["floor"].splitlines()[-1] == "f1 f2 f3"
    moved = painted(ROBOTS, start, Mark("flag", "c3", "1"), Mark("flag", "b1"))
    assert moved["floor"].splitlines() == [". . f1", ". . .", ". f2 f3"]


def test_things_without_a_common_symbol_get_one_in_the_legend() -> None:
    start = painted(ROBOTS, FLOOR, Mark("belt", "b2 south"), Mark("flag", "b2"))
    assert start["legend"] == {"vf1": "belt-south, flag-1"}
    assert start["floor"].splitlines()[1] == ". vf1 ."


def test_a_symbol_of_the_author_is_used_and_never_given_another_meaning() -> None:
    start = FLOOR | {"legend": {">w": "belt-east, hammer", "F": "flag-1"}}
    start = painted(
        ROBOTS, start, Mark("belt", "a1 east"), Mark("wrench", "a1"), Mark("flag", "c1")
    )
    assert start["floor"].splitlines()[-1] == ">w' . F"
    assert start["legend"] == {
        ">w": "belt-east, hammer", "F": "flag-1", ">w'": "belt-east, wrench"
    }  # fmt: skip


def test_words_of_a_legend_may_come_in_any_order() -> None:
    start = {"floor": "X .\n. .", "legend": {"X": "mark hill high"}}
    assert ROVERS.marks(start) == (Mark("high hill", "a2"), Mark("mark", "a2"))


def test_a_named_board_is_drawn_when_it_is_painted_on() -> None:
    start = ROVERS.painted({"board": "two-hills", **RED}, Mark("wall", "a1 north"))
    assert "board" not in start
    assert start["walls"][-1] == "a1 north"


# The rest stays ---------------------------------------------------------------------------------


def test_painting_keeps_everything_else_as_it_is_written() -> None:
    start = FLOOR | {
        "rovers": {"red": "a1 east"}, "samples": {"c1": ["blue"]}, "walls": ["b1 west"],
        "carries": {"red": ["blue"]}, "hidden": True, "says": "left",
    }  # fmt: skip
    assert ROVERS.painted(start, Mark("hill", "c3")) == start | {"floor": ". . #\n. . .\n. . .\n"}


def test_entries_that_are_no_things_stay() -> None:
    start = {"components": {"A1": "+-1", "B1": "+x3"}}
    assert MACHINE.marks(start) == (Mark("component +-", "A1", "1"),)
    assert MACHINE.painted(start, Mark("component swap", "C2"))["components"] == {
        "B1": "+x3", "A1": "+-1", "C2": "swap"
    }  # fmt: skip


@pytest.mark.parametrize(
    "components", [["A1", "A4"], "A +-1 . . x/2", {"A1": "+-1", "A4": "x/2"}], ids=repr
)
def test_components_may_be_listed_drawn_or_named(components: object) -> None:
    marks = Mark("component +-", "A1", "1"), Mark("component x/", "A4", "2")
    assert MACHINE.marks({"components": components}) == marks
    assert len(MACHINE.marks({})) == 8  # those that are printed on the board


# Turning, mirroring and resizing ----------------------------------------------------------------


def test_programs_and_squares_outside_the_board_move_along() -> None:
    start = FLOOR | {
        "rovers": {"red": "a1 north", "green": "c1 west"}, "bases": {"red": "c1"},
        "labs": {"c1": ["red"]}, "programs": {"green": "left, 2x(forward), east"},
    }  # fmt: skip
    assert ROVERS.mirrored(start) == FLOOR | {
        "rovers": {"red": "c1 north", "green": "a1 east"}, "bases": {"red": "a1"},
        "labs": {"a1": ["red"]}, "programs": {"green": "right, 2x(forward), west"},
    }  # fmt: skip
    assert ROVERS.turned(start) == FLOOR | {
        "rovers": {"red": "a3 east", "green": "a1 north"}, "bases": {"red": "a1"},
        "labs": {"a1": ["red"]}, "programs": {"green": "left, 2x(forward), south"},
    }  # fmt: skip


def test_cards_keep_their_rank_among_the_priorities_when_mirrored() -> None:
    start = FLOOR | {
        "robots": {"red": "a1 north"},
        "hands": {"red": "left 70, move-1 490, right 80"},
    }
    assert ROBOTS.mirrored(start)["hands"] == {"red": "right 80, move-1 490, left 70"}
    assert (
        replaced("left, left 410, u-turn 10", ROBOTS.mirrored_words)
        == "right, right 420, u-turn 10"
    )


def test_a_gear_turns_the_other_way_in_the_mirror_but_not_on_a_turned_board() -> None:
    start = ROBOTS.painted(FLOOR, Mark("gear", "a1", "left"))
    assert ROBOTS.marks(ROBOTS.mirrored(start)) == (Mark("gear", "c1", "right"),)
    assert ROBOTS.marks(ROBOTS.turned(start)) == (Mark("gear", "a3", "left"),)


def test_a_smaller_board_keeps_what_fits_and_a_larger_one_keeps_everything() -> None:
    start = {
        "floor": ". . . #\n. . . .\n. . . .\n# . . .\n",
        "walls": ["c1 east", "b1 east"],
        "rovers": {"red": "a1 east", "green": "d3 west"},
        "programs": {"green": "left"},
    }
    assert ROVERS.resized(start, 3, 3) == {
        "floor": ". . .\n. . .\n# . .\n", "walls": ["b1 east"], "rovers": {"red": "a1 east"}
    }  # fmt: skip
    assert ROVERS.marks(ROVERS.resized(start, 5, 6)) == ROVERS.marks(start)


def test_a_wall_at_the_edge_of_the_board_stays_when_its_square_does() -> None:
    start = ROBOTS.painted(FLOOR, Mark("laser", "a1 west"))
    assert ROBOTS.marks(ROBOTS.resized(start, 5, 5)) == ROBOTS.marks(start)


def test_a_machine_cannot_be_turned_mirrored_or_resized() -> None:
    start = {"components": {"A1": "+-1"}}
    assert MACHINE.turned(start) == MACHINE.mirrored(start) == MACHINE.resized(start, 5, 5) == start
    assert not MACHINE.sizes


# Wrong marks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "says"),
    [
        (Mark("hil", "a1"), 'There is no thing called "hil".'),
        (Mark("pit", "d1"), "There is no square d1 here."),
        (Mark("pit", "<b>"), "There is no square <b> here."),
        (Mark("laser", "a1"), "is not a place"),
        (Mark("laser", "a1 up"), "is not a direction"),
        (Mark("laser", "a1 north", "9"), 'Laser: write it like "1".'),
        (Mark("belt", "a1 up"), 'Conveyor belt: write it like "north".'),
    ],
)
def test_a_wrong_mark_is_refused_in_one_sentence(mark: Mark, says: str) -> None:
    with pytest.raises(TeachkitError) as error:
        ROBOTS.painted(FLOOR, mark)
    assert says in error.value.says


def test_a_start_is_not_built_with_marks_beside_the_board() -> None:
    with pytest.raises(BoardError, match="d1 is not on this board"):
        ROBOTS.built({}, (3, 3), [Mark("pit", "d1")])
    with pytest.raises(BoardError, match="no thing"):
        ROBOTS.built({}, (3, 3), [Mark("hill", "a1")])


def test_an_unknown_symbol_is_named() -> None:
    with pytest.raises(BoardError, match=r'legend must explain "\?"'):
        ROVERS.marks({"floor": "? ."})


def test_a_game_without_a_palette_has_an_empty_one() -> None:
    empty = Palette()
    assert (empty.things, empty.marks(FLOOR), empty.spots(FLOOR)) == ((), (), [])
    assert empty.turned(FLOOR) == empty.mirrored(FLOOR) == FLOOR
    assert empty.built(empty.rest(FLOOR), (0, 0), ()) == FLOOR
