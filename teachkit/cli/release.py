"""The commands that prepare a lesson: `teachkit release` and `teachkit handout`."""

from __future__ import annotations

from pathlib import Path

import click

from teachkit.cli.console import FILE, OUR_FOLDER, PATH
from teachkit.words import say, say_many

_SHOWN = 10


@click.command()
@click.argument("lessons", type=OUR_FOLDER)
@click.option("-o", "--output", required=True, type=PATH, help="Folder to create.")
@click.option(
    "--self-study",
    is_flag=True,
    help="Keep the solutions, so that all the hints and feedback work.",
)
@click.option("--force", is_flag=True, help="Rename the output folder if it is not empty.")
def release(lessons: Path, output: Path, self_study: bool, force: bool) -> int:
    """Make the learners' copy of a folder of LESSONS.

    Hidden starts and cases, solutions, mistakes, teacher's notes and answers are left out. Cells
    tagged "teacher" are also left out, as well as solutions and hidden tests that are marked for
    nbgrader or Otter.
    """
    from teachkit.classroom.release import release as make

    made = make(lessons, output, self_study, force)
    for cut in (*made.cuts, *made.taken):
        click.echo(cut)
    notebooks = say_many("{number} notebook", "{number} notebooks", len(made.notebooks))
    exercises = say_many("{number} exercise", "{number} exercises", len(made.cuts))
    facts = {"folder": made.folder, "notebooks": notebooks, "exercises": exercises}
    click.echo(say("{folder} contains {notebooks} and {exercises}.", **facts))
    if made.left_behind:
        more = len(made.left_behind) - _SHOWN
        names = [*made.left_behind[:_SHOWN], *([say("{count} more", count=more)] * (more > 0))]
        click.echo(say("Not copied: {names}.", names=", ".join(names)))
    if made.moved_aside:
        click.echo(say("The old folder is now called {folder}.", folder=made.moved_aside))
    if not self_study:
        says = say("To grade, use your own complete folder: --lessons {folder}", folder=lessons)
        click.echo(says)
    return 0


@click.command()
@click.argument("lesson")
@click.option("-o", "--output", required=True, type=FILE, help="PDF file to write.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--lessons", type=OUR_FOLDER, help="Folder with your own lessons.")
def handout(lesson: str, output: Path, paper: str, lessons: Path | None) -> int:
    """Make a PDF of a LESSON to print for a class.

    The PDF has the boards, room for the answers, and cards to cut out. LESSON is the number of a
    lesson, such as 02, or the id of a single exercise. Print the file at 100%.
    """
    from teachkit.classroom.handout import handout as make
    from teachkit.core.data import write_whole

    made = make(lesson, paper, lessons)
    write_whole(output, made.pdf)
    pages = say_many("{number} page", "{number} pages", made.pages)
    exercises = say_many("{number} exercise", "{number} exercises", made.exercises)
    cards = say_many("{number} card", "{number} cards", made.cards)
    click.echo(say("{file} contains {pages}, {exercises} and {cards} to cut out.",
                   file=output, pages=pages, exercises=exercises, cards=cards))  # fmt: skip
    return 0
