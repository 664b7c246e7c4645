"""The phases of a round: dealing, programming, power-downs and registers. [RR-1 … RR-5]

The phases of an edition are in `rules.phases`. In the base game, `clean_up` is the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Problem
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Unfinished, WriteInTime, WriteProgram
from teachkit.core.run.flow import Deck, Flow, Frame, agreed, ask, draw, shuffled
from teachkit.errors import BoardError
from teachkit.games.roborally import events
from teachkit.games.roborally.cards import deck
from teachkit.games.roborally.damage import hand_laid_away, wiped
from teachkit.games.roborally.goals import outcome
from teachkit.games.roborally.pieces import REGISTERS, Robot, Table
from teachkit.games.roborally.programs import filled, free_registers, problems
from teachkit.games.roborally.registers import begin, next_turn, play_register
from teachkit.games.roborally.rules import Phase
from teachkit.games.roborally.state import State, adjusted, happened, happened_to_all
from teachkit.words import say, say_many

FULL_HAND = 9


# Before the first round ------------------------------------------------------------------------


def at_the_dock(state: State, players: tuple[str, ...]) -> Flow[State]:
    """Place each robot on the start square with the number of its seat, facing north. [RR-1]

    In games with virtual robots, all robots start on flag 1, which counts as touched. [RR-34]
    """
    virtual, starts = state.rules.virtual_start, state.board.starts
    if not virtual and len(starts) < len(players):
        says = say_many(
            "This board has {number} start square. Add a dock to it.",
            "This board has {number} start squares. Add a dock to it.",
            len(starts),
        )
        raise BoardError(says)
    state = yield from with_table(state)
    for seat, name in enumerate(players):
        square = state.board.flags[0] if virtual else starts[seat]
        robot = Robot(name, square, Facing.NORTH, square, lives=state.rules.lives, hand=())
        robot = robot.with_(virtual=virtual, flag=int(virtual))
        state = replace(state, robots=(*state.robots, robot))
        yield Frame(events.Placed(name, square, robot.facing), state)
    return state


def with_table(state: State) -> Flow[State]:
    """Add a table with shuffled decks of program cards and options."""
    cards = yield from shuffled(deck())
    options = yield from shuffled(state.rules.options)
    table = Table(Deck(cards), Deck(options), is_dealt=True)
    return replace(state, register=0, table=table)


# The phases ------------------------------------------------------------------------------------


def play_phases(state: State, phases: Sequence[Phase[State]]) -> Flow[State]:
    """Play `phases` in order until the match has an outcome."""
    for phase in phases:
        if not outcome(state):
            state = yield from phase(state)
    return state


def begin_turn(state: State) -> Flow[State]:
    """Begin a round, and power down the robots that announced a power-down. [RR-32]

    A power-down repairs all damage.
    """
    state = next_turn(state).with_register(0).with_table(turn=state.table.turn + 1)
    yield Frame(events.TurnBegan(state.table.turn), state)
    for robot in state.robots:
        if robot.announced and not robot.destroyed:
            state = wiped(state, robot.name, REGISTERS)
            state = state.with_facts(robot.name, off=True, announced=False, damage=0)
            yield Frame(events.PoweredDown(robot.name), state)
        elif robot.off:
            state = state.with_facts(robot.name, off=False)
    return (yield from happened_to_all(state, lambda held: held.turn_begins))


def deal(state: State) -> Flow[State]:
    """Deal nine cards to each robot, less one for each point of damage. [RR-1]

    Powered-down robots get no cards.
    """
    for robot in state.active:
        state = hand_laid_away(state, robot.name)
        if robot.off:
            continue
        count = adjusted(state, robot, lambda held: held.cards_dealt, FULL_HAND - robot.damage)
        cards, pile = yield from draw(state.table.deck, max(0, count))
        state = state.with_table(deck=pile).with_facts(robot.name, hand=cards)
        if cards:
            yield Frame(events.Dealt(robot.name, len(cards)), state)
        state = yield from happened(state, robot.name, lambda held: held.dealt)
    return state


@dataclass(frozen=True)
class FillRegisters(WriteInTime):
    """A decision to fill registers with cards from the hand.

    A player whose time is up answers with `Unfinished`. [RR-2]
    """

    view: State = field(kw_only=True)

    def problem(self, answer: object) -> str | None:
        if not isinstance(answer, Unfinished):
            return super().problem(answer)
        wrong = partial(problems, self.view, str(self.player))  # it may have too few cards
        return WriteProgram(self.player, self.question, self.hand, wrong).problem(answer.program)

    def unfinished(self, laid: Any) -> Any:
        """Return the answer of a player whose time is up: the cards placed so far. [RR-2]

        The empty registers are filled at random later.
        """
        return self.first_possible(laid, Unfinished(laid), Unfinished(Program()))


def fill_registers(state: State, robot: Robot) -> FillRegisters:
    """Return the decision that asks a player to fill the free registers of `robot`."""
    view, name, hand = state.seen_by(robot.name), robot.name, robot.hand or ()
    count = min(len(free_registers(state, robot)), len(hand))

    def wrong(program: Program) -> list[Problem]:
        found, filled = problems(view, name, program), len(program.instructions)
        if not found and filled < count:
            says = say_many(
                "Fill {number} register, not {filled}.",
                "Fill {number} registers, not {filled}.",
                count,
                filled=filled,
            )
            found.append(Problem(None, says))
        return found

    question = say_many("Fill {number} register.", "Fill {number} registers.", count)
    return FillRegisters(name, question, hand, wrong, least=count, most=count, view=view)


def program(state: State) -> Flow[State]:
    """Ask all players for programs at the same time, and discard the other cards. [RR-2]

    If a player's time is up, fill the empty registers with random cards from the player's hand.
    """
    asked = [fill_registers(state, robot) for robot in state.active if robot.hand]
    answers = (yield from ask(*asked)) if asked else []
    for player, choice in answers:
        robot = state.robot(str(player))
        hand = list(robot.hand or ())
        answer = choice.program if isinstance(choice, Unfinished) else choice
        laid = list(answer.instructions)
        for card in laid:
            hand.remove(card)
        missing = free_registers(state, robot)[len(laid) :][: len(hand)]
        if missing:
            hand = list((yield from shuffled(hand)))
            laid, hand = laid + hand[: len(missing)], hand[len(missing) :]
        state = state.with_facts(robot.name, registers=filled(state, robot, laid), hand=())
        state = state.with_discarded(hand)
        ready = events.Programmed(robot.name)
        yield Frame(events.FilledUp(robot.name, missing) if missing else ready, state)
    return (yield from happened_to_all(state, lambda held: held.programmed))


def announce(state: State) -> Flow[State]:
    """Ask players in seat order whether to power down in the next round. [RR-3]

    Only players whose robots are damaged and not powered down are asked.
    """
    for robot in state.active:
        if robot.damage and not robot.off:
            state = yield from ask_to_power_down(state, robot.name)
    return state


def ask_to_power_down(state: State, name: str) -> Flow[State]:
    """Ask a player whether to power down in the next round. [RR-3, RR-32]"""
    if (yield from agreed(name, say("Power down in the next round?"))):
        state = state.with_facts(name, announced=True)
        yield Frame(events.Announced(name), state)
    return state


def all_registers(state: State) -> Flow[State]:
    """Play the remaining registers of the round, but stop if the match has an outcome. [RR-4]"""
    while state.register < len(REGISTERS) and not outcome(state):
        state = yield from state.rules.watched(play_register(begin(state, {})))
    return state
