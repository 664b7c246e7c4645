"""Before the first turn: who begins, credits and bugs, equipment, start squares. [RV-1 … RV-7]"""

from __future__ import annotations

from teachkit.core.board.decks import Deck, draw
from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one, shuffled
from teachkit.errors import BoardError
from teachkit.games.roborally.happenings import Placed
from teachkit.games.roborally.instructions import priority
from teachkit.games.roborally.pieces import UNCOUNTED, Robot
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import with_table
from teachkit.games.roborally.variant.decks import BUGS, MINORS, draw_goal, gain_bug, secret_goals
from teachkit.games.roborally.variant.events import Drawn
from teachkit.games.roborally.variant.shop import earn, shop
from teachkit.games.roborally.variant.sight import places_to_begin
from teachkit.games.roborally.variant.standing import Seat, Standing
from teachkit.words import say

FLAGS = 6
CREDITS = 2
CREDITS_ONLY, WITH_BUG = "credits", "bug"


def initialise(state: State, players: tuple[str, ...]) -> Flow[State]:
    """Each robot in the order of a program card: credits, equipment, a square, a goal. [RV-3]"""
    if len(state.board.flags) != FLAGS:
        raise BoardError(say("The variant plays with all six flags; here stand {number}.",
                             number=len(state.board.flags)))  # fmt: skip
    state = yield from with_table(state)
    state = yield from with_decks(state, players)
    assert state.table
    cards, deck = yield from draw(state.table.deck, len(players))
    state = state.with_table(deck=deck.with_discarded(cards))
    numbers = dict(zip(players, map(priority, cards), strict=True))
    order = tuple(sorted(players, key=lambda name: -numbers[name]))
    yield Frame(Drawn(order), state)
    waiting = {name: _not_yet_here(name) for name in players}
    state = State(state.board, state.rules, tuple(waiting.values()), 0, state.table)
    for name in order:
        state = yield from initialise_one(state, name)
    return state


def _not_yet_here(name: str) -> Robot:
    home = Square(0, 0)
    return Robot(name, home, FACINGS[0], home, lives=UNCOUNTED, hand=(), destroyed=True)


def with_decks(state: State, players: tuple[str, ...]) -> Flow[State]:
    """Bugs, minor options and secret goals are shuffled, and everybody has a seat. [RV-1]"""
    goals = yield from shuffled(secret_goals())
    bugs = yield from shuffled(BUGS)
    minors = yield from shuffled(MINORS)
    seats = tuple(map(Seat, players))
    return state.with_table(extra=Standing(seats, Deck(goals), Deck(bugs), Deck(minors)))


def initialise_one(state: State, name: str) -> Flow[State]:
    """Credits, or more of them and a bug; equipment; a start square; a goal. [RV-4 … RV-7]"""
    question = say("Begin with 2 credits, or with 3 and a bug?")
    choice = yield from ask_one(PickOne(name, question, (CREDITS_ONLY, WITH_BUG)))
    if choice == WITH_BUG:
        state = yield from earn(state, name, CREDITS + 1)
        state = yield from gain_bug(state, name)
    else:
        state = yield from earn(state, name, CREDITS)
    state = yield from shop(state, name)
    state = yield from place(state, name)
    return (yield from draw_goal(state, name))


def place(state: State, name: str) -> Flow[State]:
    """A start square and a facing of one's choice; robots are real at once. [RV-6]"""
    places = places_to_begin(state)
    question = say("Where do you start?")
    square = yield from ask_one(PickOne(name, question, tuple(places)))
    facing = yield from ask_one(PickOne(name, say("Looking where?"), places[square]))
    state = state.with_facts(
        name, square=square, facing=facing, archive=square, destroyed=False, virtual=False
    )
    yield Frame(Placed(name, square, facing), state)
    return state
