"""How rule code talks: frames for what happened, decisions for what somebody must choose.

Rules are generators. They change the state and *then* yield the frame that shows it; they call
another rule with `state = yield from rule(state, …)`; they put a question with
`answers = yield from ask(question)`. What is left at the end is the last state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar, get_type_hints

from msgspec import Struct

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program, check_nodes
from teachkit.core.run.saved import no_list, no_saved, saved_list
from teachkit.errors import AnswerError, ProgramError, UnansweredError
from teachkit.words import say, say_many, shown, translate

T = TypeVar("T")
Pick: TypeAlias = Callable[[Sequence[Any]], Any]


class Event(Struct, frozen=True):
    """Something that happened. `str(event)` is the sentence that the learner reads.

    Games subclass it with `frozen=True` and a name in the past tense. Mostly a template is all
    there is to say; the type of a field tells how the field is worded.

    >>> class Moved(Event, frozen=True):
    ...     reads = "{rover} drives to {square}."
    ...     rover: str  # or `RoverName = Annotated[str, called]`, to be worded by `called`
    ...     square: str
    >>> print(Moved("the red rover", "b1"))
    The red rover drives to b1.

    One that `ends_card` is no card's doing: with it begins what happens between two programs, or
    after the last. Where that has several parts, each begins with an event that names another
    `part`.
    """

    ends_card: ClassVar[bool] = False
    reads: ClassVar[str] = ""

    def __str__(self) -> str:
        return self.worded(self.reads)

    def worded(self, template: str, **facts: object) -> str:
        """Return this sentence with the event's fields and these facts filled in."""
        return capitalized(translate(template).format(**self._words(template), **facts))

    def worded_many(self, one: str, many: str, number: int, **facts: object) -> str:
        """Return the sentence that fits a number, which fills `{number}`."""
        words = {**self._words(one), **self._words(many), **facts}
        words.pop("number", None)
        return capitalized(say_many(one, many, number, **words))

    def _words(self, template: str) -> dict[str, object]:
        """Return the fields that a template uses, worded as their types tell."""
        words = _wordings(type(self))
        return {
            name: words[name](getattr(self, name)) for name in _holes(template) if name in words
        }

    @property
    def part(self) -> str:
        """The part of what no card does that it begins; empty: it belongs to the one before."""
        return ""

    def among_others(self) -> str:
        """Return the sentence where several pieces run programs: it says who."""
        return str(self)

    def facts(self) -> dict[str, Any]:
        """Return the event as plain data: its fields as text, numbers and lists."""
        return {name: _plain(getattr(self, name)) for name in self.__struct_fields__}


def capitalized(text: str) -> str:
    """Return a sentence with a capital letter at its beginning; all else stays.

    >>> capitalized("the red rover drives to b1.")
    'The red rover drives to b1.'
    """
    return text[:1].upper() + text[1:]


