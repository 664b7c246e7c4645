"""Test Calamitron's calamities, upgrades, new retros, and the end of a match."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.game.game import Outcome
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Answer, Decision
from teachkit.core.run.flow import Deck, first
from teachkit.core.run.trace import record
from teachkit.games import calamitron
from teachkit.games.calamitron.calamities import (
    draw_calamity,
    nearest_exits,
    take_upgrade,
    trade_upgrades,
)
from teachkit.games.calamitron.match import play_round, take_turn
from teachkit.games.calamitron.programs import LayProgram
from teachkit.games.calamitron.rogues import move_rogue
from teachkit.games.calamitron.table import calamities

from .bots import FAR, at_table, board, done, next_round, says, told, upgrade
from .rules import cases, rule

# Lost retros ----------------------------------------------------------------------------------


@rule("CT-35", "CT-39")
def test_a_lost_retro_costs_a_calamity_and_another_type_waits_at_the_nearest_exit() -> None:
    state = at_table("# + # +\nR> O . ." + FAR)
    trace = told(state, "forward, left", "shot")
    assert says(trace)[:5] == [
        "The red retro drives to b2.",
        "The red retro falls into the pit on b2.",
        "Red draws a calamity: Low power.",
        "The red retro, a Shotbot, waits at the exit on b3.",
        "Skipped: the red retro is waiting outside for its next program.",
    ]
    red = trace.final.bot("red")
    assert (red.type, str(red.square), red.facing.value, red.out) == ("shot", "b3", "south", False)


@rule("CT-35")
def test_of_equally_near_exits_the_player_chooses() -> None:
    state = at_table("+ # +\n. . .\nR> O .\n. . k9^")
    assert str(told(state, "forward", "nano", "c4").final.bot("red").square) == "c4"


@rule("CT-35")
def test_a_free_exit_is_needed() -> None:
    state = at_table("# + # +\nR> O . ." + FAR)
    state = replace(state, bots=(*state.retros, *board("# Gv # #\n. . . k9^").bots))
    state = state.with_table(replace(state.table, players=("red", "green")))
    moved = state.with_bot(state.bot("green").with_square(state.board.exits[0]))
    assert str(told(moved, "forward", "nano").final.bot("red").square) == "d3"


@rule("CT-33", "CT-35")
def test_a_broken_nanobot_is_replaced_too() -> None:
    state = at_table("# + # #\nR> G^ # .\n. . . k9^", "tread nano")
    green = told(state, {"red": "forward"}, "tread").final.bot("green")
    assert (green.type, green.out) == ("tread", False)


PUSHED_OUT = "# # # +\nR> G> O .\n# # # k9^"
"""Red, who goes first, pushes green into the pit before green's program runs."""


@rule("CT-5", "CT-20", "CT-35")
@cases("program", "forward, left", "u-turn, u-turn, forward", "program, left")
def test_a_retro_lost_before_its_own_run_does_not_run_that_program_from_outside(
    program: str,
) -> None:
    """The program need not begin with forward, and may have what the new type cannot do."""
    pushed = told(at_table(PUSHED_OUT), {"red": "forward"}, "shot").final
    assert str(pushed.bot("green").square) == "d3"
    trace = done(take_turn(pushed, "green", Program.read(program)), pushed)
    waits = "Skipped: the green retro is waiting outside for its next program."
    assert says(trace).count(waits) == program.count(",") + 1
    assert trace.final.bot("green") == pushed.bot("green")


@rule("CT-5", "CT-35")
def test_the_new_retro_comes_in_next_round() -> None:
    pushed = told(at_table(PUSHED_OUT), {"red": "forward"}, "shot").final
    programs = {"red": Program(), "green": Program.read("forward")}

    def answer(asked: Sequence[Decision], _: Any) -> list[Answer]:
        return [
            Answer(each.player, programs[str(each.player)])
            if isinstance(each, LayProgram)
            else Answer(each.player, first(each))
            for each in asked
        ]

    untimed = replace(pushed, rules=dataclasses.replace(pushed.rules, timer=0))
    drawn = untimed.with_table(replace(untimed.table, rogue_cards=("servo", "laser")))
    after = record(play_round(drawn), drawn, answer).final
    assert str(after.bot("green").square) == "d2"


