"""Program walks: the steps and questions of one program, or of several programs in rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.language.instructions import (
    Condition,
    If,
    Instruction,
    Node,
    Procedure,
    Repeat,
    While,
    cards_in,
    nodes_in,
)
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Event, Flow, Frame, called
from teachkit.words import say


class Question(NamedTuple):
    """A question asked by an `if` or a `while`; `bracket` is its bracket's number, from 1.

    `turns` are the current iterations of the loops around the bracket. `again` is true for a
    `while`; in that case, the last turn is the iteration that begins if the answer is yes. `calls`
    are as in `Step`.
    """

    condition: Condition
    bracket: int
    turns: tuple[Turn, ...] = ()
    again: bool = False
    calls: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.again:
            return say("while {condition}", condition=self.condition)
        return say("if {condition}", condition=self.condition)


class ProgramEvent(Event, frozen=True):
    """Base class for events of a program; with several pieces, the sentence names the piece."""

    actor: str

    def among_others(self) -> str:
        return say("{actor}: {says}", actor=called(self.actor), says=str(self))


class Controlled(ProgramEvent, frozen=True):
    """Base class for what a program does by itself, between cards: playback stops there, too."""


SENTENCES = {
    (True, True): 'The answer to "while {condition}" is yes.',
    (True, False): 'The answer to "while {condition}" is no.',
    (False, True): 'The answer to "if {condition}" is yes.',
    (False, False): 'The answer to "if {condition}" is no.',
}
"""Sentences about a question: whether it is that of a `while`, and whether the answer is yes."""


class Asked(Controlled, frozen=True):
    """An `if` or a `while` asked `question`, and the answer was `answer`.

    Questions do not count as cards.

    >>> print(Asked("red", Question(Condition("blocked", wanted=False), 1), True))
    The answer to "if not blocked" is yes.
    """

    question: Question
    answer: bool

    def facts(self) -> dict[str, Any]:
        asked = {"question": str(self.question), "bracket": self.question.bracket}
        return {"actor": self.actor, **asked, "answer": self.answer}

    def __str__(self) -> str:
        template = SENTENCES[self.question.again, self.answer]
        return self.worded(template, condition=self.question.condition)


Sensor: TypeAlias = Callable[[Any, Any], bool]
Rule: TypeAlias = Callable[[Any, str, Instruction], Flow[Any]]
Finish: TypeAlias = Callable[[Any, str], Flow[Any]]
IsOver: TypeAlias = Callable[[Any], bool]

STEP_BUDGET = 10_000


class Turn(NamedTuple):
    """An iteration of a loop: its `number`, from 1, and the total `of`, or `None` if unknown."""

    number: int
    of: int | None = None

    def __str__(self) -> str:
        if self.of is None:
            return say("round {number}", number=self.number)
        return say("round {number} of {of}", number=self.number, of=self.of)


class Step(NamedTuple):
    """An execution of one instruction.

    `card` is the number of the card, from 1, and `turns` are the iterations of the loops around the
    card. A driving Python program has no cards; for its steps, `card` is the number of the call,
    and `line` is the line of the call. For cards, `line` is 0. `calls` are the numbers of the cards
    that called the routine around the card, the first call first.
    """

    instruction: Instruction
    card: int
    turns: tuple[Turn, ...] = ()
    line: int = 0
    calls: tuple[int, ...] = ()

    @property
    def place(self) -> str:
        """The position of the step, in words for a learner.

        >>> Step(Instruction("left"), 2).place, Step(Instruction("left"), 2, line=7).place
        ('Card 2', 'Line 7')
        """
        if self.line:
            return say("Line {line}", line=self.line)
        return say("Card {card}", card=self.card)

    def told(self, card: str) -> str:
        """Return the sentence `card`, still without a full stop, with the calls and the turns."""
        calls = (say("called by card {card}", card=call) for call in reversed(self.calls))
        notes = ", ".join((*calls, *map(str, self.turns)))
        return f"{card} ({notes})." if notes else f"{card}."


class Called(Controlled, frozen=True):
    """The card of `step` called the routine whose name it has.

    Calls are not steps of the piece.

    >>> print(Called("red", Step(Instruction("fetch"), 3)))
    Card 3 calls fetch.
    """

    step: Step

    def facts(self) -> dict[str, Any]:
        return _facts(self.actor, self.step)

    def __str__(self) -> str:
        facts = {"card": self.step.card, "name": str(self.step.instruction)}
        return self.step.told(say("Card {card} calls {name}", **facts))


def _facts(actor: str, step: Step) -> dict[str, Any]:
    facts = {"actor": actor, "card": step.card, "instruction": str(step.instruction)}
    return facts | {"calls": [*step.calls]} if step.calls else facts


class Started(ProgramEvent, frozen=True):
    """A card started to run. `round` is 0 unless several pieces run programs."""

    step: Step
    round: int = 0

    @property
    def note(self) -> str:
        """The game's note on the card, such as its priority, or ""."""
        return ""

    @property
    def heading(self) -> str:
        """The heading of this round in a timeline, such as "Round 3"."""
        return say("Round {number}", number=self.round)

    @property
    def headings(self) -> str:
        """The title of a whole timeline, such as "Rounds"."""
        return say("Rounds")

    def facts(self) -> dict[str, Any]:
        facts = _facts(self.actor, self.step)
        if self.round:
            facts["round"] = self.round
        return facts | {"line": self.step.line} if self.step.line else facts

    def __str__(self) -> str:
        facts = {"card": self.step.card, "name": str(self.step.instruction)}
        if self.step.line:
            return say("Line {line}: {name}.", line=self.step.line, **facts)
        return self.step.told(say("Card {card}: {name}", **facts))

    def among_others(self) -> str:
        if self.step.line:
            return super().among_others()
        facts = {"card": self.step.card, "name": str(self.step.instruction)}
        who = called(self.actor)
        return self.step.told(say("{actor}, card {card}: {name}", actor=who, **facts))


