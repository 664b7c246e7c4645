"""`Bench`, the base class of the widgets for working on one exercise."""

from __future__ import annotations

from typing import Any

import ipywidgets

from teachkit.classroom.answers import Answers
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import arranged
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.help import Help
from teachkit.widgets.workbench.verdict import SavedAnswer, Verdict

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
