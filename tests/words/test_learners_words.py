"""Test that learners read their own words, without those of teachers' notes and commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.lessons.lessonbook import lessons, read

OTHERS = (
    "teachkit/cli/", "teachkit/classroom/", "teachkit/exercises/generator/", "teachkit/errors.py",
    "teachkit/exercises/authoring/", "tests/",
)  # fmt: skip
"""Who reads what these say are teachers, authors and clusters."""

NEVER = {
    "kernel": "the exercises, that fell asleep",
    "cell": "box, code; of the number machine: place",
    "trait": "", "widget": "exercise", "notebook": "lesson", "Jupyter": "", "metadata": "",
    "traceback": "what went wrong", "JSON": "file", "exception": "what went wrong",
    "execute": "run", "parse": "read", "syntax": "", "integer": "number", "boolean": "yes or no",
    "string": "text", "output": "what is shown", "goal": "what the goal counts: samples, targets",
}  # fmt: skip
"""Words that no learner reads, and what is said instead."""

THEIR_OWN = {"teachkit/games/roborally/": re.compile(r"\bgoals?\b", re.IGNORECASE)}
"""Words that a game's own rules have for a thing of theirs: secret goals, and the goal flag."""

WORDS = re.compile(rf"\b({'|'.join(NEVER)})(s|ed|ing)?\b", re.IGNORECASE)
LOOKS = re.compile(
    r"\b(look(s|ed|ing)?\W+(north|east|south|west)|looks\W+(down|back|as before))", re.IGNORECASE
)
LOOPS = re.compile(r"\bturn of (a|the) loop|loop.{0,40}\bturns? (more|too)", re.IGNORECASE)
HOLES_AND_CODE = re.compile(r"\{\w+\}|`[^`]*`|%%\w+")


def sentences(catalogue: Catalog) -> Iterator[tuple[str, str]]:
    """Yield the sentences for learners, with their files."""
    for message in catalogue:
        files = [file for file, _ in message.locations]
        is_others = "reference for authors" in message.auto_comments
        if not message.id or is_others or all(file.startswith(OTHERS) for file in files):
            continue
        for text in [message.id] if isinstance(message.id, str) else message.id:
            yield files[0], text


def texts() -> Iterator[tuple[str, str]]:
    """Yield the texts between the exercises of a lesson."""
    for path in lessons():
        for cell in read(path).cells:
            if cell.cell_type == "markdown":
                yield path.name, cell.source


def found(wrong: re.Pattern[str], said: Iterator[tuple[str, str]]) -> list[str]:
    return [f"{where}: {text}" for where, text in said if wrong.search(_told(where, text))]


def _told(where: str, text: str) -> str:
    for folder, own in THEIR_OWN.items():
        text = own.sub(" ", text) if where.startswith(folder) else text
    return HOLES_AND_CODE.sub(" ", text)


@pytest.mark.parametrize("wrong", [WORDS, LOOKS, LOOPS], ids=["technical", "looks", "turns"])
def test_a_learner_reads_no_such_word(wrong: re.Pattern[str], catalogue: Catalog) -> None:
    """Nothing technical; a rover faces somewhere; a loop goes in rounds."""
    assert found(wrong, sentences(catalogue)) == []
    assert found(wrong, texts()) == []


def test_such_a_word_would_be_found() -> None:
    told = [("a", "Run the cells."), ("b", "It looks **north**."), ("c", "Each turn of the loop")]
    assert [len(found(wrong, iter(told))) for wrong in (WORDS, LOOKS, LOOPS)] == [1, 1, 1]


def test_the_learners_part_of_the_catalogue_is_most_of_it(catalogue: Catalog) -> None:
    files = {Path(file).parts[:2] for file, _ in sentences(catalogue)}
    assert {("teachkit", "widgets"), ("teachkit", "games"), ("lessons", "exercises")} <= files
