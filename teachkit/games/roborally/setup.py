"""Set-ups: the fields that describe the start of an exercise, a match, or a position in a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

from teachkit.core.board.squares import Square, read_place
from teachkit.core.game.setups import Start, checked_program, options_of, rules_of, twice
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Deck
from teachkit.core.strings import board_error, check_known
from teachkit.errors import BoardError, ProgramError
from teachkit.games.roborally import board_files
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.editions import EDITIONS
from teachkit.games.roborally.pieces import (
    COLOURS,
    EMPTY,
    LAID_DOWN,
    MOST_DAMAGE,
    REGISTERS,
    UNCOUNTED,
    Held,
    Registers,
    Robot,
    Table,
)
from teachkit.games.roborally.programs import INSTRUCTIONS, filled, problems
from teachkit.games.roborally.rules import OPTIONS, Rules
from teachkit.games.roborally.state import State
from teachkit.words import say_many

MOST_TURNS = 9999
BOARD = ("board", "dock", "floor", "legend", "walls", "pushers", "lasers", "flags")
"""The fields that describe the board."""
FACTS = ("touched", "destroyed", "virtual", "off", "announced")
"""The boolean fields of `Robot`; a start lists, for each field, the robots that have it set."""


@dataclass(frozen=True)
class Setup(Start[State]):
    """The start of an exercise or match: a named or drawn board, and the robots on it.

    >>> start = Setup(floor="> v\\n. f1", robots={"red": "a2 north"}, damage={"red": 2})
    >>> print(start.state())
        a   b
     2  >R^ v
     1  .   f1
        a   b
    Red robot on a2, faces north; damage 2.

    With `players` but no `turn`, a `Setup` describes a new match, which `play` deals. With a
    `turn`, it describes a position in a match, from which `play` continues. `Setup.of(state)`
    returns the set-up of a position.

    Attributes:
        edition: The edition of this start. By default, it is the edition of the exercise.
            `edition = "base"`
        options: Single rules that differ from those of the edition. `teachkit help editions` lists
            them. `options = { lives = 4 }`
        board: The name of a board that comes with teachkit, instead of a drawing.
            `board = "gear-hall"`
        dock: The name of a board that is added to the south side. `dock = "dock"`
        floor: The board as a drawing: one symbol for each square, with spaces between them, and the
            top row first. `floor = "> v\\n. f1"`
        legend: Symbols of your own for the drawing, each with the words for what is on the square.
            `legend = { "F" = "belt-east, flag-1" }`
        walls: The walls, each as a square and the side on which the wall is. `walls = ["a1 east"]`
        pushers: The pushers, each as a square, the direction in which it pushes, and the registers
            in which it does. There must be a wall behind it. `pushers = ["a1 west 1 3 5"]`
        lasers: The lasers, each as a square, the direction of the beam, and the number of beams if
            it is not one. There must be a wall behind it. `lasers = ["a1 west 2"]`
        flags: The squares of the flags, in their order, instead of the flags of the board.
            `flags = ["b1", "a2"]`
        register: The number of the first register that is played. `register = 3`
        robots: The square and the direction of each robot: red, green, blue, yellow, orange,
            purple, white or cyan. `robots = { red = "a1 north" }`
        programs: The programs of other robots, from the first register that is played.
            `programs = { green = "move-1 490" }`
        locked: The cards in the locked registers of a robot with much damage.
            `locked = { red = "left 70" }`
        registers: The cards in all five registers of each robot, or `""` for an empty one.
            `registers = { red = ["move-1 490", "", "", "", ""] }`
        hands: The cards that each player may use. By default, any card of the deck may be used.
            `hands = { red = "move-1 490, left 70" }`
        damage: The damage of each robot. `damage = { red = 2 }`
        reached: The last flag that each robot has reached. `reached = { red = 1 }`
        archives: The archive square of each robot. By default, it is the square of the robot.
            `archives = { red = "a1" }`
        lives: The lives that each robot has left. `lives = { red = 2 }`
        held: The option cards that each robot holds, with their charges.
            `held = { red = ["Ablative Coat 3"] }`
        touched: The robots that have touched a flag in this round. `touched = ["red"]`
        destroyed: The robots that are destroyed, in their order. `destroyed = ["red"]`
        virtual: The robots that neither block nor push others yet.
            `virtual = ["red"]`
        off: The robots that are powered down in this round. `off = ["red"]`
        announced: The robots that will be powered down in the next round.
            `announced = ["red"]`
        players: The robots of a match, in seat order. `players = ["red", "green"]`
        turn: In a position of a match, the number of rounds that have begun. `turn = 1`
        draw_pile: In a position of a match, the draw pile; its first card is drawn first.
            `draw_pile = ["left 70"]`
        discard_pile: In a position of a match, the discard pile. `discard_pile = ["right 80"]`
        option_pile: In a position of a match, the option cards to draw.
            `option_pile = ["Ablative Coat"]`
        option_discards: In a position of a match, the option cards that were discarded.
            `option_discards = ["Ablative Coat"]`
        extra: The edition's own data, such as credits and goals. `extra = {}`
    """

    allowed = OPTIONS
    edition: str = "base"
    options: dict[str, Any] = field(default_factory=dict)
    board: str = ""
    dock: str = ""
    floor: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    pushers: list[str] = field(default_factory=list)
    lasers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    register: int = 1
    robots: dict[str, str] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)
    locked: dict[str, str] = field(default_factory=dict)
    registers: dict[str, list[str]] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)
    damage: dict[str, int] = field(default_factory=dict)
    reached: dict[str, int] = field(default_factory=dict)
    archives: dict[str, str] = field(default_factory=dict)
    lives: dict[str, int] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    touched: list[str] = field(default_factory=list)
    destroyed: list[str] = field(default_factory=list)
    virtual: list[str] = field(default_factory=list)
    off: list[str] = field(default_factory=list)
    announced: list[str] = field(default_factory=list)
    players: tuple[str, ...] = ()
    turn: int = 0
    draw_pile: list[str] = field(default_factory=list)
    discard_pile: list[str] = field(default_factory=list)
    option_pile: list[str] = field(default_factory=list)
    option_discards: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> Setup:
        """Return the set-up that builds `state`. Raise `BoardError` if there is none."""
        return cls(**written(state)).with_rules(state.rules)

    @property
    def rules(self) -> Rules:
        """The edition's rules, changed by the options of this start."""
        return rules_of(EDITIONS, self.edition, self.options, OPTIONS)

    def read_board(self) -> Board:
        """Return the named or drawn board of this start, with its dock and flags."""
        if self.names_board("legend", "walls", "pushers", "lasers"):
            board = board_files.load_board(self.board)
        else:
            board = board_files.read_board(
                self.floor, self.legend, self.walls, self.pushers, self.lasers
            )
        if self.dock:
            board = board_files.with_dock(board, board_files.load_board(self.dock))
        return board_files.with_flags(board, self.flags) if self.flags else board

    def _state(self) -> State:
        rules, board = self.rules, self.read_board()
        self._check_names()
        if self.register not in range(1, len(REGISTERS) + 2):
            raise board_error("A round has registers 1 to {last}.", last=len(REGISTERS))
        robots = tuple(self._robot(board, rules, *entry) for entry in self.robots.items())
        real = [each.square for each in robots if not each.virtual and not each.destroyed]
        if square := twice(real):
            raise board_error(
                "Two robots are on {square}. Put each one on its own square.", square=square
            )
        state = State(board, rules, robots, self.register - 1, self._table(rules))
        for name, text in self.programs.items():
            program = checked_program(name, text, INSTRUCTIONS, partial(problems, state, name))
            registers = filled(state, state.robot(name), program.instructions)
            state = state.with_facts(name, registers=registers)
        self._check_cards(state)
        return state

    def _table(self, rules: Rules) -> Table:
        """Return the cards beside the board, or an empty table in an exercise.

        Raise `BoardError` if they are not valid.
        """
        if not self.turn:
            return Table()
        if not 0 <= self.turn <= MOST_TURNS:
            raise board_error("Write a number of rounds from 0 to {most}.", most=MOST_TURNS)
        _check_held(rules, [*self.option_pile, *self.option_discards])
        return Table(
            Deck(tuple(map(read_card, self.draw_pile)), tuple(map(read_card, self.discard_pile))),
            Deck(tuple(self.option_pile), tuple(self.option_discards)),
            self.turn,
            is_dealt=True,
            destroyed=tuple(dict.fromkeys(self.destroyed)),
            extra=rules.read_extra(self.extra) if rules.read_extra else None,
        )

    def _check_names(self) -> None:
        check_known('There is no robot "{name}". Choose one of: {names}.', self.robots, COLOURS)
        named: list[Iterable[str]] = [
            self.programs, self.locked, self.registers, self.hands, self.damage, self.reached,
            self.archives, self.lives, self.held, *(getattr(self, fact) for fact in FACTS),
        ]  # fmt: skip
        for names in named:
            check_known(
                'There are entries for "{name}", but there is no such robot.', names, self.robots
            )

    def _robot(self, board: Board, rules: Rules, name: str, place: str) -> Robot:
        square, facing = read_place(place)
        archive = Square.read(self.archives[name]) if name in self.archives else square
        robot = Robot(
            name,
            square,
            facing,
            archive,
            damage=_number(self.damage, name, 0, range(MOST_DAMAGE + (name in self.destroyed))),
            flag=_number(self.reached, name, 0, range(len(board.flags) + 1)),
            lives=_number(self.lives, name, rules.lives, range(UNCOUNTED, 100)),
            hand=read_cards(self.hands[name]) if name in self.hands else None,
            held=tuple(read_held(rules, text) for text in self.held.get(name, ())),
        ).with_(**{fact: name in getattr(self, fact) for fact in FACTS})
        for square in (robot.square, archive):
            board.checked(square)
        if board.is_deadly(robot.square) and not robot.destroyed:
            facts = {"name": name, "square": robot.square}
            raise board_error("There is a pit on {square}, so {name} cannot start there.", **facts)
        return robot.with_(registers=self._registers(robot))

    def _registers(self, robot: Robot) -> Registers:
        """Return the cards in a robot's registers, read from the field `registers` or `locked`."""
        name = robot.name
        if name in self.registers:
            texts = self.registers[name]
            if len(texts) != len(REGISTERS):
                facts = {"name": name, "count": len(REGISTERS)}
                raise board_error(
                    '{name} has {count} registers. Write "" for an empty one.', **facts
                )
            return tuple(read_card(text) if text else None for text in texts)
        cards = read_cards(self.locked.get(name, ""))
        if len(cards) not in (0, robot.locked):
            says = say_many(
                "{name} has {number} locked register. List one card for it.",
                "{name} has {number} locked registers. List one card for each.",
                robot.locked,
                name=name,
            )
            raise BoardError(says)
        return (*EMPTY[len(cards) :], *cards)

    def _check_cards(self, state: State) -> None:
        """Raise `BoardError` if the same card, with the same priority, is in two places."""
        cards: list[Instruction] = []
        for robot in state.robots:
            laid = [card for card in robot.registers if card]
            cards += [*laid, *(card for card in robot.hand or () if card not in laid)]
        cards += [*state.table.deck.draw_pile, *state.table.deck.discard_pile]
        if card := twice(each for each in cards if each.arguments):
            raise board_error('There is only one "{card}", but it is listed twice.', card=card)

    def check_match(self) -> None:
        """Raise `BoardError` if a field is set that a new match fills in automatically."""
        own = ("edition", "options", "register", "players", *BOARD)
        self.check_dealt(*(each.name for each in fields(self) if each.name not in own))


