"""Every sentence passes through one place, and is short."""

from __future__ import annotations

import ast
import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest

import teachkit
from teachkit import words
from teachkit.core.game import run
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.words import say, say_many, translate

ROOMS = ("core", "games", "play")


SAYS = {
    "the {colour} rover": "der {colour} Rover",
    "red": "rote",
    "{rover} drives to {square}.": "{rover} fährt nach {square}.",
}


class German(gettext.NullTranslations):
    """A catalogue of three sentences."""

    def gettext(self, message: str) -> str:
        return SAYS.get(message, message)


@pytest.fixture
def german() -> Iterator[None]:
    words.use(German())
    yield
    words.use("en")


def test_the_facts_fill_the_holes() -> None:
    assert say("Card {card} never ran.", card=3) == "Card 3 never ran."
    assert say("Odd: {fact}", fact="{}") == "Odd: {}"


def test_one_and_many() -> None:
    assert say_many("{number} point", "{number} points", 1) == "1 point"
    assert say_many("{number} point", "{number} points", 0) == "0 points"


def test_nothing_to_say_stays_nothing() -> None:
    """In a catalogue the empty text is the catalogue's own heading."""
    assert translate("") == ""


def test_a_language_without_a_catalogue_is_english() -> None:
    words.use("xx")
    assert say("Card {card} never ran.", card=1) == "Card 1 never ran."


@pytest.mark.usefixtures("german")
def test_a_story_is_told_in_the_readers_language() -> None:
    """What has no translation stays English, sentence by sentence."""
    start = Setup(floor=". .", rovers={"red": "a1 east"}).state()
    trace = run(algoracing, start, "forward, left")
    assert str(trace[1].event) == "Der rote Rover fährt nach b1."
    assert str(trace[2].event) == "Card 2: left."


@pytest.mark.usefixtures("german")
def test_a_sentence_is_translated_when_it_is_printed() -> None:
    """Not when it was made: a trace can be read again in another language."""
    start = Setup(floor=". .", rovers={"red": "a1 east"}).state()
    event = run(algoracing, start, "forward")[1].event
    words.use("en")
    assert str(event) == "The red rover drives to b1."


def sentences(file: Path) -> Iterator[str]:
    """Every text that is said in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("say", "say_many"):
            yield from (
                text.value
                for text in node.args
                if isinstance(text, ast.Constant) and isinstance(text.value, str)
            )


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_has_at_most_fifteen_words(room: str) -> None:
    """Short sentences are read."""
    folder = Path(teachkit.__file__).parent / room
    said = [text for file in folder.rglob("*.py") for text in sentences(file)]
    assert said
    assert [text for text in said if len(text.split()) > 15] == []
