"""Display of untrusted text, which has no effect except being visible."""

from __future__ import annotations

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.strings import is_seen, json_text, one_line, readable

from ..cases import cases

UNSEEN = [
    "\0", "\a", "\b", "\x1b", "\x7f", "\x9b", "\xad", "\u061c", "\u200b", "\u200e", "\u202e",
    "\u2028", "\u2066", "\u3164", "\ufeff", "\ud800", "\U000e0041",
]  # fmt: skip


@cases("sign", *UNSEEN)
def test_what_is_not_seen_is_a_sign_that_is(sign: str) -> None:
    assert not is_seen(sign)
    assert readable(f"a{sign}b") == one_line(f"a{sign}b") == "a\ufffdb"


@cases("text", "", "Zoë d'Or", "李雷", "שרה", "1\xa0000", "❤️ 👍🏽", "e\u0308", "'=1'")
def test_what_is_seen_stays(text: str) -> None:
    assert readable(text) == one_line(text) == text


def test_lines_are_kept_or_made_one() -> None:
    assert readable("a\r\n\tb\n") == "a\n\tb\n"
    assert one_line("a\r\n\tb\n") == "a  b "
    assert readable("a\rb") == "a\ufffdb"  # it would overwrite existing text


@given(st.text(st.characters()))
def test_json_shows_everything_and_loses_nothing(text: str) -> None:
    written = json_text({"answer": text}, indent=1)
    assert json.loads(written) == {"answer": text}
    assert all(is_seen(sign) for sign in written.replace("\n", ""))


@given(st.text(st.characters()))
def test_no_control_and_no_format_is_left(text: str) -> None:
    kinds = {unicodedata.category(sign) for sign in one_line(text)}
    assert kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"} == set()
