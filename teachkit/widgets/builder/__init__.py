"""`ProgramBuilder`, in which a learner builds a program from cards, or types card text or Python.

The builder knows nothing about games. It is passed a tray of cards, the cards that can be typed,
and a function `judge` for cards that may not be played. Other widgets only need the builder's
`program`. `LaneBuilders` has a builder for each of several pieces, and `Ordering` is a builder for
texts to put in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape
from typing import Any

import ipywidgets
import traitlets

from teachkit.core.language.instructions import Card, InstructionSet
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.flow import called
from teachkit.errors import ProgramError, TeachkitError
from teachkit.widgets.builder.cards import Entry, Judge, Node
from teachkit.widgets.common.widget import Pressing, Saving
from teachkit.words import say


class ProgramBuilder(Saving, Pressing, script="builder/builder.js"):
    """A widget to build a program from cards or to type it; cards and text always agree.

    Text is read as a program of `cards`, or of any cards if there are none. Python is written with
    the functions of `vocabulary`, by default those of `cards`. `judge(nodes)` lists the problems.
    `actor` is the piece that runs the program, if there are several pieces. `slots` are the slots
    for the cards of a program, in games that have them. A locked slot keeps its card, which is not
    part of `program`; the other slots are filled in order. If `replaces` is true, a tray card takes
    the place of the chosen card. `reserved` are the names that no routine can have.

    While `marking` is true, no card can be changed: the learner marks a card, and `on_press` is
    called with `mark` and the card's number. `mark` is the number of the marked card, or 0, and
    `mark_says` is the question or the reply above the cards.

    >>> tray = [{"id": "left", "node": "left", "symbol": "↰", "label": "Left", "limit": 3}]
    >>> builder = ProgramBuilder(tray=tray, program=["left"])
    >>> builder
    ProgramBuilder('left')
    >>> builder.program = ["left", "left"]
    >>> print(builder.python)
    left()
    left()
    """

    tray = traitlets.List(traitlets.Dict()).tag(sync=True)
    program: traitlets.List[Any] = traitlets.List().tag(sync=True)
    slots = traitlets.List(traitlets.Dict()).tag(sync=True)
    fixed = traitlets.List(traitlets.Int()).tag(sync=True)
    actor = traitlets.Unicode().tag(sync=True)
    arrange = traitlets.Bool(False).tag(sync=True)
    replaces = traitlets.Bool(False).tag(sync=True)
    reserved = traitlets.List(traitlets.Unicode()).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    problems = traitlets.List(traitlets.Dict()).tag(sync=True)

    marking = traitlets.Bool(False).tag(sync=True)
    mark = traitlets.Int(0).tag(sync=True)
    mark_says = traitlets.Unicode("").tag(sync=True)

    text = traitlets.Unicode().tag(sync=True)
    python = traitlets.Unicode().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    draft_read = traitlets.Int(0).tag(sync=True)
    complaint = traitlets.Dict().tag(sync=True)
    show_python = traitlets.Bool(True).tag(sync=True)
    python_first = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        tray: Sequence[Entry] = (),
        program: Sequence[Node] = (),
        *,
        cards: InstructionSet | None = None,
        vocabulary: InstructionSet | None = None,
        judge: Judge = lambda nodes: [],
        **traits: object,
    ) -> None:
        self._cards, self._vocabulary, self._judge = cards, vocabulary or cards, judge
        super().__init__(tray=list(tray), program=list(program), **traits)
        self._update()
        self.observe(lambda change: self._update(), "program")
        self.observe(self._follow_draft, "draft")

    def lay(self, program: Sequence[Node], fixed: Sequence[int] = ()) -> None:
        """Replace the program and its fixed cards; the learner can undo this.

        `fixed` changes with the cards while the learner works, so it must be set together with the
        program.
        """
        with self.hold_sync():
            self.fixed = list(fixed)
            self.program = list(program)

    @traitlets.validate("program")
    def _routines_first(self, proposal: traitlets.Bunch) -> list[Node]:
        nodes = proposal["value"]
        return sorted(nodes, key=lambda node: not (isinstance(node, dict) and "define" in node))

    def _update(self) -> None:
        """Update the texts and the problems from the current program."""
        program = Program.from_json(self.program)
        with self.hold_sync():
            self.text, self.python = str(program), program.to_python(self._vocabulary)
            self.problems = list(self._judge(self.program))

    def _read(self, notation: str, source: str) -> list[Node]:
        read = Program.from_python if notation == "python" else Program.read
        return read(source, self._cards).to_json()

    def _follow_draft(self, change: object) -> None:
        """Replace the program with the typed one, or explain why the text cannot be read."""
        notation, source = self.draft["notation"], self.draft["source"]
        with self.hold_sync():
            try:
                program = self._read(notation, source)
                self.fixed = still_fixed(self.fixed, self.program, program)
            except TeachkitError as wrong:
                place = {key: getattr(wrong, key, None) for key in ("line", "column")}
                self.complaint = {"notation": notation, "says": wrong.says, **place}
            else:
                self.complaint = {}
                self.program = program
            self.draft_read = self.draft["n"]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"


class LaneBuilders(ipywidgets.VBox):
    """A column with one builder for each piece; `text` has one line for each piece.

    A change to a card in `tray` applies to every piece that has this card.

    >>> lanes = LaneBuilders({name: ProgramBuilder() for name in ("red", "green")})
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
            builder.observe(self._update, "text")
            parts += [ipywidgets.HTML(f"<b>{escape(called(name))}</b>"), builder]
        super().__init__(parts)
        self.add_class("tk-lanes")
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


