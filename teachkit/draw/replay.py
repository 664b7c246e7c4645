"""A run as the browser's player gets it: all pictures once, and a place for each piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, TypeAlias

from teachkit.core.game.game import Game
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.program import Program
from teachkit.core.run.events import called
from teachkit.core.run.timeline import Cell, timeline
from teachkit.core.run.trace import Played, Trace
from teachkit.core.run.walk import Asked, Repeats, Skipped
from teachkit.draw.picture import BEGIN, SCALE, SIZE, WAY, background_png, size_of, sprite
from teachkit.draw.scene import (
    PASSED,
    Layer,
    Piece,
    Scene,
    badge,
    effects,
    retold,
    scene,
    skip_badge,
)
from teachkit.draw.sprites import svg
from teachkit.words import say

Place: TypeAlias = list[float]  # x, y, clockwise degrees, and 1 or 0: can it be seen
Badge: TypeAlias = list[float]  # x, y, radius, and 1 or 0: is it of the card that just ran

LEAST = (9, 12)  # pixels: the radius of a badge on the way, and of one that is new


def replay(
    trace: Trace,
    game: Game,
    program: Program,
    size: int = SIZE,
    scale: float = SCALE,
    backdrop: Any = None,
) -> dict[str, Any]:
    """Stop 0 is the start, then there is one for each card that ran and each question asked.

    Where a question was the last thing, one more stop is the end. `over` says how it ended, if not
    by itself.

    The board is drawn as it is at the start, or in the state that is the `backdrop`, which must
    be as large.

    Where several run programs there is a strip for each whose program is known: the learner's,
    or several of them as `Lanes`, and those that lie in the start. Places are in pixels from the
    top left corner of a board whose longer side is `size`.

    >>> from teachkit.core.game.game import run
    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". .", rovers={"red": "a1 east"}).state()
    >>> trace = run(algoracing.GAME, start, "forward")
    >>> [stop["says"] for stop in replay(trace, algoracing.GAME, Program.read("forward"))["stops"]]
    [[], ['Card 1: forward.', 'The red rover drives to b1.']]
    """
    steps = trace.stops()
    played = [None, *steps, *_the_end(trace, steps)]
    states = [each.after if each else trace.start for each in played]
    scenes = [retold(state, scene(state), steps[:ran]) for ran, state in enumerate(states)]
    ground = trace.start if backdrop is None else backdrop
    first = scenes[0]
    unit = size / max(first.width, first.height)
    pieces = {piece.id: piece for seen in scenes for piece in seen.pieces}
    known = _known(trace, game, program)
    before = _cards_before(known) if len(known) > 1 or not trace.alone else {}
    return {
        **size_of(ground, size),
        "background": background_png(ground, size, scale),
        "labels": _labels(first if backdrop is None else scene(backdrop), unit, scale),
        "alt": first.alt,
        "follow": trace.actor or "",
        "way": {"lines": WAY, "begin": svg([BEGIN])} if first.leaves_way else None,
        "badge": svg(badge(0, 0, 1)),
        "pieces": [_piece(pieces[name], unit, scale) for name in _in_order(scenes)],
        "program": known.get(trace.actor or "", Program()).to_json(),
        "strips": [
            {"actor": name, "label": called(name), "program": known[name].to_json()}
            for name in before
            if known[name]
        ],
        "timeline": _timeline(trace, game) if before else {},
        "over": _over(trace),
        "cards": {card.name: {"symbol": card.symbol, "label": card.label}
                  for card in game.vocabulary(trace.start)},
        "stops": [
            _stop(*parts, trace.actor or "", before)
            for parts in zip(
                played,
                states,
                scenes,
                _places(scenes, unit),
                _badges(played, scenes, unit, None if not before else trace.actor),
                strict=True,
            )
        ],
    }  # fmt: skip


def _the_end(trace: Trace, steps: Sequence[Played]) -> list[Played]:
    """After a last question, that no card is left to run."""
    if not steps or not steps[-1].asked or trace.endless:
        return []
    return [Played(None, trace.final, ())]


def _over(trace: Trace) -> str:
    """Why this program never came to its end; empty if it did."""
    if isinstance(trace.endless, Repeats):
        asked = [frame.event for frame in trace if isinstance(frame.event, Asked)]
        turn = asked[-1].question.turns[-1].number
        return say("It never ends: round {round} begins like an earlier one.", round=turn)
    return say("It was stopped before its end.") if trace.endless else ""


def _known(trace: Trace, game: Game, program: Program) -> dict[str, Program]:
    """Whose programs are known, in seat order."""
    mine = dict(program.lanes) if isinstance(program, Lanes) else {trace.actor or "": program}
    known = dict(game.programs(trace.start)) | mine
    seats = [*game.players(trace.start), trace.actor or ""]
    return {name: known[name] for name in dict.fromkeys(seats) if name in known}


def _cards_before(known: Mapping[str, Program]) -> dict[str, int]:
    """How many cards the strips before each one have: breakpoints count on through them."""
    sizes = [len(program.instructions) for program in known.values()]
    return dict(zip(known, accumulate(sizes, initial=0), strict=False))


def _timeline(trace: Trace, game: Game) -> dict[str, Any]:
    """Rounds across, pieces down; a cell has its stop, and the stop from which on it is known."""
    shown, cards = timeline(trace), {card.name: card for card in game.vocabulary(trace.start)}

    def cell(each: Cell | None, known: int) -> dict[str, Any]:
        if each is None:
            return {"known": known, "says": say("no card")}
        card = cards.get(each.instruction.split()[0])
        label = card.label if card else each.name
        title = say("Card {card}: {label}", card=each.card, label=f"{label} {each.note}".rstrip())
        return {
            "stop": each.stop,
            "known": each.stop,
            "title": title,
            "says": f"{title}, {say('did nothing')}" if each.skipped else title,
            "card": each.card,
            "symbol": card.symbol if card else label,
            "note": each.note,
            "skipped": each.skipped,
        }

    ends = [max(cell.stop for cell in column if cell) for column in zip(*shown.rows, strict=True)]
    return {
        "rounds": shown.rounds,
        "title": shown.title or say("Rounds"),
        "heads": [head._asdict() for head in shown.heads],
        "rows": [
            {"label": called(actor), "cells": [*map(cell, row, ends)]}
            for actor, row in zip(shown.actors, shown.rows, strict=True)
        ],
    }


def _in_order(scenes: Sequence[Scene]) -> list[str]:
    """All pieces from the lowest to the highest, as far as the scenes agree.

    One that was not there from the start lies right above the one that it lies above where it
    first is seen.
    """
    order: list[str] = []
    known: set[str] = set()
    for seen in scenes:
        place = 0
        for piece in seen.pieces:
            if piece.id in known:
                place = order.index(piece.id) + 1
            else:
                order.insert(place, piece.id)
                known.add(piece.id)
                place += 1
    return order


LABEL = 0.4  # units: the side of the square that a label fits in


def _labels(seen: Scene, unit: float, scale: float) -> list[dict[str, Any]]:
    """What stays upright on the background: each picture once, with all of its places."""
    spots: dict[Layer, list[tuple[float, float]]] = {}
    for layer, x, y, _ in seen.background.labels:
        spots.setdefault(layer, []).append(_from_top_left(x, y, seen, unit))
    side = round(LABEL * unit)
    return [
        {"picture": sprite(Piece("", "", layer, side / unit, 0, 0), side, scale), "size": side,
         "places": places}
        for layer, places in spots.items()
    ]  # fmt: skip


def _piece(piece: Piece, unit: float, scale: float) -> dict[str, Any]:
    side = round(piece.size * unit)
    picture = sprite(replace(piece, size=side / unit), side, scale)
    return {
        "id": piece.id, "label": piece.label, "picture": picture, "width": side, "height": side,
        "upright": piece.upright,
    }  # fmt: skip


def _stop(
    played: Played | None,
    state: Any,
    seen: Scene,
    places: dict[str, Place],
    badges: list[Badge],
    actor: str,
    before: Mapping[str, int],
) -> dict[str, Any]:
    step = played.step if played else None
    asked = played.asked if played else None
    turns = step.turns if step else asked.question.turns if asked else ()
    whose = played.actor if played and before else None
    tells = (whose or "") if before else actor
    return {
        "actor": whose or "",
        "place": before.get(whose or "", 0) + step.card if step else None,
        "card": step.card if step else None,
        "bracket": asked.question.bracket if asked else None,
        "asks": str(asked.question) if asked else "",
        "answer": (say("yes") if asked.answer else say("no")) if asked else "",
        "turn": str(turns[-1]) if turns else "",
        "says": _says(played) if played else [],
        "skipped": bool(played and played.skipped),
        "board": str(state),
        "spoken": seen.spoken.get(tells) or " ".join(seen.spoken.values()),
        "places": places,
        "badges": badges,
    }


def _says(played: Played) -> list[str]:
    return list(played.says) or [say("No card is left to run.")]


def _places(scenes: list[Scene], unit: float) -> list[dict[str, Place]]:
    """Where every piece is at every stop.

    A piece that cannot be seen waits where it was last, or will be first, or with the piece
    that it follows: so nothing ever flies across the board to appear.
    """
    last: dict[str, Place] = {}
    for seen in reversed(scenes):
        last |= {piece.id: _place(piece, seen, unit) for piece in seen.pieces}
    leaders = {piece.id: piece.follows for seen in scenes for piece in seen.pieces}
    stops = []
    for seen in scenes:
        here = {piece.id: _place(piece, seen, unit) for piece in seen.pieces}
        for name, leader in leaders.items():
            place = here.get(name) or here.get(leader) or last[name]
            last[name] = [*place[:3], int(name in here)]
        stops.append(dict(last))
    return stops


def _badges(
    played: Sequence[Played | None], scenes: Sequence[Scene], unit: float, actor: str | None
) -> list[list[Badge]]:
    """The badges at every stop: of the card that ran, if it did nothing, and of those before it.

    Only cards of the `actor` leave one on the way, or any card if that is `None`.
    """
    left: dict[tuple[float, float], Badge] = {}
    stops = []
    for each, shown in zip(played, scenes, strict=True):
        now = []
        for event, state in each.frames if each else ():
            if isinstance(event, Skipped):
                seen = scene(state)
                if shown.leaves_way and actor in (None, event.actor):
                    for piece in skip_badge(seen, event, PASSED):
                        left[piece.x, piece.y] = _badge(piece, seen, unit, 0)
                signs = [piece for piece in effects(state, event) if piece.id.endswith(" skipped")]
                now = [_badge(piece, seen, unit, 1) for piece in signs]
        stops.append([*left.values(), *now])
    return stops


def _badge(piece: Piece, seen: Scene, unit: float, is_now: int) -> Badge:
    radius = max(piece.size * unit / 3, LEAST[is_now])
    return [*_from_top_left(piece.x, piece.y, seen, unit), round(radius, 2), is_now]


def _place(piece: Piece, seen: Scene, unit: float) -> Place:
    return [*_from_top_left(piece.x, piece.y, seen, unit), piece.angle, 1]


def _from_top_left(x: float, y: float, seen: Scene, unit: float) -> tuple[float, float]:
    """A place in pixels of a picture that is some whole number of them high."""
    return round(x * unit, 2), round(round(seen.height * unit) - y * unit, 2)
