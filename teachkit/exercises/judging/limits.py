"""What may be handed in: what the rules allow, with the cards of this exercise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from teachkit.core.game.game import Problem
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.nodes import brackets_in
from teachkit.core.language.program import Program
from teachkit.core.run.actors import called
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import bracket_name, first_row, next_row
from teachkit.words import say, say_many


def problems(exercise: Exercise, program: Program) -> list[Problem]:
    """Why this program may not be handed in: the rules' reasons, then this exercise's cards."""
    if isinstance(program, Lanes):
        return list(_of_lanes(exercise, program))
    return _of_one(exercise, exercise.player, program)


def _of_lanes(exercise: Exercise, lanes: Lanes) -> Iterator[Problem]:
    """Every piece has a hand of its own; the sentence says whose card it is."""
    for name, program in lanes.lanes:
        for card, says in _of_one(exercise, name, program) if program else ():
            yield Problem(card, say("{actor}: {says}", actor=called(name), says=says))


def _of_one(exercise: Exercise, player: str, program: Program) -> list[Problem]:
    start = exercise.starts[0].state
    found = exercise.game.problems(start, player, program)
    found += beyond_limits(exercise, _named_cards(program))
    return [*found, *_wrongly_changed(exercise, program)]


def beyond_limits(exercise: Exercise, cards: Iterable[tuple[int, str]]) -> Iterator[Problem]:
    """What of these numbered cards is not in the exercise's hand, or not so often."""
    if not exercise.cards:
        return
    used: Counter[str] = Counter()
    for number, name in cards:
        used[name] += 1
        limit = exercise.cards.get(name, 0)
        if limit == 0:
            yield Problem(number, say('There is no "{name}" card in this hand.', name=name))
        elif limit is not None and used[name] > limit:
            yield Problem(number, say_many('The hand has only {number} "{name}" card.',
                                           'The hand has only {number} "{name}" cards.',
                                           limit, name=name))  # fmt: skip


def _named_cards(program: Program) -> Iterator[tuple[int, str]]:
    yield from ((number, card.name) for number, card in enumerate(program.instructions, 1))
    for bracket, first, _ in brackets_in(program.body):
        yield first, bracket_name(bracket)


def _wrongly_changed(exercise: Exercise, program: Program) -> Iterator[Problem]:
    """What is fixed must stay, and only so many cards of what is given may change."""
    left = iter(program.instructions)  # cards may be laid around fixed ones, which keep their order
    for card in exercise.file.fixed:
        if exercise.given.instructions[card - 1] not in left:
            yield Problem(card, say("Card {card} is fixed; leave it as it was.", card=card))
    most = exercise.file.changes
    if most is not None and (changed := changes(exercise.given, program)) > most:
        yield Problem(None, say_many("Change only {number} card; you changed {changed}.",
                                     "Change only {number} cards; you changed {changed}.",
                                     most, changed=changed))  # fmt: skip


def changes(before: Program, after: Program) -> int:
    """How many cards were put in, taken out or exchanged between two programs."""
    one, other = words_of(before), words_of(after)
    row = first_row(other)
    for word in one:
        row = next_row(row, other, word)
    return row[-1]


def words_of(program: Program) -> tuple[str, ...]:
    """Cards and brackets as one row of words, so that a changed loop counts as one change.

    What stands behind a card belongs to it; what a bracket asks are words of their own.

    >>> words_of(Program.read("shove left, if not blocked(forward)"))
    ('shove left', 'if', 'not', 'blocked', '(', 'forward', ')')
    """
    parts = str(program).replace("(", " (,").replace(")", ",),").split(",")
    rows = (part.split() if part.endswith("(") else [part.strip()] for part in parts)
    return tuple(word for row in rows for word in row if word)
