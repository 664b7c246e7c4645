"""`run` runs whatever it is passed, or explains in one sentence why not."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Condition, Instruction, Repeat, While
from teachkit.core.language.program import Program
from teachkit.errors import AnswerError, BoardError, ProgramError, TeachkitError
from teachkit.games import algoracing, lovelace
from teachkit.games.algoracing import Setup

from ..cases import cases

# Four samples are ahead and three can be carried, so chance must choose.
SETUP = Setup(
    floor=". . .",
    rovers={"red": "a1 east", "green": "c1 west"},
    samples={"b1": ["blue", "green", "blue", "green"]},
)
STATE = SETUP.state()


def refused(kind: type[TeachkitError], *arguments: Any, **named: Any) -> str:
    with pytest.raises(kind) as error:
        run(algoracing.GAME, *arguments, **named)
    return error.value.says


@cases(
    "program, says",
    (None, "Write the program as text, not as None."),
    (["forward"], "Write the program as text, not as ['forward']."),
    ({"insert jump at 1"}, "Write the program as text, not as {'insert jump at 1'}."),
    (Program(("forward",)), "This is not a card: 'forward'."),  # type: ignore[arg-type]
    (Program(None), "A program is a tuple of cards, not None."),  # type: ignore[arg-type]
    (Program((Instruction("fly"),)), 'There is no card "fly".'),
    (Program((Instruction("forward", ("3",)),)),
     'Put a comma after "forward", or remove the rest.'),
    (Program((Repeat(0, (Instruction("left"),)),)),
     "This is not a card: Repeat(times=0, body=(Instruction(name='left', argumen...)."),
    (Program((While(Condition("blockd"), (Instruction("left"),)),)),
     'There is no sensor "blockd" here. Did you mean "blocked"?'),
)  # fmt: skip
def test_what_is_no_program_is_not_run(program: Any, says: str) -> None:
    told = refused(ProgramError, STATE, program)
    assert told == says or says.startswith("This is not a card: Repeat(times=0")


def test_brackets_without_end_are_not_run() -> None:
    body: tuple[Any, ...] = (Instruction("left"),)
    for _ in range(5000):
        body = (Repeat(2, body),)
    says = refused(ProgramError, STATE, Program(body))
    assert says == "Nest brackets at most 50 deep."


def test_a_program_runs_on_a_state_and_for_somebody() -> None:
    for start in (None, SETUP, lovelace.Setup().state()):
        says = refused(BoardError, start, "left")
        assert says.startswith("Pass a state, such as setup.state(), not ")
    says = "'pink' is not playing here. Choose one of: red, green."
    assert refused(BoardError, STATE, "left", "pink") == says
    nobody = Setup(floor=". .").state()
    assert refused(BoardError, nobody, "left") == "There is no player on the board. Add one."


def test_answers_are_neither_missing_nor_left_over() -> None:
    final = run(algoracing.GAME, STATE, "forward", answers=[[3, 2, 1, 0]]).final
    assert len(final.rover("red").carries) == 3
    assert refused(AnswerError, STATE, "forward").startswith("This start needs an answer to: ")
    says = refused(AnswerError, STATE, "forward", answers=[[3, 2, 1, 0], 1, 1])
    assert says == "There are 2 answers too many. Remove them."
    says = refused(AnswerError, STATE, "left", answers=[0])
    assert says == "There is 1 answer too many. Remove it."


@cases("answers", None, "0", 0, {0}, [None], ["3210"], [0])
def test_answers_that_do_not_fit_are_named(answers: Any) -> None:
    says = refused(AnswerError, STATE, "forward", answers=answers)
    assert says.startswith("This saved answer is not possible here: ")


@cases("answer", [0, 1, 2], [0, 1, 2, 2], [0, 1, 2, True], ["0"], [None] * 4)
def test_an_answer_of_the_right_kind_must_be_possible(answer: Any) -> None:
    says = refused(AnswerError, STATE, "forward", answers=[answer])
    assert says == "A shuffle must list each place from 0 to 3 once."
