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


def pick_one(player: str | None, question: str, options: Sequence[T]) -> Flow[T]:
    """Ask `player`, or chance if that is `None`, to choose one of `options`, and return it."""
    choice: T = yield from ask_one(PickOne(player, question, tuple(options)))
    return choice


def chosen(player: str, question: str, options: Sequence[T]) -> Flow[T]:
    """Return the only one of `options`, or ask `player` to choose one if there are several."""
    return options[0] if len(options) == 1 else (yield from pick_one(player, question, options))


def agreed(player: str, question: str) -> Flow[bool]:
    """Ask `player` a yes-or-no question, and return whether the answer is yes."""
    return (yield from pick_one(player, question, ("no", "yes"))) == "yes"


def shuffled(items: Iterable[T]) -> Flow[tuple[T, ...]]:
    """Ask chance to shuffle `items`, and return them in the new order."""
    items = tuple(items)
    order = yield from ask_one(Shuffle(items=items))
    return tuple(items[place] for place in order)


def frames_of(
    flow: Flow[object],
    start: object,
    answer: Answerer = nobody_answers,
    answers: list[Answer] | None = None,
) -> Iterator[Frame]:
    """Run `flow`, answering its decisions with `answer`, and yield its frames as they happen.

    `start` is the state before the first frame. If the flow has already begun and is waiting for
    answers, pass them as `answers`.
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
    """Run `flow`, append its frames to `frames`, and return the last state.

    For short flows, this is faster than `frames_of`.
    """
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
    """Run `flow`, and return the state of its last frame, or `state` if it has no frames.

    Raise `AnswerError` if the flow asks for a decision.
    """
    for sent in flow:
        if not isinstance(sent, Frame):
            nobody_answers(sent, state)
            break
        state = sent.state
    return state


def proceed(flow: Flow[object], answers: list[Answer] | None) -> Frame | tuple[Decision, ...]:
    """Resume `flow` with `answers`, and return the next item that it yields.

    `answers` are the answers to the decisions that the flow yielded last, or `None` if it yielded a
    frame or has not begun. Raise `StopIteration` if the flow has ended.
    """
    return next(flow) if answers is None else flow.send(answers)


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
    answers: list[Answer] | None = [Answer(decision.player, choice)]
    if others:
        answers = [Answer(decision.player, choice), *(yield others)]
    return (yield from passed_on(flow, answers))


def passed_on(
    flow: Flow[T],
    answers: list[Answer] | None = None,
    seen: Callable[[Frame], object] = lambda frame: None,
) -> Flow[T]:
    """Run `flow` inside another flow, call `seen` with each of its frames, and return its result.

    If `flow` has already begun and is waiting for answers, pass them as `answers`.
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
