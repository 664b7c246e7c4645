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


def told(trace: Trace, at: int = 0) -> list[list[str]]:
    """Return the table as words."""
    return [line.split() for line in str(timeline(trace, at)).splitlines()]


def test_rounds_across_pieces_down() -> None:
    assert told(driven()) == [
        ["Round", "1", "Round", "2", "Round", "3"],
        ["Red", "(forward)", "forward", "forward"],
        ["Green", "forward", "right", "–"],
    ]


def test_one_after_another_each_card_has_a_round_of_its_own() -> None:
    assert told(driven("nested"))[1:] == [
        ["Red", "(forward)", "(forward)", "(forward)", "–", "–"],
        ["Green", "–", "–", "–", "forward", "right"],
    ]


def test_what_is_looked_at_is_marked() -> None:
    """Stop 0 is the start, where nothing has run."""
    assert told(driven(), at=1)[1] == ["Red", "[(forward)]", "forward", "forward"]
    assert told(driven(), at=2)[2] == ["Green", "[forward]", "right", "–"]
    assert "[" not in str(timeline(driven()))


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
    assert told(trace)[1][1:] == ["A1+", "B4swap"]


def test_a_game_says_what_rounds_are_called_and_what_it_says_of_a_card() -> None:
    """Registers, from the first one played; the priority is after the card."""
    start = roborally.Setup(floor=". . . .", register=3, programs={"green": "left 70"},
                            robots={"red": "a1 east", "green": "c1 east"})  # fmt: skip
    shown = timeline(run(roborally.GAME, start.state(), "move-1 500, right 80"), at=2)
    assert (shown.title, shown.heads[0]) == ("Registers", (3, "Register 3"))
    assert str(shown).splitlines() == [
        "       Register 3    Register 4",
        "Red    [move-1 500]  right 80",
        "Green  left 70       –",
    ]
    cell = shown.rows[0][0]
    assert (cell.name, cell.note) == ("move-1", "500")


def test_what_a_game_says_of_a_card_may_differ_from_what_is_printed_on_it() -> None:
    assert str(Cell("move-1 500", 1, False, 1, "430")) == "move-1 500 430"


def test_nothing_has_no_rounds() -> None:
    empty = timeline(Trace(driven().start))
    assert (empty.heads, empty.actors, str(empty)) == ((), (), "")
