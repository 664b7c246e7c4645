"""Programs: three notations, and sentences for text that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.core.language.instructions import (
    Card,
    Condition,
    If,
    Instruction,
    InstructionSet,
    Repeat,
    While,
)
from teachkit.core.language.program import Program
from teachkit.errors import ProgramError

from ..cases import cases, raised
from ..programs import programs

DECK = InstructionSet(
    [
        Card("forward", "↑", "Forward", "One square ahead."),
        Card("left", "↰", "Left", "Turn left."),
        Card("all-forward", "⇈", "All forward", "As far as it goes."),
        Card("shove", "⇨", "Shove", "Push.", (("left", "right"),)),
        Card("move2", "²", "Move", "Move a number.", ((),), python="move_number"),
    ],
    {"blocked": "something is in the way", "clear": "nothing is in the way"},
)

CARDS_ONLY = "Here you can only use cards, for _ in range(2):, while and if."
ONE_NUMBER = "Write only one number here, as in range(2). Python exercises allow more."
FORWARD, LEFT = Instruction("forward"), Instruction("left")


# Three notations -------------------------------------------------------------------------------


@given(programs(DECK, most_times=999))
@settings(deadline=None)
def test_every_notation_reads_back_to_the_same_program(program: Program) -> None:
    assert Program.read(str(program), DECK) == program
    assert Program.from_python(program.to_python(DECK), DECK) == program
    assert Program.from_json(program.to_json()) == program
    assert eval(repr(program), {"Program": Program}) == program


@given(programs(DECK))
@settings(deadline=None)
def test_cards_are_numbered_in_reading_order(program: Program) -> None:
    """A bracket costs one card, and has no number of its own."""
    brackets = program.brackets
    assert program.cost == len(program.instructions) + len(brackets)
    assert all(1 <= first <= len(program.instructions) + 1 for _, first, _ in brackets)


@cases(
    "text",
    "forward, 2x(forward, left)",
    "forward; 2x(forward; left)",
    "forward\n2x(\n  forward\n  left\n)",
    "forward, 2×(forward, left),",
    "forward, x2(forward, left)",
    "Forward, 2X(FORWARD, Left)",
    "forward, 2 x (forward, left)",
    "forward, 2× (forward, left)",
    "forward, X 2(forward, left)",
    "ｆｏｒｗａｒｄ、２ｘ（forward，left）",
)
def test_card_text_may_be_written_freely(text: str) -> None:
    """Commas, lines and semicolons separate cards; loops are written 2x, 2× or x2."""
    assert Program.read(text, DECK) == Program((FORWARD, Repeat(2, (FORWARD, LEFT))))


def test_large_letters_are_read_as_the_cards_are_spelled() -> None:
    text = "While Not Blocked(If clear(Shove LEFT) Else(ALL-FORWARD))"
    program = Program.read(text.replace("Blocked", "blocked"), DECK)
    assert str(program) == "while not blocked(if clear(shove left) else(all-forward))"
    assert Program.read(str(program), DECK) == program
    both = InstructionSet([Card("a4", "", "", ""), Card("A4", "", "", "")])
    assert str(Program.read("A4, a4", both)) == "A4, a4"


@given(programs(DECK), st.sampled_from([str.upper, str.title, str.swapcase]))
@settings(deadline=None)
def test_a_program_in_other_letters_is_written_as_before(
    program: Program, spelled: Callable[[str], str]
) -> None:
    """Except for conditions, and for arguments of cards."""
    text = str(program)
    again = spelled(text) if not re.search(r"while|if|shove|move", text) else text
    assert str(Program.read(again, DECK)) == text


def test_a_loop_around_one_card_needs_no_bracket() -> None:
    assert Program.read("3x forward, left") == Program((Repeat(3, (FORWARD,)), LEFT))


def test_while_and_if() -> None:
    blocked = Condition("blocked", wanted=False)
    program = Program((While(blocked, (If(Condition("clear"), (FORWARD,), (LEFT,)),)),))
    assert str(program) == "while not blocked(if clear(forward) else(left))"
    source = "while not blocked():\n    if clear():\n        forward()\n    else:\n        left()"
    assert program.to_python() == source


def test_elif_is_an_if_inside_else() -> None:
    source = "if clear():\n    forward()\nelif blocked():\n    left()"
    assert str(Program.from_python(source)) == "if clear(forward) else(if blocked(left))"


def test_card_names_in_python() -> None:
    """A dash becomes an underscore, and a card may have a separate name in Python."""
    program = Program.read("all-forward, shove left, move2 430", DECK)
    assert program.to_python(DECK) == "all_forward()\nshove('left')\nmove_number('430')"
    assert Program.from_python("move_number(430)", DECK) == Program.read("move2 430", DECK)


def test_python_is_read_and_never_run() -> None:
    for source in ("raise SystemExit", "__import__('os').abort()"):
        with pytest.raises(ProgramError):
            Program.from_python(source, DECK)


# What cannot be read ---------------------------------------------------------------------------


@cases(
    "text, line, column, says",
    ("lefft", 1, 1, 'There is no card "lefft". Did you mean "left"?'),
    ("forward,\n  fwd", 2, 3, 'There is no card "fwd". Did you mean "forward"?'),
    ("forward, xyz", 1, 10, 'There is no card "xyz".'),
    ("3(left)", 1, 1, "Write a loop like this: 2x(forward, left)."),
    ("left, 3 times (left)", 1, 7, "Write a loop like this: 2x(forward, left)."),
    ("3y(left)", 1, 1, "Write a loop like this: 2x(forward, left)."),
    ("x(left)", 1, 1, "Write a loop like this: 2x(forward, left)."),
    ("Repeat 3 (left)", 1, 1, "Write a loop like this: 2x(forward, left)."),
    ("forward left", 1, 1, 'Put a comma after "forward", or remove the rest.'),
    ("shove", 1, 1, 'After "shove", write one of: left / right.'),
    ("left, shove up", 1, 7, 'After "shove", write one of: left / right.'),
    ("2x(forward", 1, 3, "This bracket is never closed."),
    ("forward)", 1, 8, "This bracket does not close anything. Remove it."),
    ("(forward)", 1, 1, "Write 2x, while or if in front of this bracket: 2x( … )."),
    ("2x", 1, 3, "Open a bracket here: ( … )."),
    ("while blocked left", 1, 15, "Open a bracket here: ( … )."),
    ("0x(left)", 1, 1, "A loop runs 1 to 999 times, not 0."),
    ("left, 1000x(left)", 1, 7, "A loop runs 1 to 999 times, not 1000."),
    ("while (left)", 1, 7, "Write a question after while."),
    ("if not (left)", 1, 8, "Write a question after if."),
    ("while bloked(left)", 1, 7, 'There is no sensor "bloked" here. Did you mean "blocked"?'),
)  # fmt: skip
def test_card_text_that_cannot_be_read(text: str, line: int, column: int, says: str) -> None:
    """The sentence says what would be right, and where."""
    error = raised(ProgramError, Program.read, text, DECK)
    assert (error.says, error.line, error.column) == (says, line, column)


@cases(
    "source, line, column, says",
    ("lefft()", 1, 1, 'There is no card "lefft". Did you mean "left"?'),
    ("forward()\nfwd()", 2, 1, 'There is no card "fwd". Did you mean "forward"?'),
    ("forward", 1, 1, "Put brackets after the name: forward()."),
    ("shove(up)", 1, 7, "Write a word or a number in the brackets."),
    ("shove('up')", 1, 1, 'After "shove", write one of: left / right.'),
    ("for _ in range(0):\n    left()", 1, 1, "A loop runs 1 to 999 times, not 0."),
    ("while blocked:\n    left()", 1, 7, "Put brackets after the name: blocked()."),
    ("while True:\n    left()", 1, 7, "Use one sensor here, such as blocked() or not blocked()."),
    ("forward(3)", 1, 1, "Leave the brackets of forward() empty. Use a loop to repeat it."),
    ("for _ in rang(3):\n    left()", 1, 1, 'There is no "rang". Did you mean "range"?'),
    ("left()\nwhile bloked():\n    left()", 2, 7,
     'There is no sensor "bloked" here. Did you mean "blocked"?'),
    ("left()\ndef turn():\n    left()", 2, 1,
     'You can only use cards here. "def turn" works in Python exercises.'),
    ("x = 3", 1, 1, 'You can only use cards here. "x =" works in Python exercises.'),
    ("left()\nx += 3", 2, 1, 'You can only use cards here. "x =" works in Python exercises.'),
    ("range(6)", 1, 1, "Use range() only in a loop: for _ in range(2):"),
    ("for _ in range(1, 6):\n    left()", 1, 1, ONE_NUMBER),
    ("for _ in range(n):\n    left()", 1, 1, ONE_NUMBER),
    ("left()\nall-forward()", 2, 1, 'In Python, a hyphen means minus. Write "all_forward()".'),
    ("all-forward", 1, 1, 'In Python, a hyphen means minus. Write "all_forward()".'),
    ("left-right()", 1, 1, CARDS_ONLY),
    ("import os", 1, 1, CARDS_ONLY),
    ("for _ in [1, 2]:\n    left()", 1, 1, CARDS_ONLY),
)  # fmt: skip
def test_python_that_cannot_be_read(source: str, line: int, column: int, says: str) -> None:
    """Valid Python that is not a program of cards."""
    error = raised(ProgramError, Program.from_python, source, DECK)
    assert (error.says, error.line, error.column) == (says, line, column)


def test_text_that_is_no_python_says_where() -> None:
    """`test_python_errors` tests the sentences."""
    error = raised(ProgramError, Program.from_python, "left()\nleft() right()", DECK)
    expected = ('Start a new line before "right".', 2, 7)
    assert (error.says, error.line, error.column) == expected


@cases(
    "nodes", "forward", 3, None, [""], [3], [{"repeat": 0, "body": []}], [{"repeat": 2}], [{}], [[]]
)
def test_json_that_is_no_program(nodes: object) -> None:
    with pytest.raises(ProgramError, match=r"A program is a list of cards|This is not a card"):
        Program.from_json(nodes)  # type: ignore[arg-type]  # that is what is tested


# Too much --------------------------------------------------------------------------------------


def nested(brackets: int) -> list[str]:
    """Return card text and Python of a card inside this many brackets."""
    lines = [f"{' ' * level}for _ in range(2):" for level in range(brackets)]
    return [
        "2x(" * brackets + "left" + ")" * brackets,
        "\n".join([*lines, " " * brackets + "left()"]),
    ]


def test_fifty_brackets_may_lie_inside_one_another() -> None:
    text, source = nested(50)
    assert Program.read(text) == Program.from_python(source)
    assert Program.from_json(Program.read(text).to_json()).depth == 50


def test_more_brackets_are_refused_in_every_notation() -> None:
    says = "Nest brackets at most 50 deep."
    text, source = nested(51)
    data: list[object] = ["left"]
    for _ in range(51):
        data = [{"repeat": 2, "body": data}]
    notations = (Program.read, text), (Program.from_python, source), (Program.from_json, data)
    for read, written in notations:
        with pytest.raises(ProgramError, match=says):
            read(written)


@cases("text", "2x(" * 5000, "9" * 5000 + "x(left)", "(" * 5000)
def test_a_monstrous_text_gets_a_sentence_too(text: str) -> None:
    with pytest.raises(ProgramError):
        Program.read(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    """Never anything else, such as a crash."""
    for read in (Program.read, Program.from_python):
        says = "Read."
        try:
            read(text, DECK)
        except ProgramError as error:
            says = error.says
        assert says.endswith((".", "?"))
