"""Kind `make`, in which the learner's answer is itself an exercise.

An answer is TOML with only the parts that the exercise leaves open, such as `[[starts]]` and
`cards`; the exercise's own file supplies the others. The made exercise is judged by proofs alone:
each wish that it meets earns a point.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from teachkit.core.data import Table, plain, structure
from teachkit.core.game.game import Game
from teachkit.core.game.palette import MOST, Mark, Place
from teachkit.core.language.program import Program
from teachkit.core.strings import suggested
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.explaining.hints import solution_hint
from teachkit.exercises.judging.building import among, built
from teachkit.exercises.judging.check_texts import sentence
from teachkit.exercises.kinds.cards import ARRANGE, PROGRAM, REPAIR
from teachkit.exercises.kinds.predictions import PREDICT
from teachkit.exercises.making.copies import placed
from teachkit.exercises.making.wishes import Unmet, Wishes
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
    asked = {key: value for key, value in file.make.items() if key not in own}
    if MADE[making.kind].form.is_program:
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
    parts = parts_of(exercise, answer)
    file = structure({**own, **parts, "kind": making.kind}, File)
    made = built(exercise.id, file, MADE[making.kind])
    for mine, start in zip(file.starts, exercise.file.starts, strict=True):
        _check_board(exercise, mine, start)
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
    starts, boards = parts.get("starts", ()), len(exercise.file.starts)
    if "starts" in parts and not (isinstance(starts, list) and len(starts) == boards):
        raise DataError(say_many("Make {number} board.", "Make {number} boards.", boards))
    return parts


def _check_board(exercise: Exercise, mine: Table, start: Table) -> None:
    """Raise `DataError` if anything but the things to paint is different on a board."""
    palette, things = exercise.game.palette, making_of(exercise).things
    for key in _FIXED:
        if mine.get(key) != start.get(key):
            raise DataError(say('Leave "{key}" as it is.', key=key))
    if max(palette.size(mine)) > MOST:
        says = say("This board is too large. A side has at most {most} squares.", most=MOST)
        raise DataError(says)
    for mark in _lacking(exercise.game, start, mine):
        if things is not None and mark.thing not in things:
            raise DataError(say("Put back {thing}.", thing=_at(exercise.game, mark)))
    for mark in _lacking(exercise.game, mine, start):
        if things is not None and mark.thing not in things:
            raise DataError(say("Remove {thing}.", thing=_at(exercise.game, mark)))


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
    facts = {"met": len(verdicts) - len(found), "number": len(verdicts)}
    first = found.get("solvable") or next(iter(found.values()))  # the others follow from it
    says = (say("Wishes met: {met} of {number}.", **facts), foreseen or first)
    if all(each.is_proven for each in unmet):
        return Grade(verdicts, says)
    note = say("This board took too long to prove, so the proof was stopped. Check it yourself.")
    return Grade(verdicts, says, note=note)


@lru_cache(maxsize=256)
def missing(exercise: Exercise, answer: str) -> tuple[Unmet, ...]:
    """Return the wishes that the exercise made by `answer` does not meet, each with a reason."""
    return making_of(exercise).wishes.unmet(made(exercise, answer))


def _meaning(exercise: Exercise) -> tuple[object, ...]:
    """Return a value that is equal for equal exercises, however they are written."""
    starts = [start.state for start in exercise.starts]
    return starts, dict(exercise.cards), exercise.checks, exercise.given


def wishes_in_words(exercise: Exercise) -> dict[str, str]:
    """Return a sentence for each wish, by its clause."""
    wishes = making_of(exercise).wishes
    pieces = ", ".join(f'{many} × "{name}"' for name, many in wishes.pieces.items())
    ideas = " ".join(translate(misreading_named(each, exercise.game).says) for each in wishes.tells)
    known = {
        "size": say("Size of the board: {size}.", size=wishes.size),
        "pieces": say("On the board: {pieces}.", pieces=pieces),
        "needs": say("Needed: {cards}.", cards=", ".join(wishes.needs)),
        "avoid": say("Not on offer: {cards}.", cards=", ".join(wishes.avoid)),
        "par_cards": say("Cards in the shortest program: {number}.", number=wishes.par_cards),
        "par_steps": say("Steps of the quickest program: {number}.", number=wishes.par_steps),
        "unique": say("Only one program is the shortest.")
        if wishes.unique
        else say("Several programs are the shortest."),
        "tells": say("It goes wrong for learners who forget this: {ideas}", ideas=ideas),
        "solvable": say("Some program solves it.")
        if wishes.solvable
        else say("No program solves it."),
        "changes": say("Changes that repair the program: {number}.", number=wishes.changes),
    }
    return {clause: known[clause] for clause in wishes.clauses}


def _points(exercise: Exercise) -> int:
    return len(making_of(exercise).wishes.clauses)


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


def _boards(exercise: Exercise, answer: str) -> Iterator[tuple[Table, Table]]:
    """Yield each board of `answer`, and the board of the solution that should replace it."""
    solution = parts_of(exercise, exercise.file.solution.answer)
    given = exercise.file.starts
    mine = parts_of(exercise, answer).get("starts", given)
    return zip(mine, solution.get("starts", given), strict=True)


def _to_place(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the first thing of the solution that the learner's board lacks."""
    game = exercise.game
    for mine, right in _boards(exercise, answer):
        if game.palette.size(mine) != game.palette.size(right):
            size = "×".join(map(str, game.palette.size(right)))
            return Hint("place", say("Resize the board to {size}.", size=size), answer)
        for mark in _lacking(game, right, mine):
            says = say("Put {thing}.", thing=_at(game, mark))
            return Hint("place", says, answer, square=mark.square)
    return None


def _to_remove(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the first thing on the learner's board that the solution lacks."""
    game = exercise.game
    for mine, right in _boards(exercise, answer):
        for mark in _lacking(game, mine, right):
            says = say("Remove {thing}.", thing=_at(game, mark))
            return Hint("remove", says, answer, square=mark.square)
    return None


SENTENCES = {
    "cards": "Offer these cards:",
    "checks": "Choose these checks:",
    "given": "Give this program:",
}


def _to_set(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the first open part beside the board that differs from the solution."""
    mine, right = (_terms(made(exercise, each)) for each in (answer, exercise.file.solution.answer))
    for key, says in SENTENCES.items():
        if mine[key] != right[key]:
            return Hint("terms", f"{translate(says)}\n{right[key]}", answer)
    return None


def _terms(exercise: Exercise) -> dict[str, str]:
    """Return the parts beside the board as text, by their keys in a file."""
    cards = (name if most is None else f"{name} {most}" for name, most in exercise.cards.items())
    checks = "\n".join(sentence(line, exercise.game) for line in exercise.checks)
    return {"cards": ", ".join(cards), "checks": checks, "given": str(exercise.given)}


def _whole(exercise: Exercise, answer: str) -> Hint | None:
    return solution_hint(answer, exercise.file.solution.answer.strip())


MAKE = Kind(
    "make",
    form=forms.MAKING,
    judge=judge_made,
    flaws=(_unknown_things, _met_already),
    ladder=(
        Rung("place", _to_place),
        Rung("remove", _to_remove),
        Rung("terms", _to_set),
        Rung("solution", _whole, stays=True),
    ),
    given=_given,
    possible=_points,
    boards=lambda exercise, answer: made(exercise, answer).starts,
)
"""The kind in which learners make an exercise that meets all wishes."""
