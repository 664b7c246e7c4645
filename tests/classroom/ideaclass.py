"""A made-up class in which pupils have wrong ideas: each one idea, through all exercises."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, islice, zip_longest
from pathlib import Path

from teachkit.exercises.misreadings.ideas import boards, wrong_answers
from teachkit.exercises.model.exercise import Exercise
from tests.classroom.madeup import Pupil, course, right
from tests.every_exercise import FILES

COMPUTED = ("predict", "trace", "choice", "order")
OFTEN = 2  # exercises on which an idea shows: somebody who has it gives it away there
NAMES = ("Ada", "Bo", "Cem", "Dee", "Emil", "Fay", "Gus", "Hal", "Ivy", "Jo")
SOUND = ("Kim", "Lou")
SLIPS = {"Mia": 3, "Ned": 5}


@cache
def computed() -> Mapping[str, Exercise]:
    """The exercises to which each idea gives an answer of its own."""
    return {name: asked for name, asked in course().items() if asked.kind.name in COMPUTED}


@cache
def have() -> Mapping[str, str]:
    """Ten pupils, each with an idea: in turn of each game those that show oftenest."""
    games: dict[str, Counter[str]] = {}
    for asked in computed().values():
        shows = dict.fromkeys(
            idea for board in boards(asked) for idea in wrong_answers(asked, board)
        )
        games.setdefault(asked.game.name, Counter()).update(shows.keys())
    ranked = [[idea for idea, times in found.most_common() if times >= OFTEN]
              for found in games.values()]  # fmt: skip
    ideas = dict.fromkeys(filter(None, chain.from_iterable(zip_longest(*ranked))))
    return dict(zip(NAMES, islice(ideas, len(NAMES)), strict=True))


def lessons(folder: Path) -> Path:
    """These exercises in a folder, as a teacher's own."""
    inside = folder / "exercises"
    inside.mkdir(parents=True)
    for path in FILES:
        if path.stem in computed():
            shutil.copy(path, inside)
    return folder


def hand_in(folder: Path) -> None:
    """Everybody's answers in this folder."""
    for pupil in _pupils():
        (folder / pupil.name).mkdir(parents=True)
        (folder / pupil.name / "answers.json").write_bytes(pupil.file())


def _pupils() -> Iterator[Pupil]:
    yield from (with_idea(name, idea) for name, idea in have().items())
    yield from (with_idea(name, "") for name in SOUND)
    yield from (with_slips(name, number) for name, number in SLIPS.items())


def with_idea(name: str, idea: str) -> Pupil:
    """Somebody who answers as this idea says, and rightly where it says nothing.

    Of several boards the pupil meets one: another in each exercise.
    """
    pupil, chance = Pupil(name), random.Random(name)
    for exercise, asked in computed().items():
        board = chance.choice([*boards(asked)])
        wrong = wrong_answers(asked, board).get(idea)
        pupil.answers(exercise, wrong or right(exercise), 0 if wrong else asked.possible)
    return pupil


def with_slips(name: str, number: int) -> Pupil:
    """Somebody who errs so often, as no idea would."""
    pupil, chance = with_idea(name, ""), random.Random(name)
    drives = sorted(
        exercise
        for exercise, asked in computed().items()
        if asked.kind.name == "predict" and asked.game.name == "algoracing"
    )
    places = [f"1: {square} {way}" for square in ("a1", "a2", "b1", "b2", "c1", "c3", "d2")
              for way in ("north", "east", "south", "west")]  # fmt: skip
    for exercise in chance.sample(drives, number):
        known = {*wrong_answers(course()[exercise], "1:").values(), f"1: {right(exercise)}"}
        pupil.answers(exercise, chance.choice([p for p in places if p not in known]), 0)
    return pupil
