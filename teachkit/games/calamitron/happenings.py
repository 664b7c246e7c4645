"""What bots do to others in Calamitron: tools of retros, moves of rogues, ways in and out.

What moves, falls and breaks is told by `events`; fields are named alike.
"""

from __future__ import annotations

from typing import TypeAlias

from teachkit.core.board.squares import Square
from teachkit.core.run.flow import Event
from teachkit.games.calamitron.bots import types
from teachkit.games.calamitron.names import called, player_called, sentence
from teachkit.words import say

Squares: TypeAlias = tuple[Square, ...]


class Shoved(Event, frozen=True):
    """A retro shoved what stands ahead to a side; `end` is `start` where there was no room."""

    bot: str
    start: Square
    end: Square
    shover: str

    def __str__(self) -> str:
        facts = {"shover": called(self.shover), "bot": called(self.bot)}
        if self.start == self.end:
            return sentence(say("{shover} shoves {bot}, but there is no room.", **facts))
        return sentence(say("{shover} shoves {bot} to {square}.", square=self.end, **facts))


class Beamed(Event, frozen=True):
    """A tractor or forcer beam has met the first bot ahead, `distance` squares away. [CT-30]"""

    bot: str
    tool: str
    target: str
    squares: Squares
    distance: int
    moves: int

    def __str__(self) -> str:
        facts = {"target": called(self.target), "distance": self.distance, "moves": self.moves}
        if self.tool == "tractor":
            return sentence(say("{target} is {distance} away; the tractor pulls {moves}.", **facts))
        return sentence(say("{target} is {distance} away; the forcer pushes {moves}.", **facts))


class Dragged(Event, frozen=True):
    """A beam moved a bot or crate one square. [CT-30]"""

    bot: str
    start: Square
    end: Square
    by: str

    def __str__(self) -> str:
        return sentence(say("{bot} is moved to {square}.", bot=called(self.bot),
                            square=self.end))  # fmt: skip


class Hacked(Event, frozen=True):
    """A hacker programs another bot, or itself again: who does what follows. [CT-31]"""

    by: str
    bot: str

    def __str__(self) -> str:
        if self.by == self.bot:
            return say("{player} goes on by itself.", player=player_called(self.by))
        return say("{player} now programs {bot}.", player=player_called(self.by),
                   bot=called(self.bot))  # fmt: skip


class RogueBegan(Event, frozen=True):
    """A rogue's move begins; `card` is the player whose rogue card moves it. [CT-12]"""

    ends_card = True
    bot: str
    card: str = ""

    @property
    def part(self) -> str:
        """Each rogue's move is told by itself."""
        return self.bot

    def __str__(self) -> str:
        return sentence(say("{bot} moves.", bot=called(self.bot)))


class Fired(Event, frozen=True):
    """A laser was fired over these squares and hit somebody, or nobody. [CT-16]"""

    bot: str
    squares: Squares
    hit: str = ""

    def __str__(self) -> str:
        facts = {"bot": called(self.bot), "hit": called(self.hit) if self.hit else ""}
        if self.hit:
            return sentence(say("{bot} fires its laser and hits {hit}.", **facts))
        return sentence(say("{bot} fires its laser and hits nothing.", **facts))


class Flamed(Event, frozen=True):
    """Flames burnt these squares. [CT-15]"""

    bot: str
    squares: Squares
    hit: tuple[str, ...] = ()

    def __str__(self) -> str:
        facts = {"bot": called(self.bot), "hit": ", ".join(map(called, self.hit))}
        if self.hit:
            return sentence(say("{bot} flames and burns: {hit}.", **facts))
        return sentence(say("{bot} flames and burns nothing.", **facts))


class Knocked(Event, frozen=True):
    """A rogue came to stand before a bot and knocked it."""

    bot: str
    hit: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} knocks {hit}.", bot=called(self.bot), hit=called(self.hit)))


class Sent(Event, frozen=True):
    """A rogue came next to a bot and makes it drive one square forward. [CT-17]"""

    bot: str
    hit: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} sends {hit} forward.", bot=called(self.bot),
                            hit=called(self.hit)))  # fmt: skip


class Rescued(Event, frozen=True):
    """The Minionbot left the board through an exit. [CT-37]"""

    bot: str
    square: Square
    by: str = ""

    def __str__(self) -> str:
        if self.by:
            return say("{player} rescues {bot} through the exit.",
                       player=player_called(self.by), bot=called(self.bot))  # fmt: skip
        return sentence(say("{bot} leaves through the exit.", bot=called(self.bot)))


class Replaced(Event, frozen=True):
    """A retro of another type waits outside of an exit. [CT-35]"""

    bot: str
    type: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} waits as a {type} at the exit on {square}.",
                            bot=called(self.bot), type=types()[self.type].label,
                            square=self.square))  # fmt: skip
