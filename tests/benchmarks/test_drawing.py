"""What a picture costs, against an empty figure of the same size, drawn and encoded alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from teachkit.core.game import run
from teachkit.draw import algoracing_board
from teachkit.draw.encode import encoded
from teachkit.draw.picture import DPI, SIZE, png, sheet
from teachkit.games import algoracing
from teachkit.games.algoracing.setup import Setup
from teachkit.games.algoracing.state import State

from .ratio import interleaved

FROM_SCRATCH, NEXT = 4.0, 1.7
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


def from_scratch(state: State) -> bytes:
    """As if this board had never been drawn."""
    for kept in (sheet, algoracing_board.background, algoracing_board._ground):
        kept.cache_clear()
    return png(state, scale=1)


@pytest.mark.parametrize("name", STARTS)
def test_a_picture_from_scratch(benchmark: Any, name: str) -> None:
    state = STARTS[name].state()
    ratio = interleaved(lambda: from_scratch(state), empty_figure, rounds=25)
    assert benchmark.pedantic(from_scratch, (state,), rounds=5) == png(state, scale=1)
    benchmark.extra_info["times an empty figure"] = str(ratio)
    assert ratio.value <= FROM_SCRATCH, ratio


@pytest.mark.parametrize("name", STARTS)
def test_the_next_picture_of_a_board(benchmark: Any, name: str) -> None:
    trace = run(algoracing, STARTS[name].state(), "forward, forward, left, forward, right")
    states = [frame.state for frame in trace]
    turn = iter(states * 20)
    ratio = interleaved(lambda: png(next(turn), scale=1), empty_figure, rounds=25)
    assert benchmark.pedantic(png, (trace.final,), {"scale": 1}, rounds=5) == from_scratch(
        trace.final
    )
    benchmark.extra_info["times an empty figure"] = str(ratio)
    assert ratio.value <= NEXT, ratio
