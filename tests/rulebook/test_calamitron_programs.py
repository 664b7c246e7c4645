"""Test the programs that Calamitron allows, and the effect of a hit on them."""

from __future__ import annotations

from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.games import calamitron
from teachkit.games.calamitron.state import State

from .bots import board, drawing, says, tidy, told
from .rules import cases, rule


def wrong(state: State, program: str) -> list[str]:
    """Return the problems of red's program."""
    read = Program.read(program, calamitron.GAME.instructions)
    return [problem.says for problem in calamitron.GAME.problems(state, "red", read)]


# Length and limits ----------------------------------------------------------------------------


@rule("CT-19")
def test_a_program_has_up_to_six_instructions_and_may_be_empty() -> None:
    state = board("R> . .")
    assert wrong(state, "") == []
    six = ", ".join(["left"] * 6)
    assert wrong(state, six) == []
    assert wrong(state, f"{six}, left") == ["A program can have at most 6 instructions."]


@rule("CT-19")
def test_all_instructions_run_also_where_one_does_nothing() -> None:
    trace = told(board("R> ."), "forward, forward, left, forward, right")
    assert drawing(trace.final) == ". R>"
    assert len(trace.steps()) == 5


@rule("CT-20")
@cases(
    "kind, program, says",
    ("tread", "forward-3, back-2, u-turn", None),
    ("tread", "shove, shove, shove, shove", "A Treadbot can use at most 3 loader instructions."),
    ("tread", "tractor", "A Treadbot cannot use a shooter instruction."),
    ("tread", "program", "A Treadbot cannot use a hacker instruction."),
    ("shot", "forward-3, tractor", None),
    ("shot", "forward-3, u-turn", "A Shotbot can use at most 1 loader instruction."),
    ("shot", "tractor, forcer", "A Shotbot can use at most 1 shooter instruction."),
    ("nano", "program, left, program, left, program", None),
    ("nano", "forward-3", "A Nanobot cannot use a loader instruction."),
    ("nano", "forcer", "A Nanobot cannot use a shooter instruction."),
)
def test_each_retro_takes_so_many_specials(kind: str, program: str, says: str | None) -> None:
    assert wrong(board("R> . .", kind), program) == ([says] if says else [])


@rule("CT-20")
def test_basic_instructions_are_for_everybody() -> None:
    for kind in ("tread", "shot", "nano"):
        assert wrong(board("R> . .", kind), "forward, forward-2, left, right") == []


@rule("CT-5")
def test_the_first_instruction_of_a_retro_outside_is_forward() -> None:
    outside = calamitron.Setup(floor="+ #\n. .\n. .", retros={"red": "tread a3"}).state()
    says = "A retro that is outside must start with forward, through its door."
    assert wrong(outside, "left, forward") == [says]
    for program in ("forward", "forward-2, left", "forward-3", ""):
        assert wrong(outside, program) == []
    assert calamitron.GAME.whereabouts(told(outside, "forward-2").final, "red") == "a1 south"


@rule("CT-5")
def test_a_bot_before_the_door_is_pushed_in() -> None:
    outside = calamitron.Setup(
        floor="+ #\n. .\n. .", retros={"red": "tread a3"}, rogues={"servo-1": "a2 north"}
    ).state()
    trace = told(outside, "forward")
    assert drawing(trace.final) == tidy("+ #\nRv .\ns1^ .")


# Stunned retros -------------------------------------------------------------------------------


@rule("CT-32")
def test_a_stunned_retro_stands_up_and_runs_only_three_instructions() -> None:
    trace = told(board("R>~ . . . . ."), "forward, forward, left, forward, forward")
    assert drawing(trace.final) == ". . R^ . . ."
    assert says(trace) == [
        "The red retro stands up, faces east, and may run 3 instructions.",
        "The red retro drives to b1.",
        "The red retro drives to c1.",
        "The red retro now faces north.",
        "Skipped: the retro runs only 3 instructions after standing up.",
        "Skipped: the retro runs only 3 instructions after standing up.",
    ]


