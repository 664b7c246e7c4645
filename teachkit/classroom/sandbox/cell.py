"""What runs inside the sandbox: it confines itself for good, then makes the calls.

A script, started by `sandbox` for one answer. It reads one JSON request, says that it is ready,
and writes a line of JSON for each call. Of teachkit it loads only what makes the calls, for
most of its time goes into starting.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Any


def main() -> None:
    gc.disable()  # nothing of what is loaded now will ever be garbage
    sys.path[:0] = sys.argv[1:]  # started without `site`, Python knows nothing but itself
    import json

    from teachkit.exercises.running.execution import results_of
    from teachkit.exercises.running.results import Result

    def line_of(result: Result) -> bytes:
        return json.dumps(result.to_json()).encode() + b"\n"

    request = json.load(sys.stdin.buffer)
    channel = os.dup(1)
    os.dup2(2, 1)  # what a learner writes goes nowhere
    become(request["user"])
    confine(request["limits"])
    gc.enable()
    with open(channel, "wb", buffering=0) as out:
        out.write(b'"ready"\n')
        for result in results_of(request["source"], request["name"], request["calls"]):
            try:
                line = line_of(result)
            except MemoryError:
                line = line_of(Result(trouble="memory"))
            out.write(line)
        os._exit(0)  # no thread, no `atexit` and no `__del__` has a word after this


def become(user: int | None) -> None:
    """Be another user, and in no group."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def confine(limits: dict[str, Any]) -> None:
    """Limits that the kernel keeps. Nobody but root could raise them again."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, (soft, hard) in limits.items():
        try:
            resource.setrlimit(getattr(resource, name), (soft, hard))
        except (AttributeError, ValueError, OSError):
            continue  # `walls.shortcomings` says which systems have which


if __name__ == "__main__":
    main()
