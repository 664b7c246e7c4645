"""The engine as it was before it became quicker: a yardstick that stays as it is.

`old_engine.zip` has the rules of Algoracing and RoboRally, and the core below them, as a package of
their own, so that both engines run in one process. Nothing else may use it. To freeze the engine of
the current checkout instead, run `python -m tests.benchmarks.old_engine`.

>>> old("games.algoracing").GAME.name
'algoracing'
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from zipfile import ZIP_LZMA, ZipFile

NAME = "old_teachkit"
ARCHIVE = Path(__file__).with_name("old_engine.zip")
GAMES = ("algoracing", "roborally")


def old(module: str) -> ModuleType:
    """Return a module of the old engine; `module` is its name inside the package."""
    _unpacked()
    return import_module(f"{NAME}.{module}")


@cache
def _unpacked() -> TemporaryDirectory[str]:
    """Unpack the old engine where Python finds it; the folder is removed when Python ends."""
    folder = TemporaryDirectory()
    with ZipFile(ARCHIVE) as archive:
        archive.extractall(folder.name)
    sys.path.append(folder.name)
    return folder


def freeze() -> None:
    """Write the archive: all modules that the rules of `GAMES` import, and the games' data.

    The package itself is left empty, because it would import much more inside IPython.
    """
    for game in GAMES:
        import_module(f"teachkit.games.{game}")
    package = Path(import_module("teachkit").__file__ or "").parent
    modules = [name for name in sys.modules if f"{name}.".startswith("teachkit.")]
    files = {Path(sys.modules[name].__file__ or "") for name in modules}
    for game in GAMES:
        files |= {*(package / "games" / game).rglob("*.toml")}
    with ZipFile(ARCHIVE, "w", ZIP_LZMA) as archive:
        for file in sorted(files):
            text = re.sub(r"\bteachkit\b", NAME, file.read_text(encoding="utf-8"))
            if file == package / "__init__.py":
                text = ""
            archive.writestr(f"{NAME}/{file.relative_to(package).as_posix()}", text)


if __name__ == "__main__":
    freeze()
