"""Answering for a strategy, question by question, over two pipes: lines of JSON.

Each line that comes in is a game that begins or a question, and each gets one line: the result,
and whether what was asked with has been changed. On the way to an answer there may be lines that
ask what would come later.
"""

from __future__ import annotations

import json
from io import FileIO
from typing import Any, BinaryIO

from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result, plain
from teachkit.exercises.running.series import Here


class Seats:
    """A learner's source on each seat of a game, with variables of its own on each.

    Whoever is asked first is the one that was loaded when the game began.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.players: dict[str, Here] = {}

    def begin(self, seed: str) -> Result | None:
        self.seed, self.players, self.first = seed, {}, Here(self.source)
        return self.first.begin(seed)

    def at(self, me: str) -> Here:
        if not self.players:
            self.players[me] = self.first
        if me not in self.players:
            self.players[me] = Here(self.source)
            self.players[me].begin(f"{self.seed} {me}")
        return self.players[me]


def serve(source: str, questions: BinaryIO, answers: FileIO) -> None:
    """Answer until no more is asked."""

    def tell(message: object) -> None:
        answers.write(json.dumps(message).encode() + b"\n")

    def later(answer: object) -> Any:
        tell({"later": plain(answer)})
        told = json.loads(questions.readline())
        if "refused" in told:
            raise AnswerError(told["refused"])
        return told["view"]

    seats = Seats(source)
    for line in questions:
        asked = json.loads(line)
        try:
            if "begin" in asked:
                result, was = seats.begin(asked["begin"]), asked
            else:
                result = seats.at(asked["view"]["me"]).answer(**asked, later=later)
                was = json.loads(line)
            tell([result and result.to_json(), asked != was])
        except MemoryError:
            tell([Result(trouble="memory").to_json(), False])
