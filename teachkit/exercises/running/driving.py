"""Driving: a learner's Python calls a function for each instruction and each sensor.

A course is a start with the names of the available functions. Each call applies the rules
immediately. If the code ran in a sandbox, the rules replay the calls that the sandbox reports.
"""

from __future__ import annotations

import ast
import pickle
import sys
from base64 import b64decode, b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from types import FrameType, MappingProxyType
from typing import Any, NamedTuple, NoReturn

from teachkit.core.game.game import Game, Reading
from teachkit.core.language.instructions import Card, Instruction, InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import GivenAnswers
from teachkit.core.run.flow import Frame, keep
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import BrokenOff, Started, Step
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.running.results import Plain, Result, plain, shown
from teachkit.exercises.running.runs import SOURCE, RefusedError, Run, Steps
from teachkit.exercises.running.troubles import Stopped
from teachkit.games import game
from teachkit.words import say, spoken_fact


@dataclass(frozen=True)
class Course:
    """A start from which a learner's Python drives the piece `player`.

    `cards` are the available instructions with their limits on this start (`None`: no limit), and
    `asks` the available sensors and readings. `answers` are the answers to the questions that the
    rules ask, in order.
    """

    game: Game
    player: str
    state: Any
    cards: Mapping[str, int | None]
    asks: Sequence[str]
    answers: Sequence[Any] = ()

    @property
    def vocabulary(self) -> InstructionSet:
        """The instructions in `cards` that the game has on this start."""
        here = self.game.vocabulary(self.state)
        return here.only([name for name in self.cards if name in here])

    def to_call(self) -> list[Plain]:
        """Return the course as a call for an `Execute`. It is pickled, and is not sent back.

        >>> from teachkit.games import lovelace
        >>> state = lovelace.Setup(edition="machine", value=8).state()
        >>> course = Course(lovelace.GAME, "ada", state, {"A1+": 2}, ["register"])
        >>> Course.of_call(course.to_call()) == course
        True
        """
        course = self.player, self.state, self.cards, self.asks, self.answers
        return [self.game.name, b64encode(pickle.dumps(course)).decode("ascii")]

    @classmethod
    def of_call(cls, call: Sequence[Plain]) -> Course:
        """Return the course from which `to_call` made `call`.

        Never pass other data: unpickling it could run arbitrary code.
        """
        name, course = call
        return cls(game(name), *pickle.loads(b64decode(course)))


MOST_CALLS = 1_000
MOST_VARIABLES = 12
MOST_NAMES = 100  # with more variables than this, only the first `MOST_VARIABLES` are stored
MOST_ITEMS = 40  # the largest number of items stored of each list

_KEPT = frozenset({bool, int, float, str, list})


class Call(NamedTuple):
    """The origin of a call in a learner's source.

    `lines` are the numbers of the lines that led to the call, its own line last, and `known` are
    the variables visible there.
    """

    lines: tuple[int, ...]
    known: Mapping[str, Any] = MappingProxyType({})

    def variables_shown(self) -> dict[str, str]:
        """Return the visible numbers, strings and lists as short Python text, keyed by name.

        >>> Call((3,), {"n": 2, "seen": ["a1"], "f": len}).variables_shown()
        {'n': '2', 'seen': "['a1']"}
        """
        variables = islice(_variables(self.known), MOST_VARIABLES)
        return {name: shown(plain(value)) for name, value in variables}


SENTENCES = {
    "asks": "Line {line}: you cannot use input() here.",
    "exits": "Line {line}: remove exit(). The program ends after its last line.",
    "endless": "Line {line}: this loop goes on and on. It was stopped at {where}.",
}
"""Sentences that replace the general ones when Python stops during a drive."""


class OverError(BaseException):
    """Raised to end a drive: the game is over, or the piece is out."""


