"""Kind `make`, in which the learner's answer is itself an exercise.

The made exercise is judged by proofs alone: each wish that it meets earns a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.core.strings import suggested
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.hints import answer_hint
from teachkit.exercises.judging.checks import sentence
from teachkit.exercises.kinds.cards import ARRANGE, PROGRAM, REPAIR
from teachkit.exercises.kinds.predictions import PREDICT
from teachkit.exercises.making import wishes
from teachkit.exercises.making.wishes import at, lacking, made
from teachkit.exercises.model import forms
from teachkit.exercises.model.exercise import Exercise, Hint, Kind, Rung, given_program
from teachkit.exercises.model.file import File
from teachkit.exercises.model.verdict import Grade, Remark, Verdict, no_try
from teachkit.exercises.running.results import Execute
from teachkit.words import say, say_many

MADE = {kind.name: kind for kind in (PROGRAM, REPAIR, PREDICT, ARRANGE)}
"""The kinds of exercises that learners can make."""

# -- judging -------------------------------------------------------------------------------------


def judge_made(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the made exercise by proofs: each wish that it meets earns a point."""
    try:
        mine, given = made(exercise, answer), made(exercise, "")
    except TeachkitError as error:
        return no_try(exercise.possible, error.says)
    if _meaning(mine) == _meaning(given):
        return no_try(exercise.possible, say("Change something first."))
    unmet = wishes.missing(exercise, answer)
    found = {each.clause: each.says for each in unmet}
    verdicts = tuple(
        Verdict(clause, clause not in found, found.get(clause, ""), int(clause not in found), 1)
        for clause in wishes.making_of(exercise).wishes.clauses
    )
    if not found:
        return Grade(verdicts, (say("Right."),))
    foreseen = exercise.foreseen(_meaning(mine), lambda text: _meaning(made(exercise, text)))
    met = say_many(
        "{met} of {number} wish is met.",
        "{met} of {number} wishes are met.",
        len(verdicts),
        met=len(verdicts) - len(found),
    )
    first = found.get("solvable") or unmet[0].says  # the others follow from it
    note = say("This board took too long to prove, so the proof was stopped. Check it yourself.")
    is_proven = all(each.is_proven for each in unmet)
    return Grade(verdicts, (met, foreseen or first), note="" if is_proven else note)


def _meaning(exercise: Exercise) -> tuple[object, ...]:
    """Return a value that is equal for equal exercises, however they are written."""
    return exercise.starts[0].state, dict(exercise.cards), exercise.checks, exercise.given


def _given(file: File, game: Game[Any]) -> Program:
    """Return the starting program. Raise `DataError` if the table `[make]` is invalid."""
    wishes.making_in(file, game, MADE)
    return given_program(file, game)


# -- flaws ---------------------------------------------------------------------------------------


def _unknown_things(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each thing that the palette of the game does not have."""
    known = [thing.name for thing in exercise.game.palette.things]
    for name in wishes.making_of(exercise).things or ():
        if name not in known:
            says = say('"{name}" cannot be painted in this game.', name=name)
            yield Remark("make", suggested(says, name, known))


def _met_already(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if the board that the learner begins with meets all wishes already."""
    if not wishes.missing(exercise, ""):
        yield Remark("starts", say("This board already meets every wish. Ask for more."))


# -- hints ---------------------------------------------------------------------------------------


def _steps(exercise: Exercise, answer: str) -> Iterator[Hint]:
    """Yield the steps from `answer`, or from the first board if it cannot be read, to the solution.

    Each step places, removes or sets one thing.
    """
    right, mine = made(exercise, exercise.file.solution.answer), made(exercise, "")
    with suppress(TeachkitError):
        mine = made(exercise, answer)
    game, (start, end) = exercise.game, (each.file.starts[0] for each in (mine, right))
    size, rest = game.palette.size(end), game.palette.rest(end)
    if game.palette.size(start) != size:
        says = say("Resize the board to {size}.", size="×".join(map(str, size)))
        yield Hint("place", says, answer)
    for mark in lacking(game, end, start):
        yield Hint("place", say("Put {thing}.", thing=at(game, mark)), answer, square=mark.square)
    for mark in lacking(game, start, end):
        says = say("Remove {thing}.", thing=at(game, mark))
        yield Hint("remove", says, answer, square=mark.square)
    for key, value in rest.items():
        if game.palette.rest(start).get(key) != value:
            yield Hint("terms", say('Set "{key}" to {value}.', key=key, value=value), answer)
    if mine.cards != right.cards:
        most = {name: f"{limit} × " if limit else "" for name, limit in right.cards.items()}
        cards = ", ".join(limit + wishes.card_in_words(game, name) for name, limit in most.items())
        yield Hint("terms", say("Offer these cards: {cards}.", cards=cards), answer)
    if mine.checks != right.checks:
        checks = ", ".join(sentence(line, game) for line in right.checks)
        yield Hint("terms", say("Choose these checks: {checks}.", checks=checks), answer)
    if mine.given != right.given:
        yield Hint("terms", say("Give this program: {program}.", program=right.given), answer)


def _first_of(rung: str) -> Rung:
    """Return the rung that shows the first step of its kind."""

    def first(exercise: Exercise, answer: str) -> Hint | None:
        return next((each for each in _steps(exercise, answer) if each.rung == rung), None)

    return Rung(rung, first)


def _whole(exercise: Exercise, answer: str) -> Hint:
    return answer_hint(exercise, answer, " ".join(each.says for each in _steps(exercise, answer)))


MAKE = Kind(
    "make",
    form=forms.MAKING,
    judge=judge_made,
    flaws=(_unknown_things, _met_already),
    ladder=(*map(_first_of, ("place", "remove", "terms")), Rung("solution", _whole, stays=True)),
    given=_given,
    possible=lambda exercise: len(wishes.making_of(exercise).wishes.clauses),
    boards=lambda exercise, answer: made(exercise, answer).starts,
    makes=MADE,
    keys=(*PROGRAM.keys, "make"),
    minutes=8,
)
"""The kind in which learners make an exercise that meets all wishes."""
