"""Small factory floors for the rulebook tests of RoboRally, drawn in each test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from teachkit.core.game.game import run
from teachkit.core.run.trace import Trace
from teachkit.games import roborally
from teachkit.games.roborally import Setup
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.state import State


def start(floor: str, edition: str = "factory", **facts: Any) -> State:
    """A floor, and robots: each colour with its place, `red="a1 east"`; the rest is a set-up's."""
    colours = {name: facts.pop(name) for name in COLOURS if name in facts}
    return Setup(edition=edition, floor=floor, robots=colours, **facts).state()


def ran(state: State, programs: str | Mapping[str, str]) -> Trace:
    """What these programs do; a lone one is the first robot's."""
    return run(roborally.GAME, state, programs)


def places(state: State) -> dict[str, str]:
    """Where each robot is, and where it looks; those destroyed are `gone`."""
    return {
        robot.name: "gone" if robot.destroyed else roborally.GAME.whereabouts(state, robot.name)
        for robot in state.robots
    }


def after(state: State, programs: str | Mapping[str, str]) -> dict[str, str]:
    """Where all are when these programs have run."""
    return places(ran(state, programs).final)


def story(state: State, programs: str | Mapping[str, str]) -> list[str]:
    """What happens, sentence by sentence."""
    return ran(state, programs).story().splitlines()
