"""Test how Calamitron's rogues move by themselves, and the effect of each type on others."""

from __future__ import annotations

import pytest

from teachkit.games.calamitron.bots import rogue_types, types
from teachkit.games.calamitron.rogues import in_order, move_rogue

from .bots import at_table, board, done, drawing, says, tidy, told
from .rules import cases, rule


def moves(picture: str, *movers: str, **facts: object) -> tuple[str, list[str]]:
    """These rogues move, after no program at all; the board then, and what is told."""
    trace = told(board(picture, **facts, after=list(movers)), "")
    return drawing(trace.final), says(trace)


# Who moves when -------------------------------------------------------------------------------


def names(picture: str, kind: str) -> list[str]:
    return in_order(board(picture), kind, "red")


@rule("CT-12")
def test_the_nearest_moves_first_and_then_clockwise() -> None:
    """The nearest stands in the north; clockwise from there come east, south, west."""
    picture = """
    .   .   R^  .   .
    .   .   s3^ .   .
    s1^ .   .   .   s2^
    .   .   .   .   .
    .   .   s4^ .   .
    """
    assert names(picture, "servo") == ["servo-3", "servo-2", "servo-4", "servo-1"]


@rule("CT-12")
def test_of_equally_near_ones_the_lower_square_is_first() -> None:
    assert names("s2^ R^ s1^", "servo") == ["servo-2", "servo-1"]


@rule("CT-12")
def test_of_two_in_one_direction_the_nearer_one_is_first() -> None:
    picture = """
    .   .   R^  .   .
    .   .   s1^ .   .
    .   .   .   s4^ s2^
    .   .   .   .   .
    .   .   s3^ .   .
    """
    assert names(picture, "servo") == ["servo-1", "servo-4", "servo-2", "servo-3"]


@rule("CT-12")
def test_they_move_one_after_another() -> None:
    """The second finds the first where it went."""
    after, lines = moves("R^ .  .  .  .  .\n. k1> . . . k2<", "knock")
    moved = [line for line in lines if line.endswith("moves.")]
    assert moved == ["Knockbot 1 moves.", "Knockbot 2 moves."]
    assert "k1" in after


# Moving and turning ---------------------------------------------------------------------------


@rule("CT-13")
def test_a_rogue_drives_three_squares_and_the_fast_one_five() -> None:
    knock, servo = "R^ . . . . . .\nk1> . . . . . .", "R^ . . . . . .\ns1> . . . . . ."
    assert moves(knock, "knock")[0] == "R^ . . . . . .\n. . . k1> . . ."
    assert moves(servo, "servo")[0] == "R^ . . . . . .\n. . . . . s1> ."
    assert {kind.steps for name, kind in types().items() if kind.rogue and name != "servo"} == {3}


@rule("CT-14")
@cases("thing", "O", "[]", "s1^", "+", "G^")
def test_a_rogue_turns_before_what_is_in_its_way(thing: str) -> None:
    """It turns to the left, which costs no square."""
    after, lines = moves(f"R^ . #\n. . #\n. . #\nf1> . {thing}", "flame")
    assert "f1^" in after.splitlines()[1]
    assert sum(line.startswith("Flamebot 1 drives") for line in lines) == 3


@rule("CT-14")
@cases("facts", {"walls": ["b1 east"]}, {"doors": ["b1 east"]})
def test_a_rogue_turns_before_walls_and_doors(facts: dict[str, list[str]]) -> None:
    after, lines = moves("R^ . .\n. . .\n. . .\nk1> . .", "knock", **facts)
    assert after == tidy("R^ . .\n. k1^ .\n. . .\n. . .")
    what = "wall" if "walls" in facts else "door"
    assert lines[2] == f"Knockbot 1 turns north because there is a {what} next to b1."


@rule("CT-14")
def test_each_type_turns_to_its_own_side() -> None:
    right, left = ("servo", "laser", "vise"), ("knock", "flame", "prog")
    expected = {**dict.fromkeys(right, "right"), **dict.fromkeys(left, "left")}
    assert {name: types()[name].turns for name in rogue_types()} == expected
    _, lines = moves("R^ .\nv1< .\n. .", "vise")
    assert lines[1] == "Visebot 1 turns north because a2 is at the edge of the board."


