"""Test that the reference lists exactly what the code reads, each with an example that loads."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from teachkit.core.data import structure
from teachkit.core.game.game import Game
from teachkit.core.game.setups import options_of
from teachkit.core.language.program import Program
from teachkit.errors import DataError, TeachkitError, UnknownNameError
from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.authoring.reference import (
    Entry,
    Topic,
    attributes,
    found,
    in_words,
    schema_of_exercises,
    topics,
)
from teachkit.exercises.authoring.starters import STARTERS
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.judging.checks import check_facts
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.misreadings.diagnosis import misreading_named, misreadings_of
from teachkit.exercises.model.course import Course
from teachkit.exercises.solving.par import concepts_of
from teachkit.games import NAMES, game
from teachkit.play.strategies import STRENGTHS
from tests.every_exercise import FILES

Data = dict[str, Any]
UNKNOWN = "qqqqq"
LISTED = re.compile(r"Use one of: (.*)\.$")


@cache
def starters() -> list[tuple[str, Data]]:
    return [
        (path.stem, tomllib.loads(path.read_text())) for path in sorted(STARTERS.glob("*/*.toml"))
    ]


def data_of(name: str, kind: str = "program") -> Data:
    """Return a starter of a game, which a test may change."""
    return tomllib.loads((STARTERS / name / f"{kind}.toml").read_text(encoding="utf-8"))


def part(topic: str, *path: str) -> Topic:
    [there] = found(topic)
    for name in path:
        [there] = [each for each in there.parts if each.name == name]
    return there


def read_by_code(use: Callable[[Data], object]) -> set[str]:
    """Return the keys that the code lists when it meets an unknown one in a table."""
    with pytest.raises(DataError) as caught:
        use({UNKNOWN: 1})
    [listed] = LISTED.findall(caught.value.says)
    return set(listed.split(", "))


def in_exercise(
    key: str, kind: str = "program", name: str = "algoracing"
) -> Callable[[Data], object]:
    """Return a function that puts a table below `key` of an exercise, and loads it."""
    lists = ("labels", "choices", "starts", "cases", "mistakes")

    def load(table: Data) -> object:
        data = data_of(name, kind)
        old = data[key][0] if key in data and key in lists and key != "cases" else {}
        old = old if key in lists else data.get(key, {})
        data[key] = [{**old, **table}] if key in lists else {**old, **table}
        return make_exercise("51-01", data)

    return load


TABLES: dict[tuple[str, ...], Callable[[Data], object]] = {
    ("exercise",): lambda table: make_exercise("51-01", data_of("algoracing") | table),
    ("exercise", "labels"): in_exercise("labels", "repair"),
    ("exercise", "choices"): in_exercise("choices", "choice"),
    ("exercise", "cases"): in_exercise("cases", "function"),
    ("exercise", "match"): in_exercise("match", "strategy"),
    ("exercise", "match", "opponents"): lambda table: in_exercise("match", "strategy")(
        {"opponents": [{"house": "random"} | table]}
    ),
    ("exercise", "make"): in_exercise("make", "make"),
    ("exercise", "solution"): in_exercise("solution"),
    ("exercise", "mistakes"): in_exercise("mistakes"),
    ("course",): lambda table: structure(table, Course),
    ("course", "map"): lambda table: structure({"map": table}, Course),
    ("course", "lessons"): lambda table: structure(
        {"lessons": [{"number": "51", "place": "Camp"} | table]}, Course
    ),
    ("course", "lessons", "card"): lambda table: structure(
        {"lessons": [{"number": "51", "place": "C", "card": {"title": "", "text": ""} | table}]},
        Course,
    ),
}  # fmt: skip


@pytest.mark.parametrize("path", TABLES, ids=".".join)
def test_a_table_has_exactly_the_keys_that_the_code_reads(path: tuple[str, ...]) -> None:
    listed = {entry.name for entry in part(*path).entries}
    read = read_by_code(TABLES[path])
    # The kind and what may be changed are read before the wishes.
    assert listed - ({"kind", "open", "things"} if path[-1] == "make" else set()) == read


@pytest.mark.parametrize("name", NAMES)
def test_a_start_has_exactly_the_keys_that_the_code_reads(name: str) -> None:
    around = {entry.name for entry in part("exercise", "starts").entries}
    listed = {entry.name for entry in part("starts", name).entries}
    assert listed | around == read_by_code(in_exercise("starts", name=name))
    assert not listed & around


def test_a_seat_has_exactly_the_keys_that_the_code_reads() -> None:
    lovelace = game("lovelace")

    def use(table: Data) -> object:
        return lovelace.setup(players=("ada", "babbage"), seats={"ada": table}).state()

    assert {entry.name for entry in part("starts", "lovelace", "seats").entries} == read_by_code(
        use
    )
    columns = part("starts", "lovelace", "seats", "columns")
    read = read_by_code(lambda table: use({"columns": [{"start": 55} | table]}))
    assert {entry.name for entry in columns.entries} == read


@pytest.mark.parametrize("name", NAMES)
def test_a_check_takes_exactly_its_facts(name: str) -> None:
    for topic in (part("checks"), part("checks", name)):
        for entry in topic.entries:
            [table] = tomllib.loads(entry.example)["checks"]
            assert table.pop("check") == entry.name
            check_facts(game(name), entry.name, table)  # raises if any is missing, or one too many
            assert "Use it" in entry.says
    listed = {
        entry.name for topic in (part("checks"), part("checks", name)) for entry in topic.entries
    }
    with pytest.raises(DataError) as caught:
        check_facts(game(name), UNKNOWN, {})
    assert all(f" {each}" in caught.value.says for each in listed)


# -- examples ------------------------------------------------------------------------------------


NEEDED: dict[str, Data] = {
    "labels": {"cards": "1", "says": "ahead"},
    "cases": {"call": [37], "returns": 73},
}
"""The keys that stand beside an example, so that the table is whole."""


def loads(use: Callable[[Data], object], example: Data) -> bool:
    try:
        use(example)
    except TeachkitError:
        return False
    return True


@pytest.mark.parametrize("entry", part("exercise").entries, ids=lambda entry: entry.name)
def test_the_example_of_a_key_loads_in_some_exercise(entry: Entry) -> None:
    example = tomllib.loads(entry.example)
    assert [*example] == [entry.name]
    uses = (lambda table, data=data: make_exercise("51-01", data | table) for _, data in starters())
    assert any(loads(use, example) for use in uses)


@pytest.mark.parametrize("path", [path for path in TABLES if len(path) > 1], ids=".".join)
def test_the_examples_of_a_table_load(path: tuple[str, ...]) -> None:
    kinds = [kind for kind in KINDS if (STARTERS / "algoracing" / f"{kind}.toml").exists()]
    uses = [TABLES[path], *(in_exercise(path[1], kind) for kind in kinds if path[0] == "exercise")]
    uses += [in_exercise(path[1], "make", name) for name in NAMES if path[-1] == "make"]
    for entry in part(*path).entries:
        example = tomllib.loads(entry.example)
        assert [*example] == [entry.name]
        example = NEEDED.get(path[-1], {}) | example
        if entry.name == "gives":
            del example["returns"]
        assert any(loads(use, example) for use in uses), entry


def positions(of: Game) -> Iterator[Data]:
    """Yield boards on which the examples of starts make sense: an empty one, and a match's."""
    places = {"red": "a1 north", "green": "b1 north"}
    match of.name:
        case "algoracing":
            yield {"floor": ". # H\n. . .\n. . .", "rovers": {"red": "a1 east", "green": "a2 east"},
                   "bases": {"red": "a2"}, "edition": "complete"}  # fmt: skip
            yield {"floor": ". #\n. .", "rovers": {"red": "a1 east"}, "edition": "complete",
                   "hands": {"red": ["left"]}, "players": ["red"], "algorithm": "left"}  # fmt: skip
            yield {"board": "canyon", "rovers": {"red": "a1 east"}}
            yield {"floor": ". .\n. .\n. .", "players": ["red"]}
            yield {"floor": ". #\n. .", "lifts": ["b2 south"], "rovers": {"red": "b2 east"}}
        case "calamitron":
            yield {"floor": ". . O\n. . .", "rogues": {"servo-1": "b2 west"},
                   "retros": {"red": "tread a1 north", "green": "tread c1 west"}}  # fmt: skip
            yield {"board": "training-hall", "players": ["red", "green"]}
        case "lovelace":
            yield {"players": ["ada", "babbage"], "phase": "programs", "round": 2,
                   "patrons": {"18": ["music", "stars"]}}  # fmt: skip
            yield {"edition": "machine"}
        case "roborally":
            damage = {"damage": {"red": 5}}
            yield {"floor": "> . .\n. f1 .\n. . .", "robots": places, "walls": ["a1 east"]} | damage
            yield {"floor": ". f1\n. .", "robots": places, "players": ["red", "green"], "turn": 1}
            yield {"board": "gear-hall", "robots": places}
            yield {"floor": ". f1\n. .", "robots": {"red": "a1 north"}}


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_start_load_on_some_board(name: str) -> None:
    of = game(name)
    for topic in (part("starts", name), part("exercise", "starts")):
        for entry in topic.entries:
            example = tomllib.loads(entry.example)
            assert [*example] == [entry.name]
            if topic.name == "starts":
                assert loads(in_exercise("starts", name=name), example)
                continue
            starts = [structure({**each, **example}, of.setup) for each in positions(of)]
            assert any(loads(lambda _, start=start: start.state(), {}) for start in starts), entry


