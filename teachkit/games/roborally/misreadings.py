"""Misreadings of the robot and its cards, the most common first.

`altered_rules` has what each does to the start, or to the parts of a register.
"""

from __future__ import annotations

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Misreading
from teachkit.core.game.misreadings import by_start, by_trace, heading_forgotten
from teachkit.games.roborally.altered_rules import (
    AFTER_BELTS,
    all_by_number,
    are_many,
    as_ghosts,
    by_compass,
    by_parts,
    by_seat,
    has_belts,
    has_express,
    has_gears,
    has_lasers,
    has_pushers,
    has_turns,
    have_cards,
    holding,
    in_order,
    looks_along,
    lowest_first,
    mirrored,
    no,
    not_by,
    not_express,
    on_board,
    one_by_one,
    only_the_next,
    others_asleep,
    program_by_program,
    pushed_turns,
    quarter,
    turns_drive,
    where,
    where_it_looks,
    with_belts,
    without_pushers,
    without_walls,
)
from teachkit.games.roborally.elements import (
    all_belts,
    express_belts,
    gears,
    lasers,
    pushers,
    touch_flags,
)
from teachkit.games.roborally.moments import Moments
from teachkit.games.roborally.registers import cards

BELTS = (express_belts, all_belts)


def _is_south(facing: Facing) -> bool:
    return facing is Facing.SOUTH


def _always(facing: Facing) -> bool:
    return True


MISREADINGS = (
    Misreading("the others forgotten", "The other robots run their cards, too.",
               "lesson 18", where(have_cards, by_start(others_asleep))),
    Misreading("belts push", "A belt pushes nobody: who would meet somebody stays.",
               "lesson 19", with_belts(as_ghosts)),
    Misreading("belts one by one",
               "Belts carry all at once: a square that somebody leaves is free.",
               "lesson 19", with_belts(one_by_one)),
    Misreading("belts forgotten", "After the cards, belts carry whoever stands on them.",
               "lesson 19", where(has_belts, holding(Moments(is_carried=no)))),
    Misreading("lowest number first", "In each register the highest number goes first.",
               "lesson 18", where(have_cards, holding(Moments(priority=lowest_first)))),
    Misreading("in order of seats", "The number says who goes first, not the colour.",
               "lesson 18", where(have_cards, holding(Moments(priority=by_seat)))),
    Misreading("drives through robots", "Two never share a square: who stands there is pushed.",
               "lesson 18",
               by_parts(are_many, as_ghosts(cards), *BELTS, *AFTER_BELTS)),
    Misreading("robots do not give way", "A robot in the way is pushed along; a wall holds it.",
               "lesson 18", where(are_many, holding(Moments(can_push=no)))),
    Misreading("walls overlooked", "Look for a wall: nobody drives or is pushed through it.",
               "lesson 18", on_board(without_walls)),
    Misreading("a push turns", "Whoever is pushed still faces the same way.",
               "lesson 18", where(are_many, holding(Moments(pushes=pushed_turns)))),
    Misreading("pushes only one", "Whoever drives into a row of robots pushes the whole row.",
               "lesson 18", where(are_many, holding(Moments(can_push=only_the_next)))),
    Misreading("express like any belt",
               "An express belt carries two squares: once alone, once with all belts.",
               "lesson 19", where(has_express, holding(Moments(is_carried=not_express)))),
    Misreading("bends do not turn", "A bend turns whoever a belt carries onto it.",
               "lesson 19", where(has_belts, holding(Moments(is_turned=not_by("belt"))))),
    Misreading("gears do not turn", "After the belts, a gear turns whoever stands on it.",
               "lesson 19", where(has_gears, holding(Moments(is_turned=not_by("gear"))))),
    Misreading("riders look along the belt", "A belt does not turn a robot; only its bends do.",
               "lesson 19", with_belts(looks_along)),
    Misreading("belts before cards", "First the cards run, and only then the belts and gears.",
               "lesson 19",
               by_parts(has_belts, *BELTS, pushers, gears, cards, lasers, touch_flags)),
    Misreading("belts carry ahead", "A belt carries along its arrow, wherever the robot faces.",
               "lesson 19", with_belts(where_it_looks)),
    Misreading("pushers stand still",
               "A pusher pushes whoever stands before it, in the registers printed on it.",
               "lesson 19", on_board(without_pushers)),
    Misreading("gears before pushers", "Pushers come before gears: first pushed, then turned.",
               "lesson 19",
               by_parts(has_pushers, cards, *BELTS, gears, pushers, lasers, touch_flags)),
    Misreading("express belts last",
               "Express belts are first: they carry once alone, then with all belts.",
               "lesson 19",
               by_parts(has_express, cards, all_belts, express_belts, *AFTER_BELTS)),
    Misreading("lasers before belts", "Lasers shoot when nothing moves any more.",
               "lesson 19",
               by_parts(has_lasers, cards, lasers, *BELTS, pushers, gears, touch_flags)),
    Misreading("flags before lasers", "Lasers shoot first; then it counts who is on a flag.",
               "lesson 19",
               by_parts(has_lasers, cards, *BELTS, pushers, gears, touch_flags, lasers)),
    Misreading("program by program", "All play register 1 first, then all play register 2.",
               "lesson 18", in_order(program_by_program)),
    Misreading("registers mixed", "A register ends before the next begins, whatever the numbers.",
               "lesson 18", in_order(all_by_number)),
    Misreading("from the viewer's side", "Left is the robot's left, not yours. Look its way.",
               "lesson 19; turtle turns: Fay & Mayer 1987",
               where(has_turns, holding(Moments(facing=mirrored(_is_south))))),
    Misreading("turns also drive", "A turn card turns the robot; it stays on its square.",
               "lesson 19; Fay & Mayer 1987",
               where(has_turns, holding(Moments(steps=turns_drive)))),
    Misreading("heading forgotten", "Each turn counts for where the robot faces at the end.",
               "lesson 19", by_trace(heading_forgotten)),
    Misreading("compass for relative", "Left turns from where the robot faces, not toward west.",
               "lesson 19; Fay & Mayer 1987",
               where(has_turns, holding(Moments(facing=by_compass)))),
    Misreading("left and right mixed up", "Left is the side of the robot's left hand.",
               "lesson 19",
               where(has_turns, holding(Moments(facing=mirrored(_always))))),
    Misreading("a U-turn is a quarter", "After a U-turn the robot faces where it came from.",
               "lesson 19", where(has_turns, holding(Moments(facing=quarter)))),
)  # fmt: skip
