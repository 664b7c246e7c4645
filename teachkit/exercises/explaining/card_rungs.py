"""The rungs of exercises in which cards are laid: from the next card to a whole solution."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.language.nodes import Bracket, Instruction, Node, Repeat, branches
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.flow import Shuffle
from teachkit.errors import ProgramError
from teachkit.exercises.explaining.astray import sentence_of, where_left
from teachkit.exercises.explaining.next_card import Advice, best, next_card, text_of
from teachkit.exercises.explaining.ways import ways
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise, Hint, Rung
from teachkit.exercises.solving.puzzle import deck
from teachkit.words import say

SHUFFLES = 20  # where so many are all right, the order is not what is asked for


def _next(exercise: Exercise, answer: str) -> Hint | None:
    """The next card from the learner's own program."""
    advice = next_card(exercise, exercise.read(answer))
    return advice and Hint("next", _advised(advice), answer, advice.program)


def _advised(advice: Advice) -> str:
    name = text_of(advice.piece) if advice.piece else ""
    match advice.act:
        case "run":
            return say("Nothing is missing. Run it.")
        case "inside":
            return say('Keep what you have; lay "{card}" next, inside the loop.', card=name)
        case "if" | "else" as bracket:
            return say('Keep what you have; lay "{card}" next, inside the "{bracket}".',
                       card=name, bracket=bracket)  # fmt: skip
        case "lay" if not advice.kept:
            return say('Begin with "{card}".', card=name)
        case "lay":
            return say('Keep what you have; lay "{card}" next.', card=name)
    facts = {"card": advice.kept, "next": advice.kept + 1, "piece": name}
    match advice.kept, advice.piece:
        case 0, Instruction():
            return say("It takes another beginning; take card {next} away.", **facts)
        case 0, _:
            return say('It takes another beginning; take "{piece}" away.', **facts)
        case _, Instruction():
            return say("Up to card {card} it can still work; take card {next} away.", **facts)
    return say('Up to card {card} it can still work; take "{piece}" away.', **facts)


def _spare(exercise: Exercise, answer: str) -> Hint | None:
    """A card that the solution goes without; rather one that the learner has not laid."""
    solution = _solution(exercise, answer)
    laid = deck(exercise)
    hand = (*laid.names, *(f"{times}x" for times in laid.loops))
    spare = [name for name in hand if solution and name not in _cards(solution)]
    spare = [name for name in spare if name not in _cards(exercise.read(answer))] or spare
    if not spare:
        return None
    name = str(Chance(exercise.id).pick(spare))
    return Hint("spare", say('You do not need the card "{card}".', card=name), answer, spare=name)


def _shuffled(exercise: Exercise, answer: str) -> Hint | None:
    """The solution's cards in another order, and not in one that is right as well."""
    cards = _cards(_solution(exercise, answer))
    shuffle = Shuffle(items=tuple(cards))
    for seed in range(SHUFFLES):
        order = Chance(f"{exercise.id} {seed}").answer(shuffle).choice
        mixed = ", ".join(cards[place] for place in order)
        if mixed != ", ".join(cards) and not judged(exercise, mixed).solved:
            says = say("It takes these cards, in another order:")
            return Hint("cards", f"{says}\n{mixed}", answer)
    return None


def _whole(exercise: Exercise, answer: str) -> Hint | None:
    solution = _solution(exercise, answer)
    if not solution:
        return None
    return Hint("solution", "\n".join((say("A solution:"), str(solution))), answer, solution)


def _solution(exercise: Exercise, answer: str) -> Program:
    """The cheapest that goes on from the learner's own program, or else the author's."""
    try:
        found = best(exercise, exercise.read(answer))
    except ProgramError:
        found = None
    return found.program if found else exercise.read(exercise.file.solution.answer)


def _cards(program: Program) -> list[str]:
    """The names of all cards of a program in the order in which they are laid, loops as `2x`."""
    return list(_names(program.body))


def _names(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Instruction):
            yield str(node)
        else:
            yield _name(node)
            for branch in branches(node):
                yield from _names(branch)


def _name(bracket: Bracket) -> str:
    if isinstance(bracket, Repeat):
        return f"{bracket.times}x"
    return f"{type(bracket).__name__.lower()} {bracket.condition}"


def _astray(exercise: Exercise, answer: str) -> Hint | None:
    """The first card with which a wrong program leaves every way."""
    left = where_left(exercise, exercise.read(answer))
    return left and Hint("astray", sentence_of(left, ways(exercise).most), answer)


ASTRAY = Rung("astray", _astray)

OF_PROGRAMS = (
    Rung("next", _next),
    Rung("spare", _spare, stays=True),
    Rung("cards", _shuffled, stays=True),
    Rung("solution", _whole, stays=True),
)
