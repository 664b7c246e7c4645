"""Calamitron: what holds in every frame, whatever the board and whatever is programmed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teachkit.core.chance import Chance
from teachkit.core.flow import Answer, Decision
from teachkit.core.game import Outcome
from teachkit.core.grid import FACINGS, Square
from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.core.trace import Trace, record
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.boards import board_names
from teachkit.games.calamitron.bots import retro_types, rogue_types
from teachkit.games.calamitron.state import State

from ..thorough import THOROUGH

WIDE, HIGH = 6, 5
ACTS = {"Moved", "Turned", "Slipped", "Hacked", "Beamed", "Shoved", "Fired", "Flamed", "Knocked"}


@st.composite
def crowds(draw: st.DrawFn) -> Setup:
    """A small board with many on it: retros, rogues, crates, pits, walls, doors."""
    squares = [Square(column, row) for column in range(WIDE) for row in range(HIGH)]
    free = list(draw(st.permutations(squares)))

    def place() -> str:
        return f"{free.pop()} {draw(st.sampled_from(FACINGS)).value}"

    retros = {
        colour: f"{draw(st.sampled_from(retro_types()))} {place()}" for colour in ("red", "green")
    }
    kinds = draw(st.lists(st.sampled_from(rogue_types()), min_size=1, max_size=6))
    names = {f"{kind}-{number}" for number, kind in enumerate(kinds, 1)}
    names |= set(draw(st.lists(st.sampled_from(["boss", "minion"]), unique=True)))
    rogues = {name: place() for name in sorted(names)}
    crates = [str(free.pop()) for _ in range(draw(st.integers(0, 2)))]
    pits = {free.pop() for _ in range(draw(st.integers(0, 5)))}
    rows = [
        " ".join("O" if Square(column, row) in pits else "." for column in range(WIDE))
        for row in reversed(range(HIGH))
    ]
    inner = [f"{Square(column, row)} east" for column in range(WIDE - 1) for row in range(HIGH)]
    edges = draw(st.lists(st.sampled_from(inner), unique=True, max_size=4))
    every = [*rogue_types(), "boss", "minion"]
    moving = [each for each in every if any(name.partition("-")[0] == each for name in names)]
    return Setup(
        edition=draw(st.sampled_from(["standard", "turns"])),
        options={"limited": False},
        floor="\n".join(rows),
        walls=edges[::2],
        doors=edges[1::2],
        retros=retros,
        rogues=rogues,
        crates=crates,
        stunned=draw(st.lists(st.sampled_from([*retros, *rogues]), unique=True, max_size=3)),
        before=moving[:1],
        after=moving,
    )


PROGRAMS = st.lists(
    st.sampled_from([Instruction(card.name) for card in calamitron.INSTRUCTIONS]), max_size=6
).map(lambda cards: Program(tuple(cards)))


def by_chance(seed: int) -> Any:
    chance = Chance(seed)

    def answer(asked: tuple[Decision, ...], _: Any) -> list[Answer]:
        return [chance.answer(each) for each in asked]

    return answer


def check(trace: Trace) -> None:
    """Everything that must hold, frame after frame."""
    before = trace.start
    for event, state in trace:
        if before is not None:
            check_event(before, event)
        check_squares(state, event)
        before = state


def check_squares(state: State, event: Any) -> None:
    """One thing on a square, but for a nanobot that is slipping; nothing stands in a pit for long,
    in a wall or off the board.
    """
    standing = [bot for bot in state.bots if not bot.out]
    slipping = event.bot if type(event).__name__ == "Slipped" else ""
    squares = [bot.square for bot in standing if bot.name != slipping] + list(state.crates)
    assert len(squares) == len(set(squares)), f"{event}: {state}"
    for bot in standing:
        assert bot.square in state.board.squares
        outside = state.board.kind(bot.square) == "exit"
        surplus = state.is_match  # such a rogue waits outside
        assert not (bot.kind.rogue and outside) or bot.name == "minion" or surplus
    for square in state.filled:
        assert state.board.kind(square) == "pit"
    gone = [name for name, _ in (*state.trophies, *state.rescued)]
    assert len(gone) == len(set(gone))
    assert not {*gone} & {bot.name for bot in state.bots}


def check_event(before: State, event: Any) -> None:
    """Who is removed never acts, and who lies on its back only stands up."""
    name = type(event).__name__
    if name in ACTS:
        bot = before.find(event.bot if name != "Shoved" else event.shover)
        assert bot is not None, str(event)
        assert not bot.out, str(event)
        assert not bot.stunned, f"{event}: {before}"
    if name == "StoodUp":
        assert before.bot(event.bot).stunned


@settings(
    max_examples=400 if THOROUGH else 60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
    deadline=None,
)
@given(setup=crowds(), red=PROGRAMS, green=PROGRAMS, seed=st.integers(0, 99))
def test_in_every_run_bots_keep_their_squares_and_their_peace(
    setup: Setup, red: Program, green: Program, seed: int
) -> None:
    state = setup.state()
    flow = calamitron.resolve(state, {"red": red, "green": green})
    trace = record(flow, state, by_chance(seed))
    check(trace)
    assert {bot.name for bot in trace.final.retros} == {"red", "green"}
    kept = {bot.name for bot in trace.final.rogues}
    gone = {name for name, _ in (*trace.final.trophies, *trace.final.rescued)}
    assert kept | gone == {bot.name for bot in state.rogues}


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(setup=crowds(), red=PROGRAMS)
def test_instruction_by_instruction_leads_where_the_whole_program_leads(
    setup: Setup, red: Program
) -> None:
    """What is performed one after another, as whoever looks ahead does, is what a run records."""
    quiet = [each for each in red.instructions if each.name not in ("shove", "program")]
    state = setup.state()
    trace = record(calamitron.resolve(state, {"red": Program(tuple(quiet))}), state)
    reached = state
    for instruction in quiet:
        reached = record(calamitron.perform(reached, "red", instruction), reached).final
    reached = record(calamitron.finish(reached, "red"), reached).final
    assert reached == trace.final


SEEDS = range(60) if THOROUGH else range(3)


@pytest.mark.parametrize("seed", SEEDS)
def test_in_every_match_the_same_holds_and_cards_are_conserved(seed: int) -> None:
    names = board_names()
    colours = ("red", "green", "blue", "yellow")[: 1 + seed % 4]
    setup = Setup(
        board=names[seed % len(names)],
        players=colours,
        options={"boss": seed % 2 == 0, "minion": seed % 3 == 0, "timer": 0},
    )
    trace = record(calamitron.play(setup), None, by_chance(seed))
    check(trace)
    cards, upgrades = None, None
    for _, state in trace:
        table = state.table
        assert all(len(table.upgrades_of(player)) <= 2 for player in colours)
        if table.round:
            pile = table.calamities
            now = sorted((*pile.draw_pile, *pile.discard_pile, *table.catastrophes))
            held = sorted((*table.upgrade_pile, *(c for each in table.upgrades for c in each)))
            assert now == (cards or now)
            assert held == (upgrades or held)
            cards, upgrades = now, held
    assert isinstance(calamitron.outcome(trace.final), Outcome)
