"""Test one contract for every game and edition."""

from __future__ import annotations

import gc
import json
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.errors import BoardError, TeachkitError
from teachkit.games import NAMES, game
from teachkit.play.match import Match
from teachkit.play.search.memory import Memory, remembered
from teachkit.play.strategies import at_random

from ..programs import programs
from .examples import examples
from .starts import EDITIONS, PLAYED, exercise, hides, matches, moments, rewound

FRAME_LIMIT = 1500

every_edition = pytest.mark.parametrize(("name", "edition"), EDITIONS)
played_editions = pytest.mark.parametrize(("name", "edition"), PLAYED)
every_game = pytest.mark.parametrize("name", NAMES)


@cache
def random_match(name: str, edition: str, seed: int = 1) -> Match:
    """Return a match played at random, up to its end or a stated number of frames."""
    (setup,) = matches(name, edition, count=1)
    strategies = {player: at_random(f"{player} {seed}") for player in setup.players}
    return Match(game(name), setup, seed, strategies, frame_limit=FRAME_LIMIT)


def is_in_itself(thing: object, around: tuple[object, ...], known: set[int]) -> bool:
    """Return whether a part of `thing`, which is itself a part of `around`, contains itself."""
    if any(thing is each for each in around):
        return True
    if id(thing) in known or isinstance(thing, type | ModuleType | FunctionType):
        return False
    known.add(id(thing))
    fields = getattr(thing, "__struct_fields__", None)
    parts = [getattr(thing, name) for name in fields] if fields else gc.get_referents(thing)
    return any(is_in_itself(part, (*around, thing), known) for part in parts)


@played_editions
def test_no_frame_is_in_a_cycle(name: str, edition: str) -> None:
    """The garbage collector skips frames, events and states, to be faster."""
    last = random_match(name, edition).trace[-1]
    assert isinstance(last, Struct)
    assert not is_in_itself(last, (), set())


# A start ---------------------------------------------------------------------------------------


@every_edition
def test_equal_starts_are_equal_hash_alike_and_print_alike(name: str, edition: str) -> None:
    one, other = (exercise(name, edition).state() for _ in range(2))
    assert one is not other
    assert (one, hash(one), str(one)) == (other, hash(other), str(other))
    assert str(one).strip()


@every_edition
def test_an_edition_says_what_it_is(name: str, edition: str) -> None:
    rules = game(name).editions[edition]
    assert rules.name == edition
    assert rules.title
    assert set(rules.instructions) <= {card.name for card in game(name).instructions}


@every_edition
def test_the_cards_of_a_start_are_cards_of_the_edition(name: str, edition: str) -> None:
    """They may carry more, such as a number; each has a label and a sentence of its own."""
    module, rules = game(name), game(name).editions[edition]
    here = list(module.vocabulary(exercise(name, edition).state()))
    assert here
    assert {card.name for card in here} <= set(rules.instructions)
    assert all(card.label and card.symbol and card.help.endswith(".") for card in here)
    assert [card.function for card in here] == [
        module.instructions[card.name].function for card in here
    ]


@pytest.mark.parametrize(("name", "edition"), [entry for entry in EDITIONS if entry not in PLAYED])
def test_an_edition_without_a_match_says_so(name: str, edition: str) -> None:
    """A game without a complete match refuses one with a single sentence, and does not crash."""
    with pytest.raises(TeachkitError) as error:
        Match(game(name), exercise(name, edition))
    assert error.value.says.endswith(".")


# Programs --------------------------------------------------------------------------------------


@pytest.mark.slow
@every_edition
@examples(60, daily=12)
@given(data=st.data())
def test_programs_keep_their_meaning_in_three_notations(
    name: str, edition: str, data: st.DataObject
) -> None:
    """Card text, Python and JSON are each read back to the same program."""
    rules = game(name).editions[edition]
    vocabulary = game(name).instructions.only(rules.instructions, rules.sensors)
    program = data.draw(programs(vocabulary))
    assert Program.read(str(program), vocabulary) == program
    assert Program.from_python(program.to_python(vocabulary), vocabulary) == program
    assert Program.from_json(json.loads(json.dumps(program.to_json()))) == program


@every_edition
@examples(40, daily=10)
@given(data=st.data())
def test_every_program_comes_to_an_end(name: str, edition: str, data: st.DataObject) -> None:
    """Any program ends or is reported as endless; each sentence exists; a second run is equal."""
    state = exercise(name, edition).state()
    program = data.draw(programs(game(name).vocabulary(state), most_times=3))
    trace = run(game(name), state, program)
    assert all(str(frame.event).strip() for frame in trace)
    assert trace == run(game(name), state, program)
    assert json.dumps(trace[:50].to_json())


