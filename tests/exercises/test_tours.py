"""Test the searches that tours over the empty board cut short: they find what they found before."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, last_of
from teachkit.errors import AnswerError, TeachkitError
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import Puzzle, puzzle
from teachkit.play.search import Found, TooLargeError, exact

from ..thorough import THOROUGH
from .making import made

BOARDS = 5000 if THOROUGH else 100
EFFORT = 6_000  # with more, a search is given up on either side
SIDE = 5
MOST_STATES = 3_000  # of a search by the rules
FACINGS = ("north", "east", "south", "west")
DECKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "steps": ("basic", ("forward", "left", "right")),
    "jumps": ("basic", ("forward", "jump", "left", "right", "u-turn")),
    "far drives": ("basic", ("all-forward", "left", "right")),
    "all cards": ("basic", ("forward", "all-forward", "jump", "left", "right", "u-turn")),
    "compass": ("compass", FACINGS),
    "teleport": ("complete", ("forward", "left", "right", "teleport")),
    "loops": ("loops", ("forward", "all-forward", "left", "2x", "3x")),
    "conditions": ("sensors", ("forward", "left", "while", "if")),
    "a routine": ("routines", ("forward", "left", "define 1")),
}
"""The edition and the cards of each deck."""


def exercise_of(deck: str, seed: int) -> Exercise:
    """Return an exercise on random boards, which perhaps nobody can solve."""
    chance = random.Random(f"{deck} {seed}")
    while True:
        try:
            return made("random", **_data(deck, chance))
        except TeachkitError:
            continue


def _data(deck: str, chance: random.Random) -> dict[str, Any]:
    edition, cards = DECKS[deck]
    if chance.random() < 0.3:
        cards = tuple(
            f"{card} {chance.randint(1, 6)}" if " " not in card else card for card in cards
        )
    starts = [_start(chance) for _ in range(chance.choice((1, 1, 1, 2)))]
    return {
        "edition": edition,
        "cards": list(cards),
        "starts": starts,
        "checks": _checks(chance, has_conditions="while" in cards),
        "solution": {
            "answer": "define routine(left)" if edition == "routines" else cards[0].split()[0]
        },
    }


def _square(chance: random.Random) -> str:
    return f"{chance.choice('abcde')}{chance.randint(1, SIDE)}"


def _start(chance: random.Random) -> dict[str, Any]:
    """Return a start with hills, walls, elevators, samples, a lab and perhaps another rover."""
    rows = [" ".join(chance.choices("...#H", (8, 8, 8, 3, 1), k=SIDE)) for _ in range(SIDE)]
    edges = [f"{_square(chance)} {chance.choice(FACINGS)}" for _ in range(8)]
    start: dict[str, Any] = {
        "floor": "\n".join(rows),
        "rovers": {"red": f"{_square(chance)} {chance.choice(FACINGS)}"},
        "samples": {
            _square(chance): ["blue"] * chance.choice((1, 1, 1, 2))
            for _ in range(chance.randint(0, 4))
        },
        "bases": {"red": _square(chance)},
        "walls": edges[:6],
        "lifts": edges[6:] if chance.random() < 0.2 else [],
        "options": {
            "capacity": chance.choice((1, 2, 3)),
            "full_rover_stops_at_sample": chance.random() < 0.5,
        },
    }
    if chance.random() < 0.2:
        start["rovers"]["green"] = f"{_square(chance)} north"
    if chance.random() < 0.3:
        start["carries"] = {chance.choice([*start["rovers"]]): ["green"]}
    return start


def _checks(chance: random.Random, has_conditions: bool) -> list[dict[str, Any]]:
    square, facing, number = _square(chance), chance.choice(FACINGS), chance.randint(1, 3)
    goals: list[dict[str, Any]] = [
        {"check": "collects", "samples": number},
        {"check": "carries", "samples": number},
        {"check": "delivers", "samples": number},
        {"check": "scores", "total": number},
        {"check": "clears", "square": square},
        {"check": "stands_on", "square": square},
        {"check": "looks", "facing": facing},
        {"check": "parks", "place": f"{square} {facing}"},
        {"check": "comes_back"},
    ]
    checks = chance.sample(goals, chance.choice((1, 1, 2, 3)))
    if has_conditions or chance.random() < 0.1:
        checks.append({"check": "uses_at_most", "cards": chance.randint(2, 3)})
    return checks


def without_tours(exercise: Exercise) -> Puzzle | None:
    """Return the puzzle of the same exercise for a game that offers no errands."""
    game, places = exercise.game, exercise.game.foresight.places
    assert places
    foresight = replace(game.foresight, places=replace(places, errand=None))
    return puzzle.__wrapped__(replace(exercise, game=replace(game, foresight=foresight)))


def answers(searched: Puzzle, beginnings: list[Program]) -> Iterator[Found | str | None]:
    """Yield both pars, and the best programs that begin with `beginnings`, or `too large`."""
    searches = [
        partial(searched.best, "cards", effort=EFFORT),
        partial(searched.best, "steps", effort=EFFORT),
        *(partial(searched.best, after=begun, effort=EFFORT) for begun in beginnings),
    ]
    for search in searches:
        try:
            yield search()
        except TooLargeError:
            yield "too large"


def by_breadth(exercise: Exercise) -> tuple[int, int] | None:
    """Return the fewest cards and the number of such programs, found by trying all cards in turn.

    The exercise has one start, and any number of each card.
    """
    (start,), game, red = exercise.starts, exercise.game, "red"
    cards = [way for card in exercise.instructions for way in card.ways]
    returns = any(line.check == "comes_back" for line in exercise.checks)
    goals = [line for line in exercise.checks if line.check in game.goals]

    def after(state: Any, flow: Flow[Any]) -> Any:
        with suppress(AnswerError):  # chance is asked
            return last_of(flow, state)

    def is_right(state: Any) -> bool:
        end = after(state, game.finish(state, red))
        if end is None or (
            returns and game.whereabouts(end, red) != game.whereabouts(start.state, red)
        ):
            return False
        return not any(game.goals[line.check](end, red, **line.facts) for line in goals)

    seen: set[Any] = {None}
    layer, number = {start.state: 1}, 0
    while layer and len(seen) < MOST_STATES:
        ahead, number = Counter[Any](), number + 1
        for state, programs in layer.items():
            for card in cards:
                ahead[after(state, game.perform(state, red, card))] += programs
        layer = {state: programs for state, programs in ahead.items() if state not in seen}
        seen.update(layer)
        if right := [programs for state, programs in layer.items() if is_right(state)]:
            return number, sum(right)
    return None


@pytest.fixture(autouse=True)
def _tours_from_the_first_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use tours for the shortest programs too, which are otherwise found without them."""
    monkeypatch.setattr(exact, "FEW", 0)


