"""How whoever drives a flow takes it from one thing to the next."""

from __future__ import annotations

from typing import Any

from teachkit.core.flow import Answer, Decision, Flow, Frame


def proceed(flow: Flow[Any], answers: list[Answer] | None) -> Frame | tuple[Decision, ...]:
    """What a flow comes to next: the answers to what it asked, `None` if it asked nothing.

    Raises `StopIteration` at its end.
    """
    return next(flow) if answers is None else flow.send(answers)
