"""Views, questions and answers as plain data, for a learner's `play(view, decision)`.

Plain data consists of strings, numbers, lists, and dictionaries with strings as keys, so it can be
sent to another process. An option is represented by its string. If several options have the same
string, the string stands for the first of them that has not been chosen yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb, prod
from statistics import fmean
from typing import Any, NamedTuple

from teachkit.core.data import Table
from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Decision, PickOne, PickSome, Shuffle, WriteProgram
from teachkit.core.run.flow import Flow, followed
from teachkit.errors import AnswerError, TeachkitError
from teachkit.words import say, shown

MOST_WAYS = 400  # with at most this many ways to answer, every answer is a candidate
ESTIMATED = 5  # the number of random ways for a first estimate of their total
COMPOSED = 100  # the number of random answers if there are more ways than `MOST_WAYS`


def view_of(game: Game, state: object, player: str, players: Sequence[str] = ()) -> Table:
    """Return the view of `player` as plain data.

    `state` is the state that `game.seen_by` returned for `player`. `players` are all players of the
    match in seat order, including those who have no piece yet. The result's `facts` are the sensor
    readings of every player with a piece on the board.

    >>> from teachkit.games import algoracing
    >>> state = algoracing.Setup(floor=". . *", rovers={"red": "a1 east"}).state()
    >>> view = view_of(algoracing.GAME, state, "red")
    >>> view["me"], view["points"], view["facts"]["red"]["square"]
    ('red', {'red': 0}, 'a1')
    """
    return _seen(game, state, player, players) | {"board": str(state)}


def _seen(game: Game, state: object, player: str, players: Sequence[str]) -> Table:
    # A player may be asked before some or all of the pieces are on the board.
    points = dict.fromkeys(players or (player,), 0) | dict(game.points(state))
    facts = {
        each: {name: gauge(state, each) for name, gauge in game.sensors.readings.items()}
        for each in game.players(state)
    }
    return {"me": player, "players": list(points), "points": points, "facts": facts}


def question_of(decision: Decision, chance: Chance) -> Table:
    """Return `decision` as plain data, with candidate answers to try.

    In the result, `options` are the possible parts of an answer, and `least` and `most` are the
    minimum and maximum number of parts. `candidates` are all valid answers in a random order, or a
    random sample if there are too many. `count` is the number of all valid answers, which is an
    estimate if `candidates` is only a sample.

    >>> asked = PickSome("red", "Which cards?", ("left", "left", "jump"), most=2)
    >>> question = question_of(asked, Chance(1))
    >>> question["kind"], question["options"], question["least"], question["most"]
    ('pick some', ['left', 'left', 'jump'], 0, 2)
    >>> sorted(question["candidates"]), question["count"]
    ([[], ['jump'], ['left'], ['left', 'jump'], ['left', 'left']], 5)
    """
    options, least, most = _made_of(decision)
    answers, total = candidates(decision, chance)
    return {
        "kind": kind_of(decision),
        "question": getattr(decision, "question", ""),
        "options": [str(option) for option in options],
        "least": least,
        "most": most,
        "candidates": answers,
        "count": total,
    }


def kind_of(decision: Decision) -> str:
    """Return the name of the decision's kind, such as `pick one`, which is not translated."""
    if isinstance(decision, WriteProgram):
        return "write a program"
    name = type(decision).__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def plain_answer(decision: Decision, answer: Any) -> Any:
    """Return `answer` as learners write it: a string, a list of strings, or other plain data."""
    if isinstance(decision, PickOne | WriteProgram):
        return str(answer)
    if isinstance(decision, PickSome):
        return [str(option) for option in answer]
    return decision.to_json(answer)


