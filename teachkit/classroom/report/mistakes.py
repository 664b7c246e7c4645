"""The mistakes of a class: common wrong answers, learners who need help, and likely wrong ideas.

A wrong answer may be a slip, and several ideas may lead to the same answer, so one answer proves
little. An idea is attributed to a learner only on good evidence, which is a reason to talk to the
learner, not to blame.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import NamedTuple

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.core.game.game import Misreading
from teachkit.errors import TeachkitError
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say, translate


class Mistake(NamedTuple):
    """A wrong answer to an exercise, the feedback on it, and the learners who gave it.

    If learners have different variants, `exercise` is the variant that was answered.
    """

    exercise: Exercise
    answer: str
    says: str
    learners: tuple[str, ...]


class Tried(NamedTuple):
    """A class's results on one exercise: how many tried and solved it, and their main mistake."""

    exercise: Exercise
    tried: int
    solved: int
    mistake: Mistake | None

    @property
    def stuck(self) -> int:
        return self.tried - self.solved


def how_it_went(book: Gradebook) -> list[Tried]:
    """Return the class's results on each exercise, in the order of the gradebook."""
    rows: dict[str, list[tuple[Graded, Row]]] = {name: [] for name in book.exercises}
    for graded in book.learners:
        for row in graded.rows:
            if row.is_judged and row.exercise in rows:
                rows[row.exercise].append((graded, row))
    return [
        Tried(book.exercises[name], len(tried), len(tried) - len(wrong), _commonest(book, wrong))
        for name, tried in rows.items()
        for wrong in [[each for each in tried if not each[1].solved]]
    ]


def heading(exercise: Exercise) -> str:
    """Return the number and the title of `exercise`, as in "01-02 Two samples"."""
    return f"{exercise.id[:5]} {translate(exercise.title)}"


def newest(book: Gradebook) -> str:
    """Return a sentence with the date of the newest answer in `book`, or "" if none has a date.

    The date comes from the learners' files, so that grading the same files again gives the same
    text.
    """
    rows = (row for graded in book.learners for row in graded.rows)
    dates = (row.self_report.date for row in rows if row.exercise in book.exercises)
    newest = max(dates, default="")
    return say("Newest answer: {date}", date=newest[:10]) if newest else ""


def wrong_says(row: Row) -> str:
    """Return one sentence of feedback on the wrong answer in `row`, or "" if there is none.

    If the exercise lists this mistake, the sentence is the author's.
    """
    return row.says[min(1, len(row.says) - 1)] if row.says else ""


def _commonest(book: Gradebook, wrong: list[tuple[Graded, Row]]) -> Mistake | None:
    """Return the most common of the `wrong` answers, or `None` if there is none.

    Answers to different variants are different. Ties are broken by the answers' text.
    """
    alike: dict[Hashable, list[tuple[Graded, Row]]] = defaultdict(list)
    for graded, row in wrong:
        exercise = book.exercise_of(row)
        alike[exercise.id, _kernel(exercise, row)].append((graded, row))
    if not alike:
        return None
    most = min(alike.values(), key=lambda same: (-len(same), same[0][1].answer))
    row = most[0][1]
    learners = tuple(graded.learner for graded, _ in most)
    return Mistake(book.exercise_of(row), row.answer, wrong_says(row), learners)


def _kernel(exercise: Exercise, row: Row) -> Hashable:
    """Return a key that is the same for equal mistakes.

    Functions are compared by the feedback on their results, not by their text.
    """
    kind = exercise.kind
    if kind.form.runs_python:
        return row.says
    with suppress(TeachkitError):
        if program := kind.program(exercise, row.answer):
            return program
    return " ".join(kind.form.last(row.answer).replace(",", " ").lower().split())


def totals(rows: Iterable[Row]) -> tuple[int, int]:
    """Return two sums over the rows with known points: the points, and the possible points."""
    known = [row for row in rows if not row.blank or row.is_changed]
    return sum(row.counted for row in known), sum(row.possible for row in known)


