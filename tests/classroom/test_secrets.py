"""A released course is searched for everything in its source that learners must not see."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

from teachkit.classroom.new_files import new_course
from teachkit.classroom.release import release
from teachkit.classroom.teacher_parts import is_for_teachers
from tests.classroom.handedin import DOUBLE

ENOUGH = 12  # characters; shorter texts, such as "left", occur everywhere


def leaves(data: Any) -> Iterator[str]:
    """Yield every text in plain data, except pictures."""
    if isinstance(data, str):
        yield data
    if isinstance(data, dict):
        data = [item for key, item in data.items() if not key.startswith("image/")]
    for item in data if isinstance(data, list) else ():
        yield from leaves(item)


def secrets_of(source: Path) -> set[str]:
    """Return the texts of a course that learners must not see, if learners see them nowhere else.

    They are in solutions, mistakes, hidden starts and cases, in comments, in teachers' cells, and
    in files of other kinds, such as plans and marks.
    """
    seen, hidden = list[str](), set[str]()
    for path in source.rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
        hidden |= {*leaves([data.pop("solution", {}), data.pop("mistakes", [])])}
        for key in ("starts", "cases"):
            hidden |= {*leaves([table for table in data.get(key, []) if table.get("hidden")])}
            data[key] = [table for table in data.get(key, []) if not table.get("hidden")]
        seen += leaves(data)
        if path.name not in ("course.toml", "renamed.toml"):
            hidden |= {*re.findall(r"^# ?(.*)", text, re.MULTILINE)}
    for path in source.glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"])
            is_hidden = "teacher" in cell["metadata"].get("tags", []) or is_for_teachers(path.stem)
            hidden |= {*text.splitlines()} if is_hidden else set()
            seen += [] if is_hidden else [text]
    for path in source.glob("*.csv"):
        hidden |= {*path.read_text(encoding="utf-8").splitlines()}
    everything = "\n".join(seen)
    return {text for text in hidden if len(text) >= ENOUGH and text not in everything}


def found_in(copy: Path, secrets: set[str]) -> list[str]:
    """Return the secrets that occur in any file of a folder, with the escapes of JSON undone."""
    texts = dict[str, None]()
    for path in (path for path in copy.rglob("*") if path.is_file()):
        text = path.read_bytes().decode("utf-8", "replace")
        if path.suffix == ".toml":
            texts |= dict.fromkeys([text, *leaves(tomllib.loads(text))])
        elif path.suffix == ".ipynb":
            notebook = json.loads(text)
            cells = ["".join(cell["source"]) for cell in notebook["cells"]]
            texts |= dict.fromkeys([*cells, *leaves(notebook)])
        else:
            texts[text] = None
    whole = bare("\n".join(texts))
    return sorted(secret for secret in secrets if bare(secret) in whole)


def bare(text: str) -> str:
    """Return `text` without tags, which hold the pictures, and with the escapes of HTML undone."""
    return unescape(re.sub(r"<[^<>]*>", "", text))


def a_course(folder: Path) -> Path:
    """A new course with everything that a teacher may add to it."""
    new_course(folder, ("predict", "program", "repair"), "algoracing")
    place = folder / "exercises" / "51"
    hidden = 'call = ["a hidden argument"]\nreturns = "a hidden result"\nhidden = true\n'
    text = f"# a comment of the author\n{DOUBLE}\n[[cases]]\n{hidden}"
    text += '\n[[mistakes]]\nanswer = "def double(n): return 4"\nsays = "Only two is doubled."\n'
    (place / "51-04-double.toml").write_text(text, encoding="utf-8")
    (folder / "overrides.csv").write_text("learner,exercise,points,comment\nAda,51-04,1,A secret.")
    (folder / "class.csv").write_text("Name,Group\nAda Lovelace,Red\n")
    return folder


def test_a_released_course_contains_no_secret_of_its_source(tmp_path: Path) -> None:
    source = a_course(tmp_path / "course")
    secrets = secrets_of(source)
    assert {"a hidden argument", "a comment of the author", "Only two is doubled.",
            "Ada Lovelace,Red", "Ada,51-04,1,A secret."} <= secrets  # fmt: skip
    assert any("Change everything" in secret for secret in secrets)  # in the teacher's cell
    assert found_in(source, secrets) == sorted(secrets)
    release(source, tmp_path / "copy")
    assert found_in(tmp_path / "copy", secrets) == []
