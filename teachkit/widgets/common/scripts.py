"""Scripts, style sheets and words of the widgets, read from the files beside them.

The scripts are ES modules that import each other by relative paths. anywidget expects one script
per widget, so `script` joins a module with everything that it imports. In the joined script, all
modules share one scope, without imports and exports.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib import resources
from posixpath import dirname, join, normpath

from teachkit.words import translate

# Only these forms are supported; all others would require a real parser.
IMPORT = re.compile(r'^import \{[\w\s,]+\} from "(\.[^"]+)";\n+', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function\b|class |const |let )", re.MULTILINE)
DEFAULT = "\nexport default "


@cache
def script(entry: str) -> str:
    """Return the joined script of the module `entry` and everything it imports, dependencies first.

    Paths start in this package: `script("task/task.js")`. Only `entry` has an `export default`.
    """
    needs: dict[str, list[str]] = {}
    waiting = [entry]
    for name in waiting:
        if name not in needs:
            paths = IMPORT.findall(_read(name))
            needs[name] = [normpath(join(dirname(name), path)) for path in paths]
            waiting += needs[name]
    return "\n".join(map(standalone, TopologicalSorter(needs).static_order()))


def standalone(name: str) -> str:
    """Return the script of the module `name`, without imports and exports."""
    return EXPORT.sub("", IMPORT.sub("", _read(name)))


def as_expression(joined: str) -> str:
    """Return a widget's joined script as an expression whose value is the widget."""
    return f"(() => {{ {joined.replace(DEFAULT, chr(10) + 'return ')} }})()"


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


@cache
def _read(name: str) -> str:
    return resources.files("teachkit.widgets").joinpath(name).read_text(encoding="utf-8")
