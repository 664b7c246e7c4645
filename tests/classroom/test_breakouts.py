"""Answers that try to break out earn nothing, spoil nothing, and stop nobody's grading."""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import msgspec
import pytest

from teachkit.classroom.sandbox import isolation
from teachkit.classroom.sandbox.process import Limits, isolation_here
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade
from teachkit.exercises.running.results import Plain, Result
from tests.exercises.functionfiles import asked
from tests.thorough import THOROUGH

from .attacks import ATTACKS, HARMLESS
from .conftest import PATIENCE

pytestmark = pytest.mark.slow

REQUIRED = os.environ.get("TEACHKIT_SANDBOX") == "required"
HAS_BUBBLEWRAP = bool(isolation_here().bubblewrap)  # before any test changes it
LIMITS = Limits(seconds=1, patience=PATIENCE)
# Only the wall-clock limit ends the first two. It ends the others sooner than the limit of CPU
# time,
# which is tested by "it loops for ever in C" and "it does not listen to the signal that ends it".
BY_THE_CLOCK = {
    "it sleeps", "it asks for a name", "it computes a power for ever",
    "it searches a text for ever", "it loops for ever before there is a function",
    "it writes without end",
}  # fmt: skip
IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
SOMEBODY = 54_321
AS_SOMEBODY = ["setpriv", f"--reuid={SOMEBODY}", f"--regid={SOMEBODY}", "--clear-groups"]

OTHERS = {  # learners graded besides, and their points
    "def f(n): return n + 1": 2,
    "def f(n): return 8": 1,
    "def f(n): return n": 0,
}
FILES = {
    "grades.csv": ("learner,points\nann,3\n", 0o644),
    "other.py": ("def right(n): return n + 1\n", 0o644),
    "private.txt": ("nobody's business", 0o600),
}


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    return asked({"call": [7], "returns": 8}, {"call": [20], "returns": 21, "hidden": True},
                 points=2)  # fmt: skip