@rule("CT-32")
@cases(
    "recovery, stands, rest",
    (3, "may run 3 instructions", "the retro runs only 3 instructions after standing up"),
    (2, "may run 2 instructions", "the retro runs only 2 instructions after standing up"),
    (1, "may run 1 instruction", "the retro runs only 1 instruction after standing up"),
    (0, "may run 0 instructions", "the retro cannot run any instructions after standing up"),
)
def test_the_sentences_say_how_many_instructions_run(recovery: int, stands: str, rest: str) -> None:
    state = board("R>~ . .", options={"recovery": recovery})
    lines = says(told(state, "left, left, left, left"))
    assert lines[0] == f"The red retro stands up, faces east, and {stands}."
    assert lines[-1] == f"Skipped: {rest}."


@rule("CT-32")
def test_it_stands_up_even_with_no_program() -> None:
    assert drawing(told(board("R>~ ."), "").final) == "R> ."


@rule("CT-32")
def test_the_next_run_is_whole_again() -> None:
    once = told(board("R>~ . . . . ."), "forward, forward, forward").final
    assert drawing(told(once, "left, right, left, right").final) == ". . . R> . ."
    assert len(says(told(once, "left, right, left, right"))) == 4


@rule("CT-32")
def test_hit_in_the_middle_of_a_program_the_rest_is_lost() -> None:
    """In the edition `turns` green crushes red between red's first and second instruction."""
    state = board("R> G<", edition="turns")
    trace = told(state, {"red": "left, left, left", "green": "forward, left"})
    assert drawing(trace.final) == "R^~ Gv"
    assert says(trace).count("Red: skipped because the red retro is on its back.") == 2


@rule("CT-32")
def test_stunned_by_rogues_before_its_own_run_that_run_is_the_next() -> None:
    state = board(". . . . . .\nl1> . . . . R^", before=["laser"])
    trace = told(state, "left, left, left, left")
    assert [line for line in says(trace) if "red retro" in line][:2] == [
        "Laserbot 1 fires its laser and hits the red retro.",
        "The red retro is hit and is now on its back.",
    ]
    red = trace.final.bot("red")
    assert (red.facing.value, red.stunned) == ("east", False)


@rule("CT-33")
def test_a_nanobot_that_is_hit_is_removed() -> None:
    trace = told(board(". . . . .\nl1> . . . R^", "nano", after=["laser"]), "")
    assert trace.final.bot("red").out
    assert says(trace)[-1] == "The red retro breaks: a Nanobot cannot take any damage."


# Several programs -----------------------------------------------------------------------------


def turns(trace: Trace) -> list[str]:
    """Return the cards in the order in which they ran, such as `red 1`."""
    return [f"{each.actor} {each.step.card}" for each in trace.steps() if each.step]


@rule("CT-8")
def test_retros_run_whole_programs_in_seat_order() -> None:
    state = board("R> . .\nG> . .")
    trace = told(state, {"green": "forward, left", "red": "forward, right"})
    assert turns(trace) == ["red 1", "red 2", "green 1", "green 2"]


@rule("CT-8")
def test_in_the_teaching_edition_they_take_turns() -> None:
    state = board("R> . .\nG> . .", edition="turns")
    trace = told(state, {"red": "forward, right", "green": "forward, left"})
    assert turns(trace) == ["red 1", "green 1", "red 2", "green 2"]


@rule("CT-8")
@cases("edition", "standard", "turns")
def test_rogues_move_once_before_or_after_all_programs(edition: str) -> None:
    picture = "R> . . . . .\nG> . . . . .\nk1> . . . . ."
    programs = {"red": "left", "green": "left"}
    after = told(board(picture, edition=edition, after=["knock"]), programs)
    assert says(after)[2] == "Knockbot 1 moves."
    before = told(board(picture, edition=edition, before=["knock"]), programs)
    assert says(before)[0] == "Knockbot 1 moves."
    assert drawing(after.final) == drawing(before.final)
    assert [line for line in says(after) if line.endswith("moves.")] == ["Knockbot 1 moves."]


@rule("CT-8")
def test_what_another_retro_runs_lies_in_the_start() -> None:
    state = board("R> . .\nG> . .", programs={"green": "forward"})
    assert "The green retro will run: forward" in str(state)
    assert drawing(told(state, "left").final) == tidy("R^ . .\n. G> .")
