"""Flows: rules as generators that yield frames and decisions, and receive answers.

A rule changes the state, and *then* yields the frame that shows the change. It calls another rule
with `state = yield from rule(state, …)`, asks with `answers = yield from ask(question)`, and
returns the last state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from teachkit.core.run.decisions import Answer, Decision, PickOne, Shuffle, checked, nobody_answers
from teachkit.core.run.events import Event

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    """The class of a game's states, or `Any` where the game is not known, as in plain `Game`."""
else:
    from typing import TypeVar

    State = TypeVar("State")

T = TypeVar("T")


class Frame(Struct, frozen=True):
    """An event with the state right after it."""

    event: Event
    state: Any

    def __iter__(self) -> Iterator[Any]:
        yield self.event
        yield self.state


Flow: TypeAlias = Generator[Frame | tuple[Decision, ...], list[Answer], T]
Answerer: TypeAlias = Callable[[tuple[Decision, ...], Any], list[Answer]]


def ask(*decisions: Decision) -> Flow[list[Answer]]:
    """Ask several questions at once, and return the answers in order of arrival."""
    answers = yield decisions
    return answers


def ask_one(decision: Decision) -> Flow[Any]:
    """Ask one question, and return only the `choice` of the answer."""
    (answer,) = yield (decision,)
    return answer.choice


def chosen(player: str, question: str, options: Sequence[T]) -> Flow[T]:
    """Return the option that a player chooses; a single option is chosen without asking."""
    if len(options) == 1:
        return options[0]
    choice: T = yield from ask_one(PickOne(player, question, tuple(options)))
    return choice


def agreed(player: str, question: str) -> Flow[bool]:
    """Ask a player a question, and return whether the answer is `yes` rather than `no`."""
    choice = yield from ask_one(PickOne(player, question, ("no", "yes")))
    return bool(choice == "yes")


def shuffled(items: Iterable[T]) -> Flow[tuple[T, ...]]:
    """Return the items in a random order, decided by chance."""
    items = tuple(items)
    order = yield from ask_one(Shuffle(items=items))
    return tuple(items[place] for place in order)


def frames_of(
    flow: Flow[object],
    start: object,
    answer: Answerer = nobody_answers,
    answers: list[Answer] | None = None,
) -> Iterator[Frame]:
    """Yield the frames of a flow as they happen, with its decisions answered by `answer`.

    If the flow is already suspended at some decisions, `answers` are the answers to them.
    """
    state = start
    try:
        while True:
            sent = proceed(flow, answers)
            answers = None
            if isinstance(sent, Frame):
                state = sent.state
                yield sent
            else:
                answers = checked(sent, answer(sent, state))
    except StopIteration:
        return


def keep(frames: list[Frame], flow: Flow[object], start: object, answer: Answerer) -> Any:
    """Append the frames of a flow to `frames`, and return the last state; fast for short flows."""
    state = start
    for sent in flow:
        if not isinstance(sent, Frame):
            answers = checked(sent, answer(sent, state))
            frames += frames_of(flow, state, answer, answers)
            return frames[-1].state if frames else start
        frames.append(sent)
        state = sent.state
    return state


def last_of(flow: Flow[T], state: T) -> T:
    """Return the last state of a flow, or `state` if it has no frames.

    Raise `AnswerError` if the flow asks for a decision.
    """
    for sent in flow:
        if not isinstance(sent, Frame):
            nobody_answers(sent, state)
            break
        state = sent.state
    return state


def proceed(flow: Flow[object], answers: list[Answer] | None) -> Frame | tuple[Decision, ...]:
    """Return the next item of a flow; `answers` answer the decisions that it asked for last.

    `answers` is `None` if the last item was a frame, or if the flow has not begun. Raise
    `StopIteration` if the flow has ended.
    """
    return next(flow) if answers is None else flow.send(answers)


def first(decision: Decision) -> Any:
    """Return the first valid answer to a decision.

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
    """Return the result of a flow from this state, with all its decisions answered by `answer`.

    `answer` is called with the state at that moment and the decision. By default, it returns the
    first valid answer.
    """
    answers = None
    try:
        while True:
            sent = proceed(flow, answers)
            answers = None
            if isinstance(sent, Frame):
                state = sent.state
            else:
                answers = [Answer(asked.player, answer(state, asked)) for asked in sent]
    except StopIteration as end:
        return end.value


def asks(flow: Flow[object], decision: Decision) -> bool:
    """Return whether a flow begins with this decision, perhaps together with others."""
    sent = next(flow, ())
    return not isinstance(sent, Frame) and decision in sent


def answered(flow: Flow[T], decision: Decision, choice: object) -> Flow[T]:
    """Run a flow that begins with this decision, and answer the decision with `choice`.

    Decisions of other players that are asked at the same time are passed on.
    """
    sent = next(flow)
    assert not isinstance(sent, Frame)
    others = tuple(asked for asked in sent if asked.player != decision.player)
    answers: list[Answer] | None = [Answer(decision.player, choice)]
    if others:
        answers = [Answer(decision.player, choice), *(yield others)]
    return (yield from passed_on(flow, answers))


def passed_on(
    flow: Flow[T],
    answers: list[Answer] | None = None,
    seen: Callable[[Frame], object] = lambda frame: None,
) -> Flow[T]:
    """Run a flow inside another one, and call `seen` with each of its frames.

    `answers` are for the decisions at which the flow is suspended, or `None` if it has not begun.
    """
    while True:
        try:
            sent = proceed(flow, answers)
        except StopIteration as end:
            result: T = end.value
            return result
        if isinstance(sent, Frame):
            seen(sent)
        answers = yield sent
