"""Functions that grade a whole class, and manage the working files beside the table of grades.

Learners in the journal have already been graded; the others become jobs. The journal and the
temporary files of a killed run are never treated as submissions, and old temporary files are
removed first.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from teachkit.classroom import jobs as journal
from teachkit.classroom.grading.function_execution import cannot_enforce
from teachkit.classroom.grading.grade import Course, Graded, exercises_of, grade_submission
from teachkit.classroom.grading.submissions import Submission
from teachkit.classroom.jobs import Backend, FailedJob, resumed
from teachkit.core.data import structure
from teachkit.words import say


def grade_class(
    course: Course, submissions: Sequence[Submission], backend: Backend, journal: Journal
) -> Iterator[Graded]:
    """Yield each learner's grades as soon as they are available."""
    grading = partial(grade_submission, course)
    for submission, graded in resumed(grading, submissions, backend, journal):
        if isinstance(graded, FailedJob):
            yield _given_up(course, submission, graded.reason)
        else:
            yield graded


def _given_up(course: Course, submission: Submission, reason: str) -> Graded:
    """Return the grades of a submission that could not be graded: no points, but a note.

    The note gives the `reason`. These grades are not stored in the journal, so the next run tries
    again.
    """
    empty = grade_submission(course, submission._replace(files=()))
    trouble = say("This could not be graded: {reason}.", reason=reason)
    return empty._replace(troubles=(trouble,))


def shortcomings(course: Course, backend: Backend) -> tuple[str, ...]:
    """Return a sentence for each limit on learners' functions that `backend` cannot enforce.

    The result is empty if the course has no exercise that runs Python.
    """
    if not any(exercise.kind.form.runs_python for exercise in exercises_of(course).values()):
        return ()
    return backend.ask(cannot_enforce, course.trusted)


class Journal(journal.Journal[Submission, Graded]):
    """A file with one line for each learner who has been graded.

    The key of a line depends on the submission, the course and teachkit's `version`. If any of
    these changes, the learner is graded again.
    """

    def __init__(
        self, grades: Path, course: Course, resume: bool = False, version: str = ""
    ) -> None:
        basis = [version, course]
        super().__init__(journal_of(grades), basis, lambda data: structure(data, Graded), resume)


OLD = 3600.0  # seconds; a file that is still being written is younger


def journal_of(file: Path) -> Path:
    """Return the path of the journal beside `file`, which is a table of grades."""
    return file.with_name(f"{file.name}.journal")


def beside(file: Path) -> tuple[Path, ...]:
    """Return the paths of the table `file` and its working files, which are not submissions."""
    return (file, journal_of(file), *(Path(entry.path) for entry in _leftovers(file)))


def sweep(file: Path) -> None:
    """Remove temporary files that `write_whole` has left behind beside `file`.

    Only regular files that belong to this user and are older than `OLD` seconds are removed.
    """
    for entry in _leftovers(file):
        with suppress(OSError):
            if time.time() - entry.stat(follow_symlinks=False).st_mtime > OLD:
                os.unlink(entry.path)


def _leftovers(file: Path) -> Iterator[os.DirEntry[str]]:
    left = re.compile(rf"\.{re.escape(file.name)}\.[a-z0-9_]{{8}}")
    with suppress(OSError):
        for entry in os.scandir(file.parent):
            if left.fullmatch(entry.name) and _is_ours(entry.stat(follow_symlinks=False)):
                yield entry


def _is_ours(found: os.stat_result) -> bool:
    is_ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISREG(found.st_mode) and is_ours
