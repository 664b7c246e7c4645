"""Test that a verdict waits for its run, and is stale for another program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers
from teachkit.classroom.progress import Points
from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.feedback import Feedback
from teachkit.widgets.finish import Finish
from teachkit.widgets.workbench.workbench import Workbench

from ..every_exercise import exercises
from .benches import run

GIVEN = [
    exercise
    for exercise in exercises()
    if exercise.file.given.strip() and exercise.kind.form.lays_cards
]


@pytest.fixture
def bench(bench: Callable[[], Workbench]) -> Workbench:
    """Return two squares to drive; `feedback` records everything that is sent."""
    return bench()


def test_a_verdict_waits_for_its_run(bench: Workbench) -> None:
    run(bench, "forward")
    assert bench.feedback.waits
    assert bench.feedback.says[0] == "The rover carries 0 of 1 sample."


def test_what_is_refused_is_told_at_once(bench: Workbench) -> None:
    run(bench, "forward")
    run(bench, {"repeat": 2, "body": []})
    assert not bench.feedback.waits
    assert not bench.feedback.stale


def test_the_verdict_is_sent_in_one_piece(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points and sentences come together with the information that they wait."""
    bench.builder.program = ["forward", "forward"]
    sent: list[tuple[set[str], int]] = []
    monkeypatch.setattr(
        bench.feedback, "send_state", lambda key: sent.append((set(key), bench.player.plays))
    )
    bench.run()
    ((names, plays),) = sent
    assert names >= {"says", "mood", "points", "results", "waits"}
    assert plays == 1


def test_a_verdict_is_stale_as_long_as_another_program_lies_there(bench: Workbench) -> None:
    run(bench, "forward")
    says = list(bench.feedback.says)
    assert not bench.feedback.stale
    bench.builder.program = ["forward", "forward"]
    assert (bench.feedback.stale, bench.feedback.astray) == (True, False)
    bench.builder.program = ["forward"]
    assert (bench.feedback.stale, bench.feedback.astray) == (False, True)
    assert bench.feedback.says == says


def test_beginning_again_takes_the_verdict_away(bench: Workbench) -> None:
    run(bench, "forward")
    bench.reset()
    assert (bench.feedback.says, bench.feedback.stale) == ([], False)


@pytest.mark.parametrize(("possible", "sentence"), [(1, "1 of 1 point"), (3, "1 of 3 points")])
def test_points_agree_with_their_number(possible: int, sentence: str) -> None:
    """The browser fills in the points earned; the noun agrees with those possible."""
    shown = Feedback(possible=possible, points=1).words["points"]
    assert shown.replace("{points}", "1") == sentence
    assert sentence in Points(1, possible)._repr_html_()


@pytest.mark.parametrize(("part", "cheers"), [(0.0, 0), (0.2, 1), (1.0, 1)])
def test_only_earned_points_are_celebrated(part: float, cheers: int) -> None:
    finish = Finish(lambda: {"says": "points", "part": part, "waiting": []})
    finish.pressed = 1
    assert (finish.says[-1], finish.cheers) == ("points", cheers)
    assert finish.says[0].startswith("You have not earned any points") == (part == 0)


@pytest.mark.parametrize("exercise", GIVEN, ids=lambda exercise: exercise.id)
def test_running_a_given_program_unchanged_is_never_judged_as_wrong(
    exercise: Exercise, tmp_path: Path
) -> None:
    """The run is shown, and the sentence about it is neither praise nor blame."""
    bench = Workbench(exercise, Answers(tmp_path))
    if exercise.file.predict:
        bench.form.answer = exercise.game.whereabouts(exercise.starts[0].state, exercise.player)
    bench.run()
    assert (bench.feedback.mood, len(bench.feedback.says) >= 1) == ("seen", True)
    assert len(bench.player.stops) > 1
