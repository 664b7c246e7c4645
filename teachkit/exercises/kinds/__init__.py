"""Kinds of exercises: a module ends with the record of each, and a variant is a changed copy.

An exercise carries its kind. Code outside this room asks the record, and never which one it is.
"""

from __future__ import annotations

from teachkit.exercises.kinds.cards import ARRANGE, PROGRAM, REPAIR
from teachkit.exercises.kinds.choice import CHOICE
from teachkit.exercises.kinds.edit import EDIT
from teachkit.exercises.kinds.lanes import LANES
from teachkit.exercises.kinds.order import ORDER
from teachkit.exercises.kinds.predict import PREDICT
from teachkit.exercises.kinds.python import DRIVE, FUNCTION, STRATEGY
from teachkit.exercises.kinds.trace import TRACE

_KINDS = (
    *(PROGRAM, REPAIR, CHOICE, ARRANGE, PREDICT, TRACE),
    *(EDIT, LANES, FUNCTION, DRIVE, ORDER, STRATEGY),
)
KINDS = {kind.name: kind for kind in _KINDS}
"""The kinds by the names that exercise files use."""
