"""Kind `edit`: a given row of cards is changed by inserting, covering and looping."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.game.editing import edits_in
from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.explaining.explain import explain_ideas
from teachkit.exercises.judging.mistakes import foreseen_program
from teachkit.exercises.judging.programs import judge_program
from teachkit.exercises.kinds.cards import flaws_of_cards, outcome_of_cards
from teachkit.exercises.model.exercise import Exercise, Hint, Kind, Rung, given_program
from teachkit.exercises.model.file import File
from teachkit.exercises.model.forms import EDITS
from teachkit.exercises.model.verdict import Grade, Remark, no_try
from teachkit.exercises.running.results import Execute
from teachkit.exercises.solving.editing import Fewest, edited, fewest_edits
from teachkit.play.search import TooLargeError
from teachkit.words import say


def given(file: File, game: Game) -> Program:
    """Return the given row. Raise `DataError` in a game that edits no rows."""
    if game.editing is None:
        raise DataError(say("In this game no row of cards is edited; choose another kind."))
    return given_program(file, game)


def program(exercise: Exercise, answer: str) -> Program:
    """Return the row as it is edited. Raise `TeachkitError`."""
    return edited(exercise, edits_in(answer)).program


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Make the edits, and run the row on every start."""
    row = program(exercise, answer)
    if not row:
        return no_try(exercise.possible, say("Lay a card first."))
    return judge_program(exercise, row, foreseen_program(exercise, row))


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield the remarks of cards, and others on a row that cannot be or need not be edited."""
    yield from flaws_of_cards(exercise)
    start = exercise.starts[0].state
    for problem in exercise.game.problems(start, exercise.player, exercise.given):
        yield Remark("given", say("The given row cannot lie there: {says}", says=problem.says))
    best = _best(exercise)
    if best and not best.edits:
        yield Remark("given", say("The given row is right already; nothing is to be edited."))
    edits = edits_in(exercise.file.solution.answer)
    if best and 0 < len(best.edits) < len(edits):
        facts = {"number": len(edits), "edits": ", ".join(best.edits)}
        says = say("The solution takes {number} edits; fewer do: {edits}.", **facts)
        yield Remark("solution", says)


def _best(exercise: Exercise, after: tuple[str, ...] = ()) -> Fewest | None:
    """Return the fewest edits that begin like this; `None`: there are none, or nobody can tell."""
    try:
        return fewest_edits(exercise, after)
    except (TeachkitError, TooLargeError):
        return None


def _next(exercise: Exercise, answer: str) -> Hint | None:
    """Return the next edit, or the first one that is in the way."""
    edits = edits_in(answer)
    if best := _best(exercise, edits):
        missing = best.edits[len(edits) :]
        if not missing:
            return Hint("next", say("Nothing is missing. Run it."), answer)
        return Hint("next", say("One edit that helps: {edit}.", edit=missing[0]), answer)
    for kept in range(len(edits) - 1, -1, -1):
        if _best(exercise, edits[:kept]):
            says = say('Take the edit "{edit}" away.', edit=edits[kept])
            return Hint("next", says, answer)
    return None


def _spare(exercise: Exercise, answer: str) -> Hint | None:
    """Return a card that the solution does without."""
    laid = edited(exercise, _whole(exercise, answer)).laid
    spare = [name for name in exercise.cards if name not in laid]
    if not spare:
        return None
    name = str(Chance(exercise.id).pick(spare))
    return Hint("spare", say('You do not need the card "{card}".', card=name), answer, spare=name)


def _solution(exercise: Exercise, answer: str) -> Hint | None:
    edits = _whole(exercise, answer)
    return Hint("solution", "\n".join((say("A solution:"), *edits)), answer) if edits else None


def _whole(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """Return the fewest edits that go on from the learner's own, or else the author's."""
    best = _best(exercise, edits_in(answer)) or _best(exercise)
    return best.edits if best else edits_in(exercise.file.solution.answer)


EDIT = Kind(
    "edit",
    form=EDITS,
    judge=judge,
    flaws=flaws,
    ladder=(
        Rung("next", _next),
        Rung("spare", _spare, stays=True),
        Rung("solution", _solution, stays=True),
    ),
    program=program,
    explain=explain_ideas,
    predicted_outcome=outcome_of_cards,
    given=given,
)
