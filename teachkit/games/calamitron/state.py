"""The state of a game, its text board, and the outcome of a match.

The text board shows the same things as the picture, for tests, screen readers and plain terminals.
A square shows, in this order: `O` for a pit, `+` for an exit, `[]` for a crate, and its bots. A
retro is a capital letter and an arrow. A rogue is the lower-case letter of its type, its number and
an arrow. A bot on its back has an additional `~`. An empty square is `.`. Walls are `|` and `--`,
and doors are `:` and `==`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.grid import text_grid
from teachkit.core.board.squares import Facing, Square
from teachkit.core.game.game import Outcome
from teachkit.core.language.program import Program
from teachkit.core.run.flow import capitalized
from teachkit.core.strings import unknown_name
from teachkit.games.calamitron.board import Board
from teachkit.games.calamitron.bots import COLOURS, Bot, called, player_called, type_called
from teachkit.games.calamitron.editions import Rules
from teachkit.games.calamitron.table import Due, Table, card_called
from teachkit.words import say, say_many


class State(Struct, frozen=True, gc=False):
    """One moment of a game: the board, the bots and crates on it, and the table.

    `bots` holds the retros in seat order, then the remaining rogues. `crates` holds the squares of
    crates, and `filled` the pits that crates have filled [CT-36]. `trophies` holds pairs of a
    disabled rogue and the player who got credit, or "" if nobody did [CT-34]. `rescued` holds pairs
    of a rescued bot and the player who rescued it.

    In an exercise, `programs` holds the predefined programs of the other retros. `before` and
    `after` list the rogues, or types of rogues, that move before and after the programs.
    `unfinished` lists the retros whose programs have not ended. `str(state)` is the text board.
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
        """All retros, including those that are out."""
        return tuple([bot for bot in self.bots if bot.name in COLOURS])

    @property
    def rogues(self) -> tuple[Bot, ...]:
        """The remaining rogues, including the Bossbot and the Minionbot."""
        return tuple([bot for bot in self.bots if bot.name not in COLOURS])

    def bot(self, name: str) -> Bot:
        """Return the bot named `name`. Raise `UnknownNameError` if there is none."""
        if found := self.find(name):
            return found
        raise unknown_name('There is no bot "{name}". Choose one of: {names}.', name, self.bots)

    def find(self, name: str) -> Bot | None:
        """Return the bot named `name`, or `None` if there is none."""
        for bot in self.bots:
            if bot.name == name:
                return bot
        return None

    def bot_on(self, square: Square, besides: str = "") -> Bot | None:
        """Return the bot on `square`, or `None`. Ignore the bot `besides` and bots that are out."""
        for bot in self.bots:
            if bot.square == square and not bot.out and bot.name != besides:
                return bot
        return None

    def is_pit(self, square: Square) -> bool:
        """Return whether `square` is a pit that has not been filled."""
        return self.board.kind(square) == "pit" and square not in self.filled

    def is_taken(self, square: Square) -> bool:
        """Return whether a bot or a crate is on `square`."""
        return square in self.crates or self.bot_on(square) is not None

    def measured(self, measure: str, bot: Bot, usual: int = 0) -> int:
        """Return the value of `measure` for `bot`: `usual`, adjusted by the cards in force.

        The adjusted value is at least 0.
        """
        if not self.table.in_force:
            return usual
        cards = self.table.in_force_for(bot)
        return max(0, usual + sum(each.amount for each in cards if each.measure == measure))

    def with_bot(self, changed: Bot) -> State:
        """Return a copy of the state in which `changed` replaces the bot of the same name."""
        bots = tuple([changed if bot.name == changed.name else bot for bot in self.bots])
        return replace(self, bots=bots)

    def with_rogue(self, rogue: Bot) -> State:
        """Return a copy of the state with `rogue` added. The rogues stay sorted by name."""
        rogues = sorted((*self.rogues, rogue), key=lambda bot: bot.name)
        return replace(self, bots=(*self.retros, *rogues))

    def without_bot(self, name: str) -> State:
        """Return a copy of the state without the bot named `name`."""
        return replace(self, bots=tuple(bot for bot in self.bots if bot.name != name))

    def with_crate(self, start: Square, end: Square | None) -> State:
        """Return a copy of the state with the crate on `start` moved to `end`.

        If `end` is `None`, remove the crate. If there is no crate on `start`, add one on `end`.
        """
        left = {square for square in self.crates if square != start}
        return replace(self, crates=tuple(sorted(left | ({end} if end else set()))))

    def with_table(self, table: Table) -> State:
        return replace(self, table=table)

    def with_due(self, *due: Due) -> State:
        """Return a copy of the state with `due` added to the things to resolve.

        If the match is over, or if the last rogue has fallen, return the state itself.
        """
        is_ending = is_over(self) or (self.table.round and no_rogue_left(self))
        return self if is_ending else self.with_table(self.table.with_due(*due))

    def __str__(self) -> str:
        grid = text_grid(self.board, partial(square_text, self), partial(_edge, self))
        return "\n".join([*grid, *map(partial(bot_line, self), self.bots), *_around(self)])


