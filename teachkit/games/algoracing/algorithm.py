"""The shared algorithm of the complete rules, and the edits that change it. [AR-26 … AR-30]

Edits are written as text: `insert jump at 2`, `cover 3 with left`, `loop 2x over 1..2`,
`unloop 1`. Card numbers count the visible command cards, as they lie when the edit is made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.game.editing import Edited, Editing, EditRow, Way
from teachkit.core.game.game import Problem
from teachkit.core.language.nodes import Instruction, Node, Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Pick, no_list
from teachkit.errors import AnswerError
from teachkit.games.algoracing.state import State
from teachkit.words import say, shown

EDIT = re.compile(
    r"insert (?P<insert>\S+) at (?P<place>\d{1,3})"
    r"|cover (?P<covered>\d{1,3}) with (?P<cover>\S+)"
    r"|loop (?P<times>\d{1,3})x over (?P<first>\d{1,3})(?:\.\.(?P<last>\d{1,3}))?"
    r"|unloop (?P<unloop>\d{1,3})"
)


class EditError(AnswerError):
    """Edits that may not be made: the first reason; `problems` tells each, in their order."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(str(problems[0]))
        self.problems = list(problems)


class Row(Struct, frozen=True):
    """An algorithm taken apart: command cards in a row, and loop cards over some of them.

    A loop is how often, and its first and last card, counted from 0. `played` are the cards
    that came from the hand; `covered` lie under others; `discarded` are loops taken away.
    """

    commands: tuple[Instruction, ...] = ()
    loops: tuple[tuple[int, int, int], ...] = ()
    played: tuple[Instruction, ...] = ()
    covered: tuple[Instruction, ...] = ()
    discarded: tuple[Instruction, ...] = ()

    @classmethod
    def of(cls, program: Program) -> Row:
        loops, place = [], 0
        for node in program.body:
            size = len(node.body) if isinstance(node, Repeat) else 1
            if isinstance(node, Repeat):
                loops.append((node.times, place, place + size - 1))
            place += size
        return cls(program.instructions, tuple(loops))

    def program(self) -> Program:
        """The row as a program again."""
        starts = {first: (times, last) for times, first, last in self.loops}
        body: list[Node] = []
        place = 0
        while place < len(self.commands):
            times, last = starts.get(place, (0, place))
            cards = self.commands[place : last + 1]
            body += [Repeat(times, cards)] if times else cards
            place = last + 1
        return Program(tuple(body))

    def insert(self, card: Instruction, place: int) -> Row:
        """A card before, between or behind; between two looped cards their loop goes. [AR-29]"""
        row = self.without_loops(lambda first, last: first < place <= last)
        moved = tuple(
            (times, first + (first >= place), last + (last >= place))
            for times, first, last in row.loops
        )
        commands = (*row.commands[:place], card, *row.commands[place:])
        return replace(row, commands=commands, loops=moved, played=(*row.played, card))

    def cover(self, place: int, card: Instruction) -> Row:
        """A card on top of another; a loop over it goes. [AR-28, AR-29]"""
        row = self.unloop(place)
        commands = (*row.commands[:place], card, *row.commands[place + 1 :])
        covered = (*row.covered, row.commands[place])
        return replace(row, commands=commands, played=(*row.played, card), covered=covered)

    def loop(self, times: int, first: int, last: int) -> Row:
        """A loop card over one or two neighbours. [AR-15]"""
        loops = tuple(sorted((*self.loops, (times, first, last)), key=lambda loop: loop[1]))
        return replace(self, loops=loops, played=(*self.played, loop_card(times)))

    def unloop(self, place: int) -> Row:
        """Take away the loop over a card. [AR-28]"""
        return self.without_loops(lambda first, last: first <= place <= last)

    def without_loops(self, goes: Any) -> Row:
        gone = [loop for loop in self.loops if goes(loop[1], loop[2])]
        if not gone:
            return self
        kept = tuple(loop for loop in self.loops if loop not in gone)
        cards = tuple(loop_card(times) for times, _, _ in gone)
        return replace(self, loops=kept, discarded=self.discarded + cards)

    def is_looped(self, place: int) -> bool:
        return any(first <= place <= last for _, first, last in self.loops)


def loop_card(times: int) -> Instruction:
    """The card in the hand that loops so often: `x2`."""
    return Instruction(f"x{times}")


def loop_names(state: State) -> dict[Instruction, str]:
    """What edits call the cards that loop."""
    return {loop_card(times): f"{times}x" for times in state.rules.loops}


def edited(state: State, edits: Sequence[str]) -> Program:
    """The shared algorithm after these edits. Raises `EditError` with the problems.

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> edited(start, ["insert forward at 1", "insert left at 2", "loop 2x over 1..2"])
    Program.read('2x(forward, left)')
    """
    return edit(state, edits).program()


