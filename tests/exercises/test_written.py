"""Test exercises of every kind that were written from the documentation alone.

None of them is a copy of a starter: each has its own task, checks, hints and mistakes. If one of
them no longer holds, the documentation no longer tells authors what they need to know.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from teachkit.exercises.authoring.proof import prove
from teachkit.exercises.kinds import KINDS
from teachkit.games import NAMES

FILES = {
    tomllib.loads(path.read_text(encoding="utf-8"))["kind"]: path
    for path in (Path(__file__).parent / "written").glob("*.toml")
}


def test_each_kind_and_each_game_is_written() -> None:
    assert {*FILES} == {*KINDS}
    games = {tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in FILES.values()}
    assert games == {*NAMES}


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[pytest.mark.nightly] * (kind == "strategy")) for kind in KINDS],
)
def test_it_holds_without_a_remark(kind: str) -> None:
    proof = prove(FILES[kind])
    assert (proof.verdict, proof.remarks) == ("holds", ())
