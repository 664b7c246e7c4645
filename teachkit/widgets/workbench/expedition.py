"""The calls `tk.place("01")` and `tk.map()`: the expedition that the lessons are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from teachkit.classroom.answers import Answers
from teachkit.classroom.course import course
from teachkit.classroom.journey import Reached, ahead, journey, parts_won
from teachkit.draw import expedition
from teachkit.draw.algoracing import rover
from teachkit.draw.scene import scene
from teachkit.draw.svg import background_svg, sprite
from teachkit.errors import UnknownNameError
from teachkit.widgets.common.still import Still
from teachkit.widgets.common.widget import Data
from teachkit.widgets.map import Map
from teachkit.words import say, say_many, translate


class PlaceView:
    """The opening picture of a lesson, with a sentence that describes it."""

    def __init__(self, place: expedition.Place) -> None:
        self.place = place

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        alt, picture = str(self.place), expedition.small_png(self.place)
        still = Still(picture, alt, "", width=expedition.WIDTH).bundle()
        return still | {"text/plain": alt}

    def __repr__(self) -> str:
        return str(self.place)


def place(lesson: str) -> PlaceView:
    """Return the opening picture of a lesson: `tk.place("03")`."""
    there = expedition.places()
    if lesson not in there:
        says = say('There is no place "{name}". The places are {first} to {last}.',
                   name=lesson, first=min(there), last=max(there))  # fmt: skip
        raise UnknownNameError(says)
    return PlaceView(there[lesson])


class Sentence(str):
    """A sentence that a lesson shows as a paragraph."""

    def __repr__(self) -> str:
        return str(self)


def map() -> Map | Sentence:  # noqa: A001
    """Return the widget with the map of the course: the places, and what the learner solved there.

    A folder without `course.toml` has no map, and a course can switch its map off.
    """
    known = course()
    if not known.lessons:
        return Sentence(say("These lessons have no map. A file course.toml would draw one."))
    if not known.shows_map:
        return Sentence(say("The map of this course is switched off."))
    drawn = expedition.Map(
        tuple(expedition.Spot(each.number, each.place, *each.at) for each in known.lessons)
    )
    alt, text = scene(drawn).alt, say("Your progress appears here.")
    still = Still(expedition.small_png(drawn), alt, f"{drawn}\n{text}", width=expedition.MAP_WIDTH)
    return Map(_travel, background_svg(drawn), still)


def _travel() -> tuple[Data, bytes]:
    """Return what the map shows now, and the picture of the learner's rover."""
    answers = Answers()
    reached = journey(answers)
    files = {path.name[:2]: path.name for path in sorted(Path().glob("[0-9][0-9]-*.ipynb"))}
    following = ahead(reached)
    file = following and files.get(following.lesson.number)
    title = f"{following.lesson.number} {translate(following.lesson.place)}" if following else ""
    won = [translate(each) for each in parts_won(answers)]
    return {
        "says": [*_summary(reached)],
        "places": [_place(each, each is following, files) for each in reached],
        "parts": say("Your rover has: {parts}.", parts=", ".join(won)) if won else "",
        "following": {"file": file, "title": title} if file else None,
    }, sprite(rover(parts_won(answers)), 1)


def _summary(reached: Sequence[Reached]) -> Iterator[str]:
    yield say_many(
        "You solved {solved} of {number} exercise.",
        "You solved {solved} of {number} exercises.",
        sum(each.total for each in reached),
        solved=sum(each.solved for each in reached),
    )
    if any(each.begun for each in reached):
        yield say(
            "Points: {points}. Badges: {badges}. Medals: {medals}.",
            points=sum(each.points for each in reached),
            badges=sum(each.badges for each in reached),
            medals=sum(each.medals for each in reached),
        )


def _place(reached: Reached, is_next: bool, files: dict[str, str]) -> Data:
    lesson = reached.lesson
    state = "done" if reached.done else "next" if is_next else "begun" if reached.begun else "ahead"
    name = translate(lesson.place)
    counts = say("{solved} of {total} solved", solved=reached.solved, total=reached.total)
    return {
        "number": lesson.number,
        "name": name,
        "at": lesson.at,
        "state": state,
        "file": files.get(lesson.number, ""),
        "counts": counts,
        "says": f"{lesson.number} {name}: {', '.join([counts, *_more(reached, state)])}",
    }


def _more(reached: Reached, state: str) -> Iterator[str]:
    if reached.done:
        yield say_many("{number} point", "{number} points", reached.points)
    elif reached.begun:
        points = {"earned": reached.points}
        yield say_many(
            "{earned} of {number} point", "{earned} of {number} points", reached.possible, **points
        )
    if reached.badges:
        yield say_many("{number} badge", "{number} badges", reached.badges)
    if reached.medals:
        yield say_many("{number} medal", "{number} medals", reached.medals)
    if reached.done and reached.lesson.part:
        yield say("part won: {part}", part=translate(reached.lesson.part))
    elif reached.lesson.part:
        yield say("part to win: {part}", part=translate(reached.lesson.part))
    if state == "next":
        yield say("this is next")
    elif state == "done":
        yield say("done")
