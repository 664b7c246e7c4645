"""The entrants of a tournament: learners' strategy files and house strategies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from teachkit.core.strings import one_line
from teachkit.errors import DataError
from teachkit.words import say

MOST_BYTES = 200_000  # a long strategy has about ten thousand bytes


class Entrant(NamedTuple):
    """A named strategy in a tournament: a learner's `source` code, or a `house` strength."""

    name: str
    source: str = ""
    house: str = ""


class Trouble(NamedTuple):
    """An entrant that cannot take part or a game that could not be played; `says` explains why."""

    name: str
    says: str


def of_house(strengths: Iterable[str]) -> list[Entrant]:
    """Return one entrant for each distinct house strength in `strengths`."""
    return [Entrant(f"house {strength}", house=strength) for strength in dict.fromkeys(strengths)]


def entrants_in(paths: Sequence[Path]) -> tuple[list[Entrant], list[Trouble]]:
    """Return an entrant for each readable file, and the reasons why other files cannot take part.

    `paths` are files or folders of `.py` files. An entrant is named after its file, without `.py`.
    Raise `DataError` if a folder has no such file, or if two files have the same name.
    """
    files = dict.fromkeys(file for path in paths for file in _files(path))
    entrants, troubles = dict[str, Entrant](), list[Trouble]()
    for file in files:
        name = one_line(file.stem)
        if name in entrants:
            says = say('Two files are called "{name}". Rename one of them.', name=file.name)
            raise DataError(says)
        source, trouble = _source(file)
        entrants[name] = Entrant(name, source)
        if trouble:
            troubles.append(Trouble(one_line(file.name), trouble))
            del entrants[name]
    return list(entrants.values()), troubles


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.glob("*.py") if not file.name.startswith((".", "_")))
    if not files:
        says = say('There is no .py file in "{folder}". Put the strategies there.', folder=path)
        raise DataError(says)
    return files


def _source(file: Path) -> tuple[str, str]:
    """Return a pair: the text of `file` and "", or "" and the reason why it cannot be used."""
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            return "", say("It is larger than {size} kB.", size=MOST_BYTES // 1000)
        return content.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return "", say("It is not UTF-8 text. Save it as UTF-8.")
    except OSError:
        return "", say("It cannot be read.")
