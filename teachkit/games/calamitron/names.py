"""How sentences name bots."""

from __future__ import annotations

from teachkit.games.calamitron.bots import type_of, types
from teachkit.games.calamitron.editions import COLOURS
from teachkit.words import say, translate


def called(bot: str) -> str:
    """How a sentence names a bot, or a crate.

    >>> called("red"), called("servo-2"), called("boss"), called("crate")
    ('the red retro', 'Servobot 2', 'the Bossbot', 'the crate')
    """
    if bot in COLOURS:
        return say("the {colour} retro", colour=translate(bot))
    if bot == "crate":
        return say("the crate")
    number = bot.partition("-")[2]
    title = types()[type_of(bot)].label
    return f"{title} {number}" if number else say("the {bot}", bot=title)


def sentence(text: str) -> str:
    """The same, as a sentence begins."""
    return text[:1].upper() + text[1:]


def player_called(player: str) -> str:
    """How a sentence names a player: `Red`."""
    return sentence(translate(player))
