"""Answers that try to break out of the sandbox, and harmless ones that look similar.

Each defines `f(n)`, which should return `n + 1`. An attack returns that only if it succeeds, so any
points are stolen. PLACE is a folder with other people's files, PORT the port of a server.
"""

from __future__ import annotations

from textwrap import dedent
from typing import NamedTuple


class Attack(NamedTuple):
    """A source, the possible error codes of its first call, and the barrier that stops it.

    `held` is `limits` (everywhere), `user` (a separate user, or bubblewrap) or `bubblewrap`.
    """

    source: str
    troubles: str
    held: str = "limits"
    points: int = 0


def f(*lines: str) -> str:
    return "\n".join(["import os, sys", "def f(n):", *(f"    {line}" for line in lines)])


def forged(line: str) -> str:
    """Return a source that writes a line to every open file and returns nothing."""
    return f(
        f"line = {line}",
        "for number in range(64):",
        "    try: os.write(number, line.encode() + b'\\n')",
        "    except OSError: pass",
        "return 0",
    )


RESULT = (
    '\'{"value": %s, "trouble": "", "error": "", "reason": "", "line": 0, "column": 0, '
    '"end_column": 0, "printed": "", "loading": false}\''
)


def flood(number: str) -> str:
    return f(
        f"for number in {number}:",
        "    try:",
        "        while True: os.write(number, b'x' * 60_000)",
        "    except OSError: pass",
        "return n + 1",
    )


def subclass(kind: str, value: str) -> str:
    return f"class Liar({kind}):\n    def __eq__(self, other): return True\n" + f(
        f"return Liar({value})"
    )


