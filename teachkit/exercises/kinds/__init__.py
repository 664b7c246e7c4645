"""Kinds of exercises, each defined by a record; similar kinds share a module.

An exercise carries its kind. Code elsewhere uses the record's fields, and never compares kinds.
"""

from __future__ import annotations

from teachkit.exercises.kinds.cards import ARRANGE, EDIT, LANES, PROGRAM, REPAIR
from teachkit.exercises.kinds.choices import CHOICE, ORDER
from teachkit.exercises.kinds.make import MAKE
from teachkit.exercises.kinds.predictions import PREDICT, TRACE
from teachkit.exercises.kinds.python import DRIVE, FUNCTION, STRATEGY

_KINDS = (
    *(PROGRAM, REPAIR, CHOICE, ARRANGE, PREDICT, TRACE),
    *(EDIT, LANES, FUNCTION, DRIVE, ORDER, STRATEGY, MAKE),
)
KINDS = {kind.name: kind for kind in _KINDS}
"""All kinds, keyed by the names that exercise files use."""
