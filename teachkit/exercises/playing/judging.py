"""Judge a strategy by the series that it played, and word the verdicts about its games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from teachkit.exercises.judging.sources import has_dots, of_words
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import MatchTable
from teachkit.exercises.model.verdict import Grade, Verdict
from teachkit.exercises.running.execution import STRATEGY
from teachkit.exercises.running.results import Execute, Result, shown
from teachkit.exercises.running.series import PLAY, Played, Series, wins
from teachkit.exercises.running.troubles import trouble_says
from teachkit.exercises.running.vocabulary import words_in
from teachkit.words import say, translate

ASKED_WITH = ("view", "decision")
CALL = f"{PLAY}({', '.join(ASKED_WITH)})"


def number_shown(number: float) -> str:
    """A number of games; half a game is one that was shared.

    >>> number_shown(7.0), number_shown(7.5)
    ('7', '7.5')
    """
    return f"{number:.1f}".removesuffix(".0")


def played_says(series: Series, games: Sequence[Played]) -> str:
    """How a series went."""
    return say("Against {house}: {wins} of {played} games won.",
               house=series.house, wins=number_shown(wins(games)), played=len(games))  # fmt: skip


def beaten_says(series: Series, games: Sequence[Played]) -> str:
    """What is missing in a series that was not won often enough."""
    return say("It must win {wanted} of {games} games against {house}, to be sure.",
               wanted=series.wanted, games=series.games, house=series.house)  # fmt: skip


def broke_says(game: Played, source: str) -> str:
    """Why a game broke off: in which game, and at which answer of the learner's."""
    result = game.broke or Result()
    match result:
        case Result(trouble="answer", value=None):
            return say("{call} gave nothing; it should return an answer.", call=CALL)
        case Result(trouble="answer", value=value) if has_dots(value):
            return say("{call} still meets the three dots; write something in their place.",
                       call=CALL)  # fmt: skip
        case Result(trouble="answer", value=value, reason=reason):
            return say("Game {game}, answer {answer} was {value}. {reason}",
                       game=game.number + 1, answer=len(game.answers), value=shown(value),
                       reason=reason)  # fmt: skip
        case Result(trouble="refused", line=line, reason=reason):
            return say("Line {line}: {reason}", line=line, reason=reason)
    where = say("your code") if result.loading else say("game {number}", number=game.number + 1)
    return trouble_says(result, where, PLAY, len(ASKED_WITH), source, ("later",))


LOOKED_AT = 2  # games: by what it does in these a known mistake is told


def series_of(exercise: Exercise) -> list[Series]:
    """What is played: a series against each opponent, in their order."""
    table = _table(exercise)
    return [
        Series(
            exercise.game.name, exercise.rules.name, table.board, opponent.house, table.seats,
            table.games, table.frames, exercise.id, opponent.at_least,
        )
        for opponent in table.opponents
    ]  # fmt: skip


def _table(exercise: Exercise) -> MatchTable:
    return exercise.file.match or MatchTable()


def judge_strategy(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """The grade of what came out: every answer possible, and enough games won for certain."""
    every = games_of(exercise, answer, execute)
    verdicts = [_answers(exercise, answer, every), *_beats(exercise, every)]
    works = all(verdict.passed for verdict in verdicts)
    words = of_words(exercise, works, words_in(answer))
    missing = [verdict.says for verdict in (words if works else verdicts) if verdict.says]
    mistake = _mistake(exercise, every, execute) if missing else ""
    judged = (*verdicts, *words)
    points = sum(verdict.points for verdict in judged)
    says = _says(_results(exercise, every), missing, mistake)
    return Grade(judged, points, exercise.possible, says)


def games_of(exercise: Exercise, answer: str, execute: Execute) -> list[list[Played]]:
    """The games that were played, of each series."""
    calls = [list(series) for series in series_of(exercise)]
    return [[Played.from_json(game) for game in result.value or ()]
            for result in execute(answer, STRATEGY, calls)]  # fmt: skip


def _answers(exercise: Exercise, answer: str, every: Sequence[Sequence[Played]]) -> Verdict:
    broken = next((game for games in every for game in games if game.broke), None)
    says = broke_says(broken, answer) if broken else ""
    points = exercise.file.points
    return Verdict("answers", not broken, says, 0 if broken else points, points)


def _beats(exercise: Exercise, every: Sequence[Sequence[Played]]) -> Iterator[Verdict]:
    opponents = _table(exercise).opponents
    for opponent, series, games in zip(opponents, series_of(exercise), every, strict=True):
        beaten = bool(series.verdict(wins(games), len(games)))
        says = "" if beaten or not games or games[-1].broke else beaten_says(series, games)
        points = opponent.points if beaten else 0
        yield Verdict(f"beats {opponent.house}", beaten, says, points, opponent.points)


def _says(results: Sequence[str], missing: Sequence[str], mistake: str) -> tuple[str, ...]:
    """How it went, the author's sentence for a known mistake, and what is missing."""
    if not missing:
        return (say("It works: everything is as it should be."), *results)
    first, *others = results or (say("No game was played to its end."),)
    return tuple(dict.fromkeys((first, *([mistake] if mistake else []), *others, *missing)))


def _results(exercise: Exercise, every: Sequence[Sequence[Played]]) -> list[str]:
    pairs = zip(series_of(exercise), every, strict=True)
    return [played_says(series, games) for series, games in pairs
            if any(not game.broke for game in games)]  # fmt: skip


Did: TypeAlias = tuple[object, ...]

_known: WeakKeyDictionary[Exercise, list[tuple[Did, str]]] = WeakKeyDictionary()


def _mistake(exercise: Exercise, every: Sequence[Sequence[Played]], execute: Execute) -> str:
    """The sentence for a strategy that answers in the first games as a known wrong one does."""
    if exercise not in _known:
        mistakes = exercise.file.mistakes
        _known[exercise] = [(_first_games(exercise, each.answer, execute), each.says)
                            for each in mistakes]  # fmt: skip
    did = _did(every)
    alike = (says for known, says in _known[exercise] if did and known[: len(did)] == did)
    return translate(next(alike, ""))


def _first_games(exercise: Exercise, answer: str, execute: Execute) -> Did:
    first = series_of(exercise)[0]._replace(games=LOOKED_AT, at_least=None)
    (result,) = execute(answer, STRATEGY, [list(first)])
    return _did([[Played.from_json(game) for game in result.value]])


def _did(every: Sequence[Sequence[Played]]) -> Did:
    """What a strategy does, in short, as far as it played: what does the same is the same."""
    games = every[0][:LOOKED_AT] if every else []
    return tuple((repr(game.answers), game.broke and (game.broke.trouble, game.broke.error))
                 for game in games)  # fmt: skip
