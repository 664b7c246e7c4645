"""Facts about an exercise that are proven by search, each within a limited effort.

Two of them are sentences for authors: the obstacle in an exercise that cannot be solved, and
whether a learner with a wrong idea would solve it all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from teachkit.core.game.foresight import Foresight
from teachkit.core.game.game import Misreading
from teachkit.core.game.misreadings import ByCard, misread
from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.checks import SHAPES, complaint_about
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.programs import changes
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import CheckLine
from teachkit.exercises.solving.par import named
from teachkit.exercises.solving.puzzle import Puzzle, deck, puzzle, state_at
from teachkit.play.search import NOTHING, Found, Metric, TooLargeError, names_in
from teachkit.words import say, say_many

EFFORT = 150_000  # steps of one search; an author is waiting for several of them
EFFORT_OF_CARDS = 20_000  # without brackets, nearly each step leads to an unknown state
EFFORT_OF_ASKING = 50_000  # of a search with conditions, in which each step takes longer
SHARES = 3  # of an effort; a search without some card gets one, because there are many cards
MOST_CHANGES = 4  # of a repair; with more, a learner might as well start from scratch

T = TypeVar("T")


class Proven:
    """The proven facts about one exercise; each is computed once, when it is first needed.

    All methods raise `TooLargeError` if a proof would take too long, or if some check cannot be
    decided by a search.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self._known: dict[Any, Any] = {}

    @cached_property
    def puzzle(self) -> Puzzle | None:
        """The exercise prepared for a search, or `None` if programs cannot be searched for."""
        return puzzle(self.exercise) if self.exercise.kind.form.is_program else None

    @cached_property
    def offered(self) -> frozenset[str]:
        """The names of the cards and loops that learners may use."""
        return frozenset(deck(self.exercise).hand)

    def cards_for(self, word: str) -> frozenset[str]:
        """Return the cards that `word`, a card or a concept, stands for in this edition."""
        return named(word, self.exercise.game, self.exercise.rules)

    @property
    def solution(self) -> Program | None:
        """A program that gets a full score, or `None` if there is none."""
        if self.exercise.file.fixed or self.exercise.file.changes is not None:
            return self.repair
        best = self.best()
        return best.program if best else None

    @property
    def repair(self) -> Program | None:
        """The right program with the fewest changes to the given one, or `None`."""
        given, allowed = self.exercise.given, self.exercise.file.changes
        most = MOST_CHANGES if allowed is None else allowed
        return self._once("repair", lambda: self._searched.mending.nearest(given, most))

    @property
    def changes(self) -> int | None:
        """The fewest changes that repair the given program, or `None` if nothing does."""
        return None if self.repair is None else changes(self.exercise.given, self.repair)

    def best(self, metric: Metric = "cards", without: Collection[str] = ()) -> Found | None:
        """Return the cheapest program that gets a full score, or `None` if there is none.

        The program uses no card named in `without`.
        """
        left_out = frozenset(without)

        def found() -> Found | None:
            searched = self._searched
            effort = EFFORT_OF_CARDS
            if searched.deck.has_brackets:
                effort = EFFORT_OF_ASKING if searched.deck.senses else EFFORT
                effort //= SHARES if left_out else 1
            return searched.best(metric, NOTHING, left_out, effort)

        return self._once((metric, left_out), found)

    def cheapest_programs(self) -> Iterator[Program]:
        """Yield all programs that get a full score with the fewest cards."""
        return self._searched.cheapest_programs(EFFORT)

    @property
    def _searched(self) -> Puzzle:
        if self.puzzle is None:
            raise TooLargeError
        return self.puzzle

    def _once(self, key: Any, compute: Callable[[], T]) -> T:
        """Return the result of `compute`, or raise its `TooLargeError`, but run it only once."""
        if key not in self._known:
            try:
                self._known[key] = compute()
            except TooLargeError as error:
                self._known[key] = error
        known: T | TooLargeError = self._known[key]
        if isinstance(known, TooLargeError):
            raise known
        return known


proven = lru_cache(maxsize=16)(Proven)
"""Return the cached `Proven` of an exercise."""


MOST_MOMENTS = 2_000  # on the way to the places that can be reached


class Obstacle(NamedTuple):
    """A sentence about something in the way, and the square to look at, or "" if there is none."""

    says: str
    square: str = ""


def obstacle(exercise: Exercise) -> Obstacle | None:
    """Return the reason why no program solves `exercise`, or `None` if one does.

    Raise `TooLargeError` if a proof would take too long.
    """
    if proven(exercise).solution is not None:
        return None
    try:
        return _reason(exercise)
    except TooLargeError:  # that nothing solves it is proven all the same
        return Obstacle(say("No program solves this."))


