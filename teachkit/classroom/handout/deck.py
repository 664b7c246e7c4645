"""The cards to cut out: enough to build a program for any one exercise of a handout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice

from teachkit.core.language.program import Program
from teachkit.draw.paper import Face
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import names_in
from teachkit.words import say, translate

_ROOM = 32  # cards on two sheets, which all kinds of cards without a limit share
_MOST, _FEWEST = 6, 4  # copies of a card without a limit
_SHEET, _FEW = 16, 4  # cards on a sheet, and too few for the last one


def deck(exercises: Sequence[Exercise]) -> list[Face]:
    """Return the cards to cut out, grouped by kind; there are enough for any one exercise.

    A card without a limit has enough copies for a program of typical length. If only a few cards
    would be on the last sheet, there are fewer copies or, if that is not enough, spare cards.
    """
    for most in range(_MOST, _FEWEST - 1, -1):
        needed: Counter[Face] = Counter()
        for exercise in exercises:
            needed |= Counter(dict(_cards(exercise, most)))
        if needed.total() < _SHEET or not 0 < needed.total() % _SHEET <= _FEW:
            return [*needed.elements()]
    spare = islice(cycle(sorted(needed, key=needed.__getitem__)), -needed.total() % _SHEET)
    return [*(needed + Counter(spare)).elements()]


def _cards(exercise: Exercise, most: int) -> Iterator[tuple[Face, int]]:
    """Yield each kind of card in an exercise with the number of copies that may be needed.

    A card without a limit has at most `most` copies, unless the solution needs more.
    """
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
    many = max(2, min(most, _ROOM // len(kinds))) if kinds else 0

    def often(name: str, usual: int) -> int:
        limit = exercise.cards.get(name)
        return max(used[name], limit if limit is not None else usual if is_built else 0)

    for card in kinds:
        face = Face(card.symbol, card.label, card.help, exercise.lesson, card.kind)
        yield face, often(card.name, many)
    for times in exercise.rules.loops:
        name = f"{times}x"
        if used[name] or (is_built and (name in exercise.cards or not exercise.cards)):
            title = say("Repeat ×{times}", times=times)
            says = say("Run the cards inside the loop {times} times.", times=times)
            head = Face(f"{times}×(", title, says, exercise.lesson, "loops")
            yield from _bracket(head, often(name, 2))
    asks = not exercise.cards or {"while", "if"} & {*exercise.cards}
    if exercise.rules.sensors and is_built and asks:
        yield from _questions(exercise)
    if exercise.instructions.routines and is_built:
        says = say("Write a name on this card. Define what it does.")
        define = Face("ƒ(", say("Define"), says, exercise.lesson, "routines")
        yield from _bracket(define, often("define", 1))
        yield Face("ƒ", "_" * 9, says, exercise.lesson, "routines"), 4 * often("define", 1)


def _hands(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """Yield each card in the hands and programs of `exercise`, and its number of copies to print.

    There are enough copies for any one of the exercise's boards.
    """
    game, most = exercise.game, Counter(exercise.given.instructions)
    for start in exercise.starts:
        held = [game.hand(start.state, name) or () for name in game.players(start.state)]
        laid = [program.instructions for program in game.programs(start.state).values()]
        most |= Counter(chain(*held, *laid))
    kinds = {card.name: card for card in game.vocabulary(exercise.starts[0].state)}
    for card, number in most.items():
        kind = kinds[card.name]
        label = " ".join((kind.label, *card.arguments))
        yield Face(kind.symbol, label, kind.help, exercise.lesson, kind.kind), number


def _bracket(head: Face, number: int) -> Iterator[tuple[Face, int]]:
    """Yield the opening card `head` and a closing card, each with `number`, the copies to print."""
    yield head, number
    yield head._replace(symbol=")", name=say("End"), help=head.name), number


def _questions(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """Yield the cards of the brackets `while` and `if`, and one card for each condition.

    Learners put a condition beside the opening card of a bracket.
    """
    words = {"while": ("⟳(", say("Repeat as long as …")), "if": ("?(", say("Only if …"))}
    for word, (symbol, says) in words.items():
        if not exercise.cards or word in exercise.cards:
            kind = "loops" if word == "while" else "questions"
            head = Face(symbol, word, says, exercise.lesson, kind)
            yield from _bracket(head, exercise.cards.get(word) or 2)
    for asked in exercise.file.sensors or exercise.instructions.sensors:
        says = "… " + translate(exercise.instructions.sensors[asked.rsplit(maxsplit=1)[-1]])
        if asked.startswith("not "):
            says = "… " + say("not: {sensor}", sensor=says.removeprefix("… "))
        yield Face("?", asked, says, exercise.lesson, "questions"), 1


def _used(exercise: Exercise) -> Counter[str]:
    """Count each card and bracket in the given program and in the solution.

    If a card is in both programs, the larger count is used.
    """
    solution = exercise.kind.program(exercise, exercise.file.solution.answer) or Program()
    return Counter(names_in(exercise.given)) | Counter(names_in(solution))
