"""What went wrong on the way, in a learner's words."""

from __future__ import annotations

from collections.abc import Iterable

from teachkit.core.language.python_tokens import quoted
from teachkit.exercises.running.raised import hyphenated
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.troubles import trouble_says
from teachkit.words import say


def trouble_on_the_way(result: Result, names: Iterable[str], source: str = "") -> str:
    """The sentence for what stopped a drive. `names` are the functions that there are.

    >>> trouble_on_the_way(Result(trouble="raised", error="NameError", reason="blokced", line=2),
    ...                    ["forward", "blocked"])
    'Line 2: there is no "blokced". Did you mean "blocked"?'
    """
    names = tuple(names)
    match result:
        case Result(trouble="refused", line=line) if name := hyphenated(source, line, names):
            return say("Line {line}: in Python a hyphen is a minus; write {name}.",
                       line=line, name=quoted(name))  # fmt: skip
        case Result(trouble="refused", line=line, reason=reason):
            return say("Line {line}: {reason}", line=line, reason=reason)
        case Result(trouble="asks", line=line):
            return say("Line {line}: nobody can answer input() here.", line=line)
        case Result(trouble="exits", line=line):
            return say("Line {line}: leave out exit(); the last line is the end.", line=line)
    return trouble_says(result, say("your code"), source=source, names=names)
