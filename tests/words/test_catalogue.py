"""Test that every sentence reaches the translators, and that none is too long for a child."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from .extract import MANY, ONE, PLURAL, literals, name_of, sentences

DATA = (
    "CHECKS_IN_WORDS", "COLOURS", "Card", "Facing", "GOALS_IN_WORDS", "HELP", "Misreading",
    "PLACES_IN_WORDS", "RAISED", "Rules", "SAMPLE_TYPES", "SENTENCES", "SPECIALS",
    "TITLES", "TYPES", "Thing", "WORDS_AROUND", "faces", "reads", "reads_without", "stands",
    "tells", "title",
)  # fmt: skip
RULES = ("teachkit/core/", "teachkit/games/", "teachkit/play/")
COMMAND_HELP = ("option", "version_option")  # their help is extracted and translated
SENTENCE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
HOLE = re.compile(r"\{(\w*)")

# Two words side by side that no learner reads.
NOT_READ = {
    "<Trace of ",
    "\nexport default ",
    "for _ in range(",
    "module 'teachkit' has no attribute ",
    # what Python says, in order to say it better
    "Maybe you meant '=='",
    "expected an indented block",
    "unexpected indent",
    r"\.(\w+)\(\) takes (no|exactly one) arguments? \((\d+) given\)",
    "was never closed",
    # what a learner's strategy compares
    "pick one",
    "pick some",
    "write a program",
    # what a board file says, and names of reasons
    "hill mark",
    "high hill",
    "high hill mark",
    "no base",
    "too high",
    # what a style sheet is told, and where matplotlib puts things
    "row wrap",
    "center left",
    # columns of tables that other programs read
    "Email address",
    "ID number",
    "SIS Login ID",
    "SIS User ID",
    "computed points",
    "handed in",
    "points possible",
    "test student",
    "First name",
    "Last name",
    "attempts (said by the file)",
    "changed (said by the file)",
    "hints (said by the file)",
    "par cards",
    "par steps",
    "prediction (said by the file)",
}


# What a board game prints on a card.
PRINTED = {"Abort Switch"}


@pytest.mark.parametrize(
    "sentence",
    [
        "{rover} drives to {end}.",
        "{number} sample stays on {square}.",
        "{number} samples stay on {square}.",
        "Skipped: {reason}.",
        "All forward",
        "Turn left on the spot.",
        "Basic rules, 6×6",
        "Compass cards (not in the board game)",
        "there is a wall ahead",
        "red",
        "purple",
        "north",
        "Two to four people can play. Your base and your rover have the same colour.",
    ],
)
def test_translators_are_given(sentence: str, catalogue: Catalog) -> None:
    assert sentence in sentences(catalogue)


def test_what_is_said_stands_in_the_source(sources: dict[Path, ast.Module]) -> None:
    """`say(text)` could not be extracted; only words of data may be translated by a variable.

    Templates of events are data: `core/run/flow.py` words them.
    """
    unsaid = [
        f"{file}:{node.lineno}"
        for file, tree in sources.items()
        if file.name not in ("events.py", "flow.py")
        for node in ast.walk(tree)
        if name_of(node) in ("say", "board_error", *MANY) and isinstance(node, ast.Call)
        if len(literals(node)) < (2 if name_of(node) in MANY else 1)
    ]
    assert unsaid == []


def unspoken(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Sentences in quotes that nobody translates, with their lines; docstrings are none."""
    if name_of(node) in (*ONE, *MANY, PLURAL, *DATA, *COMMAND_HELP):
        return
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Expr(value=ast.Constant()):
                continue
            case ast.Constant(value=str(text), lineno=line) if SENTENCE.search(text):
                yield line, text
        yield from unspoken(child)


def test_no_sentence_goes_round_the_translators(sources: dict[Path, ast.Module]) -> None:
    found = [
        f"{file}:{line}: {text}"
        for file, tree in sources.items()
        for line, text in unspoken(tree)
        if text not in NOT_READ and not text.lstrip().startswith(("<", "def ", "import "))
    ]
    assert found == []


def test_a_sentence_is_short(catalogue: Catalog) -> None:
    """The limit is for what the program says, above all when something went wrong.

    Rules, tasks and lessons are data, and take as many words as they need.
    """
    long = [
        sentence
        for text in sentences(catalogue, ending=".py") | sentences(catalogue, "/words.toml")
        for sentence in re.split(r"[.?!:] ", text)
        if len(sentence.split()) > 15
    ]
    assert long == []


def test_a_sentence_blames_nobody(catalogue: Catalog) -> None:
    harsh = re.compile(r"\b(illegal|invalid|fatal|error|abort|failed|forbidden)\b", re.IGNORECASE)
    found = {text for text in sentences(catalogue) if harsh.search(text)}
    # Lesson 12 teaches how to read an error.
    found -= {text for text in sentences(catalogue, "lessons/") if "error" in text}
    assert found - PRINTED == set()


def test_holes_have_names(catalogue: Catalog) -> None:
    """A translator may have to turn a sentence round; the texts of lessons have no holes."""
    said = sentences(catalogue) - sentences(catalogue, "lessons/")
    assert [text for text in said if "" in HOLE.findall(text)] == []


def test_one_and_many_tell_the_same_facts(catalogue: Catalog) -> None:
    for one, many in (
        message.id
        for message in catalogue
        if not (message.auto_comments or isinstance(message.id, str))
    ):
        assert set(HOLE.findall(one)) | {"number"} == set(HOLE.findall(many)) | {"number"}


# Sentences without a form for one: holes for limits and names, and what is said of several things.
NEVER_ONE = {"most", "limit", "label", "card", "before", "target"}
SEVERAL = {
    "{number} files were handed in. The newest answer counts.",
    "A board of {columns} by {rows} squares.",
    "A factory floor of {columns} by {rows} squares.",
    "A hall of {columns} by {rows} squares.",
    "Your program works on {number} of {boards} boards.",
    "Not run: this learner's functions took over {seconds} seconds.",
    "Stopped after {steps} steps.",
    "This edition needs a board of {side} by {side} squares.",
    "{cards} cards are enough for {number} steps.",
    "After {games} games, {new} scores {share} %.",  # they are played in pairs
    "{games} games",
    "The program reached {here} of {number} targets. {missing}",
    '{name} has {count} registers. Write "" for an empty one.',
}
VERBS = {"programs", "starts", "turns"}  # these are nouns elsewhere


def nouns(catalogue: Catalog) -> set[str]:
    """The plurals of all nouns that are counted somewhere, such as "points"."""
    pairs = [message.id for message in catalogue if not isinstance(message.id, str)]
    return {
        word
        for one, many in pairs
        for word in re.findall(r"[a-z]+s\b", many)
        if re.search(rf"\b{word.removesuffix('s')}\b", one)
    }


def test_a_count_agrees_with_its_noun(catalogue: Catalog) -> None:
    """A sentence with a count has a form for one, which `say_many` chooses: "1 point"."""
    counted = "|".join(sorted(nouns(catalogue) - VERBS))
    count = re.compile(rf"\{{(\w+)\}} (?:(?!and |off )\w+ )?(?:{counted})\b")
    said = [
        (message.id, message.id) if isinstance(message.id, str) else message.id
        for message in catalogue
        if message.id and not message.auto_comments
    ]
    alone = {
        many
        for one, many in said
        for hole in count.findall(many)
        if hole not in NEVER_ONE and count.findall(one)
    }
    assert alone - SEVERAL == set()
