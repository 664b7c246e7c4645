"""Sources that try to earn points for a drive that never happened. None may earn any.

The task is to pick up the sample, on a shown and on a hidden board, with three `forward` and one
`left`. HOLD finds the object that drives the source, and is put in front of it.
"""

from __future__ import annotations

HONEST = "while not carries():\n    if blocked():\n        left()\n    else:\n        forward()"

HOLD = """\
import gc
api = [each for each in gc.get_objects() if type(each).__name__ == "DrivingApi"][-1]
from teachkit.core.run.flow import Frame
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.walk import Started, Step
def row(*names, line=1):
    for number, name in enumerate(names, 1):
        step = Step(Instruction(*name.split(" ", 1)), number, (), line)
        api.frames.append(Frame(Started("red", step), api.state))
"""

FORGED = """\
import os
line = '{"value": %s, "trouble": "", "error": "", "reason": "", "line": 0, "column": 0, ' \\
       '"end_column": 0, "printed": "", "loading": false}'
for number in range(64):
    for _ in range(2):
        try: os.write(number, line.encode() + b"\\n")
        except OSError: pass
os._exit(0)
"""


def held(*lines: str) -> str:
    return HOLD + "\n".join(lines)


def forged(value: str) -> str:
    return FORGED % value


SHOWN_ONLY = '["1 forward", "1 forward"]'

ATTACKS = {
    # -- what it may call, bound anew
    "it takes forward for its own": "def forward(): return True\nforward()\nforward()",
    "it makes a sensor of its own": "carries = lambda: 1\nwhile not carries(): forward()",
    "it binds built-in names anew": "import builtins\nbuiltins.forward = builtins.carries = list\n"
    "__builtins__['carries'] = lambda: 1\nwhile not carries(): forward()",
    "it takes the steps off": "__builtins__['<step>'] = lambda *_: True\nleft()\n"
    "while True: left()",
    "it imports in its own way": "import builtins\nbuiltins.__import__ = lambda *a, **k: None\n"
    "__builtins__['__import__'] = builtins.__import__\nforward()",
    # -- the rules, changed
    "it teaches a sensor to lie": "from teachkit.games.algoracing import sensors\n"
    "sensors.SENSORS.readings['carries'] = lambda state, player: 1\nwhile not carries(): forward()",
    "it teaches a rule to give samples": "from msgspec.structs import replace\n"
    "from teachkit.games.algoracing import commands, moves\n"
    "def rich(state, name):\n    rover = state.rover(name)\n"
    "    rover = replace(rover, carries=('blue',))\n"
    "    yield moves.Frame(moves.Turned(name, rover.facing), state.with_rover(rover))\n"
    "    return state\ncommands._RULES['left'] = rich\nleft()",
    "it lets everything through": "from teachkit.exercises.running.driving import DrivingApi\n"
    "DrivingApi.check = lambda *_: None\nfor n in range(9): forward()\nleft()",
    # -- the state, changed
    "it puts the rover on the sample": held(
        "from teachkit.core.board.squares import Square",
        "from msgspec.structs import force_setattr",
        "force_setattr(api.state.rover('red'), 'square', Square(2, 0))",
        "left()",
    ),
    "it puts the sample on board": held(
        "from msgspec.structs import replace",
        "rover = replace(api.state.rover('red'), carries=('blue',))",
        "api.state = api.state.with_rover(rover)",
        "left()",
    ),
    "it walks up the frames to the state": "import sys\nframe = sys._getframe()\n"
    "while 'api' not in frame.f_locals: frame = frame.f_back\n"
    "api = frame.f_locals['api']\n"
    "from msgspec.structs import force_setattr\n"
    "force_setattr(api.state.rover('red'), 'carries', ('blue',))\nleft()",
    "it forges the course": held(
        "api.course.cards['forward'] = None", "for n in range(4): forward()"
    ),
    # -- the row, forged
    "it tells of a card that nobody has": held("row('teleport')"),
    "it tells of a card that is not on offer": held("row('all-forward', 'all-forward')"),
    "it tells of a card that does not exist": held("row('win')"),
    "it tells of arguments that a card cannot have": held("row('forward 9')"),
    "it tells of more than there are": held("row(*['forward'] * 4)"),
    "it tells of more than anybody waits for": held("row(*['left'] * 2000)"),
    "it tells of lines that are not there": held("row('forward', 'forward', line=4_000)"),
    "it tells of no line": held("row('forward', 'forward', line=-1)"),
    "it tells of what solves the board that is shown": held("row('forward', 'forward')"),
    "it tells of nothing but a lie": "from teachkit.exercises.running.results import Result\n"
    "Result._asdict = lambda self: {'value': 'carries 1', 'points': 99}",
    # -- the line to its judge, forged
    "it writes what solves the board that is shown": forged(SHOWN_ONLY),
    "it writes of points": forged('{"dict": [["points", 99]]}'),
    "it writes of a state": forged('["1 forward", "carries 1"]'),
    "it writes of a line that is not there": forged('["900 forward", "900 forward"]'),
    "it prints what a judge might say": "print('\"ready\"')\nprint('{\"points\": 99}')\nleft()",
    "it writes no JSON": "import os\nos.write(3, b'carries 1\\n')\nos._exit(0)",
    # -- leaving
    "it leaves": "left()\nraise SystemExit(0)",
    "it ends the process": "import os\nleft()\nos._exit(0)",
    "it has a last word": "import atexit, os\natexit.register(lambda: os.write(1, b'[]'))\nleft()",
    "it drives on in a thread": "import threading\n"
    "threading.Thread(target=lambda: [forward() for n in range(3)]).start()\nleft()",
    "it never ends": "while True:\n    try: left()\n    except BaseException: pass",
    "it never ends and calls nothing": "while True: pass",
    "it never ends in C": "left()\nsum(range(10 ** 15))",
    "it looks for the answer": "import gc\n"
    "for each in gc.get_objects():\n"
    "    if type(each).__name__ in ('Exercise', 'CheckLine', 'Solution'): forward()",
}
