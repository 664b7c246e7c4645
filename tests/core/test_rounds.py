"""Several programs in one run, in a test world where each player has a number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.language.instructions import Card, Instruction, InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Event, Flow, Frame
from teachkit.core.run.trace import Trace, record
from teachkit.core.run.walk import STEP_BUDGET, Started, Walk, in_rounds

from ..programs import programs

Numbers = tuple[tuple[str, int], ...]
TOP = 4
CARDS = InstructionSet(
    [Card(name, name[0], name, name) for name in ("up", "down", "wait")],
    {"low": "the number is low", "others_low": "all the others are low"},
)


class Reached(Event, frozen=True):
    """A player's number has changed to this one."""

    who: str
    number: int

    def __str__(self) -> str:
        return f"{self.who} has {self.number}."


class Left(Event, frozen=True):
    """A player has finished."""

    who: str
    ends_card = True

    def __str__(self) -> str:
        return f"{self.who} leaves."


def rule(state: Numbers, actor: str, instruction: Instruction) -> Flow[Numbers]:
    step = {"up": 1, "down": -1, "wait": 0}[instruction.name]
    number = max(0, min(dict(state)[actor] + step, TOP))
    state = tuple((name, number if name == actor else old) for name, old in state)
    yield Frame(Reached(actor, number), state)
    return state


def leave(state: Numbers, actor: str) -> Flow[Numbers]:
    yield Frame(Left(actor), state)
    return state


SENSORS = {
    "low": lambda state, actor: dict(state)[actor] < 2,
    "others_low": lambda state, actor: all(n < 2 for name, n in state if name != actor),
}


def together(lanes: Mapping[str, str | Program], by_card: bool = True, **more: Any) -> Trace:
    """Run these programs, with all numbers at 0."""
    read = {
        name: Program.read(lane) if isinstance(lane, str) else lane for name, lane in lanes.items()
    }
    start = tuple((name, 0) for name in read)
    return record(in_rounds(start, read, by_card, rule, SENSORS, **more), start)


def started(trace: Trace, actor: str | None = None) -> list[tuple[int, str, int]]:
    """Return round, actor and card of everything that started."""
    events = [frame.event for frame in trace if isinstance(frame.event, Started)]
    return [(e.round, e.actor, e.step.card) for e in events if actor in (None, e.actor)]


# Who comes when --------------------------------------------------------------------------------


def test_card_by_card_everybody_first_runs_the_first_card() -> None:
    order = [(1, "ann", 1), (1, "bob", 1), (2, "ann", 2), (3, "ann", 3)]
    assert started(together({"ann": "up, up, up", "bob": "up"})) == order


def test_one_after_another_each_card_is_a_round() -> None:
    order = [(1, "ann", 1), (2, "ann", 2), (3, "bob", 1), (4, "bob", 2)]
    assert started(together({"ann": "up, up", "bob": "up, up"}, by_card=False)) == order


def test_sensors_are_asked_when_the_turn_has_come() -> None:
    """Bob's first card has run when Ann's loop asks a second time."""
    trace = together({"ann": "while others_low(wait), up", "bob": "up, up, up"})
    assert started(trace, "ann") == [(1, "ann", 1), (2, "ann", 1), (3, "ann", 2)]


def test_who_has_no_card_left_has_finished_and_the_others_go_on() -> None:
    trace = together({"ann": "up", "bob": "up, up"}, finish=leave)
    told = [str(frame.event) for frame in trace if not isinstance(frame.event, Started)]
    assert told == ["ann has 1.", "bob has 1.", "ann leaves.", "bob has 2.", "bob leaves."]


def test_the_end_of_the_game_stops_everybody() -> None:
    lanes = dict.fromkeys(("ann", "bob"), "up, up, up")
    trace = together(lanes, is_over=lambda state: dict(state)["ann"] == 2, finish=leave)
    assert trace.final == (("ann", 2), ("bob", 1))
    assert "leaves" not in trace.story()


# Loops without end -----------------------------------------------------------------------------


def test_a_loop_that_waits_for_another_is_not_endless() -> None:
    """Everything on the board is as before, but Bob's program is further on."""
    trace = together({"ann": "while others_low(wait)", "bob": "up, down, up, down, up, up"})
    assert trace.endless is None
    assert dict(trace.final) == {"ann": 0, "bob": 2}


def test_a_loop_without_end_is_named_and_stops_everybody() -> None:
    """Ann waits too: the state repeated at Bob's turn."""
    trace = together({"ann": "while low(wait)", "bob": "up, while others_low(wait, wait)"})
    assert trace.endless.among_others() == "Bob: Cards 2–3 repeat forever from step 2 on."
    assert len(trace.steps()) < 10


