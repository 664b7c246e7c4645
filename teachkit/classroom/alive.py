"""What makes a notebook a lesson that is alive when it is opened: marks in its metadata.

The mark lets `teachkit/jupyterlab` run the cells that show exercises; what only shows is folded
and locked, and no cell can be deleted. Cells in which learners write stay open.
"""

from __future__ import annotations

import ast
from typing import Any

IMPORT = "import teachkit as tk"
SHOWN = frozenset(("exercise", "watch", "board", "roads", "finish", "table"))


def mark(notebook: dict[str, Any]) -> None:
    """Mark a notebook (as JSON) and its cells; marking it again changes nothing.

    An author who lets learners change a call of ours says so: `"teachkit": {"yours": true}`.

    >>> cell = {"cell_type": "code", "metadata": {}, "source": 'tk.exercise("00-02")'}
    >>> mark({"metadata": {}, "cells": [cell]})
    >>> cell["metadata"]["teachkit"]
    {'live': True}
    """
    notebook["metadata"]["teachkit"] = notebook["metadata"].get("teachkit", {}) | {"lesson": True}
    for cell in notebook["cells"]:
        _mark_cell(cell, cell["metadata"])


def _mark_cell(cell: dict[str, Any], metadata: dict[str, Any]) -> None:
    metadata["deletable"] = False
    if cell["cell_type"] != "code":
        metadata["editable"] = False
        return
    call = our_call("".join(cell["source"]))
    if not call:
        return
    ours = metadata.get("teachkit", {})
    if not ours.get("yours"):
        metadata["editable"] = False
        metadata["jupyter"] = metadata.get("jupyter", {}) | {"source_hidden": True}
    if call == "points":
        metadata.setdefault("jupyter", {})["outputs_hidden"] = True
    else:
        metadata["teachkit"] = ours | {"live": True}


def our_call(source: str) -> str:
    """The name of the call of ours that this is, with literals only; empty if it is none.

    >>> our_call('tk.watch("algoracing", program="forward")'), our_call("tk.exercise(name)")
    ('watch', '')
    """
    if source.strip() == IMPORT:
        return "import"
    try:
        call = ast.parse(source.strip(), mode="eval").body
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Attribute)
        for each in (*call.args, *(keyword.value for keyword in call.keywords)):
            ast.literal_eval(each)
    except (SyntaxError, ValueError, AssertionError):
        return ""
    is_ours = ast.unparse(call.func.value) == "tk" and call.func.attr in SHOWN | {"points"}
    return call.func.attr if is_ours else ""
