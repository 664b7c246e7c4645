"""Test the reasons why nothing solves an exercise, on boards small enough to check by eye."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.exercises.making.proven import Obstacle, obstacle
from teachkit.play.search import TooLargeError

from .making import made

FLOOR = "\n".join([". . . ."] * 4)
ROVER: dict[str, Any] = {"floor": FLOOR, "rovers": {"red": "a1 east"}}
WALLS = {"walls": ["c4 west", "c4 east", "c4 south"]}
SAMPLE = {"samples": {"c4": "blue"}}
ON_C4 = {"check": "stands_on", "square": "c4"}
CARRIES = {"check": "carries", "samples": 1}
MACHINE: dict[str, Any] = {
    "game": "lovelace", "edition": "machine", "cards": ["A1+"],
    "starts": [{"components": {"A1": "+-1", "A4": "/2"}}],
    "checks": [{"check": "shows", "value": 27}],
}  # fmt: skip

CASES: dict[str, tuple[dict[str, Any], Obstacle | None]] = {
    "nothing": ({"cards": ["forward", "left"], "starts": [ROVER], "checks": [ON_C4]}, None),
    "walls around a thing": (
        {"cards": ["forward", "left"], "starts": [ROVER | WALLS | SAMPLE], "checks": [CARRIES],
         "edition": "turns"},
        Obstacle('No card here gets to c4. "jump" would.', "c4"),
    ),
    "a card that is missing": (
        {"cards": ["forward", "left"], "starts": [ROVER | WALLS], "checks": [ON_C4]},
        Obstacle('No card here gets to c4. "jump" would.', "c4"),
    ),
    "a facing": (
        {"cards": ["forward"], "starts": [ROVER],
         "checks": [{"check": "parks", "place": "c1 north"}]},
        Obstacle('No card here gets to c1 north. "left" would.', "c1"),
    ),
    "a limit on all cards": (
        {"cards": ["forward", "left"], "starts": [ROVER],
         "checks": [ON_C4, {"check": "uses_at_most", "cards": 4}]},
        Obstacle("Only 4 cards are allowed. It takes 6."),
    ),
    "a limit on steps": (
        {"cards": ["forward", "left"], "starts": [ROVER],
         "checks": [ON_C4, {"check": "takes_at_most", "steps": 1}]},
        Obstacle("Only 1 step is allowed. It takes 6."),
    ),
    "a limit on one card": (
        {"cards": {"forward": 5, "right": 1}, "starts": [ROVER], "checks": [ON_C4]},
        Obstacle('It takes 3 "right", but only 1 is on offer.'),
    ),
    "limits on several cards": (
        {"cards": {"forward": 4, "right": 1}, "starts": [ROVER], "checks": [ON_C4]},
        Obstacle("There are too few cards. It takes: forward, forward, right, right, right, "
                 "forward, forward, forward."),
    ),
    "a card to use": (
        {"cards": ["forward"], "checks": [{"check": "stands_on", "square": "c1"},
                                         {"check": "uses", "card": "left"}]},
        Obstacle('It can be done, but not with "left".'),
    ),
    "a card to avoid": (
        {"checks": [{"check": "parks", "place": "c1 south"}, {"check": "avoids", "card": "right"},
                    {"check": "avoids", "card": "left"}], "cards": ["forward", "left", "right"]},
        Obstacle("It can be done, but not within all the limits at once."),
    ),
    "a card that is needed": (
        {"cards": ["forward", "left"], "checks": [{"check": "stands_on", "square": "c1"},
                                                  {"check": "avoids", "card": "forward"}]},
        Obstacle('It cannot be done without "forward".'),
    ),
    "two checks": (
        {"starts": [ROVER], "checks": [ON_C4, {"check": "stands_on", "square": "c3"}]},
        Obstacle("Each part can be done, but not all in one program."),
    ),
    "two boards": (
        {"starts": [ROVER, ROVER | {"rovers": {"red": "b1 east"}}], "cards": ["forward"],
         "checks": [{"check": "stands_on", "square": "c1"}]},
        Obstacle("Each board can be solved, but no program solves them all."),
    ),
    "the second board": (
        {"cards": ["forward", "left"], "starts": [ROVER, ROVER | WALLS], "checks": [ON_C4]},
        Obstacle('Board 2: No card here gets to c4. "jump" would.', "c4"),
    ),
    "a check that is not about a place": (
        {"starts": [ROVER], "checks": [{"check": "delivers", "samples": 1}]},
        Obstacle("No program here can do this: 0 of 1 sample is in the lab."),
    ),
    "a number out of reach": (MACHINE, Obstacle('No card here gets to 27. "A1-" would.')),
    "a change": (
        {"kind": "repair", "given": "left, left, left", "changes": 1, "cards": ["forward", "left"]},
        Obstacle("Only 1 change is allowed. It takes 2."),
    ),
    "a locked card": (
        {"kind": "repair", "given": "left, forward", "fixed": [1], "cards": ["forward"]},
        Obstacle("The locked cards are in the way. Unlock one."),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_in_the_way_is_said(name: str) -> None:
    keys, expected = CASES[name]
    assert expected == obstacle(made(**keys))


def test_a_thing_that_no_card_of_the_edition_reaches_is_walled_in() -> None:
    compass = {"edition": "compass", "starts": [ROVER | WALLS | SAMPLE], "checks": [CARRIES]}
    assert obstacle(made(**compass)) == Obstacle("Blue sample on c4 is walled in.", "c4")
    open_edge = {"walls": ["c4 west", "c4 east"]}
    compass["starts"] = [ROVER | open_edge | SAMPLE]
    assert obstacle(made(**compass)) is None


def test_the_search_does_not_guess_where_it_cannot_search() -> None:
    with pytest.raises(TooLargeError):
        obstacle(made(checks=[{"check": "can_reach", "where": "c1", "steps": 1}]))


TOO_MANY: dict[str, Any] = {
    "starts": [{"floor": "\n".join([". . . . . . . ."] * 8), "rovers": {"red": "a1 east"},
                "samples": {f"{column}{row}": "blue" for column in "bcde" for row in (2, 4, 6)}}],
    "cards": {"forward": 3, "left": 1}, "checks": [{"check": "parks", "place": "h8 east"}],
}  # fmt: skip


def test_if_the_reason_takes_too_long_it_is_still_said_that_nothing_works() -> None:
    """With any number of cards, there are too many ways to pick up samples in some order."""
    assert obstacle(made(**TOO_MANY)) == Obstacle("No program solves this.")
