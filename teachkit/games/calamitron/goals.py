"""Goals for exercises. Each function returns `None`, or a sentence if the goal is not met."""

from __future__ import annotations

from teachkit.core.board.squares import Square
from teachkit.core.game.game import by_name, fewer
from teachkit.core.game.whereabouts import PLACES_IN_WORDS, Whereabouts
from teachkit.core.run.flow import capitalized
from teachkit.core.strings import check_known
from teachkit.games.calamitron.bots import Bot, called
from teachkit.games.calamitron.state import State
from teachkit.words import say


def _missing(state: State, retro: str) -> str | None:
    return say("The retro is out.") if state.bot(retro).out else None


WHEREABOUTS = Whereabouts[Bot, State](
    pieces=lambda state: state.retros,
    called=called,
    piece=State.bot,
    put=lambda state, bot, *place: state.with_bot(bot.with_place(*place)),
    stands="The retro is on {here}, not on {square}.",
    faces="The retro faces {here}, not {facing}.",
    missing=_missing,
)


def stays_up(state: State, retro: str) -> str | None:
    """Require that the retro is neither out nor on its back."""
    on_back = state.bot(retro).stunned
    return _missing(state, retro) or (say("The retro is on its back.") if on_back else None)


def disables(state: State, retro: str, rogue: str) -> str | None:
    """Require that `rogue` is in a pit, no matter which bot pushed it there."""
    if rogue in dict(state.trophies):
        return None
    return say("{rogue} is not in a pit.", rogue=_sentence(state, rogue))


def keeps(state: State, retro: str, rogues: int) -> str | None:
    """Require that the retro's player got credit for at least `rogues` disabled rogues."""
    return fewer(
        "You have kept {here} of {number} rogue.",
        "You have kept {here} of {number} rogues.",
        sum(player == retro for _, player in state.trophies),
        rogues,
    )


def stuns(state: State, retro: str, other: str) -> str | None:
    """Require that the bot `other` is on its back."""
    bot = state.find(_known(state, other))
    if bot and bot.stunned:
        return None
    return say("{rogue} is not on its back.", rogue=_sentence(state, other))


def bot_stands(state: State, retro: str, other: str, square: str) -> str | None:
    """Require that the bot `other` is on `square`."""
    bot, wanted = state.find(_known(state, other)), Square.read(square)
    if bot and not bot.out and bot.square == wanted:
        return None
    return say("{rogue} is not on {square}.", rogue=_sentence(state, other), square=wanted)


def fills(state: State, retro: str, square: str) -> str | None:
    """Require that a crate has filled the pit on `square`."""
    if Square.read(square) in state.filled:
        return None
    return say("The pit on {square} is still open.", square=square)


def rescues(state: State, retro: str, other: str = "minion") -> str | None:
    """Require that the bot `other`, by default the Minionbot, has left through an exit."""
    if other in dict(state.rescued):
        return None
    return say("{rogue} has not left through an exit.", rogue=_sentence(state, other))


def _known(state: State, name: str) -> str:
    """Return `name` unchanged. Raise `BoardError` if no bot has or had this name."""
    gone = (*dict(state.trophies), *dict(state.rescued))
    known = (*(bot.name for bot in state.bots), *gone)
    check_known('There is no bot "{name}" here.', [name], known)
    return name


def _sentence(state: State, name: str) -> str:
    return capitalized(called(_known(state, name)))


GOALS = by_name(*WHEREABOUTS.goals, stays_up, disables, keeps, stuns, bot_stands, fills, rescues)

GOALS_IN_WORDS = {
    **PLACES_IN_WORDS,
    "stays_up": "is still on its feet at the end",
    "disables": "gets {rogue} into a pit",
    "keeps": "pushes at least {rogues} of the rogues into pits",
    "stuns": "knocks over {other}",
    "bot_stands": "makes {other} stop on {square}",
    "fills": "fills the pit on {square}",
    "rescues": "gets {other} out through an exit",
}