def test_a_loop_one_after_another_lets_nobody_act_after_it() -> None:
    trace = together({"ann": "while low(wait)", "bob": "up"}, by_card=False)
    assert trace.endless
    assert trace.actors == ("ann",)


def test_nobody_waits_for_a_program_without_measure() -> None:
    trace = together({"ann": "999x(11x(wait))", "bob": "up"})
    assert trace.story().splitlines()[-1] == f"Ann: Stopped after {STEP_BUDGET} steps."


# What holds of all programs --------------------------------------------------------------------

rows = programs(CARDS, most_times=3)


@given(st.lists(programs(InstructionSet(CARDS), most_times=3), min_size=2, max_size=4))
def test_everybody_keeps_the_order_of_the_own_cards(lanes: list[Program]) -> None:
    """Other players change the results of sensors, so these programs use none."""
    trace = together({f"p{number}": lane for number, lane in enumerate(lanes)})
    for number, lane in enumerate(lanes):
        me = f"p{number}"
        alone = together({me: lane})
        assert [card for _, _, card in started(trace, me)] == [c for _, _, c in started(alone)]
        assert [r for r, _, _ in started(trace, me)] == list(range(1, len(started(alone)) + 1))
        assert dict(trace.final)[me] == dict(alone.final)[me]


@given(st.lists(rows, min_size=2, max_size=3), st.booleans())
def test_rounds_never_go_back(lanes: list[Program], by_card: bool) -> None:
    trace = together({f"p{number}": lane for number, lane in enumerate(lanes)}, by_card)
    rounds = [number for number, _, _ in started(trace)]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(1, max(rounds, default=0) + 1))


@given(rows)
def test_one_program_alone_runs_the_same_in_any_order(lane: Program) -> None:
    by_card, one_by_one = (together({"ann": lane}, each, finish=leave) for each in (True, False))
    assert by_card == one_by_one
    assert {number for number, _, _ in started(by_card)} <= {0}


@given(rows, rows)
def test_an_endless_loop_is_truly_one(ann: Program, bob: Program) -> None:
    """Run without checking for repetitions: a run called endless has not ended."""
    trace = together({"ann": ann, "bob": bob})
    if not trace.endless:
        return
    state: Numbers = (("ann", 0), ("bob", 0))
    walks = {"ann": Walk(ann, "ann", SENSORS), "bob": Walk(bob, "bob", SENSORS)}
    for moment in range(300):
        for name in tuple(walks):
            step = walks[name].next(state, partial(int, moment))
            if walks[name].ending:
                return  # an empty loop, which never gives the others a turn
            if step is None:
                del walks[name]
                continue
            for frame in rule(state, name, step.instruction):
                state = frame.state
    assert walks


# Who says it -----------------------------------------------------------------------------------


@pytest.fixture
def trace() -> Trace:
    return together({"ann": "2x(up)", "bob": "up, wait"})


def test_the_story_says_who(trace: Trace) -> None:
    told = ["Ann, card 1: up (round 1 of 2).", "ann has 1.", "Bob, card 1: up.", "bob has 1."]
    assert trace.story().splitlines()[:4] == told


def test_steps_of_everybody_and_of_one(trace: Trace) -> None:
    assert [played.actor for played in trace.steps()] == ["ann", "bob", "ann", "bob"]
    assert [played.step.card for played in trace.steps("bob") if played.step] == [1, 2]
    assert trace.steps("nobody") == []


def test_why_asks_everybody_or_one(trace: Trace) -> None:
    assert trace.why(1, "bob") == "Bob, card 1: up. bob has 1."
    assert trace.why(1).splitlines() == [
        "Ann, card 1: up (round 1 of 2). ann has 1.",
        "Bob, card 1: up. bob has 1.",
        "Ann, card 1: up (round 2 of 2). ann has 2.",
    ]
    assert trace.why(2, "ann") == "Ann: card 2 never ran."
    assert trace.why(7) == "Card 7 never ran."


def test_a_part_of_a_trace_still_says_who(trace: Trace) -> None:
    assert trace[:2].actors == ("ann", "bob")
    assert trace[:2].story() == "Ann, card 1: up (round 1 of 2).\nann has 1."


def test_plain_data_says_who(trace: Trace) -> None:
    first, *_, last = trace.to_json()["frames"]
    assert (first["actor"], first["says"]) == ("ann", "Ann, card 1: up (round 1 of 2).")
    assert first["event"]["round"] == 1
    assert (last["actor"], last["card"], last["event"]["who"]) == ("bob", 2, "bob")
