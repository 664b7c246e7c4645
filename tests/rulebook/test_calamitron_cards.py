"""Test the effect of each calamity and each upgrade of Calamitron; the cards are ours."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Deck
from teachkit.core.run.trace import Trace
from teachkit.games import calamitron
from teachkit.games.calamitron.calamities import (
    KINDS,
    end_of_round,
    follow,
    land,
    next_name,
    round_over,
    spare_figures,
    take_upgrade,
)
from teachkit.games.calamitron.match import begin_turn
from teachkit.games.calamitron.moves import damage
from teachkit.games.calamitron.programs import LayProgram
from teachkit.games.calamitron.rogues import fire, move_rogue
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import InForce, calamities, upgrades

from .bots import MEASURES, at_table, done, drawing, next_round, says, tidy, told
from .rules import cases, rule


def followed(state: State, card: str, *answers: str) -> Trace:
    """Return the events after red draws this card."""
    return done(follow(state, card, "red"), state, *answers)


def drawn(picture: str, card: str, *answers: str, kinds: str = "tread tread", **facts: Any) -> Any:
    """Return the sentences of the run after red draws this card."""
    return followed(at_table(picture, kinds, **facts), card, *answers)


def lines(trace: Trace) -> list[str]:
    """Return the lines after the card's own."""
    return [str(frame.event) for frame in trace][1:]


def upgraded(state: State, *names: str) -> State:
    """Red has taken these upgrades."""
    for name in names:
        state = done(take_upgrade(state, "red"), state, name).final
    return state


# The decks ------------------------------------------------------------------------------------


def test_there_are_cards_enough_and_all_say_what_they_do() -> None:
    assert len(calamities()) >= 20
    assert len({card.kind for card in calamities().values()}) >= 8
    assert len(upgrades()) >= 12
    for card in (*calamities().values(), *upgrades().values()):
        assert card.title
        assert card.says.endswith(".")
        assert card.kind in (*KINDS, "measure", "catastrophe")
        assert card.measure in MEASURES or card.kind != "measure"
        assert card.count > 0


def test_every_kind_and_every_measure_is_on_a_card() -> None:
    assert {card.kind for card in calamities().values()} == {*KINDS, "measure", "catastrophe"}
    cards = (*calamities().values(), *upgrades().values())
    assert {card.measure for card in cards if card.measure} == {*MEASURES}


# Calamities that hold for the next round ------------------------------------------------------

HALL = "R> . s1< .\n. . . ."


def held(picture: str, card: str, kinds: str = "tread tread") -> State:
    """Return the following round, after red drew this card here."""
    return next_round(drawn(picture, card, kinds=kinds).final)


@rule("CT-39")
@cases(
    "card, bot, measure, usual, changed",
    ("overdrive", "servo-1", "steps", 5, 6),
    ("low-power", "servo-1", "steps", 5, 4),
    ("power-cut", "servo-1", "asleep", 0, 1),
    ("magnetic-floor", "servo-1", "hover", 0, 1),
    ("firewall", "servo-1", "closed", 0, 1),
    ("ballast", "servo-1", "heavy", 0, 1),
    ("short-tape", "red", "instructions", 6, 5),
    ("worn-arms", "red", "loader", 3, 2),
    ("weak-beam", "red", "reach", 6, 4),
    ("slow-start", "red", "recovery", 3, 2),
)
def test_a_card_for_the_next_round_holds_for_those_it_means(
    card: str, bot: str, measure: str, usual: int, changed: int
) -> None:
    state = drawn(HALL, card).final
    other = "red" if bot != "red" else "servo-1"
    following = next_round(state)
    for each, amount in (state, usual), (following, changed), (next_round(following), usual):
        assert each.measured(measure, each.bot(bot), usual) == amount
        assert each.measured(measure, each.bot(other), usual) == usual


Act = Callable[[State], object]