class Need(NamedTuple):
    """A learner's need for help.

    `points` and `possible` cover only exercises that the class has tried. `stuck` are the rows of
    all exercises that the learner has tried but not solved.
    """

    graded: Graded
    points: int
    possible: int
    stuck: tuple[Row, ...]

    @property
    def share(self) -> float:
        return self.points / self.possible if self.possible else 0.0


def needs(book: Gradebook) -> list[Need]:
    """Return a `Need` for each learner with a readable file, greatest need first.

    Only exercises that at least a quarter of the class has tried count, so that no learner seems to
    have fallen behind on exercises that are not due yet.
    """
    readable = [graded for graded in book.learners if graded.is_read]
    least = max(len(readable), 1) / 4
    asked = {each.exercise.id for each in how_it_went(book) if each.tried >= least}
    found = []
    for graded in readable:
        rows = [row for row in graded.rows if row.exercise in asked]
        stuck = tuple(row for row in graded.rows if row.is_wrong)
        found.append(Need(graded, *totals(rows), stuck))
    return sorted(found, key=lambda need: (need.share, -len(need.stuck), need.graded.learner))


SEVERAL = 2  # learners: what only one of them did is not shown to the class


def without_names(tried: Tried) -> Tried:
    """Return `tried` for a page that the class sees, without the names of learners.

    The mistake of a single learner is left out, and so is Python code, which may contain a name.
    """
    mistake = tried.mistake
    if not mistake or len(mistake.learners) < SEVERAL:
        return tried._replace(mistake=None)
    is_python = tried.exercise.kind.form.runs_python
    return tried._replace(mistake=mistake._replace(answer="" if is_python else mistake.answer))


def sorted_by_points(book: Gradebook) -> Gradebook:
    """Return the points of `book` without names, sorted separately for each exercise.

    The first of the numbered rows has the most points for each exercise, so none of the rows tells
    what one learner did.
    """
    columns = [
        sorted(
            (row for graded in book.learners for row in graded.rows if row.exercise == name),
            key=lambda row: (not row.answer, bool(row.blank), -row.counted),
        )
        for name in book.exercises
    ]
    rows = zip_longest(*columns, fillvalue=Row(""))
    learners = tuple(Graded(str(number), "", each) for number, each in enumerate(rows, 1))
    return book._replace(learners=learners)


ENOUGH = 2  # answers: one alone may be a slip


class Evidence(NamedTuple):
    """The names of the wrong ideas that one answer supports or could have revealed.

    `explained` holds the ideas that explain the answer. `shows` holds the ideas that would lead to
    a wrong answer on the same board. In both, the most common idea comes first.
    """

    explained: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()


def likely(answers: Sequence[Evidence]) -> list[str]:
    """Return the names of the ideas that `answers` suggest, best supported first.

    An answer can reveal an idea if the idea explains it, or would have led to a wrong answer there.
    The idea must explain at least two answers (or the only one that can reveal it), and more than
    half of the answers that can reveal it. Each answer counts for only one idea: the idea
    that explains the most answers or, in a tie, the one that is contradicted least.

    >>> wrong = Evidence(("loop once", "one card short"), ("loop once", "one card short"))
    >>> right = Evidence(shows=("loop once", "one card short"))
    >>> likely([wrong, wrong, right]), likely([wrong, right, right])
    (['loop once'], [])
    """
    shown = Counter(name for evidence in answers for name in {*evidence.explained, *evidence.shows})
    left, found = list(answers), list[str]()
    while True:
        hits = Counter(name for evidence in left for name in evidence.explained)
        good = [
            name
            for name, number in hits.items()
            if number >= min(ENOUGH, shown[name]) and 2 * number > shown[name]
        ]
        if not good:
            return found
        best = min(good, key=lambda name: (-hits[name], shown[name]))
        found.append(best)
        left = [evidence for evidence in left if best not in evidence.explained]


