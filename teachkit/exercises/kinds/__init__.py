"""Kinds of exercises: a module ends with the record of each, and a variant is a changed copy.

An exercise carries its kind. Code outside this room asks the record, and never which one it is.
"""

from __future__ import annotations

from teachkit.exercises.kinds.cards import ARRANGE, PROGRAM, REPAIR
from teachkit.exercises.kinds.choice import CHOOSE
from teachkit.exercises.kinds.drive import DRIVE
from teachkit.exercises.kinds.edit import EDIT
from teachkit.exercises.kinds.function import FUNCTION
from teachkit.exercises.kinds.lanes import TOGETHER
from teachkit.exercises.kinds.order import PUT_IN_ORDER
from teachkit.exercises.kinds.predict import PREDICT
from teachkit.exercises.kinds.strategy import STRATEGY
from teachkit.exercises.kinds.trace import TRACE

KINDS = {
    kind.name: kind
    for kind in (
        PROGRAM,
        REPAIR,
        CHOOSE,
        ARRANGE,
        PREDICT,
        TRACE,
        EDIT,
        TOGETHER,
        FUNCTION,
        DRIVE,
        PUT_IN_ORDER,
        STRATEGY,
    )
}
"""The kinds by the names that exercise files use."""
