"""Test the site as mkdocs builds it: strictly, with every link, picture and run in its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from teachkit.classroom.library import course, exercise_files, packaged_lessons
from teachkit.cli import commands
from teachkit.exercises.authoring.reference import topics
from teachkit.exercises.kinds import KINDS
from teachkit.games import NAMES
from teachkit.games.rulebook import rulebook
from tests.once import Once

from .pages import ROOT, Addresses

pytestmark = pytest.mark.slow


def build(folder: Path) -> None:
    """Build the site in a folder, and fail on every warning of mkdocs."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet",
               "-f", ROOT / ".github" / "mkdocs.yml", "-d", folder]  # fmt: skip
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ran = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    once: Once = request.getfixturevalue("once")
    return once.path("the site", build)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Addresses]:
    ours = (page for page in site.rglob("*.html") if page.name != "404.html")
    return {page: Addresses(page) for page in ours if "assets" not in page.parts}


def test_every_link_leads_somewhere(site: Path, pages: dict[Path, Addresses]) -> None:
    broken = []
    for page, found in pages.items():
        for link in found.links:
            path, _, place = link.partition("#")
            target = (page.parent / unquote(path)).resolve() if path else page
            if link.startswith(("data:", "https:")):
                continue
            if (
                not target.is_file()
                or site.resolve() not in (target.parents)
                or (place and target in pages and unquote(place) not in pages[target].places)
            ):
                broken.append(f"{page.relative_to(site)}: {link}")
    assert len(pages) > 80
    assert broken == []


def test_no_page_needs_a_network(pages: dict[Path, Addresses], site: Path) -> None:
    """A link may lead to another site; a picture, a script or a style is never fetched there."""
    away = {link for found in pages.values() for link in found.links if link.startswith("http")}
    assert [link for link in away if link.endswith((".css", ".js", ".png", ".woff2"))] == []
    assert (site / "search" / "search_index.js").is_file()


def test_everything_computed_is_shown(site: Path, pages: dict[Path, Addresses]) -> None:
    assert not [page for page in pages if "<!-- made: " in page.read_text(encoding="utf-8")]
    lessons = pages[site / "gallery" / "lessons.html"]
    numbers = {lesson.number for lesson in course(packaged_lessons()).lessons}
    assert {f"lesson-{number}" for number in numbers} <= lessons.places
    shown = (site / "gallery" / "lessons.html").read_text(encoding="utf-8")
    assert [name for name in exercise_files() if f">{name}<" not in shown] == []
    kinds = pages[site / "gallery" / "kinds.html"]
    assert KINDS.keys() <= kinds.places
    assert commands.commands.keys() <= pages[site / "reference" / "commands.html"].places
    for game in NAMES:
        assert {rule.id for rule in rulebook(game)} <= pages[site / f"rules/{game}.html"].places


def test_every_topic_of_the_reference_is_on_a_page(pages: dict[Path, Addresses]) -> None:
    places = {place for page, found in pages.items() if page.parent.name == "reference"
              for place in found.places}  # fmt: skip
    assert {topic.name for topic in topics()} <= places
    assert {f"kinds-{kind}" for kind in KINDS} <= places


def test_runs_can_be_stepped_through_without_a_kernel(site: Path) -> None:
    """Each lesson with programs has a run, and so have the games; each is one whole file."""
    runs = sorted((site / "runs").glob("*.html"))
    assert len(runs) > 25
    for run in runs:
        text = run.read_text(encoding="utf-8")
        assert "startPage(" in text
        assert "http://" not in text.replace("http://www.w3.org/", "")
