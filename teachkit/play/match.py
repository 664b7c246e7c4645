"""Matches between strategies and people, each saved as a set-up, a seed and a list of answers.

A match drives a game's `play`. Chance answers decisions like any other player, so the answers
determine the whole match. Loading a match and taking answers back both replay its answers.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from teachkit.core.data import Table, plain, structure
from teachkit.core.game.game import Game, Outcome
from teachkit.core.run.chance import Chance, Seed
from teachkit.core.run.decisions import Answer, Decision, no_list, saved_list
from teachkit.core.run.flow import Frame
from teachkit.core.run.trace import Trace
from teachkit.core.strings import board_error, one_line
from teachkit.errors import AnswerError, DataError, FolderError, TeachkitError
from teachkit.play.strategies import Strategy
from teachkit.words import say, shown

LARGEST = 20_000_000  # bytes; the longest matches need less than a twentieth of it
VERSION = 1  # the version of the file format for saved matches


class Match:
    """A match of a game, in which every player without a strategy is a person.

    `pending` holds the questions that people must answer, and `answer` answers one of them. The
    match is stopped after `frame_limit` frames, if there is such a limit.

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
            raise board_error(
                'Start a match of "{game}" with its Setup, not with {setup}.',
                game=game.name,
                setup=shown(setup),
            )
        self.game, self.setup, self.seed = game, setup, seed
        self.strategies = dict(strategies or {})
        self.frame_limit = frame_limit or inf
        self._begin(answers)

    def _begin(self, answers: Sequence[Sequence[object]]) -> None:
        """Restart the match and replay `answers`; then let the strategies continue."""
        self.state = self.start = self.setup.state()
        self.frames: list[Frame] = []
        self.answers: list[list[Any]] = []
        self.is_over = False
        self._chance = Chance(self.seed)
        self._flow = self.game.play(self.setup)
        self._unanswered: dict[str | None, Decision] = {}  # by player, in seat order
        self._given: list[Answer] = []
        self._to_replay = deque(saved_list(answers))
        self._run()
        if self._to_replay and len(self.frames) < self.frame_limit:
            says = say("The match ends before saved answer {number}.", number=len(self.answers) + 1)
            raise AnswerError(says)

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The questions that people must answer now, in seat order."""
        return tuple(self._unanswered.values())

    @property
    def answered(self) -> tuple[str | None, ...]:
        """The players who have answered, while others are still asked at the same time."""
        return tuple(answer.player for answer in self._given)

    @property
    def trace(self) -> Trace:
        return Trace(self.start, self.frames)

    def seen_by(self, player: str, since: int = 0) -> Trace:
        """Return the trace after the first `since` frames, as `player` may see it.

        If `player` is "", nothing hidden is shown.
        """
        since = min(since, len(self.frames))
        before = self.frames[since - 1].state if since else self.start
        seen_by = self.game.seen_by
        frames = [Frame(each.event, seen_by(each.state, player)) for each in self.frames[since:]]
        return Trace(seen_by(before, player), frames, player or None)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def answer(self, player: str, choice: object) -> None:
        """Answer the pending question of `player` with `choice`.

        Raise `AnswerError` if `choice` is not valid. After any error, the match is unchanged.
        """
        so_far = len(self.answers)
        self._give(self._pending_for(player), choice)
        try:
            self._run()
        except BaseException:
            self._begin(self.answers[:so_far])
            raise

    def save(self) -> Table:
        """Return the match as plain data, from which `loaded` restores it."""
        return {
            "teachkit": VERSION,
            "game": self.game.name,
            "setup": plain(self.setup),
            "seed": self.seed,
            "answers": [list(answer) for answer in self.answers],
        }

    def _run(self) -> None:
        """Run the rules until a person must answer or the game is over."""
        while not self.is_over and not self._unanswered:
            self._read()
            self._answer_without_people()

    def _read(self) -> None:
        """Resume the rules with the given answers, and store the frames up to new questions."""
        answers, self._given = self._given or None, []
        frames = self.frames
        send: Callable[[Any], Any] = self._flow.send
        try:
            while isinstance(sent := send(answers), Frame):
                answers = None
                frames.append(sent)
                self.state = sent.state
                if len(frames) >= self.frame_limit:
                    self.is_over = True
                    return
            self._unanswered = {asked.player: asked for asked in sent}
        except StopIteration as end:
            self.state, self.is_over = end.value, True

    def _answer_without_people(self) -> None:
        """Answer pending questions from saved answers, then by chance and by strategies.

        Chance draws an answer even if a saved one is used, so that a loaded match continues as it
        would have continued without saving.
        """
        arrivals, chance = self._arrivals(), self._unanswered.get(None)
        drawn = self._chance.answer(chance).choice if chance else None
        while self._to_replay and self._unanswered:
            self._give_saved(self._to_replay.popleft())
        for decision in arrivals:
            player = decision.player
            if player not in self._unanswered:
                continue
            if player is None:
                self._give(decision, drawn)
            elif strategy := self.strategies.get(player):
                self._give_by(strategy, decision, player)

    def _give_saved(self, answer: Any) -> None:
        """Give the saved `answer` to its player's question. Raise `AnswerError` if it is not valid.

        The message includes the number of the answer, counted from 1.
        """
        try:
            if no_list(answer) or len(answer) != 2:
                says = say("Write a player and a choice, not {answer}.", answer=shown(answer))
                raise AnswerError(says)
            player, data = answer
            decision = self._pending_for(player)
            self._give(decision, decision.from_json(data))
        except TeachkitError as error:
            number = len(self.answers) + 1
            says = say("Saved answer {number}: {says}", number=number, says=error.says)
            raise AnswerError(says) from error

    def _give_by(self, strategy: Strategy, decision: Decision, player: str) -> None:
        """Let `strategy` answer `decision`. Raise `AnswerError`, naming `player`, if that fails."""
        choice = strategy(self.game.seen_by(self.state, player), decision)
        try:
            self._give(decision, choice)
        except AnswerError as error:
            says = say("{player}'s function: {says}", player=player, says=error.says)
            raise AnswerError(says) from error

    def _pending_for(self, player: str | None) -> Decision:
        """Return the pending question of `player`. Raise `AnswerError` if there is none."""
        for decision in self.pending:
            if decision.player == player:
                return decision
        name = shown(player).strip("'")
        raise AnswerError(say("There is no question for {player} now.", player=name))

    def _arrivals(self) -> list[Decision]:
        """Return the unanswered decisions in a random order, so that no seat has an advantage."""
        left, order = list(self._unanswered.values()), []
        while len(left) > 1:
            order.append(self._chance.pick(left))
            left.remove(order[-1])
        return order + left

    def _give(self, decision: Decision, choice: object) -> None:
        """Answer `decision` with `choice`, in the form in which a loaded copy of the match has it.

        That way, a match and its loaded copy have equal answers.
        """
        data = decision.to_json(choice)
        self._given.append(Answer(decision.player, decision.from_json(data)))
        self.answers.append([decision.player, data])
        del self._unanswered[decision.player]


# -- saved ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Save:
    """The data of a saved match. `teachkit` is the version of the file format."""

    teachkit: int
    game: str
    setup: dict[str, Any]
    seed: int | str
    answers: list[Any]


def text_of(match: Match) -> str:
    """Return `match` as JSON text, in the format of saved matches."""
    return json.dumps(match.save(), indent=1) + "\n"


def data_in(file: Path) -> Any:
    """Return the data stored in `file`, a JSON file.

    Raise `DataError` with the line number if the file is damaged, and `FolderError` if it cannot be
    read.
    """
    try:
        if not file.is_file() or file.stat().st_size > LARGEST:
            raise OSError
        return parsed(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise DataError(say("This is not a saved match."), file) from None
    except DataError as error:
        raise DataError(error.says, file) from error
    except (OSError, ValueError):  # a path may contain a character that no path can have
        raise FolderError(say('"{file}" cannot be read.', file=one_line(str(file)))) from None


def parsed(text: str) -> Any:
    """Parse JSON text into data. Raise `DataError` with the line number if it is damaged.

    >>> parsed('{"teachkit": 1, "game": "algoracing", "set')
    Traceback (most recent call last):
    teachkit.errors.DataError: This saved match ends too early or is damaged in line 1.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        says = say(
            "This saved match ends too early or is damaged in line {line}.", line=error.lineno
        )
        raise DataError(says) from None
    except (TypeError, ValueError, RecursionError):
        raise DataError(say("This is not a saved match: {text}.", text=shown(text))) from None


def loaded(game: Game, data: object, strategies: Mapping[str, Strategy] | None = None) -> Match:
    """Restore a match of `game` from `data`, which `Match.save` returned.

    Raise `TeachkitError` if that is not possible.

    >>> from teachkit.games import algoracing
    >>> setup = algoracing.Setup(board="two-hills", players=("red", "green"))
    >>> loaded(algoracing.GAME, Match(algoracing.GAME, setup, seed=3).save()).seed
    3
    """
    if not isinstance(data, dict) or "teachkit" not in data:
        raise DataError(say("This is not a saved match: {text}.", text=shown(data)))
    if data["teachkit"] != VERSION:
        says = say(
            "This match was saved as version {found}. Only version {known} can be opened here.",
            found=shown(data["teachkit"]),
            known=VERSION,
        )
        raise DataError(says)
    save = structure(data, _Save)
    if save.game != game.name:
        says = say(
            'This is a match of {found}, not of "{wanted}".',
            found=shown(save.game),
            wanted=game.name,
        )
        raise DataError(says)
    setup = structure(save.setup, game.setup, "setup")
    try:
        return Match(game, setup, save.seed, strategies, save.answers)
    except TeachkitError as error:
        raise DataError(say("This match cannot continue: {says}", says=error.says)) from error
