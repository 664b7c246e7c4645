"""`MakeBench`: an exercise in which the learner makes an exercise for a friend."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.core.data import Table, plain
from teachkit.draw.picture import png
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.authoring.codes import code_of, read_code
from teachkit.exercises.authoring.files import make_exercise, toml_text
from teachkit.exercises.explaining.praise import praise
from teachkit.exercises.kinds.make import made, making_of, missing, parts_of, wishes_in_words
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.exercises.model.verdict import Grade
from teachkit.widgets.common.still import WIDTH, Still
from teachkit.widgets.common.widget import Data
from teachkit.widgets.easel import Easel, Findings, Terms
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.bench import Bench
from teachkit.widgets.workbench.desk import row_of_cards
from teachkit.widgets.workbench.help import Help
from teachkit.widgets.workbench.saved_answer import SavedAnswer
from teachkit.widgets.workbench.sharing import Sharing
from teachkit.widgets.workbench.verdict import Verdict
from teachkit.widgets.workbench.workbench import Workbench
from teachkit.words import say, translate


class MakeBench(Bench):
    """An exercise that is answered with an exercise: a board to paint, and the wishes beside it.

    `answer` is the current answer as TOML. The buttons call `run()`, `hint()`, `reset()` and
    `try_it()`, which opens the made exercise as `trial`; `back()` closes it.
    """

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        super().__init__()
        self.exercise, self.answers = exercise, answers or Answers()
        self.grade: Grade | None = None
        self.trial: Workbench | None = None
        self._making, self._number = making_of(exercise), 1
        self.feedback = Feedback(
            run="check_board",
            possible=exercise.possible,
            exercise=exercise.id,
            boards=len(exercise.starts),
            resets="start",
        )
        self.verdict = Verdict(exercise, self.answers, self.feedback, lambda: self.answer)
        self.entry = SavedAnswer(exercise, self.answers, self.verdict, self._come_back)
        self._parts = self._kept()
        self.task = Task(translate(exercise.title), translate(exercise.file.text))
        self.easel = self._easel()
        self.findings, self.sharing = Findings(), Sharing()
        self.findings.words |= dict.fromkeys(("heading", "easel"), say("Wishes"))
        self._beside = [each for each in ("cards", "checks") if each in self._making.open]
        self.terms = Terms(self._data, self._beside) if self._beside else None
        self.given = row_of_cards(made(exercise, ""), "") if "given" in self._making.open else None
        self.help = Help(exercise, self.entry, self.feedback, lambda: self.answer, self._follow)
        builder = self.given and self.given.widget
        parts = filter(None, (self.findings, self.terms, builder))
        self.lay_out(
            player=self.easel,
            builder=ipywidgets.Box([*parts]),
            feedback=ipywidgets.Box([self.feedback, self.sharing]),
        )
        self.add_class("tk-bench-making")
        self._show_parts()
        self._listen()

    def _easel(self) -> Easel:
        """Return an easel on which only what is open can be changed."""
        exercise, making = self.exercise, self._making
        is_open, size = "board" in making.open, making.wishes.size
        return Easel(
            exercise.game,
            self._starts[0],
            things=making.things if is_open else (),
            fixed=not is_open or (bool(size) and ".." not in size),
            edition=exercise.file.edition,
        )

    # -- the answer ----------------------------------------------------------------------------

    @property
    def answer(self) -> str:
        """The answer that would be handed in now."""
        return toml_text(self._parts)

    @property
    def _data(self) -> Table:
        """The data of the made exercise."""
        return plain(self.exercise.file) | {"kind": self._making.kind} | self._parts

    @property
    def _starts(self) -> list[Table]:
        """The boards of the answer."""
        starts: list[Table] = self._parts.get("starts", self.exercise.file.starts)
        return starts

    def _kept(self) -> Table:
        """Return the open parts, as in the stored answer if it can be read."""
        file, answer = self.exercise.file, str(self.entry.record.get("answer") or "")
        parts = {key: getattr(file, key) for key in self._making.keys}
        with suppress(TeachkitError):
            made(self.exercise, answer)
            parts |= parts_of(self.exercise, answer)
        return parts

    def _show_parts(self) -> None:
        """Show the answer in the easel and beside it."""
        self.easel.load(self._starts[self._number - 1])
        if self.terms:
            self.terms.show(self._data)
        if self.given:
            self.given.lay(str(self._parts["given"]))
        self._list_wishes()

    def _listen(self) -> None:
        self.easel.on_paint = self._paint
        self.sharing.on_press = lambda button, fact: self.try_it()
        self.feedback.waits_for(self)
        self.sharing.waits_for(self)
        if self.terms:
            self.terms.observe(self._set_terms, ["cards", "checks"])
        if self.given:
            self.given.widget.observe(lambda change: self._set(given=change["new"]), "text")
        self.findings.on_square = self.easel.mark_square

    def _paint(self, start: Table) -> None:
        starts = [*self._starts]
        starts[self._number - 1] = start
        self._set(starts=starts)

    def _set_terms(self, change: object) -> None:
        if self.terms:
            terms = self.terms.data
            self._set(**{key: terms[key] for key in self._beside})

    def _set(self, **parts: Any) -> None:
        """Change parts of the answer, store it, and mark feedback that no longer applies."""
        if parts.items() <= self._parts.items():
            return
        self._parts = self._parts | parts
        self.entry.save(self.answer)
        self.grade, self.sharing.code = None, ""
        self.easel.mark_square("")
        self.verdict.show_stale()
        self._list_wishes()
        self.help.show()

    # -- checking and trying -------------------------------------------------------------------

    def run(self) -> None:
        """Hand in the answer, and show which wishes it meets."""
        with self.feedback.hold_sync():
            self._hand_in()
            self.feedback.results += 1

    def _hand_in(self) -> None:
        if self.easel.complaint:
            self.verdict.say(self.easel.complaint)
            return
        answer = self.answer
        try:
            self.grade = self.answers.hand_in(self.exercise, answer)
        except FolderError as error:
            self.verdict.say(error.says)
            return
        says, mood = self.grade.says, "look"
        if self.grade.solved:
            says, mood = (praise(self.exercise, answer), *says[1:]), "good"
            self._share()
        self.verdict.say(*says, mood=mood, about=answer)
        self._list_wishes()
        self.help.show()
        self.verdict.show_score()

    def _list_wishes(self) -> None:
        """List the wishes, each with the reason why it is not met if the answer was checked."""
        checked = self.grade and not self.grade.unread
        found = missing(self.exercise, self.answer) if checked else ()
        unmet = {each.clause: each for each in found}
        lines: list[Data] = []
        for clause, says in wishes_in_words(self.exercise).items():
            lines.append({"mood": "good" if checked else "seen", "says": says})
            if why := unmet.get(clause):
                lines[-1] = {"mood": "look", "says": f"{says} {why.says}", "square": why.square}
        self.findings.lines = lines

    def _share(self, answer: str = "") -> None:
        """Show the code of the made exercise, with the maker's own solution if it is known."""
        self.sharing.code = code_of(self._shared, self.answers.learner, answer)

    @property
    def _shared(self) -> Table:
        return plain(made(self.exercise, self.answer).file)

    def try_it(self) -> None:
        """Open the made exercise, as a friend who gets its code would see it."""
        try:
            shared = read_code(code_of(self._shared))
            exercise = make_exercise(shared.id, shared.data)
        except TeachkitError as error:
            self.verdict.say(error.says)
            return
        self._room = TemporaryDirectory(ignore_cleanup_errors=True)
        self.trial = Workbench(exercise, Answers(Path(self._room.name), ""))
        back = Sharing(tries=True)
        back.on_press = lambda button, fact: self.back()
        self.children = [self.children[0], ipywidgets.Box([back, self.trial])]
        self.add_class("tk-bench-tries")

    def back(self) -> None:
        """Close the trial; if the learner solved it, the code holds this solution."""
        if self.trial and self.trial.grade and self.trial.grade.solved and self.sharing.code:
            self._share(self.trial.answer)
        self.trial = None
        self.children = self.children[:1]
        self.remove_class("tk-bench-tries")

    # -- boards, help, and beginning again -----------------------------------------------------

    def show_board(self, number: int) -> None:
        """Show board `number`, from 1, of an exercise with several boards."""
        self._number = self.feedback.board = number
        self.easel.load(self._starts[number - 1])

    def _follow(self, hint: Hint) -> None:
        if hint.square:
            self.easel.mark_square(hint.square)

    def reset(self) -> None:
        """Start again with the board of the exercise; earned points are kept."""
        self.entry.reset()
        self._come_back()
        self.verdict.say()

    def _come_back(self) -> None:
        """Show the stored answer."""
        self._parts, self.grade, self.sharing.code = self._kept(), None, ""
        self._show_parts()
        self.help.read()
        self.verdict.show_score()

    def still(self) -> Still:
        """Return a still of the board and the task, for a notebook without a kernel."""
        state = self.exercise.starts[0].state
        picture, alt = png(state, size=WIDTH), str(self.easel.canvas["alt"])
        return Still(picture, alt, str(state), title=self.task.title, task=self.task.asks)
