"""The commands at the teacher's desk: `teachkit new` and `teachkit preview`."""

from __future__ import annotations

import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from teachkit.cli.console import FILE, OUR_FOLDER
from teachkit.cli.learn import open_jupyter
from teachkit.words import say


@click.command()
@click.argument("what", type=click.Choice(["course", "lesson", "exercise"]))
@click.argument("name")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    help="Kind of the exercise. A lesson gets an exercise of each kind that you name.",
)
@click.option("--game", default="algoracing", show_default=True, help="Game of the exercises.")
@click.option(
    "--course",
    type=OUR_FOLDER,
    default=".",
    help="Folder of the course for a new lesson or exercise. By default, this folder.",
)
def new(what: str, name: str, kinds: tuple[str, ...], game: str, course: Path) -> int:
    """Write a new course, lesson or exercise with a NAME, for you to change.

    \b
    teachkit new course my-course
    teachkit new lesson 52-loops --game lovelace --course my-course
    teachkit new exercise 52-04-my-choice --kind choice --course my-course

    A course is a folder. It begins with one lesson, and each lesson begins with exercises that work
    and pass `teachkit check`. Comments in the files say what you can change. Nothing that exists is
    overwritten.
    """
    from teachkit.classroom.new_files import cells_of, new_course, new_exercise, new_lesson
    from teachkit.exercises.authoring.files import load_exercise
    from teachkit.exercises.authoring.starters import usual_kinds

    chosen = kinds or usual_kinds(what)
    if what == "course":
        written = new_course(Path(name).expanduser(), chosen, game)
    elif what == "lesson":
        written = new_lesson(name, chosen, game, course)
    else:
        written = new_exercise(name, chosen[0], game, course)
    for path in written:
        click.echo(str(path))
    if what == "exercise":
        click.echo(say("Add these cells to your notebook:"))
        for cell in cells_of(name, load_exercise(written[0])):
            click.echo("\n" + textwrap.indent(cell, "    "))
        click.echo()
    click.echo(say("To see it as learners do: teachkit preview {path}", path=written[-1]))
    return 0


@click.command()
@click.argument("file", type=FILE)
@click.option("--no-browser", is_flag=True, help="Start JupyterLab without opening a browser.")
@click.argument("jupyter_options", nargs=-1, type=click.UNPROCESSED)
def preview(file: Path, no_browser: bool, jupyter_options: tuple[str, ...]) -> int:
    """Show the exercise in FILE as learners see it, in JupyterLab, and follow each save.

    Beside the exercise, you read the remarks of `teachkit check`, and the answers that the rules
    compute. If the file cannot be read, the exercise stays, and a sentence says why. What you
    answer is not kept. Options after -- are passed to JupyterLab.
    """
    from teachkit.classroom.notebooks import lay_preview
    from teachkit.exercises.authoring.files import load_exercise

    file = file.expanduser().resolve()
    with TemporaryDirectory() as folder:
        notebook = lay_preview(Path(folder), load_exercise(file), file)
        return open_jupyter(no_browser, jupyter_options, Path(folder), "", notebook.name)
