"""`Findings`: the lines of a proof beside a board."""

from __future__ import annotations

from collections.abc import Callable

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Wording


class Findings(Wording):
    """A list of sentences about a board, which stays in place while a new proof is running.

    Each of `lines` has a sentence `says`, a `mood` (`good`, `look` or `seen`), and perhaps a
    `square`. Pressing a line with a square calls `on_square` with the square's name. While `busy`
    is true, better lines may still come.

    >>> findings = Findings(lines=[{"mood": "look", "says": "c4 is walled in.", "square": "c4"}])
    >>> findings.on_square = print
    >>> findings.chosen = {"square": "c4", "n": 1}
    c4
    >>> findings
    Findings('c4 is walled in.')
    """

    _esm = script("easel/findings.js")
    _css = styles("easel/findings.css")
    wording = ("easel", "findings")

    lines = traitlets.List(traitlets.Dict()).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    chosen = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: object) -> None:
        super().__init__(**traits)
        self.on_square: Callable[[str], None] = lambda square: None
        self.observe(lambda change: self.on_square(change["new"].get("square", "")), "chosen")

    def __repr__(self) -> str:
        return f"Findings({', '.join(repr(line['says']) for line in self.lines)})"
