"""The report of a tournament from a disk: every game is watched on it, without a kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from teachkit.classroom.jobs import here
from teachkit.classroom.tournament.playing import Entrant, Job, Terms, play
from teachkit.classroom.tournament.results import Results, report
from teachkit.play.tournament import fixtures
from teachkit.widgets.player.recordings import record

from .conftest import Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop

LAPTOP, TABLET = {"width": 1366, "height": 768}, {"width": 800, "height": 1280}
SCREENS = (LAPTOP, TABLET)


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament with 24 games, of which the last one has no recording any more."""
    folder = tmp_path_factory.mktemp("tournament")
    terms, names = Terms("algoracing", frames=300), ("ada", "bo", "<i>cy")
    games = [
        play(terms, Job(fixture, tuple(Entrant(name, house="greedy") for name in fixture.seats)))
        for fixture in fixtures(names, 4)
    ]
    (folder / "report.html").write_text(report(Results.of(terms, names, games), {}), "utf-8")
    (folder / "replays").mkdir()
    list(record(games, folder / "replays", here()))
    return folder


def test_every_game_is_watched_on_the_page(page: Page, tournament: Path, shot: Shot) -> None:
    page.context.set_offline(True)
    page.set_viewport_size(LAPTOP)
    page.goto((tournament / "report.html").as_uri())
    links, title = page.locator("#games td a"), page.locator("#game")
    expect(links).to_have_count(12)
    page.get_by_role("button", name="Show all games").click()
    expect(links).to_have_count(24)
    page.get_by_role("combobox", name="Strategy").select_option("bo")
    page.get_by_role("combobox", name="against").select_option("<i>cy")
    expect(links).to_have_count(8)
    expect(page.locator("#games tbody tr").first).to_contain_text("<i>cy")
    links.first.click()
    expect(title).to_contain_text("Game 3: <i>cy – bo")
    expect(page.locator(PLAYER)).to_be_focused()
    for screen in SCREENS:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        page.locator(PLAYER).press("PageDown")
        page.locator(PLAYER).press("End")
        page.locator(PLAYER).evaluate("each => each.blur()")
        title.evaluate("each => each.scrollIntoView()")
        for part in (".tk-run-board", ".tk-run-scores", ".tk-run-transport", ".tk-run-caption"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        shot(page, f"tournament-{screen['width']}")
    expect(page.locator(".tk-run-caption")).to_contain_text("The game is over.")
    page.go_back()
    page.go_forward()
    links.nth(1).click()
    expect(title).to_contain_text("Game 4: bo – <i>cy")
    at_stop(page, 0)
    assert page.locator(PLAYER).count() == 1
    assert axe(page, "#games") == []
    page.goto("about:blank")
    page.goto((tournament / "report.html").as_uri() + "#game-24")  # a link to one game
    expect(title).to_contain_text("Game 24: ")


def test_a_report_without_its_folder_is_still_a_report(
    page: Page, tournament: Path, tmp_path: Path
) -> None:
    html = (tournament / "report.html").read_text("utf-8")
    (tmp_path / "report.html").write_text(html, "utf-8")
    page.goto((tmp_path / "report.html").as_uri())
    expect(page.get_by_role("heading", name="The table")).to_be_visible()
    expect(page.locator("#games")).to_be_hidden()
    (tmp_path / "replays").mkdir()
    watch = (tournament / "replays" / "watch.js").read_text("utf-8")
    (tmp_path / "replays" / "watch.js").write_text(watch, "utf-8")
    page.reload()
    page.locator("#games td a").first.click()
    expect(page.get_by_role("alert")).to_contain_text("This game cannot be shown.")
