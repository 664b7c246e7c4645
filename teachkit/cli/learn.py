"""The commands for learners and players: `lab`, `run`, `rules`, `play`, `replay` and `studio`."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import click

from teachkit.cli.console import FILE, PATH, course_option, tell
from teachkit.core.data import write_whole
from teachkit.core.strings import json_text, readable
from teachkit.errors import UnknownNameError
from teachkit.play.countdown import A_DAY
from teachkit.words import say, say_many

_MY_LESSONS = Path("my-lessons")


@click.command()
@click.argument("folder", type=PATH, default=_MY_LESSONS)
@click.option("--name", help="Name of the learner, if several learners share this computer.")
@click.option("--no-browser", is_flag=True, help="Start JupyterLab without opening a browser.")
@click.argument("jupyter_options", nargs=-1, type=click.UNPROCESSED)
def lab(folder: Path, name: str | None, no_browser: bool, jupyter_options: tuple[str, ...]) -> int:
    """Copy the lessons to FOLDER and open them in JupyterLab.

    Existing work is never overwritten. Options after -- are passed to JupyterLab.
    """
    from teachkit.classroom.answers import learner_name, name_file
    from teachkit.classroom.notebooks import copy_lessons, remember_name

    if str(folder).startswith("-"):  # only options were given, after --
        folder, jupyter_options = _MY_LESSONS, (str(folder), *jupyter_options)
    folder = folder.expanduser().resolve()
    copied = copy_lessons(folder)
    if name is None and not name_file(folder).exists() and sys.stdin.isatty():
        name = click.prompt(say("Your name (or just press Enter)"), default="", show_default=False)
    if name is not None:
        remember_name(folder, name.strip())
    learner = learner_name(folder) if name is None else name.strip()
    says = say("Your lessons are in {folder}.", folder=folder)
    if copied:
        says = say_many(
            "{number} lesson copied to {folder}.",
            "{number} lessons copied to {folder}.",
            len(copied),
            folder=folder,
        )
    click.echo(says)
    return open_jupyter(no_browser, jupyter_options, folder, learner)


def open_jupyter(
    no_browser: bool, options: tuple[str, ...], folder: Path, learner: str, *notebook: str
) -> int:
    """Open JupyterLab with `options`, wait until JupyterLab ends, and return its exit status."""
    from teachkit.classroom.notebooks import start_jupyter
    from teachkit.classroom.sandbox.isolation import is_root

    options = (*(("--no-browser",) if no_browser else ()), *options)
    status = start_jupyter(folder, learner, options, *notebook)
    if status and is_root() and "--allow-root" not in options:
        tell(say("JupyterLab does not start as root. Add this to the command: -- --allow-root"))
    return status


@click.command()
@click.argument("exercise")
@click.option(
    "--program",
    "--answer",
    "answer",
    required=True,
    help='The program or answer, such as "forward, left".',
)
@course_option
@click.option("--json", "data", is_flag=True, help="Print the result as JSON.")
@click.option("--png", type=PATH, help="Save a picture of the last board to this file.")
@click.option("--html", type=PATH, help="Save the run to this file, to step through in a browser.")
def run(
    exercise: str, answer: str, course: Path | None, data: bool, png: Path | None, html: Path | None
) -> int:
    """Run a program on an EXERCISE and print what happens.

    EXERCISE is an id or the path of a TOML file. Without --course, exercises in the working folder
    are found, too. The output contains the events, the board as text,
    and the verdicts.
    """
    from teachkit.classroom.library import find_exercise
    from teachkit.exercises.explaining.explain import as_json, as_text, report

    try:
        result = report(find_exercise(exercise, course), answer)
    except UnknownNameError as error:
        says = say("For one of your own, add --course FOLDER, or write the path of its file.")
        raise UnknownNameError(f"{error.says} {says}") from error
    if png and result.attempts:
        from teachkit.draw.picture import end_png

        write_whole(png, end_png(result.attempts[0].trace))
    if html:
        from teachkit.widgets.workbench.run_pages import report_page

        write_whole(html, report_page(result))
    click.echo(json_text(as_json(result), indent=1) if data else readable(as_text(result)))
    return 0 if result.grade.solved else 1


@click.command()
@click.argument("game")
def rules(game: str) -> int:
    """Print the rules of a GAME in our own words, with our rulings."""
    from teachkit.games.rulebook import rulebook

    for rule in rulebook(game):
        click.echo(textwrap.fill(str(rule), 88, subsequent_indent=" " * 7))
    return 0


@click.command()
@click.argument("game")
@click.option(
    "--players",
    default="Ada, Bo",
    show_default=True,
    help="Names or files of bots, separated by commas. "
    "The computer plays random, greedy and look-ahead.",
)
@click.option("--edition", default="", help="Edition of the game. By default, the first edition.")
@click.option("--board", default="", help="Name of a board, or a file with a board of your own.")
@click.option(
    "--seed", type=int, help="Seed for the random numbers. The same seed gives the same game."
)
@click.option(
    "--seconds",
    type=click.IntRange(0, A_DAY),
    metavar="N",
    default=0,
    help="Limit the time for writing a program to this many seconds.",
)
@click.option(
    "--folder", type=PATH, default="my-games", show_default=True, help="Folder for your games."
)
@click.option("--no-browser", is_flag=True, help="Start JupyterLab without opening a browser.")
@click.argument("jupyter_options", nargs=-1, type=click.UNPROCESSED)
def play(
    game: str, players: str, edition: str, board: str, seed: int | None, seconds: int,
    folder: Path, no_browser: bool, jupyter_options: tuple[str, ...],
) -> int:  # fmt: skip
    """Open a table in JupyterLab and play a whole GAME.

    Run the same command again to continue the game. Options after -- are passed to JupyterLab.
    """
    from teachkit.classroom.notebooks import lay_table
    from teachkit.classroom.tournament.bots import bot, is_file

    names = [name.strip() for name in players.split(",")]
    names = [str(Path(name).expanduser().resolve()) if is_file(name) else name for name in names]
    for name in filter(is_file, names):
        bot(name)  # raises an error if the file cannot be read
    if Path(board).suffix == ".toml":
        board = str(Path(board).resolve())
    folder = folder.expanduser().resolve()
    how = {"edition": edition, "board": board, "seed": seed, "seconds": seconds}
    notebook = lay_table(folder, game, names, {name: fact for name, fact in how.items() if fact})
    click.echo(say("Your games are in {folder}.", folder=folder))
    return open_jupyter(no_browser, jupyter_options, folder, "", notebook.name)


@click.command()
@click.argument("match", type=PATH)
@click.option("-o", "--out", type=FILE, help="File for the page. By default, beside the match.")
def replay(match: Path, out: Path | None) -> int:
    """Save a MATCH as a web page on which it can be watched.

    MATCH is the file of a game at a table or in a tournament. The page is one file, which needs
    neither JupyterLab nor a network.
    """
    from teachkit.widgets.table import opening

    player, out = opening.replay(match), out or match.with_suffix(".html")
    write_whole(out, player.to_html(", ".join(player.scene["names"].values())))
    click.echo(say("Open this page in a browser: {file}", file=out))
    return 0


@click.command()
@click.argument("level", default="algoracing")
@click.option(
    "--folder", type=PATH, default="my-levels", show_default=True, help="Folder for your levels."
)
@click.option("--no-browser", is_flag=True, help="Start JupyterLab without opening a browser.")
@click.argument("jupyter_options", nargs=-1, type=click.UNPROCESSED)
def studio(level: str, folder: Path, no_browser: bool, jupyter_options: tuple[str, ...]) -> int:
    """Open the studio in JupyterLab, to make a LEVEL or to change one.

    LEVEL is the name of a game, for a new level, or the name of a file or an exercise. Existing
    work is never overwritten. Options after -- are passed to JupyterLab.
    """
    from teachkit.classroom.notebooks import lay_studio
    from teachkit.widgets.studio.studio import opened

    if Path(level).suffix == ".toml":
        level = str(Path(level).expanduser().resolve())
    opened(level)
    folder = folder.expanduser().resolve()
    notebook = lay_studio(folder, level)
    click.echo(say("Your levels are in {folder}.", folder=folder))
    return open_jupyter(no_browser, jupyter_options, folder, "", notebook.name)
