"""Data about a run, for the replay player in the browser.

The data contains each picture once, and the position of each piece at each stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any, TypeAlias

from teachkit.core.game.game import Game
from teachkit.core.language.program import Program, by_piece
from teachkit.core.run.flow import called
from teachkit.core.run.trace import Cell, Played, Trace, timeline
from teachkit.core.run.walk import Asked, Repeats, Skipped
from teachkit.draw.picture import SIZE, WAY, size_of
from teachkit.draw.scene import Layer, Piece, Scene, badge, dressed, retold, scene, skip_badge
from teachkit.draw.svg import background_svg, sprite
from teachkit.words import say

Place: TypeAlias = list[float]  # x, y, clockwise degrees, and 1 if the piece is visible, else 0
Badge: TypeAlias = list[float]  # x, y and width

LABEL = 0.4  # the least side of the square that a label fits into, in scene units
BADGE = 3  # the width of a badge's picture, as a multiple of the badge's radius
LEAST = 36  # the minimum width of a badge, in pixels


def match_data(trace: Trace, game: Game, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the data about a whole match for the replay player.

    In addition to the data about a run, there are the `names` of the players, by piece; the
    `scores` of all pieces at every stop; and the `chapters`, which are the stops at which a round
    begins, with their titles. If all players win or lose together, `together` is true. The table of
    all rounds is left out, because there is no room for it, and so is the way of a single piece.

    >>> from teachkit.games import algoracing
    >>> from teachkit.play.match import Match
    >>> from teachkit.play.strategies import at_random
    >>> setup = algoracing.Setup(board="two-hills", players=("red", "green"))
    >>> match = Match(algoracing.GAME, setup, 1, {each: at_random(each) for each in setup.players})
    >>> data = match_data(match.trace, algoracing.GAME, {"red": "Ada", "green": "Bo"})
    >>> data["chapters"][0], data["stops"][-1]["scores"]
    ({'stop': 3, 'title': 'Turn 3: the red rover'}, {'red': 2, 'green': 7})
    """
    trace = settled(trace)
    run = _Run(trace, game, Program(), ())
    data = _data(run, trace.final)
    for stop, state in zip(data["stops"], run.states, strict=True):
        stop["scores"] = dict(game.points(state))
    is_over = game.outcome(trace.final)
    return data | {
        "names": dict(names),
        "together": game.foresight.teamwork is not None,
        "chapters": run.chapters(),
        "over": say("The game is over.") if is_over else say("The match was stopped here."),
    }


def settled(trace: Trace) -> Trace:
    """Return the part of `trace` in which the board has its final size.

    Before that, the game is being set up, and the pictures would have different sizes.
    """

    def size(state: object) -> tuple[float, float]:
        seen = scene(state)
        return seen.width, seen.height

    states, now = [trace.start, *(frame.state for frame in trace)], size(trace.final)
    first = next(number for number, state in enumerate(states) if size(state) == now)
    ready = Trace(states[first], trace.frames[first:], trace.actor)
    ready.actors = trace.actors
    return ready


