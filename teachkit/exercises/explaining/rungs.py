"""What a hint is, and a rung of the ladder of help, which tells one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from teachkit.core.language.program import Program
from teachkit.exercises.model.exercise import Exercise


class Hint(NamedTuple):
    """What a learner is told: the rung, a sentence, and after a line break cards or code.

    `about` is what of the answer it is about. `program` is the learner's once the hint has been
    followed; `spare` names the card that is not needed.
    """

    rung: str
    says: str
    about: str = ""
    program: Program | None = None
    spare: str = ""


class Rung(NamedTuple):
    """One kind of help. `about` is what of an answer it depends on; `None`: nothing to tell.

    `tells` says it. One that `stays` is told once and stands from then on; the others go when the
    answer is another, and can be asked for again.
    """

    name: str
    about: Callable[[Exercise, str], str | None]
    tells: Callable[[Exercise, str], Hint | None]
    stays: bool = False


def all_of_it(exercise: Exercise, answer: str) -> str:
    """What a hint is about that depends on the whole answer."""
    return answer
