"""Test a hand of cards and the places of a program in an exercise."""

from __future__ import annotations

from typing import Any

from teachkit.games import algoracing, calamitron, lovelace, roborally
from teachkit.widgets.builder import LaneBuilders, ProgramBuilder
from teachkit.widgets.workbench.desk import slots_of, tray_of, without


class Task:
    """As much of an exercise as the desk looks at."""

    def __init__(self, start: Any) -> None:
        self.game, self.starts, self.player = roborally.GAME, (self,), "red"
        self.state = start.state()
        self.instructions = roborally.GAME.vocabulary(self.state)


def task(**more: Any) -> Any:
    facts: dict[str, Any] = {
        "floor": ". . . .", "robots": {"red": "a1 east", "green": "c1 east"},
        "hands": {"red": "move-1 500, left 90, left 70", "green": "u-turn 10"},
        "damage": {"red": 6}, "locked": {"red": "move-2 670, right 80"},
    }  # fmt: skip
    return Task(roborally.Setup(**facts | more))


def test_the_tray_is_the_hand_each_card_with_its_priority() -> None:
    tray = tray_of(task())
    assert [(each["id"], each["node"], each["label"], each["note"]) for each in tray] == [
        ("move-1 500", ["move-1", "500"], "Move 1", "500"),
        ("left 90", ["left", "90"], "Rotate left", "90"),
        ("left 70", ["left", "70"], "Rotate left", "70"),
    ]
    assert {each["limit"] for each in tray} == {1}
    assert [each["id"] for each in tray_of(task(), "green")] == ["u-turn 10"]


def test_registers_that_are_locked_show_their_cards() -> None:
    found = [(each["number"], each["label"], each["locked"], each["face"])
             for each in slots_of(task(register=3))]  # fmt: skip
    faces = [{"symbol": "↑2", "label": "Move 2", "kind": "moves", "note": "670"},
             {"symbol": "↱", "label": "Rotate right", "kind": "turns", "note": "80"}]  # fmt: skip
    shown = [roborally.GAME.instructions[name] for name in ("move-2", "right")]
    locked = [face | {"help": words.help} for face, words in zip(faces, shown, strict=True)]
    assert found == [
        (3, "Register 3", False, None),
        (4, "Register 4", True, locked[0]),
        (5, "Register 5", True, locked[1]),
    ]
    assert [each["locked"] for each in slots_of(task(), "green")] == [False] * 5


def test_other_games_have_no_places() -> None:
    assert [game.slots for game in (algoracing.GAME, lovelace.GAME, calamitron.GAME)] == [None] * 3


def test_a_kind_of_card_that_is_not_needed_is_taken_out_of_the_hand() -> None:
    tray = without(tray_of(task()), "left", "You do not need it.")
    assert [each["limit"] for each in tray] == [1, 0, 0]


def test_what_is_taken_away_from_one_hand_leaves_the_other_as_it_is() -> None:
    here = task()
    builders = {name: ProgramBuilder(tray=tray_of(here, name)) for name in ("red", "green")}
    lanes = LaneBuilders(builders)
    lanes.tray = without(tray_of(here), "left", "You do not need it.")
    assert [each["limit"] for each in lanes["red"].tray] == [1, 0, 0]
    assert [each["id"] for each in lanes["green"].tray] == ["u-turn 10"]
