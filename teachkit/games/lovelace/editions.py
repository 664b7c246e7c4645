"""The game's editions as data: two that follow printed rule texts, and our own for teaching."""

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
    """The rules of one edition, with a field for each difference between the two printed texts.

    Comments give the numbers of the differences. The defaults are the Japanese rules.

    Attributes:
        rounds: The number of rounds in a match.
        start_value: The first value of the register.
        row_limit: The largest number of lines in a program.
        more_patrons: The number of patrons in a round, minus the number of players.
        three_piles: Whether each row has its own pile of tokens, instead of one for all rows.
        most_set: The largest number of components in a new row that may set the register.
        redraw_all: Whether all four are drawn again if there are more, instead of only the excess.
        target_hidden: Whether targets are chosen face down.
        must_activate: Whether a player must activate a completed subroutine.
        activate_by_markers: Whether players activate in the order of the markers they last took,
            instead of in seat order.
        may_decline: Whether players are asked whether they complete a subroutine.
        same_player_twice: Whether one player may take both areas of a patron.
        one_symbol_per_round: Whether an area may be scored at most once in a round.
        sigma_if_blocked: Whether the experiment has failed if no area can be scored.
        bonus_for_each: Whether a line earns a bonus for each thing that it scores, instead of one.
        ticked_when_activated: Whether the subroutine track is ticked on activation, instead of on
            completion.
        debug_for: The kinds of mistakes that may be debugged.
        debug_boxes: The number of times that a player may debug in a game.
        reuse: Whether a component may be used in several lines.
        voids: Whether lines after a mistake do not count.
        asks_area: Whether players choose an area of a patron, instead of getting the left one.
    """

    instructions: tuple[str, ...] = field(default=INSTRUCTION_NAMES, repr=False)
    playable: bool = True
    rounds: int = 4
    start_value: int = 55  # D6
    row_limit: int = 5  # D23
    more_patrons: int = 3
    three_piles: bool = True  # D2
    most_set: int = 1  # D5
    redraw_all: bool = False  # D5
    target_hidden: bool = False  # D3
    must_activate: bool = False  # D4
    activate_by_markers: bool = True  # D4, D7
    may_decline: bool = False  # D15
    same_player_twice: bool = False  # [LB-40]
    one_symbol_per_round: bool = False  # D9, D17
    sigma_if_blocked: bool = False  # D10
    bonus_for_each: bool = False  # D16
    ticked_when_activated: bool = False  # D21
    debug_for: tuple[str, ...] = MISTAKES  # D11
    debug_boxes: int = 2  # D14
    attacks: bool = True  # D29: some subroutines harm other players [LB-55]
    fills_in: bool = True  # for beginners: players need not write values, so none can be wrong
    reuse: bool = True  # [LB-14]
    voids: bool = True  # D13
    asks_area: bool = True

    __hash__ = CommonRules.__hash__


OWN_FIELDS = ("attacks", "fills_in")  # these are separate fields of a set-up
_NEVER = ("nested", "sensors", "routines", "playable", *OWN_FIELDS)
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
"""The fields that a set-up may change, with their allowed values; the others define an edition."""

JAPANESE = Rules("japanese", "The printed Japanese rules")
ENGLISH = replace(
    JAPANESE,
    name="english",
    title="The English summary of the rules",
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
    title="The machine by itself (not part of the board game)",
    playable=False,
    voids=False,
    asks_area=False,
    same_player_twice=True,
)
LOOPS = replace(
    MACHINE,
    name="loops",
    title="The machine with loops (not part of the board game)",
    loops=tuple(range(2, 10)),
    nested=True,
)

EDITIONS = {rules.name: rules for rules in (JAPANESE, ENGLISH, MACHINE, LOOPS)}
