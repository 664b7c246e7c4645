"""What a game is: a module with these names. And `run`, the one way to run a program."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from teachkit.core.game.editing import Editing
from teachkit.core.game.foresight import Foresight, Teamwork
from teachkit.core.game.misreadings import Misreading
from teachkit.core.game.openings import Opening
from teachkit.core.game.predictions import Prospects
from teachkit.core.language.instructions import InstructionSet
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Answer, Decision, Flow, unanswered
from teachkit.core.run.saved import saved_list
from teachkit.core.run.trace import Trace, record
from teachkit.core.run.walk import Sensor
from teachkit.errors import AnswerError, BoardError
from teachkit.words import say, say_many, shown


class Problem(NamedTuple):
    """Why a program may not be played: the card (from 1; `None`: all of it) and a sentence."""

    card: int | None
    says: str

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game is over: who won (several when shared, nobody when lost), and why."""

    winners: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return self.reason


Goal: TypeAlias = Callable[..., "str | None"]
"""A question to a state, `(state, player, **arguments)`: `None`, or what is not yet so."""


Gauge: TypeAlias = Callable[[Any, str], "bool | int | str | list[int] | list[str]"]
"""What Python that drives may ask of a state, `(state, player)`, and is given as a value."""


class Slot(NamedTuple):
    """A place for one card of a program, such as a register. A locked one keeps what is in it."""

    number: int
    label: str
    is_locked: bool = False
    card: Instruction | None = None


Slots: TypeAlias = Callable[[Any, str], tuple[Slot, ...]]
"""The places that the next program fills, `(state, player)`, in the order in which they run."""


class Rules(Protocol):
    """An edition as data; `title` is what people read, `published` whether it was printed."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def published(self) -> bool: ...
    @property
    def instructions(self) -> tuple[str, ...]: ...
    @property
    def loops(self) -> tuple[int, ...]: ...
    @property
    def loop_cards(self) -> int | None: ...
    @property
    def nested(self) -> bool: ...
    @property
    def sensors(self) -> bool: ...


class Setup(Protocol):
    """How a start is made, field by field what an exercise's `[[starts]]` may say."""

    def state(self) -> Any: ...


class Places(Protocol):
    """How a game takes a state apart: the piece's place, and what is elsewhere on its board.

    An instruction does from a place what it does there on a bare board, unless it comes to a
    square where something waits. A place and a square are whatever the game has for them.
    """

    @property
    def GOALS(self) -> frozenset[str]: ...  # noqa: N802
    def place(self, state: Any, player: str) -> Any: ...
    def moved_to(self, state: Any, player: str, place: Any) -> Any: ...
    def alone(self, state: Any, player: str) -> Any: ...
    def alike(self, state: Any, place: Any, instruction: Instruction | None) -> Any: ...
    def onward(self, place: Any, end: Any) -> Any: ...
    def occupied(self, state: Any, player: str) -> frozenset[Any] | None: ...
    def came_to(
        self, state: Any, player: str, instruction: Instruction | None, after: Sequence[Any]
    ) -> frozenset[Any]: ...


class Halves(NamedTuple):
    """`perform` in two parts, so that what follows on equal states in between is played once.

    `first` leads to such a state, without what makes no difference to the second. They raise
    `AnswerError` where the rules would ask somebody.
    """

    first: Callable[[Any, str, Instruction], Any]
    second: Callable[[Any], Any]


class Ahead(Protocol):
    """What a search may know of a game whose `perform` plays a whole round, others' cards too.

    States with the same essence are the same for all that is still to come; so are cards that
    are alike, whenever they are laid from here on. `halves` are made anew for each search, and
    `None` where a round is one.
    """

    def halves(self) -> Halves | None: ...
    def essence(self, state: Any, player: str) -> Any: ...
    def alike(self, state: Any, player: str, card: Instruction) -> Hashable: ...


