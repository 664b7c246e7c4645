"""The opening of the variant, and its phases before and after the registers of a round.

[RV-1 … RV-32]
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.run.flow import Deck, Flow, Frame, agreed, chosen, draw, pick_one, shuffled
from teachkit.core.strings import board_error
from teachkit.games.roborally.cards import priority
from teachkit.games.roborally.clean_up import end_turn, gain_option, mend, put_back
from teachkit.games.roborally.damage import discard
from teachkit.games.roborally.events import Damaged, Placed
from teachkit.games.roborally.goals import outcome
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.options.cards import with_held
from teachkit.games.roborally.pieces import UNCOUNTED, Robot
from teachkit.games.roborally.state import State, adjusted, happened
from teachkit.games.roborally.turns import with_table
from teachkit.games.roborally.variant import events
from teachkit.games.roborally.variant.state import (
    BUGS,
    MINORS,
    SECRET_GOALS,
    Seat,
    Standing,
    draw_goal,
    earn,
    gain_bug,
    gain_minor,
    pay,
    standing,
    with_seat,
    with_standing,
)
from teachkit.words import say, translate

FLAGS = 6
CREDITS = 2
CREDITS_ONLY, WITH_BUG = "credits", "bug"
PRICE_OF_RETURN = 2
CREDIT, OWE = "credit", "owe"
DAMAGE = "damage"
MAJOR_PRICE, MINOR_PRICE, RECHARGE_PRICE = 2, 1, 1
NOTHING, MAJOR, MINOR, RECHARGE = "nothing", "major", "minor", "recharge"


# Before the first round ------------------------------------------------------------------------


def initialise(state: State, players: tuple[str, ...]) -> Flow[State]:
    """Shuffle all decks, then equip and place the robots in an order decided by drawn cards.

    [RV-1, RV-3]
    """
    if len(state.board.flags) != FLAGS:
        facts = {"number": len(state.board.flags)}
        raise board_error("The variant needs all six flags. This board has {number}.", **facts)
    state = yield from with_table(state)
    goals = yield from shuffled(SECRET_GOALS)
    bugs = yield from shuffled(BUGS)
    minors = yield from shuffled(MINORS)
    seats = tuple(map(Seat, players))
    state = state.with_table(extra=Standing(seats, Deck(goals), Deck(bugs), Deck(minors)))
    cards, deck = yield from draw(state.table.deck, len(players))
    state = state.with_table(deck=deck.with_discarded(cards))
    numbers = dict(zip(players, map(priority, cards), strict=True))
    order = tuple(sorted(players, key=lambda name: -numbers[name]))
    yield Frame(events.Drawn(order), state)
    state = replace(state, robots=tuple(map(_not_yet_here, players)))
    for name in order:
        state = yield from initialise_one(state, name)
    return state


def _not_yet_here(name: str) -> Robot:
    home = Square(0, 0)
    return Robot(name, home, FACINGS[0], home, lives=UNCOUNTED, hand=(), destroyed=True)


def initialise_one(state: State, name: str) -> Flow[State]:
    """Give a player credits, perhaps a bug, equipment, a start square and a goal. [RV-4 … RV-7]"""
    question = say("Begin with 2 credits, or with 3 credits and a bug?")
    choice = yield from pick_one(name, question, (CREDITS_ONLY, WITH_BUG))
    state = yield from earn(state, name, CREDITS + 1 if choice == WITH_BUG else CREDITS)
    if choice == WITH_BUG:
        state = yield from gain_bug(state, name)
    state = yield from shop(state, name)
    state = yield from place(state, name)
    return (yield from draw_goal(state, name))


def place(state: State, name: str) -> Flow[State]:
    """Place a robot on a square and with a facing that its player chooses. [RV-6]

    The robot is real, not virtual.
    """
    places = places_to_begin(state)
    square = yield from pick_one(name, say("Where do you want to start?"), tuple(places))
    question = say("Which way should your robot face?")
    facing = yield from pick_one(name, question, places[square], about=square)
    state = state.with_facts(name, square=square, facing=facing, archive=square, destroyed=False)
    yield Frame(Placed(name, square, facing), state)
    return state


# Before registers ------------------------------------------------------------------------------


def roll_goal(state: State) -> Flow[State]:
    """Choose the next goal flag at random, unless there is a goal flag already. [RV-8, RV-9]

    Choosing among the allowed flags is equivalent to rerolling the die for the others.
    """
    here = standing(state)
    if here.flag:
        return state
    flag = 0
    if flags := free_flags(state, here.last):
        flag = yield from pick_one(None, say("Which flag is the next goal?"), flags)
    state = with_standing(state, flag=flag)
    yield Frame(events.GoalRolled(flag), state)
    return state


def restore(state: State) -> Flow[State]:
    """Put destroyed robots back on the board, in order of destruction. [RV-24 … RV-29]"""
    for name in state.table.destroyed:
        state = yield from restore_one(state, name)
    return state


def restore_one(state: State, name: str) -> Flow[State]:
    """Put a destroyed robot back on a flag chosen by the die. [RV-25, RV-28]

    The robot gets a bug and a new secret goal, and its player pays. If no flag is free, the robot
    waits.
    """
    flags = free_flags(state, standing(state).flag, name)
    if not flags:
        yield Frame(events.StayedOut(name), state)
        return state
    flag = yield from pick_one(None, say("Which flag does the robot come back on?"), flags)
    square = state.board.flags[flag - 1]
    question = say("Which way should your robot face?")
    facing = yield from pick_one(name, question, FACINGS, about=square)
    state = yield from put_back(state, name, square, facing, 0, archive=square)
    state = yield from gain_bug(state, name)
    state = yield from pay_for_return(state, name)
    state = yield from draw_goal(state, name)
    return (yield from happened(state, name, lambda held: held.returns))


def pay_for_return(state: State, name: str) -> Flow[State]:
    """Pay for a return with credits or options; each missing credit costs damage and a bug.

    An option is worth its price in the shop, and no change is given. [RV-25, RV-26]
    """
    missing = adjusted(state, state.robot(name), lambda held: held.price_of_return, PRICE_OF_RETURN)
    while missing > 0 and len(means := ways_to_pay(state, name)) > 1:
        question = say("How do you want to pay? You still owe {number}.", number=missing)
        choice = yield from pick_one(name, question, means)
        if choice == OWE:
            break
        if choice == CREDIT:
            state = yield from pay(state, name, 1)
            missing -= 1
        else:
            missing -= MAJOR_PRICE if choice in OPTION_CARDS else MINOR_PRICE
            state = yield from discard(state, name, choice)
    for _ in range(missing):
        damage = state.robot(name).damage + 1
        state = state.with_facts(name, damage=damage)
        yield Frame(Damaged(name, 1, damage), state)
        state = yield from gain_bug(state, name)
    return state


def ways_to_pay(state: State, name: str) -> tuple[str, ...]:
    """Return the ways to pay now: with a credit, with one of the options, or not at all."""
    credit = (CREDIT,) if standing(state).seat(name).credits else ()
    return (*credit, *state.options_of(name), OWE)


def exchange_goals(state: State) -> Flow[State]:
    """Ask players with powered-down robots whether to replace their secret goals. [RV-21]"""
    question = say("Swap your secret goal for a new one?")
    for robot in state.active:
        if robot.off and (yield from agreed(robot.name, question)):
            state = yield from draw_goal(state, robot.name)
    return state


def set_out(state: State) -> Flow[State]:
    """Reset the deeds, scores and influences, which are counted anew in each round.

    Store the square on which each robot begins the round as its home.
    """
    yield from ()
    for robot in state.robots:
        state = with_seat(state, robot.name, deeds={}, home=str(robot.square))
    return with_standing(state, scored=(), influences=())


# After registers -------------------------------------------------------------------------------


def end_round(state: State) -> Flow[State]:
    """End a round: use wrenches and shops, empty registers, ask about power-downs, draw goals.

    [RV-13, RV-18, RV-19]
    """
    if outcome(state):
        return state
    state = yield from end_turn(state, use_wrenches)
    here = standing(state)
    if here.scored:
        state = with_standing(state, flag=0, last=here.flag)
    for seat in standing(state).seats:
        if not seat.goal and not state.robot(seat.name).destroyed:
            state = yield from draw_goal(state, seat.name)
    return (yield from watch_the_time(state))


def watch_the_time(state: State) -> Flow[State]:
    """Report that time is up after the last round, and end the game one round later. [RV-15]"""
    last = state.rules.time_up
    if state.table.turn == last:
        yield Frame(events.TimeUp(), state)
    if last and state.table.turn > last:
        state = with_standing(state, closed=True)
    return state


def use_wrenches(state: State, name: str) -> Flow[State]:
    """Let a robot repair damage or bugs on wrenches, then open the shop. [RV-18, RV-19]

    Each wrench on the square allows one repair. A flag without wrenches counts as one wrench.
    A square with a flag has no shop.
    """
    robot = state.robot(name)
    square = robot.square
    wrenches, flag = state.board.tile(square).wrenches, state.board.flag_on(square)
    points = wrenches or (1 if flag else 0)
    for _ in range(adjusted(state, robot, lambda held: held.repairs, points, wrenches)):
        state = yield from use_wrench(state, name)
    if wrenches and not flag:
        state = yield from shop(state, name)
    return state


def use_wrench(state: State, name: str) -> Flow[State]:
    """Repair one point of damage or one bug, as the player chooses. [RV-18, RV-30]"""
    robot = state.robot(name)
    bugs = tuple(held.name for held in robot.held if held.name in BUGS)
    broken = ((DAMAGE,) if robot.damage else ()) + bugs
    if not broken:
        return state
    choice = yield from chosen(name, say("What do you want to repair?"), broken)
    if choice == DAMAGE:
        return (yield from mend(state, name, 1))
    return (yield from discard(state, name, choice, events.Debugged))


# The shop ----------------------------------------------------------------------------------------


def shop(state: State, name: str) -> Flow[State]:
    """Offer cards and recharges to a player, one by one, while credits last. [RV-5, RV-19]"""
    while len(wares := on_sale(state, name)) > 1:
        question = say("What do you want to buy: a major option, a minor option or nothing?")
        choice = yield from pick_one(name, question, wares)
        if choice == NOTHING:
            break
        state = yield from buy(state, name, choice)
    return state


def on_sale(state: State, name: str) -> tuple[str, ...]:
    """Return the choices in the shop: `nothing`, and what a player can afford. [RV-19, RV-32]"""
    here = standing(state)
    purse = here.seat(name).credits
    wares = [NOTHING]
    if purse >= MAJOR_PRICE and state.table.options.size:
        wares.append(MAJOR)
    if purse >= MINOR_PRICE and here.minors.size:
        wares.append(MINOR)
    if purse >= RECHARGE_PRICE:
        charges = state.rules.charges
        wares += [
            f"{RECHARGE} {held.name}"
            for held in state.robot(name).held
            if held.charges < charges.get(held.name, 0)
        ]
    return tuple(wares)


def buy(state: State, name: str, choice: str) -> Flow[State]:
    """Buy `choice`: the next option of a deck, or a recharge of an option. [RV-19, RV-20]"""
    if choice == MAJOR:
        state = yield from pay(state, name, MAJOR_PRICE)
        return (yield from gain_option(state, name))
    if choice == MINOR:
        state = yield from pay(state, name, MINOR_PRICE)
        return (yield from gain_minor(state, name))
    state = yield from pay(state, name, RECHARGE_PRICE)
    card = choice.removeprefix(f"{RECHARGE} ")
    held = next(each for each in state.robot(name).held if each.name == card)
    state = with_held(state, name, replace(held, charges=state.rules.charges[card]))
    yield Frame(events.Recharged(name, card), state)
    return state


def worded(view: State, player: str, option: object) -> str:
    """Return an option of a player's question, or what the question is about, in words."""
    name = str(option)
    if card := {**OPTION_CARDS, **MINORS, **BUGS}.get(name):
        return f"{translate(name)}: {translate(card.says)}"
    if name.startswith(RECHARGE):
        facts = {"card": translate(name.removeprefix(f"{RECHARGE} "))}
        return say("Recharge {card} for 1 credit", **facts)
    says = {
        "keep": say("Keep all cards"),
        CREDITS_ONLY: say("2 credits"),
        WITH_BUG: say("3 credits and a bug"),
        CREDIT: say("Pay 1 credit"),
        OWE: say("Stop paying: 1 damage and a bug for each credit that is missing"),
        DAMAGE: say("Repair 1 damage"),
        NOTHING: say("Nothing"),
        MAJOR: say("A major option for 2 credits"),
        MINOR: say("A minor option for 1 credit"),
    }
    return says.get(name) or translate(name)