@pytest.mark.parametrize("deck", DECKS)
def test_tours_change_no_answer(deck: str) -> None:
    """Compare with the same search without tours and, if programs are rows, with plain rules."""
    found = 0
    for seed in range(BOARDS // len(DECKS)):
        exercise, chance = exercise_of(deck, seed), random.Random(seed)
        searched, plain = puzzle.__wrapped__(exercise), without_tours(exercise)
        assert searched
        assert plain
        begun = [Program((chance.choice(searched.deck.cards),)) for _ in range(2)]
        for ours, theirs in zip(answers(searched, begun), answers(plain, begun), strict=True):
            assert "too large" in (ours, theirs) or ours == theirs, seed
            found += isinstance(ours, Found)
        if not (searched.deck.has_brackets or searched.deck.limits or exercise.starts[1:]):
            with suppress(TooLargeError):
                by_rules, best = by_breadth(exercise), searched.best()
                assert by_rules is None or (best and by_rules == (best.cost, best.programs)), seed
    assert found


ALONG: dict[str, Any] = {"floor": ". . . . #", "rovers": {"red": "a1 east"}}
AROUND: dict[str, Any] = {"floor": ". . . #\n. . . #", "rovers": {"red": "c2 north"}}
LAB = {"carries": {"red": ["blue"]}, "bases": {"red": "c1"}}


@pytest.mark.parametrize(
    ("start", "checks", "fewest"),
    [
        (LAB, [{"check": "delivers", "samples": 1}, {"check": "stands_on", "square": "d1"}], 1),
        (LAB, [{"check": "delivers", "samples": 1}, {"check": "stands_on", "square": "c1"}], 2),
        (LAB | AROUND | {"bases": {"red": "b1"}},
         [{"check": "delivers", "samples": 1}, {"check": "stands_on", "square": "c1"}], 6),
        ({"samples": {"b1": "blue", "c1": "blue"}}, [{"check": "collects", "samples": 2}], 2),
        ({"lifts": ["e1 west"]}, [{"check": "stands_on", "square": "e1"}], 1),
        ({"lifts": ["e1 west"], "samples": {"e1": "blue"}}, [{"check": "collects", "samples": 1}],
         1),
        ({"samples": {"b1": "blue"}}, [{"check": "collects", "samples": 2}], None),
    ],
    ids=["past the lab", "to the lab", "around, with or without a card past the lab",
         "stopped by each sample", "carried by an elevator",
         "to a sample by elevator", "too few samples"],
)  # fmt: skip
def test_a_card_may_stop_early_or_make_a_stop_and_go_on(
    start: dict[str, Any], checks: list[dict[str, Any]], fewest: int | None
) -> None:
    """Compare a corridor with a lab, samples or an elevator with the search without tours."""
    cards = ["forward", "all-forward", "left", "u-turn", "jump"]
    exercise = made("along", starts=[ALONG | start], checks=checks, cards=cards)
    searched, plain = puzzle.__wrapped__(exercise), without_tours(exercise)
    assert searched
    assert plain
    best = searched.best()
    assert best == plain.best()
    assert (best.cost if best else None) == fewest
