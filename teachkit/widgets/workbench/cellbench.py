"""`CellBench`: an exercise that is answered with Python in its own `%%exercise` cell."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakSet

from teachkit.classroom.answers import Answers
from teachkit.exercises.explaining.callables import callables
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.running.driving import Drive
from teachkit.exercises.running.recording import Recording
from teachkit.exercises.solving.par import badges
from teachkit.widgets.common.still import Still
from teachkit.widgets.editor import Editor
from teachkit.widgets.player import Player
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.bench import Bench
from teachkit.widgets.workbench.board import Board
from teachkit.widgets.workbench.source_scenes import call_scene, drive_scene
from teachkit.words import translate

_open: WeakSet[CellBench] = WeakSet()


class CellBench(Bench):
    """An exercise answered in a cell: the task, an editor for the cell, feedback, and any board.

    The cell is run in the notebook, not in this widget; `hand_in_cell` then shows its verdict here.
    If the answer is a drive, it is played on the board, and the verdict waits for its end.
    """

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        boards = len(exercise.shown_starts) or 1
        super().__init__(exercise, answers, resets="code", boards=boards, verdict=exercise.id)
        self.board = Board(exercise, answers=self.answers) if exercise.starts else None
        self.player = self.board.player if self.board else Player({"stops": [{}]}, folded=True)
        self._source, self._drives = "", list[Drive]()
        title, cell = translate(exercise.title), f"%%exercise {exercise.id}"
        self.task = Task(title, translate(exercise.file.text), cell=cell)
        calls = [each._asdict() for each in callables(exercise)]
        self.editor = Editor(exercise.id, exercise.file.given.strip("\n"), self._code, calls)
        without_board = () if self.board else ("tk-bench-code",)
        self.lay_out(
            *without_board, player=self.player, builder=self.editor, feedback=self.feedback
        )
        _open.add(self)

    @property
    def answer(self) -> str:
        """The last answer handed in, or the given code if there is none."""
        return str(self.entry.record.get("answer") or self.exercise.file.given)

    @property
    def _code(self) -> str:
        """The last answer handed in, as it is shown in the editor."""
        return self.answer.strip("\n")

    def tell(self, says: Sequence[str], mood: str) -> None:
        """Show the verdict on the cell, together with hints and points from the answers file."""
        with self.feedback.hold_sync():
            self.verdict.say(*says, mood=mood)
            self._refresh()
            self.feedback.waits = self.board is not None and len(self.player.stops) > 1
            self.feedback.results += 1

    def _refresh(self) -> None:
        self.help.show()
        self.verdict.show_score()

    def show_drive(self, source: str, drives: Sequence[Drive], graded: Grade) -> None:
        """Play the drive of `source` on the first unsolved board.

        `drives` holds one drive for each board; learners can switch to the others.
        """
        self._source, self._drives = source, list(drives)
        failed = graded.failed_start or 0
        earned = badges(self.exercise, drives[0].program, graded.solved)
        self.show_board(failed + 1 if failed < len(self.exercise.shown_starts) else 1)
        self.player.play()
        self.verdict.show_badges(earned)

    def show_call(self, source: str, recording: Recording, *says: str) -> None:
        """Show the end of a recorded call; the sentences `says` are about its result."""
        self.player.load(call_scene(source, recording, says))
        self.player.to(len(self.player.stops) - 1)

    def show_board(self, number: int) -> None:
        """Show board `number`, from 1, with the drive on this board if there is one."""
        assert self.board
        self.board.number = self.feedback.board = number
        if self._drives:
            drive = self._drives[number - 1]
            self.board.load(drive_scene(self._source, drive, self.exercise, self.board.parts))
        else:
            self.board.show()

    def reset(self) -> None:
        """Show the given code again; earned points are kept."""
        if self.board:
            self._source, self._drives = "", []
            self.show_board(self.board.number)
            self.verdict.show_badges(())
        else:
            self.player.load({"stops": [{}]})
        self.entry.reset()
        self.verdict.say()
        self.editor.write(self._code)
        self._refresh()

    def come_back(self) -> None:
        self.help.read()
        self.editor.write(self._code)
        self._refresh()

    def still(self) -> Still:
        """Return a still of the task and any board, for a notebook without a kernel."""
        return self.board.still(self.task) if self.board else super().still()


def open_benches(exercise: str) -> list[CellBench]:
    """Return all open `CellBench` widgets for the exercise with the id `exercise`."""
    return [bench for bench in _open if bench.exercise.id == exercise]
