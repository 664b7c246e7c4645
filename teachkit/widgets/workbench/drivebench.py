"""`DriveBench`: a board, and Python in a cell that drives on it, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import png
from teachkit.draw.replay import replay
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.running.driving import Drive
from teachkit.exercises.solving.par import badges
from teachkit.widgets.common.still import Still
from teachkit.widgets.player import Player
from teachkit.widgets.workbench.functionbench import FunctionBench
from teachkit.widgets.workbench.screen import parts
from teachkit.widgets.workbench.showing import STILL


class DriveBench(FunctionBench):
    """The task, the cell to copy, and a player that shows what the cell did when it was run."""

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        self._driven = ""
        self._drives: Sequence[Drive] = ()
        self._board = 1
        state = exercise.starts[0].state
        self.player = Player(replay(Trace(state), exercise.game, Program()),
                             still=png(state, size=STILL), folded=True)  # fmt: skip
        super().__init__(exercise, answers)
        self.feedback.boards = len(exercise.shown_starts)
        self.feedback.verdict = exercise.id
        self.children = parts(
            task=self.task, player=self.player, builder=None, feedback=self.feedback
        )
        self.layout = ipywidgets.Layout()
        self.add_class("tk-bench")

    def show(self, source: str, drives: Sequence[Drive], graded: Grade) -> None:
        """Show what a source did, on the first board where something is missing.

        What came of it is told when that was seen.
        """
        self._driven, self._drives = source, drives
        failed = graded.failed_start or 0
        earned = badges(self.exercise, drives[0].program, graded.solved)
        told = [{"says": each.par.says, "earned": each.earned} for each in earned]
        with self.feedback.hold_sync():
            self.refresh()
            self.show_board(failed + 1 if failed < len(self.exercise.shown_starts) else 1)
            self.player.play()
            self.feedback.badges = told
            self.feedback.waits = len(self.player.stops) > 1
            self.feedback.results += 1

    def show_board(self, number: int) -> None:
        """Show another of the exercise's boards, with the drive on it if there was one."""
        self._board = self.feedback.board = number
        state = self.exercise.starts[number - 1].state
        player = self.exercise.game.players(state)[0]
        scene = replay(Trace(state, (), player), self.exercise.game, Program())
        if self._drives:
            scene = scene_of(self._driven, self._drives[number - 1], self.exercise)
        self.player.load(scene, png(state, size=STILL))

    def reset(self) -> None:
        self._driven, self._drives = "", ()
        self.show_board(self._board)
        self.feedback.badges = []
        super().reset()

    def _press(self, button: str, fact: Any) -> None:
        if button == "board":
            self.show_board(int(fact))
        else:
            super()._press(button, fact)

    def still(self) -> Still:
        """The exercise for a notebook without a kernel: its board, its task, and where to write."""
        board, task = self.player.as_still(), self.task
        return Still(self.player.still, board.alt, board.text, STILL, task.title, task.asks)


def scene_of(source: str, drive: Drive, exercise: Exercise) -> dict[str, Any]:
    """A drive for the player: its lines are lit, with what was known at each, instead of cards."""
    scene = replay(drive.trace, exercise.game, Program())
    for stop, played in zip(scene["stops"][1:], drive.trace.steps(), strict=True):
        if played.step:
            call = drive.calls[played.step.card - 1]
            stop |= {"line": call.lines[-1], "around": list(call.lines[:-1]),
                     "variables": call.variables_shown()}  # fmt: skip
        elif drive.result.trouble:
            known = drive.calls[-1].variables_shown() if drive.calls else {}
            stop |= {"line": drive.result.line, "wrong": True, "variables": known}
    return scene | {"source": source}
