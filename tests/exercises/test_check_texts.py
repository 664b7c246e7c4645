"""Test that every check can be chosen as a sentence, with facts that suit the board."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from teachkit.exercises.judging.checks import (
    HAPPENINGS,
    SHAPES,
    check_facts,
    fact_types,
    possible_checks,
    sentence,
    sentence_with_gaps,
)
from teachkit.games import NAMES, game

from ..every_exercise import every_exercise, loaded

every_game = pytest.mark.parametrize("name", NAMES)


@every_game
def test_the_gaps_of_a_sentence_are_the_facts_of_its_check(name: str) -> None:
    for check in (*game(name).goals, *HAPPENINGS, *SHAPES):
        gaps = re.findall(r"{(\w+)}", sentence_with_gaps(check, game(name)))
        assert sorted(gaps) == sorted(fact_types(game(name), check))


@every_exercise
def test_every_check_can_be_offered_on_every_board(path: Path) -> None:
    exercise = loaded(path)
    for start in tomllib.loads(path.read_text(encoding="utf-8")).get("starts", []):
        tables = possible_checks(exercise.game, start)
        assert len(tables) == len({*exercise.game.goals, *HAPPENINGS, *SHAPES})
        for table in tables:
            facts = {fact: value for fact, value in table.items() if fact != "check"}
            check_facts(exercise.game, table["check"], facts)
            assert "{" not in sentence(table, exercise.game)


def test_facts_are_those_of_the_board() -> None:
    start = {"robots": {"red": "b2 east", "green": "d2 west"}, "programs": {"green": "left"}}
    tables = {table["check"]: table for table in possible_checks(game("roborally"), start)}
    assert tables["stands_on"] == {"check": "stands_on", "square": "b2"}
    assert tables["destroys"] == {"check": "destroys", "other": "green"}
    machine = possible_checks(game("lovelace"), {"value": 5, "targets": [18, 7]})
    assert {"check": "hits_all", "values": [18, 7]} in machine
    assert {"check": "reaches", "number": 2} in machine
    rogues = {"retros": {"red": "tread a1 east"}, "rogues": {"servo-1": "b1 east"}}
    assert {"check": "keeps", "rogues": 1} in possible_checks(game("calamitron"), rogues)


def test_a_check_reads_as_a_sentence() -> None:
    retros = game("calamitron")
    assert sentence({"check": "takes_at_most", "steps": 7}, retros) == "takes 7 or fewer steps"
    line = {"check": "bot_stands", "other": "servo-1", "square": "c3", "player": "red"}
    assert sentence(line | {"points": 2}, retros) == "Red makes servo-1 stop on c3"
    places = {"check": "frontier", "steps": 2, "places": ["6", "31"]}
    assert sentence(places, game("lovelace")) == "has 6, 31 at a distance of 2"
