"""Several programs in one run, in rounds. The game's rules decide who acts in a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.walk import Rule, Sensor, Started, Step, Walk, follow

Order: TypeAlias = Callable[[Any, Sequence[str]], Sequence[str]]
"""Who acts in the next round, first to last: `(state, whose programs still run)`."""


def card_by_card(state: object, running: Sequence[str]) -> Sequence[str]:
    """Return the order of actors: all first cards in order of programs, then all second ones."""
    return running


def one_after_another(state: object, running: Sequence[str]) -> Sequence[str]:
    """Return the order in which the first program runs to its end, then the next one."""
    return running[:1]


def in_rounds(
    state: object,
    programs: Mapping[str, Program],
    order: Order,
    rule: Rule,
    sensors: Mapping[str, Sensor],
    is_over: Callable[[Any], bool] = lambda state: False,
    finish: Callable[[Any, str], Flow[Any]] | None = None,
) -> Flow[Any]:
    """Run several programs: in each round, one card of each piece in the given order.

    A piece without cards left has finished. An endless loop stops all programs, because the rest
    has returned to the same state too. A single program runs as `follow` runs it.
    """
    if len(programs) == 1:
        ((actor, program),) = programs.items()
        return (yield from follow(state, actor, program, rule, sensors, is_over, finish))
    walks = {name: Walk(program, name, sensors) for name, program in programs.items()}
    steps: dict[str, Step] = {}
    number = 1
    while walks and not is_over(state):
        waiting, taken = list(order(state, tuple(walks))), False
        while waiting and not is_over(state):
            name = waiting.pop(0)
            step = walks[name].next(state, around(name, steps, waiting))
            for question in walks[name].asked:
                yield Frame(question, state)
            if ending := walks[name].ending:
                yield Frame(ending, state)
                return state
            if step:
                steps[name], taken = step, True
                yield Frame(Started(name, step, number), state)
                state = yield from rule(state, name, step.instruction)
            else:
                del walks[name]
                steps.pop(name, None)
                state = (yield from finish(state, name)) if finish else state
        number += taken
    return state


def around(name: str, steps: Mapping[str, Step], waiting: Sequence[str]) -> object:
    """Return the situation of a program: the others' positions, and who is yet to act.

    Turns of a `while` are not counted, so they make no difference.
    """
    places = [
        (other, step.card, tuple(turn.number for turn in step.turns if turn.of))
        for other, step in steps.items()
        if other != name
    ]
    return frozenset(places), tuple(waiting)
