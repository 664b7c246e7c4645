"""Test players, table and cards of Lovelace & Babbage. [LB-1 … LB-9, LB-55]"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from statistics import mean
from typing import Any

import pytest

from teachkit.core.game.game import run
from teachkit.core.run.decisions import Shuffle
from teachkit.core.run.flow import Deck, draw
from teachkit.errors import BoardError, TeachkitError
from teachkit.games import lovelace
from teachkit.games.lovelace import Setup
from teachkit.games.lovelace.cards import patrons, sheet, subroutines, tokens
from teachkit.games.lovelace.editions import AREAS, CHARACTERS, EDITIONS
from teachkit.games.lovelace.effects import EFFECTS, help_of
from teachkit.games.lovelace.foresight import machine as alone
from teachkit.games.lovelace.match import play, set_up
from teachkit.play.match import Match
from teachkit.play.search.reach import reachable
from teachkit.play.strategies import at_random

from .machines import BOTH
from .rules import cases, played, refused, rule

ATTACKS = {"ada": {14, 49}, "babbage": {12, 59}, "somerville": {8, 62}, "menabrea": {16, 47}}


def dealt(edition: str, *players: str, **keys: Any) -> Any:
    """The table before the first round."""
    setup = Setup(edition=edition, players=players or CHARACTERS[:2], **keys)
    return played(set_up(setup.state())).state


def whole_game(edition: str, *players: str, seed: int = 1) -> Match:
    strategies = {name: at_random(f"{seed} {name}") for name in players}
    return Match(lovelace.GAME, Setup(edition=edition, players=players), seed, strategies)


# Players ---------------------------------------------------------------------------------------


@rule("LB-1", editions=BOTH)
@cases("count", 2, 3, 4)
def test_a_game_has_four_rounds(edition: str, count: int) -> None:
    story = whole_game(edition, *CHARACTERS[:count]).trace.story().splitlines()
    rounds = [says for says in story if says.startswith("Round")]
    assert rounds == [f"Round {number} of 4." for number in (1, 2, 3, 4)]


@rule("LB-1", "LB-2", editions=BOTH)
@cases(
    "players, says",
    ((), "Choose 2 to 4 different characters"),
    (("ada",), "Choose 2 to 4 different characters"),
    (("ada", "ada"), "Use each character only once"),
)
def test_two_to_four_characters_play(edition: str, players: tuple[str, ...], says: str) -> None:
    assert says in refused(BoardError, played, play(Setup(edition=edition, players=players)))


@rule("LB-2", editions=BOTH)
def test_each_character_has_six_subroutines(edition: str) -> None:
    state = dealt(edition, *CHARACTERS)
    assert [len(player.left) for player in state.players] == [6, 6, 6, 6]
    for character in CHARACTERS:
        for number, card in subroutines(character).items():
            assert card.effect in EFFECTS
            assert help_of(character, number).endswith(".")
            assert len(help_of(character, number).split()) <= 15


@rule("LB-2")
def test_every_effect_is_on_some_card() -> None:
    cards = [card for character in CHARACTERS for card in subroutines(character).values()]
    assert {card.effect for card in cards} == set(EFFECTS)


@rule("LB-3")
def test_subroutines_wait_for_numbers_of_two_digits() -> None:
    numbers = [number for character in CHARACTERS for number in subroutines(character)]
    assert len(set(numbers)) == len(numbers) == 24
    assert all(0 <= number <= 99 for number in numbers)


@rule("LB-3")
@pytest.mark.parametrize("character", CHARACTERS)
def test_the_published_numbers_are_those_of_attacks(character: str) -> None:
    attacks = {card.number for card in subroutines(character).values() if card.attack}
    assert attacks == ATTACKS[character]


# Cards and tokens ------------------------------------------------------------------------------


@rule("LB-4")
def test_a_patron_has_a_number_and_two_different_areas() -> None:
    assert len(patrons()) == len({patron.number for patron in patrons()}) == 28
    assert all(len(set(patron.areas)) == 2 for patron in patrons())


@rule("LB-4")
def test_the_areas_come_alike_often() -> None:
    pairs = Counter(frozenset(patron.areas) for patron in patrons())
    assert set(pairs) == {frozenset(pair) for pair in combinations(AREAS, 2)}
    assert set(pairs.values()) == {2, 3}


@rule("LB-4", "LB-12")
def test_every_patron_can_be_reached_with_the_printed_components() -> None:
    """From 55, in five rows and even in three."""
    found = reachable(lovelace.GAME, alone(Setup().state(), "ada"), most=5)
    assert max(found[str(patron.number)] for patron in patrons()) <= 3


@rule("LB-4")
@cases("areas", ["music", "music"], ["music"], ["music", "stars", "maps"])
def test_two_equal_areas_are_no_patron(areas: list[str]) -> None:
    with pytest.raises(BoardError, match="Patron 18 needs two different areas"):
        Setup(patrons={"18": areas}).state()


@rule("LB-5")
@cases("edition, piles", ("japanese", {"C": 9, "D": 9, "E": 8}), ("english", {"C": 26}))
def test_tokens_lie_in_three_piles_or_in_one(edition: str, piles: dict[str, int]) -> None:
    assert {row: len(pile) for row, pile in dealt(edition).table.piles} == piles


@rule("LB-5")
def test_the_tokens_are_as_published_only_in_number_and_kind() -> None:
    """Rows C to E rise in tendency; few tokens move digits or set a value."""
    piles = tokens()
    kinds = Counter(token.kind for pile in piles.values() for token in pile)
    assert (sum(kinds.values()), kinds["arithmetic"]) == (26, 18)
    plain = [
        [each.number for each in pile if {*each.operators} <= {"+", "-"}] for pile in piles.values()
    ]
    means = list(map(mean, plain))
    assert means == sorted(means)


@rule("LB-5", editions=BOTH)
def test_nobody_sees_the_piles(edition: str) -> None:
    table = lovelace.GAME.seen_by(dealt(edition), "ada").table
    hidden = [token for _, pile in table.piles for token in pile]
    assert {*hidden, *table.deck.draw_pile} == {None}


@rule("LB-6", editions=BOTH)
def test_patrons_are_shuffled(edition: str) -> None:
    """This test's shuffle turns the order round."""
    assert dealt(edition).table.deck.draw_pile == tuple(reversed(patrons()))


