"""Levels of the number machine: engines by chance, and what the register may be asked to show."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from teachkit.core.game.levels import Ask, Levels, Order, Task
from teachkit.core.run.decisions import Pick
from teachkit.errors import BoardError
from teachkit.games.lovelace.cards import printed_engine, tokens
from teachkit.games.lovelace.components import INSTRUCTION_NAMES, OPERATORS, Component, Engine, part
from teachkit.games.lovelace.editions import EDITIONS as RULES
from teachkit.games.lovelace.programs import legal_rows
from teachkit.games.lovelace.setup import Setup
from teachkit.games.lovelace.state import State
from teachkit.words import say

EDITIONS = ("machine", "loops")
SIZE = "4"
TURNS: tuple[str, ...] = ()
MOST_ALIKE = 2
OPPOSITES = {
    name: other
    for name in INSTRUCTION_NAMES
    for one, two in (("+", "-"), ("-", "+"), ("x", "/"), ("/", "x"))
    if part(name).operator == one and (other := part(name).cell + two) in INSTRUCTION_NAMES
}
CONCEPTS = {
    "registers": (),
    "division": tuple(name for name in INSTRUCTION_NAMES if name.endswith("/")),
    "digits": tuple(name for name in INSTRUCTION_NAMES if name.endswith(("swap", "copy"))),
    "loops": ("repeat",),
}
CALLED = {
    **{
        operator: tuple(name for name in INSTRUCTION_NAMES if part(name).operator == operator)
        for operator in OPERATORS
    },
    **{
        str(component): tuple(f"{cell}{operator}" for operator in component.operators)
        for cell, component in printed_engine().components
    },
}
FEWEST, MOST = 2, 12
MOST_STOPS = 4
SPECIAL = ("A4", "B4")  # what is printed there does more than add and subtract
ROWS_APART = (1, 2, 2)

Cells = dict[str, Component]
_CELL = re.compile(r"\b[A-E][1-4](?![\w.])")


def draw(order: Order, pick: Pick) -> Iterator[dict[str, Any]]:
    """A number with two digits, an engine, and the numbers to come past on the way."""
    if order.stops > MOST_STOPS:
        raise BoardError(say("Ask for at most {most} targets.", most=MOST_STOPS))
    engine = Engine.of(_cells(order, pick))
    table: dict[str, Any] = {
        "components": {cell: str(component) for cell, component in engine.components}
    }
    if order.most > RULES[order.edition].row_limit:
        table["row_limit"] = order.most
    while True:
        start = {"value": pick(range(11, 99)), **table}
        yield start | {"targets": _on_the_way(start, order, pick)}


def _cells(order: Order, pick: Pick) -> Cells:
    """Printed cells and tokens below them, those that are asked for first."""
    all_cells = {**printed_engine().in_cells, **_tokens(pick)}
    on_offer = {cell: each for cell, each in all_cells.items() if _names(cell, each) & order.cards}
    fits = (
        [cell for cell in on_offer if _names(cell, on_offer[cell]) & need] for need in order.needs
    )
    chosen = [pick(cells) for cells in fits if cells]
    if not chosen and (special := [cell for cell in SPECIAL if cell in on_offer]):
        chosen.append(pick(special))
    while len({*chosen}) < min(_number_of(order.size), len(on_offer)):
        chosen.append(pick([cell for cell in on_offer if cell not in chosen]))
    return {cell: on_offer[cell] for cell in chosen}


def _tokens(pick: Pick) -> Cells:
    """Four of the tokens that lie beside row C, as if it had just been filled."""
    row = list(dict.fromkeys(tokens()["C"]))
    four: list[Component] = []
    while len(four) < 4:
        four.append(pick([token for token in row if token not in four]))
    return {f"C{column}": token for column, token in enumerate(four, 1)}


def _names(cell: str, component: Component) -> frozenset[str]:
    return frozenset(f"{cell}{operator}" for operator in component.operators)


def _number_of(size: str) -> int:
    if not size.isdecimal() or not FEWEST <= int(size) <= MOST:
        raise BoardError(say('"{text}" is no size; write how many components, {least} to {most}.',
                             text=size, least=FEWEST, most=MOST))  # fmt: skip
    return int(size)


def _on_the_way(start: dict[str, Any], order: Order, pick: Pick) -> list[int]:
    """Numbers that some program comes past, one after the other; the last is asked for later."""
    state = Setup(edition=order.edition, **start).state()
    player = state.players[0]
    value, seen = player.value, [player.value]
    for _ in range(order.stops - 1):
        for _ in range(pick(ROWS_APART)):
            ahead = [
                after
                for row, after in legal_rows(state, player, value)
                if after not in seen and row.name in order.cards
            ]
            value = pick(ahead or [value])
        seen.append(value)
    return list(dict.fromkeys(seen[1:]))


def asked(start: dict[str, Any], state: State, name: str) -> Iterator[Task]:
    """All targets on the way, and the number that the register shows then."""
    if not all(patron.gave(name) for patron in state.patrons):
        return
    value = state.player(name).value
    hits = tuple(Ask("hits", "value", number) for number in start["targets"])
    if value not in (start["value"], *start["targets"]):
        yield (*hits, Ask("shows", "value", value))


def furnished(start: dict[str, Any], task: Task) -> dict[str, Any]:
    """The number to end on lies among the targets, so that it is seen."""
    return start | {"targets": [int(ask.value) for ask in task]}


def likeness(start: dict[str, Any]) -> Hashable:
    """The number at the start, and the components wherever they lie."""
    return start["value"], tuple(sorted(start["components"].values()))


def unknown_places(states: Sequence[State], text: str) -> Iterator[str]:
    """Cells that are empty in all these engines.

    >>> start = Setup(edition="machine", components={"A1": "+-1"}).state()
    >>> list(unknown_places([start], "Use `A1+`, then `C3-`."))
    ['C3']
    """
    for name in dict.fromkeys(_CELL.findall(text)):
        if not any(name in state.engine.in_cells for state in states):
            yield name


def unasked(state: State, task: Sequence[Ask]) -> Iterator[str]:
    """Targets that no check asks for; one that counts them asks for all.

    >>> start = Setup(edition="machine", targets=[72]).state()
    >>> list(unasked(start, [Ask("shows", "value", 71)]))
    ['72']
    """
    if any(ask.check == "reaches" for ask in task):
        return
    numbers = {ask.value for ask in task}
    for patron in state.patrons:
        if not patron.areas and patron.number not in numbers:
            yield str(patron.number)


def text(start: dict[str, Any], task: Task) -> str:
    """Where the register starts, what it comes past, and what it ends on."""
    *hits, end = [int(ask.value) for ask in task]
    shows = say("The register shows **{value}**.", value=start["value"])
    if not hits:
        wanted = say("Bring it to **{end}**.", end=end)
    elif len(hits) == 1:
        wanted = say("Come past **{hit}**, then end on **{end}**.", hit=hits[0], end=end)
    else:
        *others, last = hits
        wanted = say("Come past **{others}** and **{last}**, in any order; end on **{end}**.",
                     others="**, **".join(map(str, others)), last=last, end=end)  # fmt: skip
    return f"{shows} {wanted}"


def titles() -> tuple[str, ...]:
    """Short titles that suit any engine."""
    return (
        say("Turn the handle"), say("A few rows"), say("From here to there"),
        say("Numbers at work"), say("Ada's morning"), say("The engine runs"), say("Two digits"),
        say("Up or down?"),
        say("A clever detour"), say("Row by row"), say("The right order"), say("Almost there"),
        say("A number is waiting"), say("Steam and brass"), say("Think backwards"),
        say("The patron's number"), say("Small engine, big number"), say("A short program"),
        say("What comes first?"), say("The last row"),
    )  # fmt: skip


LEVELS = Levels(
    editions=EDITIONS,
    size=SIZE,
    turns=TURNS,
    most_alike=MOST_ALIKE,
    opposites=OPPOSITES,
    concepts=CONCEPTS,
    called=CALLED,
    draw=draw,
    asked=asked,
    furnished=furnished,
    likeness=likeness,
    unknown_places=unknown_places,
    unasked=unasked,
    text=text,
    titles=titles,
)
