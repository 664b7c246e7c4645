"""What is needed for full points, beside that everything works: as the checks say it."""

from __future__ import annotations

from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say_many, translate


def asked_text(exercise: Exercise) -> str:
    """The task in the author's words, and behind it what is needed for full points."""
    text = translate(exercise.text)
    is_list = text.splitlines()[-1].startswith("- ")
    return ("\n\n" if is_list else " ").join((text, *limits(exercise)))


def limits(exercise: Exercise) -> tuple[str, ...]:
    """How short a program must be, or how few steps it may take, for full points.

    >>> from teachkit.classroom.library import find_exercise
    >>> limits(find_exercise("01-06-three-samples"))
    ('For full points: at most **7** cards.',)
    """
    return tuple(
        say_many("For full points: at most **{number}** card.",
                 "For full points: at most **{number}** cards.", line.facts["cards"])
        if line.check == "uses_at_most"
        else say_many("For full points: at most **{number}** step.",
                      "For full points: at most **{number}** steps.", line.facts["steps"])
        for line in exercise.checks
        if line.check in ("uses_at_most", "takes_at_most")
    )  # fmt: skip
