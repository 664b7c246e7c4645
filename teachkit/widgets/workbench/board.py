"""The board of a workbench: a player that shows one of the exercise's starts, and a run from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from teachkit.classroom.answers import Answers
from teachkit.classroom.progress import parts_won
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.exercises.judging.program_runs import OpenChoice, attempt, open_choice
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise, Start
from teachkit.widgets.common.still import WIDTH, Still
from teachkit.widgets.player import Hold, Player, Response, Scene
from teachkit.widgets.task import Task
from teachkit.words import say


class Board:
    """One of an exercise's boards, shown in a `player`.

    `number` is the number of the board, from 1. Cards in a builder beside the player are not shown
    in the player before they run. The rover has the parts that the learner has won.
    """

    def __init__(self, exercise: Exercise, number: int = 1, answers: Answers | None = None) -> None:
        self.exercise, self.number, self._answers = exercise, number, answers or Answers()
        is_beside = exercise.kind.form.lays_cards
        self.player = Player(
            self._scene(self.trace()),
            still=self._picture(),
            beside=list(exercise.learners) if is_beside else [],
            folded=True,
        )

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that the learner has won for the rover."""
        return parts_won(self._answers)

    @property
    def start(self) -> Start:
        """The exercise's start that this board shows."""
        return self.exercise.starts[self.number - 1]

    def trace(self, program: Program | None = None) -> Trace:
        """Return the trace of `program` on this board, or an empty trace without a program.

        Raise `TeachkitError` if the program cannot run.
        """
        if program is not None:
            return attempt(self.exercise, program, self.start).trace
        state = self.start.state
        return Trace(state, (), self.exercise.game.players(state)[0])

    def show(self, program: Program | None = None) -> None:
        """Load the run of `program`, or without a program, the board before any run."""
        self.load(self._scene(self.trace(program), program))

    def show_end(self, program: Program) -> None:
        """Load the run of `program`, and show its end."""
        self.show(program)
        self.player.to(len(self.player.stops) - 1)

    def play_all_but_the_end(self, program: Program) -> None:
        """Play the run of `program`, but leave out its last card."""
        scene = self._scene(self.trace(program), program)
        cards = [number for number, stop in enumerate(scene["stops"]) if stop["card"]]
        rest = {"stops": scene["stops"][: cards[-1]], "over": say("Now you say how it ends.")}
        self.load(scene | rest)
        self.player.play()

    def load(self, scene: Scene, holds: Sequence[Hold] = ()) -> None:
        """Load a scene of this board into the player."""
        self.player.load(scene, self._picture(), holds)

    def open_choice(self, program: Program) -> tuple[int, OpenChoice] | None:
        """Return a board's number, and the first choice that `program` leaves open on that board.

        Only shown boards are searched, the current board first. Nothing is asked about hidden
        boards; their verdict names the card that leaves a choice open. Return `None` if no choice
        is open on any shown board, or if the program has problems.
        """
        if not program or problems(self.exercise, program):
            return None
        shown = range(1, len(self.exercise.shown_starts) + 1)
        for number in sorted(shown, key=lambda each: each != self.number):
            if choice := open_choice(self.exercise, program, self.exercise.starts[number - 1]):
                return number, choice
        return None

    def ask(
        self,
        choice: OpenChoice,
        program: Program,
        judge: Callable[[str], Response],
        then: Callable[[str], None],
    ) -> None:
        """Run `program` up to the card that leaves `choice` open, and wait for an answer.

        `judge` returns the response to an answer, and `then` is called with an accepted answer.
        """
        stop = len(choice.trace.stops())
        hold = Hold(stop, choice.asks, judge, choices=choice.options, then=then)
        self.load(self._scene(choice.trace, program), [hold])
        self.player.play()

    def still(self, task: Task) -> Still:
        """Return a still of the board and `task`, for a notebook without a kernel."""
        return replace(self.player.as_still(), width=WIDTH, title=task.title, task=task.asks)

    def _scene(self, trace: Trace, program: Program | None = None) -> Scene:
        cards = program if program and len(trace) else self._before_a_run
        return replay_data(trace, self.exercise.game, cards, parts=self.parts)

    @property
    def _before_a_run(self) -> Program:
        """The program that the player shows before a run; empty if a builder shows the cards."""
        form = self.exercise.kind.form
        if not form.lays_cards:
            return self.exercise.given
        if not form.has_lanes:
            return Program()
        return Lanes.of(dict.fromkeys(self.exercise.learners, Program()))

    def _picture(self) -> bytes:
        return png(self.start.state, size=WIDTH, parts=self.parts)
