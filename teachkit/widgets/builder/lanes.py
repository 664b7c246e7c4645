"""`LaneBuilders`: a column of builders for the programs of several pieces."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import ipywidgets
import traitlets

from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.events import called
from teachkit.widgets.builder.builder import ProgramBuilder
from teachkit.words import say


class LaneBuilders(ipywidgets.VBox):
    """A column with one builder for each piece; `text` has one line for each piece.

    A change to a card in `tray` applies to every piece that has this card.

    >>> def read(notation, source):
    ...     return source.split(", ")
    >>> def write(nodes):
    ...     return ", ".join(nodes), ""
    >>> lanes = LaneBuilders({name: ProgramBuilder(read=read, write=write)
    ...                       for name in ("red", "green")})
    >>> lanes["green"].program = ["left"]
    >>> print(lanes.text)
    red:
    green: left
    """

    text = traitlets.Unicode()
    tray = traitlets.List(traitlets.Dict())

    def __init__(self, builders: Mapping[str, ProgramBuilder]) -> None:
        self.builders = dict(builders)
        parts: list[ipywidgets.Widget] = []
        for name, builder in self.builders.items():
            whose = say("Program of {actor}", actor=called(name))
            builder.words = builder.words | {"builder": whose, "strip": whose}
            builder.actor = name
            heading = ipywidgets.HTML(f"<b>{escape(called(name))}</b>")
            parts += [heading, builder]
        super().__init__(parts)
        self.add_class("tk-lanes")
        for builder in self.builders.values():
            builder.observe(self._update, "text")
        self._update()

    def __getitem__(self, name: str) -> ProgramBuilder:
        return self.builders[name]

    def _update(self, change: object = None) -> None:
        lines = (f"{name}: {builder.text}".rstrip() for name, builder in self.builders.items())
        self.text = "\n".join(lines)

    @property
    def program(self) -> Lanes:
        """The current programs of all pieces."""
        builders = self.builders.items()
        return Lanes.of({name: Program.from_json(each.program) for name, each in builders})

    def lay(self, lanes: Lanes) -> None:
        """Replace the programs of the pieces in `lanes`; the learner can undo this."""
        for name, program in lanes.lanes:
            self.builders[name].lay(program.to_json())

    @traitlets.observe("tray")
    def _hand_out(self, change: traitlets.Bunch) -> None:
        """Copy changed cards from `tray` to the tray of each builder that contains them."""
        changed = {entry["id"]: entry for entry in self.tray}
        for builder in self.builders.values():
            builder.tray = [changed.get(entry["id"], entry) for entry in builder.tray]
