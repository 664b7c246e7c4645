"""Kind `order`: moments of a run, to be put in the order in which they come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started
from teachkit.errors import ProgramError
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.kinds.shared import all_or_nothing, explain_in_words, typed_solution, whole
from teachkit.exercises.misreadings.ideas import ideas_behind, sentences
from teachkit.exercises.model import forms
from teachkit.exercises.model.exercise import Exercise, Happens, Hint, Kind, Rung
from teachkit.exercises.model.forms import letters_of
from teachkit.exercises.model.verdict import Grade, Remark
from teachkit.exercises.running.results import Execute
from teachkit.words import say, say_many


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Compare the letters with the order of their moments; each must be there once."""
    said, right = letters_of(answer), _right(exercise)
    written = ", ".join(said)
    if sorted(said) != sorted(right):
        letters = ", ".join(exercise.options)
        asked = say("Put all of these in order: {letters}.", letters=letters)
        return replace(all_or_nothing(exercise, written, False, asked), unread=True)
    hits = _right_so_far(said, right)
    wrong = say("Something else comes first.")
    if hits:
        wrong = say_many(
            "The first {number} is right; look what comes then.",
            "The first {number} are right; look what comes then.",
            hits,
        )
    return all_or_nothing(exercise, written, said == right, wrong)


def _explain(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade with the idea behind it, after how many letters are right."""
    written = ", ".join(letters_of(answer))
    ideas = ideas_behind(exercise, written)
    return explain_in_words(exercise, written, grade, ideas, *grade.says[1:], *sentences(ideas))


def _outcome(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return the letters as the moments would come."""
    return ", ".join(_right(exercise, happens))


def _right_so_far(said: list[str], right: list[str]) -> int:
    """Return how many letters are right, from the first on."""
    pairs = enumerate(zip(said, right, strict=False))
    return next((place for place, (mine, other) in pairs if mine != other), len(said))


def solution(exercise: Exercise) -> str:
    """Return the letters in the order of their moments on the first start.

    Raise `ProgramError` for a moment that does not come, or not alone.
    """
    return ", ".join(_right(exercise))


def _right(exercise: Exercise, happens: Happens = attempt) -> list[str]:
    trace = happens(exercise, exercise.given, exercise.starts[0]).trace
    at = {letter: moment(trace, each.when) for letter, each in exercise.options.items()}
    if len({*at.values()}) < len(at):
        raise ProgramError(say("Two of these are the same moment; which comes first?"))
    return sorted(at, key=at.__getitem__)


def moment(trace: Trace, when: str) -> int:
    """Return the number of the frame in which this first happens.

    It is a piece whose card runs, `red`, perhaps a certain card, `red 2`; or a part of what
    happens beside the cards, as the game calls it. Raise `ProgramError` if it never does.

    >>> from teachkit.core.game.game import run
    >>> from teachkit.games import roborally
    >>> robots = {"red": "a1 east", "green": "c1 west"}
    >>> start = roborally.Setup(floor="> > . .", robots=robots).state()
    >>> trace = run(roborally.GAME, start, {"red": "left 90", "green": "u-turn 10"})
    >>> moment(trace, "red 1") < moment(trace, "green") < moment(trace, "belts")
    True
    """
    found: dict[str, int] = {}
    for number, frame in enumerate(trace):
        event = frame.event
        if isinstance(event, Started):
            found.setdefault(event.actor, number)
            found.setdefault(f"{event.actor} {event.step.card}", number)
        elif event.part:
            found.setdefault(event.part, number)
    if when not in found:
        facts = {"when": when, "names": ", ".join(found)}
        raise ProgramError(say('"{when}" does not come in this run; there are: {names}.', **facts))
    return found[when]


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on a typed solution, and on too few moments."""
    yield from typed_solution(exercise)
    if len(exercise.options) < 2:
        yield Remark("choices", say("An order needs at least two [[choices]]."))


def _next(exercise: Exercise, answer: str) -> Hint | None:
    """Return what comes after all that is right so far; the last one would be all of it."""
    right = _right(exercise)
    hits = _right_so_far(letters_of(answer), right)
    if hits >= len(right) - 1:
        return None
    letter = right[hits]
    if not hits:
        return Hint("next", say("First comes {letter}.", letter=letter), answer)
    says = say("After {before} comes {letter}.", before=right[hits - 1], letter=letter)
    return Hint("next", says, answer)


def _whole(exercise: Exercise, answer: str) -> Hint:
    says = say("This is the order: {letters}.", letters=solution(exercise))
    return whole(exercise, answer, says)


ORDER = Kind(
    "order",
    form=forms.ORDER,
    judge=judge,
    flaws=flaws,
    ladder=(Rung("next", _next), Rung("solution", _whole, stays=True)),
    solution=solution,
    explain=_explain,
    predicted_outcome=_outcome,
)
