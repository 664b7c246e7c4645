"""How often the two teams of the house win each scenario of Calamitron.

    python -m tests.games.balance_calamitron 200

Two players, and nobody looks at the clock. Look-ahead should win between 10 and 90 games of a
hundred; the figures stand in the header of each scenario, and those of the first seeds in
`calamitron-teams.toml`, where tests compare them.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from multiprocessing import Pool

from teachkit.games import calamitron
from teachkit.games.calamitron import Setup, foresight
from teachkit.games.calamitron.boards import board_names
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy, greedy, look_ahead

LEAST, MOST = 0.10, 0.90
TEAMS = {"greedy": greedy, "look-ahead": look_ahead}
PLAYERS = ("red", "green")


@cache
def team(name: str) -> Strategy:
    return TEAMS[name](calamitron, foresight)


def played(game: tuple[str, str, int]) -> tuple[str, str, int, bool, int]:
    """A game of a scenario, a team and a seed: whether it was won, and in which round it ended."""
    board, name, seed = game
    setup = Setup(board=board, players=PLAYERS, options={"timer": 0})
    match = Match(calamitron, setup, seed, dict.fromkeys(PLAYERS, team(name)))
    assert match.outcome
    return board, name, seed, bool(match.outcome.winners), match.state.table.round


def main(games: int) -> None:
    """Play so many games of each scenario with each team and tell what came of it."""
    every = [(board, name, seed) for board in board_names() for name in TEAMS
             for seed in range(games)]  # fmt: skip
    won: Counter[tuple[str, str]] = Counter()
    rounds: dict[tuple[str, str], list[int]] = {}
    with Pool(1) as pool:
        for board, name, seed, wins, last in pool.imap_unordered(played, every, chunksize=5):
            won[board, name] += wins
            rounds.setdefault((board, name), []).append(last if wins else -last)
            if seed % 20 == 19:
                print(board, name, seed + 1, won[board, name], flush=True)
    for (board, name), ends in rounds.items():
        share = won[board, name] / games
        wrong = name == "look-ahead" and not LEAST <= share <= MOST
        print(
            f"{board:16} {name:10} {won[board, name]:4} of {games}  {share:6.1%}"
            f"{'  out of balance' if wrong else ''}"
        )
        print("  ", sorted(ends))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
