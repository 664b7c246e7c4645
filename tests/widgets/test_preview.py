"""Test the preview of an exercise file: what stays, what changes, and what is said about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers
from teachkit.exercises.authoring.starters import starter_text
from teachkit.widgets.studio.preview import Preview, located, preview
from teachkit.widgets.workbench.answercell import CellBench, hand_in_cell
from teachkit.widgets.workbench.makebench import MakeBench
from teachkit.widgets.workbench.workbench import Workbench

PATIENT = 60  # seconds; only a broken preview reaches it
PROGRAM = starter_text("program", "algoracing", "51")


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Preview]:
    """A preview in its own folder, as `teachkit preview` opens it."""
    (folder := tmp_path / "kept").mkdir()
    monkeypatch.chdir(folder)
    file = tmp_path / "51-01-mine.toml"
    file.write_text(PROGRAM)
    found = preview(str(file), ".")
    yield found
    found.close()


def wait(until: Callable[[], object]) -> None:
    """Wait until the preview has followed by itself."""
    end = time.monotonic() + PATIENT
    while not until():
        assert time.monotonic() < end
        time.sleep(0.02)


def says(shown: Preview) -> list[str]:
    wait(lambda: not shown.remarks.busy)
    return [line["says"] for line in shown.remarks.lines]


def test_a_save_is_followed_and_a_faulty_file_leaves_the_exercise(shown: Preview) -> None:
    bench = shown.exercise.children[0]
    assert isinstance(bench, Workbench)
    bench.lay("left")
    assert "Par: 5 cards. 1 program reaches it." in says(shown)

    shown.path.write_text(PROGRAM.replace("rovers", "rover"))
    wait(lambda: says(shown)[0].startswith('Line 24: There is no key "rover"'))
    assert shown.exercise.children == (bench,)

    shown.path.unlink()
    wait(lambda: says(shown) == ["51-01-mine.toml: this file cannot be opened"])
    shown.path.write_bytes(b"\xff")
    wait(lambda: "UTF-8" in says(shown)[0])

    shown.path.write_text(PROGRAM.replace("Around the hill", "New"))
    wait(lambda: shown.exercise.children != (bench,))
    new = shown.exercise.children[0]
    assert (new.task.title, new.answer) == ("New", "left")


def test_nothing_is_built_again_while_the_text_stays(shown: Preview) -> None:
    bench = shown.exercise.children[0]
    shown.path.write_text(PROGRAM)
    shown.look()
    assert shown.exercise.children == (bench,)


def test_remarks_come_first_and_each_answer_is_shown(shown: Preview) -> None:
    shown.path.write_text(PROGRAM.replace('"left, forward, right, forward, forward"', '"left"'))
    wait(lambda: says(shown)[0].startswith("The solution earns 0 of 3: "))
    assert "Par: 5 cards. 1 program reaches it." in says(shown)
    shown.path.write_text(starter_text("predict", "algoracing", "51"))
    wait(lambda: "The right answer: 1: b2 north; 2: c2 east." in says(shown))


def test_every_bench_is_that_of_a_lesson_and_python_runs_in_the_sandbox(shown: Preview) -> None:
    shown.path.write_text(starter_text("make", "algoracing", "51"))
    wait(lambda: isinstance(shown.exercise.children[0], MakeBench))
    shown.path.write_text(starter_text("function", "algoracing", "51"))
    wait(lambda: isinstance(shown.exercise.children[0], CellBench))
    assert says(shown) == ["Your solution works. No search for others is possible here."]
    shown.path.write_text(starter_text("drive", "lovelace", "51"))
    wait(lambda: shown.exercise.children[0].exercise.starts)
    # The cell finds the exercise in the folder of the preview, and keeps its answer there.
    output = hand_in_cell("51-01-mine", "a4_divide()\na4_divide()", None)
    assert output.score.endswith(" of 3 points")
    assert Answers().record("51-01-mine")


@pytest.mark.parametrize(
    "cut",
    ["[[starts]]", "[[choices]]", "[solution]", "given", "kind", 'rovers = { red = "a1 east" }'],
)
@pytest.mark.parametrize("kind", ["choice", "predict"])
def test_a_file_half_written_is_followed_until_it_is_whole(
    kind: str, cut: str, tmp_path: Path
) -> None:
    """An editor may save the file at any moment, even before it exists."""
    text, file = starter_text(kind, "algoracing", "51"), tmp_path / "51-01-mine.toml"
    shown = Preview(file)
    try:
        assert says(shown) == ["51-01-mine.toml: this file cannot be opened"]
        file.write_text(text.partition(cut)[0])
        shown.look()
        file.write_text(text)
        shown.look()
        assert shown.exercise.children[0].exercise.kind.name == kind
    finally:
        shown.close()


@pytest.mark.parametrize(
    ("text", "about", "line"),
    [
        ("title = 1\n[[checks]]\n", "checks 1: something", "Line 2: "),
        ("[make]\nkind = 1\n", 'make: There is no "x"', "Line 1: "),
        ('text = """\ncards = 1"""\n', "Nothing is named here", ""),
    ],
)
def test_a_sentence_has_the_line_of_the_key_that_it_names(text: str, about: str, line: str) -> None:
    assert located(about, text) == line + about
