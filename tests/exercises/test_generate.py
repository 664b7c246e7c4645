"""Test the contract of generated exercises: prove each promise again, by another search."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.core.board.squares import Square
from teachkit.core.data import numbers
from teachkit.core.game.level_generator import Order, Start
from teachkit.core.run.chance import Chance
from teachkit.errors import DataError
from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.authoring.proof import flags, flaws
from teachkit.exercises.generator.contract import (
    Contract,
    ContractError,
    TooFewError,
    hand_of,
)
from teachkit.exercises.generator.generate import Level, generate
from teachkit.exercises.generator.selection import Selection
from teachkit.exercises.judging.checks import asked_text
from teachkit.exercises.judging.grade import grade, judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import difficulty, par, turns
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.games import NAMES, algoracing, game
from teachkit.play.search import Memory, names_in

from ..thorough import THOROUGH

SEEDS = range(3) if THOROUGH else range(1)
CONTRACTS: dict[str, Contract] = {
    "the one in the book": Contract(
        "algoracing", needs=("x2",), par_cards=range(6, 9), turns=2, unique=True
    ),
    "a basic deck": Contract("algoracing", par_cards=range(4, 6), stops=range(1, 4)),
    "steps": Contract("algoracing", par_cards=range(3, 6), par_steps=range(5, 6), needs=("loops",)),
    "a hand": Contract("algoracing", hand=hand_of("forward 3, turn, jump 1"), size="5x4"),
    "compass": Contract("algoracing", edition="compass", par_cards=range(4, 7)),
    "no all-forward": Contract("algoracing", avoid=("all-forward", "u-turn"), size="4x4"),
    "a number": Contract("lovelace", par_cards=range(3, 6)),
    "two targets": Contract("lovelace", par_cards=range(3, 6), stops=range(2, 3), unique=True),
    "an operator": Contract("lovelace", par_cards=range(3, 5), needs=("swap",), size="5"),
    "a loop": Contract("lovelace", par_cards=range(3, 4), needs=("2x",), avoid=("3x",)),
    "a rogue": Contract("calamitron", par_cards=range(3, 6)),
    "two rogues": Contract("calamitron", par_cards=range(4, 7), stops=range(2, 3)),
    "flags": Contract("roborally", par_cards=range(2, 4)),
    "six rows": Contract("lovelace", par_cards=range(6, 7), hand=hand_of("+-1, +-10, x/2, swap")),
}


def exercise(level: Level) -> Exercise:
    return make_exercise("level", level.data)


@cache
def levels(name: str, seed: int) -> list[Level]:
    return generate(CONTRACTS[name], 3, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", CONTRACTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_promised_is_so(name: str, seed: int) -> None:
    contract = CONTRACTS[name]
    for level in levels(name, seed):
        made = exercise(level)
        solution = made.read(made.file.solution.answer)
        assert [str(remark) for remark in (*flaws(made), *flags(made))] == []
        cards, steps = par(made)
        assert (cards.metric, cards.best) == ("cards", level.par_cards)
        assert level.par_cards == solution.cost
        assert level.par_cards in contract.par_cards
        assert difficulty(made) == level.difficulty
        assert (steps.metric, steps.best) == ("steps", level.difficulty.steps)
        assert level.difficulty.steps in (contract.par_steps or [level.difficulty.steps])
        assert contract.turns in (None, turns(made, solution))
        assert not contract.unique or cards.programs == 1
        searched = puzzle(made)
        assert searched
        assert not any(searched.best(without=need) for need in contract.needed)
        assert {*made.cards} <= {*contract.offered}
        limits = contract.limits.items()
        assert all(str(solution).count(card) <= most for card, most in limits)


@pytest.mark.slow
@pytest.mark.parametrize("name", CONTRACTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_level_is_made_for_learners(name: str, seed: int) -> None:
    """A level has three hints, mistakes, a small hand with a spare card, and a stated par."""
    for level in levels(name, seed):
        made = exercise(level)
        assert len(made.file.hints) == 3
        assert made.file.mistakes
        assert len({each.says for each in made.file.mistakes}) == len(made.file.mistakes)
        assert f"**{level.par_cards}**" in asked_text(made)
        held = sum(number or 0 for number in made.cards.values())
        assert level.par_cards <= held <= level.par_cards + 2
        assert len(made.title) <= 40
        assert all(len(hint) <= 150 for hint in made.file.hints)


@pytest.mark.parametrize("name", ["the one in the book", "two targets"])
def test_no_two_levels_are_alike_and_the_easiest_comes_first(name: str) -> None:
    contract = CONTRACTS[name]
    eight = generate(contract, 8, 5)
    values = [level.difficulty.value for level in eight]
    assert values == sorted(values)
    assert len({level.data["title"] for level in eight}) == 8
    assert len({level.data["solution"]["answer"] for level in eight}) == 8
    alike = contract.levels.duplicate_key
    assert len({alike(level.data["starts"][0]) for level in eight}) == 8


def test_the_same_seed_makes_the_same_files() -> None:
    contract = CONTRACTS["a basic deck"]
    once, again, other = (
        [level.text("made so") for level in generate(contract, 3, seed)] for seed in (7, 7, 8)
    )
    assert once == again
    assert once != other


def test_a_file_reads_back_and_says_how_difficult_it_is(tmp_path: Path) -> None:
    (level,) = generate(CONTRACTS["steps"], 1, 1)
    path = tmp_path / "level.toml"
    path.write_text(level.text("teachkit generate algoracing"), encoding="utf-8")
    assert load_exercise(path).file == exercise(level).file
    said = [f"# Difficulty: {level.difficulty}", "# Made by: teachkit generate algoracing"]
    assert path.read_text(encoding="utf-8").splitlines()[:2] == said
    assert str(level.difficulty).startswith(f"{level.difficulty.value} (5 steps, ")


NUMBERED = ["roborally base", "roborally variant", "roborally unarmed"]
SENSING = [f"algoracing {each}" for each in ("sensors", "routines", "turns")]
REFUSED = {
    **dict.fromkeys(NUMBERED, "have numbers. Choose one of: factory."),
    **dict.fromkeys([*SENSING, "calamitron sensors"], "No search can prove exercises"),
}
"""The editions of which no level can be made or proven, with a part of the message."""
EDITIONS = [f"{name} {each}" for name in NAMES for each in game(name).editions]
ALL_SEEDS = range(20)
TODAY = datetime.now(UTC).toordinal() % len(ALL_SEEDS)


def remarks(made: Exercise) -> list[str]:
    """Return the remarks of `teachkit check --strict`."""
    return [str(remark) for remark in (*flaws(made), *flags(made))]


def is_harmless(contract: Contract, made: Exercise, without: Start) -> bool:
    """Return whether par stays the same without an obstacle, and all mistakes still fail."""
    bare = make_exercise("bare", asdict(made.file) | {"starts": [without]})
    if any(grade(bare, mistake.answer).solved for mistake in bare.file.mistakes):
        return False
    (start,), solution = bare.starts, made.read(made.file.solution.answer)
    if not judged(bare, str(solution)).solved:
        return False
    moment = Memory(contract.module, "red", ahead=True).moment(start.state)
    found = Selection(contract, without, moment).wishes()
    task = {(line.check, *line.facts.values()) for line in made.checks[:-1]}
    same = next(one for one in found if {(a.check, a.value) for a in one.task} == task)
    return same.cost == solution.cost


@pytest.mark.parametrize("name", EDITIONS)
def test_a_level_of_any_edition_passes_check_or_is_refused(name: str) -> None:
    """Generate with the seed of the day; a nightly test tries all seeds."""
    passes_or_is_refused(name, TODAY)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", ALL_SEEDS)
@pytest.mark.parametrize("name", EDITIONS)
def test_levels_of_any_edition_pass_check_with_any_seed(name: str, seed: int) -> None:
    passes_or_is_refused(name, seed)


def passes_or_is_refused(name: str, seed: int) -> None:
    if name in REFUSED:
        with pytest.raises(ContractError, match=REFUSED[name]):
            generate(Contract(*name.split(), par_cards=range(4, 8)), 2, seed)
        return
    contract = Contract(*name.split(), par_cards=range(3, 6))
    for level in generate(contract, 2, seed):
        made = exercise(level)
        assert remarks(made) == []
        cards = {card for name in made.cards for card in (name, str(name))}
        hints = re.findall(r"[\w-]+", " ".join(made.file.hints))
        assert cards.isdisjoint(hints)
        assert all(hint.endswith("?") for hint in made.file.hints)
        if not contract.rules.nested:
            for one in contract.levels.obstacles(made.file.starts[0]):
                assert not is_harmless(contract, made, one.without), one.says


@pytest.mark.parametrize("name", [name for name in NAMES if name != "roborally"])
def test_levels_are_told_apart_by_titles_and_texts(name: str) -> None:
    found = generate(Contract(name, par_cards=range(3, 5)), 6, 2)
    assert len({level.data["title"] for level in found}) == 6
    assert len({level.data["text"] for level in found}) >= 5


def test_a_spare_card_is_used_by_a_mistake() -> None:
    for level in generate(CONTRACTS["a basic deck"], 5, 3):
        made = exercise(level)
        spare = Counter({name: number or 0 for name, number in made.cards.items()})
        spare -= Counter(names_in(made.read(made.file.solution.answer)))
        wrong = [Counter(names_in(made.read(each.answer))) for each in made.file.mistakes]
        assert all(any(used[card] for used in wrong) for card in spare)


def test_a_robot_gets_no_program_longer_than_its_registers() -> None:
    pars = {level.par_cards for level in generate(Contract("roborally", par_cards=range(5, 9)), 3)}
    assert pars == {5}
    with pytest.raises(TooFewError, match=r"found: 0 of 3\. Relax --par-cards"):
        generate(Contract("roborally", par_cards=range(6, 9)), 3)


def test_what_check_would_refuse_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in for `teachkit check` refuses every exercise with a "u-turn"."""

    def found(made: Exercise) -> list[str]:
        return ["faulty"] if "u-turn" in made.file.solution.answer else []

    contract = CONTRACTS["a basic deck"]
    assert any(found(exercise(level)) for level in generate(contract, 9))
    monkeypatch.setattr("teachkit.exercises.generator.generate.flaws", found)
    assert not any(found(exercise(level)) for level in generate(contract, 9))


