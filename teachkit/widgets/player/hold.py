"""A run that waits: the question at which it holds, until it is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Told(NamedTuple):
    """What came of an answer: a sentence for when the step has run, and whether it was right.

    It is neither right nor wrong, `None`, if nobody could read it; else `said` is how it was read.
    """

    says: str
    right: bool | None
    said: str = ""


@dataclass(frozen=True)
class Hold:
    """Before this stop the run waits for an answer to what it `asks`.

    `choices` are all answers there are, to be pressed; without any one is written, like the
    `example`, or pointed at: `form` is what can be pointed at. `judge` reads an answer; it raises
    `AnswerError` for one that nobody can read. `then` is told what was said.
    """

    stop: int
    asks: str
    judge: Callable[[str], Told]
    example: str = ""
    choices: tuple[str, ...] = ()
    form: dict[str, Any] = field(default_factory=dict)
    then: Callable[[str], None] = lambda said: None

    def to_json(self) -> dict[str, Any]:
        """What the browser is told: everything but the answer."""
        return {"stop": self.stop, "asks": self.asks, "example": self.example,
                "choices": list(self.choices), "form": self.form,
                "said": "", "says": "", "right": None}  # fmt: skip
