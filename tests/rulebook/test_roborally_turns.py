"""Test dealing, programming, power-down and the end of a turn. [RR-1 … RR-5, RR-27 … RR-32]"""

from __future__ import annotations

from typing import Any

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Unfinished
from teachkit.games.roborally import GAME, Setup, problems, turns
from teachkit.games.roborally.cards import deck
from teachkit.games.roborally.clean_up import clean_up
from teachkit.games.roborally.pieces import COLOURS, REGISTERS
from teachkit.games.roborally.programs import INSTRUCTIONS
from teachkit.games.roborally.registers import perform
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import fill_registers

from .factories import ran, start
from .rules import cases, played, rule

FIVE = "left 70, right 80, left 90, right 100, left 110"
ROW = FIVE.split(", ")
NINE = FIVE + ", move-1 490, move-1 500, move-2 670, back-up 430"


def table(floor: str = ". . . .\n. . . f1", **facts: Any) -> State:
    """A moment of a match: red in the south-west, green in the north-west, all cards piled."""
    robots = {"red": "a1 east", "green": "a2 east"}
    held = {card for text in facts.get("hands", {}).values() for card in text.split(", ")}
    held |= {card for text in facts.get("locked", {}).values() for card in text.split(", ")}
    held |= {card for row in facts.get("registers", {}).values() for card in row}
    pile = [str(card) for card in deck() if str(card) not in held]
    usual: dict[str, Any] = {"robots": robots, "turn": 1, "draw_pile": pile}
    return Setup(floor=floor, **{**usual, **facts}).state()


def cards(text: str) -> Program:
    return Program.read(text, INSTRUCTIONS)


def cards_in(state: State) -> int:
    """Return the number of program cards in all places together."""
    laid = [card for robot in state.robots for card in (*robot.registers, *(robot.hand or ()))]
    return state.table.deck.size + len([card for card in laid if card])


# Dealing ---------------------------------------------------------------------------------------


@rule("RR-1")
@cases("damage", *range(10))
def test_a_robot_gets_nine_cards_less_one_for_each_damage(damage: int) -> None:
    locked = {"red": ", ".join(NINE.split(", ")[: max(0, damage - 4)])} if damage > 4 else {}
    state = played(turns.deal(table(damage={"red": damage}, locked=locked))).state
    assert len(GAME.hand(state, "red") or ()) == 9 - damage
    assert len(GAME.hand(state, "green") or ()) == 9
    assert cards_in(state) == 84


@rule("RR-1")
def test_when_the_pile_runs_out_the_discards_are_shuffled() -> None:
    names = [str(card) for card in deck()]
    state = played(turns.deal(table(draw_pile=names[:4], discard_pile=names[4:]))).state
    assert [len(GAME.hand(state, name) or ()) for name in ("red", "green")] == [9, 9]
    assert cards_in(state) == 84


@rule("RR-1")
def test_robots_start_on_the_dock_in_seat_order_and_look_at_the_factory() -> None:
    setup = Setup(board="round-belt", dock="dock", players=COLOURS)
    told = played(setup.rules.opening(setup.state(), COLOURS))
    assert told[0] == "The red robot starts on f3 and faces north."
    assert tuple(robot.square for robot in told.state.robots) == setup.state().board.starts


# Programming -----------------------------------------------------------------------------------


@rule("RR-2")
def test_five_registers_are_filled_and_the_rest_is_laid_away() -> None:
    told = played(turns.program(table(hands={"red": NINE})), cards(FIVE))
    assert told == ["The red robot's program is ready."]
    red = told.state.robot("red")
    assert ", ".join(map(str, red.registers)) == FIVE
    assert red.hand == ()
    assert len(told.state.table.deck.discard_pile) == 4
    assert cards_in(told.state) == 84


@rule("RR-2")
def test_when_time_is_up_chance_fills_what_is_empty() -> None:
    """In the tests chance turns the order round, so it lays the last cards of the hand."""
    state = table(hands={"red": NINE})
    told = played(turns.program(state), Unfinished(cards("left 70, move-1 490")))
    assert told == ["Time is up: registers 3, 4, 5 of the red robot get random cards."]
    laid = ", ".join(map(str, told.state.robot("red").registers))
    assert laid == "left 70, move-1 490, back-up 430, move-2 670, move-1 500"
    assert cards_in(told.state) == 84


