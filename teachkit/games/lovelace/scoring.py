"""The points on the sheets, and the winner. [LB-46 … LB-54]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from teachkit.core.game.game import Outcome
from teachkit.core.run.flow import called
from teachkit.games.lovelace.cards import sheet
from teachkit.games.lovelace.components import TOKEN_ROWS
from teachkit.games.lovelace.editions import AREAS
from teachkit.games.lovelace.state import Phase, Player, State
from teachkit.words import say_many

MOST_TICKS, SECOND_MOST = 9, 4
SIGMA_POINTS, DEBUG_POINTS = 1, -3


class Score(NamedTuple):
    """A player's points, by source."""

    areas: int
    sigmas: int
    subroutines: int
    bonuses: int
    debugs: int

    @property
    def total(self) -> int:
        return sum(self)


def shares(ticks: Mapping[str, int]) -> dict[str, int]:
    """Map each player to the points for one area: 9 for the most ticks, 4 for the second most.

    Players who tie for second place share 4 points, rounded down. Players who tie for the most
    ticks share 13, and then there is no second place. Players without ticks get no points. [LB-46 …
    LB-49]

    >>> shares({"ada": 3, "babbage": 2, "somerville": 2, "menabrea": 0})
    {'ada': 9, 'babbage': 2, 'somerville': 2, 'menabrea': 0}
    """
    points = dict.fromkeys(ticks, 0)
    ranks = sorted({number for number in ticks.values() if number}, reverse=True)
    firsts = [name for name, number in ticks.items() if ranks and number == ranks[0]]
    if len(firsts) > 1:
        return points | dict.fromkeys(firsts, (MOST_TICKS + SECOND_MOST) // len(firsts))
    seconds = [name for name, number in ticks.items() if ranks[1:] and number == ranks[1]]
    points |= dict.fromkeys(firsts, MOST_TICKS)
    return points | {name: SECOND_MOST // len(seconds) for name in seconds}


def scores(state: State) -> dict[str, Score]:
    """Return the score of every player, in seat order."""
    areas = dict.fromkeys(state.names, 0)
    for area in AREAS:
        ticks = {player.name: player.sheet.ticks(area) for player in state.players}
        for name, points in shares(ticks).items():
            areas[name] += points
    return {player.name: score(player, areas[player.name]) for player in state.players}


def points(state: State) -> dict[str, int]:
    """Return the current total points of every player, in seat order."""
    return {name: score.total for name, score in scores(state).items()}


def score(player: Player, areas: int) -> Score:
    """Return a player's score; `areas` are the points for areas, from `shares`. [LB-50 … LB-53]"""
    ticked, printed = player.sheet, sheet()
    bonuses = zip(TOKEN_ROWS, ticked.bonuses, strict=True)
    return Score(
        areas,
        ticked.sigmas * SIGMA_POINTS,
        sum(printed.subroutines[: ticked.track]),
        sum(sum(printed.bonuses[row][:number]) for row, number in bonuses),
        ticked.debugs * DEBUG_POINTS,
    )


def outcome(state: State) -> Outcome | None:
    """Return the winner and the reason, or `None` if no match has ended. [LB-54]"""
    if state.table.phase != Phase.OVER:
        return None
    points = scores(state)
    order = state.table.order

    def rank(player: Player) -> tuple[int, int, int, int]:
        ticked = player.sheet
        done = ticked.track + sum(ticked.bonuses)
        return points[player.name].total, done, -ticked.sigmas, -order.index(player.name)

    winner = max(state.players, key=rank).name
    name, total = called(winner), points[winner].total
    if sum(score.total == total for score in points.values()) == 1:
        reason = say_many(
            "{winner} wins with {number} point.",
            "{winner} wins with {number} points.",
            total,
            winner=name,
        )
    else:
        reason = say_many(
            "{winner} wins the tie with {number} point.",
            "{winner} wins the tie with {number} points.",
            total,
            winner=name,
        )
    return Outcome((winner,), reason)
