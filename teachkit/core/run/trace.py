"""Why something happened in a run, or did not: asked of the trace, and of states between.

A state may have `PARTS`, the parts of a round in their order, and `explained(part, actor,
events)`: what else there is to say of these events, and if there are none, why nothing happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple, overload

from teachkit.core.run.decisions import Answer, checked
from teachkit.core.run.events import Event, Frame, called
from teachkit.core.run.flow import Answerer, Flow, nobody_answers, proceed
from teachkit.core.run.walk import Asked, BrokenOff, Repeats, Skipped, Started, Step, Stopped
from teachkit.errors import AnswerError
from teachkit.words import say


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
            who = {"first": called(first.actor), "other": called(then.actor)}
            facts = who | {"round": each.heading, "number": first.note, "less": then.note}
            lines.append(
                say("{round}: {first} has {number} and goes before {other} with {less}.", **facts)
                if first.note and then.note
                else say("{round}: {first} goes before {other}.", **facts)
            )
    who = {"actor": called(actor), "other": called(other)}
    return "\n".join(lines) or say("{actor} and {other} never act in one round.", **who)


def why_part(trace: Trace, part: str, actor: str) -> str:
    """What this part of each round did with a piece, or why it did nothing; a line for each.

    Raises `AnswerError` for a part that there is not.
    """
    rounds = rounds_of(trace)
    happened = dict.fromkeys(name for each in rounds for name, _ in each.parts if name)
    known: Sequence[str] = getattr(trace.start, "PARTS", None) or tuple(happened)
    if part not in known:
        raise AnswerError(
            say(
                'No part of a round is called "{part}"; there are: {parts}.',
                part=part,
                parts=", ".join(known),
            )
        )
    before = {"", *known[: known.index(part) + 1]}
    lines = []
    for each in rounds:
        concerning = [
            frame.event
            for name, played in each.parts
            if name == part
            for frame in played.frames
            if _concerns(frame.event, actor)
        ]
        says = [told(event, trace.alone) for event in concerning]
        state = [played.after for name, played in each.parts if name in before][-1]
        says += [explained(state, part, actor, concerning)]
        lines.append(f"{each.heading}: {' '.join(filter(None, says))}")
    return "\n".join(lines)


def explained(state: object, part: str, actor: str, events: Sequence[Event]) -> str:
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


class Played(NamedTuple):
    """One card as it ran: its step, and the frames from its start to its end. Or one question.

    Its sentences say who, unless one piece is `alone` in running a program.
    """

    step: Step | None
    before: Any
    frames: tuple[Frame, ...]
    alone: bool = True

    @property
    def actor(self) -> str | None:
        """Whose card or question it is; `None` for what belongs to nobody's program."""
        first = self.frames[0].event if self.frames else None
        return first.actor if isinstance(first, Started | Asked) else None

    @property
    def asked(self) -> Asked | None:
        """The question that this is, and its answer; `None` for a card."""
        first = self.frames[0].event if self.frames else None
        return first if isinstance(first, Asked) else None

    @property
    def after(self) -> Any:
        return self.frames[-1].state if self.frames else self.before

    @property
    def skipped(self) -> Skipped | None:
        """Why the card did nothing, if it did nothing."""
        return next((f.event for f in self.frames if isinstance(f.event, Skipped)), None)

    @property
    def says(self) -> tuple[str, ...]:
        return tuple(told(frame.event, self.alone) for frame in self.frames)


class Difference(NamedTuple):
    """Where two traces part: the number of the frame, and the two frames (`None`: ended)."""

    number: int
    mine: Frame | None
    other: Frame | None

    def __str__(self) -> str:
        mine, other = (str(frame.event) if frame else say("it has ended") for frame in self[1:])
        return say("Frame {number}: {mine} / {other}", number=self.number, mine=mine, other=other)


def told(event: Event, alone: bool) -> str:
    """What an event says, where one piece is alone in running a program, and where not."""
    return str(event) if alone else event.among_others()


