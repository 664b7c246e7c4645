"""The editions: the rules of 2005, the variant, and two teaching editions of our own."""

from __future__ import annotations

from dataclasses import replace

from teachkit.games.roborally import turns
from teachkit.games.roborally.clean_up import clean_up, return_to_board
from teachkit.games.roborally.goals import first_at_last_flag, flags_touched
from teachkit.games.roborally.options import OPTION_CARDS, charges_of, effects_of
from teachkit.games.roborally.pieces import UNCOUNTED
from teachkit.games.roborally.rules import PRINTED, Rules
from teachkit.games.roborally.variant import rounds
from teachkit.games.roborally.variant.scoring import points_or_leader, scored, seat_points
from teachkit.games.roborally.variant.state import BUGS, MINORS, lay_away, read_standing

BASE = Rules(
    "base",
    "Rules of 2005",
    options=tuple(OPTION_CARDS),
    effects=effects_of(OPTION_CARDS),
    worth=dict.fromkeys(OPTION_CARDS, 1),
    charges=charges_of(OPTION_CARDS),
    opening=turns.at_the_dock,
    phases=(
        turns.begin_turn,
        turns.deal,
        turns.program,
        turns.announce,
        turns.all_registers,
        clean_up,
    ),
    questions=(turns.ask_to_power_down, return_to_board),
    over=first_at_last_flag,
    points=flags_touched,
)
VARIANT = replace(
    BASE,
    name="variant",
    title="Goals, bugs and minor options",
    flags=0,  # there is no race for flags; the die chooses one of all six
    lives=UNCOUNTED,
    robots_first=True,
    points_to_win=5,
    effects={**BASE.effects, **effects_of(MINORS), **effects_of(BUGS)},
    worth={**dict.fromkeys(OPTION_CARDS, 2), **dict.fromkeys(MINORS, 1)},
    charges={**BASE.charges, **charges_of(MINORS)},
    lay_away=lay_away,
    opening=rounds.initialise,
    phases=(
        turns.begin_turn,
        rounds.roll_goal,
        rounds.restore,
        rounds.exchange_goals,
        rounds.set_out,
        turns.deal,
        turns.program,
        turns.announce,
        turns.all_registers,
        rounds.end_round,
    ),
    questions=(turns.ask_to_power_down, rounds.shop, rounds.use_wrench, rounds.pay_for_return),
    watched=scored,
    over=points_or_leader,
    points=seat_points,
    read_extra=read_standing,
)
FACTORY = replace(
    BASE,
    name="factory",
    title="Cards without numbers (not in the board game)",
    playable=False,
    priorities=False,
    one_flag_per_turn=False,
)
UNARMED = replace(
    BASE,
    name="unarmed",
    title="Robots without lasers (not in the board game)",
    playable=False,
    robots_shoot=False,
)

EDITIONS = {rules.name: rules for rules in (BASE, VARIANT, FACTORY, UNARMED)}
PRINTED.update(EDITIONS)
