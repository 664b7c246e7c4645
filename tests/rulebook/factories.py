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
    """Return a floor with robots, such as `red="a1 east"`; other facts are fields of the set-up."""
    colours = {name: facts.pop(name) for name in COLOURS if name in facts}
    return Setup(edition=edition, floor=floor, robots=colours, **facts).state()


def ran(state: State, programs: str | Mapping[str, str]) -> Trace:
    """Return the run of these programs; a single one is the first robot's."""
    return run(roborally.GAME, state, programs)


def places(state: State) -> dict[str, str]:
    """Return the square and facing of each robot; destroyed ones are `gone`."""
    return {
        robot.name: "gone" if robot.destroyed else roborally.GAME.whereabouts(state, robot.name)
        for robot in state.robots
    }


def after(state: State, programs: str | Mapping[str, str]) -> dict[str, str]:
    """Return the positions after these programs have run."""
    return places(ran(state, programs).final)


def story(state: State, programs: str | Mapping[str, str]) -> list[str]:
    """Return the sentences of the run."""
    return ran(state, programs).story().splitlines()
