"""Test that widgets and pages take their design from one file, and print has the same colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import teachkit
from teachkit.draw.paper import Face
from teachkit.draw.shapes import KIND_COLOURS, WHITE, contrast
from teachkit.games import NAMES, game

PACKAGE = Path(teachkit.__file__).parent
TOKENS = PACKAGE / "widgets" / "common" / "tokens.css"
SHEETS = sorted({*PACKAGE.glob("widgets/*/*.css"), *PACKAGE.glob("classroom/**/*.css")} - {TOKENS})
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|light-dark)\(", re.IGNORECASE)
PAIR = re.compile(r"--tk-([\w-]+): (?:var\([\w-]+, )?light-dark\((#\w+), (#\w+)\)")
PAIRS = {name: pair for name, *pair in PAIR.findall(TOKENS.read_text())}


def long(colour: str) -> str:
    """Return `#rgb` as `#rrggbb`."""
    return colour if len(colour) == 7 else "#" + "".join(2 * letter for letter in colour[1:])


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_colour_is_a_token(sheet: Path) -> None:
    text = sheet.read_text()
    assert COLOUR.findall(text) == []
    used = {*re.findall(r"var\(--tk-([\w-]+)\)", text)}
    assert used <= SET


def every(kind: str) -> str:
    return "".join(file.read_text() for file in PACKAGE.glob(f"widgets/*/*.{kind}"))


SET = {*re.findall(r"--tk-([\w-]+)\"?:", every("css") + every("js"))}


def test_kinds_of_cards_have_the_same_colours_on_paper() -> None:
    assert {kind: PAIRS[kind][0] for kind in KIND_COLOURS} == KIND_COLOURS
    used = {card.kind for name in NAMES for card in game(name).instructions}
    assert used == {"moves", "turns", "special"}
    assert Face("", "", "").kind in KIND_COLOURS


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_can_be_read(theme: int) -> None:
    colours = {name: long(pair[theme]) for name, pair in PAIRS.items() if len(pair[theme]) <= 7}
    grounds = [colours[name] for name in ("paper", "raised", "card")]
    for name in ("ink", "quiet", "accent", "good", "attention", *KIND_COLOURS):
        assert min(contrast(colours[name], ground) for ground in grounds) >= 4.5, name
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
    for kind in KIND_COLOURS:
        assert contrast(colours["on-kind"], colours[kind]) >= 4.5, kind
    assert contrast(WHITE, KIND_COLOURS["loops"]) >= 4.5
