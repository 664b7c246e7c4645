"""Test announcing rows and earning in Lovelace & Babbage. [LB-35 … LB-44]"""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.games import lovelace
from teachkit.games.lovelace.cards import sheet as printed_sheet
from teachkit.games.lovelace.state import Sheet
from teachkit.games.rulebook import rulebook

from .machines import BOTH, PRINTED, machine, moment, resolved, seat, story
from .rules import Told, cases, rule

PATRON = {75: "music stars"}
FOUR = {"ada": 55, "babbage": 55, "somerville": 55, "menabrea": 55}
WITH_C = PRINTED + "C +-20 +-7 swap x/3\nD +-15 . . .\nE =75 . . ."


def taken(told: Told, place: int = 0) -> list[str]:
    """Return what each player took from a patron, in order."""
    return [f"{name} {area}" for name, area in told.state.patrons[place].taken]


def announced(told: Told) -> list[str]:
    """Return the announcements in order, such as `Ada 56 in line 1.`"""
    return [says.replace("announces ", "") for says in told if "announces" in says]


# Line by line -----------------------------------------------------------------------------------


@rule("LB-35", editions=BOTH)
def test_first_rows_come_before_second_rows(edition: str) -> None:
    told = resolved(moment(edition), {"babbage": "A1+, A1+", "ada": "B2+, A3+"})
    rows = [
        "Babbage 56 in line 1.",
        "Ada 75 in line 1.",
        "Babbage 57 in line 2.",
        "Ada 80 in line 2.",
    ]
    assert announced(told) == rows


@rule("LB-35", editions=BOTH)
def test_who_has_no_such_row_is_skipped(edition: str) -> None:
    told = resolved(moment(edition), {"ada": "A1+", "babbage": "A1+, A1+, A1+"})
    assert [says.split()[0] for says in announced(told)] == ["Ada", *["Babbage"] * 3]


@rule("LB-35")
def test_the_values_stand_on_the_sheet() -> None:
    told = resolved(moment(), {"ada": "B2+, A3+"})
    assert all(row in str(told.state) for row in ("B2+ 75", "A3+ 80"))
    assert seat(told).value == 80


# Targets ---------------------------------------------------------------------------------------


@rule("LB-36", editions=BOTH)
def test_the_target_is_completed_and_ticked(edition: str) -> None:
    told = resolved(moment(edition, {"ada": 35}, targets={"ada": 36}), {"ada": "A1+"})
    assert told[-1] == "Ada completes subroutine 36."
    ada = seat(told)
    assert (ada.ready, ada.sheet.track, ada.plan.targets) == ((36,), 1, ())
    assert 36 not in ada.left


@rule("LB-36", editions=BOTH)
def test_a_target_is_completed_once(edition: str) -> None:
    told = resolved(moment(edition, {"ada": 35}, targets={"ada": 36}), {"ada": "A1+, A1+, A1-"})
    assert seat(told).sheet.track == 1


@rule("LB-36")
def test_an_edition_may_ask_before_a_target_is_completed() -> None:
    """D15: one text says that you may."""
    state = moment("english", {"ada": 35}, targets={"ada": 36}, may_decline=True)
    told = resolved(state, {"ada": "A1+"}, "leave")
    assert (told[-1], seat(told).ready) == ("Ada decides not to complete subroutine 36 yet.", ())
    assert seat(resolved(state, {"ada": "A1+"}, "complete")).ready == (36,)


@rule("LB-36", "LB-51")
def test_an_edition_may_tick_when_a_subroutine_is_activated() -> None:
    """D21: one text counts those that were activated."""
    state = moment("english", {"ada": 35}, targets={"ada": 36}, ticked_when_activated=True)
    assert seat(resolved(state, {"ada": "A1+"})).sheet.track == 0


@rule("LB-37", editions=BOTH)
def test_another_subroutine_of_ones_own_does_nothing(edition: str) -> None:
    told = resolved(moment(edition, {"ada": 35}, targets={"ada": 14}), {"ada": "A1+"})
    assert told == ["35 + 1 = 36.", "Ada announces 36 in line 1."]


@rule("LB-37", editions=BOTH)
def test_nor_does_the_target_of_somebody_else(edition: str) -> None:
    state = moment(edition, {"ada": 35, "babbage": 35}, targets={"babbage": 36})
    assert seat(resolved(state, {"ada": "A1+"}), "babbage").ready == ()


# Patrons ---------------------------------------------------------------------------------------