class Game(Protocol):
    """The names a game module exports; see the design of each in its own package.

    `SENSORS` say yes or no, and are asked by cards; `GAUGES` give numbers and words, and are
    asked, beside them, by Python that drives. `SLOTS` tells the places of a program, where each
    card has one. Without `AHEAD` a search cannot know what others do meanwhile. `MISREADINGS` are
    wrong ideas of this machine, the commonest first. `OPENING` is how a match begins; those who
    plan ask `FORESIGHT`, or `TEAMWORK` where players win together. `points` are those of everybody
    at the table, in seat order; who win together have the same. `placed` is a state with a piece
    where `whereabouts` would say so.
    """

    # Read only, so that a game may be more exact about its own.
    @property
    def NAME(self) -> str: ...  # noqa: N802
    @property
    def INSTRUCTIONS(self) -> InstructionSet: ...  # noqa: N802
    @property
    def EDITIONS(self) -> Mapping[str, Rules]: ...  # noqa: N802
    @property
    def SENSORS(self) -> Mapping[str, Sensor]: ...  # noqa: N802
    @property
    def GAUGES(self) -> Mapping[str, Gauge]: ...  # noqa: N802
    @property
    def GOALS(self) -> Mapping[str, Goal]: ...  # noqa: N802
    @property
    def PLACES(self) -> Places | None: ...  # noqa: N802
    @property
    def AHEAD(self) -> Ahead | None: ...  # noqa: N802
    @property
    def EDITING(self) -> Editing | None: ...  # noqa: N802
    @property
    def SLOTS(self) -> Slots | None: ...  # noqa: N802
    @property
    def MISREADINGS(self) -> tuple[Misreading, ...]: ...  # noqa: N802
    @property
    def FORESIGHT(self) -> Foresight | None: ...  # noqa: N802
    @property
    def TEAMWORK(self) -> Teamwork | None: ...  # noqa: N802
    @property
    def OPENING(self) -> Opening: ...  # noqa: N802
    @property
    def Setup(self) -> type[Any]: ...  # noqa: N802

    def vocabulary(self, state: Any) -> InstructionSet: ...
    def programs(self, state: Any) -> Mapping[str, Program]: ...
    def hand(self, state: Any, player: str) -> tuple[Instruction, ...] | None: ...
    def problems(self, state: Any, player: str, program: Program) -> list[Problem]: ...
    def resolve(self, state: Any, programs: Mapping[str, Program]) -> Flow[Any]: ...
    def perform(self, state: Any, player: str, instruction: Instruction) -> Flow[Any]: ...
    def finish(self, state: Any, player: str) -> Flow[Any]: ...
    def play(self, setup: Any) -> Flow[Any]: ...
    def outcome(self, state: Any) -> Outcome | None: ...
    def points(self, state: Any) -> Mapping[str, int]: ...
    def seen_by(self, state: Any, player: str) -> Any: ...
    def players(self, state: Any) -> tuple[str, ...]: ...
    def whereabouts(self, state: Any, player: str) -> str: ...
    def placed(self, state: Any, player: str, where: str) -> Any: ...
    def prospects(self, state: Any) -> Prospects: ...


def run(
    game: Game,
    state: Any,
    program: Program | str | Mapping[str, Program | str],
    player: str | None = None,
    answers: Sequence[Any] = (),
) -> Trace:
    """What this program does from this state: the one way in for notebooks, checks and tests.

    `player` is the first player of the state unless said otherwise; programs of several players
    are given by name. What others do here lies in the state, and runs with it. `answers` are
    given in their order to what the rules ask on the way. Raises `ProgramError` for what is no
    program of this game, `AnswerError` when answers are missing or left over, and `BoardError`
    where nobody can run it.
    """
    if not isinstance(program, Mapping):
        program = {player_of(game, state, player): program}
    programs = {player_of(game, state, name): _of(game, each) for name, each in program.items()}
    player = player_of(game, state, player or next(iter(programs), None))
    given = GivenAnswers(answers)
    trace = record(game.resolve(state, programs), state, given, player)
    if left := len(given.left):
        raise AnswerError(say_many("{number} answer was not asked for; take it away.",
                                   "{number} answers were not asked for; take them away.",
                                   left))  # fmt: skip
    return trace


def _of(game: Game, program: Program | str) -> Program:
    """A program of this game. Raises `ProgramError` for anything else."""
    if not isinstance(program, Program):
        return Program.read(program, game.INSTRUCTIONS)
    program.check(game.INSTRUCTIONS)
    return program


def player_of(game: Game, state: Any, player: str | None = None) -> str:
    """Who runs a program here: this player, or the first. Raises `BoardError` for nobody."""
    try:
        names = game.players(state)
    except (AttributeError, TypeError):
        raise BoardError(
            say("Hand over a state, such as setup.state(), not {state}.", state=shown(state))
        ) from None
    if not names:
        raise BoardError(say("Nobody plays here; put somebody on the board."))
    if player is not None and player not in names:
        raise BoardError(say("{player} does not play here; there are: {names}.",
                             player=shown(player), names=", ".join(names)))  # fmt: skip
    return player or names[0]


class GivenAnswers:
    """An answerer that gives these answers, saved as plain data, one after another.

    `left` are those that nobody has asked for yet.
    """

    def __init__(self, answers: Sequence[Any]) -> None:
        self.left = list(saved_list(answers))

    def __call__(self, decisions: tuple[Decision, ...], state: Any) -> list[Answer]:
        if len(self.left) < len(decisions):
            raise unanswered(decisions[len(self.left)])
        return [Answer(asked.player, asked.from_json(self.left.pop(0))) for asked in decisions]
