"""Why Python cannot read a text, in a learner's words.

What Python says of it is English, for grown-ups, and another in each version. So it is only asked
*where* it is stuck; what is said stands on its own: a slip is mended, and Python is asked again.
Only if it then reads on, was it this slip.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from teachkit.core.language.python_facts import fact_of
from teachkit.core.language.python_quiet import no_warnings
from teachkit.core.language.python_slips import slips_of
from teachkit.core.language.python_tokens import Text, quoted
from teachkit.words import say

MOST_TRIES = 150
LONGEST = 8_000  # what is longer is not mended: it takes too long
DEEPEST = 60  # brackets inside of brackets


class Trouble(NamedTuple):
    """One sentence, and where; line and column count from 1."""

    says: str
    line: int
    column: int = 1


def trouble_in(source: str) -> Trouble | None:
    """Why Python cannot read this source; `None` if it can.

    >>> trouble_in("For n in range(3):\\n    left()")
    Trouble(says='Python writes "for" with small letters only.', line=1, column=1)
    >>> trouble_in("left()") is None
    True
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    error = _error_in(source)
    if error is None:
        return None
    text = Text(source, _place(source, error))
    if _is_tangled(text, error):
        return too_tangled(text.line)
    fact = fact_of(text, error)
    if fact and fact.is_sure:
        return _told(text, fact.says, fact.start)
    if len(source) <= LONGEST:
        for mend in islice(slips_of(text), MOST_TRIES):
            if _reads_on(text, mend.start, mend.end, mend.source):
                return _told(text, mend.says, mend.start)
    if fact:
        return _told(text, fact.says, fact.start)
    return _told(text, _stops(text), text.stuck)


def too_tangled(line: int = 1) -> Trouble:
    return Trouble(say("This is too tangled; write it in several lines."), line)


def _error_in(source: str) -> Exception | None:
    try:
        with no_warnings():
            compile(source, "<answer>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        return error
    return None


def _place(source: str, error: Exception) -> int:
    """Where in the text Python is stuck."""
    if not isinstance(error, SyntaxError) or not error.lineno:
        return 0
    lines = source.split("\n")
    line = min(error.lineno, len(lines))
    column = min(max((error.offset or 1) - 1, 0), len(lines[line - 1]))
    return sum(len(each) + 1 for each in lines[: line - 1]) + column


def _is_tangled(text: Text, error: Exception) -> bool:
    if isinstance(error, RecursionError | MemoryError | OverflowError):
        return True
    return max((token.inside for token in text.tokens), default=0) > DEEPEST


def _reads_on(text: Text, start: int, end: int, mended: str) -> bool:
    """Whether Python gets further in the mended text: past the mend, and past where it was."""
    error = _error_in(mended)
    if error is None:
        return True
    left = len(mended) - _place(mended, error)
    return left < min(len(text.source) - text.stuck, len(text.source) - end)


def _told(text: Text, says: str, place: int) -> Trouble:
    return Trouble(says, text.line_of(place), text.column_of(place))


def _stops(text: Text) -> str:
    """All that can be said where nothing that we know makes it better."""
    token = next((each for each in text.row(text.line) if each.end > text.stuck), None)
    if token is None:
        return say("Python cannot read this line to its end.")
    return say("Python can read this line only up to {word}.", word=quoted(token.text))
