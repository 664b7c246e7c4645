"""Test that everything the rules say is translated: each sentence is provoked in pseudo."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from babel.messages.catalog import Catalog
from msgspec import structs

from teachkit.core.data import check_least, numbers, read_toml, structure, write_whole
from teachkit.core.game.game import run
from teachkit.core.game.whereabouts import skips
from teachkit.core.language.instructions import Card, Instruction, InstructionSet
from teachkit.core.language.program import Lanes, Program
from teachkit.core.language.python_errors import trouble_in
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, PickOne, PickSome, Shuffle, WriteProgram, checked
from teachkit.core.run.trace import Trace, timeline
from teachkit.core.run.walk import Started, Step
from teachkit.exercises.judging.checks import possible_checks, sentence
from teachkit.games import NAMES, algoracing, game
from teachkit.games.algoracing.algorithm import edit
from teachkit.games.algoracing.board import LEGEND, BoardFile
from teachkit.games.algoracing.editions import COLOURS, EDITIONS, SAMPLE_TYPES
from teachkit.games.algoracing.match import own_problems
from teachkit.games.algoracing.setup import Setup
from teachkit.games.algoracing.state import State, Table
from teachkit.games.rulebook import rulebook
from teachkit.play.match import Match, loaded, parsed
from teachkit.play.search.memory import first_moment
from teachkit.words import translate
from tests.cases import one_changed
from tests.core.wrongpython import WRONG

from . import calamitron, levels, lovelace, palettes, panels, play, roborally
from .extract import sentences
from .pseudo import escaped, in_pseudo, random_match, refused, under
from .test_catalogue import RULES

CARDS = {card.name for card in algoracing.GAME.instructions} | {
    *algoracing.GAME.instructions.sensors,
    "not",
}
GAMES = lovelace.FACTS | calamitron.FACTS | roborally.FACTS | play.FACTS
# What stands in quotes, how often a loop runs, the file, and what is wrong in it for TOML's reader.
FACTS = re.compile(r""""[^"]*"|'[^']*'|\b\d+x\b|^\S+\.toml: |(?<=ＴＯＭＬ ｆｉｌｅ: ).*""")
# Words that a person writes in a file and in a program: the same in every language.
WRITTEN = {*COLOURS, *SAMPLE_TYPES, *EDITIONS, *" ".join(LEGEND.values()).split(), "while"}
KEYS = {"times", "truly", "many", "one", "word"}
KEYS |= {key.name for kind in (BoardFile, Setup) for key in fields(kind)}


def not_translated(sentence: str, facts: Collection[str] = CARDS | GAMES) -> list[str]:
    """Return the English that is left; cards, squares and quoted text are facts."""
    return escaped(FACTS.sub("", sentence), facts)


# ---------------------------------------------------------------------------- what happens

SMALL: dict[str, Any] = {"floor": ". . .\n. . .\n. . .", "edition": "sensors"}
HILLS: dict[str, Any] = {"floor": ". # H . .", "edition": "complete"}
ONE: dict[str, Any] = {"rovers": {"red": "a1 east"}}
TWO: dict[str, Any] = {"rovers": {"red": "a1 east", "green": "b1 east"}}
THREE: dict[str, Any] = {"rovers": {"red": "a1 east", "green": "b1 east", "blue": "c3 east"}}
TURNS: dict[str, Any] = SMALL | TWO | {"edition": "turns"}
HOME: dict[str, Any] = {"bases": {"red": "a1", "green": "c3"}}

TALES: list[tuple[dict[str, Any], str]] = [
    (SMALL | ONE, "right, forward, left, jump, while clear(forward), u-turn"),
    (SMALL | ONE, "while clear(left, right)"),
    (SMALL | {"rovers": {"red": "a1 north"}}, "while clear(2x(u-turn))"),
    (SMALL | ONE, "while clear()"),
    (SMALL | ONE, "if clear(left), if not clear(left)"),
    (SMALL | ONE, "99x(999x(left))"),
    (SMALL | ONE, "define turn(left), 2x(turn)"),
    (SMALL | TWO, "forward, teleport"),
    (SMALL | {"rovers": {"red": "c1 north", "green": "c3 east"}} | HOME, "teleport"),
    (SMALL | THREE | HOME, "teleport"),
]


def tale(setup: dict[str, Any], program: str) -> Trace:
    return run(algoracing.GAME, Setup(**setup).state(), program)


