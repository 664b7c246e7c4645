"""Two teams of the house: a greedy one, and one that looks ahead.

The greedy one takes the board as it lies. The other lets all that is known happen in its mind
first: who comes before, what they do, and what comes right after the own program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from teachkit.core.game.foresight import Teamwork
from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Decision, WriteProgram
from teachkit.core.run.proceeding import first
from teachkit.play.strategies.planning import best_end, first_question, plans
from teachkit.play.strategies.strategy import Strategy

Hand = tuple[Instruction, ...]


def greedy(game: Game, teamwork: Teamwork, width: int = 3) -> Strategy:
    """The program that is worth most from here, as if nobody else did anything."""

    def answer(view: Any, decision: Decision) -> Any:
        player = str(decision.player)

        def worth(state: Any) -> float:
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
    def planned(view: Any, hand: Hand) -> Mapping[str, Program]:
        programs: dict[str, Program] = {}
        for player in teamwork.order(view):
            programs[player] = _best(game, teamwork, view, player, hand, programs, width, tried)
        return programs

    def answer(view: Any, decision: Decision) -> Any:
        if isinstance(decision, WriteProgram):
            return planned(view, decision.hand)[str(decision.player)]
        return choice(game, teamwork, view, decision)

    return answer


def _best(
    game: Game,
    teamwork: Teamwork,
    view: Any,
    player: str,
    hand: Hand,
    programs: Mapping[str, Program],
    width: int,
    tried: int,
) -> Program:
    """This player's program, when those of all before are known."""

    def worth(state: Any) -> float:
        return teamwork.worth(state, player)

    def end(known: Mapping[str, Program]) -> Any:
        return best_end(lambda: teamwork.ahead(view, known), player, worth)[1]

    found = plans(game, end(programs), player, hand, worth, width)
    # What stood outside of it in mind may not have come in: a program must be possible now, too.
    possible = [plan.program for plan in found if not game.problems(view, player, plan.program)]
    return max(possible[:tried], key=lambda program: worth(end({**programs, player: program})))


def choice(game: Game, teamwork: Teamwork, view: Any, decision: Decision) -> Any:
    """What to answer when an instruction asks: what is worth most right after it.

    A decision that no instruction asks is answered by its first option.
    """
    player = str(decision.player)

    def worth(state: Any) -> float:
        return teamwork.worth(state, player)

    here = player in game.players(view)
    for card in game.vocabulary(view) if here else ():
        flow = partial(game.perform, view, player, Instruction(card.name))
        if first_question(flow) == decision:
            return best_end(flow, player, worth)[0][0]
    return first(decision)
