"""The report on a class: doubtful grades, learners who need help, and topics to discuss.

The report is a single file without scripts, so it can be mailed, printed and read aloud.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.classroom.pages import INK, label, png_of, render
from teachkit.classroom.report import mistakes
from teachkit.classroom.report.answer_drawing import answer_drawn, board_drawn, given_drawn
from teachkit.classroom.report.mistakes import Mistake, Talk, Tried, heading
from teachkit.core.strings import cut
from teachkit.exercises.explaining.bughunt import was_seen_at_once
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import points_in_words
from teachkit.words import say, say_many, translate

MOST_NEEDY = 8
MOST_TALKS = 5
MOST_STUCK = 3
LONGEST_SHOWN = 80
ENOUGH = 0.75  # share of the points, in exercises that the class tried, that means "no help needed"

# The colours of exercises that were tried, from no points to all points.
SHADES = ("#f4c9a8", "#cfd9ee", "#9db9e3", "#5f8fd0", "#1f4e8c")
UNTRIED = "#ffffff"
# Lengths of the map in inches: its least width, the width of a letter below it, the size of a
# square, and the margins.
_WIDTH, _LETTER = 6.1, 0.052
_WIDE, _HIGH = 0.135, 0.19
_LEFT, _ABOVE, _BELOW = 1.9, 0.4, 0.2


def page(book: Gradebook, cannot: Sequence[str] = (), anonymous: bool = False) -> str:
    """Return the report on `book` as an HTML page.

    `cannot` lists the limits that the sandbox could not enforce. An `anonymous` report, which may
    be shown to the class, contains nothing about a single learner: the map shows the points for
    each exercise in order of size, and answers that may contain a name are left out.
    """
    went, ideas = mistakes.how_it_went(book), mistakes.ideas_to_talk_about(book)
    shown = book
    if anonymous:
        went, shown = list(map(mistakes.without_names, went)), mistakes.sorted_by_points(book)
        ideas = [talk for talk in ideas if len(talk.learners) >= mistakes.SEVERAL]
    hard = sorted((tried for tried in went if tried.stuck), key=lambda tried: -tried.stuck)
    alt = say("Each learner's points for each exercise. The table below shows the same points.")
    each = say("The points for each exercise, the most on top. No row is about one learner.")
    return render(
        "report",
        title=say("How the class did"),
        numbers=_numbers(book),
        anonymous=anonymous,
        distrust=[] if anonymous else list(_distrust(book, cannot)),
        needy=[] if anonymous else _needy(book),
        talks=hard[:MOST_TALKS],
        all=len(book.learners),
        ideas=[_idea(talk) for talk in ideas],
        map=heat_map(shown) if book.learners else b"",
        alt=each if anonymous else alt,
        columns=["" if anonymous else say("Learner"), *map(heading, book.exercises.values())],
        map_rows=[
            ("" if anonymous else f"learner-{number}", *_map_row(graded, book))
            for number, graded in enumerate(shown.learners)
        ],
        exercises=[_exercise(tried, tried.mistake) for tried in went if tried.mistake],
        learners=[] if anonymous else [_learner(graded, book) for graded in book.learners],
    )


def _numbers(book: Gradebook) -> list[str]:
    readable = [graded for graded in book.learners if graded.is_read]
    points, possible = mistakes.totals(row for graded in readable for row in graded.rows)
    return [
        say_many("{number} learner", "{number} learners", len(book.learners)),
        say_many("{number} exercise", "{number} exercises", len(book.exercises)),
        points_in_words(points, possible),
        *filter(None, [mistakes.newest(book)]),
    ]


def _distrust(book: Gradebook, cannot: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the heading and the lines of each list of problems that the teacher should check."""
    unread = [each for each in book.learners if not (each.is_read or each.is_missing)]
    others = [line for graded in book.learners if graded.is_read for line in _noted(graded)]
    if cannot:
        yield say("How functions were run:"), cannot
    if unread:
        lines = [f"{graded.learner}: {' '.join(graded.troubles)}" for graded in unread]
        yield say("No answers could be read from:"), lines
    if check := [*book.notes, *others, *book.blanks]:
        yield say("Please check:"), check


def _noted(graded: Graded) -> Iterator[str]:
    """Yield the notes on a learner's whole submission, then one line for notes on exercises.

    That line contains the first note on an exercise, and the number of the others.
    """
    yield from (f"{graded.learner}: {trouble}" for trouble in graded.troubles)
    noted = [(row.exercise, note) for row in graded.rows for note in row.notes]
    for exercise, note in noted[:1]:
        yield f"{graded.learner}, {exercise}: {note}{_more(len(noted) - 1)}"


