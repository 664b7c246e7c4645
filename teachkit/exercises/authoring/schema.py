"""A JSON schema of exercise files, with which editors complete keys and mark mistakes."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from teachkit.core.data import Table
from teachkit.core.game.game import Game
from teachkit.exercises.authoring.reference import Entry, found, keys
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.judging.checks import fact_types
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
    [about], kinds = found("exercise"), [entry.name for entry in found("kinds")[0].entries]
    whole, texts = _record(File), {"game": NAMES, "kind": kinds, "phase": PHASES}
    for key, words in (texts | {"right": ("passes", "fails")}).items():
        whole["properties"][key]["enum"] = [*words]
    whole["properties"]["cases"]["items"] = _record(CaseTable)
    whole["properties"]["make"] |= _record(Making, Wishes)
    pairs = [({"game": {"const": name}}, {"properties": _of_game(game(name))}) for name in NAMES]
    by_game = [{"if": {"properties": given}, "then": then} for given, then in pairs]
    version = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": version, "title": about.title} | whole | {"allOf": by_game}


def _of_game(of: Game) -> Table:
    """Return the properties of an exercise file that depend on its game."""
    cards = dict.fromkeys(card for rules in of.editions.values() for card in cards_of(rules))
    sensors = [*of.sensors.all, *(f"not {each}" for each in of.sensors.help)]
    every, ours = found("checks", of.name)[0], found("checks", of.name)[0].parts[0]
    checks = {"items": {"anyOf": [_check(of, each) for each in (*ours.entries, *every.entries)]}}
    amounts = {"properties": {card: {"type": "integer"} for card in cards}}
    return {
        "edition": {"enum": [*of.editions]},
        "teaches": {"items": {"enum": [*concepts_of(of)]}},
        "sensors": {"items": {"enum": sensors}},
        "cards": {"anyOf": [{"type": "array"}, {"type": "object"} | amounts]},
        "starts": {"items": _record(of.setup, Start)},
        "checks": checks,
        "choices": {"items": {"properties": {"checks": checks}}},
    }


def _check(of: Game, check: Entry) -> Table:
    facts = {name: msgspec.json.schema(kind) for name, kind in fact_types(of, check.name).items()}
    whole = _record(CheckLine)
    whole["properties"] |= facts | {"check": {"const": check.name, "description": check.says}}
    return whole | {"required": ["check", *facts]}


def _record(*records: type) -> Table:
    """Return the schema of a table with the keys of all `records`, which allows no other keys."""
    hints = {name: hint for each in records for name, hint in get_type_hints(each).items()}
    entries = [entry for each in records for entry in keys(each)]
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [entry.name for entry in entries if entry.is_required],
        "properties": {
            entry.name: _typed(hints[entry.name]) | {"description": entry.says} for entry in entries
        },
    }


def _typed(hint: Any) -> Table:
    inner = [each for each in (hint, *get_args(hint)) if isinstance(each, type)]
    records = [each for each in inner if is_dataclass(each)]
    if not records:
        return msgspec.json.schema(hint)
    whole = _record(*records)
    return {"type": "array", "items": whole} if get_origin(hint) in (list, tuple) else whole
