"""The expedition of the lessons: `tk.map()` shows the way, and `tk.place("01")` a place on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import traitlets

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import course, lesson_files
from teachkit.classroom.progress import Reached, ahead, journey, parts_won
from teachkit.draw import expedition
from teachkit.draw.algoracing import rover
from teachkit.draw.scene import scene
from teachkit.draw.svg import background_svg, sprite
from teachkit.errors import UnknownNameError
from teachkit.widgets.common.still import Still, show_with_still
from teachkit.widgets.common.widget import Data, Wording
from teachkit.words import say, say_many, translate

FIELDS = ("points", "badges", "medals")


def place(lesson: str) -> Still:
    """Return the opening picture of a lesson: `tk.place("03")`."""
    there = expedition.places()
    if lesson not in there:
        says = say('There is no place "{name}". The places are {first} to {last}.',
                   name=lesson, first=min(there), last=max(there))  # fmt: skip
        raise UnknownNameError(says)
    shown = there[lesson]
    return Still(expedition.small_png(shown), str(shown), "", width=expedition.WIDTH)


class Sentence(str):
    """A sentence that a lesson shows as a paragraph."""

    def __repr__(self) -> str:
        return str(self)


def map() -> Map | Sentence:  # noqa: A001
    """Return the widget with the map of the course: the places, and what the learner solved there.

    A folder without `course.toml` has no map, and a course can switch its map off.
    """
    if not course().lessons:
        return Sentence(say("These lessons have no map. A file course.toml would draw one."))
    if not course().shows_map:
        return Sentence(say("The map of this course is switched off."))
    return Map()


class Map(Wording, script="map/map.js"):
    """The map of the course: its places are links to the lessons, with what is solved there.

    What the map shows of the learner is in `shown`: `says`, `places` and `parts`. It
    is shown anew whenever the map comes into view, which raises `seen`.
    """

    picture = traitlets.Bytes().tag(sync=True)
    alt = traitlets.Unicode().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    rover = traitlets.Bytes().tag(sync=True)
    seen = traitlets.Int(0).tag(sync=True)

    def __init__(self) -> None:
        spots = (expedition.Spot(each.number, each.place, each.at) for each in course().lessons)
        drawn = expedition.Map(tuple(spots))
        super().__init__(picture=background_svg(drawn), alt=scene(drawn).alt)
        picture, text = expedition.small_png(drawn), say("Your progress appears here.")
        self.still = Still(picture, self.alt, f"{drawn}\n{text}", width=expedition.MAP_WIDTH)
        self.observe(lambda change: self.tell(), "seen")

    def tell(self) -> None:
        """Show how far the learner has come, and the parts of the learner's rover."""
        answers = Answers()
        reached, won = journey(answers), parts_won(answers)
        files = {number: path.name for number, path in lesson_files().items()}
        following = ahead(reached)
        parts = ", ".join(translate(each) for each in won)
        self.shown = {
            "says": [*_summary(reached)],
            "places": [_place(each, each is following, files) for each in reached],
            "parts": say("Your rover has: {parts}.", parts=parts) if won else "",
        }
        self.rover = sprite(rover(won), 1)

    def _ipython_display_(self) -> None:
        show_with_still(self, self.still)

    def __repr__(self) -> str:
        return f"Map({' '.join(self.shown.get('says', []))!r})"


def _summary(reached: Sequence[Reached]) -> Iterator[str]:
    yield say_many(
        "You solved {solved} of {number} exercise.",
        "You solved {solved} of {number} exercises.",
        sum(len(each.files) for each in reached),
        solved=sum(len(each.solved) for each in reached),
    )
    counts = {field: sum(each.total(field) for each in reached) for field in FIELDS}
    if any(each.records for each in reached):
        yield say("Points: {points}. Badges: {badges}. Medals: {medals}.", **counts)


def _place(reached: Reached, is_next: bool, files: dict[str, str]) -> Data:
    number, name = reached.lesson.number, translate(reached.lesson.place)
    state = "done" if reached.done else "next" if is_next else "begun" if reached.records else ""
    solved, total = len(reached.solved), len(reached.files)
    counts = say("{solved} of {total} solved", solved=solved, total=total)
    return {
        "number": number,
        "name": name,
        "at": reached.lesson.at,
        "state": state,
        "file": files.get(number, ""),
        "counts": counts,
        "says": f"{number} {name}: {', '.join([counts, *_more(reached, state)])}",
    }


def _more(reached: Reached, state: str) -> Iterator[str]:
    points, badges, medals = (reached.total(field) for field in FIELDS)
    if state == "done":
        yield say_many("{number} point", "{number} points", points)
    elif reached.records:
        facts = {"number": reached.possible, "earned": points}
        yield say_many("{earned} of {number} point", "{earned} of {number} points", **facts)
    if badges:
        yield say_many("{number} badge", "{number} badges", badges)
    if medals:
        yield say_many("{number} medal", "{number} medals", medals)
    if part := translate(reached.lesson.part):
        won = state == "done"
        yield say("part won: {part}", part=part) if won else say("part to win: {part}", part=part)
    if state == "next":
        yield say("this is next")
