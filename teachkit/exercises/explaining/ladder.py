"""The ladder of help: each rung is asked for and counted, and none costs a point.

The author's hints come first, in their order; then what the exercise can tell by itself, a little
more each time, and the solution at the very end. What was told is remembered with the answer that
it was about, so that it is there again after a restart, in any language.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.hints import FAULT
from teachkit.exercises.model.exercise import Exercise, Hint, Rung
from teachkit.words import translate

AUTHORS = "hint"


@dataclass(frozen=True)
class Asked:
    """What a learner has asked for: how often, how many of the author's hints, and what else.

    `about` maps the name of a rung to what of the answer it was about.
    """

    times: int = 0
    hints: int = 0
    about: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Asked:
        """From what an answers file keeps; what cannot be understood is left out.

        >>> Asked.read({"hints": 3, "helped": {"hint": "2", "next": "forward"}})
        Asked(times=3, hints=2, about={'next': 'forward'})
        """
        times, helped = record.get("hints", 0), record.get("helped")
        if not isinstance(helped, dict):
            return cls(times, times)
        texts = {name: about for name, about in helped.items() if isinstance(about, str)}
        hints = texts.pop(AUTHORS, "0")
        return cls(times, int(hints) if hints.isdecimal() else 0, texts)

    def facts(self) -> dict[str, Any]:
        """What an answers file keeps."""
        return {"hints": self.times, "helped": {AUTHORS: str(self.hints), **self.about}}

    def after(self, hint: Hint) -> Asked:
        """The same, and this hint as well."""
        if hint.rung == AUTHORS:
            return replace(self, times=self.times + 1, hints=self.hints + 1)
        return replace(self, times=self.times + 1, about={**self.about, hint.rung: hint.about})


def ladder(exercise: Exercise) -> tuple[Rung, ...]:
    """The rungs above the author's hints; none where a teacher keeps the answers back.

    What is handed out to a class has neither solution nor mistakes in it.
    """
    file = exercise.file
    is_open = file.solution.answer or file.solution.says or file.mistakes
    return exercise.kind.ladder if is_open else ()


def hint(exercise: Exercise, asked: Asked, answer: str) -> Hint | None:
    """What comes next for this answer, which is the whole answer as it would be handed in.

    `None` at the top of the ladder. No rung is told twice about the same answer, and one that
    has nothing to tell is left out. A predicted answer names its board: `2: b4 north`.
    """
    own = exercise.file.hints
    if asked.hints < len(own):
        return Hint(AUTHORS, translate(own[asked.hints]))
    known = _shown(exercise, asked, answer)
    if "solution" in known:
        return None
    left = (rung for rung in ladder(exercise) if rung.name not in known)
    hints = (_told(rung, exercise, rung.about(exercise, answer)) for rung in left)
    return next(filter(None, hints), None)


def shown_hints(exercise: Exercise, asked: Asked, answer: str) -> tuple[Hint, ...]:
    """All hints that are to be read beside this answer.

    A hint about an answer that is there no more has gone; it comes back with the answer.
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
        if known := _told(rung, exercise, about):
            shown[rung.name] = known
    return shown


def fault_hint(exercise: Exercise, answer: str) -> Hint | None:
    """Where a wrong program went astray. It stands beside the ladder: a run asks for it."""
    return _told(FAULT, exercise, FAULT.about(exercise, answer))


def _told(rung: Rung, exercise: Exercise, about: str | None) -> Hint | None:
    """What a rung says; nothing if the answer that it is about cannot be read."""
    if about is None:
        return None
    with suppress(TeachkitError):
        return rung.tells(exercise, about)
    return None
