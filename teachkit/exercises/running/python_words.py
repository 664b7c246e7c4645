"""The words of a Python source: its names, keywords and operators."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from teachkit.core.data import unknown_key
from teachkit.core.language.python_source import tree_of
from teachkit.errors import DataError

OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=",
}  # fmt: skip

KEYWORDS: Mapping[type[ast.AST], str] = {
    ast.For: "for", ast.comprehension: "for", ast.While: "while", ast.If: "if", ast.IfExp: "if",
    ast.Lambda: "lambda", ast.Return: "return", ast.Yield: "yield", ast.Try: "try",
    ast.With: "with", ast.Match: "match", ast.ClassDef: "class", ast.Import: "import",
    ast.ImportFrom: "import", ast.And: "and", ast.Or: "or", ast.Not: "not", ast.In: "in",
    ast.NotIn: "in", ast.Is: "is", ast.IsNot: "is", ast.Break: "break",
    ast.Continue: "continue", ast.Global: "global",
}  # fmt: skip


def words_in(source: str, whole: bool = False) -> frozenset[str]:
    """Return the words of a source, without calls outside its functions, such as a try-out.

    With `whole`, those count too.

    >>> sorted(words_in("def last(n):\\n    n %= 10\\n    return n\\nprint(last(5))"))
    ['%', 'last', 'n', 'return']
    >>> words_in("def last(n: return")
    frozenset()
    """
    rows = (each for each in tree_of(source).body if whole or not isinstance(each, ast.Expr))
    return frozenset(word for row in rows for node in ast.walk(row) for word in _words_of(node))


def _words_of(node: Any) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name):
            yield name
        case ast.ImportFrom(module=str(name)) | ast.alias(name=name):
            yield from name.split(".")
        case ast.JoinedStr():
            yield "str"  # an f-string converts any value to text
    kind = type(node)
    if kind in OPERATORS or kind in KEYWORDS:
        yield OPERATORS.get(kind) or KEYWORDS[kind]


def check_words(words: Iterable[str], key: str) -> None:
    """Raise `DataError` for a word that is neither a name nor an operator."""
    for word in words:
        if not word.isidentifier() and word not in OPERATORS.values():
            raise DataError(unknown_key(word, list(OPERATORS.values()), key))
