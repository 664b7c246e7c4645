"""Test a learner's actions at the workbench through its traits, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from teachkit.widgets.workbench.workbench import Workbench

from .benches import BASE, carried, check, press, run

GIVEN = {"given": "forward, left", "checks": []}
FOUR = GIVEN | {
    "kind": "choice",
    "points": 3,
    "choices": [
        {"says": square, "checks": [{"check": "stands_on", "square": square}]}
        for square in ("a1", "c1", "b1", "d1")
    ],
}


def test_showing_an_exercise_writes_nothing(bench, tmp_path):
    """A look is not an answer."""
    assert repr(bench()) == "Workbench('99-01-task', 0 of 2 points)"
    assert list(tmp_path.iterdir()) == []


def test_each_change_is_kept_at_once_and_there_when_it_is_opened_again(bench, kept):
    """Before anything is run; as after a kernel restart."""
    bench().builder.program = ["forward", "left"]
    assert kept()["answer"] == "forward, left"
    assert bench().builder.program == ["forward", "left"]


def test_the_board_is_as_the_last_run_left_it_when_the_exercise_is_opened_again(bench):
    """The learner's own program, not the start."""
    first = run(bench(), "forward")
    again = bench()
    assert again.player.position == len(again.player.stops) - 1 == 1
    assert again.player.stops[-1]["says"] == first.player.stops[-1]["says"]


def test_cards_that_were_never_run_show_no_run_when_they_are_opened_again(bench):
    """Nobody has said yet how it will end."""
    first = run(bench(), "forward")
    first.builder.program = ["forward", "forward"]
    assert len(bench().player.stops) == 1


def test_a_run_earns_points_and_shows_what_happened(bench, kept):
    """The first sentence says how far it is."""
    opened = bench()
    opened.builder.program = ["forward", "forward"]
    press(opened, "run")
    assert opened.feedback.says == ["Sample collected in 2 cards."]
    assert (opened.feedback.points, opened.feedback.mood) == (2, "good")
    assert len(opened.player.stops) == 3
    assert (kept()["attempts"], kept()["best"]) == (1, "forward, forward")


def test_run_waits_for_the_cards_that_were_laid_before(bench):
    """Jupyter keeps a widget's second change back, and hands over a press at once."""
    opened = bench()
    opened.builder.set_state({"program": ["forward"], "saves": 1})
    opened.feedback.set_state({"pressed": {"button": "run", "after": 2, "n": 1}})
    assert opened.feedback.results == 0
    opened.builder.set_state({"program": ["forward", "forward"], "saves": 2})
    assert opened.feedback.results == 1
    assert opened.grade.solved
    opened.builder.set_state({"program": ["left"], "saves": 3})
    assert opened.feedback.results == 1, "pressed once, run once"


def test_earned_points_stay_when_a_later_try_is_worse(bench):
    """The best counts."""
    opened = run(bench(), "forward", "forward")
    assert run(opened, "left").grade.points == 0
    assert opened.feedback.points == 2


def test_run_is_locked_until_something_is_predicted(bench):
    """This holds only for an exercise that asks for a prediction."""
    opened = run(bench(predict=True), "forward", "forward")
    assert opened.feedback.says == ["First, say how it will end."]
    assert opened.feedback.locked
    opened.form.answer = "b1 east"
    assert not opened.feedback.locked


@pytest.mark.parametrize("text", ["b1", "somewhere", "z9 north"])
def test_what_cannot_be_read_is_no_try_and_opens_no_run(bench, kept, text):
    """One sentence says how it is written."""
    opened = bench(predict=True)
    opened.builder.program = ["forward", "forward"]
    check(opened, text)
    assert opened.feedback.locked
    assert len(opened.feedback.says) == len(opened.player.stops) == 1
    asked = check(predicted(bench), text)
    assert (len(asked.feedback.says), asked.form.locked, len(asked.player.stops)) == (1, False, 1)
    assert "attempts" not in kept()


