"""Views, questions and answers as plain data, for a learner's `play(view, decision)`.

Plain data consists of texts, numbers, lists and dictionaries with texts as keys, so it can be sent
to another process. An option is represented by its text, which stands for the first unused option
with this text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from teachkit.core.data import Table
from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.core.run.flow import Flow, first, followed
from teachkit.errors import AnswerError, TeachkitError
from teachkit.words import say, shown

MOST_CANDIDATES = 200
COMPOSED = 20

KINDS: dict[type[Decision], str] = {
    PickOne: "pick one",
    PickSome: "pick some",
    WriteProgram: "write a program",
}
"""The names of the kinds of questions in learners' programs, which are not translated."""


def view_of(game: Game, state: object, player: str) -> Table:
    """Return a player's view as plain data; `state` is what `seen_by` returned for this player.

    `facts` are the readings of the sensors for every player with a piece on the board.

    >>> from teachkit.games import algoracing
    >>> state = algoracing.Setup(floor=". . *", rovers={"red": "a1 east"}).state()
    >>> view = view_of(algoracing.GAME, state, "red")
    >>> view["me"], view["points"], view["facts"]["red"]["square"]
    ('red', {'red': 0}, 'a1')
    """
    return _seen(game, state, player) | {"board": str(state)}


def _seen(game: Game, state: object, player: str) -> Table:
    points = dict(game.points(state))
    points.setdefault(player, 0)  # a player may be asked before any piece is on the board
    facts = {
        each: {name: gauge(state, each) for name, gauge in game.sensors.readings.items()}
        for each in game.players(state)
    }
    return {"me": player, "players": list(points), "points": points, "facts": facts}


def question_of(game: Game, view: object, decision: Decision) -> Table:
    """Return a question as plain data, with some answers that are worth trying.

    In the result, `options` are the possible parts of an answer, and `least` and `most` are the
    limits of their number.

    >>> from teachkit.games import algoracing
    >>> asked = PickSome("red", "Which cards?", ("left", "left", "jump"), most=2)
    >>> question = question_of(algoracing.GAME, None, asked)
    >>> question["kind"], question["options"], question["least"], question["most"]
    ('pick some', ['left', 'left', 'jump'], 0, 2)
    """
    options, least, most = _made_of(decision)
    return {
        "kind": kind_of(decision),
        "question": getattr(decision, "question", ""),
        "options": [str(option) for option in options],
        "least": least,
        "most": most,
        "candidates": [plain_answer(decision, each) for each in candidates(game, view, decision)],
    }


def kind_of(decision: Decision) -> str:
    """Return the name of a question's kind; a game's own kind is named after its class."""
    for kind, name in KINDS.items():
        if isinstance(decision, kind):
            return name
    name = type(decision).__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def plain_answer(decision: Decision, answer: Any) -> Any:
    """Return an answer as learners write it: a text or a list of texts, or else as plain data."""
    if isinstance(decision, PickOne | WriteProgram):
        return str(answer)
    if isinstance(decision, PickSome):
        return [str(option) for option in answer]
    return decision.to_json(answer)


def answer_from(decision: Decision, plain: object) -> Any:
    """Return the answer that plain data represents. Raise `AnswerError` if it is not valid.

    >>> asked = PickOne("red", "How many?", (0, 1, 2))
    >>> answer_from(asked, "2"), answer_from(asked, 2)
    (2, 2)
    >>> answer_from(asked, ["2"])
    Traceback (most recent call last):
    teachkit.errors.AnswerError: Choose one of: 0, 1, 2.
    """
    try:
        answer = _meant(decision, plain)
    except AnswerError:
        raise
    except TeachkitError as error:
        raise AnswerError(error.says) from error
    if says := decision.problem(answer):
        raise AnswerError(says)
    return answer


