"""Praise for a right answer: a sentence that names what was done, and varies by exercise."""

from __future__ import annotations

from zlib import crc32

from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say_many, spoken_fact, translate

SENTENCES = {
    "carries": ("Sample collected in {cards}.", "You picked up the sample in {cards}."),
    "all": ("All samples collected in {cards}.", "You picked up every sample in {cards}."),
    "delivers": ("Sample delivered in {cards}.", "You delivered it in {cards}."),
    "stands_on": ("You reached {place} in {cards}.", "Arrived at {place} in {cards}."),
    "program": ("Solved in {cards}.", "You did it in {cards}.", "It works, in {cards}."),
    "prediction": ("Well predicted: {place}.", "Your prediction is right: {place}."),
    "rows": ("Every line is right.", "You followed every step."),
    "": ("Right.", "Yes, that is right."),
}
"""Sentences of praise: by the first check of an exercise, or else by the form of its answers."""


def praise(exercise: Exercise, answer: str) -> str:
    """Return the sentence of praise for the right `answer`.

    >>> from teachkit.classroom.library import find_exercise
    >>> praise(find_exercise("01-06-three-samples"), "east, north, west")
    'All samples collected in 3 cards.'
    """
    form, check = exercise.kind.form, exercise.checks[0] if exercise.checks else None
    program = exercise.kind.program(exercise, answer)
    facts = check.facts if check else {}
    key = form.name
    if program is not None:
        key = check.check if check and check.check in SENTENCES else "program"
        key = "all" if key == "carries" and facts.get("samples", 1) != 1 else key
    cards = program.cost if program else 0
    ways = SENTENCES.get(key, SENTENCES[""])
    return translate(ways[crc32(exercise.id.encode()) % len(ways)]).format(
        cards=say_many("{number} card", "{number} cards", cards),
        place=spoken_fact(facts.get("square", answer.partition(": ")[2])),
    )
