"""Programs as small cards, and the wording of tasks, for worksheets and answer keys on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from teachkit.core.data import read_toml
from teachkit.core.language.instructions import Instruction, Node, Procedure, Repeat
from teachkit.core.language.program import Program
from teachkit.draw.paper import Page, Slot, row
from teachkit.exercises.model.exercise import Exercise

TEXT, CODE, SMALL = 11.0, 10.0, 9.0  # points


def draw_program(page: Page, exercise: Exercise, program: Program) -> None:
    """Draw a program as small cards, or as text if it contains conditions."""
    brackets = [bracket for bracket, _, _ in program.brackets]
    if all(isinstance(bracket, Repeat | Procedure) for bracket in brackets):
        row(page, list(slots_of(program.body, symbols_of(exercise), count(1))))
        page.top -= 3
    else:
        page.write(f"`{program}`", TEXT)


def symbols_of(exercise: Exercise) -> dict[str, str]:
    return {card.name: card.symbol for card in exercise.game.vocabulary(first_state(exercise))}


def slots_of(
    nodes: Sequence[Node], symbols: Mapping[str, str], numbers: Iterator[int]
) -> Iterator[Slot]:
    """Yield a slot for each card and for each end of a bracket, in reading order.

    `symbols` maps card names to symbols. Each card takes the next number from `numbers`; brackets
    have no number.
    """
    for node in nodes:
        if isinstance(node, Instruction):
            yield Slot(symbols.get(node.name, node.name), next(numbers), " ".join(node.arguments))
        elif isinstance(node, Repeat | Procedure):
            if isinstance(node, Procedure):
                yield Slot("ƒ")
            yield Slot(f"{node.times}×(" if isinstance(node, Repeat) else f"{node.name}(")
            yield from slots_of(node.body, symbols, numbers)
            yield Slot(")")


def first_state(exercise: Exercise) -> Any:
    return exercise.starts[0].state


@cache
def _changes() -> list[tuple[str, str]]:
    """Return the patterns to replace, each with its replacement, in the order of use."""
    pairs = read_toml(Path(__file__).with_name("wording.toml"))["changes"]
    return [(pattern, instead) for pattern, instead in pairs]


def on_paper(text: str) -> str:
    """Return the text of a task without sentences about buttons, and with bullets for lists.

    >>> on_paper("Which board? Press **Board 2** to see the next board.")
    'Which board?'
    >>> on_paper("Pick it up: press some cards, then press **Run**.")
    'Pick it up: place some cards.'
    """
    for pattern, instead in _changes():
        text = re.sub(pattern, instead, text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
