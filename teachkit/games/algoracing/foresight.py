"""Planning for Algoracing: candidate moves for strategies, and reusable effects for searches.

A strategy ranks states by their `worth`, which is our own estimate, not a rule of the game. A
strategy may use a better estimate.

In a search, a rover's place is its square and facing. Things on squares that a command does not
touch make no difference to the command's effect. Therefore a search caches the effect on the empty
board, and runs the rules again only if the command touches a square with something on it. No rule
is repeated here: the touched squares are derived from the effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations, cycle, islice, product
from math import ceil
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from teachkit.core.board.grid import distances, predecessors
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.game.foresight import Errand, Foresight, Places, Planning, beam, laid_programs
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.core.run.flow import Flow, answered, followed, last_of, shuffled
from teachkit.games.algoracing import match
from teachkit.games.algoracing.algorithm import EditAlgorithm, Row, possible_edits, without
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.commands import cards_of, perform, resolve
from teachkit.games.algoracing.editions import Rules
from teachkit.games.algoracing.moves import impulse
from teachkit.games.algoracing.state import (
    FIRST_OF_TYPE,
    Rover,
    State,
    Table,
    outcome,
    sample_types,
)

T = TypeVar("T")
Edits: TypeAlias = tuple[str, ...]
Place: TypeAlias = tuple[Square, Facing]

DRIVING = tuple(map(Instruction, ("forward", "jump", "left", "right")))

POINT = 10
"""The worth of a point; all other worths are relative to it."""
WON, CARRIED, TO_LAB, SAMPLE_NEAR, TO_SAMPLE, RIVAL = 1000, 9, 0.3, 4, 0.25, 0.5
FAR, IN_THE_WAY = 16, 1
KEPT_CARD, NEW_CARD = 0.05, 0.06


def worth(state: State, player: str) -> float:
    """Estimate the worth of `state` to `player`, compared with the best rival.

    The estimate includes points, carried and nearby samples, and the cards in the hand.
    """
    if over := outcome(state):
        return WON / len(over.winners) if player in over.winners else -WON
    if not _has_begun(state, player):
        return 0
    return _lead(_without_cards(state), player) + _choice(state.table.hand(player))


def _without_cards(state: State) -> State:
    """Return a copy of `state` without the players' cards, which make no difference to rovers."""
    return replace(state, table=Table(state.table.players))


@lru_cache(maxsize=256)  # most answers that a strategy tries change only the cards
def _lead(state: State, player: str) -> float:
    """Return how far `player` is ahead of the best rival on the board."""
    lying = tuple([square for square, _ in state.samples])
    progress = {rover.name: _progress(state, rover, lying) for rover in state.rovers}
    return progress.pop(player) - RIVAL * max(progress.values(), default=0)


def _choice(hand: Sequence[Instruction]) -> float:
    """Estimate the worth of `hand`. Equal cards count only once, but every unknown card counts."""
    names = [card.name for card in hand]
    return NEW_CARD * names.count("?") + KEPT_CARD * len({*names} - {"?"})


def _has_begun(state: State, player: str) -> bool:
    """Return whether `player` has chosen a base."""
    return any(rover.name == player for rover in state.rovers)


def _progress(state: State, rover: Rover, lying: tuple[Square, ...]) -> float:
    value: float = POINT * rover.points
    if rover.carries:
        labs = tuple([base.square for base in state.bases if rover.name in base.labs])
        value += len(rover.carries) * (CARRIED - TO_LAB * _nearest(state, rover, labs))
    if lying and len(rover.carries) < state.rules.capacity:
        value += SAMPLE_NEAR - TO_SAMPLE * _nearest(state, rover, lying)
    if state.rover_on(rover.square.ahead(rover.facing)):
        value -= IN_THE_WAY  # otherwise two rovers that meet might wait for each other forever
    return value


def _nearest(state: State, rover: Rover, goals: tuple[Square, ...]) -> int:
    """Return the number of commands to the nearest square in `goals`, or `FAR` if there is none."""
    away = commands_to(state.board, state.rules, goals)
    return away.get((rover.square, rover.facing), FAR)