def test_a_row_that_cannot_be_read_is_named_and_the_others_are_not_judged(bench, kept):
    """Nor is it a try."""
    table = check(bench(kind="trace", points=2, **GIVEN), "b1 east\nb1 up")
    says = "Line 2: Write which way it faces: north, east, south or west."
    assert (table.feedback.says, table.feedback.points) == ([says], 0)
    assert "attempts" not in kept()


def test_a_wrong_prediction_costs_nothing_and_is_compared(bench, kept):
    """You said … it ended …"""
    opened = bench(predict=True)
    opened.builder.program = ["forward", "forward"]
    check(opened, "b1 east")
    assert opened.feedback.says[-1] == (
        "You said b1 east, but it was c1 east. It faces the right way. Check the square. "
        "That was true after card 1. Card 2 changed it."
    )
    assert [part["right"] for part in opened.form.marks] == [False, True]
    opened.builder.program = ["forward"]
    assert opened.form.marks == []
    assert opened.feedback.points == 2
    assert kept()["prediction"] == "b1 east"


def test_par_is_a_badge_beside_the_points(bench):
    """Earned by a program that is as good as the proven best."""
    opened = bench()
    for program, earned in ((["forward", "forward"], False), (["all-forward"], True)):
        shown = run(opened, *program).feedback.badges[0]
        assert shown == {"says": "Par: 1 card", "earned": earned}


def test_reset_starts_one_exercise_again(bench, kept):
    """The cards go, the points stay."""
    opened = run(bench(), "forward", "forward")
    opened.reset()
    assert (opened.builder.program, opened.feedback.points) == ([], 2)
    assert kept()["answer"] == ""


def test_a_card_beyond_the_hand_is_one_sentence_and_stays_where_it_is(bench):
    """Nothing that was laid is lost."""
    opened = run(bench(cards={"forward": 1, "left": 2}), "forward", "forward")
    assert opened.feedback.says == ['Your hand has only 1 "forward" card.']
    assert opened.builder.program == ["forward", "forward"]


def test_a_loop_around_nothing_is_one_sentence(bench):
    """The loop stays where it is."""
    opened = run(bench(edition="loops"), "forward", {"repeat": 2, "body": []})
    assert opened.feedback.says == ["A loop needs at least one card inside."]
    assert opened.builder.text == "forward, 2x()"


def test_misspelt_python_keeps_the_cards(bench):
    """The typed text stays, too. The message says where it is wrong, and what would be right."""
    opened = bench()
    opened.builder.program = ["forward"]
    opened.builder.draft = {"notation": "python", "source": "forward()\nforwrd()", "n": 1}
    assert opened.builder.program == ["forward"]
    assert opened.builder.complaint["line"] == 2
    assert opened.builder.complaint["says"] == (
        'There is no card "forwrd". Did you mean "forward"?'
    )


def test_the_board_where_it_fails_is_the_one_that_is_shown(bench):
    """With several boards."""
    other = {"floor": ". . . .", "rovers": {"red": "b1 east"}, "samples": {"c1": "blue"}}
    opened = run(
        bench(starts=[BASE["starts"][0], other]), "forward", "forward", "u-turn", "forward"
    )
    assert opened.feedback.says == ["Sample collected in 4 cards."]
    run(opened, "forward")
    assert opened.feedback.board == 1
    assert opened.feedback.says[0] == (
        "Your program works on 1 of 2 boards. Board 1: The rover carries 0 of 1 sample."
    )
    press(opened, "board", 2)
    assert "b1" in opened.player.stops[0]["board"]


def test_answers_travel_to_another_computer(bench):
    """Save a copy there, bring it back here."""
    opened = run(bench(), "forward", "forward")
    elsewhere = carried(opened, bench)
    assert opened.feedback.file["name"] == "answers.json"
    assert elsewhere.feedback.says == ["1 exercise was restored."]
    assert (elsewhere.builder.program, elsewhere.feedback.points) == (["forward", "forward"], 2)
    press(elsewhere, "bring", "nonsense")
    assert elsewhere.feedback.says == [
        "This is not an answers file. Choose a file that you downloaded."
    ]


