"""Test that a game accepts any input or refuses it in one sentence, and changes nothing then.

The fields and their types are read from the dataclasses, so a new game is tested as soon as its
name is known and `starts` can begin it.
"""

from __future__ import annotations

import copy
import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.data import plain, read_toml, structure
from teachkit.core.game.game import run
from teachkit.core.language.instructions import Condition, If, Instruction, Repeat, While
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, Decision
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.authoring.files import load_exercise, toml_text
from teachkit.exercises.judging.grade import grade
from teachkit.games import NAMES, game
from teachkit.play.match import Match, loaded, parsed, text_of
from teachkit.play.strategies import at_random

from ..flows import frames_while_running
from .examples import examples
from .starts import exercise, matches, rewound

EXERCISES = sorted(Path("lessons/exercises").rglob("*.toml"))
LONGEST = 400
QUOTED = re.compile(r'"[^"]*"')  # what was fed is told again as it was
FRAMES = 300

every_game = pytest.mark.parametrize("name", NAMES)
fed = examples(100, daily=35)


def sentence(act: Callable[[], object]) -> str | None:
    """Return the message of the refusal, or `None`. Any other error fails the test."""
    try:
        act()
    except TeachkitError as error:
        says = error.says
        assert says.strip(), "nothing is told"
        told = QUOTED.sub('""', says)
        assert "\n" not in told, f"more than a line: {says}"
        assert len(told) <= LONGEST, f"more than anyone reads: {says}"
        assert "object at 0x" not in says, f"for programmers: {says}"
        return says
    return None


# What is fed -----------------------------------------------------------------------------------


def words_in(thing: Any) -> Iterator[str]:
    """Return all texts in plain data, whole and word by word."""
    if isinstance(thing, str):
        yield from (thing, *thing.split())
    elif isinstance(thing, Mapping):
        for entry in thing.items():
            yield from words_in(entry)
    elif isinstance(thing, list | tuple):
        for item in thing:
            yield from words_in(item)


@cache
def known_words(name: str) -> list[str]:
    """Return the words of this game's set-ups, and its cards."""
    module = game(name)
    found = dict.fromkeys(module.editions)
    for edition in module.editions:
        for setup in (exercise(name, edition), *matches(name, edition, count=3)):
            found |= dict.fromkeys(words_in(plain(setup)))
    return [*found, *(card.name for card in module.instructions)][:200]


STRANGE = [
    "", " ", "a0", "a01", "z99", "a1 up", "A1", "×", "é", "\x00", "²", "٣", "1", "-1", "x" * 99,
    ".",     "((", "{hole}", "\n", ". . .\n.", "None", "2x(", "../../etc", "a1\neast", "\ud800",
]  # fmt: skip
NUMBERS = [-1, 0, 1, 2, 13, 55, 99, 100, 10**9, 10**30, 10**5000]
OTHER: list[Any] = [
    None, True, 0.5, float("nan"), float("inf"), b"a1", {"a1"}, object(), [[[]]], {7: 7},
    {"": None}, ["a1", None], Instruction("left"), Program(), range(3), 1j, int, Ellipsis,
]  # fmt: skip


