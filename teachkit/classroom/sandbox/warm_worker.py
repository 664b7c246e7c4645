"""The script inside a warm sandbox: it confines itself permanently, then answers questions.

`warm_sandbox` starts it for one strategy. It reads a request and reports that it is ready;
`serving` does the rest.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    sys.path[:0] = sys.argv[1:]  # started without `site`, Python has only its standard library
    import json

    from teachkit.classroom.sandbox.serving import serve
    from teachkit.classroom.sandbox.worker import become, confine

    questions, channel = os.fdopen(os.dup(0), "rb"), os.dup(1)
    request = json.loads(questions.readline())
    os.dup2(2, 1)  # discard what a learner's code writes
    os.dup2(2, 0)
    become(request["user"])
    confine(request["limits"])
    gc.freeze()  # nothing loaded so far will ever be garbage
    with open(channel, "wb", buffering=0) as answers:
        answers.write(b'"ready"\n')
        serve(request["source"], questions, answers)
        os._exit(0)  # skip threads, `atexit` and `__del__`, which could still run learner code


if __name__ == "__main__":
    main()
