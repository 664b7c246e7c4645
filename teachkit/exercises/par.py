"""Par: the fewest cards and the fewest steps, computed by exact search, never typed.

It earns a badge, never points. Where nothing can be proven there is no par.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from teachkit.core.program import Program
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import attempt
from teachkit.play.memory import Memory
from teachkit.play.search import Deck, Found, TooLargeError, cheapest, fewest_cards, fewest_steps


@dataclass(frozen=True)
class Par:
    """A proven best, with a program that reaches it."""

    metric: str
    best: int
    witness: Program


METRICS = {"cards": fewest_cards, "steps": fewest_steps}


@lru_cache(maxsize=256)
def par(exercise: Exercise) -> tuple[Par, ...]:
    """The proven pars of an exercise: for cards and for steps; empty where none is proven.

    Checks of what happened on the way cannot be seen in a last state, and neither `while` and
    `if` nor answers to questions are searched, so with them there is no proof and no par.
    """
    if exercise.kind not in ("program", "arrange") or _asks(exercise):
        return ()
    if not all(line.check in exercise.game.GOALS or line.check in _PROVABLE
               for line in exercise.checks):  # fmt: skip
        return ()
    found = []
    for metric in METRICS:
        best = _cheapest(exercise, metric)
        if best:
            found.append(Par(metric, best.cost, best.program))
    return tuple(found)


def _asks(exercise: Exercise) -> bool:
    """Whether a program may ask a sensor, or the rules may ask what a start answers."""
    conditions = exercise.cards.keys() & {"while", "if"} if exercise.cards else {"while", "if"}
    senses = exercise.rules.sensors and conditions
    return bool(senses) or any(start.answers for start in exercise.starts)


_PROVABLE = {"uses_at_most", "uses", "ends"}


def _cheapest(exercise: Exercise, metric: str) -> Found | None:
    players = [exercise.game.players(start.state)[0] for start in exercise.starts]
    memories = {player: Memory(exercise.game, player) for player in players}
    nodes = [
        memories[player].node(start.state)
        for player, start in zip(players, exercise.starts, strict=True)
    ]
    goals = [line for line in exercise.checks if line.check in exercise.game.GOALS]

    def is_goal(states: Sequence[Any]) -> bool:
        return all(
            exercise.game.GOALS[goal.check](state, player, **goal.facts) is None
            for goal in goals
            for state, player in zip(states, players, strict=True)
        )

    wanted = _needs(exercise)
    if wanted is None:
        return None
    try:
        laid = deck(exercise)
        counts_cards = any(line.check == "uses_at_most" for line in exercise.checks)
        if metric == "steps" and not (laid.limits or wanted or counts_cards):
            laid = replace(laid, loops=())  # without them it takes as many steps
        return cheapest(nodes, laid, is_goal, METRICS[metric], _most(exercise, metric), wanted)
    except TooLargeError:
        return None


def deck(exercise: Exercise) -> Deck:
    """What this exercise lets a learner lay."""
    rules, cards = exercise.rules, exercise.cards
    loops = tuple(times for times in rules.loops if not cards or f"{times}x" in cards)
    limits = {name: limit for name, limit in cards.items() if limit is not None}
    names = tuple(card.name for card in exercise.instructions)
    return Deck(names, loops, rules.loop_cards, rules.nested, limits)


def _needs(exercise: Exercise) -> frozenset[str] | None:
    """The cards that a check asks for; `None` when it asks for what cannot be searched."""
    needed = frozenset(str(line.facts["card"]) for line in exercise.checks if line.check == "uses")
    return None if needed & {"repeat", "while", "if"} else needed


def _most(exercise: Exercise, metric: str) -> int:
    """How many cards the best program can need: no more than the author's cards or steps."""
    solution = exercise.read(exercise.file.solution.answer)
    steps = attempt(exercise, solution, exercise.starts[0]).trace.steps()
    own = solution.cost if metric == "cards" else max(solution.cost, len(steps))
    limits = [int(line.facts["cards"]) for line in exercise.checks if line.check == "uses_at_most"]
    return min([own, *limits])
