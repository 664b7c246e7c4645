"""The script that runs in the sandbox, confines itself permanently and runs a learner's code.

The script reads the request, which is one line of JSON, and reports that it is ready. A request
from `sandbox` contains calls, and the script writes a line of JSON for each call of each source. A
request from `warm_sandbox` contains no calls, and `serving` takes over. Only the necessary parts of
teachkit are imported, because starting takes most of the time.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Any


def main() -> None:
    gc.disable()  # nothing loaded so far will ever be garbage
    sys.path[:0] = sys.argv[1:]  # started without `site`, Python has only its standard library
    import json

    questions, channel = os.fdopen(os.dup(0), "rb"), os.dup(1)
    request = json.loads(questions.readline())
    if "calls" in request:
        from teachkit.exercises.running.execution import results_of
        from teachkit.exercises.running.results import Result
    else:
        from teachkit.classroom.sandbox.serving import serve
    os.dup2(2, 1)  # discard what a learner's code writes
    os.dup2(2, 0)
    become(request["user"])
    confine(request["limits"])
    gc.freeze()
    gc.enable()

    def line_of(result: Result) -> bytes:
        return json.dumps(result._asdict()).encode() + b"\n"

    with open(channel, "wb", buffering=0) as out:
        out.write(b'"ready"\n')
        if "calls" not in request:
            serve(request["source"], questions, out)
            os._exit(0)  # see the comment below
        for source in request["sources"]:
            for result in results_of(source, request["name"], request["calls"]):
                try:
                    line = line_of(result)
                except MemoryError:
                    line = line_of(Result(trouble="memory"))
                out.write(line)
        os._exit(0)  # skip threads, `atexit` and `__del__`, which could still run learner code


def become(user: int | None) -> None:
    """Switch to the user id `user` and drop all groups, unless `user` is `None`."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def confine(limits: dict[str, Any]) -> None:
    """Set the kernel's resource limits to `limits`, which only root could raise again."""
    try:
        import resource
    except ImportError:  # Windows has no `resource`
        return
    for name, (soft, hard) in limits.items():
        try:
            resource.setrlimit(getattr(resource, name), (soft, hard))
        except (AttributeError, ValueError, OSError):
            continue  # `isolation.shortcomings` reports limits that a system lacks


if __name__ == "__main__":
    main()