class DrivingApi:
    """The functions with which Python drives on one course, the current state, and all events."""

    def __init__(self, course: Course, steps: Steps | None = None) -> None:
        self.course = course
        self.steps = steps
        self.state = course.state
        self.frames: list[Frame] = []
        self.calls: list[Call] = []
        self._game, self._player = course.game, course.player
        self._answer = GivenAnswers(course.answers)
        self._used: defaultdict[str, int] = defaultdict(int)
        self.is_over = self._ends(course.state)

    def functions(self) -> dict[str, Any]:
        """Return the functions that a learner's source may call, by name.

        The game's other functions are included too, but raise `RefusedError` if they are called.
        """
        course, game = self.course, self._game
        drives = {card.function: self._drives(card) for card in course.vocabulary}
        known = game.sensors.all
        asks = {name: self._asks(name, known[name]) for name in course.asks}
        others = [*(card.function for card in game.vocabulary(course.state)), *known]
        return {name: _refuses(name) for name in others} | drives | asks

    def perform(self, instruction: Instruction, line: int) -> None:
        """Perform an instruction immediately. Raise `OverError` if the drive is over."""
        frames, state, player = self.frames, self.state, self._player
        if self.is_over:
            raise OverError
        step = Step(instruction, len(self.calls) + 1, (), line)
        frames.append(Frame(Started(player, step), state))
        flow = self._game.perform(state, player, instruction)
        self.state = keep(frames, flow, state, self._answer)
        self.is_over = self._ends(self.state)

    def _ends(self, state: Any) -> bool:
        return self._game.is_out(state, self._player) or bool(self._game.outcome(state))

    def ended(self, source: str, result: Result) -> Drive:
        """End the drive and return it.

        If `result` has an error, that error becomes the last event. Otherwise, unless the game is
        over, the game's rules for the end of a program are applied.
        """
        if result.trouble:
            names, where = self.functions(), say("your code")
            if result.trouble == "endless":
                where = str(spoken_fact(self._game.whereabouts(self.state, self._player)))
            stopped = Stopped(result, where, "", 0, source, names, SENTENCES)
            self.frames.append(Frame(BrokenOff(self._player, stopped.says), self.state))
        elif not self._game.outcome(self.state):
            flow = self._game.finish(self.state, self._player)
            keep(self.frames, flow, self.state, self._answer)
        trace = Trace(self.course.state, self.frames, self._player)
        return Drive(trace, tuple(self.calls), result._replace(value=None))

    def check(self, instruction: Instruction, card: Card) -> None:
        """Use up one copy of `card`.

        Raise `RefusedError` if no copy is left, or if the arguments of `instruction` are invalid.
        """
        most, name = self.course.cards[card.name], card.function
        if most is not None and self._used[card.name] >= most:
            says = say("you only have {number} {name}() here.", number=most, name=name)
            raise RefusedError(says)
        if instruction.arguments and not card.arguments:
            says = say("leave the brackets of {name}() empty. To repeat it, use a loop.", name=name)
            raise RefusedError(says)
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
            if self.is_over:
                raise OverError

        return Offered(card.function, drive)

    def _asks(self, name: str, ask: Callable[[Any, str], Reading]) -> Offered:
        return Offered(name, lambda: ask(self.state, self._player))


def _refuses(name: str) -> Offered:
    def refuse(*arguments: object) -> NoReturn:
        raise RefusedError(say("you cannot use {name}() in this task.", name=name))

    return Offered(name, refuse)


@dataclass(eq=False, repr=False, slots=True)
class Offered:
    """A function that learners may call. Using it without brackets raises `RefusedError`."""

    name: str
    function: Callable[..., Any]

    __hash__ = object.__hash__

    def __call__(self, *arguments: object) -> Any:
        return self.function(*arguments)

    def __repr__(self) -> str:
        return f"{self.name}()"

    def _forgotten(self, *other: object) -> NoReturn:
        raise RefusedError(needs_brackets(self.name))

    __bool__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _forgotten
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __mod__ = _forgotten


def needs_brackets(name: str) -> str:
    return say("add brackets after the name: {name}().", name=name)


def called_from(frame: FrameType | None) -> Call:
    """Return the learner's lines that led to `frame`, and the variables visible at the last one."""
    while frame and frame.f_code.co_filename != SOURCE:
        frame = frame.f_back
    if not frame:
        return Call((0,))
    near, far = frame.f_locals, frame.f_globals
    if near is far:
        return Call((frame.f_lineno,), _known(far))
    known = {**near, **far, **near}  # local names come first, and hide global ones
    lines = [frame.f_lineno]
    while (around := frame.f_back) and frame.f_code.co_name != "<module>":
        frame = around
        if frame.f_code.co_filename == SOURCE:
            lines.append(frame.f_lineno)
    return Call(tuple(lines[::-1]), _known(known))


def _known(known: dict[str, Any]) -> dict[str, Any]:
    """Return the visible variables, with copies of the lists, because lists may change later.

    The values are turned into text only on demand, because that takes longer than a step.
    """
    if len(known) > MOST_NAMES:
        known = dict(islice(_variables(known), MOST_VARIABLES))
    return {name: _copied(value) if type(value) is list else value for name, value in known.items()}