# Cards in a start -----------------------------------------------------------------------------


def read_card(text: str) -> Instruction:
    """Read one card from `text`. Raise `BoardError` if `text` does not name exactly one."""
    cards = read_cards(text)
    if len(cards) != 1:
        raise board_error('Write one card here, such as "move-1 490", not "{text}".', text=text)
    return cards[0]


def read_cards(text: str) -> tuple[Instruction, ...]:
    """Read cards from a text such as `move-1 490, left 70`.

    Raise `BoardError` if the text cannot be read, or if it has loops or conditions.
    """
    try:
        program = Program.read(text, INSTRUCTIONS)
    except ProgramError as error:
        raise BoardError(error.says) from error
    if program.depth:
        raise board_error("A register holds one card. Do not use a loop or an if here.")
    return program.instructions


def read_held(rules: Rules, text: str) -> Held:
    """Read a held card from a text such as `Ablative Coat 3`.

    The number gives the remaining charges. A note may follow a colon, as in
    `Conditional Program: move-1 490`. Raise `BoardError` if the edition has no card of that name.
    """
    text, _, note = text.partition(": ")
    words = text.split()
    charges = int(words.pop()) if len(words) > 1 and words[-1].isdecimal() else 0
    _check_held(rules, [" ".join(words)])
    return Held(" ".join(words), charges, note)


