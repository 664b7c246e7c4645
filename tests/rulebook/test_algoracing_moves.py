"""Test how a rover drives, jumps and turns in Algoracing. [AR-7 … AR-15]"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.board.squares import FACINGS, Facing
from teachkit.core.language.program import Program
from teachkit.core.run.walk import straight_steps
from teachkit.errors import BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.games.algoracing.state import State

from .rovers import after, drive, start, story
from .rules import cases, rule

# The board -------------------------------------------------------------------------------------


@rule("AR-7")
def test_squares_are_on_the_ground_or_on_a_low_or_high_hill() -> None:
    board = Setup(floor=". # H").state().board
    assert [board.level(square) for square in board.squares] == [0, 1, 2]


@rule("AR-7")
@pytest.mark.parametrize(
    ("floors", "end"),
    [([". #", "# .", ". H", "# H", "H #"], "a1 east"), ([". .", "# #", "H H"], "b1 east")],
    ids=["two levels", "one level"],
)
def test_between_two_levels_is_a_border_and_on_one_is_none(floors: list[str], end: str) -> None:
    """No step crosses a border, neither up nor down, also between two hills."""
    assert {floor: after(start(floor), "forward") for floor in floors} == dict.fromkeys(floors, end)


@rule("AR-8")
def test_a_wall_stands_between_two_squares() -> None:
    """It can be driven around, and stops rovers from both sides."""
    from_the_left = start(". .\n. .", walls=["a1 east"])
    from_the_right = start(". .\n. .", walls=["a1 east"], red="b1 west")
    assert after(from_the_left, "forward") == "a1 east"
    assert after(from_the_right, "forward") == "b1 west"
    assert after(from_the_left, "left, forward, right, forward, right, forward") == "b1 south"


@rule("AR-8")
def test_a_wall_needs_two_squares() -> None:
    with pytest.raises(BoardError, match='The wall "b1 east" must be between two squares'):
        Setup(floor=". .", walls=["b1 east"]).state()


@rule("AR-9")
def test_there_is_room_for_one_rover_on_a_square() -> None:
    with pytest.raises(
        BoardError, match=r"There are two rovers on a1. Put each one on its own square\."
    ):
        start(". .", green="a1 west")


# Step ------------------------------------------------------------------------------------------


@rule("AR-10")
@cases(
    "floor, facts, reason",
    (".", {}, "a1 is at the edge of the board"),
    (". #", {}, "there is a hill in front of a1"),
    ("# .", {}, "a1 is at the edge of the hill"),
    (". .", {"walls": ["a1 east"]}, "there is a wall in front of a1"),
    (". .", {"green": "b1 west"}, "the green rover is in the way"),
)
def test_what_stops_a_step(floor: str, facts: dict[str, Any], reason: str) -> None:
    """The board's edge, a border up or down, a wall, and another rover; each says so."""
    state = start(floor, **facts)
    assert after(state, "forward") == "a1 east"
    assert story(state, "forward") == [f"Skipped: {reason}."]


@rule("AR-10")
def test_a_blocked_step_is_skipped_and_the_next_card_runs() -> None:
    assert story(start(". .\n. .", walls=["a1 east"]), "forward, left, forward") == [
        "Skipped: there is a wall in front of a1.",
        "The red rover now faces north.",
        "The red rover drives to a2.",
    ]


# All forward -----------------------------------------------------------------------------------


@rule("AR-11")
def test_all_forward_drives_until_something_is_in_the_way() -> None:
    assert after(start(". . . . .", walls=["d1 east"]), "all-forward") == "d1 east"


@rule("AR-11")
def test_all_forward_stops_on_a_sample_and_picks_it_up() -> None:
    state = start(". . . .", samples={"c1": "blue"})
    assert after(state, "all-forward") == "c1 east"
    assert (
        story(state, "all-forward")[-1]
        == "The red rover picks up 1 sample on c1 and now carries 1."
    )


@rule("AR-11")
def test_all_forward_that_is_blocked_at_once_is_skipped() -> None:
    state = start(". .", walls=["a1 east"])
    assert story(state, "all-forward") == ["Skipped: there is a wall in front of a1."]


@rule("AR-11")
def test_a_sample_on_the_first_square_does_not_stop_all_forward() -> None:
    """The square where it starts does not count: it was reached before."""
    assert after(start(". . .", samples={"a1": "blue"}), "all-forward") == "c1 east"


def full(**facts: Any) -> State:
    """Red carries three samples, and comes to another one on b1."""
    carries = {"red": ["blue", "blue", "green"]}
    return start(". . .", carries=carries, samples={"b1": "yellow"}, **facts)


@rule("AR-11")
def test_a_full_rover_stops_at_a_sample_too() -> None:
    assert after(full(), "all-forward") == "b1 east"
    assert story(full(), "all-forward")[-1] == "The red rover is full, so it leaves samples on b1."


@rule("AR-11")
def test_an_edition_may_let_a_full_rover_drive_on() -> None:
    """The other reading of the rule is a field of the edition."""
    other = full(options={"full_rover_stops_at_sample": False})
    assert after(other, "all-forward") == "c1 east"


# Jump ------------------------------------------------------------------------------------------

HIGH = "two storeys is too high to jump from a1"


