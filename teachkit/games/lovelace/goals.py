"""The goals of exercises, and predictions: questions about the register and the targets."""

from __future__ import annotations

from teachkit.core.game.game import by_name
from teachkit.core.game.whereabouts import Numbers
from teachkit.games.lovelace.state import SIGMA, State
from teachkit.words import say, say_many


def whereabouts(state: State, player: str) -> str:
    """Return the number in a player's register as text, which is what a learner predicts.

    >>> from teachkit.games.lovelace.setup import Setup
    >>> whereabouts(Setup(edition="machine", value=8).state(), "ada")
    '8'
    """
    return str(state.player(player).value)


def placed(state: State, player: str, where: str) -> State:
    """Return the state with the number in the text `where` in the player's register."""
    return state.with_player(state.player(player).with_value(int(where)))


def predictions(state: State) -> Numbers:
    """Return the form of predictions: any number, even one outside 0 to 99."""
    return Numbers(str(state.players[0].value))


# Goals: each returns `None`, or a sentence about what is missing -------------------------------


def shows(state: State, player: str, value: int) -> str | None:
    """Require that the register shows `value`."""
    here = state.player(player).value
    if here == value:
        return None
    return say("The register shows {here:02}, not {value:02}.", here=here, value=value)


def hits(state: State, player: str, value: int) -> str | None:
    """Require that `value`, the number of a target or patron in the start, was announced."""
    waiting = [each for each in state.patrons if each.number == value]
    if not waiting:
        return say("There is no target {value:02} here.", value=value)
    if any(each.gave(player) for each in waiting):
        return None
    return say("The program did not reach {value:02}.", value=value)


def hits_all(state: State, player: str, values: list[int]) -> str | None:
    """Require that each of `values`, numbers of targets or patrons in the start, was announced."""
    missing = [says for value in values if (says := hits(state, player, value))]
    if not missing or len(values) == 1:
        return missing[0] if missing else None
    here, first = len(values) - len(missing), missing[0]
    return say(
        "The program reached {here} of {number} targets. {missing}",
        here=here,
        number=len(values),
        missing=first,
    )


def reaches(state: State, player: str, number: int) -> str | None:
    """Require that the player has hit targets or taken areas, at least `number` in total."""
    here = sum(
        name == player and area != SIGMA for each in state.patrons for name, area in each.taken
    )
    if here >= number:
        return None
    return say_many(
        "The program reached {here} of {number} target.",
        "The program reached {here} of {number} targets.",
        number,
        here=here,
    )


def completes(state: State, player: str, subroutine: int) -> str | None:
    """Require that the player has completed `subroutine`."""
    if subroutine in state.player(player).ready:
        return None
    return say("Subroutine {number:02} is not completed yet.", number=subroutine)


GOALS = by_name(shows, hits, hits_all, reaches, completes)
