"""Exercises for friends: `MakeBench` to make them, and `Friends` to open and solve them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ipywidgets
import traitlets

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import friends_exercise
from teachkit.classroom.progress import parts_won
from teachkit.core.data import Table, plain
from teachkit.draw.picture import png
from teachkit.errors import FolderError, TeachkitError
from teachkit.exercises.authoring.codes import code_of, read_code, read_result, result_code
from teachkit.exercises.authoring.files import toml_text
from teachkit.exercises.authoring.packing import CodeError
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.making.wishes import made, making_of, missing, parts_of, wishes_in_words
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.exercises.model.verdict import Grade
from teachkit.widgets.common.still import WIDTH, Still, show_with_still
from teachkit.widgets.common.widget import Pressing
from teachkit.widgets.easel import Easel, Findings, Terms
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.bench import Bench
from teachkit.widgets.workbench.desk import row_of_cards
from teachkit.widgets.workbench.workbench import Workbench
from teachkit.words import say, translate


class Sharing(Pressing, script="workbench/sharing.js", styles=["workbench/makebench.css"]):
    """A button that calls `on_press` with `try`, and the `code` of the exercise, if there is one.

    While `tries` is true, the exercise is being played, and the button calls it with `back`.

    >>> sharing = Sharing(tries=True)
    >>> sharing.on_press = print
    >>> sharing.pressed = {"button": "back", "n": 1}
    back None
    """

    tries = traitlets.Bool(False).tag(sync=True)
    code = traitlets.Unicode().tag(sync=True)


class MakeBench(Bench):
    """An exercise that is answered with an exercise: a board to paint, and the wishes beside it.

    `answer` is the current answer as TOML. The buttons call `run()`, `hint()`, `reset()` and
    `try_it()`, which opens the made exercise as `trial`; `back()` closes it.
    """

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        making = making_of(exercise)
        has_board, size = "board" in making.open, making.wishes.size
        run, resets = ("check_board", "start") if has_board else ("check", "cards")
        super().__init__(exercise, answers, run=run, resets=resets)
        self.grade: Grade | None = None
        self.trial: Workbench | None = None
        self._parts = self._kept()
        self.task = Task(title=translate(exercise.title), text=translate(exercise.file.text))
        start, things = self._data["starts"][0], making.things if has_board else ()
        fixed = not has_board or (bool(size) and ".." not in size)
        self.easel = Easel(exercise.game, start, things, fixed, exercise.file.edition)
        self.findings, self.sharing = Findings(), Sharing()
        self.findings.words |= dict.fromkeys(("heading", "easel"), say("Wishes"))
        terms = [each for each in ("cards", "checks") if each in making.open]
        self.terms = Terms(self._data, terms) if terms else None
        self.given = row_of_cards(made(exercise, ""), "") if "given" in making.open else None
        parts = (self.findings, self.terms, self.given and self.given.widget)
        beside = ipywidgets.Box([*filter(None, parts)])
        below = ipywidgets.Box([self.feedback, self.sharing])
        self.lay_out(player=self.easel, builder=beside, feedback=below)
        self.add_class("tk-bench-making")
        self._show_parts()
        self.easel.on_paint = lambda start: self._set(starts=[start])
        self.findings.on_press = lambda button, square: self.easel.mark_square(square)
        self.sharing.on_press = lambda button, fact: self.try_it()
        for buttons in (self.feedback, self.sharing):
            buttons.waits_for(self)
        if self.terms:
            self.terms.observe(lambda change: self._set(**{change["name"]: None}), terms)
        if self.given:
            self.given.widget.observe(lambda change: self._set(given=change["new"]), "text")

    # -- the answer ----------------------------------------------------------------------------

    @property
    def answer(self) -> str:
        """The answer that would be handed in now."""
        return toml_text(self._parts)

    @property
    def _data(self) -> Table:
        """The data of the made exercise, even if it is faulty."""
        kind = making_of(self.exercise).kind
        return plain(self.exercise.file) | self._parts | {"kind": kind}

    def _kept(self) -> Table:
        """Return the open parts, as in the stored answer if it can be read."""
        answer = str(self.entry.record.get("answer") or "")
        parts = {key: getattr(self.exercise.file, key) for key in making_of(self.exercise).keys}
        with suppress(TeachkitError):
            made(self.exercise, answer)
            parts |= parts_of(self.exercise, answer)
        return parts

    def _set(self, **parts: Any) -> None:
        """Change parts of the answer, store it, and mark feedback that no longer applies."""
        if self.terms:
            parts |= {key: self.terms.data[key] for key in parts if key in self.terms.parts}
        if parts.items() <= self._parts.items():
            return
        self._parts = self._parts | parts
        self.entry.save(self.answer)
        self.easel.mark_square("")
        self.verdict.show_stale()
        self._show_grade(None)

    def _show_parts(self) -> None:
        """Show the answer in the easel and beside it."""
        self.easel.load(self._data["starts"][0])
        if self.terms:
            self.terms.show(self._data)
        if self.given:
            self.given.lay(str(self._parts["given"]))
        self._show_grade(None)

    # -- checking and trying -------------------------------------------------------------------

    def run(self) -> None:
        """Hand in the answer, and show which wishes it meets."""
        with self.feedback.hold_sync():
            try:
                says, mood, about = [self.easel.complaint], "look", None
                if not self.easel.complaint:
                    graded, about = self.answers.hand_in(self.exercise, self.answer), self.answer
                    says, mood = [*graded.says], "good" if graded.solved else "look"
                    self._show_grade(graded)
            except FolderError as error:
                says = [error.says]
            self.verdict.say(*says, mood=mood, about=about)
            self.verdict.show_score()
            self.feedback.results += 1

    def _show_grade(self, grade: Grade | None) -> None:
        """List the wishes, each with the reason why it is not met, and offer hints and a code."""
        self.grade = grade
        is_checked = bool(grade and not grade.unread)
        unmet = missing(self.exercise, self.answer) if is_checked else ()
        why = {each.clause: each for each in unmet}
        mood = "good" if is_checked else "seen"
        self.findings.lines = [
            {"mood": "look", "says": f"{says} {why[clause].says}", "square": why[clause].square}
            if clause in why
            else {"mood": mood, "says": says}
            for clause, says in wishes_in_words(self.exercise).items()
        ]
        self.sharing.code = self._code() if grade and grade.solved else ""
        self.help.show()

    def _code(self, answer: str = "") -> str:
        """Return the code of the made exercise, with the maker's own solution if it is known."""
        data = plain(made(self.exercise, self.answer).file)
        return code_of(data, self.answers.learner, answer)

    def try_it(self) -> None:
        """Open the made exercise, as a friend who gets its code would see it."""
        try:
            shared = read_code(self._code())
        except TeachkitError as error:
            self.verdict.say(error.says)
            return
        self._room = TemporaryDirectory(ignore_cleanup_errors=True)
        answers = Answers(Path(self._room.name), "")
        self.trial = Workbench(friends_exercise(shared), answers)
        back = Sharing(tries=True)
        back.on_press = lambda button, fact: self.back()
        self.children = [self.children[0], ipywidgets.Box([back, self.trial])]
        self.add_class("tk-bench-tries")

    def back(self) -> None:
        """Close the trial; if the learner solved it, the code holds this solution."""
        if self.trial and self.trial.grade and self.trial.grade.solved and self.sharing.code:
            self.sharing.code = self._code(self.trial.answer)
        self.trial = None
        self.children = self.children[:1]
        self.remove_class("tk-bench-tries")

    # -- help, beginning again, and answers from elsewhere -------------------------------------

    def follow(self, hint: Hint) -> None:
        if hint.square:
            self.easel.mark_square(hint.square)

    def come_back(self) -> None:
        self._parts = self._kept()
        super().come_back()
        self._show_parts()

    def still(self) -> Still:
        """Return a still of the board and the task, for a notebook without a kernel."""
        state, alt = self.exercise.starts[0].state, str(self.easel.canvas["alt"])
        picture = png(state, size=WIDTH, parts=parts_won(self.answers))
        return Still(picture, alt, str(state), title=self.task.title, task=self.task.asks)


