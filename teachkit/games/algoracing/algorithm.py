"""The shared algorithm of the complete rules, and the edits that change it. [AR-26 … AR-30]

An edit is written as text: `insert jump at 2`, `cover 3 with left`, `loop 2x over 1..2`, `unloop
1`. The numbers are positions among the visible command cards at the moment of the edit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.game.game import Edited, Editing, EditOption, EditRow, Problem
from teachkit.core.language.instructions import Instruction, Node, Repeat, card_name
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Pick, no_list
from teachkit.errors import AnswerError
from teachkit.games.algoracing.state import State
from teachkit.words import say, say_many, shown

Cards: TypeAlias = tuple[Instruction, ...]

EDIT = re.compile(
    r"insert (?P<insert>\S+) at (?P<place>\d{1,3})"
    r"|cover (?P<covered>\d{1,3}) with (?P<cover>\S+)"
    r"|loop (?P<times>\d{1,3})x over (?P<first>\d{1,3})(?:\.\.(?P<last>\d{1,3}))?"
    r"|unloop (?P<unloop>\d{1,3})"
)


class EditError(AnswerError):
    """Raised when edits are invalid; the message is the first of the `problems`."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(str(problems[0]))
        self.problems = list(problems)


class Row(Struct, frozen=True):
    """An algorithm that is being edited: its command cards in order, and its loop cards.

    `loops` holds the number of repetitions of each loop card, and the positions of the first and
    the last command card in the loop, counted from 0. `played` holds the cards that came from the
    hand, `covered` the cards that were covered by others, and `discarded` the loop cards that were
    removed.
    """

    commands: Cards = ()
    loops: tuple[tuple[int, int, int], ...] = ()
    played: Cards = ()
    covered: Cards = ()
    discarded: Cards = ()

    @classmethod
    def of(cls, program: Program) -> Row:
        """Return the row that represents `program`."""
        loops = [
            (loop.times, first - 1, last - 1)
            for loop, first, last in program.brackets
            if isinstance(loop, Repeat)
        ]
        return cls(program.instructions, tuple(loops))

    def program(self) -> Program:
        """Return the program that this row represents."""
        starts = {first: (times, last) for times, first, last in self.loops}
        body: list[Node] = []
        place = 0
        while place < len(self.commands):
            times, last = starts.get(place, (0, place))
            cards = self.commands[place : last + 1]
            body += [Repeat(times, cards)] if times else cards
            place = last + 1
        return Program(tuple(body))

    def edited(self, state: State, text: str) -> Row:
        """Return the row after the single edit `text`. Raise `EditError` if it is not allowed."""
        text = " ".join(map(card_name, text.split())) if isinstance(text, str) else shown(text)
        match = EDIT.fullmatch(text)
        if not match:
            says = say(
                '"{edit}" is not an edit. Write, for example: insert jump at 2, cover 3 with left.',
                edit=text[:60],
            )
            raise _error(says)
        found = match.groupdict()
        if found["insert"]:
            place = _place(found["place"], len(self.commands) + 1)
            return self.insert(_command(state, found["insert"]), place)
        if found["cover"]:
            place = _place(found["covered"], len(self.commands))
            return self.cover(place, _command(state, found["cover"]))
        if found["times"]:
            return _loop(state, self, found)
        place = _place(found["unloop"], len(self.commands))
        if not self.is_looped(place):
            raise _error(say("There is no loop around card {card}.", card=place + 1), place + 1)
        return self.unloop(place, place)

    def insert(self, card: Instruction, place: int) -> Row:
        """Return a copy of the row with `card` inserted at index `place`. [AR-29]

        A loop that the new card would split is removed.
        """
        row = self.unloop(place - 1, place)
        moved = tuple(
            (times, first + (first >= place), last + (last >= place))
            for times, first, last in row.loops
        )
        commands = (*row.commands[:place], card, *row.commands[place:])
        return replace(row, commands=commands, loops=moved, played=(*row.played, card))

    def cover(self, place: int, card: Instruction) -> Row:
        """Return a copy of the row with `card` on top of the card at `place`. [AR-28, AR-29]

        A loop over the covered card is removed.
        """
        row = self.unloop(place, place)
        commands = (*row.commands[:place], card, *row.commands[place + 1 :])
        covered = (*row.covered, row.commands[place])
        return replace(row, commands=commands, played=(*row.played, card), covered=covered)

    def loop(self, times: int, first: int, last: int) -> Row:
        """Return a copy of the row with a loop that repeats the cards `first` to `last`. [AR-15]"""
        loops = tuple(sorted((*self.loops, (times, first, last)), key=lambda loop: loop[1]))
        return replace(self, loops=loops, played=(*self.played, loop_card(times)))

    def unloop(self, first: int, last: int) -> Row:
        """Return a copy of the row without the loop over the cards `first` to `last`. [AR-28]

        If there is no such loop, return the row itself.
        """
        for loop in self.loops:
            if loop[1] <= first and last <= loop[2]:
                kept = tuple(each for each in self.loops if each != loop)
                return replace(self, loops=kept, discarded=(*self.discarded, loop_card(loop[0])))
        return self

    def is_looped(self, place: int) -> bool:
        """Return whether the card at `place` is in a loop."""
        return any(first <= place <= last for _, first, last in self.loops)