def replay_data(
    trace: Trace, game: Game, program: Program, backdrop: object = None, parts: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return the data about a run for the replay player: pictures, programs, and all stops.

    Stop 0 is the start. There is a stop after each card that ran, and at each question and call.
    If the program ends after a question, another stop shows the end. The entry `over` is a sentence
    about the end of the run, or "" if the program ended by itself.

    The background is the board at the start, or in the state `backdrop`, which must have the same
    size. If several players run programs, each known program gets a strip: the learner's program
    (or each of its lanes, if `program` is a `Lanes`), and the programs in the start state.
    Positions are in pixels from the top left corner of a board whose longer side is `SIZE`. The
    learner's piece has the `parts`.

    >>> from teachkit.core.game.game import run
    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". .", rovers={"red": "a1 east"}).state()
    >>> trace = run(algoracing.GAME, start, "forward")
    >>> data = replay_data(trace, algoracing.GAME, Program.read("forward"))
    >>> [stop["says"] for stop in data["stops"]]
    [[], ['Card 1: forward.', 'The red rover drives to b1.']]
    """
    run = _Run(trace, game, program, parts)
    return _data(run, backdrop) | {
        "way": WAY if run.scenes[0].leaves_way else None,
        "timeline": run.timeline() if run.before else {},
        "over": _over(trace),
    }


def _data(run: _Run, backdrop: object) -> dict[str, Any]:
    trace, first = run.trace, run.scenes[0]
    ground = trace.start if backdrop is None else backdrop
    return {
        **size_of(ground),
        "trimmed": run.trimmed(),
        "background": background_svg(ground),
        "labels": run.labels(first if backdrop is None else scene(backdrop)),
        "alt": first.alt,
        "follow": trace.actor or "",
        "game": run.game.name,
        "badge": sprite(Layer(badge(0, 0, 1)), BADGE),
        "pieces": run.pieces(),
        "program": run.known.get(trace.actor or "", Program()).to_json(),
        "strips": [
            {"actor": name, "label": called(name), "program": run.known[name].to_json()}
            for name in run.before
            if run.known[name]
        ],
        "cards": {
            card.name: {"symbol": card.symbol, "label": card.label, "kind": card.kind}
            for card in run.cards.values()
        },
        "stops": run.stops(),
    }


def _over(trace: Trace) -> str:
    """Return a sentence about a program that never ends or was stopped; "" for any other."""
    if isinstance(trace.endless, Repeats):
        asked = [frame.event for frame in trace if isinstance(frame.event, Asked)]
        turn = asked[-1].question.turns[-1].number
        return say(
            "The program never ends: round {round} starts exactly like an earlier round.",
            round=turn,
        )
    return say("The program was stopped before it ended.") if trace.endless else ""


def _unseen(place: Place) -> Place:
    return [*place[:3], 0]


class _Run:
    """A run as the replay player shows it: an action, a state and a scene for every stop.

    The scenes in `bare` show only the state; those in `scenes` also show what the run has done.
    `unit` is the length of a scene unit in pixels. `known` maps players to their programs in the
    game's order of players; players whose programs are unknown are left out. `before` maps each
    player to the number of instructions in all earlier strips, because breakpoints are numbered
    across all strips. `before` is empty if only one player runs a program.
    """

    def __init__(self, trace: Trace, game: Game, program: Program, parts: tuple[str, ...]) -> None:
        steps = trace.stops()
        asks_last = bool(steps and steps[-1].asked and not trace.endless)
        end = [Played(None, trace.final, ())] if asks_last else []  # no cards were left to run
        self.trace, self.game = trace, game
        known = dict(game.programs(trace.start)) | by_piece(program, trace.actor or "")
        seats = dict.fromkeys([*game.players(trace.start), trace.actor or ""])
        self.known = {name: known[name] for name in seats if name in known}
        self.played = [None, *steps, *end]
        self.states = [each.after if each else trace.start for each in self.played]
        self.bare = [dressed(state, scene(state), parts) for state in self.states]
        self.scenes = [retold(self.states[n], seen, steps[:n]) for n, seen in enumerate(self.bare)]
        self.unit = SIZE / max(self.scenes[0].width, self.scenes[0].height)
        self.cards = {card.name: card for card in game.vocabulary(trace.start)}
        sizes = accumulate((len(each.instructions) for each in self.known.values()), initial=0)
        is_alone = len(self.known) < 2 and trace.alone
        self.before = {} if is_alone else dict(zip(self.known, sizes, strict=False))

    def timeline(self) -> dict[str, Any]:
        """Return the timeline as data: a column for each round, and a row of cells for each player.

        The value `known` of a cell is the first stop at which the cell may be shown.
        """
        shown = timeline(self.trace)
        columns = zip(*shown.rows, strict=True)
        ends = [max(cell.stop for cell in column if cell) for column in columns]
        return {
            "rounds": len(shown.heads),
            "title": shown.title or say("Rounds"),
            "heads": [head._asdict() for head in shown.heads],
            "rows": [
                {
                    "actor": actor,
                    "label": called(actor),
                    "cells": [*map(self._cell, row, ends)],
                }
                for actor, row in zip(shown.actors, shown.rows, strict=True)
                if any(row)
            ],
        }

    def chapters(self) -> list[dict[str, Any]]:
        """Return the stops at which a round begins, each with the title of the latest round."""
        titles: dict[int, str] = {}
        now = self.game.round(self.trace.start)
        for stop, played in enumerate(self.played):
            for event, state in played.frames if played else ():
                if self.game.round(state) != now:
                    now = self.game.round(state)
                    titles[stop] = str(event).removesuffix(".")
        return [{"stop": stop, "title": title} for stop, title in titles.items()]

    def _cell(self, cell: Cell | None, known: int) -> dict[str, Any]:
        if cell is None:
            return {"known": known, "says": say("no card")}
        card = self.cards.get(cell.instruction.split()[0])
        label = card.label if card else cell.name
        title = say("Card {card}: {label}", card=cell.card, label=f"{label} {cell.note}".rstrip())
        says = f"{title}, {say('skipped')}" if cell.skipped else title
        symbol = (card.symbol if card else "") or label
        shown = {"known": cell.stop, "title": title, "says": says, "symbol": symbol}
        return cell._asdict() | shown

    # Pictures ----------------------------------------------------------------------------------

    def trimmed(self) -> list[float]:
        """Return the width and height of the board itself, in the lower left of the picture."""
        ground = self.scenes[0].background
        return [
            round(each * self.unit, 1) for each in ground.trimmed or (ground.width, ground.height)
        ]

    def labels(self, seen: Scene) -> list[dict[str, Any]]:
        """Return the upright labels in the scene `seen`: each label once, with its positions."""
        spots: dict[Layer, list[Place]] = {}
        for layer, x, y, _ in seen.background.labels:
            spots.setdefault(layer, []).append(self._at(x, y))
        sides = {layer: round(max(LABEL, 2 * layer.reach) * self.unit) for layer in spots}
        return [
            {"picture": sprite(layer, side / self.unit), "size": side, "places": spots[layer]}
            for layer, side in sides.items()
        ]

    def pieces(self) -> list[dict[str, Any]]:
        """Return all pieces from the lowest to the highest, in an order that fits all scenes.

        A piece that appears later is inserted directly above the piece that is below it in the
        scene in which it first appears.
        """
        order: list[str] = []
        pieces: dict[str, Piece] = {}
        for seen in self.scenes:
            place = 0
            for piece in seen.pieces:
                if piece.id in pieces:
                    place = order.index(piece.id) + 1
                else:
                    order.insert(place, piece.id)
                    place += 1
                pieces[piece.id] = piece
        return [self._piece(pieces[name]) for name in order]

    def _piece(self, piece: Piece) -> dict[str, Any]:
        side = round(piece.size * self.unit)
        return {
            "id": piece.id,
            "label": piece.label,
            "picture": sprite(piece.layer, side / self.unit),
            "width": side,
            "height": side,
            "upright": piece.upright,
            "large": sprite(piece.large, side / self.unit) if piece.large else None,
        }

    # Stops -------------------------------------------------------------------------------------

    def stops(self) -> list[dict[str, Any]]:
        """Return the data about every stop: its text, the pieces' positions, and the badges."""
        return [
            self._stop(number) | {"places": places, "badges": self._badges(number)}
            for number, places in enumerate(self._places())
        ]

    def _stop(self, number: int) -> dict[str, Any]:
        played, spoken = self.played[number], self.scenes[number].spoken
        step = played.laid if played else None
        asked = played.asked if played else None
        control = step or (asked.question if asked else None)
        turns, calls = (control.turns, control.calls) if control else ((), ())
        whose = (played.actor or "") if played and self.before else ""
        tells = whose if self.before else self.trace.actor or ""
        says = [*played.says] or [say("There are no more cards to run.")] if played else []
        return {
            "actor": whose,
            "place": self.before.get(whose, 0) + step.card if step else None,
            "card": step.card if step else None,
            "calls": [self.before.get(whose, 0) + card for card in calls],
            "bracket": asked.question.bracket if asked else None,
            "asks": str(asked.question) if asked else "",
            "answer": (say("yes") if asked.answer else say("no")) if asked else "",
            "turn": str(turns[-1]) if turns else "",
            "says": says,
            "skipped": bool(played and played.skipped),
            "board": str(self.states[number]),
            "spoken": spoken.get(tells) or " ".join(spoken.values()),
        }

    def _places(self) -> list[dict[str, Place]]:
        """Return the position of every piece at every stop.

        Right before and after it is visible, a piece has the position of the piece that it follows.
        Otherwise, it has the position where it was last seen, or where it will first appear, so
        that no piece flies across the board when it appears.
        """
        everywhere = [{piece.id: self._place(piece) for piece in s.pieces} for s in self.scenes]
        leaders = {each.id: each.follows for s in self.scenes for each in s.pieces if each.follows}
        last: dict[str, Place] = {}
        for here in reversed(everywhere):
            last |= here
        last = {name: _unseen(place) for name, place in last.items()}
        before: dict[str, Place] = {}
        stops = []
        for here, after in zip(everywhere, [*everywhere[1:], {}], strict=True):
            last |= {name: _unseen(place) for name, place in before.items() if name not in here}
            near = before.keys() | after.keys()
            last |= {
                name: _unseen(here[leader])
                for name, leader in leaders.items()
                if leader in here and name in near
            }
            last |= here
            before = here
            stops.append(dict(last))
        return stops

    def _badges(self, number: int) -> list[Badge]:
        """Return the badge of the card that was skipped at the stop `number`, if there is one.

        It is gone at the next stop: beside a square that the piece has left, it explains nothing.
        """
        played = self.played[number]
        frames = played.frames if played else ()
        skips = [frame for frame in frames if isinstance(frame.event, Skipped)][-1:]
        badges = []
        for event, at in skips:
            seen = self.bare[number] if at is self.states[number] else scene(at)
            badges += [self._badge(each) for each in skip_badge(seen, event)]
        return badges

    def _badge(self, piece: Piece) -> Badge:
        width = max(piece.size * self.unit, LEAST)
        return [*self._at(piece.x, piece.y), round(width, 2)]

    def _place(self, piece: Piece) -> Place:
        return [*self._at(piece.x, piece.y), piece.angle, 1]

    def _at(self, x: float, y: float) -> Place:
        """Convert a point of a scene to a position in pixels from the top left corner."""
        top = round(self.scenes[0].height * self.unit)
        return [round(x * self.unit, 2), round(top - y * self.unit, 2)]
