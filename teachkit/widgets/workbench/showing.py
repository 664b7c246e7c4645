"""What a workbench shows of its exercise: the board, a run on it, and a still of both."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from teachkit.core.language.lanes import Lanes
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import png
from teachkit.draw.replay import replay
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.attempts import attempt
from teachkit.exercises.model.exercise import Kind
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.choosing import Choosing

STILL = 360  # pixels, the width of the picture in a notebook without a kernel


class Showing(Choosing):
    """A bench with a board, on which the learner's program or the given one is shown."""

    task: Task
    _kind: Kind

    @property
    def answer(self) -> str:
        raise NotImplementedError

    def _start(self) -> Any:
        return self.exercise.starts[self._board - 1]

    def _program(self) -> Program:
        if not self.builder:
            return self.exercise.given
        laid = self.builder.program
        return laid if isinstance(laid, Program) else Program.from_json(laid)

    def _trace(self, program: Program | None) -> Trace:
        """The run of a program on the board that is shown; without one only the start."""
        if program is None:
            state = self._start().state
            return Trace(state, (), self.exercise.game.players(state)[0])
        return attempt(self.exercise, program, self._start()).trace

    def _show_last(self, record: dict[str, Any]) -> None:
        """The board as the last run left it, if the cards that lie here are those that ran."""
        if self.builder and record.get("ran") == self.answer:
            with suppress(TeachkitError):
                self.player.load(self._scene(self._trace(self._program())), self._still())
                self.player.to(len(self.player.stops) - 1)

    def _scene(self, trace: Trace) -> dict[str, Any]:
        """A run with its cards; before a run only what lies nowhere else."""
        lanes = {name: Program() for name in self.exercise.learners}
        nothing = Lanes.of(lanes) if self._kind.form.has_lanes else Program()
        before = nothing if self.builder else self.exercise.given
        return replay(trace, self.exercise.game, self._program() if len(trace) else before)

    def _still(self) -> bytes:
        return png(self._start().state, size=STILL)

    def still(self) -> Still:
        """The exercise for a notebook without a kernel: its board, task and text board."""
        seen, task = self.player.as_still(), self.task
        return Still(self.player.still, seen.alt, seen.text, STILL, task.title, task.text)

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still())
