"""Timelines: which card ran in which round, from the trace alone."""

from __future__ import annotations

from teachkit.core.game.game import run
from teachkit.core.run.trace import Cell, Trace, timeline
from teachkit.games import algoracing, lovelace, roborally

ROVERS = {"red": "a1 east", "green": "b1 north"}
LANES = {"red": "3x(forward)", "green": "forward, right"}


def driven(edition: str = "turns", lanes: dict[str, str] = LANES) -> Trace:
    start = algoracing.Setup(edition=edition, floor=". . . .\n. . . .", rovers=ROVERS).state()
    return run(algoracing.GAME, start, lanes)


def shown(trace: Trace) -> list[list[str]]:
    """Return the cards of each piece: a dash for no card, and brackets around a skipped one."""
    return [
        ["–" if not cell else f"({cell.name})" if cell.skipped else cell.name for cell in row]
        for row in timeline(trace).rows
    ]


def test_rounds_across_pieces_down() -> None:
    assert [head.label for head in timeline(driven()).heads] == ["Round 1", "Round 2", "Round 3"]
    assert timeline(driven()).actors == ("red", "green")
    assert shown(driven()) == [["(forward)", "forward", "forward"], ["forward", "right", "–"]]


def test_one_after_another_each_card_has_a_round_of_its_own() -> None:
    assert shown(driven("nested")) == [
        ["(forward)", "(forward)", "(forward)", "–", "–"],
        ["–", "–", "–", "forward", "right"],
    ]


def test_a_cell_knows_its_stop() -> None:
    trace = driven()
    for row, actor in zip(timeline(trace).rows, trace.actors, strict=True):
        for cell in filter(None, row):
            played = trace.steps()[cell.stop - 1]
            assert (played.actor, played.step and played.step.card) == (actor, cell.card)


def test_a_game_that_names_no_rounds_has_them_too() -> None:
    """A new round begins when a piece acts again."""
    setup = lovelace.Setup(edition="machine", value=55, components={"A1": "+-1", "B4": "swap"})
    trace = run(lovelace.GAME, setup.state(), "A1+, B4swap")
    assert shown(trace) == [["A1+", "B4swap"]]


def test_a_game_says_what_rounds_are_called_and_what_it_says_of_a_card() -> None:
    """Registers, from the first one played; the priority is the note on the card."""
    start = roborally.Setup(floor=". . . .", register=3, programs={"green": "left 70"},
                            robots={"red": "a1 east", "green": "c1 east"})  # fmt: skip
    table = timeline(run(roborally.GAME, start.state(), "move-1 500, right 80"))
    assert (table.title, [*table.heads]) == ("Registers", [(3, "Register 3"), (4, "Register 4")])
    cells = [cell for row in table.rows for cell in row if cell]
    notes = [("move-1", "500"), ("right", "80"), ("left", "70")]
    assert [(cell.name, cell.note) for cell in cells] == notes


def test_what_a_game_says_of_a_card_may_differ_from_what_is_printed_on_it() -> None:
    assert Cell("move-1 500", 1, False, 1, "430").name == "move-1 500"


def test_nothing_has_no_rounds() -> None:
    empty = timeline(Trace(driven().start))
    assert (empty.heads, empty.actors, empty.rows) == ((), (), ())
