"""What is said of a sandbox, and of a process that broke down, is translated."""

from __future__ import annotations

import sys

import pytest
from babel.messages.catalog import Catalog

from teachkit.classroom.sandbox import process, walls
from teachkit.classroom.sandbox.process import SandboxError
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.classroom.sandbox.walls import Walls, shortcomings
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.troubles import trouble_says

from .extract import sentences
from .pseudo import Pseudo, escaped

FACTS = {"CPU", "bubblewrap", "f"}


def test_every_sentence_on_sandboxes_is_provoked_and_translated(
    pseudo: Pseudo, catalogue: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [
        trouble_says(Result(trouble=trouble, line=1), "f(7)")
        for trouble in ("timeout", "flooded", "died", "garbled", "memory")
    ]
    monkeypatch.setattr(walls, "_is_root", lambda: True)
    monkeypatch.setattr(sys, "platform", "darwin")
    told += shortcomings(Walls())
    with monkeypatch.context() as windows:
        windows.delattr(walls.os, "getuid")
        told += shortcomings(Walls())
    monkeypatch.setattr(process, "walls_to_try", lambda isolate: ())
    process.walls_here.cache_clear()
    with pytest.raises(SandboxError) as caught:
        Sandbox().execute("def f(n): return n", "f", [[7]])
    told.append(str(caught.value))
    monkeypatch.setattr("teachkit.classroom.sandbox.sandbox.walls_here", lambda isolate: Walls())
    monkeypatch.setattr(walls, "_python_in", lambda package, cell: ["/bin/false"])
    with pytest.raises(SandboxError) as caught:
        Sandbox().execute("def f(n): return n", "f", [[7]])
    told.append(str(caught.value))

    assert [sentence for sentence in told if escaped(sentence, FACTS)] == []
    here = sentences(catalogue, "/sandbox.py", "/process.py", "/walls.py", "/sandbox_protocol.py")
    assert here
    assert here - pseudo.asked == set()
    assert [sentence for sentence in here if len(sentence.split()) > 15] == []
