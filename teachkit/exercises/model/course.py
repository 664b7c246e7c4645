"""Data classes for the file `course.toml`, one for each table of the file."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class RulesCard:
    """The rules of a game on a card, which is printed with the handout of a lesson.

    Attributes:
        title: The heading of the card. `title = "The rules of the valley"`
        text: The rules, which may have **bold** and `code` parts. `text = "Pits stop a bot."`
        board: The exercise whose first board is drawn below the text. By default, there is no
            picture. `board = "19-02"`
    """

    title: str
    text: str
    board: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson of a course: its place on the map, its length, and the part of the rover it gives.

    Attributes:
        number: The number of the lesson, with which its notebook's name begins. `number = "51"`
        place: The name of the place on the map. `place = "Camp One"`
        at: The position of the place, in percent from the left and from the top. `at = [14, 80]`
        periods: The number of periods that the lesson takes. `periods = 2`
        part: The part of the rover that learners win in this lesson. `part = "stripe"`
        python: The Python that the lesson teaches. `python = ["for", "range"]`
        card: The rules to print with the handout.
            `card = { title = "Pits", text = "Pits stop a bot." }`
    """

    number: str
    place: str
    at: tuple[float, float] = (50, 50)
    periods: int = 1
    part: str = ""
    python: tuple[str, ...] = ()
    card: RulesCard | None = None


@dataclass(frozen=True)
class MapSettings:
    """The settings of the map.

    Attributes:
        show: Whether learners see the map of the course and the parts of their rover.
            `show = false`
    """

    show: bool = True


@dataclass(frozen=True)
class Course:
    """The contents of `course.toml`.

    Attributes:
        lessons: The lessons in their order, each in a `[[lessons]]` table.
            `lessons = [{ number = "51", place = "Camp One" }]`
        map: The settings of the map. `map = { show = false }`
    """

    lessons: tuple[Lesson, ...] = ()
    map: MapSettings = MapSettings()

    @property
    def shows_map(self) -> bool:
        """Whether learners see the map and the parts; `TEACHKIT_MAP=off` switches them off, too."""
        return self.map.show and os.environ.get("TEACHKIT_MAP") != "off"

    def after(self, lesson: str) -> list[str]:
        """Return the numbers of the lessons after `lesson`, in their order."""
        numbers = [each.number for each in self.lessons]
        return numbers[numbers.index(lesson) + 1 :] if lesson in numbers else []
