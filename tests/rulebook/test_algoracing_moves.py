"""Algoracing: how a rover drives, jumps and turns. [AR-7 … AR-15]"""

from __future__ import annotations

import pytest

from teachkit.core.game import run
from teachkit.core.grid import FACINGS, Facing
from teachkit.core.program import Program
from teachkit.core.walk import straight_steps
from teachkit.errors import BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup, whereabouts
from teachkit.games.algoracing.state import State

from .rules import rule


def after(start: Setup, program: str) -> str:
    """Where the red rover is afterwards, and where it looks: `b1 east`."""
    return whereabouts(run(algoracing, start.state(), program, "red").final, "red")


def story(start: Setup, program: str) -> list[str]:
    """What happens to the red rover, sentence by sentence, without the names of the cards."""
    told = run(algoracing, start.state(), program, "red").story().splitlines()
    return [sentence for sentence in told if not sentence.startswith("Card")]


# The board -------------------------------------------------------------------------------------


@rule("AR-7")
def test_squares_are_on_the_ground_or_on_a_low_or_high_hill() -> None:
    board = Setup(floor=". # H").state().board
    assert [board.level(square) for square in board.squares] == [0, 1, 2]


@rule("AR-7")
@pytest.mark.parametrize("floor", [". #", "# .", ". H", "# H", "H #"])
def test_between_two_levels_is_a_border(floor: str) -> None:
    """No step crosses a border, neither up nor down, also between two hills."""
    assert after(Setup(floor=floor, rovers={"red": "a1 east"}), "forward") == "a1 east"


@rule("AR-7")
@pytest.mark.parametrize("floor", [". .", "# #", "H H"])
def test_on_one_level_is_no_border(floor: str) -> None:
    assert after(Setup(floor=floor, rovers={"red": "a1 east"}), "forward") == "b1 east"


@rule("AR-8")
def test_a_wall_stands_between_two_squares() -> None:
    """It can be driven around, and stops rovers from both sides."""
    floor, walls = ". .\n. .", ["a1 east"]
    from_the_left = Setup(floor=floor, walls=walls, rovers={"red": "a1 east"})
    from_the_right = Setup(floor=floor, walls=walls, rovers={"red": "b1 west"})
    assert after(from_the_left, "forward") == "a1 east"
    assert after(from_the_right, "forward") == "b1 west"
    assert after(from_the_left, "left, forward, right, forward, right, forward") == "b1 south"


@rule("AR-8")
def test_a_wall_needs_two_squares() -> None:
    with pytest.raises(BoardError, match='The wall "b1 east" hangs in the air'):
        Setup(floor=". .", walls=["b1 east"]).state()


@rule("AR-9")
def test_there_is_room_for_one_rover_on_a_square() -> None:
    with pytest.raises(BoardError, match=r"Two rovers stand on a1; each needs its own\."):
        Setup(floor=". .", rovers={"red": "a1 east", "green": "a1 west"}).state()


# Step ------------------------------------------------------------------------------------------


@rule("AR-10")
def test_a_step_goes_one_square_ahead() -> None:
    assert after(Setup(floor=". . .", rovers={"red": "a1 east"}), "forward") == "b1 east"


@rule("AR-10")
@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (Setup(floor=".", rovers={"red": "a1 east"}), "the board ends ahead of a1"),
        (Setup(floor=". #", rovers={"red": "a1 east"}), "a hill rises ahead of a1"),
        (Setup(floor="# .", rovers={"red": "a1 east"}), "the hill ends ahead of a1"),
        (
            Setup(floor=". .", walls=["a1 east"], rovers={"red": "a1 east"}),
            "a wall is ahead of a1",
        ),
        (
            Setup(floor=". .", rovers={"red": "a1 east", "green": "b1 west"}),
            "the green rover is ahead of a1",
        ),
    ],
)
def test_what_stops_a_step(start: Setup, reason: str) -> None:
    """The board's edge, a border up or down, a wall, and another rover; each says so."""
    assert after(start, "forward") == "a1 east"
    assert story(start, "forward") == [f"Nothing happens: {reason}."]


@rule("AR-10")
def test_a_blocked_step_is_skipped_and_the_next_card_runs() -> None:
    start = Setup(floor=". .\n. .", walls=["a1 east"], rovers={"red": "a1 east"})
    assert story(start, "forward, left, forward") == [
        "Nothing happens: a wall is ahead of a1.",
        "The red rover now faces north.",
        "The red rover drives to a2.",
    ]


