"""Test start, flags, points, shop, kills and return in RoboRally's variant. [RV-1 … RV-35]"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from msgspec import structs

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.errors import BoardError
from teachkit.games.roborally import outcome
from teachkit.games.roborally.damage import take_damage
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import all_registers, begin_turn
from teachkit.games.roborally.variant import rounds
from teachkit.games.roborally.variant.rounds import (
    free_flags,
    initialise,
    on_sale,
    place,
    places_to_begin,
    shop,
)
from teachkit.games.roborally.variant.scoring import Award, give
from teachkit.games.roborally.variant.state import BUGS, draw_goal, gain_bug, standing

from .factories import start
from .rules import Told, cases, played, refused, rule

FLAGS = "f1 . f2 . f3 .\n.  . .  . .  .\nf4 . f5 . f6 ."
HALL = "\n".join(["f1 . . . . . . . f2"] + [". . . . . . . . ."] * 7 + ["f3 f4 f5 . . . . . f6"])
PLAYERS = ("red", "green")
AT_C5 = (Square.read("c5"), Facing.NORTH)


def begun(floor: str = HALL, **facts: Any) -> State:
    """A board of the variant, and robots on it."""
    return start(floor, "variant", **facts)


def moment(floor: str = HALL, **facts: Any) -> State:
    """A moment of a match: red and whoever else is named has a seat."""
    seats = facts.pop("seats", {})
    extra = facts.pop("extra", {})
    names = [name for name in ("red", "green", "blue", "yellow") if name in facts]
    rows = [{"name": name, **seats.get(name, {})} for name in names]
    return begun(floor, turn=1, **{"register": 6, **facts}, extra={**extra, "seats": rows})


def fifth(floor: str = HALL, **facts: Any) -> Told:
    """The fifth register of a turn: `cards` by robot; then the story."""
    cards = facts.pop("cards")
    answers = facts.pop("answers", ())
    registers = {name: ["", "", "", "", card] for name, card in cards.items()}
    return played(all_registers(moment(floor, register=5, registers=registers, **facts)), *answers)


def points(state: State) -> dict[str, tuple[int, int]]:
    """Points and credits of everybody."""
    return {seat.name: (seat.points, seat.credits) for seat in standing(state).seats}


def held(state: State, name: str) -> list[str]:
    return [card.name for card in state.robot(name).held]


# Beginning -------------------------------------------------------------------------------------


@rule("RV-1", "RV-3", "RV-4")
def test_the_highest_program_card_begins_and_is_discarded() -> None:
    """Here shuffling turns the order round, so red draws 840 and green 830."""
    told = played(initialise(begun(), PLAYERS), "credits", "nothing", *AT_C5,
                  "credits", "nothing", Square.read("g5"), Facing.NORTH)  # fmt: skip
    assert "The robots begin in this order: red, green." in told
    assert "The red robot gets 2 credits and now has 2." in told
    here, laid = standing(told.state), told.state.table.deck.discard_pile
    assert [str(card) for card in laid] == ["move-3 840", "move-3 830"]
    assert [len(deck.draw_pile) for deck in (here.bugs, here.minors, here.goals)] == [26, 26, 24]


@rule("RV-2")
def test_all_six_flags_stand_on_the_board() -> None:
    assert "all six flags" in refused(BoardError, played, initialise(begun("f1 . . f2"), PLAYERS))


@rule("RV-4")
def test_a_third_credit_comes_with_a_bug() -> None:
    told = played(initialise(begun(), ("red",)), "bug", "nothing", *AT_C5)
    assert points(told.state) == {"red": (0, 3)}
    assert set(held(told.state, "red")) & set(BUGS)


@rule("RV-5", "RV-20")
def test_equipment_is_bought_before_the_first_turn() -> None:
    told = played(initialise(begun(), ("red",)), "credits", "major", *AT_C5)
    assert points(told.state) == {"red": (0, 0)}
    assert held(told.state, "red") == ["Tractor Beam"], "the next one of its pile"


@rule("RV-6")
def test_a_start_square_is_not_by_a_wrench_or_a_robot_nor_looks_at_one() -> None:
    state = moment(". . . . . . .\n. . . . . . .\nw . . . . . .\n. . . . . . .", green="d1 north",
                   red="g4 north", destroyed=["red"])  # fmt: skip
    places = places_to_begin(state)
    assert not {"a1", "b1", "b2", "b3", "a3", "c1", "c2", "e1"} & set(map(str, places))
    assert places[Square.read("g1")] == (Facing.NORTH, Facing.EAST, Facing.SOUTH), "green is west"
    assert places[Square.read("g2")] == (Facing.NORTH, Facing.EAST, Facing.SOUTH), "a wrench, too"
    assert places[Square.read("g4")] == FACINGS
    told = played(place(state, "red"), Square.read("g4"), Facing.WEST)
    assert told == ["The red robot starts on g4 and faces west."]
    assert not told.state.robot("red").virtual


@rule("RV-6")
def test_only_the_own_sight_counts_for_a_start_square() -> None:
    state = moment(". . . . . . .", green="a1 east", red="g1 north", destroyed=["red"])
    assert Facing.NORTH in places_to_begin(state)[Square.read("g1")], "green looks at it"


@rule("RV-7")
def test_a_secret_goal_is_drawn_and_nobody_else_sees_it() -> None:
    state = moment(red="c5 north", green="g5 north", extra={"goals": ["Dizzy", "Hermit"]})
    told = played(draw_goal(state, "red"))
    assert told == ["The red robot gets a secret goal."]
    here = standing(told.state)
    views = (here, here.seen_by("green"), here.seen_by("red"))
    assert [view.seat("red").goal for view in views] == ["Dizzy", "?", "Dizzy"]


# The goal flag ---------------------------------------------------------------------------------


@rule("RV-8")
def test_a_goal_flag_is_not_the_last_one_nor_near_or_seen_by_a_robot() -> None:
    """Red stands on f4, beside f1's neighbour b2, and looks at f5 from a1."""
    state = moment(FLAGS, red="b2 north", green="f1 west", extra={"last": 2})
    assert free_flags(state, but=2) == (3,), "f1, f4, f2, f5 are beside red; green sees f6"
    told = played(rounds.roll_goal(state), 3)
    assert (told, standing(told.state).flag) == (["The goal is now flag 3."], 3)


