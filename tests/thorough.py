"""Whether the tests are thorough: seeds by the thousand, and searches that take minutes.

`TEACHKIT_THOROUGH=1` asks for it, as `.ci/nightly` does. Whole tests carry the marker `nightly`.
"""

from __future__ import annotations

import os

THOROUGH = bool(os.environ.get("TEACHKIT_THOROUGH"))
