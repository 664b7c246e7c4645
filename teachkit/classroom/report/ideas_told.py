"""The part of the report on wrong ideas: how many seem to have each, and what to show them."""

from __future__ import annotations

from itertools import zip_longest

from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.classroom.report.drawn import board_drawn, given_drawn, prose
from teachkit.classroom.report.ideas import Talk, ideas_to_talk_about
from teachkit.classroom.report.markup import Markup, tag
from teachkit.words import say, say_many, translate


def ideas_told(book: Gradebook) -> Markup | None:
    """Each idea with the learners' names; nothing where nobody seems to have one."""
    talks = ideas_to_talk_about(book)
    if not talks:
        return None
    why = say("Somebody is named whose answers are mostly what this idea would give.")
    return tag(
        "section",
        tag("h2", say("Ideas to talk about"), id="ideas"),
        tag("p", why, " ", say("It is a guess, no mark: ask them what they see."), class_="note"),
        *(_talk(talk, len(book.learners)) for talk in talks),
    )


def _talk(talk: Talk, learners: int) -> Markup:
    many = say_many("{number} of {all} learners", "{number} of {all} learners",
                    len(talk.learners), all=learners)  # fmt: skip
    return tag(
        "section",
        tag("h3", f'{many}: "{talk.idea.name}"'),
        tag("p", ", ".join(talk.learners), class_="who"),
        tag("div",
            board_drawn(talk.exercise, talk.board and f"{talk.board}: {talk.answer}"),
            tag("div",
                tag("p", prose(translate(talk.idea.says)), class_="says"),
                tag("p", _show_them(talk)),
                given_drawn(talk.exercise),
                tag("p", _both(talk))),
            class_="mistake"),
        class_="exercise",
    )  # fmt: skip


def _show_them(talk: Talk) -> str:
    """The exercise and the board, as somebody says it to a class."""
    exercise = f"{talk.exercise.id[:5]} {translate(talk.exercise.title)}"
    if talk.board:
        return say("Show them {exercise}, board {number}.", exercise=exercise, number=talk.board)
    return say("Show them {exercise}.", exercise=exercise)


def _both(talk: Talk) -> str | None:
    """What is right there and what this idea says: of a table, the first row that differs."""
    rows = enumerate(zip_longest(talk.right.split("\n"), talk.answer.split("\n"), fillvalue=""), 1)
    row, (right, idea) = next((each for each in rows if each[1][0] != each[1][1]), (0, ("", "")))
    if not row:
        return None
    says = say('"{right}" is right; with this idea it is "{idea}".', right=right, idea=idea)
    return says if "\n" not in talk.right else say("Row {row}: {says}", row=row, says=says)
