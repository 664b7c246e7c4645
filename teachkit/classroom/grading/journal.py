"""What has been graded so far, beside the grades to be, so that broken-off work goes on."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from teachkit.classroom.grading.grade import Course, Graded
from teachkit.classroom.grading.leftovers import journal_of
from teachkit.classroom.grading.submissions import Submission
from teachkit.errors import FolderError
from teachkit.words import say


class Journal:
    """A file with one line of JSON for each learner who is done, in any order.

    A line is found again by a hash of what was handed in and of what it is graded against, and by
    whom: who hands in anew, and whose exercises are edited or whose teachkit is another `version`,
    is graded anew. A torn last line is no line.
    """

    def __init__(
        self, grades: Path, course: Course, resume: bool = False, version: str = ""
    ) -> None:
        self.path = journal_of(grades)
        self._course = hashlib.sha256(json.dumps([version, course]).encode()).hexdigest()
        self._done = self._read() if resume else {}
        try:
            self._file = self.path.open("a" if resume else "w", encoding="utf-8")
        except OSError:
            cannot = say('"{path}" cannot be written; choose a folder of your own.', path=self.path)
            raise FolderError(cannot) from None
        self._file.write("\n")  # ends a line that was torn

    def __len__(self) -> int:
        return len(self._done)

    def find(self, submission: Submission) -> Graded | None:
        """How this was graded, if it was."""
        return self._done.get(self._key(submission))

    def keep(self, submission: Submission, graded: Graded) -> None:
        """Add a learner; on disk when this returns."""
        key = self._key(submission)
        self._done[key] = graded
        self._file.write(json.dumps([key, graded]) + "\n")
        self._file.flush()

    def close(self) -> None:
        """The work was broken off: what is kept stays."""
        self._file.close()

    def remove(self) -> None:
        """The grades are written; the journal has done its part."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _key(self, submission: Submission) -> str:
        handed_in = json.dumps([self._course, submission])
        return hashlib.sha256(handed_in.encode()).hexdigest()

    def _read(self) -> dict[str, Graded]:
        done = {}
        with suppress(OSError):
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                with suppress(ValueError, TypeError, AttributeError):
                    key, graded = json.loads(line)
                    done[str(key)] = Graded.from_json(graded)
        return done
