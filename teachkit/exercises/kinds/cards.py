"""Kinds `program`, `arrange`, `repair`, `lanes` and `edit`, which are answered with cards.

An answer to a `lanes` exercise has one line for each of several pieces, such as
`red: forward, left`. The programs run together on every start; the game's rules decide the order of
actions. Each piece has its own hand, and a check without a `player` applies to each piece. In an
`edit` exercise, learners change a given row of cards by inserting, covering and looping cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial

from teachkit.core.game.game import Edited, Game, edits_in
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.flow import called
from teachkit.errors import DataError, ProgramError, TeachkitError
from teachkit.exercises.explaining.explain import explain_misreadings, explain_program
from teachkit.exercises.explaining.hints import OF_PROGRAMS, solution_hint, spare_card
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.programs import edited, judge_program, next_rows, problems, works_as
from teachkit.exercises.model import forms
from teachkit.exercises.model.exercise import (
    Attempt,
    Exercise,
    Happens,
    Hint,
    Kind,
    Rung,
    Start,
    given_program,
)
from teachkit.exercises.model.file import File
from teachkit.exercises.model.verdict import Grade, Remark, no_try
from teachkit.exercises.running.results import Execute
from teachkit.exercises.solving.puzzle import deck
from teachkit.play.search import Memory, may_ask, names_in, remembered
from teachkit.words import say


def judge_cards(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the program in `answer` on every start. Raise `ProgramError` if it is not allowed."""
    laid = exercise.kind.program(exercise, answer)
    if laid and (found := problems(exercise, laid)):
        raise ProgramError(found[0].says)
    return _judge_row(exercise, laid)


def _judge_row(exercise: Exercise, laid: Program | None) -> Grade:
    if not laid:
        return no_try(exercise.possible, say("Add a card first."))
    return judge_program(exercise, laid, exercise.foreseen_program(laid))


