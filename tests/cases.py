"""Short forms for parametrized tests, for variations of a table, and for expected errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest


def cases(names: str, *rows: Any, ids: Sequence[str] | None = None) -> pytest.MarkDecorator:
    """Run a test once for each row; `names` are its arguments, as in `"floor, says"`.

    If there is one name, each row is its value.
    """
    return pytest.mark.parametrize(names, rows, ids=ids)


def one_changed(start: dict[str, Any], **values: list[Any]) -> list[dict[str, Any]]:
    """Return copies of `start` in which one key at a time has one of the values listed for it."""
    return [start | {key: value} for key, listed in values.items() for value in listed]


def raised(kind: type[BaseException], call: Callable[..., Any], *given: Any, **facts: Any) -> Any:
    """Return the error of this kind that the call raises."""
    with pytest.raises(kind) as error:
        call(*given, **facts)
    return error.value
