"""Matches of Algoracing, turn by turn, from the set-up to the winner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.game.game import Problem, views_of_latest
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import PickSome, WriteProgram
from teachkit.core.run.flow import Deck, Ended, Flow, Frame, ask_one, draw, pick_one, shuffled
from teachkit.core.strings import board_error
from teachkit.games.algoracing import events
from teachkit.games.algoracing.algorithm import EditAlgorithm, edit, without
from teachkit.games.algoracing.board import check_match_board, first_facings
from teachkit.games.algoracing.commands import cards_of, problems, resolve
from teachkit.games.algoracing.editions import COLOURS
from teachkit.games.algoracing.moves import delayed_ride
from teachkit.games.algoracing.setup import Setup
from teachkit.games.algoracing.state import (
    Base,
    Rover,
    State,
    Table,
    is_won,
    labs_of,
    outcome,
    sample_types,
)
from teachkit.words import say, translate


def play(setup: Setup) -> Flow[State]:
    """Play a match: choose bases, lay out samples and deal cards, then play turns to the end.

    A set-up with hands is a position in the middle of a match, from which play continues.
    """
    state = setup.state()
    check_players(state, setup.players)
    if state.table.players:
        check_position(state)
    else:
        state = yield from set_up(state, tuple(setup.players))
    while not (over := outcome(state)):
        state = yield from take_turn(state)
    yield Frame(Ended(over.reason), state)
    return state


def check_players(state: State, players: Sequence[str]) -> None:
    """Raise `BoardError` unless `players` can play a match of the state's edition. [AR-1]"""
    seats = state.table.players or players
    different = set(seats) & set(COLOURS)
    if not 2 <= len(seats) <= 4 or len(seats) != len(different):
        raise board_error("Algoracing is for 2 to 4 players, each with a different colour.")
    if not state.rules.deck:
        raise board_error("This edition is only for exercises. Choose basic or complete.")


def check_position(state: State) -> None:
    """Raise `BoardError` if a match could not be played to its end from `state`."""
    table = state.table
    cards = (*chain(*table.hands), *table.deck.draw_pile, *table.deck.discard_pile)
    cards += table.algorithm.instructions
    if state.programs:
        raise board_error("A match has no ready-made programs. Leave out: programs.")
    if not any(card.name in state.rules.instructions for card in cards):
        raise board_error("Nobody can drive without a command card: add one to a hand or pile.")
    if not (outcome(state) or state.samples or any(rover.carries for rover in state.rovers)):
        raise board_error("There are no samples to deliver. Put a sample on the board.")


def set_up(state: State, players: tuple[str, ...]) -> Flow[State]:
    """Let players choose bases, lay out the samples, and deal the cards. [AR-1 … AR-6]"""
    check_match_board(state.board, state.rules)
    table = Table(players, hands=((),) * len(players), current=players[0])
    state = yield from choose_bases(state.with_table(table))
    state = yield from lay_out_samples(state)
    cards = tuple(Instruction(name) for name, count in state.rules.deck for _ in range(count))
    deck = Deck((yield from shuffled(cards)))
    state = state.with_table(replace(table, deck=deck))
    for player in players:
        state = yield from refill(state, player)
    return state


def choose_bases(state: State) -> Flow[State]:
    """Let each player choose a corner and a first facing, beginning with the last player. [AR-4]

    The bases of unused colours are put on the remaining corners.
    """
    chosen: dict[str, Square] = {}
    for player in reversed(state.table.players):
        free = tuple(corner for corner in state.board.corners if corner not in chosen.values())
        chosen[player] = yield from pick_one(player, say("Which corner do you choose?"), free)
        facings = first_facings(state.board, chosen[player])
        question = say("Which way should your rover face?")
        facing = yield from pick_one(player, question, facings, about=chosen[player])
        state = replace(state, rovers=(Rover(player, chosen[player], facing), *state.rovers))
        yield Frame(events.BaseChosen(player, chosen[player], facing), state)
    others = [colour for colour in COLOURS if colour not in chosen]
    free = tuple(corner for corner in state.board.corners if corner not in chosen.values())
    chosen |= dict(zip(others, free, strict=True))
    bases = tuple(Base(owner, chosen[owner], labs_of(state.rules, owner)) for owner in COLOURS)
    return replace(state, bases=bases)


def lay_out_samples(state: State) -> Flow[State]:
    """Put samples face down on marks without a base; some marks may stay empty. [AR-3, AR-6]"""
    marks = [square for square in state.board.marks if state.base_on(square) is None]
    tokens = sample_types(state.rules.samples_of_each)
    order = yield from shuffled((*tokens, *[""] * (len(marks) - len(tokens))))
    samples = tuple(
        sorted((square, (kind,)) for square, kind in zip(marks, order, strict=True) if kind)
    )
    state = replace(state, samples=samples)
    yield Frame(events.SetOut(len(samples)), state)
    return state


def take_turn(state: State) -> Flow[State]:
    """Play one turn: run an algorithm, or pass and replace cards. [AR-23, AR-24]"""
    player = state.table.current
    yield Frame(events.TurnBegan(player, state.table.turn + 1), state)
    if player in state.waiting:
        state = yield from delayed_ride(state, player)
        if is_won(state):
            return state
    question = say("Do you want to run an algorithm or pass?")
    choices = ("run", "pass") if may_run(state, player) else ("pass",)
    about = state.table.algorithm if state.table.algorithm.body else None
    choice = yield from pick_one(player, question, choices, about=about)
    return next_player((yield from (pass_turn if choice == "pass" else run_turn)(state, player)))


