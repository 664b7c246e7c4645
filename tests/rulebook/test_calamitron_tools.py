"""Test Calamitron's shove, tractor, forcer, and programs that program other bots."""

from __future__ import annotations

import pytest

from teachkit.core.game.game import run
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.flow import Frame
from teachkit.errors import AnswerError
from teachkit.games import calamitron
from teachkit.games.calamitron.execution import shove
from teachkit.games.calamitron.programs import SPECIAL

from .bots import board, drawing, says, tidy, told
from .rules import cases, rule

# Shove ----------------------------------------------------------------------------------------


@rule("CT-22", "CT-29")
@cases(
    "side, expected",
    ("left", ". . s1< .\n. R> . .\n. . . ."),
    ("right", ". . . .\n. R> . .\n. . s1< ."),
    ("forward", ". . . .\n. R> . s1<\n. . . ."),
)
def test_shove_moves_what_stands_ahead_to_the_side_that_is_chosen(side: str, expected: str) -> None:
    trace = told(board(". . . .\n. R> s1< .\n. . . ."), "shove", side)
    assert drawing(trace.final) == tidy(expected)


@rule("CT-29")
def test_left_and_right_are_the_retros_own() -> None:
    trace = told(board(". . .\n. s1^ .\n. R^ ."), "shove", "left")
    assert drawing(trace.final) == tidy(". . .\ns1^ . .\n. R^ .")
    trace = told(board(". Rv .\n. s1^ .\n. . ."), "shove", "left")
    assert drawing(trace.final) == tidy(". Rv .\n. . s1^\n. . .")


@rule("CT-29")
@cases("beyond", "k1^", "[]", "")
def test_shoved_against_something_it_takes_damage_and_stays(beyond: str) -> None:
    picture = f"R> s1^ {beyond}".strip()
    trace = told(board(picture), "shove", "forward")
    assert drawing(trace.final) == picture.replace("s1^", "s1^~")
    assert says(trace)[0] == "The red retro shoves Servobot 1, but there is no room."


@rule("CT-29", "CT-34")
def test_shoved_into_a_pit_it_is_kept() -> None:
    trace = told(board(". O\nR> s1^"), "shove", "left")
    assert trace.final.trophies == (("servo-1", "red"),)


@rule("CT-29")
def test_with_nobody_ahead_nothing_happens_and_nothing_is_asked() -> None:
    for picture, walls in (("R> . s1^", []), ("R> s1^ .", ["a1 east"])):
        trace = told(board(picture, walls=walls), "shove")
        assert says(trace) == ["Skipped: there is no bot or crate ahead."]


@rule("CT-19", "CT-29")
def test_a_shove_is_not_declined_even_where_each_direction_does_harm() -> None:
    """Here each direction is a wall or another retro for green, a Nanobot."""
    state = board("R> G^ B^", "tread nano tread")
    asked = next(sent[0] for sent in shove(state, "red") if not isinstance(sent, Frame))
    assert isinstance(asked, PickOne)
    assert asked.options == ("left", "right", "forward")
    for side in asked.options:
        assert told(state, {"red": "shove"}, str(side)).final.bot("green").out


@rule("CT-29", "CT-36")
def test_crates_can_be_shoved() -> None:
    trace = told(board(". O\nR> []"), "shove", "left")
    assert [str(square) for square in trace.final.filled] == ["b2"]


@rule("CT-19", "CT-29")
def test_the_side_is_one_of_three() -> None:
    state = board("R> s1^ .")
    with pytest.raises(
        AnswerError, match="This start needs an answer to: Which way do you shove it"
    ):
        run(calamitron.GAME, state, "shove")
    assert drawing(run(calamitron.GAME, state, "shove", answers=[2]).final) == "R> . s1^"


# Tractor and forcer ---------------------------------------------------------------------------


def shot(picture: str, program: str, **facts: object) -> tuple[str, list[str]]:
    """Return the board after a Shotbot's program, and the sentences of the run."""
    trace = told(board(picture, "shot", **facts), program)
    return drawing(trace.final), says(trace)


