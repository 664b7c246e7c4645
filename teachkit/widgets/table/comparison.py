"""`tk.compare(old, new)`: two versions of a bot play until it is clear which is better."""

from __future__ import annotations

from datetime import UTC, datetime
from time import monotonic
from typing import Any

import msgspec
from IPython import get_ipython
from IPython.display import display
from msgspec.structs import astuple, replace

from teachkit.classroom.answers import answers_folder, date_text
from teachkit.classroom.pages import part
from teachkit.classroom.tournament.bots import bot, player_of, version
from teachkit.classroom.tournament.playing import Entrant, Job, Terms, play
from teachkit.core.data import write_whole
from teachkit.core.run.chance import Seed
from teachkit.errors import DataError
from teachkit.play.tournament import Fixture, Interval
from teachkit.play.undo import Count
from teachkit.play.versions import always_valid, mean_score
from teachkit.words import say

FILE = "versions.jsonl"
LATEST = 12  # kept lines that are shown
PAUSE = 0.4  # seconds between two pictures


def compare(
    old: Any,
    new: Any,
    game: str = "algoracing",
    games: int = 200,
    *,
    edition: str = "",
    board: str = "",
    seed: Seed = 0,
) -> Comparison:
    """Let two versions of a bot play, and return which of them is better, and how sure that is.

    Each version is a function `play(view, decision)`, a class with a method `play`, a file with
    such a function, or a strength such as `"greedy"`. They play pairs of games with swapped seats
    and the same seed; in a team game, each of them plays for a whole team. After each pair, the
    95% interval is computed by a rule that is valid at all times together
    (`teachkit.play.versions.always_valid`), so the games stop as soon as it decides, and after
    `games` games at the latest. You can interrupt them at any time.

    The result is kept in the file `versions.jsonl` beside the notebook, in one line for each pair
    of versions. If the same versions are compared again, these games count, too.
    """
    if type(games) is not int or games < 1:
        raise DataError(say("Write a number of games, such as 200."))
    comparison = Comparison(bot(old), bot(new), Terms(game, edition, board), seed)
    comparison.play(games)
    return comparison


class Kept(msgspec.Struct):
    """A line of the file of results: two versions, and the games that they have played."""

    new: str
    version: str
    old: str
    against: str
    game: str
    edition: str
    board: str
    seed: int | str
    pairs: tuple[Count, Count, Count, Count, Count] = (0, 0, 0, 0, 0)
    date: str = ""
    games: int = 0
    score: float = 0.5
    low: float = 0.0
    high: float = 1.0

    @property
    def key(self) -> tuple[object, ...]:
        """The facts that all games of a line have in common."""
        return astuple(self)[:8]


