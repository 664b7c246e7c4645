"""General misreadings of programs, loops and conditions, the most common first.

A learner with a misreading has a different program in mind, or expects a different trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from teachkit.core.game.game import Game, Misreading
from teachkit.core.game.misreadings import CardRule, by_program, by_trace, cards_of, remembering
from teachkit.core.language.instructions import (
    Bracket,
    If,
    Instruction,
    Node,
    Procedure,
    Repeat,
    While,
    branches,
)
from teachkit.core.language.program import Program, with_rows
from teachkit.core.run.flow import Flow, Frame
from teachkit.core.run.trace import Trace, record
from teachkit.core.run.walk import Skipped, Started, in_rounds, straight_steps

Row: TypeAlias = Sequence[Node]
B = TypeVar("B", bound=Bracket)


def misread_rows(change: Callable[[Row], Iterable[Node]]) -> Callable[[Program], Program]:
    """Return a function that applies `change` to a program's rows of cards, inner rows first."""

    def read(row: Row) -> tuple[Node, ...]:
        return tuple(change([*map(read_inside, row)]))

    def read_inside(node: Node) -> Node:
        if isinstance(node, Instruction):
            return node
        return with_rows(node, *map(read, branches(node)))

    return lambda program: Program(read(program.body))


def misread_brackets(kind: type[B], change: Callable[[B], Row]) -> Callable[[Program], Program]:
    """Return a function that applies `change` to each bracket of type `kind` in a program.

    >>> str(misread_brackets(Repeat, loop_once)(Program.read("2x(forward, left), forward")))
    'forward, left, forward'
    """

    def read(row: Row) -> Iterator[Node]:
        for node in row:
            yield from change(node) if isinstance(node, kind) else (node,)

    return misread_rows(read)


def loop_once(loop: Repeat) -> Row:
    """Replace the loop with its cards, so that they run once."""
    return loop.body


def card_by_card(loop: Repeat) -> Row:
    """Replace the loop with one loop per card: `A A B B` in place of `A B A B`."""
    return [Repeat(loop.times, (card,)) for card in loop.body]


def rounds_more(more: int, loop: Repeat) -> Row:
    """Add rounds to the loop, such as one, as if its number counted only the repetitions."""
    return [Repeat(loop.times + more, loop.body)]


def first_card_only(loop: Repeat) -> Row:
    """Keep only the first card in the loop, and move the others behind the loop.

    A loop of one or two cards stays as it is.
    """
    if len(loop.body) <= 2:
        return [loop]
    return [Repeat(loop.times, loop.body[:1]), *loop.body[1:]]


def body_longer(row: Row) -> Iterator[Node]:
    """Move the card after each loop into the loop."""
    left = list(row)
    while left:
        node = left.pop(0)
        if isinstance(node, Repeat) and left and isinstance(left[0], Instruction):
            yield Repeat(node.times, (*node.body, left.pop(0)))
        else:
            yield node


def body_shorter(loop: Repeat) -> Row:
    """Move the last card of the loop behind the loop, unless it is the only card."""
    if len(loop.body) <= 1:
        return [loop]
    return [Repeat(loop.times, loop.body[:-1]), loop.body[-1]]


def if_again(asked: If) -> Row:
    """Replace an `if` with a `while`, unless the `if` has an `else`."""
    return [asked if asked.otherwise else While(asked.condition, asked.body)]


def while_once(loop: While) -> Row:
    """Replace a `while` with an `if`."""
    return [If(loop.condition, loop.body)]


def while_watching(loop: While) -> Row:
    """Make a `while` end as soon as its condition changes, even in the middle of a round."""
    inside: tuple[Node, ...] = ()
    for card in reversed(loop.body[1:]):
        inside = (If(loop.condition, (card, *inside)),)
    return [While(loop.condition, (*loop.body[:1], *inside))]


def both_branches(asked: If) -> Row:
    """Move the cards after `else` behind the `if`, so that they always run."""
    return [If(asked.condition, asked.body), *asked.otherwise]


def runs_where_defined(routine: Procedure) -> Row:
    """Run the cards of the routine where it is defined, too."""
    return [routine, *routine.body]


def calls_first_card(routine: Procedure) -> Row:
    """Keep only the first card in the routine."""
    return [Procedure(routine.name, routine.body[:1])]


def backwards(row: Row) -> Row:
    """Return the row in reverse order, except for routines, which stay at its beginning."""
    routines = (node for node in row if isinstance(node, Procedure))
    return [*routines, *(node for node in reversed(row) if not isinstance(node, Procedure))]


def last_card_twice(program: Program) -> Program | None:
    """Return `program` with its last card repeated, or `None` if that card is in a bracket."""
    last = program.body[-1:]
    return program + Program(last) if last and isinstance(last[0], Instruction) else None


def skip_stops(game: Game, seen: Trace) -> Trace | None:
    """Return `seen` as if the first skipped card had ended the run.

    Return `None` if no card was skipped, or if other pieces act too.
    """
    skipped = next((each.skipped for each in seen.steps(seen.actor) if each.skipped), None)
    if not skipped or not seen.alone:
        return None
    at = next(place for place, frame in enumerate(seen) if frame.event is skipped)
    state, frames = seen[:at].final, [*seen.frames[:at]]
    frames.append(Frame(skipped, state))
    for frame in seen.frames[at:]:
        if isinstance(frame.event, Started):
            frames += [Frame(frame.event, state), Frame(skipped, state)]
    return Trace(seen.start, frames, seen.actor)


