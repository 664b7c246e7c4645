"""What an author types: `teachkit check`."""

from __future__ import annotations

from pathlib import Path

import click

from teachkit.words import say


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(paths: tuple[Path, ...]) -> int:
    """Tell of each exercise file in PATHS whether solution, mistakes and starts hold."""
    from teachkit.errors import DataError
    from teachkit.exercises.proof import exercise_paths, prove

    status = None
    for path in exercise_paths(paths):
        proof = prove(path)
        click.echo(f"{path}: {proof}", err=proof.status == 2)
        status = max(status or 0, proof.status)
    if status is None:
        raise DataError(say("there is no exercise file here"), paths[0])
    return status
