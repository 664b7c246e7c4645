"""What those who plan are told of RoboRally: see `teachkit.core.game.foresight.Foresight`.

What a state is worth is our own opinion, and no rule of the game: strategies may have a better one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from teachkit.core.game.foresight import Planning, beam
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, WriteProgram
from teachkit.core.run.flow import Flow, answered, asks, followed, shuffled
from teachkit.games.roborally.clean_up import return_to_board
from teachkit.games.roborally.courses import steps_to
from teachkit.games.roborally.instructions import deck
from teachkit.games.roborally.pieces import LAID_DOWN, Robot
from teachkit.games.roborally.registers import perform
from teachkit.games.roborally.scoring import outcome, points
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import ask_to_power_down, program

FLAG = 40
"""What a flag is worth; everything else is measured by it. A step is one."""
WON, DAMAGE, LOCKED, SLEEP, RESTED, LOST, RIVAL, FAR = 1000, 1.5, 3, 12, 2, 15, 0.5, 40
WIDTH = 4


def worth(state: State, player: str) -> float:
    """Flags, the way to the next one, and how badly damaged a robot is; and so for its rivals."""
    if over := outcome(state):
        return WON if player in over.winners else -WON
    if not _is_here(state, player):
        return 0
    counted = points(state)
    rivals = [_standing(state, each, counted) for each in state.robots if each.name != player]
    return _standing(state, state.robot(player), counted) - RIVAL * max(rivals, default=0)


def _is_here(state: State, player: str) -> bool:
    """Whether this player's robot has been placed, or at least waits for it."""
    return any(robot.name == player for robot in state.robots)


def _standing(state: State, robot: Robot, counted: dict[str, int]) -> float:
    value: float = FLAG * counted.get(robot.name, 0)
    if robot.is_out:
        return value - WON
    value -= DAMAGE * robot.damage + LOCKED * robot.locked
    if robot.announced:
        value += RESTED * robot.damage - SLEEP
    if robot.destroyed:
        return value - LOST - FAR
    if goal := _goal(state, robot):
        away = steps_to(state.board, state.rules, state.board.flags[goal - 1])
        value -= away.get((robot.square, robot.facing), FAR)
    return value


def _goal(state: State, robot: Robot) -> int:
    """The number of the flag that this robot is after; 0: nobody knows yet."""
    if state.table and state.table.extra:
        flag: int = state.table.extra.flag
        return flag
    return robot.flag + 1 if robot.flag < state.last_flag else 0


# Programs --------------------------------------------------------------------------------------


def candidates(view: State, decision: Decision, width: int = WIDTH) -> Iterable[Any]:
    """Promising programs; all that a robot may do otherwise, as far as it can be foreseen."""
    player = str(decision.player)
    if isinstance(decision, WriteProgram):
        return _programs(_alone(view, player), player, decision, width)
    options: tuple[Any, ...] = getattr(decision, "options", ())
    return options if _asking(view, decision) else options[:1]


class Laid(NamedTuple):
    """Cards that may be laid, and the state after their registers."""

    cards: tuple[Instruction, ...]
    state: State


def _programs(
    state: State, player: str, decision: WriteProgram, width: int
) -> Iterator[Program]:  # fmt: skip
    """The most promising rows of cards, laid register by register; of cards that are alike one."""

    def longer(laid: Laid) -> Iterator[Laid]:
        left = {card.name: card for card in decision.hand if card not in laid.cards}
        for card in left.values():
            after = followed(perform(laid.state, player, card), laid.state)
            yield Laid((*laid.cards, card), after)

    def worth_of(laid: Laid) -> float:
        return worth(laid.state, player)

    none = Laid((), state)
    found = [none, *beam(none, longer, worth_of, width, decision.most)]
    return (Program(laid.cards) for laid in found if len(laid.cards) == decision.most)


def _alone(view: State, player: str) -> State:
    """The state without hands and cards that are not known; so they who hold them do nothing."""
    robots = {}
    for robot in view.robots:
        known = tuple(None if card == LAID_DOWN else card for card in robot.registers)
        hand = () if robot.hand and LAID_DOWN in robot.hand else robot.hand
        robots[robot.name] = robot.with_(registers=known, hand=hand)
    return view.with_robots(robots)


# What comes of it ------------------------------------------------------------------------------


def later(view: State, decision: Decision, answer: Any) -> Flow[State]:
    """After a program the whole turn, with the cards that are known; else what was asked for."""
    player = str(decision.player)
    state = _alone(view, player)
    if isinstance(decision, WriteProgram):
        state = yield from answered(program(state), decision, answer)
        phases = state.rules.phases
        return (yield from _phases(state, phases[phases.index(program) + 1 :]))
    if question := _asking(view, decision):
        return (yield from answered(question, decision, answer))
    return view


def _phases(state: State, phases: Iterable[Callable[[State], Flow[State]]]) -> Flow[State]:
    """These phases of a turn, until somebody has won."""
    for phase in phases:
        if not outcome(state):
            state = yield from phase(state)
    return state


def _asking(view: State, decision: Decision) -> Flow[State] | None:
    """The rule that asks this, if it is one of those that can be followed from here."""
    player = str(decision.player)
    for rule in (ask_to_power_down, return_to_board) if _is_here(view, player) else ():
        if asks(rule(view, player), decision):
            return rule(view, player)
    return None


def guessed(view: State, player: str) -> Flow[State]:
    """Hands, cards in registers and the pile are dealt anew from the cards not seen."""
    table = view.table
    if table is None:
        return view
    seen = {*table.deck.discard_pile}
    for robot in view.robots:
        seen |= {card for card in (*robot.registers, *(robot.hand or ())) if card}
    order = yield from shuffled(card for card in deck() if card not in seen)
    cards = iter(order)

    def known(row: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(next(cards, None) if card == LAID_DOWN else card for card in row)

    robots = {
        robot.name: robot.with_(registers=known(robot.registers),
                                hand=robot.hand and known(robot.hand))
        for robot in view.robots
    }  # fmt: skip
    pile = table.deck.with_draw_pile(islice(cards, len(table.deck.draw_pile)))
    return view.with_robots(robots).with_table(deck=pile)


def onward(state: State, player: str) -> Flow[State]:
    """The next turn, with cards that are dealt by chance."""
    return (yield from _phases(state, state.rules.phases))


PLANNING = Planning(worth, candidates, later, guessed, onward)