@rule("CT-35", "CT-43")
def test_upgrades_are_lost_with_the_retro() -> None:
    state = at_table("# + # #\nR> O . ." + FAR, in_force=(upgrade("memory"),))
    after = told(state, "forward", "shot").final.table
    assert after.upgrades_of("red") == ()
    assert upgrade("memory") not in after.in_force


# Calamities -----------------------------------------------------------------------------------


@rule("CT-36", "CT-39")
def test_a_lost_crate_costs_a_calamity() -> None:
    for picture in ("R> [] O ." + FAR, "R> [] # ." + FAR):
        trace = told(at_table(picture), "forward", *(["none"] if "#" in picture else []))
        assert "Red draws a calamity: Low power." in says(trace)


@rule("CT-46")
def test_what_is_due_waits_until_the_instruction_is_done() -> None:
    """The first crate sinks with the first square; the second opens with the third, if at all."""
    state = at_table("R> [] O . [] ." + FAR + " # #",
                     calamities=Deck(("whirl", "about-turn")))  # fmt: skip
    story = says(told(state, "forward-3, left", "armour"))
    assert story == [
        "The red retro pushes the crate to c2.",
        "The crate fills the pit on c2.",
        "The red retro drives to b2.",
        "The red retro drives to c2.",
        "The red retro drives to d2.",
        "Red draws a calamity: Whirl.",
        "The red retro is turned to face south.",
        "The red retro now faces east.",
    ]
    state = at_table("R> [] O [] # #" + FAR + " # #",
                     calamities=Deck(("whirl", "about-turn")))  # fmt: skip
    story = says(told(state, "forward-3, left", "armour"))
    opened = story.index("The crate on d2 breaks open.")
    assert story[opened:] == [
        "The crate on d2 breaks open.",
        "Red draws a calamity: Whirl.",
        "The red retro is turned to face south.",
        "Red takes an upgrade: Armour.",
        "Red draws a calamity: About turn.",
        "Knockbot 9 is turned to face south.",
        "The red retro now faces east.",
    ]


@rule("CT-46")
def test_what_is_due_waits_until_the_rogues_move_is_done() -> None:
    state = at_table(". . R^ .\nk1> . [] .", calamities=Deck(("about-turn",)))
    story = says(done(move_rogue(state, "knock-1", ""), state, "none"))
    assert story[-2:] == [
        "Red draws a calamity: About turn.",
        "Knockbot 1 is turned to face west.",
    ]
    assert story.index("The crate on c1 breaks open.") < len(story) - 3


@rule("CT-36", "CT-42")
def test_a_retro_beside_an_opened_crate_may_take_an_upgrade() -> None:
    table = told(at_table("R> [] # ." + FAR), "forward", "armour").final.table
    assert table.upgrades_of("red") == ("armour",)


@rule("CT-40")
def test_the_third_catastrophe_loses_at_once_in_the_middle_of_a_turn() -> None:
    state = at_table("# + # #\nR> O . ." + FAR, catastrophes=("catastrophe",) * 2,
                     calamities=Deck(("catastrophe",)))  # fmt: skip
    trace = told(state, "forward, left")
    assert says(trace)[-1] == "Red draws a calamity: Catastrophe."
    over = Outcome((), "There are too many catastrophes. The rogues have won.")
    assert calamitron.GAME.outcome(trace.final) == over
    assert len(trace.steps()) == 2  # the instruction, and the card; nothing runs after it
    assert calamitron.GAME.outcome(state) is None


@rule("CT-40")
def test_other_cards_are_followed_and_laid_away() -> None:
    state = at_table("R> . . ." + FAR)
    after = done(draw_calamity(state, "red"), state).final
    assert after.table.calamities.discard_pile == ("low-power",)
    rogue = after.bot("knock-9")
    assert after.measured("steps", rogue, 3) == 3
    assert next_round(after).measured("steps", rogue, 3) == 2
    assert next_round(next_round(after)).measured("steps", rogue, 3) == 3


