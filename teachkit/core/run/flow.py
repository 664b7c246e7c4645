"""Events, and flows: rules as generators that yield them and decisions, and receive answers.

A rule changes the state, and *then* yields the frame that shows the change. It calls another rule
with `state = yield from rule(state, …)`, asks with `answers = yield from ask(question)`, and
returns the last state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, get_type_hints

from msgspec import Struct

from teachkit.core.run.decisions import Answer, Decision, PickOne, Shuffle, checked, nobody_answers
from teachkit.words import say_many, translate


class Event(Struct, frozen=True, gc=False):
    """Base class for things that happen in a run; `str(event)` is the sentence for the learner.

    Games define subclasses with `frozen=True` and a name in the past tense. For most events, the
    template `reads` is enough; the type of a field decides how the field is worded.

    >>> class Moved(Event, frozen=True):
    ...     reads = "{rover} drives to {square}."
    ...     rover: str  # or `RoverName = Annotated[str, called]`, to be worded by `called`
    ...     square: str
    >>> print(Moved("the red rover", "b1"))
    The red rover drives to b1.

    If there is a template `reads_without`, it is used when a field that only `reads` mentions is
    empty.

    >>> class Fell(Event, frozen=True):
    ...     reads = "{bot} falls, and {player} keeps it."
    ...     reads_without = "{bot} falls."
    ...     bot: str
    ...     player: str = ""
    >>> print(Fell("Servobot 1", "Red"), Fell("Servobot 1"))
    Servobot 1 falls, and Red keeps it. Servobot 1 falls.

    `reads_many` is the template for the plural. The field named by `counted`, a number or something
    with a length, decides which template is used; the number or the length replaces `{number}`. By
    default, it is the field `count`.

    `ends_card` is true for an event that no card caused. Such events occur between two programs, or
    after the last one. If they form several parts of a round, the first event of each part has the
    name of that part in `part`. `fills_in` is true if chance completes the answer of a player who
    ran out of time.
    """

    ends_card: ClassVar[bool] = False
    fills_in: ClassVar[bool] = False
    reads: ClassVar[str] = ""
    reads_without: ClassVar[str] = ""
    reads_many: ClassVar[str] = ""
    counted: ClassVar[str] = "count"

    def __str__(self) -> str:
        if self.reads_without:
            extra = {*_holes(self.reads)} - {*_holes(self.reads_without)}
            if not all(getattr(self, name) for name in extra):
                return self.worded(self.reads_without)
        if not self.reads_many:
            return self.worded(self.reads)
        counted = getattr(self, self.counted)
        number = counted if isinstance(counted, int) else len(counted)
        return self.worded_many(self.reads, self.reads_many, number)

    def worded(self, template: str, **facts: object) -> str:
        """Return `template` as a sentence, filled in with the event's fields and with `facts`."""
        return capitalized(translate(template).format(**self._words(template), **facts))

    def worded_many(self, one: str, many: str, number: int, **facts: object) -> str:
        """Return the template `one` or `many`, whichever suits `number`, filled in as by `worded`.

        `{number}` in the template is replaced with `number`.
        """
        words = {**self._words(one), **self._words(many), **facts}
        words.pop("number", None)
        return capitalized(say_many(one, many, number, **words))

    def _words(self, template: str) -> dict[str, object]:
        """Map each field name that `template` uses to the field's value, worded for its type."""
        words = _wordings(type(self))
        return {
            name: words[name](getattr(self, name)) for name in _holes(template) if name in words
        }

    @property
    def part(self) -> str:
        """The name of the part of the round that begins with this event, or "" if none does."""
        return ""

    def among_others(self) -> str:
        """Return the sentence for a run of several pieces, where it may have to name the actor."""
        return str(self)

    def facts(self) -> dict[str, Any]:
        """Return the event's fields as plain data: strings, numbers and lists."""
        return {name: _plain(getattr(self, name)) for name in self.__struct_fields__}


class Between(Event, frozen=True):
    """Base class for events that no card caused, between two programs or after the last one."""

    ends_card = True


class Ended(Between, frozen=True):
    """The game ended; `reason` is a sentence that explains why."""

    reason: str

    def __str__(self) -> str:
        return self.reason


