"""Test what is true of every frame of Calamitron, on any board with any program."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.trace import record
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.bots import retro_types, rogue_types

from .examples import examples
from .test_random_calamitron import check

WIDE, HIGH = 6, 5


@st.composite
def crowds(draw: st.DrawFn) -> Setup:
    """Yield small crowded boards with retros, rogues, crates, pits, walls and doors."""
    squares = [Square(column, row) for column in range(WIDE) for row in range(HIGH)]
    free = list(draw(st.permutations(squares)))

    def place() -> str:
        return f"{free.pop()} {draw(st.sampled_from(FACINGS)).value}"

    types = st.sampled_from(retro_types())
    retros = {colour: f"{draw(types)} {place()}" for colour in ("red", "green")}
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


CARDS = st.sampled_from([Instruction(card.name) for card in calamitron.GAME.instructions])
PROGRAMS = st.lists(CARDS, max_size=6).map(lambda cards: Program(tuple(cards)))


@examples(400, daily=150)
@given(setup=crowds(), red=PROGRAMS, green=PROGRAMS, seed=st.integers(0, 99))
def test_in_every_run_bots_keep_their_squares_and_their_peace(
    setup: Setup, red: Program, green: Program, seed: int
) -> None:
    before = state = setup.state()
    chance = Chance(seed)
    flow = calamitron.GAME.resolve(state, {"red": red, "green": green})
    trace = record(flow, state, lambda asked, _: [chance.answer(each) for each in asked])
    for event, after in trace:
        check(before, event, after)
        before = after
    assert {bot.name for bot in trace.final.retros} == {"red", "green"}
    kept = {bot.name for bot in trace.final.rogues}
    gone = {name for name, _ in (*trace.final.trophies, *trace.final.rescued)}
    assert kept | gone == {bot.name for bot in state.rogues}


@examples(30, daily=20)
@given(setup=crowds(), red=PROGRAMS)
def test_instruction_by_instruction_leads_where_the_whole_program_leads(
    setup: Setup, red: Program
) -> None:
    """Running one instruction after another, as look-ahead does, gives what a run records."""
    quiet = [each for each in red.instructions if each.name not in ("shove", "program")]
    state = setup.state()
    trace = record(calamitron.GAME.resolve(state, {"red": Program(tuple(quiet))}), state)
    reached = state
    for instruction in quiet:
        reached = record(calamitron.GAME.perform(reached, "red", instruction), reached).final
    reached = record(calamitron.GAME.finish(reached, "red"), reached).final
    assert reached == trace.final
