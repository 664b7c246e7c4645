"""Series of games that a learner's strategy plays against house strategies.

The learner's function receives each decision of the rules as plain data.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from teachkit.core.game.game import Game
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision
from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Plain, Result, value_of
from teachkit.exercises.running.strategy_player import InProcessPlayer, Player
from teachkit.games import game
from teachkit.play.json_view import answer_from, later, question_of, view_of
from teachkit.play.match import Match
from teachkit.play.strategies import house
from teachkit.play.tournament import shares_of, wilson


class Turn(NamedTuple):
    """One answer of a learner's strategy, with the question, board and points at that moment."""

    question: str
    answer: Plain
    board: str
    points: Mapping[str, float]
    options: tuple[str, ...]


class BrokeOffError(Exception):
    """Raised when a learner's function gives no valid answer, which ends the game.

    `result` says why.
    """

    def __init__(self, result: Result) -> None:
        super().__init__(result.trouble)
        self.result = result


class Seat:
    """A strategy that calls a learner's function, and records each turn.

    `pieces` are the pieces of all players in seat order. `seed` sets the order of the candidate
    answers. `asked` is the last view and question. `looked` is true once the function has called
    `later`; for a `blind` seat, `later` shows only the current view. Calling a seat raises
    `BrokeOffError` if the function gives no valid answer.
    """

    def __init__(
        self, game: Game, player: Player, pieces: Sequence[str], seed: str, blind: bool = False
    ) -> None:
        self.game, self.player, self.pieces, self.blind = game, player, pieces, blind
        self.turns: list[Turn] = []
        self.asked: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        self.printed, self.looked = "", False
        self._chance = Chance(seed)

    def __call__(self, view: object, decision: Decision) -> Any:
        seen = view_of(self.game, view, str(decision.player), self.pieces)
        question = question_of(decision, self._chance)
        points, options = dict(seen["points"]), tuple(question["options"])
        turn = Turn(question["question"], None, seen["board"], points, options)
        self.asked = seen, question

        def look(answer: object) -> dict[str, Any]:
            self.looked = True
            if self.blind:
                return view_of(self.game, view, str(decision.player), self.pieces)
            return later(self.game, view, decision, self.pieces, answer)

        result = self.player.answer(seen, question, look)
        self.printed = self.printed or result.printed
        self.turns.append(turn._replace(answer=result.value))
        if result.trouble:
            raise BrokeOffError(result)
        try:
            return answer_from(decision, value_of(result.value))
        except AnswerError as error:
            raise BrokeOffError(result._replace(trouble="answer", reason=error.says)) from None


class Series(NamedTuple):
    """A series of games against one house strategy, in which the learner takes each seat in turn.

    `at_least` is the share of wins that the learner must provably exceed. With it, a series ends as
    soon as its result is certain; without it, all games are played. `always` is an option to choose
    whenever it is available. In a `blind` series, `later` shows only the current view.
    """

    game: str
    edition: str
    board: str
    house: str
    seats: int
    games: int
    frames: int
    seed: str
    at_least: float | None = None
    always: str = ""
    blind: bool = False

    @property
    def module(self) -> Game:
        return game(self.game)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The players' pieces in seat order."""
        return self.module.opening.pieces[: self.seats]

    @property
    def wanted(self) -> int:
        """The fewest wins in a full series that prove a share of wins above `at_least`.

        If even winning all games proves nothing, `wanted` is `games + 1`.
        """
        return bisect_left(range(self.games + 1), True, key=self.is_certain)

    def is_certain(self, wins: float) -> bool:
        """Return whether `wins` wins in a full series prove a share of wins above `at_least`.

        The proof requires that the whole 95% confidence interval is above `at_least`.

        >>> series = Series("lovelace", "english", "", "random", 2, 20, 500, "x", 0.5)
        >>> series.is_certain(14), series.is_certain(15), series.wanted
        (False, True, 15)
        """
        return self.at_least is not None and wilson(wins, self.games)[0] > self.at_least

    def verdict(self, wins: float, played: int) -> bool | None:
        """Return whether a series proves a share of wins above `at_least`, or `None` if still open.

        `wins` games were won among the first `played`. The result is `None` as long as the
        remaining games may decide it, and always `None` without `at_least`.

        >>> series = Series("lovelace", "english", "", "random", 2, 20, 500, "x", 0.5)
        >>> series.verdict(5, 10), series.verdict(4, 10), series.verdict(15, 16)
        (None, False, True)
        """
        if self.at_least is None:
            return None
        if self.is_certain(wins):
            return True
        return None if self.is_certain(wins + self.games - played) else False

    def seat(self, number: int) -> str:
        """Return the name of the learner's piece in game `number`, counted from 0."""
        return self.pieces[number % self.seats]

    def seed_of(self, number: int) -> str:
        """Return the seed of game `number`.

        Successive games share a seed until the learner has taken each seat once.
        """
        return f"{self.seed} {number // self.seats}"


