"""Tests for routines: how they are written, what is wrong with them, and how they run."""

from __future__ import annotations

import pytest
from hypothesis import given

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction, Procedure, Repeat
from teachkit.core.language.program import Program, places
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import STEP_BUDGET, Called, Stopped, straight_steps
from teachkit.errors import ProgramError
from teachkit.games import algoracing
from tests.programs import programs

CARDS = algoracing.GAME.instructions
FETCH = "define fetch(forward, left), fetch, right, fetch"


def ran(program: str, floor: str = ". . .\n. . .\n. . .", edition: str = "routines") -> Trace:
    start = algoracing.Setup(edition=edition, floor=floor, rovers={"red": "a1 east"}).state()
    return run(algoracing.GAME, start, program)


def test_a_routine_has_three_notations() -> None:
    program = Program.read(FETCH, CARDS)
    assert program.body == (
        Procedure("fetch", (Instruction("forward"), Instruction("left"))),
        Instruction("fetch"),
        Instruction("right"),
        Instruction("fetch"),
    )
    assert program.to_json() == [
        {"define": "fetch", "body": ["forward", "left"]},
        *("fetch", "right", "fetch"),
    ]
    assert program.to_python(CARDS) == (
        "def fetch():\n    forward()\n    left()\nfetch()\nright()\nfetch()"
    )


@given(programs(CARDS))
def test_each_notation_is_read_back_as_the_same_program(program: Program) -> None:
    assert Program.read(str(program), CARDS) == Program.read(str(program)) == program
    assert Program.from_json(program.to_json()) == program
    assert Program.from_python(program.to_python(CARDS), CARDS) == program
    assert Program.from_python(program.to_python()) == program
    program.check(CARDS)


def test_a_routine_counts_once_and_each_call_is_a_card() -> None:
    program = Program.read(FETCH)
    assert program.cost == 6
    assert [str(card) for card in program.instructions] == [
        *("forward", "left"),
        *("fetch", "right", "fetch"),
    ]
    assert [(first, last) for _, first, last in program.brackets] == [(1, 2)]
    assert [*program.procedures] == ["fetch"]


def test_a_card_inside_a_routine_has_a_place() -> None:
    inside = [place.number for place in places(Program.read(FETCH)) if place.around]
    assert inside == [1, 2, 3]  # two cards, and the end of the row
    outside = places(Program.read(FETCH), into=(Repeat,))
    assert [place.number for place in outside] == [1, 3, 4, 5, 6]


