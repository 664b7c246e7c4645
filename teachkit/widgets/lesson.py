"""What a lesson's cells say: `tk.exercise(…)`, `tk.watch(…)`, `tk.board(…)`."""

from __future__ import annotations

from typing import Any

from teachkit.classroom.library import find_exercise
from teachkit.core.game import run
from teachkit.core.program import Program
from teachkit.draw.picture import png
from teachkit.draw.replay import replay
from teachkit.draw.scene import scene
from teachkit.games import game as find_game
from teachkit.widgets.player import Player
from teachkit.widgets.still import Still
from teachkit.widgets.workbench import Workbench


def exercise(name: str) -> Workbench:
    """The workbench of an exercise: `tk.exercise("02-04-round-the-wall")`."""
    return Workbench(find_exercise(name))


def watch(game: str, *, program: str, **start: Any) -> Player:
    """A run to step through. `start` are the fields of the game's set-up.

    >>> watch("algoracing", floor=". .", rovers={"red": "a1 east"}, program="forward")
    Player(step 0 of 1)
    """
    module = find_game(game)
    state = module.Setup(**start).state()
    laid = Program.read(program, module.INSTRUCTIONS)
    trace = run(module, state, laid)
    return Player(replay(trace, module, laid), still=png(state))


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
    return Board(find_game(game).Setup(**start).state())
