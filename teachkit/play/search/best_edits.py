"""The best turn of a game in which a row is edited and then runs: exactly, and by the rules.

Edits that lay the same cards and leave the same row are one, however they are ordered, and a row
is judged once. Rows that begin alike run alike up to the first step in which they differ, so the
rules are asked for that beginning once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.editing import Begun, Editing
from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Frame, nobody_answers
from teachkit.core.run.walk import Started, straight_steps
from teachkit.errors import TeachkitError

Edits: TypeAlias = tuple[str, ...]
Steps: TypeAlias = tuple[Instruction, ...]
Worth: TypeAlias = Callable[[Any], float]


class Turn(NamedTuple):
    """The edits of one turn, the row that they leave, and what it is worth where that leads."""

    edits: Edits
    program: Program
    worth: float


def best_edits(game: Game, state: Any, player: str, row: Program, worth: Worth) -> Turn | None:
    """The turn after whose run the state is worth most; `None`: this row cannot be edited.

    Of equally good ones it is one of the fewest edits, and of those the first as the game lists
    them. Raises `AnswerError` where the rules would ask somebody; of a view they do not, for
    things that look alike are not drawn by chance.

    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(edition="complete", floor=". . * .", samples={"c1": "blue"},
    ...                          rovers={"red": "a1 east"}).state()
    >>> def carried(state):
    ...     return len(state.rover("red").carries)
    >>> best_edits(algoracing.GAME, start, "red", Program.read("forward"), carried)
    Turn(edits=('insert forward at 1',), program=Program.read('forward, forward'), worth=1)
    """
    if game.editing is None:
        return None
    runs, best = Runs(game, state, player), None
    for edits, program in edited_rows(game.editing, state, row):
        value = worth(runs.end(program))
        if best is None or value > best.worth:
            best = Turn(edits, program, value)
    return best


def edited_rows(editing: Editing, state: Any, row: Program) -> Iterator[tuple[Edits, Program]]:
    """Every row that a turn can leave, once, with the first edits that lead to it."""
    begun, judged = editing.begun(state, row), set[Program]()
    if _may_stay(editing, state, row):
        judged.add(row)
        yield (), row
    seen: set[Begun] = {begun}
    beginnings: list[tuple[Edits, Begun]] = [((), begun)]
    while beginnings:
        longer: list[tuple[Edits, Begun]] = []
        for edits, turn in beginnings:
            for text, after in editing.further(state, turn):
                if after in seen:
                    continue
                seen.add(after)
                longer.append(((*edits, text), after))
                program = after.program
                if program not in judged:
                    judged.add(program)
                    yield longer[-1][0], program
        beginnings = longer


def _may_stay(editing: Editing, state: Any, row: Program) -> bool:
    """Whether no edit at all is a turn."""
    try:
        editing.edited(state, row, ())
    except TeachkitError:
        return False
    return True


class Place:
    """A state in the middle of a run, and what is known of the runs that go on from it."""

    __slots__ = ("after", "ends", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.after: dict[Instruction, Place] = {}
        self.ends: dict[Steps, Any] = {}


class Runs:
    """Runs from one state; of what they have in common the rules are asked once."""

    def __init__(self, game: Game, state: Any, player: str) -> None:
        self.game, self.player = game, player
        self.start = Place(state)
        self.acts_alone = not game.programs(state)

    def end(self, program: Program) -> Any:
        """The state after a program, and after all that comes at its end."""
        steps = straight_steps(program)
        if steps is None or not self.acts_alone:  # more goes on than its steps tell
            return self._run(Place(self.start.state), program)
        place, left = self.start, [step.instruction for step in reversed(steps)]
        while left and (after := place.after.get(left[-1])):
            place = after
            left.pop()
        rest = tuple(reversed(left))
        if rest not in place.ends:
            place.ends[rest] = self._run(place, Program(rest))
        return place.ends[rest]

    def _run(self, place: Place, program: Program) -> Any:
        """Let the rules run this from here; on the way they tell what each step led to."""
        state, last = place.state, None
        for sent in self.game.resolve(state, {self.player: program}):
            if not isinstance(sent, Frame):
                nobody_answers(sent, state)
                break
            event, state = sent
            if isinstance(event, Started):
                if last is not None:
                    # What a skipped card leaves is the very same state, from which all is known.
                    after = place if state is place.state else Place(state)
                    place = place.after.setdefault(last, after)
                last = event.step.instruction
        return state
