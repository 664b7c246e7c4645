"""Test that codes hold every shipped board, and that damaged and hostile ones are refused."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.classroom.library import find_exercise
from teachkit.core.data import plain
from teachkit.core.game.palette import Mark, Place
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.codes import (
    Made,
    code_of,
    read_code,
    read_result,
    result_code,
)
from teachkit.exercises.authoring.files import CODED, make_exercise
from teachkit.exercises.authoring.packing import (
    MOST,
    SIGNS,
    CodeError,
    is_code,
    number_in,
    spelled,
)
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import NAMES, game

from ..every_exercise import FILES, every_exercise, loaded

PIECES: dict[str, dict[str, Any]] = {
    "algoracing": {"rovers": {"red": "a1 east"}},
    "calamitron": {"retros": {"red": "tread g6 east"}},
    "roborally": {"robots": {"red": "a1 east"}},
}


def read(data: Mapping[str, Any], maker: str = "", answer: str = "") -> Made:
    """Return what the code of this exercise holds; it must be short enough."""
    code = code_of(data, maker, answer)
    assert len(code) <= MOST
    assert set(code) <= {*SIGNS, "-"}
    made = read_code(code)
    assert made.maker == maker
    assert made.id == read_code(code_of(data)).id == read_code(code_of(made.data)).id
    return made


def board_of(exercise: Exercise, start: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an exercise that has just this board."""
    facts = {"game": exercise.game.name, "edition": exercise.rules.name, "kind": "program"}
    return {**facts, "starts": [{key: start[key] for key in start if key != "answers"}]}


# ---------------------------------------------------------------------------- what codes hold


@every_exercise
def test_every_shipped_exercise_comes_back(path: Any) -> None:
    """Whole exercises of the kinds that can be made, and the boards of all others, one by one."""
    exercise = loaded(path)
    data = plain(exercise.file)
    if exercise.kind.name not in CODED:
        for start, table in zip(exercise.starts, data.get("starts", ()), strict=True):
            made = read(board_of(exercise, table), "Zoë")
            assert make_exercise("made", made.data).starts[0].state == start.state
        return
    made = read(data, "Zoë", exercise.file.solution.answer)
    again = make_exercise("made", made.data)
    assert [start.state for start in again.starts] == [start.state for start in exercise.starts]
    assert [each.hidden for each in again.starts] == [each.hidden for each in exercise.starts]
    assert again.cards == exercise.cards
    assert again.checks == exercise.checks
    assert numbered(again.given) == numbered(exercise.given)
    own = {key: getattr(again.file, key) for key in ("after", "changes", "fixed", "mark", "points")}
    assert own == {key: getattr(exercise.file, key) for key in own}
    if made.answer:
        answer = exercise.kind.program(exercise, exercise.file.solution.answer)
        assert numbered(again.kind.program(again, made.answer)) == numbered(answer)


def numbered(program: Any) -> str:
    """Return card text in which routines have numbers for names, as codes keep no names."""
    text = str(program)
    for number, name in enumerate(re.findall(r"define (\w+)\(", text), 1):
        text = re.sub(rf"\b{name}\b", f"routine{number}", text)
    return text


@pytest.mark.parametrize("name", PIECES)
def test_every_shipped_board_comes_back(name: str) -> None:
    opening, setup = game(name).opening, game(name).setup
    editions = {board: each for each in game(name).editions for board in opening.boards(each)}
    assert len(editions) > 3
    for board, edition in editions.items():
        start = {"board": board, **PIECES[name]}
        data = {"game": name, "edition": edition, "kind": "program", "starts": [start]}
        [again] = read(data, "Wolfgang Amadeus").data["starts"]
        assert setup(edition=edition, **again).state() == setup(edition=edition, **start).state()


def test_a_shipped_board_with_a_change_comes_back() -> None:
    palette, start = game("roborally").palette, {"board": "pit-stop", **PIECES["roborally"]}
    start = palette.painted(start, Mark("pit", "f6"))
    data = {"game": "roborally", "edition": "base", "kind": "program", "starts": [start]}
    [again] = read(data, "Zoë").data["starts"]
    assert {*palette.marks(again)} == {*palette.marks(start)}


