"""The bots' moves, one square at a time, and their effects: damage, falls and rescues.

In all functions, `player` is the player whose program moves the bot, or "" if a rogue moves by
itself or sends another bot. If a rogue falls and `player` is "", nobody gets credit. [CT-34]
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.calamitron import events
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.bots import Bot, type_of
from teachkit.games.calamitron.events import Cause, Obstacle, Reason
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import Due

CRATE = "crate"


class Stepped(NamedTuple):
    """The result of trying to move a bot: the new state, and the obstacle, if any. [CT-26, CT-27]

    `acted` is true if the bot moved before it met the obstacle, or crushed the bot or crate in its
    way.
    """

    state: State
    obstacle: Cause | None = None
    acted: bool = False


def edge(state: State, bot: Bot | None, square: Square, facing: Facing) -> Obstacle | None:
    """Return the obstacle on the side `facing` of `square`, or `None` if `bot` can pass.

    `bot` is `None` for a crate, which cannot pass a door. Retros can pass doors, and bots waiting
    at an exit can enter the board. Only the Minionbot can leave the board. [CT-5, CT-37, CT-41]
    """
    found = state.board.hindrance(square, facing)
    if found is None or (bot and found in _passes(bot)):
        return None
    return Obstacle(found, square)


def _passes(bot: Bot) -> tuple[Hindrance, ...]:
    if bot.name == "minion":
        return (Hindrance.DOOR, Hindrance.WAY_OUT)
    return (Hindrance.WAY_IN,) if bot.kind.rogue else (Hindrance.DOOR, Hindrance.WAY_IN)


def in_way(state: State, square: Square) -> Obstacle | None:
    """Return the bot or crate on `square` as an obstacle, or `None` if there is none."""
    if square in state.crates:
        return Obstacle(CRATE, square, CRATE)
    bot = state.bot_on(square)
    return Obstacle("bot", square, bot.name) if bot else None


def beside(state: State, square: Square, facing: Facing) -> Obstacle | None:
    """Return the bot or crate on the next square in the direction `facing`, or `None`.

    A bot or crate behind a wall or a door does not count.
    """
    hindrance = state.board.hindrance(square, facing)
    return None if hindrance else in_way(state, square.ahead(facing))


def bot_beside(state: State, bot: Bot, facing: Facing) -> Bot | None:
    """Return the bot beside `bot` in the direction `facing`, if no wall or door is in between."""
    found = beside(state, bot.square, facing)
    return state.find(found.by) if found else None


def aimed(state: State, bot: Bot) -> tuple[tuple[Square, ...], Obstacle | None]:
    """Return the squares that a beam of `bot` crosses, and the bot or crate that it hits, if any.

    The last square is the one with the bot or crate. A wall, a door or the edge of the board also
    stops the beam.
    """
    square, found, squares = bot.square, None, list[Square]()
    while not found and not state.board.hindrance(square, bot.facing):
        square = square.ahead(bot.facing)
        squares.append(square)
        found = in_way(state, square)
    return tuple(squares), found


def step(state: State, name: str, facing: Facing, player: str) -> Flow[Stepped]:
    """Move the bot `name` one square in the direction `facing`. [CT-21, CT-25 … CT-27]

    If a bot or crate is in the way, push it or, if there is no room, crush it without moving. A bot
    of a type that does not push is stopped instead.
    """
    bot = state.bot(name)
    if obstacle := edge(state, bot, bot.square, facing):
        return Stepped(state, obstacle)
    there = bot.square.ahead(facing)
    if obstacle := in_way(state, there):
        if not bot.kind.pushes:
            return Stepped(state, obstacle)
        if reason := no_room(state, there, facing):
            heavy = isinstance(reason, Reason)
            yield Frame(events.Ground(obstacle.by, there, name, heavy), state)
            state = yield from hit(state, there, player, besides=name)
            return Stepped(state, obstacle, acted=True)
        state, beyond = moved_on(state, there, facing), there.ahead(facing)
        yield Frame(events.Pushed(obstacle.by, there, beyond, name), state)
        state = yield from arrive(state, beyond, player)
    state = state.with_bot(state.bot(name).with_square(there))
    yield Frame(events.Moved(name, bot.square, there, driver(name, player)), state)
    return Stepped((yield from arrive(state, there, player)))


def drive_on(state: State, bot: Bot) -> Flow[State]:
    """Drive `bot` one square forward. If a rogue falls because of this, nobody gets credit."""
    state, obstacle, ground = yield from step(state, bot.name, bot.facing, "")
    if obstacle and not ground:
        yield Frame(events.Stopped(bot.name, obstacle), state)
    return state


def immovable(state: State, square: Square) -> Reason | None:
    """Return the reason why the bot on `square` cannot be moved at all, or `None`."""
    bot = state.bot_on(square)
    return Reason("heavy", bot.name) if bot and state.measured("heavy", bot) > 0 else None


def no_room(state: State, square: Square, facing: Facing) -> Cause | None:
    """Return the reason why the bot or crate on `square` cannot move toward `facing`, or `None`."""
    if reason := immovable(state, square):
        return reason
    mover = state.bot_on(square)  # or `None` for a crate
    return edge(state, mover, square, facing) or in_way(state, square.ahead(facing))


def moved_on(state: State, square: Square, facing: Facing) -> State:
    """Return a copy of the state with the bot or crate on `square` moved one square."""
    if square in state.crates:
        return state.with_crate(square, square.ahead(facing))
    bot = state.bot_on(square)
    return state.with_bot(bot.with_square(square.ahead(facing))) if bot else state


def arrive(state: State, square: Square, player: str) -> Flow[State]:
    """Let the bot or crate on `square` fall if `square` is a pit. Rescue the Minionbot at an exit.

    A bot that hovers does not fall.
    """
    bot = state.bot_on(square)
    if bot and state.board.kind(square) == "exit" and bot.name == "minion":
        return (yield from rescue(state, bot, player))
    if not state.is_pit(square):
        return state
    if bot is None:
        return (yield from fill_pit(state, square, player))
    if state.measured("hover", bot) > 0:
        return state
    return (yield from fall(state, bot, player))


def driver(name: str, player: str) -> str:
    """Return `player`, or "" if the bot `name` is the player's own retro. [CT-31]

    The result is the value of `by` in an event about the bot.
    """
    return "" if name == player else player


def slip(state: State, name: str, steps: int, facing: Facing, player: str) -> Flow[Stepped]:
    """Move the Nanobot `name` up to `steps` squares, passing through other bots. [CT-28]

    The Nanobot stops on the last free square that it can reach.
    """
    path, obstacle = slipway(state, name, steps, facing)
    for there in path:
        bot, other = state.bot(name), state.bot_on(there)
        state = state.with_bot(bot.with_square(there))
        by = driver(name, player)
        if other:
            yield Frame(events.Slipped(name, bot.square, there, other.name, by), state)
        else:
            yield Frame(events.Moved(name, bot.square, there, by), state)
    if path:
        state = yield from arrive(state, path[-1], player)
    return Stepped(state, obstacle, acted=bool(path))


def slipway(
    state: State, name: str, steps: int, facing: Facing
) -> tuple[list[Square], Obstacle | None]:
    """Return the squares of a Nanobot's move, and the obstacle that cuts the move short, if any."""
    bot, path = state.bot(name), list[Square]()
    square, free, obstacle = bot.square, 0, None
    while len(path) < steps and not obstacle:
        obstacle = edge(state, bot, square, facing)
        square = square.ahead(facing)
        if not obstacle and square in state.crates:
            obstacle = in_way(state, square)
        if obstacle:
            break
        path.append(square)
        if not state.bot_on(square):
            free = len(path)
            if state.is_pit(square) and state.measured("hover", bot) <= 0:
                return path, None
    if free < len(path):
        obstacle = in_way(state, path[free])
    return path[:free], obstacle


