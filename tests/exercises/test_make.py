"""Test the kind `make`, in which an answer is itself an exercise."""

from __future__ import annotations

import re
from ast import literal_eval
from typing import Any

import pytest

from teachkit.core.game.palette import Mark, Palette
from teachkit.exercises.authoring.files import toml_text
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.explaining.explain import as_text, report
from teachkit.exercises.explaining.hints import Asked, Hint, hint
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.making.wishes import making_of, parts_of
from teachkit.exercises.model.exercise import Exercise

from .making import climb, complaint
from .making import made as small

BLANK = """
[[starts]]
floor = '''
. . . .
. . . .
. . . .
. . . .
'''
rovers = { red = "a1 north" }
"""
WALLS = f"""{BLANK}samples = {{ b3 = "blue" }}
walls = ["a1 north", "b3 west"]
"""


def made_of(**keys: Any) -> Exercise:
    """Return a `make` exercise on a board of 4 × 4 squares that asks for a sample and a turn."""
    data: dict[str, Any] = {
        "kind": "make",
        "title": "A board for a friend",
        "text": "Paint a board with one blue sample.",
        "starts": [{"floor": ". . . .\n" * 4, "rovers": {"red": "a1 north"}}],
        "cards": {"forward": 5, "left": 2, "right": 2},
        "checks": [{"check": "carries", "samples": 1}],
        "make": {"par_cards": "4..7", "needs": ["right"]},
        "solution": {"answer": WALLS},
    }
    return small("made", **(data | keys))


def says(answer: str, **keys: Any) -> str:
    """Return the sentence about an answer that is not an attempt."""
    result = grade(made_of(**keys), answer)
    assert (result.points, result.unread) == (0, True)
    assert "\n" not in result.says[0]
    return result.says[0]


def text_of(start: dict[str, Any]) -> str:
    return toml_text({"starts": [start]})


def of_making(exercise: Exercise, answer: str) -> list[Hint]:
    """Follow the first hint again and again, as a learner does; return all hints that were read."""
    parts = parts_of(exercise, answer) if answer else {}
    data = {key: getattr(exercise.file, key) for key in making_of(exercise).keys} | parts
    asked, hints = Asked(hints=len(exercise.file.hints)), list[Hint]()
    while not grade(exercise, toml_text(data)).solved:
        new = hint(exercise, asked, toml_text(data))
        assert new
        hints.append(new)
        assert len(hints) < 30, hints
        data = followed(exercise.game.palette, data, new.says)
    return hints


def followed(palette: Palette, data: dict[str, Any], says: str) -> dict[str, Any]:
    """Return the answer after the learner has followed a hint."""
    if found := re.fullmatch(r"Give this program: (.*)\.", says):
        return data | {"given": found[1]}
    start = data["starts"][0]
    if found := re.fullmatch(r'Set "(.*)" to (.*)\.', says):
        return data | {"starts": [start | {found[1]: literal_eval(found[2])}]}
    found = re.fullmatch(
        r'(Put|Remove) "(.*)" on (?:the (.*) side of )?(\w+)(?:, facing (.*))?\.', says
    )
    assert found, says
    where = " ".join(filter(None, (found[4], found[3] or found[5])))
    if found[1] == "Remove":
        where = where if found[3] else found[4]
        return data | {"starts": [palette.erased(start, where)]}
    choices = [(thing, each) for thing in palette.things for each in thing.details or ("",)]
    thing, detail = next(
        (thing, each) for thing, each in choices if f"{thing.says} {each}".strip() == found[2]
    )
    return data | {"starts": [palette.painted(start, Mark(thing.name, where, detail))]}


def test_the_solution_earns_a_point_for_each_wish() -> None:
    result = grade(made_of(), WALLS)
    checks = [verdict.check for verdict in result.verdicts]
    assert checks == ["needs", "par_cards", "solvable"]
    assert (result.points, result.possible) == (3, 3)
    assert result.solved


def test_the_sentence_says_what_is_missing_and_counts_the_wishes() -> None:
    near = grade(made_of(), f'{BLANK}samples = {{ a3 = "blue" }}')
    assert (near.points, near.possible) == (1, 3)
    assert near.says[0] == "1 of 3 wishes are met."
    wrong = [verdict.says for verdict in near.verdicts if not verdict.passed]
    assert near.says[1:] == tuple(wrong[:1])


def test_a_foreseen_mistake_gets_its_own_sentence_however_it_is_spelled() -> None:
    near = f'{BLANK}samples = {{ a2 = "blue" }}'
    other = near.replace("red =", "'red' =").replace(". . . .", ".  .  .  .") + "\nwalls = []"
    exercise = made_of(mistakes=[{"answer": near, "says": "That is too near."}])
    assert grade(exercise, other).says[1] == "That is too near."
    assert flaws(exercise) == []


