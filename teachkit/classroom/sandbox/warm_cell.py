"""What runs inside a warm sandbox: it confines itself for good, then answers for a strategy.

A script, started by `warm` for one strategy. It reads a request and says that it is ready; what
comes then, `serving` does.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    sys.path[:0] = sys.argv[1:]  # started without `site`, Python knows nothing but itself
    import json

    from teachkit.classroom.sandbox.cell import become, confine
    from teachkit.classroom.sandbox.serving import serve

    questions, channel = os.fdopen(os.dup(0), "rb"), os.dup(1)
    request = json.loads(questions.readline())
    os.dup2(2, 1)  # what a learner writes goes nowhere
    os.dup2(2, 0)
    become(request["user"])
    confine(request["limits"])
    gc.freeze()  # nothing of what is loaded now will ever be garbage
    with open(channel, "wb", buffering=0) as answers:
        answers.write(b'"ready"\n')
        serve(request["source"], questions, answers)
        os._exit(0)  # no thread, no `atexit` and no `__del__` has a word after this


if __name__ == "__main__":
    main()
