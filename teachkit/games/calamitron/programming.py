"""The question for a program: what a retro may be told this round. [CT-7, CT-19, CT-20]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Pick, WriteProgram
from teachkit.games.calamitron import effects
from teachkit.games.calamitron.programs import problems
from teachkit.games.calamitron.state import State


@dataclass(frozen=True)
class LayProgram(WriteProgram):
    """Lay a program from counters; there are enough of each. An empty one is a program, too."""

    least: int = 0

    @classmethod
    def of(cls, state: State, player: str, question: str) -> LayProgram:
        """The question to this player."""

        def wrong(program: Program) -> Sequence[object]:
            return problems(state, player, program)

        usual = state.rules.most or 0
        most = effects.measured(state, "instructions", state.bot(player), usual)
        counters = tuple(map(Instruction, state.rules.instructions))
        return cls(player, question, counters, wrong, most=most)

    def compose(self, pick: Pick) -> Any:
        """Counter after counter, each one that may lie there."""
        cards: tuple[Instruction, ...] = ()
        for _ in range(pick(range(self.least, self.most + 1))):
            may_follow = [card for card in self.hand if not self.problems(Program((*cards, card)))]
            if may_follow:
                cards = (*cards, pick(may_follow))
        return Program(cards)
