"""The lessons that a class was taught, which are the ones to grade."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence

from teachkit.classroom.grading.grade import Course, files_in
from teachkit.classroom.grading.submissions import Submission
from teachkit.classroom.library import exercise_files, packaged_lessons
from teachkit.core.strings import suggested
from teachkit.errors import UnknownNameError
from teachkit.words import say


def with_packaged(course: Course) -> Course:
    """Return `course` with the exercises of teachkit, except those whose ids it has itself."""
    packaged = exercise_files(packaged_lessons()).items()
    texts = {name: path.read_text(encoding="utf-8") for name, path in packaged}
    texts |= dict(course.exercises)
    return course._replace(exercises=tuple(sorted(texts.items())))


def taught(course: Course, submissions: Sequence[Submission], only: Sequence[str] = ()) -> Course:
    """Return the lessons that were taught, of `course` and of those that come with teachkit.

    They are the lessons that a quarter of those who answered anything have begun: nobody should
    lose points because somebody is ahead of the class. If nobody has answered anything, they are
    all lessons of `course`. With `only`, they are exactly the lessons and exercises in this list,
    such as `["02", "51-03"]`. Raise `UnknownNameError` if nothing has a name in `only`.
    """
    texts = dict(with_packaged(course).exercises)
    lessons = {name: str(tomllib.loads(text)["lesson"]) for name, text in texts.items()}
    if only:
        graded = {name for each in only for name in _named(each, lessons)}
    else:
        begun = [*filter(None, (_lessons_begun(course, each, lessons) for each in submissions))]
        times = Counter(lesson for each in begun for lesson in each)
        least = min(len(begun) / 4, max(times.values(), default=0))
        in_lessons = {lesson for lesson, number in times.items() if number >= least}
        in_lessons = in_lessons or {lessons[name] for name, _ in course.exercises}
        graded = {name for name, lesson in lessons.items() if lesson in in_lessons}
    exercises = tuple((name, texts[name]) for name in sorted(graded))
    return course._replace(exercises=exercises, untaught=tuple(sorted(texts.keys() - graded)))


def _lessons_begun(course: Course, submission: Submission, lessons: Mapping[str, str]) -> set[str]:
    """Return the lessons in which a learner has answered something; `lessons` are by exercise."""
    records = (file.by_exercise.items() for file in files_in(course, submission)[0])
    answered = {name for each in records for name, it in each if it.answers}
    return {lessons[name] for name in answered & lessons.keys()}


def _named(name: str, lessons: Mapping[str, str]) -> list[str]:
    """Return the exercises whose lesson or id is `name`, or whose id begins with it."""
    found = [key for key, lesson in lessons.items() if lesson == name or is_named(key, name)]
    if not found:
        says = say('There is no lesson or exercise "{name}".', name=name)
        known = sorted({*lessons.values(), *lessons, *(key[:5] for key in lessons)})
        raise UnknownNameError(suggested(says, name, known, lists=False))
    return found


def is_named(exercise: str, name: str) -> bool:
    """Return whether the id `exercise` is `name` or begins with it, as in `51-03`."""
    return f"{exercise}-".startswith(f"{name}-")
