"""A plugin that prepares every test process; it is loaded before all others.

It keeps out a slow import: nbformat, which nbval loads, lets jsonschema import `rfc3987_syntax` if
it is installed. Building its grammars takes a second or two, for a kind of address that no notebook
contains. And it lets interrupts through: a job that a shell runs in the background ignores them,
and so would every command that a test starts and interrupts.
"""

import signal
import sys
from typing import Any

modules: dict[str, Any] = sys.modules
modules["rfc3987_syntax"] = None  # importing it raises ImportError, which jsonschema handles

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
