"""Test everything that `teachkit check` finds in an exercise."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from teachkit.errors import DataError
from teachkit.exercises.authoring.proof import exercise_paths, flags, flaws, prove
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Plain, Result
from teachkit.exercises.solving.par import difficulty

from .functionfiles import asked
from .making import START, made
from .test_files import FILE

ASKING: dict[str, Any] = {
    "floor": ". . .",
    "rovers": {"red": "a1 east"},
    "samples": {"b1": ["blue", "blue", "green", "yellow"]},
}


@pytest.mark.parametrize(
    ("keys", "flaw"),
    [
        ({"checks": [], "points": 1}, "There are no checks, so no answer could be wrong. Add one."),
        ({"solution": {"answer": "forward"}},
         "The solution earns 0 of 1: The rover is on b1, not on c1."),
        ({"solution": {}}, "There is no solution yet. Write one."),
        ({"cards": {"forward": 1}},
         'The solution earns 0 of 1: Your hand has only 1 "forward" card.'),
        ({"mistakes": [{"answer": "teleport", "says": "No."}]},
         ('Mistake 1 should get its own sentence, but it gets: '
          'There is no card "teleport" in this deck.')),
        ({"kind": "repair", "given": "forward, jump"},
         "The given program is already right, so it needs no repair."),
        ({"kind": "predict", "given": "left"},
         "The rules compute the answer. Remove the answer from the solution."),
        ({"kind": "predict", "solution": {}},
         'This kind needs a program: given = "forward, left".'),
        ({"kind": "choice", "solution": {}, "choices": [{"says": "a", "program": "jump, jump"}]},
         "Add at least two [[choices]] tables."),
        ({"kind": "choice", "solution": {}, "choices": [{"says": "a"}, {"says": "b"}]},
         "Exactly one choice must be right, not none."),
        ({"checks": [{"check": "stands_on", "square": "c"}]},
         'The solution earns 0 of 1: "c" is not a square. Write a letter and a number, like b4.'),
    ],
)  # fmt: skip
def test_a_flaw_is_named(keys: dict[str, Any], flaw: str) -> None:
    assert flaw in [each.says for each in flaws(made(**keys))]


@pytest.mark.parametrize(
    ("keys", "remark"),
    [
        ({"hints": []}, "hints: There are no hints. Write at least one."),
        ({"kind": "repair"}, 'given: This kind needs a program: given = "forward, left".'),
        ({"mistakes": [{"answer": "jump, jump", "says": "No."}]},
         "mistakes: Mistake 1 earns full points, so it is not a mistake."),
        ({"game": "lovelace", "edition": "machine", "cards": ["A1+", "C4swap"],
          "starts": [{"components": {"A1": "+-1"}}], "solution": {"answer": "A1+"},
          "checks": [{"check": "shows", "value": 56}]},
         'cards: Board 1 has no "C4swap". Remove it from the hand.'),
    ],
)  # fmt: skip
def test_a_flaw_names_its_key(keys: dict[str, Any], remark: str) -> None:
    assert [str(flaw) for flaw in flaws(made(**keys))] == [remark]


def test_a_text_board_must_say_where_the_piece_is(monkeypatch: pytest.MonkeyPatch) -> None:
    exercise = made()
    monkeypatch.setattr(type(exercise.starts[0].state), "__str__", lambda state: "")
    (flaw,) = flaws(exercise)
    assert str(flaw) == "starts: The text of board 1 does not say where the piece is."


def test_a_start_that_can_put_a_question_needs_an_answer() -> None:
    """Grading never guesses which three of four samples were taken."""
    asking = made(starts=[START, ASKING], solution={"answer": "jump, jump"})
    said = [flaw.says for flaw in flaws(asking)]
    assert "Start 2 can ask a question. Add the answers to this start." in said
    far = ASKING | {"floor": ". . .\n. # .", "samples": {"c2": ASKING["samples"]["b1"]}}
    said = [flaw.says for flaw in flaws(made(starts=[far]))]
    assert "Start 1 can ask a question. Add the answers to this start." in said
    assert flaws(made(starts=[ASKING | {"answers": [[0, 1, 2, 3]]}])) == []


def test_a_file_is_proven_with_a_sentence_and_a_status(tmp_path: Path) -> None:
    path = tmp_path / "two-steps.toml"
    proofs = []
    for text in (FILE, FILE.replace("hints", "hnts"), FILE.replace('"c1"', '"b1"')):
        path.write_text(text, encoding="utf-8")
        proofs.append((str(prove(path)), prove(path).status))
    assert proofs == [
        ("holds", 0),
        ('There is no key "hnts". Did you mean "hints"?', 2),
        ("solution: The solution earns 0 of 2: The rover is on c1, not on b1.", 1),
    ]


# What is doubtful ------------------------------------------------------------------------------

CORRIDOR: dict[str, Any] = {
    "starts": [{"floor": ". . . . . .", "rovers": {"red": "a1 east"}}],
    "edition": "loops",
    "teaches": ["loops"],
    "cards": ["forward", "2x"],
    "checks": [{"check": "stands_on", "square": "e1"}],
    "solution": {"answer": "2x(forward, forward)"},
}
FOUR = "forward, forward, forward, forward"
AT_MOST_THREE = {"check": "uses_at_most", "cards": 3}


MACHINE: dict[str, Any] = {
    "game": "lovelace",
    "edition": "machine",
    "text": "Come to **72**.",
    "starts": [{"components": {"A1": "+-17", "B4": "swap"}, "targets": [72]}],
    "checks": [{"check": "shows", "value": 72}],
    "solution": {"answer": "A1+"},
}


@pytest.mark.parametrize(
    ("keys", "flag"),
    [
        (CORRIDOR, f"teaches: This works without loops: {FOUR}. Limit the cards or add a check."),
        ({"teaches": ["loops"], "cards": ["forward"]},
         "teaches: No card here teaches loops. Offer such a card, or teach something else."),
        ({"teaches": ["conditionals"], "edition": "basic"},
         "teaches: No card here teaches conditionals. Offer such a card, or teach something else."),
        ({"text": "Drive from a1 to **d2**, not with x2."},
         'text: "d2" is not on any board here. Name a different place.'),
        ({"hints": ["Look at a1 and c7.", "Then at c7."]},
         'hints: "c7" is not on any board here. Name a different place.'),
        ({"checks": [{"check": "keeps_off", "where": "h9"}, *CORRIDOR["checks"]]} | {
          "starts": CORRIDOR["starts"], "solution": {"answer": FOUR}},
         'checks: "h9" is not on any board here. Name a different place.'),
        ({"kind": "predict", "given": "north", "solution": {}},
         'given: Board 1 has no "north". Use a different card.'),
        (MACHINE | {"kind": "predict", "given": "A1+, B2+", "solution": {}, "checks": []},
         'given: Board 1 has no "B2+". Use a different card.'),
        (MACHINE | {"starts": [{"components": {"A1": "+-17"}, "targets": [71]}]},
         "checks: Board 1 shows 71, but no check asks for it."),
        ({"text": "Fetch the sample on **b1**.", "starts": [START | {"samples": {"a2": "blue"}}]},
         'text: No board here has a "sample" on b1. Correct it.'),
        ({"hints": ["Is the red base on c1?"], "starts": [START | {"bases": {"red": "b1"}}]},
         'hints: No board here has a "base" on c1. Correct it.'),
        (CORRIDOR | {"teaches": [], "hints": ["Try it.", "Put 2x(**forward**, forward)."]},
         "hints: Hint 2 gives the answer away. Ask a question."),
        ({"kind": "predict", "given": "forward", "solution": {}, "checks": [],
          "starts": [START, START | {"rovers": {"red": "b1 east"}}],
          "hints": ["On the second board, it ends at c1 east."]},
         "hints: Hint 1 gives the answer away. Ask a question."),
        (MACHINE | {"text": "Use `A1+` and `C3-`."},
         'text: "C3" is not on any board here. Name a different place.'),
    ],
)  # fmt: skip
def test_what_is_not_needed_or_not_there_is_flagged(keys: dict[str, Any], flag: str) -> None:
    assert [str(each) for each in flags(made(**keys))] == [flag]


@pytest.mark.parametrize(
    "keys",
    [
        CORRIDOR | {"checks": [*CORRIDOR["checks"], AT_MOST_THREE]},
        CORRIDOR | {"cards": ["forward 2", "2x"]},
        CORRIDOR | {"checks": [*CORRIDOR["checks"], {"check": "uses", "card": "2x"}]},
        CORRIDOR | {"teaches": ["tracing"]},  # no card carries this, so no program could show it
        MACHINE,
        MACHINE | {"checks": [{"check": "hits_all", "values": [72]}]},
        MACHINE | {"checks": [{"check": "reaches", "number": 1}]},
        {"text": "From a1 to **c1**, with 2x or x2."},
        {"text": "The samples on **a2**!", "starts": [START | {"samples": {"a2": "blue"}}]},
        {"text": "The rover on c1 waits."},  # pieces move
        {"hints": ["Is it forward?", "What comes after the first forward?"]},
        {"kind": "predict", "given": "forward", "solution": {}, "checks": []},
    ],
)
def test_what_is_needed_and_there_is_not_flagged(keys: dict[str, Any]) -> None:
    assert list(flags(made(**keys))) == []


@pytest.mark.parametrize(
    ("keys", "flaw"),
    [
        ({"teaches": ["orientaton"]},
         'teaches: "orientaton" is not known. Did you mean "orientation"?'),
        ({"teaches": ["xyzzy"]}, 'teaches: "xyzzy" is not known. Choose one of: sequence, '),
        ({"teaches": ["registers"]}, 'teaches: "registers" is not known'),
        ({"phase": "makes"}, 'phase: "makes" is not known. Did you mean "make"?'),
        ({"phase": "warmup"}, 'phase: "warmup" is not known. Choose one of: predict, run, '),
        ({"title": " "}, "title: A text here is empty. Write it."),
        ({"hints": ["Look.", ""]}, "hints: A text here is empty. Write it."),
        ({"lesson": ""}, "lesson: A text here is empty. Write it."),
        ({"kind": "predict", "given": "left", "solution": {}, "checks": [],
          "mistakes": [{"answer": "zz", "says": "No."}]},
         "mistakes: Mistake 1 is not a prediction. Write it like this: a1 north."),
        ({"mistakes": [{"answer": "left", "says": ""}]},
         "mistakes: A text here is empty. Write it."),
        ({"points": 0, "checks": []}, "points: An answer earns no points. Write points = 1 or"),
        ({"right": "fails"},
         "right: This kind does not use this key. Remove it, or choose a kind that does: choice."),
        ({"kind": "predict", "given": "left", "solution": {}, "changes": 1},
         "changes: This kind does not use this key. Remove it, or choose a kind that does: pro"),
        ({"starts": [START | {"hidden": True}]},
         "starts: All boards are hidden. Show at least one."),
        ({"checks": [{"check": "stands_on", "square": "c3"}]},
         "checks: No program can earn full points here. Ask for less."),
        (MACHINE | {"checks": [{"check": "hits", "value": 71}]},
         "checks: No program can earn full points here. Ask for less."),
        ({"solution": {"answer": "forward"}, "cards": ["left"]},
         "checks: No program can earn full points here. Ask for less."),
    ],
)  # fmt: skip
def test_what_can_never_be_is_a_flaw(keys: dict[str, Any], flaw: str) -> None:
    assert [each for each in map(str, flaws(made(**keys))) if each.startswith(flaw)]


def test_a_file_without_mistakes_is_flagged(tmp_path: Path) -> None:
    path = tmp_path / "two-steps.toml"
    path.write_text(FILE.partition("[[mistakes]]")[0], encoding="utf-8")
    (flag,) = prove(path).flags
    says = "No typical mistakes are described. Add one, with a sentence that helps."
    assert str(flag) == f"mistakes: {says}"


def test_a_wrong_solution_alone_does_not_say_that_no_program_can() -> None:
    assert [flaw.key for flaw in flaws(made(solution={"answer": "forward"}))] == ["solution"]


def test_a_function_shows_a_case() -> None:
    (flaw,) = flaws(asked({"call": [7], "gives": "8", "hidden": True}))
    assert str(flaw) == "cases: All cases are hidden. Show at least one."


def test_python_is_executed_where_the_caller_wants_it() -> None:
    """Python is executed for the solution, mistakes and given code; the last one only once."""
    exercise = asked(mistakes=[{"answer": "def f(n): return n", "says": "No."}], given="f = None")
    here: list[str] = []

    def execute(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        here.append(source)
        return execute_in_process(source, name, calls)

    assert flaws(exercise, execute) == []
    list(flags(exercise, execute))
    assert {*here} == {exercise.file.solution.answer, "def f(n): return n", "f = None"}
    assert here.count("f = None") == 1


def test_a_function_that_earns_points_as_it_is_given_is_flagged() -> None:
    cases = {"call": [7], "gives": "7"}, {"call": [8], "gives": "9"}
    exercise = asked(*cases, given="def f(n):\n    return n", points=2)
    (flag,) = flags(exercise)
    says = "The given code already earns 1 of 2. Ask for more, or give less."
    assert str(flag) == f"given: {says}"


@pytest.mark.parametrize(
    ("keys", "value", "concepts"),
    [
        ({}, 4, ()),
        ({"checks": [*CORRIDOR["checks"], AT_MOST_THREE]}, 4 + 3, ("loops",)),
        ({"starts": [{"floor": ". .\n. .\n. .", "rovers": {"red": "a1 east"}}],
          "checks": [{"check": "stands_on", "square": "b3"}], "cards": ["forward", "left", "2x"],
          "solution": {"answer": "forward, left, 2x(forward)"}},
         4 + 2 + 3, ("orientation",)),
    ],
)  # fmt: skip
def test_difficulty_is_steps_and_two_for_a_turn_and_three_for_a_concept(
    keys: dict[str, Any], value: int, concepts: tuple[str, ...]
) -> None:
    found = difficulty(made(**{**CORRIDOR, **keys}))
    assert found
    assert (found.value, found.concepts) == (value, concepts)


def test_where_there_is_no_par_there_is_no_difficulty() -> None:
    assert difficulty(made(kind="predict", given="left", solution={})) is None


def test_folders_are_searched_for_files(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("b.toml", "a.toml", "notes.txt"):
        (inner / name).write_text("", encoding="utf-8")
    assert list(exercise_paths([tmp_path])) == [inner / "a.toml", inner / "b.toml"]
    assert list(exercise_paths([inner / "b.toml"])) == [inner / "b.toml"]
    with pytest.raises(DataError, match="cannot be opened"):
        list(exercise_paths([tmp_path / "nowhere"]))
