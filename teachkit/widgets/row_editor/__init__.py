"""`RowEditor`, in which a learner changes a given row of cards by edits.

The editor knows nothing about games or kinds of edits. It is passed a tray of cards and two
functions: `edited` makes edits, and `ways` lists the edits that can be made next. Other widgets
only need the editor's `text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import traitlets

from teachkit.core.game.game import Edited, EditOption, edits_in
from teachkit.core.language.instructions import Repeat
from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.widgets.common.widget import Data, Saving


class RowEditor(
    Saving,
    script="row_editor/row_editor.js",
    styles=["builder/builder.css", "row_editor/row_editor.css"],
):
    """An editor for a row of cards: the row before and after the edits, and the edits themselves.

    `edited(edits)` returns the row after these edits, or raises `TeachkitError`. `ways(edits)`
    returns the edits that can come next. Edits are applied up to the first invalid one, which
    is described in `problem`. `tray` holds the cards for the edits.

    >>> row = Program.read("left, jump")
    >>> editor = RowEditor(lambda edits: Edited(row, ()), lambda edits: (), row)
    >>> editor.edits = ["unloop 1", "cover 2 with left"]
    >>> editor
    RowEditor('unloop 1, cover 2 with left')
    """

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
        self,
        edited: Callable[[Sequence[str]], Edited],
        ways: Callable[[Sequence[str]], Iterable[EditOption]],
        before: Program,
        edits: Sequence[str] = (),
        **traits: object,
    ) -> None:
        self._edited, self._following = edited, ways
        super().__init__(before=_row(before), edits=list(edits), **traits)
        self._update()
        self.observe(lambda change: self._update(), "edits")
        self.observe(self._follow_draft, "draft")

    def _update(self) -> None:
        valid, says = self._valid()
        row, laid = self._edited(valid)
        with self.hold_sync():
            self.program = row.to_json()
            self.row, self.laid = _row(row), list(laid)
            self.ways = [] if says else [way._asdict() for way in self._following(valid)]
            self.problem = {"edit": len(valid) + 1, "says": says} if says else {}
            self.text = ", ".join(self.edits)

    def _valid(self) -> tuple[Sequence[str], str]:
        """Return the edits before the first invalid one, and the reason why that one is invalid."""
        for number in range(len(self.edits)):
            try:
                self._edited(self.edits[: number + 1])
            except TeachkitError as error:
                return self.edits[:number], error.says
        return self.edits, ""

    def _follow_draft(self, change: object) -> None:
        """Replace the edits with the typed ones; an invalid edit stays, and is explained."""
        self.edits = list(edits_in(str(self.draft.get("source", ""))))

    def __repr__(self) -> str:
        return f"RowEditor({self.text!r})"


def _row(program: Program) -> Data:
    """Return `program` as data for the browser: the names of its cards, and its loops."""
    loops = [
        {"times": bracket.times, "first": first, "last": last}
        for bracket, first, last in program.brackets
        if isinstance(bracket, Repeat)
    ]
    return {"cards": [card.name for card in program.instructions], "loops": loops}