def worded(view: State, player: str, option: object) -> str:
    """Return an option of a player's question in words."""
    says = {"run": say("Run an algorithm"), "pass": say("Pass and replace cards")}
    return says.get(str(option)) or translate(str(option))


def may_run(state: State, player: str) -> bool:
    """Return whether the player has a command card to run; loop cards alone cannot run."""
    cards = state.table.algorithm.instructions + state.table.hand(player)
    return any(card.name in state.rules.instructions for card in cards)


def run_turn(state: State, player: str) -> Flow[State]:
    """Play a turn with an algorithm, by the rules of the edition."""
    return (run_shared if state.rules.shared_algorithm else run_own)(state, player)


def run_own(state: State, player: str) -> Flow[State]:
    """Play a turn by the basic rules: run and discard cards, then refill the hand. [AR-23]"""
    wrong = partial(own_problems, seen_by(state, player), player)
    hand = state.table.hand(player)
    limit = state.rules.cards_each_turn
    question = say("Play one to {limit} cards.", limit=limit)
    program = yield from ask_one(WriteProgram(player, question, hand, wrong, most=limit))
    used = cards_of(program)
    table = state.table.with_hand(player, without(hand, used))
    state = state.with_table(replace(table, deck=table.deck.with_discarded(used)))
    yield Frame(events.Laid(player, program), state)
    state = yield from resolve(state, {player: program})
    return state if is_won(state) else (yield from refill(state, player))


def own_problems(state: State, player: str, program: Program) -> list[Problem]:
    """Return the reasons why `program` may not be played now. [AR-23]"""
    limit = state.rules.cards_each_turn
    if not 1 <= program.cost <= limit:
        return [Problem(None, say("Play one to {limit} cards.", limit=limit))]
    return problems(state, player, program)


def run_shared(state: State, player: str) -> Flow[State]:
    """Play a turn by the complete rules: edit and run the shared algorithm. [AR-26]

    If the algorithm is full, discard it afterwards. [AR-30]
    """
    question = say("How do you want to change the algorithm?")
    edits = yield from ask_one(EditAlgorithm(player, question, seen_by(state, player)))
    row, table = edit(state, edits), state.table
    table = table.with_hand(player, without(table.hand(player), row.played))
    deck = table.deck.with_discarded(row.discarded)
    covered = table.covered + row.covered
    table = replace(table, deck=deck, algorithm=row.program(), covered=covered)
    state = state.with_table(table)
    yield Frame(events.Laid(player, table.algorithm), state)
    state = yield from resolve(state, {player: table.algorithm})
    if is_won(state):
        return state
    if len(row.commands) == state.rules.length_limit:
        state = yield from clear(state)
    return (yield from refill(state, player))


def clear(state: State) -> Flow[State]:
    """Discard the full shared algorithm, so that the next player starts a new one. [AR-30]"""
    table = state.table
    cards = cards_of(table.algorithm) + table.covered
    deck = table.deck.with_discarded(cards)
    state = state.with_table(replace(table, deck=deck, algorithm=Program(), covered=()))
    yield Frame(events.Cleared(len(cards)), state)
    return state


def pass_turn(state: State, player: str) -> Flow[State]:
    """Pass, and let the player replace any number of cards; no rover moves. [AR-24]"""
    hand = state.table.hand(player)
    away = yield from ask_one(PickSome(player, say("Which cards do you want to replace?"), hand))
    table = state.table.with_hand(player, without(hand, away))
    state = state.with_table(replace(table, deck=table.deck.with_discarded(away)))
    yield Frame(events.Passed(player, len(away)), state)
    return (yield from refill(state, player))


def refill(state: State, player: str) -> Flow[State]:
    """Draw cards until the hand is full. [AR-25]

    If the draw pile is empty, it is rebuilt from the discard pile.
    """
    hand = state.table.hand(player)
    cards, deck = yield from draw(state.table.deck, state.rules.hand_size - len(hand))
    if cards:
        table = replace(state.table, deck=deck).with_hand(player, hand + cards)
        state = state.with_table(table)
        yield Frame(events.Dealt(player, len(cards)), state)
    return state


def next_player(state: State) -> State:
    """Return a copy of the state in which it is the next player's turn.

    After a win, return `state` itself.
    """
    if is_won(state):
        return state
    table = state.table
    seat = (table.players.index(table.current) + 1) % len(table.players)
    return state.with_table(replace(table, current=table.players[seat], turn=table.turn + 1))


_HIDDEN = Instruction("?")


@views_of_latest
def seen_by(state: State, player: str) -> State:
    """Return the state as `player` sees it. [AR-3]

    The types of undelivered samples, the hands of other players and the draw pile are hidden.
    """
    rovers = [
        replace(rover, carries=("?",) * len(rover.carries)) if rover.carries else rover
        for rover in state.rovers
    ]
    samples = tuple([(square, ("?",) * len(lying)) for square, lying in state.samples])
    table = state.table
    hands = [
        hand if name == player else (_HIDDEN,) * len(hand)
        for name, hand in zip(table.players, table.hands, strict=True)
    ]
    table = replace(table, hands=tuple(hands), deck=table.deck.face_down(_HIDDEN))
    return replace(state, rovers=tuple(rovers), samples=samples, table=table)
