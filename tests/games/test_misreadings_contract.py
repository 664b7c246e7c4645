"""Test what is true of every game's misreadings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.game.game import Game
from teachkit.core.game.misreadings import ByCard, happens, together
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.core.run.trace import Trace
from teachkit.exercises.misreadings.diagnosis import misreadings_of
from teachkit.games import NAMES, game
from tests.games.examples import examples
from tests.games.misread import Case, end, happened, seen
from tests.games.starts import EDITIONS, exercise
from tests.programs import programs

from . import (
    misread_algoracing,
    misread_lovelace,
    test_misreadings_calamitron,
    test_misreadings_roborally,
)

MOST_WORDS = 15

TABLES: dict[str, Any] = {
    "algoracing": misread_algoracing,
    "calamitron": test_misreadings_calamitron,
    "lovelace": misread_lovelace,
    "roborally": test_misreadings_roborally,
}
# Tested beside the tables of their games:
SEEN_IN_EVENTS = {"rogues by number", "rogues by distance", "rogues against the clock"}
SEEN_IN_EVENTS |= {"lasers before belts", "flags before lasers"}
every_game = pytest.mark.parametrize("name", NAMES)
every_edition = pytest.mark.parametrize(("name", "edition"), EDITIONS)
by_chance = examples(15, daily=5)


def drawn(data: st.DataObject, name: str, edition: str) -> tuple[Game, Any, Program]:
    """Draw a start of an edition and a program, which the rules may refuse."""
    state = exercise(name, edition).state()
    return game(name), state, data.draw(programs(game(name).vocabulary(state), most_times=3))


@every_game
def test_each_misreading_has_a_name_of_its_own_a_short_sentence_and_a_source(name: str) -> None:
    ideas = misreadings_of(game(name))
    names = [idea.name for idea in ideas]

    assert len(names) == len(set(names))
    for idea in ideas:
        assert 0 < len(idea.says.split()) <= MOST_WORDS, idea.says
        assert idea.says.endswith("."), idea.says
        assert idea.source, idea.name


@every_game
def test_every_misreading_is_tested(name: str) -> None:
    ideas = [idea.name for idea in game(name).misreadings]
    shown = {case.idea for case in TABLES[name].SHOWN}
    assert shown <= set(ideas) == {idea for idea, *_ in TABLES[name].SILENT}
    assert shown.isdisjoint(SEEN_IN_EVENTS)
    assert set(ideas) - shown <= SEEN_IN_EVENTS


shown = [(name, case) for name in NAMES for case in TABLES[name].SHOWN]
silent = [(name, *row) for name in NAMES for row in TABLES[name].SILENT]


@pytest.mark.parametrize(("name", "case"), shown, ids=lambda each: getattr(each, "idea", each))
def test_an_idea_shows_on_a_board_drawn_for_it(name: str, case: Case) -> None:
    assert case.truth != case.believed
    assert end(name, happened(name, case.board, case.program)) == case.truth
    assert end(name, seen(name, case.idea, case.board, case.program)) == case.believed


@pytest.mark.parametrize(("name", "idea", "program", "board"), silent)
def test_an_idea_is_silent_where_it_gives_what_is_so(
    name: str, idea: str, program: str, board: dict[str, Any]
) -> None:
    truth = end(name, happened(name, board, program))
    assert end(name, seen(name, idea, board, program)) in (None, truth)


@pytest.mark.slow
@every_edition
@by_chance
@given(data=st.data())
def test_a_misreading_is_a_run_or_has_nothing_to_say(
    name: str, edition: str, data: st.DataObject
) -> None:
    """For any program it ends and never raises."""
    module, state, program = drawn(data, name, edition)
    for idea in misreadings_of(module):
        seen = idea.read(module, state, program)
        assert seen is None or isinstance(seen, Trace)
        if seen is not None:
            assert module.whereabouts(seen.final, module.players(state)[0])


@pytest.mark.slow
@every_edition
@by_chance
@given(data=st.data())
def test_two_misreadings_at_once_are_a_run_or_have_nothing_to_say(
    name: str, edition: str, data: st.DataObject
) -> None:
    module, state, program = drawn(data, name, edition)
    pair = st.sampled_from(misreadings_of(module))
    seen = together(data.draw(pair), data.draw(pair))(module, state, program)
    assert seen is None or isinstance(seen, Trace)


@pytest.mark.slow
@every_edition
@by_chance
@given(data=st.data())
def test_cards_believed_to_do_what_they_do_give_exactly_what_happens(
    name: str, edition: str, data: st.DataObject
) -> None:
    """So an idea about one card changes nothing else in the run."""

    def as_it_is(game: Game, state: Any, player: str, card: Instruction) -> Flow[Any]:
        return game.perform(state, player, card)

    module, state, program = drawn(data, name, edition)
    seen = ByCard(as_it_is)(module, state, program)
    assert seen is None or seen == happens(module, state, program)
