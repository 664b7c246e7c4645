"""The cases of a function: what it is called with, and what it should give."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from teachkit.core.data import structure
from teachkit.errors import DataError
from teachkit.exercises.running.results import Plain, plain, shown
from teachkit.words import say


@dataclass(frozen=True)
class Case:
    """One call and what it should give, both plain. `says` is why this case is there."""

    call: tuple[Plain, ...]
    returns: Plain
    says: str = ""
    hidden: bool = False

    def of(self, function: str) -> str:
        """The call as it is written.

        >>> Case((37, "a"), 73).of("swap")
        "swap(37, 'a')"
        """
        return f"{function}({', '.join(map(shown, self.call))})"


_NOT_SAID = "\0"


@dataclass(frozen=True)
class _Table:
    """The keys of a `[[cases]]` table. TOML has no tuple and no None: `gives` is Python's text."""

    call: list[Any] | str
    returns: Any = _NOT_SAID
    gives: str = ""
    says: str = ""
    hidden: bool = False


def read_cases(tables: Iterable[dict[str, Any]]) -> tuple[Case, ...]:
    """The cases as a file has them. Raises `DataError` that names the case.

    >>> [case.returns for case in read_cases([{"call": [37], "returns": 73}])]
    [73]
    >>> read_cases([{"call": "(3, 7), None", "gives": "(7, 3)"}])[0].call
    ({'tuple': [3, 7]}, None)
    """
    return tuple(_case(table, say("case {number}", number=number))
                 for number, table in enumerate(tables, 1))  # fmt: skip


def _case(data: dict[str, Any], where: str) -> Case:
    table = structure(data, _Table, where)
    if (table.returns == _NOT_SAID) == (not table.gives):
        raise DataError(say('{where}: say what it should give: returns = 73 or gives = "(7, 3)".',
                            where=where))  # fmt: skip
    call = table.call if isinstance(table.call, list) else _literal(f"[{table.call}]", where)
    returns = _literal(table.gives, where) if table.gives else table.returns
    return Case(
        tuple(_plain(argument, where) for argument in call),
        _plain(returns, where),
        table.says,
        table.hidden,
    )


def _literal(text: str, where: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise DataError(say("{where}: Python cannot read {text} as a value.",
                            where=where, text=text)) from None  # fmt: skip


def _plain(value: Any, where: str) -> Plain:
    thing = plain(value)
    if _has_no_form(thing):
        raise DataError(say("{where}: write numbers, texts, lists, not {value}.",
                            where=where, value=shown(thing)))  # fmt: skip
    return thing


def _has_no_form(thing: Plain) -> bool:
    match thing:
        case {"object": _} | {"large": _}:
            return True
        case {"tuple": inside} | {"dict": inside}:
            return _has_no_form(inside)
        case list():
            return any(map(_has_no_form, thing))
    return False
