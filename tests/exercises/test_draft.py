"""Test that a changed draft differs from its file only in the lines of what changed."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.errors import DataError
from teachkit.exercises.authoring.draft import MOST_BYTES, Draft
from teachkit.exercises.authoring.files import edited
from teachkit.games import NAMES

from ..every_exercise import FILES, every_exercise

WRITTEN = '''\
# Written by hand.

title="Odd"   # a good title?
  game = "algoracing"
edition = 'basic'
lesson = "01"
"kind" = "program"
secret = { of = "the author" } # not known to teachkit

# The task:
text = """One line.
Another # line.
"""
hints = [ # few
    # the first
    "Look.", # gently
  'Go.' # no comma behind it
  # the end
]
colours = ["red", "green",
   "blue", "yellow"]
phase = "make" # last

[solution] # ours
answer = "forward"

[[checks]]
check = "carries" # all of it
samples = 1

# Board one.
[[starts]]
floor = """
. .
. .
"""
rovers.red = "a1 north" # alone

# A note on the stars.
[[checks]]
check = "uses_at_most"
cards = 3

# Board two, hidden.
[[starts]] # the second
hidden = true
floor = ". .\\n. ."
  [starts.rovers]
  red = "b1 north" # alone again
[[starts]]
floor = ". ."
rovers = {red="a1 east"}
samples = { b1 = ["blue"] }
# The end.'''


def changed(before: str, after: str) -> list[str]:
    """Return the lines that differ, with a sign in front of each; blank lines are left out."""
    lines = difflib.ndiff(before.splitlines(True), after.splitlines(True))
    return [line for line in lines if line[0] in "+-" and line[1:].strip()]


def written(**keys: Any) -> list[str]:
    return changed(WRITTEN, Draft.read(WRITTEN).with_(**keys).toml())


def tables(key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(WRITTEN)[key]
    return found


@every_exercise
def test_a_file_stays_as_it_is(path: Path) -> None:
    draft = Draft.open(path)
    assert draft.toml().encode() == path.read_bytes()
    again = Draft.read(draft.text.replace("\n", "\r\n"))
    assert again == draft
    assert again.toml() == again.text


@every_exercise
def test_a_change_is_small_in_every_file(path: Path) -> None:
    draft = Draft.open(path)
    text, data = draft.text, draft.data
    assert len(changed(text, draft.with_(title='The "new" title').toml())) == 2
    shorter = draft.with_(hints=data["hints"][1:])
    assert [line[0] for line in changed(text, shorter.toml())] == ["-"]
    longer = draft.with_(checks=[*data.get("checks", []), {"check": "ends"}])
    assert [line[0] for line in changed(text, longer.toml())] == ["+", "+"]
    for number, start in enumerate(data.get("starts", []), 1):
        walls = [*start.get("walls", []), "a1 north"]
        lines = changed(text, draft.with_start(number, start | {"walls": walls}).toml())
        assert [line[0] for line in lines if line[0] != "?"] == (
            ["-", "+"]
            if "walls" in start and not re.search(r"^walls +=.*\[$", text, re.MULTILINE)
            else ["+"]
        )
        assert 'a1 north"' in lines[-1]
    offered = data.get("cards", {})
    if isinstance(offered, dict):
        lines = changed(text, draft.with_(cards=offered | {"jump": 9}).toml())
        assert len(lines) == (2 if offered else 1)


def test_nothing_moves_in_a_file_that_was_written_by_hand() -> None:
    for text in (WRITTEN, WRITTEN.replace("\n", "\r\n"), f"\ufeff{WRITTEN}", "", "# Nothing."):
        assert Draft.read(text).toml() == text


def test_a_value_keeps_its_quotes_and_its_comment() -> None:
    assert written(title="Even") == [
        '- title="Odd"   # a good title?\n',
        '+ title="Even"   # a good title?\n',
    ]
    assert written(edition="loops") == ["- edition = 'basic'\n", "+ edition = 'loops'\n"]
    assert written(text="One line.\nThree # lines.\n") == [
        "- Another # line.\n",
        "+ Three # lines.\n",
    ]
    assert written(phase=None) == ['- phase = "make" # last\n']
    assert written(cards={"forward": 2}) == ["+ cards    = { forward = 2 }\n"]
    assert written(secret={"of": "all"}) == [
        '- secret = { of = "the author" } # not known to teachkit\n',
        '+ secret = { of = "all" } # not known to teachkit\n',
    ]


def test_a_list_keeps_the_comments_of_the_items_that_stay() -> None:
    assert written(hints=["Go."]) == ["-     # the first\n", '-     "Look.", # gently\n']
    assert written(hints=["Look."]) == ["-   'Go.' # no comma behind it\n"]
    assert written(hints=["Look.", "Go.", "Stop."]) == [
        "-   'Go.' # no comma behind it\n",
        "+   'Go.', # no comma behind it\n",
        '+   "Stop.",\n',
    ]
    assert written(hints=["Look!", "Go."]) == [
        '-     "Look.", # gently\n',
        '+     "Look!", # gently\n',
    ]
    assert len(written(hints=[])) == 3


def test_a_list_of_tables_keeps_the_comments_of_the_tables_that_stay() -> None:
    one, two, three = tables("starts")
    assert written(starts=[one, three]) == [
        "- # Board two, hidden.\n",
        "- [[starts]] # the second\n",
        "- hidden = true\n",
        '- floor = ". .\\n. ."\n',
        "-   [starts.rovers]\n",
        '-   red = "b1 north" # alone again\n',
    ]
    assert written(starts=[one, two, three, {"floor": "."}]) == [
        "+ [[starts]]\n",
        '+ floor = "."\n',
    ]
    text = Draft.read(WRITTEN).with_(starts=[two, one, three]).toml()
    assert text.index("# Board two, hidden.\n[[starts]] # the second\nhidden") < text.index(
        "# Board one.\n[[starts]]\nfloor"
    )
    moved = one | {"rovers": {"red": "a2 north", "green": "b1 north"}}
    assert written(starts=[moved, two, three]) == [
        '- rovers.red = "a1 north" # alone\n',
        "+ # alone\n",
        '+ rovers = { red = "a2 north", green = "b1 north" }\n',
    ]


def test_tables_of_one_kind_may_stand_between_others() -> None:
    first, second = tables("checks")
    assert written(checks=[first, second | {"cards": 5}]) == ["- cards = 3\n", "+ cards = 5\n"]
    assert written(checks=[first]) == [
        "- # A note on the stars.\n",
        "- [[checks]]\n",
        '- check = "uses_at_most"\n',
        "- cards = 3\n",
    ]
    assert written(solution=None) == ["- [solution] # ours\n", '- answer = "forward"\n']


VALUES = st.sampled_from(
    [1, True, 1.5, "one", 'two "2"\n\\3', ["a", "b"], [1, [2]], {"x": {"y": 1}}]
)


@given(st.data())
def test_whatever_changes_the_text_means_the_data_and_keeps_the_other_comments(
    data: st.DataObject,
) -> None:
    old = tomllib.loads(WRITTEN)
    new = dict(old)
    for key in data.draw(st.lists(st.sampled_from([*old, "new", "a b"]), max_size=3)):
        value = old.get(key)
        if isinstance(value, list):
            new[key] = data.draw(st.permutations(value))[: data.draw(st.integers(0, 4))]
            new[key] += data.draw(
                st.lists(
                    st.just({"floor": "."} if key in ("starts", "checks") else "x"), max_size=2
                )
            )
        else:
            new[key] = data.draw(VALUES)
        if data.draw(st.booleans()):
            new.pop(key)
    text = edited(WRITTEN, new)
    assert tomllib.loads(text) == new
    assert "# Written by hand.\n\n" in text
    for key, comment in (("title", "a good title?"), ("phase", "# last"), ("solution", "# ours")):
        assert (comment in text) == (key in new) or old[key] != new[key]


def test_a_table_that_is_entangled_with_others_keeps_its_comments() -> None:
    text = "[a.b] # one\nc = 1\n# two\n[d]\n[a.e]\n"
    result = edited(text, {"a": {"b": {"c": 1}, "e": {}, "f": 2}, "d": {}})
    assert tomllib.loads(result) == {"a": {"b": {"c": 1}, "e": {}, "f": 2}, "d": {}}
    assert "# two\n" in result


@pytest.mark.parametrize("name", NAMES)
def test_a_new_draft_is_an_exercise_once_it_has_words(name: str) -> None:
    draft = Draft.new(name).with_(title="Up", lesson="01", text="Drive up.")
    assert draft.exercise().game.name == name
    assert tomllib.loads(draft.toml()) == draft.data


def test_unknown_keys_are_kept_but_not_judged() -> None:
    draft = Draft.open(FILES[1]).with_(whim=[1])
    assert draft.exercise("mine").id == "mine"
    assert "whim     = [1]\n" in draft.toml()
    with pytest.raises(DataError, match="start 1"):
        draft.with_start(1, {"florr": "."}).exercise()


def test_a_draft_is_saved_only_over_the_file_that_was_opened(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    draft = Draft.new("lovelace").save(path)
    assert path.read_text() == draft.text
    draft = draft.with_(title="Mine").save(path)
    assert Draft.open(path).data["title"] == "Mine"
    path.write_text("title = 'Yours'")
    with pytest.raises(DataError, match=r"mine\.toml: This file has changed since you opened it\."):
        draft.with_(title="Ours").save(path)
    with pytest.raises(DataError, match="This file already exists"):
        Draft.new("lovelace").save(path)
    assert path.read_text() == "title = 'Yours'"
    assert draft.save(tmp_path / "other.toml").text == draft.text


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"title = \xff", "not UTF-8"),
        (b"title = ", "not a TOML file"),
        (b"x = " + b"[" * 5_000, "not a TOML file"),
        (b"#" * (MOST_BYTES + 1), "too large"),
        (None, "cannot be opened"),
    ],
)
def test_a_file_that_cannot_be_read_is_never_written(
    tmp_path: Path, content: bytes | None, says: str
) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=says) as caught:
        Draft.open(path)
    assert "\n" not in caught.value.says
    if content is not None:
        with pytest.raises(DataError):
            Draft.new("lovelace").save(path)
        assert path.read_bytes() == content
