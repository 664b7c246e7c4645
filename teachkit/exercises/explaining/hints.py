"""Hints: a ladder of help. Each rung that a learner asks for is counted, but costs no points.

The author's hints come first, in order; then the rungs of the exercise's kind, each of which
reveals a little more; and the solution last. The rungs defined here are those for programs, from
the next card to the solution. Only the answer that a hint was about is stored, so the hint can be
built again after a restart, in any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from teachkit.core.data import Table
from teachkit.core.language.instructions import Bracket, Node
from teachkit.core.language.program import Program, places
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Shuffle
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.explaining.faults import fault_in, right_cards, sentence_of
from teachkit.exercises.explaining.next_change import led_to, next_change
from teachkit.exercises.explaining.repairs import Change, head, solvability
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise, Hint, Rung
from teachkit.exercises.solving.puzzle import deck
from teachkit.play.search import names_in
from teachkit.words import say, translate

SHUFFLES = 20  # random orders; if all of them are right, the order does not matter

# -- rungs ---------------------------------------------------------------------------------------

SENTENCES = {
    "run": "Nothing is missing. Run it.",
    "first": 'Start with "{card}".',
    "lay": 'Good so far. Add "{card}" next.',
    "inside": 'Good so far. Add "{card}" next, inside the loop.',
    "routine": 'Good so far. Add "{card}" next, inside the routine.',
    "if": 'Good so far. Add "{card}" next, inside the "{act}".',
    "else": 'Good so far. Add "{card}" next, inside the "{act}".',
    "back": "{right} Remove card {number}.",
    "back bracket": '{right} Remove "{old}".',
    "inside bracket": 'Add "{card}" inside the loop "{old}", at the end.',
    "routine bracket": 'Add "{card}" inside the routine, at the end.',
    "put": 'Add "{card}" before card {number}.',
    "put bracket": 'Add "{card}" before "{old}".',
    "exchange": 'Replace card {number} with "{card}".',
    "exchange bracket": 'Change the loop in "{old}" to "{card}".',
    "ask bracket": 'Replace "{old}" around card {number} with "{card}".',
    "turn": "Swap left and right on every card.",
    "take": "Remove card {number}.",
    "take bracket": 'Remove "{old}".',
}
"""Sentences for hints about the next card and about repairs, by the act of the change."""


def _says(change: Change) -> str:
    """Return the sentence that tells the learner to make `change`."""
    act = f"{change.act} bracket" if isinstance(change.old, Bracket) else change.act
    if act == "lay" and len(change.program.body) == 1:
        act = "first"
    return translate(SENTENCES[act]).format(
        act=act,
        card=text_of(change.new),
        old=text_of(change.old),
        number=change.number,
        right=right_cards(change.number - 1),
    )


def text_of(piece: Node | None) -> str:
    """Return `piece`, a card or a bracket, as text, such as `2x` for an empty loop.

    >>> from teachkit.core.language.instructions import Instruction, Repeat
    >>> text_of(Repeat(2)), text_of(Repeat(2, (Instruction("left"),)))
    ('2x', '2x(left)')
    """
    return str(Program((piece,))).removesuffix("()") if piece else ""


def _next(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint that names the next card, or the next change of a repair."""
    program = exercise.read(answer)
    change = next_change(exercise, program) if led_to(exercise, program) else None
    return change and Hint("next", _says(change), answer, change.program)


