"""A position in the middle of a match as plain data: the table of a set-up, and a state written.

Who names `hands` has a position; without them a set-up is an exercise, or a match to be dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from teachkit.core.board.decks import Deck
from teachkit.core.game.options import options_of
from teachkit.core.game.setups import Start
from teachkit.core.language.nodes import Instruction, Repeat
from teachkit.core.language.program import Program
from teachkit.errors import BoardError, ProgramError
from teachkit.games.algoracing.algorithm import loop_card
from teachkit.games.algoracing.board import Board, drawn
from teachkit.games.algoracing.boards import board_names, load_board
from teachkit.games.algoracing.commands import INSTRUCTIONS, unknown_cards, wrong_loops
from teachkit.games.algoracing.editions import EDITIONS, OPTIONS, Rules
from teachkit.games.algoracing.state import State, Table, labs_of
from teachkit.words import say

MOST_TURNS = 9999


@dataclass(frozen=True)
class Beside(Start[State]):
    """What lies beside the board: `hands` in seat order, the shared `algorithm` with the cards
    that it has `covered`, the piles (the next card first), whose turn it is, and how many turns
    have been played.

    An `algorithm` alone is that of an exercise, to be changed with any card of the deck. With
    `players` and no hands all of it is dealt.
    """

    players: tuple[str, ...] = ()
    hands: dict[str, list[str]] = field(default_factory=dict)
    algorithm: str = ""
    covered: list[str] = field(default_factory=list)
    draw_pile: list[str] = field(default_factory=list)
    discard_pile: list[str] = field(default_factory=list)
    current: str = ""
    turn: int = 0

    def table(self, rules: Rules) -> Table | None:
        """The table, if there is one. Raises `BoardError` for one that no match could have."""
        algorithm = self._algorithm(rules)
        if not self.hands:
            self._check_nothing_is_left_over()
            return Table((), algorithm=algorithm) if self.algorithm else None
        seats = self._seats()
        if self.current and self.current not in seats:
            raise BoardError(say('It can be the turn of {names}, not of "{name}".',
                                 names=", ".join(seats), name=self.current))  # fmt: skip
        if not 0 <= self.turn <= MOST_TURNS:
            raise BoardError(say("From 0 to {most} turns can have been played.", most=MOST_TURNS))
        return Table(
            seats,
            Deck(_cards(rules, self.draw_pile), _cards(rules, self.discard_pile)),
            tuple(_hand(rules, self.hands[name]) for name in seats),
            algorithm,
            _cards(rules, self.covered),
            self.current or seats[0],
            self.turn,
        )

    def _seats(self) -> tuple[str, ...]:
        seats = self.players or tuple(self.hands)
        if sorted(seats) != sorted(self.hands):
            raise BoardError(say("Each player needs one hand, and nobody else: {names}.",
                                 names=", ".join(seats)))  # fmt: skip
        return seats

    def _check_nothing_is_left_over(self) -> None:
        if names := self.filled("covered", "draw_pile", "discard_pile", "current", "turn"):
            raise BoardError(
                say("Nobody holds cards; name the hands, or leave out: {names}.", names=names)
            )

    def _algorithm(self, rules: Rules) -> Program:
        """The shared row: commands, and loops over commands. Raises `BoardError`."""
        try:
            program = Program.read(self.algorithm, INSTRUCTIONS)
        except ProgramError as error:
            raise BoardError(say("The algorithm: {problem}", problem=error.says)) from error
        found = [problem.says for problem in (*unknown_cards(rules, program),
                                              *wrong_loops(rules, program))]  # fmt: skip
        if not all(isinstance(node, Instruction | Repeat) for node in program.body):
            found.append(say("This deck has no while and no if."))
        if program.depth > 1:
            found.append(say("A loop may not lie around a loop in this deck."))
        if found:
            raise BoardError(say("The algorithm: {problem}", problem=found[0]))
        if len(program.instructions) > rules.length_limit:
            raise BoardError(say("The algorithm holds at most {limit} cards.",
                                 limit=rules.length_limit))  # fmt: skip
        return program


def _hand(rules: Rules, names: Sequence[str]) -> tuple[Instruction, ...]:
    if len(names) > rules.hand_size:
        raise BoardError(say("A hand holds at most {most} cards.", most=rules.hand_size))
    return _cards(rules, names)


def _cards(rules: Rules, names: Sequence[str]) -> tuple[Instruction, ...]:
    known = (*rules.instructions, *(loop_card(times).name for times in rules.loops))
    for name in names:
        if name not in known:
            raise BoardError(say('There is no card "{name}" in this deck.', name=name))
    return tuple(map(Instruction, names))


# A state written ------------------------------------------------------------------------------


def written(state: State) -> dict[str, Any]:
    """The fields of the set-up that builds this state. Raises `BoardError` if none does."""
    return {
        "edition": state.rules.name,
        "options": _options(state.rules),
        **_board(state.board),
        "rovers": {
            rover.name: f"{rover.square} {rover.facing.value}" for rover in state.rovers
        },
        "samples": {str(square): list(lying) for square, lying in state.samples},
        "carries": {rover.name: list(rover.carries) for rover in state.rovers if rover.carries},
        "delivered": {
            rover.name: list(rover.delivered) for rover in state.rovers if rover.delivered
        },
        "bases": {base.owner: str(base.square) for base in state.bases},
        "labs": {
            str(base.square): list(base.labs)
            for base in state.bases
            if base.labs != labs_of(state.rules, base.owner)
        },
        "programs": {name: str(program) for name, program in state.programs},
        "settled": sorted(sorted(pair) for pair in state.settled),
        "waiting": sorted(state.waiting),
        **_table(state),
    }  # fmt: skip


def _options(rules: Rules) -> dict[str, Any]:
    printed = EDITIONS.get(rules.name, rules)
    return options_of(rules, printed, OPTIONS)


def _board(board: Board) -> dict[str, Any]:
    """By its name if it is one of ours, otherwise as a drawing."""
    if board.name in board_names() and load_board(board.name) == board:
        return {"board": board.name}
    return drawn(board)


def _table(state: State) -> dict[str, Any]:
    table = state.table
    if table is None:
        return {}
    if {rover.name for rover in state.rovers} < set(table.players):
        raise BoardError(say("This match is not dealt yet; save its set-up and answers instead."))
    return {
        "players": table.players,
        "hands": {name: _names(table.hand(name)) for name in table.players},
        "algorithm": str(table.algorithm),
        "covered": _names(table.covered),
        "draw_pile": _names(table.deck.draw_pile),
        "discard_pile": _names(table.deck.discard_pile),
        "current": table.current,
        "turn": table.turn,
    }


def _names(cards: Sequence[Instruction]) -> list[str]:
    return [card.name for card in cards]
