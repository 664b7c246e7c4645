"""Puzzles: exercises prepared for a search, with their starts, available cards, and goals.

This module contains no game rules: each game defines its own goals. If some check cannot be decided
from states and the notes of watches, there is no puzzle, and nothing is proven.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from teachkit.core.game.foresight import Errand
from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Bracket, Condition, Instruction, Procedure
from teachkit.core.language.program import Program
from teachkit.exercises.judging.programs import problems, words_of
from teachkit.exercises.model.exercise import Exercise, unnamed
from teachkit.exercises.model.file import CheckLine
from teachkit.exercises.solving.watches import WATCHES, Noted, wanted_note, watch_for, watched
from teachkit.play.search import (
    NOTHING,
    AskingSearch,
    Bounds,
    CachedPlace,
    Deck,
    Found,
    Memory,
    Metric,
    Moment,
    RepairSearch,
    RoutineSearch,
    Search,
    TooLargeError,
    Tours,
    continued,
    kinds_in,
    may_end,
    without_garbage_collection,
)

ANY_NUMBER = 99  # of routines
EFFORT_OF_ROUTINES = 500_000  # steps, while a learner waits for a hint
EFFORT_OF_HINT = 100_000  # pieces added plus brackets run, while a learner waits for a hint

_LIMITS = {"uses_at_most": "cards", "takes_at_most": "steps"}
_AT_THE_END = {*_LIMITS, "uses", "avoids", "ends", "comes_back"}

Asked: TypeAlias = Callable[[Moment], bool]
AnySearch: TypeAlias = Search | AskingSearch


@dataclass(frozen=True, eq=False)
class Puzzle:
    """An exercise prepared for searching, with cached results.

    The limits of `deck` include those in the checks. Solutions must use the cards in `needs`, and
    none of those in `avoids`. `goals` holds, for each start, a function that decides whether a
    program reaches all goals.
    """

    exercise: Exercise
    starts: tuple[Moment, ...]
    deck: Deck
    needs: frozenset[str]
    avoids: frozenset[str]
    goals: tuple[Asked, ...]
    _searches: dict[Any, AnySearch] = field(default_factory=dict, init=False, repr=False)
    _routines: dict[Any, RoutineSearch] = field(default_factory=dict, init=False, repr=False)
    _tours: dict[Any, Tours | None] = field(default_factory=dict, init=False, repr=False)

    @without_garbage_collection()
    def best(
        self,
        metric: Metric = "cards",
        after: Program = NOTHING,
        without: Collection[str] = (),
        effort: int | None = None,
    ) -> Found | None:
        """Return the cheapest program that gets a full score, or `None` if there is none.

        The program begins with `after` and uses no card named in `without`, such as `left`, `2x`,
        or `repeat` for any loop. Raise `TooLargeError` if the search would take too long, or more
        than `effort`.
        """
        if after and (self.avoids & {*kinds_in(after)} or problems(self.exercise, after)):
            return None
        known = None
        if metric == "steps" and self.deck.limits:
            known = self.best("cards", after, without, effort)
            if not known:
                return None  # nothing fits the limits of cards, so the search might never end
        laid, left_out = self.deck.without(without), frozenset(without)
        searched = self._with_routine(metric, laid, left_out)
        return self._accepted(searched.cheapest(after, effort=effort, known=known))

    def cheapest_programs(self, effort: int | None = None) -> Iterator[Program]:
        """Yield all programs that get a full score with the fewest cards.

        Raise `TooLargeError` if the search would take more than `effort`, or if there are
        conditions or routines.
        """
        if self.deck.senses or self.deck.routines:
            raise TooLargeError
        if self.best(effort=effort):
            search = self._searches["cards", frozenset()]
            assert isinstance(search, Search)  # there are no conditions
            yield from search.programs()

    def best_for_both(self, other: Puzzle, most: int, effort: int) -> Found | None:
        """Return the cheapest program of at most `most` cards that solves this and `other`.

        Both have the same cards. Raise `TooLargeError` if the search would take more than `effort`.
        """
        starts, goals = self.starts + other.starts, self.goals + other.goals
        search = Search(starts, self.deck, goals, needs=self.needs)
        search.most = most
        return search.cheapest(effort=effort)

    def imagined(self, game: Game) -> Puzzle | None:
        """Return a copy of the puzzle with the rules of `game`, and with the same cards."""
        found = puzzle.__wrapped__(replace(self.exercise, game=game))  # it is used only once
        return found and replace(found, deck=self.deck)

    @without_garbage_collection()
    def way_on(self, after: Program = NOTHING, begun: Bracket | None = None) -> Found | None:
        """Return a program that begins with `after` and gets a full score with the fewest cards.

        The program uses only conditions in the tray. If there is a bracket `begun`, it comes next,
        and may get more cards inside. Return `None` if no such program is found. If there are
        conditions, raise `TooLargeError` sooner than `best` does, because a learner is waiting.
        """
        if not self.deck.senses and not isinstance(begun, Procedure):
            is_long = self.deck.routines and after
            best = self.best("cards", after, effort=EFFORT_OF_ROUTINES if is_long else None)
            return best if best and begins(best.program, after, begun) else None
        if after and problems(self.exercise, after):
            return None
        laid = replace(self.deck, conditions=tray(self.exercise))
        searched = self._with_routine("cards", laid, "tray" if laid.senses else frozenset())
        effort = EFFORT_OF_HINT if laid.senses else EFFORT_OF_ROUTINES
        return self._accepted(searched.cheapest(after, begun, effort))

    def of_shown_starts(self) -> Puzzle:
        """Return a copy of the puzzle that has only the shown starts, and requires no cards."""
        shown = [place for place, start in enumerate(self.exercise.starts) if not start.hidden]
        return replace(
            self,
            starts=tuple(self.starts[place] for place in shown),
            goals=tuple(self.goals[place] for place in shown),
            needs=frozenset(),
        )

    def goes_on(self, after: Program, begun: Bracket | None, effort: int) -> bool:
        """Return whether some program that begins with `after` reaches all goals.

        If there is a `begun` bracket, it comes next, and more cards may be added inside it. Raise
        `TooLargeError` if the search takes more than `effort`.
        """
        found = self._with_routine("cards", self.deck, frozenset())
        if self.deck.senses or isinstance(begun, Procedure):
            return found.cheapest(after, begun, effort) is not None
        if begun is None:
            return found.cheapest(after, effort=effort) is not None
        longest = self.deck.longest("cards")
        if longest is None:
            raise TooLargeError
        prices = range(1, longest + 1)
        pieces = (piece.node for price in prices for piece in self.deck.pieces("cards", price))
        fitting = (node for node in pieces if continued(node, begun) is not None)
        return any(found.cheapest(after + Program((node,)), effort=effort) for node in fitting)

    @cached_property
    def mending(self) -> RepairSearch:
        """A search for the fewest changes that turn a wrong program into a right one.

        A change affects one word of a program. The exercise's own limits hold.
        """
        file, given = self.exercise.file, self.exercise.given
        fixed = tuple(given.instructions[card - 1] for card in sorted(file.fixed))
        bounds = Bounds(words_of(given), file.changes, fixed)
        return RepairSearch(self.starts, self.deck, self.goals, words_of, bounds, self.needs)

    def is_there(self, place: int, moment: Moment) -> bool:
        """Return whether a program that ends at `moment` reaches all goals of one start.

        `place` is the index of the start.
        """
        return may_end(moment, self.goals[place])

    def _accepted(self, found: Found | None) -> Found | None:
        if found and problems(self.exercise, found.program):
            # The rules refuse the program as a whole; a different one may be as cheap.
            raise TooLargeError
        return found

    def _with_routine(self, metric: Metric, laid: Deck, known: Collection[str]) -> RoutineSearch:
        """Return a search in which one routine may be defined, if the deck `laid` allows it.

        It is the same one for the same `known`, so that it remembers what it has found.
        """
        authors = re.search(r"define (\w+)", self.exercise.file.solution.answer)

        def plain(deck: Deck, needs: frozenset[str]) -> AnySearch:
            if (deck, needs) != (replace(laid, routines=0), self.needs):
                return self._search(metric, deck, needs)
            # Without brackets, each card is one step.
            unit = metric if deck.has_brackets and not deck.senses else "cards"
            if (unit, known) not in self._searches:
                self._searches[unit, known] = self._search(unit, deck, needs)
            return self._searches[unit, known]

        name = authors[1] if authors else "routine"
        search = RoutineSearch(plain, laid, self.needs, metric, name)
        return self._routines.setdefault((metric, known), search)

    def _search(self, metric: Metric, laid: Deck, needs: frozenset[str]) -> AnySearch:
        if laid.senses:
            return AskingSearch(self.starts, laid, self.goals, needs)
        return Search(self.starts, laid, self.goals, metric, needs, self._tours_for(metric, laid))

    def _tours_for(self, metric: Metric, laid: Deck) -> Tours | None:
        """Return the tours with the cards in `laid`, if there are any for programs of `metric`.

        With brackets, a program may have fewer cards than steps.
        """
        if metric == "cards" and laid.has_brackets:
            return None
        if laid.cards not in self._tours:
            self._tours[laid.cards] = tours(self.exercise, self.starts[0], laid.cards)
        return self._tours[laid.cards]


def begins(right: Program, beginning: Program, begun: Bracket | None) -> bool:
    """Return whether the program `right` begins with `beginning`, followed by `begun`, if any.

    The bracket `begun` may have more cards inside in `right`.
    """
    size = len(beginning.body)
    right, beginning = unnamed(right) or right, unnamed(beginning) or beginning
    if right.body[:size] != beginning.body:
        return False
    ahead = right.body[size : size + 1]
    return begun is None or any(continued(node, begun) is not None for node in ahead)


@lru_cache(maxsize=16)  # a large puzzle uses some megabytes
def puzzle(exercise: Exercise) -> Puzzle | None:
    """Prepare an exercise for a search; return `None` if its checks or cards cannot be searched."""
    if any(start.answers for start in exercise.starts):
        return None
    if exercise.others_act or exercise.kind.form.has_lanes:
        return None  # a search knows the effects of one piece's cards, but not of others in between
    if not all(_is_searchable(exercise, line) for line in exercise.checks):
        return None
    lines, laid = exercise.checks, deck(exercise)
    if laid.senses and any(line.check == "takes_at_most" for line in lines):
        return None  # the number of steps of a piece differs between starts
    most = {
        name: min(int(line.facts[name]) for line in lines if line.check == check)
        for check, name in _LIMITS.items()
        if any(line.check == check for line in lines)
    }
    if (room := _room(exercise)) is not None:
        most["instructions"] = room
    if most and not laid.has_brackets:
        most = {"cards": min(most.values())}
    needs = frozenset(str(line.facts["card"]) for line in lines if line.check == "uses")
    avoids = frozenset(str(line.facts["card"]) for line in lines if line.check == "avoids")
    starts = tuple(_starts(exercise))
    goals = tuple(_all_goals(exercise, moment) for moment in starts)
    laid = replace(laid.without(avoids), limits={**laid.limits, **most})
    return Puzzle(exercise, starts, laid, needs, avoids, goals)


def _is_searchable(exercise: Exercise, line: CheckLine) -> bool:
    if line.check in exercise.game.goals and exercise.game.foresight.rounds is not None:
        return True  # a search that knows the others' actions also knows their ends
    is_own = line.player in ("", exercise.player)
    return is_own and line.check in {*exercise.game.goals, *_AT_THE_END, *WATCHES}


def _starts(exercise: Exercise) -> Iterator[Moment]:
    """Yield the initial moment of each start. Starts share a search memory where possible."""
    game, memories = exercise.game, dict[str, Memory]()
    lines = [line for line in exercise.checks if line.check in WATCHES]
    for number, start in enumerate(exercise.starts):
        player = game.players(start.state)[0]
        if lines or game.foresight.places is None:
            watches = [watch_for(line, game, player, start.state) for line in lines]
            noting = watched(game, watches, is_first=number == 0)
            noted = Noted(start.state, tuple(watch.first for watch in watches))
            yield Memory(noting, player, ahead=True).moment(noted)
        else:
            memory = memories.setdefault(player, Memory(game, player, ahead=True))
            yield memory.moment(start.state)


def _all_goals(exercise: Exercise, start: Moment) -> Asked:
    """Return a function that decides whether a program from `start` has reached all goals."""
    questions = tuple(_questions(exercise, start))
    return lambda end: all(question(end) for question in questions)


def _questions(exercise: Exercise, start: Moment) -> Iterator[Asked]:
    """Yield a function for each goal that decides whether a program has reached it."""
    for line in exercise.checks:
        if line.check in exercise.game.goals:
            yield _goal(exercise, line)
        elif line.check == "comes_back":
            yield _return(exercise, start)
    if wanted := tuple(wanted_note(line) for line in exercise.checks if line.check in WATCHES):
        yield lambda end: end.state.notes == wanted


def state_at(moment: Moment) -> Any:
    """Return the game's own state at a moment, without the notes of watches."""
    return moment.state.state if isinstance(moment.state, Noted) else moment.state


