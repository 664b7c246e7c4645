"""Judging of learners' Python, by a function's results or a drive's effects on each start.

The caller chooses where the source runs; nothing runs here. The sentences state what works, then
the result of the first wrong case, and why it is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from teachkit.exercises.judging.programs import judge, smallest_first
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.exercises.model.file import Case
from teachkit.exercises.model.verdict import Grade, Verdict, earns_nothing
from teachkit.exercises.running.driving import Course, Drive, replayed
from teachkit.exercises.running.execution import DRIVE
from teachkit.exercises.running.python_words import words_in
from teachkit.exercises.running.results import Execute, Plain, Result, cut, is_same, shown, type_of
from teachkit.exercises.running.troubles import kind_named, trouble_says
from teachkit.words import say, translate

LONGEST_PRINTED = 40

# -- functions -----------------------------------------------------------------------------------


def judge_function(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Return the grade of a function, with the author's sentence for an equivalent mistake."""

    def behaviour(source: str, results: Sequence[Result] = ()) -> str:
        """Return a short text of its behaviour; equal behaviour means the same mistake."""
        results = results or execute(source, exercise.file.function, calls_of(exercise))
        did = [[result.value, result.trouble, result.error, result.reason] for result in results]
        works = all(map(is_right, exercise.cases, results))
        words = of_words(exercise, works, words_in(source)) if works else []
        return json.dumps([did, [verdict.check for verdict in words if verdict.says]])

    results = execute(answer, exercise.file.function, calls_of(exercise))
    mistake = exercise.foreseen(behaviour(answer, results), behaviour)
    return judge_calls(exercise, answer, results, mistake)


def calls_of(exercise: Exercise) -> list[tuple[Plain, ...]]:
    """Return the arguments of each call, without the expected results."""
    return [case.call for case in exercise.cases]


def judge_calls(
    exercise: Exercise, answer: str, results: Sequence[Result], mistake: str = ""
) -> Grade:
    """Return the grade of a function whose cases gave these results.

    The points are shared among the cases, rounded down. Each word to use or to avoid is worth a
    point, but only once all cases are right.
    """
    cases = exercise.cases
    right = [is_right(case, result) for case, result in zip(cases, results, strict=True)]
    works, share = all(right), exercise.file.points
    why = [] if works else reasons(exercise, answer, results, right.index(False))
    points = share * sum(right) // len(cases)
    words = of_words(exercise, works, words_in(answer))
    verdicts = (Verdict("cases", works, "".join(why[:1]), points, share), *words)
    if all(verdict.passed for verdict in verdicts):
        return Grade(verdicts, (say("It works: everything is as it should be."),))
    first = say("{right} of {all} cases are right.", right=sum(right), all=len(right))
    missing = [verdict.says for verdict in words] if works else []
    return Grade(verdicts, tuple(filter(None, (first, mistake, *why, *missing))))


def is_right(case: Case, result: Result) -> bool:
    """Return whether the result of a case is right, in value and in type."""
    return not result.trouble and is_same(result.value, case.returns)


def of_words(exercise: Exercise, works: bool, found: frozenset[str]) -> list[Verdict]:
    """Return the verdicts on words to use, then on words to avoid."""
    asked = [
        (f"uses {word}", word in found, say('Use "{word}" this time.', word=word))
        for word in exercise.file.uses
    ]
    for word in exercise.file.avoids:
        says = say('This time it must go without "{word}".', word=word)
        asked.append((f"avoids {word}", word not in found, says))
    return [
        Verdict(name, works and holds, "" if holds else says, int(works and holds), 1)
        for name, holds, says in asked
    ]


def reasons(exercise: Exercise, answer: str, results: Sequence[Result], number: int) -> list[str]:
    """Return why a case is wrong, and the author's sentence on it. Hidden cases are not shown."""
    case, result = exercise.cases[number], results[number]
    function = exercise.file.function
    call = say("a hidden case") if case.hidden else case.of(function)
    authors = [translate(case.says)] if case.says else []
    if result.trouble:
        where = say("your code") if result.loading else call
        says = trouble_says(result, where, function, len(case.call), answer)
        return [says, *authors] if result.trouble == "raised" else [says]
    if case.hidden:
        return [say("A hidden case is not right yet."), *authors]
    return [*_wrong_value(call, case.returns, result), *authors]


def _wrong_value(call: str, wanted: Plain, result: Result) -> list[str]:
    given = result.value
    printed = cut(" ".join(result.printed.split()), LONGEST_PRINTED)
    facts = {"call": call, "wanted": shown(wanted), "given": shown(given), "printed": printed}
    if has_dots(given):
        return [say("{call} still meets the three dots; write something in their place.", **facts)]
    if given is None and printed:
        return [say("{call} printed {printed}; let it return {wanted}.", **facts)]
    if given is None:
        return [say("{call} gave nothing; it should return {wanted}.", **facts)]
    says = [say("{call} gave {given}; it should give {wanted}.", **facts)]
    if type_of(given) != type_of(wanted):
        mine, right = kind_named(type_of(given)), kind_named(type_of(wanted))
        says.append(say("That is {given}, not {wanted}.", given=mine, wanted=right))
    return says


def has_dots(thing: Plain) -> bool:
    """Return whether the code still contains the `...` of a cell with gaps."""
    match thing:
        case {"object": "ellipsis"}:
            return True
        case list() | {"tuple": list()}:
            return any(map(has_dots, thing if isinstance(thing, list) else thing["tuple"]))
    return False


# -- drives --------------------------------------------------------------------------------------


def courses_of(exercise: Exercise) -> list[Course]:
    """Return the course for each start, without the expected results."""
    game, offered = exercise.game, exercise.instructions
    cards = exercise.cards or dict.fromkeys(card.name for card in offered)
    asks = exercise.file.sensors or [*offered.sensors, *game.sensors.readings]
    return [
        Course(game, game.players(start.state)[0], start.state, cards, asks, start.answers)
        for start in exercise.starts
    ]


def judge_drive(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Return the grade of the resulting rows, which the rules replay on their starts.

    Words to use or to avoid are worth a point each, once everything else is right.
    """

    def did(drives: Sequence[Drive]) -> list[tuple[object, str]]:
        return [(drive.program, drive.result.trouble) for drive in drives]

    drives = replays(exercise, answer, execute)
    if not any(drive.program or drive.result.trouble for drive in drives):
        return earns_nothing(exercise.possible, say("Nothing was driven; call a function."))
    attempts = [
        Attempt(exercise.game, course.player, drive.program, drive.trace)
        for course, drive in zip(courses_of(exercise), drives, strict=True)
    ]
    mistake = exercise.foreseen(did(drives), lambda source: did(replays(exercise, source, execute)))
    result = judge(exercise.checks, attempts, mistake, smallest_first(exercise, attempts))
    words = of_words(exercise, result.solved, words_in(answer, whole=True))
    says = result.says
    if missing := [verdict.says for verdict in words if result.solved and verdict.says]:
        says = (say("It does what it should."), mistake, *missing)
    verdicts = (*result.verdicts, *words)
    return replace(result, verdicts=verdicts, says=tuple(dict.fromkeys(filter(None, says))))


def replays(exercise: Exercise, answer: str, execute: Execute) -> list[Drive]:
    """Return the drive on each start: only its rows are used, and replayed here."""
    courses = courses_of(exercise)
    results = execute(answer, DRIVE, [course.to_call() for course in courses])
    pairs = zip(courses, results, strict=True)
    return [replayed(answer, course, result) for course, result in pairs]
