"""The help beside an exercise: hints are shown one by one, and stay while they apply."""

from __future__ import annotations

from collections.abc import Callable

from teachkit.exercises.explaining.hints import Asked, hint, shown_hints
from teachkit.exercises.model.exercise import Exercise, Hint
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.workbench.verdict import SavedAnswer


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
