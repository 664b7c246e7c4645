"""Test the quality of the whole repository: the usual tools, and rules of our own."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from teachkit.exercises.kinds import KINDS
from teachkit.exercises.model import forms
from teachkit.exercises.model.file import PHASES

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent

TOP_LEVEL = {"README.md", "binder", "lessons", "pyproject.toml", "teachkit", "tests"}
CUSTOMARY = {"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}


@pytest.mark.parametrize(
    "command",
    [
        "ruff check --no-cache .",
        "ruff format --no-cache --check --diff .",
        pytest.param("mypy", marks=pytest.mark.slow),
        pytest.param("lint-imports --no-cache", marks=pytest.mark.slow),
    ],
)
def test_tools_are_content(command: str) -> None:
    tool, *options = command.split()
    ran = subprocess.run([TOOLS / tool, *options], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """All files that are kept, those that nobody has committed yet included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [Path(name) for name in ran.stdout.splitlines() if (ROOT / name).is_file()]


def test_a_file_is_one_room(files: list[Path]) -> None:
    """Ask whether a file of more than 500 lines holds two things; one of more than 700 does."""
    ours = [file for file in files if file.parts[0] == "teachkit" and file.suffix == ".py"]
    lines = {str(file): len((ROOT / file).read_text().splitlines()) for file in ours}
    for file, count in lines.items():
        if count > 500:
            warnings.warn(f"{file} has {count} lines. Does it hold two things?", stacklevel=1)
    assert {file: count for file, count in lines.items() if count > 700} == {}


def test_the_top_level_holds_what_the_design_names(files: list[Path]) -> None:
    shown = {file.parts[0] for file in files if not file.parts[0].startswith(".")}
    assert shown - TOP_LEVEL - CUSTOMARY == set()


def test_no_file_knows_the_machine_it_was_made_on(files: list[Path]) -> None:
    """A home, this checkout or this environment: such a path works for one person only."""
    places = {str(place) for place in (ROOT, Path.home(), sys.prefix)} - {"/"}
    here = [re.escape(f"{place}/") for place in places]
    machine = re.compile("|".join([r"(?<![\w.~])/(?:home|Users|root)/\w", *here]))
    found = [
        f"{file}:{number}: {line[:120]}"
        for file in files
        for number, line in enumerate((ROOT / file).read_text(errors="ignore").splitlines(), 1)
        if machine.search(line)
    ]
    assert found == []


# -- kinds of exercises -------------------------------------------------------------------------

EXERCISES = ("teachkit", "exercises")
KINDS_ROOM = Path("teachkit/exercises/kinds")
KINDS_TABLE = "teachkit.exercises.kinds"
READERS = {  # the one that looks kinds up by name, and the one that describes each of them
    Path("teachkit/exercises/authoring/files.py"),
    Path("teachkit/exercises/authoring/reference.py"),
}
ASKING = ("exercises", "classroom", "widgets", "cli", "ipython.py")  # who knows exercises
RECORDS = {name for name, value in vars(forms).items() if isinstance(value, forms.Form)}


def asks_for_a_kind(source: str) -> Iterator[int]:
    """The lines that compare a kind or its name, look something up by it, or list such names."""
    for node in ast.walk(ast.parse(source)):
        if (
            any(map(_is_a_kind, _compared(node)))
            or any(map(_is_kind_of, _used(node)))
            or _lists_kinds(node)
            or _imports_records(node)
        ):
            yield node.lineno