# All forward -----------------------------------------------------------------------------------


@rule("AR-11")
def test_all_forward_drives_until_something_is_in_the_way() -> None:
    start = Setup(floor=". . . . .", walls=["d1 east"], rovers={"red": "a1 east"})
    assert after(start, "all-forward") == "d1 east"


@rule("AR-11")
def test_all_forward_stops_on_a_sample_and_picks_it_up() -> None:
    start = Setup(floor=". . . .", rovers={"red": "a1 east"}, samples={"c1": "blue"})
    assert after(start, "all-forward") == "c1 east"
    assert story(start, "all-forward")[-1] == "The red rover picks up 1 sample on c1 and carries 1."


@rule("AR-11")
def test_all_forward_that_is_blocked_at_once_is_skipped() -> None:
    start = Setup(floor=". .", walls=["a1 east"], rovers={"red": "a1 east"})
    assert story(start, "all-forward") == ["Nothing happens: a wall is ahead of a1."]


@rule("AR-11")
def test_a_sample_on_the_first_square_does_not_stop_all_forward() -> None:
    """The square where it starts does not count: it was reached before."""
    start = Setup(floor=". . .", rovers={"red": "a1 east"}, samples={"a1": "blue"})
    assert after(start, "all-forward") == "c1 east"


@rule("AR-11")
def test_a_full_rover_stops_at_a_sample_too() -> None:
    full = ["blue", "blue", "green"]
    start = Setup(
        floor=". . .", rovers={"red": "a1 east"}, carries={"red": full}, samples={"b1": "yellow"}
    )
    assert after(start, "all-forward") == "b1 east"
    assert story(start, "all-forward")[-1] == "The red rover is full; samples stay on b1."


@rule("AR-11")
def test_an_edition_may_let_a_full_rover_drive_on() -> None:
    """The other reading of the rule is a field of the edition."""
    full = ["blue", "blue", "green"]
    start = Setup(
        floor=". . .", rovers={"red": "a1 east"}, carries={"red": full}, samples={"b1": "yellow"},
        options={"full_rover_stops_at_sample": False},
    )  # fmt: skip
    assert after(start, "all-forward") == "c1 east"


# Jump ------------------------------------------------------------------------------------------


@rule("AR-12")
@pytest.mark.parametrize(
    ("floor", "walls", "sentence"),
    [
        (". .", [], "The red rover jumps to b1."),
        (". .", ["a1 east"], "The red rover jumps over the wall to b1."),
        (". #", [], "The red rover jumps up to b1."),
        ("# .", [], "The red rover jumps down to b1."),
        ("# H", [], "The red rover jumps up to b1."),
        ("H #", [], "The red rover jumps down to b1."),
        (". #", ["a1 east"], "The red rover jumps over the wall to b1."),
    ],
)
def test_a_jump_goes_one_square_ahead(floor: str, walls: list[str], sentence: str) -> None:
    """On the flat, over a wall, one storey up or down, and over a wall on a border."""
    start = Setup(floor=floor, walls=walls, rovers={"red": "a1 east"})
    assert after(start, "jump") == "b1 east"
    assert story(start, "jump") == [sentence]


@rule("AR-12")
def test_a_jump_goes_only_one_square() -> None:
    start = Setup(floor=". . .", walls=["a1 east"], rovers={"red": "a1 east"})
    assert after(start, "jump") == "b1 east"


@rule("AR-12")
@pytest.mark.parametrize("floor", [". H", "H ."])
def test_two_storeys_are_too_many_to_jump(floor: str) -> None:
    start = Setup(floor=floor, rovers={"red": "a1 east"})
    assert after(start, "jump") == "a1 east"
    assert story(start, "jump") == ["Nothing happens: two storeys are too many to jump at a1."]


@rule("AR-12")
def test_an_edition_may_forbid_to_jump_down_from_a_high_hill() -> None:
    """The other reading of the rule is a field of the edition."""
    options = {"jump_down_from_high": False}
    start = Setup(floor="H #", rovers={"red": "a1 east"}, options=options)
    assert after(start, "jump") == "a1 east"


