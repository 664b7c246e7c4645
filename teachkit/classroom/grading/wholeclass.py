"""Everybody graded: whoever the journal knows is done, the others are jobs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from teachkit.classroom.grading.functions import cannot_enforce
from teachkit.classroom.grading.grade import Course, Graded, exercises_of, grade_submission
from teachkit.classroom.grading.jobs import Lost, Way, each
from teachkit.classroom.grading.journal import Journal
from teachkit.classroom.grading.submissions import Submission
from teachkit.words import say


def grade_class(
    course: Course, submissions: Sequence[Submission], way: Way, journal: Journal
) -> Iterator[Graded]:
    """Each learner's grades, as they come."""
    jobs = []
    for submission in submissions:
        if kept := journal.find(submission):
            yield kept
        else:
            jobs.append(submission)
    for number, graded in each(partial(grade_submission, course), jobs, way):
        submission = jobs[number]
        if isinstance(graded, Lost):
            yield _given_up(course, submission, graded.reason)
        else:
            journal.keep(submission, graded)
            yield graded


def _given_up(course: Course, submission: Submission, reason: str) -> Graded:
    """Everything at nought, and why; not kept, so that another run tries again."""
    empty = grade_submission(course, submission._replace(files=()))
    trouble = say("This could not be graded: {reason}.", reason=reason)
    return empty._replace(troubles=(trouble,))


def shortcomings(course: Course, way: Way) -> tuple[str, ...]:
    """What the workers cannot enforce against a function; nothing where there is none."""
    if not any(exercise.kind.form.runs_python for exercise in exercises_of(course).values()):
        return ()
    if not way.is_elsewhere:
        return cannot_enforce(course.trusted)
    with way.workers() as executor:
        return executor.submit(cannot_enforce, course.trusted).result()
