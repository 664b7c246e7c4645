"""Levels for the machine: random engines, and the numbers to reach with them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from teachkit.core.game.level_generator import Ask, LevelGenerator, Order, Start, Task
from teachkit.core.run.decisions import Pick, picked
from teachkit.core.strings import board_error
from teachkit.games.lovelace.cards import printed_engine, tokens
from teachkit.games.lovelace.components import INSTRUCTION_NAMES, OPERATORS, Component, Engine, part
from teachkit.games.lovelace.editions import EDITIONS as RULES
from teachkit.games.lovelace.programs import legal_rows
from teachkit.games.lovelace.setup import Setup
from teachkit.games.lovelace.state import State
from teachkit.words import say

FEWEST, MOST = 2, 12
MOST_STOPS = 4
SPECIAL = ("A4", "B4")  # the components printed in these cells do more than add and subtract
ROWS_APART = (1, 2, 2)

Cells = dict[str, Component]
_OPPOSITE = {"+": "-", "-": "+", "x": "/", "/": "x"}
_CELL = re.compile(r"\b[A-E][1-4](?![\w.])")


def draw(order: Order, pick: Pick) -> Iterator[Start]:
    """Yield random starts with one engine, each with a two-digit value and targets to reach."""
    if order.stops > MOST_STOPS:
        raise board_error("Ask for at most {most} targets.", most=MOST_STOPS)
    engine = Engine.of(_cells(order, pick))
    table: Start = {"components": {cell: str(each) for cell, each in engine.components}}
    if order.most > RULES[order.edition].row_limit:
        table["row_limit"] = order.most
    while True:
        start = {"value": pick(range(11, 99)), **table}
        yield start | {"targets": _on_the_way(start, order, pick)}


def _cells(order: Order, pick: Pick) -> Cells:
    """Choose random printed components and tokens, first those that `order` needs.

    Return a mapping of cells to the chosen components.
    """
    all_cells = {**printed_engine().in_cells, **_tokens(pick)}
    on_offer = {cell: each for cell, each in all_cells.items() if _offers(cell, each, order.cards)}
    fits = (
        [cell for cell in on_offer if _offers(cell, on_offer[cell], need)] for need in order.needs
    )
    chosen = [pick(cells) for cells in fits if cells]
    if not chosen and (special := [cell for cell in SPECIAL if cell in on_offer]):
        chosen.append(pick(special))
    while len({*chosen}) < min(_number_of(order.size), len(on_offer)):
        chosen.append(pick([cell for cell in on_offer if cell not in chosen]))
    return {cell: on_offer[cell] for cell in chosen}


def _tokens(pick: Pick) -> Cells:
    """Return four random tokens in the cells of row C, as if it had just been filled."""
    four = picked(pick, tuple(dict.fromkeys(tokens()["C"])), 4)
    return {f"C{column}": token for column, token in enumerate(four, 1)}


def _names(cell: str, component: Component) -> tuple[str, ...]:
    return tuple(f"{cell}{operator}" for operator in component.operators)


def _offers(cell: str, component: Component, cards: frozenset[str]) -> bool:
    return not cards.isdisjoint(_names(cell, component))


def _number_of(size: str) -> int:
    if not size.isdecimal() or not FEWEST <= int(size) <= MOST:
        raise board_error(
            '"{text}" is not a size. Write how many components there should be, from '
            "{least} to {most}.",
            text=size,
            least=FEWEST,
            most=MOST,
        )
    return int(size)


def _on_the_way(start: Start, order: Order, pick: Pick) -> list[int]:
    """Return random targets, in an order in which a program can reach them."""
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


def tasks_met(start: Start, state: State, name: str) -> Iterator[Task]:
    """Yield the task that the final `state` solves, if all targets have been reached.

    The task asks for the targets, and then for the number in the register. If that number is the
    start value or a target, there is no task.
    """
    if not all(patron.gave(name) for patron in state.patrons):
        return
    value = state.player(name).value
    hits = tuple(Ask("hits", "value", number) for number in start["targets"])
    if value not in (start["value"], *start["targets"]):
        yield (*hits, Ask("shows", "value", value))


def with_task_shown(start: Start, task: Task) -> Start:
    """Return a copy of `start` with all numbers of `task` as targets, so that learners see them."""
    return start | {"targets": [int(ask.value) for ask in task]}


def duplicate_key(start: Start) -> Hashable:
    """Return a key shared by all starts with the same value and components, in any cells."""
    return start["value"], tuple(sorted(start["components"].values()))


def unknown_places(states: Sequence[State], text: str) -> Iterator[str]:
    """Yield each cell that `text` mentions but that is empty in the engines of all `states`.

    >>> start = Setup(edition="machine", components={"A1": "+-1"}).state()
    >>> list(unknown_places([start], "Use `A1+`, then `C3-`."))
    ['C3']
    """
    for name in dict.fromkeys(_CELL.findall(text)):
        if not any(name in state.engine.in_cells for state in states):
            yield name


def unasked(state: State, task: Sequence[Ask]) -> Iterator[str]:
    """Yield each target that no check in `task` asks for. The check `reaches` asks for all targets.

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


def text(start: Start, task: Task) -> str:
    """Return the task in words: the start value, the numbers to reach, and the final number."""
    *hits, end = [int(ask.value) for ask in task]
    shows = say("The register shows **{value}**.", value=start["value"])
    if not hits:
        wanted = say("Make it show **{end}**.", end=end)
    elif len(hits) == 1:
        wanted = say("Reach **{hit}** on the way, then end with **{end}**.", hit=hits[0], end=end)
    else:
        others = "**, **".join(map(str, hits[:-1]))
        facts = {"others": others, "last": hits[-1], "end": end}
        wanted = say(
            "Reach **{others}** and **{last}** in any order, then end with **{end}**.", **facts
        )
    return f"{shows} {wanted}"


TITLES = (
    "Turn the handle", "A few lines", "From here to there", "Numbers at work", "Ada's morning",
    "The machine runs", "Two digits", "Up or down?", "A clever detour", "Line by line",
    "The right order", "Almost there", "A number is waiting", "Steam and brass", "Work backwards",
    "The patron's number", "Small machine, big number", "A short program", "What comes first?",
    "The last line",
)  # fmt: skip
"""Short titles that suit any engine."""


def _cards_with(*operators: str) -> tuple[str, ...]:
    return tuple(name for name in INSTRUCTION_NAMES if part(name).operator in operators)


LEVELS = LevelGenerator(
    editions=("machine", "loops"),
    size="4",
    most_alike=2,
    opposites={
        name: part(name).cell + _OPPOSITE[part(name).operator] for name in _cards_with(*_OPPOSITE)
    },
    concepts={
        "registers": (),
        "division": _cards_with("/"),
        "digits": _cards_with("swap", "copy"),
        "loops": ("repeat",),
    },
    called={
        **{operator: _cards_with(operator) for operator in OPERATORS},
        **{str(each): _names(cell, each) for cell, each in printed_engine().components},
    },
    draw=draw,
    tasks_met=tasks_met,
    with_task_shown=with_task_shown,
    duplicate_key=duplicate_key,
    unknown_places=unknown_places,
    unasked=unasked,
    text=text,
    titles=TITLES,
)
