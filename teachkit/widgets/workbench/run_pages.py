"""Runs as web pages, each in one file: the run of a trace, and the runs of a report."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.errors import AnswerError
from teachkit.exercises.explaining.explain import Report
from teachkit.exercises.judging.sources import replays
from teachkit.exercises.model.exercise import Start
from teachkit.exercises.model.verdict import points_in_words
from teachkit.exercises.running.execution import execute_in_process
from teachkit.games import game_of
from teachkit.widgets.common.page import page
from teachkit.widgets.common.still import WIDTH
from teachkit.widgets.player import Player, Scene
from teachkit.widgets.workbench.source_scenes import drive_scene
from teachkit.words import say, translate


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
    views = [
        Player(scene, still=png(start.state, size=WIDTH)).as_view(heading)
        for heading, start, scene in _runs(report)
        if not start.hidden
    ]
    if not views:
        raise AnswerError(say("Nothing runs in this exercise, so there is no page to save."))
    says = (*graded.says, points_in_words(graded.points, graded.possible))
    return page(translate(exercise.title), views, translate(exercise.file.text), says)


def _runs(report: Report) -> Iterator[tuple[str, Start, Scene]]:
    """Yield a heading, the start and the scene of each run; Python runs in this process."""
    exercise, attempts = report.exercise, report.attempts
    scenes = [replay_data(each.trace, each.game, each.program) for each in attempts]
    if exercise.kind.form.runs_python and exercise.starts:
        drives = replays(exercise, report.answer, execute_in_process)
        scenes = [drive_scene(report.answer, drive, exercise) for drive in drives]
    for number, (start, scene) in enumerate(zip(exercise.starts, scenes, strict=False), 1):
        yield say("Board {number}", number=number), start, scene
