"""`RowEditor`, in which a learner changes a given row of cards by edits.

The editor knows no game and no edit. It is passed a tray of cards and one function, `look`, which
makes edits and lists those that can be made next. Other widgets only need its `text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import traitlets

from teachkit.core.game.editing import Edited, Way, edits_in
from teachkit.core.language.nodes import Repeat, brackets_in
from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Data, Saving


class Seen(NamedTuple):
    """The result of edits: the row, the cards used for it, and the edits that can follow.

    `wrong` is the number of the first invalid edit, from 1, and `says` the reason; 0 if all are
    valid. `row` is then the row before that edit.
    """

    row: Program
    laid: Sequence[str] = ()
    ways: Sequence[Way] = ()
    wrong: int = 0
    says: str = ""


Look: TypeAlias = Callable[[Sequence[str]], Seen]


class RowEditor(Saving):
    """The row before and after the edits, cards to change it with, and the edits, also as text.

    >>> row = Program.read("left, jump")
    >>> editor = RowEditor(look=lambda edits: Seen(row), before=row)
    >>> editor.edits = ["unloop 1", "cover 2 with left"]
    >>> editor
    RowEditor('unloop 1, cover 2 with left')
    """

    _esm = script("row_editor/row_editor.js")
    _css = styles("common/common.css", "builder/builder.css", "row_editor/row_editor.css")
    wording = ("row_editor",)

    tray = traitlets.List(traitlets.Dict()).tag(sync=True)
    faces = traitlets.Dict().tag(sync=True)
    before = traitlets.Dict().tag(sync=True)
    row = traitlets.Dict().tag(sync=True)
    edits = traitlets.List(traitlets.Unicode()).tag(sync=True)
    laid = traitlets.List(traitlets.Unicode()).tag(sync=True)
    ways = traitlets.List(traitlets.Dict()).tag(sync=True)
    problem = traitlets.Dict().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    program: traitlets.List[Any] = traitlets.List()

    def __init__(
        self, look: Look, before: Program, edits: Sequence[str] = (), **traits: object
    ) -> None:
        self._look = look
        super().__init__(before=_row(before), edits=list(edits), **traits)
        self._update()
        self.observe(self._follow_edits, "edits")
        self.observe(self._follow_draft, "draft")

    def _update(self) -> None:
        seen = self._look(self.edits)
        self.program = seen.row.to_json()
        self.row, self.laid = _row(seen.row), list(seen.laid)
        self.ways = [way._asdict() for way in seen.ways]
        self.problem = {"edit": seen.wrong, "says": seen.says} if seen.wrong else {}
        self.text = ", ".join(self.edits)

    def _follow_edits(self, change: object) -> None:
        with self.hold_sync():
            self._update()

    def _follow_draft(self, change: object) -> None:
        """Replace the edits by typed ones; an invalid one stays and is explained."""
        self.edits = list(edits_in(str(self.draft.get("source", ""))))

    def __repr__(self) -> str:
        return f"RowEditor({self.text!r})"


def looker(
    edited: Callable[[Sequence[str]], Edited], ways: Callable[[Sequence[str]], Iterable[Way]]
) -> Look:
    """Return a function that makes edits up to the first invalid one.

    `edited(edits)` returns the row after them, or raises `TeachkitError`. `ways(edits)` returns the
    edits that can follow.
    """

    def look(edits: Sequence[str]) -> Seen:
        wrong, says = 0, ""
        for number in range(1, len(edits) + 1):
            try:
                edited(edits[:number])
            except TeachkitError as error:
                wrong, says = number, error.says
                break
        made = edits[: wrong - 1] if wrong else edits
        row, laid = edited(made)
        return Seen(row, laid, () if wrong else tuple(ways(made)), wrong, says)

    return look


def _row(program: Program) -> Data:
    """Return a row for the browser: the names of its cards, and the loops over them."""
    loops = [
        {"times": bracket.times, "first": first, "last": last}
        for bracket, first, last in brackets_in(program.body)
        if isinstance(bracket, Repeat)
    ]
    return {"cards": [card.name for card in program.instructions], "loops": loops}
