"""Flows whose frames a test reads while they run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from teachkit.core.run.decisions import checked
from teachkit.core.run.flow import Answerer, Flow, Frame, proceed


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
