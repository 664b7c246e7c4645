"""Everything true at one moment of Calamitron, and small questions about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from teachkit.core.board.squares import Square
from teachkit.core.language.program import Program
from teachkit.core.quick import quick
from teachkit.errors import UnknownNameError
from teachkit.games.calamitron.board import Board
from teachkit.games.calamitron.editions import COLOURS, Rules
from teachkit.games.calamitron.pieces import Bot, Table
from teachkit.games.calamitron.text_board import text_board
from teachkit.words import say


@quick
@dataclass(frozen=True, slots=True)
class State:
    """The board, what stands on it, and, in a match, the table beside it.

    `bots` are the retros in seat order, then the rogues; a rogue that is disabled is taken away.
    `trophies` tell of each disabled rogue who keeps it, `` if nobody does [CT-34]. `crates` are
    their squares, `filled` the pits that a crate has filled [CT-36]. In an exercise `programs` are
    what retros do by themselves, `before` and `after` which rogues move before and after the
    programs, and `unfinished` whose program still runs. `str(state)` is the text board.
    """

    board: Board
    rules: Rules
    bots: tuple[Bot, ...]
    crates: tuple[Square, ...] = ()
    filled: tuple[Square, ...] = ()
    trophies: tuple[tuple[str, str], ...] = ()
    rescued: tuple[tuple[str, str], ...] = ()
    table: Table | None = None
    programs: tuple[tuple[str, Program], ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()

    @property
    def retros(self) -> tuple[Bot, ...]:
        """Everybody's retro, those that lie in a pit too."""
        return tuple([bot for bot in self.bots if bot.name in COLOURS])

    @property
    def rogues(self) -> tuple[Bot, ...]:
        """The rogues that are left, the two extra ones included."""
        return tuple([bot for bot in self.bots if bot.name not in COLOURS])

    def bot(self, name: str) -> Bot:
        """Raises `UnknownNameError` for one that is not here, or not any more."""
        if found := self.find(name):
            return found
        names = ", ".join(bot.name for bot in self.bots)
        raise UnknownNameError(
            say('There is no bot "{name}"; there are: {names}.', name=name, names=names)
        )

    def find(self, name: str) -> Bot | None:
        """The bot with this name, if it is here."""
        for bot in self.bots:
            if bot.name == name:
                return bot
        return None

    def bot_on(self, square: Square, besides: str = "") -> Bot | None:
        """Who stands on this square; a nanobot that slips through does not count itself."""
        for bot in self.bots:
            if bot.square == square and not bot.out and bot.name != besides:
                return bot
        return None

    def is_pit(self, square: Square) -> bool:
        """Whether one falls here."""
        return self.board.kind(square) == "pit" and square not in self.filled

    def is_taken(self, square: Square) -> bool:
        """Whether a bot or a crate stands here."""
        return square in self.crates or self.bot_on(square) is not None

    @property
    def is_match(self) -> bool:
        return self.table is not None

    def with_bot(self, changed: Bot) -> State:
        """The state with this bot changed."""
        bots = tuple([changed if bot.name == changed.name else bot for bot in self.bots])
        # Written out because it is made for every instruction; `replace` takes twice as long.
        return State(
            self.board, self.rules, bots, self.crates, self.filled, self.trophies, self.rescued,
            self.table, self.programs, self.before, self.after, self.unfinished,
        )  # fmt: skip

    def without_bot(self, name: str) -> State:
        """The state with this rogue taken away."""
        return replace(self, bots=tuple(bot for bot in self.bots if bot.name != name))

    def with_crate(self, start: Square, end: Square | None) -> State:
        """The state with the crate of one square on another, or away."""
        left = {square for square in self.crates if square != start}
        return replace(self, crates=tuple(sorted(left | ({end} if end else set()))))

    def with_table(self, table: Table) -> State:
        return replace(self, table=table)

    def __str__(self) -> str:
        return text_board(self)