class Skipped(ProgramEvent, frozen=True):
    """A card was skipped, so it had no effect; `str(reason)` explains why."""

    reads = "Skipped: {reason}."
    reason: object

    def among_others(self) -> str:
        who = called(self.actor)
        return say("{actor}: skipped because {reason}.", actor=who, reason=self.reason)


class Repeats(ProgramEvent, frozen=True):
    """A loop reached an earlier state again, so it would never end.

    `first` and `last` are the numbers of the loop's first and last card, and `step` is the number
    of the first step that repeats forever.
    """

    first: int
    last: int
    step: int

    def __str__(self) -> str:
        if self.last < self.first:
            return self.worded("An empty loop runs forever from step {step} on.")
        if self.first == self.last:
            return self.worded("Card {card} repeats forever from step {step} on.", card=self.first)
        return self.worded("Cards {first}–{last} repeat forever from step {step} on.")


class Stopped(ProgramEvent, frozen=True):
    """The run was stopped because it took too many steps."""

    reads = "Stopped after {steps} steps."
    steps: int


class BrokenOff(ProgramEvent, frozen=True):
    """A driving Python program failed or was stopped; `says` names the reason and the line."""

    ends_card = True
    says: str

    def __str__(self) -> str:
        return self.says


class Walk:
    """An actor's walk through a program: call `walk.next(state)` until it returns `None`.

    `controlled` lists the questions and the calls of routines before the step that the latest call
    of `next` returned. If the program would never end, `ending` is the event that says so.
    """

    def __init__(
        self, program: Program, actor: str, sensors: Mapping[str, Sensor] | None = None
    ) -> None:
        self.actor = actor
        self.ending: Repeats | Stopped | None = None
        self.taken = 0
        self.controlled: list[Controlled] = []
        self.routines: dict[str, tuple[tuple[Node, ...], _Number]] = {}
        self._calls = 0
        self._sensors = sensors or {}
        self._state: Any = None
        self._around: Callable[[], object] = lambda: None
        self._steps = iter(straight_steps(program) or _steps(program.body, _FIRST, (), self))

    def next(self, state: object, around: Callable[[], object] = lambda: None) -> Step | None:
        """Return the next step, or `None` at the end of the program.

        `around()` is everything besides `state` that decides how the run continues. A loop counts
        as endless only if both `state` and `around()` are the same as in an earlier iteration.
        """
        self._state = state
        self._around = around
        self.controlled.clear()
        step = next(self._steps, None)
        if self.ending:
            return None
        if step and self.taken >= STEP_BUDGET:
            self.ending = Stopped(self.actor, self.taken)
            return None
        self.taken += 1
        return step

    def turns_of(
        self, node: While, at: _Number, turns: tuple[Turn, ...], calls: tuple[int, ...]
    ) -> Iterator[Step]:
        """Yield the steps of the loop `node` until its condition fails or a state repeats."""
        seen: dict[Any, int] = {}
        while not self.ending:
            now = (*turns, Turn(len(seen) + 1))
            if not self.holds(Question(node.condition, at.bracket, now, again=True, calls=calls)):
                return
            moment = (self._state, self._around())
            if moment in seen:
                last = at.card + cards_in(node) - 1
                self.ending = Repeats(self.actor, at.card, last, seen[moment])
                return
            seen[moment] = self.taken + 1
            yield from _steps(node.body, at.inside, now, self, calls)

    def steps_of(self, card: Step) -> Iterator[Step]:
        """Yield the steps of the routine that `card` calls, or `card` itself if it calls none."""
        if card.instruction.name not in self.routines:
            yield card
        elif self._calls >= STEP_BUDGET:  # routines may call each other without any step
            self.ending = Stopped(self.actor, self.taken)
        else:
            self._calls += 1
            self.controlled.append(Called(self.actor, card))
            body, first = self.routines[card.instruction.name]
            yield from _steps(body, first, card.turns, self, (*card.calls, card.card))

    def holds(self, question: Question) -> bool:
        """Return whether the condition of `question` holds now, and take a note of the question."""
        sensor, wanted = question.condition
        answer = self._sensors[sensor](self._state, self.actor) is wanted
        self.controlled.append(Asked(self.actor, question, answer))
        return answer