def capitalized(text: str) -> str:
    """Return `text` with its first letter capitalized.

    >>> capitalized("the red rover drives to b1.")
    'The red rover drives to b1.'
    """
    return text[:1].upper() + text[1:]


@cache
def _wordings(kind: type[Event]) -> dict[str, Callable[[Any], object]]:
    """Return the functions that word the fields of the event class `kind`, keyed by field name."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: next(filter(callable, getattr(hints[name], "__metadata__", ())), lambda value: value)
        for name in kind.__struct_fields__
    }


@cache
def _holes(template: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name)


def _plain(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, frozenset | set):
        return sorted(map(_plain, value))
    if isinstance(value, tuple | list) and type(value).__str__ in (tuple.__str__, list.__str__):
        return [_plain(item) for item in value]
    return str(value)


def called(actor: str) -> str:
    """Return the translated name of `actor`, capitalized to begin a sentence, such as `Red`."""
    return capitalized(translate(actor))


# -- flows ----------------------------------------------------------------------------------------

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    """The class of a game's states, or `Any` where the game is not known, as in plain `Game`."""
else:
    from typing import TypeVar

    State = TypeVar("State")

T = TypeVar("T")


class Frame(Struct, frozen=True, gc=False):
    """An event, and the state right after the event."""

    event: Event
    state: Any

    def __iter__(self) -> Iterator[Any]:
        yield self.event
        yield self.state


Flow: TypeAlias = Generator[Frame | tuple[Decision, ...], list[Answer], T]
Answerer: TypeAlias = Callable[[tuple[Decision, ...], Any], list[Answer]]


def ask(*decisions: Decision) -> Flow[list[Answer]]:
    """Ask for all `decisions` at once, and return the answers in order of arrival."""
    answers = yield decisions
    return answers


def ask_one(decision: Decision) -> Flow[Any]:
    """Ask for a single decision, and return the `choice` in the answer."""
    (answer,) = yield (decision,)
    return answer.choice


def pick_one(player: str | None, question: str, options: Sequence[T], **shown: Any) -> Flow[T]:
    """Ask `player`, or chance if that is `None`, to choose one of `options`, and return it.

    `shown` are the decision's `places`, what it is `about`, and whether it `needs_clock`.
    """
    choice: T = yield from ask_one(PickOne(player, question, tuple(options), **shown))
    return choice


def chosen(player: str, question: str, options: Sequence[T], **shown: Any) -> Flow[T]:
    """Return the only one of `options`, or ask `player` to choose one if there are several."""
    several = len(options) > 1
    return (yield from pick_one(player, question, options, **shown)) if several else options[0]


def agreed(player: str, question: str, about: object = None) -> Flow[bool]:
    """Ask `player` a yes-or-no question, and return whether the answer is yes."""
    return (yield from pick_one(player, question, ("no", "yes"), about=about)) == "yes"


def shuffled(items: Iterable[T]) -> Flow[tuple[T, ...]]:
    """Ask chance to shuffle `items`, and return them in the new order."""
    items = tuple(items)
    order = yield from ask_one(Shuffle(items=items))
    return tuple(items[place] for place in order)


def keep(
    frames: list[Frame], flow: Flow[object], start: object, answer: Answerer = nobody_answers
) -> Any:
    """Run `flow`, answering its decisions with `answer`, and return the last state.

    The frames are appended to `frames` as they happen. `start` is the state before the first one.
    """
    for sent in flow:
        frame = sent
        try:
            while not isinstance(frame, Frame):
                state = frames[-1].state if frames else start
                frame = flow.send(checked(frame, answer(frame, state)))
        except StopIteration:
            break
        frames.append(frame)
    return frames[-1].state if frames else start


def frames_of(flow: Flow[object], start: object, answer: Answerer = nobody_answers) -> list[Frame]:
    """Run `flow` as `keep` does, and return its frames."""
    frames: list[Frame] = []
    keep(frames, flow, start, answer)
    return frames


def last_of(flow: Flow[T], state: T) -> T:
    """Run `flow`, and return the state of its last frame, or `state` if it has no frames.

    Raise `AnswerError` if the flow asks for a decision.
    """
    last: T = keep([], flow, state)
    return last


