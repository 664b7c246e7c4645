"""`Bench`, the base class of the widgets for working on one exercise, and the board on a bench.

A bench shows its verdict and its help in the feedback, and saves the answer with every change. The
feedback also shows the progress in the lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakSet

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercises_of
from teachkit.classroom.progress import parts_won, points_of
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.explaining.hints import Asked, hint, shown_hints
from teachkit.exercises.judging.program_runs import OpenChoice, attempt, open_choice
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise, Hint, Start
from teachkit.exercises.solving.par import Badge
from teachkit.widgets.common.still import WIDTH, Still, show_with_still
from teachkit.widgets.common.widget import Data, arranged
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.finish import Progress
from teachkit.widgets.player import Hold, Player, Scene
from teachkit.widgets.task import Task
from teachkit.words import say, say_many


class Board:
    """One of an exercise's boards, shown in a `player`.

    `number` is the number of the board, from 1. Cards in a builder beside the player are not shown
    in the player before they run. The rover has the parts that the learner has won.
    """

    def __init__(self, exercise: Exercise, number: int = 1, answers: Answers | None = None) -> None:
        self.exercise, self.number, self._answers = exercise, number, answers or Answers()
        beside = list(exercise.learners) if exercise.kind.form.lays_cards else []
        scene, still = self._scene(self.trace()), self._picture()
        self.player = Player(scene, still=still, beside=beside, folded=True)

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

    def ask(self, choice: OpenChoice, program: Program, hold: Hold) -> None:
        """Play `program` up to the card that leaves `choice` open, where it waits for an answer."""
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


open_benches: WeakSet[Bench] = WeakSet()


class Verdict:
    """The sentences and points that the feedback of a bench shows.

    A verdict on an answer that is not the current one is stale.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench, self._exercise, self._answers = bench, bench.exercise, bench.answers
        self._feedback = bench.feedback
        self._about: str | None = None
        self.say(bench.answers.notice)
        self.show_score()

    @property
    def is_current(self) -> bool:
        """Whether the last verdict was about the current answer."""
        return self._about == self._bench.handed

    def say(self, *says: str, mood: str = "look", about: str | None = None) -> None:
        """Show the nonempty sentences in `says`; `about` is the answer that they judge."""
        shown = [line for line in says if line]
        self._feedback.says, self._feedback.mood = shown, mood if says else ""
        self._about = about
        self.show_stale()

    def show_stale(self) -> None:
        """Mark the sentences as stale if they are about a different answer, or else as current."""
        self._feedback.stale = self._about is not None and not self.is_current

    def show_badges(self, earned: Iterable[Badge]) -> None:
        """Show all badges in `earned`, and for each badge whether the learner has earned it.

        The largest number of badges earned at once is stored, for the map.
        """
        earned = list(earned)
        self._feedback.badges = [{"says": str(each.par), "earned": each.earned} for each in earned]
        count = sum(each.earned for each in earned)
        if count > self._bench.entry.record.get("badges", 0):
            self._bench.entry.note(badges=count)

    def show_score(self) -> None:
        """Show the points and medals of the exercise, and the points of its lesson."""
        self._feedback.points = points_of(self._exercise, self._answers)
        record = self._answers.record(self._exercise.id)
        self._feedback.medals = int(record.get("medals", 0))
        self._feedback.progress = dict(progress(self._exercise.lesson, self._answers))


class SavedAnswer:
    """The entry of a bench's exercise in the answers file; the verdict says if storing fails."""

    def __init__(self, bench: Bench) -> None:
        self._bench, self._exercise, self._answers = bench, bench.exercise, bench.answers

    @property
    def record(self) -> Data:
        """The exercise's record in the answers file."""
        return self._answers.record(self._exercise.id)

    def note(self, **facts: object) -> None:
        """Store `facts`, such as `hints=2`, in the record beside the answer."""
        self._try(lambda: self._answers.note(self._exercise, **facts))

    def save(self, answer: str) -> None:
        """Store `answer` as the current answer."""
        self._try(lambda: self._answers.save(self._exercise, answer))

    def reset(self) -> None:
        """Remove the current answer; earned points are kept."""
        self._try(lambda: self._answers.reset(self._exercise))

    def copy(self) -> dict[str, str]:
        """Return the answers file's `name` and `content`, for a download."""
        content = self._answers.download().decode("utf-8")
        return {"name": self._answers.path.name, "content": content}

    def bring_back(self, content: str) -> None:
        """Merge `content`, a copy of an answers file, and say how much of it every exercise shows.

        If it cannot be read, nothing changes, and the verdict says why.
        """
        before = [(bench, bench.entry.record) for bench in open_benches]
        try:
            taken = self._answers.restore(content.encode("utf-8"))
        except TeachkitError as error:
            return self._bench.verdict.say(error.says)
        for bench, record in before:
            if bench.entry.record != record:
                bench.come_back()
        says = say_many(
            "{number} exercise was restored.", "{number} exercises were restored.", taken
        )
        return self._bench.verdict.say(says, mood="seen")

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except FolderError as error:
            self._bench.verdict.say(error.says)


