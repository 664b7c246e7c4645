"""The pages of the documentation, as they are stored, and the addresses in built pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / ".github" / "docs"
STORED = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def commands_in(text: str) -> list[str]:
    """Return the `teachkit` commands in the blocks of a page, without the remarks after them.

    >>> commands_in("```\\nteachkit run 00-04 --png x.png   save a picture\\n```")
    ['teachkit run 00-04 --png x.png']
    """
    lines = (line for _, block in FENCE.findall(text) for line in block.splitlines())
    return [line.partition("  ")[0] for line in lines if line.startswith("teachkit ")]


def headings_in(text: str) -> set[str]:
    """Return the addresses of the headings on a page, as GitHub and mkdocs make them.

    >>> headings_in("## What `check` proves\\n")
    {'what-check-proves'}
    """
    found = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).strip().lower().replace(" ", "-") for each in found}


class Addresses(HTMLParser):
    """The addresses to which a built page links, and those that it has itself."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.places.add(value)
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
