"""Judge learners' Python by a function's results, a drive's effects, or a strategy's games.

The caller chooses where the source runs; this module does not run it. The sentences state what
works, then the first thing that is wrong, and why.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from keyword import kwlist
from tokenize import generate_tokens
from typing import Any, TypeAlias

from teachkit.core.language.python_source import tree_of
from teachkit.core.strings import cut
from teachkit.exercises.judging.programs import judge, smallest_first
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.exercises.model.file import Case
from teachkit.exercises.model.verdict import Grade, Verdict, earns_nothing
from teachkit.exercises.running.driving import Course, Drive, replayed
from teachkit.exercises.running.execution import DRIVE, STRATEGY
from teachkit.exercises.running.results import Execute, Plain, Result, is_same, shown, type_of
from teachkit.exercises.running.strategy_games import Played, Series, wins
from teachkit.exercises.running.strategy_player import PLAY
from teachkit.exercises.running.troubles import OPERATORS, Stopped, gap_says, kind_named
from teachkit.words import say, say_many, translate

# -- words to use and to avoid -------------------------------------------------------------------

KEYWORDS: Mapping[type[ast.AST], str] = {
    ast.For: "for", ast.comprehension: "for", ast.While: "while", ast.If: "if", ast.IfExp: "if",
    ast.Lambda: "lambda", ast.Return: "return", ast.Yield: "yield", ast.YieldFrom: "yield",
    ast.Try: "try", ast.With: "with", ast.Match: "match", ast.match_case: "case",
    ast.ClassDef: "class", ast.Import: "import", ast.ImportFrom: "import", ast.And: "and",
    ast.Or: "or", ast.Not: "not", ast.In: "in", ast.NotIn: "in", ast.Is: "is", ast.IsNot: "is",
    ast.Break: "break", ast.Continue: "continue", ast.Global: "global",
}  # fmt: skip
"""Keywords by type of syntax node.

Nodes are counted, not the written words, because the `in` of a `for` loop is not the operator `in`.
"""

_WRITTEN = {*kwlist} - {*KEYWORDS.values()}  # keywords that count wherever they are written


def words_in(source: str, whole: bool = False) -> frozenset[str]:
    """Return the names, keywords and operators in a source.

    Top-level expression statements are left out unless `whole` is true, because they usually only
    try a function out.

    >>> sorted(words_in("def last(n):\\n    n %= 10\\n    return n\\nprint(last(5))"))
    ['%', 'def', 'last', 'n', 'return']
    >>> words_in("def last(n: return")
    frozenset()
    """
    rows = [each for each in tree_of(source).body if whole or not isinstance(each, ast.Expr)]
    texts = [StringIO(ast.get_source_segment(source, row) or "") for row in rows]
    written = {token.string for text in texts for token in generate_tokens(text.readline)}
    found = {word for row in rows for node in ast.walk(row) for word in _words_of(node)}
    return frozenset(found | (written & _WRITTEN))


def _words_of(node: Any) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name):
            yield name
        case ast.ImportFrom(module=str(name)) | ast.alias(name=name):
            yield from name.split(".")
        case ast.JoinedStr():
            yield "str"  # an f-string converts any value to text
    kind = type(node)
    if kind in OPERATORS or kind in KEYWORDS:
        yield OPERATORS.get(kind) or KEYWORDS[kind]


SENTENCES = {"uses": 'Use "{word}" this time.', "avoids": 'Do it without "{word}" this time.'}


def of_words(exercise: Exercise, works: bool, answer: str, whole: bool = False) -> list[Verdict]:
    """Return one verdict for each word to use, then one for each word to avoid.

    Each verdict is worth one point. The points are earned only if `works` is true, that is, if the
    rest of the answer is right. `whole` is passed on to `words_in`.
    """
    found, verdicts = words_in(answer, whole), []
    for key, words in (("uses", exercise.file.uses), ("avoids", exercise.file.avoids)):
        for word in words:
            holds = (word in found) == (key == "uses")
            says = "" if holds else translate(SENTENCES[key]).format(word=word)
            earns = works and holds
            verdicts.append(Verdict(f"{key} {word}", earns, says, int(earns), 1))
    return verdicts


# -- functions -----------------------------------------------------------------------------------

LONGEST_PRINTED = 40


def judge_function(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade a function by its cases, and add the author's sentence if it behaves like a mistake.

    The cases share the points, rounded down. Words to use or avoid count only if all cases are
    right.
    """

    def did(source: str, results: Sequence[Result]) -> str:
        """Return a text about the behaviour of `source`, equal for sources that behave alike."""
        facts = [[result.value, result.trouble, result.error, result.reason] for result in results]
        works = all(map(is_right, exercise.cases, results))
        words = of_words(exercise, works, source) if works else []
        return json.dumps([facts, [verdict.check for verdict in words if verdict.says]])

    results = results_of(exercise, answer, execute)
    right = [is_right(*pair) for pair in zip(exercise.cases, results, strict=True)]
    works, share = all(right), exercise.file.points
    why = [] if works else reasons(exercise, answer, results, right.index(False))
    points = share * sum(right) // len(right)
    words = of_words(exercise, works, answer)
    verdicts = (Verdict("cases", works, "".join(why[:1]), points, share), *words)
    if all(verdict.passed for verdict in verdicts):
        return Grade(verdicts, (say("It works: everything is as it should be."),))
    mistake = exercise.foreseen(  # asked only now, because each mistake may need a process
        did(answer, results), lambda source: did(source, results_of(exercise, source, execute))
    )
    first = say_many(
        "{right} of {number} case is right.",
        "{right} of {number} cases are right.",
        len(right),
        right=sum(right),
    )
    missing = [verdict.says for verdict in words] if works else []
    return Grade(verdicts, tuple(filter(None, (first, mistake, *why, *missing))))


