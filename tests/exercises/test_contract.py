"""Test the contract of every exercise that comes with teachkit."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from itertools import islice
from pathlib import Path

import pytest

from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.explaining.hints import Asked, fault_hint, shown_hints
from teachkit.exercises.judging.grade import grade, judged
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import as_rows, bounds, par, used
from teachkit.exercises.solving.puzzle import deck

from ..every_exercise import FILES, every_exercise, loaded, proof
from ..once import Once
from ..thorough import THOROUGH
from .making import climb, programs_of

LONGEST_TITLE, LONGEST_TEXT, LONGEST_HINT = 40, 600, 150
MOST_WORDS = 15
TRIED = 1_000 if THOROUGH else 200  # number of programs tried one by one, against the proven par
UNKIND = re.compile(r"\b(illegal|invalid|fatal)\b", re.IGNORECASE)


def sentences(exercise: Exercise) -> list[str]:
    """Return every sentence of an exercise that a learner may read."""
    file = exercise.file
    groups = (file.labels, file.choices, file.mistakes, exercise.starts, exercise.cases)
    said = [each.says for group in groups for each in group]
    return [file.title, file.text, *file.hints, *said]


def test_there_are_enough_exercises_and_no_two_have_the_same_name() -> None:
    assert len({path.stem for path in FILES}) == len(FILES) >= 40


@every_exercise
def test_it_lies_in_the_folder_of_its_lesson(path: Path) -> None:
    assert loaded(path).lesson == path.parent.name == path.stem[:2]


@pytest.mark.slow
@every_exercise
def test_it_holds(path: Path, once: Once) -> None:
    proven = proof(path, once)
    assert (proven.status, proven.remarks) == (0, ())


@every_exercise
def test_the_solution_earns_everything(path: Path) -> None:
    result = grade(loaded(path), solution(loaded(path)))
    assert (result.points, result.possible) == (result.possible, loaded(path).possible)
    assert all(verdict.passed for verdict in result.verdicts)


@pytest.mark.slow
@every_exercise
def test_every_mistake_loses_something_and_is_told_why(path: Path) -> None:
    for mistake in loaded(path).file.mistakes:
        result = grade(loaded(path), mistake.answer)
        assert result.points < result.possible
        assert result.says[1] == mistake.says, "how far it is comes first, then this sentence"


@every_exercise
def test_every_start_can_be_read(path: Path) -> None:
    """The text board has several lines, and names the learner's piece or number."""
    game = loaded(path).game
    for start in loaded(path).starts:
        place = game.whereabouts(start.state, game.players(start.state)[0])
        board = str(start.state)
        assert len(board.splitlines()) > 2
        assert place.split()[0] in board


@every_exercise
def test_its_sentences_are_short_and_kind(path: Path) -> None:
    exercise = loaded(path)
    file = exercise.file
    assert len(file.title) <= LONGEST_TITLE
    assert len(file.text) <= LONGEST_TEXT
    assert [hint for hint in file.hints if len(hint) > LONGEST_HINT] == []
    wrong = [each.says for each in (*file.mistakes, *exercise.cases)]
    assert [says for says in wrong if len(says.split()) > MOST_WORDS] == []
    assert [text for text in sentences(loaded(path)) if UNKIND.search(text)] == []


@every_exercise
def test_its_labels_name_cards_that_are_there(path: Path) -> None:
    exercise = loaded(path)
    if not exercise.file.labels:
        return
    programs = (exercise.given, exercise.read(exercise.file.solution.answer))
    cards = max(len(program.instructions) for program in programs)
    for label in exercise.file.labels:
        first, _, last = label.cards.partition("..")
        assert 1 <= int(first) <= int(last or first) <= cards


@pytest.mark.slow
@every_exercise
def test_par_is_reached_and_nothing_cheaper_is_found(path: Path) -> None:
    """Its witness is graded like a learner's program; so are all small programs, one by one.

    The par of a Python exercise is that of the row of cards that does the same on the first start.
    """
    exercise = loaded(path)
    rows = as_rows(exercise) if exercise.kind.form.runs_python else None
    if rows:
        exercise = replace(rows, kind=KINDS["program"])
    for best in par(exercise):
        assert judged(exercise, str(best.witness)).solved
        assert used(exercise, best.witness, best.metric) == best.best
        assert best.proven
        assert best.programs >= 1
    least = {best.metric: best.best for best in bounds(exercise) if best.proven}
    if not least:
        return
    laid = deck(exercise)
    small = programs_of(laid.instructions, laid.loops, max(least.values()))
    for program in islice(small, TRIED):
        if judged(exercise, str(program)).solved:
            for metric, fewest in least.items():
                assert used(exercise, program, metric) >= fewest


@every_exercise
def test_every_exercise_that_is_searched_has_both_pars(path: Path) -> None:
    """Both pars, for cards and for steps, are proven, with loops or conditions too."""
    exercise = loaded(path)
    if exercise.kind.is_searched and exercise.kind.form.is_program:
        authors = exercise.read(exercise.file.solution.answer)
        assert [best.metric for best in bounds(exercise)] == ["cards", "steps"]
        for best in bounds(exercise):
            assert best.proven
            assert best.best <= used(exercise, authors, best.metric)


@pytest.mark.slow
@every_exercise
def test_its_whole_ladder_of_help_can_be_climbed(path: Path) -> None:
    """Climb from nothing, from the given program, and from each known mistake to a right answer."""
    exercise = loaded(path)
    given = exercise.file.given or "1: "
    for answer in ("", given, *(mistake.answer for mistake in exercise.file.mistakes)):
        hints = climb(exercise, answer)
        asked, names = reduce(Asked.after, hints, Asked()), [each.rung for each in hints]
        assert names[: len(exercise.file.hints)] == ["hint"] * len(exercise.file.hints)
        assert names[-1] == "solution"
        assert len(shown_hints(exercise, asked, answer)) == len(names) == asked.times
        solved = shown_hints(exercise, asked, answer)[-1].says.partition("\n")[2]
        assert not solved or grade(exercise, solved).solved
        fault_hint(exercise, answer)
