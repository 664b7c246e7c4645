"""Test that learners see the glossary."""

from __future__ import annotations

import copy

import pytest

from tests.lessons.glossary import IN_THE_TOUR_ONLY, glossary, underline, underlined
from tests.lessons.lessonbook import lessons, read

every_lesson = pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)


@every_lesson
def test_a_lesson_underlines_each_word_where_it_first_appears(path):
    """`python -m tests.lessons.lessonbook` sets the underlines anew."""
    notebook = read(path)
    marked = copy.deepcopy(notebook)
    underline(marked, path.name[:2])
    assert [cell.source for cell in notebook.cells] == [cell.source for cell in marked.cells]
    words = [text for text, means in underlined(notebook)]
    assert len(words) >= 3
    assert len({word.lower() for word in words}) == len(words)


def test_each_word_of_the_glossary_is_met_in_a_lesson():
    met = {means for path in lessons() for text, means in underlined(read(path))}
    assert {word.word for word in glossary() if word.means not in met} == set()


def test_the_words_about_lessons_are_underlined_in_the_tour_only():
    about_lessons = {word.means for word in glossary() if word.part == IN_THE_TOUR_ONLY}
    for path in lessons():
        means = {means for text, means in underlined(read(path))}
        assert bool(means & about_lessons) == path.name.startswith("00"), path.name
