"""A match: a game's `play`, driven by strategies and people, saved as set-up and answers.

Chance answers like any other player. So the answers alone tell the whole match: replaying them
is all there is to loading, undoing and forking.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from teachkit.core.data import Table, plain
from teachkit.core.game.game import Game, Outcome
from teachkit.core.run.chance import Chance, Seed
from teachkit.core.run.decisions import Answer, Decision, no_list, saved_list
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import proceed
from teachkit.core.run.trace import Trace
from teachkit.errors import AnswerError, BoardError, TeachkitError
from teachkit.play.strategies import Strategy
from teachkit.words import say, shown


class Match:
    """One match. `pending` are the questions that wait for people; `answer` answers one.

    >>> from teachkit.games import algoracing
    >>> from teachkit.play.strategies import at_random
    >>> setup = algoracing.Setup(board="two-hills", players=("red", "green"))
    >>> match = Match(algoracing.GAME, setup, seed=1, strategies={"green": at_random(2)})
    >>> match.pending[0].player
    'red'
    """

    def __init__(
        self,
        game: Game,
        setup: object,
        seed: Seed = 0,
        strategies: Mapping[str, Strategy] | None = None,
        answers: Sequence[Sequence[object]] = (),
        frame_limit: int | None = None,
    ) -> None:
        if not isinstance(setup, game.setup):
            raise BoardError(
                say(
                    'A match of "{game}" begins with its Setup, not with {setup}.',
                    game=game.name,
                    setup=shown(setup),
                )
            )
        self.game, self.setup, self.seed = game, setup, seed
        self.strategies = dict(strategies or {})
        self.frame_limit = frame_limit
        self._begin(answers)

    def _begin(self, answers: Sequence[Sequence[object]]) -> None:
        """From the start, as far as these answers lead and strategies go on from there."""
        self.state = self.start = self.setup.state()
        self.frames: list[Frame] = []
        self.answers: list[list[Any]] = []
        self.is_over = False
        self._chance = Chance(self.seed)
        self._flow = self.game.play(self.setup)
        self._asked: tuple[Decision, ...] = ()
        self._given: list[Answer] = []
        self._to_replay = deque(saved_list(answers))
        self._run()
        if self._to_replay and not self._is_cut:
            says = say(
                "The match is over before saved answer {number}.", number=len(self.answers) + 1
            )
            raise AnswerError(says)

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The questions that wait for somebody, in seat order."""
        if not self._given:
            return self._asked
        answered = {answer.player for answer in self._given}
        return tuple(asked for asked in self._asked if asked.player not in answered)

    @property
    def trace(self) -> Trace:
        return Trace(self.start, self.frames)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def answer(self, player: str, choice: object) -> None:
        """Answer the question that waits for this player. Raises `AnswerError`.

        If it is refused, or what it leads to fails, the match is as it was before.
        """
        so_far = len(self.answers)
        self._give(self._pending_for(player), choice)
        try:
            self._run()
        except BaseException:
            self._begin(self.answers[:so_far])
            raise

    def save(self) -> Table:
        """The match as plain data, from which `teachkit.play.saves.loaded` makes it again."""
        return {
            "teachkit": 1,
            "game": self.game.name,
            "setup": plain(self.setup),
            "seed": self.seed,
            "answers": [list(answer) for answer in self.answers],
        }

    def rewind(self, number: int) -> Match:
        """A new match, this one as it was `number` answers ago; people go on from there.

        More than there were lead to the start. Raises `AnswerError` for what is no number.
        """
        if not isinstance(number, int) or number < 0:
            raise AnswerError(
                say("Take back a number of answers, not {number}.", number=shown(number))
            )
        return self.fork(self.answers[: max(0, len(self.answers) - number)])

    def fork(self, answers: Sequence[Sequence[Any]] | None = None) -> Match:
        """A new match with the same answers so far, to be played on in another way.

        Nobody plays it by function: strategies would answer at once what was taken back.
        """
        answers = self.answers if answers is None else answers
        return Match(self.game, self.setup, self.seed, answers=answers)

    def _run(self) -> None:
        """Let the rules run until somebody must be waited for, or the game is over."""
        while not self.is_over and not self.pending:
            self._read(self._given if self._asked else None)
            self._answer_without_people()

    def _read(self, answers: list[Answer] | None) -> None:
        """Keep the frames up to the next questions."""
        self._asked, self._given = (), []
        try:
            while isinstance(sent := proceed(self._flow, answers), Frame):
                answers = None
                self.frames.append(sent)
                self.state = sent.state
                if self._is_cut:
                    self.is_over = True
                    return
            self._asked = sent
        except StopIteration as end:
            self.state, self.is_over = end.value, True

    @property
    def _is_cut(self) -> bool:
        """Whether there are as many frames as anyone wants."""
        return bool(self.frame_limit) and len(self.frames) >= (self.frame_limit or 0)

    def _answer_without_people(self) -> None:
        """Saved answers first; then chance and strategies, as far as nothing is saved.

        Chance is asked even for what is saved, so that a loaded match goes on as it would have.
        """
        arrivals = [(asked, self._by_chance(asked)) for asked in self._arrivals()]
        while self._to_replay and self.pending:
            self._give_saved(self._to_replay.popleft())
        waiting = {decision.player for decision in self.pending}
        for decision, chosen in arrivals:
            if decision.player not in waiting:
                continue
            if decision.player is None:
                self._give(decision, chosen)
            elif strategy := self.strategies.get(decision.player):
                self._give_by(strategy, decision, decision.player)

    def _give_saved(self, answer: Any) -> None:
        """An answer as it was saved. Raises `AnswerError` that says which one does not fit."""
        try:
            if no_list(answer) or len(answer) != 2:
                raise AnswerError(
                    say("Write a player and a choice, not {answer}.", answer=shown(answer))
                )
            player, data = answer
            decision = self._pending_for(player)
            self._give(decision, decision.from_json(data))
        except TeachkitError as error:
            number = len(self.answers) + 1
            says = say("Saved answer {number}: {says}", number=number, says=error.says)
            raise AnswerError(says) from error

    def _give_by(self, strategy: Strategy, decision: Decision, player: str) -> None:
        """What a function answers. Raises `AnswerError` that says whose function it is."""
        choice = strategy(self.game.seen_by(self.state, player), decision)
        try:
            self._give(decision, choice)
        except AnswerError as error:
            says = say("The function of {player}: {says}", player=player, says=error.says)
            raise AnswerError(says) from error

    def _by_chance(self, decision: Decision) -> Any:
        return self._chance.answer(decision).choice if decision.player is None else None

    def _pending_for(self, player: str | None) -> Decision:
        """The question that waits for this player. Raises `AnswerError`."""
        for decision in self.pending:
            if decision.player == player:
                return decision
        name = shown(player).strip("'")
        raise AnswerError(say("Nothing is asked of {player} now.", player=name))

    def _arrivals(self) -> list[Decision]:
        """Functions answer in seeded order, so that no seat is favoured."""
        left, order = list(self._asked), []
        while len(left) > 1:
            order.append(self._chance.pick(left))
            left.remove(order[-1])
        return order + left

    def _give(self, decision: Decision, choice: object) -> None:
        """Take an answer as it will be saved, so that a loaded match is exactly this one."""
        data = decision.to_json(choice)
        self._given.append(Answer(decision.player, decision.from_json(data)))
        self.answers.append([decision.player, data])
