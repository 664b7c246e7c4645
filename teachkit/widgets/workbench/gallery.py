"""The gallery: the boards that a class made, on one page to print or to step through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from teachkit.classroom.grading.class_boards import ClassBoard, ClassBoards
from teachkit.core.language.program import Program
from teachkit.core.strings import suggested
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.errors import UnknownNameError
from teachkit.exercises.judging.program_runs import attempt
from teachkit.widgets.common.page import View, page
from teachkit.widgets.common.still import WIDTH
from teachkit.widgets.player import Player
from teachkit.words import say, say_many, translate


def gallery_page(found: ClassBoards, first: Sequence[str] = (), names: bool = True) -> str:
    """Return the boards in `found` as a web page; the boards of the makers `first` are on top.

    Without `names`, the boards are numbered, and no name of a learner is on the page. Raise
    `UnknownNameError` if somebody in `first` has made no board.
    """
    makers = {name.casefold(): name for board in found.boards for name in board.makers}
    for name in first:
        if name.casefold() not in makers:
            says = say('There is no board by "{name}".', name=name)
            raise UnknownNameError(suggested(says, name, [*makers.values()], lists=False))
    chosen = {name.casefold(): place for place, name in enumerate(first)}

    def rank(board: ClassBoard) -> int:
        return min(chosen.get(name.casefold(), len(first)) for name in board.makers)

    views: list[View] = []
    for number, board in enumerate(sorted(found.boards, key=rank), 1):
        heading = ", ".join(board.makers) if names else say("Board {number}", number=number)
        views += _views(board, heading, rank(board) < len(first))
    text = say_many(
        "{number} board by a class of {learners}.",
        "{number} boards by a class of {learners}.",
        len(found.boards),
        learners=found.learners,
    )
    return page(say("Boards of the class"), views, text, template="gallery")


def _views(board: ClassBoard, heading: str, is_chosen: bool) -> Iterator[View]:
    """Yield a view of each start that learners see, with the facts below the first one."""
    exercise = board.exercise
    facts = [say("**Your teacher’s choice**")] if is_chosen else []
    facts.append(translate(exercise.file.text))
    if exercise.file.given:
        facts.append(say("The program: `{program}`", program=exercise.file.given))
    facts.append(board.par)
    facts += [_solved(board.solved), say("Code: `{code}`", code=board.code)]
    for number, start in enumerate(exercise.shown_starts, 1):
        run = attempt(exercise, board.best or Program(), start)
        scene = replay_data(run.trace, run.game, run.program)
        about = say("{heading}, board {number}", heading=heading, number=number)
        view = Player(scene, still=png(start.state, size=WIDTH)).as_view(
            heading if number == 1 else about
        )
        yield view._replace(
            widget=view.widget if board.best else None,
            still=replace(view.still, text=""),
            facts=[*filter(None, facts)] if number == 1 else (),
        )


def _solved(number: int) -> str:
    if not number:
        return say("Nobody else has solved it yet.")
    return say_many(
        "{number} other learner has solved it.", "{number} other learners have solved it.", number
    )