@pytest.mark.slow
@every_edition
@examples(25, daily=8)
@given(data=st.data())
def test_remembered_transitions_tell_what_the_rules_tell(
    name: str, edition: str, data: st.DataObject
) -> None:
    """The cached transitions agree with the rules."""
    module = game(name)
    state = exercise(name, edition).state()
    program = data.draw(programs(module.vocabulary(state), 3))
    moment = Memory(module, module.players(state)[0]).moment(state)
    expected = run(module, state, program)
    assert remembered(moment, program) == expected
    assert remembered(moment, program).last.state == expected.final


# A match ---------------------------------------------------------------------------------------


@played_editions
def test_a_random_match_ends_or_reaches_its_limit(name: str, edition: str) -> None:
    match = random_match(name, edition)
    assert match.is_over
    assert match.pending == ()
    assert (match.outcome is not None) or len(match.frames) == FRAME_LIMIT


@played_editions
def test_the_same_seed_plays_the_same_match(name: str, edition: str) -> None:
    """States of equal matches are equal and have equal hashes, and so have the traces."""
    one, other = random_match(name, edition), random_match.__wrapped__(name, edition)
    assert one.trace == other.trace
    hashes = [[hash(frame.state) for frame in match.frames] for match in (one, other)]
    assert hashes[0] == hashes[1]
    assert one.trace != random_match(name, edition, seed=2).trace


@played_editions
def test_every_event_has_a_short_sentence(name: str, edition: str) -> None:
    """A sentence ends with a full stop and has at most fifteen words; facts are plain data."""
    for event in {frame.event for frame in random_match(name, edition).frames}:
        assert str(event).endswith(".")
        assert len(str(event).split()) <= 15
        assert json.dumps(event.facts())


@played_editions
def test_every_state_of_a_match_prints(name: str, edition: str) -> None:
    match = random_match(name, edition)
    assert all(str(frame.state) for frame in match.frames[:: len(match.frames) // 50])


@played_editions
def test_views_hide_what_must_be_hidden(name: str, edition: str) -> None:
    """This covers what a player sees and is asked, also on a second look."""
    module = game(name)
    for player, view, decision in moments(name, edition, FRAME_LIMIT):
        shown = [view, *(fact for fact in vars(decision).values() if type(fact) is type(view))]
        for state in shown:
            assert hides(name, state, player)
            assert module.seen_by(state, player) == state


@played_editions
def test_a_player_may_lay_what_the_view_shows(name: str, edition: str) -> None:
    """A player's own hand is visible without anything hidden."""
    match, module = random_match(name, edition), game(name)
    for state in [frame.state for frame in match.frames[-50:]]:
        for player in module.players(state):
            assert module.hand(module.seen_by(state, player), player) == module.hand(state, player)


# Saving ----------------------------------------------------------------------------------------


@played_editions
def test_stored_answers_replay_to_the_same_trace(name: str, edition: str) -> None:
    match = random_match(name, edition)
    saved = json.loads(json.dumps(match.save()))
    again = Match(game(name), match.setup, saved["seed"], answers=saved["answers"])
    assert again.trace[: len(match.frames)] == match.trace
    assert again.answers[: len(match.answers)] == match.answers


@played_editions
@pytest.mark.parametrize("number", [1, 7, 40])
def test_a_match_can_be_rewound_and_played_on(name: str, edition: str, number: int) -> None:
    """Going back shows the earlier frames; the same answers again give the same match."""
    match = random_match(name, edition)
    back = rewound(match, number)
    assert back.trace == match.trace[: len(back.frames)]
    for player, data in match.answers[len(back.answers) :]:
        waiting = {asked.player: asked for asked in back.pending}
        if player is not None:
            back.answer(player, waiting[player].from_json(data))
    assert back.trace[: len(match.frames)] == match.trace


@played_editions
def test_a_fork_leaves_the_match_alone(name: str, edition: str) -> None:
    match = random_match(name, edition)
    before, answers = match.trace, list(match.answers)
    fork = rewound(match, 20)
    asked = fork.pending[0]
    fork.answer(str(asked.player), asked.compose(lambda options: options[-1]))
    assert (match.trace, match.answers) == (before, answers)


# How it is opened ------------------------------------------------------------------------------


@every_game
def test_a_game_opens_a_match_of_every_edition_on_every_board(name: str) -> None:
    opening = game(name).opening
    for edition in opening.editions:
        for board in (*opening.boards(edition), ""):
            for seats in opening.seats:
                setup = opening.match(seats, edition, board)
                assert Match(game(name), setup, seed=1).pending


def test_seven_editions_are_opened() -> None:
    assert len(PLAYED) == 7


@every_game
def test_an_opening_says_what_would_be_right(name: str) -> None:
    strangers: Any = ("nobody", "else")
    wrong = [(99, "", ""), (0, "", ""), (strangers, "", ""), (2, "bsic", ""), (2, "", "no-such")]
    for seats, edition, board in wrong:
        with pytest.raises(BoardError, match=r"Choose one of: |This game is for|has no boards"):
            game(name).opening.match(seats, edition, board)
