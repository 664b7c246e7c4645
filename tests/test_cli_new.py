"""Test `teachkit new`, and the starters that it copies: each works, and nothing is overwritten."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from teachkit.classroom.library import course, exercises_of
from teachkit.classroom.new_files import commented
from teachkit.classroom.release import release
from teachkit.cli import main
from teachkit.exercises.authoring.proof import prove
from teachkit.exercises.authoring.starters import STARTERS, usual_kinds
from teachkit.exercises.kinds import KINDS
from teachkit.games import NAMES

# Only Algoracing has edits, and only its matches are short enough for a lesson. There is one number
# machine, which runs its cards in the order in which learners see them.
NONE = {
    *((kind, game) for kind in ("edit", "strategy") for game in NAMES if game != "algoracing"),
    *(("lanes", "lovelace"), ("order", "lovelace")),
}
PATHS = sorted(STARTERS.glob("*/*.toml"))
SLOW = STARTERS / "algoracing/strategy.toml"  # plays three series of games


def typed(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["new", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def files_in(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_each_kind_has_a_starter_for_each_game_that_it_suits() -> None:
    there = {(path.stem, path.parent.name) for path in PATHS}
    assert there == {(kind, game) for kind in KINDS for game in NAMES} - NONE


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.slow] * (path == SLOW)) for path in PATHS],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_a_starter_holds_and_answers_typical_mistakes(path: Path) -> None:
    proof = prove(path)
    assert (proof.verdict, proof.remarks) == ("holds", ())
    assert proof.exercise
    assert len(proof.exercise.file.mistakes) >= 1 + (path != SLOW)
    assert (proof.exercise.kind.name, proof.exercise.game.name) == (path.stem, path.parent.name)


@pytest.mark.parametrize("game", NAMES)
def test_comments_explain_each_key_and_change_nothing(game: str) -> None:
    for path in (path for path in PATHS if path.parent.name == game):
        text = commented(path.stem, game, "77")
        data = tomllib.loads(path.read_text())
        assert tomllib.loads(text) == data | {"lesson": "77"}
        lines = text.splitlines()
        for key in data:
            said = [at for at, line in enumerate(lines) if re.match(rf"\[*{key}\b", line)]
            assert lines[said[0] - 1].startswith("# "), (path, key)
        assert len([line for line in lines if line.startswith("# ")]) < 50


def test_a_new_course_can_be_released_and_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert typed("course", "mine") == 0
    written = capsys.readouterr().out.splitlines()
    assert written[:2] == ["mine/course.toml", "mine/51-first-lesson.ipynb"]
    assert written[-1] == f"To see it as learners do: teachkit preview {written[-2]}"
    folder = Path("mine")
    assert typed("lesson", "52-robots", "--game", "roborally", "--kind", "drive",
                 "--kind", "predict", "--course", "mine") == 0  # fmt: skip
    before = files_in(folder)
    capsys.readouterr()
    assert typed("exercise", "52-07-mine", "--kind", "choice", "--course", "mine") == 0
    assert capsys.readouterr().out == (
        "mine/exercises/52/52-07-mine.toml\n"
        "Add these cells to your notebook:\n\n"
        '    tk.exercise("52-07-mine")\n\n'
        '    tk.points("52-07-mine")\n\n'
        "To see it as learners do: teachkit preview mine/exercises/52/52-07-mine.toml\n"
    )
    assert before.items() < files_in(folder).items()
    assert [each.number for each in course(folder).lessons] == ["51", "52"]
    kinds = {number: [each.kind.name for each in exercises_of(number, folder)] for number in
             ("51", "52")}  # fmt: skip
    assert kinds == {"51": usual_kinds("course"), "52": ["predict", "drive", "choice"]}

    cells = json.loads(before["52-robots.ipynb"])["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert code == [
        "import teachkit as tk",
        'tk.exercise("52-01-ride-along")',
        'tk.points("52-01-ride-along")',
        'tk.exercise("52-02-as-long-as-it-carries-you")',
        "%%exercise 52-02-as-long-as-it-carries-you\nmove_1()\nleft()",
        'tk.points("52-02-as-long-as-it-carries-you")',
        'tk.finish("52")',
    ]
    released = release(folder, Path("out"))
    assert len(released.notebooks) == 2
    assert "teachkit new" not in "".join(files_in(Path("out")).values())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("course", "taken"), '"taken" already exists. Choose a different name.'),
        (("lesson", "loops"), '"loops" is not the name of a lesson. Write it like 51-first-steps.'),
        (
            ("lesson", "02-mine"),
            '02 is taken by "02-01-which-way-after-left". Choose a different number.',
        ),
        (("lesson", "52-mine", "--kind", "quiz"), 'kind = "quiz" is not known. Choose one of: '),
        (("lesson", "52-mine", "--game", "chess"), '"chess"'),
        (("exercise", "51-up"), '"51-up" is not the id of an exercise. Write it like 51-01-up-the'),
        (("exercise", "51-01-Up"), '"51-01-Up" is not the id of an exercise.'),
        (("exercise", "../51-01-up"), "is not the id of an exercise."),
        (("exercise", "02-01-up"), '02-01 is taken by "02-01-which-way'),
        (
            ("exercise", "51-01-up", "--kind", "edit", "--game", "lovelace"),
            'The kind "edit" does not suit lovelace. Choose one of: algoracing.',
        ),
        (
            ("lesson", "52-mine", "--course", "inline"),
            "write each lesson below a header [[lessons]]",
        ),
        (
            ("lesson", "52-mine", "--course", "broken"),
            "broken/course.toml: this is not a TOML file",
        ),
        (("lesson", "52-mine", "--course", "written"), '"written/52-mine.ipynb" already exists.'),
        (("exercise", "51-01-up", "--course", "typo"), "'typo' does not exist"),
        (("poem", "52-mine"), "'poem'"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_name_that_cannot_be_used_is_one_sentence_and_writes_nothing(
    arguments: tuple[str, ...],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    there = {"taken/a.txt": "", "written/52-mine.ipynb": "mine"}
    there |= {"inline/course.toml": "lessons = []\n", "broken/course.toml": "["}
    for name, text in there.items():
        Path(name).parent.mkdir()
        Path(name).write_text(text)
    before = files_in(tmp_path)
    assert typed(*arguments) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert says in told.err
    assert files_in(tmp_path) == before
