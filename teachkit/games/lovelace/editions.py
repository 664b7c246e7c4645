"""The editions as data: the two printed rule texts, and our own machines for teaching."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from teachkit.core.game.game import Rules as CommonRules
from teachkit.core.game.setups import Options
from teachkit.games.lovelace.components import INSTRUCTION_NAMES

CHARACTERS = ("ada", "babbage", "somerville", "menabrea")
MISTAKES = ("range", "value")
OTHER, VOID = "other", "void"
KINDS_OF_MISTAKE = (*MISTAKES, OTHER, VOID)
AREAS = ("music", "stars", "steam", "maps", "poems")


@dataclass(frozen=True)
class Rules(CommonRules):
    """The rules of one edition, with a field for each difference between the two texts.

    A comment after a field explains it, with the number of the difference. The defaults are the
    Japanese rules.
    """

    instructions: tuple[str, ...] = field(default=INSTRUCTION_NAMES, repr=False)
    playable: bool = True
    rounds: int = 4
    start_value: int = 55  # D6: the first value of the register
    row_limit: int = 5  # D23: the most rows in a program
    more_patrons: int = 3
    three_piles: bool = True  # D2: a pile of tokens for each row, or else a common one
    most_set: int = 1  # D5: how many set components a new row may have
    redraw_all: bool = False  # D5: all four are drawn again, or else only the excess ones
    target_hidden: bool = False  # D3: targets are chosen face down
    must_activate: bool = False  # D4: a player must activate a completed subroutine
    activate_by_markers: bool = True  # D4, D7: in order of the last markers, or else of seats
    may_decline: bool = False  # D15: whether a player is asked before a subroutine is completed
    same_player_twice: bool = False  # both areas of one patron may go to one player [LB-40]
    one_symbol_per_round: bool = False  # D9, D17: an area may be scored once in a round
    sigma_if_blocked: bool = False  # D10: if no area can be scored, the experiment failed
    bonus_for_each: bool = False  # D16: a bonus for each thing scored, or else one for the row
    ticked_when_activated: bool = False  # D21: the track, or else when completed
    debug_for: tuple[str, ...] = MISTAKES  # D11: the mistakes that may be debugged
    debug_boxes: int = 2  # D14: how often a player may debug
    attacks: bool = True  # D29: some subroutines harm other players [LB-55]
    fills_in: bool = True  # for beginners: values need not be written, so none can be wrong
    reuse: bool = True  # a component may be used in several rows [LB-14]
    voids: bool = True  # D13: rows after a mistake do not count
    asks_area: bool = True  # players choose an area; or else, in exercises, the left one

    __hash__ = CommonRules.__hash__


OWN_FIELDS = ("attacks", "fills_in")  # fields of every set-up
_NEVER = ("published", "nested", "sensors", "playable", *OWN_FIELDS)
OPTIONS: Options = {
    "rounds": range(1, 5),
    "start_value": range(100),
    "row_limit": range(1, 100),
    "more_patrons": range(25),
    "most_set": range(5),
    "debug_for": MISTAKES,
    "debug_boxes": range(10),
    **{key.name: None for key in fields(Rules) if key.type == "bool" and key.name not in _NEVER},
}
"""The fields that a set-up may change; the others define an edition."""

JAPANESE = Rules("japanese", "Rules as printed in Japanese")
ENGLISH = replace(
    JAPANESE,
    name="english",
    title="Rules as summed up in English",
    three_piles=False,
    most_set=2,
    redraw_all=True,
    target_hidden=True,
    must_activate=True,
    same_player_twice=True,
    one_symbol_per_round=True,
    sigma_if_blocked=True,
)
MACHINE = replace(
    JAPANESE,
    name="machine",
    title="The machine alone (not in the board game)",
    published=False,
    playable=False,
    voids=False,
    asks_area=False,
    same_player_twice=True,
)
LOOPS = replace(
    MACHINE,
    name="loops",
    title="The machine with loops (not in the board game)",
    loops=tuple(range(2, 10)),
    nested=True,
)

EDITIONS = {rules.name: rules for rules in (JAPANESE, ENGLISH, MACHINE, LOOPS)}