def loop_card(times: int) -> Instruction:
    """Return the loop card with `times` repetitions, such as `2x`."""
    return Instruction(f"{times}x")


def edit(state: State, edits: Sequence[str], given: Program | None = None) -> Row:
    """Apply `edits` to the shared algorithm, or to the program `given`, and return the row.

    Raise `EditError` with the problems if the edits are not allowed.

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> edit(start, ["insert forward at 1", "insert left at 2", "loop 2x over 1..2"]).program()
    Program.read('2x(forward, left)')
    """
    if says := no_list(edits):
        raise _error(says)
    row = Row.of(state.table.algorithm if given is None else given)
    problems: list[Problem] = []
    for text in edits:
        try:
            row = row.edited(state, text)
        except EditError as error:
            problems += error.problems
    if problems := problems or [*_too_much(state, row)]:
        raise EditError(*problems)
    return row


def _loop(state: State, row: Row, found: Mapping[str, str]) -> Row:
    times = int(found["times"])
    first = _place(found["first"], len(row.commands))
    last = _place(found["last"] or found["first"], len(row.commands))
    if times not in state.rules.loops:
        raise _error(say("This deck has no ×{times} card.", times=times), first + 1)
    size = last - first + 1
    if not 1 <= size <= (state.rules.loop_cards or size):
        raise _error(say("Put a loop around one or two cards, not {size}.", size=size), first + 1)
    if row.is_looped(first) or row.is_looped(last):
        raise _error(say("This deck does not allow a loop inside a loop."), first + 1)
    return row.loop(times, first, last)


def _place(text: str, most: int) -> int:
    if not 1 <= int(text) <= most:
        raise _error(
            say("There is no place {place}. The last place is {most}.", place=text, most=most)
        )
    return int(text) - 1


def _command(state: State, name: str) -> Instruction:
    if name in state.rules.instructions:
        return Instruction(name)
    if Instruction(name) in map(loop_card, state.rules.loops):
        raise _error(say("A loop goes around cards. Write it like this: loop 2x over 1..2."))
    raise _error(say('There is no card "{name}" in this deck.', name=name))


def _error(says: str, card: int | None = None) -> EditError:
    return EditError(Problem(card, says))


def _too_much(state: State, row: Row) -> Iterator[Problem]:
    """Yield a problem for each exceeded limit and each card not in the hand. [AR-26, AR-30]

    The limits apply to the length of the algorithm and to the cards played in one turn. In a match,
    an empty row is a problem, too.
    """
    length, turn = state.rules.length_limit, state.rules.cards_each_turn
    if len(row.commands) > length:
        yield Problem(None, say("The algorithm holds at most {limit} cards.", limit=length))
    if len(row.played) > turn:
        says = say_many(
            "Play at most {number} card in one turn.",
            "Play at most {number} cards in one turn.",
            turn,
        )
        yield Problem(None, says)
    if not state.table.players:
        return
    if not row.commands:
        yield Problem(None, say("Play at least one card, or pass."))
    left = Counter(state.table.held)
    left.subtract(row.played)
    for card in -left:  # the cards of which more are played than held
        yield Problem(None, say('There is no "{name}" card left in the hand.', name=card))


