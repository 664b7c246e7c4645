"""What an exercise may ask of a state: each goal is `None`, or says what is not yet so."""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.board.squares import Square, read_facing, read_place
from teachkit.core.game.game import Goal
from teachkit.core.game.predictions import Stands
from teachkit.core.run.events import capitalized
from teachkit.errors import BoardError
from teachkit.games.calamitron.bots import called
from teachkit.games.calamitron.state import State
from teachkit.words import say, say_many


def whereabouts(state: State, retro: str) -> str:
    """What a learner predicts: square and heading, written `b4 north`; its pit, if it fell."""
    here = state.bot(retro)
    return f"{here.square} {here.facing.value}"


def placed(state: State, retro: str, where: str) -> State:
    """The same state with this retro where `whereabouts` would say this. Raises `BoardError`."""
    square, facing = read_place(where)
    return state.with_bot(replace(state.bot(retro), square=square, facing=facing))


def predictions(state: State) -> Stands:
    """A retro is on a square of the board and looks along a row or a column."""
    return Stands(state.board.squares, [called(bot.name) for bot in state.retros])


def stands_on(state: State, retro: str, square: str) -> str | None:
    """The retro stands on this square."""
    here = state.bot(retro)
    if here.out:
        return say("The retro is out.")
    if here.square == Square.read(square):
        return None
    return say("The retro stands on {here}, not on {square}.", here=here.square, square=square)


def looks(state: State, retro: str, facing: str) -> str | None:
    """The retro looks this way."""
    here, wanted = state.bot(retro).facing, read_facing(facing)
    if here == wanted:
        return None
    return say("The retro faces {here}, not {facing}.", here=here.says, facing=wanted.says)


def parks(state: State, retro: str, place: str) -> str | None:
    """The retro stands on this square and looks this way: `b4 north`."""
    square, facing = read_place(place)
    if says := stands_on(state, retro, str(square)):
        return says
    says = looks(state, retro, facing.value)
    return says and say("The square is right. {says}", says=says)


def stays_up(state: State, retro: str) -> str | None:
    """The retro is on the board and on its feet."""
    here = state.bot(retro)
    if here.out:
        return say("The retro is out.")
    return say("The retro lies on its back.") if here.stunned else None


def disables(state: State, retro: str, rogue: str) -> str | None:
    """This rogue lies in a pit, whoever pushed it there."""
    if rogue in dict(state.trophies):
        return None
    return say("{rogue} is not in a pit.", rogue=_sentence(state, rogue))


def keeps(state: State, retro: str, rogues: int) -> str | None:
    """This player has pushed at least so many rogues into pits."""
    here = sum(player == retro for _, player in state.trophies)
    if here >= rogues:
        return None
    return say_many("{here} of {number} rogue is yours.", "{here} of {number} rogues are yours.",
                    rogues, here=here)  # fmt: skip


def stuns(state: State, retro: str, other: str) -> str | None:
    """This bot lies on its back."""
    bot = state.find(_known(state, other))
    if bot and bot.stunned:
        return None
    return say("{rogue} does not lie on its back.", rogue=_sentence(state, other))


def bot_stands(state: State, retro: str, other: str, square: str) -> str | None:
    """This other bot stands on this square."""
    bot, wanted = state.find(_known(state, other)), Square.read(square)
    if bot and not bot.out and bot.square == wanted:
        return None
    return say("{rogue} does not stand on {square}.", rogue=_sentence(state, other), square=wanted)


def fills(state: State, retro: str, square: str) -> str | None:
    """A crate has filled this pit."""
    if Square.read(square) in state.filled:
        return None
    return say("The pit on {square} is open.", square=square)


def rescues(state: State, retro: str, other: str = "minion") -> str | None:
    """The Minionbot has left through an exit."""
    if other in dict(state.rescued):
        return None
    return say("{rogue} is not outside.", rogue=_sentence(state, other))


def _known(state: State, name: str) -> str:
    """A bot that is or was here. Raises `BoardError` for any other."""
    gone = (*dict(state.trophies), *dict(state.rescued))
    if name not in (*(bot.name for bot in state.bots), *gone):
        raise BoardError(say('There is no bot "{name}" here.', name=name))
    return name


def _sentence(state: State, name: str) -> str:
    return capitalized(called(_known(state, name)))


GOALS: dict[str, Goal] = {
    goal.__name__: goal
    for goal in (
        stands_on,
        looks,
        parks,
        stays_up,
        disables,
        keeps,
        stuns,
        bot_stands,
        fills,
        rescues,
    )
}