def several() -> Iterator[str]:
    """Two rovers run programs: every sentence says who."""
    for program in ("while clear(left, right)", "left, right"):
        state = Setup(**TURNS | {"programs": {"green": program}}).state()
        trace = run(algoracing.GAME, state, "forward, left")
        yield from trace.story().splitlines()
        yield trace.why(card=9, actor="red")
        yield from (head.label for head in timeline(trace).heads)
    yield str(state).splitlines()[-1]


def driven() -> Iterator[str]:
    """Yield the place of a card, and of a call in Python that drives."""
    for step in (Step(Instruction("left"), 3, line=line) for line in (0, 7)):
        started = Started("red", step)
        yield from (f"{step.place}.", str(started), started.among_others())


@cache
def matches() -> list[Match]:
    """Random matches of both printed editions."""
    found = []
    for edition, board in (("basic", "two-hills"), ("complete", "crater-rim")):
        for seed in range(4):
            players = ("red", "green", "blue", "yellow")[: 2 + seed % 3]
            setup = Setup(edition=edition, board=board, players=players)
            found.append(random_match(algoracing.GAME, setup, seed, 4_000))
    return found


def happenings() -> Iterator[str]:
    """Sentences of everything that can happen, and what stands under the boards."""
    for match in matches():
        yield from (str(frame.event) for frame in match.frames)
        yield from under(match.state)
    for setup, program in TALES:
        trace = tale(setup, program)
        yield from trace.story().splitlines()
        yield from (str(stop.asked.question) for stop in trace.stops() if stop.asked)
    short, long = (tale(SMALL | ONE, cards) for cards in ("left", "left, right"))
    yield from (short.why(card=2), long.why(card=2), str(short.first_difference(long)))
    yield from several()
    yield from driven()
    yield from lovelace.happenings()
    yield from calamitron.happenings()
    yield from roborally.all_happenings()
    yield from roborally.beside()
    yield from roborally.whys()
    for name in NAMES:
        yield from (translate(idea.says) for idea in game(name).misreadings)


@pytest.mark.slow
def test_all_that_happens_is_translated(said: Said) -> None:
    assert [says for says in said.happens if not_translated(says)] == []


# --------------------------------------------------------------------- what is on the cards


def printed() -> Iterator[str]:
    """Yield the sentences on cards and in rulebooks, and titles."""
    for name in NAMES:
        rules = game(name)
        yield from (text for card in rules.instructions for text in (card.label, card.help))
        told = *rules.instructions.sensors.values(), *rules.sensors.meanings.values()
        yield from map(translate, told)
        yield from (translate(edition.title) for edition in rules.editions.values())
        yield from map(str, rulebook(name))
    yield from lovelace.printed()
    yield from calamitron.printed()
    yield from roborally.printed()
    yield from levels.told()
    yield from palettes.told()
    yield from panels.told()


def test_all_that_is_printed_is_translated(said: Said) -> None:
    ids = re.compile(r"[A-Z]{2}-\d+")
    assert [says for says in said.printed if not_translated(ids.sub("", says))] == []


# ------------------------------------------------------------------------- what goes wrong

