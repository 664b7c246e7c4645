"""teachkit with a catalogue of a made-up language, as if it had been translated and installed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.once import Once

ROOT = Path(__file__).parents[2]
LANGUAGE = "xx"
POT = "teachkit.pot"
# Translators leave these as they are: holes, code, addresses of links, and markup. They do
# translate the title of an underlined word, which is its meaning.
KEPT = re.compile(
    r"(\{[^{}]*\}|%\(\w+\)s|```[^`]*```|`[^`]*`|\]\([^)]*\)|<abbr title=\"|\">|<[^<>]*>)"
)
_ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçďéƒğĥíĵķĺɱńóƥɋŕšťúṽŵẋýžÁɃÇĎÉƑĞĤÍĴĶĹḾŃÓƤɊŔŠŤÚṼŴẊÝŽ",
)


def accented(sentence: str) -> str:
    """Return an English sentence in the made-up language, whose letters are never ASCII.

    >>> accented("Card {card} is `left`.")
    'Çáŕď {card} íš `left`.'
    """
    parts = KEPT.split(sentence)
    return "".join(part if KEPT.fullmatch(part) else part.translate(_ACCENTED) for part in parts)


def extracted(once: Once) -> Catalog:
    """Return the catalogue of sentences, extracted by the command that translators use."""

    def extract(folder: Path) -> None:
        command = ["-m", "babel.messages.frontend", "extract", "-F", "pyproject.toml", "-o"]
        ran = subprocess.run(
            [sys.executable, *command, folder / POT, "."], cwd=ROOT, capture_output=True
        )
        assert ran.returncode == 0, ran.stderr.decode()

    with (once.path("catalogue", extract) / POT).open("rb") as opened:
        return read_po(opened)


def package(once: Once) -> Path:
    """Return a folder for `PYTHONPATH` with a teachkit that has the language `xx`."""

    def fill(folder: Path) -> None:
        (folder / "teachkit").mkdir()
        for part in (ROOT / "teachkit").iterdir():
            if part.name not in ("locale", "__pycache__"):
                (folder / "teachkit" / part.name).symlink_to(part)
        place = folder / "teachkit" / "locale" / LANGUAGE / "LC_MESSAGES"
        place.mkdir(parents=True)
        catalogue = extracted(once)
        for message in catalogue:
            is_one = isinstance(message.id, str)
            message.string = accented(message.id) if is_one else tuple(map(accented, message.id))
        with (place / "teachkit.mo").open("wb") as opened:
            write_mo(opened, catalogue)

    return once.path("package in a made-up language", fill)
