"""A made-up class in which each pupil has one wrong idea throughout all exercises."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, islice, zip_longest
from pathlib import Path

from teachkit.exercises.misreadings.diagnosis import boards, wrong_answers
from teachkit.exercises.model.exercise import Exercise
from tests.classroom.madeup import Pupil, course, right
from tests.every_exercise import FILES

COMPUTED = ("predict", "trace", "choice", "order")
OFTEN = 2  # exercises on which an idea must show for its owner to be recognized
NAMES = ("Ada", "Bo", "Cem", "Dee", "Emil", "Fay", "Gus", "Hal", "Ivy", "Jo")
SOUND = ("Kim", "Lou")
SLIPS = {"Mia": 3, "Ned": 5}


@cache
def computed() -> Mapping[str, Exercise]:
    """Return the exercises for which the answer of each idea can be computed."""
    return {name: asked for name, asked in course().items() if asked.kind.name in COMPUTED}


@cache
def have() -> Mapping[str, str]:
    """Return ten pupils with an idea each: the most visible ones of each game in turn."""
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
    """Write these exercises into a folder, as a teacher's own."""
    inside = folder / "exercises"
    inside.mkdir(parents=True)
    for path in FILES:
        if path.stem in computed():
            shutil.copy(path, inside)
    return folder


def hand_in(folder: Path) -> None:
    """Write everybody's answers into this folder."""
    for pupil in _pupils():
        (folder / pupil.name).mkdir(parents=True)
        (folder / pupil.name / "answers.json").write_bytes(pupil.file())


def _pupils() -> Iterator[Pupil]:
    yield from (with_idea(name, idea) for name, idea in have().items())
    yield from (with_idea(name, "") for name in SOUND)
    yield from (with_slips(name, number) for name, number in SLIPS.items())


def with_idea(name: str, idea: str) -> Pupil:
    """Return a pupil who answers by this idea, and correctly where the idea makes no difference.

    If an exercise has several boards, the pupil gets one of them at random.
    """
    pupil, chance = Pupil(name), random.Random(name)
    for exercise, asked in computed().items():
        board = chance.choice([*boards(asked)])
        wrong = wrong_answers(asked, board).get(idea)
        pupil.answers(exercise, wrong or right(exercise), 0 if wrong else asked.possible)
    return pupil


def with_slips(name: str, number: int) -> Pupil:
    """Return a pupil who makes `number` mistakes that fit no idea."""
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