@rule("RV-8")
def test_a_goal_that_nobody_reached_stays() -> None:
    assert played(rounds.roll_goal(moment(red="c5 north", extra={"flag": 4}))) == []


@rule("RV-8", "RV-9")
def test_each_flag_that_will_do_is_as_likely() -> None:
    """The die is a question to chance among just these flags."""
    flow = rounds.roll_goal(moment(red="c5 north", extra={"last": 2}))
    (asked,) = next(flow)  # type: ignore[misc]  # a question comes first
    assert (asked.player, asked.options) == (None, (1, 3, 4, 5, 6))
    picked = Counter(asked.compose(lambda options, at=at: options[at]) for at in range(5))
    assert set(picked.values()) == {1}


@rule("RV-8")
def test_sight_may_go_all_four_ways() -> None:
    state = moment(red="e9 south", extra={})
    assert free_flags(state, but=0) == (1, 2, 3, 4, 5, 6)
    state = structs.replace(state, rules=replace(state.rules, sees_all_ways=True))
    assert free_flags(state, but=0) == (3, 4, 5, 6), "f1 and f2 are in its row"


@rule("RV-9")
def test_without_any_such_flag_there_is_no_goal_in_this_turn() -> None:
    state = moment("f1 f2\nf3 f4\nf5 f6", red="a2 north", green="b3 north")
    told = played(rounds.roll_goal(state))
    assert (told, standing(told.state).flag) == (["No flag can be the goal in this round."], 0)


