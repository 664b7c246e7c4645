"""Test that data written as TOML reads back unchanged."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from teachkit.exercises.authoring.files import toml_text, toml_value

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
def test_every_exercise_is_in_the_style_of_the_house(path: Path) -> None:
    """If this fails, write `toml_text(data)` to the file: that changes no data."""
    text = path.read_text(encoding="utf-8")
    assert toml_text(tomllib.loads(text)) == text


def test_it_looks_as_an_author_would_write_it() -> None:
    data = {
        "starts": [{"rovers": {"red": "a1 north"}, "floor": ". .\n. .\n"}, {"hidden": True}],
        "checks": [{"points": 2, "player": "red", "square": "b1", "check": "stands_on"}],
        "solution": {"answer": "forward"},
        "unknown": 1,
        "hints": ["One."],
        "cards": {"forward": 3},
        "text": "One.\n\nTwo.",
        "game": "algoracing",
        "title": "Up",
    }
    assert toml_text(data) == (
        'title    = "Up"\n'
        'game     = "algoracing"\n'
        'text     = """\nOne.\n\nTwo."""\n'
        "cards    = { forward = 3 }\n"
        'hints    = [\n    "One.",\n]\n'
        "unknown  = 1\n"
        "\n"
        "[[starts]]\n"
        'floor  = """\n. .\n. .\n"""\n'
        'rovers = { red = "a1 north" }\n'
        "\n"
        "[[starts]]\n"
        "hidden = true\n"
        "\n"
        "[[checks]]\n"
        'check  = "stands_on"\n'
        'square = "b1"\n'
        'player = "red"\n'
        "points = 2\n"
        "\n"
        "[solution]\n"
        'answer = "forward"\n'
    )


def test_a_long_list_has_a_line_for_each() -> None:
    labels = [
        {"cards": "1..2", "says": "drive to the next corner and turn toward the lab"},
        {"cards": "3", "says": "stop there"},
    ]
    assert toml_text({"labels": labels}) == (
        "labels   = [\n"
        '    { cards = "1..2", says = "drive to the next corner and turn toward the lab" },\n'
        '    { cards = "3", says = "stop there" },\n'
        "]\n"
    )
    assert toml_text({"labels": labels[1:]}) == (
        'labels   = [{ cards = "3", says = "stop there" }]\n'
    )


def test_text_is_in_the_quotes_that_need_no_escapes() -> None:
    assert toml_value('Say "left".') == "'Say \"left\".'"
    assert toml_value('It\'s "left".') == '"It\'s \\"left\\"."'
    assert toml_text({"given": "a\n"}) == 'given    = """\na\n"""\n'
    assert toml_text({"given": 'r"\\d"\n'}) == "given    = '''\nr\"\\d\"\n'''\n"
