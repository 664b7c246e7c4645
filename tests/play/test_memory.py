"""Compare cached transitions with the rules, on random boards and programs."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import structs

from teachkit.core.game.foresight import Foresight
from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.errors import AnswerError, BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing.state import State
from teachkit.play.search.memory import Memory, remembered
from tests.games.examples import examples
from tests.programs import instructions_of, programs

COLUMNS, ROWS = 4, 3
SQUARES = [f"{column}{row}" for column in "abcd" for row in range(1, ROWS + 1)]
HEADINGS = ["north", "east", "south", "west"]

PROGRAMS = programs(algoracing.GAME.instructions, most_times=3)
squares, headings = st.sampled_from(SQUARES), st.sampled_from(HEADINGS)
edges = st.tuples(squares, headings).map(" ".join)
rows = st.lists(st.sampled_from("....##H*"), min_size=COLUMNS, max_size=COLUMNS).map(" ".join)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Yield boards with hills, walls, perhaps an elevator, two rovers, and samples of one type.

    With samples of one type there are no random choices.
    """
    here, there, base = draw(st.lists(squares, min_size=3, max_size=3, unique=True))
    lying = draw(st.lists(squares, max_size=4, unique=True))
    setup = algoracing.Setup(
        floor="\n".join(draw(st.lists(rows, min_size=ROWS, max_size=ROWS))),
        walls=[edge for edge in draw(st.lists(edges, max_size=4)) if not leads_off(edge)],
        lifts=draw(st.lists(edges, max_size=1)),
        rovers={"red": f"{here} {draw(headings)}", "green": f"{there} {draw(headings)}"},
        samples={square: ["blue"] * draw(st.integers(1, 4)) for square in lying},
        carries={"green": ["blue"] * draw(st.integers(0, 2))},
        bases={"red": base},
    )
    try:
        return setup.state()
    except BoardError:  # the elevator does not start on a hill
        assume(False)
        raise


def leads_off(edge: str) -> bool:
    """Return whether a wall here would be beside the board."""
    off = {"north": str(ROWS), "south": "1", "west": "a", "east": "d"}
    square, heading = edge.split()
    return off[heading] in square


@examples(300, daily=60)
@given(state=states(), rows=st.lists(PROGRAMS, min_size=1, max_size=3))
def test_remembered_is_what_the_rules_say(state: State, rows: list[Program]) -> None:
    """Compare frame by frame for several programs, with loops, whiles, ifs and elevators."""
    moment = Memory(algoracing.GAME, "red").moment(state)
    expected = [(program, run(algoracing.GAME, state, program, "red")) for program in rows]
    for program, by_rules in expected * 2:  # the second time, the rules are not called again
        assert remembered(moment, program) == by_rules
        assert remembered(moment, program).last.state == by_rules.final


@examples(200, daily=40)
@given(state=states(), elsewhere=st.lists(states(), min_size=1, max_size=3), program=PROGRAMS)
def test_what_was_remembered_amid_one_thing_is_right_amid_another(
    state: State, elsewhere: list[State], program: Program
) -> None:
    """Use other samples, rovers, loads and labs on the same board, all in one memory."""
    memory = Memory(algoracing.GAME, "red")
    for other in [*elsewhere, state]:
        there = structs.replace(other, board=state.board)
        expected = run(algoracing.GAME, there, program, "red")
        assert remembered(memory.moment(there), program).last.state == expected.final
        assert remembered(memory.moment(there), program) == expected


@examples(50, daily=30)
@given(state=states(), other=states(), instruction=instructions_of(algoracing.GAME.instructions))
def test_a_state_taken_apart_is_put_together_again(
    state: State, other: State, instruction: Instruction
) -> None:
    places = algoracing.GAME.foresight.places
    there = places.place(other, "red")
    moved = places.moved_to(state, "red", there)
    assert places.place(moved, "red") == there
    assert places.moved_to(moved, "red", places.place(state, "red")) == state
    alone = places.alone(state, "red")
    assert places.place(alone, "red") == places.place(state, "red")
    assert places.occupied(alone, "red") == frozenset()


