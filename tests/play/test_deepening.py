"""Compare the search over programs with questions with trying every program by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Condition
from teachkit.core.language.program import Program
from teachkit.games import algoracing
from teachkit.play.search.deck import Deck, Metric, TooLargeError, kinds_in, names_in
from teachkit.play.search.deepening import AskingSearch
from teachkit.play.search.memory import Memory
from teachkit.play.search.open_conditions import EFFORT_OF_RUNNING
from tests.games.examples import examples

from ..exercises.making import programs_of

Goal = Callable[[Any], bool]
SENSORS = ("clear", "blocked", "carrying", "sample_ahead", "wall_ahead")

boards = st.lists(st.sampled_from("...#"), min_size=6, max_size=6)
rovers = st.builds(
    "{} {}".format,
    st.sampled_from(["a1", "b1", "c1", "a2", "b2", "c2"]),
    st.sampled_from(["north", "east", "south", "west"]),
)
conditions = st.lists(
    st.builds(Condition, st.sampled_from(SENSORS), st.booleans()),
    min_size=1, max_size=3, unique=True,
).map(tuple)  # fmt: skip


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Yield decks so small that all their programs can be tried, some cards limited."""
    cards = draw(st.lists(st.sampled_from(["forward", "left", "jump"]), min_size=1, max_size=2,
                          unique=True))  # fmt: skip
    names = [*cards, "while", "if", "2x"]
    return Deck(
        tuple(cards),
        draw(st.sampled_from([(), (), (2,)])),
        loop_cards=None,
        nested=True,
        limits=draw(st.dictionaries(st.sampled_from(names), st.integers(0, 2), max_size=3)),
        conditions=draw(conditions),
        brackets=draw(st.sampled_from([("while",), ("if",), ("while", "if")])),
    )


def start(floor: list[str], rover: str, sample: str) -> Any:
    rows = " ".join(floor[:3]) + "\n" + " ".join(floor[3:])
    about = {"rovers": {"red": rover}, "samples": {sample: ["blue"]}, "walls": ["b1 north"]}
    return algoracing.Setup(edition="sensors", floor=rows, **about).state()


SAMPLES = st.sampled_from(["a1", "b2", "c1"])
starts = st.lists(st.builds(start, boards, rovers, SAMPLES), min_size=1, max_size=3)


def in_hand(deck: Deck, most: int) -> Iterator[Program]:
    """Return every program of at most this many cards that the deck allows."""
    for program in programs_of(deck.instructions, deck.loops, most, deck.conditions):
        used = list(names_in(program))
        fits = all(used.count(name) <= limit for name, limit in deck.limits.items())
        if fits and {"while", "if"}.intersection(used) <= set(deck.brackets):
            yield program


def steps_of(program: Program, state: Any) -> int:
    return sum(1 for played in run(algoracing.GAME, state, program).steps() if played.step)


def stands(square: str) -> Callable[[Any], bool]:
    return lambda state: algoracing.GAME.whereabouts(state, "red").startswith(square)


def carries(state: Any) -> bool:
    return algoracing.GAME.goals["carries"](state, "red", samples=1) is None


goals = st.one_of(st.sampled_from(["a2", "b1", "b2", "c1"]).map(stands), st.just(carries))


def right_programs(states: list[Any], deck: Deck, most: int, goal: Goal) -> Iterator[Program]:
    """Return every program of this deck that reaches the goal on all the starts."""
    for program in in_hand(deck, most):
        traces = [run(algoracing.GAME, state, program) for state in states]
        if all(not trace.endless and goal(trace.final) for trace in traces):
            yield program


def searching(states: list[Any], deck: Deck, most: int, goal: Goal, *needs: Any) -> AskingSearch:
    memory = Memory(algoracing.GAME, "red")
    moments = [memory.moment(state) for state in states]
    goals = [lambda moment: goal(moment.state)] * len(states)
    limited = replace(deck, limits={**deck.limits, "cards": most})
    return AskingSearch(moments, limited, goals, *needs)