def results_of(exercise: Exercise, source: str, execute: Execute) -> list[Result]:
    """Call the function in `source` on each case, and return the results.

    The expected results are not passed to `execute`.
    """
    return execute(source, exercise.file.function, [case.call for case in exercise.cases])


def is_right(case: Case, result: Result) -> bool:
    """Return whether a result is free of errors and equal to the value that the case expects."""
    return not result.trouble and is_same(result.value, case.returns)


def reasons(exercise: Exercise, answer: str, results: Sequence[Result], number: int) -> list[str]:
    """Return sentences about why case `number` (from 0) is wrong, the author's sentence last.

    The values of a hidden case are not revealed.
    """
    case, result = exercise.cases[number], results[number]
    function = exercise.file.function
    call = say("a hidden case") if case.hidden else case.of(function)
    authors = [translate(case.says)] if case.says else []
    if gap := gap_says(answer):
        return [gap]
    if result.trouble:
        where = say("your code") if result.loading else call
        says = Stopped(result, where, function, len(case.call), answer).says
        return [says, *authors] if result.trouble == "raised" else [says]
    if case.hidden:
        return [say("A hidden case is not right yet."), *authors]
    return [*_wrong_value(call, case.returns, result), *authors]


def _wrong_value(call: str, wanted: Plain, result: Result) -> list[str]:
    given = result.value
    printed = cut(" ".join(result.printed.split()), LONGEST_PRINTED)
    facts = {"call": call, "wanted": shown(wanted), "given": shown(given), "printed": printed}
    if given is None and printed:
        return [say("{call} printed {printed}, but it should return {wanted}.", **facts)]
    if given is None:
        return [say("{call} returned nothing. It should return {wanted}.", **facts)]
    says = [say("{call} returned {given}. It should return {wanted}.", **facts)]
    if _alike(type_of(given)) != _alike(type_of(wanted)):
        mine, right = kind_named(type_of(given)), kind_named(type_of(wanted))
        says.append(say("That is {given}, not {wanted}.", given=mine, wanted=right))
    return says


def _alike(kind: str) -> str:
    """Return a name shared by all types whose values may be equal according to `is_same`."""
    return {"int": "float", "tuple": "list"}.get(kind, kind)


# -- drives --------------------------------------------------------------------------------------


def courses_of(exercise: Exercise) -> list[Course]:
    """Return a course for each start. A course does not contain expected results."""
    game, offered = exercise.game, exercise.instructions
    cards = exercise.cards or dict.fromkeys(card.name for card in offered)
    asks = exercise.file.sensors or [*offered.sensors, *game.sensors.readings]
    return [
        Course(game, game.players(start.state)[0], start.state, cards, asks, start.answers)
        for start in exercise.starts
    ]


