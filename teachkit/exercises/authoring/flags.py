"""Remarks on unknown words, and on doubtful points in an exercise that holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from teachkit.core.game.level_generator import Ask
from teachkit.core.language.program import Program
from teachkit.core.strings import nearest
from teachkit.errors import ProgramError
from teachkit.exercises.authoring.concepts import carriers, concepts_of, way_round
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import PHASES
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.execution import execute_here
from teachkit.exercises.running.results import Execute
from teachkit.play.search import kinds_in
from teachkit.words import say


def unknown_words(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on an unknown concept or phase."""
    concepts = concepts_of(exercise.game)
    for concept in exercise.file.teaches:
        if concept not in concepts:
            yield Remark("teaches", _unknown(concept, concepts))
    if exercise.phase not in PHASES:
        yield Remark("phase", _unknown(exercise.phase, PHASES))


def _unknown(word: str, known: Collection[str]) -> str:
    if close := nearest(word, known):
        return say('"{word}" is not known. Did you mean "{close}"?', word=word, close=close)
    return say('"{word}" is not known; write one of: {known}.', word=word, known=", ".join(known))


def flags(exercise: Exercise, execute: Execute = execute_here) -> Iterator[Remark]:
    """Yield remarks on everything that is doubtful but may be intended.

    `execute` runs the author's Python.
    """
    yield from _concepts_without_cards(exercise)
    yield from _cards_not_there(exercise)
    yield from _places_not_there(exercise)
    yield from _goals_not_checked(exercise)
    yield from _concepts_not_needed(exercise)
    if exercise.kind.form.runs_python:
        yield from _points_for_nothing(exercise, execute)


def _concepts_without_cards(exercise: Exercise) -> Iterator[Remark]:
    """Yield concepts whose cards are neither available nor given."""
    if not exercise.starts:
        return
    here = names_here(exercise)
    for concept in exercise.file.teaches:
        cards = carriers(concept, exercise.game, exercise.rules)
        if exercise.game.levels.concepts.get(concept) and not cards & here:
            says = say(
                "No card on offer carries {concept}; offer one, or teach something else.",
                concept=concept,
            )
            yield Remark("teaches", says)


def names_here(exercise: Exercise) -> set[str]:
    """Return the names of all cards and brackets that are available or given."""
    brackets = {f"{times}x" for times in exercise.rules.loops}
    brackets |= {"while", "if"} if exercise.rules.sensors else set()
    offered = {card.name for card in exercise.instructions} | brackets
    offered = offered & {*exercise.cards} if exercise.cards else offered
    return offered.union(*(kinds_in(program) for _, program in _programs(exercise)))


def _programs(exercise: Exercise) -> Iterator[tuple[str, Program]]:
    """Yield the programs shown to learners, each with its key."""
    yield "given", exercise.given
    for choice in exercise.file.choices:
        yield "choices", exercise.read(choice.program)


def _cards_not_there(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on cards in shown programs that some board does not have."""
    for number, start in enumerate(exercise.starts, 1):
        here = exercise.game.vocabulary(start.state)
        for key, program in _programs(exercise):
            for card in dict.fromkeys(program.instructions):
                try:
                    here.check(card)
                except ProgramError:
                    facts = {"number": number, "name": card.name}
                    says = say('Board {number} has no "{name}"; write another card.', **facts)
                    yield Remark(key, says)


def _places_not_there(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on places in learners' texts that no board has."""
    file, states = exercise.file, [start.state for start in exercise.starts]
    texts = {
        "title": (file.title,),
        "text": (file.text,),
        "hints": file.hints,
        "labels": (label.says for label in file.labels),
        "choices": (choice.says for choice in file.choices),
        "mistakes": (mistake.says for mistake in file.mistakes),
    }
    for key, lines in texts.items() if states else ():
        for name in exercise.game.levels.unknown_places(states, "\n".join(lines)):
            says = say('"{name}" is on no board here; name another place.', name=name)
            yield Remark(key, says)


def _goals_not_checked(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on goals that a start shows but no check requires."""
    task = [
        Ask(line.check, fact, each)
        for line in exercise.checks
        for fact, value in line.facts.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    for number, start in enumerate(exercise.starts if exercise.checks else (), 1):
        for name in exercise.game.levels.unasked(start.state, task):
            facts = {"number": number, "name": name}
            says = say("Board {number} wants {name}, and no check asks for it.", **facts)
            yield Remark("checks", says)


def _concepts_not_needed(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on concepts without whose cards a program gets a full score."""
    for concept in exercise.file.teaches:
        found = way_round(exercise, concept)
        if isinstance(found, Program):
            says = say(
                "Solvable without {concept}: {program}; limit the cards or add a check.",
                concept=concept,
                program=found,
            )
            yield Remark("teaches", says)


def _points_for_nothing(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    """Yield a remark if the given Python earns points unchanged."""
    points = judged(exercise, exercise.file.given, execute).points
    if points:
        says = say(
            "The given Python earns {points} of {possible} as it is; ask for more.",
            points=points,
            possible=exercise.possible,
        )
        yield Remark("given", says)
