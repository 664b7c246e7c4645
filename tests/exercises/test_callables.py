"""Test the list of functions that a learner's Python can call."""

from __future__ import annotations

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import Game
from teachkit.exercises.explaining.callables import callables
from teachkit.exercises.judging.sources import courses_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import game

from ..every_exercise import exercises
from .drives import asked, driven

PYTHON = [each for each in exercises() if each.kind.form.runs_python]


@pytest.mark.parametrize("exercise", PYTHON, ids=lambda each: each.id)
def test_what_can_be_called_has_a_short_line_of_help(exercise: Exercise) -> None:
    for name, signature, says in callables(exercise):
        assert signature.startswith(f"{name}(")
        assert len(says.split()) <= 15
        assert (says[0].isupper(), says[-1]) == (True, ".")


def test_a_drive_may_call_exactly_what_is_listed() -> None:
    exercise = asked(cards={"forward": 3, "left": 1}, sensors=["carries", "blocked", "square"])
    listed = callables(exercise)
    assert [each.name for each in listed] == ["forward", "left", "carries", "blocked", "square"]
    assert [each.says for each in listed[2:]] == [
        "How many samples the rover carries.",
        "True if something is in the way.",
        'The square of the rover, such as "b4".',
    ]
    for each in listed:
        assert driven(each.signature, courses_of(exercise)[0]).trace.endless is None


def test_functions_of_the_given_code_are_listed_with_their_arguments() -> None:
    listed = callables(find_exercise("22-09"))
    assert [each.signature for each in listed] == [
        "later(answer)", "worth(view)", "play(view, decision)"
    ]  # fmt: skip


GAMES = [game(name) for name in ("algoracing", "calamitron", "lovelace", "roborally")]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_sensor_of_a_game_has_its_line(game: Game) -> None:
    sensors = game.sensors
    assert sensors.help.keys() == sensors.conditions.keys()
    assert sensors.meanings.keys() == sensors.readings.keys()