def _variables(known: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
    for name, value in known.items():
        if type(value) in _KEPT and name[0] != "_":
            yield name, value


def _copied(items: list[object], deep: int = 3) -> list[Any]:
    return [
        (_copied(item, deep - 1) if deep else []) if type(item) is list else item
        for item in items[:MOST_ITEMS]
    ]


@dataclass(frozen=True)
class Drive:
    """The effect of a source on one course: all events, and the origin of each call.

    Card 3 in the trace is the third call. `result` says whether an error stopped the source.
    """

    trace: Trace
    calls: tuple[Call, ...]
    result: Result

    @property
    def steps(self) -> list[Step]:
        """The performed instructions, each with the line that called it."""
        return [event.step for event, _ in self.trace if isinstance(event, Started)]

    @property
    def program(self) -> Program:
        """The performed instructions as a program."""
        return Program(tuple(step.instruction for step in self.steps))

    @property
    def as_result(self) -> Result:
        """The drive as a result for an `Execute`; its value is a list such as `["2 forward"]`.

        Each entry is the number of the calling line, followed by the instruction.
        """
        row = [f"{step.line} {step.instruction}" for step in self.steps]
        return self.result._replace(value=row)


def drives_in_process(source: str, courses: Sequence[Course]) -> Iterator[Drive]:
    """Run a source on each course, each time in a new namespace, and yield each drive.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> course = Course(algoracing.GAME, "red", start, {"forward": None}, ["square"])
    >>> (drive,) = drives_in_process("while square() != 'c1':\\n    forward()", [course])
    >>> str(drive.program), [call.lines for call in drive.calls]
    ('forward, forward', [(2,), (2,)])
    >>> drive.as_result.value
    ['2 forward', '2 forward']
    """
    run, is_stopped = Run(source), False
    for course in courses:
        if not is_stopped:
            drive = _drive(source, run, course)
        is_stopped = drive.result.trouble == "stopped"  # by the learner: run no other course
        yield drive


def results_in_process(source: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Run a source on each course in `calls`, and yield each result for an `Execute`."""
    for drive in drives_in_process(source, [Course.of_call(call) for call in calls]):
        yield drive.as_result


def _drive(source: str, run: Run, course: Course) -> Drive:
    api = DrivingApi(course, run.steps)
    functions = api.functions()
    namespace = run.namespace(functions)

    def drive() -> None:
        with suppress(OverError):
            exec(run.code, namespace)

    result = run.unreadable or _without_brackets(source, functions) or run.result_of(drive)
    return api.ended(source, result)


def _without_brackets(source: str, functions: Mapping[str, object]) -> Result | None:
    """Return an error for a statement that names a function but does not call it.

    Python accepts such a statement silently. If there is none, return `None`.
    """
    for name, line in _names_alone(source):
        if name in functions:
            return Result(trouble="refused", reason=needs_brackets(name), line=line)
    return None


@lru_cache(maxsize=8)  # called once for each course
def _names_alone(source: str) -> list[tuple[str, int]]:
    """Return each name that is a statement by itself, paired with its line number."""
    statements = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    return [(node.value.id, node.lineno) for node in statements if isinstance(node.value, ast.Name)]


# -- rows from a sandbox ---------------------------------------------------------------------------


class _ForgedError(Exception):
    """Raised when a sandbox reports instructions that a real run could not have produced."""


def replayed(source: str, course: Course, result: Result) -> Drive:
    """Replay the instructions in `result`, which is not trusted, and return the drive.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> course = Course(algoracing.GAME, "red", start, {"forward": 1}, ["square"])
    >>> replayed("forward()", course, Result(["1 forward", "1 forward"])).trace.endless.says
    'The result of your code cannot be read.'
    """
    api, vocabulary = DrivingApi(course), course.vocabulary
    try:
        for line, instruction in _row(result.value, len(source.splitlines())):
            api.check(instruction, vocabulary[instruction.name])
            with suppress(OverError):
                api.perform(instruction, line)
                api.calls.append(Call((line,)))
    except (_ForgedError, RefusedError, KeyError, TeachkitError):
        result = Result(trouble="garbled")
    return api.ended(source, result)


def _row(row: Plain, lines: int) -> Iterator[tuple[int, Instruction]]:
    """Parse `row`, which is not trusted, and yield the line number and instruction of each entry.

    Raise `_ForgedError` if an entry is invalid, or names a line after the last of `lines`.
    """
    if row is None:
        return
    if type(row) is not list or len(row) > MOST_CALLS:
        raise _ForgedError
    for each in row:
        words = each.split(" ") if type(each) is str else []
        if len(words) < 2 or not words[0].isdecimal() or not 0 <= int(words[0]) <= lines:
            raise _ForgedError
        yield int(words[0]), Instruction(words[1], tuple(words[2:]))
