"""The `Game` record, and `run`, the function that runs a program in a game.

A game whose rules allow edits to a row of cards has an `Editing`. Edits are text, such as
`insert jump at 2` and `cover 3 with left`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from teachkit.core.game.foresight import Foresight
from teachkit.core.game.level_generator import LevelGenerator
from teachkit.core.game.palette import Palette
from teachkit.core.game.setups import Opening
from teachkit.core.game.whereabouts import Prospects
from teachkit.core.language.instructions import Instruction, InstructionSet, Procedure, Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, GivenAnswers, saved_list
from teachkit.core.run.flow import Flow, Frame, State
from teachkit.core.run.trace import Trace, record
from teachkit.core.strings import board_error
from teachkit.errors import AnswerError
from teachkit.words import say, say_many, shown, spoken, translate


class Edited(NamedTuple):
    """A row of cards after edits, and the names of the cards that the edits used, such as `2x`."""

    program: Program
    laid: tuple[str, ...]


class EditOption(NamedTuple):
    """A possible edit: its text, the card that it uses, and the range of cards that it affects.

    Cards are numbered from 1. If a card is inserted between others, `last` is one less than
    `first`. `card` is empty if the edit only removes something.
    """

    text: str
    card: str
    first: int
    last: int


@dataclass(frozen=True)
class Editing(Generic[State]):
    """The functions that edit a row of cards according to the rules of a game."""

    edited: Callable[[State, Program, Sequence[str]], Edited]
    """Apply one turn's edits to a row, and return the result.

    Raise `TeachkitError` if an edit is invalid.
    """
    next_edits: Callable[[State, Program, Sequence[str]], Sequence[EditOption]]
    """Return the edits that are possible after the edits made so far in the turn.

    Raise `TeachkitError` if one of the earlier edits is invalid.
    """


@dataclass(frozen=True)
class EditRow(Decision):
    """Base class for decisions about how to edit a row of cards; an answer is a tuple of edits."""

    takes_time: ClassVar[bool] = True
    nothing: ClassVar[Any] = ()
    question: str

    @property
    def row(self) -> Program:
        """The row before the edits."""
        raise NotImplementedError

    @property
    def cards(self) -> Mapping[str, int]:
        """The available cards: a mapping from each card's name in edits to the number of copies."""
        raise NotImplementedError

    def saved(self, answer: Any) -> list[str]:
        return list(answer)

    def from_json(self, data: object) -> tuple[str, ...]:
        return saved_list(data)


def edits_in(text: str) -> tuple[str, ...]:
    """Split `text` into edits, which are separated by commas, semicolons or line breaks.

    >>> edits_in("insert jump  at 2, unloop 1\\n")
    ('insert jump at 2', 'unloop 1')
    """
    edits = (" ".join(part.split()) for part in re.split(r"[,;\n]", text))
    return tuple(filter(None, edits))


class Problem(NamedTuple):
    """A reason why a program may not be played.

    `card` is the number of the card that causes the problem, from 1, or `None`.
    """

    card: int | None
    says: str

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game; `winners` is empty if all players lost."""

    winners: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return self.reason


Goal: TypeAlias = Callable[..., "str | None"]
"""A function `(state, player, **facts)` that returns `None` if the goal is reached.

