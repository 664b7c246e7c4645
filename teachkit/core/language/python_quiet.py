"""Reading Python without its comments: what it warns of is no concern of a learner's."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_quiet = threading.Lock()  # what Python warns of is shared by all threads


@contextmanager
def no_warnings() -> Iterator[None]:
    """Nothing is warned of in here."""
    with _quiet, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
