"""The fields of the rules that a set-up may change, and what each may be."""

from __future__ import annotations

from dataclasses import fields

from teachkit.core.options import Choice
from teachkit.games.lovelace.editions import MISTAKES, Rules

OWN_FIELDS = ("attacks", "fills_in")  # of every set-up
NEVER = ("published", "nested", "sensors", "playable", *OWN_FIELDS)

_SWITCHES = [
    field.name for field in fields(Rules) if field.type == "bool" if field.name not in NEVER
]
OPTIONS: dict[str, Choice] = {
    "rounds": range(1, 5),
    "start_value": range(100),
    "row_limit": range(1, 100),
    "more_patrons": range(25),
    "most_set": range(5),
    "debug_boxes": range(10),
    "debug_for": MISTAKES,
    **dict.fromkeys(_SWITCHES),
}
