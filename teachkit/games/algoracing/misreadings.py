"""Learners' common misreadings of the rover and its cards, most common first."""

from __future__ import annotations

from itertools import groupby

from teachkit.core.board.squares import FACINGS
from teachkit.core.game.game import Game, Misreading
from teachkit.core.game.misreadings import (
    ByCard,
    CardRule,
    by_compass,
    by_program,
    by_trace,
    from_viewers_side,
    heading_forgotten,
    remembering,
    taken_for,
)
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.core.run.trace import record
from teachkit.core.run.walk import Skipped
from teachkit.games.algoracing.goals import WHEREABOUTS
from teachkit.games.algoracing.state import State

FORWARD, JUMP = Instruction("forward"), Instruction("jump")
_TURNED_BACK = {"left": "right", "right": "left", "u-turn": "u-turn"}
_TURN_TO = {0: (), 1: ("right",), 2: ("u-turn",), 3: ("left",)}  # keys: clockwise quarter turns
_COMPASS = tuple(facing.value for facing in FACINGS)


def is_skipped(game: Game[State], state: State, player: str, card: Instruction) -> bool:
    """Return whether `card` would be skipped in `state`."""
    seen = record(game.perform(state, player, card), state)
    return any(isinstance(frame.event, Skipped) for frame in seen)


