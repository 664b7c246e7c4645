"""Test the moments of a turn: the run is watched by everybody before the next question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import teachkit as tk
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import PickOne, WriteProgram
from teachkit.draw.shapes import PIECE_COLOURS
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import house
from teachkit.widgets.player import Player
from teachkit.widgets.table.table import Table

from .test_table import asked, builder_of, give, play_until, press, table_at, widgets


def table_after(name: str, answers: int, edition: str = "", **more: Any) -> Table:
    """Return a table of Ada and Bo after the first answers of a game that the house plays."""
    rules = game(name)
    setup = rules.opening.match(2, edition)
    plays = {piece: house(rules, "greedy", 6) for piece in setup.players}
    whole = Match(rules, setup, 4, plays, frame_limit=400).answers
    sitting = Sitting(rules, setup, ["Ada", "Bo"], 4, **more)
    sitting.match = Match(rules, setup, 4, answers=whole[:answers])
    sitting._begin()
    return Table(sitting)


def answer(table: Table) -> Any:
    """Seat a person if nobody is current, answer like the house, and return the answer."""
    if table.asking.coming:
        press(table.asking, "sit", table.asking.coming[0])
    here = table.sitting.here
    assert here
    given = house(table.sitting.game, "greedy", 6)(table.sitting.view, asked(table))
    give(table, given)
    assert table.asking.says == ""
    return given


def answer_until(table: Table, condition: Callable[[Table], object]) -> None:
    while not condition(table):
        if table.asking.moment == "watching":
            press(table.asking, "watched")
        else:
            answer(table)


def runs(table: Table) -> bool:
    """Return whether a run with cards is shown."""
    is_shown = table.asking.moment == "watching"
    return is_shown and any(stop["card"] for stop in table.player.stops)


def says(table: Table) -> list[str]:
    return [sentence for stop in table.player.stops for sentence in stop["says"]]


def all_answers(table: Table) -> list[list[Any]]:
    return table.sitting.match.answers


def classes(table: Table) -> list[str]:
    return [name for name in table._dom_classes if name.startswith("tk-moment-")]


def test_a_turn_has_moments() -> None:
    table = tk.table("algoracing", ["Ada", "Bo"], seed=1)
    found = []
    for _ in range(9):
        assert classes(table) == [f"tk-moment-{table.asking.moment}"]
        found.append(table.asking.moment)
        if found[-1] == "curtain":
            press(table.asking, "sit", table.asking.coming[0])
        elif found[-1] == "watching":
            press(table.asking, "watched")
        else:
            answer(table)
    opening = ["curtain", "choosing", "choosing", "watching"]
    assert found == [*opening, *opening, "choosing"]
    play_until(table, WriteProgram)
    assert table.asking.moment == "laying"


def test_a_run_plays_before_anybody_else_is_asked() -> None:
    table = table_at("algoracing", WriteProgram)
    builder, plays = builder_of(table), table.player.plays
    answer(table)
    assert (table.asking.moment, table.asking.skips, table.player.plays) == (
        "watching", True, plays + 1,
    )  # fmt: skip
    assert (table.asking.coming, table.asking.question, table.bar.sends) == ([], "", False)
    assert builder.comm is None
    assert table.player.position == 0
    assert says(table)[1].startswith("Green, card 1: ")
    press(table.asking, "watched")
    assert (table.asking.moment, table.asking.coming) == ("curtain", ["Ada"])
    shown = table.asking.shown
    press(table.asking, "watched")  # pressed just when the playback ended by itself
    assert (table.asking.moment, table.asking.shown) == ("curtain", shown)


def test_nobody_watches_where_nothing_is_to_be_seen() -> None:
    """Cards are dealt and targets chosen, but no piece moves."""
    table = table_at("lovelace", PickOne)
    while not table.sitting.match.frames:
        assert table.asking.moment != "watching"
        answer(table)
    assert table.asking.moment != "watching"


def test_a_question_in_the_middle_of_a_round_waits_until_playback_has_reached_it() -> None:
    table = table_after("calamitron", 24)
    answer_until(table, runs)
    shown = says(table)
    assert isinstance(table.sitting.match.pending[0], PickOne)  # the round goes on
    assert (table.asking.question, table.asking.options, table.asking.coming) == ("", [], [])
    press(table.asking, "watched")
    answer_until(table, runs)
    rest = says(table)
    assert rest[: len(shown)] != shown  # only what is new is played ...
    press(table.asking, "watched")
    press(table.bar, "watch")
    assert says(table)[: len(shown)] == shown  # ... but again, the whole round
    assert says(table)[-len(rest) :] == rest


def test_everybody_s_cards_are_shown_in_their_colours() -> None:
    table = table_after("roborally", 0)
    answer_until(table, runs)
    rows = table.player.scene["timeline"]["rows"]
    assert [(row["label"], row["colour"]) for row in rows] == [
        ("Ada", PIECE_COLOURS["red"]),
        ("Bo", PIECE_COLOURS["green"]),
    ]
    answers = (answer for answer in table.sitting.match.answers if answer[0])  # not of chance
    laid = {piece: cards.split(", ") for piece, cards in answers}
    shown = [[cell["instruction"] for cell in row["cells"]] for row in rows]
    assert shown == [laid["red"], laid["green"]]
    known = [cell["known"] for cell in rows[0]["cells"]]
    assert known == sorted(set(known))  # one after another, as they are revealed


def test_a_piece_that_has_no_turn_has_no_row_of_cards() -> None:
    table = table_at("algoracing", WriteProgram)
    assert table.asking.who == "Bo"
    answer(table)
    assert [row["label"] for row in table.player.scene["timeline"]["rows"]] == ["Bo"]


def test_the_last_round_is_shown_again_and_the_cards_are_still_there() -> None:
    table = table_at("algoracing", WriteProgram)
    assert not table.bar.watches  # no card has run
    answer(table)
    assert not table.bar.watches
    run, position = table.player.scene, len(table.player.stops) - 1
    press(table.asking, "watched")
    press(table.bar, "watch")  # behind the curtain
    assert (table.asking.moment, table.player.scene) == ("watching", run)
    press(table.asking, "watched")
    play_until(table, WriteProgram)
    builder_of(table).program = [builder_of(table).tray[0]["node"]]
    press(table.bar, "watch")  # while cards are placed
    assert (table.asking.moment, table.player.scene) == ("watching", run)
    assert not [part for part in widgets(table) if hasattr(part, "tray")]
    press(table.asking, "watched")
    assert table.asking.moment == "laying"
    assert builder_of(table).program == [builder_of(table).tray[0]["node"]]
    assert position < len(table.player.stops)


def test_after_a_restart_the_table_is_where_it_was() -> None:
    """The run counts as watched, and can be watched again."""

    def opened() -> Table:
        return tk.table("algoracing", ["Ada", "Bo"], seed=2)

    table = opened()
    answer_until(table, runs)
    run = table.player.scene
    table = opened()
    assert (table.asking.moment, table.asking.coming) == ("curtain", ["Bo"])
    press(table.bar, "watch")
    assert table.player.scene == run


def test_an_answer_is_taken_back_while_it_is_watched() -> None:
    table = tk.table("algoracing", ["Ada", "Bo"], seed=1)
    answer_until(table, lambda table: table.asking.moment == "watching")
    press(table.bar, "back")
    assert (table.asking.moment, table.asking.coming) == ("curtain", ["Bo"])
    press(table.asking, "sit", "Bo")
    assert table.asking.question == "Which way should your rover face?"


def test_one_person_alone_watches_from_their_own_seat() -> None:
    table = table_at("roborally", WriteProgram, players=["Ada", "random"])
    give(table, asked(table).compose(Chance(1).pick))
    assert runs(table)
    hands = [robot.hand for robot in table.sitting.latest.final.robots]
    assert hands[0]
    assert hands[1] is None or not any(card.name != "?" for card in hands[1])
    press(table.asking, "watched")
    assert table.asking.moment in ("laying", "choosing")  # no curtain


def test_time_begins_when_the_run_was_watched() -> None:
    now = [0.0]
    table = table_after("roborally", 0, seconds=60, clock=lambda: now[0])
    answer_until(table, runs)
    assert "left" not in table.bar.clock
    press(table.asking, "watched")
    if table.asking.coming:
        press(table.asking, "sit", table.asking.coming[0])
    assert table.bar.clock["left"] == 60


def test_at_the_end_the_last_run_is_watched_first(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("algoracing")
    setup = rules.opening.match(2)
    plays = {piece: house(rules, "greedy", 6) for piece in setup.players}
    whole = len(Match(rules, setup, 4, plays).answers)
    table = table_after("algoracing", whole - 2)
    answer_until(table, lambda table: table.sitting.match.is_over)
    assert (table.asking.moment, table.asking.outcome) == ("watching", "")
    for late in ("to", "add_class"):  # a busy browser may miss what is sent after the creation
        monkeypatch.setattr(Player, late, lambda *_: None)
    press(table.asking, "watched")
    assert table.asking.moment == "over"
    assert table.player.position == len(table.player.stops) - 1
    assert "tk-bench-player" in table.player._dom_classes
    assert table.ending
    assert table.ending.why == str(table.sitting.match.outcome)
    assert not table.bar.watches
    press(table.ending, "again")
    assert (table.asking.moment, table.bar.watches) == ("curtain", False)


def test_the_same_refusal_is_told_twice_and_the_bar_no_longer_waits() -> None:
    table = table_at("roborally", WriteProgram)
    for number in (1, 2):
        heard = table.bar.clock["n"]
        press(table.bar, "send")
        assert (table.asking.says, table.asking.refused) == ("Fill 5 registers, not 0.", number)
        assert table.bar.clock["n"] == heard + 1  # any answer of the kernel ends the wait
    builder_of(table).program = [builder_of(table).tray[0]["node"]]
    assert table.asking.says == ""


@pytest.mark.parametrize(
    ("name", "answers", "most"), [("algoracing", 4, 7), ("calamitron", 4, 8), ("roborally", 2, 9)]
)
def test_an_ordinary_turn_takes_few_presses(name: str, answers: int, most: int) -> None:
    """Count the presses of a round: names, options, cards and Send; watching takes none."""
    table, presses = tk.table(name, ["Ada", "Bo"], seed=4), Counter[str]()
    answer_until(table, lambda table: sum(bool(who) for who, _ in all_answers(table)) == answers)
    press(table.asking, "watched")
    while not runs(table):
        if table.asking.moment == "watching":
            press(table.asking, "watched")  # as the browser does at the end of the run
            continue
        [who, *_] = table.asking.coming or [table.asking.who]
        presses[who] += len(table.asking.coming[:1])
        cards = answer(table)
        presses[who] += len(cards.instructions) + 1 if isinstance(cards, Program) else 1
    assert 4 < max(presses.values()) <= most