def moves(name: str) -> Act:
    """Return the drawing after this rogue's move."""
    return lambda state: drawing(done(move_rogue(state, name, "red"), state).final)


def runs(program: str) -> Act:
    """Return the drawing after red's program."""
    return lambda state: drawing(told(state, program, "servo-1").final)


def refuses(program: str) -> Act:
    """Return whether red may not lay this program."""
    read = Program.read(program, calamitron.GAME.instructions)
    return lambda state: bool(calamitron.GAME.problems(state, "red", read))


@rule("CT-39")
@cases(
    "card, kind, picture, act, usual, changed",
    ("overdrive", "tread", "R^ . . k1> . . . . .", moves("knock-1"),
     "R^ . . . . . k1> . .", "R^ . . . . . . k1> ."),
    ("low-power", "tread", "R^ . . k1> . . . . .", moves("knock-1"),
     "R^ . . . . . k1> . .", "R^ . . . . k1> . . ."),
    ("power-cut", "tread", "R^ . . k1> . . . . .", moves("knock-1"),
     "R^ . . . . . k1> . .", "R^ . . k1> . . . . ."),
    ("power-cut", "tread", "R^ . s1>~ .", moves("servo-1"), "R^ . s1> .", "R^ . s1>~ ."),
    ("magnetic-floor", "tread", "R> k1> O . .", moves("knock-1"), "R> k1v O . .", "R> . O . k1>"),
    ("magnetic-floor", "tread", "R> s1> O k1^", runs("forward"), ". R> O k1^", ". R> Os1> k1^"),
    ("firewall", "nano", "R> s1^\n. .", runs("program, left"), "R> s1<\n. .", "R^ s1^\n. ."),
    ("ballast", "tread", "R> s1^ . .", runs("forward"), ". R> s1^ .", "R> s1^~ . ."),
    ("short-tape", "tread", HALL, refuses("left, left, left, left, left, left"), False, True),
    ("worn-arms", "tread", HALL, refuses("u-turn, u-turn, u-turn"), False, True),
    ("weak-beam", "shot", "R> . . s1^ . . .", runs("forcer"),
     "R> . . . . . s1^", "R> . . . s1^ . ."),
    ("slow-start", "tread", "R>~ . . . k1^", runs("forward, forward, forward"),
     ". . . R> k1^", ". . R> . k1^"),
)  # fmt: skip
def test_a_card_for_the_next_round_acts_in_that_round_only(
    card: str, kind: str, picture: str, act: Act, usual: object, changed: object
) -> None:
    """Not in the round in which it is drawn, and not in the one after the next."""
    state = drawn(picture, card, kinds=kind).final
    following = next_round(state)
    seen = [act(each) for each in (state, following, next_round(following))]
    assert seen == [usual, changed, usual]


def test_every_card_for_the_next_round_is_acted_out() -> None:
    marks = test_a_card_for_the_next_round_acts_in_that_round_only.pytestmark  # type: ignore[attr-defined]
    [table] = [mark.args[1] for mark in marks if mark.name == "parametrize"]
    assert {row[0] for row in table} == {n for n, card in calamities().items() if card.rounds}


@rule("CT-39")
def test_a_power_cut_drawn_in_a_run_does_not_stop_the_rogues_of_the_same_round() -> None:
    state = at_table("R> [] O . . .\nG^ . . . . .\nk1> . . . . .",
                     calamities=Deck(("power-cut",)), cards=(("green", "knock"),))  # fmt: skip
    state = told(state, {"red": "forward"}).final
    assert "Next round: Power cut." in str(state).splitlines()
    assert str(done(begin_turn(state, "green"), state).final.bot("knock-1").square) == "d1"
    following = next_round(state)
    assert "In force: Power cut." in str(following).splitlines()
    assert str(done(begin_turn(following, "green"), state).final.bot("knock-1").square) == "a1"


