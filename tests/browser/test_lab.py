"""Tests of this folder's tools, on the smallest notebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from .conftest import OpenNotebook, Shot
from .labpage import axe, cell_errors, cell_sources, change_theme, shut_kernel_down


def test_a_notebook_is_opened_and_run(open_notebook: OpenNotebook) -> None:
    page = open_notebook(
        ["answer = 6 * 7", "print('the answer is', answer)", "1 / 0"], may_fail=True
    )
    assert page.locator(".jp-OutputArea-output").first.inner_text() == "the answer is 42\n"
    [complaint] = cell_errors(page)
    assert "ZeroDivisionError" in complaint
    assert cell_sources(page) == ["answer = 6 * 7", "print('the answer is', answer)", "1 / 0"]
    change_theme(page)
    shut_kernel_down(page)


def test_a_page_is_judged_and_kept_as_a_picture(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """A screenshot is saved in the right place; axe finds a button without a name."""
    page.set_content("<main><p>Text</p><button></button></main>")
    [violation] = axe(page, "main")
    assert violation.startswith("button-name")
    monkeypatch.setenv("TEACHKIT_SCREENSHOTS", str(tmp_path))
    shot: Shot = request.getfixturevalue("shot")
    path = shot(page, "empty")
    assert path.parent == tmp_path
    assert path.stat().st_size > 0
