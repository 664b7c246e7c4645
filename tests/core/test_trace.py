"""Traces: indexing, the story, explanations of skipped cards, and differences of runs."""

from __future__ import annotations

import gc
import json
import tracemalloc

import pytest

from teachkit.core.game.game import run
from teachkit.core.run.trace import Trace
from teachkit.games import algoracing, roborally
from teachkit.games.algoracing import Setup
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

START = Setup(floor=". . *\n. . .", walls=["b1 east"], rovers={"red": "a1 east"}).state()


def drive(program: str) -> Trace:
    return run(algoracing.GAME, START, program)


def test_a_trace_is_a_row_of_frames() -> None:
    trace = drive("forward, left")
    assert len(trace) == 4
    assert [str(frame.event) for frame in trace] == trace.story().splitlines()
    assert str(trace[1].event) == "The red rover drives to b1."
    assert str(trace[-1].event) == "The red rover now faces north."


def test_the_state_of_a_frame_is_the_one_right_after_its_event() -> None:
    trace = drive("forward, left")
    places = [algoracing.GAME.whereabouts(frame.state, "red") for frame in trace]
    assert places == ["a1 east", "b1 east", "b1 east", "b1 north"]
    assert (trace.start, trace.final) == (START, trace[-1].state)


def test_a_slice_is_a_trace_that_starts_where_its_first_frame_begins() -> None:
    trace = drive("forward, left, forward")
    assert trace[2:].start == trace[1].state
    assert trace[:2] == drive("forward")
    assert trace[2:4].story() == "Card 2: left.\nThe red rover now faces north."
    assert trace[:0] == Trace(START)
    assert trace[:0].final == START


def test_a_frame_that_is_not_there() -> None:
    with pytest.raises(IndexError):
        drive("left")[2]


def test_the_story_is_a_sentence_a_line() -> None:
    assert drive("2x(forward)").story() == (
        "Card 1: forward (round 1 of 2).\n"
        "The red rover drives to b1.\n"
        "Card 1: forward (round 2 of 2).\n"
        "Skipped: there is a wall in front of b1."
    )


def test_why_tells_what_became_of_a_card_in_each_turn() -> None:
    trace = drive("2x(forward), left")
    assert trace.why(card=1) == (
        "Card 1: forward (round 1 of 2). The red rover drives to b1.\n"
        "Card 1: forward (round 2 of 2). Skipped: there is a wall in front of b1."
    )
    assert trace.why(card=2) == "Card 2: left. The red rover now faces north."
    assert trace.why(card=3) == "Card 3 never ran."


def test_why_tells_of_the_branch_that_never_ran() -> None:
    start = Setup(edition="sensors", floor=". .", rovers={"red": "a1 east"}).state()
    trace = run(algoracing.GAME, start, "if blocked(left) else(forward)")
    assert trace.why(card=1) == "Card 1 never ran."


def test_a_card_as_it_ran() -> None:
    one, other = drive("2x(forward)").steps()
    assert (one.step and one.step.card, one.skipped) == (1, None)
    assert str(other.skipped) == "Skipped: there is a wall in front of b1."
    assert (one.before, one.after) == (START, other.before)


def test_what_happens_after_the_program_belongs_to_no_card() -> None:
    """An elevator runs after the algorithm, and samples on top are picked up after the ride."""
    start = Setup(floor="% .", lifts=["a1 east"], rovers={"red": "b1 north"},
                  samples={"a1": "blue"}).state()  # fmt: skip
    trace = run(algoracing.GAME, start, "right, left")
    *_, last, ride = trace.steps()
    assert (last.step and last.step.card, ride.step) == (2, None)
    assert algoracing.GAME.whereabouts(last.after, "red") == "b1 north"
    assert trace.why(card=2) == "Card 2: left. The red rover now faces north."
    assert ride.says == (
        "The elevator carries the red rover from b1 to a1.",
        "The red rover picks up 1 sample on a1 and now carries 1.",
    )
    assert [frame["card"] for frame in trace.to_json()["frames"]] == [1, 1, 2, 2, None, None]


def test_a_match_tells_between_two_programs_what_no_card_did() -> None:
    """Drawing cards and the next turn belong to no card."""
    setup = Setup(board="two-hills", players=("red", "green"))
    strategies = {name: at_random(name) for name in setup.players}
    match = Match(algoracing.GAME, setup, 1, strategies, frame_limit=300)
    ran = [played for played in match.trace.steps() if played.step]
    assert ran
    told = " ".join(says for played in ran for says in played.says)
    assert not any(word in told for word in ("Turn ", "takes", "passes", "runs:"))


def test_the_first_difference_of_two_runs() -> None:
    difference = drive("left, forward").first_difference(drive("left, right"))
    assert str(difference) == "Frame 2: Card 2: forward. / Card 2: right."


def test_a_run_that_is_longer_differs_where_the_other_has_ended() -> None:
    difference = drive("left").first_difference(drive("left, left"))
    assert str(difference) == "Frame 2: it has ended / Card 2: left."


def test_equal_runs_have_no_difference() -> None:
    assert drive("left").first_difference(drive("left")) is None
    assert drive("left") == drive("left")
    assert hash(drive("left")) == hash(drive("left"))
    assert drive("left") != drive("right")


def test_a_trace_as_plain_data() -> None:
    """For each frame: card and turn, the event with its facts, its sentence, the board."""
    data = json.loads(json.dumps(drive("2x(forward)").to_json()))
    assert data["start"] == str(START)
    assert data["frames"][1] == {
        "card": 1,
        "turn": [[1, 2]],
        "event": {"name": "Moved", "rover": "red", "start": "a1", "end": "b1"},
        "says": "The red rover drives to b1.",
        "board": str(drive("forward").final),
    }
    skipped = {"name": "Skipped", "actor": "red", "reason": "there is a wall in front of b1"}
    assert data["frames"][3]["event"] == skipped


def test_what_no_card_does_has_a_stop_for_each_of_its_parts() -> None:
    """All reveal their cards, a card runs, express belts, then all belts with their bend."""
    start = roborally.Setup(
        floor=">> > v\n. . .", robots={"red": "a2 east", "green": "b1 east"}, lasers=[],
        programs={"green": "left 70"},
    )  # fmt: skip
    stops = run(roborally.GAME, start.state(), "right 80").stops()
    assert [stop.frames[0].event.part for stop in stops] == ["cards", "", "", "express", "belts"]
    assert [stop.step is None for stop in stops] == [True, False, False, True, True]
    assert [len(stop.frames) for stop in stops] == [1, 2, 2, 1, 2]


def test_ten_thousand_frames_take_two_megabytes() -> None:
    """Of a program whose steps are known, as when several learners hand in the same one."""
    start, program = Setup(floor=". . .", rovers={"red": "a1 north"}).state(), "6x(834x(left))"
    run(algoracing.GAME, start, program)
    gc.collect()
    tracemalloc.start()
    try:
        trace = run(algoracing.GAME, start, program)
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size / len(trace) < 200
