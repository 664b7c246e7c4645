"""Test that the commands on the pages work as they are printed, in the order of each page."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom import notebooks
from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.cli import commands
from teachkit.exercises.authoring.proof import solution
from teachkit.games import algoracing
from teachkit.play.match import Match, text_of
from tests.classroom.conftest import patient
from tests.classroom.test_release import own_lesson
from tests.test_cli import Teachkit, elsewhere, teachkit

from .pages import ROOT, STORED, commands_in, name_of

__all__ = ["elsewhere", "patient", "teachkit"]  # fixtures

PLAY = "def play(view, decision):\n    return decision['candidates'][{}]\n"
COMMANDS = {page: commands_in(page.read_text(encoding="utf-8")) for page in STORED}
del COMMANDS[ROOT / "CONTRIBUTING.md"]  # its commands need the whole repository
PAGES = [page for page, shown in COMMANDS.items() if shown]
OPENS = ("lab", "play", "preview", "studio")  # they open JupyterLab


def test_the_pages_show_every_command() -> None:
    shown = {line.split()[1] for lines in COMMANDS.values() for line in lines}
    assert shown == set(commands.commands)


QUICKLY = {"grade": ("--workers", "1"), "tournament": ("--rounds", "1")}  # the last one counts
BOARD = "24-05-close-the-gap"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be opened in JupyterLab."""
    opened: list[Any] = []
    monkeypatch.setattr(notebooks, "start_jupyter", lambda *what: opened.append(what) or 0)
    return opened


def make_a_school(lines: list[str]) -> None:
    """Fill the folder with the things that these commands name."""
    made = {"00-02-first-drive": {"answer": "forward, forward"}}
    if any(line.startswith("teachkit gallery") for line in lines):
        made[BOARD] = {"answer": solution(find_exercise(BOARD))}
    Path("bots").mkdir()
    Path("bots", "greedy_ann.py").write_text(PLAY.format(0), encoding="utf-8")
    for number, name in enumerate(("Ada", "Bo")):
        Path("handed-in", name).mkdir(parents=True)
        answers = json.dumps({"teachkit": 1, "answers": {} if number else made})
        Path("handed-in", name, "answers.json").write_text(answers, encoding="utf-8")
        Path("bots", f"{name}.py").write_text(PLAY.format(-number), encoding="utf-8")
    setup = algoracing.GAME.opening.match(2)
    Path("match.json").write_text(text_of(Match(algoracing.GAME, setup, 1)), encoding="utf-8")
    Path("class.csv").write_text("Name\nAda\nBo\n", encoding="utf-8")
    shutil.copyfile(exercise_files()["02-04-round-the-wall"], "my-level.toml")
    if not any("new course" in line for line in lines):
        own_lesson(Path("my-course"))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_commands_of_a_page_work(page: Path, teachkit: Teachkit, opened: list[Any]) -> None:
    """Each runs in the folder that the ones before it have left, as a reader would type it."""
    make_a_school(COMMANDS[page])
    for line in COMMANDS[page]:
        name, *arguments = shlex.split(line)[1:]
        if "bots/" in line and not Sandbox().is_isolated:
            continue  # strategies are run only behind bubblewrap
        opened.clear()
        said = teachkit(name, *arguments, *QUICKLY.get(name, ()))
        assert (line, said.status, said.err) == (line, 0, said.err), said.out
        assert len(opened) == (name in OPENS)


def test_options_named_in_the_text_exist() -> None:
    """Every `--option` between backticks belongs to some command, or to pip or mkdocs."""
    known = {name for each in commands.commands.values() for it in each.params for name in it.opts}
    text = "\n".join(page.read_text(encoding="utf-8") for page in STORED)
    named = {name for code in re.findall(r"`([^`\n]+)`", text)
             for name in re.findall(r"(?<!\S)--[a-z-]+", code)
             if not code.startswith(("pip", "wsl"))}  # fmt: skip
    assert named - known - {"--help", "--install"} == set()
