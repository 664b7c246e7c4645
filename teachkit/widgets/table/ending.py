"""`Ending`: the result of a game, its points by source and by round, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

import traitlets

from teachkit.core.run.flow import called
from teachkit.play.seats import Seat
from teachkit.play.sitting import Sitting
from teachkit.widgets.common.widget import Data, Pressing
from teachkit.words import say


class Ending(Pressing, script="table/ending.js", tables=["ending"]):
    """A table of the points by source, a picture of the points by round, and three buttons.

    `on_press` is called with `again`, `from_start` or `save`. `seats` are those of `Panels`, and
    `rows` are the rows of the table, each with its label and a number for each player. `rounds` are
    the numbers of the rounds, and `course` has each player's points after each of them, or the
    team's. A `file` is offered to the person as a download.
    """

    why = traitlets.Unicode("").tag(sync=True)
    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    rows = traitlets.List(traitlets.List()).tag(sync=True)
    rounds = traitlets.List(traitlets.Int()).tag(sync=True)
    course = traitlets.List(traitlets.List()).tag(sync=True)
    file = traitlets.Dict().tag(sync=True)

    def __init__(self, sitting: Sitting, seats: Sequence[Data]) -> None:
        game, match = sitting.game, sitting.match
        pieces = [seat.piece for seat in sitting.seats]
        sources = [game.sources(match.frames, piece) for piece in pieces]
        rows = [[label, *(each[label] for each in sources)] for label in sources[0]]
        rounds = {game.round(state): game.points(state) for _, state in match.frames}
        lines = pieces[:1] if game.foresight.teamwork else pieces
        super().__init__(
            why=str(match.outcome or ""),
            seats=seats,
            rows=[*rows, [say("Total"), *(sum(each.values()) for each in sources)]],
            rounds=list(rounds),
            course=[[points[piece] for points in rounds.values()] for piece in lines],
        )


def result(sitting: Sitting) -> str:
    """Return a sentence with the names of the players who have won."""
    outcome, seats = sitting.match.outcome, sitting.seats
    winners = [seat for seat in seats if outcome and seat.piece in outcome.winners]
    if outcome and sitting.game.foresight.teamwork is not None:
        return say("You have won together.") if winners else say("The game has won.")
    names = [_named(seat, seats) for seat in winners]
    if len(names) > 1:
        return say("{names} share the win.", names=say(" and ").join(names))
    return say("{name} wins.", name=names[0]) if names else say("Nobody wins.")


def _named(seat: Seat, seats: Sequence[Seat]) -> str:
    """Return the name of a player, with the piece if another player has the same name."""
    if sum(each.name == seat.name for each in seats) == 1:
        return seat.name
    return say("{name}, who plays {piece},", name=seat.name, piece=called(seat.piece))