class Trace(Sequence[Frame]):
    """Everything that happened, from `start` to `final`; index and slice travel in time."""

    def __init__(
        self, start: object, frames: Sequence[Frame] = (), actor: str | None = None
    ) -> None:
        self.start = start
        self.frames = tuple(frames)
        self.actor = actor

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """Whose cards ran, in the order of their first; a part of a trace knows all of them."""
        events = (frame.event for frame in self.frames)
        started = (event.actor for event in events if isinstance(event, Started))
        return tuple(dict.fromkeys(started))

    @property
    def alone(self) -> bool:
        """Whether not more than one piece runs a program here."""
        return len(self.actors) < 2

    @property
    def final(self) -> Any:
        """The state after the last frame."""
        return self.frames[-1].state if self.frames else self.start

    def __len__(self) -> int:
        return len(self.frames)

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> Trace: ...
    def __getitem__(self, index: int | slice) -> Frame | Trace:
        if not isinstance(index, slice):
            return self.frames[index]
        first = range(len(self))[index][:1]
        before = self.frames[first[0] - 1].state if first and first[0] else self.start
        part = Trace(before, self.frames[index], self.actor)
        part.actors = self.actors
        return part

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return self.start == other.start and self.frames == other.frames

    def __hash__(self) -> int:
        return hash((self.start, self.frames))

    def __repr__(self) -> str:
        return f"<Trace of {len(self)} frames>"

    def steps(self, actor: str | None = None) -> list[Played]:
        """The trace card by card, of everybody in the order it happened, or of one actor.

        What belongs to no card has the step `None`, part by part, and is nobody's. Questions are
        left out.
        """
        cards = [frame for frame in self.frames if not isinstance(frame.event, Asked)]
        return [each for each in self._parts(cards) if actor in (None, each.actor)]

    def stops(self) -> list[Played]:
        """The same with the questions of `if` and `while`: all at which one can stop to look.

        >>> from teachkit.core.game.game import run
        >>> from teachkit.games import algoracing
        >>> start = algoracing.Setup(edition="sensors", floor=".", rovers={"red": "a1 east"})
        >>> trace = run(algoracing.GAME, start.state(), "if not blocked(forward)")
        >>> [stop.says for stop in trace.stops()], trace.steps()
        ([('If not blocked? No.',)], [])
        """
        return self._parts(self.frames)

    def _parts(self, frames: Sequence[Frame]) -> list[Played]:
        """These frames in groups: a new one begins with each card, each question, each part."""
        groups: list[tuple[Step | None, Any, list[Frame]]] = []
        before, is_free, part = self.start, True, ""
        for frame in frames:
            event = frame.event
            step = event.step if isinstance(event, Started) else None
            if step or isinstance(event, Asked):
                groups.append((step, before, [frame]))
                is_free = False
            elif not groups or (event.ends_card and not (is_free and event.part in ("", part))):
                groups.append((None, before, [frame]))
                is_free, part = True, event.part
            else:
                groups[-1][2].append(frame)
            before = frame.state
        alone = self.alone
        return [Played(step, state, tuple(group), alone) for step, state, group in groups]

    def until(self, number: int) -> Trace:
        """The part up to the end of this round; where no rounds are told, each card is one.

        >>> from teachkit.core.game.game import run
        >>> from teachkit.games import algoracing
        >>> rovers = {"red": "a1 east", "green": "a2 east"}
        >>> start = algoracing.Setup(edition="turns", floor=". . .\\n. . .", rovers=rovers).state()
        >>> trace = run(algoracing.GAME, start, {"red": "left, right", "green": "forward"})
        >>> print(trace.until(1).story())
        Red, card 1: left.
        The red rover now faces north.
        Green, card 1: forward.
        The green rover drives to b2.
        """
        ran = 0
        for place, frame in enumerate(self.frames):
            if isinstance(frame.event, Started):
                ran += 1
                if (frame.event.round or ran) > number:
                    return self[:place]
        return self

    @property
    def last_round(self) -> int:
        """The number of the last round, as `until` counts them; 0 where no card ran."""
        started = [frame.event for frame in self.frames if isinstance(frame.event, Started)]
        return started[-1].round or len(started) if started else 0

    @property
    def endless(self) -> Repeats | Stopped | BrokenOff | None:
        """The event that says why the program never came to its end, such as an endless loop."""
        last = self.frames[-1].event if self.frames else None
        return last if isinstance(last, Repeats | Stopped | BrokenOff) else None

    def story(self) -> str:
        """Everything that happened, a sentence a line."""
        alone = self.alone
        return "\n".join(told(frame.event, alone) for frame in self.frames)

    def why(
        self,
        card: int = 1,
        actor: str | None = None,
        *,
        before: str | None = None,
        part: str | None = None,
    ) -> str:
        """What became of this card: why it did nothing, or what it did; each turn a line.

        A card that never ran says so. Of several actors everybody's card of this number is
        told, or one's. Instead of a card: `before` whom the actor went, or what a `part` of each
        round did with it, such as `"belts"`, and if nothing, why.
        """
        who = actor or self.actor or ""
        if before is not None:
            return why_before(self, who, before)
        if part is not None:
            return why_part(self, part, who)
        played = self.steps(actor)
        turns = [each for each in played if each.step and each.step.card == card]
        if not turns:
            if actor and not self.alone:
                return say("{actor}: card {card} never ran.", actor=called(actor), card=card)
            return say("Card {card} never ran.", card=card)
        return "\n".join(" ".join(played.says) for played in turns)

    def first_difference(self, other: Trace) -> Difference | None:
        """Where the other trace first tells something else; `None` if it never does."""
        pairs = enumerate(zip_longest(self.frames, other.frames))
        return next((Difference(at, *pair) for at, pair in pairs if pair[0] != pair[1]), None)

    def to_json(self) -> dict[str, Any]:
        """Plain data: for each frame its card, turn, event with facts, sentence and text board."""
        frames = [
            _frame_to_json(played, event, state)
            for played in self.stops()
            for event, state in played.frames
        ]
        return {"start": str(self.start), "frames": frames}


def _frame_to_json(played: Played, event: Event, state: object) -> dict[str, Any]:
    step = played.step
    turns = step.turns if step else played.asked.question.turns if played.asked else ()
    who = {} if played.alone else {"actor": played.actor}
    return who | {
        "card": step.card if step else None,
        "turn": [list(turn) for turn in turns],
        "event": {"name": type(event).__name__, **event.facts()},
        "says": told(event, played.alone),
        "board": str(state),
    }


def record(
    flow: Flow[object], start: object, answer: Answerer = nobody_answers, actor: str | None = None
) -> Trace:
    """Let a flow run to its end, answering what it asks, and keep all that happened."""
    return Trace(start, tuple(frames_of(flow, start, answer)), actor)


def frames_of(
    flow: Flow[object], start: object, answer: Answerer, answers: list[Answer] | None = None
) -> Iterator[Frame]:
    """The frames of a flow one by one, as they happen; `answers` are to what it asked already."""
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
    """Add what `frames_of` gives to these frames; the state after it. Quick for short flows."""
    state = start
    for sent in flow:
        if not isinstance(sent, Frame):
            answers = checked(sent, answer(sent, state))
            frames += frames_of(flow, state, answer, answers)
            return frames[-1].state if frames else start
        frames.append(sent)
        state = sent.state
    return state
