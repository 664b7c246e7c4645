"""The three decks of the variant, all ours: see the heads of their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from teachkit.core.board.decks import draw
from teachkit.core.data import read_toml, structure
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.options import OPTION_CARDS, read_deck
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.events import GoalDrawn, GotBug
from teachkit.games.roborally.variant.standing import Standing
from teachkit.words import translate

BUGS = read_deck("variant/bugs.toml")
MINORS = read_deck("variant/minor_options.toml")


@dataclass(frozen=True, kw_only=True)
class GoalFile:
    """A secret goal: so many `times` this `deed`, within one `register`, a `turn`, or at its `end`.

    `about` says when it counts: deeds of the robot itself first, then those among `robots`, then
    those with the `board`. [RV-33, RV-34]
    """

    name: str
    says: str
    deed: str
    times: int = 1
    span: str = "turn"
    about: str = "itself"

    @property
    def label(self) -> str:
        return translate(self.name)

    @property
    def help(self) -> str:
        return translate(self.says)


@dataclass(frozen=True, kw_only=True)
class GoalsFile:
    """The file of the secret goals."""

    goals: tuple[GoalFile, ...]


@cache
def secret_goals() -> Mapping[str, GoalFile]:
    """All secret goals by name."""
    file = Path(str(resources.files("teachkit.games.roborally") / "variant/secret_goals.toml"))
    return {goal.name: goal for goal in structure(read_toml(file), GoalsFile).goals}


# Taking from them, and laying away ------------------------------------------------------------


def standing(state: State) -> Standing:
    """What lies beside the board."""
    assert state.table
    extra: Standing = state.table.extra
    return extra


def lay_away(state: State, card: str) -> State:
    """The state with a card that somebody held on the discard pile of its kind. [RV-32]"""
    if card in OPTION_CARDS:
        assert state.table
        return state.with_table(options=state.table.options.with_discarded([card]))
    here = standing(state)
    if card in BUGS:
        return state.with_table(extra=replace(here, bugs=here.bugs.with_discarded([card])))
    return state.with_table(extra=replace(here, minors=here.minors.with_discarded([card])))


def gain_bug(state: State, name: str) -> Flow[State]:
    """The next bug, if there is any. [RV-4, RV-25, RV-31, RV-32]"""
    drawn, bugs = yield from draw(standing(state).bugs, 1)
    state = state.with_table(extra=replace(standing(state), bugs=bugs))
    for bug in drawn:
        held = (*state.robot(name).held, Held(bug))
        state = state.with_facts(name, held=held)
        yield Frame(GotBug(name, bug), state)
    return state


def draw_goal(state: State, name: str) -> Flow[State]:
    """A new secret goal instead of the old one, which is laid away. [RV-7, RV-13, RV-32]"""
    here = standing(state)
    if old := here.seat(name).goal:
        here = replace(here, goals=here.goals.with_discarded([old])).with_seat(name, goal="")
    drawn, goals = yield from draw(here.goals, 1)
    here = replace(here, goals=goals)
    for goal in drawn:
        here = here.with_seat(name, goal=goal)
    state = state.with_table(extra=here)
    if drawn:
        yield Frame(GoalDrawn(name), state)
    return state
