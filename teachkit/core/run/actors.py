"""How sentences say who, where several pieces run programs."""

from __future__ import annotations

from typing import Any

from teachkit.words import say, translate


def called(actor: str) -> str:
    """How sentences begin that say who: `Red`."""
    name = translate(actor)
    return name[:1].upper() + name[1:]


def says_who(event: Any) -> str:
    """The sentence of an event, led by whose it is."""
    return say("{actor}: {says}", actor=called(event.actor), says=str(event))
