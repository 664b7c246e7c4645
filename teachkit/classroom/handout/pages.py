"""The pages of a worksheet: a page for each exercise, and the card with a lesson's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from teachkit.classroom.handout.drawing import SMALL, TEXT, draw_program, first_state, on_paper
from teachkit.classroom.handout.parts import draw_parts, needed
from teachkit.classroom.library import course, find_exercise
from teachkit.core.run.flow import called
from teachkit.draw import paths
from teachkit.draw.paper import GREY, MARGIN, Page
from teachkit.draw.shapes import Shape
from teachkit.exercises.judging.checks import asked_text
from teachkit.exercises.judging.program_runs import asks
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say, say_many, translate

# Millimetres: if less is left for a board, the parts to fill in go on a second page.
_LEAST_BOARD = 62.0
_SMALL_BOARD = 50.0  # of an exercise that shares a page
_GAP = 5.0  # between exercises that share a page
_HIGHEST_BOARD = 95.0  # of the picture on a card with rules, or on a shared page


def rules_pages(lesson: str, paper: str, folder: Path | None) -> Iterator[Page]:
    """Yield a page with the card of rules of `lesson`, if the course has one.

    Its picture fills the rest of the page, but is no larger than a learner needs to read it.
    """
    card = next((each.card for each in course(folder).lessons if each.number == lesson), None)
    if card:
        page = Page(paper)
        page.top -= 2
        page.write(translate(card.title), 17, "**")
        page.write(translate(card.text), TEXT)
        if card.board:
            high = min(page.left_over - 8, _HIGHEST_BOARD)
            page.top -= high + 4
            state = first_state(find_exercise(card.board, folder))
            page.board(state, MARGIN, page.top, page.inner, high)
        low, wide = page.top - 4, page.inner + 10
        frame = paths.rounded_rectangle(MARGIN - 5, low, wide, page.height - MARGIN + 3 - low, 4)
        page.draw([Shape(frame, line=GREY, width=0.5)])
        yield page


def exercise_pages(exercise: Exercise, paper: str, name: str = "") -> Iterator[Page]:
    """Yield the exercise's page, or two pages if the parts to fill in need a page of their own.

    `name` is the name of the learner, if the page is for a certain one.
    """
    page = Page(paper)
    _task(page, exercise, name)
    if exercise.shown_starts:
        below = needed(exercise, paper)
        fits = page.left_over - below >= _LEAST_BOARD * _across(exercise)
        _boards(page, exercise, page.left_over - (below if fits else 0))
        if not fits:
            yield page
            page = Page(paper)
            _head(page, exercise, name)
    draw_parts(page, exercise)
    yield page


def shared_pages(exercises: Sequence[Exercise], paper: str, name: str = "") -> Iterator[Page]:
    """Yield the pages of `exercises`; small ones with one board share a page where they fit."""
    whole = Page(paper).left_over
    group, used = list[Exercise](), 0.0
    for exercise in exercises:
        blank = Page(paper)
        _task(blank, exercise, name)
        is_small = len(exercise.shown_starts) == 1 and not exercise.kind.form.runs_python
        high = whole - blank.left_over + needed(exercise, paper) if is_small else whole
        if group and used + high + _SMALL_BOARD * (len(group) + 1) > whole:
            yield from _together(group, used, paper, name)
            group, used = [], 0.0
        group, used = [*group, exercise], used + high
    if group:
        yield from _together(group, used, paper, name)


def _together(group: Sequence[Exercise], used: float, paper: str, name: str) -> Iterator[Page]:
    """Yield a page with the exercises in `group`, which need `used` millimetres without boards."""
    if len(group) == 1:
        yield from exercise_pages(group[0], paper, name)
        return
    page = Page(paper)
    high = min((page.left_over - used) / len(group) - _GAP, _HIGHEST_BOARD)
    for exercise in group:
        _task(page, exercise, name)
        _boards(page, exercise, high)
        draw_parts(page, exercise)
        page.top -= _GAP
    yield page


def _task(page: Page, exercise: Exercise, name: str) -> None:
    """Draw the head, the text, and the programs that the exercise gives."""
    _head(page, exercise, name)
    page.write(on_paper(asked_text(exercise)), TEXT)
    if exercise.given:
        page.write(say("The program:"), SMALL, "**")
        draw_program(page, exercise, exercise.given)
    _others(page, exercise)


def _head(page: Page, exercise: Exercise, name: str) -> None:
    """Draw the head of a page: the title, the exercise's id and points, and the learner's name.

    Without `name`, there is room to write one.
    """
    possible = say_many("{number} point", "{number} points", exercise.possible)
    right = page.width - MARGIN
    if name:
        page.put(name, right, page.top - 4, TEXT, "**", "right")
    else:
        page.put(say("Name:"), right - 62, page.top - 4, SMALL, colour=GREY)
        page.rule((right - 48, page.top - 5), (right, page.top - 5))
    page.put(f"{exercise.id} · {possible}", MARGIN, page.top - 3, SMALL, colour=GREY)
    page.top -= 7
    page.write(translate(exercise.title), 17, "**")


# -- boards --------------------------------------------------------------------------------------


def _across(exercise: Exercise) -> int:
    """Return how many of the exercise's boards are drawn side by side."""
    return 1 if len(exercise.shown_starts) == 1 else 2


def _boards(page: Page, exercise: Exercise, height: float) -> None:
    """Draw the boards of the shown starts in an area that is `height` millimetres high.

    If the exercise asks a question about each board, the question is printed below that board.
    """
    starts, across = exercise.shown_starts, _across(exercise)
    is_asked = exercise.kind.form.names_start
    caption = (6 if len(starts) > 1 else 0) + (10 if is_asked else 0)
    wide, high = page.inner / across, height / -(-len(starts) // across)
    for place, start in enumerate(starts):
        down, column = divmod(place, across)
        left, top = MARGIN + column * wide, page.top - down * high
        side, middle = min(wide - 6, 150), left + wide / 2
        base = top - high + caption
        page.board(start.state, middle - side / 2, base + 3, side, high - caption - 5)
        low = base - 4
        if len(starts) > 1:
            page.put(say("Board {number}", number=place + 1), middle, low, SMALL, "**", "center")
            low -= 7
        if is_asked:
            question = asks(exercise, start) if exercise.file.after else say("How does it end?")
            page.put(question, left + 6, low, SMALL)
            page.rule((left + 8 + 1.8 * len(question), low - 1), (left + wide - 6, low - 1))
    page.top -= height


def _others(page: Page, exercise: Exercise) -> None:
    """Draw the programs of the players whom the learner does not program.

    If the programs are the same on all boards, they are drawn as cards; otherwise, as text.
    """
    boards = [dict(exercise.game.programs(start.state)) for start in exercise.shown_starts]
    if all(board == boards[0] for board in boards):
        for name, program in boards[0].items() if boards else ():
            page.write(say("{actor}'s program:", actor=called(name)), SMALL, "**")
            draw_program(page, exercise, program)
        return
    for number, board in enumerate(boards, 1):
        says = "; ".join(f"{called(name)}: `{program}`" for name, program in board.items())
        page.write(f"{say('Board {number}', number=number)}. {says}", TEXT)
