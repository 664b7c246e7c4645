"""Test that nothing hidden from the current person reaches the browser, in any form.

A second table is shown beside each one. It differs only in what is hidden: other cards in the other
hands, other samples face down, other piles. The person could not distinguish the two, so the
browser's data of both must be equal.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import teachkit as tk
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import WriteProgram
from teachkit.core.run.flow import Frame
from teachkit.games import game
from teachkit.games.algoracing.editions import SAMPLE_TYPES
from teachkit.games.calamitron.table import calamities
from teachkit.widgets.table.table import Table

from ..thorough import THOROUGH
from .test_table import asked, give, press, step, table_at, widgets

Disguise = Callable[[Any, str], Any]
"""The state in which everything that this player may not know is different."""


# -- something else instead of what is hidden -----------------------------------------------------


def after(thing: Any, things: Any) -> Any:
    """Return the next one of these."""
    things = list(things)
    return things[(things.index(thing) + 1) % len(things)]


def algoracing(state: Any, player: str) -> Any:
    """Change the samples that are face down, the hands and the pile. [AR-3, AR-18]"""

    def samples(kinds: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(after(kind, SAMPLE_TYPES) for kind in kinds)

    def cards(these: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        left, right = Instruction("left"), Instruction("right")
        return tuple(left if card == right else right for card in these)

    rovers = tuple(replace(each, carries=samples(each.carries)) for each in state.rovers)
    lying = tuple((square, samples(kinds)) for square, kinds in state.samples)
    state, table = replace(state, rovers=rovers, samples=lying), state.table
    if table is None:
        return state
    hands = tuple(hand if name == player else cards(hand)
                  for name, hand in zip(table.players, table.hands, strict=False))  # fmt: skip
    deck = table.deck.with_draw_pile(cards(table.deck.draw_pile))
    return replace(state, table=replace(table, hands=hands, deck=deck))


def lovelace(state: Any, player: str) -> Any:
    """Change the targets that are face down, and the piles. [LB-21]"""
    if state.rules.target_hidden:
        for name in state.others(player):
            left, plan = state.player(name).left, state.player(name).plan
            targets = tuple(after(target, left) for target in plan.targets)
            state = state.with_plan(name, targets=targets)
    if (table := state.table) is None:
        return state
    piles = tuple((row, tuple(replace(token, number=token.number + 1) for token in pile))
                  for row, pile in table.piles)  # fmt: skip
    patrons = tuple(replace(card, number=card.number + 1) for card in table.deck.draw_pile)
    deck = table.deck.with_draw_pile(patrons)
    return replace(state, table=replace(table, piles=piles, deck=deck))


def calamitron(state: Any, player: str) -> Any:
    """Change the calamity pile. [CT-4]"""
    if not state.table:
        return state
    deck = state.table.calamities
    pile = tuple(after(card, calamities()) for card in deck.draw_pile)
    return state.with_table(replace(state.table, calamities=deck.with_draw_pile(pile)))


PLAYED: list[tuple[str, str, Disguise]] = [
    ("algoracing", "basic", algoracing),
    ("algoracing", "complete", algoracing),
    ("lovelace", "japanese", lovelace),
    ("lovelace", "english", lovelace),
    ("calamitron", "standard", calamitron),
]


# -- the table beside it --------------------------------------------------------------------------


class DisguisedMatch:
    """The same match with other secrets, and equal to the original in everything else."""

    def __init__(self, match: Any, disguise: Disguise, player: str) -> None:
        self._match = match
        self.state = disguise(match.state, player)
        self.start = disguise(match.start, player)
        self._disguise, self._player = disguise, player

    @cached_property
    def frames(self) -> list[Frame]:
        """Return those of the match, only if they are asked for."""
        there = ((each.event, self._disguise(each.state, self._player))
                 for each in self._match.frames)  # fmt: skip
        return [Frame(*each) for each in there]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)


class Beside:
    """A table that shows the same moments, with other secrets."""

    def __init__(self, table: Table, disguise: Disguise) -> None:
        self.table, self.disguise = table, disguise
        self.other = Table(self._sitting())

    def _sitting(self) -> Any:
        sitting = copy(self.table.sitting)
        here = sitting.here.piece if sitting.here else ""
        sitting.match = DisguisedMatch(sitting.match, self.disguise, here)  # type: ignore[assignment]
        sitting.file = None  # this table is no second tab
        sitting.sit = lambda name: None  # type: ignore[method-assign]  # it only shows
        return sitting

    def difference(self) -> list[str]:
        """Return the difference between the browsers' data after both show the moment."""
        self.other.sitting = self._sitting()
        press(self.other.asking, "sit")
        here, there = sent(self.table), sent(self.other)
        assert here.keys() == there.keys()
        return [name for name in here if here[name] != there[name]]


def sent(table: Table) -> dict[str, str]:
    """Return everything that the browser has of this table, by widget and trait."""
    return {
        f"{number} {type(part).__name__}.{name}": re.sub(
            r"IPY_MODEL_\w+", "", json.dumps(value, default=repr, sort_keys=True)
        )
        for number, part in enumerate(widgets(table))
        for name, value in part.get_state().items()
        if name != "pressed"
    }


@pytest.fixture(params=PLAYED, ids=lambda each: "-".join(each[:2]))
def played(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str, Disguise]:
    """Return a game in which the points at each seat show everything in the view."""
    played: tuple[str, str, Disguise] = request.param
    rules = game(played[0])
    points = rules.points

    def tells_all(view: Any) -> dict[str, str]:
        return dict.fromkeys(dict(points(view)), repr(view))

    monkeypatch.setitem(vars(rules), "points", tells_all)  # the record is frozen
    alone = dataclasses.replace(
        rules.foresight, teamwork=None
    )  # the seats of a team show no points
    monkeypatch.setitem(vars(rules), "foresight", alone)
    return played


def differences(name: str, edition: str, disguise: Disguise) -> list[str]:
    """Return the differences at any moment of a random game of two people."""
    table, chance = tk.table(name, ["Ada", "Bo"], edition=edition, seed=1), Chance(1)
    beside = Beside(table, disguise)
    for _ in range(40 if THOROUGH else 16):
        step(table, chance)
        if table.asking.outcome:  # now all lies open
            break
        if found := beside.difference():
            return found
    return []


@pytest.mark.slow
def test_nobody_can_tell_what_is_hidden(played: tuple[str, str, Disguise]) -> None:
    assert differences(*played) == []


@pytest.mark.slow
def test_it_would_be_noticed(
    played: tuple[str, str, Disguise], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view that hides nothing would send the secrets to the browser."""
    monkeypatch.setitem(vars(game(played[0])), "seen_by", lambda state, player: state)
    assert differences(*played) != []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lovelace", "calamitron", "roborally"])
def test_what_one_has_written_the_next_cannot_tell(name: str, tmp_path: Path) -> None:
    """Ada writes different things on two tables; then Bo sits down and has equal data on both."""
    seen = {}
    for number in (1, 2):
        for file in tmp_path.glob("table-*.json"):  # the same game from its start
            file.unlink()
        table = table_at(name, WriteProgram)
        written = asked(table).compose(Chance(number).pick)
        give(table, written)
        [other] = table.asking.coming
        press(table.asking, "sit", other)
        assert isinstance(asked(table), WriteProgram)
        seen[str(written)] = sent(table)
    one, other_one = seen.values()  # two programs were written
    assert one == other_one
