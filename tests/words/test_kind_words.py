"""Test that the sentences of the kinds are translated: hints, grades, remarks for authors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from babel.messages.catalog import Catalog

from teachkit.exercises.authoring.proof import flaws, solution
from teachkit.exercises.explaining.explain import as_text, compared_with_run, report
from teachkit.exercises.explaining.hints import Asked, hint
from teachkit.exercises.judging.grade import grade, praise
from teachkit.exercises.judging.program_runs import asks, attempt, unclear
from teachkit.exercises.making.wishes import wishes_in_words
from teachkit.exercises.model.exercise import Exercise
from tests.exercises.drives import asked as drive
from tests.exercises.functionfiles import asked as function
from tests.exercises.making import START, explained, made
from tests.exercises.test_choices import SHOVE
from tests.exercises.test_lanes import START as PLACES
from tests.exercises.test_lanes import swap
from tests.exercises.test_make import BLANK, WALLS, made_of
from tests.once import Once

from .extract import sentences
from .pseudo import Pseudo, escaped, provoked, refused
from .test_author_words import FACTS as AUTHORS_FACTS
from .test_author_words import remarks
from .test_hint_words import FACTS, OPTIONS, said
from .test_strategy_words import told as of_strategies

BOTH = "cover 1 with right, insert forward at 1"
TWO_POINTS = [{"check": "stands_on", "square": "c1", "points": 2}]
HERE = (
    "/exercises/kinds/",
    "/judging/grade.py",
    "/judging/program_runs.py",
    "/explaining/explain.py",
    "/model/exercise.py",
)


def changed(**keys: Any) -> Exercise:
    """A row to edit."""
    return made(**{"kind": "edit", "edition": "complete", "cards": ["forward 2", "jump 1"]} | keys)


def in_order(*moments: str) -> Exercise:
    """Moments to be put in order."""
    choices = [{"says": str(number), "when": when} for number, when in enumerate(moments)]
    return made(kind="order", given="left, left, left", choices=choices, checks=[],
                solution={"says": "1"})  # fmt: skip


def climbed(exercise: Exercise, answer: str) -> Iterator[str]:
    """The rungs of the ladder above the author's only hint."""
    asked = Asked(hints=1)
    while new := hint(exercise, asked, answer):
        asked = asked.after(new)
        yield new.says


def helped() -> Iterator[str]:
    """The ladder of a row to edit, and what its author must look at."""
    for exercise, answer in (
        (changed(given="forward"), ""),
        (changed(given="forward", cards=["forward 1"]), "insert forward at 1"),
        (changed(given="left", cards=["forward 1"]), "insert forward at 1"),
        (changed(given="left, forward", cards=["forward 1", "right 1"]), BOTH),
    ):
        yield from climbed(exercise, answer)
    for given, edits in (
        ("forward, forward", "insert jump at 1"),
        ("3x(jump, jump, jump)", "insert jump at 1"),
        ("forward", "insert jump at 1, cover 1 with forward"),
    ):
        yield from (flaw.says for flaw in flaws(changed(given=given, solution={"answer": edits})))


