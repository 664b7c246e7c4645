"""What is said of people who sit down to play, and of the file in which they are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from teachkit.games import algoracing
from teachkit.play.sitting import Sitting

SETUP = algoracing.OPENING.match(2)


def refusals(folder: Path) -> Iterator[Callable[[], object]]:
    """People who cannot sit down, or who answer what nobody asked."""
    for names in (("Ada", "Ada"), ("Ada", ""), ("random", "random")):
        yield partial(Sitting, algoracing, SETUP, names)
    yield partial(Sitting, algoracing, SETUP, ("Ada", "Bo"), file=folder)
    yield Sitting(algoracing, SETUP, ("Ada", "Bo")).take_back
    yield partial(Sitting(algoracing, SETUP, ("Ada", "Bo")).answer, "a1")
    yield partial(Sitting(algoracing, SETUP, ("ada", "bo")).sit, "red")


def notices(folder: Path) -> Iterator[str]:
    """What is said of damaged files."""
    seats = '"seats": [["red", "a"], ["green", "b"]]'
    file = folder / "broken"
    for content in ("{", '{"teachkit": 1}', f'{{"teachkit": 1, {seats}}}'):
        file.write_text(content, encoding="utf-8")
        yield Sitting(algoracing, SETUP, ("a", "b"), file=file).notice