# Points ----------------------------------------------------------------------------------------

SPIN = {"red": "u-turn 10", "green": "u-turn 20", "blue": "u-turn 30"}


@rule("RV-10", "RV-11", "RV-35")
def test_three_that_score_get_three_two_and_one_credit() -> None:
    """With arms that reach far they touch it in one register: the highest priority first."""
    told = fifth(red="b9 north", green="a8 north", blue="a9 north", cards=SPIN,
                 extra={"flag": 1}, held={"red": ["Mechanical Arm"], "green": ["Mechanical Arm"]},
                 answers=("keep",))  # fmt: skip
    assert points(told.state) == {"red": (1, 1), "green": (1, 2), "blue": (1, 3)}


@rule("RV-10")
def test_a_robot_scores_on_a_flag_once_in_a_turn() -> None:
    state = moment(register=4, red="a9 north", extra={"flag": 1},
                   registers={"red": ["", "", "", "u-turn 10", "u-turn 20"]})  # fmt: skip
    told = played(all_registers(state))
    assert points(told.state) == {"red": (1, 1)}
    told = played(rounds.end_round(told.state))
    assert (standing(told.state).flag, standing(told.state).last) == (0, 1)


@rule("RV-12")
@cases("flag, scored", (6, (1, 1)), (1, (0, 0)))
def test_flags_need_no_order(flag: int, scored: tuple[int, int]) -> None:
    """Red is on flag 6, which scores if it is the goal, whatever red has touched before."""
    told = fifth(red="i1 north", cards={"red": "u-turn 10"}, extra={"flag": flag})
    assert points(told.state)["red"] == scored


@rule("RV-13")
def test_a_secret_goal_met_is_a_point_and_a_new_one_comes_at_the_end() -> None:
    told = fifth(red="e5 north", cards={"red": "back-up 430"}, extra={"goals": ["Hermit"]},
                 seats={"red": {"goal": "Crayfish", "deeds": {"backed": 1}}})  # fmt: skip
    assert "The red robot meets the goal Crayfish and now has 1 point." in told
    here = standing(told.state)
    assert (here.seat("red").goal, here.goals.discard_pile) == ("", ("Crayfish",))
    assert standing(played(rounds.end_round(told.state)).state).seat("red").goal == "Hermit"


@rule("RV-14")
@cases("wanted, won", (3, True), (5, False))
def test_who_has_enough_points_wins(wanted: int, won: bool) -> None:
    told = fifth(red="a9 north", green="e5 north", cards={"red": "u-turn 10"}, extra={"flag": 1},
                 seats={"red": {"points": 2}}, options={"points_to_win": wanted})  # fmt: skip
    found = outcome(told.state)
    assert bool(found) is won
    if found:
        assert str(found) == "The red robot wins with 3 points."


@rule("RV-15", "RV-16")
def test_when_time_is_up_one_more_turn_is_played() -> None:
    state = moment(red="c5 north", green="g5 north", extra={"leader": "green"},
                   options={"time_up": 1})  # fmt: skip
    told = played(rounds.end_round(state))
    assert told[-1] == "Time is up: one more round is played."
    assert outcome(told.state) is None
    final = played(rounds.end_round(told.state.with_table(turn=2))).state
    assert str(outcome(final)) == "The green robot wins: it was the last robot to take the lead."


@rule("RV-16")
def test_the_leader_token_goes_to_whoever_leads_alone() -> None:
    state = moment(red="c5 north", green="g5 north",
                   seats={"green": {"points": 1}}, extra={"leader": "green"})  # fmt: skip
    told = played(give(state, Award(0, 0, "red", "Dizzy")))
    assert standing(told.state).leader == "green", "level is not ahead"
    told = played(give(told.state, Award(0, 0, "red", "Hermit")))
    assert told[-1] == "The red robot takes the lead."


