"""Kinds `choice` and `order`, whose answers are letters; the rules compute the right ones.

In a choice, one option is right. An answer ends with the chosen letter, after the letters that were
handed in before: `a, c, b`. Each wrong letter reduces the points, so clicking through all options
earns nothing. In an order, the options are moments of a run, and an answer lists all of them in
order: `c, a, b`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.core.run.chance import Chance
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started
from teachkit.errors import ProgramError
from teachkit.exercises.explaining.explain import explain_in_words
from teachkit.exercises.explaining.hints import answer_hint
from teachkit.exercises.judging.grade import all_or_nothing, right_so_far
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.programs import judge
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.model import forms
from teachkit.exercises.model.exercise import Exercise, Happens, Hint, Kind, Rung
from teachkit.exercises.model.file import CheckLine
from teachkit.exercises.model.verdict import Grade, Remark, no_try
from teachkit.exercises.running.results import Execute
from teachkit.words import say, say_many

# -- choice --------------------------------------------------------------------------------------


def _judge_choice(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the last letter of an answer; wrong letters tried before it cost points."""
    right = _right_letter(exercise)
    letter = forms.letter_of(answer)
    if letter not in exercise.options:
        letters = ", ".join(exercise.options)
        return no_try(exercise.possible, say("Choose one of: {letters}.", letters=letters))
    again = say("Look again, step by step.")
    result = all_or_nothing(exercise, letter, letter == right, again)
    before = {*forms.letters_in(answer)} & {*exercise.options} - {letter}
    if letter == right and before:
        return _earning(result, _left_over(exercise, len(before)))
    return result


