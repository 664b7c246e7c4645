"""Test that everything said about Python that drives is translated."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.catalog import Catalog

from teachkit.exercises.running.driving import Course
from tests.exercises.drives import machine, rover, said

from .extract import sentences
from .pseudo import Pseudo
from .test_function_words import not_translated

HERE = ("/running/driving",)
FEW = rover(cards={"forward": 2, "left": 1})
DRIVES: list[tuple[str, Course]] = [
    ("forward", FEW), ("if blocked: left()", FEW), ("forward(3)", FEW), ("froward()", FEW),
    ("x = y", FEW), ("input()", FEW), ("exit()", FEW), ("left(); left()", FEW),
    ("forward(); forward(); forward()", FEW), ("jump()", FEW), ("forward(", FEW),
    ("while True: forward()", rover()), ("a1_add(1, 2)", machine()), ("1 // 0", FEW),
    ("all-forward", FEW),
]  # fmt: skip


def told() -> Iterator[str]:
    for source, course in DRIVES:
        yield re.sub(r"\b[a-d]\d \w+", "", said(source, course))  # a place is no word


def test_every_sentence_on_drives_is_provoked_and_translated(
    pseudo: Pseudo, catalogue: Catalog
) -> None:
    assert [sentence for sentence in told() if not_translated(sentence)] == []
    here = sentences(catalogue, *HERE)
    assert here - pseudo.asked == set()
    assert len(here) > 7
