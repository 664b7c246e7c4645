"""The command that runs tournaments of strategies: `teachkit tournament`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from teachkit.cli import console
from teachkit.cli.console import FOLDER, table, tell
from teachkit.core.data import Table, write_whole, writing_in
from teachkit.core.strings import file_name, first_free
from teachkit.games import NAMES
from teachkit.words import say, say_many

if TYPE_CHECKING:
    from teachkit.classroom.jobs import Backend
    from teachkit.classroom.tournament.playing import Entrant, Terms
    from teachkit.classroom.tournament.results import Results
    from teachkit.play.tournament import Played

JOURNAL = "games.journal"
RESULTS = "results.json"
REPLAYS = "replays"
_IS_REPLAY = re.compile(r"\d{4,}-.*\.json").fullmatch
WIDEST = 40  # characters of a name in the terminal


@click.command()
@click.argument("strategies", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--game", required=True, type=click.Choice(NAMES), help="Game to play.")
@click.option("--edition", default="", help="Edition of the game. By default, the first edition.")
@click.option(
    "--board", default="", help="Name of a board, or a TOML file with a board of your own."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10_000),
    default=10,
    show_default=True,
    help="Number of games that each pair of strategies plays in each seating.",
)
@click.option("--seed", default="", help="Use a different seed for a different tournament.")
@click.option(
    "--house",
    multiple=True,
    metavar="STRENGTH",
    help="Add a built-in strategy: random, greedy or look-ahead. Can be used several times.",
)
@click.option("--resume", is_flag=True, hidden=True)  # earlier versions needed it to continue
@console.workers_option
@click.option(
    "--trust-functions",
    is_flag=True,
    help="Run strategies even without bubblewrap. They could change your files.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Play on the Dask cluster whose scheduler is at ADDRESS."
)
@click.option(
    "-o",
    "--out",
    type=FOLDER,
    show_default="tournament",
    help="Folder for the report, the results and the replays.",
)
@click.option(
    "--season",
    type=FOLDER,
    help="Folder for a season: each run adds a folder with its results, and one table for all.",
)
def tournament(
    strategies: tuple[Path, ...], game: str, edition: str, board: str, rounds: int, seed: str,
    house: tuple[str, ...], resume: bool, workers: int | None, trust_functions: bool,
    scheduler: str | None, out: Path | None, season: Path | None,
) -> int:  # fmt: skip
    """Play a tournament between strategies.

    STRATEGIES are .py files with a function play(view, decision), or folders of such files. Every
    strategy plays against every other one, with the seats swapped and the same seeds. In
    Calamitron, each strategy plays as a team. Answers that break the rules become passes, which
    are counted. A strategy loses all its later games by forfeit if three answers in a row fail.

    Strategies run under bubblewrap. If a tournament was interrupted, the same command continues it.

    The exit status is 0 if all is well, 1 if games were played but there are notes to look at, and
    2 if nothing could be played.
    """
    from teachkit import __version__
    from teachkit.classroom.jobs import Journal
    from teachkit.classroom.tournament import playing
    from teachkit.classroom.tournament.results import Results
    from teachkit.play.tournament import Played

    if season and out:
        raise click.UsageError(say("Use either --season or --out."))
    if season:
        today = datetime.now().astimezone().date().isoformat()
        out = season / first_free(today, lambda day: not (season / day / RESULTS).exists())
        seed = f"{seed} {out.name}".strip()  # other games each day
    out = out or Path("tournament")
    terms = playing.Terms(game, edition, board, trusted=trust_functions)
    entrants, unread = playing.entrants_in(strategies)
    entrants += playing.of_house(house)
    terms.check(entrants)
    backend = console.backend_for(scheduler, workers, len(entrants) * rounds)
    cannot = _unenforced_limits(terms, entrants, backend)
    players, troubles = playing.loadable_entrants(terms, entrants, backend)
    notes = [*unread, *troubles]
    tell(*(f"{note.name}: {note.says}" for note in notes))
    all_jobs = playing.jobs(terms, players, rounds, seed)
    with writing_in(out):
        (out / REPLAYS).mkdir(parents=True, exist_ok=True)
    journal: Journal[playing.Job, Played] = Journal(
        out / JOURNAL, [__version__, terms], Played, resume=True
    )
    journal.is_shared = True
    if journal.unread:
        tell(
            say_many(
                "{number} stored game could not be read and is played again.",
                "{number} stored games could not be read and will be played again.",
                journal.unread,
            )
        )

    def kept(done: int) -> str:
        return say_many(
            "{done} of {number} game is stored. Type the command again to continue.",
            "{done} of {number} games are stored. Type the command again to continue.",
            len(all_jobs),
            done=done - len(journal.others),
        )

    with console.resumable(journal, kept):
        played = playing.games(terms, all_jobs, backend, journal)
        found = console.with_bar(played, say("Playing"), len(all_jobs))
        results = Results.of(terms, [each.name for each in players], found, notes)
        _write(results, cannot, out)
        _record(results, backend, out / REPLAYS)
    if journal.others:
        tell(say("Stored games of another tournament stay in {file}.", file=out / JOURNAL))
    status = _sum_up(results, out)
    if season:
        _write_season(season)
    return status


def _write_season(folder: Path) -> None:
    """Write the report on all tournaments in `folder`, a season, and print its table."""
    from teachkit.classroom.tournament.results import report, season, stored

    days = {file.parent.name: stored(file) for file in sorted(folder.glob(f"*/{RESULTS}"))}
    results = season([*days.values()])
    write_whole(folder / "report.html", report(results, {}, days=days))
    click.echo()
    click.echo(_standings(results))
    tell(f"{say('The season')}: {folder / 'report.html'}")


def _unenforced_limits(
    terms: Terms, entrants: Sequence[Entrant], backend: Backend
) -> tuple[str, ...]:
    """Print and return the limits that cannot be enforced on learners' strategies.

    Raise `ClickException` if strategies may not run at all.
    """
    from teachkit.classroom.tournament.playing import strategy_support

    if all(entrant.house for entrant in entrants):
        return ()
    is_supported, cannot = backend.ask(strategy_support, terms.trusted)
    if not is_supported:
        raise click.ClickException(" ".join(cannot))
    tell(*cannot)
    return cannot


def _write(results: Results, cannot: Sequence[str], out: Path) -> None:
    """Write the replays, `results.json` and the report to the folder `out`.

    Replays of an earlier tournament are deleted.
    """
    from teachkit.classroom.tournament.results import report

    replays = {game.fixture.number: _replay(game) for game in results.upsets}
    for game in results.upsets:
        write_whole(out / replays[game.fixture.number], json.dumps(_saved(game), indent=1) + "\n")
    for file in (out / REPLAYS).glob("*.json"):
        if _IS_REPLAY(file.name) and f"{REPLAYS}/{file.name}" not in replays.values():
            file.unlink(missing_ok=True)
    write_whole(out / RESULTS, json.dumps(results.to_json(), indent=1) + "\n")
    write_whole(out / "report.html", report(results, replays, cannot))


def _record(results: Results, backend: Backend, folder: Path) -> None:
    """Write the recordings with which the report plays all games."""
    from teachkit.widgets.player.recordings import record

    games = [game for game in results.games if game.save]
    console.with_bar(record(games, folder, backend), say("Drawing"), len(games))


def _saved(game: Played) -> Table:
    """Return the saved match of `game` as plain data, with the name of each player's strategy."""
    assert game.save
    players = game.save["setup"]["players"]
    return {"seats": list(zip(players, game.fixture.seats, strict=True)), "match": game.save}


def _replay(game: Played) -> str:
    names = file_name("-".join(dict.fromkeys(game.fixture.seats)))
    return f"{REPLAYS}/{game.fixture.number:04}-{names}.json"


def _sum_up(results: Results, out: Path) -> int:
    tell(*results.forfeits.values())
    click.echo(_standings(results))
    lost = len(results.troubles)
    passed = sum(row.passed for row in results.rows)
    games = say_many("{number} game played", "{number} games played", len(results.games))
    tell(f"{games}: {out / 'report.html'}")
    return 1 if lost or passed else 0


def _standings(results: Results) -> str:
    from teachkit.classroom.tournament.results import standings_shown

    heads, rows = standings_shown(results)
    for place, (name, cells) in enumerate(rows, 1):
        # Long names often differ at the end, so the middle is left out.
        short = name if len(name) <= WIDEST else f"{name[: WIDEST // 2]}…{name[-WIDEST // 2 :]}"
        cells.insert(0, f"{place}. {short}")
    lines = [cells for _, cells in rows]
    return table(heads, lines, right=heads[1:])
