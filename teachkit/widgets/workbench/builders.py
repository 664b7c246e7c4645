"""With what an answer is built: a widget for each form in which cards are laid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from teachkit.core.game.editing import edits_in
from teachkit.core.language.lanes import Lanes
from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.editing import edited, ways
from teachkit.widgets.builder import LaneBuilders, ProgramBuilder, still_fixed
from teachkit.widgets.editor import RowEditor, Seen
from teachkit.widgets.workbench.desk import hand_of, slots_of, tray_of


class Building(NamedTuple):
    """How a widget is made with an answer on it, and how another answer is laid on it.

    The widget has a `text`, which is the answer, the `program` that it makes, and a `tray`. An
    empty answer is what is given.
    """

    make: Callable[[Exercise, str], Any]
    lay: Callable[[Any, Exercise, str], None]


def builder_of(exercise: Exercise, answer: str) -> Any:
    """Where this exercise's answer is built; `None` where nothing is laid."""
    building = _BUILDINGS.get(exercise.kind.form.desk)
    return building and building.make(exercise, answer)


def lay(builder: Any, exercise: Exercise, answer: str) -> None:
    """Show another answer; the learner can still undo it."""
    _BUILDINGS[exercise.kind.form.desk].lay(builder, exercise, answer)


# -- cards ---------------------------------------------------------------------------------------


def _cards(exercise: Exercise, answer: str) -> ProgramBuilder:
    program, fixed = _laid(exercise, answer)
    return ProgramBuilder(
        tray=tray_of(exercise),
        program=program,
        read=reader_of(exercise),
        write=writer_of(exercise),
        judge=judge_of(exercise),
        fixed=list(fixed),
        slots=slots_of(exercise),
        arrange=exercise.kind.hides_used or hand_of(exercise) is not None,
        show_python=exercise.file.python,
        python_first=exercise.file.python,
    )


def _lay_cards(builder: ProgramBuilder, exercise: Exercise, answer: str) -> None:
    builder.lay(*_laid(exercise, answer))


def _laid(exercise: Exercise, answer: str) -> tuple[list[Any], Sequence[int]]:
    """The cards of an answer, and which are fixed; what cannot be read is given anew."""
    program, fixed = exercise.given.to_json(), exercise.file.fixed
    with suppress(TeachkitError):
        kept = exercise.read(answer).to_json() or program
        return kept, still_fixed(fixed, program, kept)
    return program, fixed


def reader_of(exercise: Exercise) -> Callable[[str, str], Sequence[Any]]:
    """Reads what is typed, in either notation, with the words of this exercise's game."""
    words = exercise.instructions

    def read(notation: str, source: str) -> Sequence[Any]:
        reader = Program.from_python if notation == "python" else Program.read
        return reader(source, words).to_json()

    return read


def writer_of(exercise: Exercise) -> Callable[[Sequence[Any]], tuple[str, str]]:
    """Prints a program as card text and as Python."""

    def write(nodes: Sequence[Any]) -> tuple[str, str]:
        program = Program.from_json(nodes)
        return str(program), program.to_python(exercise.game.instructions)

    return write


def judge_of(exercise: Exercise) -> Callable[[Sequence[Any]], Sequence[dict[str, Any]]]:
    """Says which cards may not lie as they do."""

    def judge(nodes: Sequence[Any]) -> Sequence[dict[str, Any]]:
        program = Program.from_json(nodes)
        if not program:
            return []
        return [{"card": card, "says": says} for card, says in problems(exercise, program)]

    return judge


# -- edits ---------------------------------------------------------------------------------------


def _row(exercise: Exercise, answer: str) -> RowEditor:
    faces = exercise.game.vocabulary(exercise.starts[0].state)
    return RowEditor(
        tray=tray_of(exercise),
        faces={card.name: {"symbol": card.symbol, "label": card.label} for card in faces},
        before=exercise.given,
        edits=edits_in(answer),
        look=looker_of(exercise),
    )


def _lay_edits(editor: RowEditor, exercise: Exercise, answer: str) -> None:
    editor.edits = list(edits_in(answer))


def looker_of(exercise: Exercise) -> Callable[[Sequence[str]], Seen]:
    """Says what comes of edits, as far as they may be made."""

    def look(edits: Sequence[str]) -> Seen:
        wrong, says = 0, ""
        for number in range(1, len(edits) + 1):
            try:
                edited(exercise, edits[:number])
            except TeachkitError as error:
                wrong, says = number, error.says
                break
        made = edits[: wrong - 1] if wrong else edits
        row, laid = edited(exercise, made)
        following = [] if wrong else [way for way, _ in ways(exercise, made)]
        return Seen(row, laid, following, wrong, says)

    return look


# -- lanes ---------------------------------------------------------------------------------------


def _lanes(exercise: Exercise, answer: str) -> LaneBuilders:
    """A builder for each piece."""
    return LaneBuilders(
        {
            name: ProgramBuilder(
                tray=tray_of(exercise, name),
                program=program.to_json(),
                read=reader_of(exercise),
                write=writer_of(exercise),
                judge=_judge_of_lane(exercise, name),
                slots=slots_of(exercise, name),
                arrange=hand_of(exercise, name) is not None,
                show_python=exercise.file.python,
                python_first=exercise.file.python,
            )
            for name, program in _kept_lanes(exercise, answer).lanes
        }
    )


def _lay_lanes(builders: LaneBuilders, exercise: Exercise, answer: str) -> None:
    builders.lay(_kept_lanes(exercise, answer))


def _kept_lanes(exercise: Exercise, answer: str) -> Lanes:
    """The programs of an answer; what is empty or cannot be read is given anew."""
    for text in (answer, exercise.file.given):
        with suppress(TeachkitError):
            if text.strip():
                return Lanes.read_lanes(text, exercise.learners, exercise.game.instructions)
    return Lanes.read_lanes("", exercise.learners)


def _judge_of_lane(
    exercise: Exercise, name: str
) -> Callable[[Sequence[Any]], Sequence[dict[str, Any]]]:
    """Says which cards of this piece may not lie as they do."""

    def judge(nodes: Sequence[Any]) -> Sequence[dict[str, Any]]:
        lane = Lanes.of({name: Program.from_json(nodes)})
        return [{"card": card, "says": says} for card, says in problems(exercise, lane)]

    return judge


_BUILDINGS = {
    "lanes": Building(_lanes, _lay_lanes),
    "cards": Building(_cards, _lay_cards),
    "edits": Building(_row, _lay_edits),
}
