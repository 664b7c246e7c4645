"""The share of games that the two house teams win in each scenario of Calamitron.

    python -m tests.games.balance_calamitron 200

Each team has two players, without a clock. Look-ahead should win between 10 and 90 games of a
hundred. The end of each game is stored in `calamitron-teams.toml`, and the number of wins is in
each scenario's header; differences are printed at the end. Stored games are not played again,
unless the file is deleted first, as is necessary after a change to a rule or a scenario; tests
repeat some of them.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path

from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron import foresight as teamwork
from teachkit.games.calamitron.board import board_names, load_scenario
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy, greedy, look_ahead

LEAST, MOST = 0.10, 0.90
TEAMS = {"greedy": greedy, "look-ahead": look_ahead}
PLAYERS = ("red", "green")
LOST = "."
KEPT = Path(__file__).parent / "calamitron-teams.toml"
HEAD = """\
# How the house's two teams ended games of each scenario, seed by seed: the round in which the
# game was won, or a dot. After 9 comes a. Made by:
#
#     python -m tests.games.balance_calamitron 200
"""

Ends = dict[str, dict[str, str]]


@cache
def team(name: str) -> Strategy:
    return TEAMS[name](calamitron.GAME, teamwork)


def played(board: str, name: str, seed: int) -> str:
    """Return how a game ended: the round in which it was won, or `.`."""
    setup = Setup(board=board, players=PLAYERS, options={"timer": 0})
    match = Match(calamitron.GAME, setup, seed, dict.fromkeys(PLAYERS, team(name)))
    assert match.outcome
    assert match.state.table
    if not match.outcome.winners:
        return LOST
    return "0123456789abcdefghijklmnopqrstuvwxyz"[match.state.table.round]


def kept() -> Ends:
    """Return the ends of all games played so far."""
    return tomllib.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}


def keep(ends: Ends) -> None:
    """Write all ends at once, or nothing."""
    tables = [
        "".join((f"\n[{board}]\n", *(f'{name} = "{row}"\n' for name, row in rows.items())))
        for board, rows in sorted(ends.items())
    ]
    new = KEPT.with_suffix(".new")
    new.write_text(HEAD + "".join(tables), "utf-8")
    new.replace(KEPT)


def wins(row: str) -> int:
    return len(row) - row.count(LOST)


def differences(ends: Ends) -> list[str]:
    """Return differences from the headers and imbalances; empty if there are none.

    >>> differences(kept())
    []
    """
    found = []
    for board in board_names():
        rows, header = ends.get(board, {}), load_scenario(board).wins
        for name in TEAMS:
            row = rows.get(name, "")
            if (header.get("games"), header.get(name)) != (len(row), wins(row)):
                found.append(f"{board}: {name} wins {wins(row)} of {len(row)}; mend its header.")
        ahead = rows.get("look-ahead", "")
        if not LEAST * len(ahead) <= wins(ahead) <= MOST * len(ahead):
            found.append(f"{board}: out of balance.")
    return found


def main(games: int) -> int:
    """Play the missing games of each scenario with each team; return 0 if all is well."""
    ends = kept()
    for board in board_names():
        for name in TEAMS:
            row = ends.setdefault(board, {}).get(name, "")[:games]
            row += "".join(played(board, name, seed) for seed in range(len(row), games))
            ends[board][name] = row
            keep(ends)
            print(f"{board:14} {name:10} {wins(row):3} of {games}", flush=True)
    found = differences(ends)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