@rule("AR-12")
def test_a_jump_does_not_leave_the_board() -> None:
    start = Setup(floor=".", rovers={"red": "a1 east"})
    assert story(start, "jump") == ["Nothing happens: the board ends ahead of a1."]


@rule("AR-12", "AR-20")
@pytest.mark.parametrize("walls", [[], ["a1 east"]])
def test_a_jump_is_stopped_by_a_rover_and_meets_it(walls: list[str]) -> None:
    """The rover ahead is what stops the jump, so it pays, even behind a wall."""
    start = Setup(
        floor=". .",
        walls=walls,
        rovers={"red": "a1 east", "green": "b1 north"},
        carries={"green": ["blue"]},
    )
    assert story(start, "jump") == [
        "Nothing happens: the green rover is ahead of a1.",
        "The green rover was in the way and gives the red rover a sample.",
    ]


# Turns -----------------------------------------------------------------------------------------

TURNS = {
    "left": {"north": "west", "west": "south", "south": "east", "east": "north"},
    "right": {"north": "east", "east": "south", "south": "west", "west": "north"},
    "u-turn": {"north": "south", "east": "west", "south": "north", "west": "east"},
}
ARROWS = {"north": "^", "east": ">", "south": "v", "west": "<"}
AHEAD = {"north": "b3", "east": "c2", "south": "b1", "west": "a2"}


@rule("AR-13")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_changes_only_where_the_rover_looks(turn: str, facing: Facing) -> None:
    """State, sentence and text board agree about every turn from every heading."""
    start = Setup(floor=". . .\n. . .\n. . .", rovers={"red": f"b2 {facing}"})
    looks = TURNS[turn][facing]
    final: State = run(algoracing, start.state(), turn).final
    assert whereabouts(final, "red") == f"b2 {looks}"
    assert story(start, turn) == [f"The red rover now faces {looks}."]
    assert f" R{ARROWS[looks]} " in str(final)
    assert str(final).endswith(f"Red rover on b2, faces {looks}, carries 0.")


@rule("AR-14")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("card", ["forward", "jump"])
def test_a_rover_goes_only_where_it_looks(card: str, facing: Facing) -> None:
    """North is up, east is right; never sideways, never backwards, and no turning on the way."""
    start = Setup(floor=". . .\n. . .\n. . .", rovers={"red": f"b2 {facing}"})
    assert after(start, card) == f"{AHEAD[facing]} {facing}"


@rule("AR-14")
def test_no_card_drives_sideways_or_backwards() -> None:
    printed = algoracing.EDITIONS["complete"].instructions
    assert sorted(printed) == sorted(
        ["forward", "all-forward", "jump", "left", "right", "u-turn", "teleport"]
    )


# Loops -----------------------------------------------------------------------------------------


def names(program: str) -> list[str]:
    """The instructions as they run, one after another."""
    steps = straight_steps(Program.read(program))
    assert steps
    return [str(step.instruction) for step in steps]


@rule("AR-15")
def test_a_loop_over_one_card_runs_it_two_or_three_times() -> None:
    assert names("2x(jump)") == ["jump"] * 2
    assert names("3x(jump)") == ["jump"] * 3


@rule("AR-15")
def test_a_loop_over_two_cards_runs_them_in_turns() -> None:
    assert names("2x(forward, left)") == ["forward", "left"] * 2
    assert names("3x(forward, left)") == ["forward", "left"] * 3


@rule("AR-15", "AR-30")
def test_the_printed_example_of_four_commands_and_two_loops() -> None:
    """Four commands with two loop cards make eight steps."""
    program = Program.read("2x(forward, right), 3x(forward), jump")
    assert names(str(program)) == [
        "forward", "right", "forward", "right", "forward", "forward", "forward", "jump",
    ]  # fmt: skip
    assert len(program.instructions) == 4


@rule("AR-15")
@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("2x(forward, left, jump)", "A loop lies around one or two cards, not 3."),
        ("2x(3x(forward))", "A loop may not lie around a loop in this deck."),
        ("4x(forward)", "This deck has no ×4 card."),
        ("2x()", "A loop needs at least one card inside."),
    ],
)
def test_loops_that_the_deck_does_not_have(program: str, problem: str) -> None:
    state = Setup(edition="complete", floor=".", rovers={"red": "a1 east"}).state()
    found = algoracing.problems(state, "red", Program.read(program))
    assert [str(one) for one in found] == [problem]