# Squares in sight --------------------------------------------------------------------------------


def in_sight(state: State, square: Square, facing: Facing) -> Iterator[Square]:
    """Yield the squares seen from `square` toward `facing`, up to a wall or the first robot.

    With the option `sees_all_ways`, all four directions count instead of `facing` alone.
    """
    occupied = state.on_squares
    for way in FACINGS if state.rules.sees_all_ways else (facing,):
        for seen in state.board.beam(square, way)[1:]:
            yield seen
            if seen in occupied:
                break


def free_flags(state: State, but: int, name: str = "") -> tuple[int, ...]:
    """Return the numbers of the free flags, except the flag `but`. [RV-8, RV-28]

    A flag is free if no robot other than `name` is on it, is beside it or sees it.
    """
    taken: set[Square] = set()
    for robot in state.active:
        if robot.name != name:
            taken.update(robot.square.around, in_sight(state, robot.square, robot.facing))
    flags = enumerate(state.board.flags, 1)
    return tuple(number for number, square in flags if number != but and square not in taken)


def places_to_begin(state: State) -> dict[Square, tuple[Facing, ...]]:
    """Map each square on which a robot may begin to the facings that it may have. [RV-6]

    The square must not be on or beside a wrench or a robot, and the robot must not see a wrench or
    a robot. If there is no such square, any free square is allowed.
    """
    board, occupied = state.board, {*state.on_squares}
    avoided = occupied | {square for square, tile in board.tiles.items() if tile.wrenches}
    near = {square for each in avoided for square in each.around}
    free = [
        square for square in board.squares if not board.is_deadly(square) and square not in occupied
    ]
    places = {}
    for square in free:
        facings = tuple(way for way in FACINGS if avoided.isdisjoint(in_sight(state, square, way)))
        if square not in near and facings:
            places[square] = facings
    return places or dict.fromkeys(free, FACINGS)