def past_samples(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
    """Let an all-forward card drive on past squares with samples."""
    state = yield from game.perform(state, player, card)
    for _ in state.board.squares if card.name == "all-forward" else ():
        if not is_skipped(game, state, player, card):
            state = yield from game.perform(state, player, card)
    return state


def crosses(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
    """Let a forward card cross walls and the edges of hills, as a jump does."""
    if card == FORWARD and is_skipped(game, state, player, card):
        card = JUMP if not is_skipped(game, state, player, JUMP) else card
    return game.perform(state, player, card)


def bounces(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
    """Run `card`, but turn the rover around instead if the card would be skipped."""
    turns = is_skipped(game, state, player, card)
    return game.perform(state, player, Instruction("u-turn") if turns else card)


def pushes(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
    """Let a forward card push the rover ahead, if the square behind that rover is free."""
    rover = state.rover(player)
    ahead = rover.square.ahead(rover.facing)
    other, behind = state.rover_on(ahead), ahead.ahead(rover.facing)
    if card == FORWARD and other and behind in state.board.squares and not state.rover_on(behind):
        state = WHEREABOUTS.placed(state, other.name, f"{behind} {other.facing.value}")
    return game.perform(state, player, card)


def only_turns(drives_ahead: bool) -> CardRule:
    """Return a rule that lets a compass card only turn the rover.

    If `drives_ahead` is true, a card still drives the rover if the rover already faces that way.
    """

    def rule(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
        facing = state.rover(player).facing
        if card.name not in _COMPASS or (drives_ahead and card.name == facing.value):
            return (yield from game.perform(state, player, card))
        quarters = (_COMPASS.index(card.name) - FACINGS.index(facing)) % 4
        for name in _TURN_TO[quarters]:
            state = yield from game.perform(state, player, Instruction(name))
        return state

    return rule


def turn_for_one_card() -> CardRule:
    """Return a rule that undoes each turn as soon as a card that is not a turn has run."""
    owed: list[str] = []

    def rule(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
        state = yield from game.perform(state, player, card)
        if card.name in _TURNED_BACK:
            owed.append(_TURNED_BACK[card.name])
            return state
        while owed:
            state = yield from game.perform(state, player, Instruction(owed.pop()))
        return state

    return rule


def own_square_counted(program: Program) -> Program:
    """Return a copy of `program` without one forward card in each run of two or more.

    This models the misreading that the first forward card counts the rover's own square.
    """
    row = []
    for card, group in groupby(program.body):
        cards = list(group)
        row += cards[1:] if card == FORWARD and len(cards) > 1 else cards
    return Program(tuple(row))


MISREADINGS = (
    Misreading("from the viewer's side",
               "Left means the rover's left, not yours. Imagine that you are driving it.",
               "lesson 02; turtle turns: Fay & Mayer 1987", ByCard(from_viewers_side)),
    Misreading("turns also drive",
               "Left and right only turn the rover. The rover stays on its square.",
               "lesson 02; Fay & Mayer 1987",
               ByCard(taken_for(left="left forward", right="right forward",
                                u_turn="u-turn forward"))),
    Misreading("compass for relative",
               "Left and right change when the rover turns, but west and east do not.",
               "lesson 02; one direction for each command: Cuneo 1985", ByCard(by_compass)),
    Misreading("slides to the side",
               "A turn card only turns the rover. The rover does not move sideways.",
               "lesson 02",
               ByCard(taken_for(left="left forward right", right="right forward left"))),
    Misreading("left and right mixed up",
               "Right turns clockwise, like the hands of a clock. Left turns the other way.",
               "lesson 02", ByCard(taken_for(left="right", right="left"))),
    Misreading("heading forgotten",
               "Follow every turn. Then you know which way the rover faces at the end.",
               "lesson 02", by_trace(heading_forgotten)),
    Misreading("turns ignored",
               "Left and right turn the rover. After a turn, it drives in its new direction.",
               "lesson 02", ByCard(taken_for(left="", right="", u_turn=""))),
    Misreading("a turn for one card only",
               "After a turn, the rover keeps facing that way until the next turn.",
               "lesson 02", remembering(turn_for_one_card)),
    Misreading("forward crosses",
               "Forward stops at a wall or at the edge of a hill. Jump crosses both.",
               "lesson 05", ByCard(crosses)),
    Misreading("jump as forward", "Jump goes over a wall, or one storey up or down.",
               "lesson 05", ByCard(taken_for(jump="forward"))),
    Misreading("jump goes two squares", "A jump goes to the next square, not to the one after it.",
               "lesson 05", ByCard(taken_for(jump="jump jump"))),
    Misreading("blocked turns round", "A blocked rover stays where it is and does not turn.",
               "lesson 05", ByCard(bounces)),
    Misreading("rovers push", "A rover in the way is not pushed. The card is skipped.",
               "lesson 05", ByCard(pushes)),
    Misreading("all forward is one step", "All forward drives on until something stops the rover.",
               "lesson 03", ByCard(taken_for(all_forward="forward"))),
    Misreading("all forward past samples", "All forward also stops on a square with a sample.",
               "lesson 03", ByCard(past_samples)),
    Misreading("forward all the way", "Forward drives only one square.",
               "lesson 03", ByCard(taken_for(forward="all-forward"))),
    Misreading("u-turn as a quarter turn",
               "A u-turn is two turns in one: the rover then faces the other way.",
               "lesson 03", ByCard(taken_for(u_turn="left"))),
    Misreading("own square counted",
               "The first forward already takes the rover to the next square.",
               "lesson 01", by_program(own_square_counted)),
    Misreading("east and west mixed up", "East is on the right of the board. West is on the left.",
               "lesson 01", ByCard(taken_for(east="west", west="east"))),
    Misreading("north and south mixed up",
               "North is at the top of the board. South is at the bottom.",
               "lesson 01", ByCard(taken_for(north="south", south="north"))),
    Misreading("relative for compass",
               "East is always the same side of the board, whichever way the rover faces.",
               "lesson 01", ByCard(taken_for(north="forward", east="right forward",
                                  south="u-turn forward", west="left forward"))),
    Misreading("compass cards only turn",
               "A card like east does two things: it turns the rover, then drives one square.",
               "lesson 01", ByCard(only_turns(drives_ahead=False))),
    Misreading("compass cards turn first",
               "A card like east turns and drives, even if the rover faces a different way.",
               "lesson 01", ByCard(only_turns(drives_ahead=True))),
)  # fmt: skip
