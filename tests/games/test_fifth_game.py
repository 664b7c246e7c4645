"""Test a fifth game, made by following CONTRIBUTING: everything else works with it unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

import teachkit as tk
from teachkit.draw import paths
from teachkit.draw.scene import Background, Layer, Piece, Placed, Scene, scene
from teachkit.draw.shapes import INK, PAPER, Shape
from teachkit.draw.squares import MARGIN, middle, middles, names
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.generator.contract import Contract
from teachkit.exercises.generator.generate import generate
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.solving.par import par
from teachkit.games import PACKAGES, game
from teachkit.play.match import Match
from teachkit.play.strategies import STRENGTHS, house
from teachkit.widgets.player import Player
from teachkit.widgets.table.opening import table
from teachkit.widgets.workbench.workbench import Workbench

from .maze import FLOORS, GAME, Setup, State

TRIANGLE = paths.polygon((0, 0.4), (0.35, -0.2), (-0.35, -0.2))
START = {"floor": FLOORS["small"], "walls": ["a2 east"], "robots": {"red": "a1 north"}}


@scene.register
def maze_scene(state: State) -> Scene:
    """Draw the robot as a triangle on plain squares."""
    width, height = (size + 2 * MARGIN for size in (state.maze.width, state.maze.height))
    paper = Layer([Shape(paths.rectangle(0, 0, width, height), PAPER)])
    still = Placed(paper, 0, 0), *names(state.maze.width, state.maze.height)
    background = Background(width, height, still, spots=middles(state.maze.squares))
    robot, looks = state.robot, Layer([Shape(TRIANGLE, INK)])
    piece = Piece(robot.name, "robot", looks, 0.9, *middle(robot.square), robot.facing.degrees)
    return Scene(background, (piece,), "A maze.", {robot.name: f"The robot is on {robot.square}."})


@pytest.fixture(autouse=True)
def _fifth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game as the one line in `teachkit/games/__init__.py` would."""
    monkeypatch.setitem(PACKAGES, "maze", "tests.games.maze")


def test_it_is_found_by_its_name() -> None:
    assert game("maze") is GAME


def test_a_program_runs_and_tells_its_story() -> None:
    told = tk.run(GAME, Setup(**START).state(), "forward, right, forward").story()
    assert told.splitlines()[1::2] == [
        "The red robot drives to a2.",
        "The red robot now faces east.",
        "Skipped: there is a wall in front of a2.",
    ]


def test_a_run_is_watched() -> None:
    player = tk.watch("maze", program="2x(forward)", **START)
    assert isinstance(player, Player)
    assert repr(player) == "Player(step 0 of 2)"


def test_an_exercise_is_proven_graded_and_shown() -> None:
    exercise = make_exercise(
        "maze-01",
        {
            "title": "Out", "lesson": "00", "game": "maze", "kind": "program",
            "text": "Drive to **c3**.", "starts": [START], "teaches": ["orientation"],
            "checks": [{"check": "escapes"}, {"check": "uses_at_most", "cards": 5}],
            "hints": ["Go up first."],
            "solution": {"answer": "forward, forward, right, forward, forward"},
            "mistakes": [{"answer": "forward, right, forward", "says": "A wall is there."}],
        },
    )  # fmt: skip
    assert flaws(exercise) == []
    assert [each.best for each in par(exercise)] == [5, 5]
    assert grade(exercise, exercise.file.solution.answer).solved
    assert not grade(exercise, "forward").solved
    assert Workbench(exercise).exercise is exercise


def test_levels_are_generated() -> None:
    levels = generate(Contract("maze", size="4x4"), number=2, seed=1)
    assert [level.data["game"] for level in levels] == ["maze", "maze"]
    for level in levels:
        assert flaws(make_exercise("level", level.data)) == []


def test_a_table_is_played_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = table("maze", ["Ada"], seed=1)
    for _ in range(9):
        if shown.sitting.match.outcome:
            break
        shown.sitting.answer(tk.Program.read("forward"))
    assert shown.sitting.match.outcome


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_house_plays_it(strength: str) -> None:
    setup = GAME.opening.match(1)
    match = Match(GAME, setup, 3, {"red": house(GAME, strength, 3)})
    assert match.outcome
    if strength != "random":
        assert match.outcome.winners == ("red",)
