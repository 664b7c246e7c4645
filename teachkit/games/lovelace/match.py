"""A whole match, round by round.

The phases of a round are subroutines, reset, program and resolution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import PickOne, Unfinished
from teachkit.core.run.flow import Deck, Ended, Flow, Frame, ask, draw, pick_one, shuffled
from teachkit.core.strings import board_error
from teachkit.games.lovelace import events
from teachkit.games.lovelace.cards import Patron, patrons, tokens
from teachkit.games.lovelace.components import Component
from teachkit.games.lovelace.effects import activate
from teachkit.games.lovelace.programs import write_rows
from teachkit.games.lovelace.resolution import go_on
from teachkit.games.lovelace.scoring import outcome, scores
from teachkit.games.lovelace.setup import DEALT, Setup
from teachkit.games.lovelace.state import Column, Phase, Plan, State, Table, seen_by
from teachkit.words import say

STOCK = "C"
WIDTH = 4
Tokens: TypeAlias = tuple[Component, ...]
Written: TypeAlias = Mapping[str, Program | Unfinished]


def play(setup: Setup) -> Flow[State]:
    """Play a match from its start or from a position in the middle, and count the points. [LB-1]"""
    state = setup.state()
    check_players(state)
    if not state.table:
        setup.check_dealt(*DEALT)
        state = yield from begin_round((yield from set_up(state)), 1)
    while state.table.phase != Phase.OVER:
        state = yield from play_round(state)
        if state.round < state.rules.rounds:
            state = yield from begin_round(state, state.round + 1)
        else:
            state = yield from count_points(state)
    return state


def check_players(state: State) -> None:
    """Raise `BoardError` unless `state` has 2 to 4 players and an edition for matches. [LB-1]"""
    if not 2 <= len(state.players) <= 4:
        raise board_error("Choose 2 to 4 different characters for Lovelace and Babbage.")
    if not state.rules.playable:
        raise board_error("This edition is only for exercises. Choose japanese or english.")


def set_up(state: State) -> Flow[State]:
    """Shuffle the patrons, and the tokens into three piles or a single pile. [LB-1 … LB-7]"""
    table, piles = Table(state.names), tokens()
    if not state.rules.three_piles:
        piles = {STOCK: tuple(token for pile in piles.values() for token in pile)}
    for row, pile in piles.items():
        table = table.with_pile(row, (yield from shuffled(pile)))
    deck: Deck[Patron | None] = Deck((yield from shuffled(patrons())))
    return replace(state, table=replace(table, deck=deck))


def play_round(state: State) -> Flow[State]:
    """Play a round from the current phase on. The first round has no reset phase."""
    begun = list(Phase).index(state.table.phase)
    for phase in (subroutine_phase, reset_phase, program_phase, resolution_phase)[begun:]:
        if state.round > 1 or phase is not reset_phase:
            state = yield from phase(state)
    return state


def begin_round(state: State, number: int) -> Flow[State]:
    """Begin round `number`, and clear the previous round's targets and effects. [LB-21, LB-45]"""
    plan = Plan(state.rules.row_limit)
    players = tuple(replace(player, plan=plan, mistake="") for player in state.players)
    state = replace(state, players=players).with_table(round=number, phase=Phase.SUBROUTINES)
    yield Frame(events.RoundBegan(number, state.rules.rounds), state)
    return state


# Subroutines -----------------------------------------------------------------------------------


def subroutine_phase(state: State) -> Flow[State]:
    """Let players choose targets, and activate subroutines completed earlier. [LB-21 … LB-24]"""
    questions = [
        PickOne(player.name, say("Which subroutine is your target?"), player.left)
        for player in state.players
        if player.left and not player.plan.targets
    ]
    answers = (yield from ask(*questions)) if questions else []
    chosen = {answer.player: answer.choice for answer in answers}
    for name in [name for name in state.names if name in chosen]:
        state = state.with_plan(name, targets=(chosen[name],))
        shown = None if state.rules.target_hidden else chosen[name]
        yield Frame(events.TargetChosen(name, shown), state)
    order = state.table.order if state.rules.activate_by_markers else state.names
    for name in order if state.round > 1 else ():
        state = yield from activate_subroutines(state, name)
    return state


def activate_subroutines(state: State, name: str) -> Flow[State]:
    """Let a player activate any number of completed subroutines, one at a time. [LB-22, LB-23]"""
    must = state.rules.must_activate and not state.player(name).plan.active
    while ready := state.player(name).ready:
        question = say("Which subroutine do you activate?")
        options: tuple[int | str, ...] = ready if must else (*ready, "none")
        number = yield from pick_one(name, question, options)
        if isinstance(number, str):
            break
        state = yield from activate(state, name, number)
        must = False
    return state


# Reset -----------------------------------------------------------------------------------------


def reset_phase(state: State) -> Flow[State]:
    """Discard patrons and fill a row of the engine; registers keep their values. [LB-25 … LB-28]"""
    cards = [replace(patron, taken=()) for patron in state.patrons]
    deck = state.table.deck.with_discarded(cards)
    state = replace(state, patrons=()).with_table(deck=deck, phase=Phase.RESET)
    for player in state.players:
        yield Frame(events.Carried(player.name, player.value), state)
    return (yield from fill_row(state)).with_table(phase=Phase.PROGRAMS)


