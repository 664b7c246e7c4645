"""`tk.replay(FILE)`: a saved match to step through, forward and back."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from teachkit.core.language.program import Program
from teachkit.core.readable import one_line
from teachkit.core.run.actors import called
from teachkit.draw import replay as drawn
from teachkit.draw.picture import png
from teachkit.errors import DataError, FolderError, TeachkitError
from teachkit.games import game as find_game
from teachkit.play.match import Match
from teachkit.play.saves import data_in, loaded
from teachkit.widgets.player import Player
from teachkit.widgets.table.table import settled
from teachkit.words import say, translate


def replay(file: str | PathLike[str]) -> Player:
    """A whole match as it was played: one of a table or of a tournament, or any other saved one.

    Raises `TeachkitError` with one sentence for a file that is none, or only a part of one.
    """
    match, seats = match_in(Path(file))
    trace = settled(match.trace)
    scene = drawn.replay(trace, match.game, Program(), backdrop=trace.final)
    scene["stops"][0]["says"] = [
        say("{name} plays {piece}.", name=name, piece=called(piece))
        for piece, name in seats.items()
    ]
    words = {
        "player": translate("What happened, step by step"),
        "over": translate("This is how it stands now."),
    }
    broken_off = "" if match.outcome else say("The match was broken off here.")
    return Player(scene | {"timeline": {}, "over": broken_off}, words, png(trace.start))


def match_in(file: Path) -> tuple[Match, dict[str, str]]:
    """The match that was saved there, and who played which piece as far as that is written."""
    try:
        data = data_in(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise DataError(say("This is no saved match."), file) from None
    except OSError:
        raise FolderError(say('"{file}" cannot be read.', file=file)) from None
    except DataError as error:
        raise DataError(error.says, file) from error
    save = data.get("match", data) if isinstance(data, dict) else data
    try:
        if not isinstance(save, dict) or not isinstance(save.get("game"), str):
            raise DataError(say("This is no saved match."))
        return loaded(find_game(save["game"]), save), _seats(data)
    except TeachkitError as error:
        raise DataError(error.says, file) from error


def _seats(data: Mapping[str, Any]) -> dict[str, str]:
    try:
        return {str(piece): one_line(str(name)) for piece, name in data.get("seats", ())}
    except (TypeError, ValueError):
        return {}
