"""The state of RoboRally, the effects of held cards, and the text board.

On the text board, each square shows what is printed on it (`>>` an express belt, `gl` a gear, `o` a
pit, `w` a wrench), then its flag (`f1`), and then a capital letter and an arrow for a robot. `|`
and `--` are walls. The lines below the board describe pushers and lasers on walls, and then all
robots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.grid import text_grid
from teachkit.core.board.squares import Square
from teachkit.core.game.game import views_of_latest
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Event, Flow, capitalized
from teachkit.core.strings import unknown_name
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.board_files import sign
from teachkit.games.roborally.events import Carried, TouchedFlag
from teachkit.games.roborally.moments import NOTHING, Acts, Adjusts, Leaves, Moments
from teachkit.games.roborally.pieces import REGISTERS, UNCOUNTED, Held, Robot, Table, called
from teachkit.games.roborally.rules import Rules
from teachkit.words import say, say_many, translate

V = TypeVar("V")
P = ParamSpec("P")

PARTS = ("express", "belts", "pushers", "gears", "lasers", "flags")
"""The parts of a register in order, as named by events. [RR-11 … RR-26]"""


class State(Struct, frozen=True, gc=False):
    """One moment of a game: the board, the robots in seat order, and the decks on the table.

    The table is empty in an exercise. `register` is the number of the register that is being played
    or was played last; it is 0 before the first register of a round. `str(state)` is the text
    board.
    """

    PARTS: ClassVar[tuple[str, ...]] = PARTS
    board: Board
    rules: Rules[State]
    robots: tuple[Robot, ...]
    register: int = 0
    table: Table = Table()

    def __hash__(self) -> int:
        """Return a hash of the fields that change often, since most states share a board."""
        return hash((self.robots, self.register))

    def robot(self, name: str) -> Robot:
        """Return the robot called `name`. Raise `UnknownNameError` if there is none."""
        for robot in self.robots:
            if robot.name == name:
                return robot
        raise unknown_name('There is no robot "{name}". Choose one of: {names}.', name, self.robots)

    def robot_on(self, square: Square) -> Robot | None:
        """Return the robot on `square`, or `None`. Ignore virtual robots."""
        for robot in self.robots:
            if robot.square == square and not robot.destroyed and not robot.virtual:
                return robot
        return None

    @property
    def active(self) -> tuple[Robot, ...]:
        """The robots on the board, in seat order."""
        return tuple([robot for robot in self.robots if not robot.destroyed])

    def is_to_come(self, robot: Robot) -> bool:
        """Return whether a robot of the variant has not been placed yet. [RV-6]"""
        has_lives = robot.lives != UNCOUNTED
        return robot.destroyed and not has_lives and robot.name not in self.table.destroyed

    @property
    def on_squares(self) -> dict[Square, Robot]:
        """The robots on the board, keyed by square. Virtual robots are left out."""
        return {
            robot.square: robot
            for robot in self.robots
            if not robot.destroyed and not robot.virtual
        }

    @property
    def last_flag(self) -> int:
        """The number of the last flag that robots must touch."""
        return min(len(self.board.flags), self.rules.flags)

    @property
    def is_match(self) -> bool:
        """Whether this state belongs to a match, and not to an exercise."""
        return self.table.is_dealt

    def options_of(self, name: str) -> tuple[str, ...]:
        """Return the names of the options that a robot holds, each one once."""
        held = (each.name for each in self.robot(name).held)
        return tuple(dict.fromkeys(option for option in held if option in self.rules.worth))

    def with_robot(self, changed: Robot) -> State:
        """Return a copy of the state with `changed` in place of the robot of the same name."""
        name = changed.name
        robots = tuple([changed if robot.name == name else robot for robot in self.robots])
        return replace(self, robots=robots)

    def with_robots(self, changed: Mapping[str, Robot]) -> State:
        """Return a copy of the state in which `changed` replaces some robots.

        `changed` maps the robots' names to the new robots.
        """
        robots = tuple([changed.get(robot.name, robot) for robot in self.robots])
        return replace(self, robots=robots)

    def with_facts(self, name: str, **changes: object) -> State:  # fields have different types
        """Return a copy of the state with some fields of the robot `name` changed."""
        return self.with_robot(self.robot(name).with_(**changes))

    def with_register(self, register: int) -> State:
        """Return a copy of the state with `register` as the current register."""
        return replace(self, register=register)

    def with_table(self, **changes: object) -> State:  # fields have different types
        """Return a copy of the state with some fields of its table changed."""
        return replace(self, table=replace(self.table, **changes))

    def with_discarded(self, cards: Sequence[Instruction]) -> State:
        """Return a copy of the state with program cards on the discard pile.

        An exercise has no discard pile, so its state is returned unchanged.
        """
        if not self.is_match:
            return self
        return self.with_table(deck=self.table.deck.with_discarded(cards))

    @views_of_latest
    def seen_by(self, player: str) -> State:
        """Return the state as `player` sees it.

        In a match, the hands of other players, their unrevealed cards and the draw piles are
        hidden. In an exercise, nothing is hidden. [RR-2, RR-4, RR-28]
        """
        if not self.is_match:
            return self
        robots = tuple(
            robot if robot.name == player else robot.face_down(self.register)
            for robot in self.robots
        )
        return replace(self, robots=robots, table=self.table.seen_by(player))

    def explained(self, part: str, name: str, events: Sequence[Event]) -> str:
        """Return the reason why `part` of a register had no (further) effect on the robot `name`.

        `events` are the robot's events in that part of the register. If there is nothing to
        explain, return an empty string.
        """
        robot = self.robot(name)
        if any(isinstance(event, Carried) for event in events):
            return _once(self, robot)
        if events and (part != "flags" or any(isinstance(event, TouchedFlag) for event in events)):
            return ""
        if robot.destroyed:
            return capitalized(say("{robot} is destroyed.", robot=called(name)))
        return capitalized(_REASONS[part](self, robot))

    def __str__(self) -> str:
        beside = self.table.extra.told() if self.table.extra else ()
        texts = dict(_printed(self.board))
        for robot in self.robots:
            if robot.square in texts and not robot.destroyed:
                texts[robot.square] += robot.name[0].upper() + robot.facing.arrow
        grid = text_grid(self.board, lambda square: texts[square] or ".", least=2, rim=True)
        return "\n".join([*grid, *_mounted(self.board), *map(_robot, self.robots), *beside])


# The cards that robots hold -------------------------------------------------------------------


def adjusted(
    state: State,
    robot: Robot,
    moment: Callable[[Moments[State]], Adjusts[State, V, P] | None],
    value: V,
    *about: P.args,
    **more: P.kwargs,
) -> V:
    """Return `value`, adjusted by the cards that `robot` holds.

    `moment` selects the effect from each card's `Moments`. Further arguments are passed on to the
    effects.

    >>> from teachkit.games.roborally.setup import Setup
    >>> start = Setup(floor=". .", robots={"red": "a1 east"}, held={"red": ["Extra Memory"]})
    >>> state = start.state()
    >>> adjusted(state, state.robot("red"), lambda card: card.cards_dealt, 9)
    10
    """
    for held in robot.held:
        if effect := moment(state.rules.effects.get(held.name, NOTHING)):
            value = effect(state, robot.name, held, value, *about, **more)
    return value


def happened(
    state: State,
    name: str,
    moment: Callable[[Moments[State]], Acts[State, P] | None],
    *about: P.args,
    **more: P.kwargs,
) -> Flow[State]:
    """Run the effects of the cards that a robot holds, in the order in which it holds them.

    `moment` selects the effect from each card's `Moments`.
    """
    for held, effect in _effects(state, name, moment):
        if held in state.robot(name).held:
            state = yield from effect(state, name, held, *about, **more)
    return state


def happened_to_all(
    state: State,
    moment: Callable[[Moments[State]], Acts[State, P] | None],
    *about: P.args,
    **more: P.kwargs,
) -> Flow[State]:
    """Run the effects of the cards that robots on the board hold, robot by robot in seat order.

    `moment` selects the effect from each card's `Moments`.
    """
    for robot in state.robots:
        if robot.held and not robot.destroyed:
            state = yield from happened(state, robot.name, moment, *about, **more)
    return state


def remaining_damage(
    state: State,
    name: str,
    moment: Callable[[Moments[State]], Leaves[State, P] | None],
    points: int,
    *about: P.args,
    **more: P.kwargs,
) -> Flow[tuple[State, int]]:
    """Run the effects of a robot's held cards on `points` of damage.

    `moment` selects the effect from each card's `Moments`. Return the new state and the points of
    damage that are left.
    """
    for held, effect in _effects(state, name, moment):
        if points > 0 and held in state.robot(name).held:
            state, points = yield from effect(state, name, held, points, *about, **more)
    return state, points


def _effects(
    state: State, name: str, moment: Callable[[Moments[State]], V | None]
) -> Iterator[tuple[Held, V]]:
    """Yield each of a robot's held cards that has an effect at `moment`, with the effect."""
    for held in state.robot(name).held:
        if effect := moment(state.rules.effects.get(held.name, NOTHING)):
            yield held, effect


