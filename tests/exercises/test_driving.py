"""Test Python that drives: each call runs at once, and a trace records its line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import run
from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started
from teachkit.exercises.authoring.proof import flaws, prove
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.running.driving import (
    MOST_CALLS,
    MOST_ITEMS,
    MOST_VARIABLES,
    Course,
    replayed,
)
from teachkit.exercises.running.execution import DRIVE, execute_in_process
from teachkit.exercises.running.results import Result
from teachkit.exercises.solving.par import par
from teachkit.games import game as find_game

from .drives import FILES, asked, driven, machine, rover, said, stored
from .making import climb, complaint

IMPORTED = """
import sys
from teachkit.exercises.running import driving, execution
driving.game("algoracing")
print(sum(name.split(".")[0] == "teachkit" for name in sys.modules))
"""

TO_THE_WALLS = """\
def to_the_wall():
    while not blocked():
        forward()

for side in range(3):
    to_the_wall()
    left()
"""


def without_lines(trace: Trace) -> list[Any]:
    """Return the events without the lines of the calls, as a row of cards would have them."""

    def unlined(event: Event) -> Event:
        is_card = isinstance(event, Started)
        return Started(event.actor, event.step._replace(line=0)) if is_card else event

    return [(unlined(event), state) for event, state in trace]


# What drives ------------------------------------------------------------------------------------


def test_sensors_loops_and_functions_drive() -> None:
    drive = driven(TO_THE_WALLS)
    row = "forward, forward, forward, left, forward, left, forward, forward, forward, left"
    assert str(drive.program) == row
    assert str(drive.trace.final.rover("red").square) == "a2"


@pytest.mark.parametrize(
    ("source", "course"),
    [
        (TO_THE_WALLS, rover()),
        ("jump()\nall_forward()\nu_turn()\nforward()", rover(". * . # .", samples={"b1": "blue"})),
        ("forward()\nu_turn()\nforward()", rover("# .\n. .", lifts=["a2 south"])),
        ("for n in range(9): b2_add()\nb4_swap()", machine(targets=[75])),
        ("a1_add(56)\na1_add(99)", machine()),
    ],
    ids=["walls", "skips", "elevator", "beyond the register", "values"],
)
def test_the_trace_is_that_of_the_same_row_of_cards(source: str, course: Course) -> None:
    drive = driven(source, course)
    trace = run(course.game, course.state, drive.program, course.player)
    assert without_lines(drive.trace) == list(map(tuple, trace))
    assert drive.trace.actor == trace.actor


def test_numbers_and_words_can_be_asked_for() -> None:
    course = rover(". * *", samples={"b1": "blue", "c1": "green"})
    drive = driven("seen = []\nwhile carries() < 2:\n    forward()\n    seen.append(square())\n"
                   "u_turn()\nprint(seen, facing(), delivered(), carrying())", course)  # fmt: skip
    assert drive.result.printed == "['b1', 'c1'] west 0 True\n"


def test_the_register_can_be_asked_for() -> None:
    source = "while register() < 70:\n    a1_add()\nif register() == 70:\n    b4_swap()"
    drive = driven(source + "\nprint(register(), targets())", machine(targets=[7, 99]))
    assert drive.result.printed == "7 [99]\n"
    assert len(drive.calls) == 16


def test_functions_are_values_and_names_may_be_taken() -> None:
    source = "for step in [forward, left]:\n    step()\ndef jump():\n    right()\njump()"
    assert str(driven(source).program) == "forward, left, right"


# Lines and variables ----------------------------------------------------------------------------


def test_a_call_knows_its_line_and_those_around_it() -> None:
    drive = driven(TO_THE_WALLS)
    assert [call.lines for call in drive.calls[:5]] == [(6, 3)] * 3 + [(7,), (6, 3)]
    assert [played.step.line for played in drive.trace.steps()[:5]] == [3, 3, 3, 7, 3]
    assert drive.trace.why(4) == "Line 7: left. The red rover now faces north."


def test_why_a_call_did_nothing_names_its_line() -> None:
    drive = driven("left()\nleft()\nforward()")
    assert drive.trace.why(3) == "Line 3: forward. Skipped: a1 is at the edge of the board."
    assert drive.trace.why(4) == "Card 4 never ran."


def test_variables_are_kept_as_they_were() -> None:
    source = "row = []\nname = 'Ada'\nfor n in range(2):\n    row.append([n])\n    left()"
    shown = [call.variables_shown() for call in driven(source).calls]
    assert shown == [
        {"row": "[[0]]", "name": "'Ada'", "n": "0"},
        {"row": "[[0], [1]]", "name": "'Ada'", "n": "1"},
    ]


def test_what_can_be_seen_from_a_line_is_shown_the_nearest_first() -> None:
    source = "n = 7\nside = 1\ndef turn(n):\n    left()\nturn(3)"
    (call,) = driven(source).calls
    assert list(call.variables_shown().items()) == [("n", "3"), ("side", "1")]


def test_what_is_kept_of_variables_is_bounded() -> None:
    source = ("many = list(range(10_000))\nmany.append(many)\ntext = 'x' * 10_000\n"
              "deep = [[[[[[1]]]]]]\nself = []\nself.append(self)\nthing = {1}\n"
              + "\n".join(f"v{n} = {n}" for n in range(40)) + "\nleft()")  # fmt: skip
    (call,) = driven(source).calls
    kept = call.variables_shown()
    assert (len(kept), len(call.known["many"])) == (MOST_VARIABLES, MOST_ITEMS)
    assert "thing" not in kept
    assert all(len(text) <= 60 for text in kept.values())


# What goes wrong is said, with its line -----------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("while True:\n    left()", "Line 1: this loop goes on and on. It was stopped at a1 east."),
        ("while True:\n    for n in range(20):\n        left()",
         "Line 1: this loop goes on and on. It was stopped at a1 east."),
        ("for n in range(3):\n    while True:\n        left()",
         "Line 2: this loop goes on and on. It was stopped at a1 east."),
        ("while True: pass", "Line 1: this loop goes on and on. It was stopped at a1 east."),
        ("def f():\n    left()\n    f()\nf()",
         "Line 3: the function calls itself again and again in your code."),
        ("forward", "Line 1: add brackets after the name: forward()."),
        ("if blocked:\n    left()", "Line 1: add brackets after the name: blocked()."),
        ("if not blocked: left()", "Line 1: add brackets after the name: blocked()."),
        ("if carries > 1: left()", "Line 1: add brackets after the name: carries()."),
        ("left()\nforward(3)",
         "Line 2: leave the brackets of forward() empty. To repeat it, use a loop."),
        ("froward()", 'Line 1: there is no "froward". Did you mean "forward"?'),
        ("x = y", 'Line 1: there is no variable called "y".'),
        ("name = input()", "Line 1: you cannot use input() here."),
        ("exit()", "Line 1: remove exit(). The program ends after its last line."),
        ("def f(): return 1\nforward(**f)",
         'Line 2: "forward" cannot use the values in its brackets.'),
        ("u-turn()", 'Line 1: a hyphen means minus in Python. Write "u_turn".'),
        ("left()\nu-turn", 'Line 2: a hyphen means minus in Python. Write "u_turn".'),
        ("Forward()", 'Line 1: there is no "Forward". Did you mean "forward"?'),
        ("while true:\n    left()", 'Line 1: write "True" with a capital letter.'),
        ("steps = 3\nstesp = steps + stesp", 'Line 2: there is no "stesp". Did you mean "steps"?'),
        ("x = left() + 1", 'Line 1: this line got None. Does your function have a "return"?'),
        ("n = 3\nwhile n > 0:\n    left()",
         'Line 2: nothing in this loop changes "n", so it never ends.'),
        ("def turn(n):\n    left()\nturn()", 'Line 3: "turn" takes 1 argument, not 0.'),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_said_with_its_line(source: str, sentence: str) -> None:
    assert said(source) == sentence


def test_what_was_done_before_it_went_wrong_is_kept() -> None:
    drive = driven("left()\nforward()\n1 // 0")
    assert str(drive.program) == "left, forward"
    assert (
        drive.trace.story().splitlines()[-1] == "Line 3: you cannot divide by zero, in your code."
    )


def test_a_program_that_never_ends_is_stopped_after_so_many_calls() -> None:
    drive = driven("while True:\n    try: left()\n    except: pass")
    assert len(drive.calls) == MOST_CALLS
    assert drive.result.trouble == "endless"


def test_a_hand_is_how_often_an_instruction_may_be_performed() -> None:
    course = rover(cards={"forward": 2, "left": 1})
    three = "forward()\nforward()\nforward()"
    assert said(three, course) == "Line 3: you only have 2 forward() here."
    assert said("left()\nleft()", course) == "Line 2: you only have 1 left() here."
    assert said("right()", course) == "Line 1: you cannot use right() in this task."


def test_what_is_wrong_with_an_argument_is_said() -> None:
    assert said("a1_add(1, 2)", machine()).startswith("Line 1: Put a comma")


FACTORY = {"floor": ". . o .", "robots": {"red": "a1 east"}}
HALL = {"floor": ". . O .", "retros": {"red": "tread a1 east"}}


@pytest.mark.parametrize(
    ("game", "edition", "setup", "card"),
    [
        ("roborally", "factory", FACTORY, "move-1"),
        ("calamitron", "sensors", HALL, "forward"),
        ("calamitron", "sensors", HALL | {"retros": {"red": "tread b1 east"}}, "forward"),
    ],
)
def test_a_drive_ends_when_its_piece_is_out(
    game: str, edition: str, setup: dict[str, Any], card: str
) -> None:
    """No later line runs, and no later call is skipped. So it is when the calls are replayed."""
    rules = find_game(game)
    start = rules.setup(edition=edition, **setup).state()
    course = Course(rules, "red", start, {card: None}, [])
    source = f"while True:\n    {card.replace('-', '_')}()\n    print('still here')"
    drive = driven(source, course)
    squares = 2 if "a1" in str(setup) else 1
    assert len(drive.steps) == squares
    assert drive.result.printed.count("still here") == squares - 1
    assert rules.is_out(drive.trace.final, "red")
    assert (drive.trace.endless, "Skipped" in repr(drive.trace.frames)) == (None, False)
    late = drive.as_result._replace(value=[*drive.as_result.value, f"2 {card}"])
    assert replayed(source, course, late).trace == drive.trace


def test_a_retro_on_its_back_is_out_unless_its_program_has_yet_to_begin() -> None:
    calamitron = find_game("calamitron")
    start = calamitron.setup(edition="sensors", stunned=["red"], **HALL).state()
    assert not calamitron.is_out(start, "red")
    assert calamitron.is_out(start.with_bot(structs.replace(start.bot("red"), left=3)), "red")


# What leaves ------------------------------------------------------------------------------------


def test_what_leaves_is_the_row_with_its_lines() -> None:
    (result,) = execute_in_process("left()\na = 1\nforward()", DRIVE, [rover().to_call()])
    assert result == Result(["1 left", "3 forward"])


@pytest.mark.parametrize("source", [TO_THE_WALLS, "forward()\n1 // 0", "while True: left()"])
def test_a_row_replayed_is_the_drive(source: str) -> None:
    drive = driven(source)
    assert replayed(source, rover(), drive.as_result).trace == drive.trace


@pytest.mark.parametrize(
    "row",
    [
        "1 forward", 7, {"tuple": ["1 forward"]}, [7], ["forward"], ["1"], ["x forward"],
        ["-1 forward"], ["4 forward"], ["1 teleport"], ["1 forward 3"], ["1 fly"], ["1 "],
        ["1 forward", "²  left"], ["1 forward"] * (MOST_CALLS + 1), [["1", "forward"]],
    ],
    ids=str,
)  # fmt: skip
def test_a_row_that_no_honest_run_gives_is_not_believed(row: Any) -> None:
    drive = replayed("left()\nleft()", rover(), Result(row))
    assert str(drive.trace.endless) == "The result of your code cannot be read."


# As an exercise ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_worked_drive_is_proven(path: Path) -> None:
    assert str(prove(path)) == "holds"


def test_points_are_those_of_the_checks_and_one_for_each_word() -> None:
    assert (stored("corner").possible, stored("sixtyfour").possible, asked().possible) == (4, 4, 1)
    graded = grade(stored("corner"), "forward()\nforward()\nleft()\nforward()")
    assert (graded.points, graded.failed_start) == (0, 1)


def test_words_count_once_all_else_is_right() -> None:
    exercise = asked(uses=["while"], avoids=["for"])
    graded = grade(exercise, "for n in range(2): forward()")
    assert (graded.points, graded.possible) == (1, 3)
    assert graded.says == ("Your code does what it should.", 'Use "while" this time.',
                           'Do it without "for" this time.')  # fmt: skip
    assert grade(exercise, "while not blocked(): forward()").solved
    assert grade(exercise, "while not blocked(): left(); 1 // 0").points == 0


def test_what_was_broken_off_earns_nothing_and_is_said_once() -> None:
    exercise = asked(checks=[{"check": "carries", "samples": 1}, {"check": "never_skips"}])
    graded = grade(exercise, "forward()\nforward()\n1 // 0")
    assert graded.points == 0
    assert graded.says == ("Line 3: you cannot divide by zero, in your code.",)


def test_a_skipped_call_is_told_with_its_line() -> None:
    exercise = asked(checks=[{"check": "never_skips"}])
    says = grade(exercise, "for n in range(9):\n    forward()").says
    assert says[-1] == "Line 2 was skipped because c1 is at the edge of the board."


def test_who_drives_nothing_is_told_so() -> None:
    exercise = asked(checks=[{"check": "never_skips"}])
    for source in ("x = 1", "def f(): forward()"):
        assert grade(exercise, source).says == (
            "Your code does not do anything yet. Call a function.",
        )
    assert grade(exercise, "").says == ("There is no answer yet.",)


def test_the_author_foresees_what_a_source_does_and_not_how_it_looks() -> None:
    says = stored("corner").file.mistakes[0].says
    assert says in grade(stored("corner"), "for _ in [1, 2]: forward()\nleft(); forward()").says


def test_par_is_the_fewest_steps_on_the_first_board() -> None:
    (best,) = par(stored("corner"))
    assert (str(best), str(best.witness)) == ("Par: 4 steps", "forward, forward, left, forward")
    assert par(stored("sixtyfour")) == (), "more rows than the rules would take on paper"


def test_the_authors_hints_come_first_and_then_a_solution() -> None:
    rungs = [each.rung for each in climb(stored("corner"), "left()")]
    assert rungs == ["hint"] * 3 + ["solution"]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"starts": []}, "Add at least one [[starts]] table."),
        ({"sensors": ["blocke"]}, 'There is no key "blocke" in "sensors". Did you mean "blocked"?'),
        ({"cards": [""]}, 'cards: remove "", because Python has its own way to write that.'),
        (
            {"cards": ["forward", "2x"]},
            'cards: remove "2x", because Python has its own way to write that.',
        ),
        ({"uses": ["/ /"]}, 'There is no key "/ /" in "uses". Did you mean "//"?'),
    ],
)
def test_what_is_wrong_in_a_file_is_said(keys: dict[str, Any], sentence: str) -> None:
    assert complaint(asked, **keys) == sentence


def test_what_does_not_hold_is_said() -> None:
    (flaw, *_) = flaws(asked(checks=[]))
    assert str(flaw) == "checks: There are no checks, so no answer could be wrong. Add one."
    (flaw, *_) = flaws(asked(given="forward()\nforward()"))
    assert (
        str(flaw)
        == "given: The given Python code is already right, so learners have nothing to do."
    )


def test_an_endless_loop_is_told_with_its_board_and_square() -> None:
    exercise = find_exercise("21-12")
    spins = "while rogues_left():\n    left()"
    wall = "while rogues_left():\n    if blocked():\n        left()\n    else:\n        forward()"
    first = "Board 2: Line 1: this loop goes on and on. It was stopped at "
    assert grade(exercise, spins).says[0] == f"{first}c3 north."
    out = ("Board 2: You have kept 0 of 1 rogue.",)
    assert grade(exercise, wall).says == out


def test_a_sandbox_imports_few_modules_to_drive() -> None:
    """Learners wait for the imports whenever a sandbox starts."""
    python = [sys.executable, "-c", IMPORTED]
    imported = subprocess.run(python, capture_output=True, text=True, check=True).stdout
    assert int(imported) <= 55
