"""Test runs as web pages: what is in the file, and that no text on it becomes markup."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import run
from teachkit.errors import AnswerError, UnknownNameError
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.explaining.explain import report
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import NAMES, algoracing, game
from teachkit.games.algoracing.setup import Setup
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from teachkit.widgets.common.page import page
from teachkit.widgets.player import Player
from teachkit.widgets.workbench.lesson_calls import watch
from teachkit.widgets.workbench.run_pages import report_page
from tests.every_exercise import exercises
from tests.exercises.test_files import FILE

MOST = 400_000  # bytes of a page with one board
HOSTILE = "</script></style><script>alert(1)</script><img src=x onerror=alert(2)>"


class Seen(HTMLParser):
    """The tags of a page in order, and the data of its widgets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.runs: list[Any] = []
        self.words, self._is_data = "", False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._is_data = "data-widget" in dict(attrs)

    def handle_data(self, data: str) -> None:
        if self._is_data and data.strip():
            self.runs.append(json.loads(data))
            self._is_data = False
        elif self.tags and self.tags[-1] not in ("script", "style"):
            self.words += data


def trace_of(program: str | dict[str, str], **start: Any) -> Any:
    return run(algoracing.GAME, Setup(**start).state(), program)


def test_a_trace_is_a_page_with_its_program_and_all_steps() -> None:
    trace = trace_of("2x(forward), left", floor=". . .", rovers={"red": "a1 east"})
    html = trace.to_html("Two steps & a turn")
    seen = Seen(html)
    [data] = seen.runs
    assert html.startswith("<!DOCTYPE html>")
    assert [seen.tags.count(tag) for tag in ("title", "h1", "main", "h2")] == [1, 1, 1, 1]
    assert "Two steps & a turn" in seen.words
    assert data["scene"]["program"] == [{"repeat": 2, "body": ["forward"]}, "left"]
    lines: dict[str, str] = {}
    for stop, state in zip(
        data["scene"]["stops"], (trace.start, *(each.after for each in trace.stops())), strict=True
    ):
        lines |= stop["board"]  # only those that differ from the stop before
        assert "\n".join(lines.values()) == str(state)
    assert all(" ".join(each.says) in seen.words for each in trace.stops())
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|\burl\((?!data:)", html)


def test_the_programs_of_several_pieces_are_on_the_page() -> None:
    rovers = {"red": "a1 east", "green": "a2 east"}
    trace = trace_of({"red": "left", "green": "forward"}, edition="turns", floor=". .\n. .",
                     rovers=rovers)  # fmt: skip
    for part in (trace, trace[:1]):
        strips = Seen(part.to_html()).runs[0]["scene"]["strips"]
        assert [strip["program"] for strip in strips] == [["left"], ["forward"]]


@pytest.mark.parametrize("name", NAMES)
def test_a_match_of_every_game_is_a_page_whatever_is_known_of_its_programs(name: str) -> None:
    setup = game(name).opening.match(2)
    seats = {piece: at_random(piece) for piece in setup.players}
    trace = Match(game(name), setup, 3, seats, frame_limit=40).trace
    [data] = Seen(trace.to_html()).runs
    assert len(data["scene"]["stops"]) > 1


def test_what_is_no_state_of_a_game_has_no_page() -> None:
    trace = trace_of("", floor=".", rovers={"red": "a1 east"})
    trace.start = object()
    with pytest.raises(UnknownNameError, match="There is no game"):
        trace.to_html()


def test_no_text_becomes_markup() -> None:
    stop = {"says": [HOSTILE], "board": HOSTILE, "spoken": HOSTILE}
    player = Player({"stops": [stop, stop], "over": HOSTILE, "source": HOSTILE}, {"over": HOSTILE})
    html = page(HOSTILE, [player.as_view(HOSTILE)], HOSTILE, [HOSTILE])
    plain = page("x", [Player({"stops": [stop | {"says": ["x"], "board": "x"}] * 2}).as_view("x")],
                 "x", ["x"])  # fmt: skip
    seen = Seen(html)
    assert [tag for tag in seen.tags if tag != "li"] == [
        tag for tag in Seen(plain).tags if tag != "li"
    ]
    assert seen.runs[0]["scene"]["source"] == HOSTILE


def test_nobody_is_asked_where_nobody_judges() -> None:
    player = watch("algoracing", floor=". .", rovers={"red": "a1 east"}, program="forward",
                   ask={1: "Where will it be?"})  # fmt: skip
    [data] = Seen(player.to_html()).runs
    assert (data["questions"], data["position"]) == ([], 0)
    assert player.questions != []


def test_the_page_is_in_the_chosen_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teachkit.classroom.pages.language_code", lambda: "de")
    assert '<html lang="de">' in Player({"stops": [{}]}).to_html()


def solved(exercise: Exercise, boards: int = 9) -> str:
    whole = report(exercise, solution(exercise))
    return report_page(replace(whole, attempts=whole.attempts[:boards]))


FIRST = {each.lesson: each for each in reversed(exercises()) if each.kind.form.lays_cards}


@pytest.mark.parametrize("exercise", FIRST.values(), ids=FIRST)
def test_the_first_board_of_a_lesson_is_a_small_page(exercise: Exercise) -> None:
    html = solved(exercise, boards=1)
    assert len(Seen(html).runs) == 1
    assert len(html.encode()) <= MOST


def test_an_exercise_shows_its_boards_and_its_verdict_and_its_scripts_once() -> None:
    html = solved(find_exercise("05-07"))
    seen = Seen(html)
    assert (seen.tags.count("h1"), seen.tags.count("h2"), len(seen.runs)) == (1, 4, 4)
    assert html.count("function keepKeys(") == 1
    assert "It works: everything is as it should be." in seen.words
    assert len(html.encode()) <= 2 * MOST


def test_a_python_drive_shows_its_lines() -> None:
    exercise = find_exercise("19-11")
    for data in Seen(solved(exercise)).runs:
        assert data["scene"]["source"] == solution(exercise)
        assert [stop.get("line") for stop in data["scene"]["stops"]][1] == 1


def test_a_function_shows_the_call_that_goes_wrong() -> None:
    source = "def swap(n):\n    return n * 2 - 1\n"
    seen = Seen(report_page(report(find_exercise("12-06"), source)))
    [data] = seen.runs
    stops = data["scene"]["stops"]
    assert ([stop.get("line") for stop in stops[1:]], stops[-1]["returned"]) == ([1, 2], "181")
    assert "swap(91)" in seen.words


def test_hidden_boards_stay_hidden(tmp_path: Path) -> None:
    hidden = '[[starts]]\nhidden = true\nfloor = ". . . ."\nrovers = { red = "b1 east" }\n'
    path = tmp_path / "two-steps.toml"
    path.write_text(FILE + hidden, encoding="utf-8")
    assert len(Seen(solved(find_exercise(str(path)))).runs) == 1


def test_where_nothing_runs_there_is_no_page() -> None:
    with pytest.raises(AnswerError, match="Nothing runs in this exercise"):
        solved(find_exercise("14-01"))
