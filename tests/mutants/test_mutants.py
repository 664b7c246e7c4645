"""Test the list of mutants: each still fits the source, and names an existing test."""

from __future__ import annotations

import pytest

from .run import ROOT, mutants

MUTANTS = mutants()
QUICK_HALF = 45


def test_there_are_ten_for_each_game_and_ten_for_learners_answers() -> None:
    parts = [name.partition(".")[0] for name in MUTANTS]
    assert {part: parts.count(part) for part in parts} == dict.fromkeys(
        ("algoracing", "lovelace", "calamitron", "roborally", "answers"), 10
    )


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_changes_one_place_and_names_a_test(name: str) -> None:
    mutant = MUTANTS[name]
    source = (ROOT / mutant["file"]).read_text(encoding="utf-8")
    assert source.count(mutant["find"]) == 1
    assert mutant["find"] != mutant["replace"]
    file, _, test = mutant["caught_by"].partition("[")[0].partition("::")
    defined = f"def {test.rpartition('::')[2]}("
    assert defined in (ROOT / file).read_text(encoding="utf-8"), "there is no such test"


def test_the_quick_half_catches_nine_of_ten(request: pytest.FixtureRequest) -> None:
    """This follows from the marks of the tests, in a run that collects the files of all of them."""
    tests = [mutant["caught_by"].partition("[")[0] for mutant in MUTANTS.values()]
    marks = {item.nodeid.partition("[")[0]: {mark.name for mark in item.iter_markers()}
             for item in request.session.items}  # fmt: skip
    if not {file_of(test) for test in tests} <= set(map(file_of, marks)):
        pytest.skip("not all files of these tests are collected")
    left_out = {"browser", "slow"}
    assert sum(marks.get(test, left_out).isdisjoint(left_out) for test in tests) >= QUICK_HALF


def file_of(test: str) -> str:
    """Return the file of a test id."""
    return test.partition("::")[0]