@rule("RV-16")
def test_if_nobody_ever_led_alone_nobody_wins() -> None:
    state = moment(red="c5 north", green="g5 north", extra={"closed": True})
    assert str(outcome(state)) == "No robot ever took the lead, so nobody wins."


# Cards against damage, wrenches, shop ----------------------------------------------------------


@rule("RV-17")
def test_a_major_option_keeps_off_two_damage_and_a_minor_one_even_if_it_is_spent() -> None:
    state = moment(red="c5 north", held={"red": ["Brakes", "Rubber Bumper"]})
    told = played(take_damage(state, "red", 3), "Brakes", "Rubber Bumper")
    assert told == ["The red robot discards Brakes.", "The red robot discards Rubber Bumper."]
    assert told.state.robot("red").damage == 0
    assert standing(told.state).minors.discard_pile == ("Rubber Bumper",)
    one = played(take_damage(state, "red", 1), "Brakes").state
    assert one.robot("red").damage == 0, "the second point is lost"


@rule("RV-17", "RR-23")
@cases("answers, damage", (["Brakes", "keep"], 1), (["Brakes", "Turbo"], 0), (["keep", "keep"], 2))
def test_one_option_keeps_off_no_damage_of_two_robots(answers: list[str], damage: int) -> None:
    """Green and blue shoot red in one step; Brakes against the first leaves the second."""
    told = fifth(red="c5 north", green="a5 east", blue="e5 west", answers=answers,
                 cards={"red": "u-turn 10"}, held={"red": ["Brakes", "Turbo"]})  # fmt: skip
    assert told.state.robot("red").damage == damage


@rule("RV-17", "RR-21")
def test_one_major_option_keeps_off_two_beams_of_one_laser() -> None:
    told = fifth("f1 . .", red="b1 north", cards={"red": "u-turn 10"}, held={"red": ["Brakes"]},
                 walls=["c1 east"], lasers=["c1 west 2"], answers=["Brakes"])  # fmt: skip
    assert told.state.robot("red").damage == 0


SHOP = ".  . . .\n.  w . .\n.  . ww .\n. . . f1"


@rule("RV-18")
def test_each_wrench_repairs_a_damage_or_a_bug() -> None:
    state = moment(SHOP, red="c2 north", damage={"red": 3}, held={"red": ["Hot Motor"]})
    told = played(rounds.use_wrenches(state, "red"), "Hot Motor")
    assert told == [
        "The red robot gets rid of the bug Hot Motor.",
        "The red robot is repaired and now has 2 damage.",
    ]
    assert standing(told.state).bugs.discard_pile == ("Hot Motor",)


@rule("RV-18")
def test_a_flag_repairs_like_one_wrench() -> None:
    state = moment(SHOP, red="d1 north", damage={"red": 3}, seats={"red": {"credits": 5}})
    assert played(rounds.use_wrenches(state, "red")).state.robot("red").damage == 2


@rule("RV-19")
def test_a_wrench_without_a_flag_sells_and_charges() -> None:
    state = moment(SHOP, red="b3 north", seats={"red": {"credits": 4}},
                   held={"red": ["Ablative Coat 1"]}, option_pile=["Brakes"],
                   extra={"minors": ["Turbo"]})  # fmt: skip
    assert on_sale(state, "red") == ("nothing", "major", "minor", "recharge Ablative Coat")
    told = played(shop(state, "red"), "major", "minor", "recharge Ablative Coat")
    assert points(told.state) == {"red": (0, 0)}
    assert [(card.name, card.charges) for card in told.state.robot("red").held] == [
        ("Ablative Coat", 3), ("Brakes", 0), ("Turbo", 1),
    ]  # fmt: skip


