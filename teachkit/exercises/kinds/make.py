"""Kind `make`, in which the learner's answer is itself an exercise.

An answer is TOML with only the parts that the exercise leaves open, such as `[[starts]]` and
`cards`; the exercise's own file supplies the others. The made exercise is judged by proofs alone:
each wish that it meets earns a point.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from teachkit.core.data import Table, plain, structure
from teachkit.core.game.game import Game
from teachkit.core.game.palette import MOST, Mark, Place
from teachkit.core.language.program import Program
from teachkit.core.strings import suggested
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.explaining.hints import answer_hint
from teachkit.exercises.judging.building import among, built
from teachkit.exercises.judging.check_texts import sentence
from teachkit.exercises.kinds.cards import ARRANGE, PROGRAM, REPAIR
from teachkit.exercises.kinds.predictions import PREDICT
from teachkit.exercises.making.copies import placed
from teachkit.exercises.making.wishes import Unmet, Wishes, span_in_words
from teachkit.exercises.misreadings.diagnosis import misreading_named
from teachkit.exercises.model import forms
from teachkit.exercises.model.exercise import Exercise, Hint, Kind, Rung, given_program
from teachkit.exercises.model.file import File
from teachkit.exercises.model.verdict import Grade, Remark, Verdict, no_try
from teachkit.exercises.running.results import Execute
from teachkit.words import say, say_many, translate

LONGEST = 20_000  # characters of an answer
MADE = {kind.name: kind for kind in (PROGRAM, REPAIR, PREDICT, ARRANGE)}
"""The kinds of exercises that learners can make."""
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


def _making_in(file: File, game: Game[Any]) -> Making:
    """Return the table `[make]` of a file. Raise `DataError` if a value is invalid."""
    own = {key: value for key, value in file.make.items() if key in ("kind", "open", "things")}
    making = structure(own, Making, "make")
    among(making.kind, tuple(MADE), "kind")
    for part in making.open:
        among(part, tuple(PARTS), "open")
    if len(file.starts) != 1:
        raise DataError(say("Write one [[starts]] table: the board to begin with."))
    asked = {key: value for key, value in file.make.items() if key not in own}
    if MADE[making.kind].form.is_program and "changes" not in asked:
        asked = {"solvable": True} | asked
    return replace(making, wishes=Wishes.of(asked, game, game.editions[file.edition]))


@lru_cache(maxsize=256)
def making_of(exercise: Exercise) -> Making:
    """Return the table `[make]` of an exercise."""
    return _making_in(exercise.file, exercise.game)


# -- the made exercise ---------------------------------------------------------------------------


@lru_cache(maxsize=256)
def made(exercise: Exercise, answer: str) -> Exercise:
    """Return the exercise that `answer` makes; "" makes the one that the learner begins with.

    Raise `DataError` if the answer cannot be read, or changes a part that is not open.
    """
    making, own = making_of(exercise), plain(exercise.file)
    own = {key: value for key, value in own.items() if key not in _AUTHORS}
    own |= parts_of(exercise, answer) | {"kind": making.kind}
    made = built(exercise.id, structure(own, File), MADE[making.kind])
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
        found = re.search(r"at line (\d+)", str(error))
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
    for mark in (*_lacking(game, start, mine), *_lacking(game, mine, start)):
        if things is not None and mark.thing not in things:
            raise DataError(say("You may not change this: {thing}.", thing=_at(game, mark)))


def _lacking(game: Game[Any], start: Table, other: Table) -> Iterator[Mark]:
    """Yield each mark of `start` that is not on `other`."""
    there = {placed(game, mark) for mark in game.palette.marks(other)}
    return (mark for mark in game.palette.marks(start) if placed(game, mark) not in there)


def _at(game: Game[Any], mark: Mark) -> str:
    """Return a phrase for a thing and its place, such as `"Wall" on the north side of c3`."""
    thing, (_, _, side) = game.palette.thing(mark.thing), mark.where.partition(" ")
    name = " ".join(filter(None, (thing.says, mark.detail)))
    facts = {"thing": name, "square": mark.square, "side": translate(side)}
    if thing.place is Place.EDGE:
        return say('"{thing}" on the {side} side of {square}', **facts)
    if thing.place is Place.HEADING:
        return say('"{thing}" on {square}, facing {side}', **facts)
    return say('"{thing}" on {square}', **facts)


# -- judging -------------------------------------------------------------------------------------


def judge_made(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade the made exercise by proofs: each wish that it meets earns a point."""
    try:
        mine, given = made(exercise, answer), made(exercise, "")
    except TeachkitError as error:
        return no_try(exercise.possible, error.says)
    if _meaning(mine) == _meaning(given):
        return no_try(exercise.possible, say("Change something first."))
    unmet = missing(exercise, answer)
    found = {each.clause: each.says for each in unmet}
    verdicts = tuple(
        Verdict(clause, clause not in found, found.get(clause, ""), int(clause not in found), 1)
        for clause in making_of(exercise).wishes.clauses
    )
    if not found:
        return Grade(verdicts, (say("Right."),))
    foreseen = exercise.foreseen(_meaning(mine), lambda text: _meaning(made(exercise, text)))
    met = say_many(
        "{met} of {number} wish is met.",
        "{met} of {number} wishes are met.",
        len(verdicts),
        met=len(verdicts) - len(found),
    )
    first = found.get("solvable") or unmet[0].says  # the others follow from it
    note = say("This board took too long to prove, so the proof was stopped. Check it yourself.")
    is_proven = all(each.is_proven for each in unmet)
    return Grade(verdicts, (met, foreseen or first), note="" if is_proven else note)


