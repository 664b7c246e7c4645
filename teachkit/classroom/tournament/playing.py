"""The games of a tournament: each played, or taken from the journal.

Learners' strategies play in the sandbox, those of the house here. A result depends only on what
was handed in: everything is seeded, and time is counted in steps. The clock stops only strategies
that sleep, or that work without end in one call.
"""

from __future__ import annotations

import atexit
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from teachkit.classroom.grading.functions import NotRunError, cannot_enforce, sandbox
from teachkit.classroom.jobs import Journal, Lost, Way, each
from teachkit.classroom.sandbox.warm import Warm
from teachkit.classroom.tournament.entrants import Entrant, Trouble
from teachkit.classroom.tournament.sandboxed_player import Chair, why
from teachkit.core.game.game import Game
from teachkit.errors import DataError
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy, house
from teachkit.play.tournament import Fixture, Played, fixtures
from teachkit.words import say

MOST_WARM = 8  # processes that one worker keeps
SEATS = 2
FRAMES = 5_000  # after so many steps a game is broken off, and most points count


class Terms(NamedTuple):
    """What is played: a game, by its name, edition and board; the first ones where it is empty."""

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
        """Whether players win or lose together, so that a strategy plays with itself."""
        return self.module.foresight.teamwork is not None

    def setup(self) -> Any:
        """How each game begins. Raises `TeachkitError` that says what would be right."""
        return self.module.opening.match(SEATS, self.edition, self.board)

    def check(self, entrants: Iterable[Entrant]) -> None:
        """Raise `TeachkitError` where these could not even begin."""
        self.setup()
        for entrant in entrants:
            if entrant.house:
                house(self.module, entrant.house)


class Job(NamedTuple):
    """A game to be played, and who plays it, by their seats."""

    fixture: Fixture
    entrants: tuple[Entrant, ...]


def trouble_of(terms: Terms, entrant: Entrant) -> str:
    """Why a strategy cannot play at all, in a sentence; empty: it can be loaded."""
    if entrant.house:
        return ""
    trouble = _player(terms, entrant).begin("")
    return why(trouble, entrant.source) if trouble else ""


def holding(trusted: bool) -> tuple[bool, tuple[str, ...]]:
    """Whether learners' strategies are run on this machine, and what cannot be enforced."""
    return trusted or sandbox().is_walled, cannot_enforce(trusted)


def play(terms: Terms, job: Job) -> Played:
    """The game, and what came of it."""
    module, setup, seed = terms.module, terms.setup(), job.fixture.seed
    seats: dict[str, Strategy] = {}
    begun = set[str]()
    for place, (piece, entrant) in enumerate(zip(setup.players, job.entrants, strict=True)):
        if entrant.house:
            seats[piece] = house(module, entrant.house, f"{seed} {place}")
            continue
        player = _player(terms, entrant)
        if entrant.name not in begun:
            player.begin(f"{seed} {place}")
            begun.add(entrant.name)
        seats[piece] = Chair(module, player, entrant.name, entrant.source)
    match = Match(module, setup, seed, seats, frame_limit=terms.frames)
    return _played(terms, job, match, list(seats.values()))


def _played(terms: Terms, job: Job, match: Match, seats: list[Strategy]) -> Played:
    points = match.game.points(match.state)
    chairs = [seat for seat in seats if isinstance(seat, Chair)]
    says = str(match.outcome or say("Broken off after {number} steps.", number=terms.frames))
    return Played(
        job.fixture,
        shares=tuple(_shares(terms, match).get(piece, 0.0) for piece in match.setup.players),
        points=tuple(points.get(piece, 0) for piece in match.setup.players),
        passed=tuple(seat.passed if isinstance(seat, Chair) else 0 for seat in seats),
        answered=tuple(seat.answered if isinstance(seat, Chair) else 0 for seat in seats),
        says=says,
        passes=tuple(kept for chair in chairs for kept in chair.passes.values()),
        remarks=tuple({(chair.name, says): None for chair in chairs for says in chair.remarks()}),
        save=json.loads(json.dumps(match.save())),  # as it will be read again
    )


