"""Judging of strategies by the series that they played, with sentences about their games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.exercises.judging.sources import has_dots, of_words
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, Verdict
from teachkit.exercises.running.execution import STRATEGY
from teachkit.exercises.running.python_words import words_in
from teachkit.exercises.running.results import Execute, Result, shown
from teachkit.exercises.running.strategy_games import PLAY, Played, Series, wins
from teachkit.exercises.running.troubles import trouble_says
from teachkit.words import say

ASKED_WITH = ("view", "decision")
CALL = f"{PLAY}({', '.join(ASKED_WITH)})"
LOOKED_AT = 2  # games whose answers identify a foreseen mistake


def series_of(exercise: Exercise) -> list[Series]:
    """Return the series to be played, one against each opponent in order."""
    match, game, edition = exercise.file.match, exercise.game.name, exercise.rules.name
    around = match.seats, match.games, match.frames, exercise.id
    return [
        Series(game, edition, match.board, opponent.house, *around, opponent.at_least)
        for opponent in match.opponents
    ]


def judge_strategy(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Return the grade of a strategy: all answers must be valid, and enough games won."""
    every = games_of(answer, series_of(exercise), execute)
    verdicts = [_answers(exercise, answer, every), *_beats(exercise, every)]
    works = all(verdict.passed for verdict in verdicts)
    words = of_words(exercise, works, words_in(answer))
    missing = [verdict.says for verdict in (words if works else verdicts) if verdict.says]
    pairs = zip(series_of(exercise), every, strict=True)
    results = [
        played_says(series, games) for series, games in pairs if not all(g.broke for g in games)
    ]
    if missing:
        first, *others = results or (say("No game was played to its end."),)
        says = (first, _mistake(exercise, every, execute), *others, *missing)
    else:
        says = (say("It works: everything is as it should be."), *results)
    return Grade((*verdicts, *words), tuple(dict.fromkeys(filter(None, says))))


def games_of(answer: str, every: Sequence[Series], execute: Execute) -> list[list[Played]]:
    """Return the games that an answer plays in each series."""
    results = execute(answer, STRATEGY, [list(series) for series in every])
    return [[Played.from_json(game) for game in result.value or ()] for result in results]


def _answers(exercise: Exercise, answer: str, every: Sequence[Sequence[Played]]) -> Verdict:
    broken = next((game for games in every for game in games if game.broke), None)
    says = broke_says(broken, answer) if broken else ""
    points = exercise.file.points
    return Verdict("answers", not broken, says, 0 if broken else points, points)


def _beats(exercise: Exercise, every: Sequence[Sequence[Played]]) -> Iterator[Verdict]:
    opponents = exercise.file.match.opponents
    for opponent, series, games in zip(opponents, series_of(exercise), every, strict=True):
        beaten = bool(series.verdict(wins(games), len(games)))
        says = "" if beaten or not games or games[-1].broke else beaten_says(series)
        points = opponent.points if beaten else 0
        yield Verdict(f"beats {opponent.house}", beaten, says, points, opponent.points)


def _mistake(exercise: Exercise, every: Sequence[Sequence[Played]], execute: Execute) -> str:
    """Return the author's sentence for a strategy with the same answers in its first games."""

    def first_games(source: str) -> list[object]:
        first = series_of(exercise)[0]._replace(games=LOOKED_AT, at_least=None)
        return _did(games_of(source, [first], execute))

    mine = _did(every)  # up to the last game it played
    return exercise.foreseen(mine, first_games, lambda known, mine: known[: len(mine)] == mine)


def _did(every: Sequence[Sequence[Played]]) -> list[object]:
    """Return a short form of a strategy's answers in its first games."""
    games = every[0][:LOOKED_AT] if every else []
    return [
        (repr(game.answers), game.broke and (game.broke.trouble, game.broke.error))
        for game in games
    ]


# -- sentences -----------------------------------------------------------------------------------


def number_shown(number: float) -> str:
    """Return a number of games as text; half a game was shared.

    >>> number_shown(7.0), number_shown(7.5)
    ('7', '7.5')
    """
    return f"{number:.1f}".removesuffix(".0")


def played_says(series: Series, games: Sequence[Played]) -> str:
    """Return a sentence about the result of a series."""
    facts = {"wins": number_shown(wins(games)), "played": len(games)}
    return say("Against {house}: {wins} of {played} games won.", house=series.house, **facts)


def beaten_says(series: Series) -> str:
    """Return a sentence about a series without enough wins."""
    return say(
        "It must win {wanted} of {games} games against {house}, to be sure.",
        wanted=series.wanted,
        games=series.games,
        house=series.house,
    )


def broke_says(game: Played, source: str) -> str:
    """Return why a game was stopped, with its number and the number of the learner's answer."""
    result = game.broke or Result()
    facts = {"call": CALL, "game": game.number + 1, "answer": len(game.answers)}
    facts |= {"value": shown(result.value), "reason": result.reason}
    match result:
        case Result(trouble="answer", value=None):
            return say("{call} gave nothing; it should return an answer.", **facts)
        case Result(trouble="answer", value=value) if has_dots(value):
            return say(
                "{call} still meets the three dots; write something in their place.", call=CALL
            )
        case Result(trouble="answer"):
            return say("Game {game}, answer {answer} was {value}. {reason}", **facts)
    where = say("your code") if result.loading else say("game {number}", number=game.number + 1)
    return trouble_says(result, where, PLAY, len(ASKED_WITH), source, ("later",))
