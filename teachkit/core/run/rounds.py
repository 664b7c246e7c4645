"""Several programs in one run, in rounds. Who acts in a round is the game's rule, not ours."""

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
    """Everybody's first card, in the order in which they were given, then everybody's second."""
    return running


def one_after_another(state: object, running: Sequence[str]) -> Sequence[str]:
    """The first program to its end, then the next: each card is a round of its own."""
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
    """Run several programs: round by round one card of everybody whom the order names.

    Whose turn comes and has no card left has finished. A loop without end stops everybody: what
    goes on around it has come back too. A single program runs as `follow` runs it.
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
    """What goes on around one program: where the others are in theirs, and who is still to act.

    Nobody counts the turns of a `while`, so they make no difference to what comes.
    """
    places = [
        (other, step.card, tuple(turn.number for turn in step.turns if turn.of))
        for other, step in steps.items()
        if other != name
    ]
    return frozenset(places), tuple(waiting)
