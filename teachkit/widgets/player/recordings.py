"""Recordings of games, which a page without a kernel plays: all games of a tournament.

A folder of recordings holds `watch.js`, which a report includes as a script. It lists the games,
and loads the others when somebody watches a game: `pictures.js`, with each picture once, and a file
for each `CHUNK` of games.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from teachkit.classroom.jobs import Backend, FailedJob, run_jobs
from teachkit.core.data import Table, write_whole
from teachkit.draw.replay_data import match_data
from teachkit.games import game as find_game
from teachkit.play.match import loaded
from teachkit.play.tournament import Played
from teachkit.widgets.common.scripts import as_expression, standalone, words_of
from teachkit.widgets.player import Player, complete, thinned

CHUNK = 50
MOST = 5_000
"""Games that are recorded at most, so that the folder stays below 100 MB."""


class Recording(NamedTuple):
    """A compressed scene, and its pictures by key."""

    scene: str
    pictures: dict[str, str]


def recorded(game: tuple[Table, Sequence[str]]) -> Recording:
    """Return the recording of a saved match, with the name at each of its seats."""
    save, seats = game
    names = dict(zip(save["setup"]["players"], seats, strict=True))
    match = loaded(find_game(save["game"]), save)
    scene = match_data(match.trace, match.game, names)
    pictures: dict[str, str] = {}

    def named(svg: bytes) -> dict[str, str]:
        key = sha256(svg).hexdigest()[:16]
        pictures[key] = svg.decode()
        return {"svg": key}

    text = json.dumps(thinned(complete(scene)), default=named, separators=(",", ":"))
    return Recording(_packed(text), pictures)


def record(games: Sequence[Played], folder: Path, backend: Backend) -> Iterator[int]:
    """Write recordings of `games` to `folder`, and yield the number of each recorded game.

    Recordings of an earlier tournament are deleted. Games without a saved match are left out.
    """
    for file in folder.glob("games-*.js"):
        file.unlink()
    played = [(game, game.save) for game in games if game.save][:MOST]
    jobs = [(save, game.fixture.seats) for game, save in played]
    chunks: dict[int, dict[int, str]] = defaultdict(dict)
    pictures: dict[str, str] = {}
    done = []
    for place, made in run_jobs(recorded, jobs, backend):
        game, _ = played[place]
        if not isinstance(made, FailedJob):
            pictures |= made.pictures
            chunks[game.fixture.number // CHUNK][game.fixture.number] = made.scene
            done.append(game)
        yield game.fixture.number
    for chunk, scenes in chunks.items():
        _write(folder / f"games-{chunk}.js", scenes)
    _write(folder / "pictures.js", {"pictures": _packed(json.dumps(pictures))})
    write_whole(folder / "watch.js", _script(done, folder.name))


def _packed(text: str) -> str:
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")


def _write(file: Path, facts: dict[Any, str]) -> None:
    write_whole(file, f"tkReplays({json.dumps(facts)});\n")


def _script(games: Sequence[Played], folder: str) -> str:
    """Return the script that lists `games` and plays them."""
    names = sorted({name for game in games for name in game.fixture.seats})
    places = {name: number for number, name in enumerate(names)}
    player = Player({})
    shown = [name for name in player.keys if not name.startswith("_") and name != "layout"]
    facts = {
        "folder": folder,
        "chunk": CHUNK,
        "names": names,
        "games": [
            [
                game.fixture.number,
                [places[name] for name in game.fixture.seats],
                game.points,
                game.says,
            ]
            for game in sorted(games, key=lambda game: game.fixture.number)
        ],
        "words": words_of("player", "watch"),
        "traits": player.get_state([name for name in shown if name != "scene"]),
        "css": Player._css,
    }
    player.close()
    return (
        f'"use strict";\n(() => {{\n{standalone("player/watch.js")}\n'
        f"startWatching({as_expression(Player._esm)}, {json.dumps(facts)}, "
        'document.getElementById("games"));\n})();\n'
    )
