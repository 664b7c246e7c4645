"""Drafts for the studio, opened by the name of a game, a file or a level."""

from __future__ import annotations

from pathlib import Path

from teachkit.classroom.library import exercise_files, unknown_exercise
from teachkit.errors import DataError
from teachkit.exercises.authoring.draft import Draft
from teachkit.games import NAMES as GAMES
from teachkit.games import game as find_game
from teachkit.words import say

SIZE = 5, 5


def opened(name: str) -> tuple[Draft, str]:
    """Return the draft called `name`, and the name of the file in which to save it.

    `name` is a game, for a new draft, or a file, or the id of an exercise in the library, which
    gets a file of its own. Raise `TeachkitError` if there is no such level, or if it has no board.

    >>> opened("algoracing")[0].data["starts"][0]["rovers"]
    {'red': 'a1 east'}
    """
    if name in GAMES:
        draft = Draft.new(name)
        start = find_game(name).palette.blank(draft.data["edition"], *SIZE)
        return draft.with_start(1, start), ""
    path, library = Path(name).expanduser(), exercise_files()
    is_file = path.suffix == ".toml" or path.is_file()
    if not is_file and name not in library:
        raise DataError(unknown_exercise(name, library))
    draft = Draft.open(path if is_file else library[name])
    exercise = draft.exercise()
    if not exercise.starts or exercise.kind.form.runs_python:
        raise DataError(say("This level has no board to paint."), path)
    return draft, str(path) if is_file else f"{name}.toml"