def _reason(exercise: Exercise) -> Obstacle:
    tasks = tuple(line for line in exercise.checks if line.check not in SHAPES)
    free = _with_free_cards(exercise, exercise.cards or exercise.rules.instructions)
    free = replace(free, checks=tasks)
    for number, start in enumerate(exercise.starts, 1):
        for line in tasks:
            file = replace(free.file, starts=[exercise.file.starts[number - 1]])
            alone = replace(free, starts=(start,), checks=(line,), file=file)
            if not _is_possible(alone):
                return _on_board(exercise, number, _of_check(alone, line))
        if not _is_possible(replace(free, starts=(start,))):
            says = say("Each part can be done, but not all in one program.")
            return _on_board(exercise, number, Obstacle(says))
    if not _is_possible(free):
        return Obstacle(say("Each board can be solved, but no program solves them all."))
    return Obstacle(next(_of_limits(exercise, tasks)))


def _on_board(exercise: Exercise, number: int, found: Obstacle) -> Obstacle:
    """Return `found` with the number of its board, if there are several."""
    if len(exercise.starts) == 1:
        return found
    return found._replace(says=say("Board {number}: {says}", number=number, says=found.says))


def _with_free_cards(exercise: Exercise, names: Collection[str]) -> Exercise:
    """Return a copy of `exercise` with any number of the cards `names`, but without brackets.

    A bracket gets to no place where its cards alone do not get.
    """
    cards = dict.fromkeys(name for name in names if name in exercise.rules.instructions)
    return replace(exercise, cards=cards, file=replace(exercise.file, fixed=[], changes=None))


def _is_possible(exercise: Exercise) -> bool:
    return Proven(exercise).best() is not None


# -- one check -----------------------------------------------------------------------------------


def _of_check(exercise: Exercise, line: CheckLine) -> Obstacle:
    """Return the reason why nothing passes the only check, `line`, of `exercise`."""
    near = _reached(exercise)
    missing = (each for each in _targets(exercise, line) if each[0] not in near)
    place, thing, square = next(missing, ("", "", ""))
    if not place:
        tried = attempt(exercise, Program(), exercise.starts[0])
        says = complaint_about(tried, line) or say("It is so at the start, but not later.")
        return Obstacle(say("No program here can do this: {says}", says=says))
    every = exercise.rules.instructions
    if place in _reached(_with_free_cards(exercise, every)):
        others = (name for name in every if name not in exercise.cards)
        with_one = ((name, _with_free_cards(exercise, (*exercise.cards, name))) for name in others)
        if card := next((name for name, more in with_one if place in _reached(more)), ""):
            facts = {"place": place, "card": card}
            return Obstacle(say('No card here gets to {place}. "{card}" would.', **facts), square)
        return Obstacle(say("The cards here do not get to {place}.", place=place), square)
    if thing:
        facts = {"thing": thing, "place": place}
        return Obstacle(say("{thing} on {place} is walled in.", **facts), square)
    return Obstacle(say("Nothing gets to {place}.", place=place), square)


def _targets(exercise: Exercise, line: CheckLine) -> Iterator[tuple[str, str, str]]:
    """Yield the places that a check names, then those of the things that it names.

    Each is a place, the thing that is there, or "", and the square to look at, or "".
    """
    palette, table = exercise.game.palette, exercise.file.starts[0]
    spots, marks = palette.spots(table), palette.marks(table)
    for name, value in line.facts.items():
        for each in map(str, value if isinstance(value, list) else [value]):
            square = each.split()[0] if each.split() else ""
            if square in spots:
                yield each, "", square
            elif _is_met_at(exercise, line, each):
                yield each, "", ""
        for mark in marks:
            if name.removesuffix("s") in mark.thing.split():
                yield mark.square, palette.thing(mark.thing).says, mark.square


def _is_met_at(exercise: Exercise, line: CheckLine, place: str) -> bool:
    """Return whether the check would pass if the piece were at `place`."""
    game, player, state = exercise.game, exercise.player, exercise.starts[0].state
    goal = game.goals.get(line.check)
    with suppress(TeachkitError):
        placed = game.placed(state, player, place)
        return goal is not None and goal(placed, player, **line.facts) is None
    return False


def _reached(exercise: Exercise) -> frozenset[str]:
    """Return all places, and all squares, that the cards of `exercise` reach on its only board."""
    searched = puzzle(replace(exercise, checks=()))
    if searched is None:
        raise TooLargeError
    game, player, cards = exercise.game, exercise.player, searched.deck.cards
    seen = dict.fromkeys(searched.starts)
    waiting = [*seen]
    for moment in waiting:
        for after in moment.ahead(cards):
            if after is not None and after not in seen:
                seen[after] = None
                waiting.append(after)
        if len(waiting) > MOST_MOMENTS:
            raise TooLargeError
    places = {game.whereabouts(state_at(moment), player) for moment in waiting}
    return frozenset(places | {place.partition(" ")[0] for place in places})


# -- limits --------------------------------------------------------------------------------------


