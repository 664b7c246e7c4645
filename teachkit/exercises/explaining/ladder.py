"""The ladder of help: each rung is asked for and counted, and none costs a point.

The author's hints come first in order, then the rungs of the kind, a little more each time, and the
solution at the end. A hint is stored as the answer that it was about, so it is available again
after a restart, in any language.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from teachkit.core.data import Table
from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.hints import FAULT
from teachkit.exercises.model.exercise import Exercise, Hint, Rung
from teachkit.words import translate

AUTHORS = "hint"


@dataclass(frozen=True)
class Asked:
    """The help that a learner has asked for: the number of times, and of the author's hints.

    `about` maps the name of each other rung to the part of the answer that it was about.
    """

    times: int = 0
    hints: int = 0
    about: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Asked:
        """Read the record of an answers file; invalid parts are ignored.

        >>> Asked.read({"hints": 3, "helped": {"hint": "2", "next": "forward"}})
        Asked(times=3, hints=2, about={'next': 'forward'})
        """
        times, helped = record.get("hints", 0), record.get("helped")
        if not isinstance(helped, dict):
            return cls(times, times)
        texts = {name: about for name, about in helped.items() if isinstance(about, str)}
        hints = texts.pop(AUTHORS, "0")
        return cls(times, int(hints) if hints.isdecimal() else 0, texts)

    def facts(self) -> Table:
        """Return the record for an answers file."""
        return {"hints": self.times, "helped": {AUTHORS: str(self.hints), **self.about}}

    def after(self, hint: Hint) -> Asked:
        """Return a copy with this hint added."""
        if hint.rung == AUTHORS:
            return replace(self, times=self.times + 1, hints=self.hints + 1)
        return replace(self, times=self.times + 1, about={**self.about, hint.rung: hint.about})


def ladder(exercise: Exercise) -> tuple[Rung, ...]:
    """Return the rungs above the author's hints; none in a copy without answers.

    A learners' copy for a class contains neither solution nor mistakes.
    """
    file = exercise.file
    is_open = file.solution.answer or file.solution.says or file.mistakes
    return exercise.kind.ladder if is_open else ()


def hint(exercise: Exercise, asked: Asked, answer: str) -> Hint | None:
    """Return the next hint for a whole answer, as it would be handed in.

    Returns `None` at the top of the ladder. No rung is shown twice for the same answer, and rungs
    with nothing to say are skipped. A predicted answer names its board: `2: b4 north`.
    """
    own = exercise.file.hints
    if asked.hints < len(own):
        return Hint(AUTHORS, translate(own[asked.hints]))
    known = _shown(exercise, asked, answer)
    if "solution" in known:
        return None
    left = (rung for rung in ladder(exercise) if rung.name not in known)
    hints = (_hint(rung, exercise, rung.about(exercise, answer)) for rung in left)
    return next(filter(None, hints), None)


def shown_hints(exercise: Exercise, asked: Asked, answer: str) -> tuple[Hint, ...]:
    """Return all hints to show beside an answer.

    A hint about a different answer is hidden; it is shown again with that answer.
    """
    hints = [Hint(AUTHORS, translate(says)) for says in exercise.file.hints[: asked.hints]]
    hints += _shown(exercise, asked, answer).values()
    return tuple(hints)


def _shown(exercise: Exercise, asked: Asked, answer: str) -> dict[str, Hint]:
    shown = {}
    for rung in (*ladder(exercise), FAULT):
        about = asked.about.get(rung.name)
        if about is None or not (rung.stays or about == rung.about(exercise, answer)):
            continue
        if known := _hint(rung, exercise, about):
            shown[rung.name] = known
    return shown


def fault_hint(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the fault of a wrong program, which is not a rung: a run asks for it."""
    return _hint(FAULT, exercise, FAULT.about(exercise, answer))


def _hint(rung: Rung, exercise: Exercise, about: str | None) -> Hint | None:
    """Return the hint of a rung; `None` if its answer cannot be read."""
    if about is None:
        return None
    with suppress(TeachkitError):
        return rung.tells(exercise, about)
    return None
