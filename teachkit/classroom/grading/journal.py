"""What has been graded so far, beside the grades to be, so that broken-off work goes on."""

from __future__ import annotations

from pathlib import Path

from teachkit.classroom import journal
from teachkit.classroom.grading.grade import Course, Graded
from teachkit.classroom.grading.leftovers import journal_of
from teachkit.classroom.grading.submissions import Submission


class Journal(journal.Journal[Submission, Graded]):
    """A line for each learner who is done.

    It is found again by what was handed in, what it is graded against, and by whom: who hands in
    anew, and whose exercises are edited or whose teachkit is another `version`, is graded anew.
    """

    def __init__(
        self, grades: Path, course: Course, resume: bool = False, version: str = ""
    ) -> None:
        super().__init__(journal_of(grades), [version, course], Graded.from_json, resume)
