"""The setting for thorough tests: thousands of seeds, and searches that take minutes.

`TEACHKIT_THOROUGH=1` turns it on, as `.ci/nightly` does. Whole tests carry the marker `nightly`.
"""

from __future__ import annotations

import os

THOROUGH = bool(os.environ.get("TEACHKIT_THOROUGH"))
