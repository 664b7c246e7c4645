"""Test that everything a person reads sounds like English, as far as a machine can tell.

The patterns are those of sentences that are correct and yet foreign. To say a sentence anyway, add
a few of its words to `ALLOWED`, but first read it aloud.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.lessons.glossary import UNDERLINED, glossary

from .packaged import ROOT

TEAM = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ".github/docs/**/*.md",
)  # may speak of the fields of a record
DOCUMENTS = (*TEAM, "lessons/teachers/[0-9]*.md")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
CODE = re.compile(r"```[^`]*```|`[^`]*`")

STANDS = "'stands' for 'is'"  # learners do stand, in the games without a computer

FOREIGN = {
    "'who' or 'what' as a subject": r"(?:^|[.:;!] )(?:Who|What) [^?\n]*[.;!](?: |\n|$)",
    "'whoever'": r"\b[Ww]ho(?:m|se)?ever\b|(?:^|[.:;!] )Whatever\b",
    "'whom', 'thus', 'hence', 'upon'": r"\b(?:whom|thus|hence|upon)\b",
    "'shall'": r"\bshall\b",
    "'otherwise' at the end": r"\botherwise[.;!]",
    "'looks' for 'faces'": r"\blook(?:s|ing)? (?:north|east|south|west)\b",
    "'another' for 'different'": r"\banother (?:order|reason|beginning|way|colour)\b",
    "'lies' for 'is'": r"\b(?:lies|lie|lying)\b",
    "'lay' for 'add' or 'put'": r"\b(?:lay|lays|laid)\b",
    STANDS: r"\b(?:stands|stand|standing|stood)\b(?! (?:up|for)\b)",
    "'mend' for 'fix'": r"\bmend(?:s|ed|ing)?\b",
    "'blank' for 'space'": r"\bblanks\b|\bspecial blank\b",
    "'is no' for 'is not a'": r"(?<![Tt]here )\b(?:is|are) no (?!longer|more|good|better)",
    "'exchange' for 'swap' or 'replace'": r"\b[Ee]xchang(?:e|es|ed)\b",
    "'take away' for 'remove'": r"\b[Tt]ake (?:it|them|card \S+|the \w+|\S+ cards?) away\b",
    "'ahead of' for 'in front of'": r"\bahead of (?:\{|[a-z]\d)",
    "'nothing but', 'no … else'": r"\bnothing but\b|\bno \w+ else\b|\b[Nn]obody else\b",
    "'round' for 'around'": r"\b(?:[Dd]rive|[Gg]o|[Tt]urn|[Aa]ll) round\b|(?<!each )\bround the\b",
    "'so does' for 'too'": r"\bso do(?:es)? (?:a|the|it|who)\b",
    "'nothing happens' for 'skipped'": r"\b[Nn]othing happens\b",
    "'go astray', 'in one go', 'anew'": r"\bgo astray\b|\bin one go\b|\banew\b",
    "'sign' for 'symbol'": r"\b(?:the|this|that) sign\b",
    "noise": r"Thank you for trying|^Well done!$",
}
# Where such words are right. Keep this short.
ALLOWED = {"it is stands standing"}  # words that learners may write around an answer


@pytest.fixture(scope="module")
def read_by_people(catalogue: Catalog) -> list[tuple[str, str]]:
    """Each text that a person reads, after its place; code in it is left out."""
    said = [
        (message.locations[0][0], text)
        for message in catalogue
        if message.id and "said by Click" not in message.auto_comments
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    ]
    written = [
        (file.name, paragraph)
        for name in DOCUMENTS
        for file in ROOT.glob(name)
        for paragraph in file.read_text(encoding="utf-8").split("\n\n")
    ]
    return [(place, CODE.sub("`…`", text)) for place, text in said + written if text]


def found(pattern: str, texts: list[tuple[str, str]]) -> list[str]:
    """Return the places and texts in which a pattern occurs, unless they are allowed."""
    return [
        f"{place}: {text[max(0, match.start() - 40) : match.end() + 30]}"
        for place, text in texts
        if not any(words in text for words in ALLOWED)
        if (match := re.search(pattern, UNDERLINED.sub(r"\2", text)))
    ]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_no_sentence_sounds_foreign(foreign: str, read_by_people: list[tuple[str, str]]) -> None:
    texts = [each for each in read_by_people if foreign != STANDS or not each[0].endswith(".md")]
    assert found(FOREIGN[foreign], texts) == []


@pytest.mark.parametrize(
    "word", [word for word in glossary() if word.instead_of], ids=lambda word: word.word
)
def test_a_thing_is_called_by_its_word(word, read_by_people: list[tuple[str, str]]) -> None:
    """The last column of the glossary lists what we do not say."""
    in_lessons = [(place, text) for place, text in read_by_people if place not in TEAM]
    for other in word.instead_of:
        assert found(rf"(?i)\b{other}\b", in_lessons) == []


def test_each_place_is_allowed_for_a_reason(read_by_people: list[tuple[str, str]]) -> None:
    """Words that no text has any more need not be allowed."""
    assert {
        words for words in ALLOWED if not any(words in text for _, text in read_by_people)
    } == set()


def first_lines(sources: dict[Path, ast.Module]) -> Iterator[tuple[str, str]]:
    for file, tree in sources.items():
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and (docstring := ast.get_docstring(node)):
                yield f"{file}:{getattr(node, 'lineno', 1)}", docstring.split("\n")[0]


def test_a_docstring_begins_with_the_thing_or_with_a_verb(sources: dict[Path, ast.Module]) -> None:
    hidden = re.compile(r"(?:What|How|Where|Who|Whose|Whoever|Whatever|Which|If|When|As)\b")
    assert [line for line in first_lines(sources) if hidden.match(line[1])] == []
