"""Test the author's commands: `teachkit generate`, and more of `teachkit check`."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from teachkit.classroom.library import exercise_files, packaged_lessons
from teachkit.classroom.sandbox import process
from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.misreadings.diagnosis import misreading_named, misreadings_of
from teachkit.games import game
from teachkit.words import translate

from .exercises.functionfiles import FOLDER
from .exercises.test_files import FILE
from .test_cli import Said, Teachkit, elsewhere, one_sentence, teachkit

__all__ = ["elsewhere", "teachkit"]  # fixtures

WIDEST = 100


ORDER = ("generate", "algoracing", "--par-cards", "4..5", "-n", 3, "--seed", 7)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_generate_writes_exercises_and_lists_them(teachkit: Teachkit, tmp_path: Path) -> None:
    said = teachkit(*ORDER)
    assert (said.status, said.err) == (0, "")
    names = [f"gen-algoracing-7-0{number}" for number in (1, 2, 3)]
    head, *rows = said.out.splitlines()
    assert head.split("  ")[0] == "exercise"
    assert [row.split()[0] for row in rows] == names
    written = tmp_path / "exercises"
    assert sorted(files(written)) == [f"{name}.toml" for name in names]
    for row, name in zip(rows, names, strict=True):
        exercise = load_exercise(written / f"{name}.toml")
        assert row.endswith(exercise.title)
    assert teachkit("check", written, "--strict").out.endswith("3 exercises: 3 hold.\n")
    made_by = b"# Made by: teachkit generate algoracing --par-cards 4..5 -n 3 --seed 7\n"
    assert made_by in files(written)[f"{names[0]}.toml"]
    teachkit(*ORDER, "-o", tmp_path / "other")
    assert files(written) == files(tmp_path / "other")  # the same bytes in any folder
    assert teachkit(*ORDER).status == 0


def test_another_exercise_is_never_written_over(teachkit: Teachkit, tmp_path: Path) -> None:
    edited = tmp_path / "one" / "mine-02.toml"
    edited.parent.mkdir()
    edited.write_text("# mine", encoding="utf-8")
    said = teachkit(*ORDER, "--name", "mine", "-o", tmp_path / "one")
    assert said == Said(
        2,
        "",
        f'"{edited}" already exists and is a different exercise. Choose a different --name.\n',
    )
    assert files(tmp_path / "one") == {"mine-02.toml": b"# mine"}


def test_nothing_is_written_when_too_few_are_found(teachkit: Teachkit, tmp_path: Path) -> None:
    said = teachkit("generate", "algoracing", "--turns", 9, "--par-cards", 4, "-n", 1)
    assert said == Said(1, "", "Exercises found: 0 of 1. Relax --turns.\n")
    assert not (tmp_path / "exercises").exists()


IMPOSSIBLE = {
    "chess":
        'There is no game "chess". Choose one of: algoracing, lovelace, calamitron, roborally.',
    "robo-rally": 'There is no game "robo-rally". Did you mean "roborally"?',
    "algoracing --par-cards 8..6": ('"8..6" is not a number. Write a number such as 7, or a '
                                    'range such as 6..8.'),
    "algoracing --needs while":
        ('No exercise can be generated with "while". Choose one of: '
         'all-forward, forward, jump, left, right, u-turn.'),
    "algoracing --needs jumpp":
        'No exercise can be generated with "jumpp". Did you mean "jump"?',
    "algoracing --needs jump --avoid jump":
        '"jump" is asked for, but --avoid excludes it. Remove one of the two.',
    "algoracing --edition basic --needs loops":
        'The edition "basic" has no "loops". Choose --edition from: loops, complete.',
    "algoracing --hand forward --needs left": 'The hand has no "left". Add it to --hand.',
    "algoracing --avoid lft": 'There is no card "lft" to avoid. Did you mean "left"?',
    "algoracing --turns -1": "Invalid value for '--turns': -1 is not in the range x>=0.",
    "algoracing --hand 'left x'": 'Write a hand as "forward 3, left", not "left x".',
    "algoracing --size big": '"big" is not a size. Write a size from 3x3 to 12x12.',
    "lovelace --size 99": ('"99" is not a size. Write how many components there should be, '
                           'from 2 to 12.'),
    "algoracing --samples 4": "A rover carries at most 3 samples.",
    "lovelace --targets 5": "Ask for at most 4 targets.",
    "algoracing --tells turns-also-drives":
        'There is no misreading "turns-also-drives". Did you mean "turns-also-drive"?',
}  # fmt: skip


@pytest.mark.parametrize(("order", "says"), IMPOSSIBLE.items(), ids=IMPOSSIBLE)
def test_an_order_that_cannot_be_read_is_one_sentence(
    order: str, says: str, teachkit: Teachkit
) -> None:
    assert teachkit("generate", *shlex.split(order)) == Said(2, "", says + "\n")


NO_NAMES = ["--name ../evil", "--name a/b", "--name .hidden", "--seed ../../evil", "--name c:x"]


@pytest.mark.parametrize("options", [*NO_NAMES, "--name a\\b"])
def test_no_name_leads_out_of_the_folder(options: str, teachkit: Teachkit, tmp_path: Path) -> None:
    said = one_sentence(teachkit(*ORDER, *options.split(), "-o", "a/b"))
    assert said.startswith('A file cannot be called "')
    assert said.endswith(f'{options.split()[1]}". Choose a different --name.')
    assert [*tmp_path.rglob("*")] == []


@pytest.mark.parametrize("command", ["generate", "check"])
def test_help_says_what_difficulty_is(command: str, teachkit: Teachkit) -> None:
    told = " ".join(teachkit(command, "--help").out.split())
    assert "quickest program counts as 1, each turn in the solution as 2, " in told


def test_generate_tells_of_an_idea(teachkit: Teachkit, tmp_path: Path) -> None:
    said = teachkit("generate", "algoracing", "--tells", "turns-also-drive", "-n", 1)
    assert (said.status, said.err) == (0, "")
    text = next((tmp_path / "exercises").iterdir()).read_text(encoding="utf-8")
    assert "# Made by: teachkit generate algoracing --tells turns-also-drive -n 1\n" in text
    assert "Left and right only turn the rover. The rover stays on its square." in text


def test_generate_lists_all_ideas(teachkit: Teachkit) -> None:
    said = teachkit("generate", "algoracing", "--tells", "?")
    assert (said.status, said.err) == (0, "")
    head, *ideas = said.out.splitlines()
    assert head.split() == ["idea", "correction"]
    assert len(ideas) == len(misreadings_of(game("algoracing")))
    for line in ideas:
        idea, correction = line.split(maxsplit=1)
        assert translate(misreading_named(idea, game("algoracing")).says) == correction.strip()


# check -------------------------------------------------------------------------------------------


@pytest.fixture
def flagged(tmp_path: Path) -> Path:
    path = tmp_path / "flagged.toml"
    path.write_text(FILE.replace("kind ", 'teaches = ["jump"]\nkind '), encoding="utf-8")
    return path


def test_a_flag_alone_does_not_fail_unless_it_should(teachkit: Teachkit, flagged: Path) -> None:
    said = teachkit("check", flagged)
    assert said.status == 0
    assert f"{flagged}: teaches: This works without jump: " in said.out
    assert said.out.endswith("1 exercise: 1 holds, 1 flagged.\n")
    assert teachkit("check", flagged, "--strict").status == 1


def test_check_tells_everything_as_data(teachkit: Teachkit, flagged: Path, tmp_path: Path) -> None:
    (tmp_path / "unreadable.toml").write_text("title = 7", encoding="utf-8")
    said = teachkit("check", tmp_path, "--json")
    one, other = json.loads(said.out)
    assert (said.status, said.err) == (2, "")
    assert (one["file"], one["status"], one["kind"]) == (str(flagged), 0, "program")
    assert one["flags"][0]["key"] == "teaches"
    assert one["pars"][0] == {
        "metric": "cards", "best": 1, "proven": True, "programs": 1, "witness": "all-forward",
    }  # fmt: skip
    assert one["difficulty"] == {"value": 1, "steps": 1, "turns": 0, "concepts": []}
    assert (one["foreseen"], other["foreseen"]) == (None, None)
    assert (other["status"], other["pars"], len(other["flaws"])) == (2, [], 1)


PREDICT = """
title  = "Which way?"
lesson = "77"
game   = "algoracing"
kind   = "predict"
given  = "left, forward, left"
text   = "Where is it then?"
hints  = ["Look where it looks."]

