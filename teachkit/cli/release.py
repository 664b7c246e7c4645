"""The commands that prepare a lesson: `teachkit release` and `teachkit handout`."""

from __future__ import annotations

from pathlib import Path

import click

from teachkit.cli.console import FILE, OUR_FOLDER, PATH
from teachkit.words import say, say_many

_SHOWN = 10


@click.command()
@click.argument("lessons", type=OUR_FOLDER)
@click.option("-o", "--output", required=True, type=PATH, help="The folder to make.")
@click.option("--self-study", is_flag=True, help="Leave solutions in, so that all help works.")
@click.option("--force", is_flag=True, help="If FOLDER is not empty, move it aside.")
def release(lessons: Path, output: Path, self_study: bool, force: bool) -> int:
    """Make the learners' copy of a folder of LESSONS.

    Hidden starts and cases, solutions, mistakes, teacher's notes and answers are left out. So are
    cells tagged "teacher", and the solutions and hidden tests that nbgrader or Otter marks.
    """
    from teachkit.classroom.release import release as make

    made = make(lessons, output, self_study, force)
    for cut in (*made.cuts, *made.taken):
        click.echo(cut)
    notebooks = say_many("{number} notebook", "{number} notebooks", len(made.notebooks))
    exercises = say_many("{number} exercise", "{number} exercises", len(made.cuts))
    click.echo(
        say(
            "In {folder}: {notebooks}, {exercises}.",
            folder=made.folder,
            notebooks=notebooks,
            exercises=exercises,
        )
    )
    if made.left_behind:
        more = len(made.left_behind) - _SHOWN
        names = [*made.left_behind[:_SHOWN], *([say("{count} more", count=more)] * (more > 0))]
        click.echo(say("Not copied: {names}.", names=", ".join(names)))
    if made.moved_aside:
        click.echo(say("What was there is in {folder} now.", folder=made.moved_aside))
    if not self_study:
        click.echo(
            say(
                "Grade with your own folder, where nothing is missing: --lessons {folder}",
                folder=lessons,
            )
        )
    return 0


@click.command()
@click.argument("lesson")
@click.option("-o", "--output", required=True, type=FILE, help="The PDF file to write.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--lessons", type=OUR_FOLDER, help="Your own folder of lessons.")
def handout(lesson: str, output: Path, paper: str, lessons: Path | None) -> int:
    """Print a LESSON: boards with room for the answers, and cards to cut out.

    LESSON is a lesson, such as 02, or a single exercise. Print it at 100 %.
    """
    from teachkit.classroom.handout import handout as make
    from teachkit.core.data import write_whole

    made = make(lesson, paper, lessons)
    write_whole(output, made.pdf)
    pages = say_many("{number} page", "{number} pages", made.pages)
    exercises = say_many("{number} exercise", "{number} exercises", made.exercises)
    cards = say_many("{number} card", "{number} cards", made.cards)
    click.echo(say("In {file}: {pages}, {exercises}, {cards} to cut out.",
                   file=output, pages=pages, exercises=exercises, cards=cards))  # fmt: skip
    return 0
