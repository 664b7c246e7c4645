"""Misreadings of robots, cards and the factory, the most common ones first.

The rules themselves do not change: they run from a slightly different start, or in a different
order. In most misreadings, every robot holds a card whose effect is the mistaken belief (see
`moments`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count, zip_longest
from typing import Any, TypeAlias

from msgspec.structs import replace

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.game.misreadings import by_start, by_trace, heading_forgotten, recorded
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.core.run.trace import Trace
from teachkit.games.roborally.board import Belt
from teachkit.games.roborally.editions import VARIANT
from teachkit.games.roborally.elements import ELEMENTS, gears, lasers, pushers, touch_flags
from teachkit.games.roborally.moments import Adjusts, Moments
from teachkit.games.roborally.moves import priority_of, turn
from teachkit.games.roborally.pieces import EMPTY, REGISTERS, Held
from teachkit.games.roborally.programs import free_registers
from teachkit.games.roborally.registers import act, begin, cards, has_cards_ahead
from teachkit.games.roborally.rules import Phase
from teachkit.games.roborally.state import State

TURNS = ("left", "right", "u-turn")
BELTS, AFTER_BELTS = ELEMENTS[:2], ELEMENTS[2:]
CARDS = VARIANT.effects
"""The effects of cards that do what some learners believe."""

Applies: TypeAlias = Callable[[State, Program], bool]
"""A test of whether a misreading could make a difference for a given start and program."""


def where(applies: Applies, read: Read) -> Read:
    """Return a version of `read` that returns `None` unless `applies(state, program)` is true."""
    return lambda game, state, program: (
        read(game, state, program) if applies(state, program) else None
    )


def holding(applies: Applies, moments: Moments[State]) -> Read:
    """Return a misreading in which every robot holds a card with the effects `moments`.

    The misreading returns `None` unless `applies(state, program)` is true.
    """
    idea = f"idea {next(_NUMBERS)}"
    read = by_start(lambda state, player: with_idea(state, names_in(state), idea, moments))
    return where(applies, read)


_NUMBERS = count(1)


def with_idea(state: State, names: Sequence[str], idea: str, moments: Moments[State]) -> State:
    """Return a copy of `state` in which each robot in `names` also holds a card named `idea`.

    `moments` are the effects of the card.
    """
    effects = {**state.rules.effects, idea: moments}
    believed = replace(state, rules=dataclasses.replace(state.rules, effects=effects))
    return with_held(believed, {each: (*state.robot(each).held, Held(idea)) for each in names})


def with_held(state: State, held: Mapping[str, tuple[Held, ...]]) -> State:
    """Return a copy of `state` with new held cards; `held` maps robots' names to their cards."""
    return state.with_robots({name: state.robot(name).with_(held=held[name]) for name in held})


def names_in(state: State) -> tuple[str, ...]:
    return tuple(robot.name for robot in state.robots)


# Conditions for misreadings --------------------------------------------------------------------

are_many: Applies = lambda state, program: len(state.active) > 1
has_belts: Applies = lambda state, program: bool(state.board.belts)
has_gears: Applies = lambda state, program: any(tile.gear for tile in state.board.tiles.values())
has_pushers: Applies = lambda state, program: bool(state.board.pushers)
has_lasers: Applies = lambda state, program: bool(state.board.lasers)


def have_cards(state: State, program: Program) -> bool:
    """Return whether there are several robots, of which at least one has cards in its registers."""
    return len(state.active) > 1 and any(robot.registers != EMPTY for robot in state.active)


def has_turns(state: State, program: Program) -> bool:
    laid = [card for robot in state.robots for card in robot.registers if card]
    return any(card.name in TURNS for card in (*laid, *program.instructions))


def has_express(state: State, program: Program) -> bool:
    return any(belt.express for belt in state.board.belts.values())


# The start -------------------------------------------------------------------------------------


def others_asleep(state: State, player: str) -> State:
    """Return a copy of `state` with the registers of all robots except `player` emptied."""
    others = {each.name: each.with_registers(EMPTY) for each in state.robots if each.name != player}
    return state.with_robots(others)


