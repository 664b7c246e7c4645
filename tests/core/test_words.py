"""Translation: every sentence passes through one place."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator

import pytest

import teachkit as tk
from teachkit import words
from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import run
from teachkit.exercises.explaining.explain import explanation
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.words import say, say_many, translate

START = Setup(floor=". .", rovers={"red": "a1 east"}).state()
SAYS = {
    "the {colour} rover": "der {colour} Rover",
    "red": "rote",
    "east": "Osten",
    "{rover} drives to {end}.": "{rover} fährt nach {end}.",
}


class German(gettext.NullTranslations):
    """A catalogue of three sentences."""

    def gettext(self, message: str) -> str:
        return SAYS.get(message, message)


class Loud(gettext.NullTranslations):
    """A catalogue that has every sentence, in capitals."""

    def gettext(self, message: str) -> str:
        return re.sub(r"[^{}]+(?=\{|$)", lambda text: text[0].upper(), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(super().ngettext(msgid1, msgid2, n))


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
    """In a catalogue, the empty text is the header."""
    assert translate("") == ""


def test_a_language_without_a_catalogue_is_english() -> None:
    words.use("xx")
    assert say("Card {card} never ran.", card=1) == "Card 1 never ran."


def test_a_notebook_chooses_its_language() -> None:
    tk.language(German())
    assert say("red") == "rote"
    tk.language("en")
    assert say("red") == "red"


def test_what_was_said_in_another_language_is_said_again() -> None:
    """Explanations are cached; a change of language makes them anew."""
    exercise = find_exercise("02-04")
    in_english = explanation(exercise, "forward, forward")
    words.use(Loud())
    try:
        louder = tuple(says.upper() for says in in_english)
        assert explanation(exercise, "forward, forward") == louder != in_english
    finally:
        words.use("en")


@pytest.mark.usefixtures("german")
def test_a_place_is_data_that_is_said_in_the_readers_language() -> None:
    place = algoracing.GAME.whereabouts(START, "red")
    assert (place, f"{place}") == ("a1 east", "a1 east")
    assert say("It ends like this: {place}.", place=place) == "It ends like this: a1 Osten."
    assert algoracing.GAME.predictions(START).read("A1, osten") == place


@pytest.mark.usefixtures("german")
def test_a_story_is_told_in_the_readers_language() -> None:
    """Sentences without a translation stay English."""
    trace = run(algoracing.GAME, START, "forward, left")
    assert str(trace[1].event) == "Der rote Rover fährt nach b1."
    assert str(trace[2].event) == "Card 2: left."


@pytest.mark.usefixtures("german")
def test_a_sentence_is_translated_when_it_is_printed() -> None:
    """Not when it was made, so a trace can be read again in another language."""
    event = run(algoracing.GAME, START, "forward")[1].event
    words.use("en")
    assert str(event) == "The red rover drives to b1."