def _of_limits(exercise: Exercise, tasks: tuple[CheckLine, ...]) -> Iterator[str]:
    """Yield a sentence for each limit without which the exercise could be solved."""
    open_file = replace(exercise.file, fixed=[], changes=None)
    asked = replace(exercise, checks=tasks, file=open_file)
    best = Proven(asked).best()
    if best is None:
        yield _of_hand(asked)
        return
    for line in exercise.checks:
        if line.check in SHAPES and Proven(replace(asked, checks=(*tasks, line))).best() is None:
            yield _of_shape(asked, line, best)
    if Proven(replace(exercise, file=open_file)).best() is None:
        yield say("It can be done, but not within all the limits at once.")
    if exercise.file.changes is not None:
        number = Proven(replace(exercise, file=replace(exercise.file, changes=None))).changes
        if number is not None:
            yield say_many(
                "Only {number} change is allowed. It takes {needed}.",
                "Only {number} changes are allowed. It takes {needed}.",
                exercise.file.changes,
                needed=number,
            )
    yield say("The locked cards are in the way. Unlock one.")


def _of_hand(asked: Exercise) -> str:
    """Return a sentence about the card of which there are too few."""
    cards = asked.cards
    for name, most in cards.items():
        if most is not None:
            best = Proven(replace(asked, cards={**cards, name: None})).best()
            if best:
                number = [*names_in(best.program)].count(name)
                return say_many(
                    'It takes {needed} "{card}", but only {number} is on offer.',
                    'It takes {needed} "{card}", but only {number} are on offer.',
                    most,
                    needed=number,
                    card=name,
                )
    free = Proven(replace(asked, cards=dict.fromkeys(cards))).best()
    assert free  # single cards are enough, as was proven before
    return say("There are too few cards. It takes: {program}.", program=free.program)


def _of_shape(asked: Exercise, line: CheckLine, best: Found) -> str:
    """Return a sentence about `line`, a check on how a program is built."""
    if line.check == "uses_at_most":
        return say_many(
            "Only {number} card is allowed. It takes {needed}.",
            "Only {number} cards are allowed. It takes {needed}.",
            line.facts["cards"],
            needed=best.cost,
        )
    if line.check == "takes_at_most":
        quickest = Proven(asked).best("steps") or best
        return say_many(
            "Only {number} step is allowed. It takes {needed}.",
            "Only {number} steps are allowed. It takes {needed}.",
            line.facts["steps"],
            needed=quickest.cost,
        )
    if line.check == "avoids":
        return say('It cannot be done without "{card}".', card=line.facts["card"])
    return say('It can be done, but not with "{card}".', card=line.facts["card"])


EFFORT_OF_IDEA = 12_000  # steps of a search that follows a misreading; there are many of them
MOST_PROGRAMS = 20  # equally short ones that are read with a wrong idea


# -- wrong ideas ---------------------------------------------------------------------------------


class Idea(NamedTuple):
    """A misreading on the boards of an exercise.

    `answer` is an answer that a learner with this idea would give, or "" if it is unknown.
    `is_right` tells whether the learner would earn a full score with it.
    """

    misreading: Misreading
    answer: str
    is_right: bool


def ideas(facts: Proven) -> Iterator[Idea]:
    """Yield the misreadings of the game that make a difference and could be proven."""
    for misreading in diagnosis.misreadings_of(facts.exercise.game):
        try:
            found = idea(facts, misreading)
        except TooLargeError:
            continue
        if found:
            yield found


def idea(facts: Proven, misreading: Misreading) -> Idea | None:
    """Return the outcome of a misreading, or `None` if nothing can be expected of it.

    A learner who misreads cards builds one of the programs that are the shortest if the idea were
    right. With any other misreading, the learner rejects each of the shortest programs that would
    not work as expected. For kinds without programs, the misreading gives a wrong prediction.
    Raise `TooLargeError` if a proof would take too long.
    """
    exercise = facts.exercise
    if not exercise.kind.form.lays_cards:
        wrong = (diagnosis.wrong_answers(exercise, board) for board in diagnosis.boards(exercise))
        answer = next(filter(None, (each.get(misreading.name) for each in wrong)), "")
        return Idea(misreading, answer, is_right=not answer)
    if isinstance(misreading.read, ByCard):
        return _imagined(facts, misreading)
    for program in islice(facts.cheapest_programs(), MOST_PROGRAMS):
        if diagnosis.answer_as_read(exercise, misreading.read, str(program)):
            return Idea(misreading, str(program), is_right=True)
    best = facts.best()
    if best and best.programs > MOST_PROGRAMS:
        raise TooLargeError
    return Idea(misreading, "", is_right=False) if best else None


def _imagined(facts: Proven, misreading: Misreading) -> Idea | None:
    """Return the outcome of a misreading of cards, found by a search that follows it.

    A foresight may be wrong about misread cards, so the search does without.
    """
    if facts.best() is None:
        return None
    exercise = facts.exercise
    game = replace(misread(exercise.game, misreading.read), foresight=Foresight())
    theirs = facts.puzzle and facts.puzzle.imagined(game)
    if theirs is None or theirs.deck.senses:
        raise TooLargeError
    best = theirs.best(effort=EFFORT_OF_IDEA)
    if best is None:
        return Idea(misreading, "", is_right=False)
    if judged(exercise, str(best.program)).solved:
        return Idea(misreading, str(best.program), is_right=True)
    both = facts.puzzle and facts.puzzle.best_for_both(theirs, best.cost, EFFORT_OF_IDEA)
    return Idea(misreading, str((both or best).program), is_right=both is not None)
