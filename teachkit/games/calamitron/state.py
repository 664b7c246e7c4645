"""Everything true at one moment of Calamitron, and small questions about it."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.grid import text_grid
from teachkit.core.board.squares import Facing, Square
from teachkit.core.game.game import Outcome
from teachkit.core.language.program import Program
from teachkit.core.run.events import capitalized
from teachkit.errors import UnknownNameError
from teachkit.games.calamitron.board import Board
from teachkit.games.calamitron.bots import COLOURS, Bot, called, player_called
from teachkit.games.calamitron.editions import Rules
from teachkit.games.calamitron.table import Due, Table, card_called
from teachkit.words import say, say_many


class State(Struct, frozen=True):
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
    table: Table = Table()
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

    def measured(self, measure: str, bot: Bot, usual: int = 0) -> int:
        """Return the usual number, and all that cards in force for this bot add to the measure."""
        if not self.table.in_force:
            return usual
        cards = self.table.in_force_for(bot)
        return usual + sum(each.amount for each in cards if each.measure == measure)

    def with_bot(self, changed: Bot) -> State:
        """The state with this bot changed."""
        bots = tuple([changed if bot.name == changed.name else bot for bot in self.bots])
        return replace(self, bots=bots)

    def without_bot(self, name: str) -> State:
        """The state with this rogue taken away."""
        return replace(self, bots=tuple(bot for bot in self.bots if bot.name != name))

    def with_crate(self, start: Square, end: Square | None) -> State:
        """The state with the crate of one square on another, or away."""
        left = {square for square in self.crates if square != start}
        return replace(self, crates=tuple(sorted(left | ({end} if end else set()))))

    def with_table(self, table: Table) -> State:
        return replace(self, table=table)

    def with_due(self, *due: Due) -> State:
        """Return the state with more to be settled."""
        return self.with_table(self.table.with_due(*due))

    def __str__(self) -> str:
        return text_board(self)


def text_board(state: State) -> str:
    """Return the board with letters and numbers on its margins, then a line for each piece."""
    grid = text_grid(state.board, partial(square_text, state), partial(_edge, state))
    return "\n".join([*grid, *map(bot_line, state.bots), *_around(state)])


def square_text(state: State, square: Square) -> str:
    """What one square shows."""
    kind = state.board.kind(square)
    if kind == "outside":
        return ""
    parts = [
        "O" if state.is_pit(square) else "+" if kind == "exit" else "",
        "[]" if square in state.crates else "",
        *(_sign(bot) for bot in state.bots if bot.square == square),
    ]
    return "".join(parts) or "."


def _sign(bot: Bot) -> str:
    if bot.name in COLOURS:
        sign = bot.name[0].upper()
    else:
        sign = bot.kind.sign + bot.name.partition("-")[2]
    return sign + bot.facing.arrow + ("~" if bot.stunned else "")


def _edge(state: State, square: Square, facing: Facing) -> str:
    """Return what the edge of a square shows: a wall, a door, or nothing."""
    board, is_upright = state.board, facing is Facing.EAST
    if board.kind(square) != "outside":
        if board.has_wall(square, facing):
            return "|" if is_upright else "-"
        if board.has_door(square, facing):
            return ":" if is_upright else "="
    return " "


def bot_line(bot: Bot) -> str:
    """Where a bot is, in a sentence."""
    facts = {"bot": capitalized(called(bot.name)), "square": bot.square, "type": bot.kind.label,
             "facing": bot.facing.says}  # fmt: skip
    if bot.name not in COLOURS:
        if bot.stunned:
            return say("{bot} on {square}, faces {facing}, lies on its back.", **facts)
        return say("{bot} on {square}, faces {facing}.", **facts)
    if bot.out:
        return say("{bot}, a {type}, lies in the pit on {square}.", **facts)
    if bot.stunned:
        return say("{bot}, a {type}, on {square}, faces {facing}, lies on its back.", **facts)
    return say("{bot}, a {type}, on {square}, faces {facing}.", **facts)


def _around(state: State) -> list[str]:
    lines = [_trophy(*entry) for entry in state.trophies]
    lines += [say("{player} rescued {bot}.", player=player_called(player), bot=called(bot))
              for bot, player in state.rescued]  # fmt: skip
    if state.before:
        lines.append(say("Before the programs move: {names}.", names=_movers(state.before)))
    for name, program in state.programs:
        lines.append(
            say("{bot} will run: {program}", bot=capitalized(called(name)), program=program)
        )
    if state.after:
        lines.append(say("After the programs move: {names}.", names=_movers(state.after)))
    if state.table:
        lines += _table(state.table)
    return lines


def _movers(names: tuple[str, ...]) -> str:
    """Rogues and types by what they are called."""
    return ", ".join(map(called, names))


def _trophy(rogue: str, player: str) -> str:
    bot = capitalized(called(rogue))
    if player:
        return say("{bot} is out; {player} keeps it.", bot=bot, player=player_called(player))
    return say("{bot} is out.", bot=bot)


def _table(table: Table) -> list[str]:
    lines = [say("Round {number}; catastrophes face up: {count}.",
                 number=table.round, count=len(table.catastrophes))]  # fmt: skip
    if table.pry_bar:
        lines.append(say("{player} has the pry bar.", player=player_called(table.pry_bar)))
    if cards := calamities_in_force(table):
        lines.append(say("In force: {cards}.", cards=", ".join(map(card_called, cards))))
    for player, kind in table.cards:
        lines.append(say("{player} moves: {type}.", player=player_called(player),
                         type=called(kind)))  # fmt: skip
    held = ((player, table.upgrades_of(player)) for player in table.players)
    lines += [say("{player} has the upgrades: {cards}.",
                  player=player_called(player), cards=", ".join(map(card_called, cards)))
              for player, cards in held if cards]  # fmt: skip
    return lines


def calamities_in_force(table: Table) -> tuple[str, ...]:
    """The calamities that hold for this round or the next, each once."""
    return tuple(dict.fromkeys(each.card for each in table.in_force if each.rounds))


def outcome(state: State) -> Outcome | None:
    """Won by all, lost by all, or `None` while the game goes on. An exercise has no winner.

    The third catastrophe loses at once [CT-40]; all rogues disabled wins [CT-44]. A scenario may
    have a limit of rounds.
    """
    table = state.table
    if not table.round:
        return None
    if len(table.catastrophes) >= state.rules.catastrophes:
        return Outcome((), say("The catastrophes are too many; the rogues have won."))
    if 0 < state.rules.rounds < table.round:
        return Outcome((), say_many("After {number} round the rogues have won.",
                                    "After {number} rounds the rogues have won.",
                                    state.rules.rounds))  # fmt: skip
    if all(bot.kind.extra and not state.rules.boss_required for bot in state.rogues):
        return Outcome(table.players, say("All rogues are disabled; the retros have won."))
    return None


def points(state: State) -> dict[str, int]:
    """How many rogues are disabled: all have the same, for all win or lose together."""
    names = state.table.players or [bot.name for bot in state.retros]
    return dict.fromkeys(names, len(state.trophies))


def is_over(state: State) -> bool:
    return outcome(state) is not None
