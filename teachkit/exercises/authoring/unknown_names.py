"""What an exercise names and nothing has: concepts and phases, places of its boards, its cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from teachkit.core.game.levels import Ask
from teachkit.core.language.program import Program
from teachkit.core.texts import nearest
from teachkit.errors import ProgramError
from teachkit.exercises.authoring.concepts import carriers, concepts_of, levels_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import PHASES
from teachkit.exercises.model.verdict import Remark
from teachkit.play.search import kinds_in
from teachkit.words import say


def unknown_words(exercise: Exercise) -> Iterator[Remark]:
    """A concept and a phase that nobody knows."""
    concepts = concepts_of(exercise.game.name)
    for concept in exercise.file.teaches:
        if concept not in concepts:
            yield Remark("teaches", _unknown(concept, concepts))
    if exercise.phase not in PHASES:
        yield Remark("phase", _unknown(exercise.phase, PHASES))


def _unknown(word: str, known: Collection[str]) -> str:
    if close := nearest(word, known):
        return say('"{word}" is not known. Did you mean "{close}"?', word=word, close=close)
    return say('"{word}" is not known; write one of: {known}.', word=word, known=", ".join(known))


def concepts_without_cards(exercise: Exercise) -> Iterator[Remark]:
    """What is taught has cards that carry it, and none of them is on offer or given."""
    if not exercise.starts:
        return
    here = names_here(exercise)
    for concept in exercise.file.teaches:
        cards = carriers(concept, exercise.game.name, exercise.rules)
        known = levels_of(exercise.game.name).concepts.get(concept)
        if known and not cards & here:
            says = say("No card on offer carries {concept}; offer one, or teach something else.",
                       concept=concept)  # fmt: skip
            yield Remark("teaches", says)


def names_here(exercise: Exercise) -> set[str]:
    """The names of all cards and brackets on offer, and of all that are given."""
    brackets = {f"{times}x" for times in exercise.rules.loops}
    brackets |= {"while", "if"} if exercise.rules.sensors else set()
    offered = {card.name for card in exercise.instructions} | brackets
    offered = offered & {*exercise.cards} if exercise.cards else offered
    return offered.union(*(kinds_in(program) for _, program in _programs(exercise)))


def _programs(exercise: Exercise) -> Iterator[tuple[str, Program]]:
    """The programs that a learner is shown, each with its key."""
    yield "given", exercise.given
    for choice in exercise.file.choices:
        yield "choices", exercise.read(choice.program)


def cards_not_there(exercise: Exercise) -> Iterator[Remark]:
    """A program that is shown names cards that some board does not have."""
    for number, start in enumerate(exercise.starts, 1):
        here = exercise.game.vocabulary(start.state)
        for key, program in _programs(exercise):
            for card in dict.fromkeys(program.instructions):
                try:
                    here.check(card)
                except ProgramError:
                    says = say('Board {number} has no "{name}"; write another card.',
                               number=number, name=card.name)  # fmt: skip
                    yield Remark(key, says)


def places_not_there(exercise: Exercise) -> Iterator[Remark]:
    """What a learner reads names places that no board has."""
    file, states = exercise.file, [start.state for start in exercise.starts]
    strangers = levels_of(exercise.game.name).unknown_places
    texts = {
        "title": (file.title,),
        "text": (file.text,),
        "hints": file.hints,
        "labels": (label.says for label in file.labels),
        "choices": (choice.says for choice in file.choices),
        "mistakes": (mistake.says for mistake in file.mistakes),
    }
    for key, lines in texts.items() if states else ():
        for name in strangers(states, "\n".join(lines)):
            says = say('"{name}" is on no board here; name another place.', name=name)
            yield Remark(key, says)


def wanted_by_nobody(exercise: Exercise) -> Iterator[Remark]:
    """A start shows what is wanted, and no check asks for it."""
    task = [
        Ask(line.check, fact, each)
        for line in exercise.checks
        for fact, value in line.facts.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    unasked = levels_of(exercise.game.name).unasked
    for number, start in enumerate(exercise.starts if exercise.checks else (), 1):
        for name in unasked(start.state, task):
            says = say("Board {number} wants {name}, and no check asks for it.",
                       number=number, name=name)  # fmt: skip
            yield Remark("checks", says)