@rule("CT-45")
def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    state = at_table("R> . . ." + FAR, calamities=Deck((), ("overdrive", "low-power")))
    after = done(draw_calamity(state, "red"), state).final
    assert after.table.calamities == Deck(("low-power",), ("overdrive",))


# Upgrades -------------------------------------------------------------------------------------


@rule("CT-42")
def test_one_of_every_type_in_play_disabled_gives_an_upgrade_once() -> None:
    state = at_table("R> s1^ O .\n. . . k1^", rogue_cards=("servo", "knock"))
    assert told(state, "forward").final.table.disabled == (("red", "servo"),)
    state = at_table("R> k1^ O .\n. . s1^ k2^", rogue_cards=("servo", "knock"),
                     disabled=(("red", "servo"),))  # fmt: skip
    trace = told(state, "forward", "memory")
    assert trace.final.table.upgrades_of("red") == ("memory",)
    again = replace(trace.final, bots=at_table("R> k1^ O .\n. . s1^ k2^").bots)
    assert told(again, "forward").final.table.upgrades_of("red") == ("memory",)


@rule("CT-37", "CT-38", "CT-42")
def test_boss_and_minion_give_an_upgrade() -> None:
    for picture in ("R> b^ O ." + FAR, "R> m^ + #" + FAR):
        trace = told(at_table(picture), "forward", "armour")
        assert trace.final.table.upgrades_of("red") == ("armour",)
    lost = told(at_table("R> m^ O ." + FAR), "forward")
    assert lost.final.table.upgrades_of("red") == ()


@rule("CT-43")
def test_at_most_two_upgrades() -> None:
    state = at_table("R> . . ." + FAR, in_force=(upgrade("armour"), upgrade("memory")))
    assert len(done(take_upgrade(state, "red"), state)) == 0


@rule("CT-42")
def test_an_upgrade_is_in_force_as_long_as_it_is_there() -> None:
    state = at_table("R> . . ." + FAR)
    after = done(take_upgrade(state, "red"), state, "memory").final
    assert after.measured("instructions", after.bot("red"), 6) == 7
    assert after.measured("instructions", after.bot("knock-9"), 6) == 6
    assert after.table.upgrade_pile.count("memory") == state.table.upgrade_pile.count("memory") - 1  # type: ignore[union-attr]


@rule("CT-10")
def test_an_upgrade_puts_a_catastrophe_under_the_deck() -> None:
    state = at_table("R> . . ." + FAR)
    held = done(take_upgrade(state, "red"), state, "memory").final
    state = held.with_table(replace(held.table, catastrophes=("catastrophe",)))
    after = done(trade_upgrades(state), state, "memory").final
    table = after.table
    assert (table.catastrophes, table.upgrades_of("red"), table.in_force) == ((), (), ())
    assert table.calamities.draw_pile[-1] == "catastrophe"
    assert done(trade_upgrades(state), state, "none").final == state


# The end --------------------------------------------------------------------------------------


@rule("CT-44")
def test_all_rogues_disabled_is_a_win_for_all() -> None:
    state = at_table("R> s1^ O .\nG> . . .")
    over = calamitron.GAME.outcome(told(state, "forward", "none").final)
    assert over == Outcome(("red", "green"), "All rogues are disabled. The retros have won.")


SINKS = "# # # # + #\nR> [] O s1^ O ."
"""Forward 3 sinks the crate with its first square, and the last rogue with its third."""


