"""Sittings: matches for people who take turns at one screen, with a file, undo and a countdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from teachkit.core.data import set_aside, structure
from teachkit.core.game.game import Game
from teachkit.core.run.chance import Seed
from teachkit.core.run.decisions import Decision, PickOne
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started
from teachkit.errors import AnswerError, DataError, FolderError, TeachkitError
from teachkit.play.countdown import Clock, Countdown, says_late
from teachkit.play.match import VERSION, Match, data_in, loaded
from teachkit.play.seats import Move, Seat, checked_name, seated, taken_over
from teachkit.play.sitting_file import SavedSitting, SittingFile
from teachkit.play.strategies import Strategy, house
from teachkit.play.undo import Mark, turns_up
from teachkit.words import say, shown


class Sitting:
    """A match for people who take turns at one screen, and for strategies.

    `here` is the seat of the current person, or `None`. If several people play, no one is current
    until someone sits down; only then is the view of that person shown. If there is only one
    person, that person is current without sitting down. The house and the `bots` (strategies, by
    piece) answer as soon as they are asked; without people, `move` calls for each answer. A person
    can take such a seat over, and give it back. `moves` are their answers since the sitting was
    opened. `notice` is a sentence about a problem with the file of the sitting, or "".

    After each answer that makes something happen, the sitting `is_watching`: everybody at the
    screen watches the `latest` run together, until `stop_watching` is called. Only then does the
    countdown for the next question begin.

    An answer can be taken back until another player or chance has answered, another person has sat
    down, or something hidden from the player was revealed, since a new answer could use that. An
    answer that the clock has sent cannot be taken back.

    If the same file is open in another tab, only one of the two sittings can go on with the match.
    The other one `is_guest`: it can `follow` the match, or `take` it.

    >>> from teachkit.games import algoracing
    >>> sitting = Sitting(algoracing.GAME, algoracing.GAME.opening.match(2), ["Ada", "Bo"])
    >>> [seat.name for seat in sitting.waiting]
    ['Bo']
    >>> sitting.sit("Bo")
    >>> sitting.decision.question
    'Which corner do you choose?'
    >>> sitting.answer((0, 0))
    >>> sitting.take_back()
    >>> sitting.decision.question
    'Which corner do you choose?'
    """

    def __init__(
        self,
        game: Game,
        setup: Any,
        names: Sequence[str],
        seed: Seed = 0,
        *,
        bots: Mapping[str, Strategy] = MappingProxyType({}),
        file: Path | None = None,
        seconds: float = 0,
        clock: Clock = lambda: 0.0,
    ) -> None:
        self.game = game
        self.bots = bots
        self.moves: list[Move] = []
        self.seats = self.first_seats = seated(setup.players, names, bots)
        self.countdown = Countdown(seconds, clock)
        self.here: Seat | None = None
        self._seen: dict[str, int] = {}
        self._marks: list[Mark] = []
        self._draft: tuple[str, int, Any] = ("", 0, None)
        self._round = 0  # the number of frames before the last round
        self._has_laid = False  # the next frames begin a round
        self._late: dict[str, int] = {}  # the frames before the time of each late person was up
        self._watched: int | None = None  # the number of frames already watched, while watching
        self.file, self.notice = file, ""
        self._shared = SittingFile(file) if file else None
        self.is_guest = bool(file and file.exists() and self._shared and not self._shared.lock())
        self.match = self._read() or Match(game, setup, seed)
        self._begin()

    @property
    def names(self) -> dict[str, str]:
        """The names of the players, by piece."""
        return {seat.piece: seat.name for seat in self.seats}

    # -- the current person

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats at which people play now."""
        return tuple(seat for seat in self.seats if seat.is_person)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats of the people who must answer, in seat order; any of them may sit down."""
        asked = {decision.player for decision in self.match.pending}
        return tuple(seat for seat in self.people if seat.piece in asked)

    def sit(self, name: str) -> None:
        """Make the person called `name` the current person.

        Raise `AnswerError` if that person has no question to answer.
        """
        self._check_host()
        for seat in self.waiting:
            if seat.name == name:
                if self._marks and self._marks[-1].piece != seat.piece:
                    self._marks.clear()
                    self._write()
                self.here = seat
                self._show()
                return
        player = shown(name).strip("'")
        raise AnswerError(say("There is no question for {player} now.", player=player))

    @property
    def decision(self) -> Decision | None:
        """The question that the current person must answer, or `None`."""
        here = self.here and self.here.piece
        asked = (each for each in self.match.pending if each.player == here)
        return next(asked, None) if here else None

    @property
    def view(self) -> Any:
        """The state as the current person may see it, or `None` if nobody is current.

        When the match is over, nothing is hidden.
        """
        if self.match.is_over:
            return self.match.state
        return self.game.seen_by(self.match.state, self.here.piece) if self.here else None

    @property
    def news(self) -> Trace:
        """The trace since the current person's last answer, as that person may see it.

        When the match is over, it is the trace of the whole match, with nothing hidden.
        """
        if self.match.is_over:
            return self.match.trace
        if self.here is None:
            return Trace(None, ())
        piece = self.here.piece
        return self.match.seen_by(piece, self._seen.get(piece, 0))

    @property
    def public(self) -> Trace:
        """An empty trace that starts at the current state, as everyone may see it."""
        return Trace(self.game.seen_by(self.match.state, ""))

    # -- watching

    @property
    def latest(self) -> Trace:
        """The trace to watch now: the frames not watched yet, or else the whole last round.

        Nobody is shown anything hidden; a person who plays alone sees their own view. All players
        count as actors, so that the sentences name the piece even if only one has run cards.
        """
        since = self._round if self._watched is None else self._watched
        viewer = self.people[0].piece if len(self.people) == 1 else ""
        trace = self.match.seen_by(viewer, since)
        trace.actors = tuple(seat.piece for seat in self.seats)
        return trace

    @property
    def is_watching(self) -> bool:
        """Whether everybody is watching the latest run, before the next question."""
        return self._watched is not None

    @property
    def can_watch_again(self) -> bool:
        """Whether there is a last round with cards, which can be watched once more."""
        events = (frame.event for frame in self.match.frames[self._round :])
        return not self.is_watching and any(isinstance(each, Started) for each in events)

    def watch_again(self) -> None:
        """Watch the last round once more."""
        self._watched = self._round

    def stop_watching(self) -> None:
        """Go on with the next question."""
        self._watched = None
        self._show()

    # -- answering

    def answer(self, choice: object) -> None:
        """Give `choice` as the current person's answer. Raise `AnswerError` if it is not valid."""
        self._check_host()
        if self.here is None or self.decision is None:
            raise AnswerError(say("There is no question to answer now."))
        seat, answers, frames = self.here, len(self.match.answers), len(self.match.frames)
        before, is_program = self.match.state, self.decision.takes_time
        self.match.answer(seat.piece, choice)
        self._move_on()
        if is_program and not self._has_laid:
            self._late.clear()
        self._has_laid |= is_program
        if len(self.match.frames) > frames:
            self._watched = frames if self._watched is None else self._watched
            self._round = frames if self._has_laid else self._round
            self._has_laid = False
        mark = Mark(seat.piece, answers, dict(self._seen))
        if len(self.match.frames) > frames or seat not in self.waiting:
            self._seen[seat.piece] = frames  # but not if the next question comes before any frame
        is_new = turns_up(self.game, before, self.match.frames[frames:], seat.piece)
        if is_new or not mark.fits(self.match):  # nothing is hidden in a finished match
            self._marks.clear()
        else:
            self._marks.append(mark)
        self._write()
        self._go_on()

    @property
    def can_take_back(self) -> str:
        """The name of the person who can take back an answer, or ""."""
        return self.names[self._marks[-1].piece] if self._marks and not self.is_guest else ""

    def take_back(self) -> None:
        """Take the last answer back, so that its player is asked again.

        Raise `AnswerError` if there is no answer that can be taken back.
        """
        self._check_host()
        if not self._marks:
            raise AnswerError(say("There is no answer to take back now."))
        mark = self._marks.pop()
        setup, seed, answers = self.match.setup, self.match.seed, self.match.answers[: mark.answers]
        self.match = Match(self.game, setup, seed, answers=answers)
        self._seen = dict(mark.seen)
        self._round, self._watched = min(self._round, len(self.match.frames)), None
        self._late.clear()
        self._write()
        self._go_on()

    # -- the draft

    @property
    def draft(self) -> Any:
        """The current person's unsent cards as plain data, or `None`."""
        here = self.here.piece if self.here else None
        return self._draft[2] if self._draft[:2] == (here, len(self.match.answers)) else None

    def keep_draft(self, laid: object) -> None:
        """Store the unsent cards `laid`, so that they are restored when the match continues."""
        if self.here:
            self._draft = (self.here.piece, len(self.match.answers), laid)
            self._write()

    # -- time

    def time_up(self, laid: object = None) -> bool:
        """Answer for the current person if time is up, and return whether an answer was sent.

        The decision's `unfinished` makes the answer from the unsent cards `laid`. If it returns
        `None`, the question stays open.
        """
        if self.decision is None or self.countdown.left != 0:
            return False
        choice = self.decision.unfinished(laid)
        if choice is None:
            self.countdown.stop()
            return False
        name, frames = self.here.name if self.here else "", len(self.match.frames)
        self.answer(choice)
        self._late[name] = frames
        self._marks.clear()  # taking the answer back would start the clock again
        self._write()
        return True

    @property
    def late(self) -> str:
        """Sentences about the people whose time ran out in this round, and what chance filled in.

        If nobody's time ran out, the result is "".
        """
        since = min(self._late.values(), default=len(self.match.frames))
        return says_late(self._late, self.match.frames[since:])

    # -- bots and the house

    def move(self) -> bool:
        """Let the next strategy that is asked answer; return false if no strategy is asked."""
        self._check_host()
        frames = len(self.match.frames)
        has_moved = self._move()
        if has_moved:
            self._watched = frames
            self._write()
            self._go_on()
        return has_moved

    def _move(self) -> bool:
        """Let a strategy answer, without saving the answer in the file.

        A house player's seed for each question depends on the number of its earlier answers, so
        that a loaded match continues as it would have continued without saving.
        """
        seats = {seat.piece: seat for seat in self.seats if not seat.is_person}
        decision = next((each for each in self.match.pending if each.player in seats), None)
        if decision is None:
            return False
        piece = str(decision.player)
        before = sum(each[0] == piece for each in self.match.answers)
        seed = f"{self.match.seed} {piece} {before}"
        play = self.bots.get(piece) or house(self.game, seats[piece].name, seed)
        view = self.game.seen_by(self.match.state, piece)
        choice = play(view, decision)
        self.match.answer(piece, choice)
        self.moves.append(Move(seats[piece], decision, view, choice, getattr(play, "says", "")))
        self._skip_clock()
        return True

    def _skip_clock(self) -> None:
        """Answer a question that needs a clock if there is none."""
        if self.countdown.seconds or self.is_guest:
            return
        for asked in self.match.pending:
            if isinstance(asked, PickOne) and asked.needs_clock:
                self.match.answer(str(asked.player), None)

    def _move_on(self) -> None:
        """Let strategies answer until a person is asked. Without people, let none answer."""
        self._skip_clock()
        while self.people and not self.is_guest and self._move():
            self._marks.clear()

    @property
    def taken(self) -> dict[str, str]:
        """The names of the people who took over a strategy's seat, by piece."""
        both = zip(self.seats, self.first_seats, strict=True)
        return {now.piece: now.name for now, before in both if now != before}

    def take_over(self, piece: str, name: str) -> None:
        """Let the person called `name` play `piece` from now on, or its strategy if `name` is "".

        Raise `TeachkitError` if the name cannot be used, or if another person has it.
        """
        self._check_host()
        self._marks.clear()
        taken = self.taken | {piece: name and checked_name(name)}
        self.seats = taken_over(self.first_seats, taken)
        self._seen[piece] = len(self.match.frames)
        self._begin()

    # -- turns

    def _begin(self) -> None:
        """Start without a current person, and save any answers that were already given."""
        self.here = None
        self._move_on()
        if self.match.answers:
            self._write(takes=True)
        self._go_on()

    def _go_on(self) -> None:
        """Continue with the current person, or with no one if that person has no question left.

        If there is only one person, that person becomes current without sitting down.
        """
        if len(self.people) == 1 and self.waiting and not self.is_guest:
            self.here = self.people[0]
        elif self.is_guest or self.here not in self.waiting:
            self.here = None
        self._show()

    def _show(self) -> None:
        """Restart the countdown if the visible question takes time; otherwise, stop it."""
        self.countdown.stop()
        if self.decision and self.decision.takes_time and not self.is_watching:
            self.countdown.begin()

    # -- the file

    def _check_host(self) -> None:
        """Raise `AnswerError` if the match goes on in another tab."""
        if self._shared and not self._shared.is_ours:
            self.step_aside()
        if self.is_guest:
            raise AnswerError(say("This game is now played in another tab."))

    def step_aside(self) -> None:
        """Let another sitting go on with the match."""
        self.is_guest = True
        self._go_on()

    def follow(self) -> bool:
        """Catch up with the sitting that has the match; return whether anything has happened.

        New frames are then watched.
        """
        before, data = self.match, self._shared.read() if self._shared else {}
        with suppress(TeachkitError, AttributeError):
            saved = data.get("match", {})
            if (saved.get("answers"), saved.get("seed")) != (before.answers, before.seed):
                self.match = self._taken_up(data)
        if self.match is before:
            return False
        new, old, since = self.match.answers, before.answers, len(before.frames)
        goes_on = new[: len(old)] == old and len(self.match.frames) > since
        self._watched = (since if self._watched is None else self._watched) if goes_on else None
        self._go_on()
        return True

    def take(self) -> None:
        """Go on with the match here, and make the other sitting a guest."""
        if self.follow() or self.is_guest:
            self.is_guest, self._watched = False, None
            self._begin()
        else:
            self._write(takes=True)

    def _write(self, takes: bool = False) -> None:
        """Store the sitting in its file, if any, and if no other sitting has taken the file.

        If `takes` is true, take it from any other sitting. If that fails, set `notice` instead of
        raising an error, so that the game can go on without a file.
        """
        if self._shared is None or self.is_guest:
            return
        if not takes and not self._shared.is_ours:
            self.step_aside()
            return
        saved = SavedSitting(
            teachkit=VERSION,
            seats=[(seat.piece, seat.name) for seat in self.first_seats],
            match=self.match.save(),
            seen=self._seen,
            taken=self.taken,
            round=self._round,
            marks=self._marks,
            draft=self._draft,
        )
        try:
            self._shared.write(saved)
        except FolderError as error:
            self.notice = error.says

    def _read(self) -> Match | None:
        """Return the stored match, or `None` if there is none. Rename a damaged file."""
        if self.file is None or not self.file.exists():
            return None
        try:
            return self._taken_up(data_in(self.file))
        except FolderError:
            raise
        except TeachkitError:
            file = set_aside(self.file, "damaged").name
            self.notice = say('This match was damaged. It is still saved as "{file}".', file=file)
            return None

    def _taken_up(self, data: Any) -> Match:
        """Restore the sitting from `data`, and return its match.

        Raise `TeachkitError` if `data` is damaged or belongs to different seats.
        """
        kept = structure(data, SavedSitting)
        seats = [(seat.piece, seat.name) for seat in self.first_seats]
        if (kept.teachkit, kept.seats) != (VERSION, seats):
            raise DataError(say("This is not a saved match."))
        self.seats = taken_over(self.first_seats, kept.taken)
        match = loaded(self.game, kept.match)
        self._round, self._seen, self._draft = kept.round, kept.seen, kept.draft
        people = {seat.piece for seat in self.people}
        are_possible = all(mark.piece in people and mark.fits(match) for mark in kept.marks)
        self._marks = kept.marks if are_possible else []
        return match

    def again(self, seed: Seed) -> None:
        """Start a new match with the same people, and rename the file of the old match."""
        self._check_host()
        if self.file is not None and self.file.exists():
            set_aside(self.file, "played")
        self._marks.clear()
        self._late.clear()
        self._seen, self._round, self._watched = {}, 0, None
        self.moves.clear()
        self.match = Match(self.game, self.match.setup, seed)
        self._begin()