def edit(state: State, edits: Sequence[str], given: Program | None = None) -> Row:
    """The same as a row, with the cards that were played, covered and discarded.

    It is the shared algorithm that is changed, or the one that is `given`.
    """
    if says := no_list(edits):
        raise _error(says)
    if given is None:
        given = state.table.algorithm
    row = Row.of(given)
    problems = []
    for text in edits:
        try:
            row = _apply(state, row, text)
        except EditError as error:
            problems += error.problems
    if problems:
        raise EditError(*problems)
    if found := list(_too_much(state, row)):
        raise EditError(*found)
    return row


def _apply(state: State, row: Row, text: str) -> Row:
    text = " ".join(text.split()) if isinstance(text, str) else shown(text)
    match = EDIT.fullmatch(text)
    if not match:
        raise _error(say('"{edit}" is no edit; write: insert jump at 2, cover 3 with left.',
                         edit=text[:60]))  # fmt: skip
    found = match.groupdict()
    if found["insert"]:
        place = _place(found["place"], len(row.commands) + 1)
        return row.insert(_command(state, found["insert"]), place)
    if found["cover"]:
        place = _place(found["covered"], len(row.commands))
        return row.cover(place, _command(state, found["cover"]))
    if found["times"]:
        return _loop(state, row, found)
    place = _place(found["unloop"], len(row.commands))
    if not row.is_looped(place):
        raise _error(say("No loop lies over card {card}.", card=place + 1), place + 1)
    return row.unloop(place)


def _loop(state: State, row: Row, found: dict[str, Any]) -> Row:
    times = int(found["times"])
    first = _place(found["first"], len(row.commands))
    last = _place(found["last"] or found["first"], len(row.commands))
    if times not in state.rules.loops:
        raise _error(say("This deck has no ×{times} card.", times=times), first + 1)
    size = last - first + 1
    if not 1 <= size <= (state.rules.loop_cards or size):
        raise _error(say("A loop lies around one or two cards, not {size}.", size=size), first + 1)
    if row.is_looped(first) or row.is_looped(last):
        raise _error(say("A loop may not lie around a loop in this deck."), first + 1)
    return row.loop(times, first, last)


def _place(text: str, most: int) -> int:
    if not 1 <= int(text) <= most:
        raise _error(say("There is no place {place}; the last one is {most}.",
                         place=text, most=most))  # fmt: skip
    return int(text) - 1


def _command(state: State, name: str) -> Instruction:
    if name in state.rules.instructions:
        return Instruction(name)
    if name in map(str, map(loop_card, state.rules.loops)):
        raise _error(say("A loop goes around cards; write: loop 2x over 1..2."))
    raise _error(say('There is no card "{name}" in this deck.', name=name))


def _error(says: str, card: int | None = None) -> EditError:
    return EditError(Problem(card, says))


def _too_much(state: State, row: Row) -> Iterator[Problem]:
    """More cards than the row, the turn or the hand allows. [AR-26, AR-30]"""
    rules = state.rules
    if len(row.commands) > rules.length_limit:
        yield Problem(None, say("The algorithm holds at most {limit} cards.",
                                limit=rules.length_limit))  # fmt: skip
    if len(row.played) > rules.cards_each_turn:
        yield Problem(None, say("Play at most {limit} cards in one turn.",
                                limit=rules.cards_each_turn))  # fmt: skip
    if not state.table.players:
        return
    if not row.commands:
        yield Problem(None, say("Lay at least one card, or pass."))
    left = Counter(state.table.held)
    left.subtract(row.played)
    for card, number in left.items():
        if number < 0:
            yield Problem(None, say('There is no "{name}" left in the hand.', name=card))


@dataclass(frozen=True)
class EditAlgorithm(EditRow):
    """Change the shared algorithm, then it runs; the answer is a tuple of edits, maybe empty."""

    state: State

    @property
    def row(self) -> Program:
        return self.state.table.algorithm

    @property
    def cards(self) -> dict[str, int]:
        """The hand, with loops as `2x`. [AR-26]"""
        loops = loop_names(self.state)
        return dict(Counter(loops.get(card, str(card)) for card in self.state.table.held))

    @property
    def parts(self) -> tuple[str, ...]:
        """Every single edit that can be made now, with the whole hand."""
        edits = possible_edits(self.state, Row.of(self.row), self.state.table.held)
        return tuple(edit.text for edit in edits)

    @property
    def least(self) -> int:
        """One edit at least where no card lies yet."""
        return 0 if self.row.instructions else 1

    @property
    def most(self) -> int:
        """So many cards may be laid in a turn."""
        return self.state.rules.cards_each_turn

    def problem(self, answer: Any) -> str | None:
        try:
            edit(self.state, answer)
        except EditError as error:
            return error.says
        return None

    def compose(self, pick: Pick) -> tuple[str, ...]:
        edits: list[str] = []
        hand, row = list(self.state.table.held), Row.of(self.row)
        for _ in range(pick(range(self.least, self.most + 1))):
            options = list(possible_edits(self.state, row, hand))
            if options:
                text, made = pick(options)
                edits.append(text)
                before, row = len(row.played), made()
                for card in row.played[before:]:
                    hand.remove(card)
        return tuple(edits)