[[mistakes]]
answer = "b1 north"
says   = "It does not stay there."

[[starts]]
floor  = ". . ."
rovers = { red = "b1 north" }

[[starts]]
floor  = "# . #"
rovers = { red = "b1 north" }
"""


def test_check_counts_the_wrong_answers_that_get_a_sentence(teachkit: Teachkit) -> None:
    """A board on which a wrong idea is right by luck is named, and that is no flag.

    On the second one it can drive nowhere: left for right ends there, too.
    """
    Path("way.toml").write_text(PREDICT, encoding="utf-8")
    told = json.loads(teachkit("check", "way.toml", "--json").out)[0]["foreseen"]
    assert told["wrong"] == told["told"] > 2
    assert told["lucky"]["left and right mixed up"] == [2]
    said = teachkit("check", "way.toml", "--strict")
    head, row = said.out.splitlines()[:2]
    assert (said.status, "explained" in head) == (0, True)
    assert f" {told['told']}/{told['wrong']}" in row
    assert 'way: "left and right mixed up" gives the right answer by luck on board 2.\n' in said.out
    answers = json.loads(teachkit("check", "way.toml", "--json").out)[0]["answers"]
    assert [answer[:2] for answer in answers] == ["1:", "2:"]
    assert f"way: The right answer: {answers[0]}; {answers[1]}.\n" in said.out
    assert said.out.endswith("1 exercise: 1 holds.\n")


EXERCISES = packaged_lessons() / "exercises"
A_SAMPLE = [min(folder.glob("*.toml")) for folder in sorted(EXERCISES.glob("*/"))]


@pytest.mark.parametrize(
    "paths", [A_SAMPLE, pytest.param([EXERCISES], marks=pytest.mark.nightly)], ids=["some", "all"]
)
def test_the_table_of_our_exercises_fits_a_terminal(teachkit: Teachkit, paths: list[Path]) -> None:
    """Every day the first of each lesson; the contract proves all of them."""
    said = teachkit("check", *paths, "--strict")
    assert (said.status, said.err) == (0, "")
    lines = said.out.splitlines()
    assert max(map(len, lines)) <= WIDEST
    table, *told, summary = (part.splitlines() for part in said.out.strip().split("\n\n"))
    facts = re.compile("right answer by luck on board|: The right answer: |    ")
    assert [line for part in told for line in part if not facts.search(line)] == []
    assert summary == [f"{len(table) - 1} exercises: {len(table) - 1} hold."]


# notebooks beside, and Python ------------------------------------------------------------------


def notebook(path: Path, *sources: str) -> None:
    cells = [{"cell_type": "code", "source": [source]} for source in sources]
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")


def test_notebooks_beside_name_exercises_that_are_there(teachkit: Teachkit, tmp_path: Path) -> None:
    folder = tmp_path / "exercises" / "77"
    folder.mkdir(parents=True)
    (folder / "77-01-two-steps.toml").write_text(FILE, encoding="utf-8")
    sound = ('tk.exercise("77-01-two-steps")', 'tk.points("77-01")', 'tk.points("77")', "1 + 1")
    lesson = tmp_path / "77-lesson.ipynb"
    notebook(lesson, *sound)
    for path in (folder.parent, folder, folder / "77-01-two-steps.toml"):
        assert teachkit("check", path).status == 0
    notebook(lesson, *sound, "%%exercise 77-02-fly\n", "tk.exercise( '77-01-two-stpes' )")
    said = teachkit("check", folder)
    assert said.status == 1
    assert f'{lesson}: cell 5: There is no exercise "77-02-fly".\n' in said.out
    assert (
        f'{lesson}: cell 6: There is no exercise "77-01-two-stpes". Did you mean "77-01-two-steps"'
        in said.out
    )
    assert said.out.endswith("1 exercise: 1 holds.\n1 notebook is faulty.\n")
    told = json.loads(teachkit("check", folder, "--json").out)[1]
    assert (told["file"], told["status"], len(told["flaws"])) == (str(lesson), 1, 2)


def test_a_notebook_is_checked_with_the_exercises_that_it_names(
    teachkit: Teachkit, tmp_path: Path
) -> None:
    folder = tmp_path / "exercises" / "77"
    folder.mkdir(parents=True)
    for name in ("77-01-two-steps", "77-02-others"):
        (folder / f"{name}.toml").write_text(FILE, encoding="utf-8")
    lesson = tmp_path / "77-lesson.ipynb"
    notebook(lesson, 'tk.exercise("77-01")', 'tk.points("77-01-two-steps")', 'tk.points("00")')
    said = teachkit("check", lesson, "--strict")
    assert (said.status, said.err) == (0, "")
    assert said.out.splitlines()[1].startswith("77-01-two-steps  program  holds")
    assert said.out.endswith("1 exercise: 1 holds.\n")
    notebook(lesson, 'tk.exercise("77-03")')
    said = teachkit("check", lesson)
    assert said.status == 1
    assert said.out == f'{lesson}: cell 1: There is no exercise "77-03".\n\n1 notebook is faulty.\n'
    lesson.write_text("{", encoding="utf-8")
    says = "this file is not a notebook; save it again in JupyterLab"
    assert one_sentence(teachkit("check", lesson)) == f"{lesson}: {says}"
    notebook(lesson, "1 + 1")
    assert one_sentence(teachkit("check", lesson)) == f"{lesson}: there is no exercise file here"


def test_two_files_of_a_course_with_one_id_are_faulty(teachkit: Teachkit, tmp_path: Path) -> None:
    files = [tmp_path / "exercises" / lesson / "77-01-two-steps.toml" for lesson in ("77", "78")]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_text(FILE, encoding="utf-8")
    for paths in ([tmp_path], [files[0]]):
        said = teachkit("check", *paths)
        assert said.status == 1
        says = f'This id is also that of "{files[1]}". Rename one of the files.'
        assert f"{files[0]}: {says}\n" in said.out
    files[1].rename(files[1].with_stem("78-01-two-steps"))
    assert teachkit("check", tmp_path, "--strict").status == 0


def test_a_damaged_notebook_is_told(teachkit: Teachkit, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(FILE, encoding="utf-8")
    (tmp_path / "lesson.ipynb").write_text('{"cells": [{"sour', encoding="utf-8")
    said = teachkit("check", tmp_path)
    assert said.status == 1
    assert "lesson.ipynb: this file is not a notebook; save it again in JupyterLab\n" in said.out


def test_python_of_an_exercise_runs_only_in_the_sandbox(
    teachkit: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it was executed here")

    monkeypatch.setattr("teachkit.exercises.running.runs.Run.__init__", never)
    said = teachkit("check", FOLDER / "swap.toml")
    assert said.status == 0
    assert said.out.endswith("1 exercise: 1 holds.\n")


def test_where_nothing_can_be_run_nothing_is_proven(
    teachkit: Teachkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "isolations_to_try", lambda: iter(()))
    process.isolation_here.cache_clear()
    said = teachkit("check", FOLDER / "swap.toml")
    process.isolation_here.cache_clear()
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("Functions cannot run here. Install bubblewrap")


def test_check_prints_the_minutes_of_each_lesson(teachkit: Teachkit, tmp_path: Path) -> None:
    """Two repairs and a choice are required; a program under Stretch is not."""
    exercises = tmp_path / "course" / "exercises"
    exercises.mkdir(parents=True)
    for name, kind in [("a", "repair"), ("b", "repair"), ("c", "choice"), ("d", "program")]:
        number = {"repair": "01-05", "choice": "01-03", "program": "01-06"}[kind]
        shown = next(path for key, path in exercise_files().items() if key.startswith(number))
        text = shown.read_text(encoding="utf-8")
        phase = "stretch" if name == "d" else "modify"
        text = re.sub("^phase .*", f'phase    = "{phase}"', text, flags=re.MULTILINE)
        (exercises / f"{name}.toml").write_text(text, encoding="utf-8")
    said = teachkit("check", exercises, "--minutes")
    table = "lesson  required  at most  stretch\n01            10       25        5\n"
    assert said == Said(0, table, "")
    (tmp_path / "course" / "course.toml").write_text(
        '[[lessons]]\nnumber = "01"\nplace = "Here"\nperiods = 2\n', encoding="utf-8"
    )
    (lesson,) = json.loads(teachkit("check", exercises, "--minutes", "--json").out)
    assert lesson == {"lesson": "01", "required": 10, "stretch": 5, "periods": 2, "most": 50}
    (tmp_path / "course" / "course.toml").write_text("lessons = 5", encoding="utf-8")
    assert "lessons" in one_sentence(teachkit("check", exercises, "--minutes"))
    for number in range(4):
        copy = exercises / f"more-{number}.toml"
        copy.write_bytes((exercises / "d.toml").read_bytes().replace(b'"stretch"', b'"make"'))
    (tmp_path / "course" / "course.toml").unlink()
    said = teachkit("check", exercises, "--minutes")
    assert (said.status, said.out.split()[-3:]) == (1, ["30", "25", "5"])


def test_a_course_is_not_an_exercise(teachkit: Teachkit, tmp_path: Path) -> None:
    """Check a folder with `course.toml`, as lessons have it."""
    (tmp_path / "course.toml").write_text("[[lessons]]", encoding="utf-8")
    says = "there is no exercise file here"
    assert says in one_sentence(teachkit("check", tmp_path))


# -- help ----------------------------------------------------------------------------------------


def test_help_lists_topics_and_shows_each(teachkit: Teachkit) -> None:
    listed = teachkit("help")
    assert listed.status == 0
    assert "kinds      Kinds of exercises" in listed.out
    shown = teachkit("help", "kinds", "--game", "lovelace").out
    assert "repair\n    Learners find and correct the mistakes" in shown
    assert '    game     = "lovelace"' in shown
    assert "algoracing" not in shown


def test_help_finds_a_name_a_command_or_nothing(teachkit: Teachkit) -> None:
    assert teachkit("help", "jump", "--game", "algoracing").out.startswith(
        "Cards: algoracing\n===="
    )
    assert "title  (text, required)" in teachkit("help", "exercise").out
    assert "points  (whole number, by default 1)" in teachkit("help", "exercise").out
    assert "Usage: teachkit check" in teachkit("help", "check").out
    unknown = teachkit("help", "kinsd")
    assert (unknown.status, unknown.err) == (
        2, 'The reference has nothing about "kinsd". Did you mean "kinds"?\n',
    )  # fmt: skip


def test_the_reference_as_data(teachkit: Teachkit) -> None:
    [topic] = json.loads(teachkit("help", "exercise", "--json").out)
    assert topic["entries"][0] == {
        "name": "title", "says": "The name of the exercise, as learners see it.", "type": "text",
        "default": "", "example": 'title = "Three samples"', "is_required": True,
    }  # fmt: skip
    assert [part["title"] for part in topic["parts"]][:2] == ["[[starts]]", "[[cases]]"]


def test_a_schema_is_written_for_editors(teachkit: Teachkit, tmp_path: Path) -> None:
    said = teachkit("help", "--schema", tmp_path / "exercise.schema.json")
    assert said.out.endswith(f"line: #:schema {tmp_path.as_posix()}/exercise.schema.json\n")
    schema = json.loads((tmp_path / "exercise.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["kind"]["enum"][0] == "program"
