"""The editions as data: the two printed ones, and some of our own for teaching."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from teachkit.core.game.game import Rules as CommonRules
from teachkit.core.game.setups import Options

COLOURS = ("red", "green", "blue", "yellow")
SAMPLE_TYPES = ("yellow", "blue", "green", "purple")

_MOVES = ("forward", "all-forward", "jump", "left", "right", "u-turn")


@dataclass(frozen=True)
class Rules(CommonRules):
    """The rules of one edition. These are the ones that a start may change.

    Attributes:
        side: The number of squares on each side of the board of a match.
        samples_of_each: The number of samples of each colour in a match.
        target: The number of points that wins.
        own_labs: Whether each rover may only deliver at its own base.
        length_limit: The largest number of cards in the shared algorithm.
        cards_each_turn: The largest number of cards that may be played in one turn.
        hand_size: The number of cards in a hand.
        capacity: The number of samples that a rover can carry.
        jump_down_from_high: Whether a rover can jump down from the second storey. The printed rules
            leave this open.
        full_rover_stops_at_sample: Whether a rover that can carry no more still stops at a sample.
            The printed rules leave this open.
    """

    instructions: tuple[str, ...] = _MOVES
    loop_cards: int | None = 2
    side: int = 6
    hills: tuple[int, ...] = (1, 1)
    samples_of_each: int = 3
    target: int = 7
    own_labs: bool = False
    shared_algorithm: bool = False
    length_limit: int = 5
    cards_each_turn: int = 3
    hand_size: int = 5
    capacity: int = 3
    deck: tuple[tuple[str, int], ...] = field(default=(), repr=False)
    jump_down_from_high: bool = True
    full_rover_stops_at_sample: bool = True
    card_by_card: bool = False  # whether, in an exercise, rovers take turns after each card

    __hash__ = CommonRules.__hash__


_COUNT = range(1, 100)
OPTIONS: Options = {
    "side": _COUNT,
    "samples_of_each": _COUNT,
    "target": _COUNT,
    "own_labs": None,
    "length_limit": _COUNT,
    "cards_each_turn": _COUNT,
    "hand_size": _COUNT,
    "capacity": _COUNT,
    "jump_down_from_high": None,
    "full_rover_stops_at_sample": None,
}
"""The fields that a set-up may change, with their allowed values; the others define an edition."""

# The printed rules do not say how often each of the 52 cards occurs; these numbers are our own.
_DECK = (("forward", 12), ("all-forward", 6), ("jump", 8), ("left", 7), ("right", 7), ("u-turn", 4))
_LOOPS = (("2x", 3), ("3x", 2))

BASIC = Rules("basic", "Basic rules, 6×6", deck=_DECK)
COMPLETE = Rules(
    "complete",
    "Complete rules, 9×9",
    instructions=(*_MOVES, "teleport"),
    loops=(2, 3),
    side=9,
    hills=(1, 1, 2),
    samples_of_each=5,
    target=9,
    own_labs=True,
    shared_algorithm=True,
    deck=(*_DECK, *_LOOPS, ("teleport", 3)),
)
LOOPS = replace(
    BASIC,
    name="loops",
    title="×2 and ×3 on the small board (not in the board game)",
    loops=(2, 3),
    deck=(),
)
COMPASS = replace(
    BASIC,
    name="compass",
    title="Compass cards (not in the board game)",
    instructions=("north", "east", "south", "west"),
    deck=(),
)
NESTED = replace(
    LOOPS,
    name="nested",
    title="Loops inside loops (not in the board game)",
    loops=tuple(range(2, 10)),
    loop_cards=None,
    nested=True,
)
SENSORS = replace(
    NESTED,
    name="sensors",
    title="While and if with sensors (not in the board game)",
    sensors=True,
)
ROUTINES = replace(
    SENSORS,
    name="routines",
    title="Routines, loops and sensors (not in the board game)",
    routines=True,
)
TURNS = replace(
    SENSORS,
    name="turns",
    title="Rovers take turns card by card (not in the board game)",
    card_by_card=True,
)

EDITIONS = {
    rules.name: rules
    for rules in (BASIC, COMPLETE, LOOPS, COMPASS, NESTED, SENSORS, ROUTINES, TURNS)
}
