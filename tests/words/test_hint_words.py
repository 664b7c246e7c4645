"""Test that everything the ladder of help says is translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from babel.messages.catalog import Catalog

from teachkit.exercises.explaining.explain import explanation
from teachkit.exercises.explaining.faults import planned
from teachkit.exercises.explaining.hints import Asked, fault_hint, hint, shown_hints
from teachkit.exercises.model.exercise import Exercise
from tests.exercises.functionfiles import asked as function
from tests.exercises.making import START, made
from tests.once import Once

from .extract import sentences
from .pseudo import escaped, provoked

HERE = ("ladder", "faults", "hints")
# What stands in quotes, calls of a function, places, and the cards or code in the lines below.
FACTS = re.compile(r""""[^"]*"|f\(\d\)|\b[a-d]\d \w+|\b[a-c]\b\.?|\n.*""", re.DOTALL)
LOOPS: dict[str, Any] = {"edition": "loops", "cards": {"forward": 2, "left": 2, "2x": 1}}
GOAL = {"check": "stands_on", "square": "c1"}
OPTIONS = [{"says": "1"}, {"says": "2", "program": "left"}, {"says": "3", "program": "forward"}]
HALF_WAY = {"floor": ". . .\n. . .", "rovers": {"red": "b1 east"}}


def asked() -> Iterator[tuple[Exercise, str]]:
    """Exercises with an answer, for every sentence that there is."""
    laid = ("", "forward", "forward, forward", "left", "2x()", "2x(left)", "forward, left, left",
            "forward, 2x(left)", "forward, left, forward", "2x(forward, left)")  # fmt: skip
    yield from ((made(**LOOPS), program) for program in laid)
    sensing: dict[str, Any] = {"edition": "sensors", "cards": {"forward": 2, "if": 1}}
    both = [{"check": "stands_on", "square": "c1"}, {"check": "uses", "card": "if"}]
    sensing |= {"checks": both, "solution": {"answer": "if clear(forward), forward"}}
    yield made(**sensing), "if clear()"
    yield from repaired()
    yield from gone_astray()
    yield from inside_out()
    yield from of_routines()
    turned = [{"check": "parks", "place": "b1 north"}]
    yield made(checks=turned, solution={"answer": "forward, left"}), ""
    yield made(starts=[START, HALF_WAY], solution={"answer": "all-forward"}), "forward"
    written: dict[str, Any] = {"given": "forward, left", "checks": [], "solution": {"says": "1"}}
    yield made(kind="predict", **written), "1: "
    yield made(kind="trace", **written), ""
    keys = {"choices": OPTIONS, "mistakes": [{"answer": "x", "says": "1"}]}
    yield made(kind="choice", given="forward, forward", **keys), ""
    yield function(), "def f(n): return n"


def gone_astray() -> Iterator[tuple[Exercise, str]]:
    """Programs that are left at every part of a bracket, at its beginning and later on."""
    hand = {"forward": 1, "left": 1, "2x": 1, "3x": 1}
    row = {"floor": ". . . .\n. . . .", "rovers": {"red": "a1 east"}}
    goal: dict[str, Any] = {"check": "stands_on", "square": "d1"}
    loops = LOOPS | {"cards": hand, "starts": [row], "checks": [goal],
                     "solution": {"answer": "3x(forward)"}}  # fmt: skip
    yield made(**loops), "2x(left, forward)"
    north = [row | {"rovers": {"red": "a1 north"}}]
    turned = loops | {"starts": north, "solution": {"answer": "right, 3x(forward)"}}
    yield made(**turned | {"cards": hand | {"right": 1}}), "right, 2x(forward)"
    yield made(**turned | {"cards": hand | {"right": 2}}), "right, right, 3x(forward)"
    few = [goal, {"check": "uses_at_most", "cards": 3}]
    yield made(**turned | {"cards": ["forward", "right", "3x"], "checks": few}), "right, forward"
    few = [goal, {"check": "uses_at_most", "cards": 2}]
    yield made(**loops | {"cards": ["forward", "left", "3x"], "checks": few}), "forward, left"
    plain = {"cards": ["forward", "left"], "starts": [row], "solution": {"answer": "all-forward"}}
    few = [goal, {"check": "uses_at_most", "cards": 3}]
    yield made(**plain | {"checks": few}), "forward, forward, left"
    sensing: dict[str, Any] = {"edition": "sensors", "checks": [goal], "starts": [row],
                               "cards": {"forward": 1, "while": 1, "if": 1, "right": 1},
                               "solution": {"answer": "while clear(forward)"}}  # fmt: skip
    yield made(**sensing | {"starts": north}), "right, while blocked(forward)"
    once = [goal | {"square": "b1"}]
    yield made(**sensing | {"checks": once}), "while clear(forward)"
    asking = sensing | {"cards": {"forward": 2, "right": 1, "if": 1}}
    yield made(**asking | {"checks": [goal | {"square": "c1"}]}), "if blocked(forward), forward"
    two = [goal | {"square": "c1"}, {"check": "uses_at_most", "cards": 2}]
    yield made(**asking | {"checks": two}), "if clear(forward)"
    two[1] = {"check": "uses_at_most", "cards": 3}
    yield made(**asking | {"checks": two, "starts": north}), "right, if clear(forward)"
    parked = {"cards": {"forward": 1, "left": 2, "right": 2},
              "checks": [{"check": "parks", "place": "a2 east"}],
              "solution": {"answer": "left, forward, right"}}  # fmt: skip
    yield made(**parked), "right, forward, left"


