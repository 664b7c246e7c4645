"""The whole tournament: whoever can play meets everybody; what the journal knows is not played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from teachkit.classroom.grading.jobs import Lost, Way, each
from teachkit.classroom.journal import Journal
from teachkit.classroom.tournament.entrants import Entrant, Trouble
from teachkit.classroom.tournament.playing import SEATS, Job, Terms, holding, play, trouble_of
from teachkit.errors import DataError
from teachkit.play.tournament import Played, fixtures
from teachkit.words import say

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
    troubles = [Trouble(entrant.name, says)
                for entrant, says in zip(entrants, told, strict=True) if says]  # fmt: skip
    return able_ones, troubles


def jobs(terms: Terms, entrants: Sequence[Entrant], rounds: int, seed: str) -> list[Job]:
    """All games. Raises `DataError` where there are not enough to play."""
    by_name = {entrant.name: entrant for entrant in entrants}
    if len(by_name) < (1 if terms.is_team else FEWEST):
        raise DataError(say("A tournament needs two strategies that can play; add one."))
    team_of = SEATS if terms.is_team else 0
    return [Job(fixture, tuple(by_name[name] for name in fixture.seats))
            for fixture in fixtures(by_name, rounds, seed, team_of)]  # fmt: skip


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
            name = say("Game {number} ({names})", number=fixture.number,
                       names=", ".join(fixture.seats))  # fmt: skip
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