@rule("CT-34", "CT-35")
def test_what_hovers_over_a_pit_falls_when_the_hovering_ends() -> None:
    """That is at the end of the round, and by accident."""
    state = told(held("R> s1> O k1^", "magnetic-floor"), "forward").final
    assert done(land(state), state).final == state
    trace = done(land(round_over(state)), state)
    assert lines(trace) == []
    assert str(trace[0].event) == "Servobot 1 falls into the pit on c1."
    assert trace.final.trophies == (("servo-1", ""),)


@rule("CT-35", "CT-43")
def test_a_retro_that_loses_its_hover_skirt_over_a_pit_is_lost() -> None:
    state = upgraded(at_table("# + # #\nR> O . k1^"), "hover")
    state = told(state, "forward").final
    state = state.with_table(state.table.without_upgrade("red", "hover"))
    after = done(land(state), state, "nano").final
    assert (after.bot("red").type, str(after.bot("red").square)) == ("nano", "b2")


@rule("CT-19")
def test_two_short_tapes_leave_the_empty_program() -> None:
    state = at_table(HALL, start={"options": {"most": 1}})
    short = next_round(followed(followed(state, "short-tape").final, "short-tape").final)
    assert calamitron.GAME.problems(short, "red", Program()) == []
    assert calamitron.GAME.problems(short, "red", Program.read("left"))
    assert LayProgram.of(short, "red", "?").most == 0


@rule("CT-32")
def test_a_slow_start_with_no_recovery_runs_nothing() -> None:
    state = at_table("R>~ . . k1^", start={"options": {"recovery": 0}})
    slow = next_round(followed(state, "slow-start").final)
    assert drawing(told(slow, "forward, forward").final) == "R> . . k1^"


# Calamities at once ---------------------------------------------------------------------------


@cases(
    "card, picture, expected",
    ("about-turn", "R> s1< .\nk1v . .", "R> s1> .\nk1^ . ."),
    ("left-wheel", "R> s1< .\nk1v . .", "R> s1v .\nk1> . ."),
    ("whirl", "R> s1< .\nk1v . .", "Rv s1< .\nk1v . ."),
    ("short-circuit", "R> s1< G<", "R>~ s1< G<"),
    ("overload", "R> . s1< k1<", "R> . s1<~ k1<"),
    ("wake-up", "R>~ s1<~ k1^", "R>~ s1< k1^"),
    ("helping-hand", "R>~ s1<~ k1^", "R> s1<~ k1^"),
)
def test_bots_are_turned_stunned_or_stood_up(card: str, picture: str, expected: str) -> None:
    """The one who draws is stunned by a short circuit, the nearest rogue by an overload."""
    assert drawing(drawn(picture, card).final) == tidy(expected)


@rule("CT-10", "CT-41", "CT-43")
@cases(
    "card, picture",
    ("overload", "R> . ."),
    ("delivery", "R> . ."),
    ("breather", HALL),
    ("rust", HALL),
    ("surplus", "# + # #\nR> s1< s2< s3<\n. . . s4<"),
    ("surplus", "R> . . l1<"),
)
def test_a_card_that_finds_nothing_does_nothing(card: str, picture: str) -> None:
    """No rogue, no place for a crate, no catastrophe, no upgrade, no spare figure, no exit."""
    assert lines(drawn(picture, card)) == ["This card has no effect."]


def test_who_waits_outside_is_not_turned() -> None:
    state = drawn("# + #\n. R^ k1^", "surplus").final
    after = followed(state, "about-turn").final
    assert after.bot("knock-2") == state.bot("knock-2")
    assert after.bot("knock-1") != state.bot("knock-1")


def test_a_jolt_drives_rogues_forward_and_into_pits() -> None:
    trace = drawn("R> k1> O .\n. s1> [] .\nl1>~ . . .", "jolt")
    assert drawing(trace.final) == tidy("R> . O .\n. s1> [] .\nl1>~ . . .")
    assert trace.final.trophies == (("knock-1", ""),)
    assert lines(trace) == [
        "Knockbot 1 drives to c3.",
        "Knockbot 1 falls into the pit on c3.",
        "Servobot 1 stops: the crate is in the way.",
    ]


