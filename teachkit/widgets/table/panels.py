"""`Panels`: the players, the aim of the game, and the rules about what is on the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import traitlets

from teachkit.core.game.game import Game
from teachkit.core.run.flow import called
from teachkit.draw.scene import Scene, scene
from teachkit.draw.shapes import PIECE_COLOURS
from teachkit.draw.svg import portrait
from teachkit.games.rulebook import rulebook, topics
from teachkit.play.seats import Seat
from teachkit.play.sitting import Sitting
from teachkit.widgets.common.widget import Data, Wording
from teachkit.widgets.prediction import squares_of
from teachkit.words import translate


class Panels(
    Wording,
    script="table/panels.js",
    styles=["table/panels.css", "table/rules.css"],
    tables=["panels"],
):
    """A panel for each player, the aim of the game in one sentence, and a way to the rules.

    `seats` has what the current viewer may see of each player, and `team` what all players share.
    Only the viewer's own things are shown with their sentences. `book` has the rules by id, the
    topics, and the topic of each card. `floor` has the squares of the board, and for each square
    the topics of the things on it.
    """

    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    team = traitlets.Dict().tag(sync=True)
    aim = traitlets.Unicode("").tag(sync=True)
    book = traitlets.Dict().tag(sync=True)
    floor = traitlets.Dict().tag(sync=True)

    def __init__(self, sitting: Sitting) -> None:
        game, rules = sitting.game, sitting.match.setup.rules
        self._topics = topics(game.name, rules.name)
        cards = *rules.instructions, *(f"{times}x" for times in rules.loops)
        book = {
            "rules": {rule.id: str(rule) for rule in rulebook(game.name)},
            "topics": [[translate(topic.title), topic.rules] for topic in self._topics],
            "cards": {name: self._topic(name) for name in cards},
            "turn": self._topic("turn"),
            "aim": self._topic("aim"),
        }
        super().__init__(book=book)

    def show(self, sitting: Sitting) -> None:
        """Show the players as the current viewer may see them; a run is not given away."""
        game, trace = sitting.game, sitting.latest if sitting.is_watching else None
        viewer = trace.actor if trace else sitting.here and sitting.here.piece
        view = trace.start if trace else sitting.view or sitting.public.start
        seen = scene(view)
        with self.hold_sync():
            self.seats = [self._seat(seat, sitting, view, seen) for seat in sitting.seats]
            self.team = self._facts(game, view, "") | {"round": game.round(view)}
            self.aim = "" if sitting.match.is_over and not trace else game.aim(view, viewer or "")
            self.floor = squares_of(seen) | {"topics": self._on_squares(game, view)}

    def _seat(self, seat: Seat, sitting: Sitting, view: Any, seen: Scene) -> Data:
        game, match = sitting.game, sitting.match
        is_team = game.foresight.teamwork is not None
        is_over = match.is_over and not sitting.is_watching
        asked = "asked" if seat.piece in {each.player for each in match.pending} else ""
        return self._facts(game, view, seat.piece) | {
            "name": seat.name,
            "piece": {"id": seat.piece, "label": called(seat.piece)},
            "picture": portrait(seen, seat.piece) if seat.piece in PIECE_COLOURS else b"",
            "colour": colour_of(seat, sitting.seats),
            "plays": seat.plays,
            "points": None if is_team else dict(game.points(view)).get(seat.piece),
            "status": "answered" if seat.piece in match.answered else asked,
            "isHere": sitting.here == seat,
            "isWinner": bool(is_over and match.outcome and seat.piece in match.outcome.winners),
        }

    def _facts(self, game: Game, view: Any, player: str) -> Data:
        """Return the counters and holdings of a player, or those of all players for ""."""
        return {
            "counters": list(game.counters(view, player).items()),
            "holdings": [
                held._asdict() | {"topic": self._topic(held.kind)}
                for held in game.holdings(view, player)
            ],
        }

    def _on_squares(self, game: Game, view: Any) -> dict[str, list[int]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        for mark in reversed(game.palette.marks(game.palette.fields_of(view))):
            topic = self._topic(mark.thing)
            if topic is not None and topic not in found[mark.square]:
                found[mark.square].append(topic)
        return dict(found)

    def _topic(self, name: str) -> int | None:
        """Return the number of the first topic about the card or thing called `name`."""
        fitting = (number for number, topic in enumerate(self._topics) if topic.fits(name))
        return next(fitting, None)


def colour_of(seat: Seat, seats: Sequence[Seat]) -> str:
    """Return the colour of a seat's piece; a piece that is not called by a colour has one, too."""
    return PIECE_COLOURS.get(seat.piece) or [*PIECE_COLOURS.values()][seats.index(seat)]
