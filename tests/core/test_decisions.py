"""Decisions: valid answers, and their saved forms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.core.language.instructions import Instruction, Repeat, While
from teachkit.core.language.program import Program
from teachkit.core.run import flow
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import (
    Answer,
    Decision,
    GivenAnswers,
    PickOne,
    PickSome,
    Shuffle,
    WriteProgram,
    checked,
)
from teachkit.core.run.trace import record
from teachkit.errors import AnswerError, TeachkitError

from ..cases import cases

HAND = tuple(map(Instruction, ("forward", "left", "left")))


def wrong(program: Program) -> Sequence[str]:
    return [] if 1 <= program.cost <= 3 else ["Play one to three cards."]


def decisions() -> st.SearchStrategy[Decision]:
    """Return a decision of each kind."""
    options = st.lists(st.sampled_from("abc"), min_size=1, max_size=6).map(tuple)
    some = st.tuples(options, st.integers(0, 1), st.one_of(st.none(), st.integers(1, 9)))
    return st.one_of(
        options.map(lambda given: PickOne("red", "Which?", given)),
        some.map(lambda given: PickSome("red", "Which?", *given)),
        options.map(lambda given: Shuffle(items=given)),
        st.just(WriteProgram("red", "Lay cards.", HAND, wrong)),
    )


@given(decisions(), st.integers())
def test_chance_answers_well_and_its_answer_is_read_again(decision: Decision, seed: int) -> None:
    choice = Chance(seed).answer(decision).choice
    again = decision.from_json(json.loads(json.dumps(decision.to_json(choice))))
    assert decision.problem(choice) is decision.problem(again) is None
    assert decision.to_json(again) == decision.to_json(choice)


@given(decisions(), st.integers())
def test_the_same_seed_gives_the_same_answers(decision: Decision, seed: int) -> None:
    one, other = Chance(seed), Chance(seed)
    assert [one.answer(decision) for _ in range(3)] == [other.answer(decision) for _ in range(3)]


@cases(
    "decision, answer, says",
    (PickOne("red", "Which?", ("a1", "f6")), "c3", "Choose one of: a1, f6."),
    (PickSome("red", "Which?", ("a", "b")), ("a", "a"), "Choose from: a, b."),
    (PickSome("red", "Which?", ("a", "b"), 1, 1), (), "Choose 1 to 1 of these."),
    (PickSome("red", "Which?", ("a", "b"), 0, 1), ("a", "b"), "Choose 0 to 1 of these."),
    (Shuffle(items=("a", "b")), (0, 0), "A shuffle must list each place from 0 to 1 once."),
    (WriteProgram("red", "Lay.", HAND, wrong), Program(), "Play one to three cards."),
)
def test_what_cannot_be_answered(decision: Decision, answer: Any, says: str) -> None:
    assert decision.problem(answer) == says
    with pytest.raises(AnswerError, match=r"."):
        checked((decision,), [Answer(decision.player, answer)])


class Strange:
    """An object that cannot be compared or printed, like an array in a strategy."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")

    def __repr__(self) -> str:
        raise ValueError("no text")

    __hash__ = object.__hash__


RUBBISH = [
    None, "forward, left", b"01", 7, 1.0, 10**5000, {"forward"}, {0: 1}, [[]], ["a", 0], [1.0, 0.0],
    Instruction("forward"), Program(("forward",)), Program(None), Program((None,)),
    Program([Instruction("forward")]), Program((Repeat("2"),)), Program((Instruction("a", (7,)),)),
    Program((While("blocked", ()),)), Strange(), [Strange()],
]  # type: ignore[list-item, arg-type]  # fmt: skip  # it is wrong on purpose


@settings(max_examples=200)
@given(decisions(), st.sampled_from(RUBBISH))
def test_any_answer_at_all_is_refused_in_one_sentence(decision: Decision, answer: Any) -> None:
    says = decision.problem(answer)
    assert says
    assert "\n" not in says
    with pytest.raises(AnswerError) as error:
        decision.to_json(answer)
    assert error.value.says == says


@settings(max_examples=200)
@given(decisions(), st.sampled_from(RUBBISH))
def test_whatever_a_save_holds_is_refused_in_one_sentence(decision: Decision, data: Any) -> None:
    """An answer that can be read is checked like any other."""
    try:
        says = decision.problem(decision.from_json(data))
    except TeachkitError as error:
        says = error.says
    assert says is None or (says and "\n" not in says)


def test_equal_options_may_be_chosen_each_once() -> None:
    two_lefts = (Instruction("left"), Instruction("left"))
    assert PickSome("red", "Which?", HAND).problem(two_lefts) is None
    assert PickSome("red", "Which?", HAND).problem((*two_lefts, Instruction("left"))) is not None


@cases("data", 2, -1, "a", None)
def test_a_saved_answer_that_does_not_fit(data: object) -> None:
    with pytest.raises(AnswerError, match="This saved answer is not possible here"):
        PickOne("red", "Which?", ("a", "b")).from_json(data)


def test_answers_come_back_in_order_of_arrival() -> None:
    questions = (PickOne("red", "?", (1, 2)), PickOne("green", "?", (1, 2)))
    asking = flow.ask(*questions)
    assert next(asking) == questions
    arrived = [Answer("green", 2), Answer("red", 1)]
    with pytest.raises(StopIteration) as end:
        asking.send(arrived)
    assert end.value.value == arrived


def one_question(state: object) -> Any:
    yield flow.Frame("Begun.", state)  # type: ignore[arg-type]  # an event for this test only
    answers = yield from flow.ask(PickOne("red", "Which way?", ("left", "right")))
    yield flow.Frame(f"It is {answers[0].choice}.", state)  # type: ignore[arg-type]
    return state


def test_a_flow_is_recorded_with_given_answers() -> None:
    assert record(one_question(0), 0, GivenAnswers([1])).story() == "Begun.\nIt is right."


def test_answers_of_somebody_else_are_refused() -> None:
    asked = (PickOne("red", "Which?", (1, 2)),)
    with pytest.raises(AnswerError, match=r"There is no question for green now\."):
        checked(asked, [Answer("green", 1)])
    with pytest.raises(AnswerError, match=r"needs an answer to: Which\?"):
        checked(asked, [])


def test_a_missing_answer_is_named() -> None:
    """Grading never guesses."""
    with pytest.raises(AnswerError, match=r"This start needs an answer to: Which way\?"):
        record(one_question(0), 0)
