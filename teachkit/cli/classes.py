"""The commands for a class: `teachkit release`, `handout`, `grade` and `gallery`.

Two of them prepare a lesson, and two read what the class has handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from teachkit.cli import console
from teachkit.cli.console import FILE, OUR_FILE, OUR_FOLDER, PATH, tell
from teachkit.core.data import write_whole, writing_in
from teachkit.errors import FolderError
from teachkit.words import language_code, say, say_many

if TYPE_CHECKING:
    from teachkit.classroom.grading.gradebook import Gradebook


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
        says = say("To grade, use your own complete folder: --course {folder}", folder=lessons)
        click.echo(says)
    return 0


@click.command()
@click.argument("lesson")
@click.option("-o", "--output", required=True, type=FILE, help="PDF file to write.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--key", is_flag=True, help="Make the answer key for the teacher instead.")
@click.option(
    "--per-pupil",
    "roster",
    type=OUR_FILE,
    metavar="FILE",
    help="Make sheets for each pupil in FILE, with their name and their own variants.",
)
@console.course_option
def handout(
    lesson: str, output: Path, paper: str, key: bool, roster: Path | None, course: Path | None
) -> int:
    """Make a PDF of a LESSON to print for a class.

    The PDF has the boards, room for the answers, and cards to cut out. LESSON is the number of a
    lesson, such as 02, the id of a single exercise, or a folder of exercises, of which small ones
    share a page. Print the file at 100%.

    With --key, the PDF has the solutions, drawn on the boards, the answers to predictions and
    choices, and the likely mistakes with what to say. FILE is a list of names, or a roster from
    Moodle or Canvas.
    """
    from teachkit.classroom.grading.roster import read_roster
    from teachkit.classroom.handout import handout as make

    pupils = [pupil.name for pupil in read_roster(roster)] if roster else []
    made = make(lesson, paper, course, key, pupils)
    write_whole(output, made.pdf)
    pages = say_many("{number} page", "{number} pages", made.pages)
    exercises = say_many("{number} exercise", "{number} exercises", made.exercises)
    facts = {"file": output, "pages": pages, "exercises": exercises}
    if key:
        click.echo(say("{file} contains {pages} with the answers to {exercises}.", **facts))
        return 0
    cards = say_many("{number} card", "{number} cards", made.cards)
    click.echo(say("{file} contains {pages}, {exercises} and {cards} to cut out.",
                   cards=cards, **facts))  # fmt: skip
    return 0


MOST_NAMED = 20


@click.command()
@click.argument("submissions", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o",
    "--output",
    type=FILE,
    default=Path("grades.csv"),
    show_default=True,
    help="File for the table of grades.",
)
@click.option(
    "--report",
    type=FILE,
    help="Also write a printable page that shows who needs help, and with what.",
)
@click.option(
    "--anonymous", type=FILE, help="Also write a page without names, which you can show in class."
)
@click.option(
    "--feedback",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write a page for each learner into this folder.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["long", "moodle", "canvas"]),
    default="long",
    show_default=True,
    help="Write a line for each learner and exercise, or a table for an LMS to import.",
)
@console.course_option
@click.option(
    "--only",
    multiple=True,
    metavar="LESSON",
    help="Grade only this lesson or exercise, such as 02 or 51-03. Can be repeated.",
)
@click.option(
    "--totals", is_flag=True, help="Write a column for each lesson instead of each exercise."
)
@click.option(
    "--roster",
    type=OUR_FILE,
    help="The class, as exported from Moodle or Canvas, or as a list of names.",
)
@click.option(
    "--due",
    type=click.DateTime(["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]),
    metavar="TIME",
    help="When the work was due, such as 2026-12-01T18:00, in your own time zone.",
)
@click.option(
    "--overrides",
    type=FILE,
    help="File with your own marks and comments.  [default: overrides.csv beside the grades]",
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run.")
@console.workers_option
@click.option(
    "--trust-functions",
    is_flag=True,
    help="Run functions even without bubblewrap. They could change your files.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Grade on the Dask cluster whose scheduler is at ADDRESS.",
)
def grade(
    submissions: Path, output: Path, report: Path | None, anonymous: Path | None,
    feedback: Path | None, form: str, course: Path | None,
    only: tuple[str, ...], totals: bool, roster: Path | None, due: datetime | None,
    overrides: Path | None, resume: bool, workers: int | None, trust_functions: bool,
    scheduler: str | None,
) -> int:  # fmt: skip
    """Grade the work that a class has handed in.

    SUBMISSIONS is a folder that contains a folder or a zip for each learner, or a download from
    Moodle or Canvas, zipped or unzipped. Each learner is listed under the name on the roster or,
    without a roster, under the name of that folder or file.

    The table has the lessons that at least a quarter of the learners have begun. It is written as
    CSV or, if the name of the output ends in .xlsx, for Excel.

    With a roster, the table shows who has not handed in, and it has the keys by which Moodle and
    Canvas know the learners. Learners are late if Canvas says so, or if their answers file says
    that an answer was changed after the time in --due.

    To change a mark, write the learner, the exercise, your points and a comment into overrides.csv.
    This file is only read, so what you write stays when you grade again. Without an exercise, a
    comment is about all the work.

    Points are computed from the answers. Functions run under bubblewrap. Without it, their points
    stay blank.

    The exit status is 0 if all is well, 1 if the work was graded but there are notes to look at,
    and 2 if nothing could be graded.
    """
    from teachkit import __version__
    from teachkit.classroom.grading import grade as grading
    from teachkit.classroom.grading.attendance import attendance
    from teachkit.classroom.grading.gradebook import FORMATS, gradebook
    from teachkit.classroom.grading.overrides import lines_of, read_overrides
    from teachkit.classroom.grading.roster import read_roster
    from teachkit.classroom.grading.submissions import Submission, submissions_in
    from teachkit.classroom.grading.tables import as_file
    from teachkit.classroom.grading.taught import taught
    from teachkit.classroom.jobs import Journal

    explains = any((report, anonymous, feedback))
    lessons = grading.course_in(course, language_code(), trust_functions, explains)
    written = [output, *filter(None, (report, anonymous))]
    if feedback and feedback.resolve() == submissions.resolve():
        says = say('"{folder}" holds what was handed in. Write the feedback into another folder.',
                   folder=feedback)  # fmt: skip
        raise FolderError(says)
    overrides = overrides or output.with_name("overrides.csv")
    ours = [*written, *filter(None, (overrides, roster, feedback))]
    _check_distinct(ours)
    but = [*ours, *map(grading.journal_of, ours)]
    found = submissions_in(submissions, but)
    there = attendance(found, read_roster(roster) if roster else ())
    if len(there.missing) == len(there.submissions):
        tell(*there.notes)
        says = say('Nothing was handed in: "{folder}" contains no answers.', folder=submissions)
        raise FolderError(says)
    lessons = taught(lessons, there.submissions, only)
    lines_of(overrides)  # before grading, which may take long
    backend = console.backend_for(scheduler, workers, len(there.submissions))
    cannot = grading.shortcomings(lessons, backend)
    tell(*cannot)
    for file in written:
        grading.sweep(file)
    basis = [" ".join((__version__, *cannot)), lessons]
    journal: Journal[Submission, grading.Graded] = Journal(
        grading.journal_of(output), basis, grading.Graded, resume
    )

    def kept(done: int) -> str:
        return say_many(
            "{done} of {number} learner is graded. Continue with --resume.",
            "{done} of {number} learners have been graded. Continue with --resume.",
            len(there.submissions),
            done=done,
        )

    with console.resumable(journal, kept):
        grades = grading.grade_class(lessons, there.submissions, backend, journal)
        graded = console.with_bar(grades, say("Grading"), len(there.submissions))
        changes = read_overrides(overrides, graded, lessons)
        book = gradebook(lessons, graded, there, changes, due)
        write_whole(output, as_file(output, FORMATS[form](book, totals)))
        if report or anonymous:
            from teachkit.classroom.report.page import page

            if report:
                write_whole(report, page(book, cannot))
            if anonymous:
                write_whole(anonymous, page(book, anonymous=True))
        if feedback:
            _write_feedback(feedback, book, trust_functions)
            written.append(feedback)
    return _sum_up(book, written)


def _check_distinct(files: Sequence[Path]) -> None:
    """Raise `FolderError` if two of `files` are the same one, which would be overwritten."""
    places = [file.resolve() for file in files]
    for file, place in zip(files, places, strict=True):
        if places.count(place) > 1:
            says = say('"{file}" is named twice. Give each file a name of its own.', file=file)
            raise FolderError(says)


def _write_feedback(folder: Path, book: Gradebook, trusted: bool) -> None:
    """Write a page for each learner of `book` into `folder`, which is created if necessary."""
    from teachkit.widgets.workbench.feedback_pages import feedback_pages

    with writing_in(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, text in feedback_pages(book, trusted):
        write_whole(folder / name, text)


def _sum_up(book: Gradebook, written: Sequence[Path]) -> int:
    look = book.attention
    tell(*(f"- {line}" for line in look[:MOST_NAMED]))
    if len(look) > MOST_NAMED:
        tell(say("- … and {number} more in the notes.", number=len(look) - MOST_NAMED))
    learners = say_many("{number} learner graded", "{number} learners graded", len(book.learners))
    files = ", ".join(map(str, written))
    noted = say_many("{number} thing to look at", "{number} things to look at", len(look))
    tell(f"{learners}: {files} ({noted})" if look else f"{learners}: {files}")
    return 1 if look else 0


@click.command()
@click.argument("submissions", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--output", required=True, type=FILE, help="Web page to write.")
@click.option("--first", multiple=True, metavar="NAME", help="Show NAME's boards on top.")
@click.option("--no-names", is_flag=True, help="Leave out the names of the learners.")
@console.course_option
def gallery(
    submissions: Path, output: Path, first: tuple[str, ...], no_names: bool, course: Path | None
) -> int:
    """Show the boards that a class made, on one page to print or to step through.

    SUBMISSIONS is the folder or zip that `teachkit grade` reads. The page shows who made each
    board, its par, and how many others solved it. With --course, boards from your own lessons are
    shown, too. To see the boards of some learners first, repeat --first.
    """
    from teachkit.classroom.grading.grade import course_in
    from teachkit.classroom.grading.made_boards import class_boards
    from teachkit.classroom.grading.submissions import submissions_in
    from teachkit.classroom.grading.taught import with_packaged
    from teachkit.widgets.workbench.run_pages import gallery_page

    handed_in = submissions_in(submissions, but=[output])
    lessons = with_packaged(course_in(course, language_code()))
    made, troubles = class_boards(lessons, handed_in)
    tell(*troubles)
    if not made:
        raise FolderError(say('Nobody has made a board in "{folder}" yet.', folder=submissions))
    write_whole(output, gallery_page(made, first, not no_names))
    boards = say_many("{number} board", "{number} boards", len(made))
    click.echo(say("{file} contains {boards}.", file=output, boards=boards))
    return 1 if troubles else 0
