"""Benchmarks of proving a par, from cold, against other search programs.

All search for the fewest cards. Ours also counts the programs of that length. The plain searches
use the engine as it was, so that a quicker engine is not punished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest
from pyperplan.planner import HEURISTICS, SEARCHES, search_plan
from simpleai.search import SearchProblem, astar, breadth_first

from teachkit.core.language.program import Program
from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import Puzzle, puzzle
from teachkit.play.search import Found, exact

from . import levels
from .breadth import ByBreadth
from .pddl import write_pddl
from .ratio import Ratio, at_least, at_most, report

BREADTH_FIRST, OTHER_LEVELS, SIMPLEAI = 8.0, 2.8, 1.3  # times as fast, at least
PER_TRANSITION, HINT, SLOWEST_HINT = 1.5, 0.12, 1.0  # of the other's time, at most

DELIVERY = "delivery, three cards and jump"
LEVELS: dict[str, Callable[[], Exercise]] = {
    DELIVERY: lambda: levels.delivery((*levels.PLAIN, "jump")),
    "delivery, five cards": levels.delivery,
    "there and back over the hills": levels.round_trip,
    "four rooms": levels.four_rooms,
}


def searched_anew(exercise: Exercise) -> Puzzle:
    """Return a search of an exercise that is built on each call, so that nothing is cached."""
    searched = puzzle(exercise)
    assert searched
    return searched


def best_of(exercise: Exercise) -> Found:
    """Return the proven best, with nothing cached beforehand."""
    best = searched_anew(exercise).best()
    assert best
    puzzle.cache_clear()
    return best


def fresh(make: Callable[[], Exercise]) -> Callable[[], Found]:
    """Return the search of a level that is new in each round; making it is not measured."""
    made: Iterator[Exercise] = iter([make() for _ in range(60)])
    return lambda: best_of(next(made))


@pytest.mark.parametrize("name", LEVELS)
def test_par_against_breadth_first(name: str, benchmark: Any) -> None:
    """The delivery is the task of the board game; the others show how far levels differ.

    If a card drives far, or a search ends early, queries of the empty board take a larger share.
    """
    by_breadth = ByBreadth(LEVELS[name]())
    assert by_breadth.fewest() == best_of(LEVELS[name]()).cost
    wanted = BREADTH_FIRST if name.startswith("delivery") else OTHER_LEVELS
    ratio = at_least(wanted, by_breadth.fewest, fresh(LEVELS[name]))
    what = "times quicker than breadth first"
    assert report(benchmark, what, ratio, fresh(LEVELS[name])) >= wanted


class Level(SearchProblem):  # type: ignore[misc]  # simpleai publishes no types
    """A level as a simpleai problem, with the old rules for the effects of cards."""

    def __init__(self, exercise: Exercise) -> None:
        self.rules = ByBreadth(exercise)
        super().__init__(self.rules.start)

    def actions(self, state: Any) -> list[Any]:
        return self.rules.cards

    def result(self, state: Any, action: Any) -> Any:
        return self.rules.after(state, action)

    def is_goal(self, state: Any) -> bool:
        return self.rules.is_goal(state)

    def heuristic(self, state: Any) -> int:
        return len(state.samples)


@pytest.mark.parametrize("samples", [1, 2])
def test_par_against_simpleai(samples: int, benchmark: Any) -> None:
    def make() -> Exercise:
        return levels.open_hills(samples)

    problem = Level(make())
    searches = {
        search: lambda search=search: search(problem, graph_search=True).cost
        for search in (breadth_first, astar)
    }
    quickest = min(searches.values(), key=seconds)
    assert quickest() == best_of(make()).cost
    ratio = at_least(SIMPLEAI, quickest, fresh(make))
    assert report(benchmark, "times quicker than simpleai", ratio, fresh(make)) >= SIMPLEAI


PYPERPLAN = {  # by the number of samples and the search: times as fast, at least
    (1, "astar", "lmcut"): 70.0,
    (2, "astar", "lmcut"): 120.0,
    (1, "bfs", ""): 23.0,
    (2, "bfs", ""): 35.0,
}


@pytest.mark.parametrize(("samples", "name", "heuristic"), PYPERPLAN)
def test_par_against_pyperplan(
    samples: int, name: str, heuristic: str, benchmark: Any, tmp_path: Path
) -> None:
    """Compare forward, left, right and jump, with the board's steps written out for the planner.

    A* with landmark cuts is a planner's method for shortest plans. On boards as small as ours its
    blind search is faster, and is measured too: half of its time it grounds the actions.
    """

    def make() -> Exercise:
        return levels.open_hills(samples, (*levels.PLAIN, "jump"))

    files = write_pddl(make(), tmp_path)
    wanted = PYPERPLAN[samples, name, heuristic]

    def plan() -> int:
        return len(search_plan(*files, SEARCHES[name], HEURISTICS.get(heuristic)))

    assert plan() == best_of(make()).cost
    ratio = at_least(wanted, plan, fresh(make))
    assert report(benchmark, "times quicker than pyperplan", ratio, fresh(make)) >= wanted


def seconds(search: Callable[[], Any]) -> float:
    start = process_time()
    search()
    return process_time() - start


def transitions(exercise: Exercise) -> int:
    """Return the number of cards that the search tried, each in a new position."""
    searched = searched_anew(exercise)
    searched.best()
    (search,) = searched._searches.values()
    return sum(map(len, search._moves[1].values()))


def test_a_transition_on_a_crowded_board(benchmark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare five samples on nine by nine squares with one on six by six, each from cold.

    Tours would leave too few transitions to compare, so the searches do without.
    """
    monkeypatch.setattr(exact, "FEW", 99)
    many, few = transitions(levels.crowded()), transitions(levels.small())
    wanted = PER_TRANSITION * many / few
    ratio = at_most(wanted, fresh(levels.crowded), fresh(levels.small))
    each = Ratio(ratio.one / many, ratio.other / few)
    benchmark.pedantic(fresh(levels.small), rounds=5)
    laid = f"{each.value:.2f}, with {many} transitions to {few}"
    benchmark.extra_info["times a transition of the small board"] = laid
    assert each.value <= PER_TRANSITION, each