class Help:
    """The ladder of help for the exercise of a bench: hints, which stay while they apply.

    The bench follows every hint that is shown.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench, self._exercise = bench, bench.exercise
        self._entry, self._feedback = bench.entry, bench.feedback
        self.read()

    def read(self) -> None:
        """Read from the answers file which hints the learner has asked for, and show them."""
        self._asked = Asked.read(self._entry.record)
        self.show()

    def ask(self) -> Hint | None:
        """Show the next hint and return it; the solution is shown only at the second request."""
        new = hint(self._exercise, self._asked, self._bench.handed)
        if new and new.rung == "solution" and not self._feedback.sure:
            self._feedback.sure = True
            return None
        if new:
            self.tell(new)
        return new

    def tell(self, new: Hint) -> None:
        """Show the hint `new`, and store that the learner has asked for it."""
        self._asked = self._asked.after(new)
        self._entry.note(**self._asked.facts())
        self.show()

    def show(self) -> None:
        """Show the hints about the current answer, and the kind of the next hint."""
        shown = shown_hints(self._exercise, self._asked, self._bench.handed)
        following = hint(self._exercise, self._asked, self._bench.handed)
        astray = [each.says for each in shown if each.rung == "astray"]
        with self._feedback.hold_sync():
            self._feedback.hints = [each.says for each in shown if each.rung != "astray"]
            self._feedback.astray_says = "".join(astray)
            self._feedback.hints_left = max(0, len(self._exercise.file.hints) - self._asked.hints)
            self._feedback.help = following.rung if following else ""
            self._feedback.sure = False
        for each in shown:
            self._bench.follow(each)


METHODS = {each: each for each in ("run", "hint", "reset")}
METHODS |= {"board": "show_board", "astray": "show_astray"}
"""The methods of a bench that its buttons call."""


class Bench(ipywidgets.Box):
    """An exercise with its task and its feedback, whose buttons call the methods of a subclass.

    `traits` are those of the feedback. The subclass sets the `task`, and the `board` if there is a
    board to play on, and then calls `lay_out`.
    """

    task: Task
    help: Help
    board: Board | None = None

    def __init__(self, exercise: Exercise, answers: Answers | None, **traits: object) -> None:
        super().__init__()
        self.exercise, self.answers = exercise, answers or Answers()
        self.feedback = Feedback(exercise=exercise.id, possible=exercise.possible, **traits)
        self.verdict, self.entry = Verdict(self), SavedAnswer(self)
        open_benches.add(self)

    @property
    def answer(self) -> str:
        """The answer that would be handed in now."""
        raise NotImplementedError

    @property
    def handed(self) -> str:
        """The text that is graded."""
        return self.answer

    def lay_out(self, *classes: str, **parts: ipywidgets.Widget | None) -> None:
        """Show the `parts` in their places, with the task's title in their names, and the help."""
        self.help = Help(self)
        inner = ipywidgets.Box(arranged(self.task.title, task=self.task, **parts))
        for name in ("tk-bench-parts", *classes):
            inner.add_class(name)
        self.children = [inner]
        self.add_class("tk-bench")
        self.feedback.on_press = self._press

    def hint(self) -> None:
        """Show the next hint; the solution is shown only if the learner asks for it twice."""
        self.help.ask()

    def follow(self, hint: Hint) -> None:
        """Do what `hint`, which was just shown, says about the parts."""

    def reset(self) -> None:
        """Start the exercise again; earned points are kept."""
        self.entry.reset()
        self.verdict.say()
        self.come_back()

    def come_back(self) -> None:
        """Show the record in the answers file, which was reset or brought back from a copy."""
        self.help.read()
        self.verdict.show_score()

    def _press(self, button: str, fact: Any) -> None:
        if button == "save":
            self.feedback.file = self.entry.copy()
        elif button == "bring":
            self.entry.bring_back(str(fact))
        elif button == "board":
            getattr(self, METHODS[button])(int(fact))
        else:
            getattr(self, METHODS[button])()

    def still(self) -> Still:
        """Return a still of the task and any board, for a notebook without a kernel."""
        if self.board:
            return self.board.still(self.task)
        return Still(b"", "", "", title=self.task.title, task=self.task.asks)

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still())

    def __repr__(self) -> str:
        points, possible = self.feedback.points, self.exercise.possible
        noun = "point" if possible == 1 else "points"  # in English: `release` looks for it
        return f"Workbench({self.exercise.id!r}, {points} of {possible} {noun})"


def progress(lesson: str, answers: Answers) -> Progress:
    """Return the learner's progress in `lesson`, computed from `answers`."""
    exercises = exercises_of(lesson, learner=answers.learner)
    points = {exercise.id: points_of(exercise, answers) for exercise in exercises}
    possible, earned = sum(exercise.possible for exercise in exercises), sum(points.values())
    waiting = [exercise.id for exercise in exercises if points[exercise.id] < exercise.possible]
    says = say_many(
        "This lesson: {earned} of {number} point",
        "This lesson: {earned} of {number} points",
        possible,
        earned=earned,
    )
    part = earned / possible if possible else 0.0
    return {"says": says if exercises else "", "part": part, "waiting": waiting}
