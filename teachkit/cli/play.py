"""What people type who want to play: `teachkit play`."""

from __future__ import annotations

from pathlib import Path

import click

from teachkit.words import say

_MY_GAMES = Path("my-games")


@click.command()
@click.argument("game")
@click.option("--players", default="Ada, Bo", show_default=True,
              help="Names, with commas; random, greedy and look-ahead are the house.")  # fmt: skip
@click.option("--edition", default="", help="The printed edition; else the first one.")
@click.option("--board", default="", help="A board of the game, or a file with one of your own.")
@click.option("--seed", type=int, help="The same chance for everybody who says the same number.")
@click.option("--seconds", type=int, default=0, help="Lay programs against the clock.")
@click.option("--folder", type=click.Path(path_type=Path), default=_MY_GAMES, show_default=True,
              help="Where games are kept.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Start JupyterLab without opening a browser.")
@click.argument("jupyter_options", nargs=-1, type=click.UNPROCESSED)
def play(
    game: str, players: str, edition: str, board: str, seed: int | None, seconds: int,
    folder: Path, no_browser: bool, jupyter_options: tuple[str, ...],
) -> int:  # fmt: skip
    """Open a table in JupyterLab and play a whole GAME.

    Called again it goes on where it was. Options behind -- go to JupyterLab.
    """
    from teachkit.classroom.lab import start_jupyter
    from teachkit.classroom.tables import lay_table

    names = [name.strip() for name in players.split(",")]
    if Path(board).suffix == ".toml":
        board = str(Path(board).resolve())
    folder = folder.expanduser().resolve()
    how = {"edition": edition, "board": board, "seed": seed, "seconds": seconds}
    notebook = lay_table(folder, game, names, {name: fact for name, fact in how.items() if fact})
    click.echo(say("Your games are in {folder}.", folder=folder))
    options = (*(("--no-browser",) if no_browser else ()), *jupyter_options)
    return start_jupyter(folder, "", options, notebook.name)
