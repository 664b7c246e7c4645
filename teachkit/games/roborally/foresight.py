"""Foresight for RoboRally: planning for strategies, and shortcuts for searches.

See `teachkit.core.game.foresight.Foresight`. The worth of a state is our own estimate, not a rule
of the game; a strategy may use a better one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice, product
from typing import TypeAlias

from msgspec.structs import replace

from teachkit.core.board.grid import distances, predecessors
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.game.foresight import Foresight, Halves, Laid, Planning, Rounds, laid_programs
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, WriteProgram
from teachkit.core.run.flow import Flow, Frame, answered, asks, followed, last_of, shuffled
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.cards import deck, priority
from teachkit.games.roborally.damage import take_damage
from teachkit.games.roborally.goals import outcome, points
from teachkit.games.roborally.moves import run_card
from teachkit.games.roborally.pieces import EMPTY, LAID_DOWN, REGISTERS, Registers, Robot, locks
from teachkit.games.roborally.programs import next_register
from teachkit.games.roborally.registers import (
    act,
    begin,
    factory,
    finish,
    perform,
    perform_card,
)
from teachkit.games.roborally.rules import Rules
from teachkit.games.roborally.state import State, happened
from teachkit.games.roborally.turns import play_phases, program

FLAG = 40
"""The worth of a touched flag, on a scale where each square of distance costs 1."""
WON, DAMAGE, LOCKED, SLEEP, RESTED, LOST, RIVAL, FAR = 1000, 1.5, 3, 12, 2, 15, 0.5, 40
OPTION, BUG = 3, -3
CREDIT, SAVED = 4, 2  # further credits are worth nothing until they are spent
MOST_TAKEN = 4  # the largest damage at once for which discarding cards is considered


def worth(state: State, player: str) -> float:
    """Return the worth of `state` for `player`, relative to the best rival.

    The worth depends on flags or points, the distance to the next flag, damage, power-downs, held
    cards and credits.
    """
    if over := outcome(state):
        return WON if player in over.winners else -WON
    if not _is_here(state, player):
        return 0
    counted = points(state)
    rivals = [_standing(state, each, counted) for each in state.robots if each.name != player]
    return _standing(state, state.robot(player), counted) - RIVAL * max(rivals, default=0)


def _is_here(state: State, player: str) -> bool:
    """Return whether `player` has a robot in `state`, on the board or destroyed."""
    return any(robot.name == player for robot in state.robots)


def _standing(state: State, robot: Robot, counted: dict[str, int]) -> float:
    value: float = FLAG * counted.get(robot.name, 0)
    if robot.is_out:
        return value - WON
    value -= DAMAGE * robot.damage + LOCKED * robot.locked
    if robot.held:
        options = {*state.rules.worth, LAID_DOWN.name}  # the next option of a deck is face down
        value += sum(OPTION if held.name in options else BUG for held in robot.held)
    if extra := state.table.extra:
        value += CREDIT * min(extra.seat(robot.name).credits, SAVED)
    if robot.announced:
        value += RESTED * robot.damage - SLEEP
    if robot.destroyed:
        return value - LOST - FAR
    if goal := _goal(state, robot):
        away = steps_to(state.board, state.rules, state.board.flags[goal - 1])
        value -= away.get((robot.square, robot.facing), FAR)
    return value


def _goal(state: State, robot: Robot) -> int:
    """Return the number of the flag that `robot` must touch next, or 0 if there is none."""
    if state.table.extra:
        return int(state.table.extra.flag)
    return robot.flag + 1 if robot.flag < state.last_flag else 0


# Distances ------------------------------------------------------------------------------------

Place: TypeAlias = tuple[Square, Facing]
DRIVING = tuple(map(Instruction, ("move-1", "left", "right")))


@lru_cache(maxsize=256)
def steps_to(board: Board, rules: Rules, goal: Square) -> Mapping[Place, int]:
    """Map each place that can reach `goal` to the number of moves and turns that this takes.

    A place is a square and a facing.

    >>> from teachkit.games import roborally
    >>> board = roborally.Setup(floor="f1 . o .").state().board
    >>> away = steps_to(board, roborally.GAME.editions["base"], board.flags[0])
    >>> away[Square.read("b1"), Facing.NORTH], (Square.read("d1"), Facing.WEST) in away
    (2, False)
    """
    before = _before(board, rules)
    return distances([(goal, facing) for facing in FACINGS], lambda here: before.get(here, ()))


@lru_cache(maxsize=16)
def _before(board: Board, rules: Rules) -> Mapping[Place, list[Place]]:
    """Map each place to the places from which a robot reaches it with one `DRIVING` card.

    A place is a square and a facing.
    """

    def ahead(place: Place) -> Iterator[Place]:
        alone = State(board, rules, (Robot("red", *place, place[0]),))
        for card in DRIVING:
            (robot,) = last_of(run_card(alone, alone.robots[0], card), alone).robots
            if not robot.destroyed:
                yield robot.square, robot.facing

    return predecessors(product(board.squares, FACINGS), ahead)


# Programs --------------------------------------------------------------------------------------


def candidates(view: State, decision: Decision, width: int) -> Iterable[object]:
    """Return promising answers to `decision`.

    For a program, return the best results of a beam search of width `width`. For any other
    question, return all its options, or only the first one if their effects are unknown.
    """
    player = str(decision.player)
    if isinstance(decision, WriteProgram):
        return _programs(_alone(view), player, decision, width)
    options: tuple[object, ...] = getattr(decision, "options", ())
    return options if _rule_that_asks(view, decision) else options[:1]


def _programs(state: State, player: str, decision: WriteProgram, width: int) -> Iterator[Program]:
    """Yield the best programs that a beam search of width `width` finds.

    The search adds one card at a time. Of several cards with the same name, it tries only one in
    each register.
    """

    def further(laid: Laid) -> Iterable[Instruction]:
        return {card.name: card for card in decision.hand if card not in laid.cards}.values()

    def rule(state: State, card: Instruction) -> Flow[State]:
        return perform(state, player, card)

    worth_of = partial(worth, player=player)
    longer = laid_programs(state, further, rule, worth_of, width, decision.most)
    found = [Laid((), state), *longer]
    return (Program(laid.cards) for laid in found if len(laid.cards) == decision.most)


def _alone(view: State) -> State:
    """Return a copy of `view` without face-down cards, so that robots with hidden cards pause."""
    robots = {}
    for robot in view.robots:
        known = tuple(None if card == LAID_DOWN else card for card in robot.registers)
        hand = () if robot.hand and LAID_DOWN in robot.hand else robot.hand
        robots[robot.name] = robot.with_(registers=known, hand=hand)
    return view.with_robots(robots)


# The rest of a round ---------------------------------------------------------------------------


def after_answer(view: State, decision: Decision, answer: object) -> Flow[State]:
    """Play on after `answer`, to the end of the round or of the rule that asked for `answer`.

    Robots whose cards are unknown do nothing. If the rule is unknown, return `view`.
    """
    if isinstance(decision, WriteProgram):
        state = yield from answered(program(_alone(view)), decision, answer)
        phases = state.rules.phases
        return (yield from play_phases(state, phases[phases.index(program) + 1 :]))
    if rule := _rule_that_asks(view, decision):
        return (yield from answered(rule(view, str(decision.player)), decision, answer))
    return view


@lru_cache(maxsize=16)  # each candidate for an answer needs the same rule
def _rule_that_asks(view: State, decision: Decision) -> Callable[[State, str], Flow[State]] | None:
    """Return the rule that asks for `decision`, or `None` if the rule is unknown."""
    player = str(decision.player)
    if not _is_here(view, player):
        return None
    hits = (partial(take_damage, points=points) for points in range(1, MOST_TAKEN + 1))
    rules: tuple[Callable[[State, str], Flow[State]], ...]
    rules = (*view.rules.questions, _revealed, _from_card, *hits)
    return next((rule for rule in rules if asks(rule(view, player), decision)), None)


def _revealed(view: State, player: str) -> Flow[State]:
    """Play on from the moment at which the cards of the next register are revealed."""
    state = yield from happened(begin(view, {}), player, lambda held: held.revealed)
    return (yield from _from_card(state, player))


def _from_card(view: State, player: str) -> Flow[State]:
    """Play on from the player's card in the current register to the end of the round.

    Robots whose cards are unknown do nothing. Questions after this card get their first answer.
    """
    if not (view.register and view.robot(player).card(view.register)):
        return view
    state = yield from act(_alone(view), player, player)
    state = followed(factory(state), state)
    end: State = followed(finish(state, player), state)
    return end


def determinize(view: State, player: str) -> Flow[State]:
    """Replace the unknown cards in hands, registers and the draw pile with random ones."""
    table = view.table
    if not view.is_match:
        return view
    seen = {*table.deck.discard_pile}
    for robot in view.robots:
        seen |= {card for card in (*robot.registers, *(robot.hand or ())) if card}
    cards = iter((yield from shuffled(card for card in deck() if card not in seen)))

    def known(row: Iterable[Instruction | None]) -> Registers:
        return tuple(next(cards, None) if card == LAID_DOWN else card for card in row)

    robots = {
        robot.name: robot.with_(
            registers=known(robot.registers), hand=robot.hand and known(robot.hand)
        )
        for robot in view.robots
    }
    pile = table.deck.with_draw_pile(islice(cards, len(table.deck.draw_pile)))
    return view.with_robots(robots).with_table(deck=pile)


# Shortcuts for searches -----------------------------------------------------------------------


def essence(state: State, player: str) -> State:
    """Return a copy of `state` without the cards that the robot `player` has already played.

    A locked register keeps its card, which will be played again. The number of the register is set
    to 0 unless it may still matter: in a match, on a board with pushers, or for robots that hold
    cards or have cards in their registers.

    >>> from teachkit.core.game.game import run
    >>> from teachkit.games import roborally
    >>> start = roborally.Setup(floor=". . .", robots={"red": "a1 east"}).state()
    >>> cards = "move-1 490", "move-1 500"
    >>> one, other = [run(roborally.GAME, start, text).final for text in cards]
    >>> one == other, essence(one, "red") == essence(other, "red")
    (False, True)
    """
    robot = state.robot(player)
    if any(robot.registers):
        left = tuple(
            card if each > state.register or robot.is_locked(each) else None
            for each, card in zip(REGISTERS, robot.registers, strict=True)
        )
        state = state.with_robot(robot.with_registers(left if any(left) else EMPTY))
    return state.with_register(0) if state.register and not _counts(state) else state


def halves() -> Halves:
    """Return two functions: one plays a register's cards, and the other plays the factory."""
    return Halves(first_half, lambda state: last_of(factory(state), state))