CARD_TEXTS = [
    "left left", "left)", "(left)", "1000x(left)", "while (left)", "2x(left",
    "while blocke(left)", "2x", "3(left)", "2x(" * 99, "define (left)", "define f(left), f(left)",
    "define f(f)", "f, define f(left)", "2x(define f(left))", "define left(left)",
    "define blocked(left)", "define for(left)", "define 2b(left)", "define f(left), define f(left)",
]  # fmt: skip
PYTHON_TEXTS = [
    "left", "for _ in range(1000):\n    left()", "import os", "left(1 + 1)", "while True: left()",
    "left(1)", "def turn(n): left()", "n = 3", "range(6)", "for n in range(n): left()",
    "all-forward()", "for n in rang(3): left()", "while clear: left()",
]  # fmt: skip
LANES = ["left", "red: left\nred: left", "red: lefft"]
JSON_NODES: list[Any] = ["left", [7]]
EDITS = [
    "add jump", "unloop 1", "loop 7x over 1", "loop 2x over 1..3", "insert jump at 9",
    "insert x2 at 1", "insert north at 1", "loop 2x over 2",
]  # fmt: skip
PROGRAMS = {
    "basic": ["teleport", "2x(left)", "define turn(left), turn"],
    "routines": ["define turn(), left"],
    "loops": ["2x(2x(left))", "2x(left, left, left)", "2x()", "if clear(left)"],
}
ALONE = SMALL | ONE
PLAYED = ALONE | {"hands": {"red": []}}
STARTS: list[dict[str, Any]] = [
    *one_changed({}, floor=[". .\n.", ". " * 27, "?"], board=["two-hill"]),
    *one_changed({"board": "two-hills"}, floor=["."], walls=[["a1 east"]]),
    *one_changed({"floor": "."}, edition=["basics"]),
    *one_changed({"floor": "."}, walls=[["a1 east"], ["a1"], ["1a east"], ["a1 up"]]),
    {"floor": ". .", "lifts": ["a1 east"]},
    {"floor": ". # .", "lifts": ["b1 east", "b1 west"]},
    *one_changed(SMALL, carries=[{"red": ["blue"]}], hands=[{"red": ["left"]}]),
    *one_changed(SMALL, rovers=[{"red": "a1 east", "blue": "a1 west"}, {"pink": "a1 east"}]),
    *one_changed(SMALL, rovers=[{"red": "d1 east"}], bases=[{"red": "a1", "blue": "a1"}]),
    SMALL | {"bases": {"red": "a1"}, "labs": {"a2": ["red"]}},
    SMALL | TWO | {"programs": {"green": "lefft"}},
    *one_changed(ALONE, carries=[{"red": ["blue"] * 4}], programs=[{"green": "left"}]),
    *one_changed(ALONE, settled=[[["red", "red"]]], waiting=[["red"]], players=[("red", "green")]),
    *one_changed(ALONE, options=[{"capacty": 1}, {"capacity": 0}, {"own_labs": 7}]),
    *one_changed(ALONE, hands=[{"red": ["left"] * 6}, {"red": ["hop"]}], draw_pile=[["left"]]),
    *one_changed(ALONE, algorithm=["hop", "while clear(left)"]),
    *one_changed(PLAYED, players=[("red", "blue")], current=["blue"], turn=[-1]),
]
LATE: dict[str, Any] = {
    "floor": ". .", "rovers": {"red": "a1 east", "green": "b1 east"},
    "hands": {"red": [], "green": []},
}  # fmt: skip
PLAIN = ". . . . . ."
TABLES: list[dict[str, Any]] = [
    {"board": "two-hills", "players": ("red",)},
    {"board": "two-hills", "edition": "loops"},
    {"floor": "."},
    {"floor": "\n".join([PLAIN] * 6)},
    {"floor": "\n".join(["# . . # . .", *[PLAIN] * 5])},
    {"floor": "\n".join(["# . . # . .", *[PLAIN] * 5]), "walls": ["a1 north", "a1 east"]},
    {"edition": "complete", "floor": "\n".join(["# . # . . H . . .", *[PLAIN + " . . ."] * 8])},
    {"floor": "\n".join(["# . . H . .", *[PLAIN] * 5])},
    LATE,
    LATE | {"draw_pile": ["left"]},
    LATE | {"hands": {"red": [], "green": ["left"]}, "programs": {"green": "left"}},
]


