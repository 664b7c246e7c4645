"""Test driving, turning, pushing, grinding, slipping and falling in Calamitron."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.state import State

from .bots import board, drawing, says, tidy, told
from .rules import cases, rule


def goes(state: State, program: str, expected: str, *answers: str) -> list[str]:
    """Run a program, compare the board with the one that is drawn, and hand back what is told."""
    trace = told(state, program, *answers)
    assert drawing(trace.final) == tidy(expected)
    return says(trace)


# Turning and driving --------------------------------------------------------------------------


@rule("CT-21")
@cases(
    "program, expected",
    ("left", ". . .\n. R< ."),
    ("right", ". . .\n. R> ."),
    ("forward", ". R^ .\n. . ."),
    ("right, forward", ". . .\n. . R>"),
)
def test_everybody_turns_and_drives(program: str, expected: str) -> None:
    goes(board(". . .\n. R^ ."), program, expected)


@rule("CT-21")
def test_forward_2_is_one_instruction_of_two_steps() -> None:
    lines = goes(board("R> . . ."), "forward-2", ". . R> .")
    assert lines == ["The red retro drives to b1.", "The red retro drives to c1."]


@rule("CT-22")
@pytest.mark.parametrize(
    ("program", "expected"),
    [("forward-3", ". . . . . R>"), ("back-2", "R> . . . . ."), ("u-turn", ". . R< . . .")],
)
def test_loader_instructions_that_drive_and_turn(program: str, expected: str) -> None:
    goes(board(". . R> . . ."), program, expected)


# Pushing --------------------------------------------------------------------------------------


@rule("CT-25")
def test_driving_into_a_bot_pushes_it() -> None:
    lines = goes(board("R> s1^ . ."), "forward-2", ". . R> s1^")
    assert lines == [
        "The red retro pushes Servobot 1 to c1.",
        "The red retro drives to b1.",
        "The red retro pushes Servobot 1 to d1.",
        "The red retro drives to c1.",
    ]


@rule("CT-25")
def test_backing_up_pushes_too() -> None:
    goes(board(". . s1^ R>"), "back-2", "s1^ R> . .")


@rule("CT-25")
def test_retros_and_crates_are_pushed_like_rogues() -> None:
    goes(board("R> G< . .\n. . . .\nB> [] . ."), "forward", ". R> G< .\n. . . .\nB> [] . .")
    goes(board("R> [] . ."), "forward", ". R> [] .")


@rule("CT-25")
def test_two_in_a_row_are_not_pushed() -> None:
    lines = goes(board("R> s1^ k1^ ."), "forward", "R> s1^~ k1^ .")
    assert lines[0] == "The red retro crushes Servobot 1 on b1: there is no room to push it."


@rule("CT-26")
@pytest.mark.parametrize(
    ("behind", "facts"),
    [("", {}), (" []", {}), (" .", {"walls": ["c1 west"]}), (" .", {"doors": ["c1 west"]})],
    ids=["edge", "crate", "wall", "door"],
)
def test_without_room_the_bot_is_ground_and_nobody_moves(behind: str, facts: Any) -> None:
    goes(board(f"R> s1^{behind}", **facts), "forward", f"R> s1^~{behind}")


@rule("CT-26")
def test_each_attempted_square_is_one_damage() -> None:
    """The first stuns; one that is on its back takes no further harm."""
    lines = goes(board("R> s1^"), "forward-2", "R> s1^~")
    assert lines == [
        "The red retro crushes Servobot 1 on b1: there is no room to push it.",
        "Servobot 1 is hit and is now on its back.",
        "The red retro crushes Servobot 1 on b1: there is no room to push it.",
        "Servobot 1 is hit, but it is already on its back.",
    ]


@rule("CT-26", "CT-36")
def test_a_ground_crate_breaks_and_frees_its_square_for_the_next_step() -> None:
    lines = goes(board("R> []"), "forward-2", ". R>")
    assert lines == [
        "The red retro crushes the crate on b1: there is no room to push it.",
        "The crate on b1 breaks open.",
        "The red retro drives to b1.",
    ]


@rule("CT-27")
@cases("walls", [], ["b1 east"])
def test_before_a_wall_a_step_is_lost_without_damage(walls: list[str]) -> None:
    picture = "R> . ." if walls else "R> ."
    lines = goes(board(picture, walls=walls), "forward-3, left", picture.replace("R> .", ". R^", 1))
    reason = "there is a wall next to b1" if walls else "b1 is at the edge of the board"
    assert lines[1] == f"The red retro stops: {reason}."


@rule("CT-27")
def test_an_instruction_that_cannot_do_anything_says_why() -> None:
    lines = goes(board("R<"), "forward", "R<")
    assert lines == ["Skipped: a1 is at the edge of the board."]


@rule("CT-5", "CT-27")
def test_doors_let_retros_through_and_stop_rogues() -> None:
    goes(board("R> . .", doors=["a1 east"]), "forward", ". R> .")
    goes(board("R> s1^ .", doors=["b1 east"]), "forward", "R> s1^~ .")


# Nanobots -------------------------------------------------------------------------------------


def nano(picture: str) -> State:
    """Red is a Nanobot here, green a Treadbot."""
    return board(picture, "nano tread")


@rule("CT-28")
def test_a_nanobot_passes_through_a_bot_and_ends_behind_it() -> None:
    lines = goes(nano("R> s1^ ."), "forward-2", ". s1^ R>")
    assert lines == ["The red retro slips through Servobot 1 on b1.", "The red retro drives to c1."]


@rule("CT-28")
def test_a_nanobot_stops_before_a_square_on_which_it_cannot_end() -> None:
    lines = goes(nano("R> . s1^"), "forward-2", ". R> s1^")
    assert lines[-1] == "The red retro stops: Servobot 1 is in the way."
    lines = goes(nano("R> s1^ k1^"), "forward-2", "R> s1^ k1^")
    assert lines == ["Skipped: Servobot 1 is in the way."]


@rule("CT-28")
def test_a_nanobot_neither_pushes_nor_grinds() -> None:
    goes(nano("R> s1^ ."), "forward", "R> s1^ .")
    goes(nano("R> [] ."), "forward-2", "R> [] .")


@rule("CT-28")
def test_a_nanobot_falls_into_a_pit_on_its_way() -> None:
    goes(nano("R> s1^ O ."), "forward-3", ". s1^ OR> .")


@rule("CT-28", "CT-33")
def test_a_nanobot_is_pushed_and_ground_and_breaks() -> None:
    goes(board("R> G^ .", "tread nano"), "forward", ". R> G^")
    trace = told(board("R> G^", "tread nano"), "forward")
    assert says(trace)[-1] == "The green retro breaks: a Nanobot cannot take any damage."
    assert trace.final.bot("green").out


# Pits -----------------------------------------------------------------------------------------


@rule("CT-34")
def test_who_pushes_a_rogue_into_a_pit_keeps_it() -> None:
    trace = told(board("R> s1^ O"), "forward")
    assert drawing(trace.final) == ". R> O"
    assert trace.final.trophies == (("servo-1", "red"),)
    assert "Servobot 1 falls into the pit on c1, and Red keeps it." in says(trace)


@rule("CT-34")
def test_who_is_pushed_by_a_rogue_into_a_pit_is_kept_by_nobody() -> None:
    trace = told(board("R^ . . .\n. v1> s1^ O", after=["vise"]), "")
    assert trace.final.trophies == (("servo-1", ""),)
    assert "Servobot 1 falls into the pit on d1." in says(trace)


@rule("CT-35")
def test_in_an_exercise_a_retro_in_a_pit_is_out() -> None:
    trace = told(board("R> O ."), "forward-2, left")
    assert drawing(trace.final) == ". OR> ."
    assert says(trace) == [
        "The red retro drives to b1.",
        "The red retro falls into the pit on b1.",
        "Skipped: the red retro is out.",
    ]


@rule("CT-35")
def test_another_retro_can_be_pushed_into_a_pit() -> None:
    trace = told(board("R> G^ O"), {"red": "forward", "green": "forward"})
    assert trace.final.bot("green").out
    assert trace.final.trophies == ()
    assert says(trace)[-1] == "Green: skipped because the green retro is out."


# Crates ---------------------------------------------------------------------------------------


@rule("CT-36")
def test_a_crate_in_a_pit_makes_floor_of_it() -> None:
    trace = told(board("R> [] O ."), "forward-3")
    assert drawing(trace.final) == ". . . R>"
    assert "The crate fills the pit on c1." in says(trace)
    assert [str(square) for square in trace.final.filled] == ["c1"]


# Minionbot and Bossbot ------------------------------------------------------------------------


@rule("CT-37")
def test_the_minionbot_is_rescued_through_an_exit() -> None:
    trace = told(board("R> m^ +"), "forward")
    assert trace.final.rescued == (("minion", "red"),)
    assert drawing(trace.final) == ". R> +"
    assert "Red rescues the Minionbot through the exit." in says(trace)


@rule("CT-37")
def test_the_minionbot_finds_no_room_in_an_exit_where_a_retro_waits() -> None:
    """Pushed there it is ground; programmed, it stays before the door."""
    start: dict[str, Any] = {"floor": ". . +", "rogues": {"minion": "b1 east"}}
    for kind, program, line in (
        (
            "tread",
            "forward",
            "The red retro crushes the Minionbot on b1: there is no room to push it.",
        ),
        ("nano", "program minion, forward", "Skipped: the green retro is in the way."),
    ):
        retros = {"red": f"{kind} a1 east", "green": "tread c1"}
        trace = told(Setup(**start, retros=retros).state(), program)
        assert line in says(trace)
        assert trace.final.rescued == ()
        free = told(Setup(**start, retros={"red": retros["red"]}).state(), program)
        assert free.final.rescued == (("minion", "red"),)


@rule("CT-37")
def test_the_minionbot_in_a_pit_is_lost() -> None:
    trace = told(board("R> m^ O"), "forward")
    assert (trace.final.trophies, trace.final.rescued) == ((("minion", ""),), ())


@rule("CT-5", "CT-37")
def test_nobody_else_goes_out_through_an_exit() -> None:
    goes(board("R> s1^ +"), "forward", "R> s1^~ +")
    goes(board(". R> +"), "forward", ". R> +")


@rule("CT-38")
def test_the_bossbot_can_be_pushed_into_a_pit_but_not_stunned() -> None:
    lines = goes(board("R> b^"), "forward", "R> b^")
    assert lines[-1] == "The Bossbot is hit, but nothing can damage it."
    assert told(board("R> b^ O"), "forward").final.trophies == (("boss", "red"),)