# What cannot be had ------------------------------------------------------------------------------


NO_SAMPLES: dict[str, Any] = {"stops": range(1), "size": "4x4"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "option"),
    [
        ({"turns": 7, "par_cards": range(4, 5)}, "--turns"),
        ({"par_cards": range(12, 13), "size": "3x3"}, "--par-cards"),
        ({"par_steps": range(40, 41), "par_cards": range(3, 4), **NO_SAMPLES}, "--par-steps"),
        ({"hand": {"forward": 1, "left": 1}, "par_cards": range(5, 6), **NO_SAMPLES}, "--hand"),
    ],
)
def test_what_hardly_anything_fulfils_says_what_to_loosen(
    keys: dict[str, Any], option: str
) -> None:
    with pytest.raises(TooFewError) as refusal:
        generate(Contract("algoracing", **keys), 2)
    assert refusal.value.says == f"Exercises found: 0 of 2. Relax {option}."


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"needs": ("swap",)}, 'No exercise can be generated with "swap". Choose one of: '),
        ({"needs": ("jump",), "avoid": ("jump",)}, '"jump" is asked for, but --avoid excludes'),
        ({"edition": "basic", "needs": ("loops",)}, 'The edition "basic" has no "loops". Choose '),
        ({"hand": {"forward": 1}, "needs": ("left",)}, 'The hand has no "left". Add it to --hand.'),
        ({"avoid": ("lft",)}, 'There is no card "lft" to avoid. Did you mean "left"?'),
        ({"edition": "chess"}, 'There is no edition "chess". Choose one of: basic, '),
        ({"par_cards": range(3)}, "Par must be between 1 and 12 cards."),
        ({"par_cards": range(9, 14)}, "Par must be between 1 and 12 cards."),
        ({"game": "lovelace", "turns": 1}, "No card here makes a turn. Remove --turns."),
    ],
)  # fmt: skip
def test_what_no_edition_has_is_said_at_once(keys: dict[str, Any], says: str) -> None:
    with pytest.raises(ContractError) as refusal:
        Contract(**{"game": "algoracing", **keys})
    assert refusal.value.says.startswith(says)


