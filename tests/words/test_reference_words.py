"""Test that the reference for authors is translated: every title, and every description."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from click.testing import CliRunner

from teachkit.cli.lookup import as_text, reference
from teachkit.exercises.authoring.reference import Topic, found, topics

from .extract import sentences
from .pseudo import Pseudo, escaped, refused

# Names and code, the headers of tables, and the brands of the pieces.
FACTS = re.compile(r"`[^`]*`|\[\[?[\w.]+\]\]?|course\.toml|\([A-ES]\d\)|\bn\b")
WRITTEN = {"algoracing", "calamitron", "lovelace", "roborally"}


def inside(some: Iterable[Topic]) -> Iterator[Topic]:
    for topic in some:
        yield topic
        yield from inside(topic.parts)


def test_the_reference_is_translated(pseudo: Pseudo, catalogue: Catalog, tmp_path: Path) -> None:
    said = [text for topic in inside(topics()) for text in (topic.title, topic.says)]
    said += [entry.says for topic in inside(topics()) for entry in topic.entries]
    assert len(said) > 1000
    assert [text for text in said if escaped(FACTS.sub("", text), WRITTEN)] == []
    assert "\n".join("\n".join(as_text(topic)) for topic in topics("algoracing"))
    typed = CliRunner().invoke
    assert typed(reference, ["--schema", str(tmp_path / "s.json")]).exit_code == 0
    assert refused(lambda: found("zebra"))
    assert typed(reference, []).exit_code == 0
    here = sentences(catalogue, "/reference.py", "/schema.py", "/lookup.py")
    assert here - pseudo.asked == set()
