"""Dot plots: their text and their picture."""

from __future__ import annotations

import pytest

from teachkit.draw.diagrams import most_of
from teachkit.draw.picture import png
from teachkit.draw.scene import scene
from teachkit.draw.shapes import ATTENTION, PIECE_COLOURS, TRAIL
from teachkit.errors import DataError
from teachkit.widgets.workbench.lesson_calls import dots

from .pixels import pixels, spots


def test_each_row_is_read_out_with_its_range_and_mean():
    assert str(dots({"Ada": [0, 1], "Bo": [0.5]})).splitlines() == [
        "Ada: from 0 to 1, and the mean is 0.5. 19 of 20 dots are between 0 and 1.",
        "Bo: from 0.5 to 0.5, and the mean is 0.5. 19 of 20 dots are between 0.5 and 0.5.",
    ]


def test_the_bar_leaves_out_one_dot_in_forty_at_either_end():
    assert most_of([*range(100, 0, -1)]) == (3, 98)
    assert most_of([5, 1]) == (1, 5)


def test_dots_are_where_their_numbers_are():
    """Small numbers are on the left, and equal numbers are stacked."""
    blue = PIECE_COLOURS["blue"]
    left, right, tower = (
        spots(pixels(png(dots({"Ada": row}).state)), blue) for row in ([0.1], [0.9], [0.5] * 8)
    )
    assert left[:, 0].max() < tower[:, 0].min() < tower[:, 0].max() < right[:, 0].min()
    assert len(tower) > 3 * len(left)


def test_the_bar_is_as_wide_as_most_dots_are_spread():
    narrow, wide = (
        spots(pixels(png(dots({"Ada": row}).state)), TRAIL) for row in ([0.4, 0.6], [0.1, 0.9])
    )
    assert 2 * (narrow[:, 0].max() - narrow[:, 0].min()) < wide[:, 0].max() - wide[:, 0].min()
    assert len(spots(pixels(png(dots({"Ada": [0.5]}).state)), ATTENTION)) > 0


def test_the_picture_has_a_sentence():
    shown = dots({"Ada": [2, 7, 6]}, high=10).state
    assert scene(shown).alt == "Dots on a line. A bar marks where most of them are."


@pytest.mark.parametrize(
    "wrong", [{"rows": {}}, {"rows": {"Ada": []}}, {"rows": {"A": [1]}, "high": 0}]
)
def test_a_row_without_numbers_is_refused(wrong):
    with pytest.raises(DataError, match="Each row needs a number"):
        dots(**wrong)
