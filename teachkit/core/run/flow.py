"""Flows: rules as generators that yield frames and decisions, and are sent answers.

A rule changes the state and *then* yields the frame that shows it. It calls another rule with
`state = yield from rule(state, …)`, and puts a question with `answers = yield from ask(question)`.
The value that it returns is the last state.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from teachkit.core.run.decisions import Answer, Decision, PickOne, Shuffle, unanswered
from teachkit.core.run.events import Frame

T = TypeVar("T")

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


def chosen(player: str, question: str, options: Sequence[T]) -> Flow[T]:
    """Ask a player for one of these options; if there is only one, nobody is asked."""
    if len(options) == 1:
        return options[0]
    choice: T = yield from ask_one(PickOne(player, question, tuple(options)))
    return choice


def agreed(player: str, question: str) -> Flow[bool]:
    """Put a question that a player answers with `no` or `yes`."""
    choice = yield from ask_one(PickOne(player, question, ("no", "yes")))
    return bool(choice == "yes")


def shuffled(items: Iterable[T]) -> Flow[tuple[T, ...]]:
    """The items in the order that chance gives them."""
    items = tuple(items)
    order = yield from ask_one(Shuffle(items=items))
    return tuple(items[place] for place in order)


def nobody_answers(decisions: tuple[Decision, ...], state: object) -> list[Answer]:
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


def proceed(flow: Flow[object], answers: list[Answer] | None) -> Frame | tuple[Decision, ...]:
    """What a flow comes to next: the answers to what it asked, `None` if it asked nothing.

    Raises `StopIteration` at its end.
    """
    return next(flow) if answers is None else flow.send(answers)


def first(decision: Decision) -> Any:
    """The first thing that may be answered.

    >>> from teachkit.core.run.decisions import PickOne
    >>> first(PickOne("red", "Which corner?", ("a1", "f6")))
    'a1'
    """
    return decision.compose(lambda options: options[0])


def first_of_all(state: object, decision: Decision) -> Any:
    """Who answers the first thing to everything, wherever it is asked."""
    return first(decision)


def followed(
    flow: Flow[object], state: object, answer: Callable[[Any, Decision], Any] = first_of_all
) -> Any:
    """Where a flow from this state ends, when all that it asks is answered by this function.

    It is handed the state as it is then, and the decision.
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
    """Whether a flow begins with this question, maybe beside others at the same time."""
    sent = next(flow, ())
    return not isinstance(sent, Frame) and decision in sent


def answered(flow: Flow[T], decision: Decision, choice: object) -> Flow[T]:
    """A flow that begins with this question, when it is answered so; others are asked as ever."""
    sent = next(flow)
    assert not isinstance(sent, Frame)
    others = tuple(asked for asked in sent if asked.player != decision.player)
    answers: list[Answer] | None = [Answer(decision.player, choice)]
    if others:
        answers = [Answer(decision.player, choice), *(yield others)]
    while True:
        try:
            sent = proceed(flow, answers)
        except StopIteration as end:
            state: T = end.value
            return state
        answers = yield sent
