"""What stands around an answer while it runs, as far as this machine can build it.

With bubblewrap it is a world of its own: no network, no other process, no file but those of
Python, msgspec and teachkit, and nothing that can be written. In it there is a user that nobody
else is, when root started it. Without bubblewrap there is that user alone, or nothing.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from teachkit.words import say

PACKAGE = Path(__file__).resolve().parents[2]
INSIDE = Path("/sandbox/teachkit")  # where the package lies, seen from within
CELL = "classroom/sandbox/cell.py"
WARM_CELL = "classroom/sandbox/warm_cell.py"

FIRST_USER = 1 << 30  # far above the users that anybody has
NOBODY = 65534

_runs = count()


@dataclass(frozen=True)
class Walls:
    """`bubblewrap` is its program, or empty; `user` the first of those that answers run as."""

    bubblewrap: str = ""
    user: int | None = None

    def command(self, cell: str = CELL) -> list[str]:
        """What starts this script of the package."""
        if not self.bubblewrap:
            return [*_python_in(PACKAGE, cell), *(str(found.parent) for found in _records())]
        kept = _TO_CHANGE_USER if self.user is not None else ("--unshare-user",)
        return [self.bubblewrap, *kept, *_world(), "--", *_python_in(INSIDE, cell)]

    def next_user(self) -> int | None:
        """Where there are so many, a user that nobody else is: what runs as it, is its own."""
        if self.user != FIRST_USER:
            return self.user
        return FIRST_USER + (os.getpid() << 8) + next(_runs) % 256


def walls_to_try(isolate: bool = True) -> Iterator[Walls]:
    """All that could stand here, the strongest first; as root itself nothing runs without any."""
    program = shutil.which("bwrap") if isolate else None
    for bubblewrap in (program, "") if program else ("",):
        for user in (FIRST_USER, NOBODY) if _is_root() else ():
            yield Walls(bubblewrap, user)
        if bubblewrap or not _is_root():
            yield Walls(bubblewrap)


def shortcomings(walls: Walls) -> Iterator[str]:
    """What these walls do not hold back, and what this system does not limit."""
    if not walls.bubblewrap:
        yield say("Answers can reach the network and read files.")
        yield say("Where bubblewrap works, answers run in a world of their own.")
        if walls.user is None:
            yield say("Answers run as you: they could change files and end programs.")
    if walls.user is None and _is_root():
        yield say("Answers run as root, whom not every limit stops.")
    if not hasattr(os, "getuid"):
        yield say("This system limits neither CPU time, memory, files nor processes of answers.")
    elif sys.platform == "darwin":
        yield say("This system does not limit the memory of answers.")


def _records() -> list[Path]:
    """Return the folder of msgspec, the one library that rules need, if it is installed."""
    spec = find_spec("msgspec")
    return [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []


def _is_root() -> bool:
    return hasattr(os, "getuid") and os.getuid() == 0


def _python_in(package: Path, cell: str) -> list[str]:
    """Python alone, without environment and `site`, and the script for it."""
    return [_python(), "-I", "-S", "-B", "-X", "utf8", str(package / cell), str(package.parent)]


def _python() -> str:
    """Python's own program: that of a virtual environment does not know where its library is."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


# -- bubblewrap ----------------------------------------------------------------------------------

_TO_CHANGE_USER = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")  # gone once it is changed
_LIBRARIES = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache")


@lru_cache(maxsize=1)
def _world() -> tuple[str, ...]:
    """Options that show Python, its libraries and teachkit, and nothing else.

    What is installed beside them is hidden: lessons and their solutions may lie there. So is
    `ctypes`, the door to memory that no limit counts.
    """
    shown = {place: place for place in (*_LIBRARIES, f"{sys.base_prefix}/lib", _python())}
    shown = {there: here for there, here in shown.items() if os.path.exists(there)}
    shown[str(PACKAGE)] = str(INSIDE)
    shown |= {str(found): str(INSIDE.with_name(found.name)) for found in _records()}
    hidden, doors = (
        [str(path) for place in shown for path in Path(place).glob(pattern)]
        for pattern in ("python*/*-packages", "python*/lib-dynload/_ctypes.*")
    )
    if (PACKAGE / "lessons").is_dir():
        hidden.append(str(INSIDE / "lessons"))
    own = "--unshare-ipc --unshare-net --unshare-pid --unshare-uts --die-with-parent --new-session"
    return (
        *own.split(),
        *_open_folders([*shown.values(), "/dev/null", "/tmp/nothing"]),
        *(word for there, here in shown.items() for word in _show(there, here)),
        *(word for here in hidden for word in ("--tmpfs", here, "--remount-ro", here)),
        *(word for file in doors for word in ("--ro-bind", "/dev/null", file)),
        *("--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/urandom", "/dev/urandom"),
        *("--remount-ro", "/", "--chdir", "/"),
    )


def _show(there: str, here: str) -> tuple[str, str, str]:
    if os.path.islink(there):
        return "--symlink", os.readlink(there), here
    return "--ro-bind", there, here


def _open_folders(places: Iterable[str]) -> Iterator[str]:
    """The folders above these, for everybody to pass: left alone, they are root's only."""
    folders = {str(folder): None for place in places for folder in reversed(Path(place).parents)}
    for folder in folders:
        if folder != "/":
            yield from ("--perms", "0755", "--dir", folder)