@rule("RV-21")
def test_powered_down_bugs_stay_and_the_secret_goal_may_be_exchanged() -> None:
    state = moment(red="c5 north", announced=["red"], damage={"red": 3}, held={"red": ["Runaway"]},
                   seats={"red": {"goal": "Dizzy"}}, extra={"goals": ["Hermit"]})  # fmt: skip
    state = played(begin_turn(state)).state
    assert (state.robot("red").damage, held(state, "red")) == (0, ["Runaway"])
    state = played(rounds.exchange_goals(state), "yes").state
    assert standing(state).seat("red").goal == "Hermit"
    assert standing(state).goals.discard_pile == ("Dizzy",)


# Kills -----------------------------------------------------------------------------------------

PIT = ". . . . . .\nf1 . . o . .\n. . . . . ."
BLAME = "The green robot was destroyed because of the red robot."


@rule("RV-22")
@cases(
    "facts",
    {"red": "b2 east", "green": "c2 north"},
     {"red": "a3 east", "green": "e3 north", "damage": {"green": 9}},
    ids=['a push into a pit', 'the last damage'],
)  # fmt: skip
def test_a_push_into_a_pit_and_the_last_damage_are_kills(facts: dict[str, Any]) -> None:
    assert BLAME in fifth(PIT, cards={"red": "move-1 490"}, **facts)


@rule("RV-22")
def test_the_last_influence_before_it_drives_into_a_pit_is_a_kill() -> None:
    """Red pushes green to c1; then green drives on by its own card, into the pit."""
    told = fifth(". . . o", red="a1 east", green="b1 east", flags=["a1"],
                 cards={"red": "move-1 600", "green": "move-1 490"})  # fmt: skip
    assert "The green robot falls into the pit on d1." in told
    assert BLAME in told


@rule("RV-22")
@cases("register, to_blame", (4, True), (3, False))
def test_an_influence_counts_for_two_registers(register: int, to_blame: bool) -> None:
    told = fifth(". . . o", red="a1 west", green="c1 east", flags=["a1"],
                 cards={"green": "move-1 490"},
                 extra={"influences": [["green", "red", register]]})  # fmt: skip
    assert (BLAME in told) is to_blame


@rule("RV-22")
def test_holding_somebody_on_a_belt_counts_too() -> None:
    """Blue stands where the belt leads, so green stays, is shot by a wall, and blue is to blame."""
    told = fifth("> . .\nf1 . .", green="a2 north", blue="b2 north", damage={"green": 9},
                 walls=["a2 north"], lasers=["a2 south"], cards={"blue": "u-turn 10"})  # fmt: skip
    assert "The green robot was destroyed because of the blue robot." in told


@rule("RV-22")
@cases("walls", [], ["b2 east"], ids=["by a robot that cannot be pushed", "by a wall behind it"])
def test_holding_somebody_on_a_pusher_counts_too(walls: list[str]) -> None:
    """Blue stands where the pusher pushes, so green stays, and is shot by a wall."""
    bugs = {} if walls else {"green": ["Soft Bumper"]}
    told = fifth(". . .\nf1 . .", green="a2 north", blue="b2 north", damage={"green": 9},
                 walls=["a2 north", "a2 west", *walls], pushers=["a2 east 5"], held=bugs,
                 lasers=["a2 south"], cards={"blue": "u-turn 10"})  # fmt: skip
    assert "The green robot was destroyed because of the blue robot." in told


@rule("RV-23")
@cases("had, paid", (0, 1), (4, 4))
def test_a_kill_pays_the_points_of_the_victim_and_at_least_one(had: int, paid: int) -> None:
    told = fifth(PIT, red="b2 east", green="c2 north", cards={"red": "move-1 490"},
                 seats={"green": {"points": had}})  # fmt: skip
    assert points(told.state)["red"] == (0, paid)


@rule("RV-23")
def test_nobody_kills_itself() -> None:
    told = fifth(PIT, red="c2 east", cards={"red": "move-1 490"})
    assert points(told.state) == {"red": (0, 0)}
    assert told[-1] == "The red robot falls into the pit on d2."


# Coming back -----------------------------------------------------------------------------------


