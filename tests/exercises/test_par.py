"""Par: what the exact search proves is what trying every program one by one finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.core.game import run
from teachkit.core.nodes import Repeat, brackets_in
from teachkit.core.program import Program
from teachkit.core.walk import straight_steps
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade
from teachkit.exercises.par import badges, bounds, par
from teachkit.games import algoracing
from teachkit.play.deck import Deck, Metric, TooLargeError
from teachkit.play.memory import Memory, Moment
from teachkit.play.search import Search

from .making import START, made, programs_of

MOST = 4
METRICS: dict[Metric, Callable[[Program], int]] = {
    "cards": lambda program: program.cost,
    "steps": lambda program: len(straight_steps(program) or ()),
}
INSTRUCTIONS = ("forward", "all-forward", "jump", "left", "right")

boards = st.lists(
    st.lists(st.sampled_from("...#"), min_size=3, max_size=3).map(" ".join), min_size=3, max_size=3
).map("\n".join)
places = st.tuples(
    st.sampled_from([f"{column}{row}" for column in "abc" for row in "123"]),
    st.sampled_from(["north", "east", "south", "west"]),
).map(" ".join)
decks = st.builds(
    Deck,
    instructions=st.lists(st.sampled_from(INSTRUCTIONS), min_size=2, max_size=3, unique=True).map(
        tuple
    ),
    loops=st.sampled_from([(), (2,), (2, 3)]),
    loop_cards=st.sampled_from([2, None]),
    nested=st.booleans(),
    limits=st.dictionaries(st.sampled_from([*INSTRUCTIONS, "2x"]), st.integers(0, 2), max_size=2),
)


def names_in(program: Program) -> Counter[str]:
    """How often each card is used, loops included."""
    loops = [node for node, _, _ in brackets_in(program.body) if isinstance(node, Repeat)]
    return Counter([*map(str, program.instructions), *(f"{loop.times}x" for loop in loops)])


def may_be_laid(deck: Deck, program: Program) -> bool:
    """What a deck allows, read off the program itself."""
    used = names_in(program)
    around = [last - first + 1 for _, first, last in brackets_in(program.body)]
    return (
        (deck.nested or program.depth <= 1)
        and all(size <= (deck.loop_cards or size) for size in around)
        and all(used[name] <= limit for name, limit in (deck.limits or {}).items())
    )


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    floor=boards,
    rovers=st.lists(places, min_size=1, max_size=2),
    goal=places,
    deck=decks,
    metric=st.sampled_from(sorted(METRICS)),
    needs=st.sampled_from([frozenset(), frozenset({"left"}), frozenset({"2x"})]),
)
def test_search_finds_what_trying_everything_finds(
    floor: str, rovers: list[str], goal: str, deck: Deck, metric: Metric, needs: frozenset[str]
) -> None:
    """On one or two starts at once, for both metrics, with loops, limits and needed cards."""
    if deck.nested:  # in a deck with loops in loops, no edition counts the cards inside
        deck = replace(deck, loop_cards=None)
    starts = [algoracing.Setup(floor=floor, rovers={"red": place}).state() for place in rovers]

    def arrives(states: Iterable[Any]) -> bool:
        return all(algoracing.whereabouts(state, "red") == goal for state in states)

    def reaches(program: Program) -> bool:
        return arrives(run(algoracing, start, program).final for start in starts)

    def is_goal(ends: Sequence[Moment]) -> bool:
        return arrives(end.state for end in ends)

    memory = Memory(algoracing, "red")
    moments = [memory.moment(start) for start in starts]
    reached = [
        program
        for program in programs_of(deck.instructions, deck.loops, MOST)
        if may_be_laid(deck, program) and needs <= set(names_in(program)) and reaches(program)
    ]
    if metric == "steps" and not reached:
        return  # a quick program is not looked for where there is none
    found = Search(moments, deck, is_goal, metric, {"cards": MOST}, needs).cheapest()
    costs = [METRICS[metric](program) for program in reached]
    assert (found.cost if found else None) == min(costs, default=None)
    if found:
        assert found.program in reached
        assert found.programs == costs.count(found.cost)
        assert METRICS[metric](found.program) == found.cost


# Of exercises ----------------------------------------------------------------------------------


def pars(exercise: Exercise) -> dict[str, int]:
    return {best.metric: best.best for best in par(exercise)}


LONG: dict[str, Any] = {"floor": ". . . . . .", "rovers": {"red": "a1 east"}}
FAR_END = [{"check": "stands_on", "square": "f1"}]


def corridor(**keys: Any) -> Exercise:
    """Five steps to the far end, with single steps and, in editions that have them, loops."""
    solution = {"answer": "forward, forward, forward, forward, forward"}
    cards = ["forward", "left", "2x"]
    corridor = {"starts": [LONG], "edition": "loops", "cards": cards, "checks": FAR_END}
    return made(**{**corridor, "solution": solution, **keys})


def test_par_is_the_fewest_cards_and_the_fewest_steps() -> None:
    """2x(forward, forward), forward is four cards; five steps are five, however they are laid."""
    assert pars(corridor()) == {"cards": 4, "steps": 5}
    for best in par(corridor()):
        assert grade(corridor(), str(best.witness)).solved


def test_par_knows_the_hand() -> None:
    assert pars(corridor(cards=["forward", "left"])) == {"cards": 5, "steps": 5}
    assert pars(corridor(cards=["forward 3", "2x 1"])) == {"cards": 4, "steps": 5}


def test_par_knows_what_a_check_asks_for() -> None:
    uses_left = [*FAR_END, {"check": "uses", "card": "left"}]
    solution = {"answer": "forward, forward, forward, forward, forward, left"}
    assert pars(corridor(checks=uses_left, solution=solution)) == {"cards": 5, "steps": 6}


def test_a_limit_on_cards_is_a_limit_on_the_quickest_program_too() -> None:
    """Without the limit, five single cards are as quick; with it, a loop is needed."""
    short = [*FAR_END, {"check": "uses_at_most", "cards": 4}]
    solution = {"answer": "2x(forward, forward), forward"}
    assert pars(corridor(checks=short, solution=solution)) == {"cards": 4, "steps": 5}


def test_par_is_for_all_starts_at_once() -> None:
    near = {"floor": ". . . .", "rovers": {"red": "c1 east"}}
    far = {"floor": ". . . .", "rovers": {"red": "a1 east"}}
    exercise = made(
        starts=[near, far | {"hidden": True}],
        cards=["forward"],
        checks=[{"check": "stands_on", "square": "d1"}],
        solution={"answer": "forward, forward, forward"},
    )
    assert pars(exercise) == {"cards": 3, "steps": 3}


def test_an_elevator_carries_at_the_end_of_a_program_only() -> None:
    start = {"floor": ". #", "lifts": ["b1 west"], "rovers": {"red": "a1 east"}}
    exercise = made(
        starts=[start],
        cards=["left"],
        checks=[{"check": "stands_on", "square": "b1"}],
        solution={"answer": "left"},
    )
    assert pars(exercise) == {"cards": 1, "steps": 1}


@pytest.mark.parametrize(
    "keys",
    [{"checks": [*FAR_END, {"check": "takes_no_detour"}]}, {"kind": "repair", "given": "left"}],
    ids=["all programs", "repair"],
)
def test_where_nothing_can_be_proven_there_is_no_par(keys: dict[str, Any]) -> None:
    assert pars(corridor(**keys)) == {}


def test_what_cannot_be_proven_is_called_a_bound() -> None:
    """The author's own six cards: nothing better was found, and nothing is claimed."""
    detour = [*FAR_END, {"check": "takes_no_detour"}]
    solution = {"answer": "2x(forward, forward), forward"}
    exercise = corridor(checks=detour, solution=solution)
    assert [(each.best, each.proven, each.programs) for each in bounds(exercise)] == [
        (4, False, 0),
        (5, False, 0),
    ]
    assert list(map(str, bounds(exercise))) == [
        "No better than 4 cards found",
        "No better than 5 steps found",
    ]