def texts(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from(known_words(name)) | st.sampled_from(STRANGE) | st.text(max_size=6)


def rubbish(name: str) -> st.SearchStrategy[Any]:
    """Yield any value."""
    numbers = st.sampled_from(NUMBERS)
    leaves = st.sampled_from(OTHER) | numbers | texts(name)
    return leaves | st.lists(leaves, max_size=3) | st.dictionaries(texts(name), leaves, max_size=3)


def data(name: str) -> st.SearchStrategy[Any]:
    """Yield any value that a file can hold."""
    leaves = st.sampled_from([True, 0.5, *NUMBERS[:-1]]) | texts(name).filter(_is_unicode)
    keys = texts(name).filter(_is_unicode)
    return leaves | st.lists(leaves, max_size=3) | st.dictionaries(keys, leaves, max_size=3)


def _is_unicode(text: str) -> bool:
    return text.isprintable() or text == "\n"


def _typed(hint: Any, name: str) -> st.SearchStrategy[Any]:
    """Yield values of this type."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return st.one_of([_typed(each, name) for each in inner])
    if kind in (list, tuple):
        row = st.lists(_typed(inner[0], name), max_size=4)
        return row.map(tuple) if kind is tuple else row
    if kind is dict:
        return st.dictionaries(*(_typed(each, name) for each in inner), max_size=3)
    number = st.sampled_from(NUMBERS)
    simple = {str: texts(name), int: number, bool: st.booleans(), NoneType: st.none()}
    return simple.get(kind, rubbish(name))


@st.composite
def setups(draw: st.DrawFn, name: str) -> tuple[Any, dict[str, Any]]:
    """Yield a valid set-up, and other values for some of its fields."""
    edition = draw(st.sampled_from([*game(name).editions]))
    setup = draw(st.sampled_from([exercise(name, edition), *matches(name, edition, count=3)]))
    types = get_type_hints(type(setup))
    hints = {item.name: types[item.name] for item in fields(setup)}
    some = st.lists(st.sampled_from([*hints]), min_size=1, max_size=3, unique=True)
    return setup, {key: draw(_typed(hints[key], name) | rubbish(name)) for key in draw(some)}


@st.composite
def strange_programs(draw: st.DrawFn, name: str) -> Any:
    """Yield programs and things that look like programs."""
    word = texts(name) | rubbish(name)
    arguments = st.lists(word, max_size=2).map(tuple) | rubbish(name)
    card = st.builds(Instruction, word, st.just(())) | st.builds(Instruction, word, arguments)
    row = st.lists(card | rubbish(name), max_size=3).map(tuple) | rubbish(name)
    condition = st.builds(Condition, word, st.booleans()) | rubbish(name)
    bracket = (
        st.builds(Repeat, st.sampled_from(NUMBERS) | rubbish(name), row)
        | st.builds(While, condition, row)
        | st.builds(If, condition, row, row)
    )
    cards = st.lists(card | bracket, max_size=4).map(tuple)
    return draw(st.builds(Program, cards | row) | texts(name) | rubbish(name))


# Set-ups ---------------------------------------------------------------------------------------


def begins_or_is_refused(make: Callable[[], Any], name: str, program: str) -> None:
    """Check that a start is refused at once, or can be drawn, saved, run and played."""
    made: list[Any] = []

    def begun() -> None:
        made.extend((make(), make().state()))

    def saved() -> None:
        assert type(made[0]).of(made[1]).state() == made[1]

    if sentence(begun) is not None:
        return
    setup, state = made
    assert str(state).strip()
    assert hash(state) == hash(copy.copy(state)) == hash(setup.state())
    if hasattr(setup, "of"):
        sentence(saved)
    sentence(lambda: run(game(name), state, f"2x({program})", answers=()))
    sentence(lambda: Match(game(name), setup, frame_limit=FRAMES))


def some_card(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from([str(card.name) for card in game(name).instructions])


@pytest.mark.slow
@every_game
@fed
@given(drawn=st.data())
def test_a_setup_of_rubbish_begins_or_is_refused(name: str, drawn: st.DataObject) -> None:
    setup, values = drawn.draw(setups(name))
    begins_or_is_refused(lambda: replace(setup, **values), name, drawn.draw(some_card(name)))


@pytest.mark.slow
@every_game
@examples(400, daily=35)
@given(drawn=st.data())
def test_a_spoiled_position_begins_or_is_refused(name: str, drawn: st.DataObject) -> None:
    """One place in it, at any depth, has another value."""
    setup = drawn.draw(st.sampled_from(positions(name)))
    told = drawn.draw(spoiled(plain(setup), name).filter(lambda told: isinstance(told, dict)))
    make = partial(structure, told, type(setup))
    begins_or_is_refused(make, name, drawn.draw(some_card(name)))


@cache
def positions(name: str) -> list[Any]:
    """Yield starts of exercises, and the middle of a match if a set-up can describe it."""
    starts = [exercise(name, edition) for edition in game(name).editions]
    late = random_match(name)
    return [*starts, type(starts[0]).of(late.state)] if hasattr(starts[0], "of") else starts


# Exercises -------------------------------------------------------------------------------------


exercise_data = cache(read_toml)


@st.composite
def spoiled(draw: st.DrawFn, whole: Any, name: str) -> Any:
    """Yield plain data with one place in it, at any depth, changed, added or removed."""
    if isinstance(whole, dict) and whole and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(whole)))
        if not draw(st.integers(0, 9)):
            return {other: whole[other] for other in whole if other != key}
        if not draw(st.integers(0, 9)):
            return {**whole, draw(texts(name).filter(_is_unicode)): draw(data(name))}
        return {**whole, key: draw(spoiled(whole[key], name))}
    if isinstance(whole, list) and whole and draw(st.integers(0, 4)):
        place = draw(st.integers(0, len(whole) - 1))
        return [*whole[:place], draw(spoiled(whole[place], name)), *whole[place + 1 :]]
    return draw(data(name))


@fed
@given(drawn=st.data())
def test_an_exercise_file_of_rubbish_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, drawn: st.DataObject
) -> None:
    """Random data from a file is refused, or becomes an exercise that can be answered."""
    path = drawn.draw(st.sampled_from(EXERCISES))
    whole = exercise_data(path)
    name = whole["game"]
    table = drawn.draw(spoiled(whole, name))
    file = tmp_path_factory.getbasetemp() / "rubbish.toml"
    if isinstance(table, dict):
        file.write_text(toml_text(table), encoding="utf-8")
        made: list[Any] = []
        if sentence(lambda: made.append(load_exercise(file))) is None:
            answer = drawn.draw(texts(name))
            assert 0 <= grade(made[0], answer).points <= made[0].possible


@fed
@given(drawn=st.data())
def test_a_damaged_exercise_file_names_its_place(
    tmp_path_factory: pytest.TempPathFactory, drawn: st.DataObject
) -> None:
    """Cut anywhere, it is refused as a file, or the rest is still an exercise."""
    text = drawn.draw(st.sampled_from(EXERCISES)).read_text(encoding="utf-8")
    end = drawn.draw(st.integers(0, len(text)))
    strange = drawn.draw(st.sampled_from(["", "[[", "= 1", '"', "\x00", "a = " + "9" * 5000]))
    file = tmp_path_factory.getbasetemp() / "cut.toml"
    file.write_text(text[:end] + strange, encoding="utf-8")
    says = sentence(lambda: load_exercise(file))
    assert says is None or says.startswith(str(file))


# Programs and decisions ------------------------------------------------------------------------


@pytest.mark.slow
@every_game
@fed
@given(drawn=st.data())
def test_a_program_of_rubbish_runs_or_is_refused(name: str, drawn: st.DataObject) -> None:
    edition = drawn.draw(st.sampled_from([*game(name).editions]))
    state = exercise(name, edition).state()
    program = drawn.draw(strange_programs(name))
    player = drawn.draw(st.none() | rubbish(name) | st.sampled_from(game(name).players(state)))
    answers = drawn.draw(st.just(()) | rubbish(name))
    sentence(lambda: run(game(name), state, program, player, answers))


@cache
def decisions(name: str) -> list[Decision]:
    """Yield one decision of each kind from random matches of this game."""
    found: dict[Any, Decision] = {}
    for edition in game(name).opening.editions:
        for seed, setup in enumerate(matches(name, edition, count=2)):
            chance = Chance(seed)

            def answer(
                asked: tuple[Decision, ...], _: Any, chance: Chance = chance
            ) -> list[Answer]:
                found.update({(type(each), getattr(each, "question", "")): each for each in asked})
                return [chance.answer(each) for each in asked]

            frames = frames_while_running(game(name).play(setup), None, answer)
            deque(islice(frames, FRAMES), maxlen=0)
    return list(found.values())


@every_game
@fed
@given(drawn=st.data())
def test_a_decision_takes_any_answer_or_refuses_it(name: str, drawn: st.DataObject) -> None:
    """A possible answer comes back from a file unchanged."""
    decision = drawn.draw(st.sampled_from(decisions(name)))
    answer = drawn.draw(rubbish(name) | strange_programs(name))
    says = decision.problem(answer)
    assert sentence(lambda: decision.to_json(answer)) == says
    if says is None:
        saved = json.loads(json.dumps(decision.to_json(answer)))
        assert decision.to_json(decision.from_json(saved)) == saved
    back: list[Any] = []
    if sentence(lambda: back.append(decision.from_json(answer))) is None:
        decision.problem(back[0])


# Matches ---------------------------------------------------------------------------------------


@cache
def random_match(name: str) -> Match:
    """Return the beginning of a match that is played at random."""
    (setup,) = matches(name, game(name).opening.editions[0], count=1)
    strategies = {player: at_random(player) for player in setup.players}
    return Match(game(name), setup, 1, strategies, frame_limit=FRAMES)


@cache
def waiting_match(name: str) -> Match:
    """Return a match in the middle that is waiting for people."""
    return rewound(random_match(name), 5)


@every_game
@fed
@given(drawn=st.data())
def test_a_refused_answer_leaves_a_match_as_it_was(name: str, drawn: st.DataObject) -> None:
    """An accepted answer is added after those before it."""
    match = waiting_match(name)
    before = (match.save(), len(match.frames), match.pending, match.state)
    answer = drawn.draw(rubbish(name) | strange_programs(name))
    player = drawn.draw(st.sampled_from([each.player for each in match.pending]) | rubbish(name))
    if sentence(lambda: match.answer(player, answer)) is None:
        assert match.answers[: len(before[0]["answers"])] == before[0]["answers"]
        waiting_match.cache_clear()
    else:
        assert (match.save(), len(match.frames), match.pending, match.state) == before


@every_game
@fed
@given(drawn=st.data())
def test_a_spoiled_save_is_read_or_refused(name: str, drawn: st.DataObject) -> None:
    match = waiting_match(name)
    save = json.loads(text_of(match))
    spoiled_save = drawn.draw(spoiled(save, name) | rubbish(name))
    sentence(lambda: loaded(game(name), spoiled_save))
    text = text_of(match)
    end = drawn.draw(st.integers(0, len(text) - 3))
    with pytest.raises(DataError, match="This saved match ends too early or is damaged in line"):
        parsed(text[:end])
