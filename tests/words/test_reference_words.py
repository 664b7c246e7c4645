"""Test that the reference for authors is translated: every title, and every description."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from babel.messages.catalog import Catalog

from teachkit.exercises.authoring.reference import Topic, found, schema_of_exercises, topics

from .extract import sentences
from .pseudo import Pseudo, escaped, refused

# Names and code, the headers of tables, and the brands of the pieces.
FACTS = re.compile(r"`[^`]*`|\[\[?[\w.]+\]\]?|course\.toml|\([A-ES]\d\)|\bn\b")
WRITTEN = {"algoracing", "calamitron", "lovelace", "roborally"}


def inside(some: Iterable[Topic]) -> Iterator[Topic]:
    for topic in some:
        yield topic
        yield from inside(topic.parts)


def test_the_reference_is_translated(pseudo: Pseudo, catalogue: Catalog) -> None:
    said = [text for topic in inside(topics()) for text in (topic.title, topic.says)]
    said += [entry.says for topic in inside(topics()) for entry in topic.entries]
    assert len(said) > 1000
    assert [text for text in said if escaped(FACTS.sub("", text), WRITTEN)] == []
    assert schema_of_exercises()
    assert refused(lambda: found("zebra"))
    assert sentences(catalogue, "/reference.py") - pseudo.asked == set()