WEST_OF_FLAG_6 = (6, Facing.WEST)


def gone(**facts: Any) -> State:
    """Red was destroyed in the turn before, green stands in the middle."""
    return moment(**{"red": "a1 north", "green": "e5 north", "destroyed": ["red"],
                     "damage": {"red": 9}, **facts})  # fmt: skip


@rule("RV-24", "RV-25", "RV-29")
def test_everybody_comes_back_repaired_with_a_bug_for_two_credits() -> None:
    state = gone(seats={"red": {"credits": 3}}, extra={"bugs": ["Runaway", "Hot Motor"]})
    told = played(rounds.restore(state), *WEST_OF_FLAG_6, "credit", "credit")
    assert told[:2] == [
        "The red robot is back on i1, facing west, with 0 damage.",
        "The red robot gets a bug: Runaway.",
    ]
    assert points(told.state)["red"] == (0, 1)
    red = told.state.robot("red")
    assert (red.damage, red.lives) == (0, state.robot("red").lives)


@rule("RV-25", "RV-31")
def test_for_each_credit_that_is_missing_there_is_a_damage_and_a_bug() -> None:
    state = gone(seats={"red": {"credits": 1}}, extra={"bugs": ["Runaway", "Hot Motor"]})
    told = played(rounds.restore(state), *WEST_OF_FLAG_6, "credit")
    assert told.state.robot("red").damage == 1
    assert held(told.state, "red") == ["Runaway", "Hot Motor"]


@rule("RV-25")
def test_an_option_pays_its_price_and_no_change_is_given() -> None:
    state = gone(seats={"red": {"credits": 1}}, held={"red": ["Turbo", "Brakes"]})
    told = played(rounds.restore(state), *WEST_OF_FLAG_6, "Turbo", "Brakes")
    assert points(told.state)["red"] == (0, 1)
    assert (told.state.robot("red").damage, held(told.state, "red")) == (0, [])


@rule("RV-25")
def test_nobody_must_pay() -> None:
    state = gone(seats={"red": {"credits": 2}})
    assert played(rounds.restore(state), *WEST_OF_FLAG_6, "owe").state.robot("red").damage == 2


@rule("RV-26")
def test_superior_archive_saves_the_price_but_not_the_bug() -> None:
    state = gone(held={"red": ["Superior Archive"]}, extra={"bugs": ["Runaway"]})
    after = played(rounds.restore(state), *WEST_OF_FLAG_6).state
    assert after.robot("red").damage == 0
    assert held(after, "red") == ["Superior Archive", "Runaway"]


@rule("RV-27")
def test_who_comes_back_has_a_new_secret_goal() -> None:
    state = gone(seats={"red": {"goal": "Dizzy"}}, extra={"goals": ["Hermit"]})
    here = standing(played(rounds.restore(state), *WEST_OF_FLAG_6).state)
    assert (here.seat("red").goal, here.goals.discard_pile) == ("Hermit", ("Dizzy",))


@rule("RV-28")
def test_it_comes_back_on_a_flag_that_is_not_the_goal_and_near_nobody() -> None:
    """Green is beside f3, f4 and f5 is two squares off; blue looks along the top row at f1."""
    flow = rounds.restore(gone(green="b2 north", blue="e9 west", extra={"flag": 6}))
    (asked,) = next(flow)  # type: ignore[misc]  # a question comes first
    assert asked.options == (2,)


@rule("RV-28")
def test_without_any_such_flag_it_waits() -> None:
    state = moment("f1 f2\nf3 f4\nf5 f6", red="a1 north", green="b2 north", destroyed=["red"])
    told = played(rounds.restore(state))
    assert told == ["The red robot cannot come back: no flag is free."]
    assert told.state.robot("red").destroyed


@rule("RV-29")
def test_who_comes_back_may_look_at_somebody() -> None:
    told = played(rounds.restore(gone(green="e9 north")), 2, Facing.WEST)
    assert told[0] == "The red robot is back on i9, facing west, with 0 damage."


