"""Exact search for the cheapest program that may define one routine.

A routine turns the cards inside it into one more card. So each possible routine is defined in turn,
and the search for the rest of the program has one more card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, product
from math import inf

from teachkit.core.language.instructions import Instruction, Node, Procedure, nodes_in
from teachkit.core.language.program import Program
from teachkit.play.search.deck import OPEN, Calls, Deck, Metric, Piece, TooLargeError
from teachkit.play.search.deepening import AskingSearch
from teachkit.play.search.exact import NOTHING, Found, Search
from teachkit.play.search.open_conditions import continued, settled

MOST_EFFORT = 10_000_000
MOST_EFFORT_OF_ASKING = 2_000_000
EFFORT_OF_ROUTINE = 100


@dataclass
class RoutineSearch:
    """A search for the cheapest program from `deck`, which may define one routine called `name`.

    `plain(deck, needs)` returns a search from a deck that defines no routine, for programs that use
    the cards in `needs`. Its prices are those of `metric`.
    """

    plain: Callable[[Deck, frozenset[str]], Search | AskingSearch]
    deck: Deck
    needs: frozenset[str]
    metric: Metric = "cards"
    name: str = "routine"
    effort_left: int = 0
    _known: dict[object, tuple[Found | None, int]] = field(default_factory=dict, init=False)

    def cheapest(
        self,
        after: Program = NOTHING,
        begun: Node | None = None,
        effort: int | None = None,
        known: Found | None = None,
    ) -> Found | None:
        """Return the cheapest program that begins with `after`, or `None` if there is none.

        If `begun` is a bracket, it comes next, and may get more cards inside. `known` is any such
        program, as a bound for the fewest steps. Raise `TooLargeError` if an exact answer would
        take more than `effort`, or if there may be several routines.
        """
        defined = [node for node in after.body if isinstance(node, Procedure)]
        if not (self.deck.routines or defined):
            return self._found(self.plain(self.deck, self.needs), after, begun, effort)
        if self.deck.routines > 1 or len(defined) > 1:
            raise TooLargeError
        most = MOST_EFFORT_OF_ASKING if self.deck.senses else MOST_EFFORT
        self.effort_left = most if effort is None else effort
        if defined:
            return self._with(defined[0], after, begun, {})
        is_needed = "define" in self.needs or isinstance(begun, Procedure)
        best, limits = None, dict(self.deck.limits)
        if known and not self.deck.senses:
            routines = known.program.procedures.values()
            calls: Calls = {Instruction(routine.name): routine.body for routine in routines}
            pieces = (Piece.of(node, calls) for node in known.program.body)
            best = known._replace(cost=sum(piece.count("steps") for piece in pieces))
            limits["steps"] = best.cost
        search = self.plain(replace(self.deck, routines=0, limits=limits), self.needs)
        if not is_needed:
            best = self._found(search, after, begun, self.effort_left) or best
            self.effort_left = search.effort_left
        steps = self._steps(search, after)
        if self.metric == "steps":
            return best if best and best.cost == steps else self._quickest(after, steps, best)
        return best if steps == inf else self._fewest(after, begun, steps, best, is_needed)

    def _steps(self, search: Search | AskingSearch, after: Program) -> float:
        """Return the fewest steps to the goals with any number of each card; 0 if unknown."""
        if isinstance(search, AskingSearch):
            if after or self.metric == "cards":
                return 0
            return search.outlook(search.starts[0]).nearest()
        deck = replace(self.deck, routines=0, loops=(), limits={})
        found = self.plain(deck, frozenset()).cheapest(after)
        return found.cost if found else inf

    def _fewest(
        self,
        after: Program,
        begun: Node | None,
        steps: float,
        best: Found | None,
        is_needed: bool,
    ) -> Found | None:
        """Return the program with the fewest cards; `best` is the best one without a routine.

        A routine that is called once saves no card.
        """
        paid, calls = after.cost, 1 if is_needed else 2
        for cards in count(paid + 2 + calls):
            if cards > min(best.cost if best else inf, inf if (m := self.deck.most) is None else m):
                return best
            found: list[Found] = []
            for inside in range(1, cards - paid - calls):
                free = cards - 1 - inside
                if self.deck.loops or self.deck.senses or (free - paid) * inside >= steps - paid:
                    for routine in self._routines(inside, begun):
                        way = self._with(routine, after, None, {"cards": free})
                        found += [way] if way and way.cost == cards else []
            if found:
                found += [best] if best and best.cost == cards else []
                return found[0]._replace(programs=sum(each.programs for each in found))
        raise AssertionError

    def _quickest(self, after: Program, steps: float, best: Found | None) -> Found | None:
        """Return the program with the fewest steps; `best` is the best one without a routine."""
        for inside in count(1):
            for routine in self._routines(inside, None):
                found = self._with(routine, after, None, {"steps": best.cost - 1} if best else {})
                best = found or best
                if best and best.cost <= steps:
                    return best
            if not any(map(self.deck.calling, self._routines(inside, None))):
                return best
        raise AssertionError

    def _with(
        self, routine: Procedure, after: Program, begun: Node | None, limits: Mapping[str, int]
    ) -> Found | None:
        """Return the cheapest program that begins with `after` and defines `routine`, or `None`.

        `limits` are limits on the cards besides the routine.
        """
        laid = self.deck.calling(routine)
        if laid is None:
            return None
        piece = Piece.of(routine)
        laid = replace(laid, limits={**laid.limits, **limits})
        needs = self.needs - {*piece.uses}
        rest = Program(tuple(node for node in after.body if node != routine))
        key = routine, after, begun, *limits.items()
        if key not in self._known:
            search = self.plain(laid, needs | {routine.name} if needs < self.needs else needs)
            found = self._found(search, rest, begun, self.effort_left)
            self._known[key] = found, self.effort_left - search.effort_left
        found, effort = self._known[key]  # the same effort each time, so that hints stay the same
        self.effort_left -= effort + EFFORT_OF_ROUTINE
        if self.effort_left < -EFFORT_OF_ROUTINE:
            raise TooLargeError
        if found is None:
            return None
        before = after.body if routine in after.body else (*after.body, routine)
        program = Program((*before, *found.program.body[len(rest.body) :]))
        paid = piece.cards if self.metric == "cards" else 0
        return Found(program, found.cost + paid, found.programs)

    def _found(
        self, search: Search | AskingSearch, after: Program, begun: Node | None, effort: int | None
    ) -> Found | None:
        if isinstance(search, Search):
            return search.cheapest(after, effort)
        if self.metric == "steps":
            return search.quickest(after, effort)
        return search.cheapest(after, begun, effort)

    def _routines(self, price: int, begun: Node | None) -> Iterator[Procedure]:
        """Yield every routine with cards inside that cost `price`; `begun` may be its beginning."""
        for body in self.deck.bodies(price):
            asking = sum(getattr(node, "condition", None) is OPEN for node in nodes_in(body))
            for chosen in product(self.deck.conditions, repeat=asking):
                left = iter(chosen)
                row = tuple(settled(node, left) for node in body)
                routine: Node | None = Procedure(self.name, row)
                if isinstance(begun, Procedure):
                    routine = continued(Procedure(begun.name, row), begun)
                if isinstance(routine, Procedure):
                    yield routine
