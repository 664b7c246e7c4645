"""Test what games tell about players beside the board, in random matches of each edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from msgspec.structs import replace

from teachkit.games import NAMES, game
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.variant.state import with_seat
from teachkit.games.rulebook import rulebook, topics
from teachkit.play.match import Match
from teachkit.play.strategies import at_random, house

PLAYED = [(name, edition) for name in NAMES for edition in game(name).opening.editions]
LENGTHS = (30, 200, 400, 0)


@cache
def matches(name: str, edition: str) -> list[Match]:
    """Return a match at its start, later on, and at its end."""
    rules = game(name)
    setup = rules.opening.match(3, edition)
    plays = {piece: at_random(piece) for piece in setup.players}
    ends = {piece: house(rules, "greedy", 6) for piece in setup.players}
    return [Match(rules, setup, 7, plays if long else ends, frame_limit=long) for long in LENGTHS]


def views(name: str, edition: str) -> Iterator[tuple[Match, str, object]]:
    """Yield each match with each player's view, and with the view of nobody."""
    for match in matches(name, edition):
        for player in (*match.setup.players, ""):
            yield match, player, match.game.seen_by(match.state, player)


@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_the_aim_is_one_short_sentence(name: str, edition: str) -> None:
    for match, player, view in views(name, edition):
        says = match.game.aim(view, player)
        assert says.endswith(".")
        assert len(says.split()) <= 15


@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_the_sources_add_up_to_the_points(name: str, edition: str) -> None:
    """In a team, the sources say who did it, and so they add up to at most the team's points."""
    for match in matches(name, edition):
        rules = match.game
        points = rules.points(match.state)
        if not match.is_over and not rules.players(match.state):
            continue
        found = {player: rules.sources(match.frames, player) for player in points}
        assert len({tuple(each) for each in found.values()}) == 1  # the same rows for everybody
        sums = {player: sum(each.values()) for player, each in found.items()}
        if rules.foresight.teamwork is None:
            assert sums == points
        else:
            assert 0 <= sum(sums.values()) <= max(points.values())
    assert any(sums.values()) or edition == "standard"


@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_rounds_are_counted_up_from_zero(name: str, edition: str) -> None:
    *_, match = matches(name, edition)
    rounds = [match.game.round(state) for state in (match.start, *(s for _, s in match.frames))]
    assert rounds[0] <= 1 < rounds[-1]
    assert {later - earlier for earlier, later in pairwise(rounds)} <= {0, 1}


@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_counters_are_equal_for_all_who_see_them(name: str, edition: str) -> None:
    """A counter depends on nothing that is hidden: it is the same in every view."""
    seen = 0
    for match in matches(name, edition):
        everyone = (*match.setup.players, "")
        for player in everyone:
            known = match.game.counters(match.state, player)
            seen += len(known)
            for viewer in everyone:
                view = match.game.seen_by(match.state, viewer)
                assert match.game.counters(view, player) == known
    assert seen


@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_each_card_and_thing_on_the_table_leads_to_rules(name: str, edition: str) -> None:
    rules, ids = game(name), {rule.id for rule in rulebook(name)}
    known = topics(name, edition)
    assert {each for topic in known for each in topic.rules} <= ids
    printed = rules.editions[edition]
    names = {*printed.instructions, *(f"{times}x" for times in printed.loops), "aim", "turn"}
    for match, _, view in views(name, edition):
        assert rules.palette.marks(rules.palette.fields_of(view))
        for other in (*match.setup.players, ""):
            names |= {held.kind for held in rules.holdings(view, other)}
    names |= {thing.name for thing in rules.palette.things} - {"outside"}
    assert sorted(each for each in names if not any(topic.fits(each) for topic in known)) == []


def test_a_thing_that_moves_is_found_where_it_is_now() -> None:
    for name, edition in PLAYED:
        if name == "lovelace":
            continue  # nothing moves there
        rules = game(name)
        _, match, *_ = matches(name, edition)
        marks = rules.palette.marks(rules.palette.fields_of(match.state))
        for piece in rules.players(match.state):
            if not rules.is_out(match.state, piece):
                [mark] = [each for each in marks if each.thing.startswith(f"{piece} ro")
                          or each.thing == f"{piece} retro"]  # fmt: skip
                assert mark.square == rules.whereabouts(match.state, piece).split()[0]


# -- things beside the board ----------------------------------------------------------------------


def test_others_see_only_the_back_of_a_secret_goal() -> None:
    state = with_seat(matches("roborally", "variant")[2].state, "red", goal="Bulldozer")
    rules = game("roborally")
    own = next(iter(rules.holdings(rules.seen_by(state, "red"), "red")))
    assert own.label == "Bulldozer"
    assert own.says == "Push other robots a total of three squares in one round."
    for viewer in ("green", ""):
        seen = next(iter(rules.holdings(rules.seen_by(state, viewer), "red")))
        assert seen == ("goal", "Secret goal", "")


def test_options_and_bugs_say_what_they_do() -> None:
    state = matches("roborally", "variant")[2].state
    held = (Held("Weak Motor"), Held("Brakes"), Held("Circuit Breaker"))
    [*_, bug, option, _] = game("roborally").holdings(state.with_facts("red", held=held), "red")
    assert bug == ("bug", "Weak Motor", "Your Move 3 only goes 2 squares.")
    assert option.kind == "option"


def test_a_target_that_is_face_down_stays_so() -> None:
    rules, state = game("lovelace"), matches("lovelace", "english")[1].state
    ada, plan = state.player("ada"), state.player("ada").plan
    state = state.with_player(replace(ada, plan=replace(plan, targets=(36,))))
    [own, *_] = rules.holdings(rules.seen_by(state, "ada"), "ada")
    [seen, *_] = rules.holdings(rules.seen_by(state, "babbage"), "ada")
    assert own.label == "Target 36"
    assert own.says
    assert (seen.label, seen.says) == ("Target", "")
