"""Programs of an exercise run on its starts, and what a learner may say of such a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from teachkit.core.game.game import GivenAnswers
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Frame
from teachkit.core.run.trace import Played, Trace, frames_of
from teachkit.errors import AnswerError, UnansweredError
from teachkit.exercises.judging.choices import Choice, asked_by_card
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Start
from teachkit.exercises.model.verdict import Remark
from teachkit.words import say


def nothing_given(exercise: Exercise) -> Iterator[Remark]:
    """There is no program to speak of."""
    if not exercise.given:
        yield Remark("given", say('This kind needs a program: given = "forward, left".'))


def attempt(exercise: Exercise, program: Program, start: Start) -> Attempt:
    """This program on this start, whose answers are for whatever program asks for them.

    Raises `AnswerError` where nobody answers.
    """
    trace, open_question = _run(exercise, program, start)
    if open_question:
        choice = asked_by_card(exercise.game, trace, open_question.decision)
        raise AnswerError(str(choice)) if choice else open_question
    return Attempt(exercise.game, trace.actor or "", program, trace)


def open_choice(exercise: Exercise, program: Program, start: Start) -> Choice | None:
    """The first question on the way that a card leaves open, which could be answered behind it."""
    trace, open_question = _run(exercise, program, start)
    asked = open_question and open_question.decision
    return asked_by_card(exercise.game, trace, asked)


def _run(
    exercise: Exercise, program: Program, start: Start
) -> tuple[Trace, UnansweredError | None]:
    """What happens, as far as a question that nobody answers."""
    game, player = exercise.game, exercise.game.players(start.state)[0]
    programs: Mapping[str, Program] = {player: program}
    if isinstance(program, Lanes):
        programs = dict(program.lanes)
        player = next(iter(programs), player)
    flow, frames = game.resolve(start.state, programs), list[Frame]()
    try:
        frames.extend(frames_of(flow, start.state, GivenAnswers(start.answers)))
    except UnansweredError as error:
        return Trace(start.state, frames, player), error
    return Trace(start.state, frames, player), None


def played_steps(trace: Trace) -> list[Played]:
    """The cards of the learner's own program as they ran."""
    return [played for played in trace.steps(trace.actor) if played.step]


def table_steps(exercise: Exercise, happens: Happens | None = None) -> list[Played]:
    """The cards that a table has a row for: of those whom the exercise names, else the learner's.

    The run is that of the given program on the first start.
    """
    trace = (happens or attempt)(exercise, exercise.given, exercise.starts[0]).trace
    whose: Sequence[str | None] = exercise.file.whose or (trace.actor,)
    return [played for played in trace.steps() if played.step and played.actor in whose]


def stop_of(trace: Trace, number: int) -> int:
    """At which stop of a run, from 1, the learner's card with this number ran.

    Questions are stops, but no steps.
    """
    cards = [
        stop
        for stop, played in enumerate(trace.stops(), 1)
        if played.step and trace.actor in (None, played.actor)
    ]
    return cards[number - 1]


def happened(exercise: Exercise, program: Program, start: Start) -> str:
    """Where a program ends, as a learner would predict it: `b4 north`, or a number."""
    tried = attempt(exercise, program, start)
    return exercise.game.whereabouts(tried.trace.final, tried.player)
