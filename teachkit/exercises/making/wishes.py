"""Wishes: the properties that an author or a teacher asks of an exercise, proven by search.

The table `[make]` of an exercise file, and the wishes of an author, have the same clauses. An
answer of the kind `make` is TOML with only the parts that the exercise leaves open, such as
`[[starts]]` and `cards`; the exercise's own file supplies the others.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.data import Table, defaults, numbers, plain, structure
from teachkit.core.game.game import Game, Rules
from teachkit.core.game.level_generator import size_of
from teachkit.core.game.palette import LEAST, MOST, Mark, Place
from teachkit.core.strings import suggested
from teachkit.errors import DataError
from teachkit.exercises.judging.building import among, built, cards_of
from teachkit.exercises.making.proven import Proven, idea, obstacle, proven
from teachkit.exercises.misreadings.diagnosis import misreading_named
from teachkit.exercises.model.exercise import Exercise, Kind
from teachkit.exercises.model.file import File
from teachkit.exercises.solving.par import concepts_of, named
from teachkit.play.search import Metric, TooLargeError
from teachkit.words import say, say_many, translate


class Unmet(NamedTuple):
    """A clause that an exercise does not meet, with the reason.

    `square` is the place on the board to look at, or "" if there is none. `is_proven` is false if
    the proof was stopped because it took too long.
    """

    clause: str
    says: str
    square: str = ""
    is_proven: bool = True


@dataclass(frozen=True)
class Wishes:
    """The properties that an exercise should have; clauses that are left out ask for nothing.

    Attributes:
        size: The size of the board, or the smallest and the largest one. `size = "4x4..6x6"`
        pieces: The number of things of each name on the board. `pieces = { wall = "1..3" }`
        needs: Cards or concepts that every full score must use. `needs = ["jump"]`
        avoid: Cards or concepts that must not be on offer. `avoid = ["left"]`
        par_cards: The number of cards of the shortest program that solves it. `par_cards = "3..5"`
        par_steps: The number of steps of the quickest program that solves it. `par_steps = "6"`
        unique: Whether only one program may be the shortest. `unique = true`
        tells: Wrong ideas that must not lead to a full score. `tells = ["turns-also-drive"]`
        solvable: Whether a program can get a full score. `solvable = true`
        changes: The number of changes that repair the given program. `changes = "1"`
    """

    size: str = ""
    pieces: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    par_cards: str = ""
    par_steps: str = ""
    unique: bool | None = None
    tells: tuple[str, ...] = ()
    solvable: bool | None = None
    changes: str = ""

    @classmethod
    def of(cls, table: Mapping[str, Any], game: Game, rules: Rules) -> Wishes:
        """Return the wishes in `table`. Raise `DataError` if the edition cannot fulfil one."""
        wishes = structure(dict(table), cls, "make")
        if wishes.size:
            _sizes(wishes.size)
        spans = *wishes.pieces.values(), wishes.par_cards, wishes.par_steps, wishes.changes
        for span in filter(None, spans):
            numbers(span)
        for word in (*wishes.needs, *wishes.avoid):
            if not named(word, game, rules):
                words = dict.fromkeys((*cards_of(rules), *concepts_of(game)))
                known = [each for each in words if named(each, game, rules)]
                says = say('There is no card "{name}" here.', name=word)
                raise DataError(suggested(says, word, known))
        for name in wishes.tells:
            misreading_named(name, game)
        return wishes

    @property
    def clauses(self) -> tuple[str, ...]:
        """The names of the clauses that ask for something, in a fixed order."""
        return tuple(plain(self))

    def unmet(self, exercise: Exercise) -> tuple[Unmet, ...]:
        """Return, for each clause that `exercise` does not meet, the first reason."""
        return tuple(filter(None, (self.reason(exercise, clause) for clause in self.clauses)))

    def reason(self, exercise: Exercise, clause: str) -> Unmet | None:
        """Return the first reason why `exercise` does not meet `clause`, or `None` if it does."""
        try:
            found = next(REASONS[clause](self, proven(exercise)), None)
        except TooLargeError:
            says = say("This is too large to prove. Make the board smaller, or limit the cards.")
            return Unmet(clause, says, is_proven=False)
        return found and Unmet(clause, *found)


Reasons: TypeAlias = Iterator[tuple[str, str]]
"""The reasons why a clause is not met: a sentence, and the square to look at, or ""."""


def _of_solvable(wishes: Wishes, facts: Proven) -> Reasons:
    program = facts.solution
    if wishes.solvable and program is None and (found := obstacle(facts.exercise)):
        yield found
    if wishes.solvable is False and program is not None:
        yield say("This program solves it: {program}.", program=program), ""


def _of_par(facts: Proven, metric: Metric, span: str) -> Reasons:
    best, wanted = facts.best(metric), span_in_words(span)
    if best is None:
        yield _unsolvable()
    elif best.cost not in numbers(span):
        says = say_many(
            "The quickest program takes {number} step, not {wanted}.",
            "The quickest program takes {number} steps, not {wanted}.",
            best.cost,
            wanted=wanted,
        )
        if metric == "cards":
            says = say_many(
                "The shortest program has {number} card, not {wanted}.",
                "The shortest program has {number} cards, not {wanted}.",
                best.cost,
                wanted=wanted,
            )
        yield says, ""


def _of_unique(wishes: Wishes, facts: Proven) -> Reasons:
    best = facts.best("cards")
    if best is None:
        yield _unsolvable()
    elif wishes.unique and best.programs > 1:
        many = {"number": best.programs}
        says = say("Equally short programs: {number}. Only one should be the shortest.", **many)
        yield says, ""
    elif wishes.unique is False and best.programs == 1:
        says = say("Only {program} is the shortest. Make room for another.", program=best.program)
        yield says, ""


def _of_needs(wishes: Wishes, facts: Proven) -> Reasons:
    if facts.best() is None:
        yield _unsolvable()
        return
    for word in wishes.needs:
        best = facts.best(without=facts.cards_for(word))
        if best is not None:
            yield say("This works without {card}: {program}.", card=word, program=best.program), ""


def _of_avoid(wishes: Wishes, facts: Proven) -> Reasons:
    for word in wishes.avoid:
        for card in sorted(facts.cards_for(word) & facts.offered):
            yield say('The card "{card}" is on offer. Remove it.', card=card), ""


def _of_tells(wishes: Wishes, facts: Proven) -> Reasons:
    for name in wishes.tells:
        found = idea(facts, misreading_named(name, facts.exercise.game))
        if found is None:
            yield _unsolvable()
        elif found.is_right and found.answer:
            facts_of = {"idea": found.misreading.name, "program": found.answer}
            yield say('With the idea "{idea}", this still works: {program}.', **facts_of), ""
        elif found.is_right:
            yield say('"{idea}" makes no difference here.', idea=found.misreading.name), ""


def _of_size(wishes: Wishes, facts: Proven) -> Reasons:
    (low, high), (across, up) = _sizes(wishes.size)
    for start in facts.exercise.file.starts:
        width, height = facts.exercise.game.palette.size(start)
        if not (low <= width <= across and high <= height <= up):
            size, wanted = f"{width}x{height}", span_in_words(wishes.size)
            yield say("The board is {size}. Make it {wanted}.", size=size, wanted=wanted), ""


def _sizes(span: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the smallest and the largest size in a size or range such as `4x4..6x6`."""
    least, most = span.partition("..")[0], span.rpartition("..")[2]
    return size_of(least, LEAST, MOST), size_of(most, LEAST, MOST)