def judged() -> Iterator[str]:
    """Answers that are right, wrong and of no use."""
    yield from grade(made(**SHOVE), "shove").says
    given: dict[str, Any] = {"given": "forward, left", "checks": [], "solution": {}}
    options = {"given": "forward, forward", "choices": OPTIONS, "solution": {}}
    for exercise, answers in (
        (made(), (",",)),
        (made(kind="repair", given="left"), ("left",)),
        (
            made(kind="repair", given="right, forward, forward", changes=1),
            ("right, forward, forward",),
        ),
        (made(kind="repair", given="right, forward", mark=True), ("right, forward",)),
        (made(kind="predict", **given), ("b1 north", "2: b1", "a1")),
        (made(kind="trace", **given), ("b1 east", "b1 east\nb1 north\n?", "b1")),
        (made(kind="choice", **options), ("a", "b", "x", "b, c, a")),
        (made(kind="choice", **options | {"checks": TWO_POINTS}), ("b, a",)),
        (made(kind="choice", **options | {"given": ""}), ("a",)),
        (changed(given="forward"), ("insert jump at 1", "unloop 1")),
        (changed(given=""), (",",)),
        (in_order("red 2", "red 1", "red 1"), ("a, b, c",)),
        (in_order("red 2", "red 1", "red 3"), ("a", "a, b, c", "b, c, a")),
        (in_order("red 4", "red 1"), ("a, b",)),
    ):
        for answer in answers:
            yield from grade(exercise, answer).says
    for program, answer in (
        ("forward, left", "a1 east"),
        ("forward, forward", "b1 east"),
        ("2x(left)", "a1 north"),
        ("left", "a1 north"),
    ):
        driven = made(edition="loops", given=program, solution={})
        yield compared_with_run(attempt(driven, driven.given, driven.starts[0]), answer).says
        yield unclear(driven, driven.starts[0], "")
    drives = {"rovers": START["rovers"] | {"green": "c2 south"}, "programs": {"green": "forward"}}
    neighbours = made(kind="predict", **given | {"starts": [START | drives]})
    for answer in ("c1 south", "c2 south"):
        yield from explained(neighbours, answer).says
    for answer in ("forward, forward", "left"):  # boards in a report are not words
        as_text(report(made(starts=[START, START]), answer))


def of_tables() -> Iterator[str]:
    """Yield the messages on tables: how far they are right, and what follows from a wrong row."""
    walk = made(kind="trace", given="forward, left, forward, left", checks=[], solution={})
    right = solution(walk).splitlines()
    for wrong in range(1, len(right)):
        yield from grade(walk, "\n".join((*right[:wrong], right[0], *right[wrong + 1 :]))).says
    yield from grade(walk, "\n".join((right[0], "b1 south", "skipped", "b1 east"))).says


def of_moments() -> Iterator[str]:
    """Yield the messages on moments, and on the state after a round."""
    for answer in ("b", "a"):
        yield from climbed(in_order("red 2", "red 1", "red 3"), answer)
    yield from (flaw.says for flaw in flaws(in_order("red")))
    late = made(kind="predict", given="left", after=2, checks=[], solution={"says": "1"})
    yield from (flaw.says for flaw in flaws(late))
    yield asks(late, late.starts[0])
    yield asks(made(), made().starts[0])
    last = late.kind.ladder[-1].tells(late, "1")
    assert last
    yield last.says


def of_lanes() -> Iterator[str]:
    """Yield the messages on several pieces: help for one of them, and starts that do not fit."""
    rungs = {rung.name: rung for rung in swap().kind.ladder}
    told = rungs["lane"].tells(swap(), "red: left")
    assert told
    yield told.says.splitlines()[0]
    yield from explained(swap(), "red: left").says
    helped = PLACES | {"programs": {"green": "left"}}
    more = PLACES | {"rovers": PLACES["rovers"] | {"blue": "b2 north"}}
    for starts in ([helped], [PLACES, more]):
        yield from (remark.says for remark in flaws(swap(starts=starts)) if remark.key == "starts")


