"""Isolation of the processes that run learners' code, as strong as this machine allows.

Under bubblewrap, the code has no network access, sees no other processes, sees no files except
those of Python, msgspec and teachkit, and cannot write anything. If root starts the process, the
code also runs as a separate user that owns nothing else. Without bubblewrap, that user is the
only isolation; a process that root did not start then has no isolation at all.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import count
from pathlib import Path

from teachkit.words import say

PACKAGE = Path(__file__).resolve().parents[2]
RECORDS = Path(str(files("msgspec")))  # the folder of the rules' only dependency
INSIDE = Path("/sandbox/teachkit")  # path of the package inside the sandbox
WORKER = "classroom/sandbox/worker.py"

FIRST_USER = 1 << 30  # far above the ids of real users
NOBODY = 65534

_runs = count()


@dataclass(frozen=True)
class Isolation:
    """One way to isolate a process.

    `bubblewrap` is the path of the bubblewrap program, or "" if bubblewrap is not used. `user` is
    the first user id for answers, or `None` if answers run as the current user.
    """

    bubblewrap: str = ""
    user: int | None = None

    def command(self) -> list[str]:
        """Return the command line that starts the worker with this isolation."""
        if not self.bubblewrap:
            return [*_worker_in(PACKAGE), str(RECORDS.parent)]
        kept = _TO_CHANGE_USER if self.user is not None else ("--unshare-user",)
        return [self.bubblewrap, *kept, *_world(), "--", *_worker_in(INSIDE)]

    def next_user(self) -> int | None:
        """Return the user id for the next process, or `None` to keep the current user.

        If `user` is `FIRST_USER`, processes that run at the same time have different ids.
        """
        if self.user != FIRST_USER:
            return self.user
        return FIRST_USER + (os.getpid() << 8) + next(_runs) % 256


def isolations_to_try() -> Iterator[Isolation]:
    """Yield the isolations to try, strongest first.

    For root, every isolation uses bubblewrap or a separate user, so root never runs code
    unprotected.
    """
    program = shutil.which("bwrap")
    for bubblewrap in (program, "") if program else ("",):
        for user in (FIRST_USER, NOBODY) if is_root() else ():
            yield Isolation(bubblewrap, user)
        if bubblewrap or not is_root():
            yield Isolation(bubblewrap)


def shortcomings(isolation: Isolation) -> Iterator[str]:
    """Yield a sentence for each risk that `isolation` does not prevent on this system."""
    if not isolation.bubblewrap:
        yield say("Answers can reach the network and read files.")
        yield say("With bubblewrap, answers run in isolation.")
        if isolation.user is None:
            yield say(
                "Answers run under your account, so they could change files and end programs."
            )
    if isolation.user is None and is_root():
        yield say("Answers run as root, so some limits have no effect.")
    if not hasattr(os, "getuid"):
        yield say("This system cannot limit the CPU time, memory, files or processes of answers.")
    elif sys.platform == "darwin":
        yield say("This system cannot limit how much memory answers use.")


def is_root() -> bool:
    return hasattr(os, "getuid") and os.getuid() == 0


def _worker_in(package: Path) -> list[str]:
    """Return the command line that runs the worker in `package`.

    Python sees no installed packages and ignores its environment variables.
    """
    return [_python(), "-I", "-S", "-B", "-X", "utf8", str(package / WORKER), str(package.parent)]


def _python() -> str:
    """Return the path of the Python interpreter outside any virtual environment.

    In the sandbox, a virtual environment's interpreter would not find the standard library.
    """
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


# -- bubblewrap ----------------------------------------------------------------------------------

# The worker needs these capabilities to switch to another user, and loses them when it does.
_TO_CHANGE_USER = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
_LIBRARIES = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache")


@lru_cache(maxsize=1)
def _world() -> tuple[str, ...]:
    """Return the bubblewrap options that expose only Python, its libraries and teachkit.

    Installed packages are hidden, because they may contain lessons with solutions. `ctypes` is also
    hidden, because it could allocate memory that no limit counts.
    """
    shown = {place: place for place in (*_LIBRARIES, f"{sys.base_prefix}/lib", _python())}
    shown = {there: here for there, here in shown.items() if os.path.exists(there)}
    shown[str(PACKAGE)] = str(INSIDE)
    shown[str(RECORDS)] = str(INSIDE.with_name(RECORDS.name))
    hidden, doors = (
        [str(path) for place in shown for path in Path(place).glob(pattern)]
        for pattern in ("python*/*-packages", "python*/lib-dynload/_ctypes.*")
    )
    with_solutions = (name for name in ("lessons", "starters") if (PACKAGE / name).is_dir())
    hidden += (str(INSIDE / name) for name in with_solutions)
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
    """Yield bubblewrap options that let any user, not only root, enter the parents of `places`."""
    folders = {str(folder): None for place in places for folder in reversed(Path(place).parents)}
    for folder in folders:
        if folder != "/":
            yield from ("--perms", "0755", "--dir", folder)
