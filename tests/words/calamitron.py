"""All sentences of Calamitron, provoked for the tests in this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from typing import Any

from msgspec.structs import replace

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.board import LEGEND, BoardFile, _board, assembled, board_names, tiles
from teachkit.games.calamitron.bots import types
from teachkit.games.calamitron.calamities import draw_calamity, follow
from teachkit.games.calamitron.editions import EDITIONS, OPTIONS
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import InForce, calamities, upgrades
from teachkit.games.calamitron.table_events import SurplusLeft
from teachkit.play.match import Match
from tests.cases import one_changed
from tests.rulebook.bots import FAR, at_table, board, done, told, upgrade

from .pseudo import random_match, under

# Cards, words that people write in files, and the numbers of bots.
FACTS = {
    *(card.name for card in calamitron.GAME.instructions), *calamitron.GAME.sensors.conditions,
    *EDITIONS, *OPTIONS,
    *types(), *(f"{kind}-1" for kind in types()), *LEGEND.values(), "x3", "a3", "back",
    *(key.name for kind in (Setup, BoardFile) for key in fields(kind)), *board_names(),
}  # fmt: skip


def happenings() -> Iterator[str]:
    """Yield sentences of all events, and the lines under the boards."""
    for match in matches():
        yield from (str(frame.event) for frame in match.frames)
        for frame in match.frames[:: max(1, len(match.frames) // 20)]:
            yield from under(frame.state)
    for picture, kinds, program, answers, facts in TALES:
        state = board(picture, kinds, **facts)
        yield from under(state)
        trace = told(state, program, *answers)
        yield from (*trace.story().splitlines(), *under(trace.final))
    yield from held()


def matches() -> Iterator[Match]:
    """Yield random matches with all options."""
    for seed in range(6):
        players = ("red", "green", "blue", "yellow")[: 1 + seed % 4]
        options = {"boss": True, "minion": True, "timer": 60 * (seed % 2)}
        setup = Setup(board="training-hall", players=players, options=options)
        yield random_match(calamitron.GAME, setup, seed, 2_000)


Tale = tuple[str, str, Any, tuple[str, ...], dict[str, Any]]


def tale(picture: str, program: Any, *answers: str, kinds: str = "tread", **facts: Any) -> Tale:
    return picture, kinds, program, answers, facts


TALES: list[Tale] = [
    tale("R> s1^ . .", "forward-2", kinds="nano"),
    tale("R>~ . .", "left, left, left, left"),
    tale("R>~ . .", "left, left", options={"recovery": 1}),
    tale("R>~ . .", "left", options={"recovery": 0}),
    tale(". . .\nR> s1^ .", "shove, forward, shove", "left"),
    tale("R> . s1^ . . k1^", "tractor, forcer, forcer", kinds="shot"),
    tale("R> . . . . . s1^", "tractor", kinds="shot"),
    tale("R> s1^ .", "tractor", kinds="shot"),
    tale("R^ s1> . .", "program, left, right, forward, program", "servo-1", kinds="nano"),
    tale("R^ s1> O .", "program, forward-2, left", "servo-1", kinds="nano"),
    tale("R^ s1> . k1^", "program knock-1, left", kinds="nano"),
    tale("R^ m> + #", "program, forward", "minion", kinds="nano"),
    tale("R> . .\nG^ . .", {"red": "forward"}, kinds="tread tread",
         programs={"green": "left"}, edition="turns"),
    tale("R> G<", {"red": "left, left", "green": "forward"}, kinds="tread tread", edition="turns"),
    tale("R^ . . . . .\nl1> . . . . k1^", "left", after=["laser"], before=["knock-1"]),
    tale("R^ . . . s1^\nf1> . . . .", "", after=["flame", "servo-1"]),
    tale("R^ . . .\nf1> . . .", "", after=["flame"]),
    tale("R^ . . . .\nk1> . . s1^ .", "", after=["knock", "servo"]),
    tale("R^ . m> +\n. p1^ # #", "", after=["prog"], walls=[]),
    tale("R^ k1> .", "left", doors=["b1 east"], after=["knock"]),
]  # fmt: skip


def held() -> Iterator[str]:
    """Yield sentences about upgrades, calamities and the table."""
    for measure, picture, program in (
        ("ward", "G> R^ . ." + FAR, "left"),
        ("heavy", "R> s1^ . ." + FAR, "shove"),
        ("closed", "R> s1^ . ." + FAR, "left"),
    ):
        force = InForce("armour", measure, 1)
        state = at_table(picture, in_force=(force,))
        answers = ("forward",) if program == "shove" else ()
        yield from told(state, program, *answers).story().splitlines()
        assert state.measured(measure, state.retros[0], 0)
    warded = at_table("R> G^ # ." + FAR, in_force=(InForce("armour", "ward", 1, "green"),))
    yield from told(warded, "forward").story().splitlines()
    sleepy = at_table("R> . . ." + FAR, in_force=(InForce("nap", "asleep", 1, "rogues"),))
    yield from told(replace(sleepy, after=("knock",)), "left").story().splitlines()
    pit = at_table("# + # #\nR> O . ." + FAR)
    yield from told(pit, "forward, left", "shot").story().splitlines()
    rich = at_table("R> . . ." + FAR, in_force=tuple(map(upgrade, [*upgrades()][:2])))
    yield from under(rich)
    for name in calamities():
        state = at_table("R> . . ." + FAR)
        table = state.table
        assert table
        pile = table.calamities.with_draw_pile((name,))
        drawn = state.with_table(replace(table, calamities=pile))
        trace = done(draw_calamity(drawn, "red"), drawn)
        yield from trace.story().splitlines()
    helped = at_table("R> . . ." + FAR)
    helped = helped.with_bot(replace(helped.bot("red"), left=0))
    yield from told(helped, "left").story().splitlines()
    rusty = at_table("R> . . ." + FAR, in_force=(upgrade("memory"), upgrade("armour")))
    yield from done(follow(rusty, "rust", "red"), rusty, "armour").story().splitlines()
    yield str(SurplusLeft("servo-5", state.board.squares[0]))
    won = at_table("R> s1^ O .\nG> . . .")
    trace = told(won, "forward", "none")
    yield str(calamitron.GAME.outcome(trace.final))
    lost = at_table("R> . . ." + FAR, catastrophes=("catastrophe",) * 3)
    yield str(calamitron.GAME.outcome(lost))
    for rounds in (1, 2):
        late = at_table("R> . . ." + FAR, round=3, start={"options": {"rounds": rounds}})
        yield str(calamitron.GAME.outcome(late))


def printed() -> Iterator[str]:
    """Yield the names of bots, and the texts of cards that are not part of programs."""
    for each in (*types().values(), *calamities().values(), *upgrades().values()):
        yield from (each.label, each.help)


WRONG: list[tuple[str, str, str]] = [
    ("standard", "tread", "left, left, left, left, left, left, left"),
    ("standard", "nano", "program servo-9"),
    ("standard", "shot", "tractor, tractor"),
    ("standard", "tread", "program"),
    ("standard", "tread", "2x(2x(left))"),
    ("loops", "tread", "2x()"),
    ("loops", "tread", "if clear(left)"),
]


def problems() -> Iterator[str]:
    """Yield reasons why a program is not allowed, and complaints about an exercise."""
    for edition, kind, text in WRONG:
        state = board("R> . .", kind, edition=edition)
        yield from map(str, calamitron.GAME.problems(state, "red", Program.read(text)))
    short = board("R> . .", options={"most": 1})
    yield from map(str, calamitron.GAME.problems(short, "red", Program.read("left, left")))
    outside = Setup(floor="+ #\n. .", retros={"red": "tread a2"}).state()
    yield from map(str, calamitron.GAME.problems(outside, "red", Program.read("left")))
    unknown = Program((Instruction("jump"),))
    yield from map(str, calamitron.GAME.problems(short, "red", unknown))
    state, out = board("R> . s1^\n. . O"), told(board("R> O"), "forward").final
    down = board("R>~ . s1^\n. . O")
    goals: list[tuple[State, str, Any]] = [
        (state, "stands_on", "b1"), (out, "stands_on", "a1"), (state, "looks", "north"),
        (out, "stays_up", None), (down, "stays_up", None), (state, "disables", "servo-1"),
        (state, "keeps", 1), (state, "keeps", 2), (state, "stuns", "servo-1"),
        (state, "fills", "c1"), (state, "rescues", "red"),
    ]  # fmt: skip
    for here, name, wanted in goals:
        facts = () if wanted is None else (wanted,)
        yield str(calamitron.GAME.goals[name](here, "red", *facts))
    yield str(calamitron.GAME.goals["bot_stands"](state, "red", "servo-1", "a1"))


SMALL: dict[str, Any] = {"floor": ". . .\n. O .\n. . ."}
ONE: dict[str, Any] = SMALL | {"retros": {"red": "tread a1 north"}}
PAD: dict[str, Any] = {"floor": "+ #\n. ."}
STARTS: list[dict[str, Any]] = [
    *one_changed({}, floor=[". .\n.", ". " * 27, "?", "# #", "+ .\n. ."], board=["training-hal"]),
    {"board": "training-hall", "walls": ["a1 east"]},
    {"board": "zzz"},
    *one_changed(SMALL, board=["training-hall"], edition=["deluxe"], doors=[["c1 east"]]),
    *one_changed(SMALL, arrows=[["b2 east"], ["a1 east", "a1 west"]]),
    *one_changed(SMALL | {"walls": ["a1 east"]}, doors=[["a1 east"]]),
    *one_changed(SMALL, retros=[{"pink": "tread a1 north"}, {"red": "tank a1 north"}]),
    *one_changed(SMALL, rogues=[{"sevro-1": "a1 north"}]),
    *one_changed(PAD, rogues=[{"servo-1": "a2 south"}], retros=[{"red": "tread a2 north"}]),
    *one_changed(ONE, rogues=[{"servo-1": "a1 north"}, {"servo-1": "b2 north"}]),
    *one_changed(ONE, players=[("red",)], crates=[["d4"]], stunned=[["green"]], filled=[["a2"]]),
    *one_changed(ONE, after=[["servo"]], programs=[{"green": "left"}, {"red": "lefft"}]),
]


def refusals() -> Iterator[Callable[[], object]]:
    """Yield calls that a sentence must refuse."""
    yield from (Setup(**start).state for start in STARTS)
    for table in (
        {"players": ("red",) * 2, "board": "training-hall"},
        {"players": ("red",), "board": "training-hall", "edition": "drive"},
        {"players": ("red",), "floor": ". ."},
        {"players": ("red",), "floor": "+ #\n. ."},
        {"players": ("red", "green"), "board": "training-hall", "options": {"types": ["servo"]}},
    ):
        yield partial(begun, table)
    yield partial(_board, BoardFile(), "hall")
    yield partial(_board, BoardFile(". .", arrows=["a1 east"], crates=["a1"]), "hall")
    side = next(iter(tiles()))
    for rows, exits in (([side, f"{side}, {side}"], []), (["zz"], []), ([side], ["b2"])):
        yield partial(assembled, rows, exits)
    state = board("R> s1^ .")
    yield partial(state.bot, "green")
    yield partial(calamitron.GAME.goals["stuns"], state, "red", "knock-1")
    yield partial(run, calamitron.GAME, state, "shove")


def begun(table: dict[str, Any]) -> object:
    """Return the first event of a match with this set-up."""
    return next(calamitron.GAME.play(Setup(**table)))
