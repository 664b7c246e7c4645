"""Grades for answers, with verdicts, points and sentences, and praise for right ones.

Programs are run by the rules. Predictions and tables are compared with the rules' results, so
authors never write down the right answer. Only a learner's Python is executed, in this process or
in a sandbox, as the caller chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from operator import eq
from zlib import crc32

from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, Verdict, earns_nothing, no_try
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Execute
from teachkit.words import say, say_many, spoken_fact, translate


def grade(exercise: Exercise, answer: str, execute: Execute = execute_in_process) -> Grade:
    """Grade an answer. An answer that cannot be read earns nothing.

    The first sentence in the grade's `says` describes the progress, and the second is the author's
    sentence for a foreseen mistake; `explain` adds more. `execute` runs a learner's Python. Handing
    in the starting program unchanged does not count as an attempt, and earns nothing.
    """
    result = judged(exercise, answer, execute)
    if not result.unread and is_untouched(exercise, answer):
        return _nothing_done(exercise, answer, result)
    return result


def judged(exercise: Exercise, answer: str, execute: Execute = execute_in_process) -> Grade:
    """Grade an answer as `grade` does, but treat the starting program like any other."""
    if not answer.strip():
        return no_try(exercise.possible, say("There is no answer yet."))
    try:
        exercise.kind.program(exercise, answer)
    except TeachkitError as error:
        return no_try(exercise.possible, error.says)
    try:
        return exercise.kind.judge(exercise, answer, execute)
    except TeachkitError as error:
        return earns_nothing(exercise.possible, error.says)


def is_untouched(exercise: Exercise, answer: str) -> bool:
    """Return whether `answer` is still the starting program or code, unchanged."""
    form, given = exercise.kind.form, exercise.file.given
    if form.runs_python:
        return bool(given.strip()) and answer.strip() == given.strip()
    if not (form.is_program or form.has_lanes):  # without an edit, the program is as it was
        return form.lays_cards and not answer.strip()
    laid = _laid(exercise, given)
    return bool(laid) and _laid(exercise, answer) == laid


def _nothing_done(exercise: Exercise, answer: str, result: Grade) -> Grade:
    """Return a grade without points for the unchanged starting program or code.

    For a program, the grade contains the author's sentence about it, or else a sentence about its
    run, and then what to do next. For Python code, the sentences in `result` are kept.
    """
    if exercise.kind.form.runs_python:
        none = tuple(replace(verdict, passed=False, points=0) for verdict in result.verdicts)
        return replace(result, verdicts=none, unread=True)
    given = _laid(exercise, answer) or Program()
    says = exercise.foreseen_program(given)
    if not says:
        is_one = exercise.file.changes == 1
        then = say("Now change one card.") if is_one else say("Now change the program.")
        then = "" if exercise.file.mark else then  # there, the bug hunt says what to do
        says = " ".join(filter(None, (_seen(exercise, given, result), then)))
    return replace(no_try(exercise.possible, says), failed_start=result.failed_start)


def _seen(exercise: Exercise, program: Program, result: Grade) -> str:
    """Return a sentence on the run of `program`: the cards that were skipped, or how it ends."""
    tried = attempt(exercise, program, exercise.starts[result.failed_start or 0])
    steps = played_steps(tried.trace)
    cards = [*dict.fromkeys(str(each.step.card) for each in steps if each.skipped and each.step)]
    match cards:
        case []:
            return say("It ends like this: {place}.", place=tried.place)
        case [card]:
            return say("Card {card} was skipped.", card=card)
    *first, last = cards
    return say("Cards {cards} and {last} were skipped.", cards=", ".join(first), last=last)


def _laid(exercise: Exercise, text: str) -> Program | None:
    """Return the program in `text`, or `None` if there is no program or it cannot be read."""
    with suppress(TeachkitError):
        return exercise.kind.program(exercise, text)
    return None


def all_or_nothing(exercise: Exercise, answer: str, right: bool, *wrong: str) -> Grade:
    """Return a grade with all points if `right` is true, and without points otherwise.

    A wrong answer gets the author's sentence for it, or else the sentences in `wrong`.
    """
    points = exercise.possible if right else 0
    mistake = "" if right else exercise.foreseen_text(answer)
    says = () if right else (mistake,) if mistake else wrong
    verdict = Verdict("answer", right, says[0] if says else "", points, exercise.possible)
    works = say("Right.") if right else say("Not right yet.")
    return Grade((verdict,), (works, *says))


def right_so_far(said: Sequence[object], right: Sequence[object]) -> int:
    """Count the parts of `said` that are right before the first wrong or missing one.

    >>> right_so_far("cab", "cba"), right_so_far("cab", "cab")
    (1, 3)
    """
    return sum(takewhile(bool, map(eq, said, right)))


# -- praise --------------------------------------------------------------------------------------

SENTENCES = {
    "carries": ("Sample collected in {cards}.", "You picked up the sample in {cards}."),
    "all": ("All samples collected in {cards}.", "You picked up every sample in {cards}."),
    "delivers": ("Sample delivered in {cards}.", "You delivered it in {cards}."),
    "stands_on": ("You reached {place} in {cards}.", "Arrived at {place} in {cards}."),
    "program": ("Solved in {cards}.", "You did it in {cards}.", "It works, in {cards}."),
    "prediction": ("Well predicted: {place}.", "Your prediction is right: {place}."),
    "rows": ("Every line is right.", "You followed every step."),
    "": ("Right.", "Yes, that is right."),
}
"""Sentences of praise: by the first check of an exercise, or else by the form of its answers."""


def praise(exercise: Exercise, answer: str) -> str:
    """Return the sentence of praise for the right `answer`.

    >>> from teachkit.classroom.library import find_exercise
    >>> praise(find_exercise("01-06-three-samples"), "east, north, west")
    'All samples collected in 3 cards.'
    """
    form, check = exercise.kind.form, exercise.checks[0] if exercise.checks else None
    program = exercise.kind.program(exercise, answer)
    facts = check.facts if check else {}
    key = form.name
    if program is not None:
        key = check.check if check and check.check in SENTENCES else "program"
        key = "all" if key == "carries" and facts.get("samples", 1) != 1 else key
    cards = program.cost if program else 0
    ways = SENTENCES.get(key, SENTENCES[""])
    return translate(ways[crc32(exercise.id.encode()) % len(ways)]).format(
        cards=say_many("{number} card", "{number} cards", cards),
        place=spoken_fact(facts.get("square", answer.partition(": ")[2])),
    )
