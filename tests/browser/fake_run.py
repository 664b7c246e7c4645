"""A run of no game at all: one rover on a floor of 6 x 6, told as a `Player` wants it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIDE = 6
SQUARE = 75
AHEAD = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}
LOOKS = {0: "north", 90: "east", 180: "south", 270: "west"}
ARROWS = {0: "^", 90: ">", 180: "v", 270: "<"}
HILLS = {(3, 0), (1, 2), (4, 4)}
CARDS = {
    "forward": {"symbol": "↑", "label": "Forward"},
    "left": {"symbol": "↶", "label": "Left"},
    "right": {"symbol": "↷", "label": "Right"},
    "shove": {"symbol": "⇥", "label": "Shove"},
}
SQUARE_DANCE = ["forward", {"repeat": 3, "body": ["forward", "left"]}, ["shove", "left"], "forward"]
THIRTY = [{"repeat": 5, "body": [{"repeat": 2, "body": ["forward", "left"]}, "forward", "right"]}]


def fake_run(program: list[Any]) -> dict[str, Any]:
    """The scene of this program, from a1, looking east. `shove` does nothing, ever."""
    x, y, angle = 0, 0, 90
    stops = [_stop(x, y, angle)]
    for card, name, turn in _walk(program, ""):
        says, skipped = [f"Card {card}: {name}."], False
        if name == "left":
            angle = (angle + 270) % 360
            says.append(f"The red rover turns left and looks {LOOKS[angle]}.")
        elif name == "right":
            angle = (angle + 90) % 360
            says.append(f"The red rover turns right and looks {LOOKS[angle]}.")
        else:
            there = (x + AHEAD[angle][0], y + AHEAD[angle][1])
            skipped = name != "forward" or there in HILLS or not all(0 <= at < SIDE for at in there)
            if skipped:
                says.append("Something is in the way, so the red rover stays where it is.")
            else:
                says.append(f"The red rover moves from {_name(x, y)} to {_name(*there)}.")
                x, y = there
        stops.append(_stop(x, y, angle, card=card, turn=turn, says=says, skipped=skipped))
    return {
        "width": SIDE * SQUARE,
        "height": SIDE * SQUARE,
        "background": _floor(),
        "alt": "A floor of six by six squares with three hills.",
        "pieces": [
            {"id": "red", "label": "red rover", "picture": _rover(), "width": 60, "height": 60}
        ],
        "program": program,
        "cards": CARDS,
        "stops": stops,
    }


def fake_still() -> bytes:
    """Any picture does."""
    return _floor()


def _walk(nodes: list[Any], turn: str) -> Iterator[tuple[int, str, str]]:
    numbers = {id(node): number for number, node in enumerate(_cards(nodes), 1)}
    yield from _steps(nodes, turn, numbers)


def _cards(nodes: list[Any]) -> Iterator[Any]:
    for i, node in enumerate(nodes):
        if isinstance(node, dict):
            yield from _cards(node["body"])
        else:
            nodes[i] = [node] if isinstance(node, str) else node  # an object of its own
            yield nodes[i]


def _steps(nodes: list[Any], turn: str, numbers: dict[int, int]) -> Iterator[tuple[int, str, str]]:
    for node in nodes:
        if isinstance(node, dict):
            for time in range(node["repeat"]):
                yield from _steps(node["body"], f"turn {time + 1} of {node['repeat']}", numbers)
        else:
            yield numbers[id(node)], node[0], turn


def _stop(
    x: int,
    y: int,
    angle: int,
    *,
    card: int | None = None,
    turn: str = "",
    says: list[str] | None = None,
    skipped: bool = False,
) -> dict[str, Any]:
    return {
        "card": card,
        "turn": turn,
        "says": says or [],
        "skipped": skipped,
        "board": _board(x, y, angle),
        "spoken": f"The red rover on {_name(x, y)} looks {LOOKS[angle]}.",
        "places": {
            "red": [(x + 0.5) * SQUARE, (SIDE - y - 0.5) * SQUARE, angle, True],
        },
    }


def _name(x: int, y: int) -> str:
    return f"{'abcdef'[x]}{y + 1}"


def _board(x: int, y: int, angle: int) -> str:
    marks = dict.fromkeys(HILLS, "#") | {(x, y): ARROWS[angle]}
    rows = [
        f"{row + 1}  " + " ".join(marks.get((column, row), ".") for column in range(SIDE))
        for row in reversed(range(SIDE))
    ]
    return "\n".join([*rows, "   " + " ".join("abcdef")])


def _floor() -> bytes:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    figure = Figure(figsize=(SIDE, SIDE), dpi=150)
    for x in range(SIDE):
        for y in range(SIDE):
            colour = "#7b8b6f" if (x, y) in HILLS else ("#f4efe4", "#ece5d5")[(x + y) % 2]
            corner = (x / SIDE, y / SIDE)
            figure.add_artist(Rectangle(corner, 1 / SIDE, 1 / SIDE, color=colour))
    return _png(figure, "#f4efe4")


def _rover() -> bytes:
    from matplotlib.figure import Figure
    from matplotlib.patches import Polygon, Rectangle

    figure = Figure(figsize=(1, 1), dpi=120)
    figure.add_artist(Rectangle((0.2, 0.1), 0.6, 0.7, color="#c62828"))
    figure.add_artist(Polygon([(0.3, 0.75), (0.7, 0.75), (0.5, 0.98)], color="#4a0e0e"))
    return _png(figure, "none")


def _png(figure: Figure, paper: str) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(figure)
    file = BytesIO()
    figure.savefig(file, format="png", facecolor=paper, metadata={"Software": None})
    return file.getvalue()
