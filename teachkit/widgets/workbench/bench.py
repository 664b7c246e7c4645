"""`Bench`, the base class of the widgets for working on one exercise, and the help beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.exercises.explaining.hints import Asked, hint, shown_hints
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import arranged
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.verdict import SavedAnswer, Verdict


class Help:
    """The ladder of help for one exercise, shown in `feedback` and stored in `entry`.

    `handed()` returns the current answer, which the hints are about. `follow` is called with every
    hint that is shown, for example to remove a card that the hint says is not needed.
    """

    def __init__(
        self,
        exercise: Exercise,
        entry: SavedAnswer,
        feedback: Feedback,
        handed: Callable[[], str],
        follow: Callable[[Hint], None] = lambda hint: None,
    ) -> None:
        self._exercise, self._entry = exercise, entry
        self._feedback, self._handed, self._follow = feedback, handed, follow
        self.read()

    def read(self) -> None:
        """Read from the answers file which hints the learner has asked for, and show them."""
        self._asked = Asked.read(self._entry.record)
        self.show()

    def ask(self) -> Hint | None:
        """Show the next hint and return it; the solution is shown only at the second request."""
        new = hint(self._exercise, self._asked, self._handed())
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
        shown = shown_hints(self._exercise, self._asked, self._handed())
        following = hint(self._exercise, self._asked, self._handed())
        astray = [each.says for each in shown if each.rung == "astray"]
        with self._feedback.hold_sync():
            self._feedback.hints = [each.says for each in shown if each.rung != "astray"]
            self._feedback.astray_says = "".join(astray)
            self._feedback.hints_left = max(0, len(self._exercise.file.hints) - self._asked.hints)
            self._feedback.help = following.rung if following else ""
            self._feedback.sure = False
        for each in shown:
            self._follow(each)


METHODS = {
    "run": "run",
    "board": "show_board",
    "hint": "hint",
    "astray": "show_astray",
    "reset": "reset",
}
"""The methods of a bench that its buttons call."""


class Bench(ipywidgets.Box):
    """An exercise with its task and its feedback, whose buttons call the methods of a subclass.

    `traits` are those of the feedback. The subclass sets the `task` and then calls `lay_out`.
    """

    task: Task
    help: Help

    def __init__(self, exercise: Exercise, answers: Answers | None, **traits: object) -> None:
        super().__init__()
        self.exercise, self.answers = exercise, answers or Answers()
        self.feedback = Feedback(exercise=exercise.id, possible=exercise.possible, **traits)
        self.verdict = Verdict(exercise, self.answers, self.feedback, lambda: self._handed)
        self.entry = SavedAnswer(exercise, self.answers, self.verdict, self._come_back)

    @property
    def answer(self) -> str:
        """The answer that would be handed in now."""
        raise NotImplementedError

    @property
    def _handed(self) -> str:
        """The text that is graded."""
        return self.answer

    def lay_out(self, *classes: str, **parts: ipywidgets.Widget | None) -> None:
        """Show the `parts` in their places, with the task's title in their names, and the help."""
        self.help = Help(
            self.exercise, self.entry, self.feedback, lambda: self._handed, self._follow
        )
        inner = ipywidgets.Box(arranged(self.task.title, task=self.task, **parts))
        for name in ("tk-bench-parts", *classes):
            inner.add_class(name)
        self.children = [inner]
        self.add_class("tk-bench")
        self.feedback.on_press = self._press

    def hint(self) -> None:
        """Show the next hint; the solution is shown only if the learner asks for it twice."""
        self.help.ask()

    def _follow(self, hint: Hint) -> None:
        """Do what `hint`, which was just shown, says about the parts."""

    def _come_back(self) -> None:
        """Show the stored answer."""
        raise NotImplementedError

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
        """Return a still of the task, for a notebook without a kernel."""
        return Still(b"", "", "", title=self.task.title, task=self.task.asks)

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still())

    def __repr__(self) -> str:
        return repr(self.verdict)