def _of_pieces(wishes: Wishes, facts: Proven) -> Reasons:
    palette = facts.exercise.game.palette
    for start in facts.exercise.file.starts:
        marks = palette.marks(start)
        for name, span in wishes.pieces.items():
            here = [mark for mark in marks if name in (mark.thing, *mark.thing.split())]
            if len(here) not in (wanted := numbers(span)):
                says = say_many(
                    'The board has {number} "{thing}". It should have {wanted}.',
                    'The board has {number} of "{thing}". It should have {wanted}.',
                    len(here),
                    thing=name,
                    wanted=span_in_words(span),
                )
                yield says, here[-1].square if len(here) >= wanted.stop else ""


def _of_changes(wishes: Wishes, facts: Proven) -> Reasons:
    number = facts.changes
    if number is None:
        yield say("The given program cannot be repaired. Give a different one."), ""
    elif number not in numbers(wishes.changes):
        says = say_many(
            "{number} change repairs the program. It should take {wanted}.",
            "{number} changes repair the program. It should take {wanted}.",
            number,
            wanted=span_in_words(wishes.changes),
        )
        yield says, ""


def _unsolvable() -> tuple[str, str]:
    return say("First, make sure that it can be solved."), ""


def span_in_words(span: str) -> str:
    """Return a number or range such as `6..8` as words for a sentence."""
    least, _, most = span.partition("..")
    return say("{least} to {most}", least=least, most=most) if most else least


