"""Contracts for the pictures of every game and edition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import SCALE, SIZE, png, sheet
from teachkit.draw.replay_data import replay_data
from teachkit.draw.scene import Placed, retold, scene
from teachkit.games import game

from ..games.starts import EDITIONS, exercise, matches
from ..games.test_contract import random_match
from ..thorough import THOROUGH
from .pixels import Pixels, drawn, full_drawing, pixels, put_together

every_edition = pytest.mark.parametrize(("name", "edition"), EDITIONS)
played_editions = pytest.mark.parametrize(
    ("name", "edition"), [entry for entry in EDITIONS if matches(*entry, count=1)]
)
PROGRAMS = {
    "algoracing": "forward, left, forward, jump, forward, u-turn, forward",
    "calamitron": "forward, left, forward-2, shove, back-2, u-turn",
    "lovelace": "A1+, A4swap, C4/, C4x, C4x, C1copy, C3set, A4swap, A2-",
    "roborally": "move-1 490, left 70, move-2 670, u-turn 10, back-up 430",
}


def moments(name: str, edition: str) -> list[Any]:
    """Return about fifteen states of a whole match, including the first and the last."""
    frames = random_match(name, edition).frames
    return [frame.state for frame in frames[:: len(frames) // 15]] + [frames[-1].state]


@every_edition
def test_a_start_has_a_picture(name: str, edition: str) -> None:
    start = exercise(name, edition).state()
    seen = scene(start)
    assert seen.alt.endswith(".")
    assert set(seen.spoken) == set(game(name).players(start))
    assert all(sentence.endswith(".") for sentence in seen.spoken.values())


@played_editions
def test_every_moment_of_a_match_has_a_picture(name: str, edition: str) -> None:
    for state in moments(name, edition):
        seen = scene(state)
        assert png(state, scale=1)
        assert len({piece.id for piece in seen.pieces}) == len(seen.pieces)
        for player in game(name).players(state):
            assert seen.piece(player)
        for piece in seen.pieces:
            assert 0 <= piece.x <= seen.width
            assert 0 <= piece.y <= seen.height


@played_editions
def test_an_id_always_looks_the_same(name: str, edition: str) -> None:
    looks: dict[str, Any] = {}
    for frame in random_match(name, edition).frames[::5]:
        for piece in scene(frame.state).pieces:
            paths = [np.asarray(path.vertices).tolist() for path in piece.layer.paths]
            assert looks.setdefault(piece.id, (piece.label, paths)) == (piece.label, paths)


@played_editions
def test_every_event_of_a_match_can_be_marked(name: str, edition: str) -> None:
    kinds = {type(frame.event): frame for frame in random_match(name, edition).frames}
    for event, state in kinds.values():
        assert png(state, event, scale=1)


@pytest.mark.slow
@every_edition
def test_what_is_put_on_a_kept_background_equals_a_full_drawing(name: str, edition: str) -> None:
    """Daily tests draw one moment for each kind of event, nightly tests all of them."""
    trace = run(game(name), exercise(name, edition).state(), PROGRAMS[name])
    kinds = {type(frame.event): frame for frame in trace}
    for event, state in trace if THOROUGH else kinds.values():
        figure = full_drawing(state, event, path=trace)
        assert np.array_equal(pixels(png(state, event, path=trace, scale=1)), drawn(figure))


@pytest.mark.slow
@every_edition
def test_put_together_the_pieces_of_a_run_are_its_pictures(name: str, edition: str) -> None:
    """Nothing is missing or misplaced; edges may be half a pixel off."""
    program = Program.read(PROGRAMS[name])
    trace = run(game(name), exercise(name, edition).state(), program)
    sent = replay_data(trace, game(name), program)
    for number in range(0, len(sent["stops"]), 1 if THOROUGH else 2):
        expected = pixels(png_of_stop(trace, number))
        seen = put_together(sent, sent["stops"][number])
        assert tiles(np.abs(expected - seen)).max() < 45


def png_of_stop(trace: Trace, number: int) -> bytes:
    """Return the picture of a stop with its pieces, without the path, which the browser draws."""
    steps = trace.steps()
    state = steps[number - 1].after if number else trace.start
    seen = retold(state, scene(state), steps[:number])
    placed = [Placed(piece.layer, piece.x, piece.y, piece.angle) for piece in seen.pieces]
    return sheet(seen.background, SIZE, SCALE).png(placed)


def tiles(picture: Pixels, side: int = 20) -> Any:
    """Return the mean colours of the squares of this side in a picture."""
    high, wide = (length // side for length in picture.shape[:2])
    whole = picture[: high * side, : wide * side].astype(np.float32)
    return whole.reshape(high, side, wide, side, -1).mean(axis=(1, 3, 4))
