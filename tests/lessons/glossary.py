"""The glossary, and the dotted underlines that show it to learners.

A word is underlined where it first appears in a lesson: `<abbr title="meaning">word</abbr>`, which
JupyterLab, GitHub and any page made from a notebook display without help.
"""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple

GLOSSARY = Path(__file__).resolve().parents[2] / "lessons" / "teachers" / "glossary.md"
UNDERLINED = re.compile(r'<abbr title="([^"]*)">([^<]*)</abbr>')
# Code, headings, links and the labels of tables are left as they are.
UNTOUCHED = r"```[^`]*```|`[^`]*`|^#+ .*$|\[[^\]]*\]\([^)]*\)|<[^>]*>"
TOUR = "00"
# Everyone knows the words about lessons after the tour. Other parts begin with the lessons named.
IN_THE_TOUR_ONLY = "Lessons"
FIRST_LESSON = {
    "The number machine": "03",
    "Python": "06",
    "Robots and rogues": "18",
    "Making": "24",
}
# Words with a second meaning in ordinary English, and the places where ours is meant.
MEANT = {
    "board": r"\b(boards?)\b(?! games?\b)",
    "move": r"\b(?:a|each|every|one|two|three|its) (moves?)\b(?! \d)",
    "square": r"\b(squares?)\b(?! brackets?)",
    "list": r"\b(lists?)\b(?! of (?:rules|what))",
    "row": r"\b(rows?)\b(?! of (?:cards|robots))",
    "round": r"\b(?:a|each|every|one|two|three|first|second|last|next|another) (rounds?)\b",
    "line": r"\b(lines?)\b(?! up\b)",
}


class Word(NamedTuple):
    """A word, its meaning, the words that we do not use for it, and its part of the glossary."""

    word: str
    means: str
    instead_of: tuple[str, ...]
    part: str


def glossary() -> list[Word]:
    """Return the words in order."""
    found, part = [], ""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            part = line.removeprefix("## ")
        elif line.startswith("| ") and not line.startswith("| word"):
            word, means, instead_of = (cell.strip() for cell in line.strip("|").split("|"))
            means = means.replace("*", "")
            found.append(Word(word, means, tuple(filter(None, instead_of.split(", "))), part))
    return found


def underline(notebook: Any, lesson: str) -> None:
    """Underline each word of the glossary where it first appears in the prose of a lesson.

    Older underlines are removed, so that a changed glossary or sentence needs no care.

    >>> from nbformat import v4
    >>> notebook = v4.new_notebook(cells=[v4.new_markdown_cell("## A bug\\n\\nFind the bug.")])
    >>> underline(notebook, "04")
    >>> underlined(notebook)
    [('bug', 'A mistake in a program: it does not do what its author wanted.')]
    >>> notebook.cells[0].source.partition(" the ")[0]
    '## A bug\\n\\nFind'
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    for cell in cells:
        cell.source = UNDERLINED.sub(r"\2", cell.source)
    for word in glossary():
        if is_shown(word, lesson):
            _underline_first(word, cells)


def is_shown(word: Word, lesson: str) -> bool:
    """Return whether this lesson underlines a word if it uses it."""
    if word.part == IN_THE_TOUR_ONLY:
        return lesson == TOUR
    return lesson >= FIRST_LESSON.get(word.part, TOUR)


def _underline_first(word: Word, cells: list[Any]) -> None:
    meant = MEANT.get(word.word, rf"\b({word.word}(?:s|ed)?)\b")
    shown = re.compile(rf"{UNTOUCHED}|{meant}", re.MULTILINE | re.IGNORECASE)
    for cell in cells:
        for found in shown.finditer(cell.source):
            if found[1]:
                marked = f'<abbr title="{escape(word.means)}">{found[1]}</abbr>'
                cell.source = cell.source[: found.start(1)] + marked + cell.source[found.end(1) :]
                return


def underlined(notebook: Any) -> list[tuple[str, str]]:
    """Return the underlined words of a lesson with their meanings."""
    return [
        (text, unescape(means))
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for means, text in UNDERLINED.findall(cell.source)
    ]
