"""The answer key of a lesson: solutions, computed answers, and likely mistakes with what to say.

Programs are drawn with their cards, and every board with the way that the piece takes. Hidden
boards are on the key, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from teachkit.classroom.handout.drawing import CODE, SMALL, TEXT, draw_program, on_paper
from teachkit.core.language.program import by_piece
from teachkit.core.run.flow import called
from teachkit.core.run.trace import Trace
from teachkit.draw.paper import GREY, MARGIN, Page, line_height
from teachkit.exercises.judging.program_runs import asked_run, attempt
from teachkit.exercises.making.wishes import made
from teachkit.exercises.model.exercise import Exercise, Start
from teachkit.exercises.model.forms import letters_of
from teachkit.words import say, say_many, translate

_ACROSS, _HIGH = 4, 48.0  # boards in a row, and the height of a row in millimetres


def key_pages(exercises: Sequence[Exercise], paper: str) -> Iterator[Page]:
    """Yield the pages of the answer key, with as many exercises on each page as fit."""
    page, is_blank = Page(paper), True
    page.write(say("Other programs may be right, too. Check them on the board."), SMALL)
    for exercise in exercises:
        head, *rest = _blocks(exercise)
        for blocks in ([head, *rest[:1]], *([each] for each in rest[1:])):
            trial = Page(paper)
            for draw in blocks:
                draw(trial)
            if trial.height - MARGIN - trial.top > page.left_over and not is_blank:
                yield page
                page = Page(paper)
            is_blank = False
            for draw in blocks:
                draw(page)
        page.top -= 4
    yield page


def _blocks(exercise: Exercise) -> Iterator[Any]:
    """Yield functions that draw the key of `exercise` on a page, from top to bottom."""
    answer = exercise.file.solution.answer
    if exercise.kind.solution:
        answer = exercise.kind.solution(exercise)
    yield partial(_head, exercise=exercise)
    yield partial(_answer, exercise=exercise, answer=answer)
    pictures = list(_pictures(exercise, answer))
    for place in range(0, len(pictures), _ACROSS):
        yield partial(_boards, pictures=pictures[place : place + _ACROSS])
    if says := exercise.file.solution.says:
        yield lambda page: page.write(on_paper(translate(says)), TEXT)
    for number in range(len(exercise.file.mistakes)):
        yield partial(_mistake, exercise=exercise, number=number)


def _head(page: Page, exercise: Exercise) -> None:
    possible = say_many("{number} point", "{number} points", exercise.possible)
    page.write(translate(exercise.title), 13, "**")
    about, right = f"{exercise.id} · {possible}", page.width - MARGIN
    page.put(about, right, page.top + 2, SMALL, align="right", colour=GREY)


def _answer(page: Page, exercise: Exercise, answer: str) -> None:
    """Draw an answer as cards if it is a program, and as text or code otherwise."""
    form = exercise.kind.form
    if form.is_exercise or form.names_start:
        return  # its board is drawn, with the answer below it
    program = exercise.kind.program(exercise, answer) if form.is_program or form.has_lanes else None
    if program is None and form.report in ("option", "options"):
        for letter in letters_of(answer):
            page.write(f"**{letter}**  {translate(exercise.options[letter].says)}", TEXT)
    elif program is None:
        for line in answer.strip("\n").split("\n"):
            page.top -= line_height(CODE)
            page.put(line, MARGIN + 4, page.top, CODE, "`")
        page.top -= 3
    elif form.is_program:
        draw_program(page, exercise, program)
    else:
        for name, lane in by_piece(program, exercise.player).items():
            page.write(say("{actor}'s program:", actor=called(name)), SMALL, "**")
            draw_program(page, exercise, lane)


def _pictures(exercise: Exercise, answer: str) -> Iterator[tuple[str, Trace]]:
    """Yield the runs to draw, each with a caption: the solution's, or the one that is asked for."""
    if exercise.kind.form.is_exercise:
        exercise = made(exercise, answer)
        answer = exercise.file.solution.answer
    for number, start in enumerate(exercise.starts, 1):
        caption = say("Board {number}", number=number)
        if start.hidden:
            caption = say("Board {number} (hidden)", number=number)
        if exercise.kind.form.names_start:
            caption += f": {asked_run(exercise, start).place}"
        if run := _run(exercise, answer, start):
            yield caption, run


def _run(exercise: Exercise, answer: str, start: Start) -> Trace | None:
    form = exercise.kind.form
    if form.names_start or (form.is_long and exercise.given):
        return asked_run(exercise, start).trace
    program = exercise.kind.program(exercise, answer)
    return attempt(exercise, program, start).trace if program else None


def _boards(page: Page, pictures: Sequence[tuple[str, Trace]]) -> None:
    """Draw the ends of runs side by side, with the way that the piece takes."""
    wide = page.inner / _ACROSS
    for place, (caption, trace) in enumerate(pictures):
        left, bottom = MARGIN + place * wide, page.top - _HIGH + 6
        page.board(trace.final, left, bottom, wide - 3, _HIGH - 8, trace)
        page.put(caption, left + (wide - 3) / 2, bottom - 4, SMALL, align="center")
    page.top -= _HIGH + 2


def _mistake(page: Page, exercise: Exercise, number: int) -> None:
    """Draw a likely mistake and what to say about it, below a heading if it is the first one."""
    mistake = exercise.file.mistakes[number]
    if not number:
        page.write(say("Likely mistakes, and what to say:"), SMALL, "**")
    answer = "; ".join(mistake.answer.strip("\n").split("\n"))
    shown = exercise.kind.form.is_exercise or exercise.kind.form.runs_python
    says = on_paper(translate(mistake.says))
    page.write(f"• {says}" if shown else f"• `{answer}`: {says}", TEXT)