@lru_cache(maxsize=256)
def missing(exercise: Exercise, answer: str) -> tuple[Unmet, ...]:
    """Return the wishes that the exercise made by `answer` does not meet, each with a reason."""
    return making_of(exercise).wishes.unmet(made(exercise, answer))


def _meaning(exercise: Exercise) -> tuple[object, ...]:
    """Return a value that is equal for equal exercises, however they are written."""
    return exercise.starts[0].state, dict(exercise.cards), exercise.checks, exercise.given


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
        return ", ".join(_card(exercise.game, word) for word in wish)
    return span_in_words(str(wish))


def _card(game: Game[Any], word: str) -> str:
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


def _given(file: File, game: Game[Any]) -> Program:
    """Return the starting program. Raise `DataError` if the table `[make]` is invalid."""
    _making_in(file, game)
    return given_program(file, game)


# -- flaws ---------------------------------------------------------------------------------------


def _unknown_things(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each thing that the palette of the game does not have."""
    known = [thing.name for thing in exercise.game.palette.things]
    for name in making_of(exercise).things or ():
        if name not in known:
            says = say('"{name}" cannot be painted in this game.', name=name)
            yield Remark("make", suggested(says, name, known))


def _met_already(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if the board that the learner begins with meets all wishes already."""
    if not missing(exercise, ""):
        yield Remark("starts", say("This board already meets every wish. Ask for more."))


# -- hints ---------------------------------------------------------------------------------------


def _steps(exercise: Exercise, answer: str) -> Iterator[Hint]:
    """Yield the steps from `answer`, or from the first board if it cannot be read, to the solution.

    Each step places, removes or sets one thing.
    """
    right, mine = made(exercise, exercise.file.solution.answer), made(exercise, "")
    with suppress(TeachkitError):
        mine = made(exercise, answer)
    game, (start, end) = exercise.game, (each.file.starts[0] for each in (mine, right))
    size, rest = game.palette.size(end), game.palette.rest(end)
    if game.palette.size(start) != size:
        says = say("Resize the board to {size}.", size="×".join(map(str, size)))
        yield Hint("place", says, answer)
    for mark in _lacking(game, end, start):
        yield Hint("place", say("Put {thing}.", thing=_at(game, mark)), answer, square=mark.square)
    for mark in _lacking(game, start, end):
        says = say("Remove {thing}.", thing=_at(game, mark))
        yield Hint("remove", says, answer, square=mark.square)
    for key, value in rest.items():
        if game.palette.rest(start).get(key) != value:
            yield Hint("terms", say('Set "{key}" to {value}.', key=key, value=value), answer)
    if mine.cards != right.cards:
        most = {name: f"{limit} × " if limit else "" for name, limit in right.cards.items()}
        cards = ", ".join(limit + _card(game, name) for name, limit in most.items())
        yield Hint("terms", say("Offer these cards: {cards}.", cards=cards), answer)
    if mine.checks != right.checks:
        checks = ", ".join(sentence(line, game) for line in right.checks)
        yield Hint("terms", say("Choose these checks: {checks}.", checks=checks), answer)
    if mine.given != right.given:
        yield Hint("terms", say("Give this program: {program}.", program=right.given), answer)


def _first_of(rung: str) -> Rung:
    """Return the rung that shows the first step of its kind."""

    def first(exercise: Exercise, answer: str) -> Hint | None:
        return next((each for each in _steps(exercise, answer) if each.rung == rung), None)

    return Rung(rung, first)


def _whole(exercise: Exercise, answer: str) -> Hint:
    return answer_hint(exercise, answer, " ".join(each.says for each in _steps(exercise, answer)))


MAKE = Kind(
    "make",
    form=forms.MAKING,
    judge=judge_made,
    flaws=(_unknown_things, _met_already),
    ladder=(*map(_first_of, ("place", "remove", "terms")), Rung("solution", _whole, stays=True)),
    given=_given,
    possible=lambda exercise: len(making_of(exercise).wishes.clauses),
    boards=lambda exercise, answer: made(exercise, answer).starts,
)
"""The kind in which learners make an exercise that meets all wishes."""
