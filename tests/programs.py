"""Hypothesis strategies for random programs."""

from __future__ import annotations

from hypothesis import strategies as st

from teachkit.core.language.instructions import (
    Card,
    Condition,
    If,
    Instruction,
    InstructionSet,
    Node,
    Procedure,
    Repeat,
    While,
)
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
    """Return a strategy for programs of a game, including empty ones, empty and nested brackets.

    If the vocabulary has routines, some programs define up to two, and call them everywhere.
    """

    def brackets(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        row = st.lists(inner, max_size=3).map(tuple)
        kinds: list[st.SearchStrategy[Node]] = [st.builds(Repeat, st.integers(1, most_times), row)]
        if vocabulary.sensors:
            names = st.sampled_from(sorted(vocabulary.sensors))
            condition = st.builds(Condition, names, st.booleans())
            kinds += [st.builds(While, condition, row), st.builds(If, condition, row, row)]
        return st.one_of(kinds)

    def nodes(calls: list[str], most: int) -> st.SearchStrategy[tuple[Node, ...]]:
        cards = instructions_of(vocabulary)
        cards = st.one_of(cards, st.sampled_from(calls).map(Instruction)) if calls else cards
        node: st.SearchStrategy[Node] = st.recursive(cards, brackets, max_leaves=8)
        return st.lists(node, max_size=most).map(tuple)

    def rows(names: list[str]) -> st.SearchStrategy[tuple[Node, ...]]:
        bodies = (nodes(names[:place], 3) for place in range(len(names)))
        routines = [
            st.builds(Procedure, st.just(name), body)
            for name, body in zip(names, bodies, strict=True)
        ]
        parts = (*routines, nodes(names, 5))
        return st.tuples(*parts).map(lambda found: (*found[:-1], *found[-1]))

    known = st.sampled_from([[], ["fetch"], ["fetch", "go_back"]])
    return (known if vocabulary.routines else st.just([])).flatmap(rows).map(Program)
