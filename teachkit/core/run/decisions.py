"""Decisions: questions that the rules put to players or to chance, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, TypeAlias

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program, check_nodes
from teachkit.errors import AnswerError, ProgramError, UnansweredError
from teachkit.words import say, shown

Pick: TypeAlias = Callable[[Sequence[Any]], Any]


def picked(pick: Pick, options: Sequence[Any], count: int) -> tuple[Any, ...]:
    """Choose `count` of `options`, and return them in the order in which they were chosen.

    Each option is chosen by calling `pick` with the options that are left.

    >>> picked(lambda left: left[-1], "abc", 2)
    ('c', 'b')
    """
    left, chosen = list(options), []
    for _ in range(count):
        chosen.append(pick(left))
        left.remove(chosen[-1])
    return tuple(chosen)


@dataclass(frozen=True)
class Decision:
    """Base class for questions that the rules put to `player`, or to chance if `player` is `None`.

    `problem(answer)` returns the reason why an answer is not valid. An answer may be of any type,
    so each subclass checks the type first. `takes_time` is true for decisions that people need time
    for; in games against the clock, the clock runs only during such decisions. `about` is the thing
    that the question is about, if any: a piece, a card or an option, which the game's `worded`
    turns into words. `nothing` is the answer of a player who chooses nothing, if there is one.
    """

    takes_time: ClassVar[bool] = False
    nothing: ClassVar[Any] = None
    player: str | None
    about: Any = field(default=None, compare=False, kw_only=True)

    def problem(self, answer: object) -> str | None:
        """Return a sentence that explains why `answer` is not valid, or `None` if it is valid."""
        raise NotImplementedError

    def compose(self, pick: Pick) -> Any:
        """Compose a valid answer by calling `pick` for each choice from a list of options."""
        raise NotImplementedError

    def unfinished(self, laid: object) -> Any:
        """Return the answer for a player whose time is up, given the cards or edits `laid` so far.

        It is `laid` if that is valid, or else `nothing`. If neither is valid, the result is `None`,
        and the game waits until the player answers.
        """
        return self.first_possible(laid, self.nothing)

    def first_possible(self, *answers: object) -> Any:
        """Return the first valid answer among `answers`, or `None` if none is valid."""
        return next((each for each in answers if self.problem(each) is None), None)

    def to_json(self, answer: object) -> Any:
        """Return `answer` as plain data for saving. Raise `AnswerError` if it is not valid."""
        if says := self.problem(answer):
            raise AnswerError(says)
        return self.saved(answer)

    def saved(self, answer: object) -> Any:
        """Return `answer` as plain data, without checking that it is valid."""
        return answer

    def from_json(self, data: object) -> Any:
        """Return the answer whose `to_json` is `data`. Raise `TeachkitError` if there is none."""
        return data


MOST_TOLD = 20


def _told(options: Sequence[object]) -> str:
    """Return at most `MOST_TOLD` of `options`, and "…" if there are more, separated by commas.

    >>> _told(range(99))[-13:]
    '17, 18, 19, …'
    """
    more = ["…"] if len(options) > MOST_TOLD else []
    return ", ".join([*map(str, options[:MOST_TOLD]), *more])


@dataclass(frozen=True)
class PickOne(Decision):
    """A decision to choose one of `options`.

    `places` may name the squares of the options on the board, in the order of the options; "" is
    nowhere. Options that are squares need no `places`, and neither do facings, which are sides of
    the square that the question is `about`. If it `needs_clock`, the answer at a table without a
    clock is `None`.

    >>> PickOne("red", "Which corner do you choose?", ("a1", "f6")).problem("c3")
    'Choose one of: a1, f6.'
    """

    question: str
    options: tuple[Any, ...]
    places: Sequence[str] = field(default=(), compare=False)
    needs_clock: bool = field(default=False, compare=False)

    def problem(self, answer: object) -> str | None:
        if (answer is None and self.needs_clock) or _place(answer, self.options) is not None:
            return None
        return say("Choose one of: {options}.", options=_told(self.options))

    def compose(self, pick: Pick) -> Any:
        return pick(self.options)

    def saved(self, answer: object) -> Any:
        return _place(answer, self.options)

    def from_json(self, data: object) -> Any:
        return None if data is None and self.needs_clock else _option(self.options, data)


@dataclass(frozen=True)
class PickSome(Decision):
    """A decision to choose from `least` to `most` of `options`; equal options count separately.

    If `most` is `None`, all options may be chosen.
    """

    question: str
    options: tuple[Any, ...]
    least: int = 0
    most: int | None = None

    @property
    def at_most(self) -> int:
        """The largest number of options that can be chosen."""
        return len(self.options) if self.most is None else min(self.most, len(self.options))

    def problem(self, answer: Any) -> str | None:
        if says := no_list(answer):
            return says
        if None in self._places(answer):
            return say("Choose from: {options}.", options=_told(self.options))
        if not self.least <= len(answer) <= self.at_most:
            return say("Choose {least} to {most} of these.", least=self.least, most=self.at_most)
        return None

    def compose(self, pick: Pick) -> Any:
        return picked(pick, self.options, pick(range(self.least, self.at_most + 1)))

    def saved(self, answer: Any) -> Any:
        return self._places(answer)

    def _places(self, answer: Sequence[object]) -> list[int | None]:
        """Return the index of each item of `answer` among the options.

        The index of an item that is unknown or chosen too often is `None`.
        """
        left, places = list(self.options), []
        for item in answer:
            place = _place(item, left)
            places.append(place)
            if place is not None:
                left[place] = _TAKEN
        return places

    def from_json(self, data: object) -> Any:
        return tuple(_option(self.options, place) for place in saved_list(data))


_TAKEN = object()


def _place(answer: object, options: Sequence[object]) -> int | None:
    """Return the index of `answer` among `options`, or `None` if it is not one of them."""
    try:
        return options.index(answer)
    except Exception:  # an answer may be anything, even an object that cannot be compared
        return None


def _option(options: tuple[object, ...], place: object) -> Any:
    if type(place) is not int or not 0 <= place < len(options):
        raise no_saved(place)
    return options[place]


@dataclass(frozen=True)
class WriteProgram(Decision):
    """A request for a program built from the cards in `hand`; `problems` checks it by the rules."""

    takes_time: ClassVar[bool] = True
    nothing: ClassVar[Any] = Program()
    question: str
    hand: tuple[Instruction, ...]
    problems: Callable[[Program], Sequence[object]] = field(compare=False)
    least: int = 1
    most: int = 3

    def problem(self, answer: object) -> str | None:
        if not isinstance(answer, Program):
            return say("The answer must be a Program, not {answer}.", answer=shown(answer))
        try:
            check_nodes(answer.body)
        except ProgramError as error:
            return error.says
        found = self.problems(answer)
        return str(found[0]) if found else None

    def compose(self, pick: Pick) -> Any:
        most = min(self.most, len(self.hand))
        return Program(picked(pick, self.hand, pick(range(self.least, most + 1))))

    def saved(self, answer: object) -> Any:
        return str(answer)

    def from_json(self, data: Any) -> Any:
        return Program.read(data)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The answer of a player who ran out of time, which holds the unfinished program."""

    program: Program