@examples(80, daily=40)
@given(
    states=starts,
    deck=decks(),
    goal=goals,
    metric=st.sampled_from(["cards", "steps"]),
    after=st.sampled_from(["", "", "forward", "while clear(forward)", "if blocked(left)"]),
    needs=st.sampled_from([frozenset[str](), frozenset({"while"}), frozenset({"if", "left"})]),
)
def test_it_finds_what_trying_everything_finds(
    states: list[Any], deck: Deck, goal: Goal, metric: Metric, after: str,
    needs: frozenset[str],
) -> None:  # fmt: skip
    """Use up to three starts at once; of equally quick programs the shortest are counted."""
    most, begun = 3, Program.read(after)
    if begun not in [Program(), *in_hand(deck, 2)]:
        begun = Program()
    right = [
        program
        for program in right_programs(states, deck, most, goal)
        if program.body[: len(begun.body)] == begun.body and needs <= set(kinds_in(program))
    ]
    search = searching(states, deck, most, goal, needs)
    found = search.cheapest(begun) if metric == "cards" else search.quickest(begun)
    costs = [(program.cost,) for program in right]
    if metric == "steps":
        costs = [(steps_of(program, states[0]), program.cost) for program in right]
    if begun in right:  # nothing comes after a right program
        assert found
        assert found.program == begun
        return
    assert (found is None) == (not right)
    if found:
        least = min(costs)
        assert found.program in right
        assert found.cost == least[0]
        assert costs[right.index(found.program)] == least
        assert found.programs == costs.count(least)


@examples(6, daily=4)
@given(states=starts, goal=goals, deck=decks())
def test_so_it_does_with_brackets_in_brackets(states: list[Any], goal: Goal, deck: Deck) -> None:
    """Use four cards: a `while` around an `if` with two cards inside."""
    deck = Deck(("forward",), (), None, True, deck.limits, deck.conditions[:2], ("while", "if"))
    found = searching(states, deck, 4, goal).cheapest()
    costs = [program.cost for program in right_programs(states, deck, 4, goal)]
    assert (found and found.cost) == min(costs, default=None)
    assert (found.programs if found else 0) == costs.count(min(costs, default=0))


def corridor(goal: str, **limits: int) -> AskingSearch:
    setup = algoracing.Setup(edition="sensors", floor=". . . . .", rovers={"red": "a1 east"})
    conditions = (Condition("clear"), Condition("blocked"))
    deck = Deck(("forward", "left"), (), None, True, limits, conditions, ("while", "if"))
    moment, is_there = Memory(algoracing.GAME, "red").moment(setup.state()), stands(goal)
    return AskingSearch([moment], deck, [lambda moment: is_there(moment.state)])


@pytest.mark.parametrize(
    ("begun", "whole"),
    [
        ("while clear()", "while clear(forward)"),
        ("while clear(forward)", "while clear(forward)"),
        ("while clear(if clear())", "while clear(if clear(forward))"),
        ("if clear()", "if clear(while clear(forward))"),
    ],
)
def test_a_bracket_that_is_begun_is_filled(begun: str, whole: str) -> None:
    (node,) = Program.read(begun).body
    found = corridor("e1").cheapest(begun=node)
    assert found
    assert (str(found.program), found.programs) == (whole, 1)


def test_what_cannot_be_filled_leads_nowhere() -> None:
    (node,) = Program.read("while clear(left)").body
    limits = {"forward": 1, "left": 1, "while": 1, "if": 0}
    assert corridor("e1", **limits).cheapest(begun=node) is None


@pytest.mark.slow
def test_a_search_beyond_reach_says_so() -> None:
    with pytest.raises(TooLargeError):
        corridor("a2", left=0).cheapest()


def test_brackets_are_not_made_if_the_effort_is_too_small_to_run_them() -> None:
    search = corridor("a2")
    with pytest.raises(TooLargeError):
        search.cheapest(effort=600)
    assert 0 < search.questions.bracket.cache_info().currsize < 600 / EFFORT_OF_RUNNING
