"""Which wrong ideas a class seems to have, by name, and on which board each shows best.

A wrong answer may be a slip, and several ideas may give it. So one answer says little: somebody
is taken to have an idea only where the evidence is good. It blames nobody; it is a reason to talk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.core.game.game import Misreading
from teachkit.exercises.misreadings.ideas import (
    about,
    boards,
    misreadings_of,
    right_answer,
    rivals,
    wrong_answers,
)
from teachkit.exercises.model.exercise import Exercise

ENOUGH = 2  # answers: one alone may be a slip


class Told(NamedTuple):
    """What one answer tells: the ideas that explain it, and those that show on its board.

    Both by name, the commonest first.
    """

    explained: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()


def likely(answers: Sequence[Told]) -> list[str]:
    """The ideas that somebody seems to have who gave these answers, the surest first.

    An idea must explain at least two of them (or the only one on which it would show), and more
    than half of those on which it would show. An answer counts for one idea: for that which
    explains most, and of these for that which shows least where it explains nothing.

    >>> wrong = Told(("loop once", "one card short"), ("loop once", "one card short"))
    >>> right = Told(shows=("loop once", "one card short"))
    >>> likely([wrong, wrong, right]), likely([wrong, right, right])
    (['loop once'], [])
    """
    shown = Counter(name for told in answers for name in {*told.explained, *told.shows})
    left, found = list(answers), list[str]()
    while True:
        hits = Counter(name for told in left for name in told.explained)
        good = [name for name, number in hits.items()
                if number >= min(ENOUGH, shown[name]) and 2 * number > shown[name]]  # fmt: skip
        if not good:
            return found
        best = min(good, key=lambda name: (-hits[name], shown[name]))
        found.append(best)
        left = [told for told in left if best not in told.explained]


class Talk(NamedTuple):
    """An idea to talk about: who seems to have it, and where it shows best.

    `board` is a board's number, where there are several; `answer` is what the idea answers there,
    `right` what is right; both are empty where many answers are.
    """

    idea: Misreading
    learners: tuple[str, ...]
    exercise: Exercise
    board: str = ""
    answer: str = ""
    right: str = ""


def ideas_to_talk_about(book: Gradebook) -> list[Talk]:
    """Every idea that somebody in the class seems to have, that of most learners first."""
    whose: dict[str, list[Graded]] = {}
    for graded in book.learners:
        for name in likely([_told(exercise, row) for exercise, row in _answered(book, graded)]):
            whose.setdefault(name, []).append(graded)
    talks = [_talk(book, name, learners) for name, learners in whose.items()]
    return sorted(talks, key=lambda talk: (-len(talk.learners), talk.exercise.id, talk.idea.name))


def _answered(book: Gradebook, graded: Graded) -> Iterator[tuple[Exercise, Row]]:
    """What was answered and could be judged."""
    for row in graded.rows:
        exercise = book.exercises.get(row.exercise)
        if exercise and row.answer and not row.blank:
            yield exercise, row


def _told(exercise: Exercise, row: Row) -> Told:
    known = {idea.name for idea in misreadings_of(exercise.game)}  # two at once are none of them
    shows = wrong_answers(exercise, about(exercise, row.answer))
    return Told(tuple(name for name in row.ideas if name in known), tuple(shows))


def _talk(book: Gradebook, name: str, learners: Sequence[Graded]) -> Talk:
    """Where it shows best: on a board, of an exercise they answered, with the fewest rivals."""
    answered = [each for graded in learners for each in _answered(book, graded)]
    tried = {exercise.id for exercise, _ in answered}
    spots = [
        (exercise, board)
        for exercise in book.exercises.values() if exercise.id in tried
        for board in boards(exercise) if name in wrong_answers(exercise, board)
    ]  # fmt: skip
    names = tuple(graded.learner for graded in learners)
    if not spots:
        exercise = next(exercise for exercise, row in answered if name in row.ideas)
        return Talk(_idea(exercise, name), names, exercise)
    exercise, board = min(spots, key=lambda spot: rivals(spot[0], spot[1], name))
    several = len([*boards(exercise)]) > 1
    return Talk(
        _idea(exercise, name), names, exercise, board.strip(":") if several else "",
        _without(board, wrong_answers(exercise, board)[name]),
        _without(board, right_answer(exercise, board)),
    )  # fmt: skip


def _idea(exercise: Exercise, name: str) -> Misreading:
    return next(idea for idea in misreadings_of(exercise.game) if idea.name == name)


def _without(board: str, answer: str) -> str:
    """An answer without the number of its board."""
    return answer.removeprefix(board).strip()
