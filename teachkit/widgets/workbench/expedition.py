"""The calls `tk.place("01")` and `tk.map()`: the expedition that the lessons are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.classroom.answers import Answers
from teachkit.classroom.course import course, lesson_files
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

FIELDS = ("points", "badges", "medals")


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
    spots = (expedition.Spot(each.number, each.place, each.at) for each in known.lessons)
    drawn = expedition.Map(tuple(spots))
    alt, text = scene(drawn).alt, say("Your progress appears here.")
    still = Still(expedition.small_png(drawn), alt, f"{drawn}\n{text}", width=expedition.MAP_WIDTH)
    return Map(_travel, background_svg(drawn), still)


def _travel() -> tuple[Data, bytes]:
    """Return what the map shows now, and the picture of the learner's rover."""
    answers = Answers()
    reached = journey(answers)
    files = {number: path.name for number, path in lesson_files().items()}
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
