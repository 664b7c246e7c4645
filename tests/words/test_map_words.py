"""Test that the map and the places speak the learner's language: each sentence is provoked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import teachkit as tk
from teachkit.classroom.handout.pages import rules_pages
from teachkit.classroom.library import course, exercises_of
from teachkit.draw.paper import Page
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.map import Map

from .extract import sentences
from .pseudo import escaped, provoked, refused

HERE = ("draw/expedition/", "widgets/map/", "lessons/course.toml")


def travelled(folder: Path) -> Iterator[str]:
    """Yield what maps say to learners who have done nothing, one lesson, and parts of another."""
    one, other = ([each.id for each in exercises_of(lesson)] for lesson in ("01", "02"))
    solved = {"best": "x", "points": 2, "possible": 2, "medals": 2, "badges": 1}
    for names in ([], other[:1], [*one, *other]):
        kept = {"teachkit": 1, "answers": dict.fromkeys(names, solved)}
        (folder / "answers.json").write_text(json.dumps(kept))
        shown = tk.map()
        assert isinstance(shown, Map)
        shown.tell()
        yield from (shown.alt, *shown.shown["says"], shown.shown["parts"], str(shown.still.text))
        end = tk.finish("01")
        end.seen += 1
        yield from end.says
        for place in shown.shown["places"]:
            yield from (place["name"], place["counts"], place["says"])


def written_on_cards(patch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts of the cards of rules, which no font has in this language."""
    texts: list[str] = []
    with patch.context() as unwritten:
        unwritten.setattr(Page, "write", lambda page, text, *style: texts.append(text))
        for each in course().lessons:
            assert len(list(rules_pages(each.number, "a4", None))) == bool(each.card)
    return texts


def told(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    yield from travelled(folder)
    yield from words_of("map").values()
    yield from (str(tk.place(each.number)) for each in course().lessons)
    yield from written_on_cards(patch)
    yield refused(lambda: tk.place("99"))
    with patch.context() as off:
        off.setenv("TEACHKIT_MAP", "off")
        yield str(tk.map())
    (folder / "exercises").mkdir()
    yield str(tk.map())


def test_the_map_speaks_the_language_of_the_learner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, catalogue: Catalog
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TEACHKIT_ANSWERS", raising=False)
    heard, asked = provoked(lambda: told(tmp_path, monkeypatch))
    written = set(sentences(catalogue, *HERE))
    parts = {each.part for each in course().lessons}
    assert written - asked - parts == set()
    assert [word for line in heard for word in escaped(line, ["toml", "course"])] == []