@st.composite
def painted_boards(draw: st.DrawFn) -> dict[str, Any]:
    """Boards of any game, painted at random; not all of them can be played."""
    name = draw(st.sampled_from(sorted(NAMES)))
    palette, editions = game(name).palette, game(name).editions
    edition = draw(st.sampled_from(sorted(editions)))
    side = st.integers(3, 8)
    start = palette.blank(edition, draw(side), draw(side))
    spots = palette.spots(start)
    for _ in range(draw(st.integers(0, 25))):
        thing = draw(st.sampled_from(palette.things))
        where = draw(st.sampled_from(spots))
        if thing.place is not Place.SQUARE:
            where += draw(st.sampled_from([" north", " east", " south", " west"]))
        detail = draw(st.sampled_from(thing.details or ("",)))
        start = palette.painted(start, Mark(thing.name, where, detail))
    return {"game": name, "edition": edition, "kind": "program", "starts": [start]}


@settings(deadline=None, max_examples=60)
@given(painted_boards())
def test_boards_painted_at_random_come_back(data: dict[str, Any]) -> None:
    try:
        make_exercise("painted", {"title": "", "text": "", "lesson": "", **data})
        code = code_of(data)
    except TeachkitError:  # not every board can be played, nor does every board fit
        return
    palette = game(data["game"]).palette
    [start], [again] = data["starts"], read_code(code).data["starts"]
    assert {*palette.marks(again)} == {*palette.marks(start)}
    assert palette.size(again) == palette.size(start)


@settings(deadline=None)
@given(st.text(st.characters(categories=["L"]), max_size=8))
def test_names_of_any_alphabet_come_back(name: str) -> None:
    code = result_code("friend-0", name, 1, 1)
    solved = read_result(code)
    assert solved is not None
    assert solved.name in (name, name.strip()) or len(solved.name) == len(name)


