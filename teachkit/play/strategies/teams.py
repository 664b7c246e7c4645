"""Strategies of teams: plan a program by beam search, greedily or with the team's moves played out.

The rules themselves say what a program does; each question on the way is answered by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.foresight import Teamwork
from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Answer, Decision, WriteProgram
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, first, proceed
from teachkit.play.strategies.alone import Strategy

TRIED = 5
Worth: TypeAlias = Callable[[Any], float]


class Plan(NamedTuple):
    """A program, and what it is worth."""

    program: Program
    worth: float


def plans(
    game: Game,
    state: object,
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
    game: Game, state: object, player: str, instruction: Instruction, worth: Worth
) -> Any:
    """The state after one instruction; where the player is asked, after the best answer."""
    return best_end(lambda: game.perform(state, player, instruction), player, worth)[1]


def best_end(
    flow: Callable[[], Flow[Any]], player: str, worth: Worth, choices: tuple[object, ...] = ()
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
    flow: Flow[object], player: str, choices: tuple[object, ...]
) -> tuple[Decision | None, Any]:
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


Hand = tuple[Instruction, ...]


def greedy(game: Game, teamwork: Teamwork, width: int = 3) -> Strategy:
    """The program that is worth most from here, as if nobody else did anything."""

    def answer(view: object, decision: Decision) -> Any:
        player = str(decision.player)

        def worth(state: object) -> float:
            return teamwork.worth(state, player)

        if isinstance(decision, WriteProgram):
            return plans(game, view, player, decision.hand, worth, width)[0].program
        return choice(game, teamwork, view, decision)

    return answer


def look_ahead(game: Game, teamwork: Teamwork, width: int = 3, tried: int = 2) -> Strategy:
    """The program that is worth most after all that is known to come.

    The team plans together, in the order in which programs run: everybody's begins where those
    before have led, and of the `tried` best the one is taken that is worth most when what comes
    after it has happened, too.
    """

    @lru_cache(maxsize=4)
    def planned(view: object, hand: Hand) -> Mapping[str, Program]:
        programs: dict[str, Program] = {}
        for player in teamwork.order(view):
            programs[player] = _best(game, teamwork, view, player, hand, programs, width, tried)
        return programs

    def answer(view: object, decision: Decision) -> Any:
        if isinstance(decision, WriteProgram):
            return planned(view, decision.hand)[str(decision.player)]
        return choice(game, teamwork, view, decision)

    return answer


def _best(
    game: Game,
    teamwork: Teamwork,
    view: object,
    player: str,
    hand: Hand,
    programs: Mapping[str, Program],
    width: int,
    tried: int,
) -> Program:
    """This player's program, when those of all before are known."""

    def worth(state: object) -> float:
        return teamwork.worth(state, player)

    def end(known: Mapping[str, Program]) -> Any:
        return best_end(lambda: teamwork.ahead(view, known), player, worth)[1]

    found = plans(game, end(programs), player, hand, worth, width)
    # What stood outside of it in mind may not have come in: a program must be possible now, too.
    possible = [plan.program for plan in found if not game.problems(view, player, plan.program)]
    return max(possible[:tried], key=lambda program: worth(end({**programs, player: program})))


def choice(game: Game, teamwork: Teamwork, view: object, decision: Decision) -> Any:
    """What to answer when an instruction asks: what is worth most right after it.

    A decision that no instruction asks is answered by its first option.
    """
    player = str(decision.player)

    def worth(state: object) -> float:
        return teamwork.worth(state, player)

    here = player in game.players(view)
    for card in game.vocabulary(view) if here else ():
        flow = partial(game.perform, view, player, Instruction(card.name))
        if first_question(flow) == decision:
            return best_end(flow, player, worth)[0][0]
    return first(decision)