def asked() -> turns.FillRegisters:
    """Red has nine cards in hand, and is to fill its registers."""
    state = table(hands={"red": NINE})
    return fill_registers(state, state.robot("red"))


@rule("RR-2")
def test_an_unfinished_program_is_saved_and_read_again() -> None:
    for answer in (Unfinished(cards("left 70")), Unfinished(Program()), cards(FIVE)):
        assert asked().from_json(asked().to_json(answer)) == answer


@rule("RR-2")
@cases(
    "text, says",
    ("left 70", "Fill 5 registers, not 1."),
    (
        "left 70, right 80, left 90, right 100, left 130",
        'The card "left 130" is not in your hand.',
    ),
    ("left 70, right 80, left 90, right 100, left 70", 'There is only one card "left 70".'),
    (FIVE + ", move-1 490", "You can fill 5 registers, not 6."),
    ("left 70, right 80, left 90, right 100, left", "Write the priority after the name"),
    ("2x(left 70)", "This deck has no loops."),
    ("", "Fill 5 registers, not 0."),
)
def test_what_may_not_be_laid_is_told_in_a_sentence(text: str, says: str) -> None:
    assert says in (asked().problem(Program.read(text)) or "")


@rule("RR-2")
def test_a_wrong_card_is_no_better_when_time_is_up() -> None:
    assert (
        asked().problem(Unfinished(cards("left 130"))) == 'The card "left 130" is not in your hand.'
    )
    assert asked().problem(Unfinished(cards(FIVE))) is None


# Power down ------------------------------------------------------------------------------------


@rule("RR-3")
def test_power_down_is_announced_for_the_next_turn_in_seat_order() -> None:
    told = played(turns.announce(table(damage={"red": 2, "green": 3})), "yes", "no")
    assert told == ["The red robot will power down in the next round."]
    assert [robot.announced for robot in told.state.robots] == [True, False]
    assert not told.state.robot("red").off


@rule("RR-3")
def test_who_has_no_damage_is_not_asked() -> None:
    assert played(turns.announce(table())) == []


@rule("RR-32")
def test_a_powered_down_robot_loses_its_damage_and_gets_no_cards() -> None:
    state = table(damage={"red": 6}, locked={"red": "left 70, left 90"}, announced=["red"])
    state = played(turns.begin_turn(state)).state
    red = state.robot("red")
    assert (red.off, red.announced, red.damage) == (True, False, 0)
    state = played(turns.deal(state)).state
    assert not GAME.hand(state, "red")
    assert len(GAME.hand(state, "green") or ()) == 9
    assert cards_in(state) == 84


@rule("RR-32")
def test_it_wakes_up_in_the_turn_after_unless_it_stays_down() -> None:
    state = table(off=["red"])
    stays = played(clean_up(state), "yes").state
    wakes = played(clean_up(state), "no").state
    assert played(turns.begin_turn(stays)).state.robot("red").off
    assert not played(turns.begin_turn(wakes)).state.robot("red").off


@rule("RR-32")
def test_a_register_that_locks_meanwhile_gets_a_card_by_chance() -> None:
    """A laser hits the sleeper in each register; with four damage the first hit locks one."""
    state = table(". . . .\n. . . f1", walls=["a1 west"], lasers=["a1 east"], off=["red"],
                  damage={"red": 4}, register=5)  # fmt: skip
    told = played(turns.all_registers(state))
    assert told[-1] == "Register 5 of the red robot is now locked."
    assert str(told.state.robot("red").card(5)) == "u-turn 10", "the next of the pile"
    assert cards_in(told.state) == 84


# Registers that lock ---------------------------------------------------------------------------


@rule("RR-28")
@cases(
    "damage, locked",
    (0, ()), (4, ()), (5, (5,)), (6, (4, 5)), (7, (3, 4, 5)), (8, (2, 3, 4, 5)),
     (9, (1, 2, 3, 4, 5)),
)  # fmt: skip
def test_from_five_damage_on_registers_lock_the_last_first(damage: int, locked: Any) -> None:
    red = start(". .", red="a1 east", damage={"red": damage}).robot("red")
    assert tuple(each for each in REGISTERS if red.is_locked(each)) == locked


