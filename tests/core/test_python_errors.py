"""Messages about invalid Python: one for each slip, the same in each Python version."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from teachkit.core.language.python_errors import trouble_in
from teachkit.core.language.python_text import read
from teachkit.errors import ProgramError

from ..cases import raised
from .wrongpython import TREES, WRONG

PIECES = ["for", "For", "if", "else", "def", "return", "left", "right()", "n", "2", "=", "==", ":",
          ";", "(", ")", "[", "]", "{", "}", "'", '"', "“", "\n", "\n    ", "\n\t", " ", ",", "-",
          "+", "in", "range(3)", "#", "\\", "＝", "\0", "\r", "f'{", "\ud800", "\x0c"]  # fmt: skip
DAMAGED = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=40)


@pytest.mark.parametrize(("source", "line", "says"), WRONG)
def test_a_slip_is_told_with_its_line(source: str, line: int, says: str) -> None:
    trouble = trouble_in(source)
    assert (trouble.line, trouble.says) == (line, says)
    assert len(says.split()) <= 15


@pytest.mark.parametrize(("source", "line", "says"), WRONG)
def test_a_program_in_python_is_told_the_same(source: str, line: int, says: str) -> None:
    if not any(map(says.startswith, TREES)):
        error = raised(ProgramError, read, source)
        assert (error.line, error.says) == (line, says)


def test_each_slip_has_a_sentence_of_its_own() -> None:
    assert len({says for _, _, says in WRONG}) > 50


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_it_does_not_matter_how_lines_end(newline: str) -> None:
    trouble = trouble_in(f"left(){newline}left(){newline}For n in range(2):{newline}    left()")
    assert (trouble.line, trouble.column) == (3, 1)


def test_of_two_slips_the_first_is_told() -> None:
    trouble = trouble_in("For n in range(3):\n    left()\nif x\n    right()")
    assert trouble.says == 'In Python, write "for" in small letters.'


def test_what_python_reads_is_no_trouble() -> None:
    for source in ("", "left(); right()", "# For", "x = 'For ('", "def f(n):\n    return (\n  n)"):
        assert trouble_in(source) is None


@given(DAMAGED)
@example("x = " + "9" * 5000)
@example("-" * 9000 + "1")
@example("if x:\n" * 200)
@example("'" * 9001)
@example("a b\n" * 4000)
@example("def " + "f" * 500 + " " + "g" * 500 + "():")
def test_however_damaged_there_is_a_sentence_and_a_place(source: str) -> None:
    try:
        compile(source, "", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        trouble = trouble_in(source)
        assert trouble.says.endswith(".")
        assert len(trouble.says) <= 120
        assert 1 <= trouble.line <= source.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        assert trouble.column >= 1
