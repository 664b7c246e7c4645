"""`Bots`: a panel beside the board that shows what strategies saw and answered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pprint import pformat

import traitlets

from teachkit.core.run.flow import called
from teachkit.play.json_view import plain_answer, view_of
from teachkit.play.seats import Seat
from teachkit.play.sitting import Sitting
from teachkit.widgets.common.widget import Data, Pressing


class Bots(
    Pressing,
    script="table/bots.js",
    styles=["workbench/bench.css", "table/bots.css"],
    tables=["bots"],
):
    """The moves of the strategies at a table, and buttons to step through them.

    `on_press` is called with `next`, with `look` and the number of moves to look `back`, and with
    `take`, a piece and a person's name; without a name, the piece is given back. `seats` are the
    seats of strategies, which people may take over until the game is over. While no person plays,
    the table `is_watched`, and `move` is a whole move. Otherwise, what a strategy saw stays hidden,
    and `move` only tells about its last error. `runs` is true while the board plays what followed
    the move.
    """

    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    move = traitlets.Dict().tag(sync=True)
    is_watched = traitlets.Bool(False).tag(sync=True)
    runs = traitlets.Bool(False).tag(sync=True)
    back = traitlets.Int(0).tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)

    def show(self, sitting: Sitting, back: int = 0) -> None:
        """Show the last move, or an earlier one, `back` moves before it."""
        moves, is_over = sitting.moves, sitting.match.is_over
        is_open = is_over or not sitting.people
        numbers = [number for number, move in enumerate(moves) if is_open or move.says]
        both = zip(sitting.seats, sitting.first_seats, strict=True)
        with self.hold_sync():
            self.back = max(0, min(back, len(numbers) - 1))
            self.seats = [
                _seat(now, first) for now, first in both if not (first.is_person or is_over)
            ]
            self.move = _told(sitting, numbers[-1 - self.back], is_open) if numbers else {}
            self.is_watched = not sitting.people and not is_over
            self.runs = sitting.is_watching
            self.shown += 1


def _seat(now: Seat, first: Seat) -> Data:
    """Return a seat as data, with the name of the bot that sat there at first."""
    label = called(now.piece)
    return {"piece": now.piece, "label": label, "name": now.name, "bot": first.name}


def _told(sitting: Sitting, number: int, is_open: bool) -> Data:
    """Return a move as data for the browser, without its view unless everything is open."""
    seat, decision, view, choice, says = sitting.moves[number]
    move = _seat(seat, seat) | {"number": number + 1, "of": len(sitting.moves), "says": says}
    if not is_open:
        return move
    seen = view_of(sitting.game, view, seat.piece, [each.piece for each in sitting.seats])
    answer = plain_answer(decision, choice)
    options: Sequence[object] = getattr(decision, "options", getattr(decision, "hand", ()))
    return move | {
        "question": str(getattr(decision, "question", "")),
        "options": [str(option) for option in options],
        "answer": answer if isinstance(answer, str) else json.dumps(answer),
        "board": seen.pop("board"),
        "view": pformat(seen, width=68, sort_dicts=False),
    }
