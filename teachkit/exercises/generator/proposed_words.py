"""Words proposed for an exercise in the making: its title, its text, hints, and mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, astuple, replace
from zlib import crc32

from teachkit.core.game.whereabouts import Numbers
from teachkit.core.language.program import Program
from teachkit.core.run.flow import called
from teachkit.errors import TeachkitError
from teachkit.exercises.generator.generate import slips
from teachkit.exercises.generator.questions import hints_for
from teachkit.exercises.judging.checks import sentence
from teachkit.exercises.judging.grade import grade, is_untouched
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.making.proven import ideas, proven
from teachkit.exercises.misreadings.diagnosis import boards, misreadings_of, wrong_answers
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import Mistake
from teachkit.play.search import TooLargeError
from teachkit.words import say, translate

MOST_MISTAKES = 5
_LIMITS = ("uses_at_most", "takes_at_most")  # shown below the text anyway


def proposed_title(exercise: Exercise) -> str:
    """Return a short title, always the same one for the same boards and checks."""
    titles = exercise.game.levels.titles
    number = crc32(repr((exercise.file.starts, exercise.file.checks)).encode())
    return translate(titles[number % len(titles)])


def proposed_text(exercise: Exercise) -> str:
    """Return the task in sentences, computed from the checks and the given program.

    >>> from teachkit.classroom.library import find_exercise
    >>> print(proposed_text(find_exercise("00-04-only-the-keyboard")))
    Pick up the sample on **a3**.
    """
    if exercise.kind.solution and str(exercise.given):
        return _prediction(exercise)
    given, solution = exercise.given, _solution(exercise)
    texts = [_task(exercise, solution)]
    if solution and Counter(given.instructions) == Counter(solution.instructions):
        texts.insert(0, say("These are the right cards. Put them in the right order."))
    elif given.body:
        texts.insert(0, say("This program has a bug. Fix it."))
    return "\n\n".join(texts)


def _prediction(exercise: Exercise) -> str:
    game, state = exercise.game, exercise.starts[0].state
    if isinstance(game.predictions(state), Numbers):
        return say("The program is `{program}`. Which number is in the register at the end?",
                   program=exercise.given)  # fmt: skip
    return say("The program is `{program}`. Where is {actor} at the end, and facing which way?",
               program=exercise.given, actor=called(exercise.player))  # fmt: skip


def _task(exercise: Exercise, solution: Program | None) -> str:
    """Return the checks in words, if possible as the sentences of a generated level."""
    table, levels = exercise.file.starts[0], exercise.game.levels
    lines = [line for line in exercise.checks if line.check not in _LIMITS]
    asked = {str((line.check, *line.facts.items())) for line in lines}
    with suppress(TeachkitError, LookupError):
        if solution:
            final = attempt(exercise, solution, exercise.starts[0]).trace.final
            for task in levels.tasks_met(table, final, exercise.player):
                if {str((ask.check, (ask.fact, ask.value))) for ask in task} == asked:
                    return levels.text(table, task)
    lines = [replace(line, player=line.player or exercise.player) for line in lines]
    goals = "\n".join(f"- {sentence(line, exercise.game)}" for line in lines)
    return say("Write a program with this result:") + f"\n\n{goals}"


def proposed_hints(exercise: Exercise) -> list[str]:
    """Return two or three hints, each of which says more than the one before it."""
    if not exercise.kind.form.is_program:
        return [
            say("Go through the program card by card."),
            say("Write down what each card changes."),
        ]
    solution = _solution(exercise)
    return hints_for(exercise, solution) if solution else []


def proposed_mistakes(exercise: Exercise) -> list[dict[str, str]]:
    """Return `[[mistakes]]` for wrong answers that learners are likely to give.

    The first ones are caused by misreadings of the game, and the others are slips in writing the
    solution. Each loses points, and has a sentence of its own.
    """
    found: list[Mistake] = []
    for mistake in _wrong(exercise):
        known = {each.says for each in found} | {each.answer for each in found}
        if known.isdisjoint(astuple(mistake)) and _is_answered(exercise, [*found, mistake]):
            found.append(mistake)
        if len(found) == MOST_MISTAKES:
            break
    return [asdict(mistake) for mistake in found]


def _wrong(exercise: Exercise) -> Iterator[Mistake]:
    """Yield wrong answers, those that misreadings cause first."""
    if not exercise.kind.form.is_program:
        for misreading in misreadings_of(exercise.game):
            for board in boards(exercise):
                if answer := wrong_answers(exercise, board).get(misreading.name):
                    yield Mistake(answer, translate(misreading.says))
        return
    for found in ideas(proven(exercise)):
        if found.answer and not found.is_right:
            yield Mistake(found.answer, translate(found.misreading.says))
    if solution := _solution(exercise):
        for slip in slips(solution, exercise.game.levels.opposites):
            yield Mistake(str(slip.program), slip.says)


def _solution(exercise: Exercise) -> Program | None:
    """Return the author's program, or one that a search finds if there is none."""
    with suppress(TooLargeError, TeachkitError):
        answer = exercise.file.solution.answer
        return exercise.read(answer) if answer else proven(exercise).solution
    return None


def _is_answered(exercise: Exercise, mistakes: Sequence[Mistake]) -> bool:
    """Return whether the last of `mistakes` loses points and gets its own sentence."""
    trial = replace(exercise, file=replace(exercise.file, mistakes=[*mistakes]))
    answer, says = astuple(mistakes[-1])
    result = grade(trial, answer)
    return not (result.solved or is_untouched(trial, answer)) and says in result.says