@cases(
    "card, picture, expected",
    ("tilt-north", ". [] O\nR> . s1<\n. G^ .", "R> [] O\n. G^ .\n. . ."),
    ("tilt-east", "s1< . O\nR> [] .\nG^ k1^ O", ". s1< O\n. R> []\n. G^ O"),
)
def test_the_floor_tilts(card: str, picture: str, expected: str) -> None:
    """Those in front slide first; what finds no room stays, and what comes to a pit falls."""
    final = drawn(picture, card).final
    assert drawing(final) == tidy(expected)
    assert [keeper for _, keeper in final.trophies] == [""]


def test_a_delivery_brings_a_crate() -> None:
    state = at_table("R> . .\nk1^ . .")
    state = replace(state, board=dataclasses.replace(state.board, crates=state.board.squares[:2]))
    assert drawing(followed(state, "delivery").final) == tidy("R> . .\nk1^ [] .")


@rule("CT-10", "CT-40")
def test_a_breather_puts_a_catastrophe_under_the_deck() -> None:
    table = drawn(HALL, "breather", catastrophes=("catastrophe",) * 2).final.table
    assert table.catastrophes == ("catastrophe",)
    assert table.calamities.draw_pile[-1] == "catastrophe"


@rule("CT-43")
def test_rust_takes_an_upgrade_of_the_players_choice() -> None:
    state = upgraded(at_table(HALL), "memory", "armour")
    after = followed(state, "rust", "memory").final
    assert after.table.upgrades_of("red") == ("armour",)
    assert after.measured("instructions", after.bot("red"), 6) == 6


@rule("CT-7")
def test_spilt_time_is_not_carried_over() -> None:
    assert drawn(HALL, "spilt-time", carried=25).final.table.carried == 0


@rule("CT-39")
def test_bad_news_draws_two_more() -> None:
    state = at_table(HALL, calamities=Deck(("bad-news", "whirl", "about-turn", "wake-up")))
    trace = done(end_of_round(state), state)
    assert trace.final.table.calamities == Deck(("wake-up",), ("bad-news", "whirl", "about-turn"))
    assert drawing(trace.final) == tidy("Rv . s1> .\n. . . .")


def test_a_spare_part_is_an_upgrade() -> None:
    state = at_table(HALL, calamities=Deck(("spare-part",)))
    after = done(end_of_round(state), state, "hover").final
    assert after.table.upgrades_of("red") == ("hover",)


@rule("CT-35", "CT-39")
def test_a_retro_that_a_calamity_loses_costs_another_calamity() -> None:
    """Tilted into a pit at the end of a round: all that follows is settled at once."""
    state = at_table("# # + #\n. R> O .\n. . . k1^",
                     calamities=Deck(("tilt-east", "whirl", "jolt")))  # fmt: skip
    after = done(end_of_round(state), state, "nano").final
    assert after.bot("red").type == "nano"
    assert after.table.calamities.draw_pile == ("jolt",)


# Surplus --------------------------------------------------------------------------------------


@rule("CT-41")
def test_a_surplus_rogue_is_of_the_type_with_most_spare_figures() -> None:
    state = at_table("R> s1< s2< l1<")
    assert spare_figures(state) == {"servo": 2, "laser": 2}
    fallen = replace(state.without_bot("servo-2"), trophies=(("servo-2", "red"),))
    assert spare_figures(fallen) == {"servo": 3, "laser": 2}
    assert next_name(fallen, "servo") == "servo-3"


@rule("CT-41")
def test_a_surplus_rogue_waits_at_an_exit_and_comes_in_with_its_move() -> None:
    trace = drawn("# + # +\nR> . . .\n. . . l1^", "surplus", "b3")
    assert lines(trace) == ["Laserbot 2 waits at the exit on b3."]
    assert drawing(trace.final) == tidy("# +l2v # +\nR> . . .\n. . . l1^")
    after = done(move_rogue(trace.final, "laser-2", "red"), trace.final).final
    assert str(after.bot("laser-2").square) == "a1"


