"""States, traces and errors in a notebook: a picture, and the same as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from teachkit.core.game.game import run
from teachkit.games import algoracing
from teachkit.games.algoracing.setup import Setup
from teachkit.ipython import tell_ipython


@pytest.fixture
def shell() -> Iterator[Any]:
    shell = InteractiveShell.instance()
    shell.display_formatter.active_types = shell.display_formatter.format_types
    tell_ipython()
    yield shell
    InteractiveShell.clear_instance()


def start() -> Any:
    return Setup(floor=". . .", rovers={"red": "a1 east"}).state()


def test_a_state_is_a_picture_and_a_text_board(shell: Any) -> None:
    data, metadata = shell.display_formatter.format(start())
    assert data["image/png"][:4] == b"\x89PNG"
    assert data["text/plain"] == str(start())
    assert metadata["image/png"] == {"width": 500, "height": 295}


def test_a_trace_is_its_last_picture_and_its_story(shell: Any) -> None:
    trace = run(algoracing.GAME, start(), "forward")
    data, _ = shell.display_formatter.format(trace)
    assert data["image/png"] != shell.display_formatter.format(trace.final)[0]["image/png"]
    assert data["text/plain"] == "Card 1: forward.\nThe red rover drives to b1."


def test_a_trace_in_which_nothing_happened_shows_its_start(shell: Any) -> None:
    data, _ = shell.display_formatter.format(run(algoracing.GAME, start(), ""))
    assert data["text/plain"] == str(start())


def test_a_refusal_is_its_sentence_and_no_traceback(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.run_cell("import teachkit as tk\ntk.table(None)")
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 1
    assert said[0].endswith("Choose one of: algoracing, lovelace, calamitron, roborally.")
    shell.run_cell("1 // 0")
    assert "Traceback" in capsys.readouterr().out


def test_without_ipython_nothing_is_told() -> None:
    assert tell_ipython() is None
