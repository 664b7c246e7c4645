"""Test that data written as TOML reads back unchanged."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from teachkit.exercises.authoring.files import toml_text

from ..every_exercise import every_exercise

keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
values = st.recursive(
    texts | st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(keys, values, max_size=6))
def test_any_data_comes_back(data: dict[str, object]) -> None:
    assert tomllib.loads(toml_text(data)) == data


@every_exercise
def test_every_exercise_comes_back(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert tomllib.loads(toml_text(data)) == data


def test_it_looks_as_an_author_would_write_it() -> None:
    data = {
        "title": "Up",
        "starts": [{"floor": ". .\n. .\n", "rovers": {"red": "a1 north"}}, {"hidden": True}],
        "text": "One.\n\nTwo.",
        "cards": {"forward": 3},
        "solution": {"answer": "forward"},
    }
    assert toml_text(data) == (
        'title = "Up"\n'
        'text = """\nOne.\n\nTwo."""\n'
        "cards = {forward = 3}\n"
        "\n"
        "[[starts]]\n"
        'floor = """\n. .\n. .\n"""\n'
        'rovers = {red = "a1 north"}\n'
        "\n"
        "[[starts]]\n"
        "hidden = true\n"
        "\n"
        "[solution]\n"
        'answer = "forward"\n'
    )


def test_a_long_list_has_a_line_for_each() -> None:
    hints = [
        "Where does the rover look, and what stands there?",
        "After the turn it must face north, up the hill.",
    ]
    written = f'hints = [\n    "{hints[0]}",\n    "{hints[1]}",\n]\n'
    assert toml_text({"hints": hints}) == written
