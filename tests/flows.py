"""Flows whose frames a test reads while they run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from teachkit.core.run.decisions import Answer, Decision, checked
from teachkit.core.run.flow import Answerer, Flow, Frame


def proceed(flow: Flow[object], answers: list[Answer] | None) -> Frame | tuple[Decision, ...]:
    """Resume a flow with the answers to what it asked last, if anything, up to its next item."""
    return next(flow) if answers is None else flow.send(answers)


def frames_while_running(flow: Flow[Any], start: object, answer: Answerer) -> Iterator[Frame]:
    """Yield the frames of a flow, which runs on only while somebody asks for more of them."""
    state, answers = start, None
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
