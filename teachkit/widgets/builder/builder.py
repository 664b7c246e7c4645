"""`ProgramBuilder`: where a learner lays a program, as cards, as card text or as Python.

The builder knows no game. It is handed a tray of cards and three functions: `read` and `write`
for the notations, `judge` for what may not be played. `program` is all that others need of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

import traitlets

from teachkit.errors import ProgramError, TeachkitError
from teachkit.widgets.common.front import front, styles
from teachkit.widgets.common.saving import Saving
from teachkit.words import say, translate

Node: TypeAlias = Any
"""As `Program.to_json` writes it: `"forward"`, `["shove", "left"]`, `{"repeat": 2, "body": []}`."""

Read: TypeAlias = Callable[[str, str], Sequence[Node]]
Write: TypeAlias = Callable[[Sequence[Node]], tuple[str, str]]
Judge: TypeAlias = Callable[[Sequence[Node]], Sequence[dict[str, Any]]]


class ProgramBuilder(Saving):
    """Cards to lay, and the same program as text to type; both ways stay in step.

    `read(notation, source)` turns typed text (`"python"` or `"text"`) into nodes or raises a
    `ProgramError`; `write(nodes)` gives card text and Python; `judge(nodes)` says what is wrong.
    `actor` is the piece whose program this is, where there are several. Where a program has a place
    for each card, `slots` are those places: a locked one keeps its card, which is no part of
    `program`; the others are filled in their order.

    While it is `marking` no card can be changed; the learner marks one, and `on_mark` hears its
    number. `mark` is the card that carries the mark, and `mark_says` what is asked and answered.

    >>> def read(notation, source):
    ...     return source.split(", ")
    >>> def write(nodes):
    ...     return ", ".join(nodes), "".join(f"{node}()\\n" for node in nodes)
    >>> tray = [{"id": "left", "node": "left", "symbol": "↰", "label": "Left", "limit": 3}]
    >>> builder = ProgramBuilder(tray=tray, program=["left"], read=read, write=write)
    >>> builder
    ProgramBuilder('left')
    >>> builder.program = ["left", "left"]
    >>> print(builder.python)
    left()
    left()
    <BLANKLINE>
    """

    _esm = front("builder/builder.js")
    _css = styles("common/common.css", "builder/builder.css")

    tray = traitlets.List(traitlets.Dict()).tag(sync=True)
    program: traitlets.List[Any] = traitlets.List().tag(sync=True)
    slots = traitlets.List(traitlets.Dict()).tag(sync=True)
    fixed = traitlets.List(traitlets.Int()).tag(sync=True)
    actor = traitlets.Unicode().tag(sync=True)
    arrange = traitlets.Bool(False).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    problems = traitlets.List(traitlets.Dict()).tag(sync=True)

    marking = traitlets.Bool(False).tag(sync=True)
    mark = traitlets.Int(0).tag(sync=True)
    mark_says = traitlets.Unicode("").tag(sync=True)
    marked = traitlets.Dict().tag(sync=True)

    text = traitlets.Unicode().tag(sync=True)
    python = traitlets.Unicode().tag(sync=True)
    draft = traitlets.Dict().tag(sync=True)
    draft_read = traitlets.Int(0).tag(sync=True)
    complaint = traitlets.Dict().tag(sync=True)
    show_python = traitlets.Bool(True).tag(sync=True)
    python_first = traitlets.Bool(False).tag(sync=True)

    words = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        tray: Sequence[dict[str, Any]] = (),
        program: Sequence[Node] = (),
        *,
        read: Read,
        write: Write,
        judge: Judge = lambda nodes: [],
        **traits: Any,
    ) -> None:
        self._read, self._write, self._judge = read, write, judge
        super().__init__(tray=list(tray), program=list(program), words=_words(), **traits)
        self._tell()
        self.observe(self._follow_program, "program")
        self.observe(self._follow_draft, "draft")
        self.on_mark: Callable[[int], None] = lambda card: None
        self.observe(lambda change: self.on_mark(int(change["new"].get("card", 0))), "marked")

    def lay(self, program: Sequence[Node], fixed: Sequence[int] = ()) -> None:
        """Lay another program, with these cards fixed; the learner can still undo it.

        `fixed` follows its cards while the learner works, so it is told anew with the program.
        """
        with self.hold_sync():
            self.fixed = list(fixed)
            self.program = list(program)

    def _tell(self) -> None:
        """Print and judge the program that is there now."""
        self.text, self.python = self._write(self.program)
        self.problems = list(self._judge(self.program))

    def _follow_program(self, change: object) -> None:
        with self.hold_sync():
            self._tell()

    def _follow_draft(self, change: object) -> None:
        """Take over what was typed, or say what could not be read and keep the program."""
        notation, source = self.draft["notation"], self.draft["source"]
        with self.hold_sync():
            try:
                program = list(self._read(notation, source))
                self.fixed = still_fixed(self.fixed, self.program, program)
            except TeachkitError as wrong:
                line, column = getattr(wrong, "line", None), getattr(wrong, "column", None)
                self.complaint = {
                    "notation": notation,
                    "says": wrong.says,
                    "line": line,
                    "column": column,
                }
            else:
                self.complaint = {}
                self.program = program
            self.draft_read = self.draft["n"]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The live view, and for everything that cannot show it a repr that stays the same."""
        bundle = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/plain": repr(self)}, metadata