@rule("RR-28")
def test_a_locked_register_keeps_its_card_and_runs_it_again() -> None:
    locked = {"damage": {"red": 5}, "locked": {"red": "move-1 490"}}
    state = start(". . .\n. . .", "base", red="b1 north", **locked)
    trace = ran(state, "left 70, right 80, u-turn 10, right 100")
    assert str(trace.final.robot("red").square) == "a1"
    assert str(trace.final.robot("red").card(5)) == "move-1 490"
    assert trace.story().splitlines()[-2:] == ["Card 5: move-1 490.", "The red robot drives to a1."]


@rule("RR-28")
def test_a_locked_register_cannot_be_changed() -> None:
    locked = {"damage": {"red": 6}, "locked": {"red": "left 70, left 90"}}
    state = start(". .", "base", red="a1 east", **locked)
    (found,) = problems(state, "red", cards("right 80, right 100, right 120, right 140"))
    assert str(found) == "Registers 4, 5 are locked and keep their cards. Free registers: 3."
    assert problems(state, "red", cards("right 80, right 100, right 120")) == []


@rule("RR-28")
def test_a_card_laid_into_a_locked_register_is_not_laid() -> None:
    """Even one who asks the rules card by card cannot get round it."""
    state = start(". .", "base", red="a1 east", damage={"red": 9}, locked={"red": FIVE})
    told = played(perform(state, "red", cards("right 120").instructions[0]))
    assert told[0] == "The red robot now faces north."


@rule("RR-28")
def test_the_cards_of_locked_registers_survive_the_turn() -> None:
    state = table(damage={"red": 6}, registers={"red": ROW}, register=6)
    after = played(clean_up(state)).state
    assert [str(card or "") for card in after.robot("red").registers] == ["", "", "", *ROW[3:]]
    assert cards_in(after) == 84


# The end of a turn -----------------------------------------------------------------------------


@rule("RR-5")
def test_registers_are_wiped_at_the_end_of_a_turn() -> None:
    after = played(clean_up(table(registers={"red": ROW}, register=6))).state
    assert not any(after.robot("red").registers)
    assert cards_in(after) == 84


@rule("RR-5")
def test_the_end_of_a_turn_has_its_order() -> None:
    """Repairs, then registers wiped, then sleepers decide, then destroyed robots come back."""
    state = table(
        "w  . . .\n.  . . f1",
        robots={"red": "a2 east", "green": "c1 east", "blue": "c2 east"},
        damage={"red": 3}, off=["green"], destroyed=["blue"], lives={"blue": 2}, register=6,
    )  # fmt: skip
    assert played(clean_up(state), "yes", state.robot("blue").facing, "no") == [
        "The red robot is repaired and now has 2 damage.",
        "The green robot will power down in the next round.",
        "The blue robot is back on c2, facing east, with 2 damage.",
    ]


@rule("RR-27")
@cases("sign", "w", "ww", "f1")
def test_a_wrench_or_a_flag_repairs_one_damage(sign: str) -> None:
    state = table(f"{sign} . . .\n. . . {'f2' if sign == 'f1' else 'f1'}", damage={"green": 3})
    assert played(clean_up(state)).state.robot("green").damage == 2


@rule("RR-27")
def test_without_a_wrench_nothing_is_repaired_and_no_damage_is_none() -> None:
    assert played(clean_up(table(damage={"green": 3}))).state.robot("green").damage == 3
    assert played(clean_up(table("w . . .\n. . . f1"))) == []


@rule("RR-29")
def test_repairs_free_the_lowest_locked_register_first() -> None:
    state = table("w . . .\n. . . f1", damage={"green": 7}, registers={"green": ROW}, register=6)
    told = played(clean_up(state))
    assert told[1] == "Register 3 of the green robot is unlocked."
    registers = [str(card or "") for card in told.state.robot("green").registers]
    assert registers == ["", "", "", "right 100", "left 110"]
    assert cards_in(told.state) == 84