@cache
def _wordings(kind: type[Event]) -> dict[str, Callable[[Any], object]]:
    """Return how sentences word each field of an event."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: next(filter(callable, getattr(hints[name], "__metadata__", ())), _as_it_is)
        for name in kind.__struct_fields__
    }


def _as_it_is(value: Any) -> object:
    return value


@cache
def _holes(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, frozenset | set):
        return sorted(map(_plain, value))
    if isinstance(value, tuple | list) and type(value).__str__ in (tuple.__str__, list.__str__):
        return [_plain(item) for item in value]
    return str(value)


class Frame(Struct, frozen=True):
    """An event with the state right after it."""

    event: Event
    state: Any

    def __iter__(self) -> Iterator[Any]:
        yield self.event
        yield self.state


@dataclass(frozen=True)
class Decision:
    """A question the rules put to `player`; chance is the player `None`.

    An answer is a plain value; `problem` tells why one is not possible here. Whoever answers may
    give anything at all, so a kind of decision says first what its answers look like. What people
    think about for long `takes_time`; where they play against the clock, it runs for these.
    """

    takes_time: ClassVar[bool] = False
    player: str | None

    def problem(self, answer: Any) -> str | None:
        """Why this answer is not possible, in one sentence; `None` if it is."""
        raise NotImplementedError

    def compose(self, pick: Pick) -> Any:
        """Some possible answer, put together from choices that `pick` makes among options."""
        raise NotImplementedError

    def unfinished(self, laid: Any) -> Any:
        """The answer of somebody whose time is up, while this lies there; `None`: there is none.

        Then the question waits, however late it is.
        """
        return self.first_possible(laid)

    def first_possible(self, *answers: Any) -> Any:
        """The first of these that is an answer; `None` if none is."""
        return next((each for each in answers if self.problem(each) is None), None)

    def to_json(self, answer: Any) -> Any:
        """The answer as plain data, for saving. Raises `AnswerError` if it is not possible."""
        if says := self.problem(answer):
            raise AnswerError(says)
        return self.saved(answer)

    def saved(self, answer: Any) -> Any:
        """A possible answer as plain data."""
        return answer

    def from_json(self, data: Any) -> Any:
        """The answer that `to_json` turned into this. Raises `TeachkitError` if it never did."""
        return data


MOST_TOLD = 20


def _told(options: Sequence[Any]) -> str:
    """The options as a sentence lists them; of very many only the first.

    >>> _told(range(99))[-13:]
    '17, 18, 19, …'
    """
    more = ["…"] if len(options) > MOST_TOLD else []
    return ", ".join([*map(str, options[:MOST_TOLD]), *more])


@dataclass(frozen=True)
class PickOne(Decision):
    """Choose one of the options.

    >>> PickOne("red", "Which corner?", ("a1", "f6")).problem("c3")
    'Choose one of: a1, f6.'
    """

    question: str
    options: tuple[Any, ...]

    def problem(self, answer: Any) -> str | None:
        if _place(answer, self.options) is not None:
            return None
        return say("Choose one of: {options}.", options=_told(self.options))

    def compose(self, pick: Pick) -> Any:
        return pick(self.options)

    def saved(self, answer: Any) -> Any:
        return _place(answer, self.options)

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
        if says := no_list(answer):
            return says
        if None in self._places(answer):
            return say("Choose from: {options}.", options=_told(self.options))
        if not self.least <= len(answer) <= self.at_most:
            return say("Choose {least} to {most} of them.", least=self.least, most=self.at_most)
        return None

    def compose(self, pick: Pick) -> Any:
        left, chosen = list(self.options), []
        for _ in range(pick(range(self.least, self.at_most + 1))):
            chosen.append(pick(left))
            left.remove(chosen[-1])
        return tuple(chosen)

    def saved(self, answer: Any) -> Any:
        return self._places(answer)

    def _places(self, answer: Sequence[Any]) -> list[int | None]:
        """Where each chosen option stands; what is chosen is not there a second time."""
        left, places = list(self.options), list[int | None]()
        for item in answer:
            places.append(_place(item, left))
            if places[-1] is not None:
                left[places[-1]] = _TAKEN
        return places

    def from_json(self, data: Any) -> Any:
        return tuple(_option(self.options, place) for place in saved_list(data))


_TAKEN = object()


def _place(answer: Any, options: Sequence[Any]) -> int | None:
    """Where this answer stands among the options; `None`: it is none of them."""
    try:
        return options.index(answer)
    except Exception:  # an answer may be anything, even what cannot be compared
        return None


def _option(options: tuple[Any, ...], place: Any) -> Any:
    if type(place) is not int or not 0 <= place < len(options):
        raise no_saved(place)
    return options[place]


@dataclass(frozen=True)
class WriteProgram(Decision):
    """Lay a program from the cards in `hand`; what the rules say of one is no part of it."""

    takes_time: ClassVar[bool] = True
    question: str
    hand: tuple[Instruction, ...]
    problems: Callable[[Program], Sequence[object]] = field(compare=False)
    least: int = 1
    most: int = 3

    def problem(self, answer: Any) -> str | None:
        if not isinstance(answer, Program):
            return say("Answer with a Program, not with {answer}.", answer=shown(answer))
        try:
            check_nodes(answer.body)
        except ProgramError as error:
            return error.says
        found = self.problems(answer)
        return str(found[0]) if found else None

    def compose(self, pick: Pick) -> Any:
        left, cards = list(self.hand), []
        for _ in range(pick(range(self.least, min(self.most, len(left)) + 1))):
            cards.append(pick(left))
            left.remove(cards[-1])
        return Program(tuple(cards))

    def unfinished(self, laid: Any) -> Any:
        """What lies there, if it may; else no card, where that is a program, too."""
        return self.first_possible(laid, Program())

    def saved(self, answer: Any) -> Any:
        return str(answer)

    def from_json(self, data: Any) -> Any:
        return Program.read(data)


@dataclass(frozen=True)
class Shuffle(Decision):
    """Chance puts these items into an order; the answer is the new order of their places."""

    player: str | None = field(default=None, kw_only=True)
    items: tuple[Any, ...]

    def problem(self, answer: Any) -> str | None:
        if says := no_list(answer):
            return says
        if all(type(place) is int for place in answer) and sorted(answer) == [*self._places]:
            return None
        return say("A shuffle of {count} things names each place once.", count=len(self.items))

    def compose(self, pick: Pick) -> Any:
        left, order = list(self._places), []
        while left:
            order.append(pick(left))
            left.remove(order[-1])
        return tuple(order)

    def saved(self, answer: Any) -> Any:
        return list(answer)

    def from_json(self, data: Any) -> Any:
        return saved_list(data)

    @property
    def _places(self) -> range:
        return range(len(self.items))


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
        decision = asked.pop(player, None)
        if decision is None:
            raise AnswerError(say("Nothing is asked of {player} now.", player=player))
        if says := decision.problem(choice):
            raise AnswerError(says)
    for decision in asked.values():
        raise unanswered(decision)
    return answers


def unanswered(decision: Decision) -> UnansweredError:
    """What is told where nobody answers this."""
    question = getattr(decision, "question", type(decision).__name__)
    says = say("This start needs an answer to: {question}", question=question)
    return UnansweredError(says, decision)


def nobody_answers(decisions: tuple[Decision, ...], state: Any) -> list[Answer]:
    """The answerer for programs that must not ask: grading never guesses."""
    raise unanswered(decisions[0])


def last_of(flow: Flow[T], state: T) -> T:
    """The last state of a flow from this one, or this one. Raises `AnswerError` like the rest."""
    for sent in flow:
        if not isinstance(sent, Frame):
            nobody_answers(sent, state)
            break
        state = sent.state
    return state
