"""Scripts, style sheets and words of the widgets, read from the files beside them.

The scripts are ES modules that import each other by relative paths. anywidget expects one script
per widget, so `script` joins a module with everything that it imports. In the joined script, all
modules share one scope, without imports and exports.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import resources
from posixpath import dirname, join, normpath

from teachkit.words import translate

IMPORT = re.compile(r'^import \{([\w\s,]+)\} from "(\.[^"]+)";\n+', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function\b|class |const |let )", re.MULTILINE)
DECLARATION = re.compile(
    r"^(export )?(?:(?:async )?function\*?|class|const|let|var) +(\w+)", re.MULTILINE
)
# These forms are rejected, because joining them would require a real parser.
UNKNOWN = re.compile(
    r"^(?:import\b|export\b|(?:const|let|var) *[\[{]).*|.*\bimport(?:\(|\.meta\b).*", re.MULTILINE
)
DEFAULT = "\nexport default "


class ScriptError(ValueError):
    """Raised when modules cannot be joined into one script; the message says why."""


@dataclass(frozen=True)
class Module:
    """A module's code without imports and exports, the names it declares, and what it imports."""

    code: str
    declared: list[str]
    exported: set[str]
    imports: list[tuple[str, list[str]]]


@cache
def script(entry: str) -> str:
    """Return the joined script of the module `entry` and everything it imports, dependencies first.

    Paths start in this package: `script("task/task.js")`. Only `entry` has an `export default`.
    Raise `ScriptError`, with the module's name, if modules import each other in a cycle, a file is
    missing, a name is not exported or is declared by two modules, or an import or export has an
    unsupported form. Only `import { a, b } from "./file.js";` and `export` in front of a
    declaration are supported.
    """
    return join_modules(entry, _read)


def as_expression(joined: str) -> str:
    """Return a widget's joined script as an expression whose value is the widget."""
    return f"(() => {{ {joined.replace(DEFAULT, chr(10) + 'return ')} }})()"


def standalone(name: str) -> str:
    """Return the script of the module `name`, which imports nothing, without exports."""
    return _parse(name, _read, is_entry=False).code


@cache
def styles(*names: str) -> str:
    """Return the text of the style sheets `names` after the common ones, joined into one."""
    return "\n".join(map(_read, ("common/tokens.css", "common/common.css", *names)))


def words_of(room: str, *tables: str) -> dict[str, str]:
    """Return texts from a folder's `words.toml` by name, in the learner's language.

    `room` is the folder, and `tables` are the tables to read, by default only `words`. The browser
    fills in the {fields}.
    """
    known = (_tables(room)[table] for table in tables or ("words",))
    return {name: translate(text) for table in known for name, text in table.items()}


@cache
def _tables(room: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(_read(f"{room}/words.toml"))


def join_modules(entry: str, read: Callable[[str], str]) -> str:
    """Return the joined script of `entry`; `read(name)` returns the text of a module."""
    modules = dict(_load(entry, read))
    for name, module in modules.items():
        for imported, names in module.imports:
            for missing in sorted(set(names) - modules[imported].exported):
                raise ScriptError(f"{name} imports {missing!r}, which {imported} does not export")
    needs = {name: [path for path, _ in module.imports] for name, module in modules.items()}
    try:
        order = list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise ScriptError(f"modules import each other: {', '.join(error.args[1])}") from error
    owners: dict[str, str] = {}
    for name in order:
        for declared in modules[name].declared:
            owner = owners.setdefault(declared, name)
            if owner != name:
                raise ScriptError(f"{owner} and {name} both declare {declared!r}; rename one")
    return "\n".join(modules[name].code for name in order)


def _load(entry: str, read: Callable[[str], str]) -> Iterator[tuple[str, Module]]:
    """Yield the names and contents of `entry` and of all modules that it needs."""
    waiting, known = [entry], {entry}
    while waiting:
        name = waiting.pop()
        module = _parse(name, read, is_entry=name == entry)
        yield name, module
        new = [path for path, _ in module.imports if path not in known]
        waiting += new
        known.update(new)


def _parse(name: str, read: Callable[[str], str], *, is_entry: bool) -> Module:
    try:
        text = read(name)
    except FileNotFoundError as error:
        raise ScriptError(f"{name} is imported, but there is no such file") from error
    folder = dirname(name)
    imports = [
        (normpath(join(folder, path)), [each.strip() for each in names.split(",") if each.strip()])
        for names, path in IMPORT.findall(text)
    ]
    declarations = DECLARATION.findall(text)
    code = EXPORT.sub("", IMPORT.sub("", text))
    if is_entry and code.count(DEFAULT) != 1:
        raise ScriptError(f"{name} needs one `export default`, as a widget's own module")
    if unknown := UNKNOWN.search(code.replace(DEFAULT, "\n") if is_entry else code):
        raise ScriptError(f"{name} has a form that cannot be joined: {unknown[0].strip()}")
    exported = {declared for export, declared in declarations if export}
    return Module(code, [declared for _, declared in declarations], exported, imports)


def _read(name: str) -> str:
    return resources.files("teachkit.widgets").joinpath(name).read_text(encoding="utf-8")
