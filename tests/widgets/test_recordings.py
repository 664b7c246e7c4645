"""Test recordings of a tournament's games: complete, small, and nothing in them becomes code."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from teachkit.classroom.jobs import here
from teachkit.classroom.tournament.playing import Entrant, Job, Terms, play
from teachkit.games import NAMES
from teachkit.play.tournament import Fixture, Played
from teachkit.widgets.player import complete, recordings, thinned
from teachkit.widgets.player.recordings import CHUNK, record
from teachkit.widgets.table.opening import replay

MOST_BYTES = 80_000  # of a game, without the pictures
MOST_LISTED = 200  # bytes of a game in the list
HOSTILE = "</script><script>alert(1)//\u2028"


def played(game: str, number: int, names: tuple[str, ...] = ("ada", "bo")) -> Played:
    """Return a game that the house plays for these names."""
    entrants = tuple(Entrant(name, house="random") for name in names)
    return play(Terms(game, frames=150), Job(Fixture(number, names, str(number)), entrants))


def facts_in(file: Path) -> dict[str, str]:
    """Return what one of the scripts hands over; it does nothing else."""
    text = file.read_text(encoding="utf-8")
    assert text.startswith("tkReplays({")
    assert text.endswith("});\n")
    return dict(json.loads(text[len("tkReplays(") : -len(");\n")]))


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(b64decode(text)))


def names_of(thing: Any, pictures: dict[str, str]) -> Any:
    """Return scene data in which each picture is its text."""
    if isinstance(thing, dict):
        if thing.keys() == {"svg"}:
            return pictures[thing["svg"]]
        return {str(name): names_of(each, pictures) for name, each in thing.items()}
    if isinstance(thing, list | tuple):
        return [names_of(each, pictures) for each in thing]
    return thing.decode() if isinstance(thing, bytes) else thing


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_is_what_a_replay_shows(name: str, tmp_path: Path) -> None:
    names = ("ada", "ada") if name == "calamitron" else ("ada", "bo")
    game = played(name, 7, names)
    assert list(record([game], tmp_path, here())) == [7]
    pictures = unpacked(facts_in(tmp_path / "pictures.js")["pictures"])
    recorded = facts_in(tmp_path / "games-0.js")["7"]
    assert len(recorded) < MOST_BYTES
    assert game.save
    saved = {
        "seats": list(zip(game.save["setup"]["players"], names, strict=True)),
        "match": game.save,
    }
    file = tmp_path / "match.json"
    file.write_text(json.dumps(saved), encoding="utf-8")
    scene = replay(file).scene
    assert names_of(unpacked(recorded), pictures) == names_of(thinned(complete(scene)), {})


def test_games_share_pictures_and_files(tmp_path: Path) -> None:
    games = [played("algoracing", number) for number in (1, 2, CHUNK, CHUNK + 1)]
    list(record(games[:1], tmp_path, here()))
    one, few = ((tmp_path / name).stat().st_size for name in ("pictures.js", "watch.js"))
    list(record(games, tmp_path, here()))
    assert {file.name for file in tmp_path.iterdir()} == {
        "watch.js", "pictures.js", "games-0.js", "games-1.js"
    }  # fmt: skip
    assert facts_in(tmp_path / "games-1.js").keys() == {str(CHUNK), str(CHUNK + 1)}
    assert (tmp_path / "pictures.js").stat().st_size < 2 * one
    assert (tmp_path / "watch.js").stat().st_size - few < 3 * MOST_LISTED


def test_only_games_that_were_played_are_listed_and_older_files_go(tmp_path: Path) -> None:
    (tmp_path / "games-9.js").touch()
    (tmp_path / "mine.js").touch()
    forfeit = played("algoracing", 2)._replace(save=None)
    broken = played("algoracing", 3)
    assert broken.save
    broken = broken._replace(save=broken.save | {"answers": [["red", "x"]]})
    games = [forfeit, played("algoracing", 4), broken]
    assert sorted(record(games, tmp_path, here())) == [3, 4]
    assert (tmp_path / "mine.js").exists()
    assert not (tmp_path / "games-9.js").exists()
    assert facts_in(tmp_path / "games-0.js").keys() == {"4"}
    script = (tmp_path / "watch.js").read_text(encoding="utf-8")
    assert '"games": [[4, ["ada", "bo"], ' in script


def test_of_very_many_games_the_first_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [played("algoracing", number) for number in (1, 2)]
    for most, recorded in ((2, [1, 2]), (1, [1])):
        monkeypatch.setattr(recordings, "MOST", most)
        assert list(record(games, tmp_path, here())) == recorded
        script = (tmp_path / "watch.js").read_text(encoding="utf-8")
        assert f'"all": {json.dumps(most == 2)}' in script


def test_no_name_becomes_code(tmp_path: Path) -> None:
    list(record([played("algoracing", 1, (HOSTILE, "bo"))], tmp_path, here()))
    script = (tmp_path / "watch.js").read_text(encoding="utf-8")
    assert script.isascii() or "\u2028" not in script
    assert json.dumps(HOSTILE) in script
    assert "innerHTML" not in script


def test_the_same_games_make_the_same_files(tmp_path: Path) -> None:
    made = []
    for _ in range(2):
        list(record([played("roborally", 1)], tmp_path, here()))
        made.append({file.name: file.read_bytes() for file in tmp_path.iterdir()})
    assert made[0] == made[1]
