"""Test a bug hunt at the workbench through traits, without a browser: a mark, then the cards."""

from __future__ import annotations

from teachkit.widgets.workbench.workbench import Workbench

from .benches import BASE as PLAIN
from .benches import carried, run

START = {"floor": ". # .\n. . .\n. . .", "rovers": {"red": "a3 south"}, "samples": {"c1": "blue"}}
BASE = PLAIN | {
    "kind": "repair",
    "mark": True,
    "changes": 1,
    "given": "forward, forward, right, forward, forward",
    "cards": {"forward": 4, "left": 1, "right": 1},
    "starts": [START],
    "solution": {"answer": "forward, forward, left, forward, forward"},
}
ASKS = "Run it. Then mark the first card that goes wrong."
FOUND = "You found it: card 3 goes wrong first. Now make your change."
GIVEN = ["forward", "forward", "right", "forward", "forward"]
RIGHT = ["forward", "forward", "left", "forward", "forward"]


def press(bench: Workbench, *cards: int) -> Workbench:
    """Mark these cards, as the browser tells it, and return the bench."""
    for card in cards:
        count = bench.builder.pressed.get("n", 0) + 1
        bench.builder.pressed = {"button": "mark", "fact": card, "n": count}
    return bench


def seen(bench: Workbench) -> tuple[bool, int, str]:
    return bench.builder.marking, bench.builder.mark, bench.builder.mark_says


def test_the_cards_wait_for_a_mark(bench, tmp_path):
    """Showing it writes nothing."""
    assert seen(bench()) == (True, 0, ASKS)
    assert list(tmp_path.iterdir()) == []


def test_other_exercises_ask_for_none(bench):
    assert seen(bench(mark=False)) == (False, 0, "")


def test_the_wrong_program_can_be_run_before_it_is_marked(bench, kept):
    """The learner sees it fail, is asked still, and is not told where it went astray."""
    hunt = bench()
    hunt.run()
    assert len(hunt.player.stops) > 1
    assert seen(hunt) == (True, 0, ASKS)
    assert not hunt.feedback.astray
    assert hunt.feedback.points == 0
    assert "marks" not in kept()


def test_a_right_mark_frees_the_cards(bench, kept):
    assert seen(press(bench(), 3)) == (False, 3, FOUND)
    assert kept()["marks"] == [3]


def test_a_wrong_mark_is_answered_and_the_cards_still_wait(bench, kept):
    hunt = press(bench(), 2)
    told = "After card 2: a1 south. Everything is right so far. Look further on."
    assert seen(hunt) == (True, 2, told)
    press(hunt, 3)
    assert seen(hunt) == (False, 3, FOUND)
    assert kept()["marks"] == [2, 3]


def test_after_three_wrong_marks_nobody_is_stuck(bench):
    hunt = press(bench(), 1, 2, 5)
    assert seen(hunt) == (False, 5, "The first wrong card is card 3. Now make your change there.")


def test_a_mark_that_comes_late_changes_nothing(bench, kept):
    """Two presses in one go: the second finds the cards free."""
    hunt = press(bench(), 3, 4)
    assert seen(hunt) == (False, 3, FOUND)
    assert kept()["marks"] == [3]


def test_marks_earn_and_cost_nothing(bench, kept):
    hunt = press(bench(), 1, 2, 3)
    run(hunt, *RIGHT)
    assert hunt.feedback.points == hunt.exercise.possible
    assert kept()["marks"] == [1, 2, 3]


def test_what_was_said_goes_when_a_card_changes(bench):
    hunt = press(bench(), 3)
    hunt.builder.program = RIGHT
    assert seen(hunt) == (False, 0, "")
    hunt.builder.program = GIVEN
    assert seen(hunt) == (False, 3, FOUND)


def test_marks_are_there_after_a_restart(bench):
    press(bench(), 2)
    again = bench()
    assert again.builder.marking
    assert again.builder.mark == 2
    press(again, 3)
    assert seen(bench()) == (False, 3, FOUND)


def test_start_again_gives_the_cards_anew_and_keeps_what_was_found(bench):
    hunt = press(bench(), 3)
    hunt.builder.program = RIGHT[:2]
    hunt.reset()
    assert hunt.builder.program == GIVEN
    assert seen(hunt) == (False, 3, FOUND)


def test_start_again_asks_again_where_nothing_was_found(bench):
    hunt = press(bench(), 2)
    hunt.reset()
    assert hunt.builder.marking


def test_a_program_that_was_repaired_before_there_were_marks_still_counts(bench):
    """Neither of a solved one nor of one that was begun is a mark asked."""
    opened = bench(mark=False)
    opened.builder.program = RIGHT[:3]
    assert seen(bench()) == (False, 0, "")
    run(opened, *RIGHT)
    solved = bench()
    assert seen(solved) == (False, 0, "")
    assert solved.feedback.points == 2
    solved.reset()
    assert seen(solved) == (False, 0, "")


def test_a_copy_that_is_brought_back_brings_its_marks(bench):
    assert seen(carried(press(bench(), 3), bench)) == (False, 3, FOUND)


def test_after_the_mark_it_can_be_asked_where_it_went_astray(bench):
    hunt = bench()
    hunt.run()
    press(hunt, 1, 2, 5)
    hunt.run()
    assert hunt.feedback.astray
