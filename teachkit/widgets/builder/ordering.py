"""`Ordering`: texts that are put in order as cards are laid, by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from teachkit.core.game.predictions import Part
from teachkit.core.language.instructions import Card, InstructionSet
from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.widgets.builder.builder import Node, ProgramBuilder
from teachkit.words import translate


class Ordering(ProgramBuilder):
    """Each of `texts` is there once; `answer` is their letters as they lie.

    >>> order = Ordering({"a": "Gears turn", "b": "Belts carry"})
    >>> order.answer = "b, a"
    >>> order.program, order
    (['b', 'a'], Ordering('b, a'))
    """

    answer = traitlets.Unicode()
    locked = traitlets.Bool(False)

    def __init__(self, texts: Mapping[str, str]) -> None:
        letters = InstructionSet(Card(letter, letter, letter, "") for letter in texts)

        def read(notation: str, source: str) -> Sequence[Node]:
            return Program.read(source, letters).to_json()

        def write(nodes: Sequence[Node]) -> tuple[str, str]:
            return ", ".join(map(str, nodes)), ""

        self._read_letters = read
        tray: list[dict[str, Any]] = [
            {"id": letter, "node": letter, "symbol": letter, "label": says, "help": "", "limit": 1}
            for letter, says in texts.items()
        ]
        super().__init__(tray, read=read, write=write, arrange=True, show_python=False)
        whole = {"builder": translate("Your order"), "strip": translate("Your order"),
                 "side": translate("Your order as text")}  # fmt: skip
        self.words = self.words | whole

    @traitlets.observe("text")
    def _follow_text(self, change: object) -> None:
        self.answer = self.text

    @traitlets.observe("answer")
    def _follow_answer(self, change: object) -> None:
        """Lay what is kept; what cannot be read is begun anew."""
        if self.answer == self.text:
            return
        try:
            self.lay(self._read_letters("text", self.answer))
        except TeachkitError:
            self.lay([])

    def show(self, parts: Sequence[Part]) -> None:
        """What is right is told in words; nothing is marked."""
