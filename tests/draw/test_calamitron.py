"""Pictures of Calamitron: they agree with the text board, and show effects of bots."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from teachkit.core.board.squares import FACINGS, Facing
from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.draw.calamitron import SIZE, SPRITES, bot_layer
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.draw.scene import scene
from teachkit.draw.shapes import ATTENTION, contrast
from teachkit.draw.squares import MARGIN
from teachkit.games import calamitron
from teachkit.games.calamitron.board import board_names
from teachkit.games.calamitron.bots import COLOURS, retro_types, rogue_types, types
from teachkit.games.calamitron.setup import Setup
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import InForce
from tests.rulebook.bots import at_table, upgrade

from ..cases import one_changed
from .pixels import alone, piece_of, pixels, point, spots

colour = SPRITES.colour
SMALL: dict[str, Any] = {"floor": ". . .\n. . .\n. . .", "retros": {"red": "tread b2 east"}}


def state(setup: dict[str, Any] = SMALL, **changes: Any) -> State:
    return Setup(**setup | changes).state()


def trace(program: str, answers: Any = (), **changes: Any) -> Trace:
    return run(calamitron.GAME, state(**changes), program, answers=answers)


# ----------------------------------------------------------------- picture and text agree


@pytest.mark.parametrize("name", board_names())
def test_every_scenario_has_a_picture(name: str) -> None:
    start = Setup(board=name).state()
    seen = pixels(png(start))
    pits = [square for square in start.board.squares if start.board.kind(square) == "pit"]
    assert len(spots(seen, colour("depth"))) > 100 * len(pits)
    assert len(spots(seen, colour("pad"))) > 100 * len(start.board.exits)
    assert len(spots(seen, colour("steel"))) > 1000


PIT = ". . .\n. . .\n. . O"
BOTS = ("tread b2 west", "tread b3 east", "shot b2 east", "nano b2 east")
CHANGES: list[dict[str, Any]] = [
    *one_changed({}, retros=[{"red": bot} for bot in BOTS]),
    *one_changed(
        {}, retros=[{"green": "tread b2 east"}, {"red": "tread b2 east", "blue": "nano a1 north"}]
    ),
    *one_changed({}, rogues=[{"servo-1": "a1 north"}, {"servo-2": "a1 north"}]),
    {"rogues": {"servo-1": "a1 north"}, "stunned": ["servo-1"]},
    *one_changed({}, stunned=[["red"]], crates=[["c3"]], walls=[["a1 north"], ["a1 east"]]),
    *one_changed({}, doors=[["a1 north"], ["a1 east"]], arrows=[["c3 west"]]),
    *one_changed({}, floor=[PIT, ". . #\n. . .\n. . .", ". # +\n. . .\n. . ."]),
    {"floor": PIT, "filled": ["c1"]},
]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_is_on_the_board_is_in_the_picture(change: dict[str, Any]) -> None:
    seen = {png(each, scale=1) for each in (state(), state(**change))}
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("changes", "label", "line"),
    [
        ({"round": 2}, "Round 2", "Round 2. Face-up catastrophes: 0."),
        ({"catastrophes": ("catastrophe",)}, "Catastrophe", "Round 1. Face-up catastrophes: 1."),
        ({"in_force": (InForce("ballast", "heavy", 1, "rogues", 1),)}, "in force: Ballast",
         "In force: Ballast."),
        ({"in_force": (InForce("ballast", "heavy", 1, "rogues", 1, since=2),)},
         "next round: Ballast", "Next round: Ballast."),
        ({"pry_bar": "green"}, "Green has the pry bar", "Green has the pry bar."),
        ({"cards": (("red", "servo"),)}, "Red has the Servobot card", "Red has the Servobot card."),
        ({"in_force": (upgrade("anchor", "green"), upgrade("hover", "green"))},
         "Green has Hover skirt", "Green has these upgrades: Anchor, Hover skirt."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)  # fmt: skip
def test_what_lies_beside_the_board_is_in_picture_and_text(
    changes: dict[str, Any], label: str, line: str
) -> None:
    plain = at_table("R> . G^\n. . s1v")
    changed = at_table("R> . G^\n. . s1v", **changes)
    assert label in {piece.label for piece in scene(changed).pieces}
    assert label not in {piece.label for piece in scene(plain).pieces}
    assert line in str(changed).splitlines()
    assert not np.array_equal(pixels(png(changed)), pixels(png(plain)))


def test_trophies_lie_before_who_keeps_them() -> None:
    start = at_table("R> . G^\n. . s1v")
    kept = replace(start, trophies=(("knock-1", "green"), ("laser-1", ""), ("boss", "red")))
    places = {piece.label: piece.y for piece in scene(kept).pieces if " keeps " in piece.label}
    assert [*places] == ["Red keeps the Bossbot", "Green keeps Knockbot 1"]
    assert places["Red keeps the Bossbot"] > places["Green keeps Knockbot 1"]


def test_all_that_lies_beside_the_board_has_room_there() -> None:
    """Four players with two upgrades each, and their trophies; three calamities in force."""
    held = InForce("magnetic-floor", "hover", 1, "rogues", 1)
    start = at_table(
        ". . . . . . . .\n" * 9 + "R> G> B> Y> . . . s1v", "tread tread tread tread",
        catastrophes=("catastrophe",) * 2,
        in_force=(
            *(held, replace(held, card="overdrive"), replace(held, card="slow-start")),
            *(upgrade(card, name) for name in COLOURS for card in ("double-armour", "big-memory")),
        ),
        cards=tuple((name, "knock") for name in COLOURS),
    )  # fmt: skip
    keeps = ((f"servo-{n}", name) for n, name in enumerate(COLOURS, 5))
    seen = scene(replace(start, trophies=tuple(keeps)))
    strip = [piece for piece in seen.pieces if piece.x > start.board.width + 2 * MARGIN]
    assert len(strip) > 25
    for piece in strip:
        assert piece.y > 0.2
        assert piece.x + piece.size / 2 < seen.background.width


def test_each_type_has_an_outline_of_its_own() -> None:
    """Even without colours and signs."""
    pictures = [alone(bot_layer(kind, "red"), SIZE)
                for kind in retro_types()]  # fmt: skip
    pictures += [alone(bot_layer(kind), SIZE)
                 for kind, each in types().items() if each.rogue]  # fmt: skip
    outlines = [picture[:, :, 3] > 128 for picture in pictures]
    assert len(outlines) == len(types())
    for one, other in combinations(outlines, 2):
        assert (one ^ other).mean() > 0.02


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*retro_types(), *rogue_types(), "boss", "minion"])
@pytest.mark.parametrize("facing", FACINGS)
def test_lamps_are_where_a_bot_looks(kind: str, facing: Facing) -> None:
    name = "red" if kind in retro_types() else kind if types()[kind].extra else f"{kind}-1"
    bots = ({"retros": {"red": f"{kind} b2 {facing}"}} if name == "red"
            else {"retros": {}, "rogues": {name: f"b2 {facing}"}})  # fmt: skip
    lamps = spots(pixels(png(state(**bots))), colour("lamp"))
    across, down = lamps.mean(axis=0) - point(state(**bots), "b2")
    ahead = {Facing.NORTH: -down, Facing.EAST: across, Facing.SOUTH: down, Facing.WEST: -across}
    assert max(ahead, key=lambda way: ahead[way]) == facing


def test_a_piece_says_who_it_is_and_what_became_of_it() -> None:
    start = state(retros={"red": "nano b2 east"}, rogues={"servo-1": "b3 north"},
                  stunned=["red"], crates=["a1"])  # fmt: skip
    seen = scene(start)
    said = {piece.id: piece.label for piece in seen.pieces if piece.label}
    assert said == {
        "a1 crate": "a crate on a1",
        "servo-1": "Servobot 1",
        "red": "The red retro",
        "red nano": "Nanobot",
        "red stunned": "is on its back",
    }
    assert seen.spoken == {"red": "The red retro, a Nanobot, is on its back on b2 and faces east."}


def test_a_retro_in_a_pit_is_seen_there() -> None:
    fallen = trace("forward", floor=". . O", retros={"red": "tread b1 east"}).final
    assert scene(fallen).piece("red out")
    assert not scene(fallen).piece("red tread")
    assert int(piece_of(fallen, "red").x - MARGIN) == 2


LINES = [
    *((ink, "halo") for ink in ("ink", "rogue", "boss")),
    *((ink, "floor") for ink in ("steel", "pit")),
    *(("ink", "metal"), ("lamp", "ink"), ("nail", "filled"), ("attention", "white")),
    *(("stripe", "door"), ("sign", "pad")),
]


@pytest.mark.parametrize(("ink", "ground"), LINES)
def test_lines_and_letters_stand_out(ink: str, ground: str) -> None:
    assert contrast(colour(ink), colour(ground)) >= 4.5


# ---------------------------------------------------------------------------------- events

SHOT: dict[str, Any] = {"floor": ". . . .", "retros": {"red": "shot a1 east"}}
SHOT |= {"rogues": {"servo-1": "c1 north"}}
EVENTS: list[tuple[str, str, dict[str, Any]]] = [
    ("Fired", "left", {"rogues": {"laser-1": "c1 north"}, "after": ["laser-1"]}),
    ("Flamed", "left", {"rogues": {"flame-1": "c1 north"}, "after": ["flame-1"]}),
    ("Knocked", "left", {"floor": ". . .", "retros": {"red": "tread c1 east"},
                         "rogues": {"knock-1": "a1 east"}, "after": ["knock-1"]}),
    ("Sent", "left", {"rogues": {"prog-1": "c3 south"}, "after": ["prog-1"]}),
    ("Beamed", "tractor", SHOT | {"rogues": {"servo-1": "d1 north"}}),
    ("Beamed", "forcer", SHOT),
    ("Crashed", "forcer", SHOT | {"floor": ". . ."}),
    ("Dragged", "forcer", SHOT),
    ("Pushed", "forward", {"floor": ". . .", "retros": {"red": "tread a1 east"},
                           "rogues": {"servo-1": "b1 north"}}),
    ("Ground", "forward", {"rogues": {"servo-1": "c2 north"}}),
    ("Opened", "forward", {"crates": ["c2"]}),
    ("Filled", "forward", {"floor": ". . O", "retros": {"red": "tread a1 east"},
                           "crates": ["b1"]}),
    ("Fell", "forward", {"floor": ". O .", "retros": {"red": "tread a1 east"}}),
    ("Skipped", "forward", {"walls": ["b2 east"]}),
    ("Skipped", "back-2", {"walls": ["b2 west"]}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "program", "start"), EVENTS, ids=[each[0] for each in EVENTS])
def test_what_has_happened_is_marked(name: str, program: str, start: dict[str, Any]) -> None:
    event, after = next(
        frame for frame in trace(program, **start) if type(frame.event).__name__ == name
    )
    assert png(after) != png(after, event)


def test_a_bump_is_behind_a_bot_that_could_not_back_up() -> None:
    ran = trace("back-2", walls=["b2 west"])
    marked = spots(pixels(png(ran.final, ran.frames[-1].event)), ATTENTION)
    assert marked[:, 0].min() < 410
    assert not len(spots(pixels(png(ran.final)), ATTENTION))


def test_a_beam_ends_at_a_wall() -> None:
    """A laser without a hit is visible on the squares before the wall, not after it."""
    ran = trace("left", floor=". . . .", retros={"red": "tread a1 north"}, walls=["c1 east"],
                rogues={"laser-1": "b1 west"}, after=["laser-1"])  # fmt: skip
    event, after = next(frame for frame in ran if type(frame.event).__name__ == "Fired")
    red = spots(pixels(png(after, event)), colour("hot"))
    assert red[:, 0].max() < 800


# ----------------------------------------------------------------- programs of other bots


def hacked() -> Trace:
    return trace("program, forward, left", [0], floor=". . .\n. . .",
                 retros={"green": "nano a1 north"}, rogues={"servo-1": "b1 north"})  # fmt: skip


def test_a_hacker_and_whom_it_drives_are_marked() -> None:
    ran = hacked()
    marks = {"green drives", "servo-1 driven-by green", "servo-1 flag-of green"}
    assert not marks & {piece.id for piece in scene(ran.start).pieces}
    for played in ran.steps():
        assert marks <= {piece.id for piece in scene(played.after).pieces}
    driving = ran.steps()[0].after
    assert piece_of(driving, "green drives").label == "the green retro programs Servobot 1"


def test_a_run_shows_what_lies_on_each_card_and_then_no_more() -> None:
    """Laser, flames and blows are visible only at the stop that caused them."""
    ran = trace("left, right", floor=". . . . .", retros={"red": "tread e1 north"},
                rogues={"laser-1": "a1 east"}, before=["laser-1"])  # fmt: skip
    sent = replay_data(ran, calamitron.GAME, Program.read("left, right"))
    beams = [piece["id"] for piece in sent["pieces"] if piece["label"] == "laser"]
    assert len(beams) == 1
    seen = [stop["places"][beams[0]][3] for stop in sent["stops"]]
    assert seen == [0, 1, 0, 0]


def test_what_glides_keeps_its_signs() -> None:
    sent = replay_data(hacked(), calamitron.GAME, Program.read("program, forward, left"))
    for stop in sent["stops"]:
        x, y, *_ = stop["places"]["servo-1"]
        assert np.allclose(stop["places"]["servo-1 sign"][:2], (x, y))


def test_a_retro_of_another_type_is_another_piece_of_the_same_player() -> None:
    start = state()
    changed = start.with_bot(replace(start.bot("red"), type="nano"))
    assert piece_of(start, "red").layer is piece_of(changed, "red").layer
    assert scene(changed).piece("red nano")
    assert not scene(changed).piece("red tread")


def test_each_rogue_moves_at_a_stop_of_its_own() -> None:
    ran = trace("left", floor=". . .\n. . .", retros={"red": "tread a1 north"},
                rogues={"servo-1": "a2 east", "servo-2": "c2 west"}, before=["servo"],
                after=["servo-1"])  # fmt: skip
    assert [stop.says[0] for stop in ran.stops()] == [
        "Servobot 1 moves.", "Servobot 2 moves.", "Card 1: left.", "Servobot 1 moves.",
    ]  # fmt: skip
