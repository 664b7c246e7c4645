"""`Ending`: the result of a game, its points by source and by round, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

import traitlets

from teachkit.core.run.flow import called
from teachkit.play.seats import Seat
from teachkit.play.sitting import Sitting
from teachkit.widgets.common.widget import Pressing
from teachkit.widgets.table.panels import colour_of
from teachkit.words import say


class Ending(Pressing, script="table/ending.js", tables=["ending"]):
    """A table of the points by source, a picture of the points by round, and three buttons.

    `on_press` is called with `again`, `from_start` or `save`. `heads` are the columns of the table,
    and `rows` are its rows, each with its label and a number for each player. `course` has the
    numbers of the rounds, and a line with the points of each player, or of the team. A `file` is
    offered to the person as a download.
    """

    why = traitlets.Unicode("").tag(sync=True)
    heads = traitlets.List(traitlets.Dict()).tag(sync=True)
    rows = traitlets.List(traitlets.List()).tag(sync=True)
    course = traitlets.Dict().tag(sync=True)
    file = traitlets.Dict().tag(sync=True)

    def __init__(self, sitting: Sitting) -> None:
        game, match, seats = sitting.game, sitting.match, sitting.seats
        is_team = game.foresight.teamwork is not None
        won = match.outcome.winners if match.outcome and not is_team else ()
        sources = [game.sources(match.frames, seat.piece) for seat in seats]
        rows = [[label, *(each[label] for each in sources)] for label in sources[0]]
        rounds = {game.round(state): game.points(state) for _, state in match.frames}
        heads = [
            {"name": seat.name, "piece": called(seat.piece), "colour": colour_of(seat, seats)}
            | {"isWinner": seat.piece in won}
            for seat in seats
        ]
        lines = [
            {"name": "" if is_team else seat.name, "colour": colour_of(seat, seats)}
            | {"points": [points[seat.piece] for points in rounds.values()]}
            for seat in (seats[:1] if is_team else seats)
        ]
        super().__init__(
            why=str(match.outcome or ""),
            heads=heads,
            rows=[*rows, [say("Total"), *(sum(each.values()) for each in sources)]],
            course={"rounds": list(rounds), "lines": lines},
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
