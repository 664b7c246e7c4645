"""A plain search that stays as it is, to compare others with."""

from __future__ import annotations

from typing import Any

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import algoracing

from . import levels


class ByBreadth:
    """A naive breadth-first search: `resolve` for every card, each state once."""

    def __init__(self, exercise: Exercise) -> None:
        self.start = exercise.starts[0].state
        goals = algoracing.GAME.goals
        self.goals = [(goals[line.check], line.facts) for line in exercise.checks]
        self.cards = [Program((Instruction(name),)) for name in exercise.cards]

    def is_goal(self, state: Any) -> bool:
        return all(goal(state, "red", **facts) is None for goal, facts in self.goals)

    def after(self, state: Any, card: Program) -> Any:
        return levels.final(algoracing.GAME, state, {"red": card})

    def fewest(self) -> int:
        seen, layer, cards = {self.start}, [self.start], 0
        while layer:
            cards += 1
            ahead = []
            for state in layer:
                for card in self.cards:
                    after = self.after(state, card)
                    if after not in seen:
                        if self.is_goal(after):
                            return cards
                        seen.add(after)
                        ahead.append(after)
            layer = ahead
        raise AssertionError("there is no such program")
