"""Test several programs in one exercise of Algoracing. [AR-35]"""

from __future__ import annotations

from typing import Any

from teachkit.core.game.game import run
from teachkit.core.run.trace import Trace
from teachkit.errors import BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing import GAME
from teachkit.games.algoracing.state import State

from .rovers import start as placed
from .rules import cases, refused, rule


def start(floor: str = ". . . .\n. . . .", **facts: Any) -> State:
    """Red in the west of a narrow road, green in the east; they look at each other."""
    return placed(floor, **{"edition": "turns", "green": "d1 west", **facts})


def told(trace: Trace) -> list[str]:
    return trace.story().splitlines()


@rule("AR-35")
def test_rovers_take_turns_card_by_card() -> None:
    """Everybody's first card, then everybody's second; the road is free for one step each."""
    trace = run(algoracing.GAME, start(), {"red": "2x(forward)", "green": "forward, right"})
    assert told(trace) == [
        "Red, card 1: forward (round 1 of 2).",
        "The red rover drives to b1.",
        "Green, card 1: forward.",
        "The green rover drives to c1.",
        "Red, card 1: forward (round 2 of 2).",
        "Red: skipped because the green rover is in the way.",
        "Green, card 2: right.",
        "The green rover now faces north.",
    ]


@rule("AR-35")
def test_in_all_other_editions_one_runs_after_another() -> None:
    """Red has driven to the end of the road before green begins."""
    both = {"green": "forward", "red": "3x(forward)"}
    trace = run(algoracing.GAME, start(edition="nested"), both)
    assert [GAME.whereabouts(trace.final, name) for name in ("red", "green")] == [
        "c1 east",
        "d1 west",
    ]
    assert told(trace)[-1] == "Green: skipped because the red rover is in the way."


@rule("AR-35")
@cases("edition", "turns", "nested")
def test_the_seat_order_is_that_of_the_rovers(edition: str) -> None:
    """In whatever order the programs are given."""
    state = start(edition=edition)
    one = run(algoracing.GAME, state, {"red": "forward", "green": "forward"}, "red")
    assert one == run(algoracing.GAME, state, {"green": "forward", "red": "forward"}, "red")
    assert one.actors == ("red", "green")


@rule("AR-35")
def test_what_others_do_lies_in_the_start_and_runs_with_the_learners_program() -> None:
    trace = run(algoracing.GAME, start(programs={"green": "right, forward"}), "3x(forward)")
    assert GAME.whereabouts(trace.final, "red") == "d1 east"
    assert GAME.whereabouts(trace.final, "green") == "d2 north"
    assert trace.actor == "red"


@rule("AR-35")
def test_a_rover_without_a_program_stands_still() -> None:
    trace = run(algoracing.GAME, start(), "3x(forward)")
    assert GAME.whereabouts(trace.final, "green") == "d1 west"
    assert told(trace)[0] == "Card 1: forward (round 1 of 3)."


@rule("AR-35")
def test_an_elevator_runs_when_the_turn_comes_and_no_card_is_left() -> None:
    """Red has only one card; it rides in the second round, and green is told to go on."""
    state = start("% . . .\n. . . .", lifts=["a2 south"], red="b1 west")
    trace = run(algoracing.GAME, state, {"red": "forward", "green": "2x(forward)"})
    sentences = told(trace)
    ride = sentences.index("The elevator carries the red rover from a1 to a2.")
    assert sentences[ride - 1] == "The green rover drives to c1."
    assert sentences[ride + 1] == "Green, card 1: forward (round 2 of 2)."
    assert [played.actor for played in trace.steps()] == ["red", "green", None, "green"]


@rule("AR-35")
def test_a_loop_that_never_ends_stops_everybody() -> None:
    state = start("\n".join([". . . . ."] * 3), red="b2 east", green="d2 west")
    trace = run(algoracing.GAME, state, dict.fromkeys(("red", "green"), "while clear(left)"))
    assert trace.endless
    assert told(trace)[-1] == "Green: Card 1 repeats forever from step 1 on."


# The set-up ------------------------------------------------------------------------------------


@rule("AR-35")
def test_the_text_board_tells_what_others_will_run() -> None:
    state = start(programs={"green": "2x(forward), left"})
    assert str(state).splitlines()[-1] == "Green rover will run: 2x(forward), left"
    assert algoracing.GAME.programs(state) == dict(state.programs)


@rule("AR-35")
@cases(
    "programs, says",
    ({"blue": "left"}, '"blue" has a program, but no rover on the board.'),
    ({"green": "lefft"}, 'The program of green: There is no card "lefft". Did you mean'),
    ({"green": "north"}, 'The program of green: There is no card "north" in this deck.'),
    ({"green": "2x()"}, "The program of green: A loop needs at least one card inside."),
    ({"green": "2x(forward"}, "The program of green: "),
)  # fmt: skip
def test_a_bad_program_of_another_is_told_when_the_start_is_made(
    programs: dict[str, str], says: str
) -> None:
    assert refused(BoardError, start, programs=programs).startswith(says)


@rule("AR-35")
def test_two_starts_that_differ_in_what_others_do_are_different() -> None:
    one, other = (start(programs={"green": text}) for text in ("left", "right"))
    assert one != other
    assert one == start(programs={"green": "left"})
    assert hash(one) == hash(start(programs={"green": "left"}))


@rule("AR-35")
def test_the_teaching_edition_says_that_it_is_one() -> None:
    turns = algoracing.GAME.editions["turns"]
    assert "not in the board game" in turns.title
    assert [name for name, rules in algoracing.GAME.editions.items() if rules.card_by_card] == [
        "turns"
    ]
