"""The tools of this folder, on the smallest notebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from .conftest import OpenNotebook, Shot
from .labpage import axe, cell_errors, cell_sources, dark_theme, shut_kernel_down


def test_a_notebook_is_opened_and_run(open_notebook: OpenNotebook, shot: Shot) -> None:
    page = open_notebook(["answer = 6 * 7", "print('the answer is', answer)"])
    assert page.locator(".jp-OutputArea-output").all_text_contents() == ["the answer is 42\n"]
    assert cell_sources(page) == ["answer = 6 * 7", "print('the answer is', answer)"]
    dark_theme(page)
    assert shot(page, "lab-dark").stat().st_size > 0
    shut_kernel_down(page)


def test_what_a_cell_complains_of_is_told(open_notebook: OpenNotebook) -> None:
    page = open_notebook(["1 / 0"], may_fail=True)
    [complaint] = cell_errors(page)
    assert "ZeroDivisionError" in complaint


def test_axe_sees_a_button_without_a_name(page: Page) -> None:
    page.set_content("<main><p>Text</p><button></button></main>")
    [violation] = axe(page, "main")
    assert violation.startswith("button-name")


@pytest.mark.parametrize("named", [True, False])
def test_screenshots_go_where_they_were_asked_to(
    named: bool,
    page: Page,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.delenv("TEACHKIT_SCREENSHOTS", raising=False)
    if named:
        monkeypatch.setenv("TEACHKIT_SCREENSHOTS", str(tmp_path))
    path = request.getfixturevalue("shot")(page, "empty")
    assert path.exists()
    assert (path.parent == tmp_path) is named
