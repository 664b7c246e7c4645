"""Compare Calamitron's cached moves with the rules, in random crowds."""

from __future__ import annotations

import dataclasses
from inspect import signature
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.errors import AnswerError
from teachkit.exercises.solving.par import par
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.foresight import GOALS
from teachkit.games.calamitron.state import State
from teachkit.play.search.memory import Memory, remembered
from tests.exercises.making import made
from tests.games.examples import examples
from tests.games.test_calamitron_invariants import crowds
from tests.rulebook.bots import board

QUIET = examples(300, daily=20)


def still(setup: Setup) -> State:
    """Return the start with rogues that do not move."""
    return dataclasses.replace(setup, before=[], after=[]).state()


def programs(draw: st.DrawFn, state: State, most: int = 6) -> Program:
    """Yield a program of all possible instructions, with the choices behind its cards."""
    ways = [way for card in calamitron.GAME.vocabulary(state) for way in card.ways]
    return Program(tuple(draw(st.lists(st.sampled_from(ways), max_size=most))))


@st.composite
def runs(draw: st.DrawFn) -> tuple[State, list[Program]]:
    """Yield a start, with rogues that move or not, and some programs."""
    setup = draw(crowds())
    state = still(setup) if draw(st.booleans()) else dataclasses.replace(setup, before=[]).state()
    return state, [programs(draw, state) for _ in range(4)]


def is_remembered(memory: Memory, state: State, program: Program) -> None:
    """Check that a cached run agrees with the rules, unless they ask."""
    try:
        expected = run(calamitron.GAME, state, program, "red")
    except AnswerError:
        return
    assert remembered(memory.moment(state), program).last.state == expected.final
    assert remembered(memory.moment(state), program) == expected


@QUIET
@given(runs())
def test_remembered_is_what_the_rules_say(drawn: tuple[State, list[Program]]) -> None:
    """Run several programs with one memory, which grows."""
    state, rows = drawn
    memory = Memory(calamitron.GAME, "red")
    for program in rows:
        is_remembered(memory, state, program)


@st.composite
def crowds_on_one_board(draw: st.DrawFn) -> tuple[list[State], Program]:
    """Yield crowds on one board, with other pieces and crates on it."""
    first, *more = (still(draw(crowds())) for _ in range(3))
    others = [structs.replace(state, board=first.board, rules=first.rules) for state in more]
    return [first, *others], programs(draw, first)


@QUIET
@given(crowds_on_one_board())
def test_what_was_remembered_amid_one_crowd_is_right_amid_another(
    drawn: tuple[list[State], Program],
) -> None:
    states, program = drawn
    memory = Memory(calamitron.GAME, "red")
    for state in (*states, states[0]):
        is_remembered(memory, state, program)


@examples(30, daily=20)
@given(crowds(), crowds(), st.data())
def test_a_goal_asks_for_the_retro_or_for_all_else(one: Setup, other: Setup, data: Any) -> None:
    """A search may ask it once for each place, or once for the rest of the board."""
    state, elsewhere = still(one), still(other)
    facts: dict[str, Any] = {
        "square": "b2", "place": "b2 north", "facing": "north", "rogues": 1,
        "rogue": data.draw(st.sampled_from([bot.name for bot in state.rogues])),
        "other": data.draw(st.sampled_from([bot.name for bot in state.bots if bot.name != "red"])),
    }  # fmt: skip
    moved = state.with_bot(elsewhere.bot("red"))
    amid = elsewhere.with_bot(state.bot("red"))
    for name, goal in calamitron.GAME.goals.items():
        asked = {key: facts[key] for key in [*signature(goal).parameters][2:]}
        if name == "rescues":
            asked["other"] = state.rogues[0].name
        like = amid if name in GOALS else moved
        assert goal(like, "red", **asked) == goal(state, "red", **asked)


def test_a_bot_that_is_driven_is_remembered_where_it_is() -> None:
    """The hacker does not move meanwhile, so its own place is not enough."""
    state = board("R^ s1> .\n.  .   .", "nano")
    memory = Memory(calamitron.GAME, "red")
    for text in ("program servo-1, forward, right, forward", "program servo-1, right, forward"):
        program = Program.read(text, calamitron.GAME.instructions)
        final = run(calamitron.GAME, state, program, "red").final
        assert final.bot("servo-1") != state.bot("servo-1")
        assert remembered(memory.moment(state), program).last.state == final


def test_what_is_asked_of_the_retro_by_its_name_is_asked_of_its_place() -> None:
    exercise = made(
        game="calamitron", edition="drive", cards={"forward": 3},
        starts=[{"floor": ". . . .", "retros": {"red": "tread a1 east"},
                 "rogues": {"servo-1": "d1 north"}}],
        checks=[{"check": "bot_stands", "other": "red", "square": "c1"}],
        solution={"answer": "forward, forward"},
    )  # fmt: skip
    assert [each.best for each in par(exercise) if each.metric == "cards"] == [2]
