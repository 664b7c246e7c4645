"""How many of the wrong answers that wrong ideas give are told apart, over all that is shipped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade
from teachkit.exercises.misreadings.boards import boards, right_answer, wrong_answers
from teachkit.exercises.misreadings.explained import misreadings_of

from ..every_exercise import exercises

KINDS = ("predict", "trace", "choice", "order")
COMMON = 6
SAID_OF_ANY = re.compile(
    r"It ends elsewhere.*|Look again.*|Row \d+ is not right yet\..*|That was right after .*"
    r"|That is how it began\.|The (square|heading) is right\. .*|Something else comes first\."
    r"|The first \d+ (is|are) right.*|From there on you followed the rules\."
)
"""What is said without knowing what somebody thought."""


def asked() -> Iterator[tuple[Exercise, str]]:
    """Every board of every exercise in which a run is predicted, traced, chosen or ordered."""
    for exercise in exercises():
        if exercise.file.kind in KINDS:
            yield from ((exercise, board) for board in boards(exercise))


def own_words(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """What is said of this wrong answer and not of any; nothing where it is taken for right."""
    result = grade(exercise, answer)
    says = () if result.solved else result.says[1:]
    return tuple(each for each in says if not SAID_OF_ANY.fullmatch(each))


def test_most_answers_that_a_wrong_idea_gives_are_told_apart() -> None:
    """An answer is, if it is told something that no other wrong one on the same board is told.

    Printed beside it: of how many ideas that show on a board it is just theirs that is told, and
    not that of a commoner one with the same answer; and how often one of the commonest ideas of a
    game gives the right answer by luck.
    """
    answers = apart = ideas = first = chances = luck = 0
    for exercise, board in asked():
        wrong = wrong_answers(exercise, board)
        said = {answer: own_words(exercise, answer) for answer in wrong.values()}
        times = Counter(said.values())
        answers += len(said)
        apart += sum(bool(words) and times[words] == 1 for words in said.values())
        ideas += len(wrong)
        first += sum(grade(exercise, answer).ideas[:1] == (name,) for name, answer in wrong.items())
        common = [idea.name for idea in misreadings_of(exercise.game)[:COMMON]]
        if right_answer(exercise, board):
            chances += len(common)
            luck += sum(name not in wrong for name in common)
    print(f"\n{apart} of {answers} wrong answers are told apart ({apart / answers:.0%}).")
    print(
        f"{first} of {ideas} ideas that show on a board are the first told ({first / ideas:.0%})."
    )
    print(f"{luck} of {chances} times a common idea gives the right answer by luck.")
    assert answers > 400
    assert apart >= 0.85 * answers
