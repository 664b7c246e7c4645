"""What those who plan are told of Algoracing: see `teachkit.core.game.foresight.Foresight`.

What a state is worth is our own opinion, and no rule of the game: strategies may have a better one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, cycle, islice
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.game.foresight import Planning, beam
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.core.run.flow import Flow, followed, shuffled
from teachkit.games.algoracing.algorithm import EditAlgorithm
from teachkit.games.algoracing.commands import cards_of, perform, resolve
from teachkit.games.algoracing.distances import commands_to
from teachkit.games.algoracing.scoring import outcome
from teachkit.games.algoracing.state import Rover, State, sample_types
from teachkit.games.algoracing.trying import edits_worth_a_try
from teachkit.games.algoracing.turns import (
    change_cards,
    next_player,
    pass_turn,
    run_edited,
    run_laid,
    run_own,
    run_shared,
    take_turn,
    without,
)

T = TypeVar("T")

POINT = 10
"""What a point is worth; everything else is measured by it."""
WON, CARRIED, TO_LAB, SAMPLE_NEAR, TO_SAMPLE, RIVAL = 1000, 9, 0.3, 4, 0.25, 0.5
FAR, IN_THE_WAY, WIDTH = 16, 1, 4
KEPT_CARD, NEW_CARD = 0.05, 0.06


def worth(state: State, player: str) -> float:
    """Points, what is carried and how far it is to bring it home, and the way to more of it."""
    if over := outcome(state):
        return WON / len(over.winners) if player in over.winners else -WON
    if not _has_begun(state, player):
        return 0
    rivals = [_progress(state, rover) for rover in state.rovers if rover.name != player]
    assert state.table
    progress = _progress(state, state.rover(player)) - RIVAL * max(rivals, default=0)
    return progress + _choice(state.table.hand(player))


def _choice(hand: Sequence[Instruction]) -> float:
    """How much there is to choose from: of equal cards one is enough, any other may come."""
    names = [card.name for card in hand]
    return NEW_CARD * names.count("?") + KEPT_CARD * len({*names} - {"?"})


def _has_begun(state: State, player: str) -> bool:
    """Whether this player's base is chosen."""
    return any(rover.name == player for rover in state.rovers)


def _progress(state: State, rover: Rover) -> float:
    value: float = POINT * rover.points
    if rover.carries:
        labs = tuple([base.square for base in state.bases if rover.name in base.labs])
        value += len(rover.carries) * (CARRIED - TO_LAB * _nearest(state, rover, labs))
    if state.samples and len(rover.carries) < state.rules.capacity:
        lying = tuple([square for square, _ in state.samples])
        value += SAMPLE_NEAR - TO_SAMPLE * _nearest(state, rover, lying)
    if state.rover_on(rover.square.ahead(rover.facing)):
        value -= IN_THE_WAY  # or two that meet would wait for each other for ever
    return value


def _nearest(state: State, rover: Rover, goals: tuple[Square, ...]) -> int:
    """How many commands it is to the nearest of these squares."""
    away = commands_to(state.board, state.rules, goals)
    return away.get((rover.square, rover.facing), FAR)


def candidates(view: State, decision: Decision, width: int = WIDTH) -> Iterable[Any]:
    """Promising programs, promising changes of the shared algorithm, every part of the hand.

    Who passes changes something, or nothing would ever be otherwise. Where a base should be,
    nobody can tell: it is the first that is free.
    """
    player = str(decision.player)
    if isinstance(decision, WriteProgram):
        return _programs(view, player, decision, width)
    if isinstance(decision, EditAlgorithm):
        assert view.table

        def worth_of(program: Program) -> float:
            return worth(followed(resolve(view, {player: program}), view), player)

        return edits_worth_a_try(view, view.table.hand(player), worth_of, width)
    if isinstance(decision, PickSome):
        sizes = range(min(1, len(decision.options)), len(decision.options) + 1)
        parts = (combinations(decision.options, size) for size in sizes)
        return dict.fromkeys(chain.from_iterable(parts))
    assert isinstance(decision, PickOne)
    return decision.options if _has_begun(view, player) else decision.options[:1]


class Laid(NamedTuple):
    """Cards that may be laid, and the state when they have run."""

    cards: tuple[Instruction, ...]
    state: State


def _programs(
    view: State, player: str, decision: WriteProgram, width: int
) -> Iterator[Program]:  # fmt: skip
    """The most promising rows of cards of each length."""

    def longer(laid: Laid) -> Iterator[Laid]:
        for card in dict.fromkeys(without(decision.hand, laid.cards)):
            state = followed(perform(laid.state, player, card), laid.state)
            yield Laid((*laid.cards, card), state)

    def worth_of(laid: Laid) -> float:
        return worth(laid.state, player)

    most = min(decision.most, len(decision.hand))
    found = beam(Laid((), view), longer, worth_of, width, most)
    return (Program(laid.cards) for laid in found)


def later(view: State, decision: Decision, answer: Any) -> Flow[State]:
    """The rest of the turn; a base that is chosen leads to nothing that could be foreseen."""
    player = str(decision.player)
    if isinstance(decision, WriteProgram):
        rest = run_laid(view, player, answer)
    elif isinstance(decision, EditAlgorithm):
        rest = run_edited(view, player, answer)
    elif isinstance(decision, PickSome):
        rest = change_cards(view, player, answer)
    elif answer == "pass":
        rest = pass_turn(view, player)
    elif answer == "run":
        rest = (run_shared if view.rules.shared_algorithm else run_own)(view, player)
    else:
        return view
    return next_player((yield from rest))


def guessed(view: State, player: str) -> Flow[State]:
    """The hands and the pile are dealt anew from the cards not seen, and so are the samples."""
    table = view.table
    if table is None:
        return view
    seen = Counter(chain(table.hand(player), table.deck.discard_pile, table.covered,
                         cards_of(table.algorithm)))  # fmt: skip
    deck = Counter({Instruction(name): count for name, count in view.rules.deck})
    cards = yield from _endless(deck - seen, deck)
    hands = tuple(
        hand if name == player else tuple(islice(cards, len(hand)))
        for name, hand in zip(table.players, table.hands, strict=True)
    )
    pile = tuple(islice(cards, len(table.deck.draw_pile)))
    table = replace(table, hands=hands, deck=table.deck.with_draw_pile(pile))
    tokens = Counter(sample_types(view.rules.samples_of_each))
    known = Counter(chain(*(rover.delivered for rover in view.rovers)))
    kinds = yield from _endless(tokens - known, tokens)
    samples = tuple((square, tuple(islice(kinds, len(lying)))) for square, lying in view.samples)
    rovers = tuple(
        replace(rover, carries=tuple(islice(kinds, len(rover.carries)))) for rover in view.rovers
    )
    return replace(view, table=table, samples=samples, rovers=rovers)


def _endless(left: Counter[T], whole: Counter[T]) -> Flow[Iterator[T]]:
    """What is left, in the order of chance; a position may have more than were ever printed."""
    order = yield from shuffled((left or whole).elements())
    return cycle(order)


def onward(state: State, player: str) -> Flow[State]:
    """Everybody's next turn, this player's the last of them."""
    assert state.table
    for _ in state.table.players:
        if outcome(state):
            break
        state = yield from take_turn(state)
    return state


PLANNING = Planning(worth, candidates, later, guessed, onward)
