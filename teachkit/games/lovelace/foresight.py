"""What those who plan are told of Lovelace: see `teachkit.core.game.foresight.Foresight`.

What a state is worth is our own opinion, and no rule of the game: strategies may have a better one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from teachkit.core.game.foresight import Planning
from teachkit.core.run.flow import Decision, Flow, WriteProgram, shuffled
from teachkit.core.run.proceeding import answered, asks
from teachkit.games.lovelace.announcing import take_from, waiting_for
from teachkit.games.lovelace.cards import PatronCard, patrons, tokens
from teachkit.games.lovelace.components import TOKEN_ROWS
from teachkit.games.lovelace.offers import machine
from teachkit.games.lovelace.pieces import RESOLUTION, Player
from teachkit.games.lovelace.routes import routes, ways_from
from teachkit.games.lovelace.scoring import outcome, points
from teachkit.games.lovelace.state import State
from teachkit.games.lovelace.turns import (
    activate_subroutines,
    count_points,
    play_round,
    program_phase,
    resolution_phase,
    subroutine_phase,
)

WIDTH = 4
WON, TICK, READY, ACTIVE, TARGET, EACH_ROW = 1000, 1.5, 1, 2, 5, 0.7


def worth(state: State, player: str) -> float:
    """Points as sheets are now, ticks of areas for what they may become, and the way to targets."""
    if over := outcome(state):
        return WON if player in over.winners else -WON
    counted = points(state)
    rivals = (_standing(each, counted) for each in state.players if each.name != player)
    return _standing(state.player(player), counted) - max(rivals, default=0) + _hope(state, player)


def _standing(player: Player, counted: dict[str, int]) -> float:
    value: float = counted[player.name] + TICK * len(player.sheet.areas)
    return value + READY * len(player.ready) + ACTIVE * len(player.plan.active)


def _hope(state: State, name: str) -> float:
    """The nearer a target is before the round, the better."""
    targets = state.player(name).plan.targets
    if not targets or not state.table or state.table.phase == RESOLUTION:
        return 0
    ways = ways_from(machine(state, name), name)
    return sum(
        TARGET * EACH_ROW ** len(ways[each])
        for each in targets
        if each is not None and each in ways
    )


def candidates(view: State, decision: Decision, width: int = WIDTH) -> Iterable[Any]:
    """Programs by way of most numbers on offer; all else that can be foreseen."""
    if isinstance(decision, WriteProgram):
        return routes(view, str(decision.player), decision.most, width)
    options: tuple[Any, ...] = getattr(decision, "options", ())
    return options if _asking(view, decision) else options[:1]


def later(view: State, decision: Decision, answer: Any) -> Flow[State]:
    """After a program the rest of the round; else what the rule that asks this makes of it."""
    if question := _asking(view, decision):
        return (yield from answered(question, decision, answer))
    return view


def _asking(view: State, decision: Decision) -> Flow[State] | None:
    """The rule that asks this, if it is one of those that can be followed from here."""
    rules = _rules(view, str(decision.player), isinstance(decision, WriteProgram))
    return next((rule(view) for rule in rules if asks(rule(view), decision)), None)


def _rules(view: State, name: str, is_program: bool) -> Iterator[Callable[[State], Flow[State]]]:
    """What asks for a program; else what asks a player for a target, a subroutine, an area."""
    if is_program:
        yield _round_from_programs
        return
    yield subroutine_phase
    yield partial(activate_subroutines, name=name)
    for place in waiting_for(view, name):
        yield partial(_taken_from, name=name, place=place)


def _taken_from(state: State, name: str, place: int) -> Flow[State]:
    state, _ = yield from take_from(state, name, place)
    return state


def _round_from_programs(state: State) -> Flow[State]:
    """All write, and what they wrote comes true."""
    return (yield from resolution_phase((yield from program_phase(state))))


def guessed(view: State, player: str) -> Flow[State]:
    """Targets face down, tokens and patrons are dealt anew from those that are not seen."""
    table = view.table
    if table is None:
        return view
    state = view
    for each in view.players:
        if None in each.plan.targets:
            targets = yield from shuffled(each.left)
            state = state.with_plan(each.name, targets=targets[: len(each.plan.targets)])
    faces = Counter(PatronCard(patron.number, patron.areas) for patron in view.patrons)
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


def onward(state: State, player: str) -> Flow[State]:
    """What is left of the round; after the last one the points are counted."""
    assert state.table
    if state.table.phase != RESOLUTION:
        state = yield from play_round(state)
    if state.round < state.rules.rounds:
        return state
    return (yield from count_points(state))


PLANNING = Planning(worth, candidates, later, guessed, onward)
