"""Recorded edits of an author: a seeded row of paintings, cards and checks for each game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from teachkit.core.game.palette import Mark, Place
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.files import make_exercise
from teachkit.games import NAMES, game

EDITS = 50  # of each game
FACINGS = ("north", "east", "south", "west")

BOARD = "\n".join([". . . . . . . ."] * 8)
STARTS: dict[str, dict[str, Any]] = {
    "algoracing": {
        "edition": "loops",
        "cards": {"forward": 5, "left": 2, "right": 2, "jump": 1, "2x": 2},
        "starts": [{"floor": BOARD, "rovers": {"red": "b2 east"},
                    "samples": {"f2": "blue", "f5": "green", "c6": "blue"}}],
        "checks": [{"check": "carries", "samples": 2}],
        "solution": {"answer": "forward, forward, forward, forward, left, forward"},
    },
    "lovelace": {
        "edition": "loops",
        "cards": {"A1+": 4, "A4x": 2, "B1-": 3, "B4swap": 1, "2x": 1},
        "starts": [{"value": 7, "components": {"A1": "+-5", "A4": "x/2", "B1": "+-10",
                                               "B4": "swap"}}],
        "checks": [{"check": "shows", "value": 42}],
        "solution": {"answer": "A1+, A4x"},
    },
    "calamitron": {
        "edition": "loops",
        "cards": {"forward": 4, "forward-2": 2, "left": 2, "right": 2, "2x": 1},
        "starts": [{"floor": BOARD, "retros": {"red": "tread b2 east"},
                    "rogues": {"servo-1": "e2"}}],
        "checks": [{"check": "stands_on", "square": "f5"}],
        "solution": {"answer": "forward-2, forward-2, left, forward, forward"},
    },
    "roborally": {
        "edition": "factory",
        "cards": {"move-1": 2, "move-2": 2, "move-3": 1, "left": 2, "right": 2},
        "starts": [{"floor": BOARD, "robots": {"red": "b2 east"}, "flags": ["e4"]}],
        "checks": [{"check": "touches", "flag": 1}],
        "solution": {"answer": "move-3, left, move-2"},
    },
}  # fmt: skip
THINGS = {
    "algoracing": ("wall", "wall", "hill", "blue sample", "green sample", "red rover"),
    "lovelace": ("component +-", "component x/", "component swap", "component +"),
    "calamitron": ("wall", "wall", "pit", "crate", "servo", "red retro"),
    "roborally": ("wall", "wall", "pit", "belt", "gear", "laser", "flag", "red robot"),
}
GOALS = {
    "algoracing": ("stands_on", "carries", "parks"),
    "lovelace": ("shows",),
    "calamitron": ("stands_on", "parks", "stays_up"),
    "roborally": ("stands_on", "touches", "parks"),
}


def recorded() -> list[dict[str, Any]]:
    """Return the data of an exercise after each edit."""
    return [data for name in NAMES for data in _of_game(name, random.Random(f"edits {name}"))]


def _of_game(name: str, chance: random.Random) -> Iterator[dict[str, Any]]:
    data = {"title": "Level", "lesson": "24", "game": name, "kind": "program",
            "text": "Solve it.", "hints": ["Look."], **STARTS[name]}  # fmt: skip
    kinds: list[Callable[..., dict[str, Any]]] = [*[_painted] * 6, _erased, _cards, _cards, _checks]
    left = EDITS
    while left:
        try:
            edited = chance.choice(kinds)(data, chance)
            make_exercise("level", edited)
        except TeachkitError:
            continue
        if edited != data:
            data, left = edited, left - 1
            yield data


def _painted(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    palette, start = game(data["game"]).palette, data["starts"][0]
    thing = palette.thing(chance.choice(THINGS[data["game"]]))
    where = chance.choice(palette.spots(start))
    if thing.place is not Place.SQUARE:
        where += f" {chance.choice(FACINGS)}"
    return data | {"starts": [palette.painted(start, Mark(thing.name, where))]}


def _erased(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    palette, start = game(data["game"]).palette, data["starts"][0]
    marks = [mark for mark in palette.marks(start) if not palette.thing(mark.thing).single]
    return data | {"starts": [palette.erased(start, chance.choice(marks).where)]} if marks else data


def _cards(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Offer one card more or less, or replace a card by a different one."""
    cards = dict(data["cards"])
    name = chance.choice([*cards])
    rules = game(data["game"]).editions[data["edition"]]
    if chance.random() < 0.7:
        cards[name] = max(1, min(6, cards[name] + chance.choice((-1, 1))))
    elif data["game"] != "lovelace":
        others = {*rules.instructions, *(f"{times}x" for times in rules.loops[:2])} - {*cards}
        cards[chance.choice(sorted(others))] = cards.pop(name)
    return data | {"cards": cards}


def _checks(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Ask for something else, perhaps with a limit on cards."""
    palette, check = game(data["game"]).palette, chance.choice(GOALS[data["game"]])
    square = chance.choice(palette.spots(data["starts"][0]))
    facts: dict[str, Any] = {
        "stands_on": {"square": square}, "parks": {"place": f"{square} {chance.choice(FACINGS)}"},
        "carries": {"samples": chance.choice((1, 2, 3))}, "shows": {"value": chance.randint(0, 99)},
        "touches": {"flag": 1}, "stays_up": {},
    }[check]  # fmt: skip
    limit = [{"check": "uses_at_most", "cards": chance.randint(4, 9)}]
    return data | {"checks": [{"check": check, **facts}, *limit[: chance.random() < 0.4]]}