def first_half(state: State, player: str, card: Instruction) -> State:
    """Return the state after `card`, without the cards that `player` has already played.

    Keep all cards if damage might lock a register, if a robot holds a card, or if the rules use
    priorities later in the register.
    """
    robot = state.robot(player)
    if _is_only_card(state, robot):
        return _after_card(state, robot, card)
    state = last_of(perform_card(state, player, card), state)
    robot = state.robot(player)
    held = any(each.held for each in state.robots)
    if held or state.rules.robots_first or (_may_lock(state, robot) and not robot.destroyed):
        return state
    return essence(state, player)


Drive: TypeAlias = tuple[Robot, frozenset[Square]]
"""A lone robot after a card, and the squares on which it came."""


@lru_cache(maxsize=16)
def _drives(board: Board, rules: Rules) -> dict[tuple[Square, Facing, str], Drive]:
    """Return the cache of drives on a board, by square, facing and the card's name."""
    return {}


def _after_card(state: State, robot: Robot, card: Instruction) -> State:
    """Return the state after `card`; use its effect on a lone robot if it meets no other robot."""
    drives, place = _drives(state.board, state.rules), (robot.square, robot.facing, card.name)
    drive = drives.get(place)
    if drive is None:
        drive = drives[place] = _drive(replace(state, robots=(robot,)), card)
    end, crossed = drive
    others = [each.square for each in state.robots if each is not robot]
    if end.destroyed or not crossed.isdisjoint(others):
        return last_of(run_card(state, robot, card), state)
    return state.with_robot(robot.at(end.square, end.facing))


