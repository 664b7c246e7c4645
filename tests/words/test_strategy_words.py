"""Test that everything said about strategies is translated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from babel.messages.catalog import Catalog

from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.authoring.strategy_proof import strategy_flaws
from teachkit.exercises.explaining.hints import Asked, hint
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.sources import broke_says
from teachkit.exercises.running.execution import execute_in_process
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.strategy_games import Played
from tests.exercises.strategies import LAST, easy, match, short
from tests.once import Once

from .extract import sentences
from .pseudo import provoked, refused
from .test_function_words import not_translated
from .test_function_words import said as of_functions

HERE = ("/authoring/strategy_proof.py", "/judging/sources.py", "/running/strategy_games.py")
LEADS = "def play(view, decision):\n    "
SOURCES = [
    LAST, f"{LEADS}return ...", f"{LEADS}pass", f"{LEADS}return 'jump'",
    f"{LEADS}return later('jump')", f"{LEADS}return veiw", "1 // 0", short().file.solution.answer,
]  # fmt: skip
FACTS = ("random", "red", "a1", "f6", "f1", "jump", "view", "play", "decision", "house", "match",
         "opponents", "starts", "checks", "tk", "replay", "json", "short-race")  # fmt: skip


def told() -> Iterator[str]:
    yield from of_functions()  # both are judged in one file
    for source in SOURCES:
        yield from grade(short(), source).says
    for looks in ("", "later(decision['candidates'][0])\n    "):
        source = f"{LEADS}{looks}return decision['candidates'][-1]"
        yield from grade(short(uses=["later"]), source).says
    yield from grade(short(**match(always="run")), LAST).says
    yield broke_says(Played(0, 0, [], "", Result(trouble="timeout")), "")
    sure = match(opponents=[{"house": "random", "at_least": 50}])
    for keys in (match(opponents=[]), match(games=0), sure):
        yield refused(partial(short, **keys))
    yield from (flaw.says for flaw in strategy_flaws(easy(), execute_in_process))
    for keys in (match(games=1), match(games=1) | {"checks": [{"check": "ends"}]}):
        yield from (flaw.says for flaw in flaws(short(**keys)) if flaw.key != "solution")
    asked = Asked()
    while new := hint(short(hints=[]), asked, LAST):
        asked = asked.after(new)
        yield new.says.partition("\n")[0]


def test_every_sentence_on_strategies_is_provoked_and_translated(
    once: Once, catalogue: Catalog
) -> None:
    says, asked = once("strategies in pseudo", lambda: provoked(told))
    plain = {word for said in says for word in not_translated(said)}
    assert plain - {*FACTS} == set()
    here = sentences(catalogue, *HERE)
    assert here - asked == set()
    assert len(here) > 10
