"""Test a match: who has to answer, what is saved, and the errors for a damaged save."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.decisions import PickOne, Shuffle
from teachkit.core.run.flow import Event, Flow, Frame, ask
from teachkit.errors import AnswerError, BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.games.algoracing.algorithm import EditAlgorithm
from teachkit.games.lovelace import Setup as Lovelace
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

from .starts import rewound

SETUP = Setup(board="two-hills", players=("red", "green"))


class Chosen(Event, frozen=True):
    """Everybody's choices, in order of arrival."""

    answers: tuple[tuple[str | None, Any], ...]

    def __str__(self) -> str:
        return ", ".join(f"{player}: {choice}" for player, choice in self.answers)


def both_choose(setup: Any) -> Flow[int]:
    """Return a game of two rounds: both choose at once, then chance turns over a coin."""
    for _ in range(2):
        options = ("stone", "paper")
        answers = yield from ask(PickOne("red", "?", options), PickOne("green", "?", options))
        yield Frame(Chosen(tuple(answers)), 0)
        answers = yield from ask(Shuffle(items=("head", "tail")))
        yield Frame(Chosen(tuple(answers)), 0)
    return 0


STONE: Any = SimpleNamespace(name="stone", setup=SimpleNamespace, play=both_choose)
STONE.seen_by = lambda state, player: state
STONE.outcome = lambda state: None


def stone(answers: Sequence[Sequence[Any]] = (), **strategies: Any) -> Match:
    setup = SimpleNamespace(state=lambda: 0)
    return Match(STONE, setup, 5, strategies, answers)


def test_people_are_waited_for() -> None:
    match = stone()
    assert [asked.player for asked in match.pending] == ["red", "green"]
    match.answer("green", "paper")
    assert [asked.player for asked in match.pending] == ["red"]
    match.answer("red", "stone")
    assert str(match.frames[0].event) == "green: paper, red: stone"


def test_nobody_answers_twice_or_unasked() -> None:
    match = stone()
    match.answer("green", "paper")
    with pytest.raises(AnswerError, match=r"There is no question for green now\."):
        match.answer("green", "stone")
    with pytest.raises(AnswerError, match=r"Choose one of: stone, paper\."):
        match.answer("red", "scissors")
    assert len(match.answers) == 1


def test_a_match_is_loaded_at_any_moment() -> None:
    """One of two may have answered; the random numbers go on unchanged."""
    match = stone()
    for player in ("red", "green", "green", "red"):
        match.answer(player, "stone" if player == "red" else "paper")
    assert match.is_over
    for number in range(len(match.answers) + 1):
        again = stone(match.answers[:number])
        assert again.trace == match.trace[: len(again.frames)]
        assert again.answers == match.answers[: len(again.answers)]


def test_a_strategy_is_not_asked_for_what_is_saved() -> None:
    match = stone([["green", 1]], green=at_random(2))
    assert match.answers == [["green", 1]]
    assert [asked.player for asked in match.pending] == ["red"]


def test_a_save_of_another_game_is_refused() -> None:
    with pytest.raises(AnswerError, match=r"There is no question for blue now\."):
        stone([["blue", 0]])
    with pytest.raises(AnswerError, match=r"This saved answer is not possible here: 7\."):
        stone([["red", 7]])


def test_an_answer_may_be_written_as_text() -> None:
    """It becomes the option itself, so that the match equals the loaded one."""
    match = Match(algoracing.GAME, SETUP)
    match.answer("green", (5, 5))
    match.answer("green", "south")
    rover = match.state.rover("green")
    assert type(rover.square) is Square
    assert type(rover.facing) is Facing
    assert rewound(match).trace == match.trace


def test_nobody_has_won_while_bases_are_chosen() -> None:
    match = Match(algoracing.GAME, SETUP)
    for _ in range(2):
        match.answer("green", match.pending[0].compose(lambda options: options[0]))
    assert len(match.frames) == 1
    assert match.outcome is None


def test_edits_come_as_a_list() -> None:
    """A text would be read letter by letter, and a set has no order."""
    setup = Setup(edition="complete", board="crater-rim", players=("red", "green"))
    match = Match(algoracing.GAME, setup, strategies={"green": at_random(1)})
    while not isinstance(match.pending[0], EditAlgorithm):
        match.answer("red", match.pending[0].compose(lambda options: options[0]))
    before = match.save()
    for choice in (None, "insert jump at 1", {"insert jump at 1"}, [None], ["jump"]):
        with pytest.raises(AnswerError) as error:
            match.answer("red", choice)
        assert error.value.says.count(". ") <= 1
        assert match.save() == before
    match.answer("red", match.pending[0].compose(lambda options: options[1]))
    assert match.save() != before


def test_a_function_that_answers_wrongly_is_named_and_undoes_nothing() -> None:
    """The answer before it, which led to its turn, is taken back."""
    turns = iter(["paper", "scissors", "paper"])
    match = stone(green=lambda view, decision: next(turns))
    before = (match.answers[:], match.frames[:], match.pending)
    with pytest.raises(AnswerError, match=r"green's function: Choose one of: stone, paper\."):
        match.answer("red", "stone")
    assert (match.answers, match.frames, match.pending) == before
    match.answer("red", "paper")
    assert [answer[0] for answer in match.answers] == ["green", "red", None, "green"]


def test_a_match_begins_with_a_setup_and_a_seed() -> None:
    for setup in (None, "two-hills", SETUP.state, Lovelace(players=("ada", "babbage"))):
        with pytest.raises(
            BoardError, match='Start a match of "algoracing" with its Setup, not with'
        ):
            Match(algoracing.GAME, setup)
    for seed in (None, 0.5, [1]):
        with pytest.raises(AnswerError, match="A seed must be a number or text, not"):
            Match(algoracing.GAME, SETUP, seed)  # type: ignore[arg-type]  # that is what is tested
