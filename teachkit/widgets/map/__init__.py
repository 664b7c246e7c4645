"""`Map`: a widget that shows how far a learner has come on the expedition."""

from __future__ import annotations

from collections.abc import Callable

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import Data, Wording


class Map(Wording):
    """The map of the expedition: its places are links to the lessons, with what is solved there.

    `travel()` returns what the map shows now: `says`, `places`, `parts`, `rover` and `following`.
    The map is shown anew whenever it comes into view, which raises `seen`.
    """

    _esm = script("map/map.js")
    _css = styles("map/map.css")
    wording = ("map",)

    picture = traitlets.Bytes().tag(sync=True)
    alt = traitlets.Unicode().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    rover = traitlets.Bytes().tag(sync=True)
    seen = traitlets.Int(0).tag(sync=True)

    def __init__(
        self, travel: Callable[[], tuple[Data, bytes]], picture: bytes, still: Still
    ) -> None:
        super().__init__(picture=picture, alt=still.alt)
        self._travel, self.still = travel, still
        self.observe(lambda change: self.tell(), "seen")

    def tell(self) -> None:
        """Show how far the learner has come."""
        self.shown, self.rover = self._travel()

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still)

    def __repr__(self) -> str:
        return f"Map({' '.join(self.shown.get('says', []))!r})"
