"""Extraction of every sentence for translators, used by `pybabel extract`.

Babel's own reader finds `_("…")`; ours are calls of `say`, and some are in data and translated when
they are shown. `[tool.babel]` in pyproject.toml names those under `later`. The help of commands,
Click's own sentences and the prose of lessons carry a comment that says so.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from teachkit.exercises.authoring.reference import attributes

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

Found = tuple[int, str, str | tuple[str, ...], list[str]]

ONE = ("say", "translate", "worded", "board_error", "check_known", "unknown_name")
MANY = ("say_many", "worded_many", "fewer")
PLURAL = "reads_many"  # of an event, beside `reads`
METHODS = (
    *("worded", "worded_many"),  # methods of an event
    *("command", "group", "option", "version_option"),  # of Click
)


def sentences(catalogue: Catalog, *parts: str, ending: str = "") -> set[str]:
    """Return the sentences of files whose path contains one of `parts` and ends in `ending`.

    A singular and its plural are two sentences. Without `parts`, all files count. Sentences with a
    comment are left out: nobody has to provoke them, and they may be long.
    """

    def counts(file: str) -> bool:
        return file.endswith(ending) and any(part in file for part in parts or [""])

    return {
        text
        for message in catalogue
        if not message.auto_comments
        if any(counts(file) for file, _ in message.locations)
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    }


def python(file: IO[bytes], keywords: Any, tags: Any, options: dict[str, Any]) -> Iterator[Found]:
    """Yield the sentences of a Python file, as Babel expects from an extraction method."""
    later = options.get("later", "").split()
    tree = ast.parse(file.read())
    yield from help_texts(tree)
    yield from described_keys(tree)
    for node in ast.walk(tree):
        texts = [text for text in literals(node) if text]
        if name_of(node) in MANY and len(texts) == 2:
            yield node.lineno, "ngettext", tuple(texts), []
        elif isinstance(node, ast.ClassDef) and len(pair := for_one_and_many(node)) == 2:
            yield node.lineno, "ngettext", pair, []
        elif name_of(node) in ONE and texts:
            yield node.lineno, "gettext", texts[0], []
        elif name_of(node) in later:
            yield from (
                (getattr(node, "lineno", 1), "gettext", text, []) for text in sentences_in(node)
            )


def help_texts(tree: ast.Module) -> Iterator[Found]:
    """Yield the help of commands and their options; beside the group, Click's own sentences."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(decorator_list=decorators) if any(
                name_of(each) in ("command", "group") for each in decorators
            ):
                yield node.lineno, "gettext", ast.get_docstring(node) or "", ["help of a command"]
                if "group" in map(name_of, decorators):
                    yield from clicks()
            case ast.Call(keywords=keywords) if name_of(node) in ("option", "version_option"):
                for each in keywords:
                    if each.arg == "help" and isinstance(each.value, ast.Constant):
                        yield node.lineno, "gettext", str(each.value.value), ["help of a command"]


def described_keys(tree: ast.Module) -> Iterator[Found]:
    """Yield the first sentence of each record whose docstring describes keys, and the keys'."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and (told := attributes(ast.get_docstring(node) or "")):
            first = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
            for text in (first, *(says for says, _ in told.values())):
                yield node.lineno, "gettext", text, ["reference for authors"]


def reference(file: IO[bytes], keywords: Any, tags: Any, options: Any) -> Iterator[Found]:
    """Yield the texts of `reference.toml`."""
    data = tomllib.loads(file.read().decode())
    for topic in data.keys() - {"facts", "moments_of"}:
        for text in texts_under([topic], data):
            yield 1, "gettext", text, ["reference for authors"]


def clicks() -> Iterator[Found]:
    """Yield the sentences of Click, which it translates by `gettext` itself."""
    for file in Path(click.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if texts := literals(node):
                if name_of(node) == "_":
                    yield 1, "gettext", texts[0], ["said by Click"]
                elif name_of(node) == "ngettext":
                    yield 1, "ngettext", tuple(texts), ["said by Click"]


def toml(file: IO[bytes], keywords: Any, tags: Any, options: dict[str, Any]) -> Iterator[Found]:
    """Yield the sentences of a data file: texts under the keys named `later`, at any depth."""
    source = file.read().decode()
    for text in texts_under(options.get("later", "").split(), tomllib.loads(source)):
        before, _, _ = source.partition(text.strip().splitlines()[0])
        yield before.count("\n") + 1, "gettext", text, []


def notebook(file: IO[bytes], keywords: Any, tags: Any, options: dict[str, Any]) -> Iterator[Found]:
    """Yield the prose of a lesson's notebook, a cell at a time, and the questions of its runs."""
    for cell in json.load(file)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield 1, "gettext", source, ["prose of a lesson"]
        elif source.startswith("tk."):
            yield from (
                (1, "gettext", text, ["question in a lesson"])
                for node in ast.walk(ast.parse(source))
                if name_of(node) == "ask"
                for text in sentences_in(node)
            )


def template(file: IO[bytes], keywords: Any, tags: Any, options: dict[str, Any]) -> Iterator[Found]:
    """Yield the sentences of a Jinja template that are said or translated."""
    from jinja2 import Environment
    from jinja2.ext import extract_from_ast

    parsed = Environment().parse(file.read().decode())
    for line, name, texts in extract_from_ast(parsed, (*ONE, *MANY)):
        found = texts if isinstance(texts, tuple) else (texts,)
        said = tuple(text for text in found if text)
        if name in MANY and len(said) == 2:
            yield line, "ngettext", said, []
        elif name in ONE and said:
            yield line, "gettext", said[0], []


def texts_under(keys: list[str], data: Any, wanted: bool = False) -> Iterator[str]:
    """Yield all texts under one of these keys."""
    match data:
        case dict():
            for key, value in data.items():
                yield from texts_under(keys, value, wanted or key in keys)
        case list():
            for value in data:
                yield from texts_under(keys, value, wanted)
        case str() if wanted and data.strip():
            yield data


def name_of(node: ast.AST) -> str:
    """Return the name that is called, assigned or defined by a node."""
    match node:
        case (
            ast.Call(func=ast.Name(id=name)) | ast.ClassDef(name=name) | ast.keyword(arg=str(name))
        ):
            return name
        case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def for_one_and_many(node: ast.ClassDef) -> tuple[str, ...]:
    """The two templates of an event that counts something."""
    assigned = {name_of(member): sentences_in(member) for member in node.body}
    return (*assigned.get("reads", ()), *assigned.get(PLURAL, ()))


def literals(node: ast.AST) -> list[str]:
    """Return the leading string arguments of a call."""
    texts = []
    for argument in node.args if isinstance(node, ast.Call) else []:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            break
        texts.append(argument.value)
    return texts


def sentences_in(node: ast.AST) -> list[str]:
    """Return the texts in data: capitalized arguments, values, and members of an enum."""
    match node:
        case ast.Call():
            return [text for text in literals(node) if text[:1].isupper() and len(text) > 1]
        case ast.ClassDef(body=body):
            return [text for member in body for text in sentences_in(member)]
        case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.keyword(value=value):
            return sentences_in(value) if value else []
        case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            return [text for value in values for text in sentences_in(value)]
        case ast.Constant(value=str(text)) if text:
            return [text]
    return []
