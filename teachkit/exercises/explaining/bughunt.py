"""Bug hunts: before changing a program, the learner marks its first wrong card, by pointing at it.

A repair is a working program that the allowed changes can produce from the given program with the
cards in the hand. It is right to mark the first card that a repair changes, so several cards may
be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice

from teachkit.core.language.program import Program
from teachkit.core.run.trace import Played
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.next_change import nearest
from teachkit.exercises.explaining.repairs import first_difference, near_programs
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Remark
from teachkit.words import say

TRIES = 3  # the number of wrong marks after which the right card is revealed
MOST_TRIED = 2_000  # programs; with more, a learner would have to wait


def is_asked(exercise: Exercise) -> bool:
    """Return whether `exercise` asks the learner to mark a card before changing any."""
    return exercise.file.mark and exercise.kind.form.is_program and bool(exercise.given)


def marked(exercise: Exercise, card: int) -> str:
    """Return the sentence to show when the learner marks `card` as the first wrong card.

    If `card` is not right to mark, the sentence does not name the right card.
    """
    right, authors = right_marks(exercise), _authors(exercise)
    if card not in right:
        return _what_is_so(exercise, card, right)
    if authors in right and card != authors:
        return say("Changing card {card} works, too. Now make it.", card=card)
    return say("You found it: card {card} goes wrong first. Now make your change.", card=card)


def _what_is_so(exercise: Exercise, card: int, right: Sequence[int]) -> str:
    if card in exercise.file.fixed:
        return say("Card {card} is locked, so it is not wrong. Look at the other cards.", card=card)
    ran = _ran(exercise, card)
    if right and card < right[0]:
        if not ran:
            return say("Card {card} is fine. Look further on.", card=card)
        facts = {"card": card, "place": _place(exercise, ran.after)}
        return say(
            "After card {card}: {place}. Everything is right so far. Look further on.", **facts
        )
    if not right or card < right[-1] or not ran:
        return say("Card {card} can stay as it is. Look at the other cards again.", card=card)
    if ran.skipped:
        return say("Yes, card {card} is skipped, but why? Look further back.", card=card)
    at = {"card": card, "place": _place(exercise, ran.before)}
    return say("Before card {card}: {place}. Is that still right? Look further back.", **at)


def _ran(exercise: Exercise, card: int) -> Played | None:
    """Return the first step in which the given program runs `card` on board 1, or `None`."""
    with suppress(TeachkitError):
        steps = played_steps(attempt(exercise, exercise.given, exercise.starts[0]).trace)
        return next((each for each in steps if each.step and each.step.card == card), None)
    return None


def _place(exercise: Exercise, state: object) -> str:
    return exercise.game.whereabouts(state, exercise.player)


def is_found(exercise: Exercise, marks: Sequence[int]) -> bool:
    """Return whether a learner who has marked the cards in `marks` may now change the program.

    At least one of `marks` must be right, or `TRIES` different cards must be marked.
    """
    return len(set(marks)) >= TRIES or any(card in right_marks(exercise) for card in marks)


def answered(exercise: Exercise, marks: Sequence[int]) -> str:
    """Return the sentence to show after the learner has marked the last card in `marks`.

    Return "" if `marks` is empty. After `TRIES` different marks, the sentence names the right
    card, so that no learner is stuck.
    """
    if not marks:
        return ""
    right = right_marks(exercise)
    if marks[-1] in right or not right or not is_found(exercise, marks):
        return marked(exercise, marks[-1])
    authors = _authors(exercise)
    card = authors if authors in right else right[-1]
    return say("The first wrong card is card {card}. Now make your change there.", card=card)


def was_seen_at_once(exercise: Exercise, marks: Sequence[int]) -> bool | None:
    """Return whether the learner's first mark was right; `marks` are the marked cards in order.

    Return `None` if `exercise` does not ask for a mark, or if `marks` is empty.
    """
    if not is_asked(exercise) or not marks:
        return None
    return marks[0] in right_marks(exercise)


@lru_cache(maxsize=256)
def right_marks(exercise: Exercise) -> tuple[int, ...]:
    """Return the numbers of all cards that are right to mark, in ascending order.

    The author's program and the nearest right program count as repairs, even if they need more
    changes than are tried here.
    """
    known = exercise.read(exercise.file.solution.answer), nearest(exercise, exercise.given)
    found = {_parts_at(exercise.given, program) for program in known if program}
    open_cards = {*range(1, len(exercise.given.instructions) + 1)} - {*exercise.file.fixed}
    for program in islice(near_programs(exercise, exercise.file.changes or 1), MOST_TRIED):
        card = _parts_at(exercise.given, program)
        if card in open_cards - found and judged(exercise, str(program)).solved:
            found.add(card)
    return tuple(sorted(found & open_cards))


def _authors(exercise: Exercise) -> int:
    """Return the number of the first card that the author's solution changes; 0 if unknown."""
    known = exercise.read(exercise.file.solution.answer)
    return _parts_at(exercise.given, known) if known else 0


def _parts_at(given: Program, other: Program) -> int:
    """Return the number of the first card at which `given` differs from `other`.

    If the programs are equal, return the number after that of the last card.
    """
    parts = first_difference(given, other)
    return parts[0].number if parts else len(given.instructions) + 1


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if `exercise` asks for a mark but marking makes no sense.

    Marking needs a given program in which some cards, but not all, are right to mark.
    """
    if not exercise.file.mark:
        return
    if not is_asked(exercise):
        yield Remark("mark", say("Learners can only mark cards of a given program. Remove mark."))
        return
    right = right_marks(exercise)
    if not right:
        yield Remark("mark", say("There is no first wrong card to mark. Remove mark."))
    elif len(right) == len(exercise.given.instructions):
        yield Remark("mark", say("Every card could be the first wrong one. Remove mark."))
