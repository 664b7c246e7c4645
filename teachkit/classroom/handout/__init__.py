"""`teachkit handout`: a lesson on paper, for a class that works without computers.

A handout has a page for each exercise, with the boards and room for the answer; a card with the
rules comes first if the course has one for the lesson. The last pages have cards to cut out, enough
to build a program of typical length for any one exercise of the lesson. An answer key has the
solutions instead, and the likely mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from teachkit.classroom.handout.deck import deck
from teachkit.classroom.handout.key import key_pages
from teachkit.classroom.handout.pages import exercise_pages, rules_pages, shared_pages
from teachkit.classroom.library import exercises_of, find_exercise, load
from teachkit.classroom.variants import variants_in
from teachkit.draw.paper import can_draw, pdf, sheets
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


def handout(
    name: str,
    paper: str = "a4",
    folder: Path | None = None,
    key: bool = False,
    pupils: Sequence[str] = (),
) -> Handout:
    """Return a handout for the lesson (such as `"02"`), the exercise or the folder `name`.

    On the sheets of a folder, small exercises share a page. With `key`, return the answer key
    instead. With `pupils`, each of them has sheets of their own, with their variants of
    exercises and their name or, if it cannot be drawn, their number on the list. `paper` is
    `"a4"` or `"letter"`. Raise `UnknownNameError` if there is no such lesson or exercise, and
    `DataError` if the folder has no exercises.
    """
    exercises = _exercises(name, folder)
    if key:
        pages = list(key_pages(exercises, paper))
        return Handout(pdf(pages, f"teachkit {name}"), len(pages), len(exercises), 0)
    faces = deck(exercises)
    pages = list(rules_pages(name, paper, folder))
    for number, pupil in enumerate(pupils or [""], 1):
        known = pupil if can_draw(pupil) else say("Number {number} on the list", number=number)
        own = _exercises(name, folder, pupil) if pupil else exercises
        if Path(name).is_dir():
            pages += shared_pages(own, paper, known)
        else:
            pages += [page for each in own for page in exercise_pages(each, paper, known)]
    pages += sheets(faces, paper)
    return Handout(pdf(pages, f"teachkit {name}"), len(pages), len(exercises), len(faces))


def _exercises(name: str, folder: Path | None, pupil: str | None = None) -> list[Exercise]:
    """Return the exercises of the folder, the lesson or the exercise `name`.

    Of an exercise with variants, all are returned, or only the pupil's own.
    """
    if found := exercises_of(name, folder, pupil):
        return found
    if not pupil and name in (variants := variants_in(folder)):
        return [find_exercise(each, folder) for each in dict.fromkeys(variants[name].values())]
    if not Path(name).is_dir():
        return [find_exercise(name, folder, pupil or "")]
    if found := [load(path) for path in exercise_paths([Path(name)])]:
        return found
    raise DataError(say("there is no exercise file here"), Path(name))
