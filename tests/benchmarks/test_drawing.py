"""Benchmarks of pictures against an empty figure of the same size, drawn and encoded alike."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from teachkit.core.game.game import run
from teachkit.draw import algoracing as mars
from teachkit.draw import roborally as factory
from teachkit.draw.lovelace import machine
from teachkit.draw.picture import DPI, SIZE, encoded, png, sheet
from teachkit.draw.replay_data import match_data
from teachkit.games import NAMES, algoracing, game, lovelace, roborally
from teachkit.games.algoracing.setup import Setup
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from teachkit.widgets.player import complete, thinned

from .ratio import at_most, report

FROM_SCRATCH, NEXT = 4.4, 1.9  # a tenth more than measured on a slow processor
# A page with four full sheets; most of its time is spent encoding, not drawing.
# A floor of 12 by 12 squares full of belts and machines, and eight robots.
MOST = {"table": (5.0, 4.2), "factory": (5.0, 2.0)}
STARTS = {
    "6x6": Setup(
        board="two-hills",
        rovers={"red": "a1 east", "green": "c2 south"},
        samples={"c1": "blue", "e1": "green", "f4": "yellow"},
    ),
    "9x9": Setup(
        edition="complete",
        board="crater-rim",
        rovers={"red": "a1 east", "green": "b9 south", "blue": "h9 north", "yellow": "i2 west"},
        samples={"c1": "blue", "e1": "green", "g3": "yellow", "e6": ["purple", "blue"]},
        bases={"red": "a1", "green": "a9", "blue": "i9", "yellow": "i1"},
    ),
}


def empty_figure() -> bytes:
    canvas: Any = FigureCanvasAgg(Figure((SIZE / DPI, SIZE / DPI), dpi=DPI))
    canvas.draw()
    return encoded(np.asarray(canvas.buffer_rgba())[:, :, :3])


MACHINE = (machine.background, machine.layout)
KEPT = (sheet, factory.background, factory._ground, mars.background, mars._ground, *MACHINE)


def from_scratch(state: Any) -> bytes:
    """Draw a board with empty caches."""
    for kept in KEPT:
        kept.cache_clear()
    return png(state, scale=1)


def on_mars(name: str) -> list[Any]:
    trace = run(algoracing.GAME, STARTS[name].state(), "forward, forward, left, forward, right")
    return [frame.state for frame in trace]


def at_the_machine(name: str) -> list[Any]:
    setup = lovelace.Setup(edition="machine", targets=[18, 38])
    return [
        frame.state for frame in run(lovelace.GAME, setup.state(), "B2+, A3+, A1+, B4swap, B2+")
    ]


def at_the_table(name: str) -> list[Any]:
    """Return moments from the last round of a match of four players."""
    names = ("ada", "babbage", "somerville", "menabrea")
    strategies = {name: at_random(f"{name} 1") for name in names}
    match = Match(lovelace.GAME, lovelace.Setup(players=names), 1, strategies)
    states = [frame.state for frame in match.frames]
    return [state for state in states if state.round == 4 and state.patrons][-12:]


def in_the_factory(name: str) -> list[Any]:
    """Return the frames of a register of eight robots, without those that light something up."""
    start = roborally.Setup(
        board="round-belt",
        robots={
            "red": "b2 north", "green": "b11 east", "blue": "k11 south", "yellow": "k2 west",
            "orange": "d6 north", "purple": "d9 east", "white": "g9 south", "cyan": "g5 west",
        },
        damage={"red": 3, "cyan": 6},
        reached={"green": 1},
        programs={"green": "move-1 500, left 90", "white": "back-up 430, move-1 520"},
    )  # fmt: skip
    return [frame.state for frame in run(roborally.GAME, start.state(), "move-2 670, right 80")]


MOMENTS = {
    "6x6": on_mars,
    "9x9": on_mars,
    "machine": at_the_machine,
    "table": at_the_table,
    "factory": in_the_factory,
}


@pytest.mark.parametrize("name", MOMENTS)
def test_a_picture_from_scratch(benchmark: Any, name: str) -> None:
    state = MOMENTS[name](name)[0]
    most, _ = MOST.get(name, (FROM_SCRATCH, NEXT))
    ratio = at_most(most, lambda: from_scratch(state), empty_figure, rounds=25)
    assert from_scratch(state) == png(state, scale=1)
    assert report(benchmark, "times an empty figure", ratio, lambda: from_scratch(state)) <= most


@pytest.mark.parametrize("name", MOMENTS)
def test_the_next_picture_of_a_board(benchmark: Any, name: str) -> None:
    states = MOMENTS[name](name)
    turn, last = cycle(states), states[-1]
    _, most = MOST.get(name, (FROM_SCRATCH, NEXT))
    ratio = at_most(most, lambda: png(next(turn), scale=1), empty_figure, rounds=25)
    assert png(last, scale=1) == from_scratch(last)
    what = "times an empty figure"
    assert report(benchmark, what, ratio, lambda: png(last, scale=1)) <= most


STOPS = 50  # stops of a replay for each empty figure
REPLAYED = {"algoracing": 6.5, "lovelace": 13, "calamitron": 17, "roborally": 6.5}


@pytest.mark.parametrize("name", NAMES)
def test_the_data_of_a_replay(benchmark: Any, name: str) -> None:
    """The first second of a player of 2,000 stops is spent in the kernel."""
    setup = game(name).opening.match(4)
    strategies = {piece: at_random(piece) for piece in setup.players}
    match = Match(game(name), setup, 5, strategies, frame_limit=500)
    names = dict.fromkeys(setup.players, "Ada")

    def replayed() -> Any:
        return thinned(complete(match_data(match.trace, match.game, names)))

    figures = range(-(-len(replayed()["stops"]) // STOPS))
    most = REPLAYED[name]
    ratio = at_most(most, replayed, lambda: [empty_figure() for _ in figures], rounds=5)
    assert report(benchmark, "times a figure for 50 stops", ratio, replayed) <= most
