"""The goals of exercises, and the register's value as the number that learners predict."""

from __future__ import annotations

from teachkit.core.game.game import by_name, fewer
from teachkit.core.game.whereabouts import Numbers
from teachkit.games.lovelace.state import SIGMA, State
from teachkit.words import say


def whereabouts(state: State, player: str) -> str:
    """Return the number in a player's register as text. Learners predict this number.

    >>> from teachkit.games.lovelace.setup import Setup
    >>> whereabouts(Setup(edition="machine", value=8).state(), "ada")
    '8'
    """
    return str(state.player(player).value)


def placed(state: State, player: str, where: str) -> State:
    """Return a copy of `state` in which the player's register holds the number `where`."""
    return state.with_value(player, int(where))


def predictions(state: State) -> Numbers:
    """Return the kind of answer that learners predict: any whole number, even outside 0 to 99."""
    return Numbers(str(state.players[0].value))


# Goals: each returns `None`, or a sentence about what is missing -------------------------------


def shows(state: State, player: str, value: int) -> str | None:
    """Return a message unless the register shows `value`."""
    here = state.player(player).value
    if here == value:
        return None
    return say("The register shows {here:02}, not {value:02}.", here=here, value=value)


def hits(state: State, player: str, value: int) -> str | None:
    """Return a message unless the player reached the target or patron with the number `value`."""
    waiting = [each for each in state.patrons if each.number == value]
    if not waiting:
        return say("There is no target {value:02} here.", value=value)
    if any(each.gave(player) for each in waiting):
        return None
    return say("The program did not reach {value:02}.", value=value)


def hits_all(state: State, player: str, values: list[int]) -> str | None:
    """Return a message unless the player reached a target or patron for each number in `values`."""
    missing = [says for value in values if (says := hits(state, player, value))]
    if not missing or len(values) == 1:
        return missing[0] if missing else None
    number = len(values)
    facts = {"here": number - len(missing), "number": number, "missing": missing[0]}
    return say("The program reached {here} of {number} targets. {missing}", **facts)


def reaches(state: State, player: str, number: int) -> str | None:
    """Return a message unless the player scored at least `number` targets and areas in total."""
    here = sum(
        name == player and area != SIGMA for each in state.patrons for name, area in each.taken
    )
    return fewer(
        "The program reached {here} of {number} target.",
        "The program reached {here} of {number} targets.",
        here,
        number,
    )


def completes(state: State, player: str, subroutine: int) -> str | None:
    """Return a message unless the player has completed `subroutine`."""
    if subroutine in state.player(player).ready:
        return None
    return say("Subroutine {number:02} is not completed yet.", number=subroutine)


GOALS = by_name(shows, hits, hits_all, reaches, completes)

GOALS_IN_WORDS = {
    "shows": "ends with {value} in the register",
    "hits": "reaches {value}",
    "hits_all": "reaches {values}",
    "reaches": "reaches at least {number} of the targets",
    "completes": "completes subroutine {subroutine}",
}