@rule("LB-6")
def test_when_the_patrons_run_out_the_discards_are_shuffled() -> None:
    flow = draw(Deck(patrons()[:1], patrons()[1:4]), 2)
    (asked,) = next(flow)
    assert (type(asked), len(asked.items)) == (Shuffle, 3)


@rule("LB-6", editions=BOTH)
def test_four_players_see_every_patron_once(edition: str) -> None:
    last = whole_game(edition, *CHARACTERS).state
    assert len(last.table.deck.discard_pile) + len(last.patrons) == 28
    assert last.table.deck.draw_pile == ()


# The sheet -------------------------------------------------------------------------------------


@rule("LB-8", editions=BOTH)
def test_a_sheet_is_empty_at_first_and_has_a_column_for_each_round(edition: str) -> None:
    assert dealt(edition).players[0].sheet.columns == ()
    match = whole_game(edition, "ada", "babbage")
    assert [len(player.sheet.columns) for player in match.state.players] == [4, 4]
    assert EDITIONS[edition].debug_boxes == 2


@rule("LB-8")
def test_there_are_boxes_for_all_tracks() -> None:
    assert len(sheet().subroutines) == 6
    assert {row: len(points) for row, points in sheet().bonuses.items()} == {"C": 5, "D": 4, "E": 3}


@rule("LB-9", editions=BOTH)
def test_everybody_starts_from_55(edition: str) -> None:
    assert [player.value for player in dealt(edition, *CHARACTERS).players] == [55] * 4


# Agreements before the game --------------------------------------------------------------------


@rule("LB-55", editions=BOTH)
def test_a_game_without_attacks_leaves_four_subroutines_each(edition: str) -> None:
    state = dealt(edition, *CHARACTERS, attacks=False)
    assert [len(player.left) for player in state.players] == [4, 4, 4, 4]
    for player in state.players:
        assert not ATTACKS[player.name] & set(player.left)


@cases("edition", "machine", "loops")
def test_teaching_editions_are_for_exercises(edition: str) -> None:
    setup = Setup(edition=edition, players=CHARACTERS[:2])
    assert "Choose japanese or english" in refused(BoardError, played, play(setup))