class Comparison:
    """The games of an old and a new version of a bot, which can be continued.

    `pairs` are the numbers of pairs of games with each of `SCORES`, seen from the new version.
    """

    def __init__(self, old: Entrant, new: Entrant, terms: Terms, seed: Seed) -> None:
        terms.check((old, new))
        for each in (old, new):
            if not each.house:
                player_of(terms, each)  # raises an error if it cannot play
        self.terms, self.file = terms, answers_folder() / FILE
        self.bots = {"old": old._replace(name="old"), "new": new._replace(name="new")}
        facts = new.name, version(new), old.name, version(old)
        self.kept = Kept(*facts, terms.game, terms.edition, terms.board, seed)
        mine = [kept for _, kept in self._lines() if kept and kept.key == self.kept.key]
        self.pairs = [*(mine or [self.kept])[-1].pairs]
        self.names = {"old": old.name, "new": new.name}
        if old.name == new.name:
            self.names = {"old": f"{old.name} ({facts[3]})", "new": f"{new.name} ({facts[1]})"}
        self.troubles: dict[str, str] = {}
        self.course: list[tuple[int, float, Interval]] = []
        self._shown_in = 0

    # -- games

    def play(self, games: int) -> None:
        """Play until the interval decides, `games` games were played, or the learner interrupts."""
        self.course.append((self.games, self.share, self.interval))
        shell, drawn, shown = get_ipython(), monotonic(), None
        if getattr(shell, "kernel", None):
            self._shown_in = shell.execution_count
            shown = display(self._bundle(), raw=True, display_id=True)  # type: ignore[no-untyped-call]
        try:
            while self.games < games and not self.is_decided:
                self._play_pair(sum(self.pairs))
                self.course.append((self.games, self.share, self.interval))
                if shown and monotonic() > drawn + PAUSE:
                    drawn = monotonic()
                    self._keep()
                    shown.update(self._bundle(), raw=True)
        except KeyboardInterrupt:
            self.troubles["stopped"] = say("You stopped the games.")
        self._keep()
        if shown:
            shown.update(self._bundle(), raw=True)

    def _play_pair(self, number: int) -> None:
        is_team, ahead = self.terms.is_team, 0.0
        tables = [("new", "new"), ("old", "old")] if is_team else [("new", "old"), ("old", "new")]
        for names in tables:
            fixture = Fixture(number, names, f"{self.kept.seed} {number}")
            game = play(self.terms, Job(fixture, tuple(self.bots[name] for name in names)))
            ahead += game.total("new", game.shares) - game.total("old", game.shares)
            for each in game.passes:
                facts = {"name": self.names[each.name], "reason": each.says}
                self.troubles[each.name] = say("{name} passed. {reason}", **facts)
        self.pairs[round(2 + ahead * (2 if is_team else 1))] += 1

    # -- result

    @property
    def games(self) -> int:
        """The number of games played so far."""
        return 2 * sum(self.pairs)

    @property
    def share(self) -> float:
        """The mean score of the new version, from 0 to 1; 0.5 if both are equally good."""
        return mean_score(self.pairs)

    @property
    def interval(self) -> Interval:
        """The 95% interval for the new version's score in the long run."""
        return always_valid(self.pairs)

    @property
    def is_decided(self) -> bool:
        """Whether one version is certainly better."""
        return not self.interval.low <= 0.5 <= self.interval.high

    @property
    def verdict(self) -> str:
        """A sentence that says which version is better."""
        if not self.is_decided:
            return say("It is not yet clear which of them is better.")
        if self.share > 0.5:
            return say("{new} is better than {old}.", **self.names)
        return say("{new} is worse than {old}.", **self.names)

    @property
    def says(self) -> list[str]:
        """The result in sentences."""
        low, high = (round(100 * each) for each in self.interval)
        facts = {"games": self.games, "share": round(100 * self.share), "new": self.names["new"]}
        return [
            self.verdict,
            say("After {games} games, {new} scores {share} %.", **facts),
            say("In the long run, it scores between {low} % and {high} %.", low=low, high=high),
            *self.troubles.values(),
        ]

    # -- the file

    def _lines(self) -> list[tuple[str, Kept | None]]:
        """Return the lines of the file, each with its result, or `None` if it is damaged."""
        try:
            lines = self.file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []
        return [(line, _kept_in(line)) for line in lines]

    def _keep(self) -> None:
        """Store the result in one line, in place of an older line about the same versions."""
        if not self.games:
            return
        facts = {"games": self.games, "score": self.share, "date": date_text(datetime.now(UTC))}
        ends = {"low": self.interval.low, "high": self.interval.high}
        self.kept = replace(self.kept, pairs=tuple(self.pairs), **facts, **ends)
        others = [line for line, kept in self._lines() if not kept or kept.key != self.kept.key]
        write_whole(self.file, "\n".join([*others, msgspec.json.encode(self.kept).decode(), ""]))

    # -- display

    def _bundle(self) -> dict[str, str]:
        known = [kept for _, kept in self._lines() if kept and kept.game == self.terms.game]
        html = part("comparison", self.says, self.course, known[-LATEST:])
        return {"text/html": str(html), "text/plain": repr(self)}

    def _ipython_display_(self) -> None:
        """Display the result, unless the games were played and shown in the same cell."""
        if get_ipython().execution_count != self._shown_in:
            display(self._bundle(), raw=True)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        return " ".join(self.says)


def _kept_in(line: str) -> Kept | None:
    """Return the result in a line of the file, or `None` if the line is damaged."""
    try:
        return msgspec.json.decode(line, type=Kept)
    except ValueError:
        return None