@dataclass(frozen=True)
class WriteInTime(WriteProgram):
    """A request for a program against the clock; a player out of time answers `Unfinished`."""

    def saved(self, answer: object) -> Any:
        if isinstance(answer, Unfinished):
            return {"unfinished": super().saved(answer.program)}
        return super().saved(answer)

    def from_json(self, data: Any) -> Any:
        if isinstance(data, dict) and set(data) == {"unfinished"}:
            return Unfinished(super().from_json(data["unfinished"]))
        return super().from_json(data)


@dataclass(frozen=True)
class Shuffle(Decision):
    """A request to shuffle `items`; the answer lists the items' indices in their new order."""

    player: str | None = field(default=None, kw_only=True)
    items: tuple[Any, ...]

    def problem(self, answer: Any) -> str | None:
        if says := no_list(answer):
            return says
        if all(type(place) is int for place in answer) and sorted(answer) == [*self._places]:
            return None
        last = len(self.items) - 1
        return say("A shuffle must list each place from 0 to {last} once.", last=last)

    def compose(self, pick: Pick) -> Any:
        return picked(pick, self._places, len(self.items))

    def saved(self, answer: Any) -> Any:
        return list(answer)

    def from_json(self, data: object) -> Any:
        return saved_list(data)

    @property
    def _places(self) -> range:
        return range(len(self.items))


class Answer(NamedTuple):
    """A player's answer to a decision."""

    player: str | None
    choice: Any


def checked(decisions: tuple[Decision, ...], answers: list[Answer]) -> list[Answer]:
    """Return `answers` if they are valid and complete. Otherwise, raise `AnswerError`."""
    asked = {decision.player: decision for decision in decisions}
    for player, choice in answers:
        decision = asked.pop(player, None)
        if decision is None:
            raise AnswerError(say("There is no question for {player} now.", player=player))
        if says := decision.problem(choice):
            raise AnswerError(says)
    for decision in asked.values():
        raise unanswered(decision)
    return answers


def unanswered(decision: Decision) -> UnansweredError:
    """Return the error for `decision`, which nobody has answered."""
    question = getattr(decision, "question", type(decision).__name__)
    says = say("This start needs an answer to: {question}", question=question)
    return UnansweredError(says, decision)


def no_list(answer: object) -> str | None:
    """Return an error message if `answer` is neither a list nor a tuple, or else `None`."""
    if isinstance(answer, list | tuple):
        return None
    given = shown(answer)
    return say("Write the answer as a list in square brackets, not as {answer}.", answer=given)


def saved_list(data: Any) -> tuple[Any, ...]:
    """Return the saved answer `data` as a tuple. Raise `AnswerError` if `data` is not a list."""
    if no_list(data):
        raise no_saved(data)
    return tuple(data)


def no_saved(data: object) -> AnswerError:
    """Return the error for `data`, which is not a saved answer."""
    return AnswerError(say("This saved answer is not possible here: {answer}.", answer=shown(data)))


class GivenAnswers:
    """A callable that answers decisions with the plain-data `answers`, one after another.

    `left` lists the answers that are not yet used.
    """

    def __init__(self, answers: Sequence[object]) -> None:
        self.left = list(saved_list(answers))

    def __call__(self, decisions: tuple[Decision, ...], state: object) -> list[Answer]:
        if len(self.left) < len(decisions):
            raise unanswered(decisions[len(self.left)])
        return [Answer(asked.player, asked.from_json(self.left.pop(0))) for asked in decisions]


nobody_answers = GivenAnswers(())
"""An answerer that refuses every decision, for runs that must not ask for one."""
