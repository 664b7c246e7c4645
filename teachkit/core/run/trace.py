"""Traces: recorded runs, their explanations, and tables of their rounds.

A game's state class may define `PARTS`, the names of a round's parts in order, and a method
`explained(part, actor, events)`, which explains the events further, or why nothing happened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, NamedTuple, overload

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import nobody_answers
from teachkit.core.run.flow import Answerer, Event, Flow, Frame, called, frames_of
from teachkit.core.run.walk import (
    Asked,
    BrokenOff,
    Called,
    Controlled,
    Repeats,
    Skipped,
    Started,
    Step,
    Stopped,
)
from teachkit.errors import AnswerError
from teachkit.words import say

PAGES = "teachkit.widgets.workbench.run_pages"
"""The module that makes a page of a trace; it is named here, and imported on first use."""


class Cell(NamedTuple):
    """A card that ran, as shown in a timeline.

    `stop` is the number of the card's stop in the trace, from 1, and `note` is the game's note on
    the card, such as its priority.
    """

    instruction: str
    card: int
    skipped: bool
    stop: int
    note: str = ""

    @property
    def name(self) -> str:
        """The instruction on the card, without `note`."""
        return self.instruction.removesuffix(f" {self.note}")


@dataclass
class Round:
    """A round of a trace: its first card, each actor's card, and all parts of the round.

    `cells` maps actors to their cards in playing order. `parts` lists cards and other parts in
    order; each part has a name, which is "" for a card.
    """

    first: Started
    cells: dict[str, Cell] = field(default_factory=dict)
    parts: list[tuple[str, Played]] = field(default_factory=list)

    @property
    def heading(self) -> str:
        """The name of the round, or of its first card if the game has no rounds."""
        return self.first.heading if self.first.round else self.first.step.place


def why_before(trace: Trace, actor: str, other: str) -> str:
    """Return a line for each round in which both actors ran cards, saying which of them went first.

    If there is no such round, return a sentence that says so.
    """
    lines = []
    for each in rounds_of(trace):
        if {actor, other} <= {*each.cells}:
            first, then = (name for name in each.cells if name in (actor, other))
            number, less = each.cells[first].note, each.cells[then].note
            who = {"first": called(first), "other": called(then)}
            facts = who | {"round": each.heading, "number": number, "less": less}
            says = say("{round}: {first} goes before {other}.", **facts)
            if number and less:
                says = say(
                    "{round}: {first} has {number}, so it goes before {other} with {less}.", **facts
                )
            lines.append(says)
    who = {"actor": called(actor), "other": called(other)}
    return "\n".join(lines) or say("{actor} and {other} never act in the same round.", **who)


def why_part(trace: Trace, part: str, actor: str) -> str:
    """Return a line for each round that tells how `part` affected `actor`, or why it did not.

    Raise `AnswerError` if there is no such part.
    """
    rounds = rounds_of(trace)
    happened = dict.fromkeys(name for each in rounds for name, _ in each.parts if name)
    known: Sequence[str] = getattr(trace.start, "PARTS", None) or tuple(happened)
    if part not in known:
        facts = {"part": part, "parts": ", ".join(known)}
        says = say('A round has no part called "{part}". Choose one of: {parts}.', **facts)
        raise AnswerError(says)
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
        sentences = [told(event, trace.alone) for event in concerning]
        state = [played.after for name, played in each.parts if name in before][-1]
        sentences += [explained(state, part, actor, concerning)]
        lines.append(f"{each.heading}: {' '.join(filter(None, sentences))}")
    return "\n".join(lines)


def explained(state: object, part: str, actor: str, events: Sequence[Event]) -> str:
    """Return the game's explanation of how `part` affected `actor` through `events`.

    If the game does not explain events, return a sentence if `events` is empty, or else "".
    """
    if hasattr(state, "explained"):
        return str(state.explained(part, actor, events))
    return "" if events else say("This part of the round does not affect {actor}.", actor=actor)


def _concerns(event: Event, actor: str) -> bool:
    """Return whether `event` affects the piece `actor`; merely causing the event does not count."""
    told = [value for name, value in event.facts().items() if name != "by"]
    return any(actor in value if isinstance(value, list) else actor == value for value in told)


def rounds_of(trace: Trace) -> list[Round]:
    """Split `trace` into rounds, and return them.

    In a game without rounds, a new round begins whenever a piece that already acted in the round
    acts again. Events before the first card belong to no round.
    """
    rounds: list[Round] = []
    for stop, played in enumerate(trace.stops(), 1):
        card = played.frames[0].event
        if isinstance(card, Started):
            now = rounds[-1] if rounds else None
            if not now or card.round != now.first.round or card.actor in now.cells:
                now = Round(card)
                rounds.append(now)
            step, skipped = card.step, played.skipped is not None
            cell = Cell(str(step.instruction), step.card, skipped, stop, card.note)
            now.cells[card.actor] = cell
            now.parts.append(("", played))
        elif rounds:
            named = (frame.event.part for frame in played.frames)
            rounds[-1].parts.append((next(filter(None, named), "-"), played))
    return rounds


class Head(NamedTuple):
    """The heading of a column in a timeline: the round's number and name."""

    number: int
    label: str


