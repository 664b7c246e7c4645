"""Test that everything said about codes is translated: each sentence is provoked in pseudo."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

from teachkit.classroom.answers import Answers
from teachkit.exercises.authoring.codes import code_of, read_code, read_result, result_code
from teachkit.exercises.authoring.packing import spelled
from teachkit.widgets.workbench.makebench import Friends

from ..widgets.benches import BASE, run
from .extract import sentences
from .pseudo import escaped, provoked, refused

HERE = ("/codes.py", "/packing.py", "workbench/makebench.py")
FACTS = {"forward", "Zoe", "Ben", "make"}
CODES = re.compile(r"\b[0-9A-Z]{5}(-[0-9A-Z]{5})*\b|\bO\b")


def damaged(code: str) -> Iterator[str]:
    """Yield texts that are damaged in every way that has a sentence of its own."""
    groups, other = code.split("-"), code_of({**BASE, "cards": {"left": 2}}, "Ben").split("-")
    yield from ("forward", f"O{code[1:]}", f"{code[1]}{code[0]}{code[2:]}", "-".join(groups[1:]))
    yield from ("-".join(groups[:-1]), "-".join([groups[0], *groups]))
    yield from ("-".join([*other[:2], *groups[2:]]), spelled(10**50))


def unfit() -> Iterator[dict[str, Any]]:
    """Yield changes to an exercise that make it unfit for a code."""
    board = BASE["starts"][0]
    floor = "\n".join(" ".join(random.Random(row).choices(".#H*", k=20)) for row in range(20))
    yield {"kind": "make"}
    yield {"checks": [{"check": "carries", "samples": 10_000}]}
    yield {"starts": [{**board, "samples": {"c1": ["blue", "blue"]}}]}
    yield {"starts": [{**board, "floor": floor}]}


def sayings(folder: Path) -> Iterator[str]:
    code = code_of(BASE, "Zoe", "forward, forward")
    yield from (refused(partial(read_code, each)) for each in damaged(code))
    yield from (refused(partial(code_of, {**BASE, **changes})) for changes in unfit())
    yield refused(partial(code_of, BASE, "z" * 99))
    for name, cards in (("", 0), ("Ben", 1), ("Ben", 2)):
        yield str(read_result(result_code("friend-1", name, cards, 1, cards)))
        friends = Friends(Answers(folder, "Ben"))
        friends.open_code(code_of(BASE, "Zoe" * bool(name), "forward, forward"))
        assert friends.bench
        yield friends.bench.exercise.title
        yield from run(friends.bench, "forward", "forward").feedback.says[1:]
    yield friends.still().text


def test_everything_about_codes_is_translated(catalogue: Catalog, tmp_path: Path) -> None:
    texts, asked = provoked(partial(sayings, tmp_path))
    plain = {text: CODES.sub("", text) for text in texts}
    assert {text: left for text in texts if (left := escaped(plain[text], FACTS))} == {}
    made = {"Wishes"}  # the bench on which exercises are made says this
    assert sentences(catalogue, *HERE) - asked - made == set()
