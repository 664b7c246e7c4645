"""The server in a warm sandbox, which passes questions to a strategy and sends back its answers.

The server communicates over two pipes in lines of JSON. Each line that it receives begins a game or
asks a question. The reply is one line with the result and whether the strategy changed its
arguments. Before the reply, the server may send lines that ask for later states. It receives each
of them together with others for which it may ask next.
"""

from __future__ import annotations

import json
from io import FileIO
from typing import Any, BinaryIO

from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result, plain
from teachkit.exercises.running.strategy_player import InProcessPlayer


class Seats:
    """Copies of a learner's strategy, one for each player in a game, with separate variables.

    The first player that is asked a question uses the copy that was loaded when the game began.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.players: dict[str, InProcessPlayer] = {}

    def begin(self, seed: str) -> Result | None:
        self.seed, self.players, self.first = seed, {}, InProcessPlayer(self.source)
        return self.first.begin(seed)

    def at(self, me: str) -> InProcessPlayer:
        if not self.players:
            self.players[me] = self.first
        if me not in self.players:
            self.players[me] = InProcessPlayer(self.source)
            self.players[me].begin(f"{self.seed} {me}")
        return self.players[me]


def serve(source: str, questions: BinaryIO, answers: FileIO) -> None:
    """Answer each line in `questions` with a line in `answers`, until `questions` is closed."""

    def tell(message: object) -> None:
        answers.write(json.dumps(message).encode() + b"\n")

    def later(answer: object) -> Any:
        asked = plain(answer)
        key = json.dumps(asked)
        if key not in ahead:
            tell({"later": asked})
            ahead.update(json.loads(questions.readline()))
        reply = ahead.pop(key)  # the strategy may change it, so it is not shown again
        if "refused" in reply:
            raise AnswerError(reply["refused"])
        return reply["view"]

    seats = Seats(source)
    for line in questions:
        asked, ahead = json.loads(line), dict[str, Any]()
        try:
            if "begin" in asked:
                result, was = seats.begin(asked["begin"]), asked
            else:
                result = seats.at(asked["view"]["me"]).answer(**asked, later=later)
                was = json.loads(line)
            tell([result and result._asdict(), asked != was])
        except MemoryError:
            tell([Result(trouble="memory")._asdict(), False])
