"""The editions as data: the rules of 2005, the variant, and a teaching edition, ours."""

from __future__ import annotations

from dataclasses import replace

from teachkit.games.roborally.clean_up import clean_up
from teachkit.games.roborally.options import OPTION_CARDS, charges_of, effects_of
from teachkit.games.roborally.rules import Rules
from teachkit.games.roborally.scoring import first_at_last_flag
from teachkit.games.roborally.turns import (
    all_registers,
    announce,
    at_the_dock,
    begin_turn,
    deal,
    program,
)

BASE = Rules(
    "base",
    "Rules of 2005",
    options=tuple(OPTION_CARDS),
    effects=effects_of(OPTION_CARDS),
    worth=dict.fromkeys(OPTION_CARDS, 1),
    charges=charges_of(OPTION_CARDS),
    opening=at_the_dock,
    phases=(begin_turn, deal, program, announce, all_registers, clean_up),
    over=first_at_last_flag,
)
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
