"""Test the ladder of help and the way back from a failed run, through the workbench's traits."""

from __future__ import annotations

from teachkit.exercises.kinds import KINDS
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.workbench.workbench import Workbench

from .benches import BASE as PLAIN
from .benches import carried, check, press, run

BASE = PLAIN | {"cards": {"forward": 2, "left": 1, "jump": 1}}
PREDICT = {"kind": "predict", "given": "forward, left", "checks": [], "solution": {"says": "So."}}
BEGIN = 'Start with "forward".'
SOLUTION = "A solution:\nforward, forward"


def climb(opened: Workbench, to: str = "") -> Workbench:
    """Ask until this is what would come next, and return the bench."""
    while opened.feedback.help != to:
        press(opened, "hint")
    return opened


def test_the_authors_hints_come_one_by_one_and_are_kept(bench, kept):
    """A hint costs nothing, but that it was asked for is known."""
    opened = bench()
    opened.hint()
    assert (opened.feedback.hints, opened.feedback.hints_left) == (["Look."], 1)
    opened.hint()
    assert (opened.feedback.hints, opened.feedback.hints_left) == (["Look.", "Count."], 0)
    assert kept()["hints"] == 2
    assert bench().feedback.hints == ["Look.", "Count."]


def test_the_button_says_what_comes_next(bench):
    opened = bench()
    asked = [opened.feedback.help]
    while opened.feedback.help:
        press(opened, "hint")
        asked += [opened.feedback.help] if opened.feedback.help != asked[-1] else []
    assert asked == ["hint", "next", "spare", "solution", ""]


def test_every_rung_has_a_name_on_the_button():
    rungs = {rung.name for kind in KINDS.values() for rung in kind.ladder}
    assert words_of("feedback", "help").keys() == {*rungs, "hint", "sure", "sure_note", "astray"}


def test_every_rung_is_counted_and_costs_nothing(bench, kept):
    opened = climb(bench())
    assert kept()["hints"] == 5
    assert run(opened, "forward", "forward").feedback.points == 2


def test_after_a_restart_all_hints_are_there_again(bench):
    opened = climb(bench())
    again = bench()
    assert again.feedback.hints == opened.feedback.hints
    assert again.feedback.help == ""
    assert again.builder.tray == opened.builder.tray


def test_the_next_card_follows_the_program(bench, kept):
    """A message about an older program disappears."""
    opened = climb(bench(), "next")
    opened.hint()
    assert opened.feedback.hints[2:] == [BEGIN]
    opened.builder.program = ["forward"]
    assert (opened.feedback.hints[2:], opened.feedback.help) == ([], "next")
    opened.hint()
    assert opened.feedback.hints[2:] == ['Good so far. Add "forward" next.']
    assert kept()["hints"] == 4
    opened.builder.program = ["left"]
    opened.hint()
    assert opened.feedback.hints[2:] == ["You cannot do it this way. Remove card 1."]


def test_a_card_that_is_not_needed_cannot_be_taken_any_more(bench):
    opened = climb(bench(), "solution")
    assert opened.feedback.hints[-1] == 'You do not need the card "jump".'
    limits = {entry["id"]: entry["limit"] for entry in opened.builder.tray}
    assert limits == {"forward": 2, "left": 1, "jump": 0}


def test_a_solution_is_shown_only_when_it_is_asked_for_twice(bench, kept):
    opened = climb(bench(), "solution")
    before = kept()
    opened.hint()
    assert opened.feedback.sure
    assert (kept(), SOLUTION in opened.feedback.hints) == (before, False)
    opened.builder.program = ["forward"]
    assert not opened.feedback.sure, "something else was done in between"
    climb(opened, "solution")
    opened.hint()
    opened.hint()
    assert opened.feedback.hints[-1] == SOLUTION
    assert opened.builder.program == ["forward"], "what was laid stays as it is"


def test_hints_travel_to_another_computer(bench):
    elsewhere = carried(climb(bench(), "spare"), bench)
    assert elsewhere.feedback.hints == ["Look.", "Count.", BEGIN]


def test_a_folder_that_cannot_be_written_still_gives_hints(bench, monkeypatch):
    opened = bench()
    monkeypatch.setattr("os.access", lambda *about: False)
    opened.hint()
    opened.hint()
    assert opened.feedback.hints == ["Look.", "Count."]
    assert "cannot be written" in opened.feedback.says[0]