def _explain_choice(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return `grade` with the single misreadings that explain the chosen letter.

    Pairs of misreadings are not considered, since they could explain any letter.
    """
    letter = forms.letter_of(answer)
    found = diagnosis.single_misreadings(exercise, letter)
    return explain_in_words(exercise, letter, grade, found, *diagnosis.sentences(found))


def _left_over(exercise: Exercise, wrong: int) -> int:
    """Return the points that the right letter earns after `wrong` wrong letters.

    The points decrease evenly from all to none, and are rounded down. If the exercise has a single
    point, it is earned only if the first choice is right.
    """
    others = len(exercise.options) - 1
    return exercise.possible * (others - wrong) // others


def _earning(result: Grade, points: int) -> Grade:
    """Return a copy of `result` that earns only `points`, with a sentence that says why."""
    says = say("You tried other letters first, so this earns no points.")
    if points:
        says = say_many(
            "You tried other letters first, so this earns {points} of {number} point.",
            "You tried other letters first, so this earns {points} of {number} points.",
            result.possible,
            points=points,
        )
    verdicts = tuple(replace(each, points=points) for each in result.verdicts)
    return replace(result, verdicts=verdicts, says=(*result.says, says))


def _outcome_of_choice(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return the letter that would be right if programs ran as `happens` says.

    The letter in `answer` is returned if it is one of at most two that would be right, or if its
    option seems to do the same as the given program. Return "" if there is no program that can be
    misread. Raise `ProgramError` if the right letter is not clear.
    """
    if not any([exercise.given, *(choice.program for choice in exercise.options.values())]):
        return ""
    letter, found = forms.letter_of(answer), _passing(exercise, happens)
    is_one = letter in found and len(found) <= 2
    return letter if is_one or _seems_same(exercise, happens, letter) else _only(found)


def _seems_same(exercise: Exercise, happens: Happens, letter: str) -> bool:
    """Return whether the option `letter` ends where the given program would end under `happens`.

    `happens` runs the given program as a learner misreads it, while the option is run by the rules:
    learners who misread the program look for an option that does what they believe it does. The
    result is false if the right option does not end where the given program really ends.
    """
    options, given = exercise.options, exercise.given
    if letter not in options or not given or not options[letter].program:
        return False
    right, mine = (
        exercise.read(options[each].program) for each in (_right_letter(exercise), letter)
    )
    return all(
        attempt(exercise, right, start).place == attempt(exercise, given, start).place
        and attempt(exercise, mine, start).place == happens(exercise, given, start).place
        for start in exercise.starts
    )


def _right_letter(exercise: Exercise) -> str:
    """Return the letter of the right option. Raise `ProgramError` if there is not exactly one."""
    return _only(_passing(exercise))


def _only(found: list[str]) -> str:
    """Return the only letter in `found`. Raise `ProgramError` if there is not exactly one."""
    if len(found) != 1:
        letters = ", ".join(found) or say("none")
        raise ProgramError(say("Exactly one choice must be right, not {found}.", found=letters))
    return found[0]


def _passing(exercise: Exercise, happens: Happens = attempt) -> list[str]:
    """Return the letters of the options that pass their checks.

    If the file asks for an option that fails, return the letters of those that fail instead.
    """
    wanted = exercise.file.right == "passes"
    found = []
    for letter, choice in exercise.options.items():
        program = exercise.read(choice.program) if choice.program else exercise.given
        starts = [exercise.starts[choice.start - 1]] if choice.start else exercise.starts
        lines = tuple(CheckLine.of({**table, "points": 1}) for table in choice.checks)
        attempts = [happens(exercise, program, start) for start in starts]
        if judge(lines or exercise.checks, attempts).solved == wanted:
            found.append(letter)
    return found


def _too_few(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if there are fewer than two options."""
    if len(exercise.options) < 2:
        yield Remark("choices", say("Add at least two [[choices]] tables."))


def _strike(exercise: Exercise, about: str) -> Hint | None:
    """Return a hint that rules out a wrong option, or `None` if fewer than two are wrong."""
    wrong = "".join(exercise.options).replace(_right_letter(exercise), "")
    if len(wrong) < 2:
        return None
    letter = str(Chance(exercise.id).pick(wrong))
    foreseen = exercise.foreseen_text(letter)
    says = " ".join(filter(None, (say("The answer is not {letter}.", letter=letter), foreseen)))
    return Hint("strike", says, about, spare=letter)


def _whole_choice(exercise: Exercise, about: str) -> Hint:
    says = say("The answer is {letter}.", letter=_right_letter(exercise))
    return answer_hint(exercise, about, says)


CHOICE = Kind(
    "choice",
    form=forms.CHOICE,
    judge=_judge_choice,
    flaws=(_too_few,),
    ladder=(Rung("strike", _strike, stays=True), Rung("solution", _whole_choice, stays=True)),
    solution=_right_letter,
    explain=_explain_choice,
    predicted_outcome=_outcome_of_choice,
    keys=("choices", "right"),
    minutes=2,
)
"""The kind in which learners choose the one option that is right."""

# -- order ---------------------------------------------------------------------------------------


def _judge_order(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the order of the letters in `answer`, each of which must occur exactly once."""
    said, right = forms.letters_of(answer), _right_order(exercise)
    written = ", ".join(said)
    if sorted(said) != sorted(right):
        letters = ", ".join(exercise.options)
        asked = say("Put all of these in order: {letters}.", letters=letters)
        return replace(all_or_nothing(exercise, written, False, asked), unread=True)
    hits = right_so_far(said, right)
    wrong = say("Something else happens first.")
    if hits:
        wrong = say_many(
            "The first one is right. What comes next?",
            "The first {number} are right. What comes next?",
            hits,
        )
    return all_or_nothing(exercise, written, said == right, wrong)


def _explain_order(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return `grade` with sentences about the misreadings that explain the order in `answer`."""
    written = ", ".join(forms.letters_of(answer))
    found = diagnosis.misreadings_behind(exercise, written)
    says = (*grade.says[1:], *diagnosis.sentences(found))
    return explain_in_words(exercise, written, grade, found, *says)


def _outcome_of_order(exercise: Exercise, happens: Happens = attempt, answer: str = "") -> str:
    """Return the letters in the order in which their moments occur, such as `c, a, b`.

    The given program runs from the first start as `happens` says. Raise `ProgramError` if a
    moment does not occur, or if two moments coincide.
    """
    return ", ".join(_right_order(exercise, happens))


def _right_order(exercise: Exercise, happens: Happens = attempt) -> list[str]:
    trace = happens(exercise, exercise.given, exercise.starts[0]).trace
    at = {letter: moment(trace, each.when) for letter, each in exercise.options.items()}
    if len({*at.values()}) < len(at):
        raise ProgramError(say("Two of these happen at the same moment, so neither comes first."))
    return sorted(at, key=at.__getitem__)


def moment(trace: Trace, when: str) -> int:
    """Return the index of the frame at which the moment `when` begins.

    The moment `red` begins when red's first card runs, and `red 2` when red's card 2 first runs.
    Other moments are parts of a round, named by the game. Raise `ProgramError` if the moment never
    occurs.

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
        says = say('"{when}" does not happen in this run. Choose one of: {names}.', **facts)
        raise ProgramError(says)
    return found[when]


def _next(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the next right letter, or `None` if at most one letter is missing."""
    right = _right_order(exercise)
    hits = right_so_far(forms.letters_of(answer), right)
    if hits >= len(right) - 1:
        return None
    letter = right[hits]
    if not hits:
        return Hint("next", say("{letter} happens first.", letter=letter), answer)
    says = say("{letter} happens right after {before}.", before=right[hits - 1], letter=letter)
    return Hint("next", says, answer)


def _whole_order(exercise: Exercise, answer: str) -> Hint:
    says = say("The right order is: {letters}.", letters=_outcome_of_order(exercise))
    return answer_hint(exercise, answer, says)


ORDER = Kind(
    "order",
    form=forms.ORDER,
    judge=_judge_order,
    flaws=(_too_few,),
    ladder=(Rung("next", _next), Rung("solution", _whole_order, stays=True)),
    solution=_outcome_of_order,
    explain=_explain_order,
    predicted_outcome=_outcome_of_order,
    keys=("choices",),
    minutes=3,
)
"""The kind in which learners put moments of a run in the order in which they happen."""
