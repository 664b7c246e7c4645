"""Hooks of mkdocs: they add to the site what is computed from the code.

A page shows computed text at a line such as `<!-- made: rules algoracing -->`. The first word is a
key of `MADE`, and the others are arguments. On GitHub, such a line is invisible.

Some pages are made from files outside the folder of the documentation, such as `README.md`. Links
between all these files are written as GitHub needs them, and the hooks adapt them to the site.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path, PurePosixPath
from typing import Any

from made import api, commands, examples, gallery, reference, rulings
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[3]
DOCS = ".github/docs"
MADE = {
    "commands": commands.text,
    "example": examples.text,
    "games": gallery.games,
    "kinds": gallery.kinds,
    "lessons": gallery.lessons,
    "plan": gallery.plan,
    "python": api.text,
    "reference": reference.text,
    "rules": rulings.text,
}
MARK = re.compile(r"^<!-- made: ([^>]+) -->$", re.MULTILINE)
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")  # the address of a file, without a heading
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "lessons/teachers/glossary.md": "teachers/glossary.md",
}
"""The pages of files outside the folder of the documentation, by their paths in the repository."""
COPIED = {
    "lessons/teachers/sample-report.html": "teachers/sample-report.html",
    "lessons/first-visit.ipynb": "first-visit.ipynb",
    "LICENSE": "LICENSE.txt",
}


def pages() -> dict[str, str]:
    """Return `PAGES`, and the page of each lesson's notes for teachers."""
    notes = sorted((ROOT / "lessons" / "teachers").glob("[0-9]*.md"))
    return PAGES | {f"lessons/teachers/{note.name}": f"teachers/{note.name}" for note in notes}


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from outside, the pictures of the gallery, and its runs."""
    for source, page in pages().items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    for source, copy in COPIED.items():
        files.append(File.generated(config, copy, abs_src_path=str(ROOT / source)))
    for name, content in gallery.files().items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Adapt the links of a page to the site, and fill in what is computed."""
    here = page.file.src_uri
    source = next((old for old, new in pages().items() if new == here), f"{DOCS}/{here}")
    markdown = LINK.sub(lambda link: adapted(link[1], source, here), markdown)
    return MARK.sub(lambda mark: made(mark[1]), markdown)


def adapted(link: str, source: str, here: str) -> str:
    """Return the link from the page `here` to the page of a file that `source` links to.

    >>> adapted("../../CONTRIBUTING.md", ".github/docs/design.md", "design.md")
    'contributing.md'
    >>> adapted(".github/docs/rules/roborally.md", "README.md", "index.md")
    'rules/roborally.md'
    """
    target = posixpath.normpath(PurePosixPath(source).parent / link)
    known = pages() | COPIED
    if target not in known and not target.startswith(f"{DOCS}/"):
        return link  # to another file of the site, or wrong, which mkdocs then says
    page = known.get(target, target.removeprefix(f"{DOCS}/"))
    return posixpath.relpath(page, os.path.dirname(here) or ".")


def made(mark: str) -> str:
    """Return the text for a mark, which consists of a key of `MADE` and arguments."""
    name, *arguments = mark.split()
    return MADE[name](*arguments)