@examples(100, daily=40)
@given(state=states(), other=states(), data=st.data())
def test_a_goal_asks_for_the_place_or_for_all_else(
    state: State, other: State, data: st.DataObject
) -> None:
    """A search may ask it once for each place, or once for the rest of the board."""
    facts: dict[str, Any] = {
        "square": data.draw(squares), "place": f"{data.draw(squares)} north", "facing": "north",
        "samples": data.draw(st.integers(0, 2)), "total": data.draw(st.integers(0, 3)),
        "other": "green",
    }  # fmt: skip
    places, elsewhere = algoracing.GAME.foresight.places, structs.replace(other, board=state.board)
    for name, goal in algoracing.GAME.goals.items():
        asked = {fact: facts[fact] for fact in list(signature(goal).parameters)[2:]}
        around, placed = (elsewhere, state) if name in places.goals else (state, other)
        like = places.moved_to(around, "red", places.place(placed, "red"))
        one, two = (goal(each, "red", **asked) is None for each in (state, like))
        assert one == two, name


def start(**keys: Any) -> State:
    return algoracing.Setup(**{"floor": ". . .", "rovers": {"red": "a1 east"}} | keys).state()


LIFT: dict[str, Any] = {"floor": ". # .", "lifts": ["b1 east"], "rovers": {"red": "c1 west"}}


@pytest.mark.parametrize(
    ("program", "keys", "last"),
    [
        ("", {}, ""),
        ("2x(forward), left", {}, ""),
        ("right, forward", {}, "Skipped: a1 is at the edge of the board."),
        ("while clear(forward), left", {}, ""),
        ("if blocked(left) else(forward)", {}, ""),
        ("while clear(left, right)", {}, ""),
        ("2x()", {}, ""),
        ("9x(9x(9x(9x(9x(left)))))", {}, ""),
        ("left, right", LIFT, "The elevator carries the red rover from c1 to b1."),
    ],
)
def test_both_tell_the_same_story(program: str, keys: dict[str, Any], last: str) -> None:
    """Both name loops and brackets, skipped cards, and an elevator that runs at the end."""
    state, read = start(**keys), Program.read(program)
    story = remembered(Memory(algoracing.GAME, "red").moment(state), read).story()
    assert story == run(algoracing.GAME, state, read).story()
    assert story.endswith(last)


def test_an_endless_program_never_comes_to_the_elevator() -> None:
    state = start(**LIFT)
    moment = Memory(algoracing.GAME, "red").moment(state)
    trace = remembered(moment, Program.read("while blocked(u-turn, u-turn)"))
    assert str(trace.endless) == "Cards 1–2 repeat forever from step 1 on."
    assert trace.final == state


def test_what_would_ask_cannot_be_remembered() -> None:
    """Four samples of three types with room for three need a random choice."""
    asking = start(samples={"b1": ["blue", "blue", "green", "yellow"]})
    moment = Memory(algoracing.GAME, "red").moment(asking)
    for _ in range(2):
        with pytest.raises(AnswerError):
            moment[Instruction("forward")]
    assert dict(moment) == {}
    with pytest.raises(AnswerError):
        remembered(moment, Program.read("left, right, forward"))


def test_each_transition_is_asked_of_the_rules_once() -> None:
    asked = []

    def perform(state: State, player: str, instruction: Instruction) -> Any:
        asked.append(str(instruction))
        return algoracing.GAME.perform(state, player, instruction)

    game = replace(algoracing.GAME, perform=perform, foresight=Foresight())
    moment = Memory(game, "red").moment(start())
    for _ in range(3):
        assert remembered(moment, Program.read("8x(left), forward")).last is not None
    assert asked == ["left", "left", "left", "left", "forward"]


def test_equal_states_share_a_node() -> None:
    memory = Memory(algoracing.GAME, "red")
    moment = memory.moment(start())
    left, u_turn = Instruction("left"), Instruction("u-turn")
    assert memory.moment(start()) is moment
    assert moment[left][left] is moment[u_turn]