def judge_drive(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the Python in `answer` by replaying the instructions that it ran from each start."""

    def did(drives: Sequence[Drive]) -> list[tuple[object, str]]:
        return [(drive.program, drive.result.trouble) for drive in drives]

    drives = replays(exercise, answer, execute)
    if not any(drive.program or drive.result.trouble for drive in drives):
        advice = say("Your code does not do anything yet. Call a function.")
        return earns_nothing(exercise.possible, advice)
    attempts = [
        Attempt(exercise.game, course.player, drive.program, drive.trace)
        for course, drive in zip(courses_of(exercise), drives, strict=True)
    ]
    result = judge(exercise.checks, attempts, order=smallest_first(exercise, attempts))
    words = of_words(exercise, result.solved, answer, whole=True)
    verdicts = (*result.verdicts, *words)
    if all(verdict.passed for verdict in verdicts):
        return replace(result, verdicts=verdicts)
    mistake = exercise.foreseen(did(drives), lambda source: did(replays(exercise, source, execute)))
    first, *others = result.says
    if missing := [verdict.says for verdict in words if result.solved and verdict.says]:
        first, others = say("Your code does what it should."), missing
    says = filter(None, (first, mistake, *others))
    return replace(result, verdicts=verdicts, says=tuple(dict.fromkeys(says)))


def replays(exercise: Exercise, answer: str, execute: Execute) -> list[Drive]:
    """Run an answer from each start with `execute`, and replay the instructions that it performed.

    Return a drive for each start.
    """
    courses = courses_of(exercise)
    results = execute(answer, DRIVE, [course.to_call() for course in courses])
    return [replayed(answer, *pair) for pair in zip(courses, results, strict=True)]


# -- strategies ----------------------------------------------------------------------------------

ASKED_WITH = ("view", "decision")
CALL = f"{PLAY}({', '.join(ASKED_WITH)})"
LOOK = "later"  # the function with which a strategy looks ahead
LOOKED_AT = 2  # the number of games whose answers identify a foreseen mistake


def series_of(exercise: Exercise) -> tuple[Series, ...]:
    """Return one series of games for each opponent in the match, in order."""
    match, game, edition = exercise.file.match, exercise.game.name, exercise.rules.name
    around = match.seats, match.games, match.frames, exercise.id
    return tuple(
        Series(game, edition, match.board, opponent.house, *around, opponent.at_least, match.always)
        for opponent in match.opponents
    )


def judge_strategy(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the strategy in `answer`: it must answer validly, and win enough games."""
    every = games_of(answer, series_of(exercise), execute)
    unseeing = _unseeing_says(exercise, answer, every, execute)
    verdicts = [*_verdicts(exercise, answer, every, unseeing)]
    works = all(verdict.passed for verdict in verdicts)
    words = of_words(exercise, works, answer)
    missing = [verdict.says for verdict in (words if works else verdicts) if verdict.says]
    results = [played_says(*each) for each in every if not all(game.broke for game in each[1])]
    if missing:
        first, *others = results or (say("No game was finished."),)
        says = (first, _mistake(exercise, every[0][1], execute), *others, *missing)
    else:
        says = (say("It works: everything is as it should be."), *results)
    return Grade((*verdicts, *words), tuple(dict.fromkeys(filter(None, says))))


AllGames: TypeAlias = list[tuple[Series, list[Played]]]
"""Each series, with the games that were played in it."""


def games_of(answer: str, every: Sequence[Series], execute: Execute) -> AllGames:
    """Play each series with the learner's strategy; return pairs of a series and its games."""
    results = execute(answer, STRATEGY, every)
    return [(series, result.value or []) for series, result in zip(every, results, strict=True)]


def _verdicts(exercise: Exercise, answer: str, every: AllGames, unseeing: str) -> Iterator[Verdict]:
    """Yield a verdict on whether all answers are valid, then one for each opponent.

    If the sentence `unseeing` is not empty, no opponent counts as beaten.
    """
    points, played = exercise.file.points, [game for _, games in every for game in games]
    broken = next((game for game in played if game.broke), None)
    declined = next((game for game in played if game.declined), None)
    says = broke_says(broken, answer) if broken else ""
    if broken and broken.asked and not gap_says(answer):
        says += " " + say('The question was "{question}".', question=broken.asked)
    if declined and not broken:
        says = _declined_says(declined, every[0][0].always)
    yield Verdict("answers", not says, says, 0 if says else points, points)
    for opponent, (series, games) in zip(exercise.file.match.opponents, every, strict=True):
        beaten = bool(series.verdict(wins(games), len(games))) and not unseeing
        says = say_many(
            "It must win at least {wanted} of {number} game against {house}.",
            "It must win at least {wanted} of {number} games against {house}.",
            series.games,
            wanted=series.wanted,
            house=series.house,
        )
        says = "" if beaten or not games or games[-1].broke else unseeing or says
        points = opponent.points if beaten else 0
        yield Verdict(f"beats {opponent.house}", beaten, says, points, opponent.points)


def _unseeing_says(exercise: Exercise, answer: str, every: AllGames, execute: Execute) -> str:
    """Return the sentence for a strategy that should look ahead with `later` but does not, or "".

    To find out, a game is played again in which `later` shows nothing new. A strategy that gives
    the same answers as before does not use what `later` shows.
    """
    series, games = every[0]
    if LOOK not in exercise.file.uses or not games or games[0].broke:
        return ""
    if not any(game.looked for _, played in every for game in played):
        return say("Your strategy never looks ahead. Call later(answer) for each candidate.")
    blind = series._replace(games=1, at_least=None, blind=True)
    [(_, again)] = games_of(answer, [blind], execute)
    if again and again[0].answers == games[0].answers:
        return say("Your strategy ignores what later(answer) shows. Use it to choose an answer.")
    return ""


def _mistake(exercise: Exercise, games: Sequence[Played], execute: Execute) -> str:
    """Return the author's sentence for a mistake that gives the same answers as `games`, or "".

    Only the first games against the first opponent are compared.
    """

    def did(games: Sequence[Played]) -> list[object]:
        return [
            (repr(game.answers), game.broke and (game.broke.trouble, game.broke.error), game.looked)
            for game in games[:LOOKED_AT]
        ]

    def first_games(source: str) -> list[object]:
        first = series_of(exercise)[0]._replace(games=LOOKED_AT, at_least=None)
        return did(games_of(source, [first], execute)[0][1])

    mine = did(games)  # these may be fewer games, if the strategy failed early
    return exercise.foreseen(mine, first_games, lambda known, mine: known[: len(mine)] == mine)


def played_says(series: Series, games: Sequence[Played]) -> str:
    """Return a sentence with the number of games won; a shared win counts in part.

    >>> series = Series("lovelace", "english", "", "random", 2, 20, 500, "x")
    >>> played_says(series, [Played(0, 1, []), Played(1, 0.5, [])])
    'Against random, your strategy won 1.5 of 2 games.'
    """
    return say_many(
        "Against {house}, your strategy won {wins} of {number} game.",
        "Against {house}, your strategy won {wins} of {number} games.",
        len(games),
        house=series.house,
        wins=f"{wins(games):.1f}".removesuffix(".0"),
    )


def _declined_says(game: Played, option: str) -> str:
    """Return the sentence about an answer that passed over `option`, although it was available."""
    at = game.declined
    facts = {"game": game.number + 1, "answer": at, "option": option}
    facts |= {"value": shown(game.answers[at - 1])}
    return say('In game {game}, answer {answer} was {value}, but "{option}" was possible.', **facts)


def broke_says(game: Played, source: str) -> str:
    """Return a sentence that says why, in which game, and at which answer a game broke off."""
    result = game.broke or Result()
    facts = {"call": CALL, "game": game.number + 1, "answer": len(game.answers)}
    facts |= {"value": shown(result.value), "reason": result.reason}
    if gap := gap_says(source):
        return gap
    if result.trouble == "answer":
        if result.value is None:
            return say("{call} returned nothing. It should return an answer.", **facts)
        return say("In game {game}, answer {answer} was {value}. {reason}", **facts)
    where = say("your code") if result.loading else say("game {number}", number=game.number + 1)
    return Stopped(result, where, PLAY, len(ASKED_WITH), source, (LOOK,)).says
