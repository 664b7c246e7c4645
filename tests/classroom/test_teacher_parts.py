"""Test that no part of a notebook for teachers is released: in the formats of nbgrader and Otter.

The examples follow the documents of nbgrader ("Creating the student version") and of Otter Assign
("Notebook format"), and are compared with what nbgrader itself removes.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.release import Release, release
from teachkit.errors import DataError
from tests.classroom.test_release import cell, notebook, own_lesson, shown
from tests.test_cli import Teachkit, elsewhere, teachkit

__all__ = ["elsewhere", "teachkit"]  # fixtures

SOLUTION_CELL = {"nbgrader": {"grade_id": "a", "solution": True, "grade": False}}
TEST_CELL = {"nbgrader": {"grade_id": "b", "solution": False, "grade": True}}


def text(source: str, kind: str = "markdown", **about: Any) -> dict[str, Any]:
    return {"cell_type": kind, "id": str(abs(hash(source)))[:8], "metadata": about,
            "source": source}  # fmt: skip


def raw(source: str) -> dict[str, Any]:
    return text(source, "raw")


def released(folder: Path, *cells: dict[str, Any], **about: Any) -> tuple[Release, list[Any]]:
    """Release one notebook with these cells; return the result, and the cells of the copy."""
    lessons = own_lesson(folder / "lessons")
    (lessons / "90-mine.ipynb").write_text(notebook(*copy.deepcopy(cells), **about))
    made = release(lessons, folder / "handout")
    return made, json.loads((made.folder / "90-mine.ipynb").read_text())["cells"]


def sources(cells: list[Any]) -> list[str]:
    return ["".join(each["source"]) for each in cells]


NOT_YET = "# YOUR CODE HERE\nraise NotImplementedError()"
HERE = "Write your answer here."
# What a cell holds, what learners get (None: no cell), and what is said to be taken out.
CELLS: dict[str, tuple[dict[str, Any], str | None, str]] = {
    "tag": (cell("SECRET", tags=["teacher"]), None, "teacher"),
    "tag of text": (text("SECRET", tags=["easy", "Teacher"]), None, "Teacher"),
    "tag of Otter": (cell("SECRET", tags=["hidden_tests"]), None, "hidden_tests"),
    "nbgrader": (
        cell("def f(n):\n    ### BEGIN SOLUTION\n    return SECRET\n    ### END SOLUTION",
             **SOLUTION_CELL),
        "def f(n):\n    # YOUR CODE HERE\n    raise NotImplementedError()", "solution"),
    "nbgrader without its metadata": (
        cell("### BEGIN SOLUTION\nSECRET\n### END SOLUTION\nf(3)"), "...\nf(3)", "solution"),
    "nbgrader, whole cell": (cell("x = SECRET", **SOLUTION_CELL), NOT_YET, "solution"),
    "nbgrader, whole text": (text("SECRET", **SOLUTION_CELL), HERE, "solution"),
    "nbgrader, text": (
        text("Why?\n\nBEGIN SOLUTION\nSECRET\nEND SOLUTION", **SOLUTION_CELL),
        f"Why?\n\n{HERE}", "solution"),
    "nbgrader, hidden tests": (
        cell("assert f(1) == 1\n### BEGIN HIDDEN TESTS\nassert f(2) == 'SECRET'\n"
             "### END HIDDEN TESTS\nassert f(3) == 3", **TEST_CELL),
        "assert f(1) == 1\nassert f(3) == 3", "hidden test"),
    "nbgrader, mark scheme": (
        text("Explain.\n=== BEGIN MARK SCHEME ===\nSECRET\n=== END MARK SCHEME ==="),
        "Explain.", "mark scheme"),
    "two regions": (
        cell("# BEGIN SOLUTION\nSECRET = 1\n# END SOLUTION\nuse(1)\n"
             "### BEGIN HIDDEN TESTS\nSECRET\n### END HIDDEN TESTS"),
        "...\nuse(1)", "solution, hidden test"),
    "in lower case": (cell("# begin solution\nSECRET\n# end solution"), "...", "solution"),
    "another language": (cell("// BEGIN SOLUTION\nSECRET;\n// END SOLUTION"), "...", "solution"),
    "Otter, lines": (
        cell("def square(x):\n    y = SECRET # SOLUTION NO PROMPT\n    return y # SOLUTION\n\n"
             "nine = square(SECRET) # SOLUTION\nrandom.seed('SECRET') # SEED\nf() # IGNORE"),
        "def square(x):\n    ...\n\nnine = ...",
        "solution no prompt, solution, seed, ignore"),
    "Otter, a region": (
        cell("pi = 3.14\nif True:\n    # BEGIN SOLUTION\n    radius = 'SECRET'\n"
             "    # END SOLUTION\n    print(radius)"),
        "pi = 3.14\nif True:\n    ...\n    print(radius)", "solution"),
    "Otter, a prompt": (
        cell('def circumference(r):\n    # BEGIN SOLUTION NO PROMPT\n    return SECRET\n'
             '    # END SOLUTION\n    """ # BEGIN PROMPT\n    # Define a function.\n    pass\n'
             '    """; # END PROMPT'),
        "def circumference(r):\n    # Define a function.\n    pass", "solution no prompt, prompt"),
    "Otter, hidden": (cell("# HIDDEN\nassert SECRET"), None, "the whole cell"),
    "Otter, an old hidden test": (cell("## Hidden Test ##\nSECRET"), None, "the whole cell"),
    "Otter, an old solution": (text("**SOLUTION:** SECRET"), None, "the whole cell"),
    "Otter, ignored": (cell("## Ignore ##\nSECRET"), None, "the whole cell"),
    "Otter, settings": (raw("# ASSIGNMENT CONFIG\nseed: SECRET"), None, "ASSIGNMENT CONFIG"),
    "Otter, settings below an empty line": (
        raw("\n  # ASSIGNMENT CONFIG\nseed: SECRET"), None, "ASSIGNMENT CONFIG"),
    "Otter, ignored below an empty line": (cell("\n# IGNORE\nSECRET"), None, "the whole cell"),
    **{f"Otter, {hidden}": (
        cell(f'""" # BEGIN TEST CONFIG\n{hidden}\n""" # END TEST CONFIG\nSECRET'),
        None, "the whole cell") for hidden in ("hidden: yes", "hidden: On", '{"hidden": true}')},
    "Otter, fenced": (
        text("```otter\n# ASSIGNMENT CONFIG\nname: SECRET\n```"), None, "ASSIGNMENT CONFIG"),
}  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "said"), CELLS.values(), ids=CELLS)
def test_a_part_for_teachers_is_taken_out_and_listed(
    mine: dict[str, Any], theirs: str | None, said: str, tmp_path: Path
) -> None:
    made, cells = released(tmp_path, text("Hello"), mine, text("Goodbye"))
    assert sources(cells) == ["Hello", *([] if theirs is None else [theirs]), "Goodbye"]
    assert made.taken == (f"90-mine.ipynb, cell 2: {said}",)
    assert "SECRET" not in "".join(path.read_text() for path in made.folder.rglob("*.*"))