def test_of_a_prediction_the_run_is_shown_up_to_the_last_card(bench):
    opened = climb(bench(**PREDICT), "solution")
    assert opened.feedback.hints[-1] == "Before the last card: b1 east."
    assert len(opened.player.stops) == 2
    assert check(opened, "b1 north").feedback.points == 1 == opened.exercise.possible


def test_the_ride_after_the_last_card_is_not_given_away(bench):
    start = {"floor": "# . .", "lifts": ["a1 east"], "rovers": {"red": "c1 west"}}
    opened = climb(bench(**PREDICT, starts=[start]), "solution")
    assert opened.feedback.hints[-1] == "Before the last card: b1 west."
    assert [stop["card"] for stop in opened.player.stops] == [None, 1]
    assert check(opened, "a1 south").feedback.points == 1


def test_an_option_that_is_struck_out_is_marked_in_the_task(bench):
    choices = [{"says": "b1", "program": "forward"}, {"says": "c1"}]
    choices.append({"says": "d1", "program": "left"})
    keys = {"kind": "choice", "given": "forward, forward", "solution": {"says": "Two squares."}}
    opened = climb(bench(**keys, choices=choices), "solution")
    struck = [each["letter"] for each in opened.task.form["choices"] if each.get("struck")]
    assert opened.feedback.hints[-1] == f"The answer is not {struck[0]}."
    assert struck in (["a"], ["c"])
    assert bench(**keys, choices=choices).task.form == opened.task.form


# ------------------------------------------------------------------------------- a failed run


def test_a_failed_run_says_what_explains_it_and_does_not_show_the_place_by_itself(bench, kept):
    opened = run(bench(), "forward", "left", "forward")
    assert opened.feedback.astray
    first, idea, slip = opened.feedback.says
    assert first == "The rover carries 0 of 1 sample."
    assert idea == "A turn card only turns the rover. The rover does not move sideways."
    assert slip == "There is one card too many."
    assert (opened.feedback.astray_says, opened.player.mark) == ("", 0)
    assert "hints" not in kept()


def test_asked_it_says_so_marks_the_step_and_shows_the_board_before_it(bench, kept):
    opened = run(bench(), "forward", "left", "forward")
    press(opened, "astray")
    assert opened.feedback.astray_says == ("Card 1 is fine. Change card 2.")
    assert opened.feedback.hints == []
    assert (opened.player.mark, opened.player.position) == (2, 1)
    assert kept()["hints"] == 1
    press(opened, "astray")
    assert kept()["hints"] == 1, "asked again, it only shows the place again"
    assert opened.feedback.help == "hint", "the author's hints are still to come"


def test_what_the_verdict_has_told_is_shown_and_not_said_again(bench, kept):
    opened = run(bench(), "left", "forward")
    assert opened.feedback.says[2] == "You cannot do it this way. Change card 1."
    press(opened, "astray")
    assert opened.feedback.astray_says == ""
    assert (opened.player.mark, opened.player.position) == (1, 0)
    assert "hints" not in kept()


def test_it_is_gone_when_the_program_is_another(bench):
    opened = run(bench(), "forward", "left")
    press(opened, "astray")
    opened.builder.program = ["forward", "forward"]
    assert (opened.feedback.astray, opened.feedback.astray_says) == (False, "")
    opened.run()
    assert (opened.feedback.astray, opened.player.mark) == (False, 0)
    opened.reset()
    assert not opened.feedback.astray


def test_where_only_the_end_is_missing_the_end_is_shown(bench):
    opened = run(bench(), "forward")
    press(opened, "astray")
    assert opened.feedback.astray_says == ("Good so far. What comes next?")
    assert (opened.player.mark, opened.player.position) == (0, 1)


def test_the_smallest_board_where_it_fails_is_opened(bench):
    """And comes back when another one has been looked at."""
    small = {"floor": ". . .", "rovers": {"red": "a1 east"}, "samples": {"c1": "blue"}}
    opened = run(bench(starts=[BASE["starts"][0], small]), "forward", "left")
    assert opened.feedback.board == 2
    assert opened.feedback.says[0] == "The rover carries 0 of 1 sample."
    opened.show_board(1)
    press(opened, "astray")
    assert opened.feedback.board == 2
    assert "d1" not in opened.player.scene["alt"]