@rule("CT-41")
def test_a_surplus_rogue_that_cannot_come_in_is_removed() -> None:
    state = drawn("# + # #\n. R> . .\n. . . l1^", "surplus").final
    trace = done(move_rogue(state, "laser-2", "red"), state)
    assert str(trace[-1].event) == "Laserbot 2 cannot enter from b3 and is removed."
    assert (trace.final.find("laser-2"), trace.final.trophies) == (None, ())


@rule("CT-41")
def test_a_surplus_rogue_that_pushes_comes_in_pushing() -> None:
    state = drawn("# + # #\n. R> . .\n. . . .\n. . . v1^", "surplus").final
    after = done(move_rogue(state, "vise-2", "red"), state).final
    assert drawing(after).splitlines()[0] == "# + # #"
    assert after.find("vise-2")
    assert after.bot("red").square.row < 2


@rule("CT-35", "CT-41")
def test_a_surplus_rogue_makes_room_for_a_new_retro() -> None:
    state = drawn("# + # #\nR> O . l1^", "surplus").final
    trace = told(state, "forward", "nano")
    assert trace.final.find("laser-2") is None
    assert str(trace.final.bot("red").square) == "b2"


@rule("CT-44", "CT-41")
def test_a_surplus_rogue_outside_must_be_disabled_too() -> None:
    state = drawn("# + # #\nR> l1^ O .", "surplus").final
    assert calamitron.GAME.outcome(told(state, "forward", "none").final) is None


# Upgrades -------------------------------------------------------------------------------------


@cases("card, hits", ("armour", 1), ("double-armour", 2))
def test_armour_takes_damage_until_it_is_used_up(card: str, hits: int) -> None:
    state = upgraded(at_table("l1> . R> ."), card)
    for number in range(hits + 1):
        state = done(fire(state, state.bot("laser-1"), ""), state).final
        assert state.bot("red").stunned is (number == hits)


@rule("CT-19", "CT-42")
@cases("card, most", ("memory", 7), ("big-memory", 8))
def test_memory_makes_programs_longer(card: str, most: int) -> None:
    state = upgraded(at_table(HALL), card)
    long = Program((Instruction("left"),) * most)
    assert calamitron.GAME.problems(state, "red", long) == []
    assert calamitron.GAME.problems(
        state, "red", Program((*long.instructions, Instruction("left")))
    )


@rule("CT-32", "CT-42")
@cases("card, steps", ("quick-start", 5), ("full-start", 6))
def test_after_standing_up_more_runs(card: str, steps: int) -> None:
    state = upgraded(at_table("R>~ . . . . . . k1^"), card)
    after = told(state, ", ".join(["forward"] * 6)).final
    assert after.bot("red").square.column == steps


@rule("CT-32", "CT-42")
@cases("card, number", ("quick-start", 5), ("slow-start", 2))
def test_what_cards_change_after_standing_up_is_in_the_sentences(card: str, number: int) -> None:
    state = at_table("R>~ . . k1^")
    state = upgraded(state, card) if card in upgrades() else next_round(followed(state, card).final)
    story = says(told(state, "left, left, left, left, left, left"))
    assert story[0] == f"The red retro stands up, faces east, and may run {number} instructions."
    assert story[-1] == f"Skipped: the retro runs only {number} instructions after standing up."


@rule("CT-32", "CT-42")
def test_an_upgrade_taken_on_the_way_does_not_change_how_many_have_run() -> None:
    state = at_table("R>~ [] # .\n. . . k1^")
    story = says(told(state, "forward, left, left, left", "quick-start"))
    assert "Red takes an upgrade: Quick start." in story
    assert story[-1] == "Skipped: the retro runs only 3 instructions after standing up."


