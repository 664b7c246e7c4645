"""Test the house's two teams at Calamitron: their moves, and how often they win each scenario."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Answer, Decision, PickOne
from teachkit.core.run.trace import record
from teachkit.games import calamitron
from teachkit.games.calamitron import foresight as teamwork
from teachkit.games.calamitron.board import board_names, load_scenario
from teachkit.games.calamitron.programs import LayProgram
from teachkit.games.calamitron.state import State
from teachkit.play.strategies import Strategy, greedy, look_ahead

from ..rulebook.bots import at_table
from ..thorough import THOROUGH
from .balance_calamitron import TEAMS, differences, kept, played, wins

ENDS = kept()
SEEDS = range(6) if THOROUGH else range(1)
EXIT = "\n+ # # k9^"  # and a rogue on another square, so that the game goes on


def laid(strategy: Strategy, state: State, player: str = "red") -> Program:
    """Return the program that a strategy chooses here, which must be possible."""
    decision = LayProgram.of(state, player, "Write your program.")
    program = strategy(state, decision)
    assert decision.problem(program) is None
    return program


@pytest.mark.parametrize(
    ("team", "picture"),
    [
        *product(TEAMS, ["R> s1^ O .\n. . . .", "R^ . s1^ O\n. . . ."]),
        ("look-ahead", ". . s1^ .\n. . O .\nR^ . . ."),
    ],
)
def test_both_teams_push_a_rogue_into_a_pit_where_they_can(team: str, picture: str) -> None:
    state = at_table(picture + EXIT, cards=(("red", "laser"),))
    strategy = TEAMS[team](calamitron.GAME, teamwork)

    def answer(asked: tuple[Decision, ...], now: State) -> list[Answer]:
        return [Answer(each.player, strategy(now, each)) for each in asked]

    trace = record(calamitron.GAME.resolve(state, {"red": laid(strategy, state)}), state, answer)
    assert ("servo-1", "red") in trace.final.trophies


def test_only_look_ahead_sees_where_rogues_will_be() -> None:
    """The Knockbot drives three squares east before the program runs, to the edge of a pit."""
    state = at_table(
        "O . . . . . .\nk1> . . . . . .\n. . . R^ . . .\n+ # # # # # #", "tread",
        cards=(("red", "knock"),),
    )  # fmt: skip
    seeing = laid(look_ahead(calamitron.GAME, teamwork), state)
    blind = laid(greedy(calamitron.GAME, teamwork), state)
    assert seeing != blind


def test_a_choice_on_the_way_is_the_best_one() -> None:
    """The Servobot ahead is shoved to the side with the pit."""
    for picture, side in ((". O .\nR> s1^ .", "left"), ("R> s1^ .\n. O .", "right")):
        state = at_table(picture + "\n# # k9^")
        asked = PickOne("red", "Which way do you shove it?", ("left", "right", "forward"))
        for team in TEAMS.values():
            assert team(calamitron.GAME, teamwork)(state, asked) == side


def test_a_team_answers_the_same_again() -> None:
    state = at_table("R> . s1^ O" + EXIT, cards=(("red", "servo"),))
    one, other = (laid(look_ahead(calamitron.GAME, teamwork), state) for _ in range(2))
    assert one == other


# Scenarios -------------------------------------------------------------------------------------


def test_the_headers_tell_how_often_the_teams_win() -> None:
    """The teams win some of the games of each scenario, but not all."""
    assert differences(ENDS) == []
    assert {load_scenario(board).wins["games"] for board in board_names()} == {200}


def test_a_header_that_tells_otherwise_is_found() -> None:
    """A scenario that is too easy is found as well."""
    board = board_names()[0]
    easy = ENDS | {board: ENDS[board] | {"look-ahead": "5" * 200}}
    says = ("look-ahead wins 200 of 200; mend its header.", "out of balance.")
    assert differences(easy) == [f"{board}: {each}" for each in says]


def test_our_own_scenarios_are_of_rising_difficulty() -> None:
    """This holds for both teams; greedy wins some games of the easy ones."""
    boards = ("training-hall", "assembly-line", "rogue-works")
    won = {team: [wins(ENDS[board][team]) / 200 for board in boards] for team in TEAMS}
    assert won["greedy"] == sorted(won["greedy"], reverse=True)
    assert all(before - after >= 0.05 for before, after in pairwise(won["look-ahead"]))
    assert won["greedy"][0] >= 0.10


@pytest.mark.parametrize("board", board_names())
def test_who_looks_ahead_wins_more_often(board: str) -> None:
    assert wins(ENDS[board]["greedy"]) < wins(ENDS[board]["look-ahead"])


@pytest.mark.slow
@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize("board", board_names())
def test_games_end_as_they_were_recorded(board: str, team: str) -> None:
    ends = "".join(played(board, team, seed) for seed in SEEDS)
    assert ends == ENDS[board][team][: len(ends)]