REASONS: Mapping[str, Callable[[Wishes, Proven], Reasons]] = {
    "size": _of_size,
    "pieces": _of_pieces,
    "needs": _of_needs,
    "avoid": _of_avoid,
    "par_cards": lambda wishes, facts: _of_par(facts, "cards", wishes.par_cards),
    "par_steps": lambda wishes, facts: _of_par(facts, "steps", wishes.par_steps),
    "unique": _of_unique,
    "tells": _of_tells,
    "solvable": _of_solvable,
    "changes": _of_changes,
}


LONGEST = 20_000  # characters of an answer
PARTS = {"board": "starts", "cards": "cards", "checks": "checks", "given": "given"}
"""The parts of an exercise that can be left open, each with its key in a file."""
_AUTHORS = ("hints", "labels", "make", "mistakes", "points", "solution")
_FIXED = ("answers", "edition", "hidden", "says")  # keys of a start that nobody paints


@dataclass(frozen=True)
class Making:
    """The table `[make]`: the kind of the made exercise, what may be changed, and the wishes.

    Attributes:
        kind: The kind of exercise to make: `program`, `arrange`, `repair` or `predict`.
            `kind = "program"`
        open: The parts that learners may change: `board`, `cards`, `checks` and `given`.
            `open = ["board", "cards"]`
        things: The things that may be painted. By default, all of them may.
            `things = ["wall", "hill"]`
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
    made = making.kind
    among(made, tuple(kinds), "kind")
    for part in making.open:
        among(part, tuple(PARTS), "open")
    if len(file.starts) != 1:
        raise DataError(say("Write one [[starts]] table: the board to begin with."))
    asked = {key: value for key, value in file.make.items() if key not in own}
    if kinds[made].form.is_program and "changes" not in asked:
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
    palette = game.palette
    there = {palette.placed(mark) for mark in palette.marks(other)}
    return (mark for mark in palette.marks(start) if palette.placed(mark) not in there)


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
    said = {}
    for clause in wishes.clauses:
        wish = getattr(wishes, clause)
        says = translate(SENTENCES[clause if wish else f"not {clause}"])
        said[clause] = says.format(wish=_in_words(exercise, clause, wish))
    return said


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
    "needs": "Needed to solve it: {wish}.",
    "avoid": "Not allowed: {wish}.",
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


FEWEST = 4
"""The fewest things on a board that are compared; smaller boards are often alike by chance."""


def board_key(game: Game[Any], start: Table) -> Hashable | None:
    """Return a key that boards share if they are alike, or `None` if there is little on the board.

    `start` is a `[[starts]]` table.
    """
    if len(game.palette.marks(start)) < FEWEST:
        return None
    known = defaults(game.setup)
    setup = game.setup(**{key: value for key, value in start.items() if key in known})
    return min(game.palette.views(start, game.players(setup.state())))