def later(game: Game, view: object, decision: Decision, plain: object) -> Table:
    """Return the view after an answer, as far as its effect depends on this player.

    The board is left out, because drawing it takes longer than running the rules. Decisions on the
    way get their first valid answer. Raise `AnswerError` if the answer is not valid.
    """
    answer, player = answer_from(decision, plain), str(decision.player)
    return _seen(game, followed(_after_answer(game, view, decision, answer), view), player)


def candidates(game: Game, view: object, decision: Decision) -> list[Any]:
    """Return valid answers without duplicates: those that the game suggests, or else a few."""
    tried = (
        game.foresight.planning.candidates(view, decision)
        if game.foresight.planning
        else _some(decision)
    )
    found = {str(plain_answer(decision, each)): each for each in islice(tried, MOST_CANDIDATES)}
    return list(found.values())


# -- answers ------------------------------------------------------------------------------------

_NONE_OF_THEM = object()


def _meant(decision: Decision, plain: object) -> Any:
    if isinstance(decision, PickOne):
        return _option(plain, decision.options)
    if isinstance(decision, PickSome):
        return _options(decision, plain)
    if isinstance(decision, WriteProgram):
        return _program(plain)
    return decision.from_json(plain)


def _option(plain: object, options: Sequence[object]) -> Any:
    """Return the first option with this text or number, or `_NONE_OF_THEM`."""
    text = str(plain) if type(plain) in (str, int) else None
    return next((option for option in options if str(option) == text), _NONE_OF_THEM)


def _options(decision: PickSome, plain: object) -> Any:
    if not isinstance(plain, list | tuple):
        return plain  # `decision.problem` explains what is wrong with it
    left, chosen = list(decision.options), []
    for each in plain:
        chosen.append(_option(each, left))
        if chosen[-1] is not _NONE_OF_THEM:
            left.remove(chosen[-1])
    return tuple(chosen)


def _program(plain: object) -> Program:
    if isinstance(plain, list | tuple) and all(isinstance(card, str) for card in plain):
        plain = ", ".join(plain)
    if not isinstance(plain, str):
        says = say(
            "Answer with cards as text or as a list, not with {answer}.", answer=shown(plain)
        )
        raise AnswerError(says)
    return Program.read(plain)


# -- questions ----------------------------------------------------------------------------------


def _made_of(decision: Decision) -> tuple[Sequence[Any], int, int]:
    """Return the possible parts of an answer, and the smallest and largest number of them."""
    if isinstance(decision, PickOne):
        return decision.options, 1, 1
    if isinstance(decision, PickSome):
        return decision.options, decision.least, decision.at_most
    if isinstance(decision, WriteProgram):
        return decision.hand, decision.least, decision.most
    parts = tuple(getattr(decision, "parts", ()))
    return parts, getattr(decision, "least", 0), getattr(decision, "most", len(parts))


def _some(decision: Decision) -> Iterator[Any]:
    """Yield answers for games that suggest none, the same ones on each call."""
    if isinstance(decision, PickOne):
        yield from decision.options
        return
    yield first(decision)
    if isinstance(decision, WriteProgram):
        yield from _short_programs(decision)
    chance = Chance(f"{decision.player} {getattr(decision, 'question', '')}")
    for _ in range(COMPOSED):
        yield decision.compose(chance.pick)


def _short_programs(decision: WriteProgram) -> Iterator[Program]:
    cards: list[Instruction] = list(dict.fromkeys(decision.hand))
    for length in (1, 2):
        for row in product(cards, repeat=length):
            if decision.problem(Program(row)) is None:
                yield Program(row)


# -- effects of an answer -----------------------------------------------------------------------


def _after_answer(game: Game, view: Any, decision: Decision, answer: Any) -> Flow[Any]:
    """Run the effect of an answer, and return the state after it; `view` if it is unknown."""
    if game.foresight.planning:
        return (yield from game.foresight.planning.after_answer(view, decision, answer))
    if isinstance(decision, WriteProgram):
        return (yield from game.resolve(view, {str(decision.player): answer}))
    return view