def _compared(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the values that a node compares, by `==`, by `in` or in a `match`."""
    match node:
        case ast.Compare(left=left, comparators=others):
            yield from (left, *others)
        case ast.Match(subject=value) | ast.MatchValue(value=value):
            yield value


def _used(node: ast.AST) -> Iterator[ast.expr]:
    """The same, and what something is looked up by."""
    yield from _compared(node)
    match node:
        case ast.Subscript(slice=key) | ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]):
            yield key


def _is_a_kind(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in KINDS


def _is_kind_of(node: ast.expr) -> bool:
    """Whether this is `….kind`, or the name or the form of one."""
    match node:
        case ast.Attribute(attr="kind"):
            return True
        case ast.Attribute(value=ast.Attribute(attr="kind" | "_kind"), attr="form" | "name"):
            return True
        case ast.Attribute(value=ast.Attribute(attr="form"), attr="name"):
            return True
    return False


def _lists_kinds(node: ast.AST) -> bool:
    """Whether several kinds stand in a tuple, list or set, or are keys of a dictionary.

    The phases of a lesson are none, though two of them are called like kinds.
    """
    items = [*getattr(node, "elts", ()), *(getattr(node, "keys", None) or ())]
    names = [item.value for item in items if isinstance(item, ast.Constant)]
    return sum(name in KINDS for name in names) > 1 and tuple(names) != PHASES


def _imports_records(node: ast.AST) -> bool:
    """Whether kinds or forms themselves are imported, with which others could be compared."""
    match node:
        case ast.ImportFrom(module=str(room), names=names):
            wanted = {each.name for each in names}
            is_kinds = room == KINDS_TABLE or room.startswith(f"{KINDS_TABLE}.")
            return is_kinds or (room.endswith(".forms") and bool(wanted & {*RECORDS, "FORMS"}))
    return False


@pytest.mark.parametrize(
    "line",
    [
        'if exercise.kind == "repair": pass',
        'if "repair" != wanted: pass',
        "if exercise.kind in LAID: pass",
        'LAID = ("program", "repair")',
        'JUDGES = {"program": judge, "trace": judge_table}',
        "judge = JUDGES[exercise.kind]",
        "judge = JUDGES.get(found.kind)",
        'match word:\n    case "predict" | "x": pass',
        "match exercise.kind:\n    case word: pass",
        "if exercise.kind.name == wanted: pass",
        "judge = JUDGES[exercise.kind.name]",
        "if exercise.kind.form is wanted: pass",
        "draw = DRAWN.get(exercise.kind.form)",
        "from teachkit.exercises.kinds import KINDS",
        "from teachkit.exercises.kinds.cards import PROGRAM",
        "from teachkit.exercises.model.forms import CARDS",
    ],
)
def test_asking_for_a_kind_is_found(line: str) -> None:
    assert list(asks_for_a_kind(line))


@pytest.mark.parametrize(
    "line",
    [
        "if exercise.kind.form.is_program: pass",
        'row = {"kind": exercise.kind.name, "title": exercise.title}',
        "draw = DRAWN.get(exercise.kind.form.report)",
        "from teachkit.exercises.model.forms import Form, letter_of",
        f"PHASES = {PHASES}",
    ],
)
def test_asking_a_kind_is_not_asking_for_it(line: str) -> None:
    assert list(asks_for_a_kind(line)) == []


def test_a_kind_is_asked_and_never_asked_for(files: list[Path]) -> None:
    """Outside of its own room nobody does something for one kind and not for another."""
    asking = [
        file
        for file in files
        if file.suffix == ".py" and file.parts[0] == "teachkit" and file.parts[1] in ASKING
        if KINDS_ROOM not in file.parents and file not in READERS
    ]
    assert len(asking) > 50
    lines = [
        f"{file}:{number}"
        for file in asking
        for number in asks_for_a_kind((ROOT / file).read_text(encoding="utf-8"))
    ]
    assert lines == []


# -- imports -------------------------------------------------------------------------------------


def imports(file: Path) -> set[str]:
    """The modules that a file imports, within functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(room), names=names):
                found |= {room, *(f"{room}.{each.name}" for each in names)}
            case ast.Import(names=names):
                found |= {each.name for each in names}
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import one another in a circle; none if there is none.

    >>> circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()})
    ['b', 'c']
    """
    left = dict(graph)
    while leaves := [name for name, known in left.items() if not known & left.keys()]:
        for name in leaves:
            del left[name]
    used = {each for known in left.values() for each in known}
    while ends := [name for name in left if name not in used]:
        for name in ends:
            del left[name]
        used = {each for known in left.values() for each in known}
    return sorted(left)


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_exercises_do_not_import_one_another_in_a_circle(files: list[Path]) -> None:
    ours = [file for file in files if file.suffix == ".py" and file.parts[:2] == EXERCISES]
    names = {".".join(file.with_suffix("").parts).removesuffix(".__init__"): file for file in ours}
    graph = {name: (imports(file) & names.keys()) - {name} for name, file in names.items()}
    assert len(graph) > 40
    assert circle(graph) == []
