"""All sentences of Lovelace & Babbage, provoked for the tests in this folder."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from typing import Any

from msgspec.structs import replace

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Unfinished
from teachkit.games import lovelace
from teachkit.games.lovelace import Setup, match
from teachkit.games.lovelace.cards import Subroutine, subroutines
from teachkit.games.lovelace.components import CELLS, OPERATORS, OWN_CELLS, Component
from teachkit.games.lovelace.editions import AREAS, CHARACTERS, EDITIONS, KINDS_OF_MISTAKE, OPTIONS
from teachkit.games.lovelace.effects import EFFECTS, help_of
from teachkit.games.lovelace.match import fill_row
from teachkit.games.lovelace.setup import Seat
from teachkit.games.lovelace.state import Sheet, State
from teachkit.words import translate
from tests.cases import one_changed
from tests.rulebook.machines import PRINTED, machine, moment, resolved
from tests.rulebook.rules import played

from .pseudo import random_match

# Words on the board and on cards, and words that people write in files or as answers.
FACTS = {
    *CELLS, *OWN_CELLS, *OPERATORS, *"ABCDE", "copy-tens", "copy-units", "Z1", "debug", "leave",
    "complete", "none", "n", *AREAS, *CHARACTERS, *EDITIONS, *(key.name for key in fields(Setup)),
    *(key.name for key in fields(Seat)), *OPTIONS, *KINDS_OF_MISTAKE, "F1", "tea",
}  # fmt: skip

ENGINE = PRINTED + "C copy-tens copy-units =33 +-x/7"
THREE = {"ada": 38, "babbage": 18, "somerville": 5}
ALL = dict.fromkeys(THREE, "A1+")


def happenings() -> Iterator[str]:
    """Yield sentences of all events, and of the text board."""
    for seed in range(4):
        players = CHARACTERS[: 2 + seed % 3]
        setup = Setup(("japanese", "english")[seed % 2], players=players, fills_in=seed < 2)
        finished = random_match(lovelace.GAME, setup, seed)
        yield from (
            *(str(frame.event) for frame in finished.frames),
            *str(finished.state).splitlines(),
        )
    yield from rows()
    yield from taken()
    yield from rounds()


def rows() -> Iterator[str]:
    """Yield sentences about rows of a machine, and about rows that do nothing."""
    state = machine(37, ENGINE, targets=[38, 20], patrons={"12": ["music", "maps"]})
    for program in ("A1+, B2-, A4/, A4x, B4swap", "C1copy", "C2copy", "C3set", "A1x, D1+, A1+ 7"):
        trace = run(lovelace.GAME, state, program)
        yield from (trace.story(), *str(trace.final).splitlines())
    own = machine(99, ENGINE, edition="japanese", fills_in=False)
    yield run(lovelace.GAME, own, "A1+ 100, A1-").story()
    yield run(lovelace.GAME, own, "A1-").story()


def taken() -> Iterator[str]:
    """Yield sentences about areas, points and mistakes."""
    patrons = {39: "music stars", 19: "music maps", 6: "maps steam"}
    english = moment("english", THREE, patrons, {"ada": 39}, ENGINE)
    yield from resolved(english, ALL, "music", "music", "maps")
    yield from resolved(replace_rules(english, may_decline=True), {"ada": "A1+"}, "leave", "music")
    yield str(moment("english", THREE, patrons, {"ada": 39}))
    twice = moment("japanese", THREE, patrons)
    yield from resolved(twice, {"ada": "A1+, A1+, A1-"}, "music")
    same = moment("japanese", dict.fromkeys(CHARACTERS, 38), patrons, {"ada": 39}, "C +-1")
    full = same.with_sheet("ada", track=6, bonuses=(5, 0, 0))
    told = resolved(full, dict.fromkeys(CHARACTERS, "C1+"), "music")
    yield from (*told, str(told.state))
    own = moment("japanese", THREE, fills_in=False)
    wrong = {"ada": "A1+ 7", "babbage": "A4x 99, A1+"}
    yield from resolved(own, wrong, "debug", Program.read("A1+ 39"), "leave")
    yield from resolved(own, wrong, "debug", Program.read("A1+ 39, A1+"), "leave")


def replace_rules(state: State, **changes: Any) -> State:
    return replace(state, rules=dataclasses.replace(state.rules, **changes))


def rounds() -> Iterator[str]:
    """Yield sentences about every subroutine, targets, and the end of a game."""
    choices = {"second-copy": ["A1"], "second-target": [49], "influence": ["maps"], "jam": ["A4"],
               "send-back": ["babbage"]}  # fmt: skip
    for effect in EFFECTS.values():
        for amount in (1, 2):
            yield effect.says(Subroutine(99, "", amount, "+-3"))
    for name, effect in EFFECTS.items():
        state = moment(registers=THREE, targets={"ada": 14}).with_plan("babbage", rows=2)
        card = Subroutine(99, name, 1, "+-3")
        told = played(effect.rule(state, "ada", card), *choices.get(name, []))
        yield from (*told, *str(told.state).splitlines())
    few = moment(registers=THREE)
    assert few.table
    pile = tuple(map(Component.read, ["=8", "=9", "+-1", "+-2", "+-3"]))
    yield from played(fill_row(replace(few, table=few.table.with_pile("C", pile))))
    empty = moment(registers=THREE, engine="A swap")
    yield from played(EFFECTS["second-copy"].rule(empty, "ada", Subroutine(99, "second-copy")))
    for edition in ("japanese", "english"):
        state = played(match.begin_round(moment(edition, THREE), 2)).state
        ready = replace(state.player("ada"), ready=(71,))
        yield from played(match.subroutine_phase(state.with_player(ready)), 14, 12, 8, 71)
    rows = {**ALL, "ada": "A1+, A1+"}.values()
    late = [Unfinished(Program.read(text)) for text in rows]
    yield from played(match.program_phase(moment(registers=THREE)), *late)
    tie = moment(registers=THREE)
    tie = tie.with_player(replace(tie.player("ada"), sheet=Sheet(track=1)))
    for last in (tie, moment(registers=THREE)):
        yield from played(match.count_points(last))


def printed() -> Iterator[str]:
    """Yield the texts on cards of a plan and of a character, and the names of areas."""
    own = moment(engine=ENGINE).with_plan("ada", own=(Component.read("+-3"),))
    for card in lovelace.GAME.vocabulary(own):
        yield from (card.label, card.help)
    yield from map(translate, (*AREAS, *CHARACTERS))
    yield from (help_of(name, number) for name in CHARACTERS for number in subroutines(name))


WRONG = [
    "A1+ 7.7", "2x(2x(A1+))", "2x()", "while on(A1+)", "A1+, A1+, A1+, A1+, A1+, A1+, A1+",
]  # fmt: skip


def problems() -> Iterator[str]:
    """Yield reasons why a program is not allowed, and complaints about an exercise."""
    for text in WRONG:
        yield from map(str, lovelace.GAME.problems(machine(), "ada", Program.read(text)))
    yield from map(
        str, lovelace.GAME.problems(machine(row_limit=1), "ada", Program.read("A1+, A1+"))
    )
    once = replace_rules(machine(), reuse=False)
    yield from map(str, lovelace.GAME.problems(once, "ada", Program.read("A1+, A1+")))
    unknown = Program((Instruction("jump"),))
    yield from map(str, lovelace.GAME.problems(machine(), "ada", unknown))
    jammed = moment(registers=THREE).with_plan("ada", jammed=frozenset({"A1"}))
    yield from map(str, lovelace.GAME.problems(jammed, "ada", Program.read("A1+")))
    goals: list[tuple[str, Any]] = [
        ("shows", 7), ("hits", 18), ("hits", 7), ("hits_all", [18, 7]),
        ("reaches", 1), ("reaches", 2), ("completes", 14),
    ]  # fmt: skip
    for name, wanted in goals:
        yield str(lovelace.GAME.goals[name](machine(targets=[18]), "ada", wanted))


SEATS = [
    *one_changed({}, value=[100], rows=[0], own=[["+-1"] * 5], jammed=[["F1"]], mistake=["tea"]),
    *one_changed({}, bonuses=[[1]], columns=[[{"start": 5}] * 5, [{"start": 5, "values": [6]}]]),
    {"ready": [49], "active": [49]},
]
STARTS: list[dict[str, Any]] = [
    *one_changed({}, seats=[{"ada": seat} for seat in SEATS]),
    *one_changed({"phase": "programs"}, order=[["babbage"]], draw_pile=[["7"]]),
    *one_changed({}, targets=[[7, 7]], taken=[{"7": ["ada"]}], edition=["jp"], subroutine=[13]),
    *one_changed({}, options=[{"reuse": 1}, {"rounds": 5}, {"debug_for": "range"}]),
    *one_changed({}, players=[("ida",), ("ada", "ada")]),
    *one_changed({}, components=[["C1"], {"A1": "seven"}, {"A1": "x/0"}, "", "A +-1\nA +-2"]),
    *one_changed({}, patrons=[{"jazz": ["music", "maps"]}, {"18": ["music", "jazz"]}]),
]


def refusals() -> Iterator[Callable[[], object]]:
    """Yield calls that a sentence must refuse."""
    yield from (Setup(**start).state for start in STARTS)
    yield partial(
        Setup.of, lovelace.GAME.seen_by(moment("english", targets={"babbage": 24}), "ada")
    )
    yield partial(Setup.of, replace_rules(machine(), nested=True))
    yield partial(machine().player, "babbage")
    two = ("ada", "babbage")
    for setup in (Setup(players=two, targets=[18]), Setup(), Setup("machine", players=two)):
        yield partial(played, match.play(setup))
