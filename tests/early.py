"""A plugin that keeps a slow import out of every test process; it is loaded before the others.

nbformat, which nbval loads, lets jsonschema import `rfc3987_syntax` if it is installed. Building
its grammars takes a second or two, for a kind of address that no notebook contains.
"""

import sys
from typing import Any

modules: dict[str, Any] = sys.modules
modules["rfc3987_syntax"] = None  # importing it raises ImportError, which jsonschema handles
