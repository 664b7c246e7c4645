"""What a teacher types when the class has handed in: `teachkit grade`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from teachkit.core.texts import one_line
from teachkit.words import say, say_many

if TYPE_CHECKING:
    from teachkit.classroom.grading.grade import Graded
    from teachkit.classroom.grading.gradebook import Gradebook
    from teachkit.classroom.grading.jobs import Way
    from teachkit.classroom.grading.journal import Journal

MOST_NAMED = 20


@click.command()
@click.argument("submissions", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), default=Path("grades.csv"),
    show_default=True, help="The table of grades.",
)  # fmt: skip
@click.option(
    "--report", type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page to read and print as well: who needs help, and with what.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["long", "moodle", "canvas"]), default="long",
    show_default=True, help="A line per learner and exercise, or a table that an LMS imports.",
)  # fmt: skip
@click.option(
    "--lessons", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Your own exercises, with their solutions; without it, those of teachkit.",
)  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on where a run was broken off.")
@click.option(
    "--workers", type=click.IntRange(1, 256), metavar="N",
    help="So many processes; without it, one for each processor.",
)  # fmt: skip
@click.option(
    "--trust-functions", is_flag=True,
    help="Run functions where nothing holds them, too: they could change your files.",
)  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="Grade on the cluster of this Dask scheduler.")
def grade(
    submissions: Path, output: Path, report: Path | None, form: str, lessons: Path | None,
    resume: bool, workers: int | None, trust_functions: bool, scheduler: str | None,
) -> int:  # fmt: skip
    """Grade what a class has handed in.

    SUBMISSIONS is a folder with a folder or a zip for each learner, or what Moodle or Canvas let
    you download, packed or unpacked. A learner is called as the folder or the file is.

    Points are computed anew, from the answers. Functions are run behind bubblewrap; where there is
    none, their points stay blank. Exit status 0: all is well; 1: graded, but look at
    the notes; 2: nothing could be graded.
    """
    from teachkit import __version__
    from teachkit.classroom.grading.grade import course_in
    from teachkit.classroom.grading.gradebook import FORMATS, gradebook
    from teachkit.classroom.grading.journal import Journal
    from teachkit.classroom.grading.leftovers import beside, sweep
    from teachkit.classroom.grading.submissions import submissions_in
    from teachkit.classroom.grading.wholeclass import grade_class, shortcomings
    from teachkit.core.data import write_whole

    language = os.environ.get("TEACHKIT_LANGUAGE", "")
    course = course_in(lessons, language, trust_functions, explains=report is not None)
    written = [output, *([report] if report else [])]
    handed_in = submissions_in(submissions, but=[each for file in written for each in beside(file)])
    way = way_of(scheduler, workers, len(handed_in))
    cannot = shortcomings(course, way)
    tell(cannot)
    for file in written:
        sweep(file)
    journal = Journal(output, course, resume, " ".join((__version__, *cannot)))
    with _kept(journal, len(handed_in)):
        graded = _watched(grade_class(course, handed_in, way, journal), len(handed_in))
        book = gradebook(course, graded)
        write_whole(output, FORMATS[form](book))
        if report:
            from teachkit.classroom.report.page import page

            write_whole(report, page(book, cannot, course.language))
    journal.remove()
    return _sum_up(book, written)


def way_of(scheduler: str | None, workers: int | None, jobs: int) -> Way:
    """How work is done: on a cluster, by so many processes, or here."""
    from teachkit.classroom.grading.jobs import cluster, here, processes

    if scheduler:
        return cluster(scheduler)
    number = min(workers or os.cpu_count() or 1, jobs)
    return processes(number) if number > 1 else here()


def _watched(graded: Iterable[Graded], learners: int) -> list[Graded]:
    """Everybody, with a bar on a terminal."""
    from tqdm import tqdm

    return list(tqdm(graded, say("Grading"), learners, leave=False, disable=None))


@contextmanager
def _kept(journal: Journal, learners: int) -> Iterator[None]:
    """Whatever breaks the work off: what is done is kept, and said."""
    try:
        yield
    except BaseException:
        if len(journal):
            journal.close()
            tell([say("{done} of {all} learners are kept; go on with --resume.",
                       done=len(journal), all=learners)])  # fmt: skip
        else:
            journal.remove()
        raise


def _sum_up(book: Gradebook, written: Sequence[Path]) -> int:
    look = book.attention
    tell(f"- {line}" for line in look[:MOST_NAMED])
    if len(look) > MOST_NAMED:
        tell([say("- … and {number} more; see the notes.", number=len(look) - MOST_NAMED)])
    learners = say_many("{number} learner graded", "{number} learners graded", len(book.learners))
    files = ", ".join(map(str, written))
    noted = say_many("{number} thing to look at", "{number} things to look at", len(look))
    tell([f"{learners}: {files} ({noted})" if look else f"{learners}: {files}"])
    return 1 if look else 0


def tell(lines: Iterable[str]) -> None:
    """Each of them a line on stderr."""
    for line in lines:
        click.echo(one_line(line), err=True)
