"""A plain search with the engine as it was, which stays as it is, to compare others with."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from teachkit.exercises.model.exercise import Exercise
from teachkit.games import algoracing

from . import levels
from .old_engine import old


class ByBreadth:
    """A naive breadth-first search: the old `resolve` for every card, each state once."""

    def __init__(self, exercise: Exercise) -> None:
        self.game = old("games.algoracing").GAME
        start = asdict(algoracing.Setup.of(exercise.starts[0].state))
        self.start = old("games.algoracing").Setup(**start).state()
        self.goals = [(self.game.goals[line.check], line.facts) for line in exercise.checks]
        program = old("core.language.program").Program
        self.cards = [program.read(name) for name in exercise.cards]

    def is_goal(self, state: Any) -> bool:
        return all(goal(state, "red", **facts) is None for goal, facts in self.goals)

    def after(self, state: Any, card: Any) -> Any:
        return levels.final(self.game, state, {"red": card})

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