def refusals(tmp_path: Path) -> Iterator[Callable[[], object]]:
    """Everything that a person may do wrong, each to be answered by a sentence."""
    cards = algoracing.GAME.instructions
    shove = InstructionSet([Card("shove", "→", "Shove", "Push.", (("left", "right"),))])
    yield from (partial(Program.read, text, cards) for text in CARD_TEXTS)
    yield partial(Program.read, "shove up", shove)
    yield partial(Program.read, "define turn(shove left)", shove)
    yield partial(Program.from_python, "def turn(): shove('left')", shove)
    yield from (partial(Program.from_python, text, cards) for text in PYTHON_TEXTS)
    yield from (partial(Lanes.read_lanes, text, ["red"], cards) for text in LANES)
    yield from (partial(Program.from_json, node) for node in JSON_NODES)
    yield from (Setup(**start).state for start in STARTS)
    yield from (partial(begun, table) for table in TABLES)
    row = Program.read("forward, 2x(left, right), left, left")
    yield from (partial(edit, on_the_table(row), [text]) for text in EDITS)
    yield partial(edit, on_the_table(row), ["insert jump at 1"])
    begin = matches()[0].frames[0].state
    yield partial(Setup.of, begin)
    yield partial(
        Setup.of, structs.replace(begin, table=Table(), rules=replace(begin.rules, loops=(2,)))
    )
    yield partial(edit, on_the_table(Program()), [])
    yield partial(edit, on_the_table(row), ["cover 1 with jump"] * 4)
    yield partial(game, "algoracer")
    helped = Setup(**TURNS, programs={"green": "left"}).state()
    yield partial(first_moment, algoracing.GAME, "red", helped)
    yield partial(Setup(**SMALL, **ONE).state().rover, "blue")
    for option in (
        PickOne("red", "Which corner do you choose?", ("a1",)),
        PickSome("red", "", ("a1",), 1, 1),
    ):
        yield partial(checked, (option,), [Answer("red", ("b2",))])
    yield partial(checked, (PickSome("red", "", ("a1",), 1, 1),), [Answer("red", ())])
    yield partial(checked, (Shuffle(items=("a1",)),), [Answer(None, (7,))])
    yield partial(PickOne("red", "", ("a1",)).from_json, 3)
    yield partial(tale, SMALL | ONE | {"samples": {"b1": ["blue", "red"] * 2}}, "forward")
    yield partial(matches()[0].answer, "red", "run")
    yield from wrongly_handed_over()
    yield from saves()
    yield from lovelace.refusals()
    yield from calamitron.refusals()
    yield from roborally.refusals()
    yield from levels.refusals()
    yield from palettes.refusals()
    yield from play.refusals()
    yield from play.wrong_people(tmp_path)
    yield from files(tmp_path)


def wrongly_handed_over() -> Iterator[Callable[[], object]]:
    """Yield the messages on wrong values passed to `run`, to a decision and to a match."""
    state = Setup(**SMALL, **ONE).state()
    for run_with in (
        (7, "left"),
        (Setup(**SMALL).state(), "left"),
        (state, "left", "blue"),
        (state, 7),
        (state, Program(7)),  # type: ignore[arg-type]
    ):
        yield partial(run, algoracing.GAME, *run_with)
    yield from (partial(run, algoracing.GAME, state, "left", answers=[7] * left) for left in (1, 2))
    yield partial(run, algoracing.GAME, state, "left", answers=7)
    yield partial(WriteProgram("red", "", (), lambda program: ()).to_json, 7)
    yield partial(PickSome("red", "", ()).to_json, 7)
    yield partial(edit, on_the_table(Program()), 7)
    yield partial(Chance, 7.5)
    yield partial(Match, algoracing.GAME, 7)
    setup = Setup(board="two-hills", players=("red", "green"))
    yield partial(Match, algoracing.GAME, setup, 1, {"green": lambda view, decision: 7})


def saves() -> Iterator[Callable[[], object]]:
    """Yield the messages on damaged saved matches."""
    save = Match(algoracing.GAME, Setup(board="two-hills", players=("red", "green"))).save()
    for wrong in one_changed(save, answers=[[7], [["green", 7]]], teachkit=[7], game=[""]):
        yield partial(loaded, algoracing.GAME, wrong)
    yield partial(loaded, algoracing.GAME, 7)
    yield partial(parsed, "{")
    yield partial(parsed, 7)  # type: ignore[arg-type]
    over = matches()[-1]
    yield partial(loaded, algoracing.GAME, over.save() | {"answers": [*over.answers, ["red", 7]]})


def begun(table: dict[str, Any]) -> object:
    """The first thing that happens in a match set up like this."""
    return next(algoracing.GAME.play(Setup(**{"players": ("red", "green"), **table})))


def on_the_table(row: Program) -> State:
    """A match in the middle of a red turn, with this shared algorithm and one card in the hand."""
    rovers = {"red": "a1 east", "green": "e1 west"}
    hands = {"red": ["u-turn"], "green": []}
    return Setup(**HILLS, rovers=rovers, hands=hands, algorithm=str(row)).state()


def files(folder: Path) -> Iterator[Callable[[], object]]:
    latin, loose, own = (folder / name for name in ("latin.toml", "loose.toml", "own.toml"))
    latin.write_bytes(b"\xe9")
    loose.write_text("floor")
    own.write_text('floor = "?"')
    yield from (partial(read_toml, file) for file in (folder / "none.toml", latin, loose))
    yield partial(numbers, "many")
    yield partial(write_whole, folder / "none" / "file", "text")
    yield partial(Setup(board=str(own)).state)
    tables: list[Any] = [{}, {"zzz": 1}, {"floor": 7}, 7, {"floor": ".", "walls": "a1 east"}]
    yield from (partial(structure, table, BoardFile) for table in tables)
    yield from (partial(structure, table, Times) for table in ({"times": "two"}, {"truly": "yes"}))
    yield partial(structure, {"samples": {"a1": 7}, "floor": "."}, Setup)
    twice: list[Any] = [{"many": {}}, {"one": [{}]}, {"word": "many"}]
    yield from (partial(structure, table, Twice) for table in twice)
    yield partial(check_least, "times", 0)