def _drive(alone: State, card: Instruction) -> Drive:
    """Return the only robot of `alone` after `card`, and the squares on which it came."""
    (robot,) = alone.robots
    squares = []
    for sent in run_card(alone, robot, card):
        if isinstance(sent, Frame):
            (robot,) = sent.state.robots
            squares.append(robot.square)
    return robot, frozenset(squares)


def _is_only_card(state: State, robot: Robot) -> bool:
    """Return whether `robot` plays the only card, which nothing after it in the register uses.

    Damage cannot lock the card then, and priorities and the number of the register do not matter.
    """
    if state.register or state.rules.robots_first or robot.off or robot.destroyed:
        return False
    return not (_counts(state) or _may_lock(state, robot))


def _may_lock(state: State, robot: Robot) -> bool:
    """Return whether damage could lock a robot's current register before the register ends.

    Assume that every beam and every other robot hits the robot.
    """
    most = state.board.beams + len(state.robots)
    return locks(robot.damage + most, state.register or 1)


def _counts(state: State) -> bool:
    """Return whether the number of the current register can still affect the run."""
    if state.board.pushers or state.is_match:
        return True
    return any(robot.held or robot.registers != EMPTY for robot in state.robots)


def alike(state: State, player: str, card: Instruction) -> Hashable:
    """Return a key for `card`; cards with the same effect in `state` have equal keys.

    Cards have the same effect if they are of the same kind, and act before and after the same cards
    of other robots.
    """
    if any(robot.held for robot in state.robots):
        return card  # the effect of a held card may depend on priorities
    others = [
        priority(theirs)
        for register in REGISTERS[next_register(state) - 1 :]
        for robot in state.robots
        if robot.name != player and (theirs := robot.card(register))
    ]
    own = priority(card)
    return card.name, tuple((other > own) - (other < own) for other in others)


FORESIGHT = Foresight(
    planning=Planning(worth, candidates, after_answer, determinize),
    rounds=Rounds(essence, alike, halves),
)