# Why the factory did nothing ------------------------------------------------------------------


def _once(state: State, robot: Robot) -> str:
    """Return the reminder that belts carry a robot only one square at a time. [RR-12]

    If the robot has not been carried onto another belt square, return an empty string.
    """
    if robot.destroyed or robot.square not in state.board.belts:
        return ""
    return say(
        "It is now on {square}. Belts carry a robot one square at a time.", square=robot.square
    )


def _express(state: State, robot: Robot) -> str:
    belt = state.board.belts.get(robot.square)
    if belt and not belt.express:
        return say("The belt on {square} is not an express belt.", square=robot.square)
    return _belts(state, robot)


def _belts(state: State, robot: Robot) -> str:
    facts = {"robot": called(robot.name), "square": robot.square}
    if robot.square in state.board.belts:
        return say("A card that {robot} holds prevents this.", **facts)
    return say("{robot} is not on a belt: there is none on {square}.", **facts)


def _pushers(state: State, robot: Robot) -> str:
    for pusher in state.board.pushers:
        if pusher.square == robot.square and state.register not in pusher.registers:
            facts = {"square": robot.square, "numbers": ", ".join(map(str, pusher.registers))}
            return say("The pusher on {square} only works in registers {numbers}.", **facts)
    return say("There is no pusher on {square}.", square=robot.square)


