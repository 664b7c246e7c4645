"""The strengths of the house strategies: each is compared with the next weaker one.

    python -m tests.play.strengths roborally --games 400

Two players play the first edition on alternating boards, and each seed is played twice, with seats
swapped. In Calamitron, where all win or lose together, a team has two players of one strength, and
the shares of games won are compared. The end of each game is stored in `data` immediately, so an
interrupted run can be continued. Stored games are not played again, unless the file is deleted
first, as is necessary after a change to a rule or a strategy.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path

from teachkit.core.game.game import Outcome
from teachkit.games import NAMES, game
from teachkit.play.match import Match
from teachkit.play.strategies import STRENGTHS, house
from teachkit.play.tournament import Interval, wilson

DATA = Path(__file__).parent / "data"
GAMES = 400
FRAME_LIMIT = 50_000  # a game that is longer counts as drawn
WON, DRAWN, LOST = "1", "=", "0"
VALUES = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}
HEAD = """\
# How games of the house's strategies ended, one after another: 1 won, 0 lost, = drawn by the
# first named. Made by:
#
#     python -m tests.play.strengths {name}
"""

Ends = dict[str, str]


def difference(won: float, played: int, other_won: float, other_played: int) -> Interval:
    """Return a confidence interval for the difference of two shares of games.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions",
    Statistics in Medicine 17 (1998): method 10, made of two of Wilson's intervals.

    >>> low, high = difference(56, 70, 48, 80)
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    one, other = won / played, other_won / other_played
    first, second = wilson(won, played), wilson(other_won, other_played)
    down = sqrt((one - first.low) ** 2 + (second.high - other) ** 2)
    up = sqrt((first.high - one) ** 2 + (other - second.low) ** 2)
    return Interval(one - other - down, one - other + up)


def is_team_game(name: str) -> bool:
    """Return whether all players win or lose together."""
    return game(name).foresight.teamwork is not None


def pairings(name: str) -> list[tuple[str, ...]]:
    """Return the pairings: a strength and the next weaker one, or a team of each strength."""
    if is_team_game(name):
        return [(strength,) for strength in STRENGTHS]
    return [(stronger, weaker) for weaker, stronger in pairwise(STRENGTHS)]


def ended(name: str, pairing: tuple[str, ...], number: int) -> str:
    """Return the end of a game for the first named, who has the second seat in every other game."""
    module, opening = game(name), game(name).opening
    boards = opening.boards(opening.editions[0]) or [""]
    if is_team_game(name):
        seed, place = divmod(number, len(boards))
        swapped, seated = 0, pairing * 2
    else:
        seed, swapped = divmod(number, 2)
        place, seated = seed % len(boards), pairing[:: -1 if swapped else 1]
    setup = opening.match(2, board=boards[place])
    players = {
        player: house(module, strength, f"{player} {seed}")
        for player, strength in zip(setup.players, seated, strict=True)
    }
    match = Match(module, setup, seed, players, frame_limit=FRAME_LIMIT)
    return result(match.outcome, setup.players[swapped], is_team_game(name))


def result(outcome: Outcome | None, player: str, is_shared: bool) -> str:
    """Return whether a player won, drew or lost.

    A game without an end is drawn, and so is one that all players win, unless they win as a team.
    """
    if outcome is None:
        return DRAWN
    if player not in outcome.winners:
        return LOST if outcome.winners or is_shared else DRAWN
    return WON if len(outcome.winners) == 1 or is_shared else DRAWN


# What is kept ----------------------------------------------------------------------------------


def file_of(name: str) -> Path:
    return DATA / f"strengths-{name}.toml"


def kept(name: str) -> Ends:
    """Return the ends of all games played so far, by pairing."""
    file = file_of(name)
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def keep(name: str, ends: Ends) -> None:
    """Write all ends at once, or nothing."""
    new = file_of(name).with_suffix(".new")
    rows = "".join(f'"{pairing}" = "{row}"\n' for pairing, row in ends.items())
    new.write_text(f"{HEAD.format(name=name)}\n{rows}", "utf-8")
    new.replace(file_of(name))


def called(pairing: tuple[str, ...]) -> str:
    return " - ".join(pairing)


# What it says ----------------------------------------------------------------------------------


def won(row: str) -> float:
    return sum(VALUES[end] for end in row)


def measured(name: str, ends: Ends) -> Iterator[tuple[str, Interval, float]]:
    """Yield the strategies compared, the measured interval, and the value that it must exceed.

    That value is half of the games, or a difference of zero.
    """
    for weaker, stronger in pairwise(STRENGTHS):
        pairing = called((stronger, weaker))
        if is_team_game(name):
            one, other = ends[stronger], ends[weaker]
            yield pairing, difference(won(one), len(one), won(other), len(other)), 0
        else:
            yield pairing, wilson(won(ends[pairing]), len(ends[pairing])), 0.5


def main(name: str, games: int) -> None:
    """Play the missing games of each pairing, and print the results."""
    ends = kept(name)
    DATA.mkdir(exist_ok=True)
    for pairing in pairings(name):
        row = ends.get(called(pairing), "")
        for number in range(len(row), games):
            row += ended(name, pairing, number)
            ends[called(pairing)] = row
            keep(name, ends)
        print(f"{name}: {called(pairing)}: {won(row):g} of {len(row)}", flush=True)
    for compared, interval, least in measured(name, ends):
        verdict = "stronger" if interval.low > least else "not shown"
        print(f"{name}: {compared}: {interval.low:.3f} … {interval.high:.3f}: {verdict}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--games", type=int, default=GAMES)
    given = parser.parse_args()
    main(given.game, given.games)
