"""Controls for the questions of a game, chosen by the class of the decision.

A game's own subclass of a decision gets the control of its base class. Any other decision is
answered with a line of text in the format of saved answers, so that a game can be played before it
has a control for that decision.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, singledispatch
from typing import Any

from traitlets import TraitError

from teachkit.core.game.game import Edited, EditRow, Game
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.errors import AnswerError, TeachkitError
from teachkit.widgets.builder import ProgramBuilder, cards
from teachkit.widgets.common.widget import Data, Saving
from teachkit.widgets.row_editor import RowEditor
from teachkit.words import say, translate

MOST_BUTTONS = 16  # with more options, a list is shown instead


@dataclass(frozen=True)
class Control:
    """The control for one question: its `form` for the browser, and perhaps a widget for cards.

    `read` turns input from the browser into an answer, or raises `TeachkitError`. `trait` names the
    widget's trait that holds the cards placed so far.
    """

    form: Data
    read: Callable[[Any], object]
    widget: Saving | None = None
    options: list[str] = field(default_factory=list)
    trait: str = "program"

    def keep(self, draft: object, keep: Callable[[object], None]) -> None:
        """Show `draft`, the unsent cards, if it is valid; pass each later version to `keep`."""
        if not self.widget:
            return
        if draft:
            with suppress(TeachkitError, TraitError, TypeError):
                setattr(self.widget, self.trait, draft)
        self.widget.observe(lambda change: keep(change["new"]), self.trait)


@singledispatch
def control_for(asked: Decision, game: Game, view: object) -> Control:
    """Return the control with which a player answers the decision `asked`.

    By default, it is a line of text, with an example.

    >>> from teachkit.games import algoracing
    >>> control = control_for(PickOne("red", "Which?", ("run", "pass")), algoracing.GAME, None)
    >>> control.form["shape"], control.options, control.read(1)
    ('one', ['run', 'pass'], 'pass')
    """
    example = asked.to_json(asked.compose(Chance("example").pick))
    text = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)

    def read(fact: object) -> object:
        try:
            return asked.from_json(json.loads(str(fact)))
        except ValueError:
            return asked.from_json(str(fact))

    return Control({"shape": "line", "example": text}, read)


@control_for.register
def _pick_one(asked: PickOne, game: Game, view: object) -> Control:
    def read(fact: object) -> object:
        return asked.options[_place(fact, asked.options)]

    shape = "one" if len(asked.options) <= MOST_BUTTONS else "list"
    options = [*asked.labels] or [_text(game, view, each) for each in asked.options]
    return Control({"shape": shape}, read, options=options)


@control_for.register
def _pick_some(asked: PickSome, game: Game, view: object) -> Control:
    def read(fact: Sequence[object]) -> tuple[object, ...]:
        return tuple(asked.options[_place(each, asked.options)] for each in fact or ())

    form = {"shape": "some", "least": asked.least, "most": asked.at_most}
    return Control(form, read, options=[_text(game, view, each) for each in asked.options])


@control_for.register
def _write_program(asked: WriteProgram, game: Game, view: object) -> Control:
    def judge(nodes: Sequence[cards.Node]) -> Sequence[cards.Entry]:
        """List the problems of placed cards, but not those of missing cards."""
        found = asked.problems(Program.from_json(nodes))
        numbered = ((getattr(each, "card", None), str(each)) for each in found)
        return [{"card": card, "says": says} for card, says in numbered if card]

    is_held = game.hand(view, str(asked.player)) is not None
    builder = ProgramBuilder(
        tray=cards.hand_tray(game, view, asked.hand, is_held=is_held),
        slots=cards.slots(game, view, str(asked.player)),
        read=cards.reader(game.instructions),
        write=cards.writer(game.instructions),
        judge=judge,
        arrange=is_held,
        show_python=False,
    )
    return Control({"shape": "cards"}, lambda fact: Program.from_json(builder.program), builder)


@control_for.register
def _edit_row(asked: EditRow, game: Game, view: object) -> Control:
    editing = game.editing
    assert editing is not None

    def edited(edits: Sequence[str]) -> Edited:
        if not edits:  # an answer needs at least one edit, but the control starts without any
            return Edited(asked.row, ())
        return editing.edited(view, asked.row, edits)

    faces = {card.name: cards.kind_face(card) for card in game.vocabulary(view)}
    faces |= {name: cards.loop_face(name) for name in asked.cards if name not in faces}
    tray = [{"id": name, "limit": count} | faces[name] for name, count in asked.cards.items()]
    ways = partial(editing.next_edits, view, asked.row)
    editor = RowEditor(tray=tray, faces=faces, before=asked.row, edited=edited, ways=ways)
    return Control({"shape": "cards"}, lambda fact: tuple(editor.edits), editor, trait="edits")


def _place(fact: object, options: tuple[object, ...]) -> int:
    if type(fact) is not int or not 0 <= fact < len(options):
        raise AnswerError(say("Choose one of the options."))
    return fact


def _text(game: Game, view: object, option: Any) -> str:
    """Return the label of an option: the name of a card, or the text of anything else."""
    with_name = getattr(option, "name", None)
    if with_name is not None and hasattr(option, "arguments"):
        try:
            seen = cards.face(game, view, option)
            return " ".join(filter(None, (translate(seen["label"]), seen["note"])))
        except (KeyError, TeachkitError):
            is_loop = with_name.strip("x").isdigit()
            return str(cards.loop_face(with_name)["label"]) if is_loop else str(option)
    return translate(str(option))
