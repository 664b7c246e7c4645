"""Remarks on the texts of an exercise: missing ones, unknown places, and given answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from teachkit.core.game.palette import Place
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import File
from teachkit.exercises.model.verdict import Remark
from teachkit.words import say


def text_flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each text for learners that is missing or empty."""
    file = exercise.file
    if not file.hints:
        yield Remark("hints", say("There are no hints. Write at least one."))
    for key, lines in {"lesson": [file.lesson], **_texts(file)}.items():
        if not all(line.strip() for line in lines):
            yield Remark(key, say("A text here is empty. Write it."))


def _texts(file: File) -> dict[str, Sequence[str]]:
    """Return the texts of an exercise file by key."""
    return {
        "title": [file.title],
        "text": [file.text],
        "hints": file.hints,
        "labels": [label.says for label in file.labels],
        "choices": [choice.says for choice in file.choices],
        "mistakes": [mistake.says for mistake in file.mistakes],
    }


def text_flags(exercise: Exercise, answers: Iterable[str]) -> Iterator[Remark]:
    """Yield remarks on doubtful texts; `answers` are the right answers."""
    yield from _places_not_there(exercise)
    if exercise.starts and not exercise.kind.form.is_exercise:  # learners place things themselves
        yield from _things_not_there(exercise)
    yield from _given_away(exercise, answers)


def unforeseen(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark if the file describes no mistakes."""
    if not exercise.file.mistakes:
        says = say("No typical mistakes are described. Add one, with a sentence that helps.")
        yield Remark("mistakes", says)


def _places_not_there(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each place in a text or a check that no board has."""
    states = [start.state for start in exercise.starts]
    checks = [str(fact) for line in exercise.checks for fact in line.facts.values()]
    for key, lines in {**_texts(exercise.file), "checks": checks}.items() if states else ():
        for name in exercise.game.levels.unknown_places(states, "\n".join(lines)):
            says = say('"{name}" is not on any board here. Name a different place.', name=name)
            yield Remark(key, says)


def _things_not_there(exercise: Exercise) -> Iterator[Remark]:
    """Yield a remark for each thing, such as "the sample on c3", where no board has such a thing.

    Pieces are left out, because they move.
    """
    file, palette = exercise.file, exercise.game.palette
    still = [thing.name for thing in palette.things if thing.place is Place.SQUARE]
    squares: dict[str, set[str]] = {name.split()[-1]: set() for name in still}
    for mark in (mark for start in file.starts for mark in palette.marks(start)):
        if mark.thing in still:
            squares[mark.thing.split()[-1]].add(mark.square.lower())
    for key, text in {"text": file.text, "hints": "\n".join(file.hints)}.items():
        for noun, here in squares.items():
            named = rf"(?i:the|an?) (?:\w+ )?{re.escape(noun)}s?(?: is| are)? (?:on|at) \W*"
            for square in re.findall(rf"\b{named}([A-Za-z][1-9]\d?)\b", text):
                if square.lower() not in here:
                    facts = {"thing": noun, "square": square}
                    says = say('No board here has a "{thing}" on {square}. Correct it.', **facts)
                    yield Remark(key, says)


def _given_away(exercise: Exercise, answers: Iterable[str]) -> Iterator[Remark]:
    """Yield a remark for each hint that contains a whole answer, unless it is a single word."""
    known = [_words(re.sub(r"^\d+:", "", answer)) for answer in answers]
    for number, hint in enumerate(exercise.file.hints, 1):
        if any(" " in words.strip() and words in _words(hint) for words in known):
            says = say("Hint {number} gives the answer away. Ask a question.", number=number)
            yield Remark("hints", says)


def _words(text: str) -> str:
    """Return the words and signs of `text`, each with a space before and after it."""
    words = re.findall(r"[\w+-]+|[()<>=/%]", text.lower())
    return f" {' '.join(words)} "
