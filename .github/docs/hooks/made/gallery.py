"""The gallery: games, lessons and kinds of exercises, with pictures and with runs to step through.

Nothing of it is stored: pictures and runs are made by the product whenever the site is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape

import nbformat

from made.reference import said_of
from teachkit.classroom.library import (
    course,
    exercise_files,
    exercises_of,
    find_exercise,
    packaged_lessons,
)
from teachkit.classroom.pages import squeezed
from teachkit.draw.expedition import places, small_png
from teachkit.draw.picture import png
from teachkit.draw.scene import scene
from teachkit.errors import AnswerError
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.explaining.explain import report
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import game
from teachkit.widgets.workbench.run_pages import report_page

SIZE = 360  # pixels: the longer side of a board's picture
LESSONS = {lesson.number: lesson for lesson in course(packaged_lessons()).lessons}
GAMES = {
    "algoracing": "06-08-the-tour-of-the-corners",
    "lovelace": "10-07-three-cogwheels",
    "calamitron": "20-07-no-room-to-pass",
    "roborally": "19-12-by-belt-post",
}
"""The exercise whose run shows each game."""


@cache
def run_of(exercise: Exercise) -> str:
    """Return the run of the exercise's solution as a web page, or "" if nothing runs in it."""
    try:
        return report_page(report(exercise, solution(exercise)))
    except AnswerError:
        return ""


@cache
def all_exercises() -> tuple[Exercise, ...]:
    """Return all packaged exercises, in the order of the lessons."""
    return tuple(map(find_exercise, exercise_files()))


@cache
def of_kind(kind: str) -> Exercise:
    """Return an exercise of a kind: the first one with a run, if there is any."""
    alike = [each for each in all_exercises() if each.kind.name == kind]
    quick = (each for each in alike if not each.file.match.opponents)
    return next((each for each in quick if run_of(each)), alike[0])


@cache
def of_lesson(lesson: str) -> Exercise | None:
    """Return the last exercise of a lesson that is required and has a run to show."""
    required = [each for each in exercises_of(lesson, packaged_lessons()) if _is_shown(each)]
    return next((each for each in reversed(required) if run_of(each)), None)


def _is_shown(exercise: Exercise) -> bool:
    return exercise.file.phase != "stretch" and not exercise.file.match.opponents


@cache
def of_game(name: str) -> Exercise:
    """Return the exercise that shows a game."""
    return find_exercise(GAMES[name])


def shown() -> dict[str, Exercise]:
    """Return the exercises whose runs are on the site, by their ids."""
    found = [*map(of_game, GAMES), *map(of_kind, KINDS), *map(of_lesson, LESSONS)]
    return {each.id: each for each in found if each and run_of(each)}


def files() -> dict[str, bytes | str]:
    """Return the pages of the runs and the pictures, by their paths on the site."""
    runs: dict[str, bytes | str] = {f"runs/{name}.html": run_of(it) for name, it in shown().items()}
    pictures = {
        f"pictures/boards/{each.id}.png": squeezed(png(each.starts[0].state, size=SIZE))
        for each in {*shown().values(), *map(of_kind, KINDS)}
        if each.starts
    }
    drawn = {f"pictures/places/{number}.png": small_png(it) for number, it in places().items()}
    rover = game("algoracing").setup(floor=".", rovers={"red": "a1 east"}).state()
    return runs | pictures | drawn | {"pictures/rover.png": squeezed(png(rover, size=64))}


# -- pages ---------------------------------------------------------------------------------------


def games(name: str) -> str:
    """Return the example of one game: a task, and its solution to step through."""
    return "\n\n".join(_live(of_game(name)))


def kinds() -> str:
    """Return a section for each kind of exercise, with an example."""
    return "\n\n".join(line for name in KINDS for line in _kind(name))


def _kind(name: str) -> Iterator[str]:
    exercise = of_kind(name)
    yield f"## {name}"
    yield said_of("kinds")[name]
    count = sum(each.kind.name == name for each in all_exercises())
    yield f"The lessons have {count} exercises of this kind. One of them is `{exercise.id}`."
    yield from _live(exercise)


def _live(exercise: Exercise) -> Iterator[str]:
    """Yield the run of an exercise, or if nothing runs in it, its task and its board."""
    if run_of(exercise):
        title = escape(f"Run of the solution of {exercise.id}", quote=True)
        page = f"../runs/{exercise.id}.html"
        yield f'<iframe class="run" loading="lazy" src="{page}" title="{title}"></iframe>'
        yield f"[Open this run as a page of its own]({page})"
    else:
        yield f"> **{exercise.title}.** {exercise.file.text}"
        yield from (_board(exercise),) if exercise.starts else ()
        yield f"The solution:\n\n```python\n{solution(exercise).strip()}\n```"


def _board(exercise: Exercise) -> str:
    alt = escape(scene(exercise.starts[0].state).alt, quote=True)
    return f"![{alt}](../pictures/boards/{exercise.id}.png)"


def lessons() -> str:
    """Return a section for each lesson: its picture, its aims, its exercises and a run."""
    return "\n\n".join(line for number in LESSONS for line in _lesson(number))


def _lesson(number: str) -> Iterator[str]:
    [file] = packaged_lessons().glob(f"{number}-*.ipynb")
    first = nbformat.read(file, as_version=4).cells[0].source
    title, _, aims = first.partition("\n")
    yield f"## {title.removeprefix('# ')} {{ #lesson-{number} }}"
    yield f"![{escape(places()[number].alt, quote=True)}](../pictures/places/{number}.png)"
    yield aims.strip()
    if exercise := of_lesson(number):
        yield f"[Step through {exercise.title}](../runs/{exercise.id}.html) · " + _notes(number)
    else:
        yield _notes(number)
    rows = [
        f"| {each.id} | {each.title} | {each.kind.name} | {each.file.phase} |"
        for each in exercises_of(number, packaged_lessons())
    ]
    summary = f'??? abstract "{len(rows)} exercises"'
    table = ["| id | title | kind | part of the lesson |", "|---|---|---|---|", *rows]
    yield "\n".join([summary, "", *(f"    {line}" for line in table)])


def _notes(number: str) -> str:
    return f"[Notes for teachers](../teachers/{number}.md)"


def plan() -> str:
    """Return a table of all lessons, with their periods and what they teach of Python."""
    rows = ["| lesson | place | periods | exercises | Python |", "|---|---|---|---|---|"]
    for number, lesson in LESSONS.items():
        count = len(exercises_of(number, packaged_lessons()))
        python = ", ".join(f"`{word}`" for word in lesson.python)
        link = f"[{number}](gallery/lessons.md#lesson-{number})"
        rows.append(f"| {link} | {lesson.place} | {lesson.periods} | {count} | {python} |")
    return "\n".join(rows)
