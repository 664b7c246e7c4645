"""A function judged by what its calls gave. Nothing is run here.

What works is said first; then, of the first case that is not right, what it gave and why.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import Case
from teachkit.exercises.model.verdict import Grade, Verdict
from teachkit.exercises.running.raised import kind_named
from teachkit.exercises.running.results import Plain, Result, is_same, shown, type_of
from teachkit.exercises.running.troubles import trouble_says
from teachkit.exercises.running.vocabulary import words_in
from teachkit.words import say, translate

LONGEST_PRINTED = 40


def judge_calls(
    exercise: Exercise, answer: str, results: Sequence[Result], mistake: str = ""
) -> Grade:
    """The grade of a function whose cases gave these results.

    The points are shared out over the cases, rounded down. How it is written counts, a point for
    each word that is asked for or to be avoided, only once all cases are right.
    """
    cases = exercise.cases
    right = [is_right(case, result) for case, result in zip(cases, results, strict=True)]
    works, share = all(right), exercise.file.points
    why = [] if works else reasons(exercise, answer, results, right.index(False))
    verdicts = [
        Verdict("cases", works, "".join(why[:1]), share * sum(right) // len(cases), share),
        *of_words(exercise, works, words_in(answer)),
    ]
    points = sum(verdict.points for verdict in verdicts)
    return Grade(tuple(verdicts), points, exercise.possible,
                 _feedback(verdicts, right, why, mistake))  # fmt: skip


def _feedback(
    verdicts: Sequence[Verdict], right: Sequence[bool], why: Sequence[str], mistake: str
) -> tuple[str, ...]:
    if all(verdict.passed for verdict in verdicts):
        return (say("It works: everything is as it should be."),)
    first = say("{right} of {all} cases are right.", right=sum(right), all=len(right))
    missing = [verdict.says for verdict in verdicts[1:] if verdict.says] if all(right) else []
    return (first, *([mistake] if mistake else []), *why, *missing)


def is_right(case: Case, result: Result) -> bool:
    """Whether a case gave what it should, in value and in type."""
    return not result.trouble and is_same(result.value, case.returns)


def behaviour(exercise: Exercise, answer: str, results: Sequence[Result]) -> str:
    """What an answer does, in short: answers that do the same make the same mistake."""
    did = [[result.value, result.trouble, result.error, result.reason] for result in results]
    works = all(map(is_right, exercise.cases, results))
    words = of_words(exercise, works, words_in(answer)) if works else []
    return json.dumps([did, [verdict.check for verdict in words if verdict.says]])


def of_words(exercise: Exercise, works: bool, found: frozenset[str]) -> list[Verdict]:
    """How it is written: the words that are asked for, then those to be avoided."""
    asked = [
        (f"uses {word}", word in found, say('Use "{word}" this time.', word=word))
        for word in exercise.file.uses
    ]
    asked += [
        (f"avoids {word}", word not in found,
         say('This time it must go without "{word}".', word=word))
        for word in exercise.file.avoids
    ]  # fmt: skip
    return [Verdict(name, works and holds, "" if holds else says, int(works and holds), 1)
            for name, holds, says in asked]  # fmt: skip


# -- why a case is not right ---------------------------------------------------------------------


def reasons(exercise: Exercise, answer: str, results: Sequence[Result], number: int) -> list[str]:
    """Why this case is not right, and the author's word on it. A hidden case is not told."""
    case, result = exercise.cases[number], results[number]
    function = exercise.file.function
    call = say("a hidden case") if case.hidden else case.of(function)
    if result.trouble:
        where = say("your code") if result.loading else call
        told = trouble_says(result, where, function, len(case.call), answer)
        return [told, *_word_on(case)] if result.trouble == "raised" else [told]
    if case.hidden:
        return [say("A hidden case is not right yet."), *_word_on(case)]
    return [*_wrong_value(call, case.returns, result), *_word_on(case)]


def _word_on(case: Case) -> list[str]:
    return [translate(case.says)] if case.says else []


def _wrong_value(call: str, wanted: Plain, result: Result) -> list[str]:
    given, should = result.value, shown(wanted)
    printed = " ".join(result.printed.split())
    if has_dots(given):
        return [say("{call} still meets the three dots; write something in their place.",
                    call=call)]  # fmt: skip
    if given is None and printed:
        if len(printed) > LONGEST_PRINTED:
            printed = printed[: LONGEST_PRINTED - 1] + "…"
        return [say("{call} printed {printed}; let it return {wanted}.",
                    call=call, printed=printed, wanted=should)]  # fmt: skip
    if given is None:
        return [say("{call} gave nothing; it should return {wanted}.", call=call, wanted=should)]
    told = say("{call} gave {given}; it should give {wanted}.",
               call=call, given=shown(given), wanted=should)  # fmt: skip
    if type_of(given) == type_of(wanted):
        return [told]
    return [
        told,
        say(
            "That is {given}, not {wanted}.",
            given=kind_named(type_of(given)),
            wanted=kind_named(type_of(wanted)),
        ),
    ]


def has_dots(thing: Plain) -> bool:
    """Whether there are still the `...` of a cell with blanks."""
    match thing:
        case {"object": "ellipsis"}:
            return True
        case list() | {"tuple": list()}:
            return any(map(has_dots, thing if isinstance(thing, list) else thing["tuple"]))
    return False
