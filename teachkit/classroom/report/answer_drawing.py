"""Drawings that show an answer to a class: the cards of a program, and the board after its run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from teachkit.classroom.pages import part, squeezed
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.core.game.game import edits_in
from teachkit.core.language import instructions
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.flow import called
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Question
from teachkit.core.strings import cut
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.program_runs import attempt, board_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.forms import letter_of, letters_of
from teachkit.words import say, translate

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH = 220  # pixels
LONGEST = 1_500
MOST_CARDS = 60


def answer_drawn(exercise: Exercise, answer: str) -> Markup:
    """Return an answer as HTML: a program's cards, an option's text, or the answer as written."""
    draw = _DRAWN.get(exercise.kind.form.report)
    return (draw and draw(exercise, answer)) or _as_written(exercise, answer)


def _laid(exercise: Exercise, answer: str) -> Markup | None:
    program = _program(exercise, answer)
    if not program or len(program.instructions) > MOST_CARDS:
        return None
    return part("cards", _cards(exercise, program.body))


def _option(exercise: Exercise, answer: str) -> Markup | None:
    letter = letter_of(answer)
    if letter not in exercise.options:
        return None
    return part("option", letter, translate(exercise.options[letter].says))


def _order(exercise: Exercise, answer: str) -> Markup | None:
    """Return the texts of the options in the learner's order, or `None` for an invalid answer."""
    letters = letters_of(answer)
    if not letters or not all(letter in exercise.options for letter in letters):
        return None
    chosen = [exercise.options[letter] for letter in letters[: len(exercise.options)]]
    return part("order", [translate(option.says) for option in chosen])


def _edits(exercise: Exercise, answer: str) -> Markup | None:
    """Return the edits in `answer` and the program that they result in, or `None`."""
    row = _laid(exercise, answer)
    return row and part("order", edits_in(answer)) + row


def _lanes(exercise: Exercise, answer: str) -> Markup | None:
    """Draw each piece's program as a row of cards under the piece's name, and return the HTML.

    Return `None` if the answer is invalid or too long to draw.
    """
    laid = _program(exercise, answer)
    if not isinstance(laid, Lanes) or not laid or len(laid.instructions) > MOST_CARDS:
        return None
    return part("lanes", [(called(name), _cards(exercise, row.body)) for name, row in laid.lanes])


def _making(exercise: Exercise, answer: str) -> Markup | None:
    """Return pictures of the boards that a learner made, or `None` for an invalid answer."""
    try:
        boards = exercise.kind.boards(exercise, answer)
    except TeachkitError:
        return None
    traces = (attempt(exercise, Program(), board).trace for board in boards)
    return reduce(add, (part("figure", *_picture(trace), None) for trace in traces))


_DRAWN = {
    "cards": _laid,
    "edits": _edits,
    "lanes": _lanes,
    "making": _making,
    "option": _option,
    "options": _order,
}


def _as_written(exercise: Exercise, answer: str) -> Markup:
    """Return the text of `answer`; the lines of Python have numbers."""
    text = cut(answer.rstrip(), LONGEST)
    return (
        part("code", text.split("\n")) if exercise.kind.form.runs_python else part("written", text)
    )


def given_drawn(exercise: Exercise) -> Markup | None:
    """Return the cards of the program that the exercise asks about.

    Return `None` if there is no such program or if learners build one.
    """
    if exercise.kind.form.is_program or not exercise.given:
        return None
    return part("given", _cards(exercise, exercise.given.body))


class Drawn(NamedTuple):
    """A card with its words and symbol, or a bracket around `rows` of cards."""

    words: str
    symbol: str = ""
    rows: tuple[list[Drawn], ...] = ()


def _cards(exercise: Exercise, nodes: Sequence[instructions.Node]) -> list[Drawn]:
    """Return `nodes` as a row of cards, with brackets for loops and conditions."""
    faces = {card.name: card for card in exercise.game.vocabulary(exercise.starts[0].state)}
    found = []
    for node in nodes:
        if isinstance(node, instructions.Instruction):
            card = faces.get(node.name)
            words = " ".join((card.label if card else node.name, *node.arguments))
            found.append(Drawn(words, card.symbol if card else ""))
        else:
            rows = tuple(_cards(exercise, row) for row in instructions.branches(node) if row)
            found.append(Drawn(_head(node), rows=rows or ([],)))
    return found


def _head(bracket: instructions.Bracket) -> str:
    if isinstance(bracket, instructions.Repeat):
        return say("Repeat ×{times}", times=bracket.times)
    if isinstance(bracket, instructions.Procedure):
        return say("Define {name}", name=bracket.name)
    again = isinstance(bracket, instructions.While)
    return str(Question(bracket.condition, 0, again=again))


def board_drawn(exercise: Exercise, answer: str) -> Markup | None:
    """Return a drawing of the board on which `answer` first fails, with the program's path.

    For a prediction, draw the board that the prediction names. Return `None` if the exercise has
    no boards, or if the answer has its own.
    """
    if not exercise.starts or exercise.kind.form.is_exercise:
        return None
    number = failed_board(exercise, answer)
    program = _program(exercise, answer)
    try:
        trace = attempt(exercise, program or Program(), exercise.starts[number]).trace
    except TeachkitError:
        trace = attempt(exercise, Program(), exercise.starts[number]).trace
    caption = say("Board {number}", number=number + 1) if len(exercise.starts) > 1 else None
    return part("figure", *_picture(trace), caption)


def failed_board(exercise: Exercise, answer: str) -> int:
    """Return the index of the first start on which `answer` fails, or 0 if it fails on none.

    For an answer that names a board, such as a prediction, return the index of that board.
    """
    if not exercise.kind.form.names_start:
        return judged(exercise, answer, Sandbox().execute).failed_start or 0
    number, _ = board_of(answer)
    return number - 1 if number and number <= len(exercise.starts) else 0


def _picture(trace: Trace) -> tuple[bytes, str, int]:
    """Return a picture of the end of a run, the picture's description, and its width in pixels.

    If the game has no pictures, return `b""`, the board as text, and 0.
    """
    from teachkit.draw.picture import end_png, size_of
    from teachkit.draw.scene import scene

    try:
        seen = scene(trace.final)
    except NotImplementedError:
        return b"", str(trace.final), 0
    spoken = f"{seen.alt} {seen.spoken.get(trace.actor or '', '')}".strip()
    return _squeezed(end_png(trace, WIDTH, 1.5)), spoken, size_of(trace.start, WIDTH)["width"]


_squeezed = lru_cache(maxsize=64)(squeezed)


def _program(exercise: Exercise, answer: str) -> Program | None:
    try:
        return exercise.kind.program(exercise, answer)
    except TeachkitError:
        return None
