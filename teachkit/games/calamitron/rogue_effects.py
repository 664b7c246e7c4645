"""What rogues do besides moving: an effect is a word in `bots.toml` and a small rule here.

An effect of `AFTER_STEP` comes after each square that a rogue moves, by itself or driven by a
hacker; one of `AFTER_MOVE` at the end of its own move. All of them concern every bot. [CT-15]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.calamitron.damage import hit
from teachkit.games.calamitron.events import Stopped
from teachkit.games.calamitron.happenings import Fired, Flamed, Knocked, Sent
from teachkit.games.calamitron.moves import in_way, step
from teachkit.games.calamitron.pieces import Bot
from teachkit.games.calamitron.state import State


def knock(state: State, rogue: Bot, player: str) -> Flow[State]:
    """Whoever stands straight ahead takes 1 damage."""
    target = beside(state, rogue.square, rogue.facing)
    if target is None:
        return state
    square, other = target
    yield Frame(Knocked(rogue.name, other, square), state)
    return (yield from hit(state, square, player))


def send(state: State, rogue: Bot, player: str) -> Flow[State]:
    """Every bot beside drives one square forward: the one ahead, then clockwise. [CT-17]

    Who lies on its back stays; who is sent has no effect of its own, and nobody keeps what falls.
    One of them may push or grind the sender, which then sends nobody else.
    """
    ahead = rogue.facing
    for facing in (ahead, ahead.right, ahead.back, ahead.left):
        target = beside(state, rogue.square, facing)
        bot = state.find(target[1]) if target else None
        if bot is None or bot.stunned:
            continue
        yield Frame(Sent(rogue.name, bot.name, bot.square), state)
        stepped = yield from step(state, bot.name, bot.facing, "")
        state = stepped.state
        if stepped.obstacle and not stepped.ground:
            yield Frame(Stopped(bot.name, stepped.obstacle), state)
        if state.find(rogue.name) != rogue:  # gone, pushed away, or on its back
            break
    return state


def fire(state: State, rogue: Bot, player: str) -> Flow[State]:
    """A laser straight ahead: the first bot or crate takes 1 damage; walls stop it. [CT-16]"""
    squares = tuple(line(state, rogue.square, rogue.facing))
    last = in_way(state, squares[-1]) if squares else None
    yield Frame(Fired(rogue.name, squares, last.by if last else ""), state)
    return (yield from hit(state, squares[-1], player)) if last else state


def flame(state: State, rogue: Bot, player: str) -> Flow[State]:
    """The squares ahead, ahead left and ahead right burn, where no wall shields them. [CT-16]"""
    squares = tuple(burning(state, rogue))
    found = [each for each in (in_way(state, square) for square in squares) if each]
    yield Frame(Flamed(rogue.name, squares, tuple(each.by for each in found)), state)
    for each in found:
        state = yield from hit(state, each.square, player)
    return state


Effect = Callable[[State, Bot, str], Flow[State]]
AFTER_STEP: Mapping[str, Effect] = {"knock": knock, "prog": send}
AFTER_MOVE: Mapping[str, Effect] = {"laser": fire, "flame": flame}


def after_step(state: State, name: str, player: str) -> Flow[State]:
    """What this bot does wherever it comes to, if it is still here and on its feet."""
    bot = state.find(name)
    effect = AFTER_STEP.get(bot.kind.effect) if bot and not bot.stunned else None
    return (yield from effect(state, bot, player)) if bot and effect else state


def after_move(state: State, name: str) -> Flow[State]:
    """What this rogue does at the end of its own move."""
    bot = state.find(name)
    effect = AFTER_MOVE.get(bot.kind.effect) if bot and not bot.stunned else None
    return (yield from effect(state, bot, "")) if bot and effect else state


def beside(state: State, square: Square, facing: Facing) -> tuple[Square, str] | None:
    """Who stands on the next square this way, if neither a wall nor a door is between."""
    if state.board.hindrance(square, facing):
        return None
    found = in_way(state, square.ahead(facing))
    return (found.square, found.by) if found else None


def line(state: State, square: Square, facing: Facing) -> Iterator[Square]:
    """The squares of a beam: as far as a wall or a door, or the first bot or crate."""
    while not state.board.hindrance(square, facing):
        square = square.ahead(facing)
        yield square
        if state.is_taken(square):
            return


def burning(state: State, rogue: Bot) -> Iterator[Square]:
    """The three squares before a bot; round a corner flames go where one of two ways is open."""
    board, here, ahead = state.board, rogue.square, rogue.facing
    if not board.hindrance(here, ahead):
        yield here.ahead(ahead)
    for side in (ahead.left, ahead.right):
        ways = ((ahead, side), (side, ahead))
        if any(_is_open(state, here, *way) for way in ways):
            yield here.ahead(ahead).ahead(side)


def _is_open(state: State, square: Square, first: Facing, second: Facing) -> bool:
    board = state.board
    return not board.hindrance(square, first) and not board.hindrance(square.ahead(first), second)
