"""An exercise that is answered with Python in a cell `%%exercise NAME`: its bench, and the cell.

The code of the cell is run, graded and stored as an answer.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise
from teachkit.classroom.progress import points_of
from teachkit.core.data import write_whole
from teachkit.errors import AnswerError, FolderError, TeachkitError
from teachkit.exercises.explaining.callables import callables
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.sources import broke_says, courses_of, results_of, series_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, points_in_words
from teachkit.exercises.running.driving import Drive, drives_in_process
from teachkit.exercises.running.execution import STRATEGY, execute_in_process
from teachkit.exercises.running.recording import Recording
from teachkit.exercises.running.results import Plain, Result
from teachkit.exercises.running.runs import trouble_of
from teachkit.exercises.running.strategy_games import lost_game
from teachkit.exercises.running.troubles import Stopped
from teachkit.exercises.solving.par import badges
from teachkit.play.match import text_of
from teachkit.widgets.editor import Editor
from teachkit.widgets.player import Player
from teachkit.widgets.task import Task
from teachkit.widgets.workbench.bench import Bench, Board, open_benches
from teachkit.widgets.workbench.source_scenes import call_scene, drive_scene, told_call, told_case
from teachkit.words import say, translate


class CellBench(Bench):
    """An exercise answered in a cell: the task, an editor for the cell, feedback, and any board.

    The cell is run in the notebook, not in this widget; `hand_in_cell` then shows its verdict here.
    If the answer is a drive, it is played on the board, and the verdict waits for its end.
    """

    def __init__(self, exercise: Exercise, answers: Answers | None = None) -> None:
        boards = len(exercise.shown_starts) or 1
        super().__init__(exercise, answers, resets="code", boards=boards, verdict=exercise.id)
        self.board = Board(exercise, answers=self.answers) if exercise.starts else None
        self.player = self.board.player if self.board else Player({"stops": [{}]}, folded=True)
        self._source, self._drives = "", list[Drive]()
        title, text = translate(exercise.title), translate(exercise.file.text)
        self.task = Task(title=title, text=text, cell=f"%%exercise {exercise.id}")
        given = exercise.file.given.strip("\n")
        calls = [each._asdict() for each in callables(exercise)]
        self.editor = Editor(exercise=exercise.id, given=given, text=self._code, calls=calls)
        looks = () if self.board else ("tk-bench-code",)
        self.lay_out(*looks, player=self.player, builder=self.editor, feedback=self.feedback)

    @property
    def answer(self) -> str:
        """The last answer handed in, or the given code if there is none."""
        return str(self.entry.record.get("answer") or self.exercise.file.given)

    @property
    def _code(self) -> str:
        """The last answer handed in, as it is shown in the editor."""
        return self.answer.strip("\n")

    def tell(self, says: Sequence[str], mood: str) -> None:
        """Show the verdict on the cell, together with hints and points from the answers file."""
        with self.feedback.hold_sync():
            self.verdict.say(*says, mood=mood)
            self.help.show()
            self.verdict.show_score()
            self.feedback.waits = self.board is not None and len(self.player.stops) > 1
            self.feedback.results += 1

    def show_drive(self, source: str, drives: Sequence[Drive], graded: Grade) -> None:
        """Play the drive of `source` on the first unsolved board.

        `drives` holds one drive for each board; learners can switch to the others.
        """
        self._source, self._drives = source, list(drives)
        failed = graded.failed_start or 0
        earned = badges(self.exercise, drives[0].program, graded.solved)
        self.show_board(failed + 1 if failed < len(self.exercise.shown_starts) else 1)
        self.player.play()
        self.verdict.show_badges(earned)

    def show_call(self, source: str, recording: Recording, *says: str) -> None:
        """Show the end of a recorded call; the sentences `says` are about its result."""
        self.player.load(call_scene(source, recording, says))
        self.player.to(len(self.player.stops) - 1)

    def show_board(self, number: int) -> None:
        """Show board `number`, from 1, with the drive on this board if there is one."""
        assert self.board
        self.board.number = self.feedback.board = number
        if self._drives:
            drive = self._drives[number - 1]
            self.board.load(drive_scene(self._source, drive, self.exercise, self.board.parts))
        else:
            self.board.show()

    def reset(self) -> None:
        """Show the given code again; earned points are kept."""
        if self.board:
            self._source, self._drives = "", []
            self.show_board(self.board.number)
            self.verdict.show_badges(())
        else:
            self.player.load({"stops": [{}]})
        super().reset()

    def come_back(self) -> None:
        super().come_back()
        self.editor.write(self._code)


# By mood; these colours are readable on light and on dark backgrounds.
SIGNS = {"good": ("✓", "#2e9e54"), "look": ("!", "#d9622b"), "": ("", "#808080")}


@dataclass(frozen=True)
class CellOutput:
    """The output of a graded cell: sentences, printed text with a caption, and points.

    In HTML, a colour and a sign show the `mood`: `good` if the exercise is solved, "" if the given
    code has not been changed, and otherwise `look`. A bench hides the output by its `name`, and
    shows the verdict itself.

    >>> print(CellOutput(("1 of 2 cases are right.",), score="1 of 3 points"))
    1 of 2 cases are right.
    1 of 3 points
    """

    says: tuple[str, ...]
    caption: str = ""
    printed: str = ""
    score: str = ""
    mood: str = "look"
    name: str = ""

    def __repr__(self) -> str:
        parts = (*self.says, self.caption, self.printed.rstrip("\n"), self.score)
        return "\n".join(part for part in parts if part)

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        sign, colour = SIGNS[self.mood]
        first, *rest = self.says or ("",)
        mark = f'<strong style="color: {colour}" aria-hidden="true">{sign}</strong> '
        lines = [f"<p>{mark if sign else ''}<strong>{escape(first)}</strong></p>"]
        lines += [f"<p>{escape(says)}</p>" for says in rest]
        if self.caption:
            lines.append(f"<p>{escape(self.caption)}</p><pre>{escape(self.printed)}</pre>")
        if self.score:
            lines.append(f"<p><strong>{escape(self.score)}</strong></p>")
        named = f' data-verdict="{escape(self.name)}"' if self.name else ""
        box = f'<div role="status" style="border-left: 5px solid {colour}; padding: 5px 12px; '
        html = f'{box}background: {colour}1a"{named}>{"".join(lines)}</div>'
        return {"text/plain": str(self), "text/html": html}


def hand_in_cell(name: str, cell: str, shell: object) -> CellOutput:
    """Hand in `cell` as the answer to the exercise `name`, and return the output to show.

    The cell is first tried in a separate namespace, with its steps counted. A cell that defines a
    function is then run in the learner's kernel, `shell`, unless its trial did not end, or called
    `exit`. A cell that had to be stopped is not stored, nor is a cell that still contains only the
    given code.
    """
    try:
        exercise = _exercise_named(name)
    except TeachkitError as error:
        return CellOutput((error.says,))
    shown = (each for each in open_benches if each.exercise.id == exercise.id and each.comm)
    benches = [each for each in shown if isinstance(each, CellBench)]
    if exercise.file.match.opponents:
        output = _play(exercise, cell, shell, benches)
    elif exercise.starts:
        output = _drive(exercise, cell, benches)
    else:
        output = _call(exercise, cell, shell, benches)
    printed = f"{output.caption}\n{output.printed.rstrip()}" if output.caption else ""
    for bench in benches:
        bench.tell((*output.says, printed), output.mood)
    return replace(output, name=exercise.id)


def _exercise_named(name: str) -> Exercise:
    """Return the exercise `name`. Raise `TeachkitError` if it cannot be answered in a cell."""
    if not name.strip():
        example = "%%exercise 11-03-swap"
        says = say("Write the name of the exercise in the first line: {example}.", example=example)
        raise AnswerError(says)
    exercise = find_exercise(name.strip().strip("\"'"))
    if not exercise.kind.form.runs_python:
        facts = {"name": exercise.id}
        raise AnswerError(say('"{name}" needs no code. Open it with tk.exercise.', **facts))
    return exercise


def _call(
    exercise: Exercise, answer: str, shell: object, benches: Sequence[CellBench]
) -> CellOutput:
    """Hand in a function: call it on its cases, and define it in the learner's kernel.

    Benches show, line by line, the first shown case that is wrong, or else the first one.
    """
    results = results_of(exercise, answer, execute_in_process)
    # Its trial must have been loaded, or raised an exception. Errors in the calls are allowed.
    may_run = not results[0].loading or results[0].trouble == "raised"
    trouble = _run(answer, shell) if may_run else ""
    output, _ = _handed_in(exercise, answer, results, _printed(exercise, results), trouble)
    if benches and (told := told_call(exercise, answer, results)):
        _, recording, says = told
        for bench in benches:
            bench.show_call(answer, recording, *says)
    return output


def _drive(exercise: Exercise, answer: str, benches: Sequence[CellBench]) -> CellOutput:
    """Hand in a drive: run it from every start separately, and play it in its benches."""
    drives = list(drives_in_process(answer, courses_of(exercise)))
    results = [drive.as_result for drive in drives]
    output, graded = _handed_in(exercise, answer, results, _captioned(results[0].printed))
    for bench in benches:
        bench.show_drive(answer, drives, graded)
    return output


def _play(
    exercise: Exercise, answer: str, shell: object, benches: Sequence[CellBench]
) -> CellOutput:
    """Hand in a strategy: play its games in a separate namespace, and save one that it lost.

    The strategy is also defined in the learner's kernel, so that it can play at a table.
    Benches mark the line of an error that broke off a game.
    """
    results = execute_in_process(answer, STRATEGY, series_of(exercise))
    games = [game for result in results for game in result.value]
    printed = next((game.printed for game in games if game.printed), "")
    output, _ = _handed_in(exercise, answer, results, _captioned(printed))
    if lost := lost_game(answer, series_of(exercise)):
        with suppress(FolderError):  # the saved game is optional help
            write_whole(Answers().folder / lost.saved_as, text_of(lost.match))
    broken = next((game for game in games if game.broke), None)
    result = (broken and broken.broke) or Result()
    if not result.loading:
        _run(answer, shell)
    says = [broke_says(broken, answer)] if broken else []
    for bench in benches:
        bench.show_call(answer, Recording((), result), *says)
    return output


def _captioned(printed: str) -> tuple[str, str]:
    """Return a caption and `printed`, or two empty strings if nothing was printed."""
    return (say("Your code printed:"), printed) if printed else ("", "")


def _run(source: str, shell: Any) -> str:
    """Run `source` in `shell` like a cell: names that it defines stay, and its last value is shown.

    Return a sentence about an error instead of a traceback, or "" if there was no error.
    """
    number = len(shell.history_manager.input_hist_raw) - 1
    file = shell.compile.cache(source, number)  # so that later tracebacks show its lines
    try:
        body = ast.parse(source).body
        last = [body.pop()] if body and isinstance(body[-1], ast.Expr) else []
        exec(shell.compile(ast.Module(body, []), file, "exec"), shell.user_ns)
        exec(shell.compile(ast.Interactive(last), file, "single"), shell.user_ns)
    except BaseException as error:
        return Stopped(trouble_of(error, file), say("your code"), source=source).says
    return ""


def _handed_in(
    exercise: Exercise,
    answer: str,
    results: Sequence[Result],
    printed: tuple[str, str],
    trouble: str = "",
) -> tuple[CellOutput, Grade]:
    answers = Answers()
    is_stopped = any(result.trouble == "stopped" for result in results)
    is_as_given = answer.strip() == exercise.file.given.strip()
    cannot, ran = "", {answer: list(results)}

    def known(source: str, function: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        """Return `results` when `answer` is asked for first; later calls of it may be different."""
        return ran.pop(source, None) or execute_in_process(source, function, calls)

    try:
        judge = grade if is_stopped or is_as_given else answers.hand_in
        graded = judge(exercise, answer, known)
    except FolderError as error:
        graded, cannot = grade(exercise, answer, known), error.says
    graded = explain(exercise, answer, graded)
    says = (*graded.says, trouble, cannot, answers.notice)
    score = points_in_words(graded.points, exercise.possible)
    if (best := points_of(exercise, answers)) > graded.points:
        score += ". " + say("Your best so far: {points}.", points=best)
    told = tuple(dict.fromkeys(filter(None, says)))
    mood = "" if is_as_given else "good" if graded.solved else "look"
    return CellOutput(told, *printed, score, mood), graded


def _printed(exercise: Exercise, results: Sequence[Result]) -> tuple[str, str]:
    """Return a caption and the text that the first wrong case printed, or two empty strings.

    If no case is wrong, use the first case. Hidden cases are left out.
    """
    if (number := told_case(exercise, results)) is not None:
        case, result = exercise.cases[number], results[number]
        # If nothing was returned, the sentence about it mentions the printed text already.
        told = result.value is None and not result.trouble
        if result.printed and not result.loading and not told:
            return say("{call} printed:", call=case.of(exercise.file.function)), result.printed
    return "", ""
