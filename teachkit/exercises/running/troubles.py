"""The sentence for whatever stopped a run."""

from __future__ import annotations

from collections.abc import Iterable

from teachkit.exercises.running.raised import Raised, unchanged_name, why_raised
from teachkit.exercises.running.results import Result
from teachkit.words import say, say_many


def trouble_says(
    result: Result,
    where: str,
    function: str = "",
    arguments: int = 0,
    source: str = "",
    names: Iterable[str] = (),
) -> str:
    """The sentence for what stopped a run of this source: `where` is the call, or the cell.

    `names` are functions that there are beside the source's own.

    >>> trouble_says(Result(trouble="raised", error="NameError", reason="blokced", line=2), "here",
    ...              names=["forward", "blocked"])
    'Line 2: there is no "blokced". Did you mean "blocked"?'
    """
    line = result.line
    match result.trouble:
        case "missing" | "arguments":
            return _cannot_call(result, function, arguments)
        case "raised":
            return say("Line {line}: {reason}", line=line,
                       reason=why_raised(Raised(result, where, source, tuple(names))))  # fmt: skip
        case "endless" if name := unchanged_name(source, line):
            return say('Line {line}: nothing in this loop changes "{name}", so it never ends.',
                       line=line, name=name)  # fmt: skip
        case "timeout" | "flooded" | "died" | "garbled":
            return _broken_off(result, where)
    return _stopped(result, where)


def _stopped(result: Result, where: str) -> str:
    """The sentence for a run that was stopped in a line of its own."""
    facts = {"line": result.line, "where": where, "reason": result.reason}
    match result.trouble:
        case "unreadable":
            return say("Line {line}: {reason}", **facts)
        case "endless":
            return say("Line {line}: this loop goes on and on in {where}.", **facts)
        case "slow":
            return say("Line {line}: there are too many steps in {where}.", **facts)
        case "recursion":
            return say("Line {line}: it calls itself again and again in {where}.", **facts)
        case "asks":
            return say("Line {line}: nobody can answer input() here; use the arguments.", **facts)
        case "exits":
            return say("Line {line}: leave out exit(); a function ends with return.", **facts)
        case "memory":
            return say("Line {line}: too much memory is needed in {where}.", **facts)
    return say("Line {line}: you stopped it in {where}.", **facts)


def _broken_off(result: Result, where: str) -> str:
    """The sentence for a process that did not come back with a result."""
    match result.trouble:
        case "timeout":
            return say("It took too long in {where} and was stopped.", where=where)
        case "flooded":
            return say("Too much was written in {where}; give back less.", where=where)
        case "died":
            return say("Python itself broke down in {where}.", where=where)
    return say("What came back from {where} cannot be read.", where=where)


def _cannot_call(result: Result, function: str, arguments: int) -> str:
    if result.trouble == "arguments":
        return say_many('"{name}" must take {number} argument.',
                        '"{name}" must take {number} arguments.',
                        arguments, name=function)  # fmt: skip
    if result.reason:
        return say('There is no function "{name}"; yours is called "{other}".',
                   name=function, other=result.reason)  # fmt: skip
    return say('There is no function "{name}" in your code.', name=function)
