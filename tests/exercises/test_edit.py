"""Test kind `edit`: a row of cards is changed by the game's rules with the exercise's cards."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.handout import deck
from teachkit.classroom.handout.pages import exercise_pages
from teachkit.classroom.report.answer_drawing import answer_drawn, board_drawn, given_drawn
from teachkit.core.language.program import Program
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.authoring.proof import flaws, solution
from teachkit.exercises.explaining.explain import as_text, report
from teachkit.exercises.judging.checks import complaint
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.programs import edited, next_rows
from teachkit.exercises.kinds.cards import fewest_edits
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import algoracing

from .making import climb, made

FILES = sorted((Path(__file__).parent / "edits").glob("*.toml"))
ROOM = {"floor": ". . .\n. . .\n. . .", "rovers": {"red": "a1 east"}}
GOOD = "It works: everything is as it should be."


def edit(**keys: Any) -> Exercise:
    """Return an exercise from a1 to c3, with a row that is too short on both legs."""
    data: dict[str, Any] = {
        "kind": "edit", "edition": "complete", "starts": [ROOM],
        "given": "forward, left, forward",
        "cards": {"forward": 2, "jump": 1, "right": 1, "2x": 1},
        "checks": [{"check": "stands_on", "square": "c3"}],
        "solution": {"answer": "insert forward at 1, loop 2x over 4"},
    }  # fmt: skip
    return made(**data | keys)


# What an answer is ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("insert forward at 1, loop 2x over 4", GOOD),
        ("loop 2x over 1\ninsert forward at 3", GOOD),
        ("  insert  forward at 1 ;\n insert forward at 5,, ", GOOD),
        ("", "There is no answer yet."),
        (
            "forward, left",
            '"forward" is not an edit. Write, for example: insert jump at 2, cover 3 with left.',
        ),
        ("cover 9 with jump", "There is no place 9. The last place is 3."),
        ("unloop 1", "There is no loop around card 1."),
        ("insert left at 1", 'There is no "left" card in your hand.'),
        ("loop 2x over 1, loop 2x over 3", 'Your hand has only 1 "2x" card.'),
        ("loop 2x over 1..3", "Put a loop around one or two cards, not 3."),
    ],
)
def test_edits_that_may_not_be_made_earn_nothing_and_are_told_why(answer: str, says: str) -> None:
    """Edits are separated by lines or by commas."""
    result = grade(edit(), answer)
    assert (result.solved, result.points, result.says) == (says == GOOD, says == GOOD, (says,))


def test_a_turn_has_three_cards_and_a_row_five_as_in_the_game() -> None:
    many = edit(cards=[])
    three = "insert jump at 1, cover 2 with left, cover 3 with left"
    assert edited(many, three.split(", ")).laid == ("jump", "left", "left")
    assert grade(many, three + ", cover 4 with left").says == ("Play at most 3 cards in one turn.",)
    long = edit(cards=[], given="left, left, left, left, left")
    assert grade(long, "insert jump at 1").says == ("The algorithm holds at most 5 cards.",)
    offered = [way.text for way, _ in next_rows(long, ())]
    assert not any("insert" in text for text in offered)


def test_a_loop_goes_when_its_cards_change_and_taking_it_off_costs_no_card() -> None:
    looped = edit(given="2x(forward, left), jump", cards=["right 3"])
    assert str(edited(looped, ["cover 1 with right"]).program) == "right, left, jump"
    assert str(edited(looped, ["insert right at 2"]).program) == "forward, right, left, jump"
    after = edited(looped, ["unloop 1", *["insert right at 1"] * 2, "cover 1 with right"])
    assert str(after.program) == "right, right, forward, left, jump"
    assert after.laid == ("right",) * 3


def test_the_row_runs_on_every_start() -> None:
    other = ROOM | {"rovers": {"red": "a1 north"}}
    result = grade(edit(starts=[ROOM, other]), "insert forward at 1, loop 2x over 4")
    assert (result.solved, result.failed_start) == (False, 1)


def test_a_known_mistake_is_known_by_the_row_that_it_makes() -> None:
    mistakes = [{"answer": "insert forward at 2", "says": "Now the other leg."}]
    for answer in ("insert forward at 1", "insert forward at 2"):
        assert "Now the other leg." in grade(edit(mistakes=mistakes), answer).says


# What can be done, and the best of it -----------------------------------------------------------


def solves(exercise: Exercise, edits: tuple[str, ...]) -> bool:
    """Return whether the edits solve the exercise, by running them as a learner would."""
    try:
        row = edited(exercise, edits).program
    except TeachkitError:
        return False
    tried = [attempt(exercise, row, start) for start in exercise.starts]
    return not any(complaint(each, line.check, line.facts)
                   for each, line in product(tried, exercise.checks))  # fmt: skip


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"given": "forward, left, 2x(forward)", "cards": {"forward": 1, "jump": 1}},
        {"cards": {"right": 2}, "checks": [{"check": "parks", "place": "b1 east"}]},
        {"given": "2x(forward), left", "checks": [{"check": "parks", "place": "b1 north"}]},
        {"cards": {"jump": 1}, "checks": [{"check": "parks", "place": "a1 west"}]},
    ],
)
def test_the_fewest_edits_are_those_that_trying_everything_finds(keys: dict[str, Any]) -> None:
    """Try every edit that can be written, sensible or not, one and two at a time."""
    exercise = edit(**keys)
    places = range(1, 6)
    single = [
        *(f"insert {card} at {place}" for card in exercise.cards for place in places),
        *(f"cover {place} with {card}" for card in exercise.cards for place in places),
        *(f"loop 2x over {place}" for place in places),
        *(f"loop 2x over {place}..{place + 1}" for place in places),
        *(f"unloop {place}" for place in places),
    ]
    found: list[tuple[str, ...]] = []
    for length in (0, 1, 2):
        found = found or [edits for edits in product(single, repeat=length)
                          if solves(exercise, edits)]  # fmt: skip
    best = fewest_edits(exercise)
    if not found:
        assert best is None or len(best) > 2
        return
    assert best is not None
    assert len(best) == len(found[0])
    assert solves(exercise, best)


def test_every_way_can_be_made_and_says_what_it_concerns() -> None:
    state = algoracing.Setup(edition="complete", **ROOM).state()
    row = Program.read("2x(forward, left), jump")
    offered = algoracing.GAME.editing.next_edits(state, row, [])
    assert len({way.text for way in offered}) == len(offered)
    for way in offered:
        after = algoracing.GAME.editing.edited(state, row, [way.text])
        assert after.laid == ((way.card,) if way.card else ())
        grown = len(after.program.instructions) - len(row.instructions)
        assert grown == (1 if way.last < way.first else 0)
        assert 1 <= way.first <= 4


# Help, and what authors read --------------------------------------------------------------------


def climbed(exercise: Exercise, answer: str) -> list[str]:
    return [each.says for each in climb(exercise, answer)[len(exercise.file.hints) :]]


def test_the_next_edit_goes_on_from_those_that_are_made() -> None:
    first, spare, whole = climbed(edit(), "loop 2x over 1")
    assert first == "This edit helps: insert forward at 3."
    assert spare in ('You do not need the card "jump".', 'You do not need the card "right".')
    assert whole == "A solution:\nloop 2x over 1\ninsert forward at 3"
    assert grade(edit(), whole.partition("\n")[2]).solved
    done = climbed(edit(), "loop 2x over 1, insert forward at 3")
    assert done[0] == "Nothing is missing. Run it."


def test_an_edit_in_the_way_is_named() -> None:
    blocked = edit(cards={"forward": 1, "2x": 1})
    says = climbed(blocked, "loop 2x over 2, insert forward at 1")[0]
    assert says == 'Remove the edit "loop 2x over 2".'


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"given": "3x(forward, left, left)"}, "The given row is not allowed"),
        ({"given": "forward, forward, left, 2x(forward)"}, "The given row is already right"),
        ({"solution": {"answer": "insert jump at 1, insert forward at 2, loop 2x over 5"}},
         "The solution takes 3 edits. Fewer edits are enough"),
        ({"solution": {"answer": "insert forward at 1"}}, "The solution earns 0 of 1"),
        ({"checks": []}, "There are no checks"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_told(keys: dict[str, Any], says: str) -> None:
    assert any(flaw.says.startswith(says) for flaw in flaws(edit(**keys)))


def test_a_game_without_a_row_to_edit_has_no_such_exercises() -> None:
    with pytest.raises(DataError, match="This game has no edits"):
        edit(game="lovelace", edition="machine", given="")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_exercises_of_this_kind_hold(path: Path) -> None:
    exercise = load_exercise(path)
    assert flaws(exercise) == []
    assert grade(exercise, solution(exercise)).solved
    best = fewest_edits(exercise)
    assert best
    assert len(best) == 1
    assert climbed(exercise, "")[-1].partition("\n")[2] == best[0]


# On paper and in the report ---------------------------------------------------------------------


def test_on_paper_there_are_the_row_its_cards_and_lines_for_edits() -> None:
    (page,) = exercise_pages(edit(), "a4")
    written = " ".join(text.get_text() for text in page.figure.axes[0].texts)
    for words in ("The program:", "Your cards:", "Your edits, such as", "loop 2x over 3"):
        assert words in written
    faces = {face.name for face in deck([edit()])}
    assert {"Forward", "Left", "Jump", "Right", "Repeat ×2"} <= faces


def test_a_report_shows_the_edits_the_row_and_where_it_went() -> None:
    drawn = str(answer_drawn(edit(), "insert forward at 1, loop 2x over 4"))
    assert "insert forward at 1" in drawn
    assert drawn.count('class="card"') == 4
    assert str(given_drawn(edit())).count('class="card"') == 3
    assert "b2" not in drawn
    assert "c2" in str(board_drawn(edit(), "insert forward at 1"))
    assert "no such" in str(answer_drawn(edit(), "no such edit"))


def test_a_run_is_told_in_full_and_edits_that_may_not_be_made_are_refused() -> None:
    told = as_text(report(edit(), "insert forward at 1, loop 2x over 4"))
    assert "Card 4: forward (round 2 of 2)." in told
    assert "1 of 1 point" in told.splitlines()
    with pytest.raises(TeachkitError, match="in your hand"):
        report(edit(), "insert left at 1")
