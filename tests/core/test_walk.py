"""The walk, in a test world with a single number: `up` adds one, up to a limit."""

from __future__ import annotations

from collections.abc import Callable

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run import walk as told
from teachkit.core.run.flow import Event, Flow, Frame
from teachkit.core.run.trace import Trace, record
from teachkit.core.run.walk import STEP_BUDGET, Started, Step, Turn, in_rounds, straight_steps

from ..cases import cases

TOP = 8


class Reached(Event, frozen=True):
    """The number has changed to this one."""

    number: int

    def __str__(self) -> str:
        return f"Now {self.number}."


def up_or_down(state: int, actor: str, instruction: Instruction) -> Flow[int]:
    step = {"up": 1, "down": -1, "wait": 0}[instruction.name]
    state = max(0, min(state + step, TOP))
    yield Frame(Reached(state), state)
    return state


def walk(text: str, start: int = 0, low: Callable[[int, str], bool] | None = None) -> Trace:
    sensors = {
        "low": low or (lambda state, actor: state < 3),
        "always": lambda state, actor: True,
        "never": lambda state, actor: False,
    }
    flow = in_rounds(start, {"me": Program.read(text)}, False, up_or_down, sensors)
    return record(flow, start, actor="me")


def cards(trace: Trace) -> list[int]:
    """Return the numbers of the cards as they ran."""
    return [frame.event.step.card for frame in trace if isinstance(frame.event, Started)]


# Which cards run -------------------------------------------------------------------------------


def test_cards_run_in_a_row() -> None:
    assert cards(walk("up, down, up")) == [1, 2, 3]


def test_a_loop_runs_its_cards_again() -> None:
    assert cards(walk("up, 2x(up, down), up")) == [1, 2, 3, 2, 3, 4]


def test_each_step_tells_the_turn_of_every_loop_around_it() -> None:
    steps = straight_steps(Program.read("2x(3x(up))"))
    assert steps[4] == Step(Instruction("up"), 1, (Turn(2, 2), Turn(2, 3)))
    assert str(Started("me", steps[4])) == "Card 1: up (round 2 of 2, round 2 of 3)."


def test_while_runs_as_long_as_its_condition_holds() -> None:
    trace = walk("while low(up), down")
    assert cards(trace) == [1, 1, 1, 2]
    assert trace.final == 2


def test_nobody_knows_the_last_turn_of_while() -> None:
    assert "Card 1: up (round 2)." in walk("while low(up)").story().splitlines()


def test_while_not() -> None:
    assert cards(walk("while not low(down)", start=5)) == [1, 1, 1]


def test_if_runs_one_branch() -> None:
    """The cards of the other branch keep their numbers."""
    assert cards(walk("if low(up, up) else(down), wait")) == [1, 2, 4]
    assert cards(walk("if low(up, up) else(down), wait", start=5)) == [3, 4]


def test_if_without_else() -> None:
    assert cards(walk("if never(up), wait")) == [2]


def test_sensors_are_asked_only_when_a_card_asks() -> None:
    """Before each turn of the loop, about the state at that moment."""
    asked: list[int] = []
    walk("up, while low(up), up", low=lambda state, actor: asked.append(state) or state < 3)
    assert asked == [1, 2, 3]


def test_an_empty_program_does_nothing() -> None:
    assert list(walk("")) == []


# Questions -------------------------------------------------------------------------------------


def questions(trace: Trace) -> list[str]:
    return [
        f"{frame.event.question.bracket}: {frame.event}"
        for frame in trace
        if isinstance(frame.event, told.Asked)
    ]


def test_every_question_is_an_event_with_its_answer() -> None:
    """It names its bracket, counted in reading order, and comes before the card that it allows."""
    assert questions(walk("2x(up), if low(up, while not low(down)) else(while never(up))")) == [
        '2: The answer to "if low" is yes.',
        '3: The answer to "while not low" is yes.',
        '3: The answer to "while not low" is no.',
    ]
    assert walk("if low(up)").story().splitlines() == [
        'The answer to "if low" is yes.',
        "Card 1: up.",
        "Now 1.",
    ]
    assert walk("if low(up)", start=5).story() == 'The answer to "if low" is no.'