class _Number(NamedTuple):
    """The numbers of the next card and the next bracket."""

    card: int
    bracket: int

    @property
    def inside(self) -> _Number:
        """The numbers of the first card and the first bracket inside bracket number `bracket`."""
        return _Number(self.card, self.bracket + 1)

    def behind(self, *nodes: Node) -> _Number:
        are_cards = [isinstance(node, Instruction) for node in nodes_in(nodes)]
        cards = sum(are_cards)
        return _Number(self.card + cards, self.bracket + len(are_cards) - cards)


_FIRST = _Number(1, 1)


def _steps(
    nodes: Sequence[Node],
    at: _Number,
    turns: tuple[Turn, ...],
    walk: Walk | None,
    calls: tuple[int, ...] = (),
) -> Iterator[Step]:
    """Yield the steps of a row of nodes; `at` holds the numbers of the first card and bracket.

    `walk` evaluates the conditions, and knows the routines.
    """
    card, bracket = at
    for node in nodes:
        if isinstance(node, Instruction):
            step = Step(node, card, turns, 0, calls)
            yield from walk.steps_of(step) if walk else (step,)
            card += 1
            continue
        at = _Number(card, bracket)
        match node:
            case Repeat(times, body):
                for number in range(1, times + 1):
                    took_a_step = False
                    now = (*turns, Turn(number, times))
                    for step in _steps(body, at.inside, now, walk, calls):
                        took_a_step = True
                        yield step
                    if not took_a_step:
                        break  # nothing has changed, so further iterations would be empty too
            case While() if walk:
                yield from walk.turns_of(node, at, turns, calls)
            case If() if walk:
                is_true = walk.holds(Question(node.condition, at.bracket, turns, calls=calls))
                body = node.body if is_true else node.otherwise
                first = at.inside if is_true else at.inside.behind(*node.body)
                yield from _steps(body, first, turns, walk, calls)
            case Procedure(name, body) if walk:
                walk.routines[name] = body, at.inside
        card, bracket = at.behind(node)


@lru_cache(maxsize=256)
def straight_steps(program: Program) -> tuple[Step, ...] | None:
    """Return all steps of `program`; `None` if there are conditions, routines or too many steps.

    >>> [step.card for step in straight_steps(Program.read("2x(forward, left)"))]
    [1, 2, 1, 2]
    """
    if not all(isinstance(node, (Instruction, Repeat)) for node in nodes_in(program.body)):
        return None
    steps = tuple(islice(_steps(program.body, _FIRST, (), None), STEP_BUDGET + 1))
    return steps if len(steps) <= STEP_BUDGET else None


def in_rounds(
    state: object,
    programs: Mapping[str, Program],
    card_by_card: bool,
    rule: Rule,
    sensors: Mapping[str, Sensor],
    is_over: IsOver | None = None,
    finish: Finish | None = None,
) -> Flow[Any]:
    """Run programs in the order of `programs`: announce each card, then perform it by `rule`.

    If `card_by_card` is true, a round has one card of each piece; otherwise, each card is a round
    of its own. The rounds of a single program have the number 0. Questions and calls are yielded
    before the card that follows them.

    The run ends early if `is_over` returns true for a state. When a piece has no cards left,
    `finish` runs for it. A program that never ends stops all others too, and is not finished.
    """
    is_alone = len(programs) == 1
    straight = straight_steps(*programs.values()) if is_alone else None
    if straight is not None:  # the usual case, and faster than by a walk
        (actor,) = programs
        for card in straight:
            if is_over and is_over(state):
                return state
            yield Frame(Started(actor, card), state)
            state = yield from rule(state, actor, card.instruction)
        if finish and not (is_over and is_over(state)):
            state = yield from finish(state, actor)
        return state
    walks = {name: Walk(program, name, sensors) for name, program in programs.items()}
    steps: dict[str, Step] = {}
    number = 0 if is_alone else 1
    while walks and not (is_over and is_over(state)):
        waiting = list(walks) if card_by_card else [next(iter(walks))]
        taken = False
        while waiting and not (is_over and is_over(state)):
            name = waiting.pop(0)
            step = walks[name].next(state, partial(around, name, steps, waiting))
            for event in walks[name].controlled:
                yield Frame(event, state)
            if ending := walks[name].ending:
                yield Frame(ending, state)
                return state
            if step:
                steps[name], taken = step, True
                yield Frame(Started(name, step, number), state)
                state = yield from rule(state, name, step.instruction)
            else:
                del walks[name]
                steps.pop(name, None)
                state = (yield from finish(state, name)) if finish else state
        number += taken and not is_alone
    return state


def around(name: str, steps: Mapping[str, Step], waiting: Sequence[str]) -> object:
    """Return everything besides the state that decides how a run continues for the piece `name`.

    That is the latest step of each other piece, and the pieces still `waiting` in the round. The
    iteration numbers of a `while` are left out, because they keep increasing and would make every
    situation look new.
    """
    places = [
        (other, step.card, step.calls, tuple(turn.number for turn in step.turns if turn.of))
        for other, step in steps.items()
        if other != name
    ]
    return frozenset(places), tuple(waiting)
