"""Runs as web pages, each in one file: of a trace, of a report, and of the boards of a class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from teachkit.classroom.grading.made_boards import ClassBoard
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.trace import Trace
from teachkit.core.strings import check_known
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.errors import AnswerError
from teachkit.exercises.explaining.explain import Report
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.judging.sources import replays, results_of
from teachkit.exercises.model.verdict import points_in_words
from teachkit.exercises.running.execution import execute_in_process
from teachkit.games import game_of
from teachkit.widgets.common.page import View, page
from teachkit.widgets.common.still import WIDTH
from teachkit.widgets.player import Player
from teachkit.widgets.workbench.source_scenes import call_scene, drive_scene, told_call
from teachkit.words import say, say_many, translate


def trace_page(trace: Trace, title: str = "") -> str:
    """Return the run in `trace` as a web page with the heading `title`."""
    programs = dict(trace.programs)
    program = Lanes.of(programs) if len(programs) > 1 else next(iter(programs.values()), Program())
    scene = replay_data(trace, game_of(trace.start), program)
    return Player(scene, still=png(trace.start, size=WIDTH)).to_html(title)


def report_page(report: Report) -> str:
    """Return the runs in `report` as a web page, with the exercise's text and the verdict.

    Hidden boards are left out. Raise `AnswerError` if nothing runs in this exercise.
    """
    exercise, graded = report.exercise, report.grade
    views = [run.as_view(heading) for heading, run in _runs(report)]
    if not views:
        raise AnswerError(say("Nothing runs in this exercise, so there is no page to save."))
    says = (*graded.says, points_in_words(graded.points, graded.possible))
    return page(translate(exercise.title), views, translate(exercise.file.text), says)


def _runs(report: Report) -> Iterator[tuple[str, Player]]:
    """Yield a heading and a player for each run; Python is run in this process."""
    exercise, answer = report.exercise, report.answer
    scenes = [replay_data(each.trace, each.game, each.program) for each in report.attempts]
    if exercise.kind.form.runs_python and exercise.starts:
        drives = replays(exercise, answer, execute_in_process)
        scenes = [drive_scene(answer, drive, exercise) for drive in drives]
    for number, (start, scene) in enumerate(zip(exercise.starts, scenes, strict=False), 1):
        if not start.hidden:
            still = png(start.state, size=WIDTH)
            yield say("Board {number}", number=number), Player(scene, still=still)
    if exercise.cases:
        results = results_of(exercise, answer, execute_in_process)
        if told := told_call(exercise, answer, results):
            case, recording, says = told
            yield case.of(exercise.file.function), Player(call_scene(answer, recording, says))


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
