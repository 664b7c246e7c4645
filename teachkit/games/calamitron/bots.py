"""Bots: the retros, the rogues, the Bossbot and the Minionbot, with their types and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.data import read_toml, structure
from teachkit.core.run.flow import capitalized
from teachkit.words import say, translate

COLOURS = ("red", "green", "blue", "yellow")


T = TypeVar("T")


@dataclass(frozen=True)
class Titled:
    """The base class of bot types and cards, with a title and a help text.

    `label` and `help` are the two texts in the learner's language.
    """

    title: str
    says: str

    @property
    def label(self) -> str:
        return translate(self.title)

    @property
    def help(self) -> str:
        return translate(self.says)

    def __str__(self) -> str:
        return f"{self.label}: {self.help}"


@dataclass(frozen=True, kw_only=True)
class Type(Titled):
    """A type of bot. The comment at the top of `bots.toml` explains the fields not listed here.

    Some fields are true or false: `pushes` if the bot pushes bots and crates in its way, `slips` if
    it passes through other bots, `frail` if any damage removes it, and `immune` if it takes no
    damage and cannot be programmed. `extra` is true for the Bossbot and the Minionbot, which move
    before all other rogues and normally need not be disabled to win.

    >>> types()["servo"].steps, types()["nano"].slips
    (5, True)
    """

    sign: str
    rogue: bool = False
    extra: bool = False
    count: int = 0
    steps: int = 3
    turns: str = "right"
    effect: str = ""
    limits: dict[str, int] = field(default_factory=dict)
    pushes: bool = False
    slips: bool = False
    frail: bool = False
    immune: bool = False


def records(file: str, kind: type[T]) -> Mapping[str, T]:
    """Return the tables of the package's TOML file `file` as instances of `kind`, keyed by name."""
    tables = read_toml(Path(str(resources.files("teachkit.games.calamitron") / file)))
    return {name: structure(table, kind, name) for name, table in tables.items()}


@cache
def types() -> Mapping[str, Type]:
    """Return all types of bots, keyed by name."""
    return records("bots.toml", Type)


def retro_types() -> tuple[str, ...]:
    """Return the names of the types of bots that a player may drive. [CT-1]"""
    return tuple(name for name, kind in types().items() if not kind.rogue)


def rogue_types() -> tuple[str, ...]:
    """Return the names of the types of rogues, except the extra types, which have no rogue card."""
    return tuple(name for name, kind in types().items() if kind.rogue and not kind.extra)


def type_of(name: str) -> str:
    """Return the type of the rogue `name`, which is the first part of the name.

    >>> type_of("servo-2"), type_of("boss")
    ('servo', 'boss')
    """
    return name.partition("-")[0]


class Bot(Struct, frozen=True, gc=False):
    """A retro, named after its player, or a rogue, named after its type, such as `servo-2`.

    While a retro's program runs, `left` is the number of instructions that it may still run, or -1
    if there is no limit; before that, `left` is `None`. If the retro stood up first, `allowed` is
    the total number of instructions that it may run. `drives` is the name of the bot that the retro
    programs, if any [CT-31, CT-32]. `out` is true if the retro has broken or has fallen into the
    pit on its square.
    """

    name: str
    type: str
    square: Square
    facing: Facing
    stunned: bool = False
    out: bool = False
    drives: str = ""
    left: int | None = None
    allowed: int | None = None

    @property
    def kind(self) -> Type:
        """The type of this bot, which defines its abilities."""
        return types()[self.type]

    def with_square(self, square: Square) -> Bot:
        return replace(self, square=square)

    def with_facing(self, facing: Facing) -> Bot:
        return replace(self, facing=facing)

    def with_place(self, square: Square, facing: Facing) -> Bot:
        return replace(self, square=square, facing=facing)

    def before_program(self) -> Bot:
        """Return a copy of the retro that has not begun its program."""
        return replace(self, left=None, allowed=None, drives="")


def called(bot: str) -> str:
    """Return the name of a bot or crate, as used in sentences.

    >>> called("red"), called("servo-2"), called("boss"), called("crate")
    ('the red retro', 'Servobot 2', 'the Bossbot', 'the crate')
    """
    if bot in COLOURS:
        return say("the {colour} retro", colour=translate(bot))
    if bot == "crate":
        return say("the crate")
    title, number = type_called(type_of(bot)), bot.partition("-")[2]
    return f"{title} {number}" if number else say("the {bot}", bot=title)


def type_called(kind: str) -> str:
    """Return the title of the type `kind`, as used in sentences, such as `Servobot`."""
    return types()[kind].label


def player_called(player: str) -> str:
    """Return the name of a player, as used in sentences, such as `Red`."""
    return capitalized(translate(player))
