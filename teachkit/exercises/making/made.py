"""The exercise that an answer of the kind `make` is, and the table `[make]` that asks for it.

An answer is TOML with only the parts that the exercise leaves open, such as `[[starts]]` and
`cards`; the exercise's own file supplies the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from teachkit.core.data import Table, plain, structure
from teachkit.core.game.game import Game
from teachkit.core.game.palette import MOST, Mark, Place
from teachkit.errors import DataError
from teachkit.exercises.judging.building import among, built
from teachkit.exercises.making.copies import placed
from teachkit.exercises.making.wishes import Unmet, Wishes, span_in_words
from teachkit.exercises.misreadings.diagnosis import misreading_named
from teachkit.exercises.model.exercise import Exercise, Kind
from teachkit.exercises.model.file import File
from teachkit.words import say, translate

LONGEST = 20_000  # characters of an answer
PARTS = {"board": "starts", "cards": "cards", "checks": "checks", "given": "given"}
"""The parts of an exercise that can be left open, each with its key in a file."""
_AUTHORS = ("hints", "labels", "make", "mistakes", "points", "solution")
_FIXED = ("answers", "edition", "hidden", "says")  # keys of a start that nobody paints


@dataclass(frozen=True)
class Making:
    """The table `[make]`: the kind of the made exercise, what may be changed, and the wishes.

    `open` lists the parts that the learner may change, and `things` the names of the things that
    may be painted; if it is left out, all of them may.
    """

    kind: str = "program"
    open: tuple[str, ...] = ("board",)
    things: tuple[str, ...] | None = None
    wishes: Wishes = field(default_factory=Wishes)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of an answer."""
        return tuple(PARTS[part] for part in self.open)


def making_in(file: File, game: Game[Any], kinds: Mapping[str, Kind]) -> Making:
    """Return the table `[make]` of a file. Raise `DataError` if a value is invalid.

    `kinds` are the kinds of exercises that can be made, by name.
    """
    own = {key: value for key, value in file.make.items() if key in ("kind", "open", "things")}
    making = structure(own, Making, "make")
    among(making.kind, tuple(kinds), "kind")
    for part in making.open:
        among(part, tuple(PARTS), "open")
    if len(file.starts) != 1:
        raise DataError(say("Write one [[starts]] table: the board to begin with."))
    asked = {key: value for key, value in file.make.items() if key not in own}
    is_program = kinds[file.make.get("kind", Making.kind)].form.is_program
    if is_program and "changes" not in asked:
        asked = {"solvable": True} | asked
    return replace(making, wishes=Wishes.of(asked, game, game.editions[file.edition]))


@lru_cache(maxsize=256)
def making_of(exercise: Exercise) -> Making:
    """Return the table `[make]` of an exercise."""
    return making_in(exercise.file, exercise.game, exercise.kind.makes)


# -- the made exercise ---------------------------------------------------------------------------


@lru_cache(maxsize=256)
def made(exercise: Exercise, answer: str) -> Exercise:
    """Return the exercise that `answer` makes; "" makes the one that the learner begins with.

    Raise `DataError` if the answer cannot be read, or changes a part that is not open.
    """
    own = {key: value for key, value in plain(exercise.file).items() if key not in _AUTHORS}
    own |= parts_of(exercise, answer) | {"kind": making_of(exercise).kind}
    made = built(exercise.id, structure(own, File), exercise.kind.makes[own["kind"]])
    _check_board(exercise, made.file.starts[0])
    return made


def parts_of(exercise: Exercise, answer: str) -> Table:
    """Return the open parts in `answer` as plain data.

    Raise `DataError` if the answer cannot be read, or changes anything else.
    """
    making = making_of(exercise)
    if len(answer) > LONGEST:
        says = say("This answer has more than {most} letters, so it is not read.", most=LONGEST)
        raise DataError(says)
    try:
        parts = tomllib.loads(answer)
    except (ValueError, RecursionError) as error:
        found = re.search(r"line.(\d+)", str(error))
        line = found[1] if found else answer.count("\n") + 1
        raise DataError(say("Line {line} of this answer is not TOML.", line=line)) from None
    for key in parts:
        if key not in making.keys:
            known = ", ".join(making.keys)
            says = say('You cannot change "{key}" here, only: {known}.', key=key, known=known)
            raise DataError(says)
    starts = parts.get("starts", exercise.file.starts)
    if not (isinstance(starts, list) and len(starts) == 1):
        raise DataError(say("Make one board."))
    return parts


