"""How often the two teams of the house win each scenario of Calamitron.

    python -m tests.games.balance_calamitron 200

Two players, and nobody looks at the clock. Look-ahead should win between 10 and 90 games of a
hundred. The wins stand in each scenario's header, and how each game ended in
`calamitron-teams.toml`, which is what this prints; tests play some of them again.
"""

from __future__ import annotations

import sys
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
LOST = "."


@cache
def team(name: str) -> Strategy:
    return TEAMS[name](calamitron, foresight)


def played(game: tuple[str, str, int]) -> str:
    """How a game of a scenario, a team and a seed ended: the round in which it was won, or `.`.

    After 9 comes `a`.
    """
    board, name, seed = game
    setup = Setup(board=board, players=PLAYERS, options={"timer": 0})
    match = Match(calamitron, setup, seed, dict.fromkeys(PLAYERS, team(name)))
    assert match.outcome
    assert match.state.table
    return f"{match.state.table.round:x}" if match.outcome.winners else LOST


def main(games: int) -> None:
    """Play so many games of each scenario with each team and print how they ended."""
    with Pool(1) as pool:
        for board in board_names():
            print(f"\n[{board}]")
            for name in TEAMS:
                every = ((board, name, seed) for seed in range(games))
                ends = "".join(pool.imap(played, every, chunksize=5))
                share = 1 - ends.count(LOST) / games
                wrong = name == "look-ahead" and not LEAST <= share <= MOST
                print(f'{name:10} = "{ends}"  # {share:.1%}{", out of balance" * wrong}')


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