def _goal(exercise: Exercise, line: CheckLine) -> Asked:
    """Return a function that decides whether a goal is reached, with a cache of its results.

    Where possible, the results are cached by the piece's place, or by the state without that place.
    """
    places, goal = exercise.game.foresight.places, exercise.game.goals[line.check]
    of_place = places is not None and line.check in places.goals
    of_both = exercise.player in line.facts.values()  # the piece is named in the facts
    known: dict[Any, bool] = {}

    def asked(end: Moment) -> bool:
        around = end.surroundings
        apart = around is not None and not of_both
        key: Any = end if not apart else end.cached_place if of_place else around
        found = known.get(key)
        if found is None:
            says = goal(state_at(end), line.player or end.memory.player, **line.facts)
            found = known[key] = says is None
        return found

    return asked


def tours(exercise: Exercise, start: Moment, cards: Sequence[Instruction]) -> Tours | None:
    """Return the tours from `start` that the goals require, or `None` if the game offers none."""
    game, places, around = exercise.game, exercise.game.foresight.places, start.surroundings
    if places is None or places.errand is None or around is None:
        return None
    errand, player = places.errand, start.memory.player
    lines = [line for line in exercise.checks if line.check in game.goals]
    at_places = [_goal(exercise, line) for line in lines if line.check in places.goals]
    if any(line.check == "comes_back" for line in exercise.checks):
        at_places.append(_return(exercise, start))

    def is_end(place: CachedPlace) -> bool:
        return all(asked(around[place]) for asked in at_places)

    def errands(state: Any) -> list[Errand]:
        found = (errand(state, player, line.check, line.facts) for line in lines)
        return [each for each in found if each is not None]

    return Tours(start, cards, places.stoppers(start.state, player), is_end, errands)


