"""Test the effect of each calamity and each upgrade of Calamitron; the cards are ours."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from teachkit.core.board.decks import Deck
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.games import calamitron
from teachkit.games.calamitron.calamities import (
    KINDS,
    end_of_round,
    follow,
    next_name,
    round_over,
    spare_figures,
    take_upgrade,
)
from teachkit.games.calamitron.rogues import fire, move_rogue
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import calamities, upgrades

from .bots import MEASURES, at_table, done, drawing, says, tidy, told
from .rules import cases, rule


def followed(state: State, card: str, *answers: str) -> Trace:
    """Return the events after red draws this card."""
    return done(follow(state, card, "red"), state, *answers)


def drawn(picture: str, card: str, *answers: str, kinds: str = "tread tread", **facts: Any) -> Any:
    """What happens when red draws this card here."""
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
    next_round = round_over(state)
    for each in (state, next_round):
        assert each.measured(measure, each.bot(bot), usual) == changed
        assert each.measured(measure, each.bot(other), usual) == usual
    over = round_over(next_round)
    assert over.measured(measure, over.bot(bot), usual) == usual
    assert {name for name, each in calamities().items() if each.kind == "measure"} >= {card}


def moved(state: State, name: str, *answers: str) -> str:
    """Return the board after this rogue's move."""
    return drawing(done(move_rogue(state, name, "red"), state, *answers).final)


@cases(
    "card, expected",
    ("overdrive", "R^ . . . . . . k1> ."),
    ("low-power", "R^ . . . . k1> . . ."),
    ("power-cut", "R^ . . k1> . . . . ."),
)
def test_rogues_move_further_or_less_far_or_not_at_all(card: str, expected: str) -> None:
    assert moved(drawn("R^ . . k1> . . . . .", card).final, "knock-1") == expected


def test_on_a_magnetic_floor_rogues_hover_over_pits() -> None:
    picture = "R> k1> O . ."
    assert moved(at_table(picture), "knock-1") == "R> k1v O . ."
    state = drawn(picture, "magnetic-floor").final
    assert moved(state, "knock-1") == "R> . O . k1>"
    pushed = told(state, "forward").final
    assert (str(pushed.bot("knock-1").square), pushed.trophies) == ("c1", ())


def test_behind_a_firewall_no_rogue_is_programmed() -> None:
    state = drawn("R> s1^ . .", "firewall", kinds="nano").final
    story = told(state, "program, forward").story()
    assert "there is nobody to program beside the red retro" in story


def test_with_ballast_only_rogues_move_rogues() -> None:
    state = drawn("R> s1^ . .", "ballast").final
    assert drawing(told(state, "forward").final) == "R> s1^~ . ."


@pytest.mark.parametrize(
    ("card", "program"),
    [("short-tape", "left, left, left, left, left, left"), ("worn-arms", "u-turn, u-turn, u-turn")],
)
def test_programs_are_shorter_or_take_less(card: str, program: str) -> None:
    before, after = at_table(HALL), drawn(HALL, card).final
    read = Program.read(program, calamitron.GAME.instructions)
    assert calamitron.GAME.problems(before, "red", read) == []
    assert len(calamitron.GAME.problems(after, "red", read)) == 1


def test_a_weak_beam_pulls_less() -> None:
    picture = "R> . . . s1^ . . ."
    assert drawing(told(at_table(picture, "shot"), "tractor").final) == "R> . s1^ . . . . ."
    state = drawn("R> . . s1^ . . . .", "weak-beam", kinds="shot").final
    assert drawing(told(state, "tractor").final) == "R> . s1^ . . . . ."


def test_a_slow_start_leaves_two_instructions() -> None:
    state = drawn("R^~ . . . k1^", "slow-start").final
    assert told(state, "right, forward, forward").final.bot("red").square.column == 1


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
    assert lines(drawn(picture, card)) == ["Nothing comes of it."]


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
    assert str(trace[-1].event) == "Laserbot 2 finds no way in on b3 and is removed."
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
    state = upgraded(state, card) if card in upgrades() else followed(state, card).final
    assert says(told(state, "forcer")) == [
        f"Nothing happens: Servobot 1 is {gap + 1} squares away, and the beam ends at {end}."
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