@pytest.mark.parametrize("name", NAMES)
def test_the_other_examples_of_a_game_are_right(name: str) -> None:
    of, data = game(name), data_of(name)
    for entry in part("editions", name).entries:
        assert of.editions[entry.name].title.partition(".")[0] in entry.says
    for entry in part("options", name).entries:
        options = tomllib.loads(entry.example)["options"]
        rules = structure({"options": options}, of.setup).rules
        assert entry.says
        assert options_of(rules, next(iter(of.editions.values())), of.setup.allowed) == {}
    for entry in part("ideas", name).entries:
        [idea] = tomllib.loads(entry.example)["tells"]
        assert misreading_named(idea, of).says == entry.says
    for entry in part("concepts", name).entries:
        make_exercise("51-01", data | tomllib.loads(entry.example))
    for entry in part("cards", name).entries:
        Program.read(entry.example, of.instructions)
    for entry in part("boards", name).entries if of.opening.boards(of.opening.editions[0]) else ():
        piece = next(iter(data["starts"][0].keys() & {"rovers", "retros", "robots"}))
        start = {piece: data["starts"][0][piece]} | tomllib.loads(entry.example)
        assert of.setup(**start).read_board().name == entry.name


@pytest.mark.parametrize("name", NAMES)
def test_all_names_of_a_game_are_listed(name: str) -> None:
    of = game(name)
    cards = {card for rules in of.editions.values() for card in cards_of(rules)}
    expected = {
        "cards": cards, "sensors": of.sensors.all, "editions": of.editions,
        "ideas": [each.name.replace(" ", "-") for each in misreadings_of(of)],
        "concepts": concepts_of(of),
        "things": [thing.name for thing in of.palette.things], "signs": of.palette.legend,
    }  # fmt: skip
    for topic, names in expected.items():
        here = [each for each in found(topic)[0].parts if each.name == name]
        assert sorted(entry.name for each in here for entry in each.entries) == sorted(names), topic


