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
from teachkit.core.game import Game, Places
from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.core.trace import Trace, frames_of
from teachkit.core.walk import Started, Step, Walk, straight_steps
from teachkit.errors import AnswerError
from teachkit.play.bare import BareBoard, Spot, states_of


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
        self._home: Any = None
        self._nodes: dict[Any, Node] = {}
        self._scenes: dict[Any, Scene] = {}
        self._bare_boards: dict[Any, BareBoard] = {}

    def node(self, state: Any) -> Node:
        """The node of this state."""
        places = self.game.PLACES
        if places is not None:
            return self._node_in_scene(places, state)
        node = self._nodes.get(state)
        if node is None:
            node = self._nodes[state] = Node(self, state)
        return node

    def _node_in_scene(self, places: Places, state: Any) -> Node:
        place = places.place(state, self.player)
        self._home = self._home or place  # any place will do, if it is the same for all
        elsewhere = places.moved_to(state, self.player, self._home)
        scene = self._scenes.get(elsewhere)
        if scene is None:
            bare = self._bare_board(places, places.alone(elsewhere, self.player))
            scene = self._scenes[elsewhere] = Scene(self, bare, elsewhere)
        return scene[scene.bare.spot(place)]

    def _bare_board(self, places: Places, state: Any) -> BareBoard:
        bare = self._bare_boards.get(state)
        if bare is None:
            bare = self._bare_boards[state] = BareBoard(self.game, places, self.player, state)
        return bare

    def __len__(self) -> int:
        return len(self._nodes) + sum(map(len, self._scenes.values()))


class Scene(dict[Spot, "Node"]):
    """Everything in a state but the piece's place: `scene[spot]` is the node with the piece there.

    `occupied` are the squares where something waits for the piece; `None`: that is not known.
    """

    __slots__ = ("bare", "memory", "occupied", "state")

    def __init__(self, memory: Memory, bare: BareBoard, state: Any) -> None:
        self.memory, self.bare, self.state = memory, bare, state
        self.occupied = bare.places.occupied(state, bare.player)

    __hash__ = object.__hash__  # type: ignore[assignment]  # a scene is itself
    __eq__ = object.__eq__

    def __missing__(self, spot: Spot) -> Node:
        node = self[spot] = Node(self.memory, None, self, spot)
        return node


class Node(dict[Instruction, "Node"]):
    """A state, and where each instruction leads from it; `node[instruction]` finds out.

    Raises `AnswerError` where the rules would ask somebody: chance cannot be remembered. A node
    in a scene has a spot.
    """

    __slots__ = ("_finished", "_state", "memory", "scene", "spot")

    def __init__(
        self,
        memory: Memory,
        state: Any,
        scene: Scene | None = None,
        spot: Spot | None = None,
    ) -> None:
        self.memory = memory
        self.scene = scene
        self.spot = spot
        self._state = state
        self._finished: Node | None = None

    # A node is itself, whatever it knows.
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __missing__(self, instruction: Instruction) -> Node:
        found = self[instruction] = self._after(instruction)
        return found

    def ahead(self, instructions: tuple[Instruction, ...]) -> list[Node | None]:
        """Where each of these leads; `None` where the rules would ask somebody."""
        scene = self.scene
        if scene is not None and scene.occupied is not None:
            ends, squares = self.spot.ahead(instructions)  # type: ignore[union-attr]
            if scene.occupied.isdisjoint(squares):
                return [scene[end] for end in ends]
        return [self._ahead(instruction) for instruction in instructions]

    def _ahead(self, instruction: Instruction) -> Node | None:
        try:
            return self[instruction]
        except AnswerError:
            return None

    @property
    def state(self) -> Any:
        if self._state is None and self.scene is not None and self.spot is not None:
            self._state = self.spot.in_scene(self.scene.state)
        return self._state

    @property
    def finished(self) -> Node:
        """Where the end of a program leads from here."""
        finished = self._finished
        if finished is None:
            scene = self.scene
            if scene is not None and scene.occupied is not None and self.spot.stays:  # type: ignore[union-attr]
                finished = self
            else:
                finished = self._after(None)
            self._finished = finished
        return finished

    def perform(self, instruction: Instruction) -> Flow[Any]:
        """The rules' own words for what an instruction does here."""
        return self.memory.game.perform(self.state, self.memory.player, instruction)

    def finish(self) -> Flow[Any]:
        """The rules' own words for the end of a program here."""
        return self.memory.game.finish(self.state, self.memory.player)

    def frames(self, flow: Flow[Any]) -> Iterator[Frame]:
        return frames_of(flow, self.state, nobody_answers)

    def _after(self, instruction: Instruction | None) -> Node:
        """Where an instruction leads, or for none the end of a program.

        Over squares where nothing waits it leads to the same spot in every scene.
        """
        scene = self.scene
        if scene is not None and scene.occupied is not None:
            end, squares = self.spot[instruction]  # type: ignore[index]
            if scene.occupied.isdisjoint(squares):
                return scene[end]
        flow = self.finish() if instruction is None else self.perform(instruction)
        states = states_of(flow, self.state)
        return self.memory.node(states[-1]) if states else self


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
