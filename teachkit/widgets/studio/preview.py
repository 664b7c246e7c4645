"""`Preview`: an exercise as learners see it, which follows each save, and the remarks on it."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.classroom.prover import FoundLine, Prover
from teachkit.core.data import read_toml, write_whole
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.files import make_exercise
from teachkit.widgets.common.widget import arranged
from teachkit.widgets.easel import Findings
from teachkit.widgets.workbench.lesson_calls import bench_of
from teachkit.words import say

EVERY = 0.3  # seconds between two looks at the file


class Remarks(
    Findings, script="easel/findings.js", styles=["easel/findings.css", "studio/preview.css"],
    tables=["findings"],
):  # fmt: skip
    """The remarks on an exercise, or the sentence about a file that cannot be read."""


class Preview(ipywidgets.Box):
    """An exercise file as learners see it, with the remarks on it beside it.

    `look()` shows the file again if it has been saved, and is called several times a second. A file
    that cannot be read changes nothing but the `remarks`. Answers are kept in `folder`, by default
    a temporary one, together with a copy of the file, which the cells `%%exercise` find there.
    """

    def __init__(self, path: Path, folder: Path | None = None) -> None:
        self._place = TemporaryDirectory()
        self.path, self._folder = path, folder or Path(self._place.name)
        self._seen, self._prover, self._ended = "", Prover(), threading.Event()
        self.exercise, self.remarks = ipywidgets.Box(), Remarks()
        super().__init__(arranged(exercise=self.exercise, remarks=self.remarks))
        self.add_class("tk-preview")
        self.look()
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while not self._ended.wait(EVERY):
            self.look()

    def look(self) -> None:
        """Show the file, if its text differs from the text that is shown."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            text = str(error)
        if text == self._seen:
            return
        self._seen = text
        try:
            data = read_toml(self.path)
            exercise = make_exercise(self.path.stem, data)
            copies = self._folder / "exercises"
            copies.mkdir(exist_ok=True)
            write_whole(copies / self.path.name, text)
            bench = bench_of(exercise, Answers(self._folder, ""))
        except Exception as error:  # whatever the file may hold, the next save is followed
            says = say("This cannot be shown yet. Run teachkit check.")
            if isinstance(error, TeachkitError):
                says = error.says.replace(str(self.path), self.path.name)
            self._prover.cancel()
            self._found([{"mood": "look", "says": located(says, text)}], True)
            return
        old, self.exercise.children = self.exercise.children, [bench]
        for each in old:
            each.close()  # so that it hears nothing of the answers in cells
        self.remarks.busy = True
        self._prover.prove(data, {}, self._found, runs=True)

    def _found(self, lines: list[FoundLine], is_last: bool) -> None:
        """Show the lines that the newest proof has found, the remarks first."""
        shown = (line for line in lines if "data" not in line)
        with self.remarks.hold_sync():
            self.remarks.lines = sorted(shown, key=lambda line: line["mood"] != "look")
            self.remarks.busy = not is_last

    def close(self) -> None:
        """Stop following the file."""
        self._ended.set()
        self._prover.close()
        super().close()

    def __repr__(self) -> str:
        return f"Preview({self.path.name!r})"


def located(says: str, text: str) -> str:
    """Return a sentence about a TOML file with the number of the line whose key it names first.

    >>> located('There is no key "titel".', 'game = "lovelace"\\ntitel = "Up"')
    'Line 2: There is no key "titel".'
    """
    for word in re.findall(r"[\w-]+", says):
        if key := re.search(rf"^\s*(?:\[+{word}\]|{word}\s*=)", text, re.MULTILINE):
            line = text[: key.end()].count("\n") + 1
            return say("Line {line}: {says}", line=line, says=says)
    return says


def preview(file: str, folder: str = "") -> Preview:
    """Return a preview of an exercise file, which follows each save: `tk.preview("mine.toml")`.

    Answers are kept in `folder`, by default a temporary one.
    """
    return Preview(Path(file).expanduser(), Path(folder) if folder else None)
