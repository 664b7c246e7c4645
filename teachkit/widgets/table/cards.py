"""The cards that lie on a table: what can be laid for a program, and how each of them looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from teachkit.core.game.editing import EditRow
from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import WriteProgram
from teachkit.errors import TeachkitError
from teachkit.widgets.editor import Seen
from teachkit.words import say

Entry = dict[str, Any]


def face(game: Game, view: Any, card: Instruction) -> Entry:
    """How one card looks; `note` is what stands behind its name, such as its priority."""
    words = game.vocabulary(view)
    kind = (words if card.name in words else game.instructions)[card.name]
    note = " ".join(card.arguments)
    return {"symbol": kind.symbol, "label": kind.label, "note": note, "help": kind.help}


def tray_for(game: Game, view: Any, asked: WriteProgram) -> list[Entry]:
    """The cards of the hand, and how many there are; of what nobody holds there is no end."""
    held = game.hand(view, str(asked.player)) is not None
    return [
        face(game, view, card)
        | {"id": str(card), "node": Program((card,)).to_json()[0], "name": card.name}
        | {"limit": count if held else None}
        for card, count in Counter(asked.hand).items()
    ]


def slots_for(game: Game, view: Any, player: str) -> list[Entry]:
    """The places that a program fills, where the game has such."""
    if game.slots is None:
        return []
    return [
        {
            "number": slot.number,
            "label": slot.label,
            "locked": slot.is_locked,
            "face": face(game, view, slot.card) if slot.card else None,
        }
        for slot in game.slots(view, player)
    ]


def reader(game: Game) -> Callable[[str, str], Sequence[Any]]:
    """Reads what is typed, in either notation."""

    def read(notation: str, source: str) -> Sequence[Any]:
        program = Program.from_python if notation == "python" else Program.read
        return program(source, game.instructions).to_json()

    return read


def writer(game: Game) -> Callable[[Sequence[Any]], tuple[str, str]]:
    """Prints a program as card text and as Python."""

    def write(nodes: Sequence[Any]) -> tuple[str, str]:
        program = Program.from_json(nodes)
        return str(program), program.to_python(game.instructions)

    return write


def judge(asked: WriteProgram) -> Callable[[Sequence[Any]], Sequence[Entry]]:
    """Says which cards may not lie as they do; that some are missing is told when it is sent."""

    def wrong(nodes: Sequence[Any]) -> Sequence[Entry]:
        found = asked.problems(Program.from_json(nodes))
        cards = ((getattr(each, "card", None), str(each)) for each in found)
        return [{"card": card, "says": says} for card, says in cards if card]

    return wrong


# -- a row that is edited


def edit_faces(game: Game, view: Any, asked: EditRow) -> dict[str, Entry]:
    """How the cards of the row and of the hand look, loops too."""
    words = game.vocabulary(view)
    faces = {card.name: {"symbol": card.symbol, "label": card.label, "help": card.help}
             for card in words}  # fmt: skip
    for name in asked.cards:
        if name not in faces:
            faces[name] = loop_face(name)
    return faces


def loop_face(name: str) -> Entry:
    """How a loop card looks, `2x` in a row or `x2` in a hand."""
    times = name.strip("x")
    return {
        "symbol": f"×{times}",
        "label": say("Repeat ×{times}", times=times),
        "help": say("Run the cards inside {times} times.", times=times),
    }


def edit_tray(game: Game, view: Any, asked: EditRow) -> list[Entry]:
    """The cards in the hand."""
    faces = edit_faces(game, view, asked)
    return [{"id": name, "limit": count} | faces[name] for name, count in asked.cards.items()]


def looker(game: Game, view: Any, asked: EditRow) -> Callable[[Sequence[str]], Seen]:
    """Says what comes of edits, as far as they may be made, and which can follow."""
    editing = game.editing
    assert editing is not None

    def look(edits: Sequence[str]) -> Seen:
        made, wrong, says = len(edits), 0, ""
        for number in range(1, len(edits) + 1):
            try:
                editing.edited(view, asked.row, edits[:number])
            except TeachkitError as error:
                made, wrong, says = number - 1, number, error.says
                break
        row, laid = editing.edited(view, asked.row, edits[:made]) if made else (asked.row, ())
        return Seen(row, laid, () if wrong else editing.ways(view, asked.row, edits), wrong, says)

    return look
