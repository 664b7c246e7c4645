"""Helpers for tests of cards that robots hold: a floor, played with and without the card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.registers import resolve
from teachkit.games.roborally.state import State

from .factories import places, start
from .rules import Told, played

Phase = Callable[[State], Flow[State]]


@dataclass(frozen=True)
class Case:
    """A floor that shows the effect of a card held by the red robot.

    Programs are run, or else phases of a turn; `answers` are given while red holds the card,
    `plain` while it does not. `held` is the final summary with the card, `bare` without it.
    """

    floor: str
    facts: Mapping[str, Any]
    programs: Mapping[str, str] = field(default_factory=dict)
    held: str = ""
    bare: str = ""
    answers: Sequence[Any] = ()
    plain: Sequence[Any] = ()
    phases: Sequence[Phase] = ()
    told: Sequence[str] = ()  # the text of the cards that red holds, if it is more than the name


def happens(case: Case, card: str = "") -> str:
    """Return the final positions of all robots, in one line."""
    return summary(told(case, card).state)


def told(case: Case, card: str = "") -> Told:
    """Return the sentences and the end of this case, with the card in red's hands or without."""
    state = start(case.floor, **{**case.facts, "held": _held(case, card)})
    choices = case.answers if card else case.plain
    if case.phases:
        flow = in_turn(state, case.phases)
    else:
        programs = {name: Program.read(text) for name, text in case.programs.items()}
        flow = resolve(state, programs)
    return played(flow, *choices)


def _held(case: Case, card: str) -> dict[str, list[str]]:
    others = dict(case.facts.get("held", {}))
    return {**others, "red": list(case.told) or [card]} if card else others


def in_turn(state: State, phases: Sequence[Phase]) -> Flow[State]:
    """Run the phases of a turn one after another."""
    for phase in phases:
        state = yield from phase(state)
    return state


def summary(state: State) -> str:
    """Return the position, damage and hand size of each robot.

    Flags, points and announcements are added where they matter.
    """
    lines = []
    for name, place in places(state).items():
        robot = state.robot(name)
        facts = [f"{name} {place}"]
        facts += [f"damage {robot.damage}"] if robot.damage and not robot.destroyed else []
        facts += [f"flag {robot.flag}"] if robot.flag else []
        facts += [f"hand {len(robot.hand)}"] if robot.hand else []
        facts += ["announced"] if robot.announced else []
        if state.table and state.table.extra and (points := state.table.extra.seat(name).points):
            facts.append(f"points {points}")
        lines.append(", ".join(facts))
    return "; ".join(lines)