def _check_held(rules: Rules, names: list[str]) -> None:
    known = (*rules.options, *rules.effects)
    check_known('This edition has no option or bug called "{name}".', names, known)


def _number(numbers: Mapping[str, int], name: str, usual: int, allowed: range) -> int:
    number = numbers.get(name, usual)
    if number not in allowed:
        facts = {"name": name, "least": allowed[0], "most": allowed[-1], "number": number}
        raise board_error("{name}: write a number from {least} to {most}, not {number}.", **facts)
    return number


# Writing a state ------------------------------------------------------------------------------


def written(state: State) -> dict[str, Any]:
    """Return the fields of the set-up that builds `state`.

    Raise `BoardError` if there is no such set-up, because cards are face down or not yet dealt.
    """
    robots = state.robots
    if any(LAID_DOWN in (*robot.registers, *(robot.hand or ())) for robot in robots):
        raise board_error("Cards that are face down cannot be saved. Save the whole state.")
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
        **(_table(state) if state.is_match else {}),
    }


def _held(card: Held) -> str:
    text = f"{card.name} {card.charges}" if card.charges else card.name
    return f"{text}: {card.note}" if card.note else text


def _board(board: Board) -> dict[str, Any]:
    """Return set-up fields that name `board` if it is one of ours, and otherwise draw it."""
    if board.name in board_files.board_names():
        ours = board_files.load_board(board.name)
        if board.dock in board_files.board_names():
            ours = board_files.with_dock(ours, board_files.load_board(board.dock))
        flags = list(map(str, board.flags))
        if board_files.with_flags(ours, flags) == board:
            moved = [] if ours.flags == board.flags else flags
            return {"board": board.name, "dock": board.dock, "flags": moved}
    return board_files.drawn(board)


def _table(state: State) -> dict[str, Any]:
    table = state.table
    if not table.turn:
        raise board_error("The cards have not been dealt yet. Save its set-up and answers instead.")
    return {
        "players": tuple(robot.name for robot in state.robots),
        "turn": table.turn,
        "destroyed": list(table.destroyed),
        "draw_pile": list(map(str, table.deck.draw_pile)),
        "discard_pile": list(map(str, table.deck.discard_pile)),
        "option_pile": list(table.options.draw_pile),
        "option_discards": list(table.options.discard_pile),
        "extra": table.extra.written() if table.extra else {},
    }
