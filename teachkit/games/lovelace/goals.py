"""What an exercise may ask of a state: each goal is `None`, or says what is not yet so."""

from __future__ import annotations

from teachkit.core.game.game import Goal
from teachkit.core.game.predictions import Numbers
from teachkit.games.lovelace.pieces import SIGMA
from teachkit.games.lovelace.state import State
from teachkit.words import say, say_many


def whereabouts(state: State, player: str) -> str:
    """What a learner predicts: the number in the register.

    >>> from teachkit.games.lovelace.setup import Setup
    >>> whereabouts(Setup(edition="machine", value=8).state(), "ada")
    '8'
    """
    return str(state.player(player).value)


def placed(state: State, player: str, where: str) -> State:
    """The same state with this number in the register, as `whereabouts` says it."""
    return state.with_player(state.player(player).with_value(int(where)))


def predictions(state: State) -> Numbers:
    """A register holds a number; who thinks of one with three digits is told by the run."""
    return Numbers(str(state.players[0].value))


def shows(state: State, player: str, value: int) -> str | None:
    """The register shows this number."""
    here = state.player(player).value
    if here == value:
        return None
    return say("The register shows {here:02}, not {value:02}.", here=here, value=value)


def hits(state: State, player: str, value: int) -> str | None:
    """This number, a target or a patron of the start, was announced at some row."""
    waiting = [each for each in state.patrons if each.number == value]
    if not waiting:
        return say("No target waits for {value:02} here.", value=value)
    if any(each.gave(player) for each in waiting):
        return None
    return say("No row came to {value:02}.", value=value)


def hits_all(state: State, player: str, values: list[int]) -> str | None:
    """All these numbers were announced."""
    missing = [says for value in values if (says := hits(state, player, value))]
    if not missing or len(values) == 1:
        return missing[0] if missing else None
    here = len(values) - len(missing)
    return say("{here} of {number} targets. {missing}",
               here=here, number=len(values), missing=missing[0])  # fmt: skip


def reaches(state: State, player: str, number: int) -> str | None:
    """At least so many targets were hit, or areas taken."""
    here = sum(
        name == player and area != SIGMA for each in state.patrons for name, area in each.taken
    )
    if here >= number:
        return None
    return say_many("{here} of {number} target is reached.",
                    "{here} of {number} targets are reached.", number, here=here)  # fmt: skip


def completes(state: State, player: str, subroutine: int) -> str | None:
    """This subroutine was completed."""
    if subroutine in state.player(player).ready:
        return None
    return say("Subroutine {number:02} is not completed.", number=subroutine)


GOALS: dict[str, Goal] = {
    goal.__name__: goal for goal in (shows, hits, hits_all, reaches, completes)
}
