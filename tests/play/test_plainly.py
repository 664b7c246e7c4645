"""Test matches that are played through plain JSON, as learners' functions are."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.language.instructions import Instruction
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision, PickOne, PickSome, Shuffle, WriteProgram
from teachkit.errors import AnswerError
from teachkit.games import game
from teachkit.play import json_view as plainly
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy, at_random

from ..games.starts import PLAYED, matches, moments

every_edition = pytest.mark.parametrize(("name", "edition"), PLAYED)
FRAMES = 400
Answering = Callable[[dict[str, Any], dict[str, Any]], Any]


def sent(thing: Any) -> Any:
    """Return a value as it comes out at the other end of a pipe."""
    return json.loads(json.dumps(thing, allow_nan=False))


def played(name: str, edition: str, strategy: Strategy) -> Match:
    (setup,) = matches(name, edition, count=1)
    seats = dict.fromkeys(setup.players, strategy)
    return Match(game(name), setup, 5, seats, frame_limit=FRAMES)


@every_edition
def test_a_whole_match_is_played_with_candidates(name: str, edition: str) -> None:
    """The player has only plain data: the view, and possible answers to each question."""
    module, chance = game(name), Chance("candidates")
    (setup,) = matches(name, edition, count=1)

    def answer(view: Any, decision: Decision) -> Any:
        seen = sent(plainly.view_of(module, view, str(decision.player), setup.players))
        assert seen["me"] in seen["points"]
        assert seen["players"] == list(seen["points"]) == list(setup.players)
        assert seen["board"].strip()
        asked = sent(plainly.question_of(decision, chance))
        assert asked["question"]
        return plainly.answer_from(decision, sent(chance.pick(asked["candidates"])))

    match = played(name, edition, answer)
    assert match.is_over
    points = module.points(match.state)
    assert set(points) == set(match.setup.players)
    assert all(isinstance(number, int) for number in points.values())


@every_edition
def test_every_possible_answer_can_be_given_plainly(name: str, edition: str) -> None:
    """An answer in a learner's form is read as exactly that answer."""
    rolled = at_random("plainly")
    for _, view, decision in moments(name, edition, FRAMES):
        chosen = rolled(view, decision)
        plain = sent(plainly.plain_answer(decision, chosen))
        again = plainly.answer_from(decision, plain)
        assert decision.to_json(again) == decision.to_json(chosen)
        assert plainly.kind_of(decision)


@every_edition
def test_later_tells_the_view_after_each_answer(name: str, edition: str) -> None:
    module = game(name)
    (setup,) = matches(name, edition, count=1)
    for player, view, decision in moments(name, edition, FRAMES)[:30]:
        possible, _ = plainly.candidates(decision, Chance(1))
        after = sent(plainly.later(module, view, decision, setup.players, possible[0]))
        assert after.keys() == plainly.view_of(module, view, player).keys() - {"board"}
        assert after["me"]
        assert after["players"] == list(setup.players)
        assert decision.problem(plainly.answer_from(decision, possible[-1])) is None


def test_what_is_asked_is_told_by_its_kind() -> None:
    """Test the kinds that all games share, and one that only one game has."""
    asked = [*moments("algoracing", "basic", FRAMES), *moments("algoracing", "complete", FRAMES)]
    questions = [plainly.question_of(decision, Chance(1)) for *_, decision in asked]
    found = {question["kind"]: question for question in questions}
    assert set(found) == {"pick one", "pick some", "write a program", "edit algorithm"}
    cards = {card.name for card in game("algoracing").instructions}
    assert cards > {*found["write a program"]["options"]}
    assert any("insert" in edit for edit in found["edit algorithm"]["options"])
    assert found["pick one"]["least"] == found["pick one"]["most"] == 1


HAND = tuple(map(Instruction, ("forward", "left", "left")))


def test_the_same_seed_has_the_same_candidates() -> None:
    asked = WriteProgram("red", "Lay cards.", HAND, lambda program: ())
    one, again, other = (plainly.question_of(asked, Chance(seed)) for seed in (1, 1, 2))
    assert one == again != other
    assert sorted(one["candidates"]) == sorted(other["candidates"])