# Damage, pits and exits --------------------------------------------------------------------------


def hit(state: State, square: Square, player: str = "", besides: str = "") -> Flow[State]:
    """Damage the bot or crate on `square`, but not the bot named `besides`.

    `player` is "" if a rogue does the damage.
    """
    if square in state.crates:
        return (yield from open_crate(state, square, player))
    bot = state.bot_on(square, besides)
    return (yield from damage(state, bot)) if bot else state


def damage(state: State, bot: Bot) -> Flow[State]:
    """Damage `bot`: a Nanobot breaks, and any other bot is stunned. [CT-18, CT-26, CT-32, CT-33]

    Damage has no effect on a bot that is immune, already stunned, or protected by an upgrade.
    """
    if bot.kind.immune:
        return (yield from _nothing(state, bot, "immune"))
    if state.measured("ward", bot) > 0:
        state = state.with_table(state.table.with_used_up("ward", bot))
        return (yield from _nothing(state, bot, "warded"))
    if bot.kind.frail:
        return (yield from lose_retro(state, bot, events.Broke(bot.name, bot.square)))
    if bot.stunned:
        return (yield from _nothing(state, bot, "down"))
    left = None if bot.left is None else 0
    state = state.with_bot(replace(bot, stunned=True, left=left, allowed=None, drives=""))
    yield Frame(events.Stunned(bot.name, bot.square), state)
    return state


