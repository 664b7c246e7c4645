"""Test how a game of Algoracing is set up. [AR-1 … AR-6]"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import PickOne
from teachkit.errors import BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.games.algoracing import board as boards
from teachkit.games.algoracing.editions import BASIC, COMPLETE
from teachkit.play.match import Match

from .rules import cases, refused, rule

FOUR = ("red", "green", "blue", "yellow")
BOARDS = {"basic": "two-hills", "complete": "crater-rim"}


def asked(match: Match) -> PickOne:
    """Return the current question."""
    return match.pending[0]


def choose(match: Match, choice: Any) -> str:
    """Answer the current question; return the player who was asked."""
    player = str(asked(match).player)
    match.answer(player, choice)
    return player


def dealt(players: tuple[str, ...] = FOUR, seed: int = 1, **facts: Any) -> Match:
    """A match that everybody has got ready, waiting for the first player's turn."""
    board = {} if "floor" in facts else {"board": BOARDS[facts.get("edition", "basic")]}
    match = Match(algoracing.GAME, Setup(players=players, **board, **facts), seed)
    while "run" not in asked(match).options:
        choose(match, asked(match).compose(Chance(seed).pick))
    return match


# Players ---------------------------------------------------------------------------------------


@rule("AR-1")
@cases("count", 2, 3, 4)
def test_two_to_four_can_play(count: int) -> None:
    state = dealt(FOUR[:count]).state
    assert algoracing.GAME.players(state) == FOUR[:count]


@rule("AR-1")
@cases("players", (), ("red",), (*FOUR, "red"), ("red", "red"), ("red", "pink"))
def test_others_cannot_play(players: tuple[str, ...]) -> None:
    """Not one, not five, not two of one colour, and no unknown colour."""
    setup = Setup(board="two-hills", players=players)
    assert "2 to 4 players, each with a different colour" in refused(
        BoardError, Match, algoracing.GAME, setup
    )


@rule("AR-1")
def test_base_and_rover_have_the_same_colour() -> None:
    state = dealt().state
    for rover in state.rovers:
        assert state.base_of(rover.name).square == rover.square


# Boards ----------------------------------------------------------------------------------------

FLAT = "\n".join([". . . . . ."] * 6)


def small(row: str) -> str:
    """The small floor with this row in the north."""
    return FLAT.replace(". . . . . .", row, 1)


def nine(*hills: str) -> str:
    """A big floor with hills drawn on squares of it: `b2 #`."""
    rows = [["."] * 9 for _ in range(9)]
    for hill in hills:
        name, sign = hill.split()
        square = Square.read(name)
        rows[-1 - square.row][square.column] = sign
    return "\n".join(map(" ".join, rows))


def board_problem(floor: str, edition: str = "basic", **facts: Any) -> str | None:
    """Return the reason why no match of this edition may be played on this floor."""
    setup = Setup(edition=edition, floor=floor, **facts)
    try:
        boards.check_match_board(setup.read_board(), setup.rules)
    except BoardError as error:
        return error.says
    return None


@rule("AR-2")
@pytest.mark.parametrize("name", boards.board_names())
def test_every_board_of_ours_may_be_played(name: str) -> None:
    board = boards.load_board(name)
    boards.check_match_board(board, BASIC if board.width == 6 else COMPLETE)


@rule("AR-2")
def test_there_are_boards_to_choose_from() -> None:
    sizes = [boards.load_board(name).width for name in boards.board_names()]
    assert min(sizes.count(6), sizes.count(9)) >= 4


@rule("AR-2")
@cases(
    "edition, floor, needs",
    ("basic", ". #", "a board of 6 by 6 squares"),
    ("complete", FLAT, "a board of 9 by 9 squares"),
    ("basic", FLAT, "2 hill blocks, not 0"),
    ("basic", small(". # . H . ."), "hills of 1 and 1 storeys, not 1 and 2"),
    ("complete", nine("b2 #", "d2 #", "f2 #"), "hills of 1, 1 and 2 storeys, not 1, 1 and 1"),
    ("complete", nine("b2 #", "c2 H", "f2 H"), "hills of 1, 1 and 2 storeys, not 1, 2 and 2"),
    ("complete", nine("b2 H", "d2 H", "f2 H"), "hills of 1, 1 and 2 storeys, not 2, 2 and 2"),
    # Touching hills of one height are one block, of two heights they are two.
    ("basic", small(". # # . . ."), "2 hill blocks, not 1"),
    ("complete", nine("b2 #", "c2 H", "e2 #"), "20 marks outside the corners, but the board has 0"),
)
def test_a_board_has_size_and_hills_of_its_edition(edition: str, floor: str, needs: str) -> None:
    """Two low ones on the small board; two low ones and a high one on the big board."""
    assert board_problem(floor, edition) == f"This edition needs {needs}."


@rule("AR-2")
def test_a_low_hill_touches_the_high_one() -> None:
    floor = "\n".join([". " * 9] * 6 + [". # . . H . . # . "] + [". " * 9] * 2)
    assert board_problem(floor, "complete") == "The high hill needs a one-storey hill next to it."


