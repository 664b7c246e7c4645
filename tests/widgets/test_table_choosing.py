"""Test what the table says and shows about each question, and that it offers only valid options."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import teachkit as tk
from teachkit.core.game.game import EditRow
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.widgets.table.controls import Control, about, control_for
from tests.thorough import THOROUGH

from .test_table import PLAYED, asked, give, play_until, step


def asked_with(name: str, edition: str, text: str, seats: int = 2) -> tuple[Match, Decision]:
    """Return a random match at the first question that contains `text`, and the question."""
    rules = game(name)
    for seed in range(40):
        setup = rules.opening.match(seats, edition)
        match, chance = Match(rules, setup, seed, frame_limit=3000), Chance(seed)
        while not match.is_over:
            asked = match.pending[0]
            if text in getattr(asked, "question", ""):
                return match, asked
            match.answer(str(asked.player), asked.compose(chance.pick))
    raise AssertionError(text)


def shown(match: Match, asked: Decision) -> tuple[Control, str]:
    """Return the control for `asked`, and what the question is about."""
    view = match.game.seen_by(match.state, str(asked.player))
    return control_for(asked, match.game, view), about(asked, match.game, view, match.frames)


SHOVE = ("calamitron", "standard", "Which way do you shove")
QUESTIONS: list[tuple[tuple[str, str, str], str, str]] = [
    (("algoracing", "basic", "Which corner"), "board", ""),
    (("algoracing", "basic", "Which way should"), "board", ""),
    (("algoracing", "basic", "run an algorithm"), "one", ""),
    (("calamitron", "standard", "Which exit"), "board", "bot: It can use"),
    (SHOVE, "board", "Card 1, Shove · "),
    (("calamitron", "standard", "Which bot do you program"), "board", ", Program"),
    (("calamitron", "standard", "Which upgrade do you take"), "one", ""),
    (("roborally", "variant", "Where do you want to start"), "board", ""),
    (("roborally", "variant", "Which way should"), "board", ""),
    (("roborally", "variant", "Put a card aside"), "one", ": Put a "),
    (("lovelace", "japanese", "Which area"), "one", "Patron 06"),
    (("lovelace", "english", "Which subroutine is"), "one", ""),
]


@pytest.mark.parametrize(("where", "shape", "says"), QUESTIONS, ids=lambda each: str(each)[:40])
def test_a_question_says_what_it_is_about_and_where(
    where: tuple[str, str, str], shape: str, says: str
) -> None:
    """A place on the board is chosen on the board; a card that asks is named with its number."""
    match, asked = asked_with(*where)
    control, told = shown(match, asked)
    assert control.form["shape"] == shape
    assert says in told
    assert bool(told) == bool(says)
    places = control.form["places"]
    assert len(places) == len(control.options) == len(asked.options)  # type: ignore[attr-defined]  # all pick
    assert any(places) == (shape == "board")
    assert [
        point for point in places if point and not all(0 < each < 1 for each in point[:2])
    ] == []


def test_the_places_of_a_shove_are_where_the_bot_would_land() -> None:
    match, asked = asked_with(*SHOVE)
    retro, (left, right, ahead) = match.state.bot(asked.player), asked.places  # type: ignore[attr-defined]  # a PickOne
    middle = retro.square.ahead(retro.facing)
    assert ahead == str(middle.ahead(retro.facing))
    assert {left, right} == {
        str(middle.ahead(way)) for way in (retro.facing.left, retro.facing.right)
    }


def test_the_side_of_a_square_is_told_by_its_angle() -> None:
    match, asked = asked_with("algoracing", "basic", "Which way should")
    control, _ = shown(match, asked)
    angles = {"North": 0, "East": 90, "South": 180, "West": 270}
    assert [place[2] for place in control.form["places"]] == [
        angles[each] for each in control.options
    ]


def test_another_players_card_is_not_what_a_question_is_about() -> None:
    """The card that runs belongs to the player who is asked, and ends with its events."""
    match, asked = asked_with(*SHOVE)
    view = match.game.seen_by(match.state, "green")
    other = PickOne("green", "Which?", ("left",))
    assert about(other, match.game, view, match.frames) == ""
    assert about(asked, match.game, view, match.frames[:1]) == about(asked, match.game, view, ())


@pytest.mark.parametrize(
    ("name", "edition", "text"),
    [("roborally", "variant", "What do you want to repair"), ("lovelace", "english", "target")],
)
def test_a_card_that_has_run_is_not_what_a_question_is_about(
    name: str, edition: str, text: str
) -> None:
    """After the last card of a round, a question of the rules names no card."""
    rules = game(name)
    match, chance = Match(rules, rules.opening.match(2, edition), 1, frame_limit=3000), Chance(1)
    found = []
    while not match.is_over:
        asked = match.pending[0]
        if text in getattr(asked, "question", ""):
            found.append(shown(match, asked)[1])
        match.answer(str(asked.player), asked.compose(chance.pick))
    assert len(found) > 2
    assert {*found} == {""}


def test_the_hand_is_shown_before_the_choice_to_run_or_pass() -> None:
    match, asked = asked_with("algoracing", "basic", "run an algorithm")
    control, _ = shown(match, asked)
    hand = match.state.table.hand(asked.player)
    assert [face["label"] for face in control.form["hand"]] == [
        match.game.instructions[card.name].label for card in hand
    ]
    assert control.options == ["Run an algorithm", "Pass and replace cards"]


def test_the_shared_algorithm_is_shown_with_its_loops() -> None:
    match, asked = asked_with("algoracing", "complete", "run an algorithm")
    row = tk.Program.read("left, 3x(jump, right)")
    control, told = shown(match, dataclasses.replace(asked, about=row))
    groups = [
        (each["times"], [face["label"] for face in each["cards"]]) for each in control.form["row"]
    ]
    assert (groups, told) == ([(0, ["Left"]), (3, ["Jump", "Right"])], "")


def test_options_that_are_cards_look_like_cards() -> None:
    match, asked = asked_with("algoracing", "basic", "Which cards do you want")
    control, _ = shown(match, asked)
    assert isinstance(asked, PickSome)
    assert all(face["symbol"] and face["kind"] for face in control.form["faces"])
    assert control.form["hand"] == []


@pytest.mark.parametrize(
    ("where", "option"),
    [
        (("calamitron", "standard", "Which retro do you want"), "Treadbot: It can use up to"),
        (("calamitron", "standard", "Which upgrade do you take"), "Armour: The first hit"),
        (("roborally", "variant", "Begin with"), "3 credits and a bug"),
        (("roborally", "variant", "What do you want to buy"), "A minor option for 1 credit"),
    ],
)
def test_options_say_what_they_do(where: tuple[str, str, str], option: str) -> None:
    control, _ = shown(*asked_with(*where))
    assert any(each.startswith(option) for each in control.options), control.options


def test_an_option_of_several_words_is_a_button() -> None:
    match, asked = asked_with("roborally", "variant", "What do you want to buy")
    options = ("nothing", "recharge Three Word Card", "Power-Down Shield")
    control, _ = shown(match, dataclasses.replace(asked, options=options))
    assert (control.form["shape"], control.form["places"]) == ("one", [None] * 3)
    assert control.options[1] == "Recharge Three Word Card for 1 credit"


def test_nobody_is_asked_for_seconds_without_a_clock() -> None:
    """The clock may run, or not, each time that the same game is opened."""

    def is_asked(seconds: int = 0) -> bool:
        """Play until the game has gone on after the next program."""
        table, chance = tk.table("calamitron", ["Ada"], seed=1, seconds=seconds), Chance(1)
        play_until(table, WriteProgram)
        give(table, asked(table).compose(chance.pick))
        question = table.asking.question
        while table.asking.question == "How many seconds are left?":
            step(table, chance)
        text = "saved for the next round"
        assert ("seconds" in question) == any(text in str(each) for each in table.player.stops)
        return "seconds" in question

    assert [is_asked(seconds) for seconds in (0, 60, 0, 60)] == [False, True, False, True]
    answers = tk.table("calamitron", ["Ada"], seed=1).sitting.match.answers
    assert len([choice for _, choice in answers if isinstance(choice, str)]) == 4  # programs


# -- only valid options ---------------------------------------------------------------------------


def refused_options(match: Match, asked: Decision) -> list[str]:
    """Return the offered cards, options or edits of which no valid answer is made."""
    match asked:
        case PickOne(options=options):
            return [str(each) for each in options if asked.problem(each)]
        case PickSome(options=options):
            return [str(each) for each in options if asked.least < 2 and asked.problem((each,))]
        case WriteProgram(hand=hand):
            return [str(card) for card in hand if not can_be_played(asked, card)]
        case EditRow():
            editing = match.game.editing
            assert editing
            view = match.game.seen_by(match.state, str(asked.player))
            ways = editing.next_edits(view, asked.row, [])
            return [way.text for way in ways if asked.problem((way.text,))]
    return []


def can_be_played(asked: WriteProgram, card: Any) -> bool:
    """Return whether some program has this card: alone, after another, or with enough others."""
    others = [each for each in asked.hand if each is not card]
    rows = [(card,), (card, *others[: asked.most - 1]), *((other, card) for other in others)]
    return any(asked.problem(tk.Program(row)) is None for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_every_option_that_is_offered_is_accepted(name: str, edition: str) -> None:
    rules = game(name)
    for seed in range(6 if THOROUGH else 1):
        setup = rules.opening.match(2 + seed % 3, edition)
        match, chance = (
            Match(rules, setup, seed, frame_limit=3000 if THOROUGH else 400),
            Chance(seed),
        )
        while not match.is_over:
            asked = match.pending[0]
            assert refused_options(match, asked) == [], (seed, len(match.answers))
            match.answer(str(asked.player), asked.compose(chance.pick))
