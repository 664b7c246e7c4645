"""Handouts: a page for each exercise, cards to cut out, and no overlapping text."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from teachkit.classroom.handout import handout
from teachkit.classroom.handout.deck import deck
from teachkit.classroom.handout.drawing import on_paper
from teachkit.classroom.handout.key import key_pages
from teachkit.classroom.handout.pages import exercise_pages, rules_pages, shared_pages
from teachkit.classroom.handout.parts import places
from teachkit.classroom.library import course, exercise_files, exercises_of, find_exercise
from teachkit.classroom.release import release
from teachkit.draw.paper import PAPERS, Face, Page, flowed, pdf, sheets, width_of
from teachkit.errors import DataError
from teachkit.exercises.judging.checks import asked_text
from teachkit.exercises.model.exercise import Exercise
from tests.exercises.making import START, made

from . import handedin

pytestmark = pytest.mark.slow

LESSONS = sorted({path.parent.name for path in exercise_files().values()})


def faces(*exercises: Exercise) -> dict[str, int]:
    """Return the number of cards with each name."""
    return dict(Counter(face.name for face in deck(exercises)))


def words_on(page: Page) -> list[Text]:
    return [text for text in page.figure.axes[0].texts if text.get_text()]


def pages_of(exercise: Exercise, paper: str = "a4") -> list[Page]:
    return list(exercise_pages(exercise, paper))


# cards -------------------------------------------------------------------------------------------


def test_a_deck_has_as_many_of_a_card_as_any_exercise_asks_for() -> None:
    one = made(cards={"forward": 3, "left": 1})
    other = made(cards={"forward": 2, "right": 4})
    assert faces(one, other) == {"Forward": 3, "Left": 1, "Right": 4}


def test_what_is_given_or_needed_can_always_be_laid() -> None:
    given = made(given=", ".join(["left"] * 9), cards={"forward": 2}, kind="repair")
    assert faces(given)["Forward"] == 2
    predicted = made(kind="predict", given="left, left, jump", solution={})
    assert faces(predicted) == {"Left": 2, "Jump": 1}
    far = made(solution={"answer": ", ".join(["forward"] * 11)})
    assert faces(far)["Forward"] == 11


def test_cards_without_a_limit_share_two_sheets() -> None:
    every = ["Forward", "All forward", "Jump", "Left", "Right", "U-turn"]
    assert faces(made()) == dict.fromkeys(every, 5)


def test_a_loop_is_two_cards_to_lay_around_others() -> None:
    looped = made(edition="loops", cards=["forward 2", "2x 1"])
    assert faces(looped) == {"Forward": 2, "Repeat ×2": 1, "End": 1}


def test_questions_are_cards_of_their_own() -> None:
    asks = made(edition="sensors", cards={"forward": 2, "if": 1}, sensors=["blocked", "not clear"])
    assert faces(asks) == {"Forward": 2, "if": 1, "End": 1, "blocked": 1, "not clear": 1}


def test_a_routine_is_two_cards_to_lay_around_others_and_cards_to_name() -> None:
    routines = made(edition="routines", cards={"forward": 2, "define": 1})
    assert faces(routines) == {"Forward": 2, "Define": 1, "End": 1, "_________": 4}


def test_a_given_routine_is_drawn_with_its_cards() -> None:
    given = "define fetch(forward, left), 2x(fetch)"
    page = texts(made(kind="predict", edition="routines", given=given, solution={}))
    assert page.split("The program:")[1].split()[:3] == ["1", "2", "3"]


def test_a_function_needs_no_cards() -> None:
    assert deck([find_exercise("12-02")]) == []


@pytest.mark.parametrize(("count", "pages"), [(0, 0), (1, 1), (16, 1), (17, 2), (33, 3)])
def test_sixteen_cards_are_a_sheet(count: int, pages: int) -> None:
    assert len(list(sheets([Face("↑", "Forward", "One square ahead.")] * count, "a4"))) == pages


# pages -------------------------------------------------------------------------------------------


SHEETS = [(lesson, paper) for lesson in LESSONS for paper in PAPERS]


@pytest.mark.parametrize(
    ("lesson", "paper"),
    # Daily tests print each lesson in one paper size, alternating; nightly tests in both.
    [pytest.param(*sheet, marks=[pytest.mark.nightly] if number % 4 in (1, 2) else [])
     for number, sheet in enumerate(SHEETS)],
)  # fmt: skip
def test_nothing_runs_over_the_edge_or_over_something_else(lesson: str, paper: str) -> None:
    """All words of all pages. Boards are at least four centimetres large."""
    exercises = exercises_of(lesson)
    pages = [page for exercise in exercises for page in pages_of(exercise, paper)]
    cards = sheets(deck(exercises), paper)
    key = key_pages(exercises, paper)
    for page in [*rules_pages(lesson, paper, None), *pages, *cards, *key]:
        renderer = FigureCanvasAgg(page.figure).get_renderer()
        boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in words_on(page)]
        sheet = page.figure.bbox
        for words, box in boxes:
            assert sheet.x0 + 20 < box.x0 < box.x1 < sheet.x1 - 20, words
            assert sheet.y0 + 15 < box.y0 < box.y1 < sheet.y1 - 15, words
        for place, (words, box) in enumerate(boxes):
            for others, other in boxes[place + 1 :]:
                assert not box.padded(-1).overlaps(other.padded(-1)), (words, others)
        for axes in page.figure.axes[1:]:
            seen = axes.get_tightbbox()
            assert seen is not None
            assert max(seen.width, seen.height) / page.figure.dpi * 25.4 > 35


def texts(exercise: Exercise) -> str:
    return "\n".join(text.get_text() for page in pages_of(exercise) for text in words_on(page))


def test_a_page_says_what_is_asked_and_leaves_room_for_the_answer() -> None:
    said = texts(made(cards={"forward": 3}, predict=True, text="Drive to **c1**, `now`."))
    for words in ("Two steps", "Drive to ", "c1", "now", "Your cards: 3 × Forward.", "Name:",
                  "Before you run the program, predict how it will end:", "Your program:",
                  "1 point"):  # fmt: skip
        assert words in said
    assert "**" not in said


def test_a_bug_hunt_is_marked_with_a_pencil() -> None:
    """Other repairs are not."""
    pencil = "Mark the first wrong card with a pencil before you change anything."
    hunt = made(kind="repair", given="forward, left", mark=True)
    assert pencil in texts(hunt)
    assert pencil not in texts(made(kind="repair", given="forward, left"))


def test_solutions_hints_and_hidden_boards_are_not_printed() -> None:
    hidden = START | {"hidden": True, "floor": ". . . .\n. . . ."}
    mistake = {"answer": "left", "says": "A sentence for it."}
    page = made(starts=[START, hidden], mistakes=[mistake], solution={"answer": "forward, forward",
                                                                      "says": "Two."})  # fmt: skip
    assert len(pages_of(page)[0].figure.axes) == 2  # the sheet, and one board
    for secret in ("It looks that way already.", "A sentence for it.", "Two.", "Board 2"):
        assert secret not in texts(page)


def test_a_trace_has_a_row_for_each_step_and_a_prediction_a_line_for_each_board() -> None:
    table = texts(made(kind="trace", given="left, forward", checks=[], solution={}))
    assert re.findall(r"Card \d: \w+\.", table) == ["Card 1: left.", "Card 2: forward."]
    asked = texts(made(kind="predict", given="left", starts=[START] * 3, checks=[], solution={}))
    assert asked.count("How does it end?") == 3
    assert re.findall(r"Board \d", asked) == ["Board 1", "Board 2", "Board 3"]


def test_moments_are_numbered_and_a_prediction_names_its_round() -> None:
    moments = [{"says": "Left", "when": "red 2"}, {"says": "Forward", "when": "red 1"}]
    keys: dict[str, Any] = {"given": "forward, left", "checks": [], "solution": {}}
    page = texts(made(kind="order", choices=moments, **keys))
    assert "Number them in the order in which they happen:" in page
    assert page.index("Left") < page.index("Forward")
    assert "Card 1: how does it end?" in texts(made(kind="predict", after=1, **keys))


def test_a_machine_has_rows_to_write_on_and_a_function_its_lines() -> None:
    assert "Register" in texts(find_exercise("10-07"))
    assert "return ..." in texts(find_exercise("12-02"))


@pytest.mark.parametrize(
    ("name", "boxes"),
    [("20-13", [6, 6]), ("20-10", [6, 6]), ("20-09", [3, 3]), ("21-05", [5]), ("21-11", [8]),
     ("02-04", [12]), ("06-09", [26])],
)  # fmt: skip
def test_there_is_a_box_for_each_card_that_a_program_may_have(name: str, boxes: list[int]) -> None:
    """The rules allow a retro six cards; a hand may be smaller. A loop takes a box at each end."""
    page = texts(find_exercise(name))
    rows = re.split("Your program:|(?:Red|Green|Blue)'s program:", page)[-len(boxes) :]
    numbers = [[int(each) for each in row.split() if each.isdecimal()] for row in rows]
    assert numbers == [[*range(1, most + 1)] for most in boxes]


def test_what_does_not_fit_goes_to_a_second_page() -> None:
    long = made(kind="trace", given=", ".join(["left"] * 24), checks=[], solution={})
    assert [len(page.figure.axes) for page in pages_of(long)] == [2, 1]


def test_small_exercises_share_a_page_with_one_set_of_cards() -> None:
    exercises = [made(cards={"forward": 3}) for _ in range(5)]
    pages = list(shared_pages(exercises, "a4", "Ada"))
    assert [len(page.figure.axes) - 1 for page in pages] == [2, 2, 1]
    for page in pages:
        assert page.left_over > -0.01
    said = " ".join(text.get_text() for page in pages for text in words_on(page))
    assert (said.count("Ada"), said.count("Name:")) == (5, 0)
    assert len(deck(exercises)) == 3


def test_a_folder_is_a_sheet_and_an_empty_one_is_none(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no exercise file here"):
        handout(str(tmp_path))
    for name in ("02-04", "02-05", "02-07"):
        source = next(path for key, path in exercise_files().items() if key.startswith(name))
        (tmp_path / source.name).write_bytes(source.read_bytes())
    printed = handout(str(tmp_path))
    assert printed.exercises == 3
    assert printed.pages < 3 + -(-printed.cards // 16) + 1


def test_no_last_sheet_holds_only_a_few_cards() -> None:
    """One card more than a sheet holds leads to fewer copies, or to a sheet full of spare cards."""
    held = made(cards={"forward": 8, "left": 8, "right": 1})
    assert len(deck([held])) == 32
    assert faces(held)["Right"] > 1
    for lesson in LESSONS:
        number = len(deck(exercises_of(lesson)))
        assert number < 16 or not 0 < number % 16 <= 4, lesson


FLAG = "card, or the flag on its line under **What happened**"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Which board? Press **Board 2** to see it.", "Which board?"),
        ("Write the square. Then press **Check** and watch. **Start again** gives a new board.",
         "Write the square."),
        ("Press the **Forward** card twice, then press **Run**.",
         "Place the **Forward** card twice."),
        (f"Run the program. Mark the first step: press its {FLAG}. Then change it.",
         "Mark the first step. Use a pencil. Then change it."),
        (f"Run it and mark the first card: press the {FLAG}. Why?",
         "Mark the first card. Use a pencil. Why?"),
        ("It does not run. Press **Run** and read the error. Which line?",
         "It does not run. Which line?"),
        ("It stops. Run it, and read what the feedback says. Then change **one** line.",
         "It stops. Then change **one** line."),
        ("One word is missing. Write it in the **Python**, then press **Use this text**.",
         "One word is missing. Write it in the **Python**."),
        ("Write down a number. Then run it.", "Write down a number."),
        ("Where is Red? Each attempt has a new board.", "Where is Red?"),
        ("- one\n- `n * 2`", "• one\n• `n * 2`"),
        ("Noor pressed Run before she looked.", "Noor pressed Run before she looked."),
    ],
)  # fmt: skip
def test_paper_has_no_buttons(text: str, printed: str) -> None:
    assert on_paper(text) == printed


def test_no_packaged_worksheet_asks_to_press_a_button() -> None:
    button = re.compile(r"\bpress \*\*|What happened|each attempt", re.IGNORECASE)
    for name in exercise_files():
        text = on_paper(asked_text(find_exercise(name)))
        assert not button.search(text), (name, text)
        runs = [run for line in flowed(text, 11, 180) for run in line]
        assert not any("*" in words for words, mark in runs if mark != "`"), (name, text)


# the answer key ----------------------------------------------------------------------------------


def key_texts(*exercises: Exercise) -> str:
    pages = key_pages(exercises, "a4")
    return "\n".join(text.get_text() for page in pages for text in words_on(page))


def test_the_key_has_the_solution_the_hidden_boards_and_the_mistakes() -> None:
    hidden = START | {"hidden": True}
    mistake = {"answer": "left, left", "says": "A sentence for it."}
    solution = {"answer": "forward, forward", "says": "Two."}
    said = key_texts(made(starts=[START, hidden], mistakes=[mistake], solution=solution))
    for words in ("Board 2 (hidden)", "left, left", "A sentence for it.", "Two."):
        assert words in said


@pytest.mark.parametrize(
    ("name", "answer"),
    [("00-01", "b2 north"), ("01-03", "c"), ("02-02", "a4 north"), ("18-10", "Green's program:"),
     ("12-02", "return n % 10"), ("17-04", "insert jump at 2, insert jump at 5"),
     ("18-02", "Move 3, 840"), ("02-12", "The hill closes the way from below.")],
)  # fmt: skip
def test_the_key_has_the_answer_of_each_kind(name: str, answer: str) -> None:
    exercise = find_exercise(name)
    said = key_texts(exercise)
    assert answer in said
    assert exercise.title in said


# rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("number", [each.number for each in course().lessons if each.card])
def test_the_rules_fit_on_a_card_of_one_page(number: str, paper: str) -> None:
    """The picture is below the last line of text, and inside the frame."""
    (page,) = rules_pages(number, paper, None)
    renderer = FigureCanvasAgg(page.figure).get_renderer()
    lowest = min(text.get_window_extent(renderer).y0 for text in words_on(page))
    for board in page.figure.axes[1:]:
        seen = board.get_tightbbox(renderer)
        assert seen is not None
        assert page.top - 4 < seen.y0 / page.figure.dpi * 25.4
        assert seen.y1 < lowest
    assert page.left_over > 0


def test_the_card_comes_first_and_only_with_its_whole_lesson() -> None:
    exercises, card = exercises_of("19"), next(iter(rules_pages("19", "a4", None)))
    assert "seven steps" in " ".join(text.get_text() for text in words_on(card))
    cards = len(list(sheets(deck(exercises), "a4")))
    boards = sum(len(pages_of(exercise)) for exercise in exercises)
    assert handout("19").pages == 1 + boards + cards
    assert list(rules_pages("19-02", "a4", None)) == []
    assert list(rules_pages("01", "a4", None)) == []


def test_a_release_keeps_a_teacher_s_own_card(tmp_path: Path) -> None:
    own, copy = handedin.lesson(tmp_path / "own"), tmp_path / "copy"
    card = '[lessons.card]\ntitle = "Rules"\ntext = "**No** jumps."\n'
    (own / "course.toml").write_text(f'[[lessons]]\nnumber = "90"\nplace = "Camp"\n{card}')
    release(own, copy)
    (page,) = rules_pages("90", "a4", copy)
    assert [each.get_text() for each in words_on(page)] == ["Rules", "No", " jumps."]


# the file ----------------------------------------------------------------------------------------


def test_a_handout_is_a_pdf_with_its_letters_inside() -> None:
    printed = handout("02-04")
    assert (printed.exercises, printed.cards, printed.pages) == (1, 12, 2)
    assert printed.pdf.startswith(b"%PDF-")
    assert printed.pdf.count(b"/Type /Page ") + printed.pdf.count(b"/Type /Page\n") == 2
    assert b"/FontFile2" in printed.pdf  # TrueType, embedded
    assert b"/Type3" not in printed.pdf


def test_the_same_lesson_is_the_same_file(tmp_path: Path) -> None:
    """Also on another day and in another process."""
    code = """