@rule("AR-3")
def test_there_is_a_mark_for_every_sample() -> None:
    needs = "This edition needs 12 marks outside the corners, but the board has 0."
    assert board_problem(small(". # . # . .")) == needs


@rule("AR-5")
def test_no_corner_is_walled_in() -> None:
    """A rover that starts there could not face any way."""
    problem = board_problem(small(". # . # . ."), walls=["a1 north", "a1 east"])
    assert problem == "A rover on a1 would have walls on every side."


# Samples ---------------------------------------------------------------------------------------


@rule("AR-3")
@cases("edition, each", ("basic", 3), ("complete", 5))
def test_all_samples_lie_on_marks(edition: str, each: int) -> None:
    """Three of each of four types on the small board, five of each on the big one."""
    state = dealt(edition=edition).state
    kinds = sorted(kind for _, samples in state.samples for kind in samples)
    assert kinds == sorted(["blue", "green", "purple", "yellow"] * each)
    assert {square for square, _ in state.samples} <= set(state.board.marks)


@rule("AR-3")
def test_some_marks_stay_empty_by_chance() -> None:
    empty = {
        frozenset(match.state.board.marks) - {square for square, _ in match.state.samples}
        for match in (dealt(seed=seed) for seed in range(5))
    }
    assert len(empty) > 1


@rule("AR-3")
def test_nobody_sees_what_the_samples_are() -> None:
    view = algoracing.GAME.seen_by(dealt().state, "red")
    assert {samples for _, samples in view.samples} == {("?",)}


@rule("AR-6", "AR-3")
def test_no_sample_lies_on_a_base() -> None:
    """Not even where a board has a mark in a corner."""
    floor = "\n".join(["* # * * # *", *["* * * * * *"] * 5])
    state = dealt(floor=floor).state
    assert [state.samples_on(base.square) for base in state.bases] == [()] * 4


# Bases -----------------------------------------------------------------------------------------


@rule("AR-4")
def test_the_last_player_picks_a_corner_first() -> None:
    match = Match(algoracing.GAME, Setup(board="two-hills", players=("red", "green", "blue")))
    order = []
    for _ in range(3):
        order.append(choose(match, asked(match).options[0]))
        choose(match, asked(match).options[0])
    assert order == ["blue", "green", "red"]


@rule("AR-4")
def test_a_taken_corner_cannot_be_picked() -> None:
    match = Match(algoracing.GAME, Setup(board="two-hills", players=("red", "green")))
    match.answer("green", Square.read("f6"))
    choose(match, asked(match).options[0])
    assert asked(match).options == tuple(map(Square.read, ("a1", "a6", "f1")))


@rule("AR-4")
@cases("count", 2, 3, 4)
def test_every_corner_has_a_base(count: int) -> None:
    """Bases without a player fill the other corners."""
    state = dealt(FOUR[:count]).state
    assert sorted(base.square for base in state.bases) == sorted(state.board.corners)
    assert sorted(base.owner for base in state.bases) == sorted(FOUR)


@rule("AR-5")
def test_a_rover_may_look_any_way_but_at_a_wall() -> None:
    """The edge counts as a wall, the side of a hill does not."""
    flat = Setup(floor=". .\n. .").state().board
    assert [str(way) for way in boards.first_facings(flat, Square(0, 0))] == [
        "north",
        "east",
    ]
    walled = Setup(floor=". .\n. .", walls=["a1 north"]).state().board
    assert [str(way) for way in boards.first_facings(walled, Square(0, 0))] == ["east"]
    hill = Setup(floor="# .\n. .").state().board
    assert [str(way) for way in boards.first_facings(hill, Square(0, 0))] == ["north", "east"]


@rule("AR-5")
def test_the_player_chooses_where_the_rover_looks() -> None:
    match = Match(algoracing.GAME, Setup(board="two-hills", players=("red", "green")))
    match.answer("green", Square.read("f6"))
    assert asked(match).options == (FACINGS[2], FACINGS[3])
    match.answer("green", "south")
    assert str(match.frames[-1].event) == "The green rover starts on f6 and faces south."
    assert match.frames[-1].state.rover("green").facing is FACINGS[2]


# Cards -----------------------------------------------------------------------------------------


@rule("AR-6")
@cases("edition", "basic", "complete")
def test_everybody_gets_five_cards(edition: str) -> None:
    assert [len(hand) for hand in dealt(edition=edition).state.table.hands] == [5] * 4


@rule("AR-6")
def test_nobody_sees_the_cards_of_others_or_the_pile() -> None:
    state = dealt().state
    view = algoracing.GAME.seen_by(state, "green").table
    assert view.hand("green") == state.table.hand("green")
    hidden = {str(card) for name in ("red", "blue", "yellow") for card in view.hand(name)}
    assert hidden | set(map(str, view.deck.draw_pile)) == {"?"}


@rule("AR-6")
def test_the_complete_deck_has_fifty_two_cards() -> None:
    """The small board is played without loops and teleports."""
    assert sum(count for _, count in COMPLETE.deck) == 52
    left_out = {"2x", "3x", "teleport"}
    assert [entry for entry in COMPLETE.deck if entry[0] not in left_out] == list(BASIC.deck)