def on_board(**changes: Any) -> Read:
    """Return a misreading of the board: the program runs on a board with other fields."""
    return by_start(
        lambda state, player: replace(state, board=dataclasses.replace(state.board, **changes))
    )


# The effect of a card or a belt ----------------------------------------------------------------


is_south: Callable[[Facing], bool] = lambda facing: facing is Facing.SOUTH


def mirrored(when: Callable[[Facing], bool]) -> Adjusts[State, Facing, [Instruction]]:
    """Return an adjustment that swaps left and right for robots whose facing satisfies `when`."""

    def facing(state: State, name: str, held: Held, value: Facing, card: Instruction) -> Facing:
        turns = card.name in ("left", "right")
        return value.back if turns and when(state.robot(name).facing) else value

    return facing


def by_compass(state: State, name: str, held: Held, value: Facing, card: Instruction) -> Facing:
    """Return the robot's new facing, as if `left` meant west and `right` meant east.

    For any other card, return `value`.
    """
    return {"left": Facing.WEST, "right": Facing.EAST}.get(card.name, value)


def as_before(state: State, name: str, held: Held, value: Facing, card: Instruction) -> Facing:
    """Return the robot's facing before `card`, as if cards never turned robots."""
    return state.robot(name).facing


def turns_drive(state: State, name: str, held: Held, value: int, card: Instruction) -> int:
    """Return the number of squares that `card` drives, as if turn cards also drove one square.

    If `card` is not a turn card, return `value`.
    """
    return 1 if card.name in TURNS else value


def never(*about: object) -> bool:
    return False


lowest_first: Adjusts[State, int, [Instruction]] = lambda state, name, held, value, card: -value


def only_the_next(state: State, name: str, held: Held, value: bool, other: str) -> bool:
    """Return whether `other` is next to the robot, as if a robot could push only one other."""
    return state.robot(name).square.steps_to(state.robot(other).square) == 1


def pushed_turns(state: State, name: str, held: Held, pushed: str) -> Flow[State]:
    """Turn the pushed robot to face the direction in which it was pushed."""
    here, other = state.robot(name), state.robot(pushed)
    away = here.square.steps_to(other.square)
    for way in () if other.destroyed else (here.facing, here.facing.back):
        if here.square.ahead(way).steps_to(other.square) < away:
            state = yield from turn(state, state.robot(pushed), way)
    return state


# The parts of a register ----------------------------------------------------------------------


def by_rule(applies: Applies, rule: Phase[State]) -> Read:
    """Return a misreading in which `rule` plays the program and all other cards in registers.

    The misreading returns `None` unless `applies(state, program)` is true.
    """

    def read(game: Game, state: State, program: Program) -> Trace | None:
        player = game.players(state)[0]
        laid = with_program(state, player, program)
        return recorded(rule(laid), state, player) if laid else None

    return where(applies, read)


def by_parts(applies: Applies, *parts: Phase[State]) -> Read:
    """Return a misreading in which each register runs `parts` in the given order."""

    def rule(state: State) -> Flow[State]:
        while has_cards_ahead(state):
            state = begin(state, {})
            for part in parts:
                state = yield from part(state)
        return state

    return by_rule(applies, rule)


def with_program(state: State, player: str, program: Program) -> State | None:
    """Return a copy of `state` with `program` in the free registers of a robot.

    If the program does not fit, return `None` instead.
    """
    robot, row = state.robot(player), program.instructions
    free = free_registers(state, robot)
    if robot.destroyed or program.body != row or not 0 < len(row) <= len(free):
        return None
    for register, card in zip_longest(free, row):
        robot = robot.with_card(register, card)
    return state.with_robot(robot)


def with_belts(believed: Callable[[Phase[State], State], Flow[State]]) -> Read:
    """Return a misreading that runs `believed(rule, state)` instead of each rule for belts."""
    return by_parts(has_belts, cards, *(partial(believed, belts) for belts in BELTS), *AFTER_BELTS)


