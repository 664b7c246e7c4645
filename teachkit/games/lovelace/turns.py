"""The whole game, round by round: subroutines, reset, program, resolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from teachkit.core.board.decks import Deck, draw
from teachkit.core.run.flow import Flow, Frame, PickOne, ask, ask_one, shuffled
from teachkit.errors import BoardError
from teachkit.games.lovelace.cards import PatronCard, patrons
from teachkit.games.lovelace.effects import activate
from teachkit.games.lovelace.engine_rows import fill_row, lay_out_tokens
from teachkit.games.lovelace.happenings import (
    Carried,
    Ended,
    Finished,
    Removed,
    RoundBegan,
    Scored,
    TargetChosen,
    TurnedUp,
)
from teachkit.games.lovelace.pieces import (
    OVER,
    PHASES,
    PROGRAMS,
    RESET,
    RESOLUTION,
    SUBROUTINES,
    Column,
    Patron,
    Plan,
    Table,
)
from teachkit.games.lovelace.programs import Unfinished, write_rows
from teachkit.games.lovelace.rows import go_on
from teachkit.games.lovelace.scoring import outcome, scores
from teachkit.games.lovelace.setup import Setup
from teachkit.games.lovelace.state import State
from teachkit.games.lovelace.views import seen_by
from teachkit.words import say


def play(setup: Setup) -> Flow[State]:
    """The whole game: four rounds, then the points. From a position it goes on. [LB-1]"""
    state = setup.state()
    check_players(state)
    if state.table is None:
        state = yield from begin_round((yield from set_up(setup)), 1)
    while not at(state).is_over:
        state = yield from play_round(state)
        if state.round < state.rules.rounds:
            state = yield from begin_round(state, state.round + 1)
        else:
            state = yield from count_points(state)
    return state


def check_players(state: State) -> None:
    """Raise `BoardError` for what is an exercise and no match. [LB-1]"""
    if not 2 <= len(state.players) <= 4:
        raise BoardError(say("Lovelace and Babbage is for 2 to 4 different characters."))
    if not state.rules.playable:
        raise BoardError(say("This edition is for exercises; play japanese or english."))


def set_up(setup: Setup) -> Flow[State]:
    """Characters with their subroutines, tokens and patrons face down. [LB-1 … LB-7]"""
    state = setup.state()
    check_players(state)
    if names := setup.given_to_a_match():
        raise BoardError(say("A match deals these itself; leave out: {names}.", names=names))
    players = tuple(player.name for player in state.players)
    table = yield from lay_out_tokens(state.rules, Table(players))
    deck: Deck[PatronCard | None] = Deck((yield from shuffled(patrons())))
    return replace(state, table=replace(table, deck=deck))


def play_round(state: State) -> Flow[State]:
    """The four phases of a round, from the one that it is in."""
    begun = PHASES.index(at(state).phase)
    for phase in (subroutine_phase, reset_phase, program_phase, resolution_phase)[begun:]:
        if state.round > 1 or phase is not reset_phase:
            state = yield from phase(state)
    return state


def in_phase(state: State, phase: str) -> State:
    """The state in this phase of its round."""
    return replace(state, table=replace(at(state), phase=phase))


def begin_round(state: State, number: int) -> Flow[State]:
    """Targets and what subroutines changed are those of one round only. [LB-21, LB-45]"""
    plan = Plan(state.rules.row_limit)
    players = tuple(replace(player, plan=plan, mistake="") for player in state.players)
    state = replace(state, players=players, table=replace(at(state), round=number))
    state = in_phase(state, SUBROUTINES)
    yield Frame(RoundBegan(number, state.rules.rounds), state)
    return state


def at(state: State) -> Table:
    """The table of a match."""
    assert state.table
    return state.table


# Subroutines -----------------------------------------------------------------------------------


def subroutine_phase(state: State) -> Flow[State]:
    """Choose a target; then activate what was completed in rounds before. [LB-21 … LB-24]"""
    questions = [
        PickOne(player.name, say("Which subroutine is your target?"), player.left)
        for player in state.players
        if player.left and not player.plan.targets
    ]
    answers = (yield from ask(*questions)) if questions else []
    chosen = {answer.player: answer.choice for answer in answers}
    for name in [player.name for player in state.players if player.name in chosen]:
        state = state.with_plan(name, targets=(chosen[name],))
        shown = None if state.rules.target_hidden else chosen[name]
        yield Frame(TargetChosen(name, shown), state)
    order = at(state).order
    if not state.rules.activate_by_markers:
        order = tuple(player.name for player in state.players)
    for name in order if state.round > 1 else ():
        state = yield from activate_subroutines(state, name)
    return state


def activate_subroutines(state: State, name: str) -> Flow[State]:
    """Any number of completed subroutines, one at a time; each works at once. [LB-22, LB-23]"""
    must = state.rules.must_activate and not state.player(name).plan.active
    while ready := state.player(name).ready:
        options: tuple[int | str, ...] = ready if must else (*ready, "none")
        question = say("Which subroutine do you activate?")
        number = yield from ask_one(PickOne(name, question, options))
        if number == "none":
            break
        state = yield from activate(state, name, number)
        must = False
    return state


# Reset -----------------------------------------------------------------------------------------


def reset_phase(state: State) -> Flow[State]:
    """The last value is carried on, patrons go, a row of the engine is filled. [LB-25 … LB-28]"""
    cards = [PatronCard(patron.number, patron.areas) for patron in state.patrons]
    table = replace(at(state), deck=at(state).deck.with_discarded(cards))
    state = in_phase(replace(state, patrons=(), table=table), RESET)
    for player in state.players:
        yield Frame(Carried(player.name, player.value), state)
    return in_phase((yield from fill_row(state)), PROGRAMS)


# Program ---------------------------------------------------------------------------------------


def program_phase(state: State) -> Flow[State]:
    """Patrons are turned up; all write at once, and the first to finish goes first. [LB-29 … 34]

    Who has a column of this round is finished already.
    """
    state = in_phase(state, PROGRAMS)
    if not state.patrons:
        state = yield from turn_up(state)
    finished = [name for name in at(state).order if has_finished(state, name)]
    waiting = [player.name for player in state.players if player.name not in finished]
    questions = [write_rows(seen_by(state, name), name) for name in waiting]
    answers = (yield from ask(*questions)) if questions else []
    written = {str(answer.player): answer.choice for answer in answers}
    order = in_marker_order(state, finished, written)
    for marker, name in enumerate(order, 1):
        if name in written:
            state = with_markers(state, order[:marker])
            state = yield from finish(state, name, marker, written[name])
    return with_markers(state, order)


def turn_up(state: State) -> Flow[State]:
    """Three more patrons than there are players. [LB-29]"""
    cards, deck = yield from draw(at(state).deck, len(state.players) + state.rules.more_patrons)
    turned_up = tuple(Patron(card.number, card.areas) for card in cards if card)
    state = replace(state, patrons=turned_up, table=replace(at(state), deck=deck))
    yield Frame(TurnedUp(tuple(patron.number for patron in turned_up)), state)
    return state


def has_finished(state: State, name: str) -> bool:
    """Whether a player's column of this round is written."""
    return len(state.player(name).sheet.columns) >= state.round


