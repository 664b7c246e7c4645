"""The gallery: the boards that a class made, on one page to print or to step through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from teachkit.classroom.grading.made_boards import ClassBoard
from teachkit.core.language.program import Program
from teachkit.core.strings import check_known
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.exercises.judging.program_runs import attempt
from teachkit.widgets.common.page import View, page
from teachkit.widgets.common.still import WIDTH
from teachkit.widgets.player import Player
from teachkit.words import say, say_many


def gallery_page(
    boards: Sequence[ClassBoard], first: Sequence[str] = (), names: bool = True
) -> str:
    """Return `boards` as a web page; the boards of the makers `first` are on top.

    Without `names`, the boards are numbered, and no name of a learner is on the page. Raise
    `BoardError` if somebody in `first` has made no board.
    """
    makers = [name for board in boards for name in board.makers]
    check_known('There is no board by "{name}". Choose one of: {names}.', first, makers)

    def rank(board: ClassBoard) -> int:
        return min([first.index(name) for name in board.makers if name in first] or [len(first)])

    views: list[View] = []
    for number, board in enumerate(sorted(boards, key=rank), 1):
        heading = ", ".join(board.makers) if names else say("Board {number}", number=number)
        views += _views(board, heading, rank(board) < len(first))
    return page(say("Boards of the class"), views, template="gallery")


def _views(board: ClassBoard, heading: str, is_chosen: bool) -> Iterator[View]:
    """Yield a view of each start that learners see, with the facts below the first one."""
    exercise, given = board.exercise, board.exercise.file.given
    solved = say_many(
        "{number} other learner has solved it.",
        "{number} other learners have solved it.",
        board.solved,
    )
    facts = [
        say("**Your teacher’s choice**") if is_chosen else "",
        exercise.file.text,
        say("The program: `{program}`", program=given) if given else "",
        board.par,
        solved if board.solved else say("No other learner has solved it yet."),
        say("Code: `{code}`", code=board.code),
    ]
    for number, start in enumerate(exercise.shown_starts, 1):
        if number > 1:
            facts, heading = [], say("Board {number}", number=number)
        run = attempt(exercise, board.best or Program(), start)
        scene = replay_data(run.trace, run.game, run.program)
        view = Player(scene, still=png(start.state, size=WIDTH)).as_view(heading)
        widget, still = view.widget if board.best else None, replace(view.still, text="")
        yield view._replace(widget=widget, still=still, facts=[*filter(None, facts)])
