"""Tables for a terminal: plain text, in columns."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[str] = ()) -> str:
    """Rows under their heads, numbers to the `right`, with two blanks between columns.

    >>> print(table(["name", "par"], [["a long name", 7], ["b", 12]], right=["par"]))
    name         par
    a long name    7
    b             12
    """
    lines = [[*heads], *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if head in right else cell.ljust(width)
            for head, cell, width in zip(heads, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )
