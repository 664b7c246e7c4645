"""Test that the goal flag of the variant is marked on the board, and only there."""

from __future__ import annotations

from teachkit.draw.scene import scene
from teachkit.games import game
from teachkit.games.roborally.variant.state import with_standing
from teachkit.play.match import Match
from teachkit.play.strategies import house


def test_the_goal_flag_is_marked_until_there_is_none() -> None:
    rules = game("roborally")
    setup = rules.opening.match(2, "variant")
    plays = {piece: house(rules, "random", 1) for piece in setup.players}
    state = Match(rules, setup, 1, plays, frame_limit=60).state
    for flag in (1, 6, 0):
        seen = scene(with_standing(state, flag=flag))
        labels = [piece.label for piece in seen.pieces if piece.label.endswith("earns a point")]
        assert labels == [f"flag {flag} earns a point"] * (flag > 0)
        if flag:
            mark = seen.piece(f"goal-{flag}")
            assert mark
            assert (mark.x, mark.y) == seen.background.spots[str(state.board.flags[flag - 1])]
