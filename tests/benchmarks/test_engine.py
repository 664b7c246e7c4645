"""Benchmarks of a run against Karel on the same route, and of `import teachkit`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from stanfordkarel.karel_program import KarelProgram

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.core.run.walk import straight_steps
from teachkit.games import algoracing
from teachkit.games.algoracing.state import State
from teachkit.play.search.memory import Memory, Moment, remembered

from .ratio import Ratio, at_least, by_day, report

RECORDED, REMEMBERED, LAST_STATE = 0.55, 9.0, 9.0  # times as many commands per second, at least
IMPORT = 0.14  # of the time of importing ipywidgets, at most
RUNS = 20  # repetitions of the whole route in each round, so that it is long enough to measure
ROUNDS = 25

SIDE = 9
FLOOR = "\n".join([" ".join("." * SIDE)] * SIDE)
ROUND_THE_EDGE = "4x(8x(forward), left), 4x(7x(forward), left)"
STAIRS = "3x(4x(forward, left, forward, left, left, left), left, left)"
ROUTE = Program.read(f"{ROUND_THE_EDGE}, {STAIRS}")
COMMANDS = [step.instruction.name for step in straight_steps(ROUTE) or ()]

Drive = Callable[[], tuple[int, int, str]]


@pytest.fixture
def start() -> State:
    """Return an empty board with a rover in its corner."""
    setup = algoracing.Setup(edition="nested", floor=FLOOR, rovers={"red": "a1 east"})
    return setup.state()


@pytest.fixture
def moment(start: State) -> Moment:
    return Memory(algoracing.GAME, "red").moment(start)


@pytest.fixture
def karel(tmp_path: Path) -> Drive:
    """Drive Karel over the route without a window, and return its position."""
    world = tmp_path / "empty.w"
    world.write_text(f"Dimension: ({SIDE}, {SIDE})\nKarel: (1, 1); east\nBeeperBag: 0\n")
    program = KarelProgram(str(world))
    methods = {"forward": program.move, "left": program.turn_left}
    commands = [methods[name] for name in COMMANDS]

    def drive() -> tuple[int, int, str]:
        program.reset_state()
        for command in commands:
            command()
        return program.avenue, program.street, program.direction.name.lower()

    return drive


def place(state: State) -> tuple[int, int, str]:
    """Return the rover's position in Karel's words."""
    rover = state.rover("red")
    return rover.square.column + 1, rover.square.row + 1, rover.facing.value


def often(drive: Callable[[], Any]) -> Callable[[], None]:
    def drive_often() -> None:
        for _ in range(RUNS):
            drive()

    return drive_often


def as_quick_as(wanted: float, karel: Drive, drive: Callable[[], Any], benchmark: Any) -> None:
    """Return how many times as many commands per second a drive makes as Karel."""
    ratio = at_least(wanted, often(karel), often(drive), ROUNDS)
    what = "times the commands per second of Karel"
    assert report(benchmark, what, ratio, often(drive)) >= wanted


def test_a_route_recorded_by_the_rules(start: State, karel: Drive, benchmark: Any) -> None:
    trace = run(algoracing.GAME, start, ROUTE)
    assert place(trace.final) == karel()
    assert not any(played.skipped for played in trace.steps())
    as_quick_as(RECORDED, karel, lambda: run(algoracing.GAME, start, ROUTE), benchmark)


def test_a_route_over_remembered_transitions(
    start: State, moment: Moment, karel: Drive, benchmark: Any
) -> None:
    """Frames are made when they are read, and here nothing reads them."""
    trace = remembered(moment, ROUTE)
    assert place(trace.final) == karel()
    assert trace == run(algoracing.GAME, start, ROUTE)
    as_quick_as(REMEMBERED, karel, lambda: remembered(moment, ROUTE), benchmark)


def test_only_the_last_state_of_a_route(moment: Moment, karel: Drive, benchmark: Any) -> None:
    assert place(remembered(moment, ROUTE).last.state) == karel()
    as_quick_as(LAST_STATE, karel, lambda: remembered(moment, ROUTE).last, benchmark)


# Importing -------------------------------------------------------------------------------------

IMPORT_TIMED = """
from time import process_time
start = process_time()
import {package}
print(process_time() - start)
"""


def import_time(package: str) -> float:
    """Return the processor time in seconds of importing a module in a fresh Python."""
    command = [sys.executable, "-c", IMPORT_TIMED.format(package=package)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_importing_teachkit(benchmark: Any) -> None:
    packages = ("teachkit", "ipywidgets")
    rounds = [[import_time(package) for package in packages] for _ in range(1 + by_day(15))]
    ratio = Ratio(*map(median, zip(*rounds[1:], strict=True)))  # the first round warms up
    what = "times as long as ipywidgets"
    assert report(benchmark, what, ratio, lambda: import_time("teachkit")) <= IMPORT