class Timeline(NamedTuple):
    """A table of rounds and pieces: `rows[piece][round]` is the card that ran, or `None`.

    `title` is the title of the table, such as `Rounds`, and `heads` are the headings of its
    columns.
    """

    actors: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]
    title: str
    heads: tuple[Head, ...]


def timeline(trace: Trace) -> Timeline:
    """Return a table of the cards in `trace`, with a row per piece and a column per round.

    >>> from teachkit.core.game.game import run
    >>> from teachkit.games import algoracing
    >>> rovers = {"red": "a1 east", "green": "b1 east"}
    >>> start = algoracing.Setup(edition="turns", floor=". . . .", rovers=rovers).state()
    >>> lanes = {"red": "2x(forward)", "green": "forward"}
    >>> [[cell and cell.skipped for cell in row]
    ...  for row in timeline(run(algoracing.GAME, start, lanes)).rows]
    [[True, False], [False, None]]
    """
    rounds = rounds_of(trace)
    heads = tuple(
        Head(first.round, first.heading)
        if (first := each.first).round
        else Head(number, say("Round {number}", number=number))
        for number, each in enumerate(rounds, 1)
    )
    rows = tuple(tuple(each.cells.get(actor) for each in rounds) for actor in trace.actors)
    title = rounds[-1].first.headings if rounds else ""
    return Timeline(trace.actors, rows, title, heads)


class Played(NamedTuple):
    """The frames of a card, a question or a call, or of one part of a round that no card caused.

    `step` is `None` unless a card ran. If `alone` is false, several pieces run programs, and the
    sentences name the actor.
    """

    step: Step | None
    before: Any
    frames: tuple[Frame, ...]
    alone: bool = True

    @property
    def actor(self) -> str | None:
        """The piece whose program did this; `None` for events outside programs."""
        first = self.frames[0].event if self.frames else None
        return first.actor if isinstance(first, Started | Controlled) else None

    @property
    def asked(self) -> Asked | None:
        """The event with the question and its answer, or `None` if the frames have no question."""
        first = self.frames[0].event if self.frames else None
        return first if isinstance(first, Asked) else None

    @property
    def laid(self) -> Step | None:
        """The step of a card that ran, or the call of a routine, or `None` if there is neither."""
        first = self.frames[0].event if self.frames else None
        return first.step if isinstance(first, Called) else self.step

    @property
    def after(self) -> Any:
        return self.frames[-1].state if self.frames else self.before

    @property
    def skipped(self) -> Skipped | None:
        """The event that explains why the card did nothing, or `None`."""
        return next((f.event for f in self.frames if isinstance(f.event, Skipped)), None)

    @property
    def says(self) -> tuple[str, ...]:
        return tuple(told(frame.event, self.alone) for frame in self.frames)


class Difference(NamedTuple):
    """The first difference between two traces: a frame number, counted from 0, and both frames.

    The frame of a trace that has already ended is `None`.
    """

    number: int
    mine: Frame | None
    other: Frame | None

    def __str__(self) -> str:
        mine, other = (str(frame.event) if frame else say("it has ended") for frame in self[1:])
        return say("Frame {number}: {mine} / {other}", number=self.number, mine=mine, other=other)


def told(event: Event, alone: bool) -> str:
    """Return the sentence for `event`, which names the actor unless `alone` is true."""
    return str(event) if alone else event.among_others()