def test_all_programs_are_candidates_if_they_are_few() -> None:
    asked = WriteProgram("red", "Lay cards.", HAND, lambda program: ())
    assert sorted(plainly.question_of(asked, Chance(1))["candidates"]) == [
        "forward", "forward, left", "forward, left, left", "left", "left, forward",
        "left, forward, left", "left, left", "left, left, forward",
    ]  # fmt: skip


@given(st.lists(st.sampled_from("ABC"), max_size=5), st.integers(0, 2), st.integers(0, 3))
def test_sets_are_listed_as_if_every_order_of_their_options_were_composed(
    options: list[str], least: int, more: int
) -> None:
    """Listing each set once is only faster."""
    least = min(least, len(options))
    asked = PickSome("red", "Which?", tuple(options), least, least + more)
    every = list(plainly._every_answer(asked))
    assert sum(plainly._orders(options)[least : asked.at_most + 1]) == len(every)
    composed, chance = plainly._different(asked, every), Chance(1)
    random = [plainly._composed(asked, lambda _, size: chance.pick(range(size)))
              for _ in range(plainly.ESTIMATED)]  # fmt: skip
    assert random
    order = chance.answer(Shuffle(items=tuple(composed))).choice
    if len(every) <= plainly.MOST_WAYS:
        assert plainly.candidates(asked, Chance(1))[0] == [composed[place] for place in order]


def test_a_sample_says_how_many_answers_there_are() -> None:
    """Five of nine different cards in a row: 9 × 8 × 7 × 6 × 5 programs."""
    cards = tuple(map(Instruction, "abcdefghi"))
    asked = WriteProgram("red", "Fill.", cards, lambda program: (), least=5, most=5)
    question = plainly.question_of(asked, Chance(1))
    assert question["count"] == 15_120
    assert 90 < len(question["candidates"]) <= 100


def test_candidates_are_as_good_as_chance() -> None:
    """The first candidate is any answer with equal probability, however good it is."""
    asked = PickOne("red", "Which?", tuple("abcd"))
    first = [plainly.question_of(asked, Chance(seed))["candidates"][0] for seed in range(400)]
    assert all(70 < first.count(option) < 130 for option in "abcd")


# What is no answer -----------------------------------------------------------------------------

ONE = PickOne("red", "Which?", ("a", "b"))
SOME = PickSome("red", "Which cards?", ("left", "left", "jump"), least=1, most=2)
CARDS = WriteProgram("red", "Lay cards.", (Instruction("left"),), lambda program: ())
LISTED = "Write the answer as a list in square brackets, not as {}."


@pytest.mark.parametrize(
    ("decision", "plain", "says"),
    [
        (ONE, "c", "Choose one of: a, b."),
        (ONE, None, "Choose one of: a, b."),
        (ONE, ["a"], "Choose one of: a, b."),
        (SOME, "left", LISTED.format("'left'")),
        (SOME, {"left": 1}, LISTED.format("{'left': 1}")),
        (SOME, ["left", "right"], "Choose from: left, left, jump."),
        (SOME, ["jump", "jump"], "Choose from: left, left, jump."),
        (SOME, [], "Choose 1 to 2 of these."),
        (CARDS, 7, "Write the cards as text or as a list, not as 7."),
        (CARDS, ["left", 7], "Write the cards as text or as a list, not as ['left', 7]."),
        (CARDS, "left(", "Write 2x, while or if in front of this bracket: 2x( … )."),
    ],
)
def test_what_is_no_answer_gets_one_sentence(decision: Decision, plain: Any, says: str) -> None:
    with pytest.raises(AnswerError) as error:
        plainly.answer_from(decision, plain)
    assert error.value.says == says


def test_equal_options_are_each_taken_once() -> None:
    assert plainly.answer_from(SOME, ["left", "left"]) == ("left", "left")


def test_rubbish_never_breaks_a_question_of_a_game() -> None:
    """Any plain data is an answer, or gets a sentence."""
    rubbish: list[Any] = [None, True, -1, 1e300, "", "x" * 500, [], [[]], [None], {}, {"a": []},
                          ["insert"], "insert jump at 2", {"unfinished": 1}]  # fmt: skip
    refused = list[str]()
    asked = [decision for entry in PLAYED for _, _, decision in moments(*entry, FRAMES)]
    for decision, plain in product(asked, rubbish):
        try:
            plainly.answer_from(decision, plain)
        except AnswerError as error:
            refused.append(error.says)
    assert refused
    assert all(says.endswith(".") and len(says) < 1000 for says in refused)