class FriendsBench(Workbench):
    """The bench for the exercise in a code. Once it is solved, its maker is introduced."""

    def __init__(self, code: str, answers: Answers | None = None) -> None:
        self.made = read_code(code)
        super().__init__(friends_exercise(self.made), answers)

    def afterword(self) -> tuple[str, ...]:
        """Return the maker's own solution, and a code that tells the maker about this one."""
        exercise, made = self.exercise, self.made
        own = self.desk.program if self.builder else exercise.given
        theirs = exercise.kind.program(exercise, made.answer) if made.answer else None
        needed = theirs.cost if theirs and grade(exercise, made.answer).solved else 0
        maker, stops = made.maker or say("A neighbour"), self.board.trace(own).stops()
        facts = {"maker": maker, "program": made.answer.replace("\n", "; ")}
        counts = (own.cost if self.builder else 0, len(stops), needed)
        try:
            code = result_code(made.id, self.answers.learner, *counts)
        except CodeError:  # not every name fits
            code = result_code(made.id, "", *counts)
        solution = say("{maker} solved it like this: {program}.", **facts) if needed else ""
        return solution, say("Send back this code: {code}", code=code)


class CodeEntry(Pressing, script="workbench/friends.js", tables=["friends"]):
    """A field for a code, with a button that calls `on_press("open", code)`, and a reply to it.

    >>> entry = CodeEntry()
    >>> entry.on_press = print
    >>> entry.pressed = {"button": "open", "n": 1, "fact": "K7QN4"}
    open K7QN4
    """

    says = traitlets.Unicode().tag(sync=True)


class Friends(ipywidgets.Box):
    """The box "Play a friend's": it opens exercises from codes, and shows what friends achieved."""

    def __init__(self, answers: Answers | None = None) -> None:
        self.entry, self.answers = CodeEntry(), answers
        self.bench: FriendsBench | None = None
        super().__init__([self.entry])
        self.entry.on_press = lambda button, code: self.open_code(str(code))
        self.add_class("tk-friends-box")

    def open_code(self, code: str) -> None:
        """Open the exercise in `code`, or show the result in it, or say why there is neither."""
        try:
            solved = read_result(code)
            self.bench = None if solved else FriendsBench(code, self.answers)
            self.entry.says = str(solved or "")
        except TeachkitError as error:
            self.entry.says = error.says
        self.children = [self.entry, *([self.bench] if self.bench else [])]

    def still(self) -> Still:
        """Return a sentence for a page without a kernel."""
        return Still(b"", "", say("Here you can open the code of a neighbour’s board."))

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still())

    def __repr__(self) -> str:
        return f"Friends({self.bench or ''!s})"


def friends() -> Friends:
    """Return the box in which learners open the codes of their friends: `tk.friends()`."""
    return Friends()