@rule("CT-23", "CT-30")
@cases(
    "program, before, after",
    ("tractor", "R> . . . s1^ . .", "R> . s1^ . . . ."),  # 4 away: pulled 2
    ("tractor", "R> . s1^ . . . .", "R> s1^ . . . . ."),  # 2 away: 4, never nearer than beside
    ("tractor", "R> . . . . s1^ .", "R> . . . s1^ . ."),  # 5 away: pulled 1
    ("tractor", "R> . . . . . s1^", "R> . . . . . s1^"),  # 6 away: nothing
    ("tractor", "R> s1^ . . . . .", "R> s1^ . . . . ."),  # beside already
    ("tractor", "R> . s1^ k1^ .", "R> s1^ . k1^ ."),  # only the first bot ahead
    ("forcer", "R> s1^ . . . . . .", "R> . . . . . s1^ ."),
    ("forcer", "R> . s1^ . . . . .", "R> . . . . . s1^ ."),
    ("forcer", "R> . . . . s1^ . .", "R> . . . . . s1^ ."),
    ("forcer", "R> . . . . . s1^ .", "R> . . . . . s1^ ."),
    ("forcer", "R> s1^ . k1^ .", "R> . s1^~ k1^ ."),  # only the target takes damage
)
def test_beams_move_six_less_the_distance(program: str, before: str, after: str) -> None:
    assert shot(before, program)[0] == after


@rule("CT-30")
def test_forced_against_a_wall_it_takes_one_damage() -> None:
    """2 away, the forcer pushes 4; there is one free square."""
    after, lines = shot("R> . s1^ .", "forcer")
    assert after == "R> . . s1^~"
    assert lines == [
        "The distance to Servobot 1 is 2, so the forcer pushes it by 4.",
        "The beam moves Servobot 1 to d1.",
        "Servobot 1 crashes: d1 is at the edge of the board.",
        "Servobot 1 is hit and is now on its back.",
    ]


@rule("CT-30", "CT-34")
@cases("picture, program", ("R> . O s1^ .", "tractor"), ("R> s1^ . O .", "forcer"))
def test_pits_on_the_way_swallow_the_target(picture: str, program: str) -> None:
    assert told(board(picture, "shot"), program).final.trophies == (("servo-1", "red"),)


@rule("CT-30")
@cases("facts", {"walls": ["b1 east"]}, {"doors": ["b1 east"]})
def test_walls_and_doors_stop_the_beam(facts: dict[str, list[str]]) -> None:
    after, lines = shot("R> . . s1^ .", "tractor", **facts)
    assert after == "R> . . s1^ ."
    assert lines == ["Skipped: there is no bot or crate ahead."]


@rule("CT-30")
@cases(
    "picture, program, says",
    ("R> . . . . . s1^", "forcer", "Servobot 1 is 6 squares away, but the beam only reaches 5."),
    ("R> s1^", "tractor", "Servobot 1 cannot be pulled any nearer."),
)
def test_who_is_too_far_or_too_near_is_told(picture: str, program: str, says: str) -> None:
    assert shot(picture, program)[1] == [f"Skipped: {says}"]


# Program --------------------------------------------------------------------------------------


NOBODY = "Skipped: no bot next to the red retro can be programmed."


def hack(picture: str, program: str, *answers: str, **facts: object) -> tuple[str, list[str]]:
    """Return the board after a Nanobot's program, and the sentences of the run."""
    trace = told(board(picture, "nano tread", **facts), program, *answers)
    return drawing(trace.final), says(trace)


@rule("CT-24", "CT-31")
def test_after_program_a_bot_beside_does_what_follows() -> None:
    after, lines = hack("R^ s1^ . .", "program, right, forward-2", "servo-1")
    assert after == "R^ . . s1>"
    assert lines == [
        "Red now programs Servobot 1.",
        "Red turns Servobot 1 to face east.",
        "Red drives Servobot 1 to c1.",
        "Red drives Servobot 1 to d1.",
    ]


