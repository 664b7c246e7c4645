"""Misreadings of every game, the most common first: of rows, loops and questions.

A row of cards and its brackets are misread: the learner runs another program in mind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from teachkit.core.game.game import Game, Misreading
from teachkit.core.game.misreadings import by_program, by_trace, cards_of
from teachkit.core.language.nodes import If, Instruction, Node, Repeat, While, branches
from teachkit.core.language.program import Program, with_rows
from teachkit.core.run.events import Frame
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started, follow, straight_steps

Change = Callable[[Sequence[Node]], Iterator[Node]]


def changed(nodes: Sequence[Node], change: Change) -> tuple[Node, ...]:
    """Return a row in which `change` has made all rows anew, those inside brackets first."""
    rows = (
        node
        if isinstance(node, Instruction)
        else with_rows(node, *(changed(row, change) for row in branches(node)))
        for node in nodes
    )
    return tuple(change([*rows]))


def reading(change: Change) -> Callable[[Program], Program]:
    """A program read with this change.

    >>> str(reading(loop_once)(Program.read("2x(forward, left), forward")))
    'forward, left, forward'
    """
    return lambda program: Program(changed(program.body, change))


def loop_once(nodes: Sequence[Node]) -> Iterator[Node]:
    """A loop card is passed over: what lies under it runs once."""
    for node in nodes:
        if isinstance(node, Repeat):
            yield from node.body
        else:
            yield node


def card_by_card(nodes: Sequence[Node]) -> Iterator[Node]:
    """Each card of a loop runs so often by itself: `A A B B` for `A B A B`."""
    for node in nodes:
        if isinstance(node, Repeat):
            yield from (Repeat(node.times, (card,)) for card in node.body)
        else:
            yield node


def once_more(nodes: Sequence[Node]) -> Iterator[Node]:
    """The number counts only the repeats: once, and then so often again."""
    for node in nodes:
        yield Repeat(node.times + 1, node.body) if isinstance(node, Repeat) else node


def once_less(nodes: Sequence[Node]) -> Iterator[Node]:
    """The first time is not done: one time too few."""
    for node in nodes:
        yield Repeat(node.times - 1, node.body) if isinstance(node, Repeat) else node


def first_card_only(nodes: Sequence[Node]) -> Iterator[Node]:
    """A loop is taken for one around its first card."""
    for node in nodes:
        if isinstance(node, Repeat) and len(node.body) > 2:
            yield Repeat(node.times, node.body[:1])
            yield from node.body[1:]
        else:
            yield node


def body_longer(nodes: Sequence[Node]) -> Iterator[Node]:
    """The card behind a loop is taken into it."""
    row = list(nodes)
    while row:
        node = row.pop(0)
        if isinstance(node, Repeat) and row and isinstance(row[0], Instruction):
            yield Repeat(node.times, (*node.body, row.pop(0)))
        else:
            yield node


def body_shorter(nodes: Sequence[Node]) -> Iterator[Node]:
    """The last card of a loop is taken for the first one behind it."""
    for node in nodes:
        if isinstance(node, Repeat) and len(node.body) > 1:
            yield Repeat(node.times, node.body[:-1])
            yield node.body[-1]
        else:
            yield node


def if_again(nodes: Sequence[Node]) -> Iterator[Node]:
    """An `if` is asked again and again."""
    for node in nodes:
        if isinstance(node, If) and not node.otherwise:
            yield While(node.condition, node.body)
        else:
            yield node


def while_once(nodes: Sequence[Node]) -> Iterator[Node]:
    """A `while` is asked once only."""
    for node in nodes:
        yield If(node.condition, node.body) if isinstance(node, While) else node


def while_watching(nodes: Sequence[Node]) -> Iterator[Node]:
    """A `while` stops in the middle, as soon as its question is answered otherwise."""
    for node in nodes:
        if isinstance(node, While) and len(node.body) > 1:
            inside: tuple[Node, ...] = ()
            for card in reversed(node.body[1:]):
                inside = (If(node.condition, (card, *inside)),)
            yield While(node.condition, (node.body[0], *inside))
        else:
            yield node


def both_branches(nodes: Sequence[Node]) -> Iterator[Node]:
    """What lies behind `else` runs in any case."""
    for node in nodes:
        if isinstance(node, If) and node.otherwise:
            yield If(node.condition, node.body)
            yield from node.otherwise
        else:
            yield node


def last_card_twice(program: Program) -> Program | None:
    """One card too many: the last one once more."""
    if not program.instructions:
        return None
    last = program.instructions[-1]
    return Program((*program.body, last))


def skip_stops(game: Game, seen: Trace) -> Trace | None:
    """After a card that does nothing no other one runs."""
    skipped = next((each.skipped for each in seen.steps(seen.actor) if each.skipped), None)
    if not skipped or not seen.alone:
        return None
    frames: list[Frame] = []
    state, has_stopped = seen.start, False
    for frame in seen.frames:
        has_stopped = has_stopped or frame.event is skipped
        if not has_stopped:
            frames.append(frame)
            state = frame.state
        elif isinstance(frame.event, Started):
            frames += [Frame(frame.event, state), Frame(skipped, state)]
        elif frame.event is skipped:
            frames.append(Frame(skipped, state))
    return Trace(seen.start, frames, seen.actor)


def one_short(game: Game, seen: Trace) -> Trace | None:
    """The last card is not counted: what is told is how it was before it ran."""
    cards = list(cards_of(seen))
    return seen[: cards[-1][0]] if cards else None


def state_before(game: Game, seen: Trace) -> Trace | None:
    """Beside each card stands how it was before the card ran, and not after it."""
    frames = list(seen.frames)
    before = seen.start
    for first, last in cards_of(seen):
        after = frames[last - 1].state
        frames[first:last] = [Frame(frame.event, before) for frame in frames[first:last]]
        before = after
    return Trace(seen.start, frames, seen.actor)


def asked_at_first(game: Game, state: object, program: Program) -> Trace | None:
    """A question is asked of the start, and not of the moment at which its card is reached."""
    if game.programs(state) or straight_steps(program) or not _has_if(program.body):
        return None
    player = game.players(state)[0]
    sensors = {
        name: lambda now, who, asks=asks: asks(state, who)
        for name, asks in game.sensors.conditions.items()
    }
    flow = follow(state, player, program, game.perform, sensors, finish=game.finish)
    return Trace(state, [sent for sent in flow if isinstance(sent, Frame)], player)


def _has_if(nodes: tuple[Node, ...]) -> bool:
    return any(
        isinstance(node, If) or any(map(_has_if, branches(node)))
        for node in nodes
        if not isinstance(node, tuple)
    )


GENERAL = (
    Misreading("one card short", "Every card runs. Look at what the last one does.",
               "lesson 01", by_trace(one_short)),
    Misreading("skip stops the rest", "A skipped card does nothing; the cards after it still run.",
               "lesson 05", by_trace(skip_stops)),
    Misreading("before instead of after", "A row tells how it is after its card has run.",
               "lesson 03", by_trace(state_before)),
    Misreading("card by card in a loop",
               "A loop runs all its cards in turn, then all of them again.",
               "lesson 06", by_program(reading(card_by_card))),
    Misreading("loop once", "The number on a loop says how often its cards run.",
               "lesson 06", by_program(reading(loop_once))),
    Misreading("only the repeats counted",
               "The number on a loop counts every round, also the first.", "lesson 06",
               by_program(reading(once_more))),
    Misreading("one round too few", "The last round of the loop runs, too.",
               "lesson 06", by_program(reading(once_less))),
    Misreading("loop around the first card",
               "All cards under the loop are repeated, not only the first.",
               "lesson 06", by_program(reading(first_card_only))),
    Misreading("loop body too long", "The card behind the loop runs once, after the last round.",
               "lesson 06", by_program(reading(body_longer))),
    Misreading("loop body too short", "The last card in the loop runs in every round.",
               "lesson 06", by_program(reading(body_shorter))),
    Misreading("if as while", "An if asks once; then the program goes on.",
               "lesson 05; a question that watches: Pea 1986",
               by_program(reading(if_again))),
    Misreading("while asked once", "A while asks again after each round.",
               "lesson 05", by_program(reading(while_once))),
    Misreading("while always watching",
               "A while asks only between rounds; a round that began is finished.",
               "lesson 05; a loop that watches: Bonar & Soloway 1985",
               by_program(reading(while_watching))),
    Misreading("else runs anyway", "What stands behind else runs only when the answer is no.",
               "lesson 21", by_program(reading(both_branches))),
    Misreading("asked at the start", "A question is asked when its card is reached, not before.",
               "lesson 05", asked_at_first),
    Misreading("one card too many", "Each card runs once; after the last one it is over.",
               "lesson 01", by_program(last_card_twice)),
)  # fmt: skip
"""In the order of how common they are: the first one that explains an answer is told."""
