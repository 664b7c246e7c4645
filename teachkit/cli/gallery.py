"""The command that shows the boards of a class: `teachkit gallery`."""

from __future__ import annotations

from pathlib import Path

import click

from teachkit.cli.console import FILE, OUR_FOLDER, tell
from teachkit.errors import FolderError
from teachkit.words import language_code, say, say_many


@click.command()
@click.argument("submissions", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--output", required=True, type=FILE, help="Web page to write.")
@click.option("--first", multiple=True, metavar="NAME", help="Show NAME's boards on top.")
@click.option("--no-names", is_flag=True, help="Leave out the names of the learners.")
@click.option("--lessons", type=OUR_FOLDER, help="Folder with your own lessons.")
def gallery(
    submissions: Path, output: Path, first: tuple[str, ...], no_names: bool, lessons: Path | None
) -> int:
    """Show the boards that a class made, on one page to print or to step through.

    SUBMISSIONS is the folder or zip that `teachkit grade` reads. The page shows who made each
    board, its par, and how many others solved it. To see the boards of some learners first, repeat
    --first.
    """
    from teachkit.classroom.grading.class_boards import class_boards
    from teachkit.classroom.grading.grade import course_in
    from teachkit.classroom.grading.submissions import submissions_in
    from teachkit.core.data import write_whole
    from teachkit.widgets.workbench.gallery import gallery_page

    handed_in = submissions_in(submissions, but=[output])
    made, troubles = class_boards(course_in(lessons, language_code()), handed_in)
    tell(*troubles)
    if not made:
        raise FolderError(say('Nobody has made a board in "{folder}" yet.', folder=submissions))
    write_whole(output, gallery_page(made, first, not no_names))
    boards = say_many("{number} board", "{number} boards", len(made))
    click.echo(say("{file} contains {boards}.", file=output, boards=boards))
    return 1 if troubles else 0
