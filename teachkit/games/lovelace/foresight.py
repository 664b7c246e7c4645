"""Planning for strategies: estimates of a state's worth, and programs and answers worth trying.

A state's worth is our own estimate, not a rule of the game; a strategy may use a better one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from teachkit.core.game.foresight import Foresight, Planning
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, WriteProgram
from teachkit.core.run.flow import Flow, answered, asks, shuffled
from teachkit.games.lovelace import match
from teachkit.games.lovelace.cards import Patron, patrons, tokens
from teachkit.games.lovelace.components import MOST, TOKEN_ROWS, digits_swapped
from teachkit.games.lovelace.programs import legal_rows
from teachkit.games.lovelace.resolution import may_tick, take_from, waiting_for
from teachkit.games.lovelace.scoring import outcome, points
from teachkit.games.lovelace.state import Phase, Player, Sheet, State, Table

TRIED = 3
WON, TICK, READY, ACTIVE, TARGET, EACH_ROW = 1000, 1.5, 1, 2, 5, 0.7


def machine(state: State, name: str) -> State:
    """Return a copy of `state` with only the player `name`: no targets, patrons, sheet or table.

    >>> from teachkit.games.lovelace.setup import Setup
    >>> machine(Setup(edition="machine", targets=[18]).state(), "ada").patrons
    ()
    """
    player = state.player(name)
    plan = replace(player.plan, targets=())
    alone = replace(player, plan=plan, sheet=Sheet(), mistake="")
    return replace(state, players=(alone,), patrons=(), table=Table())


def wanted(state: State, name: str) -> frozenset[int]:
    """Return the register values that would earn the player something. [LB-36, LB-38 … LB-41]"""
    player = state.player(name)
    numbers = {number for number in player.plan.targets if number is not None}
    for patron in state.patrons:
        if _offers(state, player, patron):
            numbers.add(patron.number)
            if player.plan.mirrors:
                numbers.add(digits_swapped(patron.number))
    return frozenset(numbers)


def _offers(state: State, player: Player, patron: Patron) -> bool:
    """Return whether `player` could still earn something from `patron`, which may be a target."""
    if patron.gave(player.name) and not (patron.areas and state.rules.same_player_twice):
        return False
    return not patron.areas or any(may_tick(state, player, area) for area in patron.areas_left)


# Programs worth trying -------------------------------------------------------------------------

Rows: TypeAlias = tuple[Instruction, ...]


class Route(NamedTuple):
    """A program for planning: its lines, and the number of targets and patrons that they reach."""

    numbers: int
    rows: Rows


def routes(state: State, name: str, most: int, width: int) -> list[Program]:
    """Return programs of at most `most` lines that reach many targets and patrons, best first.

    From each number that it reaches, the search continues to the `width` nearest numbers.
    """
    found = _routes(machine(state, name), name, wanted(state, name), most, width)
    best = sorted(found, key=lambda route: (-route.numbers, len(route.rows)))
    return [Program(route.rows) for route in best[: TRIED * width]]


def _routes(
    state: State, name: str, numbers: frozenset[int], most: int, width: int
) -> Iterator[Route]:
    yield Route(0, ())
    ways = ways_from(state, name)
    near = sorted(number for number in numbers if 0 < len(ways.get(number, ())) <= most)
    for number in sorted(near, key=lambda number: len(ways[number]))[:width]:
        there, rows = state.with_value(name, number), ways[number]
        for further in _routes(there, name, numbers - {number}, most - len(rows), width):
            yield Route(further.numbers + 1, rows + further.rows)


@lru_cache(maxsize=1000)
def ways_from(state: State, name: str) -> Mapping[int, Rows]:
    """Map each number within reach to a shortest sequence of lines that produces it.

    The lines start from the player's current value. Among equally short sequences, one that ends in
    a lower row of the engine is preferred, because that row may earn a bonus.

    >>> from teachkit.games.lovelace.setup import Setup
    >>> ways_from(Setup(edition="machine").state(), "ada")[27]
    (Instruction(name='A4/', arguments=()),)
    """
    value = state.player(name).value
    table = _next_rows(state.with_value(name, 0), name)
    found: dict[int, Rows] = {value: ()}
    layer = [value]
    while layer:
        further: dict[int, Rows] = {}
        for here in layer:
            for row, after in table[here]:
                if after not in found and (
                    after not in further or row.name > further[after][-1].name
                ):
                    further[after] = (*found[here], row)
        found |= further
        layer = list(further)
    return found


@lru_cache(maxsize=50)
def _next_rows(state: State, name: str) -> list[list[tuple[Instruction, int]]]:
    """Return the legal lines and their results for each register value from 0 to 99.

    If players must write the results themselves, each line contains its result.
    """
    fills_in = state.rules.fills_in
    return [
        [
            (row if fills_in else Instruction(row.name, (f"{after:02}",)), after)
            for row, after in legal_rows(state, state.player(name), value)
        ]
        for value in range(MOST + 1)
    ]


# Planning --------------------------------------------------------------------------------------


def worth(state: State, player: str) -> float:
    """Estimate the lead of `player` over the best rival.

    The estimate includes points and the worth of ticks, subroutines and targets. A finished match
    counts as `WON` or `-WON`.
    """
    if over := outcome(state):
        return WON if player in over.winners else -WON
    counted = points(state)
    rivals = (_standing(each, counted) for each in state.players if each.name != player)
    return _standing(state.player(player), counted) - max(rivals, default=0) + _hope(state, player)


def _standing(player: Player, counted: dict[str, int]) -> float:
    value: float = counted[player.name] + TICK * len(player.sheet.areas)
    return value + READY * len(player.ready) + ACTIVE * len(player.plan.active)


def _hope(state: State, name: str) -> float:
    """Return the worth of a player's target subroutines; nearer targets are worth more.

    The worth is 0 in an exercise and in the resolution phase.
    """
    targets = state.player(name).plan.targets
    if not targets or not state.table or state.table.phase == Phase.RESOLUTION:
        return 0
    ways = ways_from(machine(state, name), name)
    return sum(
        TARGET * EACH_ROW ** len(ways[each])
        for each in targets
        if each is not None and each in ways
    )


def candidates(view: State, decision: Decision, width: int) -> Iterable[Any]:
    """Return the answers to `decision` that are worth trying.

    They are promising programs if `decision` asks for a program, and otherwise all possible
    answers, or only the first one if the effects of the answers cannot be computed.
    """
    if isinstance(decision, WriteProgram):
        return routes(view, str(decision.player), decision.most, width)
    options: tuple[Any, ...] = getattr(decision, "options", ())
    return options if _rule_that_asks(view, decision) else options[:1]


def after_answer(view: State, decision: Decision, answer: object) -> Flow[State]:
    """Continue the game from `view` with `answer` as the answer to `decision`.

    After a program, play the rest of the round; after any other answer, play the rest of the rule
    that asked the question. If that rule cannot be continued from `view`, return `view` unchanged.
    """
    if rule := _rule_that_asks(view, decision):
        return (yield from answered(rule(view), decision, answer))
    return view


@lru_cache(maxsize=16)  # each candidate for an answer needs the same rule
def _rule_that_asks(view: State, decision: Decision) -> Callable[[State], Flow[State]] | None:
    """Return the rule that asks for `decision`, or `None` if there is no such rule."""
    name, rules = str(decision.player), list[Callable[[State], Flow[State]]]()
    if isinstance(decision, WriteProgram):
        rules.append(_round_from_programs)
    else:
        rules += [match.subroutine_phase, partial(match.activate_subroutines, name=name)]
        rules += [partial(_taken_from, name=name, place=at) for at in waiting_for(view, name)]
    return next((rule for rule in rules if asks(rule(view), decision)), None)


def _taken_from(state: State, name: str, place: int) -> Flow[State]:
    state, _ = yield from take_from(state, name, place)
    return state


def _round_from_programs(state: State) -> Flow[State]:
    return (yield from match.resolution_phase((yield from match.program_phase(state))))


def determinize(view: State, player: str) -> Flow[State]:
    """Replace the hidden targets, tokens and patrons in `view` with random ones."""
    table = view.table
    if not table:
        return view
    state = view
    for each in view.players:
        if None in each.plan.targets:
            targets = yield from shuffled(each.left)
            state = state.with_plan(each.name, targets=targets[: len(each.plan.targets)])
    faces = Counter(replace(patron, taken=()) for patron in view.patrons)
    laid_away = Counter(card for card in table.deck.discard_pile if card)
    cards = yield from shuffled((Counter(patrons()) - faces - laid_away).elements())
    pile = cards[: len(table.deck.draw_pile)]
    table = replace(table, deck=table.deck.with_draw_pile(pile))
    printed, in_cells = tokens(), view.engine.components
    for row, hidden in table.piles:
        rows = row if view.rules.three_piles else TOKEN_ROWS
        kinds = Counter(chain.from_iterable(printed[each] for each in rows))
        lying = Counter(component for cell, component in in_cells if cell[0] in rows)
        left = yield from shuffled((kinds - lying).elements())
        table = table.with_pile(row, left[: len(hidden)])
    return replace(state, table=table)


FORESIGHT = Foresight(planning=Planning(worth, candidates, after_answer, determinize))
