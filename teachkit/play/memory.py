"""One rulebook, two speeds: transitions that the rules were asked for once are remembered.

Rules are pure, so what an instruction does in a state never changes. A `Node` is a state with the
nodes that each instruction leads to; the first time the game's own `perform` is asked, after
that nobody is. No rule is written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from operator import getitem
from typing import Any

from teachkit.core.flow import Event, Flow, Frame, nobody_answers
from teachkit.core.game import Game
from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.core.trace import Trace, frames_of
from teachkit.core.walk import Started, Step, Walk, straight_steps


class Memory:
    """What is known so far about one player of one game; equal states share a node.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> node = Memory(algoracing, "red").node(start)
    >>> str(node[Instruction("forward")].state.rover("red").square)
    'b1'
    """

    def __init__(self, game: Game, player: str) -> None:
        self.game = game
        self.player = player
        self._nodes: dict[Any, Node] = {}

    def node(self, state: Any) -> Node:
        """The node of this state."""
        node = self._nodes.get(state)
        if node is None:
            node = self._nodes[state] = Node(self, state)
        return node

    def __len__(self) -> int:
        return len(self._nodes)


class Node(dict[Instruction, "Node"]):
    """A state, and where each instruction leads from it; `node[instruction]` finds out.

    Raises `AnswerError` where the rules would ask somebody: chance cannot be remembered.
    """

    __slots__ = ("_finished", "memory", "state")

    def __init__(self, memory: Memory, state: Any) -> None:
        self.memory = memory
        self.state = state
        self._finished: Node | None = None

    def __missing__(self, instruction: Instruction) -> Node:
        found = self[instruction] = self._after(self.perform(instruction))
        return found

    def __hash__(self) -> int:  # type: ignore[override]  # a node is itself, whatever it knows
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def finished(self) -> Node:
        """Where the end of a program leads from here."""
        if self._finished is None:
            self._finished = self._after(self.finish())
        return self._finished

    def perform(self, instruction: Instruction) -> Flow[Any]:
        """The rules' own words for what an instruction does here."""
        return self.memory.game.perform(self.state, self.memory.player, instruction)

    def finish(self) -> Flow[Any]:
        """The rules' own words for the end of a program here."""
        return self.memory.game.finish(self.state, self.memory.player)

    def frames(self, flow: Flow[Any]) -> Iterator[Frame]:
        return frames_of(flow, self.state, nobody_answers)

    def _after(self, flow: Flow[Any]) -> Node:
        state = self.state
        for frame in self.frames(flow):
            state = frame.state
        return self.memory.node(state)


@lru_cache(maxsize=256)
def _straight(program: Program) -> tuple[Instruction, ...] | None:
    steps = straight_steps(program)
    return None if steps is None else tuple(step.instruction for step in steps)


def final_node(node: Node, program: Program) -> Node:
    """Where a whole program leads: only the last state, as fast as can be."""
    straight = _straight(program)
    if straight is None:
        return remembered(node, program).last
    return reduce(getitem, straight, node).finished


def remembered(node: Node, program: Program) -> RememberedTrace:
    """What `run` would record, over remembered transitions."""
    straight = _straight(program)
    if straight is not None:
        return RememberedTrace(program, list(accumulate(straight, getitem, initial=node)))
    walk = Walk(program, node.memory.player, node.memory.game.SENSORS)
    steps, nodes = [], [node]
    while step := walk.next(nodes[-1].state):
        steps.append(step)
        nodes.append(nodes[-1][step.instruction])
    return RememberedTrace(program, nodes, steps, walk)


class RememberedTrace(Trace):
    """A trace of remembered transitions; its frames are made when they are read."""

    def __init__(
        self,
        program: Program,
        nodes: list[Node],
        steps: list[Step] | None = None,
        walk: Walk | None = None,
    ) -> None:
        self.start = nodes[0].state
        self.actor = nodes[0].memory.player
        self.program = program
        self.nodes = nodes
        self._walked = steps
        self._walk = walk

    @property
    def last(self) -> Node:
        """The node after the whole program."""
        return self.nodes[-1] if self.ending else self.nodes[-1].finished

    @property
    def ending(self) -> Event | None:
        """The event that names an endless loop; such a program never finishes."""
        return self._walk.ending if self._walk else None

    @property
    def final(self) -> Any:
        return self.last.state

    @cached_property
    def _frames(self) -> tuple[Frame, ...]:  # type: ignore[override]  # a plain attribute in Trace
        steps = self._walked if self._walked is not None else straight_steps(self.program) or ()
        frames: list[Frame] = []
        for node, step in zip(self.nodes, steps, strict=False):
            frames.append(Frame(Started(node.memory.player, step), node.state))
            frames.extend(node.frames(node.perform(step.instruction)))
        if self.ending:
            frames.append(Frame(self.ending, self.nodes[-1].state))
        else:
            frames.extend(self.nodes[-1].frames(self.nodes[-1].finish()))
        return tuple(frames)
