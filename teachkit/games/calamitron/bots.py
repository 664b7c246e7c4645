"""The kinds of bots as data: retros, rogues, and the two extra ones. See `bots.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.data import read_toml
from teachkit.core.run.events import capitalized
from teachkit.words import say, translate

COLOURS = ("red", "green", "blue", "yellow")


@dataclass(frozen=True)
class Type:
    """A kind of bot; what each field means stands at the head of `bots.toml`.

    Who `pushes` pushes what stands in its way; who `slips` passes through others; who is `frail`
    is removed by any damage, and who is `immune` takes none and cannot be programmed. `extra` ones
    move before all others and are not needed for the win.

    >>> types()["servo"].steps, types()["nano"].slips
    (5, True)
    """

    title: str
    sign: str
    says: str
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

    @property
    def label(self) -> str:
        return translate(self.title)

    @property
    def help(self) -> str:
        return translate(self.says)


@cache
def types() -> Mapping[str, Type]:
    """All kinds of bots by name. Behind walls, where Python drives, nothing but ours can read them.

    >>> from teachkit.core.data import structure
    >>> all(structure(vars(kind), Type, name) == kind for name, kind in types().items())
    True
    """
    file = Path(str(resources.files("teachkit.games.calamitron") / "bots.toml"))
    return {name: Type(**table) for name, table in read_toml(file).items()}


def retro_types() -> tuple[str, ...]:
    """What a player may drive. [CT-1]"""
    return tuple(name for name, kind in types().items() if not kind.rogue)


def rogue_types() -> tuple[str, ...]:
    """The types that have a rogue card."""
    return tuple(name for name, kind in types().items() if kind.rogue and not kind.extra)


def type_of(name: str) -> str:
    """The type that a rogue's name begins with.

    >>> type_of("servo-2"), type_of("boss")
    ('servo', 'boss')
    """
    return name.partition("-")[0]


class Bot(Struct, frozen=True):
    """A retro, named after its player, or a rogue, named after its type: `servo-2`.

    Since its last program began a retro has a number of instructions `left`, -1 for all of them,
    and may be driving another bot [CT-31, CT-32]. A retro that is `out` lies in the pit of its
    square.
    """

    name: str
    type: str
    square: Square
    facing: Facing
    stunned: bool = False
    out: bool = False
    drives: str = ""
    left: int | None = None

    @property
    def kind(self) -> Type:
        """What its type can do."""
        return types()[self.type]

    def with_square(self, square: Square) -> Bot:
        return replace(self, square=square)

    def with_facing(self, facing: Facing) -> Bot:
        return replace(self, facing=facing)

    def with_place(self, square: Square, facing: Facing) -> Bot:
        return replace(self, square=square, facing=facing)

    def with_left(self, left: int | None) -> Bot:
        """Return the retro with so many instructions left; before the first it drives nobody."""
        return replace(self, left=left, drives="" if left is None else self.drives)


def called(bot: str) -> str:
    """How a sentence names a bot, or a crate.

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
    """Return the title of a type in sentences: `Servobot`."""
    return types()[kind].label


def player_called(player: str) -> str:
    """Return the name of a player in sentences: `Red`."""
    return capitalized(translate(player))
