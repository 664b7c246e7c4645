"""The share of games that each character of Lovelace & Babbage wins with equal strategies.

    python -m tests.games.balance_lovelace 2000

Every player is greedy: the best program of the round, the first completed subroutine at once, and
random choices otherwise. Seats rotate from game to game. No character should win less than 20 or
more than 30 games of a hundred; the figure is in the header of the card file.
"""

from __future__ import annotations

import sys
from collections import Counter
from multiprocessing import Pool
from typing import Any

from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision
from teachkit.games import lovelace
from teachkit.games.lovelace.editions import CHARACTERS
from teachkit.games.lovelace.foresight import machine
from teachkit.games.lovelace.programs import WriteRows, usable
from teachkit.games.lovelace.state import State
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy
from tests.play.earnings import best_program
from tests.play.offers import aims, offers

LEAST, MOST = 0.20, 0.30


def greedy(seed: str) -> Strategy:
    """Return a strategy: the best program, all subroutines at once, random choices otherwise."""
    chance = Chance(seed)

    def answer(view: State, decision: Decision) -> Any:
        name = str(decision.player)
        if isinstance(decision, WriteRows):
            # The program that earns most from here; the player's own target counts.
            instructions = usable(view, view.player(name))
            wanted, alone = offers(view, name) + aims(view, name), machine(view, name)
            found = best_program(lovelace.GAME, alone, wanted, decision.most, name, instructions)
            return found.program
        options = getattr(decision, "options", ())
        return options[0] if "none" in options else decision.compose(chance.pick)

    return answer


def played(seed: int) -> tuple[str, dict[str, int]]:
    """Return the winner of the game with this seed, and all points."""
    turn = seed % len(CHARACTERS)
    players = CHARACTERS[turn:] + CHARACTERS[:turn]
    edition = ("japanese", "english")[seed // len(CHARACTERS) % 2]
    setup = lovelace.Setup(edition=edition, players=players)
    strategies = {name: greedy(f"{seed} {name}") for name in players}
    match = Match(lovelace.GAME, setup, seed, strategies)
    assert match.outcome
    points = {name: score.total for name, score in lovelace.scoring.scores(match.state).items()}
    return match.outcome.winners[0], points


def main(games: int) -> None:
    """Play this many games and print the result."""
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    with Pool() as pool:
        for winner, scored in pool.imap_unordered(played, range(games), chunksize=10):
            wins[winner] += 1
            points.update(scored)
    for name in CHARACTERS:
        share = wins[name] / games
        verdict = "" if LEAST <= share <= MOST else "  out of balance"
        print(f"{name:12} {share:6.1%}  {points[name] / games:5.1f} points{verdict}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
