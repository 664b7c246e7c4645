"""Test the contract of the palettes, over all shipped starts and boards, and all their things."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from itertools import permutations
from typing import Any

import pytest
from msgspec import structs

from teachkit.core.board.squares import Facing, Square
from teachkit.core.data import Table
from teachkit.core.game.game import Game, run
from teachkit.core.game.palette import Mark, Palette, Place, Thing, replaced
from teachkit.core.language.program import Program
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import NAMES, game
from teachkit.games.algoracing.board import board_names as landscapes
from teachkit.games.calamitron.board import board_names as scenarios
from teachkit.games.roborally.board_files import board_names as factories

from ..every_exercise import every_exercise, exercises, loaded
from .maze import GAME as MAZE

every_game = pytest.mark.parametrize("name", NAMES)
BOARDS = [
    *(("algoracing", name) for name in landscapes()),
    *(("calamitron", name) for name in scenarios()),
    *(("roborally", name) for name in factories()),
]


def state(game: Game, start: Table, edition: str = "") -> Any:
    """Return the state of a start, which may have keys that only exercises know."""
    known = {key.name for key in fields(game.setup)}
    facts = {key: value for key, value in start.items() if key in known}
    return game.setup(**({"edition": edition} if edition else {}) | facts).state()


def complaint(game: Game, start: Table) -> str:
    """Return what the rules say against a start, or an empty text."""
    try:
        state(game, start)
    except TeachkitError as error:
        return error.says
    return ""


def spelled(start: Table) -> Table:
    """Return `start` with a floor that ends in a line break, as nearly all of them do."""
    return start | ({"floor": start["floor"].strip() + "\n"} if "floor" in start else {})


def rebuilt(palette: Palette, start: Table) -> Table:
    return palette.built(palette.rest(start), palette.size(start), palette.marks(start))


# Every start of every exercise ------------------------------------------------------------------


@every_exercise
def test_a_start_is_rebuilt_from_its_marks(path: Any) -> None:
    exercise = loaded(path)
    for start in exercise.file.starts:
        assert rebuilt(exercise.game.palette, start) == spelled(start)


@every_exercise
def test_four_quarter_turns_and_two_mirrors_lead_back(path: Any) -> None:
    exercise = loaded(path)
    palette, edition = exercise.game.palette, exercise.file.edition
    for start in exercise.file.starts:
        turns = [start]
        for _ in range(4):
            turns.append(palette.turned(turns[-1]))
        mirrors = [palette.mirrored(start)]
        mirrors.append(palette.mirrored(mirrors[0]))
        states = [state(exercise.game, each, edition) for each in (*turns, *mirrors)]
        assert states[4] == states[6] == states[0]
        if "legend" not in start:
            assert turns[4] == mirrors[1] == spelled(start)
        assert (turns[1] == start) == (not palette.sizes)


def moved(text: str, place: Callable[[Square], Square], facings: Mapping[str, str]) -> str:
    """Return the whereabouts `text` of a piece on a board that was turned or mirrored."""
    words = [
        str(place(Square.read(word))) if re.fullmatch("[a-z][1-9][0-9]?", word) else word
        for word in text.split()
    ]
    return " ".join(facings.get(word, word) for word in words)


def routes(game: Game, begin: Any, program: str) -> list[list[str]]:
    """Return the whereabouts of all pieces, after each frame of a run."""
    frames = run(game, begin, program).frames
    return [
        [game.whereabouts(frame.state, name) for name in game.players(frame.state)]
        for frame in frames
    ]


@cache
def runs() -> tuple[tuple[Exercise, Table, str], ...]:
    """Return the starts of the games on squares, each with the programs that its file mentions."""
    found = []
    for exercise in exercises():
        file = exercise.file
        texts = {file.solution.answer, file.given, *(wrong.answer for wrong in file.mistakes)}
        for text in texts if exercise.game.palette.sizes else ():
            with suppress(ProgramError):
                Program.read(text, exercise.game.instructions)
                found += [(exercise, start, text) for start in file.starts if text.strip()]
    return tuple(found)


@every_game
def test_a_program_drives_the_same_way_on_a_turned_board_and_in_the_mirror(name: str) -> None:
    """Every frame agrees, for all pieces. Only rogues turn to a side of their own."""
    count, mirrored = 0, {"east": "west", "west": "east"}
    turned = {facing.value: facing.right.value for facing in Facing}
    for exercise, start, program in runs():
        if exercise.game.name != name:
            continue
        palette, edition = exercise.game.palette, exercise.file.edition
        last = palette.size(start)[0] - 1
        straight = routes(exercise.game, state(exercise.game, start, edition), program)
        quarter = state(exercise.game, palette.turned(start), edition)
        assert routes(exercise.game, quarter, replaced(program, palette.turned_words)) == [
            [
                moved(text, lambda at, last=last: Square(at.row, last - at.column), turned)
                for text in row
            ]
            for row in straight
        ]
        if start.get("before") or start.get("after"):
            continue
        mirror = state(exercise.game, palette.mirrored(start), edition)
        assert routes(exercise.game, mirror, replaced(program, palette.mirrored_words)) == [
            [
                moved(text, lambda at, last=last: Square(last - at.column, at.row), mirrored)
                for text in row
            ]
            for row in straight
        ]
        count += 1
    assert count > 40 or not game(name).palette.sizes


# Every shipped board ----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_a_shipped_board_is_drawn_rebuilt_turned_and_mirrored(name: str, board: str) -> None:
    module = game(name)
    palette, start = module.palette, {"board": board}
    drawn = palette.drawn(start)
    right = state(module, start)
    if name == "calamitron":  # its crates are for matches, and a drawn start lists its own
        right = structs.replace(right, board=replace(right.board, crates=()))
    assert state(module, drawn) == right
    assert state(module, rebuilt(palette, start)) == right
    turns = start
    for _ in range(4):
        turns = palette.turned(turns)
    mirrored = palette.mirrored(start)
    assert state(module, turns) == state(module, palette.mirrored(mirrored)) == right
    assert complaint(module, mirrored) == ""


def test_a_dock_and_listed_flags_become_part_of_the_drawing() -> None:
    start = {"board": "round-belt", "dock": "dock", "flags": ["b9", "c10"],
             "robots": {"red": "a4 east"}}  # fmt: skip
    module = game("roborally")
    assert not {"board", "dock", "flags"} & {*module.palette.drawn(start)}
    assert state(module, rebuilt(module.palette, start)) == state(module, start)


# Every thing ------------------------------------------------------------------------------------


@every_game
def test_names_and_letters_are_unique_and_letters_are_free(name: str) -> None:
    things = game(name).palette.things
    for texts in ([each.name for each in things], [each.letter for each in things]):
        assert len({*texts}) == len(texts)
    assert all(len(each.letter) == 1 and each.letter.isprintable() for each in things)
    assert not {each.letter for each in things} & {".", " ", *string.ascii_uppercase}
    assert all(each.says for each in things)


def spot_for(palette: Palette, thing: Thing) -> str:
    """Return a place in the middle of a board, away from everything."""
    square = "c3" if palette.sizes else "C3"
    return f"{square} north" if thing.place is Place.EDGE else square


def marked(palette: Palette, start: Table, mark: Mark) -> Mark:
    """Return the mark on `start` of the same thing on the same square."""
    found = [each for each in palette.marks(start) if each.thing == mark.thing]
    (same,) = (each for each in found if each.square == mark.square)
    return same


REFUSED = {
    "elevator": 'The elevator "c3 north" must start on a hill.',
    "exit": "The exit on c3 must be next to exactly one square of the board.",
}


@every_game
def test_each_thing_with_each_detail_is_painted_and_erased_again(name: str) -> None:
    module = game(name)
    palette = module.palette
    blank = palette.blank("", 5, 5)
    assert complaint(module, blank) == ""
    for thing in palette.things:
        for detail in thing.details or ("",):
            mark = Mark(thing.name, spot_for(palette, thing), detail)
            start = palette.painted(blank, mark)
            assert marked(palette, start, mark).detail == detail
            if detail in thing.details[:1] or not thing.details:
                assert complaint(module, start) == REFUSED.get(thing.name, "")
            for _ in range(2 if thing.needs else 1):
                start = palette.erased(start, mark.where)
            assert start == blank or (thing.single and thing.name.startswith("red"))


@every_game
def test_a_thing_replaces_only_what_the_rules_refuse_beside_it(name: str) -> None:
    module = game(name)
    palette = module.palette
    blank = palette.blank("", 5, 5)
    for one, other in permutations(palette.things, 2):
        old, new = (
            palette.painted(blank, Mark(each.name, spot_for(palette, each)))
            for each in (one, other)
        )
        if complaint(module, old) or complaint(module, new):
            continue
        both = palette.painted(old, Mark(other.name, spot_for(palette, other)))
        mark = marked(palette, old, Mark(one.name, spot_for(palette, one)))
        if mark not in palette.marks(both):
            forced = palette.built(
                palette.rest(new), palette.size(new), [*palette.marks(new), mark]
            )
            assert (
                complaint(module, forced)
                or mark not in palette.marks(forced)
                or state(module, forced) in (state(module, old), state(module, new))
            )
        elif says := complaint(module, both):
            assert {one.name, other.name} & {"pit", "outside"}, says


def test_the_maze_which_has_no_palette_keeps_its_starts() -> None:
    start = {"floor": ". X", "robots": {"red": "a1 east"}}
    assert MAZE.palette.things == ()
    assert rebuilt(MAZE.palette, start) == start == MAZE.palette.mirrored(start)
