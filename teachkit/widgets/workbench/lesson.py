"""What a lesson's cells say: `tk.exercise(…)`, `tk.watch(…)`, `tk.board(…)`, `tk.roads(…)`,
`tk.finish(…)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.draw.picture import png
from teachkit.draw.replay import replay
from teachkit.draw.roads import RoadMap
from teachkit.draw.scene import scene
from teachkit.games import game as find_game
from teachkit.play import search
from teachkit.widgets.common.still import Still
from teachkit.widgets.finish import Finish
from teachkit.widgets.player import Player
from teachkit.widgets.workbench.bench import progress
from teachkit.widgets.workbench.drivebench import DriveBench
from teachkit.widgets.workbench.functionbench import FunctionBench
from teachkit.widgets.workbench.holds import holds_of
from teachkit.widgets.workbench.workbench import Workbench


def exercise(name: str) -> Workbench | FunctionBench:
    """The workbench of an exercise: `tk.exercise("02-04-round-the-wall")`."""
    found = find_exercise(name)
    if not found.kind.form.runs_python:
        return Workbench(found)
    return DriveBench(found) if found.starts else FunctionBench(found)


def watch(game: str, *, program: str, ask: Mapping[int, str] | None = None, **start: Any) -> Player:
    """A run to step through. `start` are the fields of the game's set-up.

    `ask` holds the run: `{2: "Where will the rover be?"}` waits before step 2 for an answer. What
    is right is what then happens.

    >>> watch("algoracing", floor=". .", rovers={"red": "a1 east"}, program="forward")
    Player(step 0 of 1)
    """
    module = find_game(game)
    state = module.setup(**start).state()
    laid = Program.read(program, module.instructions)
    trace = run(module, state, laid)
    holds = holds_of(trace, module, ask or {})
    return Player(replay(trace, module, laid), still=png(state), holds=holds)


class Board:
    """A state to look at: its picture, and the same as text."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        seen = scene(self.state)
        alt = " ".join([seen.alt, *seen.spoken.values()])
        return Still(png(self.state), alt, str(self.state)).bundle()

    def __repr__(self) -> str:
        return str(self.state)


def board(game: str, **start: Any) -> Board:
    """A board with what stands on it: `tk.board("algoracing", board="two-hills")`."""
    return Board(find_game(game).setup(**start).state())


def roads(game: str, *, steps: int, **start: Any) -> Board:
    """A map of every place that at most so many steps reach, with the ways between them.

    >>> roads("lovelace", steps=1, edition="machine", components={"A4": "/2"})
    0 steps: 55
    1 step: 27
    From 55: ÷2 to 27.
    """
    module = find_game(game)
    state = module.setup(**start).state()
    symbols = {card.name: card.symbol for card in module.vocabulary(state)}
    places = [
        (place, len(road.program.body))
        for place, road in search.roads(module, state, steps).items()
    ]  # fmt: skip
    arrows = [(way.start, symbols[way.instruction.name], way.end)
            for way in search.ways(module, state, steps)]  # fmt: skip
    return Board(RoadMap(tuple(places), tuple(arrows)))


def finish(lesson: str) -> Finish:
    """The end of a lesson: `tk.finish("02")`."""
    return Finish(lambda: progress(lesson, Answers()))
