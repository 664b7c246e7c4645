"""The report of a made-up class, which teachers can look at before they have a class.

`python -m tests.lessons.sample_class` writes `lessons/teachers/sample-report.html` again.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

import pytest

from teachkit.classroom.library import exercises_of
from teachkit.cli import main
from teachkit.exercises.authoring.proof import solution
from tests.classroom.madeup import Pupil
from tests.lessons.lessonbook import LESSONS

REPORT = LESSONS / "teachers" / "sample-report.html"
LESSON = "04"
CHANGED = "2026-11-20T10:15:00Z"
NAMES = ("Amir", "Bea", "Chidi", "Dora", "Elif", "Finn", "Gwen", "Hugo", "Ines", "Jun", "Kai", "Lea")


def pupil(name: str, number: int) -> Pupil:
    """Return a pupil of this class: the first one solves everything, the last one very little."""
    chance, made = random.Random(name), Pupil(name)
    for exercise in exercises_of(LESSON):
        mistakes = exercise.file.mistakes
        tries = chance.randint(1, 4)
        if chance.random() * len(NAMES) >= number or not mistakes:
            answer = solution(exercise)
        elif chance.random() < 0.2:
            continue
        else:
            answer = chance.choice(mistakes).answer
        made.answers(exercise.id, answer, 0, attempts=tries, hints=chance.randint(0, tries - 1), changed=CHANGED)
    return made


def write_report(path: Path) -> None:
    """Grade the class with `teachkit grade`, and write its report to `path`."""
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(NAMES):
            made = Path(folder, "class", name, "answers.json")
            made.parent.mkdir(parents=True)
            made.write_bytes(pupil(name, number).file())
        lessons = Path(folder, "lessons", "exercises")
        lessons.mkdir(parents=True)
        for file in sorted((LESSONS / "exercises" / LESSON).iterdir()):
            (lessons / file.name).write_bytes(file.read_bytes())
        grades = ("-o", Path(folder, "grades.csv"), "--report", path, "--workers", 1)
        words = ("grade", Path(folder, "class"), "--lessons", lessons.parent, *grades)
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        assert ended.value.code == 0


if __name__ == "__main__":
    write_report(REPORT)
    sys.stdout.write(f"{REPORT}: {REPORT.stat().st_size // 1024} kB\n")
