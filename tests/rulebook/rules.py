"""Helpers for rulebook tests: `@rule("AR-10")`, and a table to play at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from teachkit.core.language.instructions import Instruction
from teachkit.core.run.decisions import Answer, Decision, Shuffle, checked
from teachkit.core.run.flow import Flow, Frame
from teachkit.errors import TeachkitError
from teachkit.games.algoracing import Setup
from teachkit.games.algoracing.state import State

from ..cases import cases, raised
from ..flows import proceed

Test = TypeVar("Test", bound=Callable[..., None])


def rule(*ids: str, editions: Sequence[str] = ()) -> Callable[[Test], Test]:
    """Mark a test with rule ids; with `editions` it runs once for each `edition`."""
    mark = pytest.mark.rule(*ids)
    return (lambda test: mark(cases("edition", *editions)(test))) if editions else mark


def cards(text: str) -> tuple[Instruction, ...]:
    """Return the cards named in a text, separated by spaces: `forward left 2x`."""
    return tuple(map(Instruction, text.split()))


def at_table(
    state: State, hands: Mapping[str, str], algorithm: str = "", pile: str = "", discards: str = ""
) -> State:
    """Return the state as a moment of a match; the first of `hands` has the turn."""
    position = replace(
        Setup.of(state),
        players=tuple(hands),
        hands={name: hand.split() for name, hand in hands.items()},
        algorithm=algorithm,
        draw_pile=pile.split(),
        discard_pile=discards.split(),
        current=next(iter(hands)),
    )
    return position.state()


def refused(kind: type[TeachkitError], call: Callable[..., Any], *given: Any, **facts: Any) -> str:
    """Return the message of the error of this kind that the call raises."""
    return raised(kind, call, *given, **facts).says


class Told(list[str]):
    """The sentences of a completed flow, and its final state."""

    state: Any


def played(flow: Flow[Any], *choices: Any) -> Told:
    """Play a flow to its end: players make these choices, and a shuffle reverses the order."""
    told, left, answers = Told(), list(choices), None
    try:
        while True:
            sent = proceed(flow, answers)
            answers = None
            if isinstance(sent, Frame):
                told.append(str(sent.event))
            else:
                answers = checked(sent, [_answer(asked, left) for asked in sent])
    except StopIteration as end:
        assert left == [], "nobody asked for these choices"
        told.state = end.value
        return told


def _answer(asked: Decision, left: list[Any]) -> Answer:
    if isinstance(asked, Shuffle):
        return Answer(None, tuple(reversed(range(len(asked.items)))))
    return Answer(asked.player, left.pop(0))