@rule("CT-36", "CT-39", "CT-40", "CT-44")
@cases(
    "card, reason",
    ("catastrophe", "There are too many catastrophes. The rogues have won."),
    ("whirl", "All rogues are disabled. The retros have won."),
    ("surplus", None),
)
def test_a_calamity_that_is_due_is_drawn_before_the_game_is_won(
    card: str, reason: str | None
) -> None:
    state = at_table(SINKS, calamities=Deck((card,)), catastrophes=("catastrophe",) * 2)
    trace = told(state, "forward-3", "none")
    assert trace.final.trophies == (("servo-1", "red"),)
    assert f"Red draws a calamity: {calamities()[card].title}." in says(trace)
    over = calamitron.GAME.outcome(trace.final)
    assert (over and over.reason) == reason


@rule("CT-39", "CT-44")
@cases(
    "picture, program",
    ("# # # + #\nR> s1^ O . .", "forward-2"),
    ("# # # + #\n. R> s1^ O .\n. . . . .", "forward-3"),
)
def test_nothing_that_happens_after_the_last_rogue_fell_counts(picture: str, program: str) -> None:
    """The retro drives on into the same pit, but the game is won already."""
    state = at_table(picture, calamities=Deck(("catastrophe",)), catastrophes=("catastrophe",) * 2)
    trace = told(state, program, "none", "shot")
    assert trace.final.bot("red").out
    over = calamitron.GAME.outcome(trace.final)
    assert over == Outcome(("red",), "All rogues are disabled. The retros have won.")


@rule("CT-39", "CT-44")
def test_a_calamity_that_makes_others_due_does_so_before_the_game_is_won() -> None:
    """Bad news makes two more due; the second of them is the third catastrophe."""
    pile = Deck(("bad-news", "low-power", "catastrophe"))
    state = at_table(SINKS, calamities=pile, catastrophes=("catastrophe",) * 2)
    trace = told(state, "forward-3", "none")
    over = calamitron.GAME.outcome(trace.final)
    assert over == Outcome((), "There are too many catastrophes. The rogues have won.")


@rule("CT-44")
def test_a_retro_that_falls_after_the_last_rogue_makes_nothing_due() -> None:
    """The Bossbot sinks a crate, the last rogue, and green; only the crate's card is drawn."""
    picture = """# # # # # # # #
                 + . . G> O . . .
                 # . b> . R> [] O .
                 # . . s1> O . . ."""
    pile = Deck(("whirl", "catastrophe"))
    state = at_table(picture, "tread tread", calamities=pile, catastrophes=("catastrophe",) * 2)
    trace = done(move_rogue(state, "boss", "red"), state, "shot")
    assert trace.final.bot("green").out
    over = calamitron.GAME.outcome(trace.final)
    assert over == Outcome(("red", "green"), "All rogues are disabled. The retros have won.")


@rule("CT-5", "CT-31", "CT-35")
def test_nobody_drives_in_the_new_retro_by_the_program_of_the_lost_one() -> None:
    picture = "# + # # #\n. O . . .\n. G^ . . .\n. R^ . . .\n# # # # k9^"
    state = at_table(picture, "nano tread", calamities=Deck(("whirl",) * 3))
    trace = told(state, {"red": "program green, forward, forward, forward"}, "shot")
    green = trace.final.bot("green")
    assert (green.type, str(green.square)) == ("shot", "b5")
    assert sum("draws a calamity" in line for line in says(trace)) == 1


@rule("CT-44")
def test_boss_and_minion_are_not_needed_unless_an_option_says_so() -> None:
    picture = "R> . . .\n. . b^ m^"
    assert calamitron.GAME.outcome(at_table(picture, "tread")) is not None
    needed = at_table(picture, "tread", start={"options": {"boss_required": True}})
    assert calamitron.GAME.outcome(needed) is None


@rule("CT-44")
def test_an_exercise_has_no_winner() -> None:
    assert calamitron.GAME.outcome(board("R> . .")) is None


@rule("CT-35")
def test_where_no_exit_is_free_a_surplus_rogue_makes_room_and_no_retro() -> None:
    state = board("# + # +\nR> O . .\nG^ . . k1^")
    for name, square in zip(("green", "knock-1"), state.board.exits, strict=True):
        state = state.with_bot(state.bot(name).with_square(square))
    assert nearest_exits(state, Square.read("b2")) == (Square.read("d3"),)