Otherwise, it returns a sentence that says what is missing.
"""


def by_name(*goals: Goal) -> dict[str, Goal]:
    """Map the name of each function in `goals` to the function."""
    return {goal.__name__: goal for goal in goals}


def fewer(one: str, many: str, here: int, number: int) -> str | None:
    """Return `None` if `here` is at least `number`, or else the sentence that says so.

    The sentence is `one` or `many`, whichever suits `number`, filled in with both numbers.

    >>> fewer("{here} of {number} flag.", "{here} of {number} flags.", 1, 3)
    '1 of 3 flags.'
    """
    says = spoken().ngettext(one, many, number)
    return None if here >= number else says.format(here=here, number=number)


Reading: TypeAlias = "bool | int | str | list[int] | list[str]"
A = TypeVar("A", bound=Callable[..., Reading])


class Sensors(Generic[State]):
    """The sensors of a game, registered by the decorators `condition` and `reading`.

    `conditions` return yes or no, for `while` and `if`; `help` describes when each of them is true.
    `readings` return numbers and words, for Python programs; `meanings` are sentences about them.
    All dictionaries are keyed by sensor name.

    >>> sensors = Sensors()
    >>> @sensors.condition(tells="the number is even")
    ... def even(state, player):
    ...     return state % 2 == 0
    >>> @sensors.reading(tells="Half of the number.")
    ... def half(state, player):
    ...     return state // 2
    >>> sensors.help, [ask(8, "red") for ask in sensors.all.values()]
    ({'even': 'the number is even'}, [True, 4])
    """

    def __init__(self) -> None:
        self.conditions: dict[str, Callable[[State, str], bool]] = {}
        self.readings: dict[str, Callable[[State, str], Reading]] = {}
        self.help: dict[str, str] = {}
        self.meanings: dict[str, str] = {}

    @property
    def all(self) -> dict[str, Callable[[State, str], Reading]]:
        """All conditions and readings, by name."""
        return {**self.conditions, **self.readings}

    def condition(self, *, tells: str) -> Callable[[A], A]:
        """Return a decorator that registers a yes-or-no sensor.

        `tells` is its help text, which completes a sentence that begins with "if".
        """
        return _registering(self.conditions, self.help, tells)

    def reading(self, *, tells: str) -> Callable[[A], A]:
        """Return a decorator that registers a sensor for numbers or words, and what it `tells`."""
        return _registering(self.readings, self.meanings, tells)


def _registering(asks: dict[str, Any], texts: dict[str, str], tells: str) -> Callable[[A], A]:
    def register(ask: A) -> A:
        asks[ask.__name__], texts[ask.__name__] = ask, tells
        return ask

    return register


class Slot(NamedTuple):
    """A place for one card of a program, such as a register; a locked slot keeps its `card`."""

    number: int
    label: str
    is_locked: bool = False
    card: Instruction | None = None


class Holding(NamedTuple):
    """A thing that a player has beside the board, such as an option card or a secret goal.

    `kind` is its name in the `about` of a topic, `label` is its name for people, and `says` is what
    it does. If only its back is visible, `says` is empty, and the label is that of its kind.
    """

    kind: str
    label: str
    says: str = ""


@dataclass(frozen=True)
class Rules:
    """The rules of an edition of a game, as data.

    `title` is the edition's name as shown to people. Each game defines a subclass with more fields.
    The subclass must repeat the line `__hash__ = Rules.__hash__`, because `dataclass` would
    otherwise replace the method.
    """

    name: str
    title: str
    instructions: tuple[str, ...] = ()
    loops: tuple[int, ...] = ()
    loop_cards: int | None = None
    nested: bool = False
    sensors: bool = False
    routines: bool = False

    def __hash__(self) -> int:
        return hash(self.name)


SENTENCES = {
    "card": 'There is no card "{name}" in this deck.',
    "nested": "This deck does not allow a loop inside a loop.",
    "conditions": "This deck has no while or if.",
    "times": "This deck has no ×{times} card.",
}


def unknown_cards(
    rules: Rules, program: Program, sentences: Mapping[str, str] = SENTENCES
) -> Iterator[Problem]:
    """Yield a problem for each card in `program` that the edition does not have.

    `sentences` holds the templates for the messages.
    """
    for number, card in enumerate(program.instructions, 1):
        if card.name not in rules.instructions and card.name not in program.procedures:
            yield Problem(number, translate(sentences["card"]).format(name=card))


def wrong_brackets(
    rules: Rules, program: Program, sentences: Mapping[str, str] = SENTENCES
) -> Iterator[Problem]:
    """Yield a problem for each bracket in `program` that the edition does not allow.

    A bracket may be missing from the edition, empty or too large. Nested brackets are reported
    together as one problem, unless the edition allows them. `sentences` holds the templates for the
    messages.
    """
    if not rules.nested and len(program.brackets) > 1 and program.depth > 1:
        yield Problem(None, translate(sentences["nested"]))
    for bracket, first, last in program.brackets:
        size = last - first + 1
        if isinstance(bracket, Procedure):
            yield from _wrong_routine(rules, bracket, first)
        elif not size:
            yield Problem(None, say("A loop needs at least one card inside."))
        elif not isinstance(bracket, Repeat):
            if not rules.sensors:
                yield Problem(first, translate(sentences["conditions"]))
        elif bracket.times not in rules.loops:
            yield Problem(first, translate(sentences["times"]).format(times=bracket.times))
        elif rules.loop_cards and size > rules.loop_cards:
            says = say("Put a loop around one or two cards, not {size}.", size=size)
            yield Problem(first, says)


def _wrong_routine(rules: Rules, routine: Procedure, first: int) -> Iterator[Problem]:
    if not rules.routines:
        yield Problem(first, say("This deck has no routines."))
    elif not routine.body:
        says = say('The routine "{name}" needs at least one card inside.', name=routine.name)
        yield Problem(None, says)


def views_of_latest(seen_by: Callable[[State, str], State]) -> Callable[[State, str], State]:
    """Decorate `seen_by` so that it computes each player's view of the latest state only once.

    The rules put views into their questions, and a match then shows them to strategies.
    """
    latest: tuple[Any, dict[str, State]] = None, {}

    @wraps(seen_by)
    def seen(state: State, player: str) -> State:
        nonlocal latest
        known = latest  # another thread may replace `latest`, but never changes a pair
        if known[0] is not state:
            known = latest = state, {}
        if player not in known[1]:
            known[1][player] = seen_by(state, player)
        return known[1][player]

    return seen


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[State]):
    """The record of a game: the properties and functions that the rest of the package may use.

    A game's package ends with `GAME = Game(…)`. `misreadings` lists the game's misreadings, most
    common first.

    >>> from teachkit.games import game
    >>> game("lovelace")
    Game('lovelace')
    >>> from dataclasses import replace
    >>> replace(game("lovelace"), name="solo").players is game("lovelace").players
    True
    """

    name: str
    instructions: InstructionSet
    editions: Mapping[str, Rules]
    setup: type[Any]
    """The class of set-ups; its fields are the keys of `[[starts]]`.

    Its method `state()` returns the start state.
    """
    opening: Opening
    levels: LevelGenerator[State]
    goals: Mapping[str, Goal]
    goals_in_words: Mapping[str, str]
    """For each goal, the predicate of the piece that meets it, with its facts in braces."""

    resolve: Callable[[State, Mapping[str, Program]], Flow[State]]
    """Run the players' programs from a state, without dealing cards or starting another round."""
    perform: Callable[[State, str, Instruction], Flow[State]]
    """Run a single card for a player."""
    finish: Callable[[State, str], Flow[State]]
    """End a player's program."""
    play: Callable[[Any], Flow[State]]
    """Play a whole game from a set-up, from dealing to the winner."""

    players: Callable[[State], tuple[str, ...]]
    """Return the names of the players who have a piece in a state, in seat order."""
    vocabulary: Callable[[State], InstructionSet]
    """Return the cards available in a state."""
    problems: Callable[[State, str, Program], list[Problem]]
    """Return the reasons why a player may not play a program, or `[]` if it is allowed."""
    outcome: Callable[[State], Outcome | None]
    """Return the result of a game, or `None` if the game is not over."""
    points: Callable[[State], Mapping[str, int]]
    """Return the points of all players, in seat order; joint winners have equal points."""
    seen_by: Callable[[State, str], State]
    """Return the state as a player sees it, with everything else hidden."""
    whereabouts: Callable[[State, str], str]
    """Return the fact about a player's piece that learners predict, such as its square."""
    placed: Callable[[State, str, str], State]
    """Return a copy of the state with a player's piece at a place, written as in `whereabouts`."""
    predictions: Callable[[State], Prospects]
    """Return the form with which learners predict the `whereabouts` of a piece in a state."""

    programs: Callable[[State], Mapping[str, Program]] = lambda state: {}
    """Return the programs of the pieces that act on their own, keyed by the pieces' names."""
    is_out: Callable[[State, str], bool] = lambda state, player: False
    """Return whether a player's piece is out, so that no more of its program can run."""
    hand: Callable[[State, str], tuple[Instruction, ...] | None] = lambda state, player: None
    """Return the cards that a player holds, or `None` if any card of the vocabulary may be used."""
    room: Callable[[State, str], int | None] = lambda state, player: None
    """Return how many instructions a player's next program may have, or `None` for any number."""
    slots: Callable[[State, str], tuple[Slot, ...]] | None = None
    """Return the slots that a player's next program fills, in the order in which they run.

    The field is `None` if the game's programs have no slots.
    """
    round: Callable[[State], int] = lambda state: 0
    """Return the number of the round in a match, from 1, or 0 before the first round."""
    aim: Callable[[State, str], str] = lambda view, player: ""
    """Return a sentence that says what a player must do next, or how the game is won."""
    counters: Callable[[State, str], Mapping[str, int]] = lambda view, player: {}
    """Return the visible numbers of a player, in words, or those of all players for ""."""
    holdings: Callable[[State, str], Iterable[Holding]] = lambda view, player: ()
    """Return the things that a player has beside the board; those that affect everyone for ""."""
    sources: Callable[[Sequence[Frame], str], Mapping[str, int]] = lambda frames, player: {}
    """Return a player's points by source, in words, from all frames of a match."""
    worded: Callable[[State, str, Any], str] = lambda view, player, option: translate(str(option))
    """Return an option of a player's question in words, such as the title and text of a card.

    It is also called with the thing that a question is about.
    """
    sensors: Sensors[State] = field(default_factory=Sensors)
    editing: Editing[State] | None = None
    foresight: Foresight[State] = field(default_factory=Foresight)
    misreadings: tuple[Misreading, ...] = ()
    palette: Palette = field(default_factory=Palette)
    """The things that the game's boards can hold, with which learners and authors paint them."""

    def __repr__(self) -> str:
        return f"Game({self.name!r})"