def _more(number: int) -> str:
    return say(" (and {number} more)", number=number) if number > 0 else ""


def _needy(book: Gradebook) -> list[dict[str, object]]:
    numbers = {graded: number for number, graded in enumerate(book.learners)}
    needy = [each for each in mistakes.needs(book) if each.share < ENOUGH and each.possible]
    return [
        {
            "number": numbers[each.graded],
            "need": each,
            "begun": "" if each.stuck else "–" if each.points else say("has not started"),
            "stuck": [
                (row.exercise, heading(book.exercises[row.exercise]))
                for row in each.stuck[:MOST_STUCK]
            ],
            "more": _more(len(each.stuck) - MOST_STUCK),
        }
        for each in needy[:MOST_NEEDY]
    ]


def _idea(talk: Talk) -> dict[str, object]:
    return {
        "talk": talk,
        "board": board_drawn(talk.exercise, talk.board and f"{talk.board}: {talk.answer}"),
        "given": given_drawn(talk.exercise),
        "show_them": _show_them(talk),
        "both": talk.both,
    }


def _show_them(talk: Talk) -> str:
    """Return a sentence that tells the teacher which exercise and board to show to the class."""
    exercise = heading(talk.exercise)
    if talk.board:
        facts = {"exercise": exercise, "number": talk.board}
        return say("Show them board {number} of this exercise: {exercise}", **facts)
    return say("Show them this exercise: {exercise}", exercise=exercise)


def _map_row(graded: Graded, book: Gradebook) -> tuple[str, list[str]]:
    points = {row.exercise: str(row.shown_points) for row in graded.rows if row.answer}
    return graded.learner, [points.get(name, "–") for name in book.exercises]


def _exercise(tried: Tried, mistake: Mistake) -> dict[str, object]:
    return {
        **tried._asdict(),
        "board": board_drawn(mistake.exercise, mistake.answer),
        "given": given_drawn(mistake.exercise),
        "answer": answer_drawn(mistake.exercise, mistake.answer),
    }


def _learner(graded: Graded, book: Gradebook) -> dict[str, object]:
    noted = [row for row in graded.rows if row.notes or row.blank]
    notes = [f"{row.exercise}: {' '.join((*row.notes, row.blank)).strip()}" for row in noted]
    marks = _marks(graded, book)
    return {
        "graded": graded,
        "troubles": [*graded.troubles, *notes],
        "changes": list(_changes(graded)),
        "lessons": list(_lessons(graded, book)) if graded.is_read else [],
        "wrong": [_wrong(row, book) for row in graded.rows if row.is_wrong],
        "hints": sum(row.self_report.hints or 0 for row in graded.rows),
        "marked": len(marks),
        "marked_right": sum(marks),
    }


def _changes(graded: Graded) -> Iterator[str]:
    """Yield a sentence if the learner was late, and one for each of the teacher's changes."""
    if graded.is_late:
        yield say("This was handed in late.")
    if graded.comment:
        yield say("You wrote: {comment}", comment=graded.comment)
    for row in graded.rows:
        if row.override:
            points = points_in_words(row.counted, row.possible)
            facts = {"exercise": row.exercise[:5], "comment": row.override.comment}
            decided = say("{exercise}: {points}, as you decided. {comment}", points=points, **facts)
            yield decided if row.is_changed else say("{exercise}: you wrote: {comment}", **facts)


def _marks(graded: Graded, book: Gradebook) -> list[bool]:
    """Return, for each bug hunt, whether the first card that the learner picked was correct.

    Bug hunts in which the learner picked no card are left out.
    """
    marks = [(row.exercise, row.self_report.first_mark) for row in graded.rows]
    seen = [was_seen_at_once(book.exercises[name], [mark]) for name, mark in marks if mark]
    return [each for each in seen if each is not None]


def _lessons(graded: Graded, book: Gradebook) -> Iterator[tuple[str, bool]]:
    """Yield a pair for each lesson: a sentence with the points, and whether anything was tried."""
    rows = {row.exercise: row for row in graded.rows}
    for lesson in dict.fromkeys(exercise.lesson for exercise in book.exercises.values()):
        mine = [rows[name] for name, each in book.exercises.items() if each.lesson == lesson]
        points, possible = mistakes.totals(mine)
        facts = {"lesson": lesson, "points": points, "possible": possible}
        text = say("Lesson {lesson}: {points} of {possible}", **facts)
        if not_run := sum(bool(row.blank) for row in mine):
            text += say(", {number} not run", number=not_run)
        yield text, any(row.answer for row in mine)