class Trace(Sequence[Frame]):
    """The frames of a run, from `start` to `final`; a slice is a trace as well.

    `programs` are the programs that ran, by actor, as far as they are known.
    """

    programs: Mapping[str, Program] = MappingProxyType({})

    def __init__(
        self, start: object, frames: Sequence[Frame] = (), actor: str | None = None
    ) -> None:
        self.start = start
        self.frames = tuple(frames)
        self.actor = actor

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """The actors in the order of their first cards; a slice has those of the whole trace."""
        events = (frame.event for frame in self.frames)
        started = (event.actor for event in events if isinstance(event, Started))
        return tuple(dict.fromkeys(started))

    @property
    def alone(self) -> bool:
        """Whether at most one piece runs a program."""
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
        part.actors, part.programs = self.actors, self.programs
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
        """Return the cards that ran, in order: those of all actors, or only those of `actor`.

        Events that no card caused are grouped by part; such a group has neither a step nor an
        actor. Questions and calls are left out.
        """
        cards = [frame for frame in self.frames if not isinstance(frame.event, Controlled)]
        return [each for each in self._parts(cards) if actor in (None, each.actor)]

    def stops(self) -> list[Played]:
        """Return the points where playback stops: steps, questions of `if` and `while`, and calls.

        >>> from teachkit.core.game.game import run
        >>> from teachkit.games import algoracing
        >>> start = algoracing.Setup(edition="sensors", floor=".", rovers={"red": "a1 east"})
        >>> trace = run(algoracing.GAME, start.state(), "if not blocked(forward)")
        >>> [stop.says for stop in trace.stops()], trace.steps()
        ([('The answer to "if not blocked" is no.',)], [])
        """
        return self._parts(self.frames)

    def _parts(self, frames: Sequence[Frame]) -> list[Played]:
        """Split `frames` into groups, one for each card, question, call or part of a round."""
        groups: list[tuple[Step | None, Any, list[Frame]]] = []
        before, is_free, part = self.start, True, ""
        for frame in frames:
            event = frame.event
            step = event.step if isinstance(event, Started) else None
            if step or isinstance(event, Controlled):
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
        """Return the trace up to the end of round `number`.

        In a run without rounds, each card counts as a round.

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
        """The number of the last round, as `until` counts rounds; 0 if no card ran."""
        started = [frame.event for frame in self.frames if isinstance(frame.event, Started)]
        return started[-1].round or len(started) if started else 0

    @property
    def endless(self) -> Repeats | Stopped | BrokenOff | None:
        """The event that explains why the program did not end, or `None`."""
        last = self.frames[-1].event if self.frames else None
        return last if isinstance(last, Repeats | Stopped | BrokenOff) else None

    def story(self) -> str:
        """Return the sentences of all events, one per line."""
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
        """Explain each run of card number `card` in one line: its effect, or why it had none.

        If several actors have a card with this number, explain the cards of all of them, or only
        that of `actor`. If `before` names another actor, say for each round which of the two went
        first instead. If `part` names a part of the rounds, such as `"belts"`, describe how that
        part affected the actor instead.
        """
        who = actor or self.actor or ""
        if before is not None:
            return why_before(self, who, before)
        if part is not None:
            return why_part(self, part, who)
        shown = [frame for frame in self.frames if not isinstance(frame.event, Asked)]
        played = [each for each in self._parts(shown) if actor in (None, each.actor)]
        turns = [each for each in played if each.laid and each.laid.card == card]
        if not turns:
            if actor and not self.alone:
                return say("{actor}: card {card} never ran.", actor=called(actor), card=card)
            return say("Card {card} never ran.", card=card)
        return "\n".join(" ".join(played.says) for played in turns)

    def first_difference(self, other: Trace) -> Difference | None:
        """Return the first difference between the frames of the two traces, or `None`."""
        pairs = enumerate(zip_longest(self.frames, other.frames))
        return next((Difference(at, *pair) for at, pair in pairs if pair[0] != pair[1]), None)

    def to_html(self, title: str = "") -> str:
        """Return the run as a web page in one file: a player that needs no kernel and no network.

        `title` is the page's heading.
        """
        pages = import_module(PAGES)  # drawing and widgets stay out of the core until now
        page: str = pages.trace_page(self, title)
        return page

    def to_json(self) -> dict[str, Any]:
        """Return the trace as plain data: card, event, sentence and drawn board per frame."""
        frames = [
            _frame_to_json(played, event, state)
            for played in self.stops()
            for event, state in played.frames
        ]
        return {"start": str(self.start), "frames": frames}


def _frame_to_json(played: Played, event: Event, state: object) -> dict[str, Any]:
    step = played.laid
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
    """Run `flow` to its end, answering its decisions with `answer`, and return the trace."""
    return Trace(start, frames_of(flow, start, answer), actor)
