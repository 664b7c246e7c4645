"""Facts about a player that are shown beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.core.game.game import Holding
from teachkit.core.run.flow import Frame
from teachkit.games.lovelace.effects import help_of
from teachkit.games.lovelace.scoring import scores
from teachkit.games.lovelace.state import State
from teachkit.words import say


def aim(view: State, player: str) -> str:
    """Return a sentence about the numbers that earn points. [LB-36, LB-38, LB-46]"""
    return say("Make your target and the patrons' numbers: the most points win.")


def counters(view: State, player: str) -> dict[str, int]:
    """Return the number in a player's register, and some numbers of ticks on the sheet."""
    if not player:
        return {}
    here = view.player(player)
    ticks = {say("areas"): len(here.sheet.areas), say("subroutines"): here.sheet.track}
    return {say("register"): here.value} | ticks


def holdings(view: State, player: str) -> Iterator[Holding]:
    """Yield a player's targets, and the subroutines that are completed or active. [LB-21, LB-22]"""
    if not player:
        return
    here = view.player(player)
    groups = (here.plan.targets, here.ready, here.plan.active)
    labels = (say("Target"), say("Completed"), say("Active"))
    for label, numbers in zip(labels, groups, strict=True):
        for number in numbers:
            if number is None:
                yield Holding("subroutine", label)
            else:
                yield Holding("subroutine", f"{label} {number:02}", help_of(player, number))


def sources(frames: Sequence[Frame], player: str) -> dict[str, int]:
    """Return a player's points for areas, sigmas, tracks and debugging. [LB-46 … LB-53]"""
    score = scores(frames[-1].state)[player]
    labels = (
        say("Areas"),
        say("Σ"),
        say("Subroutines"),
        say("Tracks C, D and E"),
        say("Debugging"),
    )
    return dict(zip(labels, score, strict=True))