def finish(state: State, name: str, marker: int, written: Any) -> Flow[State]:
    """A program is written down, and its player takes a marker. [LB-33]"""
    in_time = not isinstance(written, Unfinished)
    program = written if in_time else written.program
    player = state.player(name)
    column = Column(player.value, program.instructions)
    state = state.with_sheet(name, columns=(*player.sheet.columns, column))
    yield Frame(Finished(name, marker, len(program.instructions), in_time), state)
    return state


def with_markers(state: State, first: Sequence[str]) -> State:
    """These have the first markers; the others follow as before."""
    others = [name for name in at(state).order if name not in first]
    return replace(state, table=replace(at(state), order=(*first, *others)))


def in_marker_order(state: State, finished: Sequence[str], written: Mapping[str, Any]) -> list[str]:
    """First who finished, by time; then the seats to the left of the first. [LB-33, LB-34]

    Subroutines move players to the front or to the end of this order.
    """
    seats = [player.name for player in state.players]
    in_time = [name for name, rows in written.items() if not isinstance(rows, Unfinished)]
    order = [*finished, *in_time]
    first = seats.index(order[0]) if order else 0
    order += [name for name in seats[first:] + seats[:first] if name not in order]
    order.sort(key=lambda name: state.player(name).plan.place)
    return order


# Resolution ------------------------------------------------------------------------------------


def resolution_phase(state: State) -> Flow[State]:
    """Row by row in marker order; then activated subroutines leave the game. [LB-35 … LB-45]"""
    state = yield from go_on(in_phase(state, RESOLUTION))
    for player in state.players:
        if active := player.plan.active:
            state = state.with_plan(player.name, active=())
            yield Frame(Removed(player.name, active), state)
    return state


def count_points(state: State) -> Flow[State]:
    """All sheets are counted, and the game is over. [LB-46 … LB-54]"""
    state = in_phase(state, OVER)
    for name, score in scores(state).items():
        yield Frame(
            Scored(name, score.areas, score.sigmas, score.subroutines, score.bonuses,
                   score.debugs, score.total),
            state,
        )  # fmt: skip
    yield Frame(Ended(str(outcome(state))), state)
    return state
