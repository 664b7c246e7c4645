"""Test that the conditions of a level are read from a file's data, and written back as chosen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.judging.checks import HAPPENINGS, SHAPES
from teachkit.games import NAMES, game
from teachkit.widgets.easel import Terms

from .benches import BASE

DATA: dict[str, Any] = BASE | {"edition": "complete"}


def test_every_card_of_every_edition_is_in_the_tray() -> None:
    for name in NAMES:
        for edition, rules in game(name).editions.items():
            terms = Terms({"game": name, "edition": edition})
            ids = [card["id"] for card in terms.tray]
            asking = ["while", "if"] if rules.sensors else []
            assert ids == [*rules.instructions, *(f"{n}x" for n in rules.loops), *asking]
            assert all(card["symbol"] and card["label"] for card in terms.tray)


@pytest.mark.parametrize("cards", [{}, {"forward": 3, "2x": 1}, ["forward 3", "left"], ["left"]])
def test_cards_are_written_as_they_were(cards: Any) -> None:
    terms = Terms(DATA | {"cards": cards})
    assert terms.data["cards"] == cards
    assert make_exercise("99-01", DATA | terms.data).cards == terms.cards


def test_a_card_with_any_number_makes_the_limits_a_list() -> None:
    terms = Terms(DATA | {"cards": {"forward": 3}})
    terms.cards = terms.cards | {"left": None}
    assert terms.data["cards"] == ["forward 3", "left"]


def test_checks_keep_their_points_and_their_piece() -> None:
    checks = [{"check": "carries", "samples": 1, "points": 2, "player": "red"}]
    assert Terms(DATA | {"checks": checks}).data["checks"] == checks


def test_every_check_of_every_game_is_offered_as_a_sentence_with_a_field_for_each_fact() -> None:
    for name in NAMES:
        offered = Terms({"game": name}).possible
        assert {each["check"] for each in offered} == {*game(name).goals, *SHAPES, *HAPPENINGS}
        for each in offered:
            assert {*re.findall(r"\{(\w+)\}", each["says"])} == {*each["facts"]}, each


def test_starts_show_which_are_hidden_and_ask_for_changes() -> None:
    starts = [{"floor": "."}, {"floor": ".", "hidden": True}]
    terms, asked = Terms(DATA | {"starts": starts}, ["starts"]), list[str]()
    terms.on_press = lambda button, fact: asked.append(button)
    assert terms.hidden == [False, True]
    terms.pressed = {"button": "copy", "n": 1}
    terms.pressed = {"button": "copy", "n": 2}
    assert asked == ["copy", "copy"]


def test_showing_other_data_replaces_everything() -> None:
    terms = Terms(DATA | {"cards": ["left"], "checks": [{"check": "ends"}]})
    terms.show({"game": "lovelace", "edition": "machine", "starts": [{}, {}]}, number=2)
    assert (terms.cards, terms.checks, terms.number) == ({}, [], 2)
    assert "machine" in terms.editions
