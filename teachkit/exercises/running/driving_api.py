"""The wheel: a function for each instruction, and for each thing that can be asked.

A call performs the instruction on the state as it is now, by the rules; what is asked next is
right. The wheel keeps all that happened, with the line that each call came from.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import FrameType, MappingProxyType
from typing import Any, NamedTuple, NoReturn

from teachkit.core.game.game import GivenAnswers
from teachkit.core.game.sensors import Reading
from teachkit.core.language.instructions import Card
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.events import Frame
from teachkit.core.run.trace import Trace, frames_of, keep
from teachkit.core.run.walk import BrokenOff, Started, Step
from teachkit.errors import ProgramError
from teachkit.exercises.running.counting import SOURCE, Steps
from teachkit.exercises.running.course import Course
from teachkit.exercises.running.results import plain, shown
from teachkit.exercises.running.run import RefusedError
from teachkit.words import say, say_many

MOST_CALLS = 1_000
MOST_VARIABLES = 12
MOST_NAMES = 100  # with more the rest is left out at once
MOST_ITEMS = 40  # of a list that is kept as it was

_KEPT = frozenset({bool, int, float, str, list})


class Call(NamedTuple):
    """Where a call came from: the lines of the calls around it, its own last; what was known."""

    lines: tuple[int, ...]
    known: Mapping[str, Any] = MappingProxyType({})

    @property
    def variables(self) -> dict[str, Any]:
        """Numbers, texts and lists that could be seen from there."""
        return dict(islice(_variables(self.known), MOST_VARIABLES))

    def variables_shown(self) -> dict[str, str]:
        """The variables as Python would write them, cut off where they are too long to read.

        >>> Call((3,), {"n": 2, "seen": ["a1"], "f": len}).variables_shown()
        {'n': '2', 'seen': "['a1']"}
        """
        return {name: shown(plain(value)) for name, value in self.variables.items()}


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
        self._used: defaultdict[str, int] = defaultdict(int)

    def functions(self) -> dict[str, Any]:
        """All that a learner's source may call, by its name in Python.

        What the game has, and this course has not, is there as well: it says so.
        """
        course, game = self.course, self._game
        drives = {card.function: self._drives(card) for card in course.vocabulary}
        known = game.sensors.all
        asks = {name: self._asks(name, known[name]) for name in course.asks}
        others = [*(card.function for card in game.vocabulary(course.state)), *known]
        return {name: _refuses(name) for name in others} | drives | asks

    def perform(self, instruction: Instruction, line: int) -> None:
        """Perform an instruction now. Raises `OverError` where the game is over."""
        frames, state, player = self.frames, self.state, self._player
        if self._game.outcome(state):
            raise OverError
        step = Step(instruction, len(self.calls) + 1, (), line)
        frames.append(Frame(Started(player, step), state))
        flow = self._game.perform(state, player, instruction)
        self.state = keep(frames, flow, state, self._answer)

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
        """Take one. Raises `RefusedError` for wrong arguments, or where none is left."""
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
                self.course.game.instructions.check(instruction)
            except ProgramError as error:
                raise RefusedError(error.says) from None
        self._used[card.name] += 1

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

    def _asks(self, name: str, ask: Callable[[Any, str], Reading]) -> Offered:
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
    while frame and frame.f_code.co_filename != SOURCE:
        frame = frame.f_back
    if not frame:
        return Call((0,))
    near, far = frame.f_locals, frame.f_globals
    if near is far:
        return Call((frame.f_lineno,), _known(far.copy()))
    known = {**near, **far}
    if not far.keys().isdisjoint(near):
        known |= near
    lines = [frame.f_lineno]
    while (around := frame.f_back) and frame.f_code.co_name != "<module>":
        frame = around
        if frame.f_code.co_filename == SOURCE:
            lines.append(frame.f_lineno)
    return Call(tuple(lines[::-1]), _known(known))


def _known(known: dict[str, Any]) -> dict[str, Any]:
    """What can be seen from here, the nearest first. Lists are copied: they may change.

    Most is sorted out only when somebody looks, for that takes longer than a step does.
    """
    if len(known) > MOST_NAMES:
        known = dict(islice(_variables(known), MOST_VARIABLES))
    if list in map(type, known.values()):
        for name, value in known.items():
            if type(value) is list:
                known[name] = _copied(value)
    return known


def _variables(known: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in known.items():
        if type(value) in _KEPT and name[0] != "_":
            yield name, value


def _copied(items: list[Any], deep: int = 3) -> list[Any]:
    return [
        (_copied(item, deep - 1) if deep else []) if type(item) is list else item
        for item in items[:MOST_ITEMS]
    ]