def candidates(view: State, decision: Decision, width: int) -> Iterable[Any]:
    """Return the answers to `decision` that are worth trying.

    They are the most promising programs or sequences of edits or, for any other decision, the
    possible answers. A player who passes replaces at least one card, because otherwise nothing
    would ever change. No base is better than another, so only the first possible corner and facing
    are tried.
    """
    player = str(decision.player)
    start = _without_cards(view)

    def worth_at(state: State) -> float:
        return worth(replace(state, table=view.table), player)

    if isinstance(decision, WriteProgram):
        found = laid_programs(
            start,
            lambda laid: dict.fromkeys(without(decision.hand, laid.cards)),
            lambda state, card: _remembered(state, player, card),
            worth_at,
            width,
            min(decision.most, len(decision.hand)),
        )
        return (Program(laid.cards) for laid in found)
    if isinstance(decision, EditAlgorithm):

        def worth_of(program: Program) -> float:
            return worth_at(followed(resolve(start, {player: program}, _remembered), start))

        return edits_worth_a_try(view, view.table.hand(player), worth_of, width)
    if isinstance(decision, PickSome):
        sizes = range(min(1, len(decision.options)), len(decision.options) + 1)
        parts = (combinations(decision.options, size) for size in sizes)
        return dict.fromkeys(chain.from_iterable(parts))
    assert isinstance(decision, PickOne)
    return decision.options if _has_begun(view, player) else decision.options[:1]


def _remembered(state: State, player: str, card: Instruction) -> Flow[State]:
    """Return the state after `card`, without frames; the first option answers any question."""
    yield from ()
    return _after(state, player, card)


@lru_cache(maxsize=1024)  # the programs that a strategy tries begin alike
def _after(state: State, player: str, card: Instruction) -> State:
    end: State = followed(perform(state, player, card), state)
    return end


def after_answer(view: State, decision: Decision, answer: Any) -> Flow[State]:
    """Play the rest of the turn after `answer`. If `answer` chooses a base, play nothing."""
    player = str(decision.player)
    if isinstance(decision, PickOne) and answer not in ("run", "pass"):
        return view
    passes = answer == "pass" or isinstance(decision, PickSome)
    turn = (match.pass_turn if passes else match.run_turn)(view, player)
    if not isinstance(decision, PickOne):
        turn = answered(turn, decision, answer)
    return match.next_player((yield from turn))


def determinize(view: State, player: str) -> Flow[State]:
    """Return a copy of `view` with random cards and samples instead of the hidden ones."""
    table = view.table
    if not table.players:
        return view
    known = (table.hand(player), table.deck.discard_pile, table.covered, cards_of(table.algorithm))
    seen = Counter(chain(*known))
    deck = Counter({Instruction(name): count for name, count in view.rules.deck})
    cards = yield from _endless(deck - seen, deck)
    hands = tuple(
        hand if name == player else tuple(islice(cards, len(hand)))
        for name, hand in zip(table.players, table.hands, strict=True)
    )
    pile = tuple(islice(cards, len(table.deck.draw_pile)))
    table = replace(table, hands=hands, deck=table.deck.with_draw_pile(pile))
    tokens = Counter(sample_types(view.rules.samples_of_each))
    counted = Counter(chain(*(rover.delivered for rover in view.rovers)))
    kinds = yield from _endless(tokens - counted, tokens)
    samples = tuple((square, tuple(islice(kinds, len(lying)))) for square, lying in view.samples)
    rovers = tuple(
        replace(rover, carries=tuple(islice(kinds, len(rover.carries)))) for rover in view.rovers
    )
    return replace(view, table=table, samples=samples, rovers=rovers)


def _endless(left: Counter[T], whole: Counter[T]) -> Flow[Iterator[T]]:
    """Shuffle `left`, or `whole` if `left` is empty; return an iterator that repeats it endlessly.

    The iterator must not end, because a position written by hand may contain more cards than were
    printed.
    """
    order = yield from shuffled((left or whole).elements())
    return cycle(order)


