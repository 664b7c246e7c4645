"""How whoever drives a flow takes it from one thing to the next, or all the way to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from teachkit.core.run.flow import Answer, Decision, Flow, Frame

S = TypeVar("S")


def proceed(flow: Flow[Any], answers: list[Answer] | None) -> Frame | tuple[Decision, ...]:
    """What a flow comes to next: the answers to what it asked, `None` if it asked nothing.

    Raises `StopIteration` at its end.
    """
    return next(flow) if answers is None else flow.send(answers)


def first(decision: Decision) -> Any:
    """The first thing that may be answered.

    >>> from teachkit.core.run.flow import PickOne
    >>> first(PickOne("red", "Which corner?", ("a1", "f6")))
    'a1'
    """
    return decision.compose(lambda options: options[0])


def first_of_all(state: Any, decision: Decision) -> Any:
    """Who answers the first thing to everything, wherever it is asked."""
    return first(decision)


def followed(
    flow: Flow[Any], state: Any, answer: Callable[[Any, Decision], Any] = first_of_all
) -> Any:  # fmt: skip
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


def asks(flow: Flow[Any], decision: Decision) -> bool:
    """Whether a flow begins with this question, maybe beside others at the same time."""
    sent = next(flow, ())
    return not isinstance(sent, Frame) and decision in sent


def answered(flow: Flow[S], decision: Decision, choice: Any) -> Flow[S]:
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
            state: S = end.value
            return state
        answers = yield sent