Read: TypeAlias = Callable[[Game, Any, Program], "Trace | None"]
"""A function `(game, state, program)` that returns the trace a learner with a misreading expects.

The result is `None` if the misreading makes no difference to the run.
"""


@dataclass(frozen=True)
class Misreading:
    """A wrong idea of how a machine works.

    `says` is a correction for the learner, at most 15 words long. `source` names the research that
    found the misreading, or the lesson in which it occurs; the exercises of that lesson try it
    first. `read` returns the trace that a learner with the misreading expects.
    """

    name: str
    says: str
    source: str
    read: Read


def run(
    game: Game,
    state: object,
    program: Program | str | Mapping[str, Program | str],
    player: str | None = None,
    answers: Sequence[object] = (),
) -> Trace:
    """Run a program from a state, and return the trace.

    A single program is run by `player`, by default the first player of the state; the programs of
    several players are passed as a mapping from names to programs. Programs of other pieces are
    part of the state, and run too. `answers` answer the decisions of the run, in order. Raise
    `ProgramError` if a program is not valid in the game, `AnswerError` if answers are missing or
    left over, and `BoardError` if there is no such player.
    """
    if not isinstance(program, Mapping):
        program = {player_of(game, state, player): program}
    programs = {player_of(game, state, name): _of(game, each) for name, each in program.items()}
    player = player_of(game, state, player or next(iter(programs), None))
    given = GivenAnswers(answers)
    trace = record(game.resolve(state, programs), state, given, player)
    trace.programs = programs
    if left := len(given.left):
        says = say_many(
            "There is {number} answer too many. Remove it.",
            "There are {number} answers too many. Remove them.",
            left,
        )
        raise AnswerError(says)
    return trace


def _of(game: Game, program: Program | str) -> Program:
    """Return `program` as a `Program`. Raise `ProgramError` if it is not valid in `game`."""
    if not isinstance(program, Program):
        return Program.read(program, game.instructions)
    program.check(game.instructions)
    return program


def player_of(game: Game, state: object, player: str | None = None) -> str:
    """Return `player`, or the name of the first player in `state` if `player` is `None`.

    Raise `BoardError` if there is no such player.
    """
    try:
        names = game.players(state)
    except (AttributeError, TypeError):
        raise board_error(
            "Pass a state, such as setup.state(), not {state}.", state=shown(state)
        ) from None
    if not names:
        raise board_error("There is no player on the board. Add one.")
    if player is not None and player not in names:
        facts = {"player": shown(player), "names": ", ".join(names)}
        raise board_error("{player} is not playing here. Choose one of: {names}.", **facts)
    return player or names[0]
