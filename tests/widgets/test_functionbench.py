"""Test the bench of a function exercise through its traits, and the cell that answers it."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient

from teachkit.classroom.answers import Answers
from teachkit.widgets.workbench.answercell import CellBench, CellOutput, hand_in_cell
from teachkit.widgets.workbench.lesson_calls import exercise
from tests.exercises.functionfiles import SWAP, as_lesson

from .benches import carried, press

NAME = "97-swap"
STUB = "def swap(n):\n    return n"
WORKS = "It works: everything is as it should be."


@pytest.fixture(autouse=True)
def lesson(folder):
    """The working folder has the function exercises as lesson 97."""
    as_lesson("97", folder)


@pytest.fixture
def shell():
    from IPython.core.interactiveshell import InteractiveShell

    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


# The bench --------------------------------------------------------------------------------------


def test_it_shows_the_task_and_the_cell_to_begin_with(tmp_path):
    opened = exercise(NAME)
    assert isinstance(opened, CellBench)
    assert repr(opened) == "Workbench('97-swap', 0 of 6 points)"
    assert (opened.task.title, opened.task.cell) == ("Swap the digits", "%%exercise 97-swap")
    assert opened.editor.given == opened.editor.text == STUB
    assert (opened.feedback.run, opened.feedback.possible) == ("run", 6)
    assert not (tmp_path / "answers.json").exists()


def test_it_is_a_text_where_there_is_no_kernel():
    bundle = exercise(NAME).still().bundle()
    where = "Write your code in the box that starts like this: `%%exercise 97-swap`"
    assert bundle["text/plain"].endswith(f"`swap(37)` is 73.\n\n{where}")
    assert "def swap" not in "".join(bundle.values()), "the code stands once, in its cell"
    assert "<img" not in bundle["text/html"]


def test_hints_come_one_by_one_and_are_kept():
    opened = exercise(NAME)
    press(opened, "hint")
    press(opened, "hint")
    assert (len(opened.feedback.hints), opened.feedback.hints_left) == (2, 0)
    assert exercise(NAME).feedback.hints == opened.feedback.hints


def test_after_the_hints_comes_a_case_that_is_not_right_and_then_the_solution(shell):
    opened = exercise(NAME)
    while opened.feedback.help == "hint":
        opened.hint()
    assert opened.feedback.help == "case"
    opened.hint()
    assert opened.feedback.hints[-1].startswith("Try swap(37). It should return 73.")
    assert opened.feedback.help == "solution"
    hand_in_cell(NAME, SWAP, shell)
    assert len(opened.feedback.hints) == 2, "that case is right now"
    opened.hint()
    opened.hint()
    assert opened.feedback.hints[-1].partition("\n")[2] == SWAP.strip()
    assert (opened.feedback.help, opened.feedback.points) == ("", 6)


def test_the_last_answer_is_in_the_editor_until_a_new_start(shell):
    opened = exercise(NAME)
    hand_in_cell(NAME, SWAP, shell)
    assert exercise(NAME).editor.text == SWAP.strip()
    assert opened.editor.writes == 0, "what is being written stays"
    assert (opened.feedback.says, opened.feedback.mood) == ([WORKS], "good")
    assert opened.feedback.points == 6, "a cell below tells the bench above"
    assert opened.feedback.progress["says"] == "This lesson: 6 of 9 points"
    press(opened, "reset")
    assert (opened.editor.text, opened.editor.writes) == (STUB, 1)
    assert (opened.feedback.says, opened.feedback.points) == ([], 6)


def test_answers_travel_to_another_computer(shell):
    hand_in_cell(NAME, SWAP, shell)
    opened = exercise(NAME)
    elsewhere = carried(opened, lambda: exercise(NAME))
    assert elsewhere.feedback.says == ["1 exercise was restored."]
    assert (elsewhere.task.cell, elsewhere.feedback.points) == (opened.task.cell, 6)


# The cell ---------------------------------------------------------------------------------------


def test_names_stay_and_lines_count_without_the_magic(shell):
    said = hand_in_cell(NAME, "def swap(n):\n    return n // 0\n", shell)
    assert said.says[1] == "Line 2: you cannot divide by zero, in swap(37)."
    assert shell.user_ns["swap"].__code__.co_firstlineno == 1


def test_a_cell_may_use_names_of_other_cells_to_try_out_but_not_to_answer(shell, capsys):
    shell.user_ns["ten"] = 10
    tried = hand_in_cell(NAME, SWAP + "print(swap(ten))\n", shell)
    assert (tried.says, capsys.readouterr().out) == ((WORKS,), "1\n")
    relied = hand_in_cell(NAME, "def swap(n):\n    return n % ten * ten + n // ten", shell)
    assert relied.says[1] == 'Line 2: there is no variable called "ten".'
    assert shell.user_ns["swap"](37) == 73


@pytest.mark.parametrize(
    "cell", ["while True: pass", "exit()", "input()", "def swap(n) return", "raise SystemExit"]
)
def test_what_would_spoil_the_kernel_is_not_run_there(shell, cell):
    said = hand_in_cell(NAME, f"here = 1\n{cell}", shell)
    assert said.says[0] == "0 of 4 cases are right."
    assert "here" not in shell.user_ns


def test_a_try_out_that_goes_wrong_is_a_sentence_too(shell):
    said = hand_in_cell(NAME, SWAP + "swap()", shell)
    assert said.says == (WORKS, 'Line 3: "swap" takes 1 argument, not 0.')
    stopped = hand_in_cell(NAME, SWAP + "raise KeyboardInterrupt", shell)
    assert stopped.says[1] == "Line 3: you stopped your code here."


def test_what_had_to_be_stopped_is_not_kept(shell):
    """It would have to be stopped again whenever points are counted."""
    said = hand_in_cell(NAME, "def swap(n):\n    raise KeyboardInterrupt", shell)
    assert said.says[1] == "Line 2: you stopped swap(37) here."
    assert Answers().record(NAME) == {}


def test_what_the_first_wrong_case_printed_is_shown(shell):
    said = hand_in_cell(NAME, "def swap(n):\n    print('<', n)\n    return 11", shell)
    assert str(said).splitlines()[3:] == ["swap(37) printed:", "< 37", "0 of 6 points"]
    assert "<pre>&lt; 37\n</pre>" in said._repr_mimebundle_()["text/html"]
    assert hand_in_cell(NAME, "def swap(n):\n    print(n)", shell).printed == ""
    right = hand_in_cell(NAME, SWAP.replace("return", "print('!')\n    return"), shell)
    assert (right.caption, right.printed) == ("swap(37) printed:", "!\n")


def test_points_of_a_better_attempt_stay(shell):
    hand_in_cell(NAME, SWAP, shell)
    assert (
        hand_in_cell(NAME, "def swap(n): pass", shell).score
        == "0 of 6 points. Your best so far: 6."
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Write the name of the exercise in the first line: %%exercise 11-03-swap."),
        ("97-swop", 'There is no exercise "97-swop". Did you mean "97-swap"?'),
        ("06-01", '"06-01-two-cards-twice" needs no code. Open it with tk.exercise.'),
    ],
)
def test_a_name_that_names_no_function_exercise_is_one_sentence(shell, name, sentence):
    assert hand_in_cell(name, "here = 1", shell) == CellOutput((sentence,))
    assert "here" not in shell.user_ns


def test_a_name_may_stand_in_quotes_and_be_short(shell):
    assert hand_in_cell(f'"{NAME}"', SWAP, shell).says == (WORKS,)
    assert hand_in_cell("97-digits ", "def digits(n): pass", shell).score == "1 of 2 points"


def test_where_nothing_can_be_kept_it_is_judged_all_the_same(shell, monkeypatch):
    monkeypatch.setattr("os.access", lambda *about: False)
    said = hand_in_cell(NAME, SWAP, shell)
    assert said.says[0] == WORKS
    assert "cannot be written" in said.says[1]
    assert said.score == "6 of 6 points"


# The call, line by line ---------------------------------------------------------------------------

DIGITS = "def swap(n):\n    tens, units = digits(n)\n    return tens / (units - 7)\n\n"
DIGITS += "def digits(n):\n    return n // 10, n % 10\n"


def test_the_first_wrong_call_is_stepped_with_all_its_frames(shell):
    opened = exercise(NAME)
    assert (opened.player.scene["source"], len(opened.player.stops)) == ("", 1)
    hand_in_cell(NAME, DIGITS, shell)
    stops = opened.player.stops
    assert opened.player.scene["source"] == DIGITS
    assert [(stop["line"], stop["around"]) for stop in stops[1:]] == [
        (1, []), (5, [2]), (6, [2]), (2, []), (3, [])
    ]  # fmt: skip
    assert [stop["says"] for stop in stops[1:]] == [
        ["swap(37) starts."],
        ["digits(37) starts."],
        ["Line 6: digits returned (3, 7)."],
        ["Line 2: tens is 3, units is 7."],
        ["Line 3: you cannot divide by zero, in swap(37)."],
    ]
    inner = [
        {"name": "swap", "variables": {"n": "37"}},
        {"name": "digits", "variables": {"n": "37"}},
    ]
    assert (stops[2]["frames"], stops[3]["returned"]) == (inner, "(3, 7)")
    last = stops[-1]
    assert (last["wrong"], last["column"], last["end_column"]) == (True, 11, 29)
    assert last["frames"] == [{"name": "swap", "variables": {"n": "37", "tens": "3", "units": "7"}}]
    assert opened.player.position == len(stops) - 1
    opened.player.back()
    assert opened.player.stops[opened.player.position]["line"] == 2
    press(opened, "reset")
    assert opened.player.scene["source"] == ""


def test_a_wrong_value_is_told_where_it_is_returned(shell):
    opened = exercise(NAME)
    hand_in_cell(NAME, "def swap(n):\n    if n:\n        n = 5\n    return n", shell)
    told = [says for stop in opened.player.stops[1:] for says in stop["says"]]
    assert told == ["swap(37) starts.", "Line 2 ran.", "Line 3: n is 5.",
                    "swap(37) returned 5. It should return 73."]  # fmt: skip
    hand_in_cell(NAME, SWAP, shell)
    assert opened.player.stops[-1]["says"] == ["Line 2: swap returned 73."]
    assert "wrong" not in opened.player.stops[-1]
    hand_in_cell(NAME, "def swap(n):\n    print(swap2(n))\ndef swap2(n): pass", shell)
    assert opened.player.stops[-2]["says"] == ["Line 3: swap2 returned nothing."]


def test_of_an_endless_call_the_first_steps_are_kept(shell):
    opened = exercise(NAME)
    hand_in_cell(NAME, "def swap(n):\n    while n:\n        n += 1", shell)
    last = opened.player.stops[-1]
    assert last["says"] == ["Only the first 300 steps are shown.",
                            "Line 2: this loop goes on and on in swap(37)."]  # fmt: skip
    assert (len(opened.player.stops), last["line"], last["wrong"]) == (302, 2, True)


@pytest.mark.parametrize("source", ["def swap(n) return", "1 // 0", "def swop(n): pass"])
def test_what_never_begins_is_one_step(shell, source):
    opened = exercise(NAME)
    said = hand_in_cell(NAME, source, shell)
    [_, only] = opened.player.stops
    assert (only["wrong"], only["says"][0]) == (True, said.says[1])


def test_the_given_code_is_not_called_wrong(shell):
    """Its run is shown without a colour, since it is not an attempt."""
    opened = exercise(NAME)
    html = hand_in_cell(NAME, STUB, shell)._repr_mimebundle_()["text/html"]
    assert "!" not in html
    assert "#d9622b" not in html
    assert (opened.feedback.mood, opened.feedback.says[0]) == ("", "1 of 4 cases are right.")
    assert len(opened.player.stops) > 1


# A real kernel ----------------------------------------------------------------------------------

CELLS = [
    "import teachkit as tk",
    f'tk.exercise("{NAME}")',
    f"%%exercise {NAME}\n{STUB}\nprint('tried', swap(37))\nswap(50)",
    f"%%exercise {NAME}\ndef swap(n):\n    while n: pass",
    f"%%exercise {NAME}\n{SWAP}",
    "swap(37)",
    f'tk.points("{NAME}")',
    f'tk.exercise("{NAME}")',
]


@pytest.mark.slow
def test_in_a_real_kernel_a_cell_is_run_judged_and_kept(tmp_path):
    """It shows the same text at every run, and the kernel survives."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    where = {"metadata": {"path": str(tmp_path)}}
    patient = {"timeout": None, "startup_timeout": 3600, "shutdown_kernel": "immediate"}
    NotebookClient(notebook, resources=where, **patient).execute()
    shown = [
        [output.get("text") or output.data["text/plain"] for output in cell.outputs]
        for cell in notebook.cells
    ]
    assert shown[1][-1] == "Workbench('97-swap', 0 of 6 points)"
    assert shown[2][:2] == ["tried 37\n", "50"]
    assert shown[2][2].splitlines() == [
        "1 of 4 cases are right.",
        "Each digit is back where it was.",
        "swap(37) returned 37. It should return 73.",
        "The digits must change places.",
        "0 of 6 points",
    ]
    assert shown[3][0].splitlines() == [
        "0 of 4 cases are right.",
        'Line 2: nothing in this loop changes "n", so it never ends.',
        "0 of 6 points",
    ]
    assert shown[4:7] == [[f"{WORKS}\n6 of 6 points"], ["73"], ["6.0"]]
    assert shown[7][-1] == "Workbench('97-swap', 6 of 6 points)"
    assert (tmp_path / "answers.json").exists()


def test_the_verdict_of_a_cell_has_colour_sign_and_words(shell):
    wrong = "def swap(n):\n    return 0"
    for source, sign, words in [(SWAP, "✓", WORKS), (wrong, "!", "0 of "), (STUB, "", "0 of ")]:
        html = hand_in_cell(NAME, source, shell)._repr_mimebundle_()["text/html"]
        assert sign in html
        assert words in html
        assert "border-left: 5px solid #" in html
