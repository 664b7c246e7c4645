"""Stills: pictures that a saved notebook shows in place of live views if there is no kernel.

A trusted notebook with a new kernel shows an error in place of a widget, even if a picture is in
the same bundle. The still is therefore a separate output, right above the widget; the style sheet
hides the still while the live view is shown.
"""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from html import escape

import ipywidgets
from IPython.display import display

from teachkit.words import say

WIDTH = 360  # in pixels, of a board's picture in a notebook without a kernel
_MARKED = re.compile(r"\*\*([^*]+)\*\*|`([^`]+)`")


@dataclass(frozen=True, slots=True, repr=False)
class Still:
    """A picture of a board, its description for people who cannot see it, and the board as text.

    The `title` and the `task`, with **bold** and `code`, are shown above the picture. The text
    board is folded below the picture. The result of a cell is shown as a still, too.
    """

    picture: bytes
    alt: str
    text: str
    width: int = 500
    title: str = ""
    task: str = ""

    def bundle(self) -> dict[str, str]:
        """Return the still as HTML, with a description of the picture, and as plain text."""
        png = b64encode(self.picture).decode("ascii")
        source = f"data:image/png;base64,{png}"
        image = f'<img alt="{escape(self.alt)}" width="{self.width}" src="{source}">'
        text = f'<pre style="font-family: monospace">{escape(self.text)}</pre>' if self.text else ""
        if text and png:
            text = f"<details><summary>{escape(say('Board as text'))}</summary>{text}</details>"
        asked = f"<h3>{escape(self.title)}</h3>{prose(self.task)}" if self.title else ""
        shown = f"{asked}{image if png else ''}{text}"
        figure = f'<figure class="tk-still" style="margin: 0">{shown}</figure>'
        words = f"{self.title}\n{self.task}" if self.title else ""
        plain = "\n\n".join(filter(None, (words, str(self))))
        return {"text/html": figure, "text/plain": plain}

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        return self.bundle()

    def __repr__(self) -> str:
        return self.text or self.alt


def show_with_still(widget: ipywidgets.DOMWidget, still: Still) -> None:
    """Display `still`, and below it the live `widget`, which hides the still."""
    display(still.bundle(), raw=True)  # type: ignore[no-untyped-call]
    display(live_bundle(widget), raw=True)  # type: ignore[no-untyped-call]


def live_bundle(widget: ipywidgets.DOMWidget) -> dict[str, object]:
    """Return the widget's own bundle without its metadata.

    ipywidgets returns only the bundle, anywidget a pair of the bundle and its metadata.
    """
    bundle = widget._repr_mimebundle_()
    return dict(bundle[0] if isinstance(bundle, tuple) else bundle)


def prose(text: str) -> str:
    """Return a task's text as HTML, as `task/task.js` does, for a page that runs no script.

    Paragraphs, lists of lines with `- `, **bold** and `code` are converted; nothing else is markup.

    >>> prose("Drive to **b4**:\\n\\n- `left` < 3")
    '<p>Drive to <strong>b4</strong>:</p><ul><li><code>left</code> &lt; 3</li></ul>'
    """
    blocks = [block for block in re.split(r"\n\s*\n", text.strip()) if block]
    return "".join(map(_block, blocks))


def _block(block: str) -> str:
    lines = [line.strip() for line in block.splitlines()]
    if all(line.startswith("- ") for line in lines):
        return "<ul>" + "".join(f"<li>{_spans(line[2:])}</li>" for line in lines) + "</ul>"
    return f"<p>{_spans(' '.join(lines))}</p>"


def _spans(text: str) -> str:
    def marked(found: re.Match[str]) -> str:
        bold, code = found.groups()
        return f"<strong>{bold}</strong>" if bold else f"<code>{code}</code>"

    return _MARKED.sub(marked, escape(text, quote=False))
