"""The instruction counters: how each looks, and which are special."""

from __future__ import annotations

from teachkit.core.language.instructions import Card, InstructionSet
from teachkit.games.calamitron.sensors import SENSORS

SIDES = ("left", "right", "forward")
NOBODY = "nobody"

INSTRUCTIONS = InstructionSet(
    [
        Card("forward", "↑", "Forward", "One square ahead, pushing what stands there."),
        Card("forward-2", "↑2", "Forward 2", "Two squares ahead, pushing what stands there."),
        Card("left", "↰", "Left", "Turn left on the spot."),
        Card("right", "↱", "Right", "Turn right on the spot."),
        Card("forward-3", "↑3", "Forward 3", "Loader: three squares ahead, pushing."),
        Card("back-2", "↓2", "Back 2", "Loader: two squares back, pushing what stands there."),
        Card("u-turn", "↶", "U-turn", "Loader: turn round on the spot."),
        Card("shove", "⇥", "Shove", "Loader: put the bot ahead one square left, right or on.",
             arguments=(SIDES,), optional=1, asks=True),
        Card("tractor", "⇊", "Tractor", "Shooter: pull the first bot ahead nearer."),
        Card("forcer", "⇈", "Forcer", "Shooter: push the first bot ahead away."),
        Card("program", "⌘", "Program", "Hacker: what follows is done by a bot beside you.",
             arguments=((),), optional=1, asks=True),
    ],
    SENSORS.help,
)  # fmt: skip
"""Where to shove, and whom to program, stands behind the card or is asked when it runs."""

SPECIAL = {
    "forward-3": "loader",
    "back-2": "loader",
    "u-turn": "loader",
    "shove": "loader",
    "tractor": "shooter",
    "forcer": "shooter",
    "program": "hacker",
}
"""What kind of special instruction each is; all others are for everybody. [CT-22 … CT-24]"""

SPECIALS = ("loader", "shooter", "hacker")
