"""Test a game that is open in two tabs, by sending only what their browsers would send."""

from __future__ import annotations

from typing import Any

import teachkit as tk
from teachkit.core.run.chance import Chance
from teachkit.widgets.table.table import Table

from .test_table import hidden_cards, play, press, sent, step

NOTICE = "This game is played in another tab. You can watch it here."


def opened(name: str = "algoracing", **more: Any) -> Table:
    return tk.table(name, ["Ada", "Bo"], seed=1, **more)


def is_there(table: Table, calls: int) -> None:
    """The tab of `table` answers if it has been called this many times."""
    assert table.bar.calls == calls
    press(table.bar, "here")


def two_tabs() -> tuple[Table, Table]:
    """Return the table that goes on in the first tab, and the guest in the second tab."""
    first = opened()
    play(first, Chance(1), 3)
    second = opened()
    is_there(first, 1)
    return first, second


def shown(table: Table) -> tuple[str, bool, str]:
    return (table.asking.says, table.bar.elsewhere, table.asking.moment)


def test_the_second_tab_says_that_the_game_is_open_in_the_first() -> None:
    first, second = two_tabs()
    assert shown(second) == (NOTICE, True, "watching")
    assert (second.asking.coming, second.asking.options, second.bar.sends) == ([], [], False)
    assert shown(first)[:2] == ("", False)
    assert first.asking.who  # whoever sits there stays
    play(first, Chance(2), 8)
    assert len(first.sitting.match.answers) == 8


def test_a_page_that_is_loaded_again_has_its_game_at_once() -> None:
    """Nobody answers for the tab that is gone."""
    first = opened()
    play(first, Chance(1), 3)
    second = opened()
    assert not second.bar.elsewhere
    play(second, Chance(2), 8)
    assert opened().sitting.match.answers == second.sitting.match.answers


def test_the_second_tab_takes_the_game_over_and_the_first_one_says_so() -> None:
    first, second = two_tabs()
    play(first, Chance(2), 8)
    press(second.bar, "host")
    assert shown(second)[:2] == ("", False)
    assert second.sitting.match.answers == first.sitting.match.answers
    assert shown(first) == (NOTICE, True, "watching")
    play(second, Chance(3), 12)
    press(first.bar, "host")
    assert first.sitting.match.answers == second.sitting.match.answers
    assert shown(second)[1:] == (True, "watching")


def test_a_tab_that_answers_late_does_not_take_the_game_back() -> None:
    first = opened()
    play(first, Chance(1), 3)
    second = opened()
    play(second, Chance(2), 8)
    is_there(first, 1)
    assert not second.bar.elsewhere
    step(second, Chance(2))
    assert second.asking.says != NOTICE
    press(first.asking, "sit", "Ada")
    assert shown(first)[1:] == (True, "watching")


def test_the_guest_watches_what_happens() -> None:
    first, second = two_tabs()
    play(first, Chance(2), 14)
    assert second.sitting.match.answers != first.sitting.match.answers
    second.bar.follows += 1
    assert second.sitting.match.answers == first.sitting.match.answers
    assert second.asking.skips
    press(second.asking, "watched")
    assert (second.asking.skips, second.asking.moment) == (False, "watching")
    before = second.asking.shown
    second.bar.follows += 1
    assert second.asking.shown == before


def test_a_guest_sees_nothing_that_is_hidden() -> None:
    first, second = opened("roborally"), opened("roborally")
    is_there(first, 1)
    begun = len(first.sitting.match.answers)
    for answers in range(begun, begun + 8):
        play(first, Chance(answers), answers)
        second.bar.follows += 1
        assert [card for card in hidden_cards(second) if f'"{card}"' in sent(second)] == []
    second._press("again", None)
    assert second.asking.says


def test_a_third_tab_calls_the_one_that_has_the_game() -> None:
    first, second = two_tabs()
    press(second.bar, "host")
    third = opened()
    is_there(second, 1)
    assert (first.bar.calls, third.bar.elsewhere, first.bar.elsewhere) == (1, True, True)
