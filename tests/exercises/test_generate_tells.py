"""Test exercises generated so that a wrong idea shows: its program fails and gets a sentence."""

from __future__ import annotations

import pytest

from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.generator.contract import Contract, TooFewError
from teachkit.exercises.generator.generate import Level, generate, near
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.misreadings.diagnosis import answer_as_read

CONTRACTS = [
    Contract("algoracing", tells="turns-also-drive"),
    Contract("algoracing", tells="from the viewer's side"),
    Contract("algoracing", tells="one card short", par_cards=range(3, 6)),
    Contract("algoracing", tells="loop once", needs=("2x",)),
    Contract("calamitron", tells="one-card-short", par_cards=range(3, 6)),
    Contract("lovelace", tells="one card too many", par_cards=range(3, 5)),
]


def made_of(contract: Contract) -> list[Level]:
    return generate(contract, 2, 5)


@pytest.mark.slow
@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda each: f"{each.game} {each.tells}")
def test_the_idea_shows_and_is_told(contract: Contract) -> None:
    """The misread solution fails; the misread mistake seems right, and gets the sentence."""
    idea = contract.misreading
    assert idea
    for level in made_of(contract):
        exercise = make_exercise("level", level.data)
        asked = make_exercise("asked", level.data | {"checks": level.data["checks"][:-1]})
        assert flaws(exercise) == []
        assert answer_as_read(asked, idea.read, level.data["solution"]["answer"]) == ""
        (mistake,) = (each for each in exercise.file.mistakes if each.says == idea.says)
        assert answer_as_read(asked, idea.read, mistake.answer) == mistake.answer
        assert not grade(asked, mistake.answer).solved
        assert idea.says in grade(exercise, mistake.answer).says


def test_what_is_believed_is_not_what_happens() -> None:
    contract = CONTRACTS[0]
    assert contract.misreading
    for level in made_of(contract):
        exercise = make_exercise("level", level.data)
        (start,) = exercise.starts
        program = exercise.read(exercise.file.solution.answer)
        seen = contract.misreading.read(exercise.game, start.state, program)
        assert seen
        assert seen.final != attempt(exercise, program, start).trace.final


def test_without_an_idea_the_same_exercises_are_made_as_ever() -> None:
    assert repr(Contract("algoracing")) == repr(Contract("algoracing", tells="loop once"))


def test_an_idea_is_named_in_words_or_with_hyphens() -> None:
    names = ("turns also drive", "Turns-also-drive", "  turns-also drive")
    ideas = [Contract("algoracing", tells=name).misreading for name in names]
    assert [idea and idea.name for idea in ideas] == ["turns also drive"] * 3


def test_a_name_that_is_none_gets_the_nearest_or_all_there_are() -> None:
    with pytest.raises(DataError, match=r'"loop-onec"\. Did you mean "loop-once"'):
        Contract("algoracing", tells="loop-onec")
    with pytest.raises(DataError, match=r'"[?]"[.] Choose one of: .*turns-also-drive.*, loop-once'):
        Contract("algoracing", tells="?")


@pytest.mark.slow
def test_where_an_idea_cannot_show_that_is_what_to_loosen() -> None:
    """No loop is on offer."""
    contract = Contract("algoracing", tells="loop once", avoid=("2x", "3x"))
    with pytest.raises(TooFewError, match="Relax --tells"):
        generate(contract, 1)


def test_near_a_program_lie_those_that_loops_are_misread_for() -> None:
    found = {str(program) for program in near(Program.read("2x(forward, left), jump"), {})}
    assert {"forward, left, jump", "3x(forward, left), jump", "2x(forward), left, jump",
            "2x(forward, left, jump)", "2x(forward, left), jump, jump"} <= found  # fmt: skip
