"""Count the wrong answers from wrong ideas that get a sentence of their own, over all lessons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from teachkit.exercises.misreadings.diagnosis import boards, wrong_answers
from teachkit.exercises.model.exercise import Exercise

from ..every_exercise import exercises
from .making import explained

KINDS = ("predict", "trace", "choice", "order")
SAID_OF_ANY = re.compile(
    r"It ends elsewhere.*|Look again.*|Row \d+ is not right yet\..*|That was right after .*"
    r"|That is how it began\.|The (square|heading) is right\. .*|Something else comes first\."
    r"|The first \d+ (is|are) right.*|From there on you followed the rules\."
)
"""What is said without knowing what somebody thought."""


def asked() -> Iterator[tuple[Exercise, str]]:
    """Yield each board of each exercise in which a run is predicted, traced, chosen or ordered."""
    for exercise in exercises():
        if exercise.file.kind in KINDS:
            yield from ((exercise, board) for board in boards(exercise))


def own_words(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """Return the sentences for this wrong answer only; none if it counts as right."""
    result = explained(exercise, answer)
    says = () if result.solved else result.says[1:]
    return tuple(each for each in says if not SAID_OF_ANY.fullmatch(each))


def test_most_answers_that_a_wrong_idea_gives_are_told_apart() -> None:
    """An answer counts if it gets a sentence that no other wrong one on the same board gets."""
    answers = apart = 0
    for exercise, board in asked():
        wrong = {*wrong_answers(exercise, board).values()}
        said = [own_words(exercise, answer) for answer in wrong]
        times = Counter(said)
        answers += len(said)
        apart += sum(bool(words) and times[words] == 1 for words in said)
    assert answers > 400
    assert apart >= 0.85 * answers