def test_what_is_too_large_to_be_searched_is_said() -> None:
    nested = Contract(
        "algoracing",
        edition="nested",
        hand=hand_of("forward, jump, left, right, u-turn, 2x, 3x"),
        par_cards=range(9, 10),
    )
    with pytest.raises(ContractError, match=r"would take too long\. Lower --par-cards"):
        generate(nested, 1)


@pytest.mark.parametrize("text", ["", "x", "8..6", "6..", "-1", "1..2..3"])
def test_a_span_is_a_number_or_two(text: str) -> None:
    with pytest.raises(
        DataError,
        match=r"is not a number\. Write a number such as 7, or a range such as 6\.\.8",
    ):
        numbers(text)


def test_the_first_edition_that_has_all_cards_is_taken() -> None:
    assert Contract("algoracing").rules.name == "basic"
    assert Contract("algoracing", needs=("loops",)).rules.name == "loops"
    assert Contract("algoracing", hand={"north": None}).rules.name == "compass"
    assert Contract("lovelace", needs=("3x",)).rules.name == "loops"


# Boards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_game_knows_its_levels(name: str) -> None:
    known, editions = game(name).levels, game(name).editions
    assert set(known.editions) <= set(editions)
    assert set(known.turns) <= set(known.opposites)
    assert next(iter(known.concepts.values())) == ()
    assert len(set(known.titles)) == len(known.titles) >= 20
    assert all(len(title) <= 40 for title in known.titles)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(),
    size=st.sampled_from(["3x3", "4x6", "6x6", "9x9"]),
    stops=st.integers(0, 3),
    jump=st.booleans(),
)
def test_a_board_is_fair(seed: int, size: str, stops: int, jump: bool) -> None:
    """The rover can drive off; samples are on different squares, and not on hills out of reach."""
    cards = frozenset({"forward", "left", *(["jump"] if jump else [])})
    order = Order("basic", size, stops, 6, cards)
    start = next(game("algoracing").levels.draw(order, Chance(seed).pick))
    state = algoracing.Setup(**start).state()
    rover = state.rover("red")
    assert f"{state.board.width}x{state.board.height}" == size
    assert state.board.hindrance(rover.square, rover.facing) is None
    places = [Square.read(name) for name in start["samples"]]
    assert len({rover.square, *places}) == stops + 1
    assert jump or not any(state.board.level(place) for place in places)
    if size in ("6x6", "9x9"):
        apart = [abs(a.column - b.column) + abs(a.row - b.row) > 2
                 for a in places for b in (rover.square, *places) if a != b]  # fmt: skip
        assert all(apart)


def test_a_mirrored_or_turned_board_is_alike() -> None:
    start = {"floor": ". #\n. .\n. .", "walls": ["a1 east"], "rovers": {"red": "a1 north"},
             "samples": {"b2": "blue"}}  # fmt: skip
    mirrored = {"floor": "# .\n. .\n. .", "walls": ["b1 west"], "rovers": {"red": "b1 north"},
                "samples": {"a2": "green"}}  # fmt: skip
    turned = {"floor": ". . .\n. . #", "walls": ["a1 north"], "rovers": {"red": "a2 east"},
              "samples": {"b1": "blue"}}  # fmt: skip
    other = start | {"rovers": {"red": "a1 east"}}
    alike = game("algoracing").levels.duplicate_key
    assert alike(start) == alike(mirrored) == alike(turned)
    assert alike(start) != alike(other)


def test_starts_on_one_board_differ() -> None:
    order = Order("basic", "6x6", 1, 6, frozenset({"forward"}))
    drawn = game("algoracing").levels.draw(order, Chance(1).pick)
    starts = [next(drawn) for _ in range(5)]
    assert {start["floor"] for start in starts} == {starts[0]["floor"]}
    assert all(one != other for one, other in pairwise(starts))
