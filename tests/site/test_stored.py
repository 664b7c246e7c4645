"""Test the pages of the documentation as they are stored, and as GitHub shows them."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from teachkit.classroom.library import course, exercise_files, packaged_lessons
from teachkit.exercises.kinds import KINDS
from teachkit.games import NAMES

from .pages import CODE, DOCS, LINK, ROOT, STORED, headings_in, name_of

README = (ROOT / "README.md").read_text(encoding="utf-8")
WORDS = 600
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
COUNTED = {
    "exercises": len(exercise_files()),
    "lessons": len(course(packaged_lessons()).lessons),
    "kinds": len(KINDS),
    "games": len(NAMES),
}


def broken_links(page: Path, text: str) -> list[str]:
    """Return the links on a page that lead to no file, or to no heading of a file."""
    broken = []
    for link in LINK.findall(CODE.sub("", text)):
        path, _, heading = link.partition("#")
        target = (page.parent / unquote(path)).resolve() if path else page
        if re.match(r"[a-z]+:", link):
            continue
        made = re.match(r"lesson-\d\d$", heading)  # a heading that the site computes
        has_heading = target.suffix != ".md" or made or not heading
        if not target.is_file() or not (
            has_heading or heading in headings_in(target.read_text(encoding="utf-8"))
        ):
            broken.append(link)
    return broken


@pytest.mark.parametrize("page", STORED, ids=name_of)
def test_every_link_works_without_the_site(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert broken_links(page, text) == []
    assert "](/" not in text


def test_a_broken_link_is_found() -> None:
    text = "[a](no.md) [b](design.md#no) [c](#no) [d](design.md) [e](https://example.org)"
    assert broken_links(DOCS / "index.md", text) == ["no.md", "design.md#no", "#no"]


def test_the_readme_is_a_landing_page() -> None:
    """It is short, its first paragraph is two sentences, and each reader finds a first page."""
    assert len(README.split()) <= WORDS
    first = README.split("\n\n")[1]
    assert len(re.findall(r"[.!?](?=\s|$)", first)) == 2
    assert README.index("![") < README.index("```")
    for reader in ("learner", "teacher", "author", "contributor"):
        assert f"(.github/docs/{reader}.md)" in README


def test_readme_and_contributing_show_the_command_that_runs_every_test() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [command] = re.findall(r"^python3 .*-m pytest -n auto$", README, re.MULTILINE)
    assert f"\n{command}\n" in contributing
    assert README.index("## Run the tests") > README.index("## Where to go next")


def wrong_counts(text: str) -> list[str]:
    """Return the numbers of exercises, lessons, kinds and games that are not those of the code.

    Smaller numbers may count something else, such as the games of a match.
    """
    found = re.findall(rf"\b(\d+|{'|'.join(NUMBERS)}) (?:\w+ )?({'|'.join(COUNTED)})\b", text)
    numbers = [(int(n) if n.isdecimal() else NUMBERS.index(n), what) for n, what in found]
    return [f"{n} {what}" for n, what in numbers if n > 3 and n != COUNTED[what]]


@pytest.mark.parametrize("page", STORED, ids=name_of)
def test_no_page_has_a_stale_count(page: Path) -> None:
    if page.name != "CONTRIBUTING.md":  # it speaks of the games of a measurement
        assert wrong_counts(page.read_text(encoding="utf-8")) == []


def test_a_stale_count_is_found() -> None:
    assert wrong_counts("five games, 12 lessons, four board games") == ["5 games", "12 lessons"]


def test_every_picture_is_described_and_made_by_a_test() -> None:
    """Only the picture of the design is drawn by hand: it shows no product."""
    tests = (ROOT / "tests" / "browser" / "test_readme.py").read_text(encoding="utf-8")
    for page in STORED:
        for text, file in re.findall(
            r"!\[(.*?)\]\((.+?)\)", page.read_text(encoding="utf-8"), re.DOTALL
        ):
            assert len(text) > 40
            assert f'"{Path(file).name}"' in tests or file == "pictures/design.svg"
    assert README.count("![") > 1
