"""Test the panels of players and the end of a game at the table, through their traits alone."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import pytest

from teachkit.core.game.game import Outcome
from teachkit.core.run.decisions import WriteProgram
from teachkit.games import game
from teachkit.games.roborally.variant.state import with_seat
from teachkit.play.match import Match
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import house
from teachkit.widgets.table.ending import result
from teachkit.widgets.table.panels import Panels
from teachkit.widgets.table.table import Table

from .test_table import give, press, table_at

PEOPLE = ("Ada", "Bo")


@cache
def whole(name: str, edition: str = "") -> Match:
    """Return a whole match of two players."""
    rules = game(name)
    setup = rules.opening.match(2, edition)
    plays = {piece: house(rules, "greedy", 6) for piece in setup.players}
    return Match(rules, setup, 4, plays)


def sitting_after(name: str, left_out: int, edition: str = "") -> Sitting:
    """Return a sitting before the last answers of a match."""
    rules, match = game(name), whole(name, edition)
    sitting = Sitting(rules, match.setup, PEOPLE, 4)
    answers = match.answers[: len(match.answers) - left_out]
    sitting.match = Match(rules, match.setup, 4, answers=answers)
    return sitting


# -- panels ---------------------------------------------------------------------------------------


def test_a_panel_says_whose_turn_it_is_and_who_has_answered() -> None:
    table = table_at("roborally", WriteProgram)
    assert table.sitting.here
    here = [seat.name for seat in table.sitting.seats].index(table.sitting.here.name)
    shown = [(seat["isHere"], seat["status"]) for seat in table.panels.seats]
    assert shown[here] == (True, "asked")
    assert shown[1 - here] == (False, "asked")
    decision = table.sitting.decision
    assert decision
    give(table, house(table.sitting.game, "greedy", 1)(table.sitting.view, decision))
    assert table.panels.seats[here]["status"] == "answered"
    assert not table.panels.seats[here]["isHere"]


def test_the_aim_and_the_counters_are_those_of_the_game() -> None:
    sitting = sitting_after("algoracing", 6)
    panels = Panels(sitting)
    panels.show(sitting)
    assert panels.aim == sitting.game.aim(sitting.public.start, "")
    assert panels.team["round"] == sitting.game.round(sitting.match.state) > 1
    carried = [dict(seat["counters"])["carried"] for seat in panels.seats]
    assert carried == [len(rover.carries) for rover in sitting.match.state.rovers]
    assert [bytes(seat["picture"][:4]) for seat in panels.seats] == [b"<svg"] * 2


def test_a_run_is_not_given_away_while_it_is_watched() -> None:
    """During the last run, the panels show the points before it, and nobody has won."""
    table = Table(sitting_after("algoracing", 1))
    before = [seat["points"] for seat in table.panels.seats]
    press(table.asking, "sit", table.asking.coming[0])
    assert table.sitting.decision
    last = table.sitting.decision.from_json(whole("algoracing").answers[-1][1])
    give(table, last)
    assert table.asking.moment == "watching"
    assert [seat["points"] for seat in table.panels.seats] == before
    assert not any(seat["isWinner"] for seat in table.panels.seats)
    assert table.panels.aim
    press(table.asking, "watched")
    assert [seat["points"] for seat in table.panels.seats] != before
    assert [seat["isWinner"] for seat in table.panels.seats].count(True) == 1
    assert table.panels.aim == ""


def test_only_its_owner_gets_the_sentence_of_a_secret_goal() -> None:
    sitting = sitting_after("roborally", 8, "variant")
    for seat in sitting.seats:
        sitting.match.state = with_seat(sitting.match.state, seat.piece, goal="Bulldozer")
    panels = Panels(sitting)
    for here in (*sitting.seats, None):
        sitting.here = here
        panels.show(sitting)
        for seat, shown in zip(sitting.seats, panels.seats, strict=True):
            [goal] = [held for held in shown["holdings"] if held["kind"] == "goal"]
            assert goal["label"] == ("Bulldozer" if seat is here else "Secret goal")
            assert bool(goal["says"]) == (seat is here)


@pytest.mark.parametrize("name", ["algoracing", "roborally", "calamitron", "lovelace"])
def test_each_card_of_a_hand_and_each_square_lead_to_rules(name: str) -> None:
    sitting = sitting_after(name, 4)
    panels = Panels(sitting)
    panels.show(sitting)
    book, floor = panels.book, panels.floor
    assert None not in book["cards"].values()
    assert all(book["rules"][rule].startswith(rule) for _, ids in book["topics"] for rule in ids)
    assert set(floor["topics"]) <= set(floor["squares"])
    assert max(max(found) for found in floor["topics"].values()) < len(book["topics"])


# -- the end --------------------------------------------------------------------------------------


def over(name: str, edition: str = "") -> Table:
    return Table(sitting_after(name, 0, edition))


@pytest.mark.parametrize("name", ["algoracing", "roborally", "lovelace"])
def test_the_end_shows_where_the_points_come_from(name: str) -> None:
    table = over(name)
    assert table.ending
    *sources, total = table.ending.rows
    points = list(table.sitting.game.points(table.sitting.match.state).values())
    assert total == ["Total", *points]
    assert [sum(row[place] for row in sources) for place in (1, 2)] == points
    assert [line[-1] for line in table.ending.course] == points
    assert {len(line) for line in table.ending.course} == {len(table.ending.rounds)}
    [winner] = [seat["name"] for seat in table.ending.seats if seat["isWinner"]]
    assert table.asking.outcome == f"{winner} wins."


def test_a_team_has_one_line() -> None:
    table = over("calamitron")
    assert table.ending
    [line] = table.ending.course
    assert line[-1] == len(table.sitting.match.state.trophies)
    assert {seat["points"] for seat in table.ending.seats} == {None}
    won = bool(table.sitting.match.outcome and table.sitting.match.outcome.winners)
    assert table.asking.outcome == ("You have won together." if won else "The game has won.")


def test_a_game_is_watched_from_its_start_and_saved_as_a_page() -> None:
    table = over("algoracing")
    assert table.ending
    last, plays = table.player.position, table.player.plays
    assert last == len(table.player.stops) - 1 > 0
    press(table.ending, "from_start")
    assert (table.player.position, table.player.plays) == (0, plays + 1)
    press(table.ending, "save")
    assert table.ending.file["name"] == "algoracing.html"
    assert table.ending.file["content"].startswith("<!DOCTYPE html>")
    assert "<title>Algoracing: Ada, Bo</title>" in table.ending.file["content"]
    assert "rover drives" in table.ending.file["content"]
    assert "current position" not in table.ending.file["content"]


@pytest.mark.parametrize(
    ("names", "winners", "says"),
    [
        (("Ada", "Bo", "random"), ("green",), "Bo wins."),
        (("Ada", "Bo", "random"), ("red", "green"), "Ada and Bo share the win."),
        (("Ada", "random", "random"), ("blue",), "random, who plays Blue, wins."),
        (("Ada", "Bo", "random"), (), "Nobody wins."),
    ],
)
def test_the_winners_are_called_by_their_names(
    names: tuple[str, ...], winners: tuple[str, ...], says: str
) -> None:
    rules = game("algoracing")
    sitting = Sitting(rules, rules.opening.match(len(names)), names)
    over = SimpleNamespace(outcome=Outcome(winners, "Because."))
    ended = SimpleNamespace(game=rules, seats=sitting.seats, match=over)
    assert result(ended) == says  # type: ignore[arg-type]
