"""Feedback for each learner of a class: a web page that works without a kernel.

A page is given to its learner, so it shows nothing about anybody else, no hidden board, and none of
the teacher's notes. Runs are shown only for a few exercises, so that a page stays small and prints
on one or two sheets.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress

from markupsafe import Markup

from teachkit.classroom.grading.grade import Graded, Row, shown_part
from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.classroom.report import answer_drawing
from teachkit.classroom.report.mistakes import Talk, heading, ideas_to_talk_about, newest, totals
from teachkit.classroom.sandbox.sandbox import NotRunError, Sandbox, Turn
from teachkit.core.strings import first_free, readable
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.sources import replays
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import points_in_words
from teachkit.widgets.common.page import View, page
from teachkit.widgets.common.still import WIDTH, Still, prose
from teachkit.widgets.player import Player
from teachkit.widgets.workbench.source_scenes import drive_scene
from teachkit.words import say, translate

MOST_SHOWN = 4  # exercises and ideas
ROOM = 400_000  # letters, for all runs of a page
MOST_SAID = 3
MOST_IDEAS = 2
MOST_NEXT = 3
LONGEST_NAME = 50

# Characters that some file system does not allow in a name.
_NOT_IN_FILES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')


def feedback_pages(book: Gradebook, trusted: bool = False) -> Iterator[tuple[str, str]]:
    """Yield a file name and a page for each learner of `book`.

    If `trusted` is true, functions may run without a sandbox.
    """
    taken = set[str]()
    for graded in book.learners:
        yield file_name(graded.learner, taken), feedback_page(book, graded, trusted)


def file_name(learner: str, taken: set[str]) -> str:
    """Return a file name for a page of `learner` that every file system allows, and add its key.

    Names in `taken` are not used again, not even with small letters for capital ones.

    >>> taken = set()
    >>> file_name("Ada/../b", taken), file_name("CON", taken), file_name("con", taken)
    ('feedback-Ada-..-b.html', 'feedback-CON.html', 'feedback-con-2.html')
    """
    name = _NOT_IN_FILES.sub("-", unicodedata.normalize("NFC", readable(learner)))[:LONGEST_NAME]

    def key(each: str) -> str:
        return unicodedata.normalize("NFKC", each).casefold()

    made = first_free(name, lambda each: key(each) not in taken)
    taken.add(key(made))
    return f"feedback-{made}.html"


def feedback_page(book: Gradebook, graded: Graded, trusted: bool = False) -> str:
    """Return the page for the learner `graded` as one HTML file."""
    rows = [row for row in graded.rows if row.exercise in book.exercises]
    theirs = {row.exercise: book.exercise_of(row) for row in rows}
    asked = {name: shown_part(each) for name, each in (book.exercises | theirs).items()}
    answered = [row for row in rows if row.answer or row.override]
    wrong = [row for row in answered if row.is_wrong and row.counted < row.possible]
    done = [row for row in answered if row not in wrong]
    own = Gradebook(asked, (graded,))
    ideas = ideas_to_talk_about(own)[:MOST_IDEAS]
    shown, others = wrong[: MOST_SHOWN - len(ideas)], wrong[MOST_SHOWN - len(ideas) :]
    chosen = shown or [row for row in done if row.solved][-1:]
    untried = [row.exercise for row in rows if not row.answer and not row.override]
    turn = Turn(trusted)
    views = list(_small([_view(asked[row.exercise], row, turn) for row in chosen]))
    return page(
        say("Feedback for {name}", name=graded.learner),
        views,
        template="feedback",
        numbers=[*filter(None, [points_in_words(*totals(rows)), newest(own)])],
        comment=graded.comment,
        has_answers=bool(answered),
        are_wrong=bool(wrong),
        ideas=list(map(_idea, ideas)),
        done=[_line(asked[row.exercise], row) for row in done],
        others=[_line(asked[row.exercise], row) for row in others],
        following=[(name, heading(asked[name])) for name in untried[:MOST_NEXT]],
        more=max(len(untried) - MOST_NEXT, 0),
    )


def _points(row: Row) -> str:
    """Return a sentence with the points that count, and whether the teacher has changed them."""
    if row.blank and not row.is_changed:
        return say("not marked yet")
    points = points_in_words(row.counted, row.possible)
    changed = say("{points}, changed by your teacher", points=points)
    return changed if row.is_changed else points


def _comment(row: Row) -> str:
    return row.override.comment if row.override else ""


def _line(exercise: Exercise, row: Row) -> tuple[str, str, str]:
    return heading(exercise), _points(row), _comment(row)


def _small(views: Sequence[View]) -> Iterator[View]:
    """Yield `views`; a run for which there is no room on the page is only a picture."""
    room = ROOM
    for view in views:
        size = len(str(view.widget.scene)) if isinstance(view.widget, Player) else 0
        fits = size <= room
        room -= size if fits else 0
        yield view if fits else view._replace(widget=None)


def _view(exercise: Exercise, row: Row, turn: Turn) -> View:
    """Return an exercise with the learner's answer, what is wrong with it, and a run to watch.

    The run is on the first board on which the answer fails, or on the first board.
    """
    answer, says, board, player = row.answer, row.says, None, None
    with suppress(TeachkitError, NotRunError), turn.at(exercise):
        judged = grade(exercise, answer, Sandbox().execute)
        # What was said may be about a hidden board or case, which learners never see.
        says = explain(exercise, answer, judged).says
        if judged.solved and not row.solved:
            says = (say("This works on every board or case that you can see, but not on all."),)
        board = answer_drawing.board_drawn(exercise, answer)
        player = _player(exercise, answer)
    hints, seen = exercise.file.hints, row.self_report.hints or 0
    view = player.as_view() if player else View(None, Still(b"", "", ""), [], "")
    about = {
        "points": _points(row),
        "comment": _comment(row),
        "text": Markup(prose(translate(exercise.file.text))),
        "says": says[:MOST_SAID],
        "answer": answer_drawing.answer_drawn(exercise, answer),
        "given": answer_drawing.given_drawn(exercise),
        "board": board,
        "hint": translate(hints[min(seen, len(hints) - 1)]) if hints and row.is_wrong else "",
        "call": row.exercise,
    }
    return view._replace(heading=heading(exercise), about=about)


def _player(exercise: Exercise, answer: str) -> Player | None:
    """Return a player for the run of `answer`, or of the program that the exercise asks about.

    Return `None` if nothing runs on a board. Python is run in the sandbox.
    """
    form, number = exercise.kind.form, answer_drawing.failed_board(exercise, answer)
    if not exercise.starts or form.is_exercise:
        return None
    start = exercise.starts[number]
    if form.runs_python:
        drive = replays(exercise, answer, Sandbox().execute)[number]
        return Player(drive_scene(answer, drive, exercise), still=png(start.state, size=WIDTH))
    program = exercise.kind.program(exercise, answer)
    program = exercise.given if program is None else program
    if not program:
        return None
    run = attempt(exercise, program, start)
    return Player(replay_data(run.trace, run.game, run.program), still=png(start.state, size=WIDTH))


def _idea(talk: Talk) -> dict[str, object]:
    exercise, board = heading(talk.exercise), talk.board
    where = {"exercise": exercise, "number": board}
    look = say("You can see it here: {exercise}, board {number}", **where)
    return {
        "says": translate(talk.idea.says),
        "look": look if board else say("You can see it here: {exercise}", exercise=exercise),
        "board": answer_drawing.board_drawn(talk.exercise, board and f"{board}: {talk.answer}"),
        "given": answer_drawing.given_drawn(talk.exercise),
    }
