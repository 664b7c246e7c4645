"""The worth of states, the answers to try, and their effects, for players who plan.

The worth of a state is our own opinion, and no rule of the game: strategies may have a better one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, cycle, islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from teachkit.core.board.distances import distances
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.game.foresight import Planning, beam
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.core.run.flow import Flow, followed, last_of, shuffled
from teachkit.games.algoracing.algorithm import EditAlgorithm, Row, possible_edits, without
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.commands import cards_of, perform, resolve
from teachkit.games.algoracing.editions import Rules
from teachkit.games.algoracing.scoring import outcome
from teachkit.games.algoracing.state import Rover, State, sample_types
from teachkit.games.algoracing.turns import (
    change_cards,
    next_player,
    pass_turn,
    run_edited,
    run_laid,
    run_own,
    run_shared,
    take_turn,
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
    if not table.players:
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
    for _ in state.table.players:
        if outcome(state):
            break
        state = yield from take_turn(state)
    return state


PLANNING = Planning(worth, candidates, later, guessed, onward)


# Edits to try -----------------------------------------------------------------------------------


Edits: TypeAlias = tuple[str, ...]


def edits_worth_a_try(
    state: State, hand: tuple[Instruction, ...], worth: Callable[[Program], float], width: int
) -> list[Edits]:
    """A few rows of edits, the best first, by what the changed algorithm is worth.

    One edit after another is added to the best so far; those that lead to the same algorithm are
    one. A cycle card that is taken away counts as an edit, too.
    """
    row = Row.of(state.table.algorithm)
    rows: list[tuple[float, Edits, Row]] = [(0, (), row)]
    found = [(worth(row.program()), ())] if row.commands else list[tuple[float, Edits]]()
    seen = {row.program()}
    for _ in range(state.rules.cards_each_turn):
        longer = []
        for _, edits, row in rows:
            for text, made in possible_edits(state, row, without(hand, row.played)):
                after = made()
                program = after.program()
                if program not in seen:
                    seen.add(program)
                    longer.append((worth(program), (*edits, text), after))
        longer.sort(key=lambda each: -each[0])
        rows = longer[:width]
        found += [(value, edits) for value, edits, _ in rows]
    found.sort(key=lambda each: -each[0])
    return [edits for _, edits in found]


# Distances --------------------------------------------------------------------------------------


Place: TypeAlias = tuple[Square, Facing]
DRIVING = tuple(map(Instruction, ("forward", "jump", "left", "right")))


@lru_cache(maxsize=512)
def commands_to(board: Board, rules: Rules, goals: tuple[Square, ...]) -> Mapping[Place, int]:
    """To the nearest goal, from each place; one from which no way leads there is not in it.

    >>> from teachkit.games.algoracing.board import read_board
    >>> from teachkit.games.algoracing.editions import BASIC
    >>> away = commands_to(read_board(". . ."), BASIC, (Square.read("a1"),))
    >>> away[Square.read("c1"), Facing.WEST], away[Square.read("c1"), Facing.NORTH]
    (2, 3)
    """
    before = _before(board, rules)
    here = [(goal, facing) for goal in goals for facing in FACINGS]
    return distances(here, lambda place: before.get(place, ()))


@lru_cache(maxsize=16)
def _before(board: Board, rules: Rules) -> Mapping[Place, list[Place]]:
    """From which places one command leads to a place, by the rules."""
    found: dict[Place, list[Place]] = {}
    for square in board.squares:
        for facing in FACINGS:
            alone = State(board, rules, (Rover("red", square, facing),))
            for command in DRIVING:
                (rover,) = last_of(perform(alone, "red", command), alone).rovers
                found.setdefault((rover.square, rover.facing), []).append((square, facing))
    return found