def first(decision: Decision) -> Any:
    """Return the valid answer to `decision` that takes the first option of each choice.

    >>> from teachkit.core.run.decisions import PickOne
    >>> first(PickOne("red", "Which corner do you choose?", ("a1", "f6")))
    'a1'
    """
    return decision.compose(lambda options: options[0])


def followed(
    flow: Flow[object],
    state: object,
    answer: Callable[[Any, Decision], Any] = lambda state, decision: first(decision),
) -> Any:
    """Run `flow` from `state`, answering its decisions with `answer`, and return its result.

    `answer` is called with the current state and the decision. By default, it takes the first
    option of each choice.
    """
    send: Callable[[Any], Any] = flow.send
    answers = None
    try:
        while True:
            sent = send(answers)
            answers = None
            if isinstance(sent, Frame):
                state = sent.state
            else:
                answers = [Answer(asked.player, answer(state, asked)) for asked in sent]
    except StopIteration as end:
        return end.value


def asks(flow: Flow[object], decision: Decision) -> bool:
    """Return whether `flow` begins by asking for `decision`, perhaps together with others."""
    sent = next(flow, ())
    return not isinstance(sent, Frame) and decision in sent


def answered(flow: Flow[T], decision: Decision, choice: object) -> Flow[T]:
    """Run `flow`, which begins by asking for `decision`, and answer that decision with `choice`.

    Decisions that other players face at the same time are passed on to the caller. Return the
    result of `flow`.
    """
    sent = next(flow)
    assert not isinstance(sent, Frame)
    others = tuple(asked for asked in sent if asked.player != decision.player)
    given = [Answer(decision.player, choice)]
    answers: list[Answer] | None = [*given, *(yield others)] if others else given
    try:
        while answers is not None:
            answers = yield flow.send(answers)
    except StopIteration as end:
        result: T = end.value
        return result
    return (yield from flow)


def passed_on(flow: Flow[T], seen: Callable[[Frame], object]) -> Flow[T]:
    """Run `flow` inside another flow, call `seen` with its frames, and return its result."""
    send: Callable[[Any], Any] = flow.send
    answers = None
    try:
        while True:
            sent = send(answers)
            if isinstance(sent, Frame):
                seen(sent)
            answers = yield sent
    except StopIteration as end:
        result: T = end.value
        return result


# -- decks -----------------------------------------------------------------------------------------


class Deck(Struct, Generic[T], frozen=True):
    """A draw pile and a discard pile; the first card of `draw_pile` is drawn next.

    >>> Deck(draw_pile=("forward", "left")).size
    2
    """

    draw_pile: tuple[T, ...] = ()
    discard_pile: tuple[T, ...] = ()

    @property
    def size(self) -> int:
        return len(self.draw_pile) + len(self.discard_pile)

    def with_draw_pile(self, cards: Iterable[T]) -> Deck[T]:
        """Return a copy of the deck with `cards` as its draw pile."""
        return Deck(tuple(cards), self.discard_pile)

    def face_down(self, card: T) -> Deck[T]:
        """Return a copy of the deck in which `card` stands for each card of the draw pile."""
        return self.with_draw_pile((card,) * len(self.draw_pile))

    def with_discarded(self, cards: Iterable[T]) -> Deck[T]:
        """Return a copy of the deck with `cards` added to its discard pile."""
        return Deck(self.draw_pile, (*self.discard_pile, *cards))


def draw(deck: Deck[T], count: int) -> Flow[tuple[tuple[T, ...], Deck[T]]]:
    """Draw `count` cards from `deck`, and return the cards and the remaining deck.

    If the draw pile runs out, the discard pile is shuffled and becomes the draw pile. Fewer cards
    are drawn only if both piles run out.
    """
    cards = deck.draw_pile[:count]
    deck = deck.with_draw_pile(deck.draw_pile[count:])
    if len(cards) < count and deck.discard_pile:
        reshuffled = yield from shuffled(deck.discard_pile)
        more, deck = yield from draw(Deck(reshuffled), count - len(cards))
        cards += more
    return cards, deck