@rule("LB-38", editions=BOTH)
def test_an_area_then_the_other_then_failed_experiments(edition: str) -> None:
    state = moment(edition, FOUR, PATRON)
    told = resolved(state, dict.fromkeys(FOUR, "B2+"), "stars")
    assert [says for says in told if "patron 75" in says] == [
        "Ada wins stars from patron 75.",
        "Babbage wins music from patron 75.",
        "Somerville ticks Σ: patron 75 has no area to give.",
        "Menabrea ticks Σ: patron 75 has no area to give.",
    ]
    assert taken(told) == ["ada stars", "babbage music", "somerville Σ", "menabrea Σ"]
    assert seat(told).sheet.areas == ((1, "stars"),)
    assert seat(told, "menabrea").sheet.sigmas == 1


@rule("LB-38", editions=BOTH)
def test_marker_order_decides_who_is_first(edition: str) -> None:
    state = moment(edition, patrons=PATRON)
    told = resolved(state, {"babbage": "B2+", "ada": "B2+"}, "music")
    assert taken(told) == ["babbage music", "ada stars"]


@rule("LB-38", editions=BOTH)
def test_an_area_is_ticked_in_the_column_of_its_round(edition: str) -> None:
    told = resolved(moment(edition, patrons=PATRON, number=3), {"ada": "B2+"}, "music")
    assert seat(told).sheet.areas == ((3, "music"),)


@rule("LB-38")
def test_every_row_counts_not_only_the_last() -> None:
    told = resolved(moment(patrons=PATRON), {"ada": "B2+, A1+, A1-"}, "music")
    assert taken(told) == ["ada music"]


@rule("LB-39", editions=BOTH)
def test_one_value_reaches_target_and_patron(edition: str) -> None:
    state = moment(edition, {"ada": 35}, {36: "music stars"}, {"ada": 36})
    told = resolved(state, {"ada": "A1+"}, "music")
    assert told[-2:] == ["Ada completes subroutine 36.", "Ada wins music from patron 36."]


@rule("LB-39", editions=BOTH)
def test_two_patrons_with_one_number_both_count(edition: str) -> None:
    state = moment(edition, patrons={75: "music stars", 18: "maps steam"})
    state = state.with_patron(1, replace(state.patrons[1], number=75))
    told = resolved(state, {"ada": "B2+"}, "music", "maps")
    assert [area for _, area in seat(told).sheet.areas] == ["music", "maps"]


TWICE = "B2+, A1+, A1-"


@rule("LB-40")
def test_in_the_english_rules_one_player_may_take_both_areas() -> None:
    told = resolved(moment("english", patrons=PATRON), {"ada": TWICE}, "music")
    assert taken(told) == ["ada music", "ada stars"]


@rule("LB-40")
def test_in_the_japanese_rules_one_player_takes_one_area() -> None:
    told = resolved(moment("japanese", patrons=PATRON), {"ada": TWICE}, "music")
    assert told[-1] == "Patron 75 gives Ada nothing this time."
    assert taken(told) == ["ada music"]


@rule("LB-40")
def test_the_second_area_stays_for_the_next_player_then() -> None:
    state = moment("japanese", patrons=PATRON)
    told = resolved(state, {"ada": TWICE, "babbage": "A1+, A1+, B2+, A2-"}, "music")
    assert taken(told) == ["ada music", "babbage stars"]


@rule("LB-41")
def test_in_the_english_rules_an_area_counts_once_a_round() -> None:
    """If one area is blocked, the other one is taken without a choice."""
    state = moment("english", patrons={75: "music stars", 76: "music maps"})
    told = resolved(state, {"ada": "B2+, A1+"}, "music")
    assert [area for _, area in seat(told).sheet.areas] == ["music", "maps"]


@rule("LB-41", "LB-38")
def test_in_the_english_rules_a_blocked_area_is_a_failed_experiment() -> None:
    """D10. The area stays for whoever comes next."""
    state = moment("english", patrons={75: "music stars", 76: "music stars", 77: "music stars"})
    told = resolved(state, {"ada": "B2+, A1+, A1+", "babbage": "A1+, B2+, A1+"}, "music")
    assert told.count("Ada ticks Σ: patron 77 has no area to give.") == 1
    assert taken(told, 2)[1:] == ["babbage stars"]


@rule("LB-41")
def test_in_the_japanese_rules_an_area_counts_each_time() -> None:
    state = moment("japanese", patrons={75: "music stars", 76: "music maps"})
    told = resolved(state, {"ada": "B2+, A1+"}, "music", "music")
    assert seat(told).sheet.ticks("music") == 2


@rule("LB-41")
def test_a_blocked_area_may_also_give_nothing() -> None:
    state = moment("english", patrons={75: "music stars", 76: "music stars", 77: "music stars"},
                   sigma_if_blocked=False)  # fmt: skip
    told = resolved(state, {"ada": "B2+, A1+, A1+"}, "music")
    assert (told[-1], seat(told).sheet.sigmas) == ("Patron 77 gives Ada nothing this time.", 0)


