"""Recordings of a tournament's games, with which its report plays them without a kernel.

A folder of recordings holds `watch.js`, a script for the report. It lists the games, and loads the
other files when somebody watches a game: `pictures.js`, with each picture once, and a file for each
`CHUNK` of games.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from teachkit.classroom.jobs import Backend, FailedJob, run_jobs
from teachkit.core.data import Table, write_whole
from teachkit.draw.replay_data import match_data
from teachkit.games import game as find_game
from teachkit.play.match import loaded
from teachkit.play.tournament import Played
from teachkit.widgets.common.scripts import as_expression, standalone, words_of
from teachkit.widgets.common.widget import Data
from teachkit.widgets.player import Player, complete, player_words, thinned

CHUNK = 50
MOST = 5_000
"""Games that are recorded at most, so that the folder stays below 100 MB."""


def recorded(game: tuple[Table, Sequence[str]]) -> tuple[str, dict[str, str]]:
    """Return the compressed scene of a saved match, with the names at its seats, and its pictures.

    In the scene, a picture is replaced by its key in the pictures.
    """
    save, seats = game
    match, pictures = loaded(find_game(save["game"]), save), dict[str, str]()
    names = dict(zip(match.setup.players, seats, strict=True))

    def named(svg: bytes) -> dict[str, str]:
        key = sha256(svg).hexdigest()[:16]
        pictures[key] = svg.decode()
        return {"svg": key}

    scene = thinned(complete(match_data(match.trace, match.game, names)))
    return _packed(json.dumps(scene, default=named, separators=(",", ":"))), pictures


def record(games: Sequence[Played], folder: Path, backend: Backend) -> Iterator[int]:
    """Write recordings of `games` to `folder`, and yield the number of each game when it is done.

    Recordings of an earlier tournament are deleted. Games without a saved match are left out.
    """
    for file in folder.glob("games-*.js"):
        file.unlink()
    saved = [(game, game.save) for game in games if game.save]
    is_all, saved = len(saved) <= MOST, saved[:MOST]
    jobs = [(save, game.fixture.seats) for game, save in saved]
    chunks: dict[int, dict[str | int, str]] = defaultdict(dict)
    pictures: dict[str, str] = {}
    for place, made in run_jobs(recorded, jobs, backend):
        number = saved[place][0].fixture.number
        if not isinstance(made, FailedJob):
            chunks[number // CHUNK][number], drawn = made
            pictures |= drawn
        yield number
    files = {f"games-{chunk}": scenes for chunk, scenes in chunks.items()}
    files["pictures"] = {"pictures": _packed(json.dumps(pictures))}
    for name, texts in files.items():
        write_whole(folder / f"{name}.js", f"tkReplays({json.dumps(texts)});\n")
    facts: Data = {"folder": folder.name, "chunk": CHUNK, "all": is_all, "css": Player._css}
    facts |= {"words": words_of("player", "watch"), "said": player_words()}
    facts["games"] = [
        (game.fixture.number, game.fixture.seats, game.points, game.says)
        for game, _ in saved
        if game.fixture.number in chunks[game.fixture.number // CHUNK]
    ]
    start = f"startWatching({as_expression(Player._esm)}, {json.dumps(facts)});"
    write_whole(folder / "watch.js", f"{standalone('player/watch.js')}\n{start}\n")


def _packed(text: str) -> str:
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")