def still_fixed(fixed: Sequence[int], old: Sequence[Node], new: Sequence[Node]) -> list[int]:
    """The numbers that fixed cards have in the new program.

    Raises `ProgramError` if one of them is gone or lies in other brackets than before.

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
            raise ProgramError(say("Card {card} is fixed. Please keep it as it was.", card=card))
    return [number_now[card] for card in fixed]


def _cards(nodes: Sequence[Node], around: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every card with the brackets around it, from the outermost in."""
    for node in nodes:
        if not isinstance(node, dict):
            yield (*around, str(node))
            continue
        head = str({key: node[key] for key in ("repeat", "while", "if") if key in node})
        for arm in ("body", "then", "else"):
            yield from _cards(node.get(arm, ()), (*around, head, arm))


def _words() -> dict[str, str]:
    """Everything the browser says, in the learner's language; it fills the {holes} itself."""
    return {
        "builder": translate("Your program"),
        "tray": translate("Cards"),
        "tray_keys": translate("Arrow keys choose a card. Enter adds it."),
        "strip": translate("Program"),
        "strip_keys": translate(
            "Arrow keys choose. Alt and an arrow move. Shift and an arrow choose more. "
            "Delete removes. Control Z undoes."
        ),
        "mark_keys": translate("Arrow keys choose a card. Enter marks it as the first wrong one."),
        "mark_first": translate("First mark the card that goes wrong first."),
        "start": translate("Start of the program"),
        "otherwise": translate("otherwise"),
        "lay_here": translate("Choose a card to begin."),
        "lay_inside": translate("Lay a card here."),
        "left": translate("{label}, {left} left"),
        "none_left": translate("{label}, none left"),
        "no_more": translate("No more {label} cards."),
        "card": translate("{label}, card {card} of {cards}"),
        "in_slot": translate("{label}, {slot}"),
        "locked": translate("{slot} is locked: {label}"),
        "full": translate("No place is left. Take a card out first."),
        "fixed": translate("fixed"),
        "repeat": translate("Repeat {of} times"),
        "while": translate("While {of}"),
        "if": translate("If {of}"),
        "bracket_empty": translate("{label}, empty"),
        "bracket_one": translate("{label}, around card {first}"),
        "bracket_many": translate("{label}, around cards {first} to {last}"),
        "several": translate("{count} pieces"),
        "chosen": translate("{count} chosen."),
        "held": translate("{label} in your hand. Choose a place for it."),
        "put_back": translate("Put back."),
        "added": translate("Added: {what}."),
        "moved": translate("Moved: {what}."),
        "moved_in": translate("Moved into “{bracket}”: {what}."),
        "moved_out": translate("Moved out of “{bracket}”: {what}."),
        "removed": translate("{label} removed."),
        "unwrapped": translate("“{label}” taken off. Its cards stay."),
        "cleared": translate("All cleared. Undo brings it back."),
        "undone": translate("Undone."),
        "redone": translate("Done again."),
        "stays": translate("Card {card} is fixed. It stays where it is."),
        "at_start": translate("This is the start already."),
        "at_end": translate("This is the end already."),
        "undo": translate("Undo"),
        "redo": translate("Redo"),
        "clear": translate("Clear"),
        "move_left": translate("Move left"),
        "move_right": translate("Move right"),
        "choose_next": translate("Next too"),
        "unwrap": translate("Unwrap"),
        "remove": translate("Remove"),
        "stop_before": translate("Play stops here"),
        "no_undo": translate("There is nothing to undo."),
        "no_redo": translate("There is nothing to do again."),
        "no_clear": translate("No cards lie here."),
        "choose_first": translate("Choose a card in your program first."),
        "choose_bracket": translate("Choose a bracket around cards first."),
        "choose_one": translate("Choose one card first."),
        "problem": translate("Card {card}: {says}"),
        "side": translate("Your program as text"),
        "python": translate("Python"),
        "text": translate("Cards as text"),
        "apply": translate("Take this text"),
        "as_cards": translate("Back to my cards"),
        "understood": translate("Understood. The cards follow your text."),
        "line": translate("Line {line}: {says}"),
    }
