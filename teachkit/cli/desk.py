"""The commands at the teacher's desk: `teachkit new` and `teachkit preview`."""

from __future__ import annotations

import textwrap
from pathlib import Path

import click

from teachkit.cli.console import FOLDER
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
    type=FOLDER,
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

    if what == "course":
        written = new_course(Path(name).expanduser(), kinds, game)
    elif what == "lesson":
        written = new_lesson(name, kinds, game, course)
    else:
        written = new_exercise(name, kinds[-1] if kinds else "program", game, course)
    for path in written:
        click.echo(str(path))
    if what == "exercise":
        click.echo(say("Add these cells to your notebook:"))
        for cell in cells_of(name, load_exercise(written[0])):
            click.echo("\n" + textwrap.indent(cell, "    "))
        click.echo()
    click.echo(say("To see it as learners do: teachkit preview {path}", path=written[-1]))
    return 0