def _nothing(state: State, bot: Bot, why: str) -> Flow[State]:
    yield Frame(events.Unharmed(bot.name, bot.square, Reason(why)), state)
    return state


def open_crate(state: State, square: Square, player: str) -> Flow[State]:
    """Remove the damaged crate on `square`. [CT-36]

    An upgrade for each adjacent retro becomes due, and then a calamity.
    """
    state = state.with_crate(square, None)
    yield Frame(events.Opened(square), state)
    beside = (bot for bot in state.retros if square.steps_to(bot.square) == 1 and not bot.out)
    return _with_calamity(state, player, *(Due("upgrade", bot.name) for bot in beside))


def fill_pit(state: State, square: Square, player: str) -> Flow[State]:
    """Fill the pit on `square` with the crate that fell in. A calamity becomes due. [CT-36]"""
    state = state.with_crate(square, None)
    state = replace(state, filled=tuple(sorted((*state.filled, square))))
    yield Frame(events.Filled(square), state)
    return _with_calamity(state, player)


def _with_calamity(state: State, player: str, *gain: Due) -> State:
    """Return a copy of the state in which the things in `gain` are due, and then a calamity.

    `player` draws the calamity, or the first player if `player` is "". In an exercise, return the
    state unchanged.
    """
    if not state.table:
        return state
    return state.with_due(*gain, Due("calamity", player or state.table.players[0]))


def fall(state: State, bot: Bot, player: str) -> Flow[State]:
    """Drop `bot` into the pit on its square. [CT-34, CT-35]

    If `bot` is a rogue other than the Minionbot, `player` gets credit.
    """
    if not bot.kind.rogue:
        return (yield from lose_retro(state, bot, events.Fell(bot.name, bot.square)))
    keeper = "" if bot.name == "minion" else player
    state = state.without_bot(bot.name)
    state = replace(state, trophies=(*state.trophies, (bot.name, keeper)))
    state = _credited(state, bot.name, keeper)
    yield Frame(events.Fell(bot.name, bot.square, keeper), state)
    return state


def _credited(state: State, rogue: str, player: str) -> State:
    """Credit `player` with disabling `rogue`, and return the new state. [CT-38, CT-42]

    An upgrade becomes due if `rogue` is the Bossbot, or if the player has now disabled a rogue of
    each type in play for the first time.
    """
    table = state.table
    if player not in table.players:
        return state
    if rogue == "boss":
        return state.with_due(Due("upgrade", player))
    before = {kind for name, kind in table.disabled if name == player}
    after = {*before, type_of(rogue)}
    table = replace(table, disabled=tuple(sorted({*table.disabled, (player, type_of(rogue))})))
    wanted = set(table.rogue_cards)
    if wanted and wanted <= after and not wanted <= before:
        table = table.with_due(Due("upgrade", player))
    return state.with_table(table)


def lose_retro(state: State, bot: Bot, event: events.Fell | events.Broke) -> Flow[State]:
    """Remove the retro `bot` and its upgrades. A calamity and a new retro become due.

    The retro's program for this round is lost, even if it has not begun, because it was written for
    this retro. `event` records whether the retro fell or broke. [CT-33, CT-35]
    """
    state = state.with_bot(replace(bot, out=True, stunned=False, left=0, drives=""))
    if bot.name in state.table.players:
        table = state.table
        table = replace(
            table,
            disabled=tuple(pair for pair in table.disabled if pair[0] != bot.name),
            in_force=tuple(each for each in table.in_force if each.whom != bot.name),
            upgrade_pile=(*table.upgrade_pile, *table.upgrades_of(bot.name)),
        )
        due = Due("calamity", bot.name), Due("retro", bot.name, bot.square)
        state = state.with_table(table).with_due(*due)
    yield Frame(event, state)
    return state


def rescue(state: State, bot: Bot, player: str) -> Flow[State]:
    """Remove the rescued Minionbot, `bot`. An upgrade becomes due for its rescuer. [CT-37]"""
    state = state.without_bot(bot.name)
    state = replace(state, rescued=(*state.rescued, (bot.name, player)))
    if player in state.table.players:
        state = state.with_due(Due("upgrade", player))
    yield Frame(events.Rescued(bot.name, bot.square, player), state)
    return state
