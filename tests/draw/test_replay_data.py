"""The data of the browser's player: composed, they are the picture of every stop."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from teachkit.core.game.game import run
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import png
from teachkit.draw.replay_data import match_data, replay_data, settled
from teachkit.draw.scene import retold, scene
from teachkit.games import NAMES, algoracing, game, roborally
from teachkit.games.algoracing.setup import Setup
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

from .pixels import pixels, put_together

START: dict[str, Any] = {
    "edition": "nested",
    "board": "two-hills",
    "rovers": {"red": "a1 east", "green": "d4 west"},
    "samples": {"c1": "blue", "e1": ["blue", "green"], "f4": ["blue"] * 4},
    "bases": {"red": "a1", "green": "f1"},
}
TOUR = "2x(forward), 3x(forward), left, all-forward, right, forward, 2x(left), forward, jump"


def ran(program: str = TOUR, **changes: Any) -> tuple[Trace, dict[str, Any]]:
    trace = run(algoracing.GAME, Setup(**START | changes).state(), program)
    return trace, replay_data(trace, algoracing.GAME, Program.read(program))


def test_there_is_a_stop_for_the_start_and_one_for_each_card_that_ran() -> None:
    trace, sent = ran()
    stops, steps = sent["stops"], trace.stops()
    assert len(stops) == 1 + len(steps)
    assert [stop["card"] for stop in stops[1:]] == [each.step and each.step.card for each in steps]
    assert stops[0]["card"] is None
    assert [tuple(stop["says"]) for stop in stops] == [(), *(each.says for each in steps)]
    assert [stop["board"] for stop in stops] == [
        str(trace.start), *(str(each.after) for each in steps)
    ]  # fmt: skip
    assert [stop["skipped"] for stop in stops] == [False, *(bool(each.skipped) for each in steps)]
    assert sum(stop["skipped"] for stop in stops) == 2


def test_turns_belong_to_the_loop_around_the_card() -> None:
    _, sent = ran("2x(2x(left))")
    turns = [stop["turn"] for stop in sent["stops"]]
    assert turns == ["", "round 1 of 2", "round 2 of 2", "round 1 of 2", "round 2 of 2"]


def test_what_comes_after_the_last_card_has_a_stop_of_its_own() -> None:
    """The elevator runs when the program has ended, without a card."""
    _, sent = ran("left", board="crater-rim", edition="complete", samples={}, bases={},
                  rovers={"red": "d5 east"})  # fmt: skip
    start, card, ride = sent["stops"]
    assert (card["card"], ride["card"]) == (1, None)
    assert [str(says).startswith("The elevator") for says in ride["says"]] == [True]
    assert card["places"]["red"][:2] == start["places"]["red"][:2]
    assert ride["places"]["red"][1] > start["places"]["red"][1] + 40


def test_it_can_be_sent() -> None:
    trace, sent = ran()
    assert sent["program"] == Program.read(TOUR).to_json()
    assert sent["cards"]["forward"] == {"symbol": "↑", "label": "Forward", "kind": "moves"}
    assert (sent["width"], sent["height"], sent["follow"]) == (467, 500, "red")
    assert sent["alt"].startswith("A board of 6 by 6 squares. Low hills: d2, e2, d3,")
    assert sent["way"]
    assert json.loads(json.dumps(sent, default=len))
    assert replay_data(trace, algoracing.GAME, Program.read(TOUR)) == sent
    for piece in sent["pieces"]:
        assert piece["picture"].startswith(b"<svg ")
        assert piece["height"] == piece["width"]


def test_every_stop_says_where_the_rover_is() -> None:
    _, sent = ran("forward, left")
    assert [stop["spoken"] for stop in sent["stops"]] == [
        "The red rover is on a1, faces east and carries 0 samples.",
        "The red rover is on b1, faces east and carries 0 samples.",
        "The red rover is on b1, faces north and carries 0 samples.",
    ]


def test_a_start_alone_can_be_shown() -> None:
    start = Setup(**START).state()
    (stop,) = replay_data(Trace(start), algoracing.GAME, Program())["stops"]
    assert stop["spoken"].count("rover is on") == 2
    assert stop["places"]["green"][2:] == [270, 1]


def test_pieces_that_cannot_be_seen_wait_where_they_belong() -> None:
    _, sent = ran("2x(forward), forward, forward")
    stops = [stop["places"] for stop in sent["stops"]]
    assert [places["c1 samples 1"][3] for places in stops] == [1, 1, 0, 0, 0]
    assert len({tuple(places["c1 samples 1"][:2]) for places in stops}) == 1
    assert [places["red carries 1"][3] for places in stops] == [0, 0, 1, 1, 0]
    assert [places["red carries 3"][3] for places in stops] == [0, 0, 0, 0, 1]
    for number, places in enumerate(stops):
        for name in ("red carries 1", "red carries 3"):
            if any(near[name][3] for near in stops[max(0, number - 1) : number + 2]):
                assert places[name][:3] == places["red"][:3]


def test_letters_stay_upright() -> None:
    _, sent = ran("left, left, left")
    assert [stop["places"]["red"][2] for stop in sent["stops"]] == [90, 0, 270, 180]
    assert [stop["places"]["red letter"][2] for stop in sent["stops"]] == [0] * 4


def test_put_together_the_pieces_are_the_picture() -> None:
    trace, sent = ran()
    states = [trace.start, *(each.after for each in trace.steps())]
    for stop, state in zip(sent["stops"], states, strict=True):
        expected, actual = pixels(png(state)), put_together(sent, stop)
        assert np.abs(expected - actual).mean() < 0.7  # the edges of letters


# Several pieces --------------------------------------------------------------------------------

TWO: dict[str, Any] = {
    "edition": "turns",
    "floor": ". . . .\n. . . .",
    "rovers": {"red": "a1 east", "green": "b1 north"},
}


def test_where_several_run_each_has_a_strip_and_a_stop_says_whose_it_is() -> None:
    state = Setup(**TWO, programs={"green": "forward, right"}).state()
    trace = run(algoracing.GAME, state, "2x(forward)")
    sent = replay_data(trace, algoracing.GAME, Program.read("2x(forward)"))
    assert [(strip["actor"], strip["label"]) for strip in sent["strips"]] == [
        ("red", "Red"), ("green", "Green"),
    ]  # fmt: skip
    assert sent["strips"][1]["program"] == ["forward", "right"]
    assert [(stop["actor"], stop["card"], stop["place"]) for stop in sent["stops"]] == [
        ("", None, None), ("red", 1, 1), ("green", 1, 2), ("red", 1, 1), ("green", 2, 3),
    ]  # fmt: skip
    assert "green" in sent["stops"][2]["spoken"]
    assert sent["timeline"]["rounds"] == 2
    assert [row["label"] for row in sent["timeline"]["rows"]] == ["Red", "Green"]


def test_a_badge_is_at_the_piece_that_was_skipped() -> None:
    """It is beside the piece, and gone when the next card runs."""
    start = Setup(floor=". .\n. .", rovers={"red": "a1 north"}).state()
    trace = run(algoracing.GAME, start, "forward, forward, left, forward")
    shown = replay_data(trace, algoracing.GAME, Program.read("forward, forward, left, forward"))
    now = [stop["badges"] for stop in shown["stops"]]
    assert [len(each) for each in now] == [0, 0, 1, 0, 1]
    (x, y, *_), (rover_x, rover_y, *_) = now[2][0], shown["stops"][2]["places"]["red"]
    assert (x > rover_x, y < rover_y) == (True, True)


def test_what_others_will_do_is_shown_before_anything_ran() -> None:
    state = Setup(**TWO, programs={"green": "forward"}).state()
    sent = replay_data(Trace(state, (), "red"), algoracing.GAME, Program())
    assert [strip["actor"] for strip in sent["strips"]] == ["green"]
    assert sent["timeline"]["rounds"] == 0


def test_programs_of_several_are_given_by_name() -> None:
    lanes = Lanes.of({"red": Program.read("forward"), "green": Program.read("right")})
    trace = run(algoracing.GAME, Setup(**TWO).state(), dict(lanes.lanes))
    sent = replay_data(trace, algoracing.GAME, lanes)
    assert [strip["program"] for strip in sent["strips"]] == [["forward"], ["right"]]


def test_one_that_is_alone_has_one_strip_and_no_table() -> None:
    _, sent = ran("forward")
    assert (sent["strips"], sent["timeline"]) == ([], {})
    assert {stop["actor"] for stop in sent["stops"]} == {""}


def test_what_is_lit_on_the_way_lies_under_the_robots_as_in_the_picture() -> None:
    """Pieces that appear later are not above those that were there from the start."""
    start = roborally.Setup(floor=">> > v\n. . .", robots={"red": "a2 east", "green": "b1 west"},
                            programs={"green": "u-turn 10"})  # fmt: skip
    trace = run(roborally.GAME, start.state(), "right 80")
    sent = replay_data(trace, roborally.GAME, Program.read("right 80"))
    order = [piece["id"] for piece in sent["pieces"]]
    assert max(order.index(name) for name in order if "lit" in name) < order.index("red")
    stops = [trace.start, *(each.after for each in trace.stops())]
    for number, state in enumerate(stops):
        seen = retold(state, scene(state), trace.stops()[:number])
        assert order_in(order, [piece.id for piece in seen.pieces])


def order_in(order: list[str], names: list[str]) -> bool:
    places = [order.index(name) for name in names]
    return places == sorted(places)


SENSING: dict[str, Any] = {
    "edition": "sensors", "board": "two-hills", "samples": {}, "bases": {},
    "rovers": {"red": "a1 east"},
}  # fmt: skip


def told(sent: dict[str, Any]) -> list[str]:
    return [" ".join(stop["says"]) for stop in sent["stops"]]


def test_a_program_whose_if_says_no_has_three_stops() -> None:
    """The start, the question with its bracket highlighted, and the end."""
    _, sent = ran("if blocked(jump, jump)", **SENSING)
    assert told(sent) == [
        "",
        'The answer to "if blocked" is no.',
        "There are no more cards to run.",
    ]
    assert [stop["bracket"] for stop in sent["stops"]] == [None, 1, None]
    assert [stop["answer"] for stop in sent["stops"]] == ["", "no", ""]
    assert sent["over"] == ""


def test_an_endless_loop_ends_as_one() -> None:
    """The last sentence names cards and round, not an end that was never reached."""
    program = "left, while not blocked(u-turn, u-turn)"
    _, sent = ran(program, **SENSING | {"rovers": {"red": "b2 east"}, "board": "two-hills"})
    assert told(sent)[-1].endswith("Cards 2–3 repeat forever from step 2 on.")
    assert sent["over"] == "The program never ends: round 2 starts exactly like an earlier round."


@pytest.mark.parametrize("name", NAMES)
def test_a_match_has_scores_at_every_stop_and_a_chapter_for_each_round(name: str) -> None:
    rules = game(name)
    setup = rules.opening.match(2)
    match = Match(rules, setup, 3, {each: at_random(each) for each in setup.players}, (), 400)
    names = dict(zip(setup.players, ("Ada", "Bo"), strict=True))
    data = match_data(match.trace, rules, names)
    trace = settled(match.trace)
    states = [trace.start, *(stop.after for stop in trace.stops())]
    assert [stop["scores"] for stop in data["stops"]] == [dict(rules.points(s)) for s in states]
    assert data["names"] == names
    assert data["together"] == (name == "calamitron")
    rounds = [rules.round(state) for state in states]
    begun = [stop for stop in range(1, len(states)) if rounds[stop - 1] != rounds[stop]]
    assert [chapter["stop"] for chapter in data["chapters"]] == begun
    assert len(begun) > 1
    for chapter in data["chapters"]:
        assert f"{chapter['title']}." in data["stops"][chapter["stop"]]["says"]