def as_ghosts(part: Phase[State], state: State) -> Flow[State]:
    """Run the rule `part`, as if robots did not block one another."""
    ghosts = {robot.name: robot.with_(virtual=True) for robot in state.active}
    after = yield from part(state.with_robots(ghosts))
    return after.with_robots({each.name: each.with_(virtual=False) for each in after.robots})


def one_by_one(belts: Phase[State], state: State) -> Flow[State]:
    """Run the rule `belts` for one robot after another."""
    for robot in state.active:
        held = {each.name: each.held for each in state.robots if each.name != robot.name}
        alone = with_idea(state, tuple(held), "idea 0", Moments(is_carried=never))
        state = with_held((yield from belts(alone)), held)
    return state


def where_it_looks(belts: Phase[State], state: State) -> Flow[State]:
    """Run the rule `belts`, as if belts carried robots in the direction they face."""
    board = state.board
    tiles = dict(board.tiles)
    for square, facing in ((robot.square, robot.facing) for robot in state.active):
        if (belt := board.belts.get(square)) and square.ahead(facing) in board:
            tiles[square] = tiles[square]._replace(belt=Belt(facing, belt.express))
    row, every = board.width, tuple(tiles.values())
    rows = tuple(every[start : start + row] for start in range(0, len(every), row))
    after = yield from belts(replace(state, board=dataclasses.replace(board, rows=rows)))
    return replace(after, board=board)


def looks_along(belts: Phase[State], state: State) -> Flow[State]:
    """Run the rule `belts`, and turn each carried robot along its belt."""
    before = {robot.name: robot.square for robot in state.active}
    state = yield from belts(state)
    for name, square in ((robot.name, robot.square) for robot in state.active):
        belt = state.board.belts.get(square) or state.board.belts.get(before[name])
        if belt and square != before[name]:
            state = yield from turn(state, state.robot(name), belt.facing)
    return state


# The cards of several programs --------------------------------------------------------------


def in_order(before: Callable[[State, str, int], tuple[int, ...]]) -> Read:
    """Return a misreading that plays the cards of all registers in one sequence.

    `before(state, name, register)` is the sort key of a card. The factory does not act.
    """

    def rule(state: State) -> Flow[State]:
        ahead = REGISTERS[state.register :]
        every = [(each.name, at) for each in state.robots for at in ahead if each.card(at)]
        start = state
        for name, register in sorted(every, key=lambda card: before(start, *card)):
            state = yield from act(state.with_register(register), name, "")
        return state

    return by_rule(
        lambda state, program: have_cards(state, program) and not has_belts(state, program), rule
    )


def program_by_program(state: State, name: str, register: int) -> tuple[int, int]:
    """Return a sort key that puts one robot's whole program before the next robot's."""
    return names_in(state).index(name), register


def all_by_number(state: State, name: str, register: int) -> tuple[int]:
    """Return a sort key that puts the highest priority first, regardless of registers."""
    return (-priority_of(state.with_register(register), state.robot(name)),)