@rule("RV-29")
def test_robots_come_back_in_the_order_in_which_they_were_destroyed() -> None:
    state = gone(green="e1 north", blue="e5 north", destroyed=["green", "red"])
    told = played(rounds.restore(state), 6, Facing.WEST, 1, Facing.EAST)
    assert [line for line in told if "is back" in line] == [
        "The green robot is back on i1, facing west, with 0 damage.",
        "The red robot is back on a9, facing east, with 0 damage.",
    ]


# Decks -----------------------------------------------------------------------------------------


@rule("RV-30")
def test_only_a_wrench_is_the_end_of_a_bug() -> None:
    state = moment(red="c5 north", held={"red": ["Runaway"]})
    assert held(played(take_damage(state, "red", 1)).state, "red") == ["Runaway"]
    assert held(played(rounds.use_wrench(state, "red")).state, "red") == []


@rule("RV-32")
def test_an_empty_deck_is_made_of_its_discards() -> None:
    state = moment(red="c5 north", extra={"bugs_laid": ["Runaway"]})
    assert held(played(gain_bug(state, "red")).state, "red") == ["Runaway"]


@rule("RV-32")
def test_without_any_cards_nothing_is_drawn_and_nothing_sold() -> None:
    state = moment(red="c5 north", seats={"red": {"credits": 5}})
    assert played(gain_bug(state, "red")) == []
    assert played(draw_goal(state, "red")) == []
    assert on_sale(state, "red") == ("nothing",)


# Timing ----------------------------------------------------------------------------------------

LINE = ". . . . . .\n. . gl . . .\nf1 . . . . ."


@rule("RV-33")
def test_what_the_own_cards_do_comes_before_what_others_do() -> None:
    """Its own loose cable destroys red; green, who shoots, is not to blame."""
    facts: dict[str, Any] = {"red": "c2 north", "green": "a2 west", "cards": {"green": "u-turn 10"},
                             "damage": {"red": 9}}  # fmt: skip
    told = fifth(LINE, **facts, held={"red": ["Loose Cable"]})
    assert points(told.state)["green"] == (0, 0)
    assert points(fifth(LINE, **facts).state)["green"] == (0, 1)


@rule("RV-34")
@cases("damage, earned", (9, 1), (8, 0))
def test_robots_shoot_before_lasers_on_walls(damage: int, earned: int) -> None:
    """The tenth damage is green's in the first case, and that of the wall in the second."""
    told = fifth(LINE, red="d3 north", green="a3 west", damage={"red": damage},
                 walls=["f3 east"], lasers=["f3 west"], cards={"green": "u-turn 10"})  # fmt: skip
    assert points(told.state)["green"] == (0, earned)


@rule("RV-35")
@cases("green, killer", ("u-turn 10", "green"), ("u-turn 30", "blue"))
def test_among_robots_the_priority_of_the_card_decides(green: str, killer: str) -> None:
    """Red has eight damage: whoever shoots second has done the last."""
    told = fifth(LINE, red="d3 north", green="a3 west", blue="f3 east", damage={"red": 8},
                 cards={"green": green, "blue": "u-turn 20"})  # fmt: skip
    assert points(told.state)[killer] == (0, 1)


@rule("RV-33", "RV-34", "RV-35")
def test_a_goal_about_itself_wins_before_the_goal_flag() -> None:
    """Both would win in this register; green, with the lower card, meets a goal about itself."""
    crayfish = {"points": 4, "goal": "Crayfish", "deeds": {"backed": 1}}
    told = fifth(red="a9 north", green="e5 north", extra={"flag": 1},
                 cards={"red": "move-1 490", "green": "back-up 430"}, walls=["a9 north"],
                 seats={"red": {"points": 4}, "green": crayfish})  # fmt: skip
    assert str(outcome(told.state)) == "The green robot wins with 5 points."
