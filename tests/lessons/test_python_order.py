"""Test that lessons teach each piece of Python before they use it.

`lessons/course.toml` lists the Python that each lesson teaches. The code of a lesson is in its
cells, in the fenced blocks of its prose, and in the given code and the solutions of its exercises.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.data import read_toml
from teachkit.exercises.authoring.proof import COURSE
from teachkit.exercises.running.troubles import OPERATORS
from tests.lessons.lessonbook import LESSONS, lessons, read

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
MAGIC = re.compile(r"%%exercise[^\n]*\n?")
FIRST_PYTHON = "06"
SYNTAX: dict[type[ast.AST], str] = {
    ast.For: "for", ast.While: "while", ast.If: "if", ast.FunctionDef: "def",
    ast.Return: "return", ast.Assign: "=", ast.AugAssign: "+=", ast.Lambda: "lambda",
    ast.IfExp: "if else", ast.ListComp: "comprehension", ast.GeneratorExp: "comprehension",
    ast.SetComp: "comprehension", ast.DictComp: "comprehension", ast.List: "[]",
    ast.Subscript: "[]", ast.Slice: "[:]", ast.Dict: "{}", ast.Set: "{}", ast.Tuple: "()",
    ast.JoinedStr: 'f""', ast.Import: "import", ast.ImportFrom: "import", ast.Break: "break",
    ast.Continue: "continue", ast.Try: "try", ast.And: "and", ast.Or: "or", ast.Not: "not",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not", ast.Starred: "*",
    ast.keyword: "name=",
}  # fmt: skip
# How a lesson shows a piece of Python that it cannot name by its spelling.
SHOWN = {
    "if else": r" if .* else ", "comprehension": r" for .* in ", "[]": r"\[", "[:]": r"\[[^\]]*:",
    "{}": r"\{", "()": r"\(.+,.+\)", 'f""': r'f"', "name=": r"\w=\w", "+=": r"\+=|-=|\*=|//=",
    "=": r"\w = ", '""': r'"',
}  # fmt: skip


class Code(NamedTuple):
    """A piece of code in a lesson, and the number of the cell in which learners meet it."""

    cell: int
    source: str


def pieces_of(source: str) -> set[str]:
    """Return the statements, operators, built-in names and methods that a source uses.

    >>> sorted(pieces_of("for _ in range(2):\\n    forward()"))
    ['for', 'range']
    >>> sorted(pieces_of("if n % 2 == 0:\\n    tens.append(n)\\nelif n:\\n    n += 1"))
    ['%', '+', '+=', '==', 'append', 'elif', 'if']
    """
    return {piece for node in ast.walk(ast.parse(source)) for piece in _pieces_of(node)}


def _pieces_of(node: ast.AST) -> Iterator[str]:
    if type(node) in SYNTAX:
        yield SYNTAX[type(node)]
    elif type(node) in OPERATORS:
        yield OPERATORS[type(node)]
    match node:
        case ast.Name(id=name) if hasattr(builtins, name) and name != "_":
            yield name
        case ast.Attribute(value=ast.Name(id="tk")):
            pass  # the calls of our own package are explained beside them
        case ast.Attribute(attr=name):
            yield name
        case ast.If(orelse=[ast.If()]):
            yield "elif"
        case ast.If(orelse=[_, *_]):
            yield "else"
        case ast.Constant(value=str()):
            yield '""'
        case ast.Constant(value=True | False | None):
            yield str(node.value)


def code_of(notebook) -> Iterator[Code]:
    """Yield all code of a lesson in the order in which learners meet it."""
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            yield from (Code(number, block) for block in BLOCK.findall(cell.source))
        elif asked := re.fullmatch(r'tk\.exercise\("(.+)"\)', cell.source):
            yield from (Code(number, source) for source in sources_of(asked[1]))
        elif not re.match(r"tk\.|import teachkit|%%exercise", cell.source):
            yield Code(number, cell.source)


def sources_of(name: str) -> Iterator[str]:
    """Yield the code in an exercise: in its text, its options, its given code and its solution."""
    exercise = find_exercise(name)
    file = exercise.file
    for text in (file.text, *(choice.says for choice in file.choices)):
        yield from BLOCK.findall(text)
    if exercise.kind.form.runs_python:
        yield from filter(None, (file.given, file.solution.answer))


@cache
def taught() -> dict[str, list[str]]:
    """Return the Python that each lesson teaches, by the number of the lesson."""
    tables = read_toml(LESSONS / COURSE)["lessons"]
    return {table["number"]: table.get("python", []) for table in tables}


def parsed(source: str) -> set[str]:
    """Return the pieces of a source; an unfinished one, such as one to repair, has none."""
    try:
        return pieces_of(MAGIC.sub("", source))
    except SyntaxError:
        return set()


with_python = [path for path in lessons() if path.name[:2] >= FIRST_PYTHON]
every_lesson_with_python = pytest.mark.parametrize("path", with_python, ids=lambda path: path.stem)


@every_lesson_with_python
def test_a_lesson_uses_only_python_that_was_taught(path):
    known = {piece for number, new in taught().items() if number <= path.name[:2] for piece in new}
    used = {piece for code in code_of(read(path)) for piece in parsed(code.source)}
    assert used - known == set()


@every_lesson_with_python
def test_a_lesson_shows_a_piece_of_python_before_it_is_used(path):
    """The prose shows it above the first exercise that needs it, or beside it."""
    notebook = read(path)
    earlier = {each for number, new in taught().items() if number < path.name[:2] for each in new}
    late = {}
    for piece in dict.fromkeys(taught()[path.name[:2]]):
        word = SHOWN.get(piece) or re.escape(piece)
        pattern = rf"\b{word}\b" if piece.isidentifier() else word
        shown = [
            number
            for number, cell in enumerate(notebook.cells)
            if cell.cell_type == "markdown"
            for code in [*BLOCK.findall(cell.source), *re.findall(r"`([^`\n]+)`", cell.source)]
            if re.search(pattern, code)
        ]
        used = [code.cell for code in code_of(notebook) if piece in parsed(code.source)]
        if piece not in earlier and (not shown or (used and min(used) < min(shown))):
            late[piece] = (min(shown, default=None), min(used, default=None))
    assert late == {}


def test_the_first_lessons_need_no_python():
    assert {number for number, new in taught().items() if new and number < FIRST_PYTHON} == set()
