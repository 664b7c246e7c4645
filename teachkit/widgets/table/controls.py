"""One fitting control for each form of question, found by the class of the decision.

A decision of a game's own that is one of these has that one's control. Any other is answered by a
line of text, read as the decision reads what was saved: so it can be played before anybody has
made a control for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from traitlets import TraitError

from teachkit.core.game.editing import EditRow
from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.flow import Decision, PickOne, PickSome, WriteProgram
from teachkit.errors import AnswerError, TeachkitError
from teachkit.widgets.builder import ProgramBuilder
from teachkit.widgets.common.saving import Saving
from teachkit.widgets.editor import RowEditor
from teachkit.widgets.table import cards
from teachkit.words import say, translate

MOST_BUTTONS = 16  # of more options one is chosen from a list


@dataclass(frozen=True)
class Control:
    """How one question is answered: its `form` for the browser, and perhaps a widget for cards.

    `read` makes an answer of what the browser sends. Raises `TeachkitError`. What lies in the
    widget is its trait `lies`.
    """

    form: dict[str, Any]
    read: Callable[[Any], Any]
    widget: Saving | None = None
    options: list[str] = field(default_factory=list)
    lies: str = "program"

    def keep(self, draft: Any, keep: Callable[[Any], None]) -> None:
        """Lay there what lay there before, as far as it can be read, and keep what follows."""
        if not self.widget:
            return
        if draft:
            with suppress(TeachkitError, TraitError, TypeError):
                setattr(self.widget, self.lies, draft)
        self.widget.observe(lambda change: keep(change["new"]), self.lies)


def control_for(game: Game, view: Any, decision: Decision) -> Control:
    """The control for this question.

    >>> from teachkit.games import algoracing
    >>> control = control_for(algoracing.GAME, None, PickOne("red", "Which?", ("run", "pass")))
    >>> control.form["shape"], control.options, control.read(1)
    ('one', ['run', 'pass'], 'pass')
    """
    for kind, make in _CONTROLS.items():
        if isinstance(decision, kind):
            return make(game, view, decision)
    return _line(game, view, decision)


def _pick_one(game: Game, view: Any, asked: PickOne) -> Control:
    shape = "one" if len(asked.options) <= MOST_BUTTONS else "list"
    return Control({"shape": shape}, lambda fact: asked.options[_place(fact, asked.options)],
                   options=_texts(game, view, asked.options))  # fmt: skip


def _pick_some(game: Game, view: Any, asked: PickSome) -> Control:
    def read(fact: Any) -> tuple[Any, ...]:
        return tuple(asked.options[_place(each, asked.options)] for each in fact or ())

    form = {"shape": "some", "least": asked.least, "most": asked.at_most}
    return Control(form, read, options=_texts(game, view, asked.options))


def _write_program(game: Game, view: Any, asked: WriteProgram) -> Control:
    slots = cards.slots_for(game, view, str(asked.player))
    builder = ProgramBuilder(
        tray=cards.tray_for(game, view, asked),
        slots=slots,
        read=cards.reader(game),
        write=cards.writer(game),
        judge=cards.judge(asked),
        arrange=game.hand(view, str(asked.player)) is not None,
        show_python=False,
    )
    return Control({"shape": "cards"}, lambda fact: Program.from_json(builder.program), builder)


def _edit_row(game: Game, view: Any, asked: EditRow) -> Control:
    editor = RowEditor(
        tray=cards.edit_tray(game, view, asked),
        faces=cards.edit_faces(game, view, asked),
        before=asked.row,
        look=cards.looker(game, view, asked),
    )
    return Control({"shape": "cards"}, lambda fact: tuple(editor.edits), editor, lies="edits")


def _line(game: Game, view: Any, asked: Decision) -> Control:
    """A line of text; an answer that would do stands there as the example."""
    example = asked.to_json(asked.compose(Chance("example").pick))
    text = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)

    def read(fact: Any) -> Any:
        try:
            return asked.from_json(json.loads(str(fact)))
        except ValueError:
            return asked.from_json(str(fact))

    return Control({"shape": "line", "example": text}, read)


_CONTROLS: dict[type[Decision], Callable[[Game, Any, Any], Control]] = {
    PickOne: _pick_one,
    PickSome: _pick_some,
    WriteProgram: _write_program,
    EditRow: _edit_row,
}


def _place(fact: Any, options: tuple[Any, ...]) -> int:
    if type(fact) is not int or not 0 <= fact < len(options):
        raise AnswerError(say("Choose one of what is offered."))
    return fact


def _texts(game: Game, view: Any, options: tuple[Any, ...]) -> list[str]:
    """What stands on the buttons: cards by their names, everything else as a text."""
    return [_text(game, view, option) for option in options]


def _text(game: Game, view: Any, option: Any) -> str:
    with_name = getattr(option, "name", None)
    if with_name is not None and hasattr(option, "arguments"):
        try:
            seen = cards.face(game, view, option)
            return " ".join(filter(None, (translate(seen["label"]), seen["note"])))
        except (KeyError, TeachkitError):
            is_loop = with_name.strip("x").isdigit()
            return str(cards.loop_face(with_name)["label"]) if is_loop else str(option)
    return translate(str(option))