def outcome_of_cards(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return `answer` if its program would pass all checks when run by `happens`, else ""."""
    laid = exercise.kind.program(exercise, answer)
    return answer if laid is not None and works_as(exercise, laid, happens) else ""


def _no_checks(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if the exercise has no checks."""
    if not exercise.checks:
        yield Remark("checks", say("There are no checks, so no answer could be wrong. Add one."))


def _unanswered(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each start on which the rules may ask a question that has no answer."""
    if exercise.others_act:
        return  # no search is possible, but a run of the solution still raises its questions
    memory = Memory(exercise.game, exercise.player, ahead=True)
    for number, start in enumerate(exercise.starts, 1):
        if not start.answers and may_ask(memory.moment(start.state), deck(exercise).cards):
            at = {"number": number}
            says = say("Start {number} can ask a question. Add the answers to this start.", **at)
            yield Remark("starts", says)


def nothing_given(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if the exercise gives no program."""
    if not exercise.given:
        yield Remark("given", say('This kind needs a program: given = "forward, left".'))


def _nothing_to_repair(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if the given program is already right."""
    if judged(exercise, str(exercise.given)).solved:
        says = say("The given program is already right, so it needs no repair.")
        yield Remark("given", says)


PROGRAM = Kind(
    "program",
    form=forms.CARDS,
    judge=judge_cards,
    flaws=(_no_checks, _unanswered),
    ladder=OF_PROGRAMS,
    program=Exercise.read,
    explain=explain_program,
    predicted_outcome=outcome_of_cards,
    fits_codes=True,
    is_searched=True,
    keys=("predict", "python", "sensors", "changes", "fixed", "mark"),
)
"""The kind in which learners build a program that passes all checks on every start."""

ARRANGE = replace(PROGRAM, name="arrange", hides_used=True)
"""The kind in which learners put the given cards in order; some cards may not be needed."""

REPAIR = replace(
    PROGRAM,
    name="repair",
    flaws=(*PROGRAM.flaws, nothing_given, _nothing_to_repair),
    is_searched=False,
    minutes=4,
)
"""The kind in which learners repair the given program; some of its cards may be fixed."""

# -- lanes ---------------------------------------------------------------------------------------


def _lanes(exercise: Exercise, answer: str) -> Lanes:
    """Parse `answer` into a program for each piece. Raise `ProgramError` if one cannot be read."""
    return Lanes.read_lanes(answer, exercise.learners, exercise.game.instructions)


def _flaws_of_lanes(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on missing or mismatched pieces, and on given programs that cannot be read."""
    if len(exercise.learners) < 2:
        yield Remark("starts", say("This kind needs two pieces without a program of their own."))
    for number, start in enumerate(exercise.starts, 1):
        if {*exercise.learners_on(start)} != {*exercise.learners}:
            says = say("Start {number} does not have the same pieces as start 1.", number=number)
            yield Remark("starts", says)
    try:
        _lanes(exercise, exercise.file.given)
    except ProgramError as error:
        yield Remark("given", error.says)


def _spare_in_lanes(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint that names a card that no piece needs, or `None` if all are needed."""
    loops = (f"{times}x" for times in exercise.rules.loops if f"{times}x" in exercise.cards)
    hand = (*(card.name for card in exercise.instructions), *loops)
    needed = {*names_in(_lanes(exercise, exercise.file.solution.answer))}
    return spare_card(exercise, answer, [name for name in hand if name not in needed][:1])


def _lane(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the solution's program for the first piece whose program differs from it.

    Return `None` if no program differs.
    """
    laid: dict[str, Program] = {}
    with suppress(ProgramError):
        laid = dict(_lanes(exercise, answer).lanes)
    for name, right in _lanes(exercise, exercise.file.solution.answer).lanes:
        if laid.get(name) != right:
            says = say("{actor} can run this program:", actor=called(name))
            return Hint("lane", f"{says}\n{right}", answer)
    return None


def _all_lanes(exercise: Exercise, answer: str) -> Hint | None:
    return solution_hint(answer, exercise.file.solution.answer)


def _explain_lanes(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return `grade` with a sentence for each piece that has no cards, after the first sentence."""
    empty = (name for name, lane in _lanes(exercise, answer).lanes if not lane)
    says = (say("{actor} has no cards yet.", actor=called(name)) for name in empty)
    return replace(grade, says=(*grade.says[:1], *says, *grade.says[1:]))


LANES = Kind(
    "lanes",
    form=forms.LANES,
    judge=judge_cards,
    flaws=(_no_checks, _flaws_of_lanes),
    ladder=(
        Rung("spare", _spare_in_lanes, stays=True),
        Rung("lane", _lane),
        Rung("solution", _all_lanes, stays=True),
    ),
    program=_lanes,
    explain=_explain_lanes,
    given=lambda file, game: Program(),  # the given text is parsed later, like an answer
    fits_codes=True,
)
"""The kind in which learners build a program for each of several pieces."""

# -- edit ----------------------------------------------------------------------------------------

MOST_TRIED = 5_000  # rows; trying more would keep a learner waiting


@lru_cache(maxsize=256)
def fewest_edits(exercise: Exercise, after: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """Return the shortest list of edits that begins with `after` and gets a full score, or `None`.

    All continuations are tried, first with one more edit, then with two, and so on. The result is
    also `None` if an edit in `after` is invalid, or if the search would take too long.
    """

    def happens(exercise: Exercise, program: Program, start: Start) -> Attempt:
        moment = memory(exercise.game.players(start.state)[0]).moment(start.state)
        return Attempt(exercise.game, moment.memory.player, program, remembered(moment, program))

    memory = cache(partial(Memory, exercise.game))
    with suppress(TeachkitError):
        layer = {edited(exercise, after): after}
        seen = set(map(_kernel, layer))
        while layer:
            for row, edits in layer.items():
                if row.program and works_as(exercise, row.program, happens):
                    return edits
            ahead: dict[Edited, tuple[str, ...]] = {}
            for edits in layer.values():
                for way, row in next_rows(exercise, edits):
                    if _kernel(row) not in seen:
                        seen.add(_kernel(row))
                        ahead[row] = (*edits, way.text)
                if len(seen) > MOST_TRIED:
                    return None
            layer = ahead
    return None


def _kernel(row: Edited) -> tuple[Program, tuple[str, ...]]:
    """Return a key for an edited row. Rows with equal keys allow the same further edits."""
    return row.program, tuple(sorted(row.laid))


def _given_row(file: File, game: Game) -> Program:
    """Return the row of cards to edit. Raise `DataError` if the game does not support edits."""
    if game.editing is None:
        raise DataError(say("This game has no edits. Choose a different kind."))
    return given_program(file, game)


def _edited_row(exercise: Exercise, answer: str) -> Program:
    """Return the row after the edits in `answer`. Raise `TeachkitError` if an edit is invalid."""
    return edited(exercise, edits_in(answer)).program


def _judge_edits(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the edited row by running it on every start."""
    return _judge_row(exercise, _edited_row(exercise, answer))


def _flaws_of_edits(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on the given row and on the solution.

    The given row must be allowed and wrong, and the solution must have as few edits as possible.
    """
    start = exercise.starts[0].state
    for problem in exercise.game.problems(start, exercise.player, exercise.given):
        yield Remark("given", say("The given row is not allowed: {says}", says=problem.says))
    best = fewest_edits(exercise)
    if best == ():
        yield Remark("given", say("The given row is already right, so it needs no edits."))
    edits = edits_in(exercise.file.solution.answer)
    if best and len(best) < len(edits):
        facts = {"number": len(edits), "edits": ", ".join(best)}
        says = say("The solution takes {number} edits. Fewer edits are enough: {edits}.", **facts)
        yield Remark("solution", says)


def _next_edit(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the next edit, or with the first edit that must be undone."""
    edits = edits_in(answer)
    best = fewest_edits(exercise, edits)
    if best is not None:
        missing = best[len(edits) :]
        if not missing:
            return Hint("next", say("Nothing is missing. Run it."), answer)
        return Hint("next", say("This edit helps: {edit}.", edit=missing[0]), answer)
    for kept in range(len(edits) - 1, -1, -1):
        if fewest_edits(exercise, edits[:kept]) is not None:
            says = say('Remove the edit "{edit}".', edit=edits[kept])
            return Hint("next", says, answer)
    return None


def _spare_in_row(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint that names a card the solution does not need, or `None` if there is none."""
    laid = edited(exercise, _all_edits(exercise, answer)).laid
    return spare_card(exercise, answer, [name for name in exercise.cards if name not in laid])


def _whole_row(exercise: Exercise, answer: str) -> Hint | None:
    return solution_hint(answer, "\n".join(_all_edits(exercise, answer)))


def _all_edits(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """Return the shortest list of edits that begins with `answer` and gets a full score.

    If there is none, or the search takes too long, return the shortest list with any beginning;
    if that search fails too, return the author's edits.
    """
    found = (fewest_edits(exercise, edits) for edits in (edits_in(answer), ()))
    author = edits_in(exercise.file.solution.answer)
    return next((best for best in found if best is not None), author)


EDIT = Kind(
    "edit",
    form=forms.EDITS,
    judge=_judge_edits,
    flaws=(*PROGRAM.flaws, _flaws_of_edits),
    ladder=(
        Rung("next", _next_edit),
        Rung("spare", _spare_in_row, stays=True),
        Rung("solution", _whole_row, stays=True),
    ),
    program=_edited_row,
    explain=explain_misreadings,
    predicted_outcome=outcome_of_cards,
    given=_given_row,
    minutes=4,
)
"""The kind in which learners change a given row of cards by edits."""
