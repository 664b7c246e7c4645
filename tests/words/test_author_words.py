"""Test that everything authors read is translated: proofs, contracts, generated exercises."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from teachkit.classroom.notebooks import unknown_exercises
from teachkit.cli.author import as_minutes, as_text
from teachkit.core.data import numbers
from teachkit.core.game.whereabouts import Compared, Part
from teachkit.core.language.program import Program
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.minutes import LessonMinutes
from teachkit.exercises.authoring.proof import (
    Foreseen,
    Proof,
    answers_in_words,
    exercise_paths,
    flags,
    flaws,
    prove,
    shared_ids,
)
from teachkit.exercises.generator.contract import Contract, hand_of
from teachkit.exercises.generator.generate import generate, slips
from teachkit.exercises.generator.questions import hints_for
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.solving.par import METRICS, Difficulty, Par
from tests.exercises.drives import asked as drive
from tests.exercises.functionfiles import asked
from tests.exercises.making import START, made
from tests.exercises.test_files import FILE
from tests.exercises.test_others_act import START as OTHERS
from tests.exercises.test_proof import ASKING, CORRIDOR, MACHINE
from tests.once import Once

from .extract import sentences
from .pseudo import Pseudo, escaped, provoked, refused

MANY = "forward, jump, left, right, u-turn, 2x, 3x"
HERE = (
    "contract", "flags", "generate", "notebooks", "par", "proof", "author", "text_remarks",
    "questions", "selection",
)  # fmt: skip
# Said by the same modules to others, or with files in the way: tests/test_cli_author,
# tests/test_cli_play, tests/classroom/test_lab and tests/classroom/test_release read these.
ELSEWHERE = {
    '"{path}" already exists and is a different exercise. Choose a different --name.',
    "Menu",
    "Waking up…",
    "correction",
    "idea",
    'A file cannot be called "{name}". Choose a different --name.',
    "par cards",
    "par steps",
    "there is no exercise file here",
    "this file is not a notebook; save it again in JupyterLab",
    "title",
    # tests/classroom/test_variants.py reads these.
    "With --per-pupil, -o must be the folder called exercises in your course.",
    "With --per-pupil, use a --name such as 51-01-crater.",
    "turns",
}
# What stands in quotes or brackets, options, keys, and the cards of a program behind a colon.
FACTS = re.compile(r'"[^"]*"|\[\[\w+\]\]|--[\w-]+|(?<=：|:) [\w, ()-]+|\S+\.toml')
WRITTEN = {"loops", "nowhere"}


def remarks() -> Iterator[str]:
    """Return all errors and doubtful remarks."""
    keys: list[dict[str, Any]] = [
        {"solution": {}}, {"hints": [], "checks": [], "points": 1},
        {"solution": {"answer": "forward"}},
        {"mistakes": [{"answer": "forward, jump", "says": ""}]},
        {"mistakes": [{"answer": "teleport", "says": "1"}]}, {"kind": "repair"},
        {"kind": "repair", "given": "forward, jump"}, {"kind": "predict", "given": "left"},
        {"kind": "choice", "solution": {}, "choices": [{"says": "1", "program": "jump, jump"}]},
        {"kind": "choice", "given": "forward, forward", "choices": [{"says": "1"}]},
        {"starts": [ASKING]},
        {"game": "lovelace", "edition": "machine", "cards": ["A1+", "C4swap"],
         "starts": [{"components": {"A1": "+-1"}}], "solution": {"answer": "A1+"},
         "checks": [{"check": "shows", "value": 56}]},
    ]  # fmt: skip
    keys += [
        {"teaches": ["jum"]}, {"teaches": ["1"]}, {"phase": "makes"},
        {"starts": [START | {"hidden": True}]},
        {"checks": [{"check": "stands_on", "square": "c3"}]}, {"after": 1}, {"title": ""},
        {"points": 0, "checks": []},
        {"kind": "predict", "given": "left", "solution": {}, "checks": [],
         "mistakes": [{"answer": "1", "says": "2"}]},
    ]  # fmt: skip
    for each in keys:
        yield from (flaw.says for flaw in flaws(made(**each)))
    for sound in ({"checks": [{"check": "ends"}]}, {"given": "def f(n): return n + 1"}):
        yield from (flaw.says for flaw in flaws(asked(**sound)))
    busy = OTHERS | {"samples": {"c1": "blue"}}
    for hasty in ({"given": "forward()\nforward()"}, {"edition": "turns", "starts": [busy]}):
        yield from (flaw.says for flaw in flaws(drive(**hasty)))
    hidden = {"call": [7], "gives": "8", "hidden": True}
    yield from (flaw.says for flaw in flaws(asked(hidden)))
    yield from (flag.says for flag in flags(made(**CORRIDOR)))
    doubtful: list[dict[str, Any]] = [
        {"teaches": ["loops"], "cards": ["forward"]}, {"text": "d2"},
        {"text": "The sample on b1"}, {"hints": ["forward, forward"]},
        {"kind": "predict", "given": "north", "solution": {}},
        MACHINE | {"starts": [{"components": {"A1": "+-17"}, "targets": [71]}]},
    ]  # fmt: skip
    for each in doubtful:
        yield from (flag.says for flag in flags(made(**each)))
    half = [{"call": [7], "gives": "7"}, {"call": [8], "gives": "9"}]
    yield from (flag.says for flag in flags(asked(*half, given="def f(n): return n", points=2)))
    exercise = made()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(type(exercise.starts[0].state), "__str__", lambda state: "")
        yield from (flaw.says for flaw in flaws(exercise))
        patched.setattr(
            "teachkit.exercises.kinds.predictions.compared", lambda *_: Compared((Part("", False),))
        )
        predict = made(kind="predict", given="left", solution={}, starts=exercise.file.starts * 2)
        yield from (flaw.says for flaw in flaws(predict))


def wrong_contracts() -> Iterator[Callable[[], object]]:
    """Return contracts that cannot be read or kept."""
    red = partial(Contract, "algoracing")
    yield from (partial(red, par_cards=range(20, 21)), partial(red, edition="x"))
    yield from (partial(red, needs=(word,)) for word in ("x", "jumpp"))
    yield from (partial(red, tells=idea) for idea in ("?", "loop onec"))
    both = {"needs": ("left",), "avoid": ("left",)}
    held = {"needs": ("left",), "hand": {"forward": None}}
    basic = {"needs": ("loops",), "edition": "basic"}
    yield from (partial(red, **keys) for keys in (both, held, basic, {"avoid": ("x",)}))
    yield partial(Contract, "lovelace", turns=1)
    yield from (partial(numbers, "x"), partial(hand_of, "left x"))
    yield partial(generate, red(turns=9, par_cards=range(4, 5)), 1)
    yield partial(generate, red(edition="nested", hand=hand_of(MANY), par_cards=range(9, 10)), 1)
    yield partial(red, edition="sensors")
    yield partial(generate, Contract("roborally", edition="base"), 1)
    yield partial(list, exercise_paths([Path("nowhere")]))


def made_up() -> Iterator[str]:
    """Return slips, difficulties, and the words of a generated file."""
    for text in ("2x(left), right", "3x(left), right"):
        yield from (slip.says for slip in slips(Program.read(text), {"left": "right"}))
    for turns in (0, 1, 2):
        yield str(Difficulty(turns + 1, turns, ()))
    contracts = [
        Contract("algoracing"), Contract("algoracing", turns=1, par_cards=range(4, 5)),
        Contract("algoracing", needs=("2x",), par_cards=range(2, 5), stops=range(1)),
        Contract("lovelace"),
    ]  # fmt: skip
    for contract in contracts:
        for level in generate(contract, 2, 3):
            without_hand = make_exercise("level", level.data | {"cards": {}})
            yield from hints_for(without_hand, Program.read("jump"))
            wide = make_exercise(
                "level", level.data | {"cards": dict.fromkeys(level.data["cards"], 9)}
            )
            yield from hints_for(wide, Program.read("jump"))
            yield from level.text("").splitlines()[:2]
            yield from (level.data["text"], *level.data["hints"])
            yield from (mistake["says"] for mistake in level.data["mistakes"])


def tables(folder: Path) -> Iterator[str]:
    (folder / "1.toml").write_text(FILE)
    (folder / "2.toml").write_text(FILE.replace('"c1"', '"b1"'))
    (folder / "3.toml").write_text("")
    (folder / "8.toml").write_text(FILE.partition("[[mistakes]]")[0])
    (folder / "9").mkdir()
    (folder / "9" / "1.toml").write_text(FILE)
    yield from (remark.says for remark in shared_ids(folder.rglob("*.toml")).values())
    yield from (flag.says for flag in prove(folder / "8.toml").flags)
    yield answers_in_words(["1"])
    flagged = Proof(folder / "4.toml", made(), flags=(Remark("", "1"),))
    proofs = [*map(prove, sorted(folder.glob("*.toml"))), flagged]
    yield from (proof.verdict for proof in proofs)
    yield from Foreseen(2, 1, {"loop once": (1,), "if as while": (1, 2)}).says
    (folder / "5.ipynb").write_text("")
    (folder / "6.ipynb").write_text('{"cells": [{"source": "tk.points(\\"\\")"}]}')
    for number in (5, 6):
        told = [*unknown_exercises(folder / f"{number}.ipynb")]
        yield from (text for remark in told for text in remark)
        proofs.append(Proof(folder / "5.ipynb", flaws=(Remark("", "1"),), is_notebook=True))
        yield as_text(proofs).splitlines()[-1]
    yield from re.split(r" {2,}|\n", as_minutes([LessonMinutes("0", 1, 2)]))
    text = as_text(proofs[:4])
    yield from (text.splitlines()[0], text.splitlines()[-1], as_text(proofs[:1]).splitlines()[-1])


def pars() -> Iterator[str]:
    for metric, best, is_proven in product(METRICS, (1, 7), (True, False)):
        yield str(Par(metric, best, Program(), proven=is_proven))


@pytest.mark.slow
def test_all_that_authors_read_is_provoked_and_translated(
    once: Once, pseudo: Pseudo, catalogue: Catalog, tmp_path: Path
) -> None:
    told = {*made_up(), *tables(tmp_path), *map(refused, wrong_contracts()), *pars()}
    remarked, asked = once("remarks in pseudo", lambda: provoked(remarks))
    assert [says for says in told | remarked if escaped(FACTS.sub("", says), WRITTEN)] == []
    here = sentences(catalogue, *(f"/{room}.py" for room in HERE))
    assert here - ELSEWHERE - pseudo.asked - asked == set()