def _shares(terms: Terms, match: Match) -> dict[str, float]:
    """Who has won how much of the game; where it was broken off, most points win."""
    if match.outcome:
        winners = list(match.outcome.winners)
    elif terms.is_team:
        winners = []
    else:
        points = match.game.points(match.state)
        winners = [name for name, number in points.items() if number == max(points.values())]
    return {name: 1 / len(winners) for name in winners}


# -- who is warm ---------------------------------------------------------------------------------

_warm: OrderedDict[tuple[str, str], Warm] = OrderedDict()


def _player(terms: Terms, entrant: Entrant) -> Warm:
    """The process of this strategy, kept for its next game. Raises `NotRunError`."""
    if not (terms.trusted or sandbox().is_walled):
        raise NotRunError(*cannot_enforce())
    key = entrant.name, entrant.source
    if key not in _warm:
        while len(_warm) >= MOST_WARM:
            _warm.popitem(last=False)[1].close()
        _warm[key] = Warm(entrant.source)
    _warm.move_to_end(key)
    return _warm[key]


@atexit.register
def cool_down() -> None:
    """End all processes that are kept warm."""
    while _warm:
        _warm.popitem()[1].close()


FEWEST = 2  # a game against oneself says nothing


class Games(Journal[Job, Played]):
    """The games that have been played, in a file."""

    def __init__(self, path: Path, terms: Terms, resume: bool = False, version: str = "") -> None:
        super().__init__(path, [version, terms], Played.from_json, resume)

    def plain(self, done: Played) -> Any:
        return done.to_json()


def able(
    terms: Terms, entrants: Sequence[Entrant], way: Way
) -> tuple[list[Entrant], list[Trouble]]:
    """Those whose strategy can be loaded, and why others' cannot."""
    found = dict(each(partial(trouble_of, terms), entrants, way))
    told = [
        str(says) if not isinstance(says, Lost) else _lost(says)
        for _, says in sorted(found.items())
    ]
    able_ones = [entrant for entrant, says in zip(entrants, told, strict=True) if not says]
    troubles = [
        Trouble(entrant.name, says) for entrant, says in zip(entrants, told, strict=True) if says
    ]
    return able_ones, troubles


def jobs(terms: Terms, entrants: Sequence[Entrant], rounds: int, seed: str) -> list[Job]:
    """All games. Raises `DataError` where there are not enough to play."""
    by_name = {entrant.name: entrant for entrant in entrants}
    if len(by_name) < (1 if terms.is_team else FEWEST):
        raise DataError(say("A tournament needs two strategies that can play; add one."))
    team_of = SEATS if terms.is_team else 0
    return [
        Job(fixture, tuple(by_name[name] for name in fixture.seats))
        for fixture in fixtures(by_name, rounds, seed, team_of)
    ]


def games(
    terms: Terms, all_jobs: Sequence[Job], way: Way, journal: Games
) -> Iterator[Played | Trouble]:
    """Each game as it comes; one that could not be played is not kept, so it is tried again."""
    waiting = []
    for job in all_jobs:
        if kept := journal.find(job):
            yield kept
        else:
            waiting.append(job)
    for number, played in each(partial(play, terms), waiting, way):
        if isinstance(played, Lost):
            fixture = waiting[number].fixture
            name = say(
                "Game {number} ({names})", number=fixture.number, names=", ".join(fixture.seats)
            )
            yield Trouble(name, _lost(played))
        else:
            journal.keep(waiting[number], played)
            yield played


def _lost(lost: Lost) -> str:
    return say("This could not be played: {reason}.", reason=lost.reason)


def held(terms: Terms, way: Way) -> tuple[bool, tuple[str, ...]]:
    """Whether learners' strategies are run where games are played, and what is not enforced."""
    if not way.is_elsewhere:
        return holding(terms.trusted)
    with way.workers() as executor:
        return executor.submit(holding, terms.trusted).result()
