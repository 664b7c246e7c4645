"""What effects do with the card itself: charges, notes, and questions to its owner."""

from __future__ import annotations

from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one
from teachkit.games.roborally.options.cards import CardFile
from teachkit.games.roborally.options.events import CardUsed
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.state import State
from teachkit.words import say, translate

NO, YES = "no", "yes"
IN_USE = "used"


def with_held(state: State, name: str, held: Held, changed: Held) -> State:
    """The state with a card that this robot holds changed."""
    robot = state.robot(name)
    cards = tuple(changed if each.name == held.name else each for each in robot.held)
    return state.with_robot(robot.with_(held=cards))


def noted(state: State, name: str, held: Held, note: str) -> State:
    """The state with this note on a card."""
    return with_held(state, name, held, now(state, name, held)._replace(note=note))


def now(state: State, name: str, held: Held) -> Held:
    """The card as it is by now; as it was, if the robot holds it no more."""
    return next((each for each in state.robot(name).held if each.name == held.name), held)


def is_spent(card: CardFile, held: Held) -> bool:
    """Whether it had charges, and all are used."""
    return card.charges > 0 and held.charges == 0


def use(state: State, name: str, held: Held, charges: int = 1, note: str = "") -> Flow[State]:
    """The card is used: some of its charges, if it has any, are gone."""
    here = now(state, name, held)
    here = here._replace(charges=max(0, here.charges - charges), note=note)
    state = with_held(state, name, held, here)
    yield Frame(CardUsed(name, held.name), state)
    return state


def wanted(name: str, held: Held) -> Flow[bool]:
    """Whether its owner wants to use it now."""
    question = say("Use {card}?", card=translate(held.name))
    choice = yield from ask_one(PickOne(name, question, (NO, YES)))
    return bool(choice == YES)


def wanted_on(name: str, held: Held, other: str) -> Flow[bool]:
    """Whether its owner wants to use it on this robot."""
    question = say("Use {card} on {robot}?", card=translate(held.name), robot=translate(other))
    choice = yield from ask_one(PickOne(name, question, (NO, YES)))
    return bool(choice == YES)


def rested(state: State, name: str, held: Held) -> Flow[State]:
    """What the card remembered is over."""
    yield from ()
    return noted(state, name, held, "") if now(state, name, held).note else state
