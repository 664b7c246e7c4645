"""The editions as data: the rules of 2005, the variant, and a teaching edition, ours."""

from __future__ import annotations

from dataclasses import replace

from teachkit.games.roborally.rules import Rules

BASE = Rules("base", "Rules of 2005")
FACTORY = replace(
    BASE,
    name="factory",
    title="Cards without numbers (not in the board game)",
    published=False,
    playable=False,
    priorities=False,
    one_flag_per_turn=False,
)

EDITIONS = {rules.name: rules for rules in (BASE, FACTORY)}