@rule("CT-14")
def test_with_four_blocked_directions_it_stops() -> None:
    after, lines = moves("R^ .\n[] .\ns1> O", "servo")
    assert after == tidy("R^ .\n[] .\ns1^ O")
    assert lines[-1] == "Servobot 1 stops: the crate is in the way."
    assert sum("turns" in line for line in lines) == 3


@rule("CT-14")
@cases("rogue, after", ("servo", "s1^"), ("knock", "k1v"))
def test_after_four_blocked_directions_it_has_turned_three_times(rogue: str, after: str) -> None:
    """A Servobot turns right, a Knockbot left; both face east at first."""
    picture = f"R^ O O\nO {rogue[0]}1> O\n. O ."
    assert moves(picture, rogue)[0] == tidy(picture.replace(f"{rogue[0]}1>", after))


@rule("CT-36", "CT-39")
@cases("pry_bar", "red", "green")
def test_for_a_crate_that_a_rogue_opens_the_first_seat_draws(pry_bar: str) -> None:
    state = at_table("R> . . G<\nk1> . [] .", pry_bar=pry_bar)
    trace = done(move_rogue(state, "knock-1", "green"), state)
    assert "Red draws a calamity: Low power." in says(trace)
    pushed = told(at_table("R> . . .\nG> [] O k1^", pry_bar=pry_bar), {"green": "forward"})
    assert "Green draws a calamity: Low power." in says(pushed)


@rule("CT-18")
def test_a_stunned_rogue_only_stands_up() -> None:
    after, lines = moves("R^ . .\ns1>~ . .", "servo")
    assert after == tidy("R^ . .\ns1> . .")
    assert lines == ["Servobot 1 moves.", "Servobot 1 stands up and faces east."]


# What they do ---------------------------------------------------------------------------------


@rule("CT-15")
def test_a_knockbot_hits_who_stands_ahead_of_a_square_that_it_enters() -> None:
    after, lines = moves(". . . . R^\nk1> . . s1^ .", "knock")
    assert lines[1:5] == [
        "Knockbot 1 drives to b1.",
        "Knockbot 1 drives to c1.",
        "Knockbot 1 hits Servobot 1.",
        "Servobot 1 is hit and is now on its back.",
    ]
    assert "s1^~" in after


@rule("CT-15")
def test_who_stands_ahead_only_after_a_turn_is_not_knocked() -> None:
    after, _ = moves("R^ . .\n. . .\nG^ k1> #", "knock")
    assert "~" not in after


@rule("CT-15", "CT-16")
def test_a_laserbot_fires_at_the_end_of_its_move() -> None:
    after, lines = moves("R^ . . . . .\nl1> . . . . s1^", "laser")
    assert after == tidy("R^ . . . . .\n. . . l1> . s1^~")
    assert lines[-2:] == [
        "Laserbot 1 fires its laser and hits Servobot 1.",
        "Servobot 1 is hit and is now on its back.",
    ]


@rule("CT-16")
@cases("facts", {"walls": ["e1 east"]}, {"doors": ["e1 east"]})
def test_walls_and_doors_stop_the_laser(facts: dict[str, list[str]]) -> None:
    _, lines = moves("R^ . . . . .\nl1> . . . . s1^", "laser", **facts)
    assert lines[-1] == "Laserbot 1 fires its laser but hits nothing."


@rule("CT-16", "CT-36")
def test_crates_are_hit_like_bots() -> None:
    _, lines = moves("R^ . . . . .\nl1> . . . . []", "laser")
    fires = "Laserbot 1 fires its laser and hits the crate."
    assert lines[-2:] == [fires, "The crate on f1 breaks open."]


@rule("CT-15", "CT-16")
def test_a_flamebot_burns_three_squares() -> None:
    after, lines = moves("R^ . . . s1^\nf1> . . . k1^\n. . . . l1^", "flame")
    assert after == tidy("R^ . . . s1^~\n. . . f1> k1^~\n. . . . l1^~")
    assert lines[4] == "Flamebot 1 shoots flames and burns Knockbot 1, Servobot 1, Laserbot 1."


