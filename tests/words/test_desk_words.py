"""Test that all that teachers read at their desk is translated: new files, the preview, help."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from click.testing import CliRunner

from teachkit.classroom.new_files import new_course, new_exercise, new_lesson
from teachkit.cli.desk import as_text, new, reference
from teachkit.exercises.authoring.reference import topics
from teachkit.exercises.authoring.starters import starter
from teachkit.widgets.studio.preview import Preview, located

from .extract import sentences
from .pseudo import Pseudo, refused

HERE = ("classroom/new_files.py", "authoring/starters.py", "cli/desk.py", "studio/preview.py")


def shown_by(file: Path) -> str:
    """Return the first remark of a preview that shows no exercise."""
    shown = Preview(file)
    shown.close()
    return str(shown.remarks.lines[0]["says"])


def sayings(folder: Path) -> Iterator[str]:
    course = folder / "mine"
    typed = CliRunner().invoke(new, ["course", str(course)], standalone_mode=False)
    yield from typed.output.splitlines()[5:]
    notebook = json.loads((course / "51-first-lesson.ipynb").read_text(encoding="utf-8"))
    yield from ("".join(cell["source"]) for cell in notebook["cells"][:2])
    arguments = ["exercise", "52-01-up", "--course", str(course)]
    typed = CliRunner().invoke(new, arguments, standalone_mode=False)
    yield typed.output
    yield refused(partial(new_course, course, ["program"], "algoracing"))
    for name in ("loops", "51-loops"):
        yield refused(partial(new_lesson, name, ["program"], "algoracing", course))
    yield refused(partial(new_exercise, "up", "program", "algoracing", course))
    yield refused(partial(new_exercise, "53-01-up", "edit", "lovelace", course))
    (course / "course.toml").write_text("lessons = []\n")
    yield refused(partial(new_lesson, "53-loops", ["program"], "algoracing", course))
    for typed in ([], ["--schema", str(folder / "exercise.schema.json")]):
        yield CliRunner().invoke(reference, typed, standalone_mode=False).output
    yield "\n".join("\n".join(as_text(topic)) for topic in topics("algoracing"))
    yield located("title", "title = 1")
    yield shown_by(folder / "nowhere.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("teachkit.widgets.studio.preview.bench_of", lambda *asked: 1 / 0)
        yield shown_by(starter("program", "lovelace"))


def test_all_that_teachers_read_at_their_desk_is_provoked_and_translated(
    pseudo: Pseudo, catalogue: Catalog, tmp_path: Path
) -> None:
    assert all(sayings(tmp_path))
    assert sentences(catalogue, *HERE) - pseudo.asked == set()
