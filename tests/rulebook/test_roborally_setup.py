"""Test RoboRally's starts, refused boards, and positions. [RR-1, RR-4]"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.errors import BoardError, DataError, TeachkitError
from teachkit.games import roborally
from teachkit.games.roborally import Setup
from teachkit.games.roborally.board_files import (
    board_names,
    drawn,
    factory_floors,
    load_board,
    read_board,
    with_dock,
    with_flags,
)
from teachkit.games.roborally.damage import take_damage
from teachkit.games.roborally.match import play
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.state import State
from teachkit.play.match import Match

from ..flows import frames_while_running
from .rules import cases, played, refused, rule

RED = {"red": "a1 east"}


# Boards ----------------------------------------------------------------------------------------


@cases(
    "floor, facts, says",
    (". >", {}, "The belt on b1 leads off the board. End it earlier."),
    (". .", {"lasers": ["a1 east"]}, 'There is no wall for "a1 east". Add the wall "a1 west".'),
    (". .", {"pushers": ["a1 east 1"]}, 'There is no wall for "a1 east 1". Add the wall'),
    (". o", {"flags": ["b1"]}, "Flag 1 is on a pit. Move the flag away from b1."),
    (". X", {"legend": {"X": "pit, flag-1"}}, "Flag 1 is on a pit. Move the flag away from b1."),
    (". %", {}, 'The legend must explain "%" with these words: floor, pit, belt-DIRECTION,'),
    (". f2", {}, "Flag 1 is missing. Number the flags 1, 2, 3 and so on."),
    ("f1 f1", {}, "Flag 1 is on two squares."),
    ("s1 s1", {}, "Number the start squares 1, 2, 3 and so on."),
    (". X", {"legend": {"X": "pit, wrench"}}, "b1 is a pit. Move the wrench"),
    (". X", {"legend": {"X": "gear-left, pit"}}, "b1 can be a belt, a gear or a pit"),
    (". .", {"walls": ["c1 east"]}, 'The wall "c1 east" is not on a square of this board.'),
    (". .", {"walls": ["a1 west"], "lasers": ["a1 east 9"]}, "Write a laser with 1 to 3 beams"),
    (". .", {"walls": ["a1 west"], "pushers": ["a1 east"]}, "Write a pusher with its registers"),
    (". .", {"walls": ["a1 west"], "pushers": ["a1 east 1 7"]}, "Write a pusher with its"),
    (". .\n.", {}, "Every row of the floor needs the same number of squares."),
    (". .", {"flags": ["c1"]}, "Flag 1 is not on this board."),
)  # fmt: skip
def test_a_bad_board_is_explained(floor: str, facts: dict[str, Any], says: str) -> None:
    assert refused(BoardError, Setup(floor=floor, robots=RED, **facts).state).startswith(says)


def test_a_bad_board_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('floor = ". >"')
    says = "bad.toml: The belt on b1 leads off the board"
    assert says in refused(DataError, load_board, str(file))


@pytest.mark.parametrize("name", board_names())
def test_a_board_is_read_again_as_it_was_drawn(name: str) -> None:
    board = load_board(name)
    facts = drawn(board)
    flags = facts.pop("flags")
    assert with_flags(read_board(**facts), flags) == board


@rule("RR-1")
def test_there_are_boards_for_a_match_and_each_takes_the_dock() -> None:
    assert len(factory_floors()) >= 8
    for name in factory_floors():
        board = with_dock(load_board(name), load_board("dock"))
        assert (board.width, board.height) == (12, 16)
        assert (len(board.starts), len(board.flags)) == (8, 6)
        assert all(not board.is_deadly(square) for square in board.starts)


def test_every_element_stands_on_some_board() -> None:
    boards = [load_board(name) for name in board_names()]
    tiles = {tile for board in boards for tile in board.tiles.values()}
    assert {tile.gear for tile in tiles} == {"", "left", "right"}
    assert {tile.wrenches for tile in tiles} == {0, 1, 2}
    assert {tile.belt.express for tile in tiles if tile.belt} == {False, True}
    assert {laser.beams for board in boards for laser in board.lasers} >= {1, 2}
    assert any(tile.pit for tile in tiles)
    assert any(board.pushers for board in boards)
    assert any(len(board.bends(square)) > 1 for board in boards for square in board.squares)


# Starts ----------------------------------------------------------------------------------------


@cases(
    "facts, says",
    ({"robots": {"pink": "a1 east"}}, 'There is no robot "pink". Choose one of: red, green'),
    ({"robots": {"red": "d1 east"}}, "d1 is not on this board. The last square is c1."),
    ({"robots": {"red": "a1 east", "green": "a1 east"}}, "Two robots are on a1"),
    ({"robots": {"red": "c1 east"}}, "There is a pit on c1, so red"),
    ({"damage": {"red": 10}}, "red: write a number from 0 to 9, not 10."),
    ({"damage": {"blue": 1}}, 'There are entries for "blue", but there is no such robot.'),
    ({"register": 9}, "A round has registers 1 to 5."),
    ({"locked": {"red": "left 70"}}, "red has 0 locked registers"),
    ({"programs": {"red": "left"}}, "The program of red: Write the priority after the name"),
    ({"programs": {"red": "hop 3"}}, 'The program of red: There is no card "hop"'),
    ({"programs": {"red": "left 75"}}, 'The program of red: After "left", write one of'),
    ({"programs": {"red": "left 70, left 70"}}, "The program of red: There is only one"),
    ({"hands": {"red": "left 70, left 70"}}, 'There is only one "left 70", but it is'),
    ({"registers": {"red": ["left 70"]}}, "red has 5 registers"),
    ({"held": {"red": ["Hat"]}}, 'This edition has no option or bug called "Hat".'),
    ({"edition": "bass"}, 'There is no edition "bass". Choose one of: base'),
    ({"board": "dock"}, "A start needs the name of a board or a floor, but not both."),
)
def test_a_bad_start_is_told_in_a_sentence(facts: dict[str, Any], says: str) -> None:
    setup = Setup(**{"floor": ". . o", "robots": RED, **facts})
    assert refused(TeachkitError, setup.state).startswith(says)


@rule("RR-4")
def test_what_others_do_lies_in_their_registers() -> None:
    state = Setup(
        floor=". . . .", robots={"red": "a1 east", "green": "b1 north"}, register=3,
        programs={"green": "left 90, right 80"},
    ).state()  # fmt: skip
    registers = [str(card or "") for card in state.robot("green").registers]
    assert registers[2:] == ["left 90", "right 80", ""]
    assert roborally.GAME.programs(state) == {"green": Program.read("left 90, right 80")}
    trace = run(roborally.GAME, state, "move-1 500")
    assert trace.final.register == 4
    ran = [(each.actor, each.step.card) for each in trace.steps() if each.step]
    assert ran == [("red", 1), ("green", 1), ("green", 2)]


@rule("RR-4")
def test_a_card_that_somebody_else_has_cannot_be_laid() -> None:
    robots = {"red": "a1 east", "green": "b1 north"}
    state = Setup(floor=". . .", robots=robots, programs={"green": "left 90"}).state()
    (problem,) = roborally.GAME.problems(state, "red", Program.read("left 90"))
    assert str(problem) == 'The green robot already has "left 90".'


@rule("RR-4")
def test_cards_played_one_by_one_lead_where_the_whole_program_leads() -> None:
    """Others' a register run with each card's cards; what is left runs at the end."""
    state = Setup(
        floor=". . . .\n> . . .\n. . > .",
        robots={"red": "a1 east", "green": "a3 east", "blue": "d1 west"},
        programs={"green": "move-1 600, left 90, move-1 490", "blue": "move-1 660"},
    ).state()  # fmt: skip
    program = Program.read("move-1 500, move-2 670")
    now = state
    for card in program.instructions:
        now = played(roborally.GAME.perform(now, "red", card)).state
    assert (
        played(roborally.GAME.finish(now, "red")).state == run(roborally.GAME, state, program).final
    )


# A match ---------------------------------------------------------------------------------------


@rule("RR-1")
@cases(
    "facts, says",
    ({"players": ("red",)}, "RoboRally is for 2 to 8 players, each with a different colour."),
    (
        {"players": (*COLOURS, "red")},
        "RoboRally is for 2 to 8 players, each with a different colour.",
    ),
    ({"players": ("red", "red")}, "RoboRally is for 2 to 8 players, each with a different colour."),
    ({"edition": "factory"}, "This edition is only for exercises. Play the base edition."),
    ({"dock": ""}, "This board has 0 start squares. Add a dock to it."),
    ({"board": "", "floor": "s1 s2", "dock": ""}, "A match needs at least one flag."),
    ({"robots": {"red": "a1 east"}}, "A match sets these up by itself. Leave out: robots."),
    (
        {"options": {"virtual_start": True, "flags": 1}},
        "All robots start on flag 1 here, so the race needs a second flag.",
    ),
    (
        {"options": {"virtual_start": True}, "flags": ["a1"]},
        "All robots start on flag 1 here, so the race needs a second flag.",
    ),
)
def test_who_cannot_play_is_told_why(facts: dict[str, Any], says: str) -> None:
    usual = {"board": "pit-stop", "dock": "dock", "players": ("red", "green")}
    assert refused(BoardError, lambda: Match(roborally.GAME, Setup(**{**usual, **facts}))) == says


def test_a_position_of_a_match_is_written_and_goes_on() -> None:
    """After every frame of some turns: what `Setup.of` writes builds the same state."""
    setup = Setup(board="twin-rings", dock="dock", players=("red", "green", "blue"))
    chance = Chance(5)

    def answer(decisions: Any, state: State) -> Any:
        return [chance.answer(decision) for decision in decisions]

    states = []
    for _, state in frames_while_running(play(setup), setup.state(), answer):
        if state.table and state.table.turn:
            states.append(state)
        if state.table and state.table.turn > 6:
            break
    for state in states[:: len(states) // 40]:
        assert Setup.of(state).state() == state
        assert str(state)
    goes_on = frames_while_running(play(Setup.of(states[-1])), states[-1], answer)
    assert next(goes_on).state.table


@rule("RR-30")
@cases("turn", 0, 1, ids=["exercise", "match"])
def test_a_position_in_which_damage_destroyed_a_robot_is_written(turn: int) -> None:
    robots = {"red": "a1 east", "green": "b1 east"}
    state = Setup(floor=". . f1", robots=robots, turn=turn).state()
    state = played(take_damage(state, "green", 10)).state
    assert Setup.of(state).state() == state


def test_a_seen_position_cannot_be_written() -> None:
    robots = {"red": "a1 east", "green": "b1 east"}
    state = Setup(floor=". f1", robots=robots, turn=1, hands={"red": "left 70"}).state()
    assert "face down" in refused(BoardError, Setup.of, roborally.GAME.seen_by(state, "green"))
    with pytest.raises(BoardError, match="cannot store the changed rules"):
        Setup.of(structs.replace(state, rules=replace(state.rules, title="Mine")))
