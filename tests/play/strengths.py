"""How strong the strategies of the house are: each against the next weaker one.

    python -m tests.play.strengths roborally --games 400

Two play the first edition, whose boards take turns, and each seed is played twice, with the seats
changed. In Calamitron, where all win or lose together, a team is two of one strength, and the
shares of games that teams won are compared. How each game ended is kept in `data`, as it ends:
whoever is interrupted goes on from there. What is kept is not played again, unless the file is
taken away first, as it must be when a rule or a strategy has changed.
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
FRAME_LIMIT = 50_000  # a game that is not over by then is drawn
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
    """By how much one share of games is larger than another.

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
    """Whether all win or lose together, so that nobody plays against anybody."""
    return game(name).foresight.teamwork is not None


def pairings(name: str) -> list[tuple[str, ...]]:
    """Who plays: a strength and the next weaker one, or a team of each."""
    if is_team_game(name):
        return [(strength,) for strength in STRENGTHS]
    return [(stronger, weaker) for weaker, stronger in pairwise(STRENGTHS)]


def ended(name: str, pairing: tuple[str, ...], number: int) -> str:
    """How the game with this number ends for the first named, who sits second in every other."""
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
    """Won, drawn or lost. A game that does not end is drawn, and so is one that all have won,
    unless it is a game in which all win together.
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
    """How all games ended that were played so far, by who played."""
    file = file_of(name)
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def keep(name: str, ends: Ends) -> None:
    """Write them all at once, or not at all."""
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
    """Who is compared, where the measure lies, and what it must be above for the first to be
    the stronger one: a half of the games, or a difference of nothing.
    """
    for weaker, stronger in pairwise(STRENGTHS):
        pairing = called((stronger, weaker))
        if is_team_game(name):
            one, other = ends[stronger], ends[weaker]
            yield pairing, difference(won(one), len(one), won(other), len(other)), 0
        else:
            yield pairing, wilson(won(ends[pairing]), len(ends[pairing])), 0.5


def main(name: str, games: int) -> None:
    """Play what is not kept yet, so many games of each pairing, and tell what it says."""
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