def test_every_kind_has_a_whole_file_as_its_example() -> None:
    assert [entry.name for entry in part("kinds").entries] == [*KINDS]
    for entry in part("kinds").entries:
        assert make_exercise("51-01", tomllib.loads(entry.example)).kind is KINDS[entry.name]
        assert entry.says.count(". ") >= 1
    [roborally] = [each for each in topics("roborally") if each.name == "kinds"]
    examples = [
        tomllib.loads(entry.example)["game"] for entry in roborally.entries if entry.example
    ]
    assert set(examples) == {"roborally"}


def test_moments_and_opponents_are_those_that_the_code_knows() -> None:
    assert [entry.name for entry in part("opponents").entries] == [*STRENGTHS]
    moments = {entry.name for entry in part("moments", "roborally").entries}
    seen: set[str] = set()
    for path in FILES:
        exercise = load_exercise(path)
        if exercise.kind.name == "order" and exercise.game.name == "roborally":
            trace = attempt(exercise, exercise.given, exercise.starts[0]).trace
            seen |= {frame.event.part for frame in trace if frame.event.part}
    assert {"belts", "express", "lasers"} <= seen <= moments


# -- the rest ------------------------------------------------------------------------------------


def test_a_schema_accepts_our_exercises_and_marks_faults() -> None:
    schema = Draft202012Validator(schema_of_exercises())
    Draft202012Validator.check_schema(schema.schema)
    for path in [*FILES[::7], *sorted(STARTERS.glob("*/*.toml"))]:
        assert [*schema.iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))] == [], path
    faults: list[Data] = [
        {"titel": "Up"}, {"kind": "progam"}, {"edition": "machine"}, {"starts": [{"flor": ". ."}]},
        {"checks": [{"check": "stands_on"}]}, {"checks": [{"check": "shows", "value": 3}]},
        {"mistakes": [{"answer": "left"}]}, {"sensors": ["blokked"]}, {"teaches": ["division"]},
        {"make": {"opn": []}}, {"phase": "warmup"}, {"points": "two"},
    ]  # fmt: skip
    for fault in faults:
        assert [*schema.iter_errors(data_of("algoracing") | fault)], fault
    described = schema.schema["properties"]["title"]["description"]
    assert described == "The name of the exercise, as learners see it."


def test_a_name_is_found_in_every_topic_that_has_it() -> None:
    assert [topic.name for topic in found("mistakes")] == ["mistakes"]
    assert [topic.title for topic in found("jump", "algoracing")] == [
        "Cards: algoracing", "Concepts: algoracing",
    ]  # fmt: skip
    with pytest.raises(UnknownNameError, match='Did you mean "stands_on"'):
        found("stands_onn")
    with pytest.raises(UnknownNameError):
        found("cards", "chess")


def test_types_are_words() -> None:
    types = {
        "text": str, "list of texts": list[str], "tables": tuple[dict[str, Any], ...],
        "table of lists of texts": dict[str, list[str]], "whole number": int | None,
        "list of lists of texts": list[list[str]], "value": Any,
        "table of texts or list of texts or text": dict[str, str] | list[str] | str,
    }  # fmt: skip
    assert {words: in_words(hint) for words, hint in types.items()} == {
        each: each for each in types
    }


def test_an_attribute_without_an_example_is_described_all_the_same() -> None:
    text = """A thing.

    Attributes:
        near: The distance, in
            `steps`. `near = 3`
        far: The rest.
    """
    assert attributes(text) == {
        "near": ("The distance, in `steps`.", "near = 3"),
        "far": ("The rest.", ""),
    }
