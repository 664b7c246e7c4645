"""The entrants of a tournament and their games, each played or read from the journal.

Learners' strategies run in the sandbox, and house strategies in this process. The results depend
only on the submitted strategies, because everything is seeded and time is counted in steps. A clock
stops only strategies that sleep or never return from a call.

A strategy that keeps failing costs little time. If `STRIKES` answers in a row fail, it loses the
game and all its later games by forfeit. The same happens if it takes too long in `STRIKES` games in
a row. Which games are later is decided by their numbers: a later game that some worker had begun
before the verdict is ignored.
"""

from __future__ import annotations

import atexit
import json
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from teachkit.classroom.jobs import Backend, FailedJob, Journal, run_jobs
from teachkit.classroom.sandbox.sandbox import NotRunError, Sandbox, cannot_enforce
from teachkit.classroom.sandbox.warm_sandbox import WarmSandbox
from teachkit.classroom.tournament.own_player import OwnPlayer
from teachkit.core.game.game import Game
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import first
from teachkit.core.strings import cut, first_free, one_line, visible
from teachkit.errors import DataError
from teachkit.exercises.running.results import Result, shown
from teachkit.exercises.running.strategy_games import BrokeOffError, Seat
from teachkit.exercises.running.strategy_player import PLAY, Player
from teachkit.exercises.running.troubles import Stopped
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import STRENGTHS, Strategy, house
from teachkit.play.tournament import (
    STRIKES,
    Fixture,
    Forfeits,
    Pass,
    Played,
    fixtures,
    shares_of,
    shares_without,
)
from teachkit.words import say

MOST_BYTES = 200_000  # a long strategy has about ten thousand bytes


class Entrant(NamedTuple):
    """A named strategy in a tournament: a learner's `source` code, or a `house` strength.

    `own` returns the function of a strategy that runs in this process, outside of tournaments.
    """

    name: str
    source: str = ""
    house: str = ""
    own: Callable[[], Callable[..., Any]] | None = None


class Trouble(NamedTuple):
    """An entrant that cannot take part or a game that could not be played; `says` explains why."""

    name: str
    says: str


def of_house(strengths: Iterable[str]) -> list[Entrant]:
    """Return one entrant for each distinct house strength in `strengths`."""
    return [Entrant(f"house {strength}", house=strength) for strength in dict.fromkeys(strengths)]


def entrants_in(paths: Sequence[Path]) -> tuple[list[Entrant], list[Trouble]]:
    """Return an entrant for each readable file, and the reasons why other files cannot take part.

    `paths` are files or folders of `.py` files. An entrant is named after its file, without `.py`.
    If several files have the same name, or a file is called like an entrant of the house, the name
    of its folder is added. Raise `DataError` if a folder has no such file.
    """
    found = (file for path in paths for file in _files(path))
    files = dict.fromkeys(file.parent.resolve() / file.name for file in found)
    entrants, troubles = dict[str, Entrant](), list[Trouble]()
    names = [_name(file.stem) for file in files]
    times = Counter([*names, *(each.name for each in of_house(STRENGTHS))])
    for short, file in zip(names, files, strict=True):
        longer = f"{short} ({_name(file.parent.name)})"
        name = short
        if times[short] > 1:
            name = first_free(longer, lambda name: name not in entrants, " ")
        try:
            entrants[name] = Entrant(name, _source(file))
        except DataError as error:
            troubles.append(Trouble(f"{name}{file.suffix}", error.says))
    return list(entrants.values()), troubles


def _name(text: str) -> str:
    """Return the name of a file or folder such that names that look the same are equal."""
    return visible(normalize("NFC", text)) or one_line(text)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.glob("*.py") if not file.name.startswith((".", "_")))
    if not files:
        says = say('There is no .py file in "{folder}". Put the strategies there.', folder=path)
        raise DataError(says)
    return files


