"""A notebook in which a game is played: one call of ours, which runs when it is opened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from teachkit.classroom.alive import IMPORT, mark
from teachkit.core.data import write_whole
from teachkit.core.texts import json_text
from teachkit.errors import FolderError
from teachkit.games import game as find_game
from teachkit.play.sitting import seated
from teachkit.words import say


def lay_table(folder: Path, game: str, names: Sequence[str], how: Mapping[str, Any]) -> Path:
    """Write the notebook of this game; its answers lie in another file. Raises `TeachkitError`.

    What cannot be opened is told now, before anything is written or started.
    """
    setup = find_game(game).opening.match(
        len(names), str(how.get("edition", "")), str(how.get("board", ""))
    )
    seated(setup.players, names)
    call = f"tk.table({game!r}, {list(names)!r}"
    call += "".join(f", {name}={fact!r}" for name, fact in how.items()) + ")"
    called = re.sub(r"\W+", "-", "-".join([game, *names])).strip("-")[:60]
    path = folder / f"{called}.ipynb"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(
            say('"{folder}" cannot be written; choose a folder of your own.', folder=folder)
        ) from error
    write_whole(path, json_text(notebook_of(call), indent=1) + "\n")
    return path


def notebook_of(call: str) -> dict[str, Any]:
    """A notebook with this one call of ours, alive when it is opened.

    >>> [cell["metadata"]["teachkit"] for cell in notebook_of('tk.table("lovelace")')["cells"]]
    [{'live': True}, {'live': True}]
    """
    cells: list[dict[str, Any]] = [
        {
            "id": name, "cell_type": "code", "source": source, "metadata": {}, "outputs": [],
            "execution_count": None,
        }
        for name, source in (("import", IMPORT), ("table", call))
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5
    }  # fmt: skip
    mark(notebook)
    return notebook
