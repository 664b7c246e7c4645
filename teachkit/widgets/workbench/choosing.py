"""What a card asks when it runs is asked where it comes up, and the answer is laid behind the card.

So a choice is kept and graded as a part of the program, and can be undone like any other card.
"""

from __future__ import annotations

from typing import Any

from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.errors import AnswerError
from teachkit.exercises.judging.attempts import Choice, open_choice
from teachkit.exercises.judging.programs import problems
from teachkit.widgets.player import Hold, Player, Told
from teachkit.widgets.workbench.bench import Bench
from teachkit.widgets.workbench.builders import lay
from teachkit.words import say


class Choosing(Bench):
    """A bench whose runs can wait for a choice; what it shows and runs, each bench knows itself."""

    builder: Any
    player: Player
    _board: int

    def run(self) -> None:
        raise NotImplementedError

    def show_board(self, number: int) -> None:
        raise NotImplementedError

    def _program(self) -> Program:
        raise NotImplementedError

    def _scene(self, trace: Trace) -> dict[str, Any]:
        raise NotImplementedError

    def _waits_for_a_choice(self) -> bool:
        """Whether a card leaves something open on a board that is shown: then the run asks there.

        Hidden boards ask nothing; their verdict says which card leaves something open.
        """
        program = self._program()
        if not self.builder or not program or problems(self.exercise, program):
            return False
        boards = range(1, len(self.exercise.shown_starts) + 1)
        for number in sorted(boards, key=lambda each: each != self._board):
            start = self.exercise.starts[number - 1]
            if choice := open_choice(self.exercise, program, start):
                self._ask_for(choice, program, number)
                return True
        return False

    def _ask_for(self, choice: Choice, program: Program, number: int) -> None:
        """Run as far as the card that asks, and hold there."""
        stop = len(choice.trace.stops())

        def read(text: str) -> Told:
            if self._program() != program:
                raise AnswerError(say("Your cards have changed. Run them again."))
            if text not in choice.options:
                raise AnswerError(say("Choose one of: {options}.",
                                      options=", ".join(choice.options)))  # fmt: skip
            return Told("", True, text)

        def go_on(said: str) -> None:
            lay(self.builder, self.exercise, str(choice.made(program, said)))
            self.run()
            if self._board == number:
                self.player.to(stop - 1)
                self.player.play()

        if number != self._board:
            self.show_board(number)
        hold = Hold(stop, choice.asks, read, choices=choice.options, then=go_on)
        self.player.load(self._scene(choice.trace), self.player.still, [hold])
        self.player.play()
        self._say([], "")
