"""The whole game, round by round: subroutines, reset, program, resolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from teachkit.core.decks import Deck, draw
from teachkit.core.flow import Answer, Flow, Frame, PickOne, ask, ask_one, shuffled
from teachkit.core.program import Program
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
from teachkit.games.lovelace.pieces import Column, Patron, Plan, Table
from teachkit.games.lovelace.programs import Unfinished, write_rows
from teachkit.games.lovelace.rows import resolve
from teachkit.games.lovelace.scoring import outcome, scores
from teachkit.games.lovelace.setup import Setup
from teachkit.games.lovelace.state import State
from teachkit.games.lovelace.views import seen_by
from teachkit.words import say


def play(setup: Setup) -> Flow[State]:
    """The whole game: four rounds, then the points. [LB-1]"""
    state = yield from set_up(setup)
    for number in range(1, state.rules.rounds + 1):
        state = yield from play_round(state, number)
    return (yield from count_points(state))


def set_up(setup: Setup) -> Flow[State]:
    """Characters with their subroutines, tokens and patrons face down. [LB-1 … LB-7]"""
    state = setup.state()
    players = tuple(player.name for player in state.players)
    if not 2 <= len(players) <= 4:
        raise BoardError(say("Lovelace and Babbage is for 2 to 4 different characters."))
    if not state.rules.playable:
        raise BoardError(say("This edition is for exercises; play japanese or english."))
    table = yield from lay_out_tokens(state.rules, Table(players))
    deck: Deck[PatronCard | None] = Deck((yield from shuffled(patrons())))
    return replace(state, table=replace(table, deck=deck))


def play_round(state: State, number: int) -> Flow[State]:
    """The four phases of a round."""
    state = yield from begin_round(state, number)
    state = yield from subroutine_phase(state)
    if number > 1:
        state = yield from reset_phase(state)
    state, programs = yield from program_phase(state)
    return (yield from resolution_phase(state, programs))


def begin_round(state: State, number: int) -> Flow[State]:
    """Targets and what subroutines changed are those of one round only. [LB-21, LB-45]"""
    plan = Plan(state.rules.row_limit)
    players = tuple(replace(player, plan=plan, mistake="") for player in state.players)
    state = replace(state, players=players, table=replace(at(state), round=number))
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
        if player.left
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
    must = state.rules.must_activate
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
    state = replace(state, patrons=(), table=table)
    for player in state.players:
        yield Frame(Carried(player.name, player.value), state)
    return (yield from fill_row(state))


# Program ---------------------------------------------------------------------------------------


def program_phase(state: State) -> Flow[tuple[State, dict[str, Program]]]:
    """Patrons are turned up; all write at once, and the first to finish goes first. [LB-29 … 34]

    The programs come back in the order of the markers.
    """
    cards, deck = yield from draw(at(state).deck, len(state.players) + state.rules.more_patrons)
    turned_up = tuple(Patron(card.number, card.areas) for card in cards if card)
    state = replace(state, patrons=turned_up, table=replace(at(state), deck=deck))
    yield Frame(TurnedUp(tuple(patron.number for patron in turned_up)), state)
    names = [player.name for player in state.players]
    answers = yield from ask(*(write_rows(seen_by(state, name), name) for name in names))
    programs: dict[str, Program] = {}
    for marker, (name, written) in enumerate(in_marker_order(state, answers), 1):
        in_time = not isinstance(written, Unfinished)
        programs[name] = program = written if in_time else written.program
        player = state.player(name)
        column = Column(player.value, program.instructions)
        state = state.with_sheet(name, columns=(*player.sheet.columns, column))
        yield Frame(Finished(name, marker, len(program.instructions), in_time), state)
    return replace(state, table=replace(at(state), order=tuple(programs))), programs


def in_marker_order(state: State, answers: Sequence[Answer]) -> list[tuple[str, Any]]:
    """First who finished, by time; then the seats to the left of the first. [LB-33, LB-34]

    Subroutines move players to the front or to the end of this order.
    """
    seats = [player.name for player in state.players]
    written = {str(answer.player): answer.choice for answer in answers}
    order = [name for name, rows in written.items() if not isinstance(rows, Unfinished)]
    first = seats.index(order[0]) if order else 0
    order += [name for name in seats[first:] + seats[:first] if name not in order]
    order.sort(key=lambda name: state.player(name).plan.place)
    return [(name, written[name]) for name in order]


# Resolution ------------------------------------------------------------------------------------


def resolution_phase(state: State, programs: Mapping[str, Program]) -> Flow[State]:
    """Row by row in marker order; then activated subroutines leave the game. [LB-35 … LB-45]"""
    state = yield from resolve(state, programs)
    for player in state.players:
        if active := player.plan.active:
            state = state.with_plan(player.name, active=())
            yield Frame(Removed(player.name, active), state)
    return state


def count_points(state: State) -> Flow[State]:
    """All sheets are counted, and the game is over. [LB-46 … LB-54]"""
    state = replace(state, table=replace(at(state), is_over=True))
    for name, score in scores(state).items():
        yield Frame(
            Scored(name, score.areas, score.sigmas, score.subroutines, score.bonuses,
                   score.debugs, score.total),
            state,
        )  # fmt: skip
    yield Frame(Ended(str(outcome(state))), state)
    return state
