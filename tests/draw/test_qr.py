"""Test that both QR codes of a code show the same modules, and that pictures can be read aloud."""

from __future__ import annotations

import re

from teachkit.draw.svg import qr_svg, qr_text

CODE = "-".join(["K7QN4"] * 26)


def test_the_text_has_all_modules_of_the_picture() -> None:
    lines = qr_text(CODE).split("\n")
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', qr_svg(CODE))
    assert box
    assert {len(line) for line in lines} == {int(box[1])}
    assert len(lines) == (int(box[2]) + 1) // 2
    dark = sum({"█": 2, " ": 0}.get(sign, 1) for sign in "".join(lines))
    drawn = re.findall(r"h(\d+)", qr_svg(CODE).rpartition("stroke=")[2])
    assert dark == sum(map(int, drawn))


def test_even_the_longest_code_keeps_large_modules() -> None:
    assert len(qr_text(CODE).split("\n")[0]) <= 53  # a millimetre each fits beside a board


def test_a_picture_has_a_name_and_no_markup_of_its_text() -> None:
    picture = qr_svg(CODE, "<b>Zoë</b>")
    assert "<title>&lt;b&gt;Zoë&lt;/b&gt;</title>" in picture
    assert 'role="img"' in picture