def _check_board(exercise: Exercise, mine: Table) -> None:
    """Raise `DataError` if anything but the things to paint is different on a board."""
    game, start, things = exercise.game, exercise.file.starts[0], making_of(exercise).things
    for key in _FIXED:
        if mine.get(key) != start.get(key):
            raise DataError(say('Leave "{key}" as it is.', key=key))
    if max(game.palette.size(mine)) > MOST:
        says = say("This board is too large. A side has at most {most} squares.", most=MOST)
        raise DataError(says)
    for mark in (*lacking(game, start, mine), *lacking(game, mine, start)):
        if things is not None and mark.thing not in things:
            raise DataError(say("You may not change this: {thing}.", thing=at(game, mark)))


def lacking(game: Game[Any], start: Table, other: Table) -> Iterator[Mark]:
    """Yield each mark of `start` that is not on `other`."""
    there = {placed(game, mark) for mark in game.palette.marks(other)}
    return (mark for mark in game.palette.marks(start) if placed(game, mark) not in there)


def at(game: Game[Any], mark: Mark) -> str:
    """Return a phrase for a thing and its place, such as `"Wall" on the north side of c3`."""
    thing, (_, _, side) = game.palette.thing(mark.thing), mark.where.partition(" ")
    name = " ".join(filter(None, (thing.says, mark.detail)))
    facts = {"thing": name, "square": mark.square, "side": translate(side)}
    if thing.place is Place.EDGE:
        return say('"{thing}" on the {side} side of {square}', **facts)
    if thing.place is Place.HEADING:
        return say('"{thing}" on {square}, facing {side}', **facts)
    return say('"{thing}" on {square}', **facts)


@lru_cache(maxsize=256)
def missing(exercise: Exercise, answer: str) -> tuple[Unmet, ...]:
    """Return the wishes that the exercise made by `answer` does not meet, each with a reason."""
    return making_of(exercise).wishes.unmet(made(exercise, answer))


# -- wishes in words ---------------------------------------------------------------------------


def wishes_in_words(exercise: Exercise) -> dict[str, str]:
    """Return a sentence for each wish, by its clause."""
    wishes = making_of(exercise).wishes
    asked = {clause: getattr(wishes, clause) for clause in wishes.clauses}
    return {
        clause: translate(SENTENCES[clause if wish else f"not {clause}"]).format(
            wish=_in_words(exercise, clause, wish)
        )
        for clause, wish in asked.items()
    }


def _in_words(exercise: Exercise, clause: str, wish: Any) -> str:
    if clause == "tells":
        ideas = (misreading_named(name, exercise.game) for name in wish)
        return " ".join(translate(idea.says) for idea in ideas)
    if isinstance(wish, Mapping):
        known = {thing.name: thing.says for thing in exercise.game.palette.things}
        return ", ".join(f'"{known.get(k, k)}": {span_in_words(v)}' for k, v in wish.items())
    if isinstance(wish, tuple):
        return ", ".join(card_in_words(exercise.game, word) for word in wish)
    return span_in_words(str(wish))


def card_in_words(game: Game[Any], word: str) -> str:
    """Return a card or a concept as learners know it, such as `×2`."""
    labels = {card.name: card.label for card in game.instructions}
    return labels.get(word) or re.sub(r"^(\d+)x$", r"×\1", word)


SENTENCES = {
    "size": "The board is {wish}.",
    "pieces": "On the board: {wish}.",
    "needs": "You need {wish}.",
    "avoid": "You cannot use {wish}.",
    "par_cards": "Cards in the shortest program: {wish}.",
    "par_steps": "Steps of the quickest program: {wish}.",
    "unique": "Only one program is the shortest.",
    "not unique": "Several programs are the shortest.",
    "tells": "It catches people who forget this: {wish}",
    "solvable": "It can be solved.",
    "not solvable": "It cannot be solved.",
    "changes": "Changes that fix the program: {wish}.",
}
"""Sentences about what is wished for, by clause."""
