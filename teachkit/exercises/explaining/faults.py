"""Faults in wrong programs: a slip, or the first card after which no solution is possible.

Programs are examined card by card, including the cards inside brackets. The first cards of a
program are right as long as some working program begins with them. The run of a wrong program is
compared with a run that does what was asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from teachkit.core.game.whereabouts import Place, Stands
from teachkit.core.language.instructions import (
    Bracket,
    If,
    Instruction,
    Procedure,
    Repeat,
    While,
    branches,
    cards_in,
)
from teachkit.core.language.program import Program, with_rows
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Step
from teachkit.exercises.explaining.next_change import led_to, next_change, shared_cards
from teachkit.exercises.explaining.repairs import Change, Solvability, near_miss, solvability
from teachkit.exercises.judging.checks import complaint_about
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.judging.programs import judge_program
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.play.search import OPEN
from teachkit.words import say, say_many, translate


class Fault(NamedTuple):
    """A fault in a program: the first card after which no continuation works.

    `card` is the number of this card, from 1, or 0 if only the end is missing. `part` is "" if the
    card itself is wrong, and `start` if a loop could begin at the card. If a bracket is wrong,
    `card` is the first card inside, and `part` is `rounds` (the repeat count is wrong), `question`
    (the condition is wrong), `open`, `then` or `body` (something is missing inside a loop, an `if`
    or a routine), or `loop`, `if` or `routine` (the whole bracket is wrong).
    """

    card: int = 0
    part: str = ""


SENTENCES = {
    "": ("Change card {card}.", "Change card {card}."),
    "start": ("Could a loop begin at card {card}?", "Could a loop come next?"),
    "rounds": ("How many times should the loop run?", "Count the rounds of the next loop."),
    "question": ("Look at the question before card {card}.", "Look at the next question."),
    "loop": ("Look at the loop around card {card}.", "Look at the next loop."),
    "if": ('Look at the "if" around card {card}.', 'Look at the next "if".'),
    "routine": ("Look at the routine around card {card}.", "Look at the next routine."),
}
"""Sentences that say where to look, by `Fault.part`: one for card 1, and one for later cards."""


OPEN_PARTS = {Repeat: "open", While: "open", If: "then", Procedure: "body"}
WHOLE_PARTS = {Repeat: "loop", While: "loop", If: "if", Procedure: "routine"}


class FaultyStep(NamedTuple):
    """The step of a run at which a program goes wrong.

    `start` is the index of the start, from 0, and `number` the number of the step, from 1. `step`
    is `None` if only the end is missing, or if the wrong card never ran.
    """

    start: int
    number: int
    step: Step | None


@lru_cache(maxsize=512)
def faulty_step(exercise: Exercise, program: Program) -> FaultyStep | None:
    """Return the step at which `program` goes wrong, or `None`.

    The result is `None` if `program` works, fails only on a hidden start, or has an unknown fault.
    """
    fault = fault_in(exercise, program)
    failed = fault and judge_program(exercise, program).failed_start
    if fault is None or failed is None or exercise.starts[failed].hidden:
        return None
    ran = played_steps(attempt(exercise, program, exercise.starts[failed]).trace)
    for number, played in enumerate(ran, 1):
        if played.step and played.step.card == fault.card:
            return FaultyStep(failed, number, played.step)
    return FaultyStep(failed, len(ran), None)


@lru_cache(maxsize=2048)
def fault_in(exercise: Exercise, program: Program) -> Fault | None:
    """Return the fault in a wrong program; `None` if `program` works or its fault is unknown."""
    if not exercise.kind.form.is_program or not program:
        return None
    known = solvability(exercise)
    if known.works(program):
        return None
    miss = near_miss(exercise, program)
    if miss and miss.act == "ask":
        fault: Fault | None = Fault(miss.number, "question")
    else:
        fault = _fault(known, program)
    shared = shared_cards(exercise, program)
    if fault and shared is not None and (fault.card or len(program.body) + 1) != shared + 1:
        return None  # the author foresaw this mistake, and says that the fault is elsewhere
    change = next_change(exercise, program)
    return _agreeing(fault, change) if fault and change else fault


def _agreeing(fault: Fault, change: Change) -> Fault:
    """Return `fault`, corrected so that it does not contradict `change`, the next change.

    `change` takes all boards and checks into account. The corrected fault never blames a card that
    `change` keeps, and never approves a card that `change` removes.
    """
    is_open = fault.part in OPEN_PARTS.values()
    match change.act:
        case "inside" if isinstance(change.old, Repeat):  # perhaps of a loop that is not the last
            return Fault(change.number - cards_in(change.old), "open")
        case "lay" | "inside" | "routine" | "if" | "else" | "run":
            return fault if is_open else Fault()
        case "back":
            agrees = fault.card == change.number
        case _:
            agrees = 0 < fault.card <= change.number
    if agrees and not is_open:
        return fault
    return Fault(change.number, WHOLE_PARTS.get(type(change.old), ""))


def _fault(known: Solvability, program: Program) -> Fault | None:
    card = 1
    for place, node in enumerate(program.body):
        goes_on = known.goes_on(Program(program.body[: place + 1]))
        if goes_on is None:
            return None
        if not goes_on:
            before = Program(program.body[:place])
            if not isinstance(node, Instruction):
                return _inside(known, before, node, card)
            loops = known.loops if known.most is not None else ()
            begun = (known.goes_on(before, Repeat(times, (node,))) for times in loops)
            return Fault(card, "start" if any(begun) else "")
        card += cards_in(node)
    return Fault()


def _inside(known: Solvability, before: Program, bracket: Bracket, first: int) -> Fault | None:
    """Return the fault in `bracket`, or `None` if the fault is unknown.

    No working program begins with `before` and continues with an unchanged `bracket`. `first` is
    the number of the first card in `bracket`.
    """
    goes_on = known.goes_on(before, with_rows(bracket))
    if goes_on is False:
        return _of_head(known, before, bracket, first)
    for begun, card in _beginnings(bracket, first) if goes_on else ():
        goes_on = known.goes_on(before, begun)
        if not goes_on:
            return Fault(card) if goes_on is False else None
    return Fault(first, OPEN_PARTS[type(bracket)]) if goes_on else None


def _of_head(known: Solvability, before: Program, bracket: Bracket, first: int) -> Fault | None:
    """Return the fault of `bracket`, or `None` if the fault is unknown.

    No working program begins with `before` and continues with `bracket`, whatever is inside.
    `first` is the number of the first card in `bracket`.
    """
    others: list[Bracket] = []
    part = ""
    if isinstance(bracket, Repeat):
        others = [replace(bracket, times=times) for times in known.loops if times != bracket.times]
        part = "rounds"
    elif isinstance(bracket, While | If):
        others, part = [with_rows(replace(bracket, condition=OPEN))], "question"
    found = [known.goes_on(before, other) for other in others]
    if True in found:
        return Fault(first, part)
    return None if None in found else Fault(first, WHOLE_PARTS[type(bracket)])


def _beginnings(bracket: Bracket, first: int) -> Iterator[tuple[Bracket, int]]:
    """Yield each beginning of `bracket`, and the number of the first card in its last node.

    A node is a card or an inner bracket. `first` is the number of the first card in `bracket`.
    """
    rows = branches(bracket)
    for branch, row in enumerate(rows):
        for place, node in enumerate(row):
            yield with_rows(bracket, *rows[:branch], row[: place + 1]), first
            first += cards_in(node)


def sentence_of(fault: Fault, most: int | None) -> str:
    """Return the sentence that tells the learner about `fault`.

    `most` is the largest number of cards allowed in the program, if there is a limit.
    """
    if not fault.card:
        return say("Good so far. What comes next?")
    if fault.part == "open":
        return say("Something is missing inside the loop around card {card}.", card=fault.card)
    if fault.part == "then":
        return say('Something is missing inside the "if" around card {card}.', card=fault.card)
    if fault.part == "body":
        return say("Something is missing inside the routine around card {card}.", card=fault.card)
    before, card = fault.card - 1, fault.card
    at_first, further_on = SENTENCES[fault.part]
    start, look = right_cards(before), translate(further_on if before else at_first)
    if most and not before:
        start = say_many(
            "You cannot do it in {number} card this way.",
            "You cannot do it in {number} cards this way.",
            most,
        )
    elif most and not fault.part:
        look = say("To do it in {most} cards, change card {card}.", most=most, card=card)
    return f"{start} {look.format(card=card)}"


def right_cards(number: int) -> str:
    """Return a sentence that tells the learner that the first `number` cards can stay.

    >>> right_cards(0), right_cards(1), right_cards(5)
    ('You cannot do it this way.', 'Card 1 is fine.', 'Cards 1 to 5 are fine.')
    """
    if not number:
        return say("You cannot do it this way.")
    if number == 1:
        return say("Card 1 is fine.")
    if number == 2:
        return say("Cards 1 and 2 are fine.")
    return say("Cards 1 to {card} are fine.", card=number)


# -- what was asked --------------------------------------------------------------------------------


class Planned(NamedTuple):
    """The place where the learner's piece should be at a stop of a run, and a sentence about it.

    `start` is the index of the start, from 0, and `stop` the number of the playback stop.
    """

    start: int
    stop: int
    place: str
    says: str


def planned(exercise: Exercise, answer: str) -> Planned | None:
    """Return the place where the run of a wrong program first differs from what was asked.

    In a bug hunt, whose first wrong card the learner has marked, this is the first difference from
    the nearest right program. Otherwise, only the end is compared, with a place that the task
    names. Return `None` if there is no such place.
    """
    program = exercise.kind.program(exercise, answer)
    failed = judge_program(exercise, program).failed_start if program else None
    if not program or failed is None or exercise.starts[failed].hidden:
        return None
    start = exercise.starts[failed]
    if not isinstance(exercise.game.predictions(start.state), Stands):
        return None
    tried, found = attempt(exercise, program, start), None
    if exercise.file.mark:
        right = led_to(exercise, program)
        found = right and _departs(tried, attempt(exercise, right, start))
    found = found or _misses(exercise, tried)
    return Planned(failed, *found) if found else None


def _departs(tried: Attempt, right: Attempt) -> tuple[int, str, str] | None:
    difference = tried.trace.first_difference(right.trace)
    if not difference or not tried.trace.frames or not right.trace.frames:
        return None
    mine, other = (_stop_at(trace, difference.number) for trace in (tried.trace, right.trace))
    ends = ((tried.trace, mine), (right.trace, other))
    states = (trace.stops()[stop - 1].after for trace, stop in ends)
    here, there = (tried.game.whereabouts(state, tried.player) for state in states)
    says = say("The dashed frame shows where it should be at step {step}.", step=mine)
    return None if here == there else (mine, there, says)


def _stop_at(trace: Trace, frame: int) -> int:
    """Return the number of the stop at which a frame, counted from 0, is played; or the last."""
    ends = list(accumulate(len(stop.frames) for stop in trace.stops()))
    return next((stop for stop, end in enumerate(ends, 1) if frame < end), len(ends))


def _misses(exercise: Exercise, tried: Attempt) -> tuple[int, str, str] | None:
    square, facing = tried.place.split()
    for line in exercise.checks:
        if line.player not in ("", tried.player) or not complaint_about(tried, line):
            continue
        match line.check, dict(line.facts):
            case "stands_on", {"square": str(wanted)}:
                place = f"{wanted} {facing}"
            case "looks", {"facing": str(wanted)}:
                place = f"{square} {wanted}"
            case "parks", {"place": str(wanted)}:
                place = wanted
            case _:
                continue
        if place != tried.place:
            says = say("The dashed frame shows where it should end.")
            return len(tried.trace.stops()), Place(place), says
    return None