MISREADINGS = (
    Misreading("the others forgotten", "The other robots run their cards, too.",
               "lesson 18", where(have_cards, by_start(others_asleep))),
    Misreading("belts push", "A belt never pushes. Robots that would meet stay where they are.",
               "lesson 19", with_belts(as_ghosts)),
    Misreading("belts one by one",
               "All belts run together, so a square that a robot leaves is free.",
               "lesson 19", with_belts(one_by_one)),
    Misreading("belts forgotten", "After the cards, belts carry the robots that are on them.",
               "lesson 19", holding(has_belts, Moments(is_carried=never))),
    Misreading("lowest number first", "In each register, the highest number goes first.",
               "lesson 18", holding(have_cards, Moments(priority=lowest_first))),
    Misreading("in order of seats", "The number decides who goes first, not the colour.",
               "lesson 18", holding(have_cards, Moments(priority=lambda *about: 0))),
    Misreading("drives through robots",
               "Two robots never share a square. A robot in the way is pushed.",
               "lesson 18", by_parts(are_many, partial(as_ghosts, cards), *ELEMENTS)),
    Misreading("robots do not give way",
               "A robot in the way is pushed along, unless a wall blocks it.",
               "lesson 18", holding(are_many, CARDS["Soft Bumper"])),
    Misreading("walls overlooked", "Look for walls: no robot can drive or be pushed through one.",
               "lesson 18", on_board(walls=frozenset())),
    Misreading("a push turns", "A robot that is pushed still faces the same way.",
               "lesson 18", holding(are_many, Moments(pushes=pushed_turns))),
    Misreading("pushes only one", "A robot pushes all the robots that are lined up in its way.",
               "lesson 18", holding(are_many, Moments(can_push=only_the_next))),
    Misreading("express like any belt",
               "An express belt carries a robot twice: once alone, once with all belts.",
               "lesson 19", holding(has_express, CARDS["Rubber Tyres"])),
    Misreading("bends do not turn", "A bend turns a robot that a belt carries onto it.",
               "lesson 19", holding(has_belts, CARDS["Belt Guide"])),
    Misreading("gears do not turn", "After the belts, a gear turns the robot on it.",
               "lesson 19", holding(has_gears, CARDS["Gear Lock"])),
    Misreading("riders look along the belt",
               "A straight belt does not turn a robot. Only a bend turns it.",
               "lesson 19", with_belts(looks_along)),
    Misreading("belts before cards", "First the cards run, and only then do the belts and gears.",
               "lesson 19",
               by_parts(has_belts, *BELTS, pushers, gears, cards, lasers, touch_flags)),
    Misreading("belts carry ahead",
               "A belt carries a robot along its arrow, whichever way the robot faces.",
               "lesson 19", with_belts(where_it_looks)),
    Misreading("pushers stand still",
               "A pusher pushes the robot in front of it in the registers printed on it.",
               "lesson 19", on_board(pushers=())),
    Misreading("gears before pushers",
               "Pushers come before gears: the robot is pushed first, then turned.",
               "lesson 19",
               by_parts(has_pushers, cards, *BELTS, gears, pushers, lasers, touch_flags)),
    Misreading("express belts last",
               "Express belts go first: once alone, then again with all belts.",
               "lesson 19", by_parts(has_express, cards, *reversed(BELTS), *AFTER_BELTS)),
    Misreading("lasers before belts", "Lasers only shoot when everything has stopped moving.",
               "lesson 19",
               by_parts(has_lasers, cards, lasers, *BELTS, pushers, gears, touch_flags)),
    Misreading("flags before lasers", "Lasers shoot first. Only then do robots touch flags.",
               "lesson 19",
               by_parts(has_lasers, cards, *BELTS, pushers, gears, touch_flags, lasers)),
    Misreading("program by program",
               "All robots play register 1 first, then all robots play register 2.",
               "lesson 18", in_order(program_by_program)),
    Misreading("registers mixed",
               "One register ends before the next begins, whatever the numbers are.",
               "lesson 18", in_order(all_by_number)),
    Misreading("from the viewer's side",
               "Left is the robot's left, not yours. Imagine facing the same way as the robot.",
               "lesson 19; turtle turns: Fay & Mayer 1987",
               holding(has_turns, Moments(facing=mirrored(is_south)))),
    Misreading("turns also drive",
               "A turn card only turns the robot. The robot stays on its square.",
               "lesson 19; Fay & Mayer 1987", holding(has_turns, Moments(steps=turns_drive))),
    Misreading("heading forgotten", "Count every turn to see which way the robot faces at the end.",
               "lesson 19", by_trace(heading_forgotten)),
    Misreading("turns ignored", "After a turn, the robot drives in its new direction.",
               "lesson 19", holding(has_turns, Moments(facing=as_before))),
    Misreading("compass for relative", "Left turns the robot to its own left, not to the west.",
               "lesson 19; Fay & Mayer 1987", holding(has_turns, Moments(facing=by_compass))),
    Misreading("left and right mixed up", "Left means the robot's left-hand side.",
               "lesson 19", holding(has_turns, Moments(facing=mirrored(lambda facing: True)))),
    Misreading("a U-turn is a quarter", "After a U-turn, the robot faces the opposite way.",
               "lesson 19", holding(has_turns, CARDS["Half U-Turn"])),
)  # fmt: skip
