"""Pictures: they agree with the text board, are accessible, and are drawn only once."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from msgspec import structs

from teachkit.core.board.squares import FACINGS, Facing
from teachkit.core.game.game import run
from teachkit.draw.algoracing import SPRITES
from teachkit.draw.lovelace import cards
from teachkit.draw.picture import SCALE, SIZE, picture, png, sheet, size_of
from teachkit.draw.scene import ROOMS, scene
from teachkit.draw.shapes import (
    ATTENTION,
    INK,
    PAPER,
    PIECE_COLOURS,
    TRAIL,
    WHITE,
    contrast,
    readable_on,
)
from teachkit.games import algoracing, lovelace
from teachkit.games.algoracing.board import board_names
from teachkit.games.algoracing.setup import Setup
from teachkit.games.algoracing.state import State
from teachkit.games.lovelace.editions import AREAS

from ..cases import one_changed
from .pixels import alone, drawn, full_drawing, piece_of, pixels, point, spots

FULL: dict[str, Any] = {
    "edition": "complete",
    "board": "crater-rim",
    "rovers": {"red": "a1 east", "green": "c2 south", "blue": "d5 north", "yellow": "e8 west"},
    "carries": {"red": ["blue"], "blue": ["blue", "green"], "yellow": ["blue"] * 3},
    "samples": {"c1": "blue", "g8": ["blue", "green"], "e8": "purple"},
    "bases": {"red": "a1", "green": "a9", "blue": "i9", "yellow": "i1"},
}
SMALL: dict[str, Any] = {"floor": ". . .\n. . .\n. . .", "rovers": {"red": "b2 east"}}


def state(setup: dict[str, Any], **changes: Any) -> State:
    return Setup(**setup | changes).state()


# ------------------------------------------------------------------------------ every board


@pytest.mark.slow
@pytest.mark.parametrize("name", board_names())
def test_every_board_has_a_picture(name: str) -> None:
    start = Setup(board=name, rovers={"red": "a1 east"}).state()
    seen = pixels(png(start))
    assert max(seen.shape) == 1000
    for level in {start.board.level(square) for square in start.board.squares}:
        assert len(spots(seen, SPRITES.colour(f"level-{level}"))) > 1000
    assert bool(start.board.walls) == bool(len(spots(seen, SPRITES.colour("stone"))))


def test_a_board_may_have_any_form() -> None:
    for floor, width, height in ((".", 390, 500), (". . . .", 500, 232), (".\n.\n.", 203, 500)):
        start = Setup(floor=floor).state()
        assert size_of(start) == {"width": width, "height": height}
        assert pixels(png(start, scale=1)).shape == (height, width, 3)


# ------------------------------------------------------------- picture, text and log agree


@pytest.mark.parametrize("facing", FACINGS)
def test_picture_text_and_log_agree_on_where_a_rover_looks(facing: Facing) -> None:
    turns = {Facing.NORTH: "left", Facing.EAST: "u-turn", Facing.SOUTH: "right"}
    before = Facing.EAST if facing is not Facing.EAST else Facing.WEST
    trace = run(algoracing.GAME, state(SMALL, rovers={"red": f"b2 {before}"}),
                turns.get(facing, "u-turn"))  # fmt: skip
    assert trace.story().endswith(f"The red rover now faces {facing}.")
    assert "R" + facing.arrow in str(trace.final)
    eyes = spots(pixels(png(trace.final)), SPRITES.colour("eye"))
    assert direction(eyes, point(trace.final, "b2")) == facing


@pytest.mark.parametrize("facing", FACINGS)
def test_a_turned_sprite_looks_where_the_picture_looks(facing: Facing) -> None:
    piece = piece_of(state(SMALL, rovers={"red": f"b2 {facing}"}), "red")
    shown = alone(piece.layer, piece.size, 200)
    assert direction(spots(shown, SPRITES.colour("eye")), (100, 100)) == Facing.NORTH
    turned = np.rot90(shown, -piece.angle / 90)
    assert direction(spots(turned, SPRITES.colour("eye")), (100, 100)) == facing


def direction(lamps: Any, middle: tuple[float, float]) -> Facing:
    across, down = lamps.mean(axis=0) - middle
    if abs(across) > abs(down):
        return Facing.EAST if across > 0 else Facing.WEST
    return Facing.SOUTH if down > 0 else Facing.NORTH


HILL = ". . .\n. . .\n# . ."
CHANGES: list[dict[str, Any]] = [
    *one_changed({}, rovers=[{"red": "b2 west"}, {"red": "b3 east"}, {"green": "b2 east"}]),
    {"rovers": {"red": "b2 east", "blue": "a1 north"}},
    *one_changed({}, carries=[{"red": ["blue"]}], samples=[{"c3": "blue"}, {"b2": "blue"}]),
    *one_changed({}, samples=[{"c3": ["blue"] * 2}, {"c3": ["blue", "blue", "green"]}]),
    *one_changed({}, walls=[["a1 north"], ["a1 east"]], floor=[HILL, HILL.replace("#", "H")]),
    *one_changed({"floor": HILL, "edition": "complete"}, lifts=[["a1 east"], ["a1 north"]]),
    *one_changed({"bases": {"red": "a1"}}, edition=["complete"], labs=[{"a1": ["red", "blue"]}]),
    *one_changed({}, bases=[{"red": "a1"}, {"green": "a1"}]),
]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_is_on_the_board_is_in_the_picture(change: dict[str, Any]) -> None:
    start = state(SMALL)
    seen = {png(each, scale=1) for each in (start, state(SMALL, **change))}
    assert len(seen) == 2


def test_the_type_of_a_sample_that_lies_face_down_is_not_to_be_seen() -> None:
    seen = {png(state(SMALL, samples={"c3": kind})) for kind in ("blue", "green", "yellow")}
    assert len(seen) == 1


# ----------------------------------------------------------------------------- every eye

LEVELS = tuple(SPRITES.colour(f"level-{level}") for level in range(3))
FRAME, STONE, WHEEL, HALO, LAMP = map(SPRITES.colour, ("frame", "stone", "wheel", "halo", "eye"))
GROUNDS = (PAPER, TRAIL, HALO, *map(SPRITES.colour, ("capsule", "pad", "steel")))
LETTERS = [
    *((readable_on(colour), colour) for colour in PIECE_COLOURS.values()),
    *((INK, ground) for ground in GROUNDS),
    *((WHITE, ground) for ground in (ATTENTION, "#1b6b34")),
]
LINES = [
    *((line, level) for line in (INK, FRAME, STONE) for level in LEVELS),
    *((STONE, PAPER), (WHEEL, HALO), (LAMP, INK)),
]


@pytest.mark.parametrize(("one", "other"), [*LETTERS, *LINES])
def test_letters_and_lines_stand_out(one: str, other: str) -> None:
    assert contrast(one, other) >= 4.5


# Transforms of linear red, green and blue for the three kinds of colour blindness (Machado and
# others, 2009).
EYES = {
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
    "no red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "no green": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "no blue": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


TOGETHER = [tuple(PIECE_COLOURS.values()), LEVELS, tuple(map(cards.SPRITES.colour, AREAS))]


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("colours", TOGETHER, ids=["pieces", "levels", "areas"])
def test_colours_can_be_told_apart_by_every_eye(eye: str, colours: tuple[str, ...]) -> None:
    seen = [np.asarray(EYES[eye]) @ linear(colour) for colour in colours]
    lightness = [116 * np.cbrt(np.clip(each, 0, 1) @ [0.2126, 0.7152, 0.0722]) for each in seen]
    hues = [np.cbrt(np.clip(each, 0, 1)) * 100 for each in seen]
    for (one, dark), (other, bright) in combinations(zip(hues, lightness, strict=True), 2):
        assert abs(dark - bright) > 6 or np.abs(one - other).max() > 20


def linear(colour: str) -> Any:
    parts = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


# --------------------------------------------------------------------- events and the way


def test_a_skipped_card_leaves_a_badge_where_it_happened() -> None:
    trace = run(algoracing.GAME, state(SMALL, rovers={"red": "c2 east"}), "forward")
    assert not len(spots(pixels(png(trace.final)), ATTENTION))
    badge = spots(pixels(png(trace.final, trace.frames[-1].event)), ATTENTION)
    x, y = badge.mean(axis=0)
    assert x > 750
    assert 300 < y < 500


EVENTS: list[tuple[dict[str, Any], str, str]] = [
    (SMALL | {"samples": {"c2": "blue"}}, "forward", "PickedUp"),
    (SMALL | {"carries": {"red": ["blue"]}, "bases": {"green": "c2"}}, "forward", "Delivered"),
    (SMALL | {"rovers": {"red": "a3 south"}, "samples": {"a1": "blue"}}, "teleport", "Pulled"),
    (SMALL | {"rovers": {"red": "a3 east", "blue": "c3 east"}, "bases": {"blue": "a1"}},
     "teleport", "Teleported"),
    ({"board": "crater-rim", "rovers": {"red": "d5 east"}}, "left", "Lifted"),
]  # fmt: skip


@pytest.mark.parametrize(("setup", "program", "name"), EVENTS, ids=[each[2] for each in EVENTS])
def test_what_has_happened_is_marked(setup: dict[str, Any], program: str, name: str) -> None:
    trace = run(algoracing.GAME, state(setup), program)
    event, after = next(frame for frame in trace if type(frame.event).__name__ == name)
    assert png(after) != png(after, event)


def test_the_way_is_drawn_with_its_skips() -> None:
    trace = run(
        algoracing.GAME, state(SMALL, rovers={"red": "a1 east"}), "3x(forward), left, forward"
    )
    seen = pixels(png(trace.final, path=trace))
    way = spots(seen, TRAIL)
    assert len(way) > 1000
    left, low, right = way[:, 0].min(), way[:, 1].max(), way[:, 0].max()
    (begin, bottom), (end, _) = point(trace.final, "a1"), point(trace.final, "c2")
    assert max(abs(left - begin), abs(low - bottom), abs(right - end)) < 20
    assert len(spots(seen, ATTENTION)) > 50
    assert not len(spots(pixels(png(trace.final)), TRAIL))


# ----------------------------------------------------------------- drawn once, and the same


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("setup", [SMALL, FULL], ids=["small", "full"])
def test_what_is_put_on_a_kept_board_equals_a_full_drawing(
    setup: dict[str, Any], scale: int
) -> None:
    trace = run(algoracing.GAME, state(setup), "left, 4x(forward)")
    figure = full_drawing(trace.final, trace.frames[-1].event, path=trace)
    figure.set_dpi(100 * scale)
    kept = pixels(png(trace.final, trace.frames[-1].event, path=trace, scale=scale))
    assert np.array_equal(kept, drawn(figure))


def test_nothing_of_one_picture_stays_on_the_next() -> None:
    one, other = state(FULL), state(FULL, rovers={"red": "b2 south"}, carries={})
    first = png(one)
    assert png(other) != first
    assert png(one) == first
    bare = structs.replace(one, rovers=(), samples=())
    assert png(bare) == sheet(scene(bare).background, SIZE, SCALE).png([])


def test_every_storey_of_a_hill_is_a_step_that_can_be_counted() -> None:
    """Going down from the top of a hill crosses a contour for each storey."""
    for sign, storeys in (("#", 1), ("H", 2)):
        start = state(SMALL, floor=f". . .\n. {sign} .\n. . .", rovers={})
        seen = pixels(png(start))
        (x, y), (_, below) = point(start, "b2"), point(start, "b1")
        column = spots(seen[round(y) : round(below), round(x) : round(x) + 1], FRAME)[:, 1]
        contours = 1 + np.count_nonzero(np.diff(column) > 3)
        assert contours == storeys + 1  # the last one is the outline at the foot


def test_the_heights_of_hills_are_told_to_those_who_do_not_see_them() -> None:
    start = state(SMALL, floor=". # .\n. # H\n. . .")
    assert scene(start).alt == ("A board of 3 by 3 squares. Low hills: b2, b3. High hills: c2.")


def test_a_rover_casts_a_shadow_toward_the_south_east_wherever_it_faces() -> None:
    for facing in FACINGS:
        seen = scene(state(SMALL, rovers={"red": f"b2 {facing}"}))
        rover, shadow = seen.piece("red"), seen.piece("red shadow")
        assert rover
        assert shadow
        assert seen.pieces.index(shadow) < seen.pieces.index(rover)
        assert shadow.x > rover.x
        assert shadow.y < rover.y
        assert (shadow.angle, shadow.label) == (rover.angle, "")


@pytest.mark.parametrize("start", [state(SMALL), lovelace.Setup(edition="machine").state()])
def test_a_board_has_no_bright_margin(start: Any) -> None:
    """A board fills its picture with its world, so that it does not glare on a dark page."""
    seen = pixels(png(start))
    edges = np.concatenate([seen[0], seen[-1], seen[:, 0], seen[:, -1]])
    assert (edges.min(axis=1) < 225).all()


def test_a_rover_hides_nothing_that_it_stands_on() -> None:
    """House, flask and the arrow of a lift are drawn over it; a sample moves aside."""
    floor = ". .\n# ."
    setup = Setup(floor=floor, rovers={"red": "a2 east", "green": "a1 north", "blue": "b2 south"},
                  bases={"red": "a2"}, lifts=["a1 east"], samples={"b2": "blue"})  # fmt: skip
    seen = scene(setup.state())
    drawn_over = [piece.id for piece in seen.pieces if not piece.label]
    assert [each for each in drawn_over if not each.endswith(("letter", "shadow"))] == [
        "a2 home", "a2 lab ", "a1 lift",
    ]  # fmt: skip
    assert seen.piece("b2 samples 1 aside")
    away = scene(structs.replace(setup.state(), rovers=()))
    assert not [piece for piece in away.pieces if not piece.label]


def test_a_picture_can_be_drawn_into_axes() -> None:
    figure = Figure((4, 3))
    axes = figure.add_subplot()
    picture(state(SMALL), ax=axes)
    seen = drawn(figure)
    assert len(spots(seen, LEVELS[0])) > 1000
    assert len(spots(seen, PIECE_COLOURS["red"])) > 100


def test_pyplot_is_never_touched() -> None:
    code = (
        "import sys, teachkit\n"
        "assert not {'matplotlib', 'numpy', 'IPython', 'ipywidgets'} & set(sys.modules)\n"
        "from teachkit.draw.picture import png\n"
        "from teachkit.games.algoracing import Setup\n"
        "png(Setup(floor='. .', rovers={'red': 'a1 east'}).state())\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_each_package_that_is_drawn_has_a_room_that_draws_it() -> None:
    for package, room in ROOMS.items():
        assert import_module(package)
        assert import_module(room)


def test_what_nobody_draws_says_so() -> None:
    with pytest.raises(NotImplementedError, match="no picture of a object"):
        scene(object())