ATTACKS = {
    # -- time
    "it forks without end": Attack(f("while True: os.fork()"), "raised"),
    "it loops for ever": Attack(f("while True: pass"), "endless"),
    "it loops for ever and catches everything": Attack(
        f("while True:", "    try: n += 1", "    except: pass"), "endless"),
    "it loops for ever in C": Attack(f("return sum(range(10 ** 15))"), "timeout"),
    "it computes a power for ever": Attack(f("return 9 ** 9 ** 9"), "timeout memory"),
    "it searches a text for ever": Attack(
        "import re\n" + f("return re.match('(a+)+$', 'a' * 50 + 'b')"), "timeout"),
    "it loops for ever before there is a function": Attack(
        "sum(range(10 ** 15))\n" + f("return n + 1"), "timeout"),
    "it sleeps": Attack("import time\n" + f("time.sleep(10 ** 6)"), "timeout"),
    "it does not listen to the signal that ends it": Attack(
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\n"
        + f("return sum(range(10 ** 15))"),
        "died timeout",
    ),
    # -- output and memory
    "it writes without end": Attack(
        "import itertools\n" + f("sys.__stdout__.writelines(itertools.repeat('x' * 9_999))"),
        "timeout",
    ),
    "it complains without end": Attack(flood("[2]"), "endless slow"),
    "it floods whatever is open": Attack(flood("range(3, 64)"), "flooded endless"),
    "it wants one huge thing": Attack(f("return len(bytearray(10 ** 11)) and n + 1"), "memory"),
    "it wants many small things": Attack(
        f("things = []", "while True: things.append(bytes(10 ** 6))"), "memory"),
    "it gives a huge text": Attack(f("return 'x' * 10 ** 8"), ""),
    "it gives a huge list": Attack(f("return ['x' * 9_999] * 9_000"), "flooded memory timeout"),
    "it gives a huge number": Attack(f("return 1 << 10 ** 7"), ""),
    "it gives what is no number": Attack(f("return float('nan')"), ""),
    "it gives a thing in a thing in a thing": Attack(
        f("thing = []", "for _ in range(99_000): thing = [thing]", "return thing"), "died "),
    "it fills the disk": Attack(
        "import tempfile\n"
        + f("with tempfile.TemporaryFile() as file: file.write(b'x' * 10 ** 7)", "return n + 1"),
        "raised",
    ),
    "it makes files without end": Attack(
        f("open('/tmp/teachkit-was-here', 'w')", "os.unlink('/tmp/teachkit-was-here')",
          "return n + 1"),
        "raised", "bubblewrap",
    ),
    "it keeps files open": Attack(f("files = [os.pipe() for _ in range(99)]", "return n + 1"),
                                  "raised"),
    "it lifts its limits": Attack(
        "import resource\n"
        + f("resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)",
            "return n + 1"),
        "raised",
    ),
    # -- death
    "it ends Python": Attack(f("os._exit(0)"), "died"),
    "it leaves": Attack(f("sys.exit()"), "exits"),
    "it ends Python when it is loaded": Attack("import os\nos._exit(0)\n" + f("return n + 1"),
                                               "died"),
    "it ends Python at the second call": Attack(
        f("if n == 20: os._exit(0)", "return n + 1"), "", points=1),
    "it kills itself": Attack(f("os.kill(os.getpid(), 9)"), "died"),
    "it aborts": Attack(f("os.abort()"), "died"),
    "it reads where nothing is": Attack("import faulthandler\n" + f("faulthandler._sigsegv()"),
                                        "died"),
    "it calls C where nothing is": Attack("import ctypes\n" + f("ctypes.string_at(0)"),
                                          "died raised"),
    "it calls itself": Attack(f("return f(n)"), "recursion"),
    "it overruns the stack": Attack(
        f("sys.setrecursionlimit(10 ** 9)", "thing = []",
          "for _ in range(99_000): thing = (thing,)", "return hash(thing) and 0"),
        "died raised recursion",
    ),
    "it closes everything": Attack(f("os.closerange(0, 64)", "return n + 1"), "died"),
    "it becomes another program": Attack(
        f("os.execv(sys.executable, [sys.executable, '-c', 'print(8)'])"), "died raised memory"),
    # -- values
    "its answer is equal to everything": Attack(
        "class Liar:\n    def __eq__(self, other): return True\n" + f("return Liar()"), ""),
    "its answer is a number that lies": Attack(subclass("int", "n + 2"), ""),
    "its answer is only like a number": Attack(subclass("int", "n + 1"), ""),
    "its answer is a text that lies": Attack(subclass("str", "'8'"), ""),
    "its answer is a list that lies": Attack(subclass("list", ""), ""),
    "its answer says it is a number": Attack(
        "class Liar:\n    __class__ = int\n    def __index__(self): return 8\n"
        "    __int__ = __index__\n" + f("return Liar()"), ""
    ),
    "its answer would unpickle as code": Attack(
        "import os\nclass Liar:\n    def __reduce__(self): return os.abort, ()\n"
        "    def __repr__(self): return '8'\n" + f("return Liar()"), ""
    ),
    "its answer has a type without a name": Attack(
        "class Meta(type):\n    __name__ = property(lambda self: 8)\n"
        "class Liar(metaclass=Meta): pass\n" + f("return Liar()"), "died garbled"
    ),
    "its answer has a type with an endless name": Attack(
        f("return type('x' * 500_000, (), {})()"), "garbled"),
    "its error says what no file can keep": Attack(f(r"raise ValueError('\ud800 \x1b[2J')"),
                                                   "raised"),
    "its error is hostile": Attack(
        "class Bad(BaseException):\n    def __str__(self): raise self\n" + f("raise Bad"),
        "raised",
    ),
    # -- forgery
    "it prints a result": Attack(f(f"sys.__stdout__.write({RESULT % 8} + '\\n')",
                                   "sys.__stdout__.flush()", "return 0"), ""),
    "it forges a result for every way out": Attack(forged(RESULT % '"8"'), ""),
    "it forges a type": Attack(forged(RESULT % '{"int": 8}'), "garbled"),
    "it forges grades": Attack(forged("""'{"points": 99, "passed": true}'"""), "garbled"),
    "it forges a trouble that nobody knows": Attack(
        forged((RESULT % 8).replace('"trouble": ""', '"trouble": "none"')), "garbled"),
    "it forges a mountain of brackets": Attack(forged("'[' * 500_000"), "garbled"),
    "it forges a number with a million digits": Attack(forged("'9' * 900_000"), "garbled"),
    "it forges no number": Attack(forged(RESULT % "NaN"), "garbled"),
    "it forges many lines": Attack(forged("'8\\n' * 9_999"), "garbled"),
    # -- the engine
    "it patches how values are written": Attack(
        "from teachkit.exercises.running import results, runs\n"
        "runs.plain = results.plain = lambda value: 'right'\n" + f("return 0"), ""
    ),
    "it patches how values are judged": Attack(
        "from teachkit.exercises.running import results\nresults.is_same = lambda *two: True\n"
        + f("return 0"), ""
    ),
    "it patches json": Attack(
        "import json\njson.dumps = lambda *one: '{\"right\": true}'\n" + f("return n + 1"),
        "garbled",
    ),
    "it patches what is built in": Attack(
        "import builtins\nbuiltins.len = builtins.dict = builtins.type = None\n" + f("return 0"),
        "raised died ",
    ),
    "it patches all modules away": Attack("import sys\nsys.modules.clear()\n" + f("return 0"),
                                          "raised died garbled "),
    "it looks for what is expected": Attack(
        "import gc, sys\n" + f(
            "frame, found = sys._getframe(), []",
            "while frame:",
            "    found += [*frame.f_locals, *frame.f_globals]",
            "    frame = frame.f_back",
            "found += [type(thing).__name__ for thing in gc.get_objects()]",
            "if {'Case', 'Exercise', 'expected', 'returns', 'wanted'} & {*map(str, found)}:",
            "    return n + 1",
        ), ""
    ),
    "it traces its caller": Attack(
        f("seen = []", "sys.settrace(lambda frame, *rest: seen.append(frame.f_locals))",
          "len(seen)", "return 0"), "",
    ),
    # -- others
    "it signals its parent": Attack(f("os.kill(os.getppid(), 9)", "return 0"), "raised ", "user"),
    "it signals everybody": Attack(f("os.kill(-1, 9)", "return 0"), "raised died ", "user"),
    "it becomes root": Attack(f("os.setuid(0)", "return n + 1"), "raised"),
    "it leaves a process behind": Attack(
        f("if os.fork() == 0:", "    os.setsid()", "    if os.fork() == 0:",
          "        import time", "        time.sleep(600)", "    os._exit(0)", "return n + 1"),
        "raised",
    ),
    "it starts a program": Attack(
        "import subprocess\n" + f("subprocess.run([sys.executable, '-c', ''])", "return n + 1"),
        "raised",
    ),
    "it reads its parent's memory": Attack(
        f("open(f'/proc/{os.getppid()}/mem', 'rb')", "return n + 1"), "raised", "user"),
    "it reads a secret of the environment": Attack(
        f("os.environ['TEACHKIT_SECRET']", "return n + 1"), "raised"),
    "it reads the teacher's own file": Attack(f("open('PLACE/private.txt')", "return n + 1"),
                                              "raised", "user"),
    "it writes its own grade": Attack(
        f("open('PLACE/grades.csv', 'w').write('99')", "return n + 1"), "raised", "user"),
    "it deletes the grades": Attack(f("os.unlink('PLACE/grades.csv')", "return n + 1"),
                                    "raised", "user"),
    "it copies another's answer": Attack(f("exec(open('PLACE/other.py').read(), globals())",
                                           "return right(n)"), "raised", "bubblewrap"),
    "it follows a link to another's answer": Attack(
        f("os.symlink('PLACE', '/tmp/teachkit-link')", "os.unlink('/tmp/teachkit-link')",
          "return n + 1"), "raised", "bubblewrap",
    ),
    "it lists another's folder": Attack(f("os.listdir('PLACE')", "return n + 1"),
                                        "raised", "bubblewrap"),
    "it looks into homes": Attack(f("os.listdir('/home')", "return n + 1"), "raised", "bubblewrap"),
    "it looks for what lies about": Attack(f("if os.listdir('/tmp'): return n + 1"),
                                           "", "bubblewrap"),
    "it looks for exercises": Attack(
        f("for folder, inner, files in os.walk('/'):",
          "    inner[:] = {*inner} - {'lib', 'proc', 'sys'} if folder in ('/', '/usr') else inner",
          "    for name in files:",
          "        if name.endswith('.toml') and '[solution]' in open(f'{folder}/{name}').read():",
          "            return n + 1"),
        "", "bubblewrap",
    ),
    "it calls a server": Attack(
        "import socket\n" + f("socket.create_connection(('127.0.0.1', PORT), 2)", "return n + 1"),
        "raised", "bubblewrap",
    ),
    "it calls a server without an address": Attack(
        "import socket\n" + f("socket.socket(socket.AF_UNIX).connect('\\0teachkit-PORT')",
                              "return n + 1"), "raised", "bubblewrap",
    ),
    "it asks for a name": Attack(
        "import socket\n" + f("caller = socket.socket(type=socket.SOCK_DGRAM)",
                              "caller.sendto(b'x', ('127.0.0.1', PORT))", "caller.recv(1)",
                              "return n + 1"), "raised timeout", "bubblewrap",
    ),
}  # fmt: skip

HARMLESS = {
    "it prints": f("print('a line')", "return n + 1"),
    "it writes to the screen": f("sys.stdout.write('a line')", "return n + 1"),
    "it warns": "import warnings\n" + f("warnings.warn('mind')", "return n + 1"),
    "it complains": f("print('a line', file=sys.stderr)", "return n + 1"),
    "it waits a little": "import time\n" + f("time.sleep(0.01)", "return n + 1"),
    "it uses what Python brings along": dedent("""
        import collections, dataclasses, datetime, decimal, enum, fractions, functools, itertools
        import json, math, operator, random, re, statistics, string, typing
    """) + f("return math.floor(statistics.mean([n, n + 2]))"),
    "it wants a thread and gets none": "import threading\n" + f(
        "try: threading.Thread(target=lambda: sum(range(10 ** 15))).start()",
        "except RuntimeError: pass", "return n + 1"),
    "it has a last word": "import atexit\natexit.register(lambda: sum(range(10 ** 15)))\n"
    + f("return n + 1"),
}  # fmt: skip
