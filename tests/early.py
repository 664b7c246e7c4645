"""Keep a slow import out of every test process; loaded before all other plugins.

nbformat, which nbval loads, lets jsonschema import `rfc3987_syntax` if it is there. Building its
grammars takes a second or two, for a kind of address that no notebook holds.
"""

import sys
from typing import Any

modules: dict[str, Any] = sys.modules
modules["rfc3987_syntax"] = None  # importing it raises ImportError, and jsonschema does without
