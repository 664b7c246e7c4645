"""Test that each rule has a test, and that each test names an existing rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from teachkit.games import NAMES
from teachkit.games.rulebook import rulebook

from .rules import cases

HERE = Path(__file__).parent


def ids_in(source: str) -> Iterator[str]:
    """The ids in every `@rule(...)` above a test of this source text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "rule":
                    yield from map(ast.literal_eval, mark.args)


def ids_tested(game: str) -> set[str]:
    """All rule ids that the tests of a game carry."""
    files = HERE.glob(f"test_{game}_*.py")
    return {found for file in files for found in ids_in(file.read_text(encoding="utf-8"))}


def test_ids_are_found_above_tests() -> None:
    """The search reads the marks of tests, and nothing else."""
    source = '@rule("AR-1", "AR-2")\ndef test_this(): ...\n@rule("AR-3")\ndef no_test(): ...'
    assert list(ids_in(source)) == ["AR-1", "AR-2"]


@cases("game", *NAMES)
def test_every_rule_has_a_test(game: str) -> None:
    """A rule that no test tells is not known to hold."""
    tested = ids_tested(game)
    assert [rule.id for rule in rulebook(game) if rule.id not in tested] == []


@cases("game", *NAMES)
def test_every_tested_rule_is_in_the_rulebook(game: str) -> None:
    """A mark with a wrong id would tell a rule that players cannot read."""
    assert sorted(ids_tested(game) - {rule.id for rule in rulebook(game)}) == []


@cases("game", *NAMES)
def test_every_rule_is_short(game: str) -> None:
    """Each sentence of a rule has at most twenty words, and the rule ends with a full stop."""
    spoken = [said for rule in rulebook(game) for said in rule.says.split(". ")]
    wordy = [said for said in spoken if len(said.split()) > 20]
    assert wordy == []
    assert [rule.id for rule in rulebook(game) if not rule.says.endswith(".")] == []


@cases("game", *NAMES)
def test_every_id_is_given_once(game: str) -> None:
    ids = [rule.id for rule in rulebook(game)]
    assert sorted(set(ids)) == sorted(ids)


@cases("game", *NAMES)
def test_what_is_not_printed_gives_its_reason(game: str) -> None:
    """A rule of ours, or one we inferred, tells players why."""
    unexplained = [r.id for r in rulebook(game) if r.source != "printed" and not r.ruling]
    assert unexplained == []
