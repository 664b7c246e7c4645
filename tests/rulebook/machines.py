"""Helpers for tests of Lovelace & Babbage: machines, and moments of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.games import lovelace
from teachkit.games.lovelace import Setup
from teachkit.games.lovelace.editions import OWN_FIELDS
from teachkit.games.lovelace.resolution import resolve
from teachkit.games.lovelace.state import Column, Player, State

from .rules import Told, played

BOTH = ("japanese", "english")
"""The editions that are printed, for `@rule("LB-1", editions=BOTH)`."""

PRINTED = """
A +-1  +-2  +-5  x/2
B +-10 +-20 +-50 swap
"""


def machine(value: int = 55, engine: str = PRINTED, **keys: Any) -> State:
    """Return a machine for one learner, by default in the edition for exercises."""
    return Setup(**{"edition": "machine", "value": value, "components": engine, **keys}).state()


def after(state: State, program: str) -> int:
    """Return the register's value after a program."""
    return run(lovelace.GAME, state, program).final.players[0].value


def values(state: State, program: str) -> list[int]:
    """Return the register's value after each row."""
    return [step.after.players[0].value for step in run(lovelace.GAME, state, program).steps()]


def story(state: State, program: str) -> list[str]:
    """Return the sentences of the run, except those that announce cards."""
    told = run(lovelace.GAME, state, program).story().splitlines()
    return [sentence for sentence in told if not sentence.startswith("Card")]


def wrong(state: State, program: str, name: str = "ada") -> list[str]:
    """Return the reasons why a program may not be written."""
    return [str(problem) for problem in lovelace.GAME.problems(state, name, Program.read(program))]


def moment(
    edition: str = "japanese",
    registers: Mapping[str, int] | None = None,
    patrons: Mapping[int, str] | None = None,
    targets: Mapping[str, int] | None = None,
    engine: str = PRINTED,
    number: int = 1,
    **rules: Any,
) -> State:
    """Return a moment of a match with these registers, patrons and targets.

    Patrons are numbers with two areas, `{18: "music stars"}`; `rules` change the edition.
    """
    registers = registers or {"ada": 55, "babbage": 55}
    own = {name: rules.pop(name) for name in OWN_FIELDS if name in rules}
    state = Setup(
        edition=edition,
        players=tuple(registers),
        components=engine,
        patrons={str(number): areas.split() for number, areas in (patrons or {}).items()},
        seats={name: {"value": value} for name, value in registers.items()},
        phase="subroutines",
        round=number,
        options=rules,
        **own,
    ).state()
    for name, target in (targets or {}).items():  # any number, including one that is on no card
        state = state.with_plan(name, targets=(target,))
    return state


def resolved(state: State, programs: Mapping[str, str], *choices: Any) -> Told:
    """Resolve these programs in the order of the markers."""
    rows = {name: Program.read(text) for name, text in programs.items()}
    for name, program in rows.items():
        column = Column(state.player(name).value, program.instructions)
        state = state.with_sheet(name, columns=(column,))
    told = played(resolve(state, rows), *choices)
    kept = Told(says for says in told if not says.startswith("Card"))
    kept.state = told.state
    return kept


def seat(told: Told, name: str = "ada") -> Player:
    """Return the final state of a player."""
    return told.state.player(name)


def with_table(state: State, **facts: Any) -> State:
    """Return the state with these fields of the table changed."""
    return replace(state, table=replace(state.table, **facts))


def with_ready(state: State, **ready: tuple[int, ...]) -> State:
    """Return the state in which these subroutines have been completed."""
    for name, numbers in ready.items():
        player = state.player(name)
        left = tuple(number for number in player.left if number not in numbers)
        state = state.with_player(replace(player, ready=numbers, left=left))
    return state
