"""Test that the commands in the README work as they are printed, and that its numbers are right."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom import notebooks
from teachkit.classroom.library import exercise_files, find_exercise, packaged_lessons
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.authoring.proof import solution
from tests.classroom.conftest import patient
from tests.classroom.test_release import own_lesson
from tests.test_cli import Teachkit, elsewhere, teachkit

__all__ = ["elsewhere", "patient", "teachkit"]  # fixtures

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
LINES = [line.partition("  ")[0] for line in re.findall(r"^teachkit .*$", README, re.MULTILINE)]
COMMANDS = [*LINES, *dict.fromkeys(re.findall(r"`(teachkit lab\b[^`]*)`", README))]
PLAY = "def play(view, decision):\n    return decision['candidates'][{}]\n"
SLOW = ("teachkit tournament", "teachkit handout")


def test_the_readme_shows_every_command_for_teachers_and_authors() -> None:
    shown = {line.split()[1] for line in LINES}
    assert shown == {"handout", "release", "grade", "check", "generate", "run", "tournament",
                     "rules", "play", "studio", "gallery"}  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [pytest.param(each, marks=[pytest.mark.slow] * each.startswith(SLOW)) for each in COMMANDS],
)
def test_a_command_works_as_it_is_printed(
    command: str, teachkit: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder with the things that the README names, and without opening JupyterLab."""
    if command.startswith("teachkit tournament") and not Sandbox().is_isolated:
        pytest.skip("strategies are run only behind bubblewrap")
    opened: list[Any] = []
    monkeypatch.setattr(notebooks, "start_jupyter", lambda *what: opened.append(what) or 0)
    own_lesson(Path("my-course"))
    own_lesson(Path("handout"))
    for number, name in enumerate(("Ada", "Bo")):
        Path("handed-in", name).mkdir(parents=True)
        board = {"answer": solution(find_exercise("24-05"))}
        made = {"24-05-close-the-gap": board} if command.startswith("teachkit gallery") else {}
        answers = json.dumps({"teachkit": 1, "answers": made})
        Path("handed-in", name, "answers.json").write_text(answers, encoding="utf-8")
        Path("bots").mkdir(exist_ok=True)
        Path("bots", f"{name}.py").write_text(PLAY.format(-number), encoding="utf-8")
    shutil.copyfile(exercise_files()["02-04-round-the-wall"], "my-level.toml")
    if command.startswith("teachkit release"):
        Path("handout").rename("elsewhere")
    quick = command.replace("--rounds 20", "--rounds 1")
    said = teachkit(*shlex.split(quick)[1:])
    assert (said.status, said.out + said.err) == (0, said.out + said.err)
    assert len(opened) == command.startswith(("teachkit lab", "teachkit play", "teachkit studio"))


def test_every_picture_is_made_by_a_test_and_has_a_description() -> None:
    shown = re.findall(r"!\[(.{40,})\]\((.+?)\)", README)
    assert README.count("![") == len(shown) > 1
    test = (Path(__file__).parent / "browser" / "test_readme.py").read_text(encoding="utf-8")
    assert [Path(file).name for _, file in shown if f'"{Path(file).name}"' not in test] == []


def test_the_readme_counts_our_exercises() -> None:
    [number] = re.findall(r"`lessons/exercises` contains (\d+) exercises", README)
    assert int(number) == len([*packaged_lessons().rglob("exercises/*/*.toml")])