def of_making() -> Iterator[str]:
    """Yield the messages on an exercise that a learner makes: what is wrong, missing or asked."""
    everything = {
        "size": "4x4",
        "pieces": {"sample": "1"},
        "needs": ["right"],
        "avoid": ["jump"],
        "par_cards": "4",
        "par_steps": "4",
        "unique": True,
        "tells": ["turns also drive"],
        "changes": "1",
    }
    terms = {"open": ["board", "cards", "checks", "given"], "needs": ["right"]}
    program, check = 'given = "left"\n', '[[checks]]\ncheck = "stands_on"\nsquare = "b3"\n'
    for part in (program, check):
        asked = climbed(made_of(make=terms, solution={"answer": part + WALLS}), BLANK)
        yield from (says.partition("\n")[0] for says in asked)
    solved = made_of(make=terms, solution={"answer": f"cards = {{ right = 1 }}\n{WALLS}"})
    for exercise in (
        made_of(make=everything),
        made_of(make={"unique": False, "solvable": False}),
        made_of(make={}),
    ):
        yield from wishes_in_words(exercise).values()
    near = f'{BLANK}walls = ["c1 east"]\nrovers.green = "d4 north"'
    for answer in (BLANK, near, WALLS, "[", "title = 1", f"{BLANK}hidden = true", BLANK * 2):
        yield from grade(made_of(), answer).says
        yield from climbed(solved, answer)
    yield from climbed(made_of(), f'{BLANK}walls = ["c1 east"]')
    machine = {"game": "lovelace", "edition": "machine", "cards": [], "make": {}}
    number = '[[starts]]\nvalue = {}\ncomponents = {{ A1 = "+-1" }}'
    sums = made_of(
        **machine,
        starts=[{"value": 1, "components": {"A1": "+-1"}}],
        checks=[{"check": "hits", "value": 42}],
        solution={"answer": number.format(3)},
    )
    yield from climbed(sums, number.format(2))
    wider = WALLS.replace(". . . .\n" * 4, ". . . . .\n" * 5)
    yield from climbed(made_of(solution={"answer": wider}), BLANK)
    lap = {"things": ["wall"], "needs": ["right"]}
    moved, more = WALLS.replace('red = "a1', 'red = "a2'), WALLS.replace("b3 =", "c3 =")
    huge = BLANK.replace(". . . .\n" * 4, ". " * 13 + "\n")
    for answer in (moved, more, huge, "x" * 20_001):
        yield from grade(made_of(make=lap), answer).says
    for keys in ({"make": {"things": ["wal"]}}, {"make": {"solvable": False}}):
        yield from (flaw.says for flaw in flaws(made_of(**keys)))


def praised() -> Iterator[str]:
    """Yield every praise; the name of an exercise chooses one of several sentences."""
    drawn: dict[str, Any] = {"given": "forward", "checks": [], "solution": {"says": "1"}}
    for number in range(9):
        name, program = str(number), ", ".join(["forward"] * (1 + number % 2))
        for check in ("carries", "delivers"):
            for samples in (1, 2):
                checks = [{"check": check, "samples": samples}]
                yield praise(made(name, checks=checks), program)
        yield praise(made(name), program)
        yield praise(made(name, checks=[{"check": "ends"}]), program)
        yield praise(made(name, kind="predict", **drawn), "1: 7")
        yield praise(made(name, kind="trace", **drawn), "7")
        yield praise(made(name, kind="order", **drawn), "7")


def incomplete() -> Iterator[str]:
    """Files that lack what their kind needs."""
    for make in (
        lambda: made(starts=[]),
        lambda: made_of(starts=[START, START]),
        lambda: function(function=""),
        lambda: drive(starts=[]),
        lambda: drive(cards=["2x"]),
        lambda: drive(sensors=["seven"]),
        lambda: changed(game="lovelace", edition="machine", cards=[]),
    ):
        yield refused(make)


def test_all_that_a_kind_says_is_provoked_and_translated(
    once: Once, pseudo: Pseudo, catalogue: Catalog
) -> None:
    told = {
        *judged(),
        *of_lanes(),
        *of_making(),
        *of_moments(),
        *of_tables(),
        *incomplete(),
        *helped(),
        *praised(),
    }
    assert [says for says in told if escaped(AUTHORS_FACTS.sub("", FACTS.sub("", says)))] == []
    # What these three say is looked at where they are at home.
    _, of_hints = once("hints in pseudo", lambda: provoked(said))
    _, of_authors = once("remarks in pseudo", lambda: provoked(remarks))
    _, of_players = once("strategies in pseudo", lambda: provoked(of_strategies))
    here = sentences(catalogue, *HERE)
    assert len(here) > 20
    assert here - pseudo.asked - of_hints - of_authors - of_players == set()