def of_routines() -> Iterator[tuple[Exercise, str]]:
    """Programs with a routine that is missing, unfinished, wrong, or not called."""
    field = {"floor": ". . . .\n" * 4, "rovers": {"red": "a1 east"}}
    stairs = "define go(forward, left, forward, right), go, go, go"
    keys: dict[str, Any] = {"edition": "routines", "starts": [field],
                            "checks": [{"check": "stands_on", "square": "d4"}],
                            "solution": {"answer": stairs}}  # fmt: skip
    hand = keys | {"cards": ["forward 2", "left 1", "right 1", "define 1"]}
    laid = ("forward", "define a()", "define a(left)", "define a(right, left), a",
            "forward, define a(left, left), a", "forward, define a(), a")  # fmt: skip
    yield from ((made(**hand), program) for program in laid)
    near = [{"check": "stands_on", "square": "c1"}, {"check": "uses_at_most", "cards": 2}]
    few = keys | {"checks": near, "cards": ["forward", "left", "define 1"]}
    few |= {"solution": {"answer": "forward, forward"}}
    yield from ((made(**few), each) for each in ("define a(left)", "forward, define a(left)"))
    wrong = "define go(forward, left, forward), go, go, go"
    yield made(**keys | {"kind": "repair", "given": wrong, "cards": ["forward", "right"]}), wrong


def inside_out() -> Iterator[tuple[Exercise, str]]:
    """Programs with a bracket that lacks a card, or that cannot be there at all."""
    one = LOOPS | {
        "cards": {"forward": 1, "left": 1, "2x": 1},
        "solution": {"answer": "2x(forward)"},
    }
    yield made(**one), "2x()"
    near, row = {"check": "stands_on", "square": "b1"}, ". . . ."
    north = {"floor": row, "rovers": {"red": "a1 north"}}
    turned = {"cards": {"forward": 1, "left": 2, "right": 2, "2x": 1},
              "starts": [north], "checks": [near]}  # fmt: skip
    yield made(**LOOPS | turned | {"solution": {"answer": "right, forward"}}), "right, 2x(left)"
    asking: dict[str, Any] = {"edition": "sensors", "cards": {"forward": 1, "right": 1, "if": 1},
                              "checks": [near], "starts": [north, START],
                              "solution": {"answer": "if blocked(right), forward"}}  # fmt: skip
    yield made(**asking), "if blocked()"
    asking |= {"cards": {"forward": 2, "while": 1}, "starts": [START]}
    yield made(**asking | {"solution": {"answer": "forward"}}), "while blocked(left)"


def repaired() -> Iterator[tuple[Exercise, str]]:
    """The same for programs that are repaired."""
    keys: dict[str, Any] = {"kind": "repair", "edition": "loops", "given": "left",
                            "cards": ["forward", "left", "2x", "3x"]}  # fmt: skip
    twice = keys | {
        "checks": [{"check": "stands_on", "square": "c1"}, {"check": "uses_at_most", "cards": 2},
                   {"check": "never_skips"}],
        "solution": {"answer": "2x(forward)"},
    }  # fmt: skip
    laid = ("", "2x(forward)", "2x()", "3x(forward)", "2x(forward), left", "2x(left)",
            "2x(forward), 2x(left)", "2x(left, forward)")  # fmt: skip
    yield from ((made(**twice), program) for program in laid)
    turned = [{"check": "parks", "place": "b1 west"}]
    twice = keys | {"checks": turned, "solution": {"answer": "forward, 2x(left)"}}
    yield from ((made(**twice), program) for program in ("2x(left)", "left, left", "forward"))
    yield made(**twice | {"given": "forward, left, 2x(left)", "mark": True}), "left, 2x(left)"


def said() -> Iterator[str]:
    for exercise, answer in asked():
        climbed = Asked(hints=len(exercise.file.hints))
        while new := hint(exercise, climbed, answer):
            climbed = climbed.after(new)
            yield new.says
        again = shown_hints(exercise, climbed, answer)[len(exercise.file.hints) :]
        yield from (each.says for each in again)
        if exercise.checks and (found := fault_hint(exercise, answer)):
            yield found.says
        if exercise.kind.form.is_program:
            yield from explanation(exercise, answer)
            if spot := planned(exercise, answer):
                yield spot.says


def test_every_hint_is_provoked_and_translated(once: Once, catalogue: Catalog) -> None:
    hints, asked = once("hints in pseudo", lambda: provoked(said))
    assert [says for says in hints if escaped(FACTS.sub("", says))] == []
    here = sentences(catalogue, *(f"/{room}.py" for room in HERE))
    assert here
    assert here - asked == set()
