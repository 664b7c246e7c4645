"""RoboRally: what holds on every floor, whatever robots do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teachkit.core.flow import Event
from teachkit.core.game import run
from teachkit.core.grid import FACINGS, Square
from teachkit.core.trace import Trace
from teachkit.games import roborally
from teachkit.games.roborally import Setup, events
from teachkit.games.roborally.instructions import deck
from teachkit.games.roborally.rules import COLOURS
from teachkit.games.roborally.state import State

SIDE = 5
SIGNS = (".", ".", ".", ">", "<", "^", "v", ">>", "<<", "^^", "vv", "gl", "gr", "o", "w")
MOTIONS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}

several = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def starts(draw: st.DrawFn, least: int = 2, most: int = 5) -> tuple[Setup, dict[str, str]]:
    """A small floor with something of everything, robots on it, and a program for each."""
    signs = [[draw(st.sampled_from(SIGNS)) for _ in range(SIDE)] for _ in range(SIDE)]
    for row, column in [(row, column) for row in range(SIDE) for column in range(SIDE)]:
        across, up = MOTIONS.get(signs[row][column][0], (0, 0))
        if not (0 <= column + across < SIDE and 0 <= row - up < SIDE):
            signs[row][column] = "."
    squares = [Square(column, row) for row in range(SIDE) for column in range(SIDE)]
    free = [square for square in squares if signs[SIDE - 1 - square.row][square.column] != "o"]
    names = COLOURS[: draw(st.integers(least, most))]
    places = draw(st.permutations(free))[: len(names)]
    walls = draw(
        st.lists(st.tuples(st.sampled_from(squares), st.sampled_from(FACINGS)), max_size=6)
    )
    mounted = [f"{square} {facing.back.value}" for square, facing in walls]
    kinds = draw(st.lists(st.sampled_from(["", "laser", "pusher"]), min_size=6, max_size=6))
    setup = Setup(
        floor="\n".join(" ".join(row) for row in signs),
        walls=[f"{square} {facing.value}" for square, facing in walls],
        lasers=[text for text, kind in zip(mounted, kinds, strict=False) if kind == "laser"],
        pushers=[
            f"{text} 1 3" for text, kind in zip(mounted, kinds, strict=False) if kind == "pusher"
        ],
        robots={
            name: f"{place} {draw(st.sampled_from(FACINGS)).value}"
            for name, place in zip(names, places, strict=False)
        },
    )
    cards = iter(draw(st.permutations(deck())))
    programs = {
        name: ", ".join(str(next(cards)) for _ in range(draw(st.integers(1, 5))))
        for name in setup.robots
    }
    return setup, programs


def played(start: tuple[Setup, dict[str, str]]) -> Trace:
    setup, programs = start
    return run(roborally, setup.state(), programs)


def pairs(trace: Trace) -> list[tuple[State, Event, State]]:
    """Each event between what was before and what was after."""
    before = [trace.start, *(frame.state for frame in trace)]
    return [(old, frame.event, frame.state) for old, frame in zip(before, trace, strict=False)]


@several
@given(starts())
def test_no_two_robots_share_a_square(start: tuple[Setup, dict[str, str]]) -> None:
    for frame in played(start):
        squares = [robot.square for robot in frame.state.active]
        assert len(set(squares)) == len(squares), frame.event


@several
@given(starts())
def test_robots_and_cards_are_neither_lost_nor_made(start: tuple[Setup, dict[str, str]]) -> None:
    """Who is destroyed stays destroyed; a card in a register is one that was laid."""
    trace = played(start)
    laid = {card.strip() for text in start[1].values() for card in text.split(",")}
    for before, event, state in pairs(trace):
        assert [robot.name for robot in state.robots] == [robot.name for robot in before.robots]
        gone = {robot.name for robot in before.robots if robot.destroyed}
        assert gone <= {robot.name for robot in state.robots if robot.destroyed}, event
        cards = [str(card) for robot in state.robots for card in robot.registers if card]
        assert len(set(cards)) == len(cards)
        assert set(cards) <= laid


@several
@given(starts())
def test_belts_never_push(start: tuple[Setup, dict[str, str]]) -> None:
    """Belts move only who stood on one, each to the square that its own belt leads to."""
    for before, event, state in pairs(played(start)):
        if isinstance(event, events.Carried):
            for robot in state.robots:
                old = before.robot(robot.name)
                belt = state.board.belts.get(old.square)
                if robot.name in event.robots:
                    assert belt
                    assert robot.square == old.square.ahead(belt.facing)
                else:
                    assert robot.square == old.square


@several
@given(starts())
def test_only_pushes_steps_and_belts_move_a_robot(start: tuple[Setup, dict[str, str]]) -> None:
    for before, event, state in pairs(played(start)):
        moved = [r.name for r in state.robots if r.square != before.robot(r.name).square]
        if moved:
            assert isinstance(event, events.Moved | events.Pushed | events.Carried), event
        turned = [r.name for r in state.robots if r.facing != before.robot(r.name).facing]
        if turned:
            assert isinstance(event, events.Turned | events.Bent | events.Geared), event
        if any(r.damage != before.robot(r.name).damage for r in state.robots):
            assert isinstance(event, events.Damaged), event


@several
@given(starts())
def test_in_each_register_cards_run_by_falling_priority(
    start: tuple[Setup, dict[str, str]],
) -> None:
    trace = played(start)
    for frame in trace:
        if isinstance(frame.event, events.Revealed):
            assert list(frame.event.priorities) == sorted(frame.event.priorities, reverse=True)


@several
@given(starts(), st.permutations(COLOURS))
def test_other_names_lead_to_the_same_run_with_other_names(
    start: tuple[Setup, dict[str, str]], names: list[str]
) -> None:
    """Nothing depends on how a robot is called."""
    setup, programs = start
    called = dict(zip(COLOURS, names, strict=True))
    other = replace(setup, robots={called[name]: place for name, place in setup.robots.items()})
    mine = played(start)
    theirs = played((other, {called[name]: text for name, text in programs.items()}))
    assert len(mine) == len(theirs)
    for one, two in zip(mine, theirs, strict=True):
        assert type(one.event) is type(two.event)
        assert renamed(one.event.facts(), called) == two.event.facts()
        assert [robot.with_(name="") for robot in one.state.robots] == [
            robot.with_(name="") for robot in two.state.robots
        ]


def renamed(facts: Any, called: dict[str, str]) -> Any:
    """The facts of an event with other names, also within its sentences."""
    if isinstance(facts, dict):
        return {key: renamed(value, called) for key, value in facts.items()}
    if isinstance(facts, list):
        return [renamed(value, called) for value in facts]
    if isinstance(facts, str):
        return " ".join(called.get(word, word) for word in facts.split(" "))
    return facts


@several
@given(starts(), st.randoms(use_true_random=False))
def test_seats_decide_nothing_while_all_cards_differ(
    start: tuple[Setup, dict[str, str]], random: Any
) -> None:
    """Robots sit in another order: each ends where it did, because priorities decide."""
    setup, programs = start
    order = list(setup.robots)
    random.shuffle(order)
    other = replace(
        setup, robots={name: setup.robots[name] for name in order}, pushers=[], lasers=[]
    )
    mine = played((replace(setup, pushers=[], lasers=[]), programs)).final
    theirs = played((other, programs)).final
    for robot in mine.robots:
        assert theirs.robot(robot.name) == robot
