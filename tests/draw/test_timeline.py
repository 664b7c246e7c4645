"""The timeline as a picture: crossed-out cards, the current card, and its text."""

from __future__ import annotations

from dataclasses import replace

from matplotlib.figure import Figure

from teachkit.core.game.game import run
from teachkit.core.run.trace import Timeline, timeline
from teachkit.draw.diagrams import timeline_scene
from teachkit.draw.picture import picture, png
from teachkit.draw.scene import scene
from teachkit.draw.shapes import ATTENTION, INK, PIECE_COLOURS, TRAIL
from teachkit.games import algoracing, roborally

from .pixels import drawn, pixels, spots

LANES = {"red": "3x(forward)", "green": "forward, right"}


def shown(lanes: dict[str, str] = LANES, at: int = 0) -> Timeline:
    rovers = {"red": "a1 east", "green": "b1 north"}
    start = algoracing.Setup(edition="turns", floor=". . . .\n. . . .", rovers=rovers).state()
    return timeline(run(algoracing.GAME, start, lanes), at)


def test_what_did_nothing_is_struck_in_its_round() -> None:
    """Red could not drive in the first round: the crossed-out card is in the top left."""
    seen = pixels(png(shown()))
    struck = spots(seen, ATTENTION)
    assert len(struck) > 20
    assert struck[:, 0].max() < seen.shape[1] / 2
    assert struck[:, 1].max() < seen.shape[0] * 0.7
    free = pixels(png(shown(LANES | {"red": "left"})))
    assert len(spots(free, ATTENTION)) == 0


def test_the_card_that_is_looked_at_is_marked() -> None:
    """Stop 4 is green's second card: in the second round, and below."""
    assert len(spots(pixels(png(shown())), TRAIL)) == 0
    seen = pixels(png(shown(at=4)))
    here = spots(seen, TRAIL)
    assert len(here) > 100
    assert here[:, 1].min() > seen.shape[0] / 2
    assert seen.shape[1] / 3 < here[:, 0].mean() < seen.shape[1] * 2 / 3


def test_each_piece_has_its_colour() -> None:
    seen = pixels(png(shown()))
    red, green = (spots(seen, PIECE_COLOURS[name])[:, 1].mean() for name in ("red", "green"))
    assert red < green


def test_it_is_drawn_into_a_figure_too() -> None:
    figure = Figure((4, 3))
    picture(shown(at=4), ax=figure.add_subplot())
    assert len(spots(drawn(figure), TRAIL)) > 100


def test_it_has_a_sentence_for_those_who_do_not_see_it() -> None:
    assert scene(shown()).alt == "A timeline of 3 rounds."
    assert timeline_scene(shown({})).alt == "A timeline of 0 rounds."


def test_what_the_game_says_of_a_card_stands_on_a_plate_beside_it() -> None:
    """The priority, white on dark, in the cell of its card only."""
    start = roborally.Setup(floor=". . . .", programs={"green": "left 70"},
                            robots={"red": "a1 east", "green": "c1 east"})  # fmt: skip
    table = timeline(run(roborally.GAME, start.state(), "move-1 500"))
    bare = replace(table, rows=tuple((cell and cell._replace(note=""),) for (cell,) in table.rows))
    seen, plain = (pixels(png(each)) for each in (table, bare))
    assert len(spots(seen, INK)) > len(spots(plain, INK)) + 1000
    assert scene(table).alt == "A timeline of 1 round."
