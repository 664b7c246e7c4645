"""The map of roads: its text and its picture."""

from __future__ import annotations

from teachkit.draw.diagrams import RoadMap
from teachkit.draw.picture import png
from teachkit.draw.scene import scene
from teachkit.draw.shapes import INK, TRAIL
from teachkit.widgets.workbench.lesson_calls import roads

from .pixels import pixels, spots

HALVES = {"edition": "machine", "components": {"A4": "/2", "B4": "swap"}}


def test_the_map_tells_every_place_and_every_way():
    """27 and 72 lead to each other; from the last column no new place is reached."""
    assert str(roads("lovelace", steps=2, **HALVES)).splitlines() == [
        "0 steps: 55",
        "1 step: 27",
        "2 steps: 13, 72",
        "From 55: ÷2 to 27.",
        "From 27: ÷2 to 13, ⇄ to 72.",
        "From 72: ⇄ to 27.",
    ]


def test_a_way_that_leads_nowhere_is_no_way():
    """55 swapped is 55."""
    assert "55: ÷2 to 27." in str(roads("lovelace", steps=1, **HALVES))


def test_places_stand_in_columns_from_the_left_and_the_start_is_marked():
    shown = roads("lovelace", steps=2, **HALVES).state
    assert shown.columns == [["55"], ["27"], ["13", "72"]]
    picture = pixels(png(shown))
    start = spots(picture, TRAIL)
    assert 0 < start[:, 0].max() < picture.shape[1] / 3
    assert len(spots(picture, INK)) > 0


def test_the_map_has_a_sentence_for_those_who_do_not_see_it():
    assert scene(RoadMap((("55", 0),))).alt == "A map with 1 place."


def test_a_rover_has_roads_too():
    """A place is a square with a facing."""
    board = {"edition": "basic", "floor": ". .", "rovers": {"red": "a1 east"}}
    shown = roads("algoracing", steps=1, **board).state
    assert ("b1 east", 1) in shown.places
    assert len(png(shown)) > 0
