"""The code editor beside the board, in JupyterLab as `teachkit lab` starts it."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from teachkit.classroom.library import find_exercise
from tests.lessons.lessonbook import LESSONS, code_cells, read

from .conftest import Shot, new_page, note_errors
from .labpage import LAPTOP, TABLET, Lab, axe, becomes, cell_sources, change_theme, open_lesson

MAGIC = "%%exercise 12-02-the-units\n"
TABS = 200  # more than there are between two exercises with code
GIVEN = f"{MAGIC}def units(n):\n    return ..."
FITS = """bench => {
  bench.scrollIntoView();
  return [".tk-run-board", ".tk-code-box", "[data-press='run']"].every((part) => {
    const { top, bottom } = bench.querySelector(part).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}"""
RIGHT = f"{MAGIC}def units(n):\n    return n % 10"


def bench_of(page: Page, title: str) -> Locator:
    code = page.get_by_role("textbox", name=f"Your program: {title}", exact=True)
    return page.locator(".tk-bench").filter(has=code)


def source(page: Page, name: str) -> str:
    """Return the text of the cell that hands in the exercise `name`."""
    (found,) = [each for each in cell_sources(page) if each.startswith(f"%%exercise {name}")]
    return found


def test_functions_are_written_and_run_by_keys_alone(
    browser: Browser, ada: Lab, shot: Shot
) -> None:
    """In lesson 12: the magic line is safe, undo works, and there is one verdict."""
    page = new_page(browser, viewport=LAPTOP)
    errors = note_errors(page)
    open_lesson(page, ada, "12-functions.ipynb")
    bench = bench_of(page, "The units digit")
    code, says = bench.locator(".cm-content"), bench.locator(".tk-says")
    expect(says).to_be_empty()
    expect(page.get_by_text("of 4 cases are right").locator("visible=true")).to_have_count(0)
    expect(page.get_by_text(MAGIC.strip()).locator("visible=true")).to_have_count(0)
    code.focus()
    the_magic_line_is_safe(page)
    page.keyboard.press("Control+End")
    for _ in range(3):
        page.keyboard.press("Backspace")
    page.keyboard.type("unkn")
    page.keyboard.press("Control+Enter")
    expect(says).to_contain_text("0 of 4 cases are right.")
    expect(bench.locator(".tk-code-skipped")).to_have_text("    return unkn")
    expect(bench.locator(".tk-code-squiggle")).to_have_text("unkn")
    expect(bench.locator(".tk-code-says")).to_contain_text("Line 2")
    shot(page, "editor-error")
    for _ in range(4):
        page.keyboard.press("Backspace")
    expect(bench.locator(".tk-code-skipped, .tk-code-says")).to_have_count(0)
    page.keyboard.type("n % 10")
    expect(says).to_contain_text("previous program")
    assert source(page, "12-02-the-units") == RIGHT
    page.keyboard.press("Shift+Enter")
    expect(says).to_contain_text("It works")
    expect(page.get_by_text("It works: everything is as it should be.")).to_have_count(2)
    expect(page.locator("[data-verdict='12-02-the-units']")).to_be_hidden()
    expect(bench.locator(".tk-points")).to_have_text("2 of 2 points")
    assert page.evaluate("document.activeElement.matches('.cm-content')")
    the_box_is_left(page, bench)
    change_theme(page)
    shot(page, "editor-dark")
    assert axe(page, ".tk-code-editor[data-open]") == []
    page.set_viewport_size(TABLET)
    assert stacked(bench)
    assert errors == []
    page.context.close()


def the_magic_line_is_safe(page: Page) -> None:
    for keys in ("Control+a", "Delete", "Backspace", "Control+Home", "Backspace", "ArrowUp"):
        page.keyboard.press(keys)
    becomes(lambda: source(page, "12-02-the-units"), MAGIC)
    page.keyboard.press("Control+z")
    becomes(lambda: source(page, "12-02-the-units"), GIVEN)
    page.keyboard.press("Control+End")


def the_box_is_left(page: Page, bench: Locator) -> None:
    """Tab indents, and leaves the box after Escape; names are completed, and listed by a button."""
    page.keyboard.press("Enter")
    page.keyboard.type("un")
    expect(page.get_by_role("option", name="units")).to_be_visible()
    page.keyboard.press("Tab")
    expect(bench.locator(".cm-line").last).to_have_text("    units()")
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(bench.get_by_role("button", name="What I can call")).to_be_focused()
    page.keyboard.press("Enter")
    expect(bench.get_by_role("button", name="units(n)")).to_be_focused()
    page.keyboard.press("Escape")
    expect(bench.get_by_role("button", name="What I can call")).to_be_focused()


def stacked(bench: Locator) -> bool:
    """Return whether the task is above the code, and the buttons are below it."""
    tops = [
        bench.locator(part).evaluate("each => each.getBoundingClientRect().top")
        for part in (".tk-task", ".tk-code-editor", ".tk-feedback")
    ]
    return tops == sorted(tops)


def test_an_editor_is_beside_its_board(browser: Browser, ada: Lab, shot: Shot) -> None:
    """In lesson 21: board and code are seen together, on a laptop and on a tablet."""
    page = new_page(browser, viewport=LAPTOP)
    open_lesson(page, ada, "21-when-then.ipynb")
    bench = page.locator(".tk-bench:has(.tk-code-editor[data-open])").first
    for size in (LAPTOP, TABLET):
        page.set_viewport_size(size)
        becomes(lambda: bench.evaluate(FITS), True)
        shot(page, f"editor-board-{size['width']}")
    code = bench.locator(".cm-content")
    code.focus()
    page.keyboard.press("Control+Enter")
    expect(bench.locator(".tk-code-ran, .tk-code-skipped")).to_have_count(1)
    expect(bench.locator(".tk-run-code")).to_be_hidden()
    page.context.close()


def test_lessons_are_solved_by_keys_alone(browser: Browser, ada: Lab) -> None:
    """In lessons 12 and 22, each editor is reached with Tab, and its code is run where it is."""
    page = new_page(browser, viewport=LAPTOP)
    for lesson in ("12-functions.ipynb", "22-your-bot.ipynb"):
        open_lesson(page, ada, lesson)
        sources = [cell.source for cell in code_cells(read(LESSONS / lesson))]
        for source in sources:
            if source.startswith("%%exercise"):
                solve(page, source.split()[1])
    page.context.close()


def solve(page: Page, name: str) -> None:
    """Write the solution of the exercise `name` in its editor, run it, and earn all points."""
    exercise = find_exercise(name)
    bench = bench_of(page, exercise.title)
    tab_to(page, f"Your program: {exercise.title}")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(exercise.file.solution.answer.strip("\n"))
    page.keyboard.press("Control+Enter")
    expect(bench.locator(".tk-says")).to_contain_text("It works")
    all_of_it = f"{exercise.possible} of {exercise.possible} point"
    expect(bench.locator(".tk-points")).to_contain_text(all_of_it)
    page.keyboard.press("Escape")  # Tab then leaves the editor


def tab_to(page: Page, name: str) -> None:
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == name:
            return
    raise AssertionError(f"{name} cannot be reached")