class Possible(NamedTuple):
    """An edit that can be made: its text, and the row after it."""

    text: str
    made: Callable[[], Row]


def possible_edits(state: State, row: Row, hand: Sequence[Instruction]) -> Iterator[Possible]:
    """Every single edit that keeps the row within its limit."""
    size = len(row.commands)
    loops = {f"x{times}": times for times in state.rules.loops}
    for card in dict.fromkeys(hand):
        if times := loops.get(card.name):
            yield from _possible_loops(row, times)
            continue
        if size < state.rules.length_limit:
            for place in range(size + 1):
                text = f"insert {card} at {place + 1}"
                yield Possible(text, partial(row.insert, card, place))
        for place in range(size):
            yield Possible(f"cover {place + 1} with {card}", partial(row.cover, place, card))
    for _, first, _ in row.loops:
        yield Possible(f"unloop {first + 1}", partial(row.unloop, first))


def _possible_loops(row: Row, times: int) -> Iterator[Possible]:
    free = [place for place in range(len(row.commands)) if not row.is_looped(place)]
    for place in free:
        text = f"loop {times}x over {place + 1}"
        yield Possible(text, partial(row.loop, times, place, place))
        if place + 1 in free:
            yield Possible(f"{text}..{place + 2}", partial(row.loop, times, place, place + 1))


# Editing as an exercise -------------------------------------------------------------------------


Cards: TypeAlias = tuple[Instruction, ...]


def edited_row(state: State, row: Program, edits: Sequence[str]) -> Edited:
    """The row after these edits, with any cards of the deck. [AR-26 … AR-30]

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> row = Program.read("2x(forward, left)")
    >>> edited_row(start, row, ["cover 2 with jump", "loop 2x over 1"])
    Edited(program=Program.read('2x(forward), jump'), laid=('jump', '2x'))

    Raises `EditError` with the problems.
    """
    after = edit(state, edits, row)
    loops = loop_names(state)
    return Edited(after.program(), tuple(loops.get(card, str(card)) for card in after.played))


def ways(state: State, row: Program, edits: Sequence[str]) -> tuple[Way, ...]:
    """Every edit that can be made next in this turn, after these.

    In a match it is made with the cards in the hand of whose turn it is, else with any.

    >>> from teachkit.games.algoracing.setup import Setup
    >>> start = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()
    >>> [way for way in ways(start, Program.read("left, 2x(jump)"), []) if way.card in ("", "3x")]
    [Way(text='loop 3x over 1', card='3x', first=1, last=1), \
Way(text='unloop 2', card='', first=2, last=2)]
    """
    after = edit(state, edits, row) if edits else Row.of(row)
    is_over = len(after.played) >= state.rules.cards_each_turn
    found = possible_edits(state, after, () if is_over else _cards_left(state, after))
    return tuple(_way(after, edit.text) for edit in found)


def _cards_left(state: State, row: Row) -> Cards:
    """What the hand still holds; every card of the deck where nobody holds any."""
    if not state.table.players:
        return (*map(Instruction, state.rules.instructions), *map(loop_card, state.rules.loops))
    return without(state.table.held, row.played)


def without(hand: Sequence[Instruction], used: Sequence[Instruction]) -> Cards:
    """Return a hand with these cards taken out, each once."""
    left = list(hand)
    for card in used:
        left.remove(card)
    return tuple(left)


def _way(row: Row, text: str) -> Way:
    match = EDIT.fullmatch(text)
    assert match
    found = match.groupdict()
    if found["insert"]:
        place = int(found["place"])
        return Way(text, found["insert"], place, place - 1)
    if found["cover"]:
        place = int(found["covered"])
        return Way(text, found["cover"], place, place)
    if found["times"]:
        first = int(found["first"])
        return Way(text, f"{found['times']}x", first, int(found["last"] or first))
    card = int(found["unloop"]) - 1
    first, last = next((first, last) for _, first, last in row.loops if first <= card <= last)
    return Way(text, "", first + 1, last + 1)


EDITING = Editing(edited_row, ways)