@pytest.fixture(scope="module", params=["behind bubblewrap", "as another user"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox with this barrier; without it, the test is skipped with a reason."""
    isolate, python = request.param == "behind bubblewrap", python_for_everybody()
    if isolate:
        needs_bubblewrap()
    elif not IS_ROOT or not python:
        pytest.skip("only root can run answers as another user, with a Python for everybody")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEACHKIT_SECRET", "8")
        if not isolate:
            patch.setattr(isolation, "_python", lambda: python)
            patch.setattr(isolation, "shutil", SimpleNamespace(which=lambda name: None))
        isolation_here.cache_clear()
        user = isolation.FIRST_USER if IS_ROOT else None
        assert isolation_here().user == user, "nothing here is safe to try otherwise"
        assert bool(isolation_here().bubblewrap) == isolate
        yield Sandbox(LIMITS)
    isolation_here.cache_clear()


def needs_bubblewrap() -> None:
    if not HAS_BUBBLEWRAP and not REQUIRED:
        pytest.skip("bubblewrap does not work here; TEACHKIT_SANDBOX=required fails instead")


def python_for_everybody() -> str | None:
    """A Python that other users can start, with its library: this one, or the system's."""
    code = "import random, tomllib; print(random.__file__)"
    for python in (isolation._python(), shutil.which("python3", path="/usr/bin:/usr/local/bin")):
        command = [str(python), "-I", "-c", code]
        if python and shutil.which("setpriv"):
            mine, theirs = (
                subprocess.run([*who, *command], capture_output=True, text=True).stdout
                for who in ([], AS_SOMEBODY)
            )
            if mine and mine == theirs:
                return python
    return None


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder that every user can reach, with other people's files."""
    for folder in (tmp_path, *tmp_path.parents[:3]):
        if folder.stat().st_uid == os.getuid():
            folder.chmod(folder.stat().st_mode | 0o055)
    for name, (text, mode) in FILES.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(mode)
    return tmp_path


class World(NamedTuple):
    """Other people's things: a folder, and servers of every kind on one port."""

    place: Path
    port: int
    servers: tuple[socket.socket, ...]

    def arm(self, attack: str) -> str:
        source = ATTACKS[attack].source
        return source.replace("PLACE", str(self.place)).replace("PORT", str(self.port))

    def assert_nothing_happened(self) -> None:
        found = {path.name: path.read_text() for path in self.place.iterdir()}
        assert found == {name: text for name, (text, _) in FILES.items()}
        assert select.select(self.servers, [], [], 0)[0] == [], "somebody came"
        assert left_behind() == []


@pytest.fixture
def world(place: Path) -> Iterator[World]:
    with (
        socket.create_server(("127.0.0.1", 0)) as calls,
        socket.socket(type=socket.SOCK_DGRAM) as letters,
        socket.socket(socket.AF_UNIX) as names,
    ):
        letters.bind(calls.getsockname())
        names.bind(f"\0teachkit-{calls.getsockname()[1]}")
        names.listen()
        yield World(place, calls.getsockname()[1], (calls, letters, names))


def left_behind(*users: int) -> list[str]:
    """Return processes of the users that ran our answers, once dying ones have ended."""
    first = isolation.FIRST_USER + (os.getpid() << 8)
    users = users or tuple(range(first, first + 256))
    until = time.monotonic() + PATIENCE
    while (found := processes_of(users)) and time.monotonic() < until:
        time.sleep(0.01)
    return found


def processes_of(users: Sequence[int]) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            is_dead = "State:\tZ" in (process / "status").read_text()
            if process.stat().st_uid in users and not is_dead:
                found.append(process.name)
    return found


def assert_held(name: str, mark: Grade, first: Result) -> None:
    attack = ATTACKS[name]
    assert (mark.points, mark.possible) == (attack.points, 2), mark
    assert first.trouble in attack.troubles.split(" ")
    assert "".join(mark.says).encode().decode().replace("\n", "").isprintable()


def patience_with(name: str) -> float:
    return 0.5 if name in BY_THE_CLOCK else PATIENCE


def is_held(name: str, holds: str) -> bool:
    order = ["limits", "user", "bubblewrap"]
    return order.index(ATTACKS[name].held) <= order.index(holds)


@pytest.mark.parametrize("name", ATTACKS)
def test_it_earns_nothing(name: str, sandbox: Sandbox, exercise: Exercise, world: World) -> None:
    if not is_held(name, "bubblewrap" if sandbox.is_isolated else "user"):
        assert "Answers can reach the network and read files." in sandbox.shortcomings
        return
    results: list[Result] = []
    held = replace(sandbox, limits=replace(LIMITS, patience=patience_with(name)))

    def execute(source: str, function: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        results.extend(held.execute(source, function, calls))
        return results

    mark = grade(exercise, world.arm(name), execute)
    assert_held(name, mark, results[0])
    world.assert_nothing_happened()
    other = [*OTHERS][[*ATTACKS].index(name) % len(OTHERS)]  # the next answer
    assert grade(exercise, other, sandbox.execute).points == OTHERS[other]


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_so_earns_all(name: str, sandbox: Sandbox, exercise: Exercise) -> None:
    assert grade(exercise, HARMLESS[name], sandbox.execute).points == 2
    assert left_behind() == []


SCRIPT = """
import json, shutil, sys
sys.path[:0] = sys.argv[1], sys.argv[3]
from teachkit.classroom.sandbox.process import Limits
from teachkit.classroom.sandbox.sandbox import Sandbox
isolate = sys.argv[2] == "True"
if not isolate: shutil.which = lambda *_, **__: None  # there is no bubblewrap
shortcomings = Sandbox().shortcomings
print(json.dumps(shortcomings))
if isolate and shortcomings: sys.exit()  # too dangerous without a sandbox
for source, patience in json.load(sys.stdin):
    sandbox = Sandbox(Limits(seconds=1, patience=patience))
    print(json.dumps(sandbox.execute(source, "f", [[7], [20]])), flush=True)
"""


@pytest.fixture
def libraries() -> Iterator[str]:
    """A folder that every user may read, with the library that the rules need."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        shutil.copytree(Path(msgspec.__file__).parent, Path(folder, "msgspec"))
        yield folder


@pytest.mark.skipif(not IS_ROOT, reason="the tests above run as somebody already")
@pytest.mark.parametrize("isolate", [True, False])
def test_they_are_held_without_root_too(
    isolate: bool, exercise: Exercise, world: World, libraries: str
) -> None:
    python = python_for_everybody()
    if not python:
        pytest.skip("there is no Python here that everybody can start")
    if isolate:
        needs_bubblewrap()
    holds = "bubblewrap" if isolate else "limits"
    names = [name for name in ATTACKS if is_held(name, holds)][:: 1 if THOROUGH else 3]
    tried = [(world.arm(name), patience_with(name)) for name in names]
    tried += [(source, PATIENCE) for source in OTHERS]
    ran = subprocess.run(
        [*AS_SOMEBODY, python, "-c", SCRIPT,
         str(isolation.PACKAGE.parent), str(isolate), libraries],
        input=json.dumps(tried),
        capture_output=True, text=True,
        env={"TEACHKIT_SECRET": "8", "PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    said, *told = [json.loads(line) for line in ran.stdout.splitlines()]
    if isolate and said and not REQUIRED:
        pytest.skip("bubblewrap works for root only here; TEACHKIT_SANDBOX=required fails instead")
    assert said == ([] if isolate else [
        "Answers can reach the network and read files.",
        "With bubblewrap, answers run in isolation.",
        "Answers run under your account, so they could change files and end programs.",
    ])  # fmt: skip
    all_results = [[Result(*result) for result in results] for results in told]
    marks = [
        grade(exercise, source, lambda *_, results=results: results)
        for (source, _), results in zip(tried, all_results, strict=True)
    ]
    for name, mark, results in zip(names, marks, all_results, strict=False):
        assert_held(name, mark, results[0])
    assert [mark.points for mark in marks[len(names) :]] == list(OTHERS.values())
    world.assert_nothing_happened()
    assert left_behind(SOMEBODY) == []


WALK = """
import os
def f(n):
    found = []
    for folder, inner, files in os.walk("/"):
        inner[:] = {*inner} - {"lib", "proc", "sys"} if folder in ("/", "/usr") else inner
        found += [name for name in files if name in ("solution.toml", "rules.toml")]
    return sorted({*found})
"""


def test_packaged_lessons_are_hidden_where_they_are_installed(tmp_path: Path) -> None:
    needs_bubblewrap()
    site = tmp_path / "site"
    shutil.copytree(isolation.PACKAGE, site / "teachkit", ignore=shutil.ignore_patterns("lessons"))
    (site / "teachkit" / "lessons").mkdir()
    (site / "teachkit" / "lessons" / "solution.toml").write_text("")
    code = (
        f"import sys; sys.path.insert(0, {str(site)!r})\n"
        "from teachkit.classroom.sandbox.sandbox import Sandbox\n"
        f"print(Sandbox().execute({WALK!r}, 'f', [[7]])[0])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout.strip() == str(Result(["rules.toml"])), ran.stderr