def test_with_sensors_both_are_proven() -> None:
    """How many steps a `while` takes differs from board to board; the first start counts."""
    solution = {"answer": "while clear(forward)"}
    exercise = corridor(edition="sensors", cards=["forward", "while"], solution=solution)
    assert list(map(str, bounds(exercise))) == ["Par: 2 cards", "Par: 5 steps"]


def test_a_bound_that_is_proven_is_a_par() -> None:
    assert bounds(corridor()) == par(corridor())
    assert list(map(str, bounds(corridor()))) == ["Par: 4 cards", "Par: 5 steps"]


def test_par_says_how_many_programs_are_as_good() -> None:
    """Two forwards may be looped in front, in the middle or behind; so may a loop be alone."""
    cards, steps = par(corridor())
    by_hand = {
        "2x(forward, forward), forward",
        "forward, 2x(forward, forward)",
        "2x(forward), 2x(forward), forward",
    }
    assert all(grade(corridor(), program).solved for program in by_hand)
    assert cards.programs == 2  # the third takes five cards
    laid = [each for each in programs_of(["forward"], [2], 5) if len(straight_steps(each)) == 5]
    allowed = [each for each in laid if grade(corridor(), str(each)).solved]
    assert steps.programs == len(allowed)


def test_a_badge_is_earned_by_a_solved_program_that_is_as_good() -> None:
    best = Program.read("2x(forward, forward), forward")
    long = Program.read("forward, forward, forward, forward, forward")
    assert [badge.earned for badge in badges(corridor(), best, solved=True)] == [True, True]
    assert [badge.earned for badge in badges(corridor(), long, solved=True)] == [False, True]
    assert [badge.earned for badge in badges(corridor(), best, solved=False)] == [False, False]
    assert [badge.par for badge in badges(corridor(), best, solved=True)] == list(par(corridor()))


def test_where_chance_is_asked_there_is_no_par() -> None:
    """Another answer might be quicker, so nothing is proven."""
    start = START | {"samples": {"b1": ["blue", "green", "blue", "green"]}}
    assert pars(made(starts=[start | {"answers": [[0, 1, 2, 3]]}])) == {}


def test_a_search_beyond_reach_says_so() -> None:
    moment = Memory(algoracing, "red").moment(made(starts=[LONG]).starts[0].state)
    deck = Deck(INSTRUCTIONS, tuple(range(2, 10)), None, nested=True)
    search = Search([moment], deck, lambda ends: False, needs=frozenset({"left"}))
    with pytest.raises(TooLargeError):
        search.cheapest()


def test_a_goal_out_of_reach_is_told_from_one_beyond_reach() -> None:
    """Every position was seen, so there is no such program."""
    moment = Memory(algoracing, "red").moment(made(starts=[LONG]).starts[0].state)
    deck = Deck(INSTRUCTIONS, loops=(2, 3))
    assert Search([moment], deck, lambda ends: False).cheapest() is None
