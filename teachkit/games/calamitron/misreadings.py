"""Common misreadings of retros, rogues and cards, most common first.

Each function models a learner's mistaken belief by changing the start, the program, a card or the
trace.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.game.misreadings import (
    ByCard,
    by_compass,
    by_program,
    by_start,
    by_trace,
    from_viewers_side,
    heading_forgotten,
    recorded,
    taken_for,
)
from teachkit.core.language.instructions import Instruction, Node
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame
from teachkit.core.run.trace import Trace
from teachkit.games.calamitron.events import Ground, Moved, Pushed, RogueBegan, Turned
from teachkit.games.calamitron.execution import resolve
from teachkit.games.calamitron.rogues import in_order
from teachkit.games.calamitron.state import State


class ByTurn(ByCard):
    """A misreading that applies to the programs of all retros, not only to the learner's."""

    def flow(self, game: Game, state: State, player: str, program: Program) -> Flow[State]:
        """Run all programs in their usual order, but apply the mistaken rule to each card."""
        return resolve(state, {player: program}, partial(self.rule, game))


# The order of programs and rogues --------------------------------------------------------------


def rogues_first(state: State, player: str) -> State:
    """Return a copy of the state in which all rogues move before the programs."""
    return replace(state, before=(*state.before, *state.after), after=())


def taking_turns(card_by_card: bool) -> Read:
    """Return a misreading of the order in which the cards of several retros run.

    In the misreading, retros take turns after each card if `card_by_card` is true, or after each
    program if not.
    """

    def change(state: State, player: str) -> State:
        rules = dataclasses.replace(state.rules, card_by_card=card_by_card)
        return replace(state, rules=rules) if state.programs else state

    return by_start(change)


def others_first(game: Game, state: State, program: Program) -> Trace | None:
    """Return the trace of a run in which the learner's program comes after those of other retros.

    Return `None` if no other retro has a program, or if any rogue moves.
    """
    player = game.players(state)[0]
    if not state.programs or state.before or state.after:
        return None
    mine = [bot for bot in state.bots if bot.name == player]
    turned = replace(state, bots=(*(bot for bot in state.bots if bot.name != player), *mine))
    return recorded(resolve(turned, {player: program}), state, player)


def ordered(order: Callable[[State, list[str]], Sequence[str]]) -> Read:
    """Return a misreading in which the rogues of each type move in the order given by `order`."""

    def change(state: State, player: str) -> State | None:
        after: list[str] = []
        for mover in state.after:
            after += order(state, in_order(state, mover, player))
        return replace(state, after=tuple(after)) if len(after) > len(state.after) else None

    return by_start(change)


def by_distance(state: State, names: list[str]) -> Sequence[str]:
    """Return the rogues' `names`, sorted by distance from the first retro."""
    here = state.retros[0].square
    return sorted(names, key=lambda name: here.steps_to(state.bot(name).square))


# Things on the board ---------------------------------------------------------------------------


def without_walls(state: State, player: str) -> State:
    """Return a copy of the state without walls."""
    return replace(state, board=dataclasses.replace(state.board, walls=frozenset()))


def alone(state: State, player: str) -> State | None:
    """Return a copy of the state in which the learner's retro is alone on the board.

    Return `None` if there are no other bots.
    """
    bots = tuple(bot for bot in state.bots if bot.name == player)
    if len(bots) == len(state.bots):
        return None
    return replace(state, bots=bots, crates=(), programs=(), before=(), after=())


def as_type(types: dict[str, str]) -> Read:
    """Return a misreading that mistakes each type of bot in `types` for the type it maps to."""

    def change(state: State, player: str) -> State:
        bots = tuple(replace(bot, type=types.get(bot.type, bot.type)) for bot in state.bots)
        return replace(state, bots=bots)

    return by_start(change)


# The effects of cards and pushes ---------------------------------------------------------------


def instead(name: str, by: Sequence[Node] = (), argument: str = "") -> Read:
    """Return a misreading in which the cards `by` replace each card called `name`.

    Only cards with the given `argument` are replaced, or all if `argument` is "". Cards in loops
    are not replaced.
    """

    def is_it(node: Node) -> bool:
        return isinstance(node, Instruction) and node.name == name and argument in str(node)

    def change(program: Program) -> Program:
        rows = (by if is_it(node) else (node,) for node in program.body)
        return Program(tuple(chain.from_iterable(rows)))

    return by_program(change)


def pushed_turns(game: Game, seen: Trace) -> Trace | None:
    """Return a copy of the trace `seen` in which a push also turns the learner's retro.

    The retro keeps the new facing until it turns by itself.
    """
    player, facing = seen.actor or "", None
    frames = []
    for event, state in seen.frames:
        if isinstance(event, Pushed) and event.bot == player:
            facing = next(way for way in Facing if event.start.ahead(way) == event.end)
        elif isinstance(event, Turned) and event.bot == player:
            facing = None
        bot = state.find(player)
        frames.append(
            Frame(event, state.with_bot(bot.with_facing(facing)) if facing and bot else state)
        )
    return Trace(seen.start, frames, player)


