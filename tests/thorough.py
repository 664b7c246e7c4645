"""Whether the tests are to be thorough: all seeds, and whatever takes minutes.

`TEACHKIT_THOROUGH=1` asks for it, as `.ci/run` does; without it the tests are for every day.
"""

from __future__ import annotations

import os

THOROUGH = bool(os.environ.get("TEACHKIT_THOROUGH"))
