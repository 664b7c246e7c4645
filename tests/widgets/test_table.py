"""Test the table without a browser, by sending only what a browser would send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import teachkit as tk
from teachkit.core.game.game import EditRow
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.games import NAMES, algoracing, game
from teachkit.games.roborally.pieces import REGISTERS
from teachkit.play.match import Match
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import house
from teachkit.widgets.builder import ProgramBuilder
from teachkit.widgets.table.controls import control_for
from teachkit.widgets.table.table import MORE, Table
from tests.thorough import THOROUGH

START = algoracing.GAME.opening.match(2).state()
PLAYED = [(name, edition) for name in NAMES for edition in game(name).opening.editions]


def press(part: Any, button: str, fact: Any = None) -> None:
    """Send what the browser sends when a button is pressed; equal presses are numbered."""
    part.pressed = {"button": button, "fact": fact, "n": part.pressed.get("n", 0) + 1}


def widgets(table: Table) -> list[Any]:
    [inner] = table.children
    return list(inner.children)


def asked(table: Table) -> Decision:
    assert table.sitting.decision
    return table.sitting.decision


def builder_of(table: Table) -> Any:
    """Return the strip or the row in which cards are placed."""
    [builder] = [part for part in widgets(table) if hasattr(part, "tray")]
    return builder


def give(table: Table, answer: Any) -> None:
    """Answer as the browser would: with an option, several, cards, or edits."""
    decision = asked(table)
    match decision:
        case PickOne(options=options):
            press(table.asking, "option", options.index(answer))
        case PickSome():
            press(table.bar, "send", decision.to_json(answer) and places(decision, answer))
        case WriteProgram():
            builder_of(table).program = answer.to_json()
            press(table.bar, "send")
        case EditRow():
            builder_of(table).edits = list(answer)
            press(table.bar, "send")


def places(asked: PickSome, answer: Any) -> list[int]:
    left, found = list(asked.options), []
    for item in answer:
        found.append(left.index(item))
        left[found[-1]] = None
    return found


def step(table: Table, chance: Chance) -> None:
    """The next thing that people do."""
    if table.asking.moment == "watching":
        press(table.asking, "watched")
    elif table.asking.coming:
        press(table.asking, "sit", table.asking.coming[0])
    else:
        give(table, asked(table).compose(chance.pick))


def play(table: Table, chance: Chance, answers: int) -> None:
    while len(table.sitting.match.answers) < answers and not table.asking.outcome:
        before = (table.asking.shown, table.asking.says)
        step(table, chance)
        assert (table.asking.shown, table.asking.says) != before
        assert table.asking.says == ""


def sent(table: Table) -> str:
    """Return everything that the browser has of this table."""
    return json.dumps([part.get_state() for part in widgets(table)], default=str)


# -- a whole game ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_a_game_is_played_to_its_end_by_traits_alone(name: str, edition: str) -> None:
    """Play each game from its start every night, and a few answers before its end every day."""
    rules = game(name)
    setup = rules.opening.match(2, edition)
    plays = {piece: house(rules, "greedy", 6) for piece in setup.players}
    sitting = Sitting(rules, setup, ["Ada", "Bo"], 4)
    if not THOROUGH:
        whole = Match(rules, setup, 4, plays).answers
        sitting.match = Match(rules, setup, 4, answers=whole[:-4])
    table = Table(sitting)
    while not table.asking.outcome:
        here = table.sitting.here
        if table.asking.moment == "watching":
            press(table.asking, "watched")
        elif here is None:
            press(table.asking, "sit", table.asking.coming[0])
        else:
            give(table, plays[here.piece](table.sitting.view, asked(table)))
        assert table.asking.says == ""
    assert table.sitting.match.outcome
    assert table.ending
    assert table.ending.why == str(table.sitting.match.outcome)
    winners = {seat["piece"]["id"] for seat in table.panels.seats if seat["isWinner"]}
    assert winners == set(table.sitting.match.outcome.winners)
    assert len(table.player.stops) > 10
    assert table.player.position == len(table.player.stops) - 1


ASKED = ("colours", "coming", "who", "question", "form", "options", "outcome")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_a_table_goes_on_equal_from_its_file(name: str, edition: str) -> None:
    """The kernel stops in the middle; the same call restores the same table."""

    def opened() -> Table:
        return tk.table(name, ["Ada", "Bo"], edition=edition, seed=3, house="random")

    table, chance = opened(), Chance(2)
    play(table, chance, 25 if THOROUGH else 6)
    while table.asking.moment in ("watching", "curtain"):
        step(table, chance)
    file, shown = table.sitting.file, {each: getattr(table.asking, each) for each in ASKED}
    assert file
    kept, scene = file.read_text(), table.player.scene
    play(table, Chance(9), 45 if THOROUGH else 10)
    file.write_text(kept)
    again = opened()
    assert again.player.position == len(again.player.stops) - 1  # as it stands now
    if again.asking.coming:
        press(again.asking, "sit", shown["who"])
    assert {each: getattr(again.asking, each) for each in ASKED} == shown
    assert again.player.scene == scene
    play(again, Chance(9), 45 if THOROUGH else 10)
    assert again.sitting.match.save() == table.sitting.match.save()


@pytest.mark.parametrize(
    ("name", "edition", "kind"),
    [("roborally", "base", WriteProgram), ("algoracing", "complete", EditRow)],
)
def test_what_was_laid_and_not_sent_lies_there_again(name: str, edition: str, kind: type) -> None:
    def opened() -> Table:
        return tk.table(name, ["Ada", "Bo"], edition=edition, seed=2)

    table = opened()
    play_until(table, kind)
    lies = "edits" if kind is EditRow else "program"
    builder = builder_of(table)
    laid = [builder.tray[0]["node"]] if lies == "program" else [builder.ways[0]["text"]]
    setattr(builder, lies, laid)
    again = opened()
    press(again.asking, "sit", table.asking.who)
    assert getattr(builder_of(again), lies) == laid
    give(again, asked(again).compose(Chance(3).pick))
    assert again.sitting.draft is None


# -- what nobody else may see ---------------------------------------------------------------------


def hidden_cards(table: Table) -> Iterator[str]:
    """Return the cards that the current person, or nobody, may not see; each has its own number."""
    state, here = table.sitting.match.state, table.sitting.here
    for robot in state.robots:
        if here is None or robot.name != here.piece:
            yield from map(str, robot.hand or ())
            late = (each for each in REGISTERS if each > state.register)
            unlocked = (robot.card(each) for each in late if not robot.is_locked(each))
            yield from (str(card) for card in unlocked if card)
    yield from map(str, state.table.deck.draw_pile)


def played_cards(table: Table) -> set[str]:
    """Return the cards that everybody sees in the run; all are dealt again after it."""
    sitting = table.sitting
    states = [frame.state for frame in sitting.match.frames[-len(sitting.latest) or None :]]
    shown = {
        str(robot.card(each))
        for state in states
        for robot in state.robots
        for each in REGISTERS
        if each <= state.register
    }
    return shown if sitting.is_watching else set()


def test_the_browser_has_nothing_that_is_hidden() -> None:
    table, chance = tk.table("roborally", ["Ada", "Bo"], house="random", seed=1), Chance(1)
    seen = 0
    for _ in range(60 if THOROUGH else 20):
        kept = sent(table)
        shown = [card for card in hidden_cards(table) if f'"{card}"' in kept]
        assert set(shown) <= played_cards(table)
        seen += any(str(card) in kept for robot in table.sitting.match.state.robots
                    for card in robot.hand or ())  # fmt: skip
        step(table, chance)
    assert seen  # the own hand is there, when somebody sits down


def test_a_program_is_gone_before_the_next_one_sits_down() -> None:
    table = table_at("calamitron", WriteProgram)
    builder = builder_of(table)
    give(table, asked(table).compose(Chance(1).pick))
    assert table.asking.coming
    assert builder.comm is None
    assert not [part for part in widgets(table) if isinstance(part, ProgramBuilder)]


def table_at(name: str, kind: type, **options: Any) -> Table:
    """Return a table of Ada and Bo at the first decision of this kind."""
    table = tk.table(name, **{"players": ["Ada", "Bo"], "seed": 1} | options)
    return play_until(table, kind)


def play_until(table: Table, kind: type) -> Table:
    chance = Chance(1)
    while table.asking.moment == "watching" or not isinstance(table.sitting.decision, kind):
        step(table, chance)
    return table


# -- controls -------------------------------------------------------------------------------------


def test_nothing_has_happened_yet_at_first() -> None:
    table = tk.table("algoracing", ["Ada", "Bo"], seed=1)
    assert len(table.player.stops) == 1
    assert table.player.words["before"] == "Nothing has happened yet."
    assert (table.asking.coming, table.asking.options, table.bar.sends) == (["Bo"], [], False)


@pytest.mark.parametrize(("name", "points"), [("algoracing", 0), ("calamitron", None)])
def test_seats_show_points_unless_all_win_or_lose_together(name: str, points: int | None) -> None:
    table = table_at(name, WriteProgram)
    assert [seat["points"] for seat in table.panels.seats] == [points] * 2


def test_behind_the_curtain_it_stands_as_it_stands() -> None:
    table = table_at("algoracing", WriteProgram)
    give(table, asked(table).compose(Chance(1).pick))
    press(table.asking, "watched")
    assert table.asking.coming
    assert len(table.player.stops) == 1
    assert table.player.words["before"] == "This is the current position in the game."


def test_a_loop_card_that_is_chosen_has_the_name_it_has_in_the_row() -> None:
    view = tk.table("algoracing", ["Ada", "Bo"], edition="complete", seed=1).sitting.public.start
    some = PickSome("red", "Which?", (Instruction("3x"), Instruction("left")))
    assert control_for(some, algoracing.GAME, view).options == ["Repeat ×3", "Left"]


def test_a_subroutine_is_chosen_by_its_number_and_its_sentence() -> None:
    table = table_at("lovelace", PickOne)
    first = f"{asked(table).options[0]:02}: "
    assert table.asking.options[0].startswith(first)
    assert len(table.asking.options) == 6
    assert all(option.endswith(".") for option in table.asking.options)
    press(table.asking, "option", 0)
    assert table.sitting.match.answers[-1][1] == 0


def test_of_many_options_one_is_chosen_from_a_list() -> None:
    many = PickOne("red", "How many seconds?", tuple(range(100)))
    control = control_for(many, algoracing.GAME, START)
    assert control.form["shape"] == "list"
    assert control.read(99) == 99


def test_a_wrong_answer_says_what_would_be_right_and_changes_nothing() -> None:
    table = table_at("roborally", WriteProgram, players=["Ada", "random"])
    before = table.sitting.match.save()
    press(table.bar, "send")
    assert table.asking.says == "Fill 5 registers, not 0."
    assert table.sitting.match.save() == before
    for fact in ("x", 99, None):
        press(table.asking, "option", fact)
        assert table.asking.says


@dataclass(frozen=True)
class Guess(Decision):
    """A decision that no control supports."""

    question: str = "Which number?"

    def problem(self, answer: Any) -> str | None:
        return None if answer in range(10) else "A number from 0 to 9."

    def compose(self, pick: Any) -> Any:
        return pick(range(10))


def test_a_decision_that_nobody_knows_is_answered_by_a_line() -> None:
    control = control_for(Guess("red"), algoracing.GAME, None)
    assert control.form["shape"] == "line"
    assert control.read(control.form["example"]) in range(10)
    assert control.read("7") == 7
    assert Guess("red").problem(control.read("seven")) == "A number from 0 to 9."


@dataclass(frozen=True)
class Subtle(PickOne):
    """A decision of one game that is a subclass of a known one."""


def test_a_decision_of_the_same_form_has_the_same_control() -> None:
    control = control_for(Subtle("red", "Which?", ("a", "b")), algoracing.GAME, START)
    assert (control.form["shape"], control.options) == ("one", ["A", "B"])


def test_the_row_is_edited_with_the_cards_in_the_hand() -> None:
    table = table_at("algoracing", EditRow, edition="complete", seed=2)
    editor = builder_of(table)
    hand = asked(table).cards  # type: ignore[attr-defined]  # an EditRow
    assert {entry["id"]: entry["limit"] for entry in editor.tray} == hand
    assert {way["card"] for way in editor.ways} <= {*hand, ""}
    insert = next(way for way in editor.ways if way["text"].startswith("insert"))
    editor.edits = [insert["text"]]
    assert editor.row["cards"]
    press(table.bar, "send")
    assert table.asking.says == ""


# -- taking back, and time ------------------------------------------------------------------------


def test_an_answer_is_taken_back() -> None:
    table = tk.table("algoracing", ["Ada", "Bo"], seed=1)
    press(table.asking, "sit", "Bo")
    corners = list(table.asking.options)
    press(table.asking, "option", 0)
    assert table.bar.back == "Bo"
    press(table.bar, "back")
    assert table.asking.options == corners
    press(table.bar, "back")
    assert table.asking.says == "There is no answer to take back now."


def test_time_runs_is_lengthened_and_switched_off() -> None:
    now = [0.0]
    rules = game("calamitron")
    setup = rules.opening.match(1)
    table = Table(Sitting(rules, setup, ["Ada"], 1, seconds=60, clock=lambda: now[0]))
    play_until(table, WriteProgram)
    assert table.bar.clock["left"] == 60
    now[0] += 59
    press(table.bar, "time_up")
    assert table.bar.clock["left"] == 1  # the browser's clock was fast
    press(table.bar, "more_time")
    assert table.bar.clock["left"] == 1 + MORE
    now[0] += 1 + MORE
    press(table.bar, "time_up")
    assert not isinstance(table.sitting.decision, WriteProgram) or "left" in table.bar.clock
    press(table.bar, "no_clock")
    assert "left" not in table.bar.clock