def still_fixed(fixed: Sequence[int], old: Sequence[Node], new: Sequence[Node]) -> list[int]:
    """Return the numbers that the fixed cards have in `new`; `fixed` are their numbers in `old`.

    Raise `ProgramError` if a fixed card is gone or is in different brackets.

    >>> still_fixed([2], ["left", "jump"], ["left", "left", "jump"])
    [3]
    """
    before, after = list(_cards(old)), list(_cards(new))
    number_now = {
        block.a + i + 1: block.b + i + 1
        for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
        for i in range(block.size)
    }
    for card in fixed:
        if card not in number_now:
            raise ProgramError(say("Card {card} is locked. Leave it as it was.", card=card))
    return [number_now[card] for card in fixed]


def _cards(nodes: Sequence[Node], around: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield each card as a tuple: the brackets around the card, outermost first, then the card."""
    for node in nodes:
        if not isinstance(node, dict):
            yield (*around, str(node))
            continue
        head = str({key: node[key] for key in ("repeat", "while", "if", "define") if key in node})
        for arm in ("body", "then", "else"):
            yield from _cards(node.get(arm, ()), (*around, head, arm))


class Ordering(ProgramBuilder):
    """A builder for putting texts in order; `answer` lists the texts' letters in that order.

    >>> order = Ordering({"a": "Gears turn", "b": "Belts carry"})
    >>> order.answer = "b, a"
    >>> order.program, order
    (['b', 'a'], Ordering('b, a'))
    """

    wording = ("builder", "words", "order")
    answer = traitlets.Unicode()
    locked = traitlets.Bool(False)

    def __init__(self, texts: Mapping[str, str]) -> None:
        letters = InstructionSet(Card(letter, letter, letter, "") for letter in texts)
        tray = [
            {"id": letter, "node": letter, "symbol": letter, "label": says, "help": "", "limit": 1}
            for letter, says in texts.items()
        ]
        super().__init__(tray, cards=letters, arrange=True, show_python=False)

    @traitlets.observe("text")
    def _follow_text(self, change: object) -> None:
        self.answer = self.text

    @traitlets.observe("answer")
    def _follow_answer(self, change: object) -> None:
        """Show the cards of `answer`, or no cards if it cannot be read."""
        if self.answer == self.text:
            return
        try:
            self.lay(self._read("text", self.answer))
        except TeachkitError:
            self.lay([])