class Played(NamedTuple):
    """One game of a series. `share` is 1 for a win, less for a shared win, and 0 for a loss.

    `answers` are the learner's answers as plain data, and `printed` is the first text that the code
    printed. `broke` is the error if an invalid answer or the code ended the game early, and `asked`
    the question at that moment. `looked` is true if the code called `later`. `declined` is the
    number, from 1, of the first answer that passed over the option `always` although it was
    available, or 0 if there is none.
    """

    number: int
    share: float
    answers: list[Plain]
    printed: str = ""
    broke: Result | None = None
    looked: bool = False
    declined: int = 0
    asked: str = ""


def wins(games: Sequence[Played]) -> float:
    """Return the sum of the shares of `games`: a win counts 1, and a shared win less."""
    return sum(game.share for game in games)


def results_in_process(source: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Play the series in `calls` in this process, and yield a result for each.

    The results are cached, because a source always plays the same games. They are discarded if the
    learner stopped the games.
    """
    found = _remembered(source, tuple(map(tuple, calls)))
    if any(result.trouble == "stopped" for result in found):
        _remembered.cache_clear()
    return iter(found)


@lru_cache(maxsize=64)
def _remembered(source: str, calls: tuple[tuple[Plain, ...], ...]) -> tuple[Result, ...]:
    return tuple(results(InProcessPlayer(source), calls))


def results(player: Player, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Play each series in `calls`, and yield a result whose value is the list of games.

    After an invalid answer no more games are played. The only error code of a series is `stopped`;
    all other errors are recorded in the game.
    """
    broke: Result | None = None
    for call in calls:
        games = [] if broke else play(Series(*call), player)
        broke = broke or next((game.broke for game in games if game.broke), None)
        stopped = "stopped" if broke and broke.trouble == "stopped" else ""
        yield Result(games, stopped)


def play(series: Series, player: Player) -> list[Played]:
    """Play the games of a series until its result is certain, and return them."""
    games: list[Played] = []
    for number in range(series.games):
        games.append(play_game(series, number, player)[0])
        if games[-1].broke or series.verdict(wins(games), len(games)) is not None:
            break
    return games


def play_game(series: Series, number: int, player: Player) -> tuple[Played, Seat, Match | None]:
    """Play game `number` of a series. Return the game, the learner's seat, and the match.

    The match is `None` if the game broke off.
    """
    game, seed, me = series.module, series.seed_of(number), series.seat(number)
    seat = Seat(game, player, series.pieces, f"{seed} {me}", series.blind)
    others = {piece: house(game, series.house, f"{seed} {piece}")
              for piece in series.pieces if piece != me}  # fmt: skip
    if cannot := player.begin(seed):
        return Played(number, 0, [], cannot.printed, cannot), seat, None
    setup = game.opening.match(series.seats, series.edition, series.board)
    match, share, broke, asked = None, 0.0, None, ""
    try:
        match = Match(game, setup, seed, {**others, me: seat}, frame_limit=series.frames)
        share = shares_of(match).get(me, 0)
    except BrokeOffError as error:
        broke, asked = error.result, seat.turns[-1].question
    answers = [turn.answer for turn in seat.turns]
    declined = (at for at, turn in enumerate(seat.turns, 1)
                if series.always in turn.options and turn.answer != series.always)  # fmt: skip
    facts = answers, seat.printed, broke, seat.looked, next(declined, 0), asked
    return Played(number, share, *facts), seat, match


class Lost(NamedTuple):
    """A game that was not won: its series, number (from 0), learner's turns, and match."""

    series: Series
    number: int
    turns: tuple[Turn, ...]
    match: Match

    @property
    def me(self) -> str:
        return self.series.seat(self.number)

    @property
    def saved_as(self) -> str:
        """The name of the match's file. It begins with the seed, which is the exercise's id."""
        return f"{self.series.seed}-lost.json"

    @property
    def turning_point(self) -> int:
        """The index of the last turn at which nobody was ahead of the learner, or 0."""
        best = [max(turn.points.values(), default=0) for turn in self.turns]
        mine = [turn.points.get(self.me, 0) for turn in self.turns]
        return max((at for at in range(len(mine)) if mine[at] >= best[at]), default=0)


@lru_cache(maxsize=8)
def lost_game(source: str, every: tuple[Series, ...]) -> Lost | None:
    """Return the first game that a source plays to its end without winning, or `None`."""
    for series, result in zip(every, results_in_process(source, every), strict=True):
        for played in result.value:
            if not played.broke and played.share < 1:
                _, seat, match = play_game(series, played.number, InProcessPlayer(source))
                return Lost(series, played.number, tuple(seat.turns), match) if match else None
    return None
