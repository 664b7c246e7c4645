"""Strategies: functions that take a view and a decision, and return an answer.

A house strategy plays for the computer, and works for any game, with the help of the game's
`Foresight`. Each one is an example of a method: random choice, greedy choice, Monte Carlo search,
or beam search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.foresight import Planning, Teamwork, beam
from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance, Seed
from teachkit.core.run.decisions import Decision, WriteProgram, unanswered
from teachkit.core.run.flow import Flow, Frame, first, followed
from teachkit.errors import UnansweredError, UnknownNameError
from teachkit.words import say, shown

Strategy: TypeAlias = Callable[[Any, Decision], Any]

STRENGTHS = ("random", "greedy", "look-ahead")


def house(game: Game, strength: str, seed: Seed = 0) -> Strategy:
    """Return the house strategy of the given strength for `game`.

    If the game does not support planning, the strategy plays at random. Raise `UnknownNameError` if
    there is no such strength.

    >>> from teachkit.games import algoracing
    >>> house(algoracing.GAME, "strong")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    teachkit.errors.UnknownNameError: There is no computer player 'strong'. Choose one of: ...
    """
    if strength not in STRENGTHS:
        raise no_strength(strength)
    if strength != "random" and (teamwork := game.foresight.teamwork):
        return (greedy if strength == "greedy" else look_ahead)(game, teamwork)
    if strength != "random" and (planning := game.foresight.planning):
        return at_once(planning) if strength == "greedy" else futures(planning, seed)
    return at_random(seed)


def no_strength(name: object) -> UnknownNameError:
    """Return the error for `name`, which is not a strength."""
    facts = {"name": shown(name), "names": ", ".join(STRENGTHS)}
    says = say("There is no computer player {name}. Choose one of: {names}.", **facts)
    return UnknownNameError(says)


def at_random(seed: Seed) -> Strategy:
    """Return a strategy that answers at random; the same seed gives the same answers.

    >>> from teachkit.core.run.decisions import PickOne
    >>> at_random(1)(None, PickOne("red", "Which?", ("a", "b"))) in ("a", "b")
    True
    """
    chance = Chance(seed)
    return lambda view, decision: decision.compose(chance.pick)


# -- a player alone --------------------------------------------------------------------------------

GREEDY, BROAD = 1, 4  # beam widths
SAMPLED = 3  # the number of sampled futures
REMEMBERED = 64  # the number of cached answers, which are often needed again soon


def at_once(foresight: Planning) -> Strategy:
    """Return a greedy strategy, which tries a few candidates and answers with the best one.

    Candidates are built only from the most promising beginnings. That is fast, but the strategy
    never accepts a loss now for a gain later. While a candidate is tried, decisions of other
    players and of chance get their first valid answer. Ties go to the first candidate.

    >>> from teachkit.core.run.decisions import WriteProgram
    >>> from teachkit.core.language.program import Program
    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". * .", rovers={"red": "a1 east", "green": "c1 west"},
    ...     samples={"b1": "blue"}, hands={"red": ["left", "forward"], "green": ["jump"]}).state()
    >>> asked = WriteProgram("red", "Lay one.", start.table.hand("red"), lambda _: [], most=1)
    >>> at_once(algoracing.GAME.foresight.planning)(start, asked)
    Program.read('forward')
    """

    @lru_cache(maxsize=REMEMBERED)
    def answer(view: object, decision: Decision) -> Any:
        return ranked(foresight, view, decision, GREEDY, answer)[0]

    return answer


def ranked(
    foresight: Planning, view: object, decision: Decision, width: int, answer: Strategy
) -> list[Any]:
    """Return the candidates that a beam of width `width` finds, best first.

    While a candidate is tried, `answer` answers any further questions to the same player.
    """
    player = str(decision.player)

    def expected(state: object, asked: Decision) -> Any:
        return answer(state, asked) if asked.player == player else first(asked)

    def worth(choice: object) -> float:
        end = followed(foresight.after_answer(view, decision, choice), view, expected)
        return foresight.worth(end, player)

    return sorted(foresight.candidates(view, decision, width), key=worth, reverse=True)


def futures(foresight: Planning, seed: Seed = 0) -> Strategy:
    """Return a strategy that picks the answer with the best average worth in random futures.

    This is a Monte Carlo search among the best candidates. Each future begins with hidden things
    dealt at random. Then all players play greedily as far as the foresight looks, and chance
    answers according to `seed`. All candidates are tried in the same futures, so that luck does not
    decide.
    """
    greedy = at_once(foresight)

    def answer(view: object, decision: Decision) -> Any:
        choices = ranked(foresight, view, decision, BROAD, greedy)[:BROAD]
        if len(choices) == 1:
            return choices[0]
        seeds = [f"{seed} {number}" for number in range(SAMPLED)]
        worth = [sum(_worth(view, decision, each, future) for future in seeds) for each in choices]
        return choices[worth.index(max(worth))]

    def _worth(view: object, decision: Decision, choice: object, future: Seed) -> float:
        """Return the worth of the state after `choice` in the random future with seed `future`."""
        player, chance = str(decision.player), Chance(future)

        def expected(state: object, asked: Decision) -> Any:
            return greedy(state, asked) if asked.player else chance.answer(asked).choice

        start = followed(foresight.determinize(view, player), view, expected)
        state = followed(foresight.after_answer(start, decision, choice), start, expected)
        if foresight.play_on:
            state = followed(foresight.play_on(state, player), state, expected)
        return foresight.worth(state, player)

    return answer


# -- teams -----------------------------------------------------------------------------------------

WIDTH = 3  # the number of beginnings that are kept at each length
PLAYED_ON = 2  # the number of best programs for which the rest of the round is played
TRIED = 5  # the largest number of options that are tried for each question


class Plan(NamedTuple):
    """A program, the state it leads to, and the worth of that state."""

    program: Program
    end: Any
    worth: float


@dataclass(frozen=True)
class Teammate:
    """A member of a team, with methods that try programs by running the rules."""

    game: Game
    teamwork: Teamwork
    player: str

    def worth(self, state: object) -> float:
        """Return the worth of `state` for this player."""
        return self.teamwork.worth(state, self.player)

    def programs(self, state: object, hand: tuple[Instruction, ...]) -> list[Program]:
        """Return valid programs from the cards in `hand`, best first.

        Of equally good programs, the shorter ones come first. The programs are found by beam
        search. If several beginnings lead to the same state, only one of them is kept.
        """
        seen = {state}

        def longer(plan: Plan) -> Iterator[Plan]:
            for card in hand:
                program = Program((*plan.program.body, card))
                if not self.game.problems(state, self.player, program):
                    flow = partial(self.game.perform, plan.end, self.player, card)
                    _, end = self.best_end(flow)
                    known = len(seen)
                    seen.add(end)  # hashed only once, because hashing a state is slow
                    if len(seen) > known:
                        yield Plan(program, end, self.worth(end))

        nothing = Plan(Program(), state, self.worth(state))
        found = [nothing, *beam(nothing, longer, attrgetter("worth"), WIDTH)]
        return [plan.program for plan in sorted(found, key=lambda plan: -plan.worth)]

    def best_end(
        self, flow: Callable[[], Flow[Any]], choices: tuple[object, ...] = ()
    ) -> tuple[tuple[Any, ...], Any]:
        """Return this player's best choices in a flow, and the state at the end of the flow.

        `flow` returns a new copy of the flow for each attempt. `choices` are the choices made so
        far. Ties go to the first option. The decisions of others get their first valid answer.
        """
        left = list(choices)

        def answer(state: object, asked: Decision) -> Any:
            if asked.player != self.player:
                return first(asked)
            if not left:
                raise unanswered(asked)
            return left.pop(0)

        try:
            return choices, followed(flow(), None, answer)
        except UnansweredError as error:
            asked: Any = error.decision
        options = getattr(asked, "options", ())[:TRIED] or (first(asked),)
        ends = [self.best_end(flow, (*choices, each)) for each in options]
        return max(ends, key=lambda end: self.worth(end[1]))

    def choice(self, view: object, decision: Decision) -> Any:
        """Return the best answer to a question asked by one of the player's instructions.

        Answers are compared by the worth of the state right after the instruction. For any other
        decision, return the first valid answer.
        """
        here = self.player in self.game.players(view)
        for card in self.game.vocabulary(view) if here else ():
            flow = partial(self.game.perform, view, self.player, Instruction(card.name))
            questions = (sent[0] for sent in flow() if not isinstance(sent, Frame))
            if next(questions, None) == decision:
                return self.best_end(flow)[0][0]
        return first(decision)

    def planned(
        self, view: object, hand: tuple[Instruction, ...], before: Mapping[str, Program]
    ) -> Program:
        """Return this player's best program from the cards in `hand`.

        `before` holds the programs that run earlier, by player.
        """

        def end(known: Mapping[str, Program]) -> Any:
            return self.best_end(lambda: self.teamwork.ahead(view, known))[1]

        found = self.programs(end(before), hand)
        # `problems` is checked for `view` too, in which a piece may still be off the board.
        possible = [each for each in found if not self.game.problems(view, self.player, each)]
        ends = ((each, end({**before, self.player: each})) for each in possible[:PLAYED_ON])
        return max(ends, key=lambda each: self.worth(each[1]))[0]


def greedy(game: Game, teamwork: Teamwork) -> Strategy:
    """Return a strategy that writes the program that would be best if nobody else acted."""

    def answer(view: object, decision: Decision) -> Any:
        mate = Teammate(game, teamwork, str(decision.player))
        if isinstance(decision, WriteProgram):
            return mate.programs(view, decision.hand)[0]
        return mate.choice(view, decision)

    return answer


def look_ahead(game: Game, teamwork: Teamwork) -> Strategy:
    """Return a strategy that writes the best program, given everything known about the round.

    The team plans together, in the order in which programs run. Each player's programs are tried
    from the state after the earlier programs; then the rest of the round is played for each of the
    best ones.
    """

    @lru_cache(maxsize=4)
    def planned(view: object, hand: tuple[Instruction, ...]) -> Mapping[str, Program]:
        programs: dict[str, Program] = {}
        for player in teamwork.order(view):
            programs[player] = Teammate(game, teamwork, player).planned(view, hand, programs)
        return programs

    def answer(view: object, decision: Decision) -> Any:
        player = str(decision.player)
        if isinstance(decision, WriteProgram):
            return planned(view, decision.hand)[player]
        return Teammate(game, teamwork, player).choice(view, decision)

    return answer
