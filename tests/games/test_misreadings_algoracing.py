"""How the rover and its cards are misread: each idea on a board that shows it, and on one not."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from teachkit.games import algoracing
from tests.games.misread import is_silent, shows

FIELD = ". . .\n. . .\n. . ."
HILLY = ". . .\n. # .\n. . ."


class Case(NamedTuple):
    """What is believed where the red rover stands, and what is so; and where both are the same."""

    idea: str
    rover: str
    program: str
    believed: str
    truth: str
    silent: tuple[str, str]
    board: dict[str, Any] = {}  # noqa: RUF012


COMPASS = {"edition": "compass"}
OTHER = {"rovers": {"green": "b2 north"}}
CASES = (
    Case("from the viewer's side", "b2 south", "left, forward", "a2 west", "c2 east",
         ("b2 north", "left, forward")),
    Case("turns also drive", "b2 north", "left", "a2 west", "b2 west", ("a2 north", "left")),
    Case("turns also drive", "b2 north", "u-turn", "b1 south", "b2 south",
         ("b2 north", "forward")),
    Case("compass for relative", "b2 west", "left", "b2 west", "b2 south", ("b2 north", "left")),
    Case("compass for relative", "b2 south", "right, forward", "c2 east", "a2 west",
         ("b2 north", "right, forward")),
    Case("slides to the side", "b2 north", "left, forward", "a3 north", "a2 west",
         ("b2 north", "forward")),
    Case("slides to the side", "b2 north", "right", "c2 north", "b2 east",
         ("b2 north", "u-turn")),
    Case("left and right mixed up", "b2 north", "left", "b2 east", "b2 west",
         ("b2 north", "left, left")),
    Case("heading forgotten", "b2 north", "left, forward", "a2 north", "a2 west",
         ("b2 north", "left, right")),
    Case("a turn for one card only", "b1 north", "left, forward, forward", "a2 north", "a1 west",
         ("b2 north", "left")),
    Case("forward crosses", "a2 east", "forward", "b2 east", "a2 east", ("a1 east", "forward"),
         {"floor": HILLY}),
    Case("forward crosses", "a1 north", "forward, forward", "a3 north", "a1 north",
         ("a1 east", "forward"), {"walls": ["a1 north"]}),
    Case("jump as forward", "a2 east", "jump", "a2 east", "b2 east", ("a1 east", "jump"),
         {"floor": HILLY}),
    Case("jump goes two squares", "a1 east", "jump", "c1 east", "b1 east", ("b1 east", "jump")),
    Case("blocked turns round", "c1 east", "forward", "c1 west", "c1 east",
         ("b1 east", "forward")),
    Case("rovers push", "a2 east", "forward", "b2 east", "a2 east", ("a1 east", "forward"), OTHER),
    Case("all forward is one step", "a1 east", "all-forward", "b1 east", "c1 east",
         ("b1 east", "all-forward")),
    Case("forward all the way", "a1 east", "forward", "c1 east", "b1 east",
         ("b1 east", "forward")),
    Case("u-turn as a quarter turn", "a1 east", "u-turn", "a1 north", "a1 west",
         ("a1 east", "left")),
    Case("own square counted", "a1 east", "forward, forward", "b1 east", "c1 east",
         ("a1 east", "forward, left, forward")),
    Case("east and west mixed up", "b2 north", "east, north", "a3 north", "c3 north",
         ("b2 north", "east, west, south"), COMPASS),
    Case("north and south mixed up", "b2 north", "south", "b3 north", "b1 south",
         ("b2 north", "east"), COMPASS),
    Case("relative for compass", "b2 south", "east", "a2 west", "c2 east",
         ("b2 north", "east"), COMPASS),
    Case("compass cards only turn", "a2 north", "east, east", "b2 east", "c2 east",
         ("b2 north", "north"), COMPASS),
)  # fmt: skip


def board(case: Case, rover: str) -> algoracing.Setup:
    """The board of a case, with the red rover here."""
    rovers = {"red": rover, **case.board.get("rovers", {})}
    return algoracing.Setup(**{"floor": FIELD, **case.board, "rovers": rovers})


each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.idea}: {case.program}")


def test_every_idea_is_tested() -> None:
    ideas = dict.fromkeys(case.idea for case in CASES)
    assert [idea.name for idea in algoracing.MISREADINGS] == list(ideas)


@each_case
def test_it_gives_what_somebody_believes(case: Case) -> None:
    shows("algoracing", board(case, case.rover), case)


@each_case
def test_it_is_silent_where_it_gives_the_right_answer(case: Case) -> None:
    rover, program = case.silent
    assert is_silent("algoracing", case.idea, board(case, rover), program)
