"""Remembered transitions say what the rules say, on boards and programs by chance."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from teachkit.core.game import run
from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.errors import AnswerError, BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing.state import State
from teachkit.play.memory import Memory, final_moment, remembered
from tests.games.examples import examples
from tests.programs import instructions_of, programs

COLUMNS, ROWS = 4, 3
SQUARES = [f"{column}{row}" for column in "abcd" for row in range(1, ROWS + 1)]
HEADINGS = ["north", "east", "south", "west"]

squares = st.sampled_from(SQUARES)
edges = st.tuples(squares, st.sampled_from(HEADINGS)).map(" ".join)
rows = st.lists(st.sampled_from("....##H*"), min_size=COLUMNS, max_size=COLUMNS).map(" ".join)


@st.composite
def states(draw: st.DrawFn) -> State:
    """A board with hills, walls, perhaps an elevator, two rovers, and samples all of one type.

    With samples of one type nothing is left to chance.
    """
    here, there, base = draw(st.lists(squares, min_size=3, max_size=3, unique=True))
    lying = draw(st.lists(squares, max_size=4, unique=True))
    setup = algoracing.Setup(
        floor="\n".join(draw(st.lists(rows, min_size=ROWS, max_size=ROWS))),
        walls=[edge for edge in draw(st.lists(edges, max_size=4)) if not leads_off(edge)],
        lifts=draw(st.lists(edges, max_size=1)),
        rovers={
            "red": f"{here} {draw(st.sampled_from(HEADINGS))}",
            "green": f"{there} {draw(st.sampled_from(HEADINGS))}",
        },
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
    """Whether a wall here would hang in the air."""
    off = {"north": str(ROWS), "south": "1", "west": "a", "east": "d"}
    square, heading = edge.split()
    return off[heading] in square


@examples(300, daily=60)
@given(state=states(), program=programs(algoracing.INSTRUCTIONS, most_times=3))
def test_remembered_is_what_the_rules_say(state: State, program: Program) -> None:
    """Frame by frame: skipped cards, whiles and ifs, endless loops, elevators at the end."""
    by_rules = run(algoracing, state, program, "red")
    moment = Memory(algoracing, "red").moment(state)
    for _ in range(2):  # the second time, nothing is asked of the rules any more
        quick = remembered(moment, program)
        assert quick.final == by_rules.final
        assert quick.frames == by_rules.frames
        assert quick.endless == by_rules.endless
        assert final_moment(moment, program).state == by_rules.final


@examples(50, daily=30)
@given(state=states(), rows=st.lists(programs(algoracing.INSTRUCTIONS, 3), max_size=4))
def test_what_was_remembered_for_one_program_is_right_for_the_next(
    state: State, rows: list[Program]
) -> None:
    moment = Memory(algoracing, "red").moment(state)
    for program in rows:
        assert remembered(moment, program) == run(algoracing, state, program, "red")


@examples(200, daily=40)
@given(
    state=states(),
    elsewhere=st.lists(states(), min_size=1, max_size=3),
    program=programs(algoracing.INSTRUCTIONS, most_times=3),
)
def test_what_was_remembered_amid_one_thing_is_right_amid_another(
    state: State, elsewhere: list[State], program: Program
) -> None:
    """Other samples, rovers, loads and labs on the same board, all in one memory."""
    memory = Memory(algoracing, "red")
    for other in [*elsewhere, state]:
        there = replace(other, board=state.board)
        expected = run(algoracing, there, program, "red")
        assert final_moment(memory.moment(there), program).state == expected.final
        assert remembered(memory.moment(there), program) == expected


@examples(50, daily=30)
@given(state=states(), other=states(), instruction=instructions_of(algoracing.INSTRUCTIONS))
def test_a_state_taken_apart_is_put_together_again(
    state: State, other: State, instruction: Instruction
) -> None:
    places = algoracing.PLACES
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
    """So a search may ask it once for each place, or once for what is around."""
    facts: dict[str, Any] = {
        "square": data.draw(squares), "place": f"{data.draw(squares)} north", "facing": "north",
        "samples": data.draw(st.integers(0, 2)), "total": data.draw(st.integers(0, 3)),
        "other": "green",
    }  # fmt: skip
    places = algoracing.PLACES
    for name, goal in algoracing.GOALS.items():
        asked = {fact: facts[fact] for fact in list(signature(goal).parameters)[2:]}
        of_place = name in places.GOALS
        like = (
            places.moved_to(replace(other, board=state.board), "red", places.place(state, "red"))
            if of_place
            else places.moved_to(state, "red", places.place(other, "red"))
        )
        one, two = (goal(each, "red", **asked) is None for each in (state, like))
        assert one == two, name


def start(**keys: Any) -> State:
    return algoracing.Setup(**{"floor": ". . .", "rovers": {"red": "a1 east"}} | keys).state()


def both(state: State, program: str) -> tuple[str, str]:
    """The story as the rules tell it, and as it is remembered."""
    moment = Memory(algoracing, "red").moment(state)
    read = Program.read(program)
    return run(algoracing, state, read).story(), remembered(moment, read).story()


@pytest.mark.parametrize(
    "program",
    [
        "",
        "2x(forward), left",
        "right, forward",
        "while clear(forward), left",
        "if blocked(left) else(forward)",
        "while clear(left, right)",
        "2x()",
        "9x(9x(9x(9x(9x(left)))))",
    ],
)
def test_both_tell_the_same_story(program: str) -> None:
    by_rules, from_memory = both(start(), program)
    assert by_rules == from_memory


def test_a_skipped_card_keeps_its_reason() -> None:
    _, from_memory = both(start(), "left, forward")
    last = "Nothing happens: the board ends ahead of a1."
    assert from_memory.splitlines()[-1] == last


def test_an_elevator_runs_when_the_program_has_ended() -> None:
    state = start(floor=". # .", lifts=["b1 east"], rovers={"red": "c1 west"})
    by_rules, from_memory = both(state, "left, right")
    assert by_rules == from_memory
    assert from_memory.splitlines()[-1] == "The elevator carries the red rover from c1 to b1."


def test_an_endless_program_never_comes_to_the_elevator() -> None:
    state = start(floor=". # .", lifts=["b1 east"], rovers={"red": "c1 west"})
    moment = Memory(algoracing, "red").moment(state)
    trace = remembered(moment, Program.read("while blocked(u-turn, u-turn)"))
    assert str(trace.endless) == "Cards 1–2 repeat for ever from step 1."
    assert trace.final == state


def test_what_would_ask_cannot_be_remembered() -> None:
    """Four samples of three types, room for three: chance would be asked which."""
    asking = start(samples={"b1": ["blue", "blue", "green", "yellow"]})
    moment = Memory(algoracing, "red").moment(asking)
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
        return algoracing.perform(state, player, instruction)

    game: Any = SimpleNamespace(
        perform=perform,
        finish=algoracing.finish,
        SENSORS=algoracing.SENSORS,
        PLACES=None,
        AHEAD=None,
    )
    moment = Memory(game, "red").moment(start())
    for _ in range(3):
        final_moment(moment, Program.read("8x(left), forward"))
    assert asked == ["left", "left", "left", "left", "forward"]


def test_equal_states_share_a_node() -> None:
    memory = Memory(algoracing, "red")
    moment = memory.moment(start())
    left, u_turn = Instruction("left"), Instruction("u-turn")
    assert memory.moment(start()) is moment
    assert moment[left][left] is moment[u_turn]
    assert len(memory) == 3