@dataclass(frozen=True)
class EditAlgorithm(EditRow):
    """A decision about how to edit the shared algorithm before it runs.

    The answer is a tuple of edits, which may be empty.
    """

    state: State

    @property
    def row(self) -> Program:
        return self.state.table.algorithm

    @property
    def cards(self) -> dict[str, int]:
        """The number of copies of each card in the hand. [AR-26]"""
        return dict(Counter(map(str, self.state.table.held)))

    @property
    def parts(self) -> tuple[str, ...]:
        """The texts of all single edits that are possible now with the cards in the hand."""
        edits = possible_edits(self.state, Row.of(self.row), self.state.table.held)
        return tuple(edit.text for edit in edits)

    @property
    def least(self) -> int:
        """The smallest number of edits allowed: 1 if the algorithm is still empty, otherwise 0."""
        return 0 if self.row.instructions else 1

    @property
    def most(self) -> int:
        """The largest number of cards that may be played in a turn."""
        return self.state.rules.cards_each_turn

    def problem(self, answer: Any) -> str | None:
        try:
            edit(self.state, answer)
        except EditError as error:
            return error.says
        return None

    def compose(self, pick: Pick) -> tuple[str, ...]:
        edits: list[str] = []
        row = Row.of(self.row)
        for _ in range(pick(range(self.least, self.most + 1))):
            hand = without(self.state.table.held, row.played)
            if options := list(possible_edits(self.state, row, hand)):
                edits.append(pick(options).text)
                row = row.edited(self.state, edits[-1])
        return tuple(edits)


def possible_edits(state: State, row: Row, hand: Sequence[Instruction]) -> Iterator[EditOption]:
    """Yield every edit of `row` that is possible with one card from `hand` or with none.

    An edit without a card removes a loop.
    """
    size = len(row.commands)
    loops = {loop_card(times): times for times in state.rules.loops}
    for card in dict.fromkeys(hand):
        if times := loops.get(card):
            yield from _possible_loops(row, times)
            continue
        name = str(card)
        if size < state.rules.length_limit:
            for place in range(size + 1):
                yield EditOption(f"insert {name} at {place + 1}", name, place + 1, place)
        for place in range(size):
            yield EditOption(f"cover {place + 1} with {name}", name, place + 1, place + 1)
    for _, first, last in row.loops:
        yield EditOption(f"unloop {first + 1}", "", first + 1, last + 1)


def _possible_loops(row: Row, times: int) -> Iterator[EditOption]:
    free = [place for place in range(len(row.commands)) if not row.is_looped(place)]
    for first in free:
        for last in (first, first + 1):
            if last in free:
                over = f"{first + 1}..{last + 1}" if first < last else str(last + 1)
                yield EditOption(f"loop {times}x over {over}", f"{times}x", first + 1, last + 1)


# Editing as an exercise -------------------------------------------------------------------------


def edited(state: State, row: Program, edits: Sequence[str]) -> Edited:
    """Apply `edits` to `row`, and return the edited program. [AR-26 … AR-30]

    In an exercise, edits may use any card of the deck.

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> row = Program.read("2x(forward, left)")
    >>> edited(start, row, ["cover 2 with jump", "loop 2x over 1"])
    Edited(program=Program.read('2x(forward), jump'), laid=('jump', '2x'))

    Raise `EditError` with the problems if the edits are not allowed.
    """
    after = edit(state, edits, row)
    return Edited(after.program(), tuple(map(str, after.played)))


def next_edits(state: State, row: Program, edits: Sequence[str]) -> tuple[EditOption, ...]:
    """Return every edit that may follow `edits` in the same turn.

    In a match, an edit uses a card from the current player's hand; in an exercise, any card of the
    deck.

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> found = next_edits(start, Program.read("left, 2x(jump)"), [])
    >>> [option for option in found if option.card in ("", "3x")]
    [EditOption(text='loop 3x over 1', card='3x', first=1, last=1), \
EditOption(text='unloop 2', card='', first=2, last=2)]
    """
    after = edit(state, edits, row) if edits else Row.of(row)
    is_over = len(after.played) >= state.rules.cards_each_turn
    return tuple(possible_edits(state, after, () if is_over else _cards_left(state, after)))


def _cards_left(state: State, row: Row) -> Cards:
    """Return the cards left in the hand after `row` or, in an exercise, each kind of card."""
    if not state.table.players:
        return (*map(Instruction, state.rules.instructions), *map(loop_card, state.rules.loops))
    return without(state.table.held, row.played)


def without(hand: Sequence[Instruction], used: Sequence[Instruction]) -> Cards:
    """Return `hand` with one copy removed for each card in `used`."""
    left = list(hand)
    for card in used:
        left.remove(card)
    return tuple(left)


EDITING = Editing(edited, next_edits)
