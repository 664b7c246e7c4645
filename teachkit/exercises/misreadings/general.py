"""Misreadings that every game knows, the commonest first: of rows, loops and questions."""

from __future__ import annotations

from typing import Any

from teachkit.core.game.game import Game, Misreading
from teachkit.core.game.misreadings import by_program, by_trace, cards_of
from teachkit.core.language.nodes import If, Node, branches
from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started, follow, straight_steps
from teachkit.exercises.misreadings import programs
from teachkit.exercises.misreadings.programs import reading


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


def asked_at_first(game: Game, state: Any, program: Program) -> Trace | None:
    """A question is asked of the start, and not of the moment at which its card is reached."""
    if game.programs(state) or straight_steps(program) or not _has_if(program.body):
        return None
    player = game.players(state)[0]
    sensors = {name: lambda now, who, asks=asks: asks(state, who)
               for name, asks in game.sensors.conditions.items()}  # fmt: skip
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
               "lesson 06", by_program(reading(programs.card_by_card))),
    Misreading("loop once", "The number on a loop says how often its cards run.",
               "lesson 06", by_program(reading(programs.loop_once))),
    Misreading("only the repeats counted",
               "The number on a loop counts every round, also the first.", "lesson 06",
               by_program(reading(programs.once_more))),
    Misreading("one round too few", "The last round of the loop runs, too.",
               "lesson 06", by_program(reading(programs.once_less))),
    Misreading("loop around the first card",
               "All cards under the loop are repeated, not only the first.",
               "lesson 06", by_program(reading(programs.first_card_only))),
    Misreading("loop body too long", "The card behind the loop runs once, after the last round.",
               "lesson 06", by_program(reading(programs.body_longer))),
    Misreading("loop body too short", "The last card in the loop runs in every round.",
               "lesson 06", by_program(reading(programs.body_shorter))),
    Misreading("if as while", "An if asks once; then the program goes on.",
               "lesson 05; a question that watches: Pea 1986",
               by_program(reading(programs.if_again))),
    Misreading("while asked once", "A while asks again after each round.",
               "lesson 05", by_program(reading(programs.while_once))),
    Misreading("while always watching",
               "A while asks only between rounds; a round that began is finished.",
               "lesson 05; a loop that watches: Bonar & Soloway 1985",
               by_program(reading(programs.while_watching))),
    Misreading("else runs anyway", "What stands behind else runs only when the answer is no.",
               "lesson 21", by_program(reading(programs.both_branches))),
    Misreading("asked at the start", "A question is asked when its card is reached, not before.",
               "lesson 05", asked_at_first),
    Misreading("one card too many", "Each card runs once; after the last one it is over.",
               "lesson 01", by_program(programs.last_card_twice)),
)  # fmt: skip
"""In the order of how common they are: the first one that explains an answer is told."""
