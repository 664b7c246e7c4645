"""The entrants of a tournament and their games, each played or read from the journal.

Learners' strategies run in the sandbox, and house strategies in this process. The results depend
only on the submitted strategies, because everything is seeded and time is counted in steps. A clock
stops only strategies that sleep or never return from a call.
"""

from __future__ import annotations

import atexit
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from teachkit.classroom.jobs import Backend, FailedJob, Journal, resumed, run_jobs
from teachkit.classroom.sandbox.sandbox import NotRunError, cannot_enforce, sandbox
from teachkit.classroom.sandbox.warm_sandbox import WarmSandbox
from teachkit.core.game.game import Game
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import first
from teachkit.core.strings import cut, one_line
from teachkit.errors import DataError
from teachkit.exercises.running.results import Result, shown
from teachkit.exercises.running.strategy_games import BrokeOffError, Seat
from teachkit.exercises.running.strategy_player import PLAY, Player
from teachkit.exercises.running.troubles import Stopped
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy, house
from teachkit.play.tournament import Fixture, Pass, Played, fixtures, shares_of
from teachkit.words import say

MOST_BYTES = 200_000  # a long strategy has about ten thousand bytes


class Entrant(NamedTuple):
    """A named strategy in a tournament: a learner's `source` code, or a `house` strength."""

    name: str
    source: str = ""
    house: str = ""


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
    Raise `DataError` if a folder has no such file, or if two files have the same name.
    """
    files = dict.fromkeys(file for path in paths for file in _files(path))
    entrants, troubles = dict[str, Entrant](), list[Trouble]()
    for file in files:
        name = one_line(file.stem)
        if name in entrants:
            says = say('Two files are called "{name}". Rename one of them.', name=file.name)
            raise DataError(says)
        try:
            entrants[name] = Entrant(name, _source(file))
        except DataError as error:
            troubles.append(Trouble(one_line(file.name), error.says))
    return list(entrants.values()), troubles


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


MOST_WARM = 8  # processes that one worker keeps alive
SEATS = 2
FRAMES = 5_000  # after this many frames, a game ends and the player with the most points wins


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
    return trusted or sandbox().is_isolated, cannot_enforce(trusted)


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
        seats[piece] = FallbackStrategy(player, entrant, seat)
    match = Match(module, setup, seed, seats, frame_limit=terms.frames)
    return _played(terms, job, match, list(seats.values()))


def _played(terms: Terms, job: Job, match: Match, seats: list[Strategy]) -> Played:
    points = match.game.points(match.state)
    shares = {} if terms.is_team and not match.outcome else shares_of(match)
    sandboxed = [seat for seat in seats if isinstance(seat, FallbackStrategy)]
    says = str(match.outcome or say("The game was stopped after {most} steps.", most=terms.frames))
    return Played(
        job.fixture,
        shares=tuple(shares.get(piece, 0.0) for piece in match.setup.players),
        points=tuple(points.get(piece, 0) for piece in match.setup.players),
        passed=tuple(getattr(seat, "passed", 0) for seat in seats),
        answered=tuple(getattr(seat, "answered", 0) for seat in seats),
        says=says,
        passes=tuple(kept for strategy in sandboxed for kept in strategy.passes.values()),
        remarks=tuple(
            {(each.entrant.name, says): None for each in sandboxed for says in each.remarks()}
        ),
        save=json.loads(json.dumps(match.save())),  # the plain data that loading would return
    )


# -- warm processes ------------------------------------------------------------------------------

_warm: OrderedDict[tuple[str, str], WarmSandbox] = OrderedDict()


def warm_player(terms: Terms, entrant: Entrant) -> WarmSandbox:
    """Return the warm sandbox of `entrant`, which is kept for the entrant's next game.

    Raise `NotRunError` if strategies may not run on this machine.
    """
    if not (terms.trusted or sandbox().is_isolated):
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
MOST_KEPT = 3  # passes stored for the report, each with a different cause
LONGEST = 300


class FallbackStrategy:
    """A learner's sandboxed strategy that passes instead of giving an invalid answer.

    `says` explains why the last answer was replaced by a pass, or is "". `passes` maps the sentence
    that explains a cause to the first pass with this cause, for at most `MOST_KEPT` causes.
    """

    def __init__(self, player: Player, entrant: Entrant, seat: Seat) -> None:
        self.player, self.entrant, self.seat = player, entrant, seat
        self.answered = self.passed = 0
        self.has_changed, self.says = False, ""
        self.passes: dict[str, Pass] = {}

    def __call__(self, view: object, decision: Decision) -> Any:
        self.answered += 1
        self.says = ""
        try:
            return self.seat(view, decision)
        except BrokeOffError as error:
            self.passed += 1
            self.says = why(error.result, self.entrant.source)
            self._keep(self.says)
            return passing(decision)
        finally:
            self.has_changed = self.has_changed or getattr(self.player, "has_changed", False)

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
    """Yield each game when it is finished, or the reason why it could not be played.

    Games that could not be played are not stored in the journal, so the next run tries them again.
    """
    for job, played in resumed(partial(play, terms), all_jobs, backend, journal):
        if isinstance(played, FailedJob):
            number, names = job.fixture.number, ", ".join(job.fixture.seats)
            name = say("Game {number} ({names})", number=number, names=names)
            yield Trouble(name, _failed(played))
        else:
            yield played


def _failed(job: FailedJob) -> str:
    return say("This could not be played: {reason}.", reason=job.reason)
