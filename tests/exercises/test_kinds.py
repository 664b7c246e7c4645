"""Test the contract of every kind of exercise."""

from __future__ import annotations

import pytest

from teachkit.classroom.handout import parts
from teachkit.classroom.report import answer_drawing
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.model.exercise import Kind
from teachkit.exercises.model.forms import FORMS, Form
from teachkit.widgets.workbench import desk

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


@every_kind
def test_a_kind_has_a_form_and_explains_itself(kind: Kind) -> None:
    assert kind.form in FORMS
    judge = kind.judge.__doc__
    assert judge is not None


@every_kind
def test_the_last_rung_of_a_ladder_is_the_solution(kind: Kind) -> None:
    rungs = [rung.name for rung in kind.ladder]
    assert rungs[-1] == "solution"
    assert len(set(rungs)) == len(rungs)


@every_kind
def test_only_a_kind_in_which_cards_are_laid_is_searched_or_hides_cards(kind: Kind) -> None:
    assert kind.form.lays_cards or not (kind.is_searched or kind.hides_used)


@pytest.mark.parametrize("form", FORMS, ids=[form.name for form in FORMS])
def test_each_control_that_a_form_names_is_there(form: Form) -> None:
    on_its_own_bench = {"cell", "easel"}
    under_each_board = {"prediction"}
    as_it_was_written = {"text"}
    assert form.desk in {*desk._FORMS, *desk._BUILDINGS, desk.OPTIONS} | on_its_own_bench
    assert form.paper in {*parts._PARTS} | under_each_board
    assert form.report in {*answer_drawing._DRAWN} | as_it_was_written
