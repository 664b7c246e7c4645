"""Test the bench of a drive through its traits, and the cell that drives."""

from __future__ import annotations

import json

import pytest

from teachkit.widgets.player import Player
from teachkit.widgets.workbench.answercell import CellBench, hand_in_cell
from teachkit.widgets.workbench.lesson_calls import exercise
from tests.exercises.drives import as_lesson, stored

from .benches import press

NAME, MACHINE = "97-corner", "97-sixtyfour"
RIGHT = stored("corner").file.solution.answer.strip() + "\n"
COUNTED = "for n in range(2):\n    forward()\nleft()\nforward()\n"
WORKS = "It works: everything is as it should be."


@pytest.fixture(autouse=True)
def lesson(folder):
    """The working folder has the worked drives as lesson 97."""
    as_lesson("97", folder)


@pytest.fixture
def bench():
    return exercise(NAME)


def drive(source, name=NAME):
    return hand_in_cell(name, source, None)


def test_it_shows_the_board_the_task_and_the_cell_to_begin_with(bench, tmp_path):
    assert isinstance(bench, CellBench)
    assert isinstance(bench.player, Player)
    assert bench.task.cell == "%%exercise 97-corner"
    assert bench.editor.given == "forward()\nforward()\nforward()"
    assert (bench.feedback.run, bench.feedback.boards, bench.feedback.possible) == ("run", 2, 4)
    assert repr(bench) == "Workbench('97-corner', 0 of 4 points)"
    assert not (tmp_path / "answers.json").exists()


def test_a_cell_that_drives_right_earns_its_points_and_is_kept(bench, tmp_path):
    told = drive(RIGHT)
    assert str(told) == f"{WORKS}\n4 of 4 points"
    kept = json.loads((tmp_path / "answers.json").read_text())["answers"][NAME]
    assert (kept["answer"].strip(), kept["points"]) == (RIGHT.strip(), 4)
    assert bench.feedback.points == 4
    assert bench.feedback.badges == [{"says": "Par: 4 steps", "earned": False}]


def test_the_player_lights_the_line_and_shows_what_is_known(bench):
    drive("n = 1\n" + COUNTED)
    bench.show_board(1)
    stops = bench.player.stops
    assert bench.player.scene["source"] == "n = 1\n" + COUNTED
    assert [stop["line"] for stop in stops[1:]] == [3, 3, 4, 5]
    frames = [[{"name": "", "variables": {"n": n}}] for n in "0111"]
    assert [stop["frames"] for stop in stops[1:]] == frames
    assert stops[1]["says"] == ["Line 3: forward.", "The red rover drives to b1."]
    bench.player.to(2)
    bench.player.back()
    assert bench.player.position == 1


def test_lines_of_calls_around_are_shown_too(bench):
    drive(RIGHT)
    bench.show_board(1)
    assert (bench.player.stops[1]["line"], bench.player.stops[1]["around"]) == (3, [6])


def test_the_first_board_where_something_is_missing_is_shown(bench):
    told = drive(COUNTED)
    assert "You counted the squares of board 1. The next board is longer." in told.says
    assert bench.feedback.board == 2
    assert bench.player.plays == 1
    press(bench, "board", 1)
    assert bench.player.stops[-1]["board"].startswith(" ")
    assert bench.player.scene["source"] == COUNTED


def test_the_verdict_waits_for_the_drive(bench):
    """Its cell is found by the exercise's name; as plain text it is there at once."""
    told = drive(RIGHT)._repr_mimebundle_()
    assert (bench.feedback.verdict, bench.feedback.waits, bench.feedback.results) == (NAME, True, 1)
    assert f'data-verdict="{NAME}"' in told["text/html"]
    assert told["text/plain"] == f"{WORKS}\n4 of 4 points"


def test_a_drive_without_a_step_is_judged_at_once(bench):
    drive("n = 1")
    assert not bench.feedback.waits


def test_what_went_wrong_is_the_last_stop_with_its_line(bench):
    told = drive("forward()\n1 // 0")
    assert "Line 2: you cannot divide by zero, in your code." in told.says
    last = bench.player.stops[-1]
    assert (last["line"], last["wrong"]) == (2, True)
    assert (last["column"], last["end_column"]) == (0, 6)
    assert last["says"] == ["Line 2: you cannot divide by zero, in your code."]


def test_a_cell_that_cannot_be_read_is_kept_and_said(bench):
    told = drive("forward(\n")
    assert told.says[-1] == 'Line 1: The bracket "(" that opens here is never closed.'
    assert len(bench.player.stops) == 2


def test_what_was_printed_is_shown_and_does_not_count():
    told = drive("print(carries())\n" + RIGHT)
    assert (told.caption, told.printed) == ("Your code printed:", "0\n")


def test_a_machine_drives_too():
    bench = exercise(MACHINE)
    told = drive("while register() < 64:\n    a1_add()\n"
                 "while register() > 64:\n    a2_subtract()", MACHINE)  # fmt: skip
    assert told.says == (WORKS,)
    assert bench.player.stops[1]["says"] == ["Line 2: A1+.", "5 + 8 = 13."]


def test_a_new_start_brings_the_board_and_the_cell_back(bench):
    drive(COUNTED)
    press(bench, "reset")
    assert bench.player.scene["source"] == ""
    assert len(bench.player.stops) == 1
    assert bench.editor.text == "forward()\nforward()\nforward()"


def test_it_is_a_picture_and_a_text_where_there_is_no_kernel(bench):
    bundle = bench.still().bundle()
    assert "starts like this: `%%exercise 97-corner`" in bundle["text/plain"]
    assert "forward()" not in "".join(bundle.values()), "the code stands once, in its cell"
    assert "Red rover: on a1" in bundle["text/plain"]
    assert "<img" in bundle["text/html"]


def test_a_drive_leaves_nothing_in_the_kernel():
    assert str(drive("forward = 3\nexit()")).startswith("Line ")
    assert drive(RIGHT).says == (WORKS,)


def test_the_given_code_drives_without_being_called_wrong(bench):
    drive("forward()\nforward()\nforward()\n")
    assert (len(bench.player.stops), bench.feedback.results, bench.feedback.mood) == (4, 1, "")


def test_an_endless_loop_goes_round_once(bench):
    """Its last stop is the state in which it was really stopped, after 1,000 calls."""
    told = drive("forward()\nwhile True:\n    left()")
    assert "this loop goes on and on" in told.says[0]
    stops = bench.player.stops
    assert [stop.get("line") for stop in stops] == [None, 1, *[3] * 7, 2]
    assert stops[-1]["board"] == stops[-2]["board"]
    drive("while True:\n    forward()")
    assert len(bench.player.stops) < 10