def turns_cost(game: Game, seen: Trace) -> Trace | None:
    """Return a copy of the trace `seen` in which each turn costs the last rogue one square.

    Return `None` if the rogue then stops at the same point as before.
    """
    begins = [place for place, frame in enumerate(seen) if isinstance(frame.event, RogueBegan)]
    if not begins:
        return None
    first = begins[-1]
    event = seen[first].event
    assert isinstance(event, RogueBegan)
    left = seen[first].state.bot(event.bot).kind.steps
    for place, frame in enumerate(seen.frames[first + 1 :], first + 1):
        match frame.event:
            case Moved(bot=bot) | Turned(bot=bot) | Ground(pusher=bot) if bot == event.bot:
                cost = 1
            case Pushed(pusher=bot) if bot == event.bot:
                cost = 0  # the next event is the pusher's own move, which counts
            case _:
                continue
        if left <= 0:
            return Trace(seen.start, seen.frames[:place], seen.actor)
        left -= cost
    return None


MISREADINGS = (
    Misreading("the other forgotten", "The other retro runs its program, too.",
               "lesson 20", by_start(lambda state, player: replace(state, programs=()))),
    Misreading("rogues forgotten", "The rogues move after the programs.",
               "lesson 21", by_start(lambda state, player: replace(state, before=(), after=()))),
    Misreading("whole programs for turns",
               "Here the retros take turns: each one runs one card at a time.",
               "lesson 20", taking_turns(card_by_card=False)),
    Misreading("turns for whole programs",
               "Here one retro runs its whole program before the other one starts.",
               "lesson 20", taking_turns(card_by_card=True)),
    Misreading("a Nanobot pushes", "A Nanobot does not push. It stops if there is a bot ahead.",
               "lesson 20", as_type({"nano": "tread"})),
    Misreading("a push turns", "A bot that is pushed still faces the same way.",
               "lesson 20", by_trace(pushed_turns)),
    Misreading("walls overlooked", "Look for walls: no bot can drive or be pushed through one.",
               "lesson 21", by_start(without_walls)),
    Misreading("the call overlooked", "Once the other bot is called, it runs the cards.",
               "lesson 20", instead("program")),
    Misreading("a call without end", "After the call ends, the retro runs its own cards again.",
               "lesson 20", instead("program", argument="nobody")),
    Misreading("as if alone", "A bot in the way makes a difference, so check whether there is one.",
               "lesson 20", by_start(alone)),
    Misreading("forward-2 as two cards",
               "Forward 2 is one card: a Nanobot slips through a bot in between.",
               "lesson 20", instead("forward-2", [Instruction("forward")] * 2)),
    Misreading("a Visebot turns at bots",
               "A Visebot pushes a bot that is in its way. Other rogues turn.",
               "lesson 21", as_type({"vise": "laser"})),
    Misreading("turning costs a square",
               "Turning does not use up any squares: the rogue still drives the full distance.",
               "lesson 21", by_trace(turns_cost)),
    Misreading("rogues first", "The programs run first, and then the rogues move.",
               "lesson 21", by_start(rogues_first)),
    Misreading("rogues by number",
               "The numbers are only names: the rogue nearest to the retro goes first.",
               "lesson 21", ordered(lambda state, names: sorted(names))),
    Misreading("rogues by distance",
               "The nearest rogue goes first. Then the others move in clockwise order.",
               "lesson 21", ordered(by_distance)),
    Misreading("rogues against the clock", "After the first rogue, the order is clockwise.",
               "lesson 21", ordered(lambda state, names: [*names[:1], *names[:0:-1]])),
    Misreading("the other first", "Your retro runs its program first, and then the other one does.",
               "lesson 20", others_first),
    Misreading("from the viewer's side",
               "Left means the retro's left, not yours. Imagine facing the same way as the retro.",
               "lesson 20; turtle turns: Fay & Mayer 1987", ByTurn(from_viewers_side)),
    Misreading("turns also drive",
               "A turn card only turns the retro. The retro stays on its square.",
               "lesson 20; Fay & Mayer 1987",
               ByTurn(taken_for(left="left forward", right="right forward"))),
    Misreading("heading forgotten", "Every turn changes which way the retro faces at the end.",
               "lesson 20", by_trace(heading_forgotten)),
    Misreading("turns ignored",
               "After a turn, the retro keeps facing the new way and drives that way.",
               "lesson 20", ByTurn(taken_for(left="", right="", u_turn=""))),
    Misreading("compass for relative",
               "Left depends on which way the retro faces. Left does not mean west.",
               "lesson 20; Fay & Mayer 1987", ByTurn(by_compass)),
    Misreading("left and right mixed up", "Left is the side where the retro's left hand would be.",
               "lesson 20", ByTurn(taken_for(left="right", right="left"))),
)  # fmt: skip
