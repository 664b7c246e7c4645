"""What somebody lays who has a wrong idea: it works in mind, and does not on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any

from teachkit.core.game.game import Misreading
from teachkit.core.game.levels import Levels
from teachkit.core.language.nodes import Instruction, Node, Repeat
from teachkit.core.language.program import Program
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.generator.slips import Slip, slips
from teachkit.exercises.misreadings.ideas import believed, truth
from teachkit.words import translate

IDEA = "idea"
MOST_TURNED = 6
"""How many cards are taken for their opposites in all ways; of more only one, or all."""


def tempting(data: dict[str, Any], idea: Misreading, levels: Levels) -> Iterator[Slip]:
    """Of the programs near the solution those that are right to who has the idea, and only then.

    How few cards are enough does not count here.
    """
    checks = [check for check in data["checks"] if check["check"] != "uses_at_most"]
    asked = make_exercise("asked", data | {"checks": checks, "mistakes": []})
    solution = asked.read(data["solution"]["answer"])
    for program in dict.fromkeys(near(solution, levels.opposites, levels.turns)):
        answer = str(program)
        if believed(asked, idea.read, answer) and not truth(asked, answer):
            yield Slip(IDEA, program, translate(idea.says))


def near(
    solution: Program, opposites: Mapping[str, str], turns: Collection[str] = ()
) -> Iterator[Program]:
    """Programs that differ from this one as wrong ideas would have it; some come twice.

    >>> for program in dict.fromkeys(near(Program.read("2x(left)"), {"left": "right"}, ["left"])):
    ...     print(program)
    2x(right)
    3x(left)
    left
    2x(left), left
    """
    yield from _turned(solution, {card: opposites[card] for card in turns})
    yield from (slip.program for slip in slips(solution, opposites))
    for place, node in enumerate(solution.body):
        before, after = solution.body[:place], solution.body[place + 1 :]
        if isinstance(node, Repeat):
            yield from (Program((*before, Repeat(times, node.body), *after))
                        for times in (node.times + 1, node.times - 1) if times > 1)  # fmt: skip
            yield from (Program((*before, *row, *after)) for row in _around(node))
            if after and isinstance(after[0], Instruction):
                longer = Repeat(node.times, (*node.body, after[0]))
                yield Program((*before, longer, *after[1:]))
    for number in range(1, len(solution.body) + 1):
        left_out = (*solution.body[: number - 1], *solution.body[number:])
        if left_out:
            yield Program(left_out)
    yield from (Program((*solution.body, Instruction(name)))
                for name in dict.fromkeys(card.name for card in solution.instructions))  # fmt: skip


def _around(loop: Repeat) -> Iterator[tuple[Node, ...]]:
    """A loop left out, done once more behind it, or without its first or last card."""
    *others, last = loop.body
    yield loop.body
    yield (loop, *loop.body)
    if others:
        yield (Repeat(loop.times, tuple(others)), last)
        yield (Repeat(loop.times, loop.body[1:]), loop.body[0])
        yield (loop.body[0], Repeat(loop.times, loop.body[1:]))
        yield (Repeat(loop.times, (last, *others)),)


def _turned(solution: Program, opposites: Mapping[str, str]) -> Iterator[Program]:
    """Some cards taken for their opposites, all of them first."""
    number = sum(card.name in opposites for card in solution.instructions)
    ways = product((True, False), repeat=number) if number <= MOST_TURNED else [(True,) * number]
    for way in ways:
        if any(way):
            turned = iter(way)
            yield Program(_exchanged(solution.body, opposites, turned))


def _exchanged(
    body: tuple[Node, ...], opposites: Mapping[str, str], turned: Iterator[bool]
) -> tuple[Node, ...]:
    nodes: list[Node] = []
    for node in body:
        if isinstance(node, Repeat):
            nodes.append(Repeat(node.times, _exchanged(node.body, opposites, turned)))
        elif isinstance(node, Instruction) and node.name in opposites and next(turned):
            nodes.append(Instruction(opposites[node.name]))
        else:
            nodes.append(node)
    return tuple(nodes)
