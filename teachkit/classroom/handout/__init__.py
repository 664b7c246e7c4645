"""`teachkit handout`: a lesson on paper, for a class that works without computers.

A handout has a page for each exercise, with the boards and room for the answer; a card with the
rules comes first if the course has one for the lesson. The last pages have cards to cut out, enough
to build a program of typical length for any one exercise of the lesson. An answer key has the
solutions instead, and the likely mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from teachkit.classroom.handout.deck import deck
from teachkit.classroom.handout.key import key_pages
from teachkit.classroom.handout.pages import exercise_pages, rules_pages, shared_pages
from teachkit.classroom.library import exercises_of, find_exercise, load
from teachkit.draw.paper import pdf, sheets
from teachkit.errors import DataError
from teachkit.exercises.authoring.proof import exercise_paths
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say


@dataclass(frozen=True)
class Handout:
    """A handout as a PDF file, with counts of its pages, exercises and cards."""

    pdf: bytes
    pages: int
    exercises: int
    cards: int


def handout(name: str, paper: str = "a4", folder: Path | None = None, key: bool = False) -> Handout:
    """Return a handout for the lesson (such as `"02"`), the exercise or the folder `name`.

    On the sheets of a folder, small exercises share a page. With `key`, return the answer key
    instead. `paper` is `"a4"` or `"letter"`. Raise `UnknownNameError` if there is no such lesson or
    exercise, and `DataError` if the folder has no exercises.
    """
    exercises = _exercises(name, folder)
    if key:
        pages = list(key_pages(exercises, paper))
        return Handout(pdf(pages, f"teachkit {name}"), len(pages), len(exercises), 0)
    faces = deck(exercises)
    pages = list(rules_pages(name, paper, folder))
    if Path(name).is_dir():
        pages += shared_pages(exercises, paper)
    else:
        pages += [page for exercise in exercises for page in exercise_pages(exercise, paper)]
    pages += sheets(faces, paper)
    return Handout(pdf(pages, f"teachkit {name}"), len(pages), len(exercises), len(faces))


def _exercises(name: str, folder: Path | None) -> list[Exercise]:
    """Return the exercises of the folder, the lesson or the exercise `name`."""
    if found := exercises_of(name, folder):
        return found
    if not Path(name).is_dir():
        return [find_exercise(name, folder)]
    if found := [load(path) for path in exercise_paths([Path(name)])]:
        return found
    raise DataError(say("there is no exercise file here"), Path(name))