def play_on(state: State, player: str) -> Flow[State]:
    """Play one turn for each player, ending with `player`."""
    for _ in state.table.players:
        if outcome(state):
            break
        state = yield from match.take_turn(state)
    return state


# Edits to try -----------------------------------------------------------------------------------


class Tried(NamedTuple):
    """A sequence of edits of the shared algorithm, the resulting row, and the row's worth."""

    edits: Edits
    row: Row
    worth: float


def edits_worth_a_try(
    state: State, hand: tuple[Instruction, ...], worth: Callable[[Program], float], width: int
) -> list[Edits]:
    """Return a few sequences of edits, ranked by the worth of the resulting algorithm, best first.

    The search adds one edit after another to the `width` best sequences so far. Of several
    sequences with the same result, only the first is tried. Removing a loop card is also an edit.
    """
    start = Row.of(state.table.algorithm)
    seen = {start.program()}

    def longer(tried: Tried) -> Iterator[Tried]:
        for option in possible_edits(state, tried.row, without(hand, tried.row.played)):
            row = tried.row.edited(state, option.text)
            if (program := row.program()) not in seen:
                seen.add(program)
                yield Tried((*tried.edits, option.text), row, worth(program))

    unchanged = Tried((), start, worth(start.program()) if start.commands else 0)
    found = beam(unchanged, longer, attrgetter("worth"), width, state.rules.cards_each_turn)
    tried = [unchanged, *found] if start.commands else found
    return [each.edits for each in sorted(tried, key=lambda each: -each.worth)]


# Distances --------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def commands_to(board: Board, rules: Rules, goals: tuple[Square, ...]) -> Mapping[Place, int]:
    """Map each place to the number of commands from there to the nearest goal, on an empty board.

    A place is a square and a facing. Places from which no goal can be reached are left out.

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
    """Map each place to the places from which a rover reaches it with one command."""

    def ahead(place: Place) -> Iterator[Place]:
        alone = State(board, rules, (Rover("red", *place),))
        for command in DRIVING:
            (rover,) = last_of(perform(alone, "red", command), alone).rovers
            yield rover.square, rover.facing

    return predecessors(product(board.squares, FACINGS), ahead)


# Places for searches --------------------------------------------------------------------------

GOALS = frozenset({"stands_on", "looks", "parks"})
"""The goals that depend on nothing but the rover's place; no other goal depends on the place."""

TURNS = ("left", "right", "u-turn")
ORIGIN = Square(0, 0)


def place(state: State, name: str) -> Place:
    """Return the square and facing of the rover `name`, which searches use as its place."""
    rover = state.rover(name)
    return rover.square, rover.facing


def moved_to(state: State, name: str, place: Place) -> State:
    """Return a copy of `state` with the rover `name` moved to `place`."""
    here = state.rover(name)
    square, facing = place
    moved = replace(here, square=square, facing=facing)
    return replace(state, rovers=tuple([moved if each is here else each for each in state.rovers]))


def alone(state: State, name: str) -> State:
    """Return a new state with only the rover `name` on the board, carrying no samples."""
    rover = state.rover(name)
    return State(state.board, state.rules, (Rover(name, rover.square, rover.facing),))


def equivalent(state: State, place: Place, instruction: Instruction | None) -> Place | None:
    """Return `place` moved to `ORIGIN` if `instruction` has the same effect there, or else `None`.

    A turn has the same effect on every square. If the board has no elevators, so does the end of an
    algorithm, for which `instruction` is `None`. If `place` is already at `ORIGIN`, there is no
    other equivalent place, so the result is `None`.
    """
    is_alike = instruction.name in TURNS if instruction else not state.board.lifts
    square, facing = place
    return (ORIGIN, facing) if is_alike and square != ORIGIN else None


def transferred(place: Place, end: Place) -> Place:
    """Return the place that the rover reaches by an instruction from `place`.

    `end` is the place that the rover reaches by the same instruction from the `equivalent` place.
    """
    return place[0], end[1]