@rule("AR-12")
@cases(
    "floor, walls, sentence",
    (". .", [], "The red rover jumps to b1."),
    (". .", ["a1 east"], "The red rover jumps over the wall to b1."),
    (". #", [], "The red rover jumps up to b1."),
    ("# .", [], "The red rover jumps down to b1."),
    ("# H", [], "The red rover jumps up to b1."),
    ("H #", [], "The red rover jumps down to b1."),
    (". #", ["a1 east"], "The red rover jumps over the wall to b1."),
    (". . .", ["a1 east"], "The red rover jumps over the wall to b1."),
)
def test_a_jump_goes_one_square_ahead(floor: str, walls: list[str], sentence: str) -> None:
    """On the flat, over a wall, one storey up or down, over a wall on a border, and no further."""
    state = start(floor, walls=walls)
    assert after(state, "jump") == "b1 east"
    assert story(state, "jump") == [sentence]


@rule("AR-12")
@cases("floor, reason", (". H", HIGH), ("H .", HIGH), (".", "a1 is at the edge of the board"))
def test_two_storeys_and_the_edge_stop_a_jump(floor: str, reason: str) -> None:
    assert after(start(floor), "jump") == "a1 east"
    assert story(start(floor), "jump") == [f"Skipped: {reason}."]


@rule("AR-12")
def test_an_edition_may_forbid_to_jump_down_from_a_high_hill() -> None:
    """The other reading of the rule is a field of the edition."""
    assert after(start("H #", options={"jump_down_from_high": False}), "jump") == "a1 east"


@rule("AR-12", "AR-20")
@cases("walls", [], ["a1 east"])
def test_a_jump_is_stopped_by_a_rover_and_meets_it(walls: list[str]) -> None:
    """The rover ahead is what stops the jump, so it pays, even behind a wall."""
    state = start(". .", walls=walls, green="b1 north", carries={"green": ["blue"]})
    assert story(state, "jump") == [
        "Skipped: the green rover is in the way.",
        "The green rover was in the way, so it gives the red rover a sample.",
    ]


# Turns -----------------------------------------------------------------------------------------

TURNS = {
    "left": {"north": "west", "west": "south", "south": "east", "east": "north"},
    "right": {"north": "east", "east": "south", "south": "west", "west": "north"},
    "u-turn": {"north": "south", "east": "west", "south": "north", "west": "east"},
}
ARROWS = {"north": "^", "east": ">", "south": "v", "west": "<"}
AHEAD = {"north": "b3", "east": "c2", "south": "b1", "west": "a2"}
FIELD = ". . .\n. . .\n. . ."


@rule("AR-13")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_changes_only_where_the_rover_looks(turn: str, facing: Facing) -> None:
    """State, sentence and text board agree about every turn from every heading."""
    state = start(FIELD, red=f"b2 {facing}")
    looks = TURNS[turn][facing]
    final = str(drive(state, turn).final)
    assert after(state, turn) == f"b2 {looks}"
    assert story(state, turn) == [f"The red rover now faces {looks}."]
    assert f" R{ARROWS[looks]} " in final
    assert final.endswith(f"Red rover: on b2, faces {looks}, carries 0.")


@rule("AR-14")
@pytest.mark.parametrize("facing", FACINGS)
@cases("card", "forward", "jump")
def test_a_rover_goes_only_where_it_looks(card: str, facing: Facing) -> None:
    """North is up, east is right; never sideways, never backwards, and no turning on the way."""
    assert after(start(FIELD, red=f"b2 {facing}"), card) == f"{AHEAD[facing]} {facing}"


@rule("AR-14")
def test_no_card_drives_sideways_or_backwards() -> None:
    printed = algoracing.GAME.editions["complete"].instructions
    assert {*printed} == {"forward", "all-forward", "jump", "left", "right", "u-turn", "teleport"}


# Loops -----------------------------------------------------------------------------------------


def names(program: str) -> list[str]:
    """The instructions as they run, one after another."""
    return [str(step.instruction) for step in straight_steps(Program.read(program)) or ()]


@rule("AR-15")
@cases("times", 2, 3)
@cases("inside", ["jump"], ["forward", "left"])
def test_a_loop_runs_one_or_two_cards_two_or_three_times(times: int, inside: list[str]) -> None:
    assert names(f"{times}x({', '.join(inside)})") == inside * times


@rule("AR-15", "AR-30")
def test_the_printed_example_of_four_commands_and_two_loops() -> None:
    """Four commands with two loop cards make eight steps."""
    program = Program.read("2x(forward, right), 3x(forward), jump")
    assert names(str(program)) == [
        "forward", "right", "forward", "right", "forward", "forward", "forward", "jump",
    ]  # fmt: skip
    assert len(program.instructions) == 4


@rule("AR-15")
@cases(
    "program, problem",
    ("2x(forward, left, jump)", "Put a loop around one or two cards, not 3."),
    ("2x(3x(forward))", "This deck does not allow a loop inside a loop."),
    ("4x(forward)", "This deck has no ×4 card."),
    ("2x()", "A loop needs at least one card inside."),
)
def test_loops_that_the_deck_does_not_have(program: str, problem: str) -> None:
    found = algoracing.GAME.problems(start(".", edition="complete"), "red", Program.read(program))
    assert [str(one) for one in found] == [problem]


@rule("AR-12")
def test_from_a_low_hill_a_rover_may_jump_down_in_any_edition() -> None:
    assert after(start("# .", options={"jump_down_from_high": False}), "jump") == "b1 east"
