"""Runs of programs from an exercise's starts, cards that need a choice, and predictions of runs.

If a card asks a question when it runs, the learner's answer is written after the card. The choice
is therefore part of the program: it is stored, shown and graded with the program, and is the same
on every start.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from teachkit.core.game.game import Game
from teachkit.core.game.whereabouts import Compared
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Lanes, Program, by_piece, with_card
from teachkit.core.run.decisions import GivenAnswers, PickOne
from teachkit.core.run.flow import Frame, keep
from teachkit.core.run.trace import Played, Trace
from teachkit.core.run.walk import Started, Step
from teachkit.errors import AnswerError, UnansweredError
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Start
from teachkit.words import say


def attempt(exercise: Exercise, program: Program, start: Start) -> Attempt:
    """Run a program from `start`, and return the attempt.

    The rules' questions are answered with the start's `answers`. Raise `AnswerError` if a question
    has no answer.
    """
    trace, question = _run(exercise, program, start)
    if question:
        choice = _asked_by_card(exercise.game, trace, question.decision)
        raise AnswerError(str(choice)) if choice else question
    return Attempt(exercise.game, trace.actor or "", program, trace)


def _run(
    exercise: Exercise, program: Program, start: Start
) -> tuple[Trace, UnansweredError | None]:
    """Run a program, and return its trace and the unanswered question that ended it, if any."""
    programs = by_piece(program, exercise.game.players(start.state)[0])
    player = next(iter(programs), "")
    flow, frames = exercise.game.resolve(start.state, programs), list[Frame]()
    try:
        keep(frames, flow, start.state, GivenAnswers(start.answers))
    except UnansweredError as error:
        return Trace(start.state, frames, player), error
    return Trace(start.state, frames, player), None


class OpenChoice(NamedTuple):
    """A question that a card of `actor` asks when it runs, with all possible answers.

    `step` holds the card, `asks` is the question, and `options` are the answers. `trace` is the run
    up to the question; its last card is the one that asks.
    """

    actor: str
    step: Step
    asks: str
    options: tuple[str, ...]
    trace: Trace

    def made(self, program: Program, option: str) -> Program:
        """Return a copy of the program with `option` written after the card that asks."""
        name, arguments = self.step.instruction
        card = Instruction(name, (*arguments, option))
        if isinstance(program, Lanes):
            lane = with_card(program[self.actor], self.step.card, card)
            return Lanes.of(dict(program.lanes) | {self.actor: lane})
        return with_card(program, self.step.card, card)

    def __str__(self) -> str:
        example = Instruction(self.step.instruction.name, self.options[:1])
        facts = {"card": self.step.card, "example": example}
        return say('Card {card} needs a choice. For example, write "{example}".', **facts)


def open_choice(exercise: Exercise, program: Program, start: Start) -> OpenChoice | None:
    """Run a program from `start`, and return the unanswered question that stops it, or `None`.

    Also return `None` if the question cannot be answered by writing an argument after the card.
    """
    trace, question = _run(exercise, program, start)
    return _asked_by_card(exercise.game, trace, question and question.decision)


def _asked_by_card(game: Game, trace: Trace, asked: object) -> OpenChoice | None:
    started = [frame.event for frame in trace.frames if isinstance(frame.event, Started)]
    if not isinstance(asked, PickOne) or not started or started[-1].actor != asked.player:
        return None
    step, words = started[-1].step, game.vocabulary(trace.start)
    if step.instruction.arguments or not words[step.instruction.name].asks:
        return None
    return OpenChoice(asked.player, step, asked.question, tuple(map(str, asked.options)), trace)


def played_steps(trace: Trace) -> list[Played]:
    """Return the cards of the learner's own program in the order in which they ran."""
    return [played for played in trace.steps(trace.actor) if played.step]


def table_steps(exercise: Exercise, happens: Happens = attempt) -> list[Played]:
    """Return the cards that have a row in a trace table, in the order in which they ran.

    The table traces the given program from the first start. It includes only cards run by the
    pieces in the file's `whose`, by default the learner's piece.
    """
    trace = happens(exercise, exercise.given, exercise.starts[0]).trace
    whose: Sequence[str | None] = exercise.file.whose or [trace.actor]
    return [played for played in trace.steps() if played.step and played.actor in whose]


def stop_of(trace: Trace, number: int) -> int:
    """Return the number of the playback stop at which step `number` of the learner's program ran.

    Stops and steps are both counted from 1. Playback also stops at questions, which are not steps.
    """
    stops = enumerate(trace.stops(), 1)
    cards = [stop for stop, played in stops if played.step and trace.actor in (None, played.actor)]
    return cards[number - 1]


# -- predictions ---------------------------------------------------------------------------------

_NAMED = re.compile(r"\s*(\d{1,6})\s*[:：](.*)", re.DOTALL)


def board_of(answer: str) -> tuple[int | None, str]:
    """Split an answer into the number of the board that it names, or `None`, and the rest.

    >>> board_of("2: b4 north"), board_of("e3: north")
    ((2, ' b4 north'), (None, 'e3: north'))
    """
    named = _NAMED.fullmatch(answer)
    return (int(named[1]), named[2]) if named else (None, answer)


def asked_run(exercise: Exercise, start: Start, happens: Happens = attempt) -> Attempt:
    """Run the given program from `start` up to the moment that the exercise asks about.

    Return the attempt.
    """
    tried = happens(exercise, exercise.given, start)
    if not exercise.file.after:
        return tried
    return replace(tried, trace=tried.trace.until(exercise.file.after))


def asks(exercise: Exercise, start: Start) -> str:
    """Return the text of the question that learners answer with a prediction.

    If the exercise asks about a moment before the end of the run, the question names that moment.
    """
    run = asked_run(exercise, start).trace if exercise.file.after else ()
    started = [event for event, _ in run if isinstance(event, Started)]
    if not started:
        return say("How will it end?")
    last = started[-1]
    moment = last.heading if last.round else last.step.place
    return say("{moment}: how does it end?", moment=moment)


def unclear(exercise: Exercise, start: Start, text: str) -> str:
    """Return a sentence that says why the prediction in `text` is unclear, or "" if it is clear."""
    if not text.strip():
        return say("First, say how it will end.")
    try:
        exercise.game.predictions(start.state).read(text)
    except AnswerError as error:
        return error.says
    return ""


def compared(tried: Attempt, said: str) -> Compared:
    """Return a comparison of the parsed prediction `said` with the end of the run `tried`."""
    return tried.game.predictions(tried.trace.start).compared(said, tried.place)
