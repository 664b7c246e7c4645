"""Playing a series: the rules ask, the house answers, and so does the learner's function.

A series ends as soon as it is certain how it ends: when enough games are won or too many are not,
and where an answer was not possible. How many are enough is known before the first game, so
nobody wins by stopping at a lucky moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from teachkit.exercises.model.series import Played, Series, wins
from teachkit.exercises.playing.here import Here
from teachkit.exercises.playing.seat import BrokeOffError, Player, Seat
from teachkit.exercises.running.results import Plain, Result
from teachkit.play.match import Match
from teachkit.play.strategies.house import house
from teachkit.words import spoken


def results_here(source: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """What `results` gives for a source that is asked here.

    Remembered, for the same source plays the same games again; not what the learner stopped.
    """
    found = _remembered(source, tuple(map(tuple, calls)), spoken())
    if any(result.trouble == "stopped" for result in found):
        _remembered.cache_clear()
    return iter(found)


@lru_cache(maxsize=64)
def _remembered(
    source: str, calls: tuple[tuple[Plain, ...], ...], language: object
) -> tuple[Result, ...]:
    return tuple(results(Here(source), calls))


def results(player: Player, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Each series as an `Execute` tells it: a result whose value is a list of games.

    After an answer that is not possible no more games are played. Of troubles a result has only
    `stopped`: the others are those of a game.
    """
    broke: Result | None = None
    for call in calls:
        games = [] if broke else list(play(Series(*call), player))
        broke = broke or next((game.broke for game in games if game.broke), None)
        stopped = "stopped" if broke and broke.trouble == "stopped" else ""
        yield Result([game.to_json() for game in games], stopped)


def play(series: Series, player: Player) -> Iterator[Played]:
    """The games of a series, as far as they are needed."""
    games: list[Played] = []
    for number in range(series.games):
        played, _, _ = play_game(series, number, player)
        yield played
        games.append(played)
        if played.broke or series.verdict(wins(games), len(games)) is not None:
            return


def play_game(series: Series, number: int, player: Player) -> tuple[Played, Seat, Match | None]:
    """One game of a series, the learner's turns in it, and the match if it was played."""
    game, seed, me = series.module, series.seed_of(number), series.seat(number)
    seat = Seat(game, player)
    others = {piece: house(game, series.house, f"{seed} {piece}")
              for piece in series.pieces if piece != me}  # fmt: skip
    if cannot := player.begin(seed):
        return Played(number, 0, [], cannot.printed, cannot), seat, None
    try:
        match = Match(game, series.setup, seed, {**others, me: seat}, frame_limit=series.frames)
    except BrokeOffError as error:
        return Played(number, 0, seat.answers, seat.printed, error.result), seat, None
    return Played(number, share(match, me), seat.answers, seat.printed), seat, match


def share(match: Match, me: str) -> float:
    """What this player has won: all of it, or a part where others won as well.

    Where the frames were at an end before the game was, most points win.
    """
    if match.outcome:
        winners: Sequence[str] = match.outcome.winners
    else:
        points = match.game.points(match.state)
        winners = [name for name, number in points.items() if number == max(points.values())]
    return 1 / len(winners) if me in winners else 0