@rule("CT-31")
def test_the_steps_are_the_hackers_and_the_events_tell_who_is_driven() -> None:
    trace = told(board("R^ s1> .", "nano"), "program, forward", "servo-1")
    played = trace.steps("red")
    assert [str(each.step.instruction) for each in played if each.step] == ["program", "forward"]
    moved = played[1].frames[-1].event
    assert (moved.facts()["bot"], moved.facts()["by"]) == ("servo-1", "red")
    assert trace.why(2) == "Card 2: forward. Red drives Servobot 1 to c1."


@rule("CT-31")
def test_who_programs_may_decline_and_may_take_it_back() -> None:
    assert hack("R> s1> .", "program, left", "nobody")[0] == "R^ s1> ."
    twice = hack("R> s1> .", "program, left, program, left", "servo-1", "nobody")
    assert twice[0] == "R^ s1^ ."
    assert "Red now programs its own retro." in twice[1]


@rule("CT-31")
def test_a_hacker_goes_on_by_itself_when_nobody_is_beside_any_more() -> None:
    trace = told(board("R^ s1> O", "nano"), "program servo-1, forward, program nobody, right")
    assert says(trace)[-2:] == ["Red now programs its own retro.", "The red retro now faces east."]


@rule("CT-31")
def test_an_edition_may_ask_only_where_there_is_a_choice() -> None:
    assert hack("R> s1> .", "program, left", options={"may_decline": False})[0] == "R> s1^ ."


@rule("CT-31", "CT-34")
def test_a_programmed_bot_that_falls_is_the_hackers() -> None:
    trace = told(board("R^ s1> O", "nano"), "program, forward, forward", "servo-1")
    assert trace.final.trophies == (("servo-1", "red"),)
    assert says(trace)[-1] == "Skipped: Servobot 1 is out."


@rule("CT-31")
def test_other_retros_and_the_minionbot_can_be_programmed_and_the_bossbot_not() -> None:
    assert hack("R^ G> .", "program, forward", "green")[0] == "R^ . G>"
    assert hack("R^ m> .", "program, forward", "minion")[0] == "R^ . m>"
    assert hack("R^ b> .", "program, left")[1][0] == NOBODY


@rule("CT-31", "CT-37")
def test_the_minionbot_is_driven_out_through_an_exit() -> None:
    trace = told(board("R^ m> +", "nano"), "program, forward", "minion")
    assert trace.final.rescued == (("minion", "red"),)


@rule("CT-31")
@cases("facts", {"walls": ["a1 east"]}, {"doors": ["a1 east"]}, {})
def test_nobody_is_programmed_through_a_wall_or_round_a_corner(facts: dict[str, list[str]]) -> None:
    picture = "R> s1> ." if facts else "R> .\n. s1>"
    assert hack(picture, "program", **facts)[1] == [NOBODY]


@rule("CT-31")
def test_a_programmed_bot_is_driven_past_obstacles_and_does_not_turn() -> None:
    """A Servobot does not push: before another bot its step is lost."""
    assert hack("R^ s1> k1^", "program, forward", "servo-1") == (
        "R^ s1> k1^",
        ["Red now programs Servobot 1.", "Skipped: Knockbot 1 is in the way."],
    )


@rule("CT-31")
def test_a_programmed_bot_keeps_what_it_does_while_it_moves() -> None:
    """A Visebot pushes, a Knockbot knocks; a Laserbot has no end of its move, so it does not fire.

    A Treadbot pushes as well.
    """
    assert hack("R^ v1> s1^ .", "program, forward", "vise-1")[0] == "R^ . v1> s1^"
    assert hack("R^ G> s1^ .", "program, forward", "green")[0] == "R^ . G> s1^"
    assert hack("R^ k1> . s1^", "program, forward", "knock-1")[0] == "R^ . k1> s1^~"
    assert hack("R^ l1> . s1^", "program, forward", "laser-1")[0] == "R^ . l1> s1^"


@rule("CT-31")
def test_who_lies_on_its_back_cannot_be_programmed() -> None:
    assert hack("R^ s1>~ .", "program")[1][0] == NOBODY


@rule("CT-22", "CT-23", "CT-24")
def test_the_special_instructions() -> None:
    loader = dict.fromkeys(("forward-3", "back-2", "u-turn", "shove"), "loader")
    assert loader | {"tractor": "shooter", "forcer": "shooter", "program": "hacker"} == SPECIAL
