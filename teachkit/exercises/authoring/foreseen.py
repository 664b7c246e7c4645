"""The wrong answers that can be foreseen of an exercise: what is told of them, and what hides them.

They are those that some misreading gives on some board. A board hides an idea when who has it is
right there by luck: something else happens in mind, and ends alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from teachkit.core.game.game import Misreading
from teachkit.core.run.trace import Trace
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.judging.attempts import attempt
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.misreadings.boards import boards, right_answer, wrong_answers
from teachkit.exercises.misreadings.ideas import misreadings_of
from teachkit.exercises.model.exercise import Exercise, Start
from teachkit.words import say_many, translate


class Foreseen(NamedTuple):
    """How many `wrong` answers are foreseen, and of how many is `told` more than that.

    `lucky` are the numbers of the boards on which an idea is right by luck, by its name; ideas
    that show on no board of the exercise are none of its business.
    """

    wrong: int
    told: int
    lucky: Mapping[str, tuple[int, ...]]

    @property
    def says(self) -> Iterator[str]:
        """What an author should know of boards, a sentence for each idea."""
        for idea, numbers in self.lucky.items():
            listed = ", ".join(map(str, numbers))
            yield say_many('"{idea}" is right by luck on board {boards}.',
                           '"{idea}" is right by luck on boards {boards}.',
                           len(numbers), idea=idea, boards=listed)  # fmt: skip


def foreseen(exercise: Exercise) -> Foreseen | None:
    """What is foreseen of an exercise with one right answer on each board; of others nothing."""
    if not all(right_answer(exercise, board) for board in boards(exercise)):
        return None
    answers = dict.fromkeys(
        answer for board in boards(exercise) for answer in wrong_answers(exercise, board).values()
    )
    return Foreseen(len(answers), sum(_is_told(exercise, each) for each in answers),
                    dict(_lucky(exercise)))  # fmt: skip


def _is_told(exercise: Exercise, answer: str) -> bool:
    """Whether an idea, or the author, has a sentence for it."""
    result = explain(exercise, answer, grade(exercise, answer))
    authors = {translate(mistake.says) for mistake in exercise.file.mistakes}
    return bool(result.ideas or authors & {*result.says})


def _lucky(exercise: Exercise) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each idea that shows on one board and is hidden by another."""
    if not exercise.kind.form.names_start:
        return
    places = [*zip(boards(exercise), exercise.starts, strict=True)]
    shown = {name for board, _ in places for name in wrong_answers(exercise, board)}
    for idea in misreadings_of(exercise.game):
        hiding = tuple(
            number
            for number, (board, start) in enumerate(places, 1)
            if idea.name not in wrong_answers(exercise, board)
            and _goes_another_way(exercise, idea, start)
        )
        if idea.name in shown and hiding:
            yield idea.name, hiding


def _goes_another_way(exercise: Exercise, idea: Misreading, start: Start) -> bool:
    """Whether something else is believed to happen than what does."""
    try:
        seen = idea.read(exercise.game, start.state, exercise.given)
        return seen is not None and _way(seen) != _way(
            attempt(exercise, exercise.given, start).trace
        )
    except TeachkitError:
        return False


def _way(trace: Trace) -> list[Any]:
    """The states that a run goes through, each once as long as it stays."""
    way = [trace.start]
    way += [state for _, state in trace]
    return [state for state, _ in groupby(way)]