@dataclass
class Times:
    times: int = 1
    truly: bool = True


@dataclass
class Twice:
    many: tuple[Times, ...] = ()
    one: Times = field(default_factory=Times)
    word: Literal["one"] = "one"


def problems() -> Iterator[str]:
    """Why a program may not be played, and what is not yet so in an exercise."""
    for edition, texts in PROGRAMS.items():
        state = Setup(**SMALL | ONE | {"edition": edition}).state()
        for text in texts:
            yield from map(str, algoracing.GAME.problems(state, "red", Program.read(text)))
    table = on_the_table(Program())
    yield from map(str, algoracing.GAME.problems(table, "red", Program.read("left")))
    yield from map(str, own_problems(table, "red", Program()))
    richer = structs.replace(table.rover("red"), delivered=("blue",))
    yield str(algoracing.GAME.outcome(table.with_rover(richer)))
    state = Setup(**SMALL | TWO | HOME | {"samples": {"c1": "blue"}}).state()
    for name, *wanted in UNMET:
        says = algoracing.GAME.goals[str(name)](state, "red", *wanted)
        assert says
        yield says
    yield from (trouble.says for source, _, _ in WRONG if (trouble := trouble_in(source)))
    yield from predicted(state)
    yield from checks_in_words()
    yield from lovelace.problems()
    yield from calamitron.problems()
    yield from roborally.problems()


def checks_in_words() -> Iterator[str]:
    """Yield each check of each game in words."""
    for each in map(game, NAMES):
        for table in possible_checks(each, {"rovers": {"red": "a1 east", "green": "b1 east"}}):
            yield sentence(table, each)


def predicted(state: State) -> Iterator[str]:
    """Predictions that cannot be read, or are right in parts only."""
    stands = algoracing.GAME.predictions(state)
    for text in ("a1", "ｎｏｒｔｈ", "z9 n", "a1 up", "over there"):
        yield refused(partial(stands.read, text))
    for said in ("a1 north", "b1 east"):
        seen = stands.compared(said, "a1 east")
        yield from (seen.says, *(part.says for part in seen.parts))
    numbers = game("lovelace").predictions(game("lovelace").setup(edition="machine").state())
    yield from (part.says for part in numbers.compared("5", "8").parts)
    yield from (refused(partial(numbers.read, text)) for text in ("five", "27.5"))
    assert skips("ｓｋｉｐｐｅｄ")


UNMET: list[tuple[Any, ...]] = [
    ("stands_on", "c1"), ("looks", "north"), ("parks", "a1 north"), ("carries", 1),
    ("carries", 2), ("collects", 1), ("delivers", 1), ("scores", 7), ("clears", "c1"),
    ("sends_home", "green"),
]  # fmt: skip


def test_all_that_goes_wrong_is_translated(said: Said) -> None:
    facts = CARDS | WRITTEN | KEYS | GAMES
    assert [says for says in said.wrong if not_translated(says, facts)] == []


# -------------------------------------------------------------------- and nothing is left out


class Said(NamedTuple):
    """The sentences that were said, and their templates in the sources."""

    happens: set[str]
    printed: list[str]
    wrong: list[str]
    asked: set[str]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """Return everything that the rules say, provoked once for all tests here."""
    folder = tmp_path_factory.mktemp("said")
    with in_pseudo() as pseudo:
        wrong = [*problems(), *map(refused, refusals(folder)), *play.notices(folder)]
        return Said({*happenings(), *play.worded()}, list(printed()), wrong, pseudo.asked)


UNPROVOKED = {"{id}: the source is one of: {sources}."}  # only a damaged package says so


def test_every_sentence_was_provoked(said: Said, catalogue: Catalog) -> None:
    """Every sentence of the rules was said, and all of them can be translated."""
    assert said.asked - sentences(catalogue) == set()
    assert sentences(catalogue, *RULES, ending=".py") - said.asked == UNPROVOKED
