"""Benchmarks of matches against games of chess with python-chess.

A random match of four rovers asks for 800 answers or more, while a random game of chess has about
340 plies. A greedy answer tries up to 85 programs by the rules, while a greedy ply tries about 30
moves. So two ratios are measured: of games, and of answers to plies.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import chess
import pytest

from teachkit.games import algoracing
from teachkit.play.match import Match
from teachkit.play.strategies import house

from .ratio import Ratio, at_least, report

SEEDS = range(1, 5)  # number of games of each kind in each round
ROUNDS = 5
GAMES = {"random": 0.68, "greedy": 0.36}  # times as many games per second, at least
ANSWERS = {"random": 1.55, "greedy": 0.5}  # times as many answers per second as plies, at least
RECORDED = 2.2  # the same, with moves checked and stored as text, as in a match

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
Choice = Callable[[chess.Board, random.Random], chess.Move]


def match_of_four(strength: str, seed: int) -> int:
    """Play a whole match of the basic rules; return the number of answers."""
    setup = algoracing.GAME.opening.match(4, "basic", "quarry")
    strategies = {
        name: house(algoracing.GAME, strength, f"{seed} {name}") for name in setup.players
    }
    match = Match(algoracing.GAME, setup, seed, strategies, frame_limit=20_000)
    assert match.outcome, "it went on and on"
    return len(match.answers)


def at_random(board: chess.Board, chance: random.Random) -> chess.Move:
    return chance.choice(list(board.legal_moves))


def greedy(board: chess.Board, chance: random.Random) -> chess.Move:
    """Return a move after which the material is best, or mate; ties are broken at random."""
    moves = list(board.legal_moves)
    chance.shuffle(moves)
    return max(moves, key=lambda move: worth_after(board, move))


def worth_after(board: chess.Board, move: chess.Move) -> int:
    mine = board.turn
    board.push(move)
    worth = 1000 if board.is_checkmate() else material(board, mine)
    board.pop()
    return worth


def material(board: chess.Board, mine: chess.Color) -> int:
    return sum(
        worth * (len(board.pieces(piece, mine)) - len(board.pieces(piece, not mine)))
        for piece, worth in WORTH.items()
    )


def game_of_chess(choose: Choice, seed: int, is_recorded: bool = False) -> int:
    """Play a whole game of chess; return the number of plies."""
    chance, board, kept = random.Random(seed), chess.Board(), list[str]()
    while not board.is_game_over():
        move = choose(board, chance)
        if is_recorded:
            assert board.is_legal(move)
            kept.append(board.san(move))
            move = board.parse_san(kept[-1])
        board.push(move)
    return len(board.move_stack)


def all_of(play: Callable[[int], int]) -> Callable[[], int]:
    """Play a game for each seed; return the total number of answers or plies."""
    return lambda: sum(map(play, SEEDS))


@pytest.mark.parametrize("strength", ["random", "greedy"])
def test_games_and_answers_per_second(strength: str, benchmark: Any) -> None:
    choose = {"random": at_random, "greedy": greedy}[strength]
    ours = all_of(lambda seed: match_of_four(strength, seed))
    theirs = all_of(lambda seed: game_of_chess(choose, seed))
    answers, plies = ours(), theirs()
    wanted = max(GAMES[strength], ANSWERS[strength] * plies / answers)
    ratio = at_least(wanted, theirs, ours, ROUNDS)
    each = Ratio(ratio.one / plies, ratio.other / answers)
    report(benchmark, "games per second of python-chess", ratio, ours)
    benchmark.extra_info["answers per second to its plies"] = f"{each} of {answers} to {plies}"
    assert ratio.value >= GAMES[strength], ratio
    assert each.value >= ANSWERS[strength], each


def test_answers_that_are_checked_and_kept(benchmark: Any) -> None:
    """Compare a match, which checks and stores every answer, with chess that does so too."""
    ours = all_of(lambda seed: match_of_four("random", seed))
    theirs = all_of(lambda seed: game_of_chess(at_random, seed, is_recorded=True))
    answers, plies = ours(), theirs()
    ratio = at_least(RECORDED * plies / answers, theirs, ours, ROUNDS)
    each = Ratio(ratio.one / plies, ratio.other / answers)
    report(benchmark, "recorded games per second of python-chess", ratio, ours)
    benchmark.extra_info["answers per second to recorded plies"] = str(each)
    assert each.value >= RECORDED, each
