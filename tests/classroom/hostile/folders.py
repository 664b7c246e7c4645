"""Folders with too many files, no files, or entries that are not files."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from tests.classroom.handedin import answers, hand_in

from . import Eve, Says


def an_empty_folder(folder: Path) -> Says:
    (folder / "Eve").mkdir()
    return {"Eve": "No answers file"}


def a_hidden_folder(folder: Path) -> Says:
    hand_in(folder, ".Eve", "notes.txt")
    return {}  # no learner's name begins with a dot


def answers_twelve_levels_deep(folder: Path) -> Says:
    hand_in(folder, "Eve", *"abcdefghijk", "answers.json")
    return {"Eve": "more than 8 folders deep"}


class Link(NamedTuple):
    """A link at this path, relative to the class's folder."""

    place: str
    target: str

    def __call__(self, folder: Path) -> Says:
        (folder / self.place).parent.mkdir(exist_ok=True)
        (folder / self.place).symlink_to(folder / self.target)
        return {"Eve": "it is a link"}


def a_pipe(folder: Path) -> Says:
    (folder / "Eve").mkdir()
    os.mkfifo(folder / "Eve" / "answers.json")
    return {"Eve": "it is not an ordinary file"}


def a_pipe_instead_of_a_folder(folder: Path) -> Says:
    os.mkfifo(folder / "Eve")
    return {"Eve": "it is not an ordinary file"}


def more_files_than_are_looked_at(folder: Path) -> Says:
    (folder / "Eve").mkdir()
    for number in range(5_100):
        (folder / "Eve" / str(number)).touch()
    return {"Eve": "More than 5000 files and folders"}


def many_answers_files(folder: Path) -> Says:
    for number in range(100):
        hand_in(folder, "Eve", f"answers-{number}.json")
    return {"Eve": "too many files to read"}


def two_links_in_a_circle(folder: Path) -> Says:
    (folder / "Eve").symlink_to("Mal")
    (folder / "Mal").symlink_to("Eve")
    return {"Eve": "it is a link", "Mal": "it is a link"}


def a_socket(folder: Path) -> Says:
    (folder / "Eve").mkdir()
    os.mknod(folder / "Eve" / "answers.json", stat.S_IFSOCK | 0o600)
    return {"Eve": "it is not an ordinary file"}


def a_folder_called_as_a_zip(folder: Path) -> Says:
    hand_in(folder, "Eve.zip", "answers.json", "answers.json")
    return {"Eve.zip": "2 3 "}


def a_thousand_folders_each_way(folder: Path) -> Says:
    for number in range(1_000):
        (folder / "Eve" / f"{number}" / "a" / "b").mkdir(parents=True)
    hand_in(folder, "Eve", "answers.json")
    return {"Eve": "2 3 "}


def forty_ghosts_in_a_folder(folder: Path) -> Says:
    for number in range(40):
        hand_in(folder, "Eve", f"answers-Ghost{number:02}x.json")
    ghosts = {f"Ghost{number:02}x (Eve)": "appears only in a file" for number in range(20)}
    return ghosts | {"Eve": "who have their own rows: Ghost00x, Ghost01x"}


HAND_INS = {
    "hidden files only": Eve("No answers file", answers, ("Eve", ".answers.json")),
    "a strange file": Eve("No answers file", lambda: os.urandom(100), ("Eve.exe",)),
    "a notebook": Eve("No answers file", lambda: "x" * 5_000_000, ("Eve", "lesson.ipynb")),
    "a link to another's folder": Link("Eve", "Ada"),
    "a link to a file elsewhere": Link("Eve/answers.json", "../elsewhere/canary.json"),
    "a link in a circle": Link("Eve/again", "Eve"),
    "a link to itself": Link("Eve", "Eve"),
    "a link to nothing": Link("Eve.zip", "nobody"),
}
