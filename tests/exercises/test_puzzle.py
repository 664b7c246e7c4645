"""Compare a puzzle's cost, count and program with those found by trying every program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.core.language.instructions import Condition
from teachkit.core.language.program import Program
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import used
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import Found, Metric

from ..thorough import THOROUGH
from .making import START, made, programs_of

MOST = 4

PLACES = [f"{column}{row} {facing}" for column in "abc" for row in "12"
          for facing in ("north", "east", "south", "west")]  # fmt: skip
CARDS = ("forward", "left", "jump", "2x", "3x")

checks = st.one_of(
    st.sampled_from(PLACES).map(lambda place: {"check": "parks", "place": place}),
    st.sampled_from(PLACES).map(lambda place: {"check": "stands_on", "square": place[:2]}),
    st.sampled_from([1, 2]).map(lambda number: {"check": "carries", "samples": number}),
    st.sampled_from(["a2", "b1", "b2 north"]).map(lambda at: {"check": "passes", "where": at}),
    st.sampled_from(["a2", "b2", "b1 east"]).map(lambda at: {"check": "keeps_off", "where": at}),
    st.sampled_from(["left", "2x", "repeat"]).map(lambda card: {"check": "uses", "card": card}),
    st.sampled_from(["left", "3x", "repeat"]).map(lambda card: {"check": "avoids", "card": card}),
    st.integers(2, 4).map(lambda cards: {"check": "uses_at_most", "cards": cards}),
    st.integers(2, 5).map(lambda steps: {"check": "takes_at_most", "steps": steps}),
    st.integers(0, 2).map(lambda times: {"check": "skips", "times": times}),
    st.sampled_from(["never_skips", "comes_back", "ends"]).map(lambda name: {"check": name}),
)


def cards_used(program: Program) -> set[str]:
    """Return the number of cards in a program, counted in its text."""
    words = set(re.findall(r"[\w-]+", str(program)))
    return words | {"repeat" for word in words if re.fullmatch(r"\d+x", word)}


def start(floor: list[str], rover: str, sample: str) -> dict[str, Any]:
    rows = " ".join(floor[:3]) + "\n" + " ".join(floor[3:])
    samples = {sample: ["blue"]}
    return {"floor": rows, "rovers": {"red": rover}, "samples": samples, "walls": ["b1 north"]}


starts = st.builds(
    start,
    st.lists(st.sampled_from("...#"), min_size=6, max_size=6),
    st.sampled_from(PLACES),
    st.sampled_from(["a1", "b2", "c1"]),
)


@st.composite
def exercises(draw: st.DrawFn) -> Exercise:
    """Yield exercises with one or two boards, limited and unlimited cards, and all checks."""
    edition = draw(st.sampled_from(["basic", "loops", "nested"]))
    loops = {"basic": 0, "loops": 2, "nested": 2}[edition]
    names = CARDS[: 3 + loops]
    limits = draw(st.dictionaries(st.sampled_from(names), st.integers(0, 2), max_size=2))
    return made(
        edition=edition,
        starts=draw(st.lists(starts, min_size=1, max_size=2)),
        cards=[f"{name} {limits[name]}" if name in limits else name for name in names],
        checks=[*draw(st.lists(checks, min_size=1, max_size=3)),
                {"check": "uses_at_most", "cards": MOST}],
        solution={"answer": "forward"},
    )  # fmt: skip


def right_ones(exercise: Exercise, programs: Iterable[Program]) -> list[Program]:
    """Return those of these programs that earn everything, tried one by one."""
    return [program for program in programs if judged(exercise, str(program)).solved]


def cheapest_of(exercise: Exercise, programs: list[Program], metric: Metric) -> Found | None:
    """Return the lowest cost of these, and how many programs have it."""
    costs = {program: used(exercise, program, metric) for program in programs}
    least = [program for program in programs if costs[program] == min(costs.values())]
    return Found(least[0], costs[least[0]], len(least)) if least else None


@settings(max_examples=300 if THOROUGH else 30, deadline=None)
@given(
    exercise=exercises(),
    metric=st.sampled_from(["cards", "steps"]),
    after=st.sampled_from(["", "forward", "left, forward", "2x(forward)"]),
    without=st.sampled_from([(), ("left",), ("2x",), ("repeat", "jump")]),
)
def test_it_finds_what_trying_everything_finds(
    exercise: Exercise, metric: Metric, after: str, without: tuple[str, ...]
) -> None:
    """Use checks of the way and of the end, for whole programs and for a given beginning."""
    searched, begun = puzzle(exercise), Program.read(after)
    assert searched
    loops = (2, 3) if exercise.rules.loops else ()
    fits = right_ones(exercise, (
        program for program in programs_of(CARDS[:3], loops, MOST)
        if program.body[: len(begun.body)] == begun.body
        and not set(without) & cards_used(Program(program.body[len(begun.body) :]))
    ))  # fmt: skip
    expected = cheapest_of(exercise, fits, metric)
    for _ in range(2):  # the second search uses the cache
        found = searched.best(metric, begun, without)
        assert (found and found[1:]) == (expected and expected[1:])
        assert not found or found.program in fits


@settings(max_examples=3 if THOROUGH else 1, deadline=None)
@given(place=st.sampled_from(PLACES), card=st.sampled_from(["while", "if"]))
def test_conditions_are_searched_too(place: str, card: str) -> None:
    board = {"floor": ". . .\n. # .", "rovers": {"red": "a1 east"}}
    other = {"floor": ". . .\n. . .", "rovers": {"red": "a1 north"}}
    exercise = made(
        edition="sensors",
        starts=[board, other],
        cards=["forward", "left", card],
        checks=[{"check": "stands_on", "square": place[:2]}, {"check": "uses", "card": card},
                {"check": "uses_at_most", "cards": 3}],
        solution={"answer": "forward"},
    )  # fmt: skip
    conditions = [
        Condition(name, yes) for name in exercise.game.sensors.conditions for yes in (True, False)
    ]
    laid = programs_of(["forward", "left"], (), 3, conditions)
    right = right_ones(exercise, (each for each in laid if card in cards_used(each)))
    searched = puzzle(exercise)
    assert searched
    found, expected = searched.best(), cheapest_of(exercise, right, "cards")
    assert (found and found[1:]) == (expected and expected[1:])
    assert not found or found.program in right


TWO = Found(Program.read("forward, forward"), 2, 1)


@pytest.mark.parametrize(
    ("begun", "best"),
    [("right", None), ("2x(forward)", None), ("forward, forward", TWO), ("forward", TWO)],
    ids=["a card that is not there", "no loops here", "right already", "right so far"],
)
def test_the_best_goes_on_from_a_beginning(begun: str, best: Found | None) -> None:
    searched = puzzle(made(cards=["forward", "left"]))
    assert searched
    assert searched.best(after=Program.read(begun)) == best


def test_a_row_that_is_skipped_is_a_way_to_go_on() -> None:
    """The second turn would reach 101; the register holds two digits and stays at 99."""
    exercise = made(
        game="lovelace",
        edition="loops",
        starts=[{"value": 97, "components": {"A1": "+-2"}}],
        cards=["A1+", "2x"],
        checks=[{"check": "shows", "value": 99}, {"check": "uses", "card": "repeat"},
                {"check": "uses_at_most", "cards": 3}],
        solution={"answer": "2x(A1+)"},
    )  # fmt: skip
    searched = puzzle(exercise)
    assert searched
    assert judged(exercise, "2x(A1+)").solved
    assert searched.best("cards") == Found(Program.read("2x(A1+)"), 2, 1)


@pytest.mark.parametrize(
    "keys",
    [
        {"checks": [{"check": "can_reach", "where": "c1 east", "steps": 2}]},
        {"starts": [START | {"answers": [0]}]},
    ],
    ids=["all that could happen", "answers"],
)
def test_what_cannot_be_searched_is_no_puzzle(keys: dict[str, Any]) -> None:
    assert puzzle(made(**keys)) is None


def test_a_start_that_should_be_kept_off_leaves_no_way() -> None:
    searched = puzzle(made(checks=[{"check": "keeps_off", "where": "a1"}]))
    assert searched
    assert searched.best() is None
