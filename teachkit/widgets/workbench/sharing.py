"""`Sharing`: buttons to play an exercise that a learner made, and to hand it to a friend."""

from __future__ import annotations

import traitlets

from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Pressing


class Sharing(Pressing):
    """A button that calls `on_press` with `try`, and the `code` of the exercise, if there is one.

    While `tries` is true, the exercise is being played, and the button calls it with `back`.

    >>> sharing = Sharing(tries=True)
    >>> sharing.on_press = print
    >>> sharing.pressed = {"button": "back", "n": 1}
    back None
    """

    _esm = script("workbench/sharing.js")
    _css = styles("workbench/makebench.css")
    wording = ("workbench",)

    tries = traitlets.Bool(False).tag(sync=True)
    code = traitlets.Unicode().tag(sync=True)
