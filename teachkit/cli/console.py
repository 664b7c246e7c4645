"""Helpers that the commands share: types of options, terminal output, and resumable work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from unicodedata import combining, east_asian_width

import click

from teachkit.core.strings import one_line

if TYPE_CHECKING:
    from teachkit.classroom.jobs import Backend, Journal

Result = TypeVar("Result")

PATH = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)
OUR_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
OUR_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
"""Types of options that name a file or a folder; `OUR_FOLDER` and `OUR_FILE` must exist."""

workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of processes. By default, one process for each processor.",
)
"""The option `--workers` of `grade` and `tournament`, whose value is passed to `backend_for`."""

course_option = click.option(
    "--course",
    "--lessons",
    "course",
    type=OUR_FOLDER,
    help="Folder with your own course. By default, only teachkit's exercises are used.",
)
"""The option that names a teacher's own course; `--lessons` is its earlier name."""


def tell(*lines: str) -> None:
    """Print each of `lines` to stderr."""
    for line in lines:
        click.echo(one_line(line), err=True)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[str] = ()) -> str:
    """Return a text table; the columns whose heads are in `right` are right-aligned.

    >>> print(table(["name", "par"], [["a long name", 7], ["b", 12]], right=["par"]))
    name         par
    a long name    7
    b             12
    """
    lines = [[*heads], *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        for place, (head, wide) in enumerate(zip(heads, widths, strict=True)):
            blanks = " " * (wide - _width(line[place]))
            line[place] = blanks + line[place] if head in right else line[place] + blanks
    return "\n".join("  ".join(line).rstrip() for line in lines)


def _width(text: str) -> int:
    """Return the number of columns that `text` fills in a terminal.

    >>> _width("ada"), _width("エイダ")
    (3, 6)
    """
    wide = sum(east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(map(bool, map(combining, text)))


def with_bar(results: Iterable[Result], label: str, total: int) -> list[Result]:
    """Return all results as a list; show a progress bar if stderr is a terminal."""
    from tqdm import tqdm

    return list(tqdm(results, label, total, leave=False, disable=None))


def backend_for(scheduler: str | None, workers: int | None, jobs: int) -> Backend:
    """Return a backend that runs jobs on a cluster, in several processes, or in this process.

    `scheduler` is the address of a cluster's Dask scheduler. Without it, the backend uses `workers`
    processes (by default, one for each processor), but never more than the number of `jobs`.
    """
    from teachkit.classroom.jobs import cluster, here, processes

    if scheduler:
        return cluster(scheduler)
    number = min(workers or os.cpu_count() or 1, jobs)
    return processes(number) if number > 1 else here()


@contextmanager
def resumable(journal: Journal[Any, Any], says: Callable[[int], str]) -> Iterator[None]:
    """Remove the journal after the work in the `with` block, but keep it if the work fails.

    If it is kept, print what `says(number)` returns, where `number` is that of the jobs done. A
    journal without a job is not kept.
    """
    try:
        yield
    except BaseException:
        if number := len(journal):
            journal.close()
            tell(says(number))
        else:
            journal.remove()
        raise
    journal.remove()