# The text board --------------------------------------------------------------------------------


def square_text(state: State, square: Square) -> str:
    """Return the text for one square, such as `R^`, or "" if it is outside the board."""
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
    """Return the character for the wall or door on one side of a square, or a space."""
    board, is_upright = state.board, facing is Facing.EAST
    if board.kind(square) != "outside":
        if board.has_wall(square, facing):
            return "|" if is_upright else "-"
        if board.has_door(square, facing):
            return ":" if is_upright else "="
    return " "


def bot_line(state: State, bot: Bot) -> str:
    """Return a sentence about the square, facing and condition of `bot`."""
    facts = {"square": str(bot.square), "type": bot.kind.label, "facing": bot.facing.says}
    facts["bot"] = capitalized(called(bot.name))
    if bot.name not in COLOURS:
        if bot.stunned:
            return say("{bot} is on its back on {square} and faces {facing}.", **facts)
        return say("{bot} is on {square} and faces {facing}.", **facts)
    if bot.out and state.board.kind(bot.square) != "pit":
        return say("{bot}, a {type}, broke on {square}.", **facts)
    if bot.out:
        return say("{bot}, a {type}, is in the pit on {square}.", **facts)
    if bot.stunned:
        return say("{bot}, a {type}, is on its back on {square} and faces {facing}.", **facts)
    return say("{bot}, a {type}, is on {square} and faces {facing}.", **facts)


def _around(state: State) -> Iterator[str]:
    for rogue, player in state.trophies:
        facts = {"bot": capitalized(called(rogue)), "player": player_called(player)}
        if player:
            yield say("{bot} is out, and {player} keeps it.", **facts)
        else:
            yield say("{bot} is out.", **facts)
    for rogue, player in state.rescued:
        yield say("{player} rescued {bot}.", player=player_called(player), bot=called(rogue))
    if state.before:
        names = ", ".join(map(called, state.before))
        yield say("These rogues move before the programs: {names}.", names=names)
    for name, program in state.programs:
        bot = capitalized(called(name))
        yield say("{bot} will run: {program}", bot=bot, program=program)
    if state.after:
        names = ", ".join(map(called, state.after))
        yield say("These rogues move after the programs: {names}.", names=names)
    if state.table:
        yield from _beside(state.table)


def _beside(table: Table) -> Iterator[str]:
    facts: dict[str, object] = {"number": table.round, "count": len(table.catastrophes)}
    yield say("Round {number}. Face-up catastrophes: {count}.", **facts)
    if table.pry_bar:
        yield say("{player} has the pry bar.", player=player_called(table.pry_bar))
    if cards := calamities_in_force(table):
        yield say("In force: {cards}.", cards=", ".join(map(card_called, cards)))
    if cards := calamities_in_force(table, following=True):
        yield say("Next round: {cards}.", cards=", ".join(map(card_called, cards)))
    for player, kind in table.cards:
        facts = {"player": player_called(player), "type": type_called(kind)}
        yield say("{player} has the {type} card.", **facts)
    for player in table.players:
        if cards := table.upgrades_of(player):
            facts = {"player": player_called(player), "cards": ", ".join(map(card_called, cards))}
            yield say("{player} has these upgrades: {cards}.", **facts)


def calamities_in_force(table: Table, following: bool = False) -> tuple[str, ...]:
    """Return the names of the calamities that are in force now, without duplicates.

    If `following` is true, return those that come into force in the next round instead.
    """
    limited = [each for each in table.in_force if each.rounds]
    return tuple(
        dict.fromkeys(each.card for each in limited if (each.since > table.round) is following)
    )


# The end of a match ----------------------------------------------------------------------------


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a match, or `None` in an exercise or before the match ends.

    All players win or lose together. They lose as soon as the number of catastrophes reaches the
    edition's limit, which is usually three [CT-40]. They win if all rogues are disabled and every
    calamity that is due has been drawn [CT-44]. A scenario may limit the number of rounds [CT-47].
    """
    table = state.table
    if not table.round:
        return None
    if len(table.catastrophes) >= state.rules.catastrophes:
        return Outcome((), say("There are too many catastrophes. The rogues have won."))
    if 0 < state.rules.rounds < table.round:
        says = say_many(
            "The game ends after {number} round. The rogues have won.",
            "The game ends after {number} rounds. The rogues have won.",
            state.rules.rounds,
        )
        return Outcome((), says)
    if any(each.what == "calamity" for each in table.due):
        return None
    if no_rogue_left(state):
        return Outcome(table.players, say("All rogues are disabled. The retros have won."))
    return None


def no_rogue_left(state: State) -> bool:
    """Return whether all rogues that must be disabled are off the board. [CT-44]"""
    return all(bot.kind.extra and not state.rules.boss_required for bot in state.rogues)


def points(state: State) -> dict[str, int]:
    """Return the points of each player. Everyone scores the total number of disabled rogues."""
    names = state.table.players or [bot.name for bot in state.retros]
    return dict.fromkeys(names, len(state.trophies))


def is_over(state: State) -> bool:
    return outcome(state) is not None
