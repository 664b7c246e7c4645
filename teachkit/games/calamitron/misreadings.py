"""How the retro and its cards are misread, the commonest idea first.

What each does to the start, the program or what was seen stands in `believing`.
"""

from __future__ import annotations

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Misreading
from teachkit.core.game.misreadings import by_program, by_start, by_trace
from teachkit.core.game.turning import by_compass, heading_forgotten, mirrored, turns_drive
from teachkit.core.language.nodes import Instruction
from teachkit.games.calamitron.altered_rules import (
    ByTurn,
    against_the_clock,
    alone,
    as_type,
    by_distance,
    by_number,
    call_without_end,
    in_turns,
    not_called,
    ordered,
    others_asleep,
    others_first,
    pushed_turns,
    rogues_asleep,
    rogues_first,
    turns_cost,
    two_steps,
    whole_programs,
    without_walls,
)

MISREADINGS = (
    Misreading("the other forgotten", "The other retro runs its program, too.",
               "lesson 20", by_start(others_asleep)),
    Misreading("rogues forgotten", "After the programs the rogues move.",
               "lesson 21", by_start(rogues_asleep)),
    Misreading("whole programs for turns",
               "Here they take turns: a card of one retro, then a card of the other.",
               "lesson 20", by_start(whole_programs)),
    Misreading("turns for whole programs",
               "Here one retro runs its whole program, and then the other.",
               "lesson 20", by_start(in_turns)),
    Misreading("a Nanobot pushes", "A Nanobot pushes nobody; a bot ahead stops its Forward.",
               "lesson 20", as_type({"nano": "tread"})),
    Misreading("a push turns", "Whoever is pushed still faces the same way.",
               "lesson 20", by_trace(pushed_turns)),
    Misreading("walls overlooked", "Look for a wall: nobody drives or is pushed through it.",
               "lesson 21", by_start(without_walls)),
    Misreading("the call overlooked", "After the call the other bot runs the cards.",
               "lesson 20", by_program(not_called)),
    Misreading("a call without end", "Where the call ends, the retro runs its own cards again.",
               "lesson 20", by_program(call_without_end)),
    Misreading("as if alone", "Look who stands in the way: a bot makes a difference.",
               "lesson 20", by_start(alone)),
    Misreading("forward-2 as two cards",
               "Forward 2 is one card: a Nanobot slips through whoever stands between.",
               "lesson 20", by_program(two_steps)),
    Misreading("a Visebot turns at bots", "A Visebot pushes a bot in its way; others turn.",
               "lesson 21", as_type({"vise": "laser"})),
    Misreading("turning costs a square", "A rogue turns for nothing; it still drives all squares.",
               "lesson 21", by_trace(turns_cost)),
    Misreading("rogues first", "First the programs run, and then the rogues move.",
               "lesson 21", by_start(rogues_first)),
    Misreading("rogues by number", "Numbers are only names: the rogue nearest to the retro begins.",
               "lesson 21", ordered(by_number)),
    Misreading("rogues by distance", "The nearest rogue begins; then it goes on round the clock.",
               "lesson 21", ordered(by_distance)),
    Misreading("rogues against the clock", "From the first rogue it goes on as a clock goes.",
               "lesson 21", ordered(against_the_clock)),
    Misreading("the other first", "First your retro runs its program, and then the other.",
               "lesson 20", others_first),
    Misreading("from the viewer's side", "Left is the retro's left, not yours. Look its way.",
               "lesson 20; turtle turns: Fay & Mayer 1987",
               ByTurn(mirrored(lambda facing: facing is Facing.SOUTH))),
    Misreading("turns also drive", "A turn card turns the retro; it stays on its square.",
               "lesson 20; Fay & Mayer 1987", ByTurn(turns_drive(Instruction("forward")))),
    Misreading("heading forgotten", "Each turn counts for where the retro faces at the end.",
               "lesson 20", by_trace(heading_forgotten)),
    Misreading("compass for relative", "Left turns from where the retro faces, not toward west.",
               "lesson 20; Fay & Mayer 1987", ByTurn(by_compass)),
    Misreading("left and right mixed up", "Left is the side of the retro's left hand.",
               "lesson 20", ByTurn(mirrored(lambda facing: True))),
)  # fmt: skip
