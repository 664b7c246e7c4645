"""Test that sentences about a sandbox and a broken process are translated."""

from __future__ import annotations

import sys

import pytest
from babel.messages.catalog import Catalog

from teachkit.classroom.sandbox import isolation, process, sandbox
from teachkit.classroom.sandbox.isolation import Isolation, shortcomings
from teachkit.classroom.sandbox.process import SandboxError
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.troubles import Stopped

from .extract import sentences
from .pseudo import Pseudo, escaped

FACTS = {"CPU", "bubblewrap", "f"}
OF_A_CLASS = {  # in test_class_words
    "Functions only run under bubblewrap. To run them without it, use --trust-functions.",
    "Not run: this learner's functions took over {seconds} seconds.",
}


def test_every_sentence_on_sandboxes_is_provoked_and_translated(
    pseudo: Pseudo, catalogue: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [
        Stopped(Result(trouble=trouble, line=1), "f(7)").says
        for trouble in ("timeout", "flooded", "died", "garbled", "memory")
    ]
    monkeypatch.setattr(isolation, "is_root", lambda: True)
    monkeypatch.setattr(sys, "platform", "darwin")
    told += shortcomings(Isolation())
    with monkeypatch.context() as windows:
        windows.delattr(isolation.os, "getuid")
        told += shortcomings(Isolation())
    monkeypatch.setattr(process, "isolations_to_try", lambda: ())
    process.isolation_here.cache_clear()
    with pytest.raises(SandboxError) as caught:
        Sandbox().execute("def f(n): return n", "f", [[7]])
    told.append(str(caught.value))
    monkeypatch.setattr(sandbox, "isolation_here", Isolation)
    monkeypatch.setattr(isolation, "_worker_in", lambda package: ["/bin/false"])
    with pytest.raises(SandboxError) as caught:
        Sandbox().execute("def f(n): return n", "f", [[7]])
    told.append(str(caught.value))

    assert [sentence for sentence in told if escaped(sentence, FACTS)] == []
    files = ("/sandbox.py", "/process.py", "/isolation.py", "/sandbox_protocol.py")
    here = sentences(catalogue, *files)
    assert here
    assert here - pseudo.asked - OF_A_CLASS == set()
    assert [sentence for sentence in here if len(sentence.split()) > 15] == []
