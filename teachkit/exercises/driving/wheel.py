"""The wheel: a function for each instruction, and for each thing that can be asked.

A call performs the instruction on the state as it is now, by the rules; what is asked next is
right. The wheel keeps all that happened, with the line that each call came from.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from teachkit.core.flow import Frame
from teachkit.core.game import Gauge, GivenAnswers
from teachkit.core.instructions import Card
from teachkit.core.nodes import Instruction
from teachkit.core.trace import Trace, frames_of
from teachkit.core.walk import BrokenOff, Sensor, Started, Step
from teachkit.errors import ProgramError
from teachkit.exercises.driving.course import Course
from teachkit.exercises.functions.counting import SOURCE, Steps
from teachkit.exercises.functions.results import plain, shown
from teachkit.exercises.functions.run import RefusedError
from teachkit.words import say, say_many

MOST_CALLS = 1_000
MOST_VARIABLES = 12
MOST_ITEMS = 40  # of a list that is kept as it was

_KEPT = frozenset({bool, int, float, str, list})


class Call(NamedTuple):
    """Where a call came from: the lines of the calls around it, its own last; what was known."""

    lines: tuple[int, ...]
    variables: tuple[tuple[str, Any], ...] = ()

    def variables_shown(self) -> dict[str, str]:
        """The variables as Python would write them, cut off where they are too long to read.

        >>> Call((3,), (("n", 2), ("seen", ["a1"]))).variables_shown()
        {'n': '2', 'seen': "['a1']"}
        """
        return {name: shown(plain(value)) for name, value in self.variables}


class OverError(BaseException):
    """The game is over: nothing more can be done."""


class Wheel:
    """What drives on one course: its state now, and all that happened so far."""

    def __init__(self, course: Course, steps: Steps | None = None) -> None:
        self.course = course
        self.steps = steps
        self.state = course.state
        self.frames: list[Frame] = []
        self.calls: list[Call] = []
        self._game, self._player = course.game, course.player
        self._answer = GivenAnswers(course.answers)
        self._used: Counter[str] = Counter()

    def functions(self) -> dict[str, Any]:
        """All that a learner's source may call, by its name in Python.

        What the game has, and this course has not, is there as well: it says so.
        """
        course, game = self.course, self._game
        drives = {card.function: self._drives(card) for card in course.vocabulary}
        known: Mapping[str, Sensor | Gauge] = {**game.SENSORS, **game.GAUGES}
        asks = {name: self._asks(name, known[name]) for name in course.asks}
        others = [*(card.function for card in game.vocabulary(course.state)), *known]
        return {name: _refuses(name) for name in others} | drives | asks

    def perform(self, instruction: Instruction, line: int) -> None:
        """Perform an instruction now. Raises `OverError` where the game is over."""
        frames, state, player = self.frames, self.state, self._player
        if self._game.outcome(state):
            raise OverError
        self._used[instruction.name] += 1
        step = Step(instruction, len(self.calls) + 1, (), line)
        frames.append(Frame(Started(player, step), state))
        frames.extend(
            frames_of(self._game.perform(state, player, instruction), state, self._answer)
        )
        self.state = frames[-1].state

    def finish(self) -> None:
        """What the rules do when a program has ended."""
        if not self._game.outcome(self.state):
            flow = self._game.finish(self.state, self._player)
            self.frames += frames_of(flow, self.state, self._answer)

    def break_off(self, says: str) -> None:
        """The program never came to its end, and this is why."""
        self.frames.append(Frame(BrokenOff(self._player, says), self.state))

    def trace(self) -> Trace:
        return Trace(self.course.state, self.frames, self._player)

    def check(self, instruction: Instruction, card: Card) -> None:
        """Raise `RefusedError` for arguments that it cannot have, or where none is left."""
        most = self.course.cards[card.name]
        if most is not None and self._used[card.name] >= most:
            raise RefusedError(say_many("there is only {number} {name}() here.",
                                        "there are only {number} {name}() here.",
                                        most, name=card.function))  # fmt: skip
        if instruction.arguments and not card.arguments:
            raise RefusedError(say("leave the brackets of {name}() empty; loops repeat.",
                                   name=card.function))  # fmt: skip
        if card.arguments:
            try:
                self.course.game.INSTRUCTIONS.check(instruction)
            except ProgramError as error:
                raise RefusedError(error.says) from None

    def _drives(self, card: Card) -> Offered:
        bare = Instruction(card.name)
        is_free = self.course.cards[card.name] is None and not card.arguments

        def drive(*arguments: object) -> None:
            steps, calls = self.steps, self.calls
            if steps and (steps.left < 0 or len(calls) >= MOST_CALLS):
                steps.spend()
            instruction = bare
            if arguments or not is_free:
                instruction = Instruction(card.name, tuple(map(str, arguments)))
                self.check(instruction, card)
            call = called_from(sys._getframe(2))
            self.perform(instruction, call.lines[-1])
            calls.append(call)

        return Offered(card.function, drive)

    def _asks(self, name: str, ask: Sensor | Gauge) -> Offered:
        return Offered(name, lambda: ask(self.state, self._player))


def _refuses(name: str) -> Offered:
    def refuse(*arguments: object) -> NoReturn:
        raise RefusedError(say("there is no {name}() in this task.", name=name))

    return Offered(name, refuse)


class Offered:
    """A function that a learner may call. Who forgets its brackets is told so."""

    __slots__ = ("function", "name")
    __hash__ = object.__hash__

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.function = function

    def __call__(self, *arguments: object) -> Any:
        return self.function(*arguments)

    def __repr__(self) -> str:
        return f"{self.name}()"

    def _forgotten(self, *other: object) -> NoReturn:
        raise RefusedError(needs_brackets(self.name))

    __bool__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _forgotten
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __mod__ = _forgotten


def needs_brackets(name: str) -> str:
    return say("put brackets behind it: {name}().", name=name)


def called_from(frame: FrameType | None) -> Call:
    """The lines of the learner's own code on the way to this frame, and what is known there."""
    lines: list[int] = []
    variables: tuple[tuple[str, Any], ...] = ()
    while frame:
        code = frame.f_code
        if code.co_filename == SOURCE:
            if not lines:
                variables = tuple(_variables(frame))
            lines.append(frame.f_lineno)
            if code.co_name == "<module>":
                break
        frame = frame.f_back
    return Call(tuple(lines[::-1]) or (0,), variables)


def _variables(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """What can be seen from here, the nearest first. Lists are copied: they may change."""
    known, around = frame.f_locals, frame.f_globals
    left = MOST_VARIABLES
    spaces = (known,) if known is around else (known, around)
    for space in spaces:
        for name, value in space.items():
            if type(value) in _KEPT and name[0] != "_" and (space is known or name not in known):
                yield name, _copied(value) if type(value) is list else value
                left -= 1
                if not left:
                    return


def _copied(items: list[Any], deep: int = 3) -> list[Any]:
    return [
        (_copied(item, deep - 1) if deep else []) if type(item) is list else item
        for item in items[:MOST_ITEMS]
    ]