def _source(file: Path) -> str:
    """Return the text of `file`. Raise `DataError` if it cannot be used."""
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        if len(content) <= MOST_BYTES:
            return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(say("It is not UTF-8 text. Save it as UTF-8.")) from None
    except OSError:
        raise DataError(say("It cannot be read.")) from None
    raise DataError(say("It is larger than {size} kB.", size=MOST_BYTES // 1000))


MOST_WARM = 24  # processes that one worker keeps alive, because starting one takes time
SEATS = 2
FRAMES = 5_000  # after this many frames, a game ends without a winner


class Terms(NamedTuple):
    """The settings of a tournament: the game, its edition and its board.

    An empty `edition` or `board` means the game's first one. A game is stopped after `frames`
    frames. If `trusted` is true, strategies run even without bubblewrap.
    """

    game: str
    edition: str = ""
    board: str = ""
    frames: int = FRAMES
    trusted: bool = False

    @property
    def module(self) -> Game:
        return game(self.game)

    @property
    def is_team(self) -> bool:
        """Whether all players win or lose together; one strategy then plays for all of them."""
        return self.module.foresight.teamwork is not None

    def setup(self) -> Any:
        """Return the set-up of a game. Raise `TeachkitError` if its edition or board is unknown."""
        return self.module.opening.match(SEATS, self.edition, self.board)

    def check(self, entrants: Iterable[Entrant]) -> None:
        """Raise `TeachkitError` if the edition, the board or an entrant's strength is unknown."""
        self.setup()
        for entrant in entrants:
            if entrant.house:
                house(self.module, entrant.house)


class Job(NamedTuple):
    """A game to play, with its entrants in seat order."""

    fixture: Fixture
    entrants: tuple[Entrant, ...]


def trouble_of(terms: Terms, entrant: Entrant) -> str:
    """Return a sentence that explains why `entrant` cannot be loaded, or "" if it can be loaded."""
    if entrant.house:
        return ""
    trouble = warm_player(terms, entrant).begin("")
    return why(trouble, entrant.source) if trouble else ""


def strategy_support(trusted: bool) -> tuple[bool, tuple[str, ...]]:
    """Return whether this machine may run strategies, and the limits that it cannot enforce."""
    return trusted or Sandbox().is_isolated, cannot_enforce(trusted)


def play(terms: Terms, job: Job) -> Played:
    """Play the game of `job` and return its result."""
    module, setup, seed = terms.module, terms.setup(), job.fixture.seed
    seats: dict[str, Strategy] = {}
    begun = set[str]()
    for place, (piece, entrant) in enumerate(zip(setup.players, job.entrants, strict=True)):
        if entrant.house:
            seats[piece] = house(module, entrant.house, f"{seed} {place}")
            continue
        player = warm_player(terms, entrant)
        if entrant.name not in begun:
            player.begin(f"{seed} {place}")
            begun.add(entrant.name)
        seat = Seat(module, player, setup.players, f"{seed} {place}")
        seats[piece] = FallbackStrategy(player, entrant, seat, gives_up=True)
    match = Match(module, setup, seed, seats, frame_limit=terms.frames)
    return _played(terms, job, match, list(seats.values()))


def _played(terms: Terms, job: Job, match: Match, seats: list[Strategy]) -> Played:
    names, points = job.fixture.seats, match.game.points(match.state)
    won = shares_of(match) if match.outcome else {}
    sandboxed = [seat for seat in seats if isinstance(seat, FallbackStrategy)]
    lost = dict.fromkeys(each.entrant.name for each in sandboxed if each.has_lost)
    shares = tuple(won.get(piece, 0.0) for piece in match.setup.players)
    says = str(match.outcome or say("The game was stopped after {most} steps.", most=terms.frames))
    if lost:
        says = say("Lost by forfeit: {names}.", names=", ".join(lost))
    return Played(
        job.fixture,
        shares=shares_without(names, lost) if lost else shares,
        points=tuple(points.get(piece, 0) for piece in match.setup.players),
        passed=tuple(getattr(seat, "passed", 0) for seat in seats),
        answered=tuple(getattr(seat, "answered", 0) for seat in seats),
        says=says,
        passes=tuple(kept for strategy in sandboxed for kept in strategy.passes.values()),
        remarks=tuple(
            {(each.entrant.name, says): None for each in sandboxed for says in each.remarks()}
        ),
        save=json.loads(json.dumps(match.save())),  # the plain data that loading would return
        strikes=tuple(getattr(seat, "strikes", 0) for seat in seats),
        forfeited=tuple(lost),
    )


# -- warm processes ------------------------------------------------------------------------------

_warm: OrderedDict[tuple[str, str], WarmSandbox] = OrderedDict()


def warm_player(terms: Terms, entrant: Entrant) -> Player:
    """Return the warm sandbox of `entrant`, which is kept for the entrant's next game.

    Raise `NotRunError` if strategies may not run on this machine.
    """
    if entrant.own:
        return OwnPlayer(entrant.own)
    if not (terms.trusted or Sandbox().is_isolated):
        raise NotRunError(*cannot_enforce())
    key = entrant.name, entrant.source
    if key not in _warm:
        while len(_warm) >= MOST_WARM:
            _warm.popitem(last=False)[1].close()
        _warm[key] = WarmSandbox(entrant.source)
    _warm.move_to_end(key)
    return _warm[key]


@atexit.register
def cool_down() -> None:
    """End all processes that are kept warm."""
    while _warm:
        _warm.popitem()[1].close()


PASSING = "pass"  # the name of the option to pass, in games that have this option
CALL = f"{PLAY}(…)"
MOST_ANSWERS = 1_000  # in a game; when even random strategies play, hardly any game needs so many
MOST_KEPT = 3  # passes stored for the report, each with a different cause
TOO_LONG = ("timeout", "died", "flooded", "garbled")  # the error codes that cost much time
LONGEST = 300


class FallbackStrategy:
    """A learner's sandboxed strategy that passes instead of giving an invalid answer.

    `says` explains why the last answer was replaced by a pass, or is "". `passes` maps the sentence
    that explains a cause to the first pass with this cause, for at most `MOST_KEPT` causes. A
    strategy that `gives_up` is no longer asked after `STRIKES` failures in a row or `MOST_ANSWERS`
    answers, and only passes.
    """

    def __init__(
        self, player: Player, entrant: Entrant, seat: Seat, gives_up: bool = False
    ) -> None:
        self.player, self.entrant, self.seat = player, entrant, seat
        self._gives_up = gives_up
        self.answered = self.passed = self._failed = 0
        self.has_changed = self.has_given_up = self._took_too_long = False
        self.says = ""
        self.passes: dict[str, Pass] = {}

    def __call__(self, view: object, decision: Decision) -> Any:
        if self.has_given_up or (self._gives_up and self.answered == MOST_ANSWERS):
            return passing(decision)
        self.answered += 1
        self.says = ""
        try:
            answer = self.seat(view, decision)
            self._failed = 0
            return answer
        except BrokeOffError as error:
            self.passed += 1
            self._failed += 1
            self.has_given_up = self._gives_up and self._failed == STRIKES
            self._took_too_long |= error.result.trouble in TOO_LONG
            self.says = why(error.result, self.entrant.source)
            self._keep(self.says)
            return passing(decision)
        finally:
            self.has_changed = self.has_changed or getattr(self.player, "has_changed", False)

    @property
    def has_lost(self) -> bool:
        """Whether the game is lost by forfeit: it has given up, or not one answer was valid."""
        return self.has_given_up or 0 < self.answered == self.passed

    @property
    def strikes(self) -> int:
        """The strikes for this game; only a strategy that has given up gets all `STRIKES`."""
        return STRIKES if self.has_given_up else int(self.has_lost or self._took_too_long)

    def _keep(self, says: str) -> None:
        if says not in self.passes and len(self.passes) < MOST_KEPT:
            self.passes[says] = Pass(self.entrant.name, self.answered, says, *self.seat.asked)

    def remarks(self) -> Iterator[str]:
        """Yield a sentence about each harmless fault that the strategy's author should know of."""
        if self.seat.printed:
            yield say("It prints something, but nobody can read that in a tournament.")
        if self.has_changed:
            yield say("It changes the view or the decision that it was given. They are copies, so "
                      "this has no effect.")  # fmt: skip


def passing(decision: Decision) -> Any:
    """Return the option to pass if `decision` offers one, or else its first option."""
    passes = (option for option in getattr(decision, "options", ()) if option == PASSING)
    return next(passes, None) or first(decision)


def why(result: Result, source: str) -> str:
    """Return a sentence that explains why `result` is not a valid answer."""
    if result.trouble != "answer":
        where = say("your code") if result.loading else CALL
        says = Stopped(result, where, PLAY, 2, source, ("later",)).says
    elif result.value is None:
        says = say("{call} returned nothing. It should return an answer.", call=CALL)
    else:
        says = say("It answered {value}. {reason}", value=shown(result.value), reason=result.reason)
    return cut(says, LONGEST)


FEWEST = 2  # strategies in a tournament, because a game against itself proves nothing


def loadable_entrants(
    terms: Terms, entrants: Sequence[Entrant], backend: Backend
) -> tuple[list[Entrant], list[Trouble]]:
    """Return the entrants that can be loaded, and the reasons why the others cannot."""
    loadable, troubles = list[Entrant](), list[Trouble]()
    found = dict(run_jobs(partial(trouble_of, terms), entrants, backend))
    for number, entrant in enumerate(entrants):
        says = found[number]
        if says:
            says = _failed(says) if isinstance(says, FailedJob) else says
            troubles.append(Trouble(entrant.name, says))
        else:
            loadable.append(entrant)
    return loadable, troubles


def jobs(terms: Terms, entrants: Sequence[Entrant], rounds: int, seed: str) -> list[Job]:
    """Return a job for each game of the tournament. Raise `DataError` for too few entrants."""
    by_name = {entrant.name: entrant for entrant in entrants}
    if len(by_name) < (1 if terms.is_team else FEWEST):
        raise DataError(say("A tournament needs at least two strategies that can play. Add one."))
    team_of = SEATS if terms.is_team else 0
    return [
        Job(fixture, tuple(by_name[name] for name in fixture.seats))
        for fixture in fixtures(by_name, rounds, seed, team_of)
    ]


def games(
    terms: Terms, all_jobs: Sequence[Job], backend: Backend, journal: Journal[Job, Played]
) -> Iterator[Played | Trouble]:
    """Yield the result of each game, by number, or the reason why it could not be played.

    Games that could not be played are not stored in the journal, so the next run tries them again.
    Games that are lost by forfeit are not played.
    """
    stored = {job.fixture.number: kept for job in all_jobs if (kept := journal.find(job))}
    found: dict[int, Played | Trouble] = {**stored}
    waiting, begun = deque(job.fixture for job in all_jobs), list[Job]()
    forfeits = Forfeits()

    def wanted() -> Iterator[Job]:
        """Yield the jobs that must be played, as far as this is known when a worker is free."""
        for job in all_jobs:
            if job.fixture.number not in stored and not forfeits.result(job.fixture):
                begun.append(job)
                yield job

    def settled() -> Iterator[Played | Trouble]:
        """Yield the results of the next games, as long as they are known."""
        while waiting and (game := forfeits.result(waiting[0]) or found.get(waiting[0].number)):
            waiting.popleft()
            if isinstance(game, Played) and game.is_played:
                forfeits.add(game)
            yield game

    yield from settled()
    for number, played in run_jobs(partial(play, terms), wanted(), backend) if waiting else ():
        fixture = begun[number].fixture
        if isinstance(played, FailedJob):
            names = ", ".join(fixture.seats)
            name = say("Game {number} ({names})", number=fixture.number, names=names)
            found[fixture.number] = Trouble(name, _failed(played))
        else:
            journal.keep(begun[number], played)
            found[fixture.number] = played
        yield from settled()


def _failed(job: FailedJob) -> str:
    return say("This could not be played: {reason}.", reason=job.reason)
