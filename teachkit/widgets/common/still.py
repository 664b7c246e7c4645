"""A picture that stays: what a saved notebook shows of a live view when no kernel runs.

A trusted notebook with a new kernel shows an error in place of a widget, even if a picture lies
in the same bundle. So the picture is an output of its own, right above; the style sheet hides it
for as long as the live view is there.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from html import escape
from typing import Any

from IPython.display import display

from teachkit.widgets.common.prose import prose
from teachkit.words import say


@dataclass(frozen=True, slots=True)
class Still:
    """A picture, a sentence for those who do not see it, and the same moment as a text board.

    What is asked stands above: a `title` and a `task` with **bold** and `code`. The text is
    folded below its picture until it is asked for.
    """

    picture: bytes
    alt: str
    text: str
    width: int = 500
    title: str = ""
    task: str = ""

    def bundle(self) -> dict[str, str]:
        """HTML, because only there a picture has a text beside it; and the text alone."""
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
        plain = "\n\n".join(filter(None, (words, self.text)))
        return {"text/html": figure, "text/plain": plain}


def show_with_still(widget: Any, still: Still) -> None:
    """Display the live view, and above it the still that it hides."""
    display(still.bundle(), raw=True)  # type: ignore[no-untyped-call]
    display(live_bundle(widget), raw=True)  # type: ignore[no-untyped-call]


def live_bundle(widget: Any) -> dict[str, Any]:
    """The widget's own bundle without its metadata: ipywidgets and anywidget differ in form."""
    bundle = widget._repr_mimebundle_()
    return dict(bundle[0] if isinstance(bundle, tuple) else bundle)