def fill_row(state: State) -> Flow[State]:
    """Fill the uppermost empty token row with four tokens from its pile. [LB-11, LB-27]"""
    row = state.engine.empty_row
    if row is None:
        return state
    source = row if state.rules.three_piles else STOCK
    pile = tuple(token for token in state.table.pile(source) if token)
    if not pile:
        return state
    redraw = draw_all_again if state.rules.redraw_all else draw_later_again
    four, pile = yield from redraw(state, pile)
    table = replace(state.table.with_pile(source, pile), phase=Phase.PROGRAMS)
    state = replace(state, engine=state.engine.with_row(row, four), table=table)
    yield Frame(events.RowFilled(row, tuple(map(str, four))), state)
    return state


def draw_later_again(state: State, pile: Tokens) -> Flow[tuple[Tokens, Tokens]]:
    """Draw four tokens, of which at most `most_set` set the register. [LB-27]

    Further tokens that set the register go to the bottom of the pile. Return the four tokens and
    the remaining pile.
    """
    four: list[Component] = []
    replaced: list[Component] = []
    while len(four) < WIDTH and pile:
        token, *rest = pile
        pile = tuple(rest)
        if token.kind == "set" and count_set(four) >= state.rules.most_set:
            replaced.append(token)
            yield Frame(events.Redrawn((str(token),)), state)
        else:
            four.append(token)
    return tuple(four), (*pile, *replaced)


def draw_all_again(state: State, pile: Tokens) -> Flow[tuple[Tokens, Tokens]]:
    """Draw four tokens, and reshuffle while too many of them set the register. [LB-27]

    If the pile has too few other tokens, more of the four may set the register, because drawing
    would otherwise never end. Return the four tokens and the rest of the pile.
    """
    others = len(pile) - count_set(pile)
    fewest = max(state.rules.most_set, min(WIDTH, len(pile)) - others)
    while count_set(pile[:WIDTH]) > fewest:
        yield Frame(events.Redrawn(tuple(map(str, pile[:WIDTH]))), state)
        pile = yield from shuffled(pile)
    return pile[:WIDTH], pile[WIDTH:]


def count_set(row: Sequence[Component]) -> int:
    """Count the tokens in `row` that set the register."""
    return sum(token.kind == "set" for token in row)


# Program ---------------------------------------------------------------------------------------


def program_phase(state: State) -> Flow[State]:
    """Turn up patrons, let all players write programs, and hand out the markers. [LB-29 … LB-34]

    Players who already have a column for this round have finished, and are not asked again.
    """
    state = state.with_table(phase=Phase.PROGRAMS)
    if not state.patrons:
        state = yield from turn_up(state)
    columns = {player.name: len(player.sheet.columns) for player in state.players}
    finished = [name for name in state.table.order if columns[name] >= state.round]
    waiting = [name for name in state.names if name not in finished]
    questions = [write_rows(seen_by(state, name), name) for name in waiting]
    answers = (yield from ask(*questions)) if questions else []
    written: Written = {str(answer.player): answer.choice for answer in answers}
    order = in_marker_order(state, finished, written)
    for marker, name in enumerate(order, 1):
        if name in written:
            state = with_markers(state, order[:marker])
            state = yield from finish(state, name, marker, written[name])
    return with_markers(state, order)


def turn_up(state: State) -> Flow[State]:
    """Turn up patrons, usually three more than there are players. [LB-29]"""
    cards, deck = yield from draw(state.table.deck, len(state.players) + state.rules.more_patrons)
    turned_up = tuple(card for card in cards if card)
    state = replace(state, patrons=turned_up).with_table(deck=deck)
    yield Frame(events.TurnedUp(tuple(patron.number for patron in turned_up)), state)
    return state


def finish(state: State, name: str, marker: int, written: Program | Unfinished) -> Flow[State]:
    """Write a player's program on the sheet, and let the player take `marker`. [LB-33]"""
    in_time = isinstance(written, Program)
    program = written.program if isinstance(written, Unfinished) else written
    player = state.player(name)
    column = Column(player.value, program.instructions)
    state = state.with_sheet(name, columns=(*player.sheet.columns, column))
    yield Frame(events.Finished(name, marker, len(program.instructions), in_time), state)
    return state


def with_markers(state: State, first: Sequence[str]) -> State:
    """Return a copy of the state with the first markers given to `first`, in that order."""
    others = [name for name in state.table.order if name not in first]
    return state.with_table(order=(*first, *others))


def in_marker_order(state: State, finished: Sequence[str], written: Written) -> list[str]:
    """Return the players in the order of this round's markers. [LB-33, LB-34]

    Players who finished in time come first, in the order of finishing; the others follow clockwise.
    A subroutine may move a player to the front or to the end of the order.
    """
    seats = list(state.names)
    in_time = [name for name, rows in written.items() if not isinstance(rows, Unfinished)]
    order = [*finished, *in_time]
    first = seats.index(order[0]) if order else 0
    order += [name for name in seats[first:] + seats[:first] if name not in order]
    order.sort(key=lambda name: state.player(name).plan.place)
    return order


# Resolution ------------------------------------------------------------------------------------


def resolution_phase(state: State) -> Flow[State]:
    """Run all lines in marker order, then remove activated subroutines. [LB-35 … LB-45]"""
    state = yield from go_on(state.with_table(phase=Phase.RESOLUTION))
    for player in state.players:
        if active := player.plan.active:
            state = state.with_plan(player.name, active=())
            yield Frame(events.Removed(player.name, active), state)
    return state


def count_points(state: State) -> Flow[State]:
    """Score all sheets, and end the game. [LB-46 … LB-54]"""
    state = state.with_table(phase=Phase.OVER)
    for name, score in scores(state).items():
        yield Frame(events.Scored(name, *score, score.total), state)
    yield Frame(Ended(str(outcome(state))), state)
    return state
