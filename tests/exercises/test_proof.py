"""Is an exercise true? Everything that `teachkit check` finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from teachkit.errors import DataError
from teachkit.exercises.proof import exercise_paths, flaws, prove

from .making import START, made
from .test_files import FILE

ASKING: dict[str, Any] = {
    "floor": ". . .",
    "rovers": {"red": "a1 east"},
    "samples": {"b1": ["blue", "blue", "green", "yellow"]},
}


def test_a_sound_exercise_has_no_flaws() -> None:
    assert flaws(made()) == []


@pytest.mark.parametrize(
    ("keys", "flaw"),
    [
        ({"hints": []}, "There are no hints; write at least one."),
        ({"checks": [], "points": 1}, "There are no [[checks]]; nothing could be wrong."),
        ({"solution": {"answer": "forward"}},
         "The solution earns 0 of 1: The rover stands on b1, not on c1."),
        ({"solution": {}}, "The solution earns 0 of 1: There is no answer yet."),
        ({"cards": {"forward": 1}},
         'The solution earns 0 of 1: The hand has only 1 "forward" card.'),
        ({"mistakes": [{"answer": "forward, jump", "says": "No."}]},
         "Mistake 1 earns everything; it is no mistake."),
        ({"mistakes": [{"answer": "teleport", "says": "No."}]},
         'Mistake 1 does not get its own sentence, but: There is no card "teleport" in this deck.'),
        ({"kind": "repair", "given": "forward, jump"},
         "The given program is right already; nothing is to be repaired."),
        ({"kind": "repair"}, 'This kind needs a program: given = "forward, left".'),
        ({"kind": "predict", "given": "left"},
         "The answer is computed; take the solution's answer away."),
        ({"kind": "predict", "solution": {}},
         'This kind needs a program: given = "forward, left".'),
        ({"kind": "choice", "solution": {}, "choices": [{"says": "a", "program": "jump, jump"}]},
         "A choice needs at least two [[choices]]."),
        ({"kind": "choice", "solution": {}, "choices": [{"says": "a"}, {"says": "b"}]},
         "Exactly one choice must be right, not none."),
        ({"checks": [{"check": "stands_on", "square": "c"}]},
         'The solution earns 0 of 1: "c" is no square; write a letter and a number: b4.'),
    ],
)  # fmt: skip
def test_a_flaw_is_named(keys: dict[str, Any], flaw: str) -> None:
    assert flaw in flaws(made(**keys))


def test_a_start_that_can_put_a_question_needs_an_answer() -> None:
    """Grading never guesses which of four samples three were taken."""
    asking = made(starts=[START, ASKING], solution={"answer": "jump, jump"})
    assert [flaw for flaw in flaws(asking) if flaw.startswith("Start 2 ")] == [
        "Start 2 can raise a question; write its answers."
    ]
    far = ASKING | {"floor": ". . .\n. # .", "samples": {"c2": ASKING["samples"]["b1"]}}
    assert "Start 1 can raise a question; write its answers." in flaws(made(starts=[far]))
    answered = made(starts=[ASKING | {"answers": [[0, 1, 2, 3]]}])
    assert flaws(answered) == []


def test_a_file_is_proven_with_a_sentence_and_a_status(tmp_path: Path) -> None:
    path = tmp_path / "two-steps.toml"
    proofs = []
    for text in (FILE, FILE.replace("hints", "hnts"), FILE.replace('"c1"', '"b1"')):
        path.write_text(text, encoding="utf-8")
        proofs.append((str(prove(path)), prove(path).status))
    assert proofs == [
        ("holds; par: 1 cards, 1 steps", 0),
        ('Unknown key "hnts". Did you mean "hints"?', 2),
        ("The solution earns 0 of 2: The rover stands on c1, not on b1.", 1),
    ]


def test_folders_are_searched_for_files(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("b.toml", "a.toml", "notes.txt"):
        (inner / name).write_text("", encoding="utf-8")
    assert list(exercise_paths([tmp_path])) == [inner / "a.toml", inner / "b.toml"]
    assert list(exercise_paths([inner / "b.toml"])) == [inner / "b.toml"]
    with pytest.raises(DataError, match="cannot be opened"):
        list(exercise_paths([tmp_path / "nowhere"]))
