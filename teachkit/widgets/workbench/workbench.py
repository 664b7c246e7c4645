"""`Workbench`: one exercise to work at. Task, cards, run, feedback, and nothing gets lost.

All that it knows it asks: the exercise what is asked, the grader what an answer earns, the
answers file what was there before.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.core.game.predictions import Compared
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.explaining.faults import faulty_step
from teachkit.exercises.explaining.ladder import Asked, fault_hint
from teachkit.exercises.explaining.marking import is_asked
from teachkit.exercises.explaining.predictions import compared_with_run
from teachkit.exercises.judging.attempts import attempt, stop_of
from teachkit.exercises.judging.predictions import unclear
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.solving.par import badges
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.player import Player
from teachkit.widgets.prediction import Prediction
from teachkit.widgets.workbench.asking import asked_of, kept_answer
from teachkit.widgets.workbench.builders import builder_of, lay
from teachkit.widgets.workbench.desk import choices_of, struck, task_of, tray_of, without
from teachkit.widgets.workbench.marking import Marking
from teachkit.widgets.workbench.screen import parts
from teachkit.words import say


class Workbench(Marking, ipywidgets.Box):
    """An exercise with everything around it.

    `answer` is what the learner has now, as text; `run()`, `hint()`, `reset()`, `show_board` and
    `show_astray` are the buttons. `grade` is what the last run earned.
    """

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        self.exercise = exercise
        self._kind = exercise.kind
        self.answers = answers or Answers()
        self.grade: Grade | None = None
        record = self.answers.record(exercise.id)
        self.task = task_of(exercise)
        self._board, kept = kept_answer(exercise, record)
        self.task.answer = kept
        self._tried = str(record.get("ran") or "")
        asked = asked_of(exercise, self._start(), kept)
        self.form = asked or self.task  # where an answer is written
        self.builder = builder_of(exercise, str(record.get("answer") or ""))
        self.player = Player(
            self._scene(self._trace(None)),
            still=self._still(),
            beside=list(exercise.learners) if self.builder else [],
            folded=True,
        )
        self.feedback = Feedback(
            run="run" if self.builder else "check",
            boards=1 if self._kind.form.names_start else len(exercise.shown_starts),
            possible=exercise.possible,
        )
        self.feedback.on_press = self._press
        self._asked = Asked.read(record)
        self._read_marks(record)
        self._show_hints()
        self._show_score()
        self._say([self.answers.notice] if self.answers.notice else [], "look")
        super().__init__(parts(task=self.task, player=self.player, prediction=asked,
                               builder=self.builder, feedback=self.feedback))  # fmt: skip
        self.add_class("tk-bench")
        self._show_last(record)
        self._listen()

    # -- what the learner has ------------------------------------------------------------------

    @property
    def answer(self) -> str:
        """What would be handed in now."""
        if self.builder:
            return str(self.builder.text)
        return self._kind.form.after(self._tried, self._prefix() + str(self.form.answer))

    @property
    def prediction(self) -> str:
        """What the learner says will happen, where that is asked beside a program."""
        return str(self.form.answer) if self.exercise.file.predict else ""

    def run(self) -> None:
        """Hand in what is there: grade it, keep it, show what happened."""
        with self.feedback.hold_sync():
            self.feedback.waits = False
            if self._refusal() or not self._waits_for_a_choice():
                self._hand_in()
                self.feedback.results += 1

    def _hand_in(self) -> None:
        if refusal := self._refusal():
            self._say([refusal], "look")
            return
        try:
            self._tried = str(self.answers.record(self.exercise.id).get("ran") or "")
            graded = self.answers.hand_in(self.exercise, self.answer)
            self.grade = explain(self.exercise, self.answer, graded)
        except FolderError as error:
            self._say([error.says], "look")
            return
        if self.grade.unread and self.grade.failed_start is None:  # nothing ran
            self._say(list(self.grade.says[-1:]), "look")
            self.grade = None
            return
        self._tried = self.answer
        self._show_run()
        self.form.locked = self._gives_away
        seen = self._compared()
        if self.form is not self.task:
            self.form.show(self.grade.parts or seen.parts)
        says = [line for line in (*self.grade.says, seen.says, self._refusal()) if line]
        self._say(says, "good" if self.grade.solved else "look", about=self._handed)
        # Asked, not told: first comes what is missing, then a thought of one's own.
        self._show_astray()
        self._show_hints()
        self._show_score()

    def _show_astray(self) -> None:
        is_judged = self.builder and self.grade and self._judged == self._handed
        gives_away = self._waits_for_a_mark
        self.feedback.astray = bool(
            is_judged and not gives_away and fault_hint(self.exercise, self.answer)
        )

    def show_astray(self) -> None:
        """Say where the program leaves every way, if it is not told, and show the board before."""
        new, found = (
            fault_hint(self.exercise, self.answer),
            faulty_step(self.exercise, self._program()),
        )
        if not new or not found:
            return
        if new.says not in (self.feedback.astray_says, *self.feedback.says):
            self._tell(new)
        if self._board != found.start + 1:
            self.show_board(found.start + 1)
        stop = stop_of(self._trace(self._program()), found.number) if found.step else 0
        self.player.mark = stop
        self.player.to((stop or len(self.player.stops)) - 1)

    def reset(self) -> None:
        """Begin this exercise again. Earned points stay."""
        if self.builder:
            lay(self.builder, self.exercise, "")
        self.form.answer, self.form.locked = "", False
        self.grade = None
        if self._kind.form.names_start:
            self._board = self._board % len(self.exercise.starts) + 1
        self._ask()
        self._try(lambda: self.answers.reset(self.exercise))
        self.player.load(self._scene(self._trace(None)), self._still())
        self.feedback.astray = False
        self._say([], "")
        self._show_hints()
        self._show_marks()
        self._show_score()

    def show_board(self, number: int) -> None:
        """Show another of the exercise's boards, with the run on it if there was one."""
        self._board = self.feedback.board = number
        self._ask()
        program = self._program() if self.grade and self.builder else None
        self.player.load(self._scene(self._trace(program)), self._still())

    def _listen(self) -> None:
        self.feedback.waits_for(self)
        if self.builder:
            self.builder.observe(lambda change: self._changed(), "text")
        if is_asked(self.exercise):
            self.builder.on_mark = self.mark
            self._show_marks()
        self.form.observe(lambda change: self._changed(), "answer")
        if self._kind.form.names_start:
            self.form.observe(lambda change: self.run(), "entered")
        self._lock()

    def _press(self, button: str, fact: Any) -> None:
        match button:
            case "run":
                self.run()
            case "board":
                self.show_board(int(fact))
            case "astray":
                self.show_astray()
            case _:
                super()._press(button, fact)

    # -- keeping -------------------------------------------------------------------------------

    def _changed(self) -> None:
        """Every change is on disk at once, and what was told of the run before is old."""
        if isinstance(self.form, Prediction):
            self.form.show(())
        if self.exercise.file.predict:
            self._keep(prediction=self.prediction)
        if not self.exercise.file.predict or self.builder:
            self._try(lambda: self.answers.save(self.exercise, self.answer))
        self._show_stale()
        self._show_astray()
        self._show_marks()
        self._show_hints()
        self._lock()

    def _take_up(self, record: dict[str, Any]) -> None:
        if self.builder and record.get("answer"):
            lay(self.builder, self.exercise, str(record["answer"]))
        self._tried = str(record.get("ran") or "")
        self._board, self.form.answer = kept_answer(self.exercise, record)
        self.form.locked = False
        self._read_marks(record)
        self._show_marks()
        if self._kind.form.names_start:
            self.show_board(self._board)

    # -- hints ---------------------------------------------------------------------------------

    @property
    def _handed(self) -> str:
        if self._kind.form.names_start:
            return f"{self._board}: {self.form.answer}"
        return self.answer

    def _tell(self, new: Hint) -> None:
        super()._tell(new)
        if new.rung == "before":
            scene = self._scene(self._trace(self.exercise.given))
            cards = [number for number, stop in enumerate(scene["stops"]) if stop["card"]]
            rest = {"stops": scene["stops"][: cards[-1]], "over": say("The end is yours to say.")}
            self.player.load(scene | rest, self._still())
            self.player.play()

    def _show_hints(self) -> tuple[Hint, ...]:
        """Hints are words, and what they take away is no longer there to be chosen."""
        shown = super()._show_hints()
        for each in shown:
            if each.rung == "spare" and self.builder:
                self.builder.tray = without(tray_of(self.exercise), each.spare, each.says)
            elif each.rung == "strike":
                self.task.form = struck(choices_of(self.exercise), each.spare)
        return shown

    # -- showing -------------------------------------------------------------------------------

    @property
    def _unclear(self) -> str:
        """Why it is not clear how the learner thinks that it will end; empty where it is."""
        if not self.exercise.file.predict:
            return ""
        return unclear(self.exercise, self._start(), self.prediction)

    @property
    def _gives_away(self) -> bool:
        """Whether the run that was shown is the answer: the next try needs another board."""
        tried = self._kind.form.names_start and bool(self.form.answer.strip())
        return tried and len(self.exercise.starts) > 1 and not (self.grade and self.grade.solved)

    def _refusal(self) -> str:
        """Why Run waits; empty if it does not."""
        if self.form.locked:
            return say("Start again brings another board.")
        return self._unclear

    def _lock(self) -> None:
        self.feedback.locked = bool(self._unclear)

    def _prefix(self) -> str:
        """A prediction names its board, because each try has another."""
        asked = self._kind.form.names_start and self.form.answer.strip()
        return f"{self._board}: " if asked else ""

    def _ask(self) -> None:
        """What is to be said is said of the board that is shown."""
        if isinstance(self.form, Prediction):
            self.form.ask(self._start().state)

    def _show_run(self) -> None:
        """What happened, on the first board where something is missing."""
        assert self.grade
        failed = self.grade.failed_start
        if failed is not None and failed < len(self.exercise.shown_starts):
            self._board = self.feedback.board = failed + 1
            self._ask()
        try:
            trace = self._trace(self._program())
        except TeachkitError:
            return
        is_asked_again = not self.builder and not self._kind.form.names_start
        hides = is_asked_again and not self.grade.solved
        if not hides and (self.builder or self.form.answer.strip()):
            self.player.load(self._scene(trace), self._still())
            self.player.play()
            self.feedback.waits = len(self.player.stops) > 1

    def _compared(self) -> Compared:
        """What was predicted beside what happened; nothing is lost by a wrong prediction."""
        try:
            tried = attempt(self.exercise, self._program(), self._start())
            return compared_with_run(tried, self.prediction) if self.prediction else Compared()
        except TeachkitError:
            return Compared()

    def _show_score(self) -> None:
        solved = bool(self.grade and self.grade.solved)
        earned = badges(self.exercise, self._program(), solved)
        self.feedback.badges = [{"says": each.par.says, "earned": each.earned} for each in earned]
        super()._show_score()
