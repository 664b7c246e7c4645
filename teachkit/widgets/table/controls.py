"""Controls for the questions of a game, chosen by the class of the decision.

A game's own subclass of a decision gets the control of its base class. Any other decision is
answered with a line of text in the format of saved answers, so that a game can be played before it
has a control for that decision.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, singledispatch
from typing import Any

from traitlets import TraitError

from teachkit.core.board.squares import FACINGS, Square, read_facing
from teachkit.core.game.game import Edited, EditRow, Game
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.core.run.flow import Frame, capitalized
from teachkit.core.run.walk import Controlled, Started
from teachkit.draw.scene import scene
from teachkit.errors import AnswerError, TeachkitError
from teachkit.widgets.builder import ProgramBuilder, cards
from teachkit.widgets.common.widget import Data, Saving
from teachkit.widgets.prediction import squares_of
from teachkit.widgets.row_editor import RowEditor
from teachkit.words import say

MOST_BUTTONS = 32  # with more options, a list is shown instead
PRESSED = ("one", "list", "board")  # the shapes of controls in which a single press answers


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
    >>> start = algoracing.GAME.opening.match(2).state()
    >>> control = control_for(PickOne("red", "Which?", ("run", "pass")), algoracing.GAME, start)
    >>> control.form["shape"], control.options, control.read(1)
    ('one', ['Run an algorithm', 'Pass and replace cards'], 'pass')
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
    options, form = _options(asked, game, view)
    shape = "board" if any(form["places"]) else "one" if len(options) <= MOST_BUTTONS else "list"
    return Control(form | {"shape": shape}, partial(_chosen, asked), options=options)


@control_for.register
def _pick_some(asked: PickSome, game: Game, view: object) -> Control:
    options, form = _options(asked, game, view)
    form |= {"shape": "some", "least": asked.least, "most": asked.at_most}
    return Control(form, partial(_chosen, asked), options=options)


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
        cards=game.instructions,
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


def _options(asked: PickOne | PickSome, game: Game, view: object) -> tuple[list[str], Data]:
    """Return the texts of the options of `asked`, and the data with which they are drawn.

    `faces` are the faces of options that are cards, and `places` the places of options that are on
    the board; both have `None` for any other option. `square` is the size of a square. `hand` are
    the cards that the player holds, unless they are the options. `row` are the cards of a program
    that the question is about, in groups; `times` is above 0 if a loop is around a group.
    """

    def faces_of(things: Iterable[object]) -> list[Data | None]:
        return [_face(game, view, each) for each in things]

    faces, player, board = faces_of(asked.options), str(asked.player), squares_of(scene(view))
    is_holding = not any(faces) and player in game.players(view)
    row = asked.about.body if isinstance(asked.about, Program) else ()
    return [_text(game, view, asked, each) for each in asked.options], {
        "faces": faces,
        "hand": faces_of((is_holding and game.hand(view, player)) or ()),
        "row": [
            {"times": getattr(node, "times", 0), "cards": faces_of(Program((node,)).instructions)}
            for node in row
        ],
        "places": [_spot(board["squares"], name) for name in _place_names(asked)],
        "square": [board["width"], board["height"]],
    }


def _place_names(asked: PickOne | PickSome) -> list[str]:
    """Return the names of the options' places, such as `b4`, `b4 north`, or text without a place.

    Facings are the sides of the square that the question is about.
    """
    side = f"{asked.about} " if isinstance(asked.about, Square) else ""
    return [*getattr(asked, "places", ())] or [f"{side}{option}" for option in asked.options]


def _spot(squares: Data, name: str) -> list[float] | None:
    """Return the middle of the place called `name`, or `None` if it is not one of `squares`.

    If the place is a side of a square, its clockwise angle from north follows the middle.
    """
    square, _, side = name.partition(" ")
    angle = [read_facing(side).degrees] if side in FACINGS else []
    return [*squares[square], *angle] if square in squares else None


def _face(game: Game, view: object, thing: object) -> Data | None:
    """Return the face of a card, or `None` for any other thing."""
    if not isinstance(thing, Instruction):
        return None
    is_loop = thing.name not in game.instructions
    face = cards.loop_face(thing.name) if is_loop else cards.face(game, view, thing)
    return face | {"name": thing.name}


def _text(game: Game, view: object, asked: Decision, thing: object) -> str:
    """Return an option, or the thing that a question is about, in words."""
    if face := _face(game, view, thing):
        return " ".join(filter(None, (face["label"], face.get("note"))))
    words = game.worded(view, str(asked.player), thing)
    return words if isinstance(thing, Square) else capitalized(words)


def about(asked: Decision, game: Game, view: object, frames: Sequence[Frame]) -> str:
    """Return what a question after the `frames` of a match is about, or "".

    That is the player's card that asks, and the thing that the rules name. A card asks when it has
    just started, or while it runs if its kind `asks`. A square or a program is shown instead.
    """
    parts, last = [], frames[-1].event if frames else None
    for event in (frame.event for frame in reversed(frames)):
        if isinstance(event, Started) and event.actor == asked.player:
            card = event.step.instruction
            if event is last or game.instructions[card.name].asks:
                place = event.heading if event.round else event.step.place
                parts = [f"{place}, {_text(game, view, asked, card)}"]
        if isinstance(event, Started | Controlled) or event.ends_card:
            break
    if asked.about is not None and not isinstance(asked.about, Program | Square):
        parts.append(_text(game, view, asked, asked.about))
    return " · ".join(parts)


def _chosen(asked: PickOne | PickSome, fact: object) -> object:
    """Return the answer with the options at the place or places that the browser has sent."""
    try:
        return asked.from_json(() if fact is None else fact)
    except AnswerError:
        raise AnswerError(say("Choose one of the options.")) from None
