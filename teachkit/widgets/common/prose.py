"""The text of a task as HTML: what `task/task.js` makes of it, for a page that runs no script."""

from __future__ import annotations

import re
from html import escape

_MARKED = re.compile(r"\*\*([^*]+)\*\*|`([^`]+)`")


def prose(text: str) -> str:
    """Paragraphs, lists of lines with `- `, **bold** and `code`; nothing else is markup.

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
