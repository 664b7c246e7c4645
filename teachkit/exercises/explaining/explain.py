"""Explanations of wrong answers: a slip, the card where a program goes wrong, or a misreading.

A misreading explains an answer that would be right if the game worked as the learner believes. A
report adds the events of the run from each start, and the verdict of each check.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from teachkit.core.data import Table
from teachkit.core.game.whereabouts import Compared
from teachkit.core.language.program import Program
from teachkit.core.run.flow import called
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.faults import fault_in, sentence_of
from teachkit.exercises.explaining.repairs import near_miss, solvability
from teachkit.exercises.judging.grade import all_or_nothing, grade
from teachkit.exercises.judging.program_runs import attempt, compared, played_steps, stop_of
from teachkit.exercises.judging.programs import judge_program
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.exercises.model.verdict import Grade, points_in_words
from teachkit.exercises.running.execution import execute_in_process
from teachkit.words import say


def explain(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return `grade` with sentences and misreadings that explain a wrong answer.

    Return `grade` unchanged if the answer is right, cannot be judged, or has no known explanation.
    """
    with suppress(TeachkitError):
        if not (grade.solved or grade.unread):
            return exercise.kind.explain(exercise, answer, grade)
    return grade


def explain_program(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return `grade` with sentences and misreadings that explain the wrong program `answer`.

    The sentences are inserted after the first sentence of `grade`.
    """
    grade = explain_misreadings(exercise, answer, grade)
    says = () if grade.failed_start is None else explanation(exercise, answer)
    return replace(grade, says=(*grade.says[:1], *says, *grade.says[1:]))


def explain_misreadings(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return `grade` with the names of the misreadings under which the program would be right."""
    if grade.failed_start is None:  # the program never ran
        return grade
    return replace(grade, ideas=diagnosis.names(diagnosis.single_misreadings(exercise, answer)))


def explain_in_words(
    exercise: Exercise, answer: str, grade: Grade, misreadings: diagnosis.Misreadings, *wrong: str
) -> Grade:
    """Return `grade` with the names of `misreadings`, and with the sentences in `wrong`, if any.

    If the author foresaw the answer, the author's sentence replaces the sentences in `wrong`.
    """
    wrong, ideas = tuple(filter(None, wrong)), diagnosis.names(misreadings)
    said = all_or_nothing(exercise, answer, False, *wrong) if wrong else grade
    return replace(grade, verdicts=said.verdicts, says=said.says, ideas=ideas)


def explanation(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """Return the sentences that explain a wrong program: its misreading, and where it goes wrong.

    Return no sentences if the author foresaw the program, if the exercise is a learners' copy
    without answers, or if the program is still the given one, since finding its bug is the
    learner's task.
    """
    if not exercise.file.solution.answer or len(answer) > diagnosis.LONGEST:
        return ()
    program = exercise.read(answer)
    return _explained(exercise, program) if program and program != exercise.given else ()


@lru_cache(maxsize=2048)
def _explained(exercise: Exercise, program: Program) -> tuple[str, ...]:
    known = solvability(exercise)
    if exercise.foreseen_program(program) or known.works(program):
        return ()
    ideas = diagnosis.sentences(diagnosis.single_misreadings(exercise, str(program)))
    if miss := near_miss(exercise, program):
        return (*ideas, miss.says)
    first = ideas or _without_a_move(exercise, program)
    fault = fault_in(exercise, program)
    if fault and (fault.card or not ideas):
        return (*first, sentence_of(fault, known.most))
    return first


def _without_a_move(exercise: Exercise, program: Program) -> tuple[str, ...]:
    """Return a tuple with a sentence if no card runs, or if the piece never moves but should have.

    Return an empty tuple otherwise.
    """
    start = exercise.starts[judge_program(exercise, program).failed_start or 0]
    tried = attempt(exercise, program, start)
    if program.instructions and not tried.trace.stops():
        return (say("No card calls the routine yet."),)
    if program.instructions and not played_steps(tried.trace):
        return (say("No card runs here, because the answer is no."),)
    squares = _squares(tried)
    right = attempt(exercise, exercise.read(exercise.file.solution.answer), start)
    if len(squares) > 1 or squares == _squares(right):
        return ()
    facts = {"actor": called(tried.player), "square": min(squares)}
    return (say("{actor} never leaves {square}.", **facts),)


def _squares(tried: Attempt) -> set[str]:
    """Return the squares that `tried.player` visits; an empty set for a number machine."""
    states = (tried.trace.start, *(state for _, state in tried.trace))
    places = (tried.game.whereabouts(state, tried.player).split() for state in states)
    return {place[0] for place in places if len(place) > 1}


# -- predictions ---------------------------------------------------------------------------------


def compared_with_run(tried: Attempt, text: str) -> Compared:
    """Compare the prediction `text` with the end of the run, and return the comparison.

    Raise `AnswerError` if `text` is unclear.
    """
    said = tried.game.predictions(tried.trace.start).read(text)
    seen = compared(tried, said)
    if all(part.right for part in seen.parts):
        return Compared(seen.parts, say("As you predicted: {place}.", place=tried.place))
    both = said_and_seen(tried, text)
    why = difference_from_run(tried, said)
    why = why or "".join(diagnosis.sentences(diagnosis.misreadings_behind_run(tried, said)))
    why = why or place_of_other(tried, said)
    return Compared(seen.parts, " ".join(filter(None, (both, seen.says, why))))


def said_and_seen(tried: Attempt, text: str) -> str:
    """Return a sentence with the wrong prediction `text` and the place where the run ended.

    Raise `AnswerError` if `text` is unclear.
    """
    said = tried.game.predictions(tried.trace.start).read(text)
    return say("You said {said}, but it was {place}.", said=said, place=tried.place)


def difference_from_run(tried: Attempt, said: str) -> str:
    """Return a sentence that says when the prediction `said` was last true, or "" if it never was.

    Also return "" if the prediction is right. The sentence names steps of the run, so it is for
    learners who have seen the run.
    """
    steps = played_steps(tried.trace)
    before = tried.game.whereabouts(tried.trace.start, tried.player)
    places = [before, *(tried.game.whereabouts(step.after, tried.player) for step in steps)]
    if places[-1] == said or said not in places:
        return ""
    last = len(places) - 1 - places[::-1].index(said)
    if last == 0:
        return say("That was true before the program started.")
    if any(step.step and step.step.turns for step in steps):
        stops = {"ran": stop_of(tried.trace, last), "following": stop_of(tried.trace, last + 1)}
        return say("That was true after step {ran}. Step {following} changed it.", **stops)
    ran, following = (step.step.card if step.step else 0 for step in steps[last - 1 : last + 1])
    cards = {"ran": ran, "following": following}
    return say("That was true after card {ran}. Card {following} changed it.", **cards)


def place_of_other(tried: Attempt, said: str) -> str:
    """Return a sentence if the prediction `said` is true of a different piece, or else ""."""
    game, trace = tried.game, tried.trace

    def there(state: object) -> dict[str, str]:
        others = (name for name in game.players(state) if name != tried.player)
        found = (called(name) for name in others if game.whereabouts(state, name) == said)
        return {"other": next(found, ""), "actor": called(tried.player)}

    if (ends := there(trace.final))["other"]:
        return say("{other} is there. The question is about {actor}.", **ends)
    if (begins := there(trace.start))["other"]:
        return say("{other} started there. The question is about {actor}.", **begins)
    return ""


# -- reports -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """A report on an answer: its grade, and the runs of its program on every start.

    If the answer is not a program, the runs are those of the exercise's given program, if any. If
    it is an exercise, nothing runs on its boards.
    """

    exercise: Exercise
    answer: str
    grade: Grade
    attempts: tuple[Attempt, ...]


def report(exercise: Exercise, answer: str) -> Report:
    """Return the report on `answer`, including a run on every start.

    Raise `TeachkitError` if a program cannot be read or may not be handed in.
    """
    kind = exercise.kind
    program = kind.program(exercise, answer)
    if program:
        kind.judge(exercise, answer, execute_in_process)
    elif program is None:
        program = exercise.given
    boards = kind.boards(exercise, answer) if program or kind.form.is_exercise else ()
    attempts = [attempt(exercise, program, start) for start in boards]
    explained = explain(exercise, answer, grade(exercise, answer))
    return Report(exercise, answer, explained, tuple(attempts))


def as_text(report: Report) -> str:
    """Return `report` as text: each start's events and final board, then verdicts and sentences."""
    lines = []
    for number, tried in enumerate(report.attempts, 1):
        if len(report.attempts) > 1:
            lines.append(say("Board {number}", number=number))
        lines += [tried.trace.story(), str(tried.trace.final), ""]
    for verdict in report.grade.verdicts:
        mark = say("yes") if verdict.passed else say("not yet")
        says = f" {verdict.says}" if verdict.says else ""
        lines.append(f"{verdict.check}: {mark}.{says} ({verdict.points}/{verdict.possible})")
    said = {verdict.says for verdict in report.grade.verdicts}
    lines += [says for says in report.grade.says if says not in said]
    return "\n".join((*lines, points_in_words(report.grade.points, report.grade.possible)))


def as_json(report: Report) -> Table:
    """Return `report` as plain data, with each event's class name and fields."""
    shown = ("check", "passed", "says", "points")
    runs = [(each.trace, each.trace.endless or each.place) for each in report.attempts]
    return {
        "exercise": report.exercise.id,
        "answer": report.answer,
        "points": report.grade.points,
        "possible": report.grade.possible,
        "verdicts": [{key: getattr(each, key) for key in shown} for each in report.grade.verdicts],
        "starts": [{"frames": run.to_json()["frames"], "outcome": str(end)} for run, end in runs],
    }