@rule("CT-32")
def test_a_retro_that_a_helping_hand_stands_up_has_lost_the_rest_of_its_program() -> None:
    state = at_table("R> . . k1^")
    red = replace(state.bot("red"), left=4)
    stunned = done(damage(state.with_bot(red), red), state).final
    story = says(told(followed(stunned, "helping-hand").final, "left"))
    assert story == ["Skipped: the rest of the program is lost."]


@rule("CT-29", "CT-30")
@cases("program", "shove", "shove forward", "forcer", "tractor")
def test_that_nothing_moves_a_bot_is_said_once(program: str) -> None:
    state = held("R> . s1^ ." if program == "tractor" else "R> s1^ .", "ballast", kinds="shot")
    assert says(told(state, program)) == ["Skipped: Servobot 1 cannot be moved."]


@rule("CT-26")
def test_a_bot_that_nothing_moves_is_ground_in_free_space() -> None:
    story = says(told(held("R> s1^ .", "ballast"), "forward"))
    assert story[0] == "The red retro crushes Servobot 1 on b1, because it cannot be moved."


@rule("CT-30")
def test_a_beam_without_reach_names_one_square() -> None:
    state = at_table("R> s1^ .", "shot", in_force=(InForce("weak-beam", "reach", -6),))
    assert says(told(state, "forcer")) == [
        "Skipped: Servobot 1 is 1 square away, but the beam only reaches 0."
    ]


@rule("CT-20", "CT-42")
@pytest.mark.parametrize(
    ("card", "program"),
    [("loader", "u-turn, u-turn, u-turn, u-turn"), ("shooter", "tractor"), ("hacker", "program")],
)
def test_an_upgrade_allows_one_special_instruction_more(card: str, program: str) -> None:
    before = at_table(HALL)
    read = Program.read(program, calamitron.GAME.instructions)
    assert len(calamitron.GAME.problems(before, "red", read)) == 1
    after = upgraded(before, card)
    assert calamitron.GAME.problems(after, "red", read) == []
    more = Program((*read.instructions, read.instructions[0]))
    assert len(calamitron.GAME.problems(after, "red", more)) == 1


@rule("CT-30", "CT-42")
def test_a_long_beam_carries_further() -> None:
    picture = "R> . . . . . s1^ ."
    assert drawing(told(at_table(picture, "shot"), "tractor").final) == picture
    state = upgraded(at_table(picture, "shot"), "long-beam")
    assert drawing(told(state, "tractor").final) == "R> . . . s1^ . . ."


@rule("CT-30")
@cases("card, gap, end", ("weak-beam", 3, 3), ("long-beam", 7, 7))
def test_how_far_a_beam_carries_is_told_as_it_is_now(card: str, gap: int, end: int) -> None:
    state = at_table(f"R> {'. ' * gap}s1^ .", "shot")
    state = upgraded(state, card) if card in upgrades() else next_round(followed(state, card).final)
    assert says(told(state, "forcer")) == [
        f"Skipped: Servobot 1 is {gap + 1} squares away, but the beam only reaches {end}."
    ]


@rule("CT-35", "CT-42")
def test_with_a_hover_skirt_one_passes_over_pits() -> None:
    state = upgraded(at_table("R> O . k1^"), "hover")
    assert drawing(told(state, "forward-2").final) == ". O R> k1^"


@rule("CT-42")
def test_who_is_anchored_is_moved_by_nobody() -> None:
    state = upgraded(at_table(". v1> R^ . ."), "anchor")
    red = done(move_rogue(state, "vise-1", "red"), state).final.bot("red")
    assert (str(red.square), red.stunned) == ("c1", True)


def test_every_upgrade_is_told_by_a_test_here() -> None:
    told_here = (
        "armour double-armour memory big-memory quick-start full-start loader shooter hacker "
    )
    assert {*upgrades()} == {*told_here.split(), "hacker", "long-beam", "hover", "anchor"}
