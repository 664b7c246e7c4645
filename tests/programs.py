"""Hypothesis strategies for random programs."""

from __future__ import annotations

from hypothesis import strategies as st

from teachkit.core.language.instructions import Card, InstructionSet
from teachkit.core.language.nodes import Condition, If, Instruction, Node, Repeat, While
from teachkit.core.language.program import Program


def instructions_of(vocabulary: InstructionSet) -> st.SearchStrategy[Instruction]:
    """Return a strategy for instructions of a game with valid arguments."""
    return st.sampled_from(list(vocabulary)).flatmap(_with_arguments)


def _with_arguments(card: Card) -> st.SearchStrategy[Instruction]:
    number = st.integers(0, 999).map(str)
    words = [st.sampled_from(choices) if choices else number for choices in card.arguments]
    rows = [words[:count] for count in range(len(words) - card.optional, len(words) + 1)]
    arguments = st.one_of([st.tuples(*row) for row in rows])
    return arguments.map(lambda given: Instruction(card.name, given))


def programs(vocabulary: InstructionSet, most_times: int = 9) -> st.SearchStrategy[Program]:
    """Return a strategy for programs of a game, including empty ones, empty and nested brackets."""

    def brackets(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        row = st.lists(inner, max_size=3).map(tuple)
        kinds: list[st.SearchStrategy[Node]] = [st.builds(Repeat, st.integers(1, most_times), row)]
        if vocabulary.sensors:
            names = st.sampled_from(sorted(vocabulary.sensors))
            condition = st.builds(Condition, names, st.booleans())
            kinds += [st.builds(While, condition, row), st.builds(If, condition, row, row)]
        return st.one_of(kinds)

    node: st.SearchStrategy[Node] = st.recursive(
        instructions_of(vocabulary), brackets, max_leaves=8
    )
    return st.lists(node, max_size=5).map(lambda nodes: Program(tuple(nodes)))
