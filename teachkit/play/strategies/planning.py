"""Looking for a good program: the most promising beginnings are kept and made longer.

The rules themselves say what a program does; what they ask on the way is answered by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Answer, Decision, Flow, Frame
from teachkit.core.run.proceeding import first, proceed

TRIED = 5
Worth: TypeAlias = Callable[[Any], float]


class Plan(NamedTuple):
    """A program, and what it is worth."""

    program: Program
    worth: float


def plans(
    game: Game,
    state: Any,
    player: str,
    instructions: Sequence[Instruction],
    worth: Worth,
    width: int,
) -> list[Plan]:
    """Programs that may be played, the best first, and of equal ones the shorter.

    At each length the `width` best beginnings are made longer; two that lead to the same state
    are one.
    """
    seen, found = {state}, [Plan(Program(), worth(state))]
    beginnings = [(state, Program())]
    while beginnings:
        longer: list[tuple[float, Any, Program]] = []
        for before, program in beginnings:
            for instruction in instructions:
                longer_one = Program((*program.instructions, instruction))
                if game.problems(state, player, longer_one):
                    continue
                after = performed(game, before, player, instruction, worth)
                known = len(seen)
                seen.add(after)  # asked once: what a state is takes long to tell
                if len(seen) > known:
                    longer.append((worth(after), after, longer_one))
        longer.sort(key=lambda each: -each[0])
        found += [Plan(program, value) for value, _, program in longer[:width]]
        beginnings = [(after, program) for _, after, program in longer[:width]]
    found.sort(key=lambda plan: -plan.worth)
    return found


def performed(
    game: Game, state: Any, player: str, instruction: Instruction, worth: Worth
) -> Any:  # fmt: skip
    """The state after one instruction; where the player is asked, after the best answer."""
    return best_end(lambda: game.perform(state, player, instruction), player, worth)[1]


def best_end(
    flow: Callable[[], Flow[Any]], player: str, worth: Worth, choices: tuple[Any, ...] = ()
) -> tuple[tuple[Any, ...], Any]:
    """The choices of this player that lead to the best end of a flow, and the state there.

    Of equally good ones it is the first. Whoever else is asked answers the first thing.
    """
    asked, end = _played(flow(), player, choices)
    if asked is None:
        return choices, end
    ends = [best_end(flow, player, worth, (*choices, each)) for each in options_of(asked)]
    return max(ends, key=lambda end: worth(end[1]))


def first_question(flow: Callable[[], Flow[Any]]) -> Decision | None:
    """What a flow asks first of all."""
    for sent in flow():
        if not isinstance(sent, Frame):
            return sent[0]
    return None


def _played(
    flow: Flow[Any], player: str, choices: tuple[Any, ...]
) -> tuple[Decision | None, Any]:  # fmt: skip
    """Play a flow to its end, or to the first question to this player after these choices."""
    left, answers = list(choices), None
    try:
        while True:
            sent = proceed(flow, answers)
            answers = None
            if isinstance(sent, Frame):
                continue
            if not left and (own := [asked for asked in sent if asked.player == player]):
                return own[0], None
            answers = [
                Answer(asked.player, left.pop(0) if asked.player == player else first(asked))
                for asked in sent
            ]
    except StopIteration as end:
        return None, end.value


def options_of(decision: Decision) -> tuple[Any, ...]:
    """What may be answered; of many things only the first ones are tried."""
    options: tuple[Any, ...] = getattr(decision, "options", ())[:TRIED]
    return options or (first(decision),)
