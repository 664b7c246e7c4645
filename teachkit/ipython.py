"""IPython formatters for states and traces, and the cell magic `%%exercise`.

States and traces are displayed as pictures, with a plain-text alternative. Formatters are
registered by type name, so that nothing is imported or drawn until something is displayed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from teachkit.games import PACKAGES


def tell_ipython() -> None:
    """Register the formatters and the cell magic with the running IPython, if there is one.

    Calling the function again changes nothing.
    """
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if shell is None or shell.display_formatter is None:
        return
    shown: list[tuple[str, str, Callable[[Any], Any], Callable[[Any], str]]]
    shown = [(f"{package}.state", "State", _state_png, str) for package in PACKAGES.values()]
    shown.append(("teachkit.core.run.trace", "Trace", _trace_png, _story))
    formatters = shell.display_formatter.formatters
    for module, name, as_png, as_text in shown:
        formatters["image/png"].for_type_by_name(module, name, as_png)
        formatters["text/plain"].for_type_by_name(module, name, _pretty(as_text))
    shell.register_magic_function(_hand_in_cell, "cell", "exercise")  # type: ignore[arg-type]


def _hand_in_cell(line: str, cell: str) -> None:
    """Run the code in `cell`, and hand it in as the answer to the exercise named in `line`.

    In the notebook, the cell's first line is the magic, such as `%%exercise 11-03-swap`, and the
    learner's function follows.
    """
    from IPython.core.getipython import get_ipython
    from IPython.display import display

    from teachkit.widgets.workbench.answercell import hand_in_cell

    display(hand_in_cell(line, cell, get_ipython()))  # type: ignore[no-untyped-call]


def _state_png(state: object) -> tuple[bytes, dict[str, int]]:
    from teachkit.draw.picture import png, size_of

    return png(state), size_of(state)


def _trace_png(trace: Any) -> tuple[bytes, dict[str, int]]:
    from teachkit.draw.picture import end_png, size_of

    return end_png(trace), size_of(trace.final)


def _story(trace: Any) -> str:
    return str(trace.story() or trace.start)


def _pretty(as_text: Callable[[Any], str]) -> Callable[[Any, Any, bool], None]:
    """Return a function that IPython's plain-text formatter can call to print `as_text(thing)`."""
    return lambda thing, printer, cycle: printer.text(as_text(thing))
