"""How the parts of a workbench lie on the screen; sizes and places are in `bench.css`.

Where there is room the board is on the left and all that is worked with on the right; else they
lie one under the other. They are in the page as the eye meets them: task, board, what is said of
it, cards, Run.
"""

from __future__ import annotations

from typing import Any

import ipywidgets


def parts(**named: Any) -> list[ipywidgets.Box]:
    """The children of a bench, by their names in its style sheet; what is `None` is left out."""
    there = {name: widget for name, widget in named.items() if widget}
    for name, widget in there.items():
        widget.add_class(f"tk-bench-{name}")
    inner = ipywidgets.Box(list(there.values()))
    inner.add_class("tk-bench-parts")
    return [inner]
