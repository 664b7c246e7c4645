"""How rule code talks: frames for what happened, decisions for what somebody must choose.

Rules are generators. They change the state and *then* yield the frame that shows it; they call
another rule with `state = yield from rule(state, …)`; they put a question with
`answers = yield from ask(question)`. What is left at the end is the last state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.errors import AnswerError
from teachkit.words import say

T = TypeVar("T")
Pick: TypeAlias = Callable[[Sequence[Any]], Any]


class Event:
    """Something that happened. `str(event)` is the sentence that the learner reads.

    Games subclass it with frozen dataclasses, named in the past tense. One that `ends_card` is no
    card's doing: with it begins what happens between two programs, or after the last.
    """

    __slots__ = ()
    ends_card: ClassVar[bool] = False

    def facts(self) -> dict[str, Any]:
        """The event as plain data: its fields as text, numbers and lists."""
        named = ((fact.name, getattr(self, fact.name)) for fact in fields(self))  # type: ignore[arg-type]  # events are dataclasses
        return {name: _plain(value) for name, value in named}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, frozenset | set):
        return sorted(map(_plain, value))
    if isinstance(value, tuple | list) and type(value).__str__ in (tuple.__str__, list.__str__):
        return [_plain(item) for item in value]
    return str(value)


class Frame(NamedTuple):
    """An event with the state right after it."""

    event: Event
    state: Any


@dataclass(frozen=True)
class Decision:
    """A question the rules put to `player`; chance is the player `None`.

    An answer is a plain value; `problem` tells why one is not possible here.
    """

    player: str | None

    def problem(self, answer: Any) -> str | None:
        """Why this answer is not possible, in one sentence; `None` if it is."""
        raise NotImplementedError

    def compose(self, pick: Pick) -> Any:
        """Some possible answer, put together from choices that `pick` makes among options."""
        raise NotImplementedError

    def to_json(self, answer: Any) -> Any:
        """The answer as plain data, for saving."""
        return answer

    def from_json(self, data: Any) -> Any:
        """The answer that `to_json` turned into this."""
        return data


@dataclass(frozen=True)
class PickOne(Decision):
    """Choose one of the options.

    >>> PickOne("red", "Which corner?", ("a1", "f6")).problem("c3")
    'Choose one of: a1, f6.'
    """

    question: str
    options: tuple[Any, ...]

    def problem(self, answer: Any) -> str | None:
        if answer in self.options:
            return None
        return say("Choose one of: {options}.", options=", ".join(map(str, self.options)))

    def compose(self, pick: Pick) -> Any:
        return pick(self.options)

    def to_json(self, answer: Any) -> Any:
        return self.options.index(answer)

    def from_json(self, data: Any) -> Any:
        return _option(self.options, data)


@dataclass(frozen=True)
class PickSome(Decision):
    """Choose between `least` and `most` of the options; equal options may be chosen each once."""

    question: str
    options: tuple[Any, ...]
    least: int = 0
    most: int | None = None

    @property
    def at_most(self) -> int:
        """How many may be chosen: never more than there are."""
        return len(self.options) if self.most is None else min(self.most, len(self.options))

    def problem(self, answer: Any) -> str | None:
        left = list(self.options)
        for item in answer:
            if item not in left:
                return say("Choose from: {options}.", options=", ".join(map(str, self.options)))
            left.remove(item)
        if not self.least <= len(answer) <= self.at_most:
            return say("Choose {least} to {most} of them.", least=self.least, most=self.at_most)
        return None

    def compose(self, pick: Pick) -> Any:
        left, chosen = list(self.options), []
        for _ in range(pick(range(self.least, self.at_most + 1))):
            chosen.append(pick(left))
            left.remove(chosen[-1])
        return tuple(chosen)

    def to_json(self, answer: Any) -> Any:
        left = list(enumerate(self.options))
        places = []
        for item in answer:
            place = next(entry for entry in left if entry[1] == item)
            left.remove(place)
            places.append(place[0])
        return places

    def from_json(self, data: Any) -> Any:
        return tuple(_option(self.options, place) for place in data)


def _option(options: tuple[Any, ...], place: Any) -> Any:
    if not isinstance(place, int) or not 0 <= place < len(options):
        raise AnswerError(say("This saved answer does not fit: {answer}.", answer=place))
    return options[place]


@dataclass(frozen=True)
class WriteProgram(Decision):
    """Lay a program from the cards in `hand`; `problems` is what the rules say of one."""

    question: str
    hand: tuple[Instruction, ...]
    problems: Callable[[Program], Sequence[object]]
    least: int = 1
    most: int = 3

    def problem(self, answer: Any) -> str | None:
        found = self.problems(answer)
        return str(found[0]) if found else None

    def compose(self, pick: Pick) -> Any:
        left, cards = list(self.hand), []
        for _ in range(pick(range(self.least, min(self.most, len(left)) + 1))):
            cards.append(pick(left))
            left.remove(cards[-1])
        return Program(tuple(cards))

    def to_json(self, answer: Any) -> Any:
        return str(answer)

    def from_json(self, data: Any) -> Any:
        return Program.read(data)


@dataclass(frozen=True)
class Shuffle(Decision):
    """Chance puts these items into an order; the answer is the new order of their places."""

    player: str | None = field(default=None, kw_only=True)
    items: tuple[Any, ...]

    def problem(self, answer: Any) -> str | None:
        if sorted(answer) == list(range(len(self.items))):
            return None
        return say("A shuffle of {count} things names each place once.", count=len(self.items))

    def compose(self, pick: Pick) -> Any:
        left, order = list(range(len(self.items))), []
        while left:
            order.append(pick(left))
            left.remove(order[-1])
        return tuple(order)

    def from_json(self, data: Any) -> Any:
        return tuple(data)


class Answer(NamedTuple):
    """What a player answered."""

    player: str | None
    choice: Any


Flow: TypeAlias = Generator[Frame | tuple[Decision, ...], list[Answer], T]
Answerer: TypeAlias = Callable[[tuple[Decision, ...], Any], list[Answer]]


def ask(*decisions: Decision) -> Flow[list[Answer]]:
    """Put these questions at once; the answers come back in order of arrival."""
    answers = yield decisions
    return answers


def ask_one(decision: Decision) -> Flow[Any]:
    """Put one question; what comes back is the choice itself."""
    (answer,) = yield (decision,)
    return answer.choice


def shuffled(items: Iterable[T]) -> Flow[tuple[T, ...]]:
    """The items in the order that chance gives them."""
    items = tuple(items)
    order = yield from ask_one(Shuffle(items=items))
    return tuple(items[place] for place in order)


def checked(decisions: tuple[Decision, ...], answers: list[Answer]) -> list[Answer]:
    """The answers, if each is possible; raises `AnswerError` with the reason otherwise."""
    asked = {decision.player: decision for decision in decisions}
    for player, choice in answers:
        if says := asked[player].problem(choice):
            raise AnswerError(says)
    return answers


def nobody_answers(decisions: tuple[Decision, ...], state: Any) -> list[Answer]:
    """The answerer for programs that must not ask: grading never guesses."""
    question = getattr(decisions[0], "question", "")
    raise AnswerError(say("This start needs an answer to: {question}", question=question or "?"))