class Talk(NamedTuple):
    """An idea to talk about, with the learners who seem to have it and an exercise that shows it.

    `board` is the number of the board that shows the idea best, or "" if there is only one.
    `answer` is the answer that a learner with this idea would give for this board, and `right` is
    the correct answer; both are "" if many answers are correct.
    """

    idea: Misreading
    learners: tuple[str, ...]
    exercise: Exercise
    board: str = ""
    answer: str = ""
    right: str = ""

    @property
    def both(self) -> str | None:
        """A sentence that compares the correct answer with the one that follows from the idea.

        For a table, the sentence quotes only the first line that differs. `None` if the answers
        are equal.
        """
        rows = enumerate(zip_longest(*map(str.splitlines, (self.right, self.answer)), fillvalue=""))
        different = (each for each in rows if each[1][0] != each[1][1])
        row, (right, idea) = next(different, (0, ("", "")))
        if right == idea:
            return None
        says = say('The right answer is "{right}". With this idea, learners answer "{idea}".',
                   right=right, idea=idea)  # fmt: skip
        several = "\n" in self.right
        return say("Line {row}: {says}", row=row + 1, says=says) if several else says


def ideas_to_talk_about(book: Gradebook) -> list[Talk]:
    """Return a `Talk` for each idea that at least one learner seems to have, most common first."""
    whose: dict[str, list[Graded]] = {}
    for graded in book.learners:
        for name in likely([_evidence(exercise, row) for exercise, row in _answered(book, graded)]):
            whose.setdefault(name, []).append(graded)
    talks = [_talk(book, name, learners) for name, learners in whose.items()]
    return sorted(talks, key=lambda talk: (-len(talk.learners), talk.exercise.id, talk.idea.name))


def _answered(book: Gradebook, graded: Graded) -> Iterator[tuple[Exercise, Row]]:
    """Yield an exercise and its row for each answer of a learner that could be judged."""
    yield from ((book.exercise_of(row), row) for row in graded.rows if row.is_judged)


def _evidence(exercise: Exercise, row: Row) -> Evidence:
    # `row.ideas` may also name combinations of two ideas, which are left out here.
    known = {idea.name for idea in diagnosis.misreadings_of(exercise.game)}
    shows = diagnosis.wrong_answers(exercise, diagnosis.about(exercise, row.answer))
    return Evidence(tuple(name for name in row.ideas if name in known), tuple(shows))


def _talk(book: Gradebook, name: str, learners: Sequence[Graded]) -> Talk:
    """Return a `Talk` about the idea `name`, with the board that shows it most clearly.

    That is the board on which the fewest other ideas lead to the same answer. Only boards of
    exercises that `learners` have answered are considered.
    """
    answered = [each for graded in learners for each in _answered(book, graded)]
    tried = {exercise.id: exercise for exercise, _ in answered}
    spots = [
        (tried[key], board)
        for key in sorted(tried)
        for board in diagnosis.boards(tried[key])
        if name in diagnosis.wrong_answers(tried[key], board)
    ]
    names = tuple(graded.learner for graded in learners)
    if not spots:
        exercise = next(exercise for exercise, row in answered if name in row.ideas)
        return Talk(_idea(exercise, name), names, exercise)
    exercise, board = min(spots, key=lambda spot: diagnosis.rivals(spot[0], spot[1], name))
    several = len([*diagnosis.boards(exercise)]) > 1
    both = diagnosis.wrong_answers(exercise, board)[name], diagnosis.right_answer(exercise, board)
    answer, right = (each.removeprefix(board).strip() for each in both)  # without the board
    number = board.strip(":") if several else ""
    return Talk(_idea(exercise, name), names, exercise, number, answer, right)


def _idea(exercise: Exercise, name: str) -> Misreading:
    return next(idea for idea in diagnosis.misreadings_of(exercise.game) if idea.name == name)