def _return(exercise: Exercise, start: Moment) -> Asked:
    """Return a function that decides whether the piece is back at its place in `start`."""

    def place(moment: Moment) -> str:
        return exercise.game.whereabouts(state_at(moment), moment.memory.player)

    before = place(start)
    return lambda end: place(end) == before


def deck(exercise: Exercise) -> Deck:
    """Return the deck of all cards that learners may use in an exercise."""
    rules, cards = exercise.rules, exercise.cards
    loops = tuple(times for times in rules.loops if not cards or f"{times}x" in cards)
    limits = {name: limit for name, limit in cards.items() if limit is not None}
    names = tuple(str(way) for card in exercise.instructions for way in card.ways)
    if held := exercise.game.hand(exercise.starts[0].state, exercise.player):
        laid = [card for card in held if card.name in exercise.instructions]
        names = tuple(map(str, dict.fromkeys(laid)))
        limits |= Counter(map(str, laid))
    sensors = exercise.instructions.sensors if rules.sensors else ()
    every = [Condition(name, yes) for name in sensors for yes in (True, False)]
    # Conditions in the tray come first.
    conditions = tuple(dict.fromkeys((*tray(exercise), *every)))
    brackets = tuple(name for name in ("while", "if") if not cards or name in cards)
    offered = cards.get("define", 0) if cards else None
    routines = (ANY_NUMBER if offered is None else offered) if rules.routines else 0
    limits.pop("define", None)
    return Deck(
        names, loops, rules.loop_cards, rules.nested, limits, conditions, brackets, routines
    )


def _room(exercise: Exercise) -> int | None:
    """Return how many instructions fit into a program on every start, or `None` for no limit."""
    game = exercise.game
    rooms = (game.room(start.state, game.players(start.state)[0]) for start in exercise.starts)
    return min((room for room in rooms if room is not None), default=None)


def tray(exercise: Exercise) -> tuple[Condition, ...]:
    """Return the conditions that learners have as cards; other conditions can only be typed."""
    if not exercise.rules.sensors:
        return ()
    return tuple(map(Condition.read, exercise.file.sensors or exercise.instructions.sensors))
