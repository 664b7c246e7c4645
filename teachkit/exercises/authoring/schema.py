"""A JSON schema of exercise files, with which editors complete keys and mark mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import get_args, get_type_hints

import msgspec

from teachkit.core.data import Table
from teachkit.core.game.game import Game
from teachkit.exercises.authoring.reference import found, keys
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.judging.checks import HAPPENINGS, SHAPES, fact_types
from teachkit.exercises.making.wishes import Making, Wishes
from teachkit.exercises.model.exercise import Start
from teachkit.exercises.model.file import PHASES, CaseTable, CheckLine, File
from teachkit.exercises.solving.par import concepts_of
from teachkit.games import NAMES, game


def schema_of_exercises() -> Table:
    """Return the schema of exercise files, which depends on the game of the file.

    >>> schema_of_exercises()["properties"]["right"]["enum"]
    ['passes', 'fails']
    """
    inside, whole = _components(File)
    kinds = [entry.name for entry in found("kinds")[0].entries]
    texts = {"game": NAMES, "kind": kinds, "phase": PHASES, "right": ("passes", "fails")}
    for key, words in texts.items():
        whole["properties"][key]["enum"] = [*words]
    case, making = (_components(record)[1] for record in (CaseTable, Making))
    making["properties"] |= _components(Wishes)[1]["properties"]
    del making["properties"]["wishes"]
    whole["properties"]["cases"]["items"] = case
    whole["properties"]["make"] = making
    about = (({"game": {"const": name}}, {"properties": _of_game(game(name))}) for name in NAMES)
    by_game = [{"if": {"properties": given}, "then": then} for given, then in about]
    version = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": version, "title": found("exercise")[0].title} | whole | {
        "allOf": by_game, "$defs": inside,
    }  # fmt: skip


def _of_game(of: Game) -> Table:
    """Return the properties of an exercise file that depend on its game."""
    start = _components(of.setup)[1]
    around = _components(Start)[1]["properties"]
    del around["setup"]
    start["properties"] |= around
    cards = dict.fromkeys(card for rules in of.editions.values() for card in cards_of(rules))
    sensors = [*of.sensors.all, *(f"not {each}" for each in of.sensors.help)]
    checks = {"type": "array", "items": {"anyOf": [_check(of, name) for name in _checks_of(of)]}}
    return {
        "edition": {"enum": [*of.editions]},
        "teaches": {"items": {"enum": [*concepts_of(of)]}},
        "sensors": {"items": {"enum": sensors}},
        "cards": {"anyOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": "object", "properties": {card: {"type": "integer"} for card in cards}},
        ]},
        "starts": {"type": "array", "items": start},
        "checks": checks,
        "choices": {"items": {"properties": {"checks": checks}}},
    }  # fmt: skip


def _checks_of(of: Game) -> Iterator[str]:
    yield from (*of.goals, *HAPPENINGS, *SHAPES)


def _check(of: Game, name: str) -> Table:
    described = next(each for topic in found(name, of.name) for each in topic.entries)
    whole = _components(CheckLine)[1]
    del whole["properties"]["facts"]
    facts = {fact: msgspec.json.schema(kind) for fact, kind in fact_types(of, name).items()}
    whole["properties"] |= {"check": {"const": name, "description": described.says}, **facts}
    return whole | {"required": ["check", *facts]}


def _components(record: type) -> tuple[Table, Table]:
    """Return the schemas of the records inside `record`, by name, and that of `record` itself.

    All of them have the descriptions of the reference, and allow no other keys.
    """
    _, inside = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    for each in _records(record):
        own = inside[each.__name__]
        own["additionalProperties"] = False
        for key in keys(each):
            own["properties"][key.name]["description"] = key.says
    whole = inside.pop(record.__name__)
    return inside, whole


def _records(record: type) -> Iterator[type]:
    yield record
    for hint in get_type_hints(record).values():
        for each in (hint, *get_args(hint)):
            if is_dataclass(each):
                yield from _records(each)  # type: ignore[arg-type]
