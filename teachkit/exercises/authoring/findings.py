"""Findings: the lines that an author reads beside a board, from a proof that goes on step by step.

Each step adds to the lines of the steps before it, so an author sees the most important lines at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from teachkit.errors import TeachkitError
from teachkit.exercises.authoring import proof
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.making.proven import Proven, ideas, obstacle, proven
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.results import Execute
from teachkit.exercises.solving.par import Difficulty, carriers, turns
from teachkit.play.search import TooLargeError
from teachkit.words import say, say_many, translate

MOST_IDEAS = 6  # that have a line each; the others are only named

Mood: TypeAlias = Literal["good", "look", "seen"]


class Line(NamedTuple):
    """A finding: a sentence, its `mood`, and the square to look at, or "" if there is none.

    The mood is `good` if the exercise is as it should be, `look` if the author should look at it,
    or `seen` for a plain fact. `name` is the part of the proof that the line comes from.
    """

    name: str
    mood: Mood
    says: str
    square: str = ""


Lines: TypeAlias = tuple[Line, ...]


def findings(exercise: Exercise, execute: Execute) -> Iterator[Lines]:
    """Yield the lines found so far, again and again, until the proof is complete.

    `execute` runs the exercise's Python, as in `flaws`.
    """
    facts, lines = proven(exercise), Lines()
    for part in _parts_of(exercise):
        try:
            lines += tuple(part(facts))
        except TooLargeError:
            says = say("This is too large to prove. Make the board smaller, or limit the cards.")
            lines += (Line("effort", "look", says),)
            break
        except TeachkitError as error:
            lines += (Line("error", "look", error.says),)
        yield lines
    remarks = proof.flaws(exercise, execute) or proof.flags(exercise, execute)
    yield lines + tuple(Line(f"remark {key}".strip(), "look", says) for key, says in remarks)


Part: TypeAlias = Callable[[Proven], Iterator[Line]]


def _parts_of(exercise: Exercise) -> tuple[Part, ...]:
    """Return the parts of a proof that suit the kind of `exercise`, the most important first."""
    if exercise.kind.form.lays_cards and not exercise.checks:
        return ()  # any program would do
    if proven(exercise).puzzle and exercise.kind.is_searched:
        return _solvable, _pars, _needs, _difficulty, _ideas
    if proven(exercise).puzzle:
        return _solvable, _repair, _ideas
    return (_computed, _lucky, _ideas) if exercise.kind.solution else (_written,)


def _solvable(facts: Proven) -> Iterator[Line]:
    found = obstacle(facts.exercise)
    good = Line("solvable", "good", say("This can be solved."))
    yield Line("solvable", "look", *found) if found else good


def _pars(facts: Proven) -> Iterator[Line]:
    if best := facts.best("cards"):
        says = say_many("Par: {number} card.", "Par: {number} cards.", best.cost)
        yield Line("par cards", "seen", f"{says} {_programs(best.programs)}")
    if best := facts.best("steps"):
        says = say_many("Par: {number} step.", "Par: {number} steps.", best.cost)
        yield Line("par steps", "seen", f"{says} {_programs(best.programs)}")


def _programs(number: int) -> str:
    return say_many("{number} program reaches it.", "{number} programs reach it.", number)


def _needs(facts: Proven) -> Iterator[Line]:
    if facts.best() is None:
        return
    cards = [card for card in sorted(facts.offered) if facts.best(without={card}) is None]
    says = say("No card is needed: each can be replaced.")
    if words := ", ".join((*cards, *_concepts(facts))):
        says = say("Every solution needs: {words}.", words=words)
    yield Line("needs", "seen", says)


def _concepts(facts: Proven) -> tuple[str, ...]:
    """Return the concepts of which every full score uses a card."""
    game, rules = facts.exercise.game, facts.exercise.rules
    cards_of = {concept: carriers(concept, game, rules) for concept in game.levels.concepts}
    return tuple(
        concept
        for concept, cards in cards_of.items()
        if cards & facts.offered and facts.best(without=cards) is None
    )


def _difficulty(facts: Proven) -> Iterator[Line]:
    if quickest := facts.best("steps"):
        turning = turns(facts.exercise, quickest.program)
        value = Difficulty(quickest.cost, turning, _concepts(facts))
        yield Line("difficulty", "seen", say("Difficulty: {value}.", value=value))


def _repair(facts: Proven) -> Iterator[Line]:
    if facts.changes is not None:
        says = say_many(
            "{number} change repairs the program: {program}.",
            "{number} changes repair the program: {program}.",
            facts.changes,
            program=facts.repair,
        )
        yield Line("changes", "seen" if facts.changes else "look", says)


def _computed(facts: Proven) -> Iterator[Line]:
    yield Line("solution", "seen", proof.answers_in_words(proof.right_answers(facts.exercise)))


def _written(facts: Proven) -> Iterator[Line]:
    """Yield a line about the author's solution, because no search can find one."""
    exercise = facts.exercise
    if not exercise.file.solution.answer:
        says = say("No search is possible here. Write a solution yourself.")
        yield Line("solution", "look", says)
    elif grade(exercise, exercise.file.solution.answer).solved:
        says = say("Your solution works. No search for others is possible here.")
        yield Line("solution", "good", says)


def _lucky(facts: Proven) -> Iterator[Line]:
    if found := proof.foreseen(facts.exercise):
        yield from (Line("lucky", "look", says) for says in found.says)


def _ideas(facts: Proven) -> Iterator[Line]:
    if facts.exercise.kind.form.is_program and facts.solution is None:
        return
    told = [each for each in ideas(facts) if not each.is_right]
    shown = sorted(told, key=lambda each: not each.answer)[:MOST_IDEAS]
    for each in shown:
        of = {"idea": each.misreading.name, "answer": each.answer.replace("\n", "; ")}
        says = say('The idea "{idea}" fails here.', **of)
        if each.answer:
            says = say('The idea "{idea}" fails here: {answer}.', **of)
        yield Line("tells", "good", f"{says} {translate(each.misreading.says)}")
    if others := ", ".join(each.misreading.name for each in told if each not in shown):
        yield Line("tells", "seen", say("These ideas fail, too: {ideas}.", ideas=others))
