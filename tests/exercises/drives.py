"""Courses for tests of drives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.driving import Course, Drive, drives_in_process
from teachkit.games import algoracing, lovelace

from .making import copied

ROVER_CARDS = ("forward", "all-forward", "jump", "left", "right", "u-turn")


FOLDER = Path(__file__).parent / "driving"
FILES = sorted(FOLDER.glob("*.toml"))


def stored(name: str) -> Exercise:
    """Return the stored exercise `corner`, of a rover, or `sixtyfour`, of the number machine."""
    return load_exercise(FOLDER / f"{name}.toml")


def as_lesson(number: str, folder: Path) -> None:
    """Copy the stored exercises into a folder as a separate lesson: `97-corner`, `97-sixtyfour`."""
    copied(FILES, number, folder)


def rover(floor: str = ". . . .\n. . . .", place: str = "a1 east", **more: Any) -> Course:
    """Return a course for a rover with all cards, sensors and gauges; `cards` limits them."""
    cards = more.pop("cards", dict.fromkeys(ROVER_CARDS))
    setup = algoracing.Setup(edition="sensors", floor=floor, rovers={"red": place}, **more)
    asks = [*algoracing.GAME.sensors.conditions, *algoracing.GAME.sensors.readings]
    return Course(algoracing.GAME, "red", setup.state(), cards, asks)


def machine(value: int = 55, **more: Any) -> Course:
    """Return a course for the number machine with everything that its engine offers."""
    state = lovelace.Setup(edition="machine", value=value, **more).state()
    cards = dict.fromkeys(card.name for card in lovelace.GAME.vocabulary(state))
    return Course(lovelace.GAME, "ada", state, cards, [*lovelace.GAME.sensors.readings])


def asked(**keys: Any) -> Exercise:
    """Return an exercise that asks for a drive to the sample."""
    data: dict[str, Any] = {
        "title": "A drive",
        "lesson": "12",
        "game": "algoracing",
        "edition": "sensors",
        "kind": "drive",
        "text": "Pick up the sample.",
        "hints": ["Think."],
        "starts": [{"floor": ". . *", "rovers": {"red": "a1 east"}, "samples": {"c1": "blue"}}],
        "checks": [{"check": "carries", "samples": 1}],
        "solution": {"answer": "while not carries():\n    forward()"},
    }
    return make_exercise("12-01-drive", data | keys)


def driven(source: str, course: Course | None = None) -> Drive:
    """Return the drive of a source on one course."""
    (drive,) = drives_in_process(source, [course or rover()])
    return drive


def said(source: str, course: Course | None = None) -> str:
    """Return the reason why a drive was stopped, or "" if it ended by itself."""
    return str(driven(source, course).trace.endless or "")