def test_what_is_brought_back_is_shown_in_every_open_exercise(bench):
    opened = run(bench(), "forward", "forward")
    press(opened, "save")
    Path("answers.json").unlink()
    pressed, beside = run(bench(), "forward"), bench()
    press(pressed, "bring", opened.feedback.file["content"])
    assert (beside.builder.program, beside.feedback.points) == (["forward", "forward"], 2)


def test_a_damaged_answers_file_is_set_aside_and_named(bench, tmp_path):
    """The learner reads where it is."""
    (tmp_path / "answers.json").write_text('{"teachkit": 1, "answ')
    assert bench().feedback.says == [
        "Your answers file was damaged. It is now called answers.damaged-1.json."
    ]


def test_a_choice_a_prediction_and_a_table_are_answered_in_the_task(bench):
    """No cards to lay: the task has a form, and Check instead of Run."""
    predicted = check(bench(kind="predict", points=1, **GIVEN), "b1 north")
    assert (predicted.builder, predicted.feedback.run) == (None, "check")
    assert predicted.feedback.points == 1
    table = check(bench(kind="trace", points=2, **GIVEN), "b1 east\nb1 east")
    assert table.feedback.says[0] == "Line 1 is right."
    assert check(bench(**FOUR), "c").feedback.says == ["Right."]


def test_letters_tried_before_stand_before_the_one_that_is_chosen(bench, kept):
    """Looking at a choice is not an attempt, and neither is the same letter again."""
    opened = bench(**FOUR)
    opened.form.answer = "d"
    check(opened, "a", "a")
    assert (opened.answer, opened.form.answer, opened.feedback.mood) == ("a", "a", "look")
    opened.form.answer = "d"
    opened.form.answer = "c"
    assert (opened.answer, opened.feedback.stale) == ("a, c", True)
    opened.run()
    assert (kept()["answer"], kept()["best"]) == ("a, c", "a, c")
    assert (opened.form.answer, opened.feedback.points) == ("c", 2)
    assert not opened.feedback.stale


def test_a_right_letter_after_a_wrong_one_is_right_and_shows_its_run(bench):
    """It only earns less, and says so."""
    opened = check(bench(**FOUR), "b")
    assert len(opened.player.stops) == 1
    check(opened, "c")
    assert (opened.feedback.mood, opened.feedback.says[0]) == ("good", "Right.")
    assert opened.feedback.says[1] == "You tried other letters first, so this earns 2 of 3 points."
    assert len(opened.player.stops) > 1


def test_who_clicks_through_all_letters_earns_nothing(bench):
    """Also who starts again, or opens the exercise again, in between."""
    opened = check(bench(**FOUR), "a")
    opened.reset()
    assert (opened.answer, opened.form.answer) == ("", "")
    check(opened, "b")
    again = bench(**FOUR)
    assert (again.answer, again.form.answer) == ("a, b", "b")
    check(again, "d")
    again.reset()
    last = bench(**FOUR)
    assert last.answer == ""
    check(last, "c")
    assert (last.grade.solved, last.feedback.points) == (True, 0)
    assert last.feedback.says == [
        "Right.",
        "You tried other letters first, so this earns no points.",
    ]


def test_points_earned_by_a_choice_are_not_lost_by_later_tries(bench):
    """The best stays, and it is never bettered by trying on."""
    opened = check(bench(**FOUR), "a", "c")
    assert opened.feedback.points == 2
    check(opened, "b", "c")
    assert (opened.answer, opened.feedback.points) == ("a, b, c", 2)


def test_what_was_tried_in_another_tab_was_tried(bench):
    """Two benches of one exercise, both opened before anything was tried."""
    one, other = bench(**FOUR), bench(**FOUR)
    check(one, "a", "b", "d")
    check(other, "c")
    assert (other.answer, other.feedback.points) == ("a, b, d, c", 0)


def test_a_letter_that_was_struck_out_was_not_tried(bench):
    """Help costs nothing."""
    opened = bench(**FOUR | {"hints": []})
    opened.hint()
    assert any(each.get("struck") for each in opened.task.form["choices"])
    check(opened, "c")
    assert (opened.answer, opened.feedback.points) == ("c", 3)


