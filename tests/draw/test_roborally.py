"""Pictures of the factory floor: looks, lights, and agreement with text and voice."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.game.game import run
from teachkit.draw.picture import png
from teachkit.draw.roborally import SPRITES, background, inlets
from teachkit.draw.scene import effects, retold, scene
from teachkit.draw.shapes import ATTENTION, INK, PIECE_COLOURS, WHITE, contrast, readable_on
from teachkit.draw.squares import MARGIN
from teachkit.draw.svg import background_svg
from teachkit.games import roborally
from teachkit.games.roborally.board_files import board_names, load_board
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.setup import Setup
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.events import GoalRolled
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

from .pixels import Pixels, piece_of, pixels
from .pixels import spots as coloured

MACHINE: dict[str, Any] = {
    "floor": ">> v gl .\n^ < o f1\ns1 . w ww",
    "walls": ["a1 west", "d2 east"],
    "lasers": ["d2 west 2"],
    "pushers": ["a1 east 1 3 5"],
    "robots": {"red": "a2 east", "green": "c1 north"},
}


def state(**changes: Any) -> State:
    return Setup(**MACHINE | changes).state()


def part(picture: Pixels, here: State, square: str) -> Pixels:
    """Return the pixels of one square."""
    unit = max(picture.shape[:2]) / max(scene(here).width, scene(here).height)
    x, y = (round(unit * at) for at in scene(here).background.spots[square])
    y, half = picture.shape[0] - y, round(unit / 2)
    return picture[y - half : y + half, x - half : x + half]


# ------------------------------------------------------------- what is printed

CHANGES: list[dict[str, Any]] = [
    {"floor": MACHINE["floor"].replace(old, new, 1)}
    for old, new in ((">>", ">"), ("^ <", "^ >"), ("gl", "gr"), (" o ", " . "), ("f1", "."),
                     ("ww", "w"), ("s1", "."), ("^ <", "^ <<"))
] + [
    {"lasers": ["d2 west 1"]},
    {"lasers": []},
    {"pushers": ["a1 east 2 4"]},
    {"pushers": []},
    {"walls": [*MACHINE["walls"], "b1 north"]},
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_differs_on_the_board_is_seen_and_written(change: dict[str, Any]) -> None:
    here, other = state(robots={"red": "b1 east"}), state(robots={"red": "b1 east"}, **change)
    assert background_svg(here) != background_svg(other) or png(here) != png(other)
    assert str(here) != str(other)


@pytest.mark.parametrize("turn", ["< v", "v <"])
def test_a_bend_looks_other_than_a_belt_that_goes_straight_on(turn: str) -> None:
    """The same belt to the south, fed from behind or from its side."""
    bent, straight = (
        background(Setup(floor=text, robots={"red": "a1 east"}).state().board)
        for text in ("> v .\n. . .\n. . .", ". v .\n. v .\n. . .")
    )
    assert len(bent.placed) == len(straight.placed)
    ways = {inlets(read(text), Square.read("b2")) for text in JUNCTIONS}
    assert len(ways) == len(JUNCTIONS)


JUNCTIONS = [
    f". {north} .\n{west} v {east}\n. . ."
    for north, west, east in ("v..", ".>.", "..<", "v>.", "v.<", ".><", "v><")
]


def read(text: str) -> Any:
    return Setup(floor=text, robots={"red": "a1 east"}).read_board()


@pytest.mark.parametrize("name", board_names())
def test_our_boards_have_pictures(name: str) -> None:
    board = load_board(name)
    assert png(State(board, roborally.GAME.editions["base"], ()))


# ------------------------------------------------------------- robots


def test_a_robot_is_seen_where_it_stands_and_looks() -> None:
    for facing in FACINGS:
        here = state(robots={"red": f"b1 {facing.value}"})
        robot = piece_of(here, "red")
        assert (robot.angle, robot.label) == (facing.degrees, "red robot")
        assert scene(here).spoken["red"] == f"The red robot is on b1 and faces {facing.value}."
        seen = coloured(part(pixels(png(here)), here, "b1"), PIECE_COLOURS["red"])
        assert len(seen) > 300


def test_robots_are_told_apart_without_colour() -> None:
    """Each has its own letter, which stays upright."""
    assert len({name[0] for name in COLOURS}) == len(COLOURS)
    pieces = [scene(state()).piece(f"{name} letter") for name in ("red", "green")]
    assert all(piece and piece.upright for piece in pieces)
    for one, other in combinations(COLOURS, 2):
        paths = [
            SPRITES.layer("letter", name[0].upper()).paths[0].vertices for name in (one, other)
        ]
        assert not np.array_equal(*paths)


@pytest.mark.parametrize(
    ("change", "sign"),
    [
        ({"damage": {"red": 3}}, "damage 3"),
        ({"reached": {"red": 1}}, "flag 1"),
        *(({key: ["red"]}, key) for key in ("off", "virtual")),
        ({"destroyed": ["red"]}, "wreck"),
    ],
)
def test_what_is_to_be_known_of_a_robot_is_seen_beside_it(
    change: dict[str, Any], sign: str
) -> None:
    here = state(**change)
    piece = piece_of(here, f"red {sign}")
    assert piece.label
    assert piece.follows == "red"
    assert scene(state()).piece(piece.id) is None
    assert png(here) != png(state())


def test_what_a_robot_stands_on_is_shown_over_it() -> None:
    signs = {
        at: {piece.id for piece in scene(state(robots={"red": f"{at} north"})).pieces}
        for at in ("a3", "b3", "c3", "d2", "c1", "d1", "b1")
    }
    assert {at: sorted(found - signs["b1"]) for at, found in signs.items()} == {
        "a3": ["a3 express"], "b3": ["b3 belt"], "c3": ["c3 left"], "d2": ["d2 flag"],
        "c1": ["c1 wrench"], "d1": ["d1 hammer"], "b1": [],
    }  # fmt: skip


def test_virtual_robots_on_one_square_make_room() -> None:
    everybody = dict.fromkeys(COLOURS, "b1 north")
    seen = scene(state(robots=everybody, virtual=list(COLOURS)))
    places = {(piece.x, piece.y) for name in COLOURS if (piece := seen.piece(name))}
    assert len(places) == len(COLOURS)
    assert len({piece.id for piece in seen.pieces}) == len(seen.pieces)


# ------------------------------------------------------------- what is lit


def lit_by(here: State, program: str) -> dict[str, set[str]]:
    """Return the pieces lit by each kind of event."""
    found: dict[str, set[str]] = {}
    for event, after in run(roborally.GAME, here, program):
        ids = {each.id for each in effects(after, event)}
        found.setdefault(type(event).__name__, set()).update(ids)
    return {name: ids for name, ids in found.items() if ids}


def test_the_belts_that_run_are_lit() -> None:
    """First the express belts alone, then all of them, with the bend that the robot came onto."""
    here = state(edition="factory", robots={"red": "a3 east"}, lasers=[])
    assert lit_by(here, "left") == {
        "Carried": {"express-lit", "belts-lit"}, "Bent": {"b3 turns", "b2 turns"},
    }  # fmt: skip


def test_the_beam_that_hits_is_lit_from_its_laser_to_the_robot() -> None:
    here = state(edition="factory", robots={"red": "b1 north", "green": "d1 west"})
    assert lit_by(here, "u-turn")["Shot"] >= {"d1 west beam b1"}
    beam = next(each for each in effects(*shot(here)) if each.id == "d1 west beam b1")
    assert (beam.angle, beam.y) == (270, pytest.approx(scene(here).background.spots["b1"][1]))
    assert scene(here).background.spots["b1"][0] < beam.x < scene(here).background.spots["d1"][0]
    event = shot(here)
    bright = coloured(part(pixels(png(event[0], event[1])), here, "c1"), SPRITES.colour("core"))
    assert len(bright) > 20
    assert len(coloured(part(pixels(png(here)), here, "c1"), SPRITES.colour("core"))) == 0


def shot(here: State) -> tuple[State, Any]:
    for event, after in run(roborally.GAME, here, "u-turn"):
        if type(event).__name__ == "Shot" and event.by == "green":
            return after, event
    raise AssertionError("nobody shot")


def test_what_is_lit_lies_under_the_robots() -> None:
    here = state(edition="factory", robots={"red": "a3 east"}, lasers=[])
    trace = run(roborally.GAME, here, "left")
    seen = retold(trace.final, scene(trace.final), trace.steps())
    names = [piece.id for piece in seen.pieces]
    assert max(names.index(name) for name in ("belts-lit", "b2 turns")) < names.index("red")
    carried = next(frame for frame in trace if type(frame.event).__name__ == "Carried")
    for square, is_express, is_lit in (("a3", True, True), ("b2", False, False)):
        band = SPRITES.colour("express" if is_express else "belt")
        before, after = (
            len(coloured(part(pixels(png(carried.state, event)), here, square), band))
            for event in (None, carried.event)
        )
        assert before > 1000
        assert (after < 200) == is_lit


def test_a_wreck_is_crossed_out_and_one_that_never_comes_back_lies_at_the_rim() -> None:
    for lives, x in ((3, scene(state()).background.spots["b1"][0]), (1, MARGIN / 2)):
        here = state(edition="factory", robots={"red": "b1 south"}, lives={"red": lives})
        trace = run(roborally.GAME, here, "move-1")
        gone = next(frame for frame in trace if type(frame.event).__name__ == "Destroyed")
        assert piece_of(gone.state, "red").x == pytest.approx(x)
        assert len(coloured(pixels(png(gone.state, gone.event)), ATTENTION)) > 50
        assert scene(gone.state).spoken["red"] == "The red robot is destroyed."


def test_robots_that_are_not_placed_yet_are_not_drawn_as_wrecks() -> None:
    players = {name: at_random(name) for name in ("red", "green")}
    frames = Match(roborally.GAME, roborally.GAME.opening.match(2, "variant"), 3, players).frames
    begun = next(frame.state for frame in frames if len(frame.state.robots) == 2)
    seen = scene(begun)
    assert not any(piece.id.startswith(name) for piece in seen.pieces for name in players)
    assert seen.spoken["red"] == "The red robot is not on the board yet."
    last = scene(next(frame.state for frame in frames if isinstance(frame.event, GoalRolled)))
    assert "is on" in last.spoken["red"]


# ------------------------------------------------------------- every eye


BELTS = ("belt", "express")
GROUNDS = ("ring", "plate", "pusher", "disc", "gear-left", "gear-right")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *((SPRITES.colour(f"{belt}-sign"), SPRITES.colour("rail")) for belt in BELTS),
        (SPRITES.colour("express-sign"), SPRITES.colour("express")),
        (WHITE, SPRITES.colour("cloth")),
        *((INK, SPRITES.colour(ground)) for ground in GROUNDS),
        *((readable_on(PIECE_COLOURS[name]), PIECE_COLOURS[name]) for name in COLOURS),
    ],
)
def test_letters_and_signs_stand_out(one: str, other: str) -> None:
    assert contrast(one, other) >= 4.5


def test_in_a_match_a_marker_lies_on_each_archive() -> None:
    """Each has its own spot on the square; in an exercise no robot returns."""
    facts: dict[str, Any] = {"floor": ". . f1", "robots": {"red": "b1 east", "green": "c1 east"}}
    match = Setup(**facts, turn=1, archives={"red": "a1", "green": "a1"}).state()
    marks = [piece for piece in scene(match).pieces if "archive" in piece.id]
    assert [piece.label for piece in marks] == [
        "archive of the red robot on a1", "archive of the green robot on a1",
    ]  # fmt: skip
    assert len({(piece.x, piece.y) for piece in marks}) == 2
    alone = Setup(**facts).state()
    assert not any("archive" in piece.id for piece in scene(alone).pieces)