# Starts of exercises ---------------------------------------------------------------------------


@cases("components", {"A1": "+-1", "B4": "swap"}, ["A1", "B4"], "A +-1\nB . . . swap")
def test_an_engine_may_be_written_in_three_ways(components: Any) -> None:
    engine = Setup(edition="machine", components=components).state().engine
    assert [f"{cell} {component}" for cell, component in engine.components] == ["A1 +-1", "B4 swap"]


@cases(
    "keys, says",
    ({"edition": "jp"}, 'There is no edition "jp"'),
    ({"players": ("ida",)}, 'There is no character "ida"'),
    ({"players": ("ada", "ada")}, "Use each character only once"),
    ({"components": ["C1"]}, 'Nothing is printed in "C1"'),
    ({"components": {"A1": "x/0"}}, "divides by 0"),
    ({"components": "Z +-1"}, 'There is no place "Z1"'),
    ({"value": 100}, "write numbers from 0 to 99, not 100"),
    ({"targets": [-1]}, "write numbers from 0 to 99, not -1"),
    ({"subroutine": 13}, "Ada has no subroutine 13. Choose one of: 14, 49, 25, 36, 71, 83."),
    ({"subroutine": 14, "attacks": False}, "Ada has no subroutine 14. Choose one of: 25, 36, 71,"),
    ({"row_limit": -1}, "Allow 1 to 99 lines, not -1."),
    ({"row_limit": 0}, "Allow 1 to 99 lines, not 0."),
    ({"value": 5.5}, "value: write a whole number, not 5.5"),
    ({"value": 10**5000}, "write numbers from 0 to 99, not "),
    ({"players": "ada"}, "players: write a list in square brackets"),
    ({"targets": 18}, "targets: "),
    ({"attacks": 1}, "attacks: write true or false, not 1"),
    ({"edition": ["japanese"]}, "edition: write text in quotes"),
    ({"components": "A . . . ."}, "The machine is empty. Add a component"),
    ({"components": []}, "The machine is empty. Add a component"),
    ({"components": ""}, "The machine is empty. Add a component"),
    ({"components": "A +-1\nB +-2\nA +-5"}, "Row A is drawn twice. Draw each row once."),
    ({"patrons": {"x": ["music", "maps"]}}, 'A patron has a number from 0 to 99, not "x".'),
    ({"patrons": {"jazz": ["18", "maps"]}}, 'a number from 0 to 99, not "jazz".'),
    ({"patrons": {"100": ["music", "maps"]}}, 'a number from 0 to 99, not "100".'),
    ({"patrons": {"18": ["music", "jazz"]}}, 'There is no area "jazz"'),
)
def test_a_start_that_no_game_could_have_is_told(keys: dict[str, Any], says: str) -> None:
    assert says in refused(TeachkitError, Setup(**keys).state)


@cases(
    "goal, facts, says",
    ("shows", {"value": 71}, None),
    ("shows", {"value": 8}, "The register shows 71, not 08."),
    ("hits", {"value": 71}, None),
    ("hits", {"value": 18}, "The program did not reach 18."),
    ("hits", {"value": 7}, "There is no target 07 here."),
    ("hits_all", {"values": [71]}, None),
    (
        "hits_all",
        {"values": [71, 18]},
        "The program reached 1 of 2 targets. The program did not reach 18.",
    ),
    ("reaches", {"number": 1}, None),
    ("reaches", {"number": 2}, "The program reached 1 of 2 targets."),
    ("completes", {"subroutine": 71}, None),
    ("completes", {"subroutine": 14}, "Subroutine 14 is not completed yet."),
)
def test_goals_say_what_is_not_yet_so(goal: str, facts: dict[str, Any], says: str | None) -> None:
    start = Setup(edition="machine", value=70, targets=[18, 71], subroutine=71).state()
    final = run(lovelace.GAME, start, "A1+").final
    assert lovelace.GAME.goals[goal](final, "ada", **facts) == says


def test_a_player_who_is_not_there_is_told() -> None:
    with pytest.raises(TeachkitError, match='There is no player "babbage"'):
        Setup().state().player("babbage")


def test_equal_editions_are_equal() -> None:
    rules = EDITIONS["japanese"]
    assert hash(rules) == hash(replace(rules))
    assert rules == Setup().rules