WRONG = {
    "define fetch(left), fech": ('There is no card "fech". Did you mean "fetch"?', 21),
    "define f(left), define f(right)": ('There are two routines called "f". Rename one.', 17),
    "f, define f(left)": ('Define "f" before the card that calls it.', 1),
    "define g(f), define f(left), g": ('Define "f" before the card that calls it.', 10),
    "2x(define f(left))": ('Define "f" outside of all brackets.', 4),
    "define f(left, f), f": ('The routine "f" cannot call itself.', 16),
    "define Forward(left)": ('"Forward" is a card already. Choose another name.', 1),
    "define all_forward(left)": ('"all_forward" is a card already. Choose another name.', 1),
    "define blocked(left)": ('"blocked" is a sensor already. Choose another name.', 1),
    "define for(left)": ('"for" means something already. Choose another name.', 1),
    "define range(left)": ('"range" means something already. Choose another name.', 1),
    "define go-on(left)": ('Call a routine by one word of letters, such as "fetch".', 1),
    "left, define (left)": ("Write a name after define, such as: define fetch( … )", 14),
    "define f left": ("Open a bracket here: ( … ).", 10),
    "define f(left), f left": ('Put a comma after "f", or remove the rest.', 17),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_routine_is_refused_where_it_is_wrong(text: str) -> None:
    with pytest.raises(ProgramError) as refused:
        Program.read(text, CARDS)
    assert (refused.value.says, refused.value.column) == WRONG[text]


@pytest.mark.parametrize("name", ["loop", "times", "a1", "größe"])
def test_other_words_may_be_names(name: str) -> None:
    program = Program.read(f"define {name}(left), 2x {name}", CARDS)
    assert Program.read(str(program)) == program


WRONG_PYTHON = {
    "def f():\n    left()\ng()": ('There is no card "g".', 3),
    "f()\ndef f():\n    left()": ('Define "f" before the card that calls it.', 1),
    "def f():\n    left()\n    f()": ('The routine "f" cannot call itself.', 3),
    "if blocked():\n    def f():\n        left()": ('Define "f" outside of all brackets.', 2),
    "left()\ndef f(n):\n    left()": ('Leave the brackets after "def f" empty.', 2),
    "def f():\n    left()\nf": ("Put brackets after the name: f().", 3),
}


@pytest.mark.parametrize("source", WRONG_PYTHON)
def test_a_wrong_def_is_refused_where_it_is_wrong(source: str) -> None:
    with pytest.raises(ProgramError) as refused:
        Program.from_python(source, CARDS)
    assert (refused.value.says, refused.value.line) == WRONG_PYTHON[source]


def test_a_vocabulary_without_routines_refuses_them() -> None:
    cards = CARDS.only(["left"], routines=False)
    with pytest.raises(ProgramError, match="This deck has no routines"):
        Program.read("left, define f(left)", cards)
    with pytest.raises(ProgramError, match="You can only use cards here"):
        Program.from_python("def f():\n    left()", cards)


def test_calls_count_as_nesting() -> None:
    def chain(length: int) -> str:
        links = (f"define r{link + 1}(r{link})" for link in range(1, length))
        return ", ".join(("define r1(left)", *links, f"r{length}"))

    assert len(ran(chain(50)).steps()) == 1
    with pytest.raises(ProgramError, match="at most 50 deep"):
        ran(chain(51))


def test_a_program_built_in_python_is_checked() -> None:
    body = (Instruction("left"),)
    with pytest.raises(ProgramError, match="outside of all brackets"):
        Program((Repeat(2, (Procedure("f", body),)),)).check(CARDS)
    with pytest.raises(ProgramError, match="not a card"):
        Program((Procedure(3, body),)).check(CARDS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("program", "edition", "says"),
    [
        ("define f(left), f", "sensors", "This deck has no routines."),
        ("define f(), left", "routines", 'The routine "f" needs at least one card inside.'),
        (FETCH, "routines", None),
    ],
)
def test_the_edition_allows_routines(program: str, edition: str, says: str | None) -> None:
    start = algoracing.Setup(edition=edition, floor=".", rovers={"red": "a1 east"}).state()
    found = algoracing.GAME.problems(start, "red", Program.read(program))
    assert [each.says for each in found] == ([says] if says else [])


# -- running ---------------------------------------------------------------------------------------


def test_a_routine_runs_where_it_is_called() -> None:
    trace = ran(FETCH)
    assert trace.story().splitlines() == [
        "Card 3 calls fetch.",
        "Card 1: forward (called by card 3).",
        "The red rover drives to b1.",
        "Card 2: left (called by card 3).",
        "The red rover now faces north.",
        "Card 4: right.",
        "The red rover now faces east.",
        "Card 5 calls fetch.",
        "Card 1: forward (called by card 5).",
        "The red rover drives to c1.",
        "Card 2: left (called by card 5).",
        "The red rover now faces north.",
    ]


def test_a_routine_that_is_not_called_does_nothing() -> None:
    assert len(ran("define fetch(forward), left").steps()) == 1


def test_a_call_is_a_stop_but_not_a_step() -> None:
    trace = ran(FETCH)
    assert [(step.card, step.calls) for each in trace.steps() if (step := each.step)] == [
        *((1, (3,)), (2, (3,))),
        (4, ()),
        *((1, (5,)), (2, (5,))),
    ]
    stops = [stop for stop in trace.stops() if stop.laid and not stop.step]
    assert [stop.laid.card for stop in stops if stop.laid] == [3, 5]
    assert {stop.actor for stop in stops} == {"red"}
    assert straight_steps(Program.read(FETCH)) is None


def test_a_step_knows_all_its_calls() -> None:
    trace = ran("define a(left), define b(2x(a)), b")
    last = trace.steps()[-1]
    assert last.step
    assert last.step.calls == (3, 2)
    assert last.says[0] == "Card 1: left (called by card 2, called by card 3, round 2 of 2)."
    assert trace[-2].event.facts()["calls"] == [3, 2]
    assert trace.to_json()["frames"][-1]["card"] == 1


def test_why_explains_cards_in_routines_and_their_calls() -> None:
    trace = ran(FETCH)
    assert trace.why(card=3) == "Card 3 calls fetch."
    assert trace.why(card=1).splitlines() == [
        "Card 1: forward (called by card 3). The red rover drives to b1.",
        "Card 1: forward (called by card 5). The red rover drives to c1.",
    ]


def test_a_question_in_a_routine_knows_the_call() -> None:
    trace = ran("define go(if not blocked(forward)), go")
    asked = [stop.asked.question for stop in trace.stops() if stop.asked]
    assert [(question.bracket, question.calls) for question in asked] == [(2, (2,))]


def test_a_loop_around_a_call_that_never_ends_is_found() -> None:
    trace = ran("define spin(left), while not blocked(spin)", ". .")
    assert str(trace.final.rover("red").facing) == "north"
    endless = ran("define spin(4x(left)), while not blocked(spin)", ". .").endless
    assert str(endless) == "Card 2 repeats forever from step 1 on."


def test_a_loop_inside_a_routine_that_never_ends_is_found() -> None:
    endless = ran("define spin(while not blocked(4x(left))), spin", ". .").endless
    assert str(endless) == "Card 1 repeats forever from step 1 on."


def test_calls_without_steps_are_limited() -> None:
    links = ", ".join(f"define r{link + 1}(r{link}, r{link})" for link in range(1, 40))
    trace = ran(f"define r1(if blocked(left)), {links}, r40", ". .")
    assert isinstance(trace.endless, Stopped)
    assert sum(isinstance(frame.event, Called) for frame in trace) == STEP_BUDGET


def test_rovers_in_turns_call_routines() -> None:
    rovers = {"red": "a1 east", "green": "a2 east"}
    start = algoracing.Setup(edition="turns", floor=". . .\n. . .", rovers=rovers).state()
    programs = {"red": "define go(forward, left), go", "green": "forward"}
    story = run(algoracing.GAME, start, programs).story()
    assert "Red, card 1: forward (called by card 3)." in story
    assert "Red: Card 3 calls go." in story