def _spare(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint that names an unneeded card, preferably one that `answer` does not use."""
    needed, used = {*names_in(_solution(exercise, answer))}, {*names_in(exercise.read(answer))}
    laid = deck(exercise)
    hand = (*laid.names, *(f"{times}x" for times in laid.loops))
    spare = [name for name in hand if needed and name not in needed]
    return spare_card(exercise, answer, [name for name in spare if name not in used] or spare)


def spare_card(exercise: Exercise, answer: str, spare: Sequence[str]) -> Hint | None:
    """Return a hint that names one of the unneeded cards `spare`, or `None` if there are none."""
    if not spare:
        return None
    name = str(Chance(exercise.id).pick(spare))
    return Hint("spare", say('You do not need the card "{card}".', card=name), answer, spare=name)


def _shuffled(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint that lists the solution's cards in a random, wrong order.

    Return `None` if no such order is found.
    """
    solution = _solution(exercise, answer)
    cards = [text_of(head(place.node)) for place in places(solution) if place.node]
    shuffle = Shuffle(items=tuple(cards))
    for seed in range(SHUFFLES):
        order = Chance(f"{exercise.id} {seed}").answer(shuffle).choice
        mixed = ", ".join(cards[place] for place in order)
        if mixed != ", ".join(cards) and not judged(exercise, mixed).solved:
            says = say("These are the right cards. Put them in the right order:")
            return Hint("cards", f"{says}\n{mixed}", answer)
    return None


def _whole(exercise: Exercise, answer: str) -> Hint | None:
    solution = _solution(exercise, answer)
    return solution_hint(answer, str(solution), solution)


def solution_hint(answer: str, text: str, program: Program | None = None) -> Hint | None:
    """Return the last hint, which shows the solution `text`, or `None` if `text` is empty."""
    return Hint("solution", f"{say('A solution:')}\n{text}", answer, program) if text else None


def answer_hint(exercise: Exercise, about: str, says: str, *lines: str) -> Hint:
    """Return the last hint, which reveals the right answer.

    Its text is `says`, a sentence with the right answer; then the author's explanation of the
    solution; then `lines`.
    """
    why = translate(exercise.file.solution.says)
    first = " ".join(filter(None, (says, why)))
    return Hint("solution", "\n".join((first, *lines)), about)


def _solution(exercise: Exercise, answer: str) -> Program:
    """Return the correct program that the hints for `answer` work towards.

    If there is none, return the author's solution.
    """
    with suppress(ProgramError):
        if found := led_to(exercise, exercise.read(answer)):
            return found
    return exercise.read(exercise.file.solution.answer)


def _fault(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint about the fault in a wrong program."""
    fault = fault_in(exercise, exercise.read(answer))
    return fault and Hint("astray", sentence_of(fault, solvability(exercise).most), answer)


FAULT = Rung("astray", _fault)
"""The rung for faults in programs, which is shown after a run and is not part of the ladder."""

OF_PROGRAMS = (
    Rung("next", _next),
    Rung("spare", _spare, stays=True),
    Rung("cards", _shuffled, stays=True),
    Rung("solution", _whole, stays=True),
)

# -- the ladder ------------------------------------------------------------------------------------

AUTHORS = "hint"


@dataclass(frozen=True)
class Asked:
    """The help that a learner has asked for.

    `times` is the number of all requests, and `hints` the number of the author's hints that have
    been shown. `about` maps the name of each other rung used to the part of the answer that its
    hint was about.
    """

    times: int = 0
    hints: int = 0
    about: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Asked:
        """Return the help stored in a record of an answers file, ignoring invalid parts.

        >>> Asked.read({"hints": 3, "helped": {"hint": "2", "next": "forward"}})
        Asked(times=3, hints=2, about={'next': 'forward'})
        """
        times, helped = record.get("hints", 0), record.get("helped")
        if not isinstance(helped, dict):
            return cls(times, times)
        texts = {name: about for name, about in helped.items() if isinstance(about, str)}
        hints = texts.pop(AUTHORS, "0")
        return cls(times, int(hints) if hints.isdecimal() else 0, texts)

    def facts(self) -> Table:
        """Return the help as plain data to store in an answers file."""
        return {"hints": self.times, "helped": {AUTHORS: str(self.hints), **self.about}}

    def after(self, hint: Hint) -> Asked:
        """Return a copy with `hint` added."""
        if hint.rung == AUTHORS:
            return replace(self, times=self.times + 1, hints=self.hints + 1)
        return replace(self, times=self.times + 1, about={**self.about, hint.rung: hint.about})


def ladder(exercise: Exercise) -> tuple[Rung, ...]:
    """Return the rungs after the author's hints; none in a copy of the exercise without answers.

    The copy that a class receives contains neither the solution nor the mistakes.
    """
    file = exercise.file
    is_open = file.solution.answer or file.solution.says or file.mistakes
    return exercise.kind.ladder if is_open else ()


def hint(exercise: Exercise, asked: Asked, answer: str) -> Hint | None:
    """Return the next hint for `answer`, the complete text that the learner would hand in.

    Return `None` if no hint is left. No rung is shown twice for the same answer, and rungs with
    nothing to say are skipped. A prediction starts with the number of its board: `2: b4 north`.
    """
    own = exercise.file.hints
    if asked.hints < len(own):
        return Hint(AUTHORS, translate(own[asked.hints]))
    known = _shown(exercise, asked, answer)
    if "solution" in known:
        return None
    left = (rung for rung in ladder(exercise) if rung.name not in known)
    hints = (_hint(rung, exercise, rung.about(exercise, answer)) for rung in left)
    return next(filter(None, hints), None)


def shown_hints(exercise: Exercise, asked: Asked, answer: str) -> tuple[Hint, ...]:
    """Return all hints to show beside `answer`.

    A hint about a different answer is left out until the learner returns to that answer, unless
    hints from its rung stay visible.
    """
    hints = [Hint(AUTHORS, translate(says)) for says in exercise.file.hints[: asked.hints]]
    hints += _shown(exercise, asked, answer).values()
    return tuple(hints)


def _shown(exercise: Exercise, asked: Asked, answer: str) -> dict[str, Hint]:
    shown = {}
    for rung in (*ladder(exercise), FAULT):
        about = asked.about.get(rung.name)
        if about is None or not (rung.stays or about == rung.about(exercise, answer)):
            continue
        if known := _hint(rung, exercise, about):
            shown[rung.name] = known
    return shown


def fault_hint(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint about the fault in a wrong program, to be shown after a run."""
    return _hint(FAULT, exercise, FAULT.about(exercise, answer))


def _hint(rung: Rung, exercise: Exercise, about: str | None) -> Hint | None:
    """Return the hint of `rung` for `about`, a part of an answer; `None` if there is no hint."""
    if about is None:
        return None
    with suppress(TeachkitError):
        return rung.tells(exercise, about)
    return None
