"""Exercises that friends made: the box in which their codes are opened, and the bench for them."""

from __future__ import annotations

import ipywidgets
import traitlets

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import friends_exercise
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.code_letters import CodeError
from teachkit.exercises.authoring.codes import read_code, read_result, result_code
from teachkit.exercises.judging.grade import grade
from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import Pressing
from teachkit.widgets.workbench.workbench import Workbench
from teachkit.words import say


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
        facts = {"maker": made.maker or say("A friend"), "program": made.answer.replace("\n", "; ")}
        stops = self.board.trace(own).stops()
        counts = (own.cost if self.builder else 0, len(stops), needed)
        try:
            code = result_code(made.id, self.answers.learner, *counts)
        except CodeError:  # not every name fits
            code = result_code(made.id, "", *counts)
        solution = say("{maker} solved it like this: {program}.", **facts) if needed else ""
        return solution, say("Send back this code: {code}", code=code)


class CodeEntry(Pressing):
    """A field for a code, with a button that calls `on_press("open", code)`, and a reply to it.

    >>> entry = CodeEntry()
    >>> entry.on_press = print
    >>> entry.pressed = {"button": "open", "n": 1, "fact": "K7QN4"}
    open K7QN4
    """

    _esm = script("workbench/friends.js")
    _css = styles("workbench/friends.css")
    wording = ("workbench", "friends")

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
        return Still(b"", "", say("Here you can open the code of a friend’s board."))

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still())

    def __repr__(self) -> str:
        return f"Friends({self.bench or ''!s})"


def friends() -> Friends:
    """Return the box in which learners open the codes of their friends: `tk.friends()`."""
    return Friends()
