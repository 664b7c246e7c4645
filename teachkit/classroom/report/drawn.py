"""An answer as a teacher can show it to a class: its cards, and the board that it ran on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from teachkit.classroom.report.heatmap import squeezed
from teachkit.classroom.report.markup import Markup, image, join, tag
from teachkit.core.game.editing import edits_in
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.nodes import Condition, If, Instruction, Node, Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.events import called
from teachkit.core.run.trace import Trace
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.attempts import attempt
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.predictions import board_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.forms import letter_of, letters_of
from teachkit.words import say, translate

WIDTH = 220  # pixels
LONGEST = 1_500
MOST_CARDS = 60


def answer_drawn(exercise: Exercise, answer: str) -> Markup:
    """Cards for a program, the option's text for a choice, and anything else as it was written."""
    draw = _DRAWN.get(exercise.kind.form.report)
    return (draw and draw(exercise, answer)) or _as_written(answer)


def _laid(exercise: Exercise, answer: str) -> Markup | None:
    program = _program(exercise, answer)
    if not program or len(program.instructions) > MOST_CARDS:
        return None
    return cards(exercise, program)


def _option(exercise: Exercise, answer: str) -> Markup | None:
    letter = letter_of(answer)
    if letter not in exercise.options:
        return None
    says = prose(translate(exercise.options[letter].says))
    return tag("p", tag("b", f"{letter}) "), says)


def _order(exercise: Exercise, answer: str) -> Markup | None:
    """The texts in the order in which they were laid."""
    letters = letters_of(answer)
    if not letters or not all(letter in exercise.options for letter in letters):
        return None
    return tag("ol", *(tag("li", prose(translate(exercise.options[letter].says)))
                       for letter in letters[: len(exercise.options)]))  # fmt: skip


def _edits(exercise: Exercise, answer: str) -> Markup | None:
    """The edits, and the row that they make."""
    row = _laid(exercise, answer)
    return row and join(tag("ol", *(tag("li", edit) for edit in edits_in(answer))), row)


def _lanes(exercise: Exercise, answer: str) -> Markup | None:
    """A row of cards for each piece, under its name."""
    laid = _program(exercise, answer)
    if not isinstance(laid, Lanes) or not laid or len(laid.instructions) > MOST_CARDS:
        return None
    rows = ((tag("p", tag("b", called(name))), cards(exercise, row)) for name, row in laid.lanes)
    return join(*(part for row in rows for part in row))


_DRAWN = {
    "cards": _laid,
    "edits": _edits,
    "lanes": _lanes,
    "option": _option,
    "options": _order,
}


def _as_written(answer: str) -> Markup:
    text = answer if len(answer) <= LONGEST else answer[:LONGEST] + "…"
    return tag("pre", tag("code", text), tabindex="0")


def prose(text: str) -> Markup:
    """An author's sentence: what stands in `backticks` is code, stars are left out.

    >>> prose("**Lay** `2x`")
    'Lay <code>2x</code>'
    """
    parts = text.replace("**", "").split("`")
    return join(*(tag("code", part) if place % 2 else part for place, part in enumerate(parts)))


def given_drawn(exercise: Exercise) -> Markup | None:
    """The program that is asked about, where no other is laid instead."""
    if exercise.kind.form.is_program or not exercise.given:
        return None
    return join(tag("p", say("The program:")), cards(exercise, exercise.given))


def cards(exercise: Exercise, program: Program) -> Markup:
    """A row of cards, loops and questions laid around theirs."""
    return tag("ol", *_cards(exercise, program.body), class_="cards")


def _cards(exercise: Exercise, nodes: Sequence[Node]) -> list[Markup]:
    faces = {card.name: card for card in exercise.game.vocabulary(exercise.starts[0].state)}
    found = []
    for node in nodes:
        if isinstance(node, Instruction):
            card = faces.get(node.name)
            words = " ".join((card.label if card else node.name, *node.arguments))
            symbol = tag("b", card.symbol, aria_hidden="true") if card else None
            found.append(tag("li", symbol, " ", words, class_="card"))
        else:
            found.append(_bracket(exercise, node))
    return found


def _bracket(exercise: Exercise, node: Node) -> Markup:
    match node:
        case Repeat():
            head = say("Repeat ×{times}", times=node.times)
        case If():
            head = _question("if", node.condition)
        case _:
            head = _question("while", node.condition)  # type: ignore[union-attr]
    rows: list[object] = [tag("ol", *_cards(exercise, node.body), class_="cards")]  # type: ignore[union-attr]
    if isinstance(node, If) and node.otherwise:
        rows += ["else", tag("ol", *_cards(exercise, node.otherwise), class_="cards")]
    return tag("li", tag("b", head), *rows, class_="bracket")


def _question(word: str, condition: Condition) -> str:
    return f"{word} {condition}"


def board_drawn(exercise: Exercise, answer: str) -> Markup | None:
    """The board where it first goes wrong, with the way that the program went."""
    if not exercise.starts:
        return None
    number = _board(exercise, answer)
    program = _program(exercise, answer)
    try:
        trace = attempt(exercise, program or Program(), exercise.starts[number]).trace
    except TeachkitError:
        trace = attempt(exercise, Program(), exercise.starts[number]).trace
    told = say("Board {number}", number=number + 1) if len(exercise.starts) > 1 else None
    return tag("figure", _picture(trace), told and tag("figcaption", told))


def _board(exercise: Exercise, answer: str) -> int:
    """Where it first fails, or the one that a prediction names; counted from 0."""
    if not exercise.kind.form.names_start:
        return judged(exercise, answer).failed_start or 0
    number, _ = board_of(answer)
    return number - 1 if number and number <= len(exercise.starts) else 0


def _picture(trace: Trace) -> Markup:
    from teachkit.draw.picture import png, size_of
    from teachkit.draw.scene import scene

    try:
        seen = scene(trace.final)
    except NotImplementedError:
        return tag("pre", str(trace.final), tabindex="0")
    event = trace.frames[-1].event if trace.frames else None
    drawn = png(trace.final, event, trace if trace.frames else None, WIDTH, 1.5)
    spoken = seen.spoken.get(trace.actor or "", "")
    return image(
        _squeezed(drawn), f"{seen.alt} {spoken}".strip(), size_of(trace.start, WIDTH)["width"]
    )


_squeezed = lru_cache(maxsize=64)(squeezed)


def _program(exercise: Exercise, answer: str) -> Program | None:
    try:
        return exercise.kind.program(exercise, answer)
    except TeachkitError:
        return None