def test_a_while_tells_the_turn_that_it_lets_begin() -> None:
    asked = [stop.asked for stop in walk("2x(while low(up))").stops()]
    turns = [each.question.turns for each in asked if each]
    assert (turns[1], turns[-1]) == ((Turn(1, 2), Turn(2)), (Turn(2, 2), Turn(1)))


def test_a_question_is_no_card() -> None:
    """It is a separate stop; cards and their explanations are the same without it."""
    trace = walk("while low(up, down, up), if never(down)")
    assert [played.step is None for played in trace.stops()].count(True) == 5
    assert len(trace.steps()) == 9
    assert trace.why(card=4) == "Card 4 never ran."
    assert trace.why(card=3).splitlines()[-1] == "Card 3: up (round 3). Now 3."


def test_why_still_ends_with_an_endless_loop() -> None:
    trace = walk("while always(wait)")
    assert trace.why(card=1).endswith("Card 1 repeats forever from step 1 on.")
    assert trace.stops()[-1].says == (
        'The answer to "while always" is yes.',
        "Card 1 repeats forever from step 1 on.",
    )


# Loops without end -----------------------------------------------------------------------------


@cases(
    "text, says",
    ("2x(up), while always(up, up, up)", "Cards 2–4 repeat forever from step 9 on."),
    ("while always(wait)", "Card 1 repeats forever from step 1 on."),
    ("up, while always(up)", "Card 2 repeats forever from step 9 on."),
    ("while always(up, down)", "Cards 1–2 repeat forever from step 1 on."),
    ("up, while always()", "An empty loop runs forever from step 2 on."),
    ("while always(while low(up), if never(down))", "Cards 1–2 repeat forever from step 4 on."),
    ("3x(up, while always(wait))", "Card 2 repeats forever from step 2 on."),
)
def test_an_endless_loop_is_named(text: str, says: str) -> None:
    """The step is the first one that would be repeated."""
    trace = walk(text)
    assert str(trace.endless) == str(trace[-1].event) == says


def test_an_endless_loop_is_found_at_the_first_repetition() -> None:
    """Steps 9 to 11 are the first full round; nothing runs after it."""
    assert len(cards(walk("2x(up), while always(up, up, up), down"))) == 11


def test_a_loop_that_changes_something_each_turn_is_not_endless() -> None:
    assert walk("while low(up)").endless is None


def test_inner_loops_start_anew_in_each_turn() -> None:
    """The same state in a different turn of a counted loop is not a repetition."""
    assert walk("3x(while low(up), 3x(down))").endless is None


def test_no_program_runs_longer_than_its_budget() -> None:
    trace = walk("999x(11x(up))")
    assert len(cards(trace)) == STEP_BUDGET
    assert str(trace.endless) == "Stopped after 10000 steps."


@cases(
    "text", "999x(999x(999x()))", "999x(999x(999x(if never(up))))", "999x(999x(while never(up)))"
)
def test_loops_in_which_nothing_runs_end_at_once(text: str) -> None:
    """A turn without a step changes nothing, and neither would the next one."""
    assert walk(f"{text}, up").final == 1


def test_a_program_with_sensors_has_no_steps_of_its_own() -> None:
    assert straight_steps(Program.read("2x(if low(up))")) is None
    assert straight_steps(Program.read("999x(999x(up))")) is None


def test_the_end_of_the_game_stops_the_program() -> None:
    programs = {"me": Program.read("9x(up)")}
    flow = in_rounds(0, programs, False, up_or_down, {}, lambda state: state == 2)
    assert record(flow, 0).final == 2


def test_what_comes_at_the_end_comes_only_when_there_is_one() -> None:
    """An endless program never finishes, nor does one that is cut short by the game's end."""

    def finish(state: int, actor: str) -> Flow[int]:
        yield Frame(Reached(100), 100)
        return 100

    def final(text: str, over_at: int = -1) -> int:
        sensors = {"always": lambda state, actor: True}
        flow = in_rounds(0, {"me": Program.read(text)}, False, up_or_down, sensors,
                         lambda state: state == over_at, finish)  # fmt: skip
        return record(flow, 0).final

    assert final("up") == 100
    assert final("while always(wait)") == 0
    assert final("up, up", over_at=1) == 1
