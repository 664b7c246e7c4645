"""One game of a tournament, played wherever it is asked for: learners in the sandbox, house here.

What comes of it depends on nothing but what is handed in: everything is seeded, and time is
counted in steps. Only who sleeps, or works without end in one call, is timed by the clock.
"""

from __future__ import annotations

import atexit
import json
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, NamedTuple

from teachkit.classroom.grading.functions import NotRunError, cannot_enforce, sandbox
from teachkit.classroom.sandbox.warm import Warm
from teachkit.classroom.tournament.entrants import Entrant
from teachkit.classroom.tournament.sandboxed_player import Chair, why
from teachkit.core.game.game import Game
from teachkit.games import game
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy, house
from teachkit.play.tournament import Fixture, Played
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