BEGINNINGS = ("", "forward", "forward, forward", "right, forward, left", "left", "right, right")


def test_a_hint_after_par_was_shown(benchmark: Any) -> None:
    """A lesson shows par beside the exercise, so a later hint can use the results for par.

    The learner's programs are empty, on a best way, or off it.
    """
    make = LEVELS["delivery, five cards"]
    shown = searched_anew(make())
    assert shown.best()
    ratios = []
    for text in BEGINNINGS:
        begun = Program.read(text)
        assert shown.best(after=begun) == searched_anew(make()).best(after=begun)
        ratios.append(at_most(HINT, lambda begun=begun: shown.best(after=begun), fresh(make)).value)
    benchmark.pedantic(lambda: shown.best(after=Program.read("left")), rounds=5)
    found = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    benchmark.extra_info["of a search for par, by beginnings"] = found
    assert median(ratios) <= HINT, found


STUCK = ("left", "forward", "u-turn")


def test_the_slowest_hint_that_we_know(benchmark: Any) -> None:
    """An exercise with two loops over three boards, in which some first cards lead nowhere.

    Each hint from cold is compared with proving both pars from cold.
    """
    path = Path(__file__).with_name("as-long-as-not.toml")

    def told(begun: Program) -> None:
        searched_anew(load_exercise(path)).way_on(begun)

    def proven() -> None:
        searched = searched_anew(load_exercise(path))
        searched.best("cards"), searched.best("steps")

    ratios = {
        text: at_most(SLOWEST_HINT, partial(told, Program.read(text)), proven, rounds=3)
        for text in STUCK
    }
    slowest = max(ratios, key=lambda text: ratios[text].value)
    benchmark.pedantic(told, (Program.read(slowest),), rounds=5)
    found = f"{ratios[slowest]}, behind {slowest!r}"
    benchmark.extra_info["slowest hint, of a proof of both pars"] = found
    assert ratios[slowest].value <= SLOWEST_HINT, found
