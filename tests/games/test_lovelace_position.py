"""Test Lovelace positions from the middle of a match: save, build again, and play on."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from teachkit.core.game.game import run
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, checked
from teachkit.core.run.flow import Flow, Frame
from teachkit.core.run.walk import Started
from teachkit.errors import BoardError, TeachkitError
from teachkit.games import lovelace
from teachkit.games.lovelace import Setup, events
from teachkit.games.lovelace.editions import EDITIONS as RULES
from teachkit.games.lovelace.editions import OPTIONS
from teachkit.games.lovelace.state import State
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from tests.exercises.making import made

from ..flows import proceed
from .examples import examples
from .starts import comes_back, matches, rewound

EDITIONS = ("japanese", "english")
MATCHES = 36

slowly = examples(60, daily=25)
some_match = st.tuples(st.sampled_from(EDITIONS), st.integers(0, MATCHES - 1))


class Recorded(NamedTuple):
    """A match: its frames, the number of questions before each, and the answers."""

    frames: list[Frame]
    asked: list[int]
    answers: list[list[Answer]]


def record(flow: Flow[State], chance: Chance, given: list[list[Answer]]) -> Recorded:
    """Play to the end, with these answers as long as there are any, then at random."""
    told = Recorded([], [], [])
    answers: list[Answer] | None = None
    while True:
        try:
            sent = proceed(flow, answers)
        except StopIteration:
            return told
        if isinstance(sent, Frame):
            answers = None
            told.frames.append(sent)
            told.asked.append(len(told.answers))
        else:
            number = len(told.answers)
            answers = given[number] if number < len(given) else [*map(chance.answer, sent)]
            told.answers.append(checked(sent, answers))


@cache
def a_match(edition: str, number: int) -> Recorded:
    setup = matches("lovelace", edition, MATCHES)[number]
    return record(lovelace.GAME.play(setup), Chance(number), [])


# Saved and built again -------------------------------------------------------------------------


@slowly
@given(some_match, st.floats(0, 1, exclude_max=True))
def test_a_position_of_a_random_match_is_saved_and_built_again(
    chosen: tuple[str, int], moment: float
) -> None:
    """Round-trip as a set-up, as JSON and as TOML, at any moment of the match."""
    frames = a_match(*chosen).frames
    state = frames[int(moment * len(frames))].state
    comes_back(state, Setup.of(state))


def test_random_matches_have_something_of_everything() -> None:
    """Otherwise the round trips would show little."""
    states = [frame.state for edition in EDITIONS for number in range(MATCHES)
              for frame in a_match(edition, number).frames]  # fmt: skip
    players = [player for state in states[::5] for player in state.players]
    tables = [table for player in players for table in (player, player.plan, player.sheet)]
    empty = {name for table in tables[:3] for name in type(table).__struct_fields__}
    for table in tables:
        empty -= {name for name in type(table).__struct_fields__ if getattr(table, name)}
    assert empty <= {"sigmas"}  # rare; every box of a sheet is tested below
    assert any(patron.taken for state in states for patron in state.patrons)
    assert {state.table.phase for state in states} == set(lovelace.state.Phase)


@slowly
@given(st.sets(st.integers(0, 99), max_size=4), st.integers(0, 99))
def test_the_state_of_an_exercise_is_saved_too(targets: set[int], number: int) -> None:
    others = sorted(targets - {number})
    patrons = {str(number): ["music", "maps"]}
    start = Setup(edition="machine", targets=others, patrons=patrons).state()
    for event, state in run(lovelace.GAME, start, "B2+, A3+, A1+, B4swap, B4swap"):
        assert Setup.of(state).state() == state, event


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_lies_face_down_cannot_be_saved(edition: str) -> None:
    """A view is not a state: it lacks the hidden part."""
    state = a_match(edition, 0).frames[0].state
    with pytest.raises(BoardError, match="Face-down cards cannot be saved"):
        Setup.of(lovelace.GAME.seen_by(state, "ada"))


@slowly
@given(st.integers(0, 10), st.integers(0, 6), st.integers(0, 2), st.integers(0, 3))
def test_every_box_of_a_sheet_is_saved(sigmas: int, track: int, debugs: int, last: int) -> None:
    seat = {"sigmas": sigmas, "track": track, "debugs": debugs, "bonuses": [0, 0, last]}
    state = Setup(seats={"ada": seat}).state()
    assert state.player("ada").sheet.sigmas == sigmas
    assert Setup.of(state).state() == state


def test_an_edition_that_no_setup_can_tell_cannot_be_saved() -> None:
    state = Setup().state()
    with pytest.raises(BoardError, match="cannot store the changed rules"):
        Setup.of(replace(state, rules=dataclasses.replace(state.rules, nested=True)))


# Played on -------------------------------------------------------------------------------------

BETWEEN = {"RoundBegan", "RowFilled", "TurnedUp", "Removed", "Ended"}
BETWEEN |= {"Voided", "Debugged", "Skipped"}


def stands_between(frames: list[Frame], place: int) -> bool:
    """Return whether nothing is half done after this frame."""
    here, *after = (type(frame.event).__name__ for frame in frames[place : place + 2])
    return here in BETWEEN or after == ["Started"]


@slowly
@given(some_match, st.data())
def test_a_match_played_on_from_a_position_goes_as_it_would_have(
    chosen: tuple[str, int], data: st.DataObject
) -> None:
    """The same answers give the same events and states, to the end."""
    frames, asked, answers = a_match(*chosen)
    places = [place for place in range(len(frames)) if stands_between(frames, place)]
    place = data.draw(st.sampled_from(places))
    flow = lovelace.GAME.play(Setup.of(frames[place].state))
    rest = answers[asked[place + 1] if isinstance(frames[place].event, Started) else asked[place] :]
    assert record(flow, Chance(0), rest).frames == frames[place + 1 :]


@slowly
@given(some_match, st.floats(0, 1, exclude_max=True))
def test_a_match_can_be_played_on_from_anywhere(chosen: tuple[str, int], moment: float) -> None:
    """A half-done action is dropped then, and all else goes on."""
    frames = a_match(*chosen).frames
    state = frames[int(moment * len(frames))].state
    frames = record(lovelace.GAME.play(Setup.of(state)), Chance(1), []).frames
    last = frames[-1].state if frames else state
    assert last.table.phase == "over"
    assert lovelace.GAME.outcome(last)
    assert last.round == 4
    rounds = [len(player.sheet.columns) for player in last.players]
    assert rounds == [4] * len(last.players)


def test_people_play_on_from_a_position() -> None:
    """A match can begin with it, waits for people, and is saved like any other."""
    state = next(frame.state for frame in a_match("japanese", 3).frames
                 if isinstance(frame.event, events.TurnedUp))  # fmt: skip
    first, *others = [player.name for player in state.players]
    strategies = {name: at_random(name) for name in others}
    match = Match(lovelace.GAME, Setup.of(state), 1, strategies)
    assert [asked.player for asked in match.pending] == [first]
    assert match.start == state
    assert rewound(match).state == match.state


# Written by hand -------------------------------------------------------------------------------

COLUMN: dict[str, Any] = {"start": 55}
ADA = {"value": 55, "targets": [14], "columns": [COLUMN] * 3 + [COLUMN | {"rows": "A1+, B4swap"}]}
BABBAGE = {
    "value": 56,
    "left": [12],
    "ready": [24, 40],
    "areas": ["2 music", "4 maps"],
    "track": 2,
    "columns": [COLUMN] * 3 + [COLUMN | {"rows": "A1+", "values": [56]}],
}
LATE: dict[str, Any] = {
    "edition": "japanese",
    "players": ("ada", "babbage"),
    "components": "A +-1 +-2 +-5 x/2\nB +-10 +-20 +-50 swap\nC +-3 +-4 =33 copy-tens",
    "phase": "resolution",
    "round": 4,
    "order": ["babbage", "ada"],
    "patrons": {"56": ["music", "maps"], "18": ["steam", "poems"]},
    "taken": {"56": ["babbage maps"]},
    "seats": {"ada": ADA, "babbage": BABBAGE},
}


def test_an_ending_is_written_and_played() -> None:
    frames = record(lovelace.GAME.play(Setup(**LATE)), Chance(0), []).frames
    assert [str(frame.event) for frame in frames] == [
        "Card 1: A1+.",
        "55 + 1 = 56.",
        "Ada announces 56 in line 1.",
        "Ada wins music from patron 56.",
        "Card 2: B4swap.",
        "The digits swap places: 56 becomes 65.",
        "Ada announces 65 in line 2.",
        "Ada: areas 6, Σ 0, subroutines 0, tracks 0, debugging 0: 6 points.",
        "Babbage: areas 15, Σ 0, subroutines 5, tracks 0, debugging 0: 20 points.",
        "Babbage wins with 20 points.",
    ]


def changed(seat: dict[str, Any]) -> dict[str, Any]:
    return LATE | {"seats": {"ada": ADA | seat, "babbage": BABBAGE}}


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"phase": "tea"}, "phase: there is no 'tea'. Choose one of: subroutines, reset"),
        ({"round": 5}, "round: write numbers from 1 to 4, not 5."),
        ({"order": ["ada"]}, "order: list each player once: ada, babbage."),
        ({"piles": {"A": []}}, "piles: there is no 'A'. Choose one of: C, D, E."),
        ({"piles": {"C": ["9"]}}, '"9" is not a component'),
        ({"draw_pile": ["7"]}, "Patron 7 needs two different areas."),
        ({"draw_pile": [""]}, 'A patron has a number from 0 to 99, not "".'),
        ({"seats": {"menabrea": {}}}, "there is no 'menabrea'. Choose one of: ada, babbage."),
        ({"seats": {"ada": {"sigma": 1}}}, 'There is no key "sigma" in "seats.ada". Did you mean'),
        ({"seats": {"ada": {"value": "5"}}}, "seats.ada.value: write a whole number, not '5'"),
        ({"seats": {"ada": 5}}, "seats"),
        ({"taken": {"7": ["ada"]}}, 'There is no patron or target "7"'),
        ({"taken": {"18": ["ida maps"]}}, "taken: there is no 'ida'. Choose one of: ada, babbage."),
        ({"taken": {"18": ["ada maps"]}}, "there is no 'maps'. Choose one of: steam, poems, Σ."),
        ({"targets": [7, 7]}, "7 is listed twice here. List it once."),
        ({"targets": [18]}, "18 is listed twice here. List it once."),
        ({"taken": {"18": ["ada"]}}, "taken: there is no ''. Choose one of: steam, poems, Σ."),
        (changed({"value": 100}), "value: write numbers from 0 to 99, not 100."),
        (changed({"rows": 0}), "Allow 1 to 99 lines, not 0."),
        (changed({"targets": [13]}), "Ada has no subroutine 13. Choose one of: 14, 49"),
        (changed({"ready": [14], "targets": []}) | {"attacks": False}, "Ada has no subroutine 14"),
        (changed({"ready": [49], "active": [49]}), "each subroutine of Ada in one place only."),
        (changed({"own": ["+-1"] * 5}), "Give a player at most 4 components of their own."),
        (changed({"own": ["x/0"]}), "divides by 0"),
        (changed({"jammed": ["F1"]}), 'There is no place "F1". Places go from A1 to E4.'),
        (changed({"place": 2}), "place: there is no 2. Choose one of: -1, 0, 1."),
        (changed({"areas": ["5 music"]}), "areas: there is no '5'. Choose one of: 1, 2, 3, 4."),
        (changed({"areas": ["1 jazz"]}), "areas: there is no 'jazz'"),
        (changed({"sigmas": 11}), "sigmas: write numbers from 0 to 10, not 11."),
        (changed({"track": -1}), "track: write numbers from 0 to 6, not -1."),
        (changed({"bonuses": [0, 5, 0]}), "bonuses: write numbers from 0 to 4, not 5."),
        (changed({"bonuses": [1]}), "bonuses: write a number for each of C, D and E."),
        (changed({"debugs": 3}), "debugs: write numbers from 0 to 2, not 3."),
        (changed({"columns": [{"start": 5}] * 5}), "A sheet has at most 4 columns."),
        (changed({"columns": [{"start": 100}]}), "columns: write numbers from 0 to 99, not 100."),
        (changed({"columns": [{"start": 5, "rows": "A1"}]}), 'There is no card "A1"'),
        (changed({"columns": [{"start": 5, "rows": "2x(A1+)"}]}), "has no loops"),
        (changed({"columns": [{"start": 5, "values": [6]}]}), "at most one value for each line"),
        (changed({"mistake": "slip"}), "mistake: there is no 'slip'. Choose one of: "),
        ({"options": {"reuze": False}}, ('There is no key "reuze" in "options". Did you '
                                        'mean "reuse"?')),
        ({"options": {"reuse": 1}}, 'options: "reuse" must be true or false, not 1.'),
        ({"options": {"rounds": 5}}, 'options: "rounds" must be a number from 1 to 4, not 5.'),
        ({"options": {"debug_for": "range"}}, ('options: "debug_for" must be a list of words '
                                              'from range, value')),
        ({"options": {"attacks": True}}, 'There is no key "attacks" in "options".'),
    ],
)  # fmt: skip
def test_a_position_that_no_match_could_have_is_told(keys: dict[str, Any], says: str) -> None:
    with pytest.raises(TeachkitError) as error:
        Setup(**{**LATE, **keys}).state()
    assert says in error.value.says


# Options ---------------------------------------------------------------------------------------


def test_every_option_can_be_set() -> None:
    """It is also stated where it differs from the printed rules."""
    rules = RULES["japanese"]
    now = {name: getattr(rules, name) for name in OPTIONS}
    switched = {name: not value for name, value in now.items() if isinstance(value, bool)}
    setup = Setup(options=now | switched | {"rounds": 2, "most_set": 0, "debug_for": ["range"]})
    assert setup.rules.rounds == 2
    assert setup.rules.debug_for == ("range",)
    assert Setup.of(setup.state()).rules == setup.rules
    assert Setup.of(Setup(options={"rounds": 4}).state()).options == {}


def test_a_match_of_two_rounds_ends_after_two() -> None:
    setup = Setup(players=("ada", "babbage"), options={"rounds": 2})
    players = {name: at_random(name) for name in setup.players}
    story = Match(lovelace.GAME, setup, 1, players).trace.story()
    assert "Round 2 of 2." in story
    assert "Round 3" not in story


# In an exercise --------------------------------------------------------------------------------


def test_an_exercise_begins_where_a_match_could_stand() -> None:
    """Include an own component, a jammed one, and a patron that gave an area already."""
    start = {
        "value": 38,
        "options": {"reuse": False},
        "patrons": {"71": ["music", "maps"]},
        "taken": {"71": ["ada music"]},
        "seats": {"ada": {"own": ["+-33"], "jammed": ["A1"]}},
    }
    exercise = made(
        game="lovelace", edition="machine", starts=[start],
        checks=[{"check": "reaches", "number": 2}], solution={"answer": "S1+"},
    )  # fmt: skip
    state = exercise.starts[0].state
    assert [card.name for card in exercise.instructions][-2:] == ["S1+", "S1-"]
    assert run(lovelace.GAME, state, "S1+").story().endswith("Ada wins maps from patron 71.")
    assert "A1 is jammed" in run(lovelace.GAME, state, "A1+").story()


def test_a_match_that_is_dealt_takes_nothing_that_it_would_ignore() -> None:
    setup = Setup(players=("ada", "babbage"), targets=[18], row_limit=3, piles={"C": ["+-1"]})
    with pytest.raises(BoardError, match="Leave out: targets, row_limit, piles"):
        Match(lovelace.GAME, setup)
