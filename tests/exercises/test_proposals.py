"""Test proposals: each changes one thing, and the changed exercise meets all wishes."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.proposals import MOST_PROPOSALS, Proposal, proposals
from teachkit.exercises.making.wishes import Wishes
from teachkit.games import game

from .making import data_of
from .test_obstacles import ROVER, WALLS
from .test_wishes import FREE, LOOPS, REPAIR

CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "fewer cards": (LOOPS | {"cards": {"forward": 4, "left": 1, "2x": 1}}, {"needs": ["2x"]},
                    'Offer 3 of the card "forward".'),
    "one card more": (FREE | {"starts": [ROVER | WALLS]}, {"solvable": True},
                      'Offer the card "jump", too.'),
    "a wall less": (FREE | {"starts": [ROVER | WALLS]}, {"solvable": True, "par_cards": "6..9"},
                    'Remove "Wall" from c4 south.'),
    "a wall more": (FREE, {"par_cards": "7..9"}, 'Put "Wall" on a1 east.'),
    "a card not on offer": (LOOPS, {"avoid": ["left"]}, ""),
    "a thing more": (FREE, {"pieces": {"hill": "1"}}, 'Put "Hill" on a1.'),
    "a limit": (LOOPS | {"cards": ["forward", "left", "2x"]}, {"needs": ["2x"]}, ""),
    "another bug": (REPAIR, {"changes": "1"}, ""),
}  # fmt: skip


def proposed(keys: dict[str, Any], table: dict[str, Any]) -> list[Proposal]:
    data = data_of(**keys)
    module = game(data["game"])
    rules = module.editions[data.get("edition", "basic")]
    return [*proposals(data, Wishes.of(table, module, rules))]


def changed_parts(before: Any, after: Any) -> int:
    """Count the values that differ; a list counts the items that only one of them has."""
    if isinstance(before, dict) and isinstance(after, dict):
        return sum(changed_parts(before.get(k), after.get(k)) for k in {*before, *after})
    if isinstance(before, list) and isinstance(after, list):
        if before and len(before) == len(after) and isinstance(before[0], dict):
            return sum(map(changed_parts, before, after))
        return sum(each not in after for each in before) + sum(e not in before for e in after)
    return before != after


@pytest.mark.parametrize("name", CASES)
def test_proposals_change_one_thing_and_meet_all_wishes(name: str) -> None:
    keys, table, expected = CASES[name]
    found = proposed(keys, table)
    if expected:
        assert expected in [each.says for each in found]
    assert len(found) <= MOST_PROPOSALS
    for each in found:
        exercise = make_exercise("changed", each.data)
        assert Wishes.of(table, exercise.game, exercise.rules).unmet(exercise) == ()
        assert changed_parts(data_of(**keys), each.data) <= 2  # a moved thing leaves and arrives
    assert len({str(each.data) for each in found}) == len(found)


def test_proposals_are_the_same_each_time() -> None:
    keys, table, _ = CASES["a wall more"]
    assert proposed(keys, table) == proposed(keys, table)


def test_nothing_is_proposed_if_all_wishes_are_met_or_nothing_can_be_read() -> None:
    assert proposed(FREE, {"solvable": True}) == []
    assert proposed(FREE | {"kind": "poem"}, {"solvable": True}) == []


def test_a_proposal_comes_as_soon_as_it_is_found() -> None:
    keys, table, _ = CASES["a wall more"]
    data = data_of(**keys)
    found = proposals(
        data, Wishes.of(table, game("algoracing"), game("algoracing").editions["basic"])
    )
    assert next(found).square
