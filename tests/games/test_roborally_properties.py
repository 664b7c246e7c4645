"""Test what is true of RoboRally on every floor, whatever robots do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.game.game import run
from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Trace
from teachkit.games import roborally
from teachkit.games.roborally import Setup, events
from teachkit.games.roborally.cards import deck
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.state import State

from .examples import examples

SIDE = 5
SIGNS = (".", ".", ".", ">", "<", "^", "v", ">>", "<<", "^^", "vv", "gl", "gr", "o", "w")
MOTIONS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}

several = examples(60, daily=25)


@st.composite
def starts(draw: st.DrawFn, least: int = 2, most: int = 5) -> tuple[Setup, dict[str, str]]:
    """Yield small floors with each kind of element, robots, and a program for each."""
    signs = [[draw(st.sampled_from(SIGNS)) for _ in range(SIDE)] for _ in range(SIDE)]
    for row, column in [(row, column) for row in range(SIDE) for column in range(SIDE)]:
        across, up = MOTIONS.get(signs[row][column][0], (0, 0))
        if not (0 <= column + across < SIDE and 0 <= row - up < SIDE):
            signs[row][column] = "."
    squares = [Square(column, row) for row in range(SIDE) for column in range(SIDE)]
    free = [square for square in squares if signs[SIDE - 1 - square.row][square.column] != "o"]
    names = COLOURS[: draw(st.integers(least, most))]
    places = draw(st.permutations(free))[: len(names)]
    edge = st.tuples(st.sampled_from(squares), st.sampled_from(FACINGS))
    walls = draw(st.lists(edge, max_size=6))
    kinds = draw(st.lists(st.sampled_from(["", "laser", "pusher"]), min_size=6, max_size=6))
    mounted = [
        (kind, f"{square} {facing.back.value}")
        for kind, (square, facing) in zip(kinds, walls, strict=False)
    ]
    setup = Setup(
        floor="\n".join(" ".join(row) for row in signs),
        walls=[f"{square} {facing.value}" for square, facing in walls],
        lasers=[place for kind, place in mounted if kind == "laser"],
        pushers=[f"{place} 1 3" for kind, place in mounted if kind == "pusher"],
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
    return run(roborally.GAME, setup.state(), programs)


# What must never change ------------------------------------------------------------------------


def belts_move_only_those_on_them(before: State, event: events.Carried, after: State) -> bool:
    """Each robot moves to the square of its own belt, and nobody is pushed."""
    for robot in after.robots:
        old = before.robot(robot.name).square
        belt = after.board.belts.get(old)
        carried = old.ahead(belt.facing) if belt and robot.name in event.robots else old
        if robot.square != carried or (robot.name in event.robots and not belt):
            return False
    return True


def only_the_right_events_change_robots(before: State, event: Event, after: State) -> bool:
    """Steps, pushes and belts move a robot; cards, bends and gears turn it; shots damage it."""
    changes = {
        "square": events.Moved | events.Pushed | events.Carried,
        "facing": events.Turned | events.Bent | events.Geared,
        "damage": events.Damaged,
    }
    return all(
        isinstance(event, by) or getattr(before.robot(new.name), name) == getattr(new, name)
        for name, by in changes.items()
        for new in after.robots
    )


@examples(300, daily=60)
@given(starts())
def test_runs_on_any_floor_keep_every_invariant(start: tuple[Setup, dict[str, str]]) -> None:
    trace = played(start)
    laid = {card.strip() for text in start[1].values() for card in text.split(",")}
    before = trace.start
    for event, after in trace:
        squares = [robot.square for robot in after.active]
        assert len(set(squares)) == len(squares), event
        assert [robot.name for robot in after.robots] == [robot.name for robot in before.robots]
        for robot in after.robots:  # no robot is revived
            assert robot.destroyed or not before.robot(robot.name).destroyed, event
        cards = [str(card) for robot in after.robots for card in robot.registers if card]
        assert len(set(cards)) == len(cards), event
        assert set(cards) <= laid, event
        assert only_the_right_events_change_robots(before, event, after), event
        if isinstance(event, events.Carried):
            assert belts_move_only_those_on_them(before, event, after), event
        if isinstance(event, events.Revealed):
            assert list(event.priorities) == sorted(event.priorities, reverse=True)
        before = after


@several
@given(starts(), st.permutations(COLOURS))
def test_other_names_lead_to_the_same_run_with_other_names(
    start: tuple[Setup, dict[str, str]], names: list[str]
) -> None:
    """Nothing depends on the name of a robot."""
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
    """Return the facts of an event with other names, also within its sentences."""
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
    """In another seat order each robot ends on the same square, because priorities decide."""
    setup, programs = start
    order = list(setup.robots)
    random.shuffle(order)
    setup = replace(setup, pushers=[], lasers=[])
    other = replace(setup, robots={name: setup.robots[name] for name in order})
    theirs = played((other, programs)).final
    for robot in played((setup, programs)).final.robots:
        assert theirs.robot(robot.name) == robot