def test_what_was_tried_comes_along_from_another_computer(bench):
    """With the answers file that is brought."""
    fresh = carried(check(bench(**FOUR), "a"), lambda: bench(**FOUR))
    assert fresh.form.answer == "a"
    check(fresh, "c")
    assert (fresh.answer, fresh.feedback.points) == ("a, c", 2)


def test_an_order_is_laid_kept_and_comes_back(bench, kept):
    """The run is shown only if the answer is right."""
    moments = [{"says": "Left", "when": "red 2"}, {"says": "Forward", "when": "red 1"}]
    keys = GIVEN | {"kind": "order", "choices": moments}
    opened = bench(**keys)
    assert (opened.builder, opened.feedback.run) == (None, "check")
    opened.form.program = ["a", "b"]
    assert kept()["answer"] == "a, b"
    opened.run()
    assert opened.feedback.says[-1] == "Something else happens first."
    assert len(opened.player.stops) == 1
    again = bench(**keys)
    assert again.form.program == ["a", "b"]
    again.form.program = ["b", "a"]
    again.run()
    assert again.feedback.says == ["Right."]
    assert len(again.player.stops) > 1
    again.reset()
    assert again.form.program == []


def predicted(bench) -> Workbench:
    other = {"floor": ". . . .", "rovers": {"red": "b1 east"}}
    return bench(kind="predict", points=1, given="forward", checks=[],
                 starts=[BASE["starts"][0], other])  # fmt: skip


def test_a_wrong_prediction_is_tried_again_on_another_board(bench):
    """The run that was shown gives the answer away."""
    opened = check(predicted(bench), "c1 east")
    other = 'Press "Start again" to get a new board.'
    assert (opened.feedback.says[-1], opened.form.locked) == (other, True)
    told = list(opened.feedback.says)
    assert (told[0], opened.feedback.mood) == ("You said c1 east, but it was b1 east.", "seen")
    opened.run()
    assert (opened.feedback.says, opened.feedback.used_up) == (told, True)
    check(opened, "b1 east")
    assert (opened.feedback.says, opened.feedback.points) == ([other], 0)
    opened.reset()
    assert (opened.form.answer, opened.form.locked, opened.feedback.used_up) == ("", False, False)
    check(opened, "c1 east")
    assert (opened.feedback.points, opened.form.locked) == (1, False)


def test_enter_checks_a_prediction_but_runs_no_program(bench):
    """Beside a program the prediction is only the first half."""
    opened = predicted(bench)
    opened.form.answer = "b1 east"
    opened.form.entered += 1
    assert opened.feedback.points == 1
    program = bench(predict=True)
    program.form.answer = "b1 east"
    program.form.entered += 1
    assert program.feedback.results == 0


def test_a_prediction_comes_back_with_its_board(bench):
    """An answer of the second board is shown on the second board."""
    opened = predicted(bench)
    opened.reset()
    elsewhere = carried(check(opened, "c1 east"), lambda: predicted(bench))
    assert elsewhere.form.answer == "c1 east"
    assert "b1" in elsewhere.player.stops[0]["spoken"]


def test_each_run_is_a_result_to_be_told(bench):
    """The same sentence again is said again."""
    opened = bench()
    opened.run()
    opened.run()
    assert opened.feedback.results == 2


def test_question_cards_share_their_number(bench):
    """`while = 2` is two cards, whatever they ask."""
    tray = bench(edition="sensors", cards={"forward": 1, "while": 2}).builder.tray
    asked = [entry for entry in tray if entry["id"].startswith("while")]
    assert {(entry["limit"], entry["group"]) for entry in asked} == {(2, "while")}


def test_a_folder_that_cannot_be_written_is_said_and_the_cards_stay(bench, monkeypatch):
    """As in a lessons folder without write permission."""
    opened = bench()
    monkeypatch.setattr("os.access", lambda *about: False)
    opened.builder.program = ["forward"]
    assert "cannot be written" in opened.feedback.says[0]
    assert opened.builder.program == ["forward"]
