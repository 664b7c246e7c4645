"""The report on a tournament in a real browser: accessible, in dark mode, and with any names."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from teachkit.classroom.tournament.playing import Terms
from teachkit.classroom.tournament.results import Results, report, season
from teachkit.play.tournament import Fixture, Forfeits, Pass, Played, fixtures

from .labpage import axe

NAMES = [*"abcdefghijklmno", "the-robots-of-the-green-team-in-the-very-last-version", "$x^2$",
         "<b>bold</b>", "🚀", "W" * 60]  # fmt: skip


def made_up() -> Results:
    """A tournament of twenty names, in which the first one fails and forfeits its games."""
    forfeits, games = Forfeits(), list[Played]()
    for fixture in fixtures(NAMES, 1):
        game = forfeits.result(fixture) or played(fixture)
        if game.is_played:
            forfeits.add(game)
        games.append(game)
    return Results(Terms("algoracing"), tuple(NAMES), tuple(games))


def played(fixture: Fixture) -> Played:
    number, seats, _ = fixture
    asked = {"board": "BOARD", "me": "red"}, {"question": "Which card?"}
    broken = "$x^2$" in seats
    return Played(
        fixture, (float(number % 3 == 0), float(number % 3 == 1)), (number % 9, 3), (0, 0), (5, 5),
        "-", tuple(Pass("$x^2$", 3, "It sleeps.", *asked) for _ in range(broken)),
        strikes=tuple(3 * (seat == "$x^2$") for seat in seats),
        forfeited=("$x^2$",) * broken,
    )  # fmt: skip


def test_the_report_is_readable_on_any_screen_with_any_names(page: Page, tmp_path: Path) -> None:
    """No name is cut off, nothing is wider than the screen, and axe finds nothing."""
    results = made_up()
    both = report(season([results] * 2), {}, days={"monday": results, "tuesday": results})
    pages = (("season", both, "dark", 360), ("report", report(results, {}), "light", 1366))
    for name, text, scheme, width in pages:
        file = tmp_path / f"{name}.html"
        file.write_text(text, encoding="utf-8")
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(file.as_uri())
        assert axe(page, "html") == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = page.evaluate(
            "[...document.querySelectorAll('.name, .cross td')].filter("
            "cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.innerText)"
        )
        assert cut == []
    for name in NAMES:
        assert page.get_by_role("rowheader", name=name, exact=True).count() == 3
    line = "$x^2$ lost 38 games by forfeit. Game"
    assert page.locator(".first li").filter(has_text=line).count() == 1
    page.get_by_text("The question for answer 3").click()
    assert page.locator("details pre").nth(0).inner_text() == "BOARD"
    assert "Which card?" in page.locator("details pre").nth(2).inner_text()
