"""Squares and facings."""

from __future__ import annotations

import pytest

from teachkit.core.board.squares import FACINGS, Facing, Square, read_facing, read_place
from teachkit.errors import BoardError

from ..cases import cases


@cases("text", "a1", "b4", "i9", "z26")
def test_a_square_reads_as_it_prints(text: str) -> None:
    assert str(Square.read(text)) == text


@cases("text", "", "a", "a0", "1a", "A1", "aa1", "a-1", "ä1", "a01", "a٣", "a" + "9" * 5000)
def test_what_is_no_square(text: str) -> None:
    with pytest.raises(
        BoardError, match=r"is not a square. Write a letter and a number, like b4\."
    ):
        Square.read(text)


def test_columns_go_right_and_rows_go_up() -> None:
    ways = {facing: str(Square.read("b2").ahead(facing)) for facing in FACINGS}
    assert ways == {"north": "b3", "east": "c2", "south": "b1", "west": "a2"}


@pytest.mark.parametrize("facing", FACINGS)
def test_turns_fit_together(facing: Facing) -> None:
    assert facing.left.right == facing
    assert facing.left.left == facing.right.right == facing.back
    assert Square(5, 5).ahead(facing).ahead(facing.back) == Square(5, 5)
    assert facing.right.degrees == (facing.degrees + 90) % 360


def test_a_place_is_a_square_and_a_heading() -> None:
    assert read_place("c4 north") == (Square.read("c4"), Facing.NORTH)
    with pytest.raises(
        BoardError, match=r'"c4" is not a place. Write a square and a direction, like a1 east\.'
    ):
        read_place("c4")
    with pytest.raises(BoardError, match='"up" is not a direction'):
        read_facing("up")
