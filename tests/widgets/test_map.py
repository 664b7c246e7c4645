"""The map and the places of a lesson, and the parts that a learner wins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import teachkit as tk
from teachkit.classroom.answers import Answers
from teachkit.classroom.library import course, exercises_of, packaged_lessons
from teachkit.classroom.notebooks import our_call
from teachkit.classroom.progress import ahead, journey, parts_won
from teachkit.core.game.game import run
from teachkit.draw import expedition
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.errors import UnknownNameError
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import algoracing
from teachkit.widgets.map import Map
from teachkit.widgets.workbench.workbench import Workbench

from .benches import run as play

START = algoracing.Setup(floor=". .", rovers={"red": "a1 east", "blue": "b1 west"}).state()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("TEACHKIT_ANSWERS", "TEACHKIT_LEARNER", "TEACHKIT_MAP"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def travelled() -> Map:
    shown = tk.map()
    assert isinstance(shown, Map)
    shown.seen += 1
    return shown


def place(number: str) -> dict[str, Any]:
    return next(each for each in travelled().shown["places"] if each["number"] == number)


def required(lesson: str) -> Iterator[Exercise]:
    for exercise in exercises_of(lesson):
        if exercise.file.phase != "stretch":
            yield exercise


def record(points: int = 2, possible: int = 2, **facts: Any) -> dict[str, Any]:
    return {"answer": "x", "best": "x", "points": points, "possible": possible} | facts


def write(folder: Path, records: dict[str, Any]) -> None:
    kept = {"teachkit": 1, "learner": "", "answers": records}
    (folder / "answers.json").write_text(json.dumps(kept))


def win(folder: Path, *lessons: str) -> None:
    write(folder, {each.id: record() for lesson in lessons for each in required(lesson)})


# The map ---------------------------------------------------------------------------------------


def test_at_first_the_tour_is_next_and_nothing_is_solved() -> None:
    shown = travelled().shown
    assert len(shown["says"]) == 1
    assert shown["says"][0].startswith("You solved 0 of ")
    assert [each["number"] for each in shown["places"] if each["state"] == "next"] == ["00"]
    assert {each["state"] for each in shown["places"]} == {"next", ""}
    assert not shown["parts"]


def test_a_place_says_what_is_solved_there_and_what_it_gives(elsewhere: Path) -> None:
    first, second = (each.id for each in exercises_of("03")[:2])
    write(elsewhere, {first: record(3, 3, medals=2, badges=1), second: record(1, 4)})
    total, possible = len(exercises_of("03")), sum(e.possible for e in exercises_of("03")[2:]) + 7
    assert place("03")["says"] == (
        f"03 Blind Valley: 1 of {total} solved, 4 of {possible} points, 1 badge, 2 medals, "
        "part to win: headlights, this is next"
    )
    assert travelled().shown["says"][1] == "Points: 4. Badges: 1. Medals: 2."


def test_a_lesson_is_done_when_every_required_exercise_is_solved(elsewhere: Path) -> None:
    win(elsewhere, "01")
    assert place("01")["state"] == "done"
    points = 2 * len([*required("01")])
    assert place("01")["says"].endswith(f", {points} points, part won: big wheels")
    assert place("02")["state"] == "next"
    names = [each.id for each in required("01")]
    write(elsewhere, {name: record() for name in names[1:]} | {names[0]: record(1, 2)})
    assert place("01")["state"] == "next"
    assert parts_won(Answers()) == ()


def test_the_map_goes_on_where_the_learner_was_last(elsewhere: Path) -> None:
    one, other = exercises_of("02")[0].id, exercises_of("05")[0].id
    write(elsewhere, {one: record(changed="2026-02-02"), other: record(changed="2026-01-01")})
    found = ahead(journey(Answers()))
    assert found
    assert found.lesson.number == "02"
    write(elsewhere, {name: record() for name in (each.id for each in exercises_of("24"))})
    found = ahead(journey(Answers()))
    assert found
    assert found.lesson.number == "01"  # never back to the tour


def test_the_map_leads_only_to_lessons_that_are_there(elsewhere: Path) -> None:
    (elsewhere / "00-the-tour.ipynb").touch()
    shown = travelled().shown
    assert [each["file"] for each in shown["places"] if each["file"]] == ["00-the-tour.ipynb"]
    assert [each["name"] for each in shown["places"] if each["file"]] == ["The lander"]
    win(elsewhere, "01")
    assert place("02")["state"] == "next"
    assert not place("02")["file"]


def test_after_an_update_the_map_and_the_end_lead_to_the_new_lesson(elsewhere: Path) -> None:
    new = next(path.name for path in packaged_lessons().glob("11-*.ipynb"))
    for name in ("11-a-lesson-of-my-own.ipynb", new, "11-the-old-one.ipynb"):
        (elsewhere / name).touch()
    assert place("11")["file"] == new
    assert tk.finish("10").following == new


def test_an_untouched_map_is_stored_and_never_the_learner_s(elsewhere: Path) -> None:
    before = tk.map().still.bundle()
    win(elsewhere, "01", "02")
    assert tk.map().still.bundle() == before
    assert before["text/plain"].startswith("00 The lander\n01 Landing field\n")
    assert 'alt="A map of Mars' in before["text/html"]


def test_lessons_without_a_course_have_no_map(elsewhere: Path) -> None:
    (elsewhere / "exercises").mkdir()
    assert str(tk.map()) == "These lessons have no map. A file course.toml would draw one."
    assert parts_won(Answers()) == ()


@pytest.mark.parametrize("way", ["file", "variable"])
def test_a_teacher_can_switch_the_map_off(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    win(elsewhere, "01")
    assert parts_won(Answers()) == ("big wheels",)
    if way == "file":
        shipped = (packaged_lessons() / "course.toml").read_text(encoding="utf-8")
        shown = shipped.replace("show = true", "show = false")
        (elsewhere / "course.toml").write_text(shown, encoding="utf-8")
    else:
        monkeypatch.setenv("TEACHKIT_MAP", "off")
    assert repr(tk.map()) == "The map of this course is switched off."
    assert parts_won(Answers()) == ()


def test_both_calls_are_marked_as_live() -> None:
    assert [our_call(call) for call in ("tk.map()", 'tk.place("03")')] == ["map", "place"]


# Places ----------------------------------------------------------------------------------------


def test_every_lesson_has_a_place_with_a_small_picture_and_a_sentence() -> None:
    numbers = [each.number for each in course().lessons]
    assert [*expedition.places()] == numbers
    for number in numbers:
        shown = tk.place(number)._repr_mimebundle_()
        there = expedition.places()[number]
        assert shown["text/plain"] == there.alt == str(tk.place(number))
        assert len(expedition.small_png(there)) < 25_000, number
        assert there.alt.endswith(".")


def test_an_unknown_place_says_which_ones_there_are() -> None:
    with pytest.raises(UnknownNameError, match=r'no place "99".* 00 to 24'):
        tk.place("99")


# Parts -----------------------------------------------------------------------------------------


def pictures(*parts: str) -> dict[str, bytes]:
    trace = run(algoracing.GAME, START, "left")
    shown = replay_data(trace, algoracing.GAME, tk.Program.read("left"), parts=parts)
    return {each["id"]: each["picture"] for each in shown["pieces"]}


def test_a_part_is_seen_on_the_learner_s_rover_and_on_no_other_piece() -> None:
    plain, dressed = pictures(), pictures("big wheels")
    assert {name for name in plain if plain[name] != dressed[name]} == {"red"}
    assert png(START) != png(START, parts=("big wheels",))
    assert png(START) == png(START, parts=())


@pytest.mark.parametrize("part", [each.part for each in course(packaged_lessons()).lessons[1:]])
def test_every_part_of_the_course_is_seen(part: str) -> None:
    assert pictures(part)["red"] != pictures()["red"]


def test_a_part_without_a_sprite_is_only_listed() -> None:
    assert pictures("sofa") == pictures()


def test_a_part_takes_the_place_of_an_earlier_one() -> None:
    assert pictures("big wheels", "third axle") == pictures("third axle")


def test_boards_show_the_parts_and_grading_does_not_know_them(elsewhere: Path) -> None:
    exercise = exercises_of("02")[-1]
    before, plain = (
        Workbench(exercise),
        tk.board("algoracing", floor=".", rovers={"red": "a1 east"}),
    )
    pictured = plain._repr_mimebundle_()
    win(elsewhere, "01")
    after = Workbench(exercise)
    assert before.player.scene != after.player.scene
    assert before.still().text == after.still().text
    assert before.still() != after.still()
    again = plain._repr_mimebundle_()
    assert again["text/plain"] == pictured["text/plain"]
    assert again["text/html"] != pictured["text/html"]
    assert tk.points(exercise.id) == 0


def test_the_end_of_a_lesson_names_the_part_that_was_won_there(elsewhere: Path) -> None:
    def says(lesson: str) -> list[str]:
        end = tk.finish(lesson)
        end.seen += 1
        return list(end.says)

    assert not any("rover" in line for line in says("01"))
    win(elsewhere, "01")
    assert "New on your rover: big wheels." in says("01")
    assert not any("rover" in line for line in says("02"))


def test_a_drive_and_a_watched_run_show_the_parts(elsewhere: Path) -> None:
    def watched() -> object:
        floor = {"floor": ". .", "rovers": {"red": "a1 east"}}
        return tk.watch("algoracing", program="forward", **floor).scene["pieces"]

    before = watched()
    win(elsewhere, "01")
    assert watched() != before


def test_the_badges_of_the_best_run_are_kept_for_the_map(bench: Any, kept: Any) -> None:
    opened = bench()
    for program, badges in ((["forward", "left", "right", "forward"], None), (["all-forward"], 2)):
        play(opened, *program)
        assert kept().get("badges") == badges
    play(opened, "forward", "left")
    assert kept()["badges"] == 2


def test_a_stored_lesson_never_changes_with_the_number_of_exercises() -> None:
    assert repr(tk.map()) == "Map('')"
    assert repr(travelled()).startswith("Map('You solved 0 of ")