@pytest.mark.parametrize("name", [name for name in CELLS if name.startswith("nbgrader")])
def test_nbgrader_itself_takes_out_the_same(name: str, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    preprocessors = pytest.importorskip("nbgrader.preprocessors")
    book = nbformat.reads(notebook(CELLS[name][0]), as_version=4)
    for each in ("ClearSolutions", "ClearHiddenTests", "ClearMarkScheme"):
        taking = getattr(preprocessors, each)(enforce_metadata=False)
        book, _ = taking.preprocess(book, {})
    _, [ours] = released(tmp_path, CELLS[name][0])
    theirs = book.cells[0].source.replace("YOUR ANSWER HERE", HERE)
    if "without" in name:
        theirs = theirs.replace(NOT_YET, "...")  # such a cell may as well be one of Otter's
    assert "".join(ours["source"]) == theirs


def test_a_question_of_otter_s_keeps_what_learners_need(tmp_path: Path) -> None:
    question = [
        raw("# BEGIN QUESTION\nname: q1\npoints: 2"), text("Write `square`."),
        raw("# BEGIN PROMPT"), text("Type here."), raw("# END PROMPT"),
        raw("# BEGIN SOLUTION"), cell("x = 9 # SOLUTION\nprint(x)"), cell("SECRET = 5"),
        text("SECRET"), raw("SECRET"), raw("# END SOLUTION"),
        raw("# BEGIN TESTS"), cell("square(1) == 1", shown("True")),
        cell("# HIDDEN\nsquare(2) == SECRET"),
        cell('""" # BEGIN TEST CONFIG\nhidden: true\n""" # END TEST CONFIG\nSECRET'),
        cell('""" # BEGIN TEST CONFIG\npoints: 1\n""" # END TEST CONFIG\nsquare(0)'),
        raw("# END TESTS"), raw("# END QUESTION"),
    ]  # fmt: skip
    made, cells = released(tmp_path, *question, otter={"tests": {"q1": "SECRET"}})
    assert sources(cells) == [
        "Write `square`.", "Type here.", "x = ...\nprint(x)", "...", "square(1) == 1", "square(0)"
    ]  # fmt: skip
    assert "SECRET" not in (made.folder / "90-mine.ipynb").read_text()
    assert len(made.taken) == 16  # every line says what, and the last one is about the tests
    assert made.taken[-1] == "90-mine.ipynb: Otter"


# Cells of which the last one is refused, and the line of it that is named.
REFUSED: dict[str, tuple[list[dict[str, Any]], str]] = {
    "never closed": ([cell("### BEGIN SOLUTION\nx")], "BEGIN SOLUTION"),
    "never opened": ([cell("x\n### END SOLUTION")], "### END SOLUTION"),
    "closed by another": (
        [cell("### BEGIN SOLUTION\nx\n### END HIDDEN TESTS")], "### END HIDDEN TESTS"),
    "one in another": (
        [cell("### BEGIN SOLUTION\n### BEGIN HIDDEN TESTS")], "### BEGIN HIDDEN TESTS"),
    "unknown region": ([text("a"), cell("# BEGIN PLUGIN\nx")], "# BEGIN PLUGIN"),
    "unknown region in quotes": (
        [cell('""" # BEGIN PLUGIN\nx\n""" # END PLUGIN')], '""" # BEGIN PLUGIN'),
    "unknown region in text": ([text("<!-- BEGIN TRICK -->\nx")], "<!-- BEGIN TRICK -->"),
    "the wrong way round": ([cell("# SOLUTION BEGINS\nx = 1")], "# SOLUTION BEGINS"),
    "a heading": ([text("## Solution\nIt is 5.")], "## Solution"),
    "a comment": ([text("<!-- for teachers: 5 -->")], "<!-- for teachers: 5 -->"),
    "a note in code": ([cell("x = 1\n# TEACHER: say why")], "# TEACHER: say why"),
    "unknown tag": ([cell("x", tags=["teachers_only"])], "teachers_only"),
    "unknown metadata": ([cell("x", solution2="hidden")], "solution2"),
    "a block never closed": ([text("a"), raw("# BEGIN TESTS")], "BEGIN TESTS"),
    "a block closed by another": ([raw("# BEGIN TESTS"), raw("# END SOLUTION")], "# END SOLUTION"),
    "a block never opened": ([raw("# END PROMPT")], "# END PROMPT"),
    "an unknown block": ([raw("# BEGIN SURPRISE")], "# BEGIN SURPRISE"),
    **{line: ([text(f"{line}\nIt is 5.")], line) for line in (
        "### Solution to exercise 3", "### Model answer", "Solution",
        "<h3>Solution</h3>", "<details><summary>Solution", "<summary>Show the solution</summary>",
        "Teacher's note: say why", "Teacher\u2019s note: say why", "For teachers: say why",
        "**Answer:** 5", "**Answer**: 5", "=== begin mark scheme", "> **Solution**: 5")},
    **{line: ([cell(f"{line}\nx = 1")], line) for line in (
        "### BEGIN_HIDDEN_TESTS", "# begin hidden-tests", "# begin hidden_tests", "# teacher: 5",
        "# Answer key: 5", "# Solution:")},
    "a raw note": ([raw("Solution: 5")], "Solution: 5"),
    "half a fence": ([text("a\n```otter\n# BEGIN TESTS\n```")], "```otter"),
}  # fmt: skip


@pytest.mark.parametrize(("cells", "line"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_understood_stops_the_release(
    cells: list[dict[str, Any]], line: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError) as refused:
        released(tmp_path, *cells)
    assert f'90-mine.ipynb: cell {len(cells)}: "{line}" is unclear; ' in str(refused.value)
    assert not (tmp_path / "handout").exists()


def test_a_solution_that_goes_on_in_the_next_line_stops_the_release(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cell 1: without the solution, the code is not Python"):
        released(tmp_path, cell("x = max( # SOLUTION\n    1, 2)"))


HARMLESS = [
    text("# The end\nBegin with the first card. Whose solution is shorter?"),
    text("<!-- BEGIN QUESTION -->\nWhat is hidden behind the hill?\n<!-- END QUESTION -->"),
    cell("# begin with 3\nsolution = 3  # any solution will do\nx = 2**solution"),
    cell("%%bash\n-- ls # the end"),
    text("Find the solution of this puzzle.\nThen read:\nsolution strategies. **Answer:**"),
    text("## Solution strategies\nTeachers say: there are many answers, and a solution is one."),
    cell("# the best solution wins: no teacher helps\nx = 1  # hidden behind: a wall"),
    raw("---\ntitle: Plain\n---"),
]  # fmt: skip


def test_ordinary_text_and_code_stay_as_they_are(tmp_path: Path) -> None:
    made, cells = released(tmp_path, *HARMLESS)
    assert sources(cells) == sources(HARMLESS)
    assert made.taken == ()


def test_output_that_was_made_from_what_was_taken_out_goes_too(tmp_path: Path) -> None:
    """Our own pictures stay, because no code of a notebook changes them."""
    picture = cell('tk.exercise("90-01")', shown("a still picture"))
    printed = cell("print(x)", shown("SECRET"))
    made, cells = released(tmp_path, picture, cell("x = 5", tags=["teacher"]), printed)
    assert [each["outputs"] for each in cells] == [[shown("a still picture")], []]
    assert cells[1]["execution_count"] is None
    assert "SECRET" not in (made.folder / "90-mine.ipynb").read_text()


def test_where_only_text_was_taken_out_output_stays(tmp_path: Path) -> None:
    _, cells = released(tmp_path, text("SECRET", tags=["teacher"]), cell("1 + 1", shown("2")))
    assert cells[0]["outputs"] == [shown("2")]


def test_a_picture_within_what_was_taken_out_goes_too(tmp_path: Path) -> None:
    mine = text("![](attachment:a.png)\nBEGIN SOLUTION\n![](attachment:b.png)\nEND SOLUTION")
    mine["attachments"] = {"a.png": {"image/png": "shown"}, "b.png": {"image/png": "SECRET"}}
    _, [theirs] = released(tmp_path, mine)
    assert theirs["attachments"] == {"a.png": {"image/png": "shown"}}


def test_only_known_metadata_is_handed_out(tmp_path: Path) -> None:
    grading = {"grade_id": "a", "locked": True, "note": "SECRET"}
    known = cell("1", shown("1"), tags=["easy"], nbgrader=grading, teachkit={"answer": "SECRET"},
                 jupyter={"source_hidden": True}, mine={"a": {"solution": "SECRET"}})  # fmt: skip
    known["outputs"][0]["metadata"] = {"key": "SECRET"}
    picture = text("none", key="SECRET") | {"attachments": {"b.png": {"image/png": "SECRET"}}}
    picture["extra"] = "SECRET"
    linked = text("![](attachment:my%20b.png)") | {"attachments": {"my b.png": {"image/png": "p"}}}
    kernel = {"name": "p", "display_name": "P"}
    about = {"answers": "SECRET", "teachkit": None, "kernelspec": kernel | {"key": "SECRET"}}
    made, cells = released(tmp_path, known, picture, linked, **about)
    written = (made.folder / "90-mine.ipynb").read_text()
    assert "SECRET" not in written
    assert json.loads(written)["metadata"] == {
        "kernelspec": kernel, "teachkit": {"lesson": True}
    }  # fmt: skip
    assert cells[0]["metadata"] == {
        "deletable": False, "jupyter": {"source_hidden": True}, "tags": ["easy"], "teachkit": {},
        "nbgrader": {"grade_id": "a", "locked": True},
    }  # fmt: skip
    assert [each.get("attachments") for each in cells] == [None, {}, linked["attachments"]]


NAMES = ["90-solution", "90-mine-SOLUTIONS", "solved 90", "teacher", "Teachers_notes", "90-answers",
         "answer-key", "90 (instructor)", "90.marking-scheme"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_for_teachers_is_left_behind(name: str, tmp_path: Path) -> None:
    lessons = own_lesson(tmp_path / "lessons")
    (lessons / f"{name}.ipynb").write_text(notebook(cell("SECRET")))
    (lessons / name).mkdir()
    (lessons / name / "map.png").write_bytes(b"SECRET")
    made = release(lessons, tmp_path / "handout")
    assert made.notebooks == ("90-mine.ipynb",)
    assert sorted(made.left_behind) == sorted([f"{name}.ipynb", f"{name}/map.png"])


def test_the_command_lists_it_or_names_what_stopped_it(teachkit: Teachkit, tmp_path: Path) -> None:
    lessons = own_lesson(tmp_path / "mine")
    (lessons / "90-mine.ipynb").write_text(notebook(text("x"), CELLS["two regions"][0]))
    said = teachkit("release", "mine", "-o", "handout")
    assert "90-mine.ipynb, cell 2: solution, hidden test" in said.out.splitlines()
    (lessons / "90-mine.ipynb").write_text(notebook(text("x"), cell("# BEGIN SOLUTION")))
    said = teachkit("release", "mine", "-o", "handout-2")
    assert (said.status, said.out) == (2, "")
    assert said.err == (
        'mine/90-mine.ipynb: cell 2: "BEGIN SOLUTION" is unclear; delete it or tag the '
        'cell "teacher"\n'
    )
    assert not Path("handout-2").exists()
