"""A position of a match as plain data: the table of a set-up, and a state written.

A match that is saved here stands between two turns, or between two registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from teachkit.core.board.decks import Deck
from teachkit.core.game.options import options_of
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.errors import BoardError, ProgramError
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.board_text import drawn, with_dock, with_flags
from teachkit.games.roborally.boards import board_names, load_board
from teachkit.games.roborally.editions import EDITIONS
from teachkit.games.roborally.instructions import INSTRUCTIONS
from teachkit.games.roborally.pieces import EMPTY, LAID_DOWN, Held, Robot, Table
from teachkit.games.roborally.rules import OPTIONS, Rules
from teachkit.games.roborally.state import State
from teachkit.words import say

MOST_TURNS = 9999


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What lies beside the board in a match: how many turns were begun (`turn`; 0: none, all is
    to be dealt), and the piles of program cards and options, the next card first. `extra` is what
    an edition has of its own, such as credits and goals.
    """

    players: tuple[str, ...] = ()
    turn: int = 0
    draw_pile: list[str] = field(default_factory=list)
    discard_pile: list[str] = field(default_factory=list)
    option_pile: list[str] = field(default_factory=list)
    option_discards: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    def table(self, rules: Rules) -> Table | None:
        """The table, if this is a moment of a match. Raises `BoardError`."""
        if not self.turn:
            return None
        if not 0 <= self.turn <= MOST_TURNS:
            raise BoardError(say("From 0 to {most} turns can have been played.", most=MOST_TURNS))
        for name in (*self.option_pile, *self.option_discards):
            _check_held(rules, name)
        return Table(
            Deck(_cards(self.draw_pile), _cards(self.discard_pile)),
            Deck(tuple(self.option_pile), tuple(self.option_discards)),
            self.turn,
            rules.read_extra(rules, self.extra) if rules.read_extra else None,
        )


def _cards(texts: Sequence[str]) -> tuple[Instruction, ...]:
    return tuple(read_card(text) for text in texts)


def read_card(text: str) -> Instruction:
    """One card. Raises `BoardError`."""
    cards = read_cards(text)
    if len(cards) != 1:
        raise BoardError(say('Write one card here, such as "move-1 490", not "{text}".', text=text))
    return cards[0]


def read_cards(text: str) -> tuple[Instruction, ...]:
    """Cards in a row, such as `move-1 490, left 70`. Raises `BoardError`."""
    try:
        program = Program.read(text, INSTRUCTIONS)
    except ProgramError as error:
        raise BoardError(error.says) from error
    if program.depth:
        raise BoardError(say("A register holds one card, and nothing can be laid around it."))
    return program.instructions


def read_held(rules: Rules, text: str) -> Held:
    """A card that a robot holds, with what is left of its charges: `Ablative Coat 3`.

    Behind a colon stands what else it remembers: `Conditional Program: move-1 490`.
    """
    text, _, note = text.partition(": ")
    words = text.split()
    charges = int(words.pop()) if len(words) > 1 and words[-1].isdecimal() else 0
    _check_held(rules, " ".join(words))
    return Held(" ".join(words), charges, note)


def _check_held(rules: Rules, name: str) -> None:
    known = (*rules.options, *rules.effects)
    if name not in known:
        raise BoardError(say('This edition has no card "{name}" to be held.', name=name))


# A state written ------------------------------------------------------------------------------


def written(state: State) -> dict[str, Any]:
    """The fields of the set-up that builds this state. Raises `BoardError` if none does."""
    robots = state.robots
    if any(LAID_DOWN in (*robot.registers, *(robot.hand or ())) for robot in robots):
        raise BoardError(say("What lies face down here cannot be saved; take the whole state."))
    return {
        "edition": state.rules.name,
        "options": options_of(state.rules, EDITIONS.get(state.rules.name, state.rules), OPTIONS),
        **_board(state.board),
        "register": state.register + 1,
        "robots": {each.name: f"{each.square} {each.facing.value}" for each in robots},
        "archives": {each.name: str(each.archive) for each in robots},
        "lives": {each.name: each.lives for each in robots},
        "damage": {each.name: each.damage for each in robots if each.damage},
        "reached": {each.name: each.flag for each in robots if each.flag},
        "registers": {
            each.name: [str(card) if card else "" for card in each.registers]
            for each in robots
            if each.registers != EMPTY
        },
        "hands": {
            each.name: ", ".join(map(str, each.hand)) for each in robots if each.hand is not None
        },
        "held": {each.name: [_held(card) for card in each.held] for each in robots if each.held},
        **{fact: [each.name for each in robots if getattr(each, fact)] for fact in FACTS},
        **(_table(state) if state.table else {}),
    }


FACTS = ("touched", "destroyed", "virtual", "off", "announced")
"""What is true of a robot or not, and may be said of it in a start."""


def _held(card: Held) -> str:
    text = f"{card.name} {card.charges}" if card.charges else card.name
    return f"{text}: {card.note}" if card.note else text


def _board(board: Board) -> dict[str, Any]:
    """By its name if it is one of ours, otherwise as a drawing."""
    if board.name in board_names():
        ours = load_board(board.name)
        if board.dock in board_names():
            ours = with_dock(ours, load_board(board.dock))
        if with_flags(ours, list(map(str, board.flags))) == board:
            return {
                "board": board.name,
                "dock": board.dock,
                "flags": [] if ours.flags == board.flags else list(map(str, board.flags)),
            }
    return drawn(board)


def _table(state: State) -> dict[str, Any]:
    table = state.table
    assert table
    if not table.turn:
        raise BoardError(say("This match is not dealt yet; save its set-up and answers instead."))
    return {
        "players": tuple(robot.name for robot in state.robots),
        "turn": table.turn,
        "draw_pile": list(map(str, table.deck.draw_pile)),
        "discard_pile": list(map(str, table.deck.discard_pile)),
        "option_pile": list(table.options.draw_pile),
        "option_discards": list(table.options.discard_pile),
        "extra": table.extra.written() if table.extra else {},
    }


def robot_of(name: str, place: Any, rules: Rules) -> Robot:
    """A robot that has just come to its square."""
    square, facing = place
    return Robot(name, square, facing, square, lives=rules.lives)