def _gears(state: State, robot: Robot) -> str:
    facts = {"robot": called(robot.name), "square": robot.square}
    if state.board.tile(robot.square).gear:
        return say("A card that {robot} holds prevents this.", **facts)
    return say("{robot} is not on a gear: there is none on {square}.", **facts)


def _lasers(state: State, robot: Robot) -> str:
    """Return the reason why no laser hit `robot`, such as another robot in the way. [RR-21]"""
    standing = state.on_squares
    for laser in state.board.lasers:
        beam = state.board.beam(laser.square, laser.facing)
        if robot.square in beam:
            nearer = beam[: beam.index(robot.square)]
            if other := next((standing[each] for each in nearer if each in standing), None):
                facts = {"other": called(other.name), "square": other.square, "start": beam[0]}
                return say("{other} on {square} is closer to the laser on {start}.", **facts)
    return say("No shot reaches {square}.", square=robot.square)


def _flags(state: State, robot: Robot) -> str:
    flag = state.board.flag_on(robot.square)
    if not flag:
        return say("There is no flag on {square}.", square=robot.square)
    if flag <= robot.flag:
        name = called(robot.name)
        return say("{robot} has already touched flag {flag}.", robot=name, flag=flag)
    if flag > robot.flag + 1:
        return say("Flag {next} comes before flag {flag}.", next=robot.flag + 1, flag=flag)
    return say("A robot can touch only one flag in a round.")


_REASONS = dict(zip(PARTS, (_express, _belts, _pushers, _gears, _lasers, _flags), strict=True))


# The text board --------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _printed(board: Board) -> dict[Square, str]:
    """Map each square of `board` to the symbols for what is printed on it, without robots."""
    flags = {square: board.flag_on(square) for square in board.squares}
    return {
        square: sign(board.tile(square)).replace(".", "") + (f"f{flag}" if flag else "")
        for square, flag in flags.items()
    }


def _mounted(board: Board) -> Iterator[str]:
    for pusher in board.pushers:
        yield say_many(
            "Pusher on {square} pushes {facing} in register {registers}.",
            "The pusher on {square} pushes {facing} in registers {registers}.",
            len(pusher.registers),
            square=pusher.square,
            facing=pusher.facing.says,
            registers=", ".join(map(str, pusher.registers)),
        )
    for laser in board.lasers:
        yield say_many(
            "Laser on {square} shoots {facing} with {number} beam.",
            "The laser on {square} shoots {facing} with {number} beams.",
            laser.beams,
            square=laser.square,
            facing=laser.facing.says,
        )


def _robot(robot: Robot) -> str:
    name = translate(robot.name).capitalize()
    facts = {"robot": name, "square": robot.square, "facing": robot.facing.says}
    if robot.destroyed and robot.lives == UNCOUNTED:
        return say("{robot} robot is not on the board.", **facts)
    if robot.destroyed:
        return say("{robot} robot is destroyed, lives left: {lives}.", lives=robot.lives, **facts)
    text = say("{robot} robot on {square}, faces {facing}", **facts)
    return "".join([text, *(f"; {fact}" for fact in _facts(robot)), "."])


def _facts(robot: Robot) -> Iterator[str]:
    if robot.damage:
        yield say("damage {number}", number=robot.damage)
    if robot.flag:
        yield say("flag {number}", number=robot.flag)
    if robot.virtual:
        yield say("virtual")
    if robot.off:
        yield say("powered down")
    if any(robot.registers):
        cards = ", ".join(_card(robot, register) for register in REGISTERS)
        yield say("registers: {cards}", cards=cards)
    if robot.held:
        yield say("holds {cards}", cards=", ".join(translate(each.name) for each in robot.held))


def _card(robot: Robot, register: int) -> str:
    card = robot.card(register)
    text = str(card) if card else "–"
    return say("{card} (locked)", card=text) if robot.is_locked(register) and card else text
