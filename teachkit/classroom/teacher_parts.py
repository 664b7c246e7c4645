"""A filter that removes the parts of a notebook that only the teacher may see.

These parts are cells tagged `teacher`, and the solutions, hidden tests and mark schemes in the
formats of nbgrader (`### BEGIN SOLUTION`) and of Otter Assign (`# SOLUTION`, raw cells such as
`# BEGIN TESTS`). Anything that looks like such a part but is in neither format is refused, because
its end is unknown.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from teachkit.core.language.python_source import UNREADABLE, no_warnings
from teachkit.core.strings import cut
from teachkit.errors import DataError
from teachkit.words import say

_FOR_TEACHERS = r"solutions?|teachers?|instructors?|answer[-_ ]?keys?|mark(?:ing)?[-_ ]?schemes?"
_TAGS = {"teacher", "instructor", "solution", "hidden-tests"}
_ODD_KEY = re.compile(rf"(?i){_FOR_TEACHERS}|secret|hidden[-_]?test")
_LABEL = (
    r"(?:(?:the|a|an|our|sample|model|full|for|note|notes|show|see) )*"
    rf"(?:{_FOR_TEACHERS}|(?:model|sample|correct) answers?)(?:['\u2019]s?)?(?: (?:notes?|only))?"
)
_ODD_WORD = re.compile(r"\b(?:SOLUTIONS?|HIDDEN|TEACHERS?|INSTRUCTORS?|ANSWER KEY|MARK SCHEME)\b")
_ODD_LINE = re.compile(
    rf"(?i)(?:^|[\s>])(?:#+\s*|\*\*|__|<(?:h\d|b|strong|summary)\b[^>]*>\s*){_LABEL}"
    r"(?:\b.{0,9}$|\s*[<*_:]|\s(?:to|of|for|exercise|\d))"  # a heading
    rf"|^(?:<[^>]*>|[^\w<])*{_LABEL}\W*:"  # a label
    rf"|^(?=\W*(?-i:[A-Z]))\W*{_LABEL}\W*$"  # an underlined heading
    r"|^\W*(?:\*\*|__)answers?\W*:\W*\w"
    rf"|<!--.*(?:{_FOR_TEACHERS})|```otter"
    r"|^\s*(?:#+|//|%|--|<!--|/\*)\s*(?-i:BEGIN|END)(?![a-zA-Z])(?!\s+QUESTION)"
    rf"|^\s*(?:[#/%=*>-]+|<!--)\s*(?:begin|end)[\s_-]*(?:{_FOR_TEACHERS}|hidden|prompt)"
)
_NAMED = re.compile(rf"(?i)(?:^|[\W_])(?:{_FOR_TEACHERS}|solved|answers?)(?:[\W_]|$)")
_COMMENTS = ("//", "--", "/*", "<!--")

# Regions of lines in a cell, and single lines.
_EDGE = re.compile(
    r"(?:\b(?=[A-Z])|#\s*)(?i:(begin|end)\s+"
    r"(solution\sno\sprompt|solution|hidden\stest|mark\sscheme|prompt|test\sconfig))"
)
_MARKED = re.compile(r"(?i)#\s*(solution(?:\s+no\s+prompt)?|seed|ignore)\s*$")
_ASSIGNED = re.compile(r"\s*[\w ,.\[\]]*=(?!=)")
_STUB = ["# YOUR CODE HERE", "raise NotImplementedError()"]  # nbgrader's, for its cells

# Otter's boundaries of blocks of cells, and cells that learners do not get.
_BLOCK = re.compile(r"(?i)#\s+(begin|end)\s+(question|prompt|solution|tests)\b")
_CONFIG = re.compile(r"(?i)#\s+assignment\s+config\b")
_FENCE = re.compile(r"```otter\s*\n(.*)\n\s*```\s*", re.DOTALL)
_WHOLE = re.compile(r"""(?imsx)\#+\s*(?:hidden(?:\s+tests?)?|solution|ignore)\s*\#*\s*(?:\n|\Z)
                        |[^\n]*begin\s+test\s+config.*\bhidden\W*:\s*(?!\s|false|no|off)""")

# The keys that are copied for learners; other tools may store anything under other keys.
_OF_NOTEBOOK = {"cells", "metadata", "nbformat", "nbformat_minor"}
_OF_CELL = {"attachments", "cell_type", "execution_count", "id", "metadata", "outputs", "source"}
_PLAIN = {"collapsed", "deletable", "editable", "format", "raw_mimetype", "scrolled", "tags"}
_TABLES = {
    "jupyter": {"outputs_hidden", "source_hidden"},
    "kernelspec": {"display_name", "language", "name"},
    "language_info": {"codemirror_mode", "file_extension", "mimetype", "name",
                      "nbconvert_exporter", "pygments_lexer", "version"},
    "nbgrader": {"cell_type", "checksum", "grade", "grade_id", "locked", "points",
                 "schema_version", "solution", "task"},
    "slideshow": {"slide_type"},
    "teachkit": {"lesson", "live", "yours"},
}  # fmt: skip
_BOLD = re.compile(r"(?im)^(?:<strong>|\*\*)solution:?(?:</strong>|\*\*)")


def is_for_teachers(name: str) -> bool:
    """Return whether `name`, the name of a file or folder, suggests that it is for teachers.

    >>> [is_for_teachers(name) for name in ("02-solution.ipynb", "Teacher notes", "solving.ipynb")]
    [True, True, False]
    """
    return bool(_NAMED.search(name))


class TeacherParts:
    """A filter that removes the teacher's parts from a notebook (given as JSON) in place.

    `taken` has a line for each cell with such a part, and `took_code` is true if code was removed.
    If a part is not recognized, the constructor raises `DataError` with the file and the cell.
    """

    def __init__(self, notebook: Any, path: Path) -> None:
        self.path = path
        self.taken: list[str] = []
        self.took_code = False
        self._blocks: list[tuple[str, int]] = []  # Otter's open blocks: name and cell number
        cells = enumerate(notebook["cells"], 1)
        notebook["cells"] = [cell for number, cell in cells if self._keeps(number, cell)]
        if self._blocks:
            name, number = self._blocks[-1]
            raise self._error(number, f"BEGIN {name}")
        if notebook["metadata"].get("otter"):
            self.taken.append(f"{path.name}: Otter")
        _keep(notebook, _OF_NOTEBOOK)

    def _error(self, number: int, line: str) -> DataError:
        says = say('cell {number}: "{line}" is unclear; delete it or tag the cell "teacher"',
                   number=number, line=cut(line.strip(), 60))  # fmt: skip
        return DataError(says, self.path)

    def _keeps(self, number: int, cell: Any) -> bool:
        """Remove the teacher's parts from a cell, and return whether the cell itself stays."""
        tag = self._tag(number, cell["metadata"])
        _keep(cell, _OF_CELL)
        source = "".join(cell["source"])
        parts, stays = ([tag], False) if tag else self._parts(number, cell, source)
        source = unquote("".join(cell["source"]))
        for name in [*cell.get("attachments", ())]:
            if f"attachment:{unquote(name)}" not in source:
                del cell["attachments"][name]
        if parts:
            where, named = say("cell {number}", number=number), ", ".join(dict.fromkeys(parts))
            self.taken.append(f"{self.path.name}, {where}: {named}")
            self.took_code = self.took_code or cell["cell_type"] == "code"
        return stays

    def _parts(self, number: int, cell: Any, source: str) -> tuple[list[str], bool]:
        """Remove parts of `source` from a cell; return their names and whether the cell stays."""
        is_code = cell["cell_type"] == "code"
        start = source.lstrip()
        fence = None if is_code else _FENCE.fullmatch(start)
        if cell["cell_type"] == "raw" or fence:
            return self._boundary(number, fence[1].lstrip() if fence else start)
        if (_WHOLE.match if is_code else _BOLD.search)(start):
            return [say("the whole cell")], False
        if self._in_solution and not is_code:
            return [say("solution")], False
        is_answer = cell["metadata"].get("nbgrader", {}).get("solution")
        stub = _STUB if is_answer else ["..."]
        stub = stub if is_code else [say("Write your answer here.")]
        lines, parts = self._without_regions(number, source, stub, is_code)
        is_answer = (is_answer or self._in_solution) and not start.startswith("%%exercise")
        if is_answer and "solution" not in " ".join(parts):
            lines, parts = stub, [say("solution")] * (lines != stub)
        self._check(number, source, lines, is_code)
        if parts:
            cell["source"] = "\n".join(lines).splitlines(keepends=True)
        return parts, True

    @property
    def _in_solution(self) -> bool:
        return any(name == "SOLUTION" for name, _ in self._blocks)

    def _tag(self, number: int, metadata: Any) -> str:
        """Return the tag or metadata key that reserves a cell for the teacher, or "".

        Raise `DataError` if a tag or key is similar to such a tag.
        """
        keys = [key for key, value in metadata.items() if value and key not in ("tags", "nbgrader")]
        for tag in map(str, (*metadata.get("tags", ()), *keys)):
            if tag.strip().lower().replace("_", "-") in _TAGS:
                return tag
            if _ODD_KEY.search(tag):
                raise self._error(number, tag)
        return ""

    def _boundary(self, number: int, source: str) -> tuple[list[str], bool]:
        """Open or close an Otter block if `source` is the boundary of one.

        Return the names of the removed parts, and whether the cell stays.
        """
        if edge := _BLOCK.match(source):
            name = edge[2].upper()
            if edge[1].upper() == "BEGIN":
                self._blocks.append((name, number))
            elif not self._blocks or self._blocks.pop()[0] != name:
                raise self._error(number, edge[0])
        elif not (_CONFIG.match(source) or self._in_solution):
            self._check(number, "", source.split("\n"), is_code=False)
            return [], True
        return [source.partition("\n")[0].strip("# ")], False

    def _without_regions(
        self, number: int, source: str, stub: Sequence[str], is_code: bool
    ) -> tuple[list[str], list[str]]:
        """Return the lines of `source` that learners see, and the names of the removed parts.

        A solution is replaced with `stub`. For a prompt, only the markers are removed.
        """
        kept: list[str] = []
        parts: list[str] = []
        opened = ""
        for line in source.split("\n"):
            indent = line[: len(line) - len(line.lstrip())]
            marked = _MARKED.search(line) if is_code else None
            if edge := _EDGE.search(line):
                name, begins = edge[2].lower(), edge[1].lower() == "begin"
                if begins == bool(opened) or (opened and not opened.startswith(name)):
                    raise self._error(number, line)
                opened = name if begins else ""
                parts += [name] * begins
                kept += [indent + each for each in stub if opened == "solution"]
            elif opened and opened != "prompt":
                continue
            elif marked:
                parts.append(marked[1].lower())
                if parts[-1] == "solution":
                    start = _ASSIGNED.match(line)
                    kept.append(f"{start[0]} ..." if start else f"{indent}...")
            else:
                kept.append(line)
        if opened:
            raise self._error(number, f"BEGIN {opened.upper()}")
        return kept, parts

    def _check(self, number: int, source: str, lines: Sequence[str], is_code: bool) -> None:
        """Raise `DataError` if `lines` may contain a teacher's part, or code that is now broken."""
        for line in lines:
            is_text = not is_code or line.lstrip().startswith(_COMMENTS)
            text = line if is_text else "".join(line.partition("#")[1:])
            if _ODD_WORD.search(text) or _ODD_LINE.search(text):
                raise self._error(number, line)
        if is_code and _is_python(source) and not _is_python("\n".join(lines)):
            says = say("cell {number}: without the solution, the code is not Python", number=number)
            raise DataError(says, self.path)


def _keep(part: Any, keys: set[str]) -> None:
    """Remove all keys except `keys` from a notebook or cell, and unknown keys from its metadata."""
    for key in part.keys() - keys:
        del part[key]
    about = part["metadata"]
    part["metadata"] = {key: about[key] for key in about.keys() & _PLAIN} | {
        key: {name: value for name, value in about[key].items() if name in kept}
        for key, kept in _TABLES.items()
        if isinstance(about.get(key), dict)
    }
    for output in part.get("outputs", ()):
        if "metadata" in output:
            output["metadata"] = {}


def _is_python(source: str) -> bool:
    with suppress(*UNREADABLE), no_warnings():
        return bool(ast.parse(source))
    return False
