"""The cards that a lesson needs on a table, and how many of each for two learners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from teachkit.core.language.nodes import Repeat, brackets_in
from teachkit.core.language.program import Program
from teachkit.draw.paper import Face
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say, translate

_ROOM = 32  # cards, two sheets: what those that are not limited share
_MOST = 6


def deck(exercises: Sequence[Exercise]) -> list[Face]:
    """As many of each card as any one of these exercises asks for, its kinds side by side.

    A card that is not limited is there so often that a program of usual length can be laid.
    """
    needed: Counter[Face] = Counter()
    for exercise in exercises:
        needed |= Counter(dict(_cards(exercise)))
    return [face for face in needed for _ in range(needed[face])]


def _cards(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """Each card of an exercise, and how often it may be needed."""
    form = exercise.kind.form
    if form.runs_python:
        return
    if exercise.game.slots is not None:
        yield from _hands(exercise)
        return
    used = _used(exercise)
    is_built = form.lays_cards
    offered = {card.name for card in exercise.instructions if is_built}
    here = exercise.game.vocabulary(exercise.starts[0].state)
    kinds = [card for card in here if card.name in offered or used[card.name]]
    many = max(2, min(_MOST, _ROOM // len(kinds))) if kinds else 0

    def often(name: str, usual: int) -> int:
        limit = exercise.cards.get(name)
        return max(used[name], limit if limit is not None else usual if is_built else 0)

    for card in kinds:
        face = Face(card.symbol, card.label, card.help, exercise.lesson)
        yield face, often(card.name, many)
    for times in exercise.rules.loops:
        name = f"{times}x"
        if used[name] or (is_built and (name in exercise.cards or not exercise.cards)):
            head = Face(f"{times}×(", say("Repeat ×{times}", times=times),
                        say("Run the cards inside {times} times.", times=times),
                        exercise.lesson)  # fmt: skip
            yield from _bracket(head, often(name, 2))
    if exercise.rules.sensors and is_built:
        yield from _questions(exercise)


def _hands(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """Every card in a hand or in a program, as the game has it: most have a number of their own."""
    game, most = exercise.game, Counter(exercise.given.instructions)
    for start in exercise.starts:
        held = [game.hand(start.state, name) or () for name in game.players(start.state)]
        laid = [program.instructions for program in game.programs(start.state).values()]
        most |= Counter(chain(*held, *laid))
    kinds = {card.name: card for card in game.vocabulary(exercise.starts[0].state)}
    for card, number in most.items():
        kind = kinds[card.name]
        label = " ".join((kind.label, *card.arguments))
        yield Face(kind.symbol, label, kind.help, exercise.lesson), number


def _bracket(head: Face, number: int) -> Iterator[tuple[Face, int]]:
    """What is laid around cards: one to open it, one to close it."""
    yield head, number
    yield Face(")", say("End"), head.name, head.corner), number


def _questions(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """`while` and `if`, and what they may ask: a card for each, to be laid beside them."""
    words = {"while": ("⟳(", say("Again and again, as long as …")), "if": ("?(", say("Only if …"))}
    for word, (symbol, says) in words.items():
        if not exercise.cards or word in exercise.cards:
            head = Face(symbol, word, says, exercise.lesson)
            yield from _bracket(head, exercise.cards.get(word) or 2)
    for asked in exercise.file.sensors or exercise.instructions.sensors:
        says = "… " + translate(exercise.instructions.sensors[asked.rsplit(maxsplit=1)[-1]])
        if asked.startswith("not "):
            says = "… " + say("not: {sensor}", sensor=says.removeprefix("… "))
        yield Face("?", asked, says, exercise.lesson), 1


def _used(exercise: Exercise) -> Counter[str]:
    """How often cards and loops stand in the program that is given, and in the solution."""
    counts: Counter[str] = Counter()
    solution = exercise.kind.program(exercise, exercise.file.solution.answer)
    for program in (exercise.given, solution or Program()):
        names = [card.name for card in program.instructions]
        loops = [bracket for bracket, _, _ in brackets_in(program.body)]
        names += [f"{loop.times}x" for loop in loops if isinstance(loop, Repeat)]
        counts |= Counter(names)
    return counts
