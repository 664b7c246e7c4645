"""Functions that open a whole game: `tk.table(…)` to play, `tk.replay(FILE)` to look back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from teachkit.classroom.answers import answers_folder
from teachkit.classroom.tournament.bots import bot, is_bot, is_file, seated
from teachkit.core.run.chance import Seed
from teachkit.core.run.flow import called
from teachkit.core.strings import board_error, cut, file_name, one_line
from teachkit.draw.picture import png
from teachkit.draw.replay_data import match_data, settled
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.running.strategy_player import PLAY
from teachkit.games import game as find_game
from teachkit.play.match import Match, data_in, loaded
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import house as strategy
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.common.widget import Data
from teachkit.widgets.player import Player
from teachkit.widgets.table.table import Table, drawn_seed
from teachkit.words import say, shown

PEOPLE = ("Ada", "Bo")


def table(
    game: str,
    players: Any = PEOPLE,
    *more: Any,
    edition: str = "",
    board: str = "",
    seed: Seed | None = None,
    house: Any = (),
    seconds: float = 0,
) -> Table:
    """Return a table for playing a whole game; repeating the call continues the game.

    `players` are names in seat order; a strength such as `"random"` gives that seat to a house
    player, and the players in `house` take the seats after them. Both may be a list, or text with
    commas. A bot may sit there, too: your function `play(view, decision)`, a class with a method
    `play`, or a file with a function `play`, which runs in the sandbox. With
    a `house` but no `players`, people only watch.

    Every answer is stored in a file beside the notebook; each set of arguments has its own file. If
    `seconds` is not 0, each program must be built within that time.

    >>> table("algoracing", ["Ada", "Bo"], seed=1)
    Table('algoracing', Ada, Bo)
    """
    module, edition, board = find_game(game), edition or "", str(board or "")
    others = _listed(house or ())
    players = [*_listed(() if others and players is PEOPLE else players), *more, *others]
    for strength in others:
        if not is_bot(strength):
            strategy(module, strength)  # raises an error for one that does not exist
    setup = module.opening.match(len(players), edition, board)
    drawn, pieces = drawn_seed() if seed is None else seed, setup.players
    seats = dict(zip(pieces, players, strict=True))
    found = {piece: bot(each) for piece, each in seats.items() if is_bot(each)}
    names = [found[piece].name if piece in found else each for piece, each in seats.items()]
    bots = {piece: seated(game, each, piece, pieces, str(drawn)) for piece, each in found.items()}
    file = file_of(game, names, edition, board, seed)
    return Table(
        Sitting(
            module, setup, names, drawn, bots=bots, file=file, seconds=seconds, clock=time.monotonic
        )
    )


def file_of(game: str, names: Sequence[str], edition: str, board: str, seed: Seed | None) -> Path:
    """Return the path of the file for a game opened with these arguments.

    A file with the same digits at its end belongs to the same game, even if its name is older.
    """
    names = [name if isinstance(name, str) else shown(name) for name in names]
    who = "-".join(filter(None, [game, edition, Path(board).stem, *names]))
    opened = sha256(repr((game, names, edition, board, seed)).encode()).hexdigest()[:6]
    new = answers_folder() / f"table-{file_name(who)}-{opened}.json"
    return min(answers_folder().glob(f"table-*-{opened}.json"), default=new)


def _listed(names: Any) -> list[Any]:
    """Return `names`, which is a list or text with commas, as a list."""
    if isinstance(names, str):
        return [name.strip() for name in names.split(",")]
    if callable(names) or hasattr(names, PLAY) or is_file(names):
        return [names]
    if not isinstance(names, list | tuple):
        raise board_error('Write the players as a list, such as ["Ada", "Bo"].')
    return [*names]


def replay(file: str | PathLike[str]) -> Player:
    """Return a player for stepping through the match saved in `file`.

    The match may come from a table, a tournament, or elsewhere. Raise `TeachkitError`, with one
    sentence, if the file holds no match or only part of one.
    """
    if not isinstance(file, str | PathLike):
        raise DataError(say("Write the name of a file in quotes, not {file}.", file=shown(file)))
    match, seats = match_in(Path(file))
    names = {piece: seats.get(piece) or called(piece) for piece in match.setup.players}
    scene = match_data(match.trace, match.game, names)
    return Player(scene, words_of("table", "player"), png(settled(match.trace).start))


def match_in(file: Path) -> tuple[Match, dict[str, str]]:
    """Return the match saved in `file`, and the saved names of its players, by piece."""
    data = data_in(file)
    save = data.get("match", data) if isinstance(data, dict) else data
    try:
        if not isinstance(save, dict) or not isinstance(save.get("game"), str):
            raise DataError(say("This is not a saved match."))
        return loaded(find_game(save["game"]), save), _seats(data)
    except TeachkitError as error:
        raise DataError(cut(one_line(error.says), 300), file) from error


def _seats(data: Data) -> dict[str, str]:
    try:
        return {str(piece): one_line(str(name)) for piece, name in data.get("seats", ())}
    except (TypeError, ValueError):
        return {}
