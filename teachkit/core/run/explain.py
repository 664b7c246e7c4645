"""Why something happened in a run, or did not: asked of the trace, and of states between.

A state may have `PARTS`, the parts of a round in their order, and `explained(part, actor,
events)`: what else there is to say of these events, and if there are none, why nothing happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from teachkit.core.run.actors import called
from teachkit.core.run.flow import Event
from teachkit.core.run.walk import Started
from teachkit.errors import AnswerError
from teachkit.words import say

if TYPE_CHECKING:
    from teachkit.core.run.trace import Played, Trace


@dataclass
class Round:
    """What happened in a round: who acted in which order, and the parts that followed."""

    heading: str
    cards: dict[str, Started] = field(default_factory=dict)
    parts: list[tuple[str, Played]] = field(default_factory=list)


def why_before(trace: Trace, actor: str, other: str) -> str:
    """Which of the two went first in each round where both acted, and by what numbers."""
    lines = []
    for each in rounds_of(trace):
        if {actor, other} <= {*each.cards}:
            first, then = (card for name, card in each.cards.items() if name in (actor, other))
            facts = {
                "round": each.heading,
                "first": called(first.actor),
                "other": called(then.actor),
            }
            lines.append(
                say("{round}: {first} has {number} and goes before {other} with {less}.",
                    number=first.note, less=then.note, **facts)
                if first.note and then.note
                else say("{round}: {first} goes before {other}.", **facts)
            )  # fmt: skip
    return "\n".join(lines) or say("{actor} and {other} never act in one round.",
                                   actor=called(actor), other=called(other))  # fmt: skip


def why_part(trace: Trace, part: str, actor: str) -> str:
    """What this part of each round did with a piece, or why it did nothing; a line for each.

    Raises `AnswerError` for a part that there is not.
    """
    rounds = rounds_of(trace)
    happened = dict.fromkeys(name for each in rounds for name, _ in each.parts if name)
    known: Sequence[str] = getattr(trace.start, "PARTS", None) or tuple(happened)
    if part not in known:
        raise AnswerError(say('No part of a round is called "{part}"; there are: {parts}.',
                              part=part, parts=", ".join(known)))  # fmt: skip
    before = {"", *known[: known.index(part) + 1]}
    lines = []
    for each in rounds:
        concerning = [frame.event for name, played in each.parts if name == part
                      for frame in played.frames if _concerns(frame.event, actor)]  # fmt: skip
        says = [str(event) if trace.alone else event.among_others() for event in concerning]
        state = [played.after for name, played in each.parts if name in before][-1]
        says += [explained(state, part, actor, concerning)]
        lines.append(f"{each.heading}: {' '.join(filter(None, says))}")
    return "\n".join(lines)


def explained(state: Any, part: str, actor: str, events: Sequence[Event]) -> str:
    """What a game says of these events of a part; where it says nothing, whether there are any."""
    if hasattr(state, "explained"):
        return str(state.explained(part, actor, events))
    return "" if events else say("Nothing of it happens to {actor}.", actor=actor)


def _concerns(event: Event, actor: str) -> bool:
    """Whether an event tells of this piece; who did it to somebody else is not meant."""
    told = [value for name, value in event.facts().items() if name != "by"]
    return any(actor in value if isinstance(value, list) else actor == value for value in told)


def rounds_of(trace: Trace) -> list[Round]:
    """The rounds of a run, as the game counts them; else a new one begins when somebody acts again.

    What comes before the first card is in none.
    """
    rounds: list[Round] = []
    now = 0
    for played in trace.stops():
        first = played.frames[0].event
        if isinstance(first, Started):
            if not rounds or first.round != now or first.actor in rounds[-1].cards:
                rounds.append(Round(first.heading if first.round else first.step.place))
            now = first.round
            rounds[-1].cards[first.actor] = first
            rounds[-1].parts.append(("", played))
        elif rounds:
            named = (frame.event.part for frame in played.frames)
            rounds[-1].parts.append((next(filter(None, named), "-"), played))
    return rounds
