"""A fifth game for tests: a robot leaves a maze, with a program in each round."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.grid import Edge, Grid, both_sides, read_rows, squares_of, text_grid
from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.game.foresight import Foresight, Planning
from teachkit.core.game.game import Game, Misreading, Outcome, Problem, Sensors, by_name
from teachkit.core.game.game import Rules as CommonRules
from teachkit.core.game.level_generator import (
    Ask,
    LevelGenerator,
    Order,
    Task,
    size_of,
    task_in_words,
    tasks_of,
)
from teachkit.core.game.misreadings import ByCard, from_viewers_side
from teachkit.core.game.setups import Opening, Start
from teachkit.core.game.whereabouts import PLACES_IN_WORDS, Whereabouts
from teachkit.core.language.instructions import Card, Instruction, InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, Pick, WriteProgram
from teachkit.core.run.flow import Event, Flow, Frame, ask_one, capitalized
from teachkit.core.run.walk import Skipped, in_rounds

# The rules as data, and a state ------------------------------------------------------------------


@dataclass(frozen=True)
class Rules(CommonRules):
    """An edition; a match has at most this many `rounds`."""

    instructions: tuple[str, ...] = ("forward", "left", "right")
    rounds: int = 9
    __hash__ = CommonRules.__hash__


EDITIONS = {
    rules.name: rules
    for rules in (
        Rules("basic", "Maze"),
        Rules("loops", "Maze with loops", loops=(2, 3), sensors=True),
    )
}


@dataclass(frozen=True)
class Maze(Grid[str]):
    """A maze, with its exits marked X."""

    __hash__ = Grid.__hash__

    @property
    def exits(self) -> tuple[Square, ...]:
        """The squares with an exit."""
        return tuple(square for square in self.squares if self.at(square) == "X")


class Robot(Struct, frozen=True):
    """The only piece of the game."""

    name: str
    square: Square
    facing: Facing


class State(Struct, frozen=True):
    """A moment: the maze, the robot, and the round of a match (0 in an exercise)."""

    maze: Maze
    rules: Rules
    robot: Robot
    round: int = 0

    def with_robot(self, square: Square, facing: Facing) -> State:
        """Return the state with the robot on this square, facing this way."""
        return replace(self, robot=Robot(self.robot.name, square, facing))

    @property
    def is_out(self) -> bool:
        """Whether the robot has reached an exit."""
        return self.robot.square in self.maze.exits

    def __str__(self) -> str:
        def sign(square: Square) -> str:
            here = self.robot.square == square
            return f"R{self.robot.facing.arrow}" if here else self.maze.at(square)

        robot = self.robot
        spoken = f"{called(robot.name)} on {robot.square}, faces {robot.facing.says}."
        return "\n".join([*text_grid(self.maze, sign), capitalized(spoken)])


@dataclass(frozen=True)
class Setup(Start[State]):
    """A start: the maze as text, and the position of the robot."""

    edition: str = "basic"
    floor: str = ""
    walls: list[str] = field(default_factory=list)
    robots: dict[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        return EDITIONS[self.edition]

    def _state(self) -> State:
        rows = tuple(map(tuple, read_rows(self.floor)))
        maze = Maze(rows, both_sides(map(read_place, self.walls)))
        robots = self.robots or {self.players[0]: "a1 north"}
        (name, place), *_ = robots.items()
        return State(maze, self.rules, Robot(name, *read_place(place)))


# What happens ------------------------------------------------------------------------------------


def called(robot: str) -> str:
    return f"the {robot} robot"


RobotName = Annotated[str, called]
FacingName = Annotated[Facing, lambda facing: facing.says]


class Moved(Event, frozen=True):
    """The robot moved one square ahead."""

    reads = "{robot} drives to {end}."
    robot: RobotName
    start: Square
    end: Square


class Turned(Event, frozen=True):
    """The robot turned on its square."""

    reads = "{robot} now faces {facing}."
    robot: RobotName
    facing: FacingName


class RoundBegan(Event, frozen=True):
    """A round of a match begins."""

    ends_card = True
    reads = "Round {number} begins."
    number: int


SENSORS = Sensors[State]()


@SENSORS.condition(tells="there is a wall ahead")
def wall_ahead(state: State, player: str) -> bool:
    square, facing = state.robot.square, state.robot.facing
    return state.maze.has_wall(square, facing) or square.ahead(facing) not in state.maze


INSTRUCTIONS = InstructionSet(
    [
        Card("forward", "↑", "Forward", "One square ahead, if no wall is in the way."),
        Card("left", "↰", "Left", "Turn left on the spot."),
        Card("right", "↱", "Right", "Turn right on the spot."),
    ],
    SENSORS.help,
)


def vocabulary(state: State) -> InstructionSet:
    return INSTRUCTIONS.only(state.rules.instructions, state.rules.sensors)


def perform(state: State, player: str, card: Instruction) -> Flow[State]:
    """Drive one square ahead, or turn. [MZ-1, MZ-2]"""
    square, facing = state.robot.square, state.robot.facing
    if card.name == "forward":
        if wall_ahead(state, player):
            yield Frame(Skipped(player, f"there is a wall in front of {square}"), state)
            return state
        end = square.ahead(facing)
        state = state.with_robot(end, facing)
        yield Frame(Moved(player, square, end), state)
        return state
    facing = facing.left if card.name == "left" else facing.right
    state = state.with_robot(square, facing)
    yield Frame(Turned(player, facing), state)
    return state


def finish(state: State, player: str) -> Flow[State]:
    yield from ()
    return state


def resolve(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    return in_rounds(state, programs, False, perform, SENSORS.conditions, is_over, finish)


def problems(state: State, player: str, program: Program) -> list[Problem]:
    return [
        Problem(number, f'There is no card "{card}".')
        for number, card in enumerate(program.instructions, 1)
        if card.name not in state.rules.instructions
    ]


def play(setup: Setup) -> Flow[State]:
    """Play a program in each round, until the robot is out or no round is left. [MZ-3]"""
    state = setup.state()
    while not is_over(state):
        state = replace(state, round=state.round + 1)
        yield Frame(RoundBegan(state.round), state)
        program = yield from ask_one(writing(state))
        state = yield from resolve(state, {state.robot.name: program})
    return state


def writing(state: State) -> WriteProgram:
    name, hand = state.robot.name, tuple(Instruction(card.name) for card in vocabulary(state)) * 3
    return WriteProgram(
        name, "Which way?", hand, lambda program: problems(state, name, program), 1, 3
    )


def is_over(state: State) -> bool:
    return state.is_out or state.round > state.rules.rounds


def outcome(state: State) -> Outcome | None:
    if state.is_out:
        return Outcome((state.robot.name,), "The robot is out of the maze.")
    return Outcome((), "No round is left.") if is_over(state) else None


WHEREABOUTS = Whereabouts[Robot, State](
    board=lambda state: state.maze,
    pieces=lambda state: (state.robot,),
    called=called,
    piece=lambda state, player: state.robot,
    put=lambda state, robot, square, facing: state.with_robot(square, facing),
    stands="The robot stands on {here}, not on {square}.",
    faces="The robot faces {here}, not {facing}.",
)


def escapes(state: State, player: str) -> str | None:
    """Return a complaint unless the robot has reached an exit."""
    return None if state.is_out else "The robot is still in the maze."


# Planning, and levels ----------------------------------------------------------------------------


def worth(state: State, player: str) -> float:
    return -min(state.robot.square.steps_to(way) for way in state.maze.exits)


def candidates(view: State, decision: Decision, width: int) -> Iterable[Program]:
    turns = ("left", "right", "left, left")
    for text in ("forward", *turns, *(f"{turn}, forward" for turn in turns)):
        if decision.problem(program := Program.read(text)) is None:
            yield program


def after_answer(view: State, decision: Decision, answer: Any) -> Flow[State]:
    return resolve(view, {view.robot.name: answer})


def stays(view: State, player: str) -> Flow[State]:
    yield from ()
    return view


def draw(order: Order, pick: Pick) -> Iterator[dict[str, Any]]:
    """Yield mazes with random walls, and the robot in a corner."""
    wide, high = size_of(order.size, 3, 9)
    squares = squares_of(wide, high)
    while True:
        walls: list[Edge] = [(pick(squares), pick(FACINGS)) for _ in range(wide)]
        yield {
            "floor": "\n".join([" ".join("." * wide)] * high),
            "walls": [f"{square} {facing.value}" for square, facing in walls],
            "robots": {"red": f"a1 {pick(('north', 'east'))}"},
        }


def tasks_met(start: dict[str, Any], state: State, player: str) -> Iterator[Task]:
    yield from tasks_of(state.robot)


def duplicate_key(start: dict[str, Any]) -> Hashable:
    return start["robots"]["red"], tuple(sorted(start["walls"]))


def text(start: dict[str, Any], task: tuple[Ask, ...]) -> str:
    return task_in_words(task, "", str)


FLOORS = {"small": ". . X\n. . .\n. . .", "wide": ". . . . X\n. . . . .\n. . . . ."}

GAME = Game[State](
    name="maze",
    instructions=INSTRUCTIONS,
    editions=EDITIONS,
    setup=Setup,
    opening=Opening(
        editions=("basic",),
        pieces=("red",),
        seats=range(1, 2),
        boards=lambda edition: tuple(FLOORS),
        setup=lambda edition, board, pieces: Setup(edition, FLOORS[board], players=pieces),
    ),
    levels=LevelGenerator(
        editions=("basic", "loops"),
        size="4x4",
        turns=("left", "right"),
        most_alike=5,
        opposites={"left": "right", "right": "left"},
        concepts={"sequence": (), "orientation": ("left", "right"), "loops": ("repeat",)},
        called={"turn": ("left", "right")},
        draw=draw,
        tasks_met=tasks_met,
        with_task_shown=lambda start, task: start,
        duplicate_key=duplicate_key,
        unknown_places=lambda states, text: iter(()),
        text=text,
        titles=("Out of here", "The next corner"),
    ),
    goals=by_name(*WHEREABOUTS.goals, escapes),
    goals_in_words={**PLACES_IN_WORDS, "escapes": "gets out of the maze"},
    resolve=resolve,
    perform=perform,
    finish=finish,
    play=play,
    players=lambda state: (state.robot.name,),
    vocabulary=vocabulary,
    problems=problems,
    outcome=outcome,
    points=lambda state: {state.robot.name: int(state.is_out)},
    seen_by=lambda state, player: state,
    whereabouts=WHEREABOUTS.whereabouts,
    placed=WHEREABOUTS.placed,
    predictions=WHEREABOUTS.predictions,
    sensors=SENSORS,
    foresight=Foresight(planning=Planning(worth, candidates, after_answer, stays, stays)),
    misreadings=(
        Misreading(
            "left from my side",
            "Left is the robot's left.",
            "tests",
            ByCard(from_viewers_side),
        ),
    ),
)