# Bonus -----------------------------------------------------------------------------------------


@rule("LB-42", editions=BOTH)
@cases("row, bonuses", ("B2+", (0, 0, 0)), ("C1+", (1, 0, 0)), ("E1set", (0, 0, 1)))
def test_a_new_component_ticks_its_track(edition: str, row: str, bonuses: tuple[int, ...]) -> None:
    state = moment(edition, patrons=PATRON, engine=WITH_C)
    assert seat(resolved(state, {"ada": row}, "music")).sheet.bonuses == bonuses


@rule("LB-42", editions=BOTH)
def test_only_the_row_that_scores_is_rewarded(edition: str) -> None:
    state = moment(edition, patrons=PATRON, engine=WITH_C)
    told = resolved(state, {"ada": "D1+, A3+"}, "music")
    assert seat(told).sheet.bonuses == (0, 0, 0)


@rule("LB-42", editions=BOTH)
def test_a_target_is_rewarded_too(edition: str) -> None:
    state = moment(edition, targets={"ada": 75}, engine=WITH_C)
    assert resolved(state, {"ada": "C1+"})[-1] == "Ada earns a bonus and ticks a box on track C."


@rule("LB-42", editions=BOTH)
def test_a_failed_experiment_is_not_rewarded(edition: str) -> None:
    state = moment(edition, FOUR, PATRON, engine=WITH_C)
    told = resolved(state, dict.fromkeys(FOUR, "C1+"), "music")
    assert [player.sheet.bonuses[0] for player in told.state.players] == [1, 1, 0, 0]


@rule("LB-42", editions=BOTH)
@cases("for_each, ticks", (False, 1), (True, 2))
def test_one_tick_for_a_row_or_one_for_each_thing(edition: str, for_each: bool, ticks: int) -> None:
    """D16: one for the row, unless the edition says otherwise."""
    state = moment(edition, patrons=PATRON, targets={"ada": 75}, engine=WITH_C,
                   bonus_for_each=for_each)  # fmt: skip
    assert seat(resolved(state, {"ada": "C1+"}, "music")).sheet.bonuses == (ticks, 0, 0)


@rule("LB-43", editions=BOTH)
@cases(
    "sheet, row",
    (Sheet(track=6), "B2+"),
    (Sheet(bonuses=(5, 0, 0)), "C1+"),
    (Sheet(bonuses=(0, 0, 3)), "E1set"),
)
def test_a_full_track_is_not_ticked(edition: str, sheet: Sheet, row: str) -> None:
    state = moment(edition, targets={"ada": 75}, engine=WITH_C)
    state = state.with_player(replace(state.player("ada"), sheet=sheet))
    told = resolved(state, {"ada": row})
    assert "Ada has no boxes left to tick on this track." in told
    after = seat(told).sheet
    assert (after.track <= 6, after.bonuses) == (True, sheet.bonuses)


@rule("LB-43", editions=BOTH)
def test_there_are_no_more_failed_experiments_than_boxes(edition: str) -> None:
    state = moment(edition, FOUR, PATRON).with_sheet("menabrea", sigmas=10)
    told = resolved(state, dict.fromkeys(FOUR, "B2+"), "music")
    assert told[-1] == "Menabrea has no boxes left to tick on this track."
    assert seat(told, "menabrea").sheet.sigmas == 10


@rule("LB-43")
def test_the_ruling_says_how_many_failed_experiments_there_is_room_for() -> None:
    (ruling,) = [rule.ruling for rule in rulebook("lovelace") if rule.id == "LB-43"]
    assert f"room for {printed_sheet().sigmas} Σ" in ruling


# In an exercise --------------------------------------------------------------------------------


def test_targets_of_an_exercise_are_hit_once() -> None:
    state = machine(targets=[56, 18])
    assert story(state, "A1+, A1+, A1-") == [
        "55 + 1 = 56.",
        "56 is one of the targets.",
        "56 + 1 = 57.",
        "57 − 1 = 56.",
    ]


def test_the_machine_alone_asks_nobody() -> None:
    """The left area comes first."""
    state = machine(patrons={"56": ["stars", "music"]})
    assert story(state, "A1+, A1+, A1-")[1::2] == ["Ada wins stars from patron 56.", "57 − 1 = 56."]
    assert lovelace.GAME.goals["reaches"](state, "ada", number=0) is None


@rule("LB-41")
def test_in_the_english_rules_an_area_of_an_earlier_round_counts_again() -> None:
    state = moment("english", patrons={56: "music stars"}, number=2)
    told = resolved(state.with_sheet("ada", areas=((1, "music"),)), {"ada": "A1+"}, "music")
    assert seat(told).sheet.areas == ((1, "music"), (2, "music"))
