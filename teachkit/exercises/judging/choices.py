"""What a card asks when it runs: found in a run, and written behind the card as its answer.

So a choice is a part of the program: it is kept, shown and graded like all the rest, and is the
same on every start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from teachkit.core.game.game import Game
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.nodes import If, Instruction, Node, cards_in
from teachkit.core.language.program import Program
from teachkit.core.run.flow import PickOne
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started, Step
from teachkit.words import say


class Choice(NamedTuple):
    """A question that one of `actor`'s cards asks, and all answers there are.

    `trace` is the run up to there; its last card is the one that asks.
    """

    actor: str
    step: Step
    asks: str
    options: tuple[str, ...]
    trace: Trace

    def made(self, program: Program, option: str) -> Program:
        """The program with this answer behind the card that asks."""
        name, arguments = self.step.instruction
        card = Instruction(name, (*arguments, option))
        if isinstance(program, Lanes):
            lane = _with_card(program[self.actor].body, self.step.card, card)
            return Lanes.of(dict(program.lanes) | {self.actor: Program(lane)})
        return Program(_with_card(program.body, self.step.card, card))

    def __str__(self) -> str:
        example = Instruction(self.step.instruction.name, self.options[:1])
        return say('Card {card} leaves a choice open; write for example "{example}".',
                   card=self.step.card, example=example)  # fmt: skip


def asked_by_card(game: Game, trace: Trace, asked: object) -> Choice | None:
    """A question at which a run has stopped, if its answer may stand behind the last card."""
    started = [frame.event for frame in trace.frames if isinstance(frame.event, Started)]
    if not isinstance(asked, PickOne) or not started or started[-1].actor != asked.player:
        return None
    step, words = started[-1].step, game.vocabulary(trace.start)
    if step.instruction.arguments or not words[step.instruction.name].asks:
        return None
    return Choice(asked.player, step, asked.question, tuple(map(str, asked.options)), trace)


def _with_card(nodes: Sequence[Node], number: int, card: Instruction) -> tuple[Node, ...]:
    """The same row with another card of this number, from 1."""
    laid: list[Node] = []
    for node in nodes:
        size = cards_in(node)
        laid.append(_changed(node, number, card) if 1 <= number <= size else node)
        number -= size
    return tuple(laid)


def _changed(node: Node, number: int, card: Instruction) -> Node:
    match node:
        case Instruction():
            return card
        case If(_, body, otherwise):
            inside = sum(map(cards_in, body))
            return replace(node, body=_with_card(body, number, card),
                           otherwise=_with_card(otherwise, number - inside, card))  # fmt: skip
    return replace(node, body=_with_card(node.body, number, card))
