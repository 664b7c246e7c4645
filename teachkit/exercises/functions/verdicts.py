"""A function judged by what its calls gave. Nothing is run here.

What works is said first; then, of the first case that is not right, what it gave and why.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from teachkit.exercises.exercise import Exercise
from teachkit.exercises.functions.cases import Case
from teachkit.exercises.functions.results import Plain, Result, is_same, shown, type_of
from teachkit.exercises.functions.vocabulary import words_in
from teachkit.exercises.verdict import Grade, Verdict
from teachkit.words import say, say_many, translate

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
    why = [] if works else reasons(exercise, results, right.index(False))
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


def reasons(exercise: Exercise, results: Sequence[Result], number: int) -> list[str]:
    """Why this case is not right, and the author's word on it. A hidden case is not told."""
    case, result = exercise.cases[number], results[number]
    function = exercise.file.function
    call = say("a hidden case") if case.hidden else case.of(function)
    if result.trouble:
        where = say("your code") if result.loading else call
        told = trouble_says(result, where, function, len(case.call))
        return [told, *_word_on(case)] if result.trouble == "raised" else [told]
    if case.hidden:
        return [say("A hidden case is not right yet."), *_word_on(case)]
    return [*_wrong_value(call, case.returns, result), *_word_on(case)]


def _word_on(case: Case) -> list[str]:
    return [translate(case.says)] if case.says else []


def _wrong_value(call: str, wanted: Plain, result: Result) -> list[str]:
    given, should = result.value, shown(wanted)
    printed = " ".join(result.printed.split())
    if _has_dots(given):
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
    return [told, say("That is {given}, not {wanted}.", given=_kind(given), wanted=_kind(wanted))]


def _has_dots(thing: Plain) -> bool:
    """Whether there are still the `...` of a cell with blanks."""
    match thing:
        case {"object": "ellipsis"}:
            return True
        case list() | {"tuple": list()}:
            return any(map(_has_dots, thing if isinstance(thing, list) else thing["tuple"]))
    return False


def _kind(thing: Plain) -> str:
    names = {
        "bool": say("a yes or no (bool)"),
        "int": say("a whole number (int)"),
        "float": say("a number with a point (float)"),
        "str": say("a text (str)"),
        "list": say("a list"),
        "tuple": say("a tuple"),
        "dict": say("a dictionary"),
        "NoneType": say("nothing (None)"),
    }
    name = type_of(thing)
    return names.get(name) or say('of the kind "{name}"', name=name)


# -- what went wrong -----------------------------------------------------------------------------


def trouble_says(result: Result, where: str, function: str = "", arguments: int = 0) -> str:
    """The sentence for what stopped a run: `where` is the call, or the cell."""
    match result.trouble:
        case "missing" | "arguments":
            return _cannot_call(result, function, arguments)
        case "raised":
            return _raised(result, where)
        case "timeout" | "flooded" | "died" | "garbled":
            return _broken_off(result, where)
    return _stopped(result, where)


def _stopped(result: Result, where: str) -> str:
    """The sentence for a run that was stopped in a line of its own."""
    facts = {"line": result.line, "where": where, "reason": result.reason}
    match result.trouble:
        case "unreadable":
            return say("Line {line} cannot be read: {reason}.", **facts)
        case "endless":
            return say("Line {line}: this loop goes on and on in {where}.", **facts)
        case "slow":
            return say("Line {line}: there are too many steps in {where}.", **facts)
        case "recursion":
            return say("Line {line}: it calls itself again and again in {where}.", **facts)
        case "asks":
            return say("Line {line}: nobody can answer input() here; use the arguments.", **facts)
        case "exits":
            return say("Line {line}: leave out exit(); a function ends with return.", **facts)
        case "memory":
            return say("Line {line}: too much memory is needed in {where}.", **facts)
    return say("Line {line}: you stopped it in {where}.", **facts)


def _broken_off(result: Result, where: str) -> str:
    """The sentence for a process that did not come back with a result."""
    match result.trouble:
        case "timeout":
            return say("It took too long in {where} and was stopped.", where=where)
        case "flooded":
            return say("Too much was written in {where}; give back less.", where=where)
        case "died":
            return say("Python itself broke down in {where}.", where=where)
    return say("What came back from {where} cannot be read.", where=where)


def _cannot_call(result: Result, function: str, arguments: int) -> str:
    if result.trouble == "arguments":
        return say_many('"{name}" must take {number} argument.',
                        '"{name}" must take {number} arguments.',
                        arguments, name=function)  # fmt: skip
    if result.reason:
        return say('There is no function "{name}"; yours is called "{other}".',
                   name=function, other=result.reason)  # fmt: skip
    return say('There is no function "{name}" in your code.', name=function)


def _raised(result: Result, where: str) -> str:
    """The sentence for an exception: Python's name for it only where we have no better word."""
    facts = {"line": result.line, "where": where, "reason": result.reason}
    match result.error:
        case "ZeroDivisionError":
            return say("Line {line}: division by zero in {where}.", **facts)
        case "NameError":
            return say('Line {line}: nothing in your code is called "{reason}".', **facts)
        case "UnboundLocalError":
            return say('Line {line}: "{reason}" has no value yet.', **facts)
        case "IndexError":
            return say("Line {line}: there is nothing at this place, in {where}.", **facts)
        case "KeyError":
            return say("Line {line}: there is no key {reason}, in {where}.", **facts)
    told = f"{result.error}: {result.reason}" if result.reason else result.error
    return say("Line {line}: in {where} Python says {told}.", **facts, told=told)