@rule("CT-16")
@cases(
    "walls, burnt",
    (["d2 east"], ["s1^~", "l1^~"]),  # round the corner there is another way
    (["d2 east", "d3 east"], ["l1^~"]),
    (["e2 north", "d2 north"], ["k1^~", "l1^~"]),
    (["d2 east", "d2 north", "d2 south"], []),
)
def test_walls_shield_from_flames(walls: list[str], burnt: list[str]) -> None:
    after, _ = moves("R^ . . . s1^\nf1> . . . k1^\n. . . . l1^", "flame", walls=walls)
    assert [sign for sign in after.split() if sign.endswith("~")] == burnt


@rule("CT-15")
def test_a_visebot_pushes_bots_and_grinds_once_and_turns() -> None:
    after, lines = moves("R^ . . .\n. . . .\nv1> . s1^ .", "vise")
    assert after == tidy("R^ . . .\n. . . .\n. . v1v s1^~")
    assert lines[1:] == [
        "Visebot 1 drives to b1.",
        "Visebot 1 pushes Servobot 1 to d1.",
        "Visebot 1 drives to c1.",
        "Visebot 1 crushes Servobot 1 on d1: there is no room to push it.",
        "Servobot 1 is hit and is now on its back.",
        "Visebot 1 turns south because Servobot 1 is in the way.",
    ]


@rule("CT-15")
def test_a_visebot_turns_before_crates_and_pits() -> None:
    for thing in ("[]", "O"):
        _, lines = moves(f"R^ . . .\n. . . .\n. . . .\nv1> {thing} . .", "vise")
        assert "pushes" not in " ".join(lines)


@rule("CT-17")
@pytest.mark.parametrize(
    ("walls", "order"),
    [([], ["Knockbot", "Laserbot", "Servobot"]), (["c2 east"], ["Laserbot", "Servobot"])],
)
def test_a_progbot_sends_the_one_ahead_then_clockwise(walls: list[str], order: list[str]) -> None:
    """It comes to c2 between three bots; a wall keeps it from the one ahead."""
    picture = "R^ . s1> . .\n. p1> . k1> .\n. . l1> . ."
    _, lines = moves(picture, "prog", walls=walls)
    sent = [line for line in lines if "sends" in line]
    assert sent[: len(order)] == [f"Progbot 1 sends {kind} 1 forward." for kind in order]


@rule("CT-17")
def test_who_is_sent_moves_where_it_looks_and_may_push_or_fall() -> None:
    state = board(". R> . k1^ .\n. . p1^ . .\n. . . . .", after=["prog"])
    lines = says(told(state, ""))
    assert lines[1:3] == ["Progbot 1 drives to c3.", "Progbot 1 sends Knockbot 1 forward."]
    trace = told(board("R^ . . .\n. . s1> O\n. p1> . .\n. . . .", after=["prog"]), "")
    assert trace.final.trophies == (("servo-1", ""),)


@rule("CT-17")
def test_who_lies_on_its_back_is_not_sent() -> None:
    _, lines = moves("R^ . . .\n. . s1>~ .\n. p1> . .", "prog")
    assert not [line for line in lines if "sends" in line]


@rule("CT-17")
@cases(
    "picture, says",
    (".   k1> . .\np1> .   . .\n.   v1^ . R^", "Progbot 1 is hit and is now on its back."),
    (".   . .   .\np1> . v1< .\n. k1> . R^", "Visebot 1 pushes Progbot 1 to a2."),
    ids=["ground", "pushed away"],
)
def test_a_progbot_hit_or_moved_by_whom_it_sent_sends_nobody_else(picture: str, says: str) -> None:
    """On b2 the Visebot is the first clockwise, the Knockbot would be the second."""
    _, lines = moves(picture, "prog")
    assert lines[2] == "Progbot 1 sends Visebot 1 forward."
    assert says in lines
    assert not [line for line in lines if "sends Knockbot" in line]


@rule("CT-15", "CT-32")
def test_retros_are_harmed_like_rogues() -> None:
    after, lines = moves(". . . . .\nl1> . . . R^", "laser")
    assert after == tidy(". . . . .\n. . . l1> R^~")
    assert lines[-1] == "The red retro is hit and is now on its back."