def skip_eats_next() -> CardRule:
    """Return a rule that skips not only the card that cannot run, but also the one after it."""
    reasons: list[Skipped] = []

    def rule(game: Game, state: object, player: str, card: Instruction) -> Flow[Any]:
        if reasons:
            yield Frame(reasons.pop(), state)
            return state
        seen = record(game.perform(state, player, card), state)
        reasons.extend([each for each, _ in seen if isinstance(each, Skipped)][:1])
        yield from seen.frames
        return seen.final

    return rule


def one_short(game: Game, seen: Trace) -> Trace | None:
    """Return `seen` without the effect of the last card.

    Return `None` if no card ran, or if the run is endless.
    """
    cards = list(cards_of(seen))
    return seen[: cards[-1][0]] if cards and not seen.endless else None


def state_before(game: Game, seen: Trace) -> Trace | None:
    """Return a copy of `seen` in which each card's frames show the state before the card."""
    frames = list(seen.frames)
    before = seen.start
    for first, last in cards_of(seen):
        after = frames[last - 1].state
        frames[first:last] = [Frame(frame.event, before) for frame in frames[first:last]]
        before = after
    return Trace(seen.start, frames, seen.actor)


def asked_at_first(game: Game, state: object, program: Program) -> Trace | None:
    """Return the trace of `program` with all conditions evaluated at the start.

    Return `None` if `program` has no `if`, or if other pieces act on their own.
    """
    has_if = any(isinstance(bracket, If) for bracket, _, _ in program.brackets)
    if game.programs(state) or straight_steps(program) or not has_if:
        return None
    player = game.players(state)[0]
    conditions = game.sensors.conditions.items()
    sensors = {name: lambda now, who, asks=asks: asks(state, who) for name, asks in conditions}
    programs = {player: program}
    flow = in_rounds(state, programs, False, game.perform, sensors, finish=game.finish)
    return Trace(state, [sent for sent in flow if isinstance(sent, Frame)], player)


GENERAL = (
    Misreading("one card short", "Every card runs. Look at what the last one does.",
               "lesson 01", by_trace(one_short)),
    Misreading("skip stops the rest", "A skipped card does nothing; the cards after it still run.",
               "lesson 05", by_trace(skip_stops)),
    Misreading("a skip eats the next card", "Only that one card is skipped; the next one runs.",
               "lesson 05", remembering(skip_eats_next)),
    Misreading("before instead of after", "Give the result after the card has run, not before.",
               "lesson 03", by_trace(state_before)),
    Misreading("card by card in a loop",
               "A loop runs all its cards in order, then all of them again.",
               "lesson 06", by_program(misread_brackets(Repeat, card_by_card))),
    Misreading("loop once", "The number on a loop says how many times its cards run.",
               "lesson 06", by_program(misread_brackets(Repeat, loop_once))),
    Misreading("only the repeats counted",
               "The number on a loop counts every round, even the first.", "lesson 06",
               by_program(misread_brackets(Repeat, partial(rounds_more, 1)))),
    Misreading("one round too few", "The last round of the loop runs, too.",
               "lesson 06", by_program(misread_brackets(Repeat, partial(rounds_more, -1)))),
    Misreading("loop around the first card",
               "The loop repeats all the cards inside it, not only the first.",
               "lesson 06", by_program(misread_brackets(Repeat, first_card_only))),
    Misreading("loop body too long",
               "The card after the loop runs only once, after the last round.",
               "lesson 06", by_program(misread_rows(body_longer))),
    Misreading("loop body too short", "The last card in the loop runs in every round.",
               "lesson 06", by_program(misread_brackets(Repeat, body_shorter))),
    Misreading("if as while", 'An "if" asks once. Then the program goes on.',
               "lesson 05; a question that watches: Pea 1986",
               by_program(misread_brackets(If, if_again))),
    Misreading("while asked once", 'A "while" asks again after each round.',
               "lesson 05", by_program(misread_brackets(While, while_once))),
    Misreading("while always watching",
               'A "while" asks only between rounds. It always finishes a round.',
               "lesson 05; a loop that watches: Bonar & Soloway 1985",
               by_program(misread_brackets(While, while_watching))),
    Misreading("else runs anyway", 'The cards after "else" run only when the answer is no.',
               "lesson 21", by_program(misread_brackets(If, both_branches))),
    Misreading("asked at the start",
               "A question is asked when the program gets to it, not before.",
               "lesson 05", asked_at_first),
    Misreading("routine runs where it is defined",
               "A routine runs only where a card calls it, not where it is defined.",
               "lesson 09", by_program(misread_brackets(Procedure, runs_where_defined))),
    Misreading("only the first card of a routine",
               "A call runs all the cards of its routine, not only the first.",
               "lesson 09", by_program(misread_brackets(Procedure, calls_first_card))),
    Misreading("one card too many",
               "Each card runs once. After the last card, the program is over.",
               "lesson 01", by_program(last_card_twice)),
    Misreading("read backwards", "A program runs from its first card to its last, not backwards.",
               "lesson 01", by_program(misread_rows(backwards))),
)  # fmt: skip
"""The misreadings, the most common first. Learners see the first one that explains their answer."""