def _wrong(row: Row, book: Gradebook) -> dict[str, object]:
    exercise = book.exercise_of(row)
    is_python = exercise.kind.form.runs_python
    return {
        "exercise": exercise,
        "row": row,
        "code": answer_drawn(exercise, row.answer) if is_python else "",
        "answer": cut(" ".join(row.answer.split()), LONGEST_SHOWN),
        "says": mistakes.wrong_says(row),
    }


# -- the map ---------------------------------------------------------------------------------------


def heat_map(book: Gradebook) -> bytes:
    """Return a PNG heat map of a class, with a row per learner and a column per exercise."""
    from matplotlib.figure import Figure

    learners = [each.learner for each in book.learners]
    names = [_column(exercise) for exercise in book.exercises.values()]
    across, down = max(len(names), 1), len(learners)
    square = min(max(_WIDE, _WIDTH / across), 2 * _WIDE)
    below = _BELOW + _LETTER * max(map(len, names), default=0)
    width = _LEFT + square * max(across, round(_WIDTH / square)) + 0.1
    height = below + _HIGH * down + _ABOVE
    figure = Figure((width, height), dpi=130, facecolor="#ffffff")
    inner = square * across / width, _HIGH * down / height
    axes: Any = figure.add_axes((_LEFT / width, below / height, *inner))
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
    axes.set_yticks(range(down), list(map(label, range(down), learners)), fontsize=9)
    axes.tick_params(length=0, colors=INK, pad=2)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.imshow(_pixels(book), aspect="auto", interpolation="nearest")
    _dots(axes, book)
    _grid(axes, book)
    _legend(figure, book, _LEFT / width, 1 - 0.2 / height)
    return png_of(figure)


def _column(exercise: Exercise) -> str:
    """Return the number and the title of `exercise`, if the font has its letters, or the number."""
    number = exercise.id[:5]
    title = label(-1, translate(exercise.title))
    return number if title == "0" else f"{number} {title}"


def _pixels(book: Gradebook) -> list[list[Any]]:
    """Return the colours of the squares of the map, row by row."""
    from matplotlib.colors import to_rgb

    judged = [{row.exercise: row for row in each.rows if row.is_judged} for each in book.learners]
    return [[to_rgb(_shade(rows.get(name))) for name in book.exercises or [""]] for rows in judged]


def _shade(row: Row | None) -> str:
    """Return the first of `SHADES` for no points, the last for all, one in between for some."""
    if not row:
        return UNTRIED
    most = len(SHADES) - 1
    if row.counted >= row.possible:
        return SHADES[most]
    return SHADES[min(-(-row.counted * most // row.possible), most - 1)]


def _dots(axes: Any, book: Gradebook) -> None:
    """Draw an `x` for each answer that earned no points, and a `?` for each that was not run.

    The symbols are for readers who cannot see the colours.
    """
    index = {name: x for x, name in enumerate(book.exercises)}
    for marker, blank in (("x", False), ("$?$", True)):
        spots = [
            (index[row.exercise], y)
            for y, graded in enumerate(book.learners)
            for row in graded.rows
            if row.answer and row.possible
            if (row.blank if blank else not (row.blank or row.counted))
        ]
        if spots:
            across, down = zip(*spots, strict=True)
            axes.scatter(across, down, s=10, marker=marker, color=INK, linewidths=0.7)


def _grid(axes: Any, book: Gradebook) -> None:
    """Draw thin lines between squares and thick ones between lessons."""
    lessons = [exercise.lesson for exercise in book.exercises.values()]
    wide = max(len(lessons), 1)
    for x in range(wide + 1):
        edge = x in (0, wide) or lessons[x - 1 : x] != lessons[x : x + 1]
        axes.axvline(x - 0.5, color=INK if edge else "#d5d9de", linewidth=0.8 if edge else 0.4)
    for y in range(len(book.learners) + 1):
        axes.axhline(y - 0.5, color="#d5d9de", linewidth=0.4)


def _legend(figure: Any, book: Gradebook, x: float, y: float) -> None:
    from matplotlib.patches import Patch

    untried = say("not tried, or not run (?)") if book.blanks else say("not tried")
    words = {
        untried: UNTRIED,
        say("tried, no points (x)"): SHADES[0],
        say("some points"): SHADES[2],
        say("all points"): SHADES[-1],
    }
    frame: dict[str, Any] = {"edgecolor": INK, "linewidth": 0.4}
    patches = [Patch(facecolor=words[word], label=word, **frame) for word in words]
    figure.legend(handles=patches, loc="center left", bbox_to_anchor=(x, y), ncols=4,
                  frameon=False, fontsize=9, labelcolor=INK, borderaxespad=0)  # fmt: skip
