"""Test that the command line speaks the language that `TEACHKIT_LANGUAGE` names, help and all."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from teachkit.cli import ALL
from teachkit.games import NAMES
from tests.classroom.handedin import STEPS, answers, hand_in, lesson
from tests.once import Once

from .packaged import KEPT, LANGUAGE, accented, package
from .pseudo import escaped

COMMANDS = [
    *([*command, "--help"] for command in [[], *([each.name] for each in ALL)]),
    *(["foo"], ["run"], ["run", "--foo"], ["grade", "nowhere"], ["grade", "--workers", "900", "."]),
    *(["play", "algoracing", "--seed", "z"], ["rules", "chess"], ["--version"]),
    *(["rules", "lovelace"], ["run", "02-04", "--answer", "forward, left"]),
    ["run", "51-01", "--answer", "left"],
    ["generate", "algoracing", "-n", "1", "-o", "new", "--par-cards", "2..3"],
]
# Types a command in one process after another, since starting Python costs more than the command.
TYPING = """
import json, sys
from teachkit.cli import main
for command in json.loads(sys.argv[1]):
    print("\\f", flush=True)
    try:
        main(command)
    except SystemExit:
        pass
    sys.stderr.flush()
"""
# Names of options, and of what is put in for one; text in quotes, brackets and backticks; files;
# boards, the range of a number, the cards of a program, and the names of checks.
FACTS = re.compile(
    r"""--?[a-z][\w-]*|\b[A-Z_]{2,}\b|\b[A-Z]\.\.[A-Z]\b|\[[^]]*\]|"[^"]*"|'[^']*'|`[^`]*`|\S+\.\w+"""
    r"|^ *[1-9a-z] .*$|\d<=x<=\d+| N |\b(?:forward|left)\b|^\w+:|gen-\S+",
    re.MULTILINE,
)
# The names of commands and games, and the types that Click does not translate.
WRITTEN = {"teachkit", *(str(command.name) for command in ALL), "Path", "integer", *NAMES}
WRITTEN |= {"course", "lesson", "exercise"}  # what `teachkit new` writes


def english(text: str) -> list[str]:
    return escaped(FACTS.sub("", text), WRITTEN)


@pytest.fixture(scope="module")
def surroundings(once: Once) -> dict[str, str]:
    """The environment of somebody who has chosen the made-up language."""
    return os.environ | {"PYTHONPATH": str(package(once)), "TEACHKIT_LANGUAGE": LANGUAGE}


@pytest.fixture(scope="module")
def printed(
    surroundings: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Return the output of each command on stdout and stderr."""
    ran = subprocess.run(
        [sys.executable, "-c", TYPING, json.dumps(COMMANDS)],
        cwd=tmp_path_factory.mktemp("typing"), env=surroundings, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True,
    )  # fmt: skip
    said = ran.stdout.split("\f")[1:]
    return dict(zip(map(" ".join, COMMANDS), said, strict=True))


@pytest.mark.parametrize("command", [" ".join(each) for each in COMMANDS])
def test_a_command_speaks_the_chosen_language(command: str, printed: dict[str, str]) -> None:
    assert printed[command].strip()
    assert english(printed[command]) == []


def test_help_is_translated_word_by_word(printed: dict[str, str]) -> None:
    said = " ".join(printed["lab --help"].split())
    assert accented("Copy the lessons to FOLDER and open them in JupyterLab.") in said
    assert accented("Start JupyterLab without opening a browser.") in said
    assert accented("Show this message and exit.") in said


def test_grades_and_the_report_are_in_the_chosen_language(
    surroundings: dict[str, str], tmp_path: Path
) -> None:
    """Several processes grade, and each speaks it."""
    lesson(tmp_path / "lessons")
    wrong = answers({STEPS: {"answer": "left", "exercise": "old"}})
    for learner in ("Ada", "Bo"):
        hand_in(tmp_path, "class", learner, "answers.json", content=wrong)
    ran = subprocess.run(
        [*(sys.executable, "-m", "teachkit", "grade", "class", "--workers", "2"),
         *("--report", "report.html", "--lessons", "lessons")],
        cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, accented("learners graded") in ran.stderr) == (1, True)
    noted = accented(
        "The learner answered version {theirs}, but version {ours} was graded."
    ).partition("{")[0]
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8").count(noted) == 2
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert f'<html lang="{LANGUAGE}">' in page
    assert accented("How the class did") in page


def test_a_lesson_is_copied_in_the_chosen_language(
    surroundings: dict[str, str], tmp_path: Path
) -> None:
    code = "from pathlib import Path; from teachkit.classroom import notebooks"
    ran = [sys.executable, "-c", f"{code}; notebooks.copy_lessons(Path.cwd())"]
    subprocess.run(ran, cwd=tmp_path, env=surroundings, check=True)
    lessons = [json.loads(file.read_text(encoding="utf-8")) for file in tmp_path.glob("*.ipynb")]
    cells = [cell for lesson in lessons for cell in lesson["cells"]]
    prose = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    assert len(prose) > 10_000
    assert escaped(KEPT.sub("", prose)) == []
    assert not any(cell.get("outputs") for cell in cells)