import sys
from teachkit.classroom.handout import handout
sys.stdout.buffer.write(handout("02-04").pdf)
"""
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True,
                       env={"PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": seed,
                            "HOME": str(tmp_path)}).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1] == handout("02-04").pdf
    assert b"Date" not in runs[0]


def test_a_learner_s_settings_of_matplotlib_change_nothing() -> None:
    import matplotlib as mpl

    before = handout("02-04").pdf
    with mpl.rc_context({"font.size": 30, "pdf.fonttype": 3, "font.family": "serif",
                         "figure.dpi": 50, "lines.linewidth": 9}):  # fmt: skip
        assert handout("02-04").pdf == before
    assert mpl.rcParams["pdf.fonttype"] == mpl.rcParamsDefault["pdf.fonttype"]


# text --------------------------------------------------------------------------------------------


def test_lines_break_between_words_and_keep_their_marks() -> None:
    text = "Say **which square** it is, then `forward, left` and **no more**."
    lines = flowed(text, 10, 40)
    assert len(lines) > 1
    for line in lines:
        assert sum(width_of(words.rstrip(), 10, mark) for words, mark in line) <= 40
    assert " ".join("".join(words for words, _ in line) for line in lines).split() == (
        ["Say", "which", "square", "it", "is,", "then", "forward,", "left", "and", "no", "more."]
    )
    assert {mark for line in lines for words, mark in line if "square" in words} == {"**"}


def test_money_is_not_mathematics() -> None:
    page = Page()
    page.write("From $1 to $2.", 11)
    assert [text.get_text() for text in words_on(page)] == ["From $1 to $2."]
    assert pdf([page], "money").startswith(b"%PDF-")


def test_registers_are_places_and_each_card_has_its_number() -> None:
    """Other players' registers are printed too, since they cannot be looked up on paper."""
    both = find_exercise("18-10")
    said = texts(both)
    for words in ("Red's program:", "Yellow's program:", "540", "570", "Move 1 500"):
        assert words in said
    names = [face.name for face in deck([both])]
    assert len(names) == len(set(names)) == 8
    assert {"Move 1 540", "Move 1 570", "Move 1 660"} < set(names)
    locked = find_exercise("19-09")
    assert [place.symbol for place in places(locked, "red")] == ["", "", "↑1", "↰", "↑1"]