def occupied(state: State, name: str) -> frozenset[Square] | None:
    """Return the squares with something that can affect the rover `name`; `None` means all.

    Return `None` in a match, because any command may decide the match. Also return `None` after a
    meeting or at a busy elevator, because then even driving away changes the state.
    """
    if state.settled or state.waiting or state.table.players:
        return None
    carries = bool(state.rover(name).carries)
    lying = {square for square, _ in state.samples}
    others = {rover.square for rover in state.rovers if rover.name != name}
    labs = {base.square for base in state.bases if carries and name in base.labs}
    return frozenset(lying | others | labs)


def touched_squares(
    state: State, name: str, instruction: Instruction | None, after: Sequence[State]
) -> frozenset[Square]:
    """Return the squares that a rover reached or that its teleport impulse crossed. [AR-16]

    `after` holds the state after each of the instruction's frames, in order, or the states at the
    end of the algorithm if `instruction` is `None`.
    """
    rover = state.rover(name)
    squares = {each.rover(name).square for each in after}
    squares.discard(rover.square)
    if instruction and instruction.name == "teleport":
        squares.update(impulse(state, rover))
    return frozenset(squares)


def errand(state: State, name: str, goal: str, facts: Mapping[str, Any]) -> Errand | None:
    """Return the errand that `goal` still requires of the rover `name`, or `None` if unknown.

    Nothing is known if the rover may get samples without driving to them: with a teleport [AR-16],
    or from another rover that it meets [AR-20].
    """
    rover = state.rover(name)
    others = [each for each in state.rovers if each is not rover]
    if "teleport" in state.rules.instructions or any(other.carries for other in others):
        return None
    match goal, facts:
        case "carries", {"samples": wanted}:
            return _collecting(state, wanted - len(rover.carries))
        case "collects", {"samples": wanted}:
            return _collecting(state, wanted - len(rover.carries) - len(rover.delivered))
        case "delivers", {"samples": wanted}:
            return _delivering(state, rover, wanted - len(rover.delivered))
        case "scores", {"total": points}:
            return _delivering(state, rover, ceil((points - rover.points) / FIRST_OF_TYPE))
        case "clears", {"square": text} if state.samples_on(square := Square.read(text)):
            return Errand(_stops([square]))
    return None


def stoppers(state: State, name: str) -> frozenset[Square] | None:
    """Return the squares that are or may become `occupied`; `None` means all squares.

    A rover that carries nothing yet may come by a lab later. A teleport may pull samples anywhere.
    """
    squares = occupied(state, name)
    if squares is None or "teleport" in state.rules.instructions:
        return None
    return squares.union(base.square for base in state.bases)


def _delivering(state: State, rover: Rover, wanted: int) -> Errand | None:
    labs = Errand(_stops(base.square for base in state.bases if rover.name in base.labs))
    return _collecting(state, wanted - len(rover.carries), labs) if wanted > 0 else None


def _collecting(state: State, wanted: int, then: Errand | None = None) -> Errand | None:
    """Return an errand to the fewest squares on which `wanted` samples may be, followed by `then`.

    If there are too few samples, the errand asks for more squares than there are.
    """
    if wanted <= 0:
        return then
    numbers = sorted((len(samples) for _, samples in state.samples), reverse=True)
    fewest = 1 + sum(total < wanted for total in accumulate(numbers))
    return Errand(_stops(square for square, _ in state.samples), fewest, then)


def _stops(squares: Iterable[Square]) -> frozenset[frozenset[Place]]:
    """Return a stop for each of `squares`, at which the rover may face anywhere."""
    return frozenset(frozenset(product([square], FACINGS)) for square in squares)


FORESIGHT = Foresight(
    planning=Planning(worth, candidates, after_answer, determinize, play_on),
    places=Places(
        GOALS, place, moved_to, alone, equivalent, transferred, occupied, touched_squares,
        errand, stoppers,
    ),
)  # fmt: skip