def answer_from(decision: Decision, plain: object) -> Any:
    """Return the answer that `plain` represents. Raise `AnswerError` if the answer is not valid.

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


def later(
    game: Game, view: object, decision: Decision, players: Sequence[str], plain: object
) -> Table:
    """Return the view of the deciding player after the answer `plain`.

    The view shows the effect of the answer as far as it depends on this player. The board is left
    out, because drawing it takes longer than running the rules. Decisions that follow from the
    answer get their first valid answer. Raise `AnswerError` if the answer is not valid.
    """
    answer, player = answer_from(decision, plain), str(decision.player)
    after = followed(_after_answer(game, view, decision, answer), view)
    return _seen(game, after, player, players)


def candidates(decision: Decision, chance: Chance) -> tuple[list[Any], int]:
    """Return all valid answers as plain data in a random order, and their number.

    If there are too many, return different answers from a random sample, and an estimate of the
    total number. The selection does not depend on how good the answers are.
    """

    def ways(number: int) -> list[Way]:
        return [_composed(decision, lambda _, size: chance.pick(range(size)))
                for _ in range(number)]  # fmt: skip

    if _count_estimated(ways(ESTIMATED)) <= MOST_WAYS:
        if isinstance(decision, PickSome):  # the order of the options makes no difference
            sizes = range(decision.least, decision.at_most + 1)
            number = sum(map(_orders(decision.options).__getitem__, sizes))
            every: Iterable[Any] = chain(*(combinations(decision.options, size) for size in sizes))
        else:
            listed = list(islice(_every_answer(decision), MOST_WAYS + 1))
            every, number = listed, len(listed)
        if number <= MOST_WAYS:
            found = _different(decision, every)
            order = chance.answer(Shuffle(items=tuple(found))).choice
            return [found[place] for place in order], len(found)
    sample = ways(COMPOSED)
    found = _different(decision, [way.answer for way in sample])
    return found, max(_count_estimated(sample), len(found))


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
    """Return the first option with the same string as `plain`, or `_NONE_OF_THEM` if there is none.

    Only a string or an integer can match.
    """
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
        says = say("Write the cards as text or as a list, not as {answer}.", answer=shown(plain))
        raise AnswerError(says)
    return Program.read(plain)


# -- questions ----------------------------------------------------------------------------------


def _made_of(decision: Decision) -> tuple[Sequence[Any], int, int]:
    """Return the possible parts of an answer to `decision`, and their least and greatest number."""
    if isinstance(decision, PickOne):
        return decision.options, 1, 1
    if isinstance(decision, PickSome):
        return decision.options, decision.least, decision.at_most
    if isinstance(decision, WriteProgram):
        return decision.hand, decision.least, decision.most
    parts = tuple(getattr(decision, "parts", ()))
    return parts, getattr(decision, "least", 0), getattr(decision, "most", len(parts))


class Way(NamedTuple):
    """A valid answer, and the choices from which it was composed.

    Each choice is a pair: the number of options, and the index of the chosen one.
    """

    answer: Any
    choices: list[tuple[int, int]]


def _composed(decision: Decision, choose: Callable[[int, int], int]) -> Way:
    """Compose a valid answer to `decision`, with each choice made by `choose`.

    `choose` gets the number of earlier choices and the number of options, and returns the index of
    the chosen option.
    """
    choices: list[tuple[int, int]] = []

    def pick(options: Sequence[Any]) -> Any:
        different = list(dict.fromkeys(options))
        index = choose(len(choices), len(different))
        choices.append((len(different), index))
        return different[index]

    return Way(decision.compose(pick), choices)


def _count_estimated(ways: Sequence[Way]) -> int:
    """Estimate the total number of ways to compose an answer from the random sample `ways`.

    This is Knuth's method for estimating the size of a search tree. The estimate is exact if the
    numbers of options are the same in all ways.
    """
    return round(fmean(prod(size for size, _ in way.choices) for way in ways))


def _every_answer(decision: Decision) -> Iterator[Any]:
    """Yield every answer that can be composed, once for each way to compose it.

    The same answer may appear several times, with its parts in different orders.
    """
    next_way: list[int] | None = []

    def choose(at: int, _: int) -> int:
        return next_way[at] if next_way and at < len(next_way) else 0

    while next_way is not None:
        answer, choices = _composed(decision, choose)
        yield answer
        while choices and choices[-1][1] + 1 == choices[-1][0]:
            choices.pop()
        indices = [index for _, index in choices]
        next_way = [*indices[:-1], indices[-1] + 1] if indices else None


def _orders(options: Sequence[Any]) -> list[int]:
    """Return how many different sequences of 0, 1, 2 … options there are; equal ones look alike.

    >>> _orders("aab")
    [1, 2, 3, 3]
    """
    orders = [1]
    for most in Counter(options).values():
        longer = [*orders, *(0 for _ in range(most))]
        orders = [
            sum(comb(size, n) * longer[size - n] for n in range(min(most, size) + 1))
            for size in range(len(longer))
        ]
    return orders


def _different(decision: Decision, answers: Iterable[Any]) -> list[Any]:
    """Return different `answers` as plain data; the order within a `PickSome` answer is ignored."""
    found: dict[str, Any] = {}
    for plain in (plain_answer(decision, each) for each in answers):
        found.setdefault(str(sorted(plain) if isinstance(decision, PickSome) else plain), plain)
    return list(found.values())


# -- effects of an answer -----------------------------------------------------------------------


def _after_answer(game: Game, view: Any, decision: Decision, answer: Any) -> Flow[Any]:
    """Run the effect of `answer`, and return the new state, or `view` if it cannot be predicted."""
    if game.foresight.planning:
        return (yield from game.foresight.planning.after_answer(view, decision, answer))
    if isinstance(decision, WriteProgram):
        return (yield from game.resolve(view, {str(decision.player): answer}))
    return view