@pytest.mark.parametrize("more", ["", "walls = []\n", "# a note\n", "samples = {}\n"])
def test_a_board_that_nobody_changed_earns_nothing(more: str) -> None:
    assert says(BLANK + more) == "Change something first."


def test_only_open_parts_may_be_changed() -> None:
    assert says("cards = { forward = 9 }") == 'You cannot change "cards" here, only: starts.'
    assert says(WALLS + "hidden = true") == 'Leave "hidden" as it is.'
    assert says(WALLS + WALLS) == "Make one board."
    cards = {"open": ["cards"]}
    assert "Did you mean" in says("cards = { forwrd = 9 }", make=cards)
    assert grade(made_of(make=cards | {"solvable": False}), "cards = { right = 1 }").solved


def test_only_things_of_the_exercise_may_be_painted() -> None:
    make = {"things": ["wall", "blue sample"], "needs": ["right"]}
    moved = WALLS.replace('red = "a1', 'red = "a2')
    assert says(moved, make=make) == 'You may not change this: "Red rover" on a1, facing north.'
    more = WALLS.replace('b3 = "blue"', 'b3 = "blue", c3 = "green"')
    assert says(more, make=make) == 'You may not change this: "Green sample" on c3.'
    assert grade(made_of(make=make), WALLS).solved


@pytest.mark.parametrize(
    "answer",
    [
        "starts = " + "[" * 5_000,
        "a = " + "{a=" * 4_000,
        "[[starts]]\n" * 1_500,
        "[[starts]]\nfloor = 3",
        "starts = 7",
        "starts = [7]",
        "[[starts]]\nwidth = 1000000000",
        "[[starts]]\nfloor = '" + ". " * 9_000 + "'",
        "[[starts]]\nfloor = '''\n" + ". . . . . . . . . . . . .\n" * 13 + "'''",
        "x" * 2_000_000,
        "[[starts]]\nrovers = { red = '\udcff' }",
        "[[starts]]\nfloor = '. .'\nrovers = { red = 'z99 north' }",
        "[[starts]]\nfloor = '. .'\nrovers = { red = 3 }",
        "[[starts]]\nfloor = '. .'",
        "n = " + "9" * 10_000,
    ],
    ids=range(15),
)
def test_a_hostile_answer_costs_nothing_and_gets_one_sentence(answer: str) -> None:
    assert len(says(answer)) < 400


def test_hints_lead_from_any_board_to_a_right_one() -> None:
    """Follow each hint with the palette, as a learner does with the mouse."""
    exercise = made_of()
    start = {**exercise.file.starts[0], "walls": ["c1 east"], "samples": {"d4": "green"}}
    seen = [(each.says, each.square) for each in of_making(exercise, text_of(start))]
    assert ('Put "Blue sample" on b3.', "b3") in seen
    assert ('Put "Wall" on the north side of a1.', "a1") in seen


def test_the_ladder_ends_with_the_whole_solution() -> None:
    exercise = made_of(
        make={"open": ["board", "cards"], "needs": ["right"]},
        solution={"answer": f"cards = {{ forward = 4, left = 1, right = 1 }}\n{WALLS}"},
    )
    hints = climb(exercise, f'{BLANK}walls = ["c1 east"]')
    assert [each.rung for each in hints] == ["hint", "place", "remove", "terms", "solution"]
    assert hints[2].says == 'Remove "Wall" on the east side of c1.'
    assert hints[3].says == "Offer these cards: 4 × Forward, 1 × Left, 1 × Right."
    assert hints[4].says.startswith('Put "Wall" on the north side of a1. Put ')
    assert hints[4].says.endswith(f"{hints[2].says} {hints[3].says}")


def test_the_size_of_the_board_comes_first() -> None:
    larger = WALLS.replace(". . . .\n" * 4, ". . . . .\n" * 5)
    exercise = made_of(solution={"answer": larger})
    assert climb(exercise, BLANK)[1].says == "Resize the board to 5×5."


def test_a_file_with_unknown_words_is_refused() -> None:
    def refused(**make: Any) -> str:
        return complaint(made_of, make=make)

    assert "Did you mean" in refused(neds=["right"])
    assert "program" in refused(kind="lanes")
    assert "board" in refused(open=["bord"])
    assert "turns-also-drive" in refused(tells=["turns also drve"])


def test_flaws_of_an_exercise_file_are_found() -> None:
    def found(**keys: Any) -> str:
        return " ".join(map(str, flaws(made_of(**keys))))

    assert flaws(made_of()) == []
    assert 'Did you mean "wall"?' in found(make={"things": ["wal"], "needs": ["right"]})
    assert "already meets" in found(make={"solvable": False})
    assert "The solution earns 0 of 3" in found(solution={"answer": BLANK})
    assert "hints" in found(hints=[])


def test_a_report_shows_the_board_that_was_made() -> None:
    text = as_text(report(made_of(), WALLS))
    assert " 3 .  |*   .   ." in text
    assert "3 of 3 points" in text
