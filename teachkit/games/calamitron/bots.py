"""The kinds of bots as data: retros, rogues, and the two extra ones. See `bots.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from teachkit.core.data import read_toml
from teachkit.words import translate


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