@pytest.mark.parametrize(
    "name", ["<b>Zoë</b>", "../zoe", "Zoë\u202e", "Zoë\n", "Z" * 17, "  ", "zoe_1", "😀"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(CodeError, match="Write a name with at most 16 letters"):
        code_of(DATA, name)


def test_results_come_back() -> None:
    code = result_code("friend-00c0ffee", "Ben", 6, 9, 7)
    solved = read_result(code)
    assert solved == ("friend-00c0ffee", "Ben", 6, 9, 7)
    assert str(solved) == "Ben solved your board in 6 cards. You needed 7."
    assert (
        str(read_result(result_code("friend-1", "", 1, 1)))
        == "A neighbour solved your board in 1 card."
    )
    assert str(read_result(result_code("friend-1", "Ben", 0, 1))) == "Ben solved your board."


def test_a_result_is_no_exercise_and_an_exercise_is_no_result() -> None:
    with pytest.raises(CodeError, match="does not hold an exercise"):
        read_code(result_code("friend-00c0ffee", "Ben", 6, 9))
    assert read_result(code_of(DATA)) is None


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"kind": "function"}, "A code cannot hold 'function'."),
        ({"starts": [{"floor": ". .", "options": {"target": 5}}]}, "A code cannot hold 'target'."),
        ({"checks": [{"check": "carries", "samples": 10_000}]}, "A code cannot hold 10000."),
        ({"starts": [{"floor": ".", "samples": {"a1": ["blue", "blue"]}}]},
         "A code cannot hold two things of one kind on one place."),
    ],
)  # fmt: skip
def test_what_a_code_cannot_hold_is_named(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(CodeError) as refusal:
        code_of({**DATA, **changes})
    assert refusal.value.says == says


def test_too_much_is_refused() -> None:
    chance = random.Random(5)
    things = "." * 3 + "#H%*"
    floor = "\n".join(" ".join(chance.choices(things, k=20)) for _ in range(20))
    with pytest.raises(CodeError, match=r"This is too much for a code: \d+ of 160 signs"):
        code_of({**DATA, "starts": [{"floor": floor, "rovers": {"red": "a1 east"}}]})


# ------------------------------------------------------------------------------------- damage

DATA: dict[str, Any] = plain(
    loaded(next(file for file in FILES if file.stem.startswith("02-04"))).file
)
CODE = code_of(DATA, "Zoë", DATA["solution"]["answer"])
GROUPS = CODE.split("-")


def refusal(code: str) -> str:
    with pytest.raises(CodeError) as refused:
        read_code(code)
    says = refused.value.says
    assert says
    assert "\n" not in says
    assert len(says) < 100
    return says


def test_one_changed_sign_is_always_found_in_its_group() -> None:
    places = [at for at, sign in enumerate(CODE) if sign != "-"]
    for at, sign in product(places, string.ascii_uppercase + string.digits):
        number = CODE[:at].count("-") + 1
        code = CODE[:at] + sign + CODE[at + 1 :]
        if code != CODE:
            says = refusal(code)
            assert code.split("-")[number - 1] in says
            assert f"Group {number}" in says or number == len(GROUPS)


def test_two_swapped_signs_are_always_found() -> None:
    for at, pair in enumerate(pairwise(CODE)):
        if len({*pair}) == 2 and "-" not in pair:
            number = CODE[:at].count("-") + 1
            damaged = CODE[:at] + pair[1] + pair[0] + CODE[at + 2 :]
            assert damaged.split("-")[number - 1] in refusal(damaged)


def test_a_lost_and_a_doubled_group_are_found() -> None:
    for at in range(len(GROUPS)):
        lost = refusal("-".join(GROUPS[:at] + GROUPS[at + 1 :]))
        is_last = at == len(GROUPS) - 1
        end = f"The code goes on after {GROUPS[-2]}"
        assert lost.startswith(end if is_last else f"Group {at + 1} is missing")
        assert "is there twice" in refusal("-".join(GROUPS[: at + 1] + GROUPS[at:]))


def test_a_lost_sign_is_found_in_its_group() -> None:
    assert refusal(CODE[:8] + CODE[9:]).startswith("Group 2")


def test_codes_of_different_exercises_cannot_be_mixed() -> None:
    other = code_of({**DATA, "cards": {"forward": 2}}, "Ben", DATA["solution"]["answer"])
    mixed = [*other.split("-")[:3], *GROUPS[3:]]
    assert refusal("-".join(mixed)) == "These groups do not belong to one code. Copy it again."


@pytest.mark.parametrize(
    "text",
    [CODE.lower(), CODE.replace("-", " "), CODE.replace("-", ""), f"  {CODE}\n",
     CODE.replace("-", "–"), CODE.replace("-", " - "), CODE[:70] + "\n" + CODE[70:],
     CODE.replace("-", "\u00a0")],
)  # fmt: skip
def test_a_code_may_be_written_in_many_ways(text: str) -> None:
    assert read_code(text) == read_code(CODE)


def test_ids_and_paths_of_exercises_are_found_before_codes() -> None:
    assert all(find_exercise(path.stem).id == path.stem for path in FILES if is_code(path.stem))
    assert not any(is_code(path.name) for path in FILES)


# ------------------------------------------------------------------------------ hostile codes


def hostile() -> Iterator[str]:
    """Yield a thousand texts that are no codes, or whose contents were never written by us."""
    rubbish = [
        "", " ", "-", "\0", "\0" * 50, "__import__('os').system('ls')", "../../etc/passwd", "C:\\x",
        "<script>alert(1)</script>", "{{ 7 * 7 }}", "${x}", "%s%s%s", "\u202eK7QN4",
        "K7QN4-\u200b3MWXH", "K" * 2_000_000, "K7QN4-" * 100_000, "\u0663\u0664" * 9,
        "Ｋ７ＱＮ４-３ＭＷＸＨ", "ﬀﬀﬀﬀﬀ-ﬀﬀﬀﬀﬀ", "ßßßßß-ßßßßß", "K7QN4" + " " * 300 + "3MWXH",
        "K7QN4-3MWXH", CODE + CODE, CODE[::-1], "https://x.org/" + CODE,
        "\ud800" * 12, "e\u0301" * 10, "1e999", "10000000000", "-1", "None", "True", "ⅫⅫⅫⅫⅫ-ⅫⅫⅫⅫⅫ",
    ]  # fmt: skip
    yield from rubbish
    chance = random.Random(34)
    for _ in range(1000 - len(rubbish)):
        number = chance.getrandbits(chance.randint(1, 455))
        yield spelled(number)  # a right checksum


@pytest.mark.parametrize("text", [*hostile()][:36], ids=range(36))
def test_hostile_texts_are_refused_in_one_sentence(text: str) -> None:
    refusal(text)
    assert read_result(text) is None


def test_numbers_that_nobody_wrote_are_refused_or_are_exercises() -> None:
    found = 0
    for text in [*hostile()][33:]:
        with suppress(CodeError):
            made = read_code(text)  # a number that holds a tiny exercise by chance
            found += 1
            make_exercise(made.id, made.data)
    assert found < 50


def test_absurd_contents_are_refused() -> None:
    """Each choice of a good code is replaced by a large one, under a right checksum."""
    chance, number = random.Random(5), number_in(CODE)
    for _ in range(200):
        at = chance.randrange(number.bit_length())
        with suppress(CodeError):
            made = read_code(spelled(number ^ (1 << at)))
            make_exercise(made.id, made.data)


def test_random_texts_are_refused() -> None:
    chance = random.Random(1)
    for _ in range(10_000):
        signs = chance.choice([SIGNS + "-", string.printable])
        text = "".join(chance.choices(signs, k=chance.randint(0, 170)))
        with pytest.raises(CodeError):
            read_code(text)
