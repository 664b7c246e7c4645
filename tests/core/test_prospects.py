"""Predictions are read leniently, but never misread."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.game.whereabouts import Numbers, skips
from teachkit.errors import AnswerError
from teachkit.games import game
from teachkit.games.algoracing import Setup as Algoracing
from tests.games.starts import EDITIONS, exercise

from ..cases import cases

MOST_WORDS = 15
HEADINGS = ("north", "east", "south", "west")
ARROWS = dict(zip(HEADINGS, "↑→↓←", strict=True))

editions = st.sampled_from(EDITIONS)
letters = "abn1290 ,.;:-()↑v<^NESW\tüйx"
rubbish = st.one_of(st.text(), st.text(letters, max_size=12))


def start(edition: tuple[str, str]) -> Any:
    return exercise(*edition).state()


@st.composite
def stands(draw: st.DrawFn, edition: tuple[str, str]) -> str:
    """A square of the board and a facing, in the form of `whereabouts`."""
    square = draw(st.sampled_from(game(edition[0]).predictions(start(edition)).squares))
    return f"{square} {draw(st.sampled_from(HEADINGS))}"


BOARDS = [each for each in EDITIONS if each[0] != "lovelace"]
SENTENCES = (
    "{square}, faces {facing}",
    "on {square}, looks {facing}",
    "is on {square} facing {facing}",
    "It stands on {square} and faces {facing}.",
    "is on {square} and faces {facing}",
)


@pytest.mark.parametrize("edition", BOARDS, ids="-".join)
def test_the_words_of_text_board_and_story_are_read(edition: tuple[str, str]) -> None:
    module, state = game(edition[0]), start(edition)
    square, facing = module.whereabouts(state, module.players(state)[0]).split()
    place = re.compile(rf"on {square}(,| and) faces {facing}")
    assert any(place.search(line) for line in str(state).splitlines())
    for sentence in SENTENCES:
        said = sentence.format(square=square, facing=facing)
        assert module.predictions(state).read(said) == f"{square} {facing}"


def test_only_a_piece_that_is_alone_is_named_in_a_prediction() -> None:
    """With several pieces, a name may belong to the wrong one."""
    alone = Algoracing(floor=". .", rovers={"red": "a1 east"}).state()
    both = Algoracing(floor=". .", rovers={"red": "a1 east", "green": "b1 west"}).state()
    read = [game("algoracing").predictions(state).read for state in (alone, both)]
    assert read[0]("Red rover: on a1, faces east") == "a1 east"
    assert read[1]("The rover on a1, faces east") == "a1 east"
    with pytest.raises(AnswerError):
        read[1]("Green rover on a1, faces east")


@pytest.mark.parametrize("edition", EDITIONS, ids="-".join)
def test_every_whereabouts_of_every_game_reads_back(edition: tuple[str, str]) -> None:
    module, state = game(edition[0]), start(edition)
    for player in module.players(state):
        place = module.whereabouts(state, player)
        prospects = module.predictions(state)
        assert prospects.read(place) == place
        assert all(part.right for part in prospects.compared(place, place).parts)


@given(st.data(), st.sampled_from([each for each in EDITIONS if each[0] == "algoracing"]))
def test_a_square_and_a_heading_in_any_order_and_spelling(
    data: st.DataObject, edition: tuple[str, str]
) -> None:
    place = data.draw(stands(edition))
    square, heading = place.split()
    short = heading[: data.draw(st.integers(1, len(heading)))]
    spelled = [square, f"{square[0]} {square[1:]}", f"{square[0]}0{square[1:]}"]
    parts = [st.sampled_from(spelled), st.sampled_from([short, ARROWS[heading]])]
    apart = data.draw(st.sampled_from(["", " ", ", ", ",", ": ", "  ", "/", ". ", " - ", " on "]))
    text = apart.join(data.draw(part) for part in data.draw(st.permutations(parts)))
    text = data.draw(st.sampled_from([text, text.upper(), f"  {text}.", text.title()]))
    assert game("algoracing").predictions(start(edition)).read(text) == place


@given(st.integers(-99, 999), st.sampled_from(["{}", " {} ", "{}.", "({})"]))
def test_a_number_in_any_spelling(number: int, around: str) -> None:
    prospects = game("lovelace").predictions(start(("lovelace", "machine")))
    assert isinstance(prospects, Numbers)
    assert prospects.read(around.format(number)) == str(number)
    assert prospects.read(around.format(f"{number:03}")) == str(number)


@given(editions, rubbish)
def test_rubbish_is_refused_in_one_short_sentence(edition: tuple[str, str], text: str) -> None:
    """And anything accepted is a prediction that reads back as itself."""
    prospects = game(edition[0]).predictions(start(edition))
    said = refusal = ""
    try:
        said = prospects.read(text)
    except AnswerError as error:
        refusal = error.says
    if said:
        assert prospects.read(said) == said
        assert prospects.compared(said, said).parts
    else:
        assert len(refusal.split()) <= MOST_WORDS
        assert refusal.endswith(".")


@cases("text", "b2 2 north", "b2 north south", "n", "22", "north east", "b2 wall")
def test_what_has_two_meanings_is_not_guessed(text: str) -> None:
    with pytest.raises(AnswerError):
        game("algoracing").predictions(start(("algoracing", "basic"))).read(text)


@cases("text", "3.5", "1 2", "twelve", "", "+", "1/2")
def test_only_digits_are_a_number(text: str) -> None:
    with pytest.raises(AnswerError):
        game("lovelace").predictions(start(("lovelace", "machine"))).read(text)


@given(rubbish)
def test_a_heading_is_never_read_as_a_skipped_row(text: str) -> None:
    if skips(text):
        with pytest.raises(AnswerError):
            game("algoracing").predictions(start(("algoracing", "basic"))).read(text)
