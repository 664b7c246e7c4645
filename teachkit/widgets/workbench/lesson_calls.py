"""The functions that lessons call: `tk.exercise(…)`, `tk.watch(…)`, `tk.board(…)` and others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

from teachkit.classroom.answers import Answers, learner_name
from teachkit.classroom.library import course, find_exercise, lesson_files
from teachkit.classroom.progress import parts_won
from teachkit.core.game.game import Game, run
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.draw.diagrams import DotPlot, RoadMap
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data
from teachkit.draw.scene import scene
from teachkit.errors import DataError, FolderError
from teachkit.exercises.authoring.codes import LESSON
from teachkit.exercises.model.exercise import Exercise
from teachkit.games import game as find_game
from teachkit.play import search
from teachkit.widgets.common.still import Still
from teachkit.widgets.common.widget import entitle
from teachkit.widgets.finish import Finish, Progress
from teachkit.widgets.player import Hold, Player, Response
from teachkit.widgets.prediction import pointing
from teachkit.widgets.workbench.answercell import CellBench
from teachkit.widgets.workbench.bench import progress
from teachkit.widgets.workbench.makebench import FriendsBench, MakeBench
from teachkit.widgets.workbench.workbench import Workbench
from teachkit.words import say, say_many, translate


def exercise(name: str) -> Workbench | CellBench | MakeBench:
    """Return the widget for the exercise `name`: `tk.exercise("02-04-round-the-wall")`.

    `name` may also be a code from a friend. If the exercise has variants, learners get their own.
    """
    found = find_exercise(name, learner=learner_name())
    if found.lesson == LESSON:
        return FriendsBench(name)
    return bench_of(found)


def bench_of(
    exercise: Exercise, answers: Answers | None = None
) -> Workbench | CellBench | MakeBench:
    """Return the widget for an exercise, with the learner's `answers`."""
    if exercise.kind.form.is_exercise:
        return MakeBench(exercise, answers)
    bench = CellBench if exercise.kind.form.runs_python else Workbench
    return bench(exercise, answers)


def watch(
    game: str, *, program: str, ask: Mapping[int, str] | None = None, **start: object
) -> Player:
    """Run `program`, and return a player to step through the run.

    `start` holds the fields of the game's set-up. `ask` pauses the run: with `{2: "Where will the
    rover be?"}`, the run waits before step 2 for an answer, which is compared with what happens in
    this step. Answers are stored beside those to exercises.

    >>> watch("algoracing", floor=". .", rovers={"red": "a1 east"}, program="forward")
    Player(step 0 of 1)
    """
    found = find_game(game)
    state = found.setup(**start).state()
    laid = Program.read(program, found.instructions)
    trace = run(found, state, laid)
    asked = repr((game, program, sorted(start.items()), ask))
    run_id = sha256(asked.encode()).hexdigest()[:16]
    holds = list(_holds(trace, found, ask or {}, run_id))
    parts = parts_won(Answers())
    still = png(state, parts=parts)
    player = Player(replay_data(trace, found, laid, parts=parts), still=still, holds=holds)
    entitle(player, program)
    return player


def _holds(trace: Trace, game: Game, ask: Mapping[int, str], run_id: str) -> Iterator[Hold]:
    """Yield a hold for each question in `ask`, which maps the number of a step to a question.

    The run waits before that step. If the step tests the condition of an `if` or a `while`, the
    question is about the condition; otherwise, it is about the piece's `whereabouts` after the
    step. Raise `DataError` if there is no such step.
    """
    stops = trace.stops()
    for number in ask:
        if not isinstance(number, int) or not 1 <= number <= len(stops):
            says = say_many(
                "This run has {number} step, so there is no step {step}.",
                "This run has {number} steps, so there is no step {step}.",
                len(stops),
                step=number,
            )
            raise DataError(says)
    player = trace.actor or game.players(trace.start)[0]
    stored = _stored(run_id) if ask else {}
    for number, question in sorted(ask.items()):
        kept, keep = stored.get(str(number), ""), partial(_keep, run_id, number)
        hold = partial(Hold, number, translate(question), then=keep, kept=kept)
        played = stops[number - 1]
        if played.asked:
            yes, no = say("yes"), say("no")
            right = yes if played.asked.answer else no
            yield hold(partial(_compared, right, str), choices=(yes, no))
        else:
            place = game.whereabouts(played.after, player)
            judge = partial(_compared, place, game.predictions(trace.start).read)
            example = say("like: {example}", example=game.whereabouts(trace.start, player))
            form = pointing(game, played.before, player)
            yield hold(judge, example, form=form)


def _stored(run_id: str) -> Mapping[str, str]:
    with suppress(FolderError):
        return Answers().watched(run_id)
    return {}


def _keep(run_id: str, number: int, said: str) -> None:
    with suppress(FolderError):  # the run can be watched even if its answers cannot be stored
        Answers().keep_watched(run_id, number, said)


def _compared(right: str, read: Callable[[str], str], text: str) -> Response:
    said = read(text)
    if said == right:
        return Response(say("You were right: {place}.", place=right), True, said)
    return Response(say("You said {said}, but it is {place}.", said=said, place=right), False, said)


class StateView:
    """A state, shown as a picture and as text."""

    def __init__(self, state: object) -> None:
        self.state = state

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        seen = scene(self.state)
        alt = " ".join([seen.alt, *seen.spoken.values()])
        picture = png(self.state, parts=parts_won(Answers()))
        return Still(picture, alt, str(self.state)).bundle()

    def __repr__(self) -> str:
        return str(self.state)


def board(game: str, **start: object) -> StateView:
    """Return a view of a board with its pieces: `tk.board("algoracing", board="two-hills")`."""
    return StateView(find_game(game).setup(**start).state())


def roads(game: str, *, steps: int, **start: object) -> StateView:
    """Return a map of the places within `steps` steps of the start, and of the ways between them.

    A place is a square with a facing, or the number in a register.

    >>> roads("lovelace", steps=1, edition="machine", components={"A4": "/2"})
    0 steps: 55
    1 step: 27
    From 55: ÷2 to 27.
    """
    found = find_game(game)
    state = found.setup(**start).state()
    symbols = {card.name: card.symbol for card in found.vocabulary(state)}
    places = tuple(search.reachable(found, state, steps).items())
    transitions = search.transitions(found, state, steps)
    arrows = tuple((each.start, symbols[each.instruction.name], each.end) for each in transitions)
    return StateView(RoadMap(places, arrows))


def dots(rows: Mapping[str, Sequence[float]], low: float = 0, high: float = 1) -> StateView:
    """Return a picture of lists of numbers, in which each number from `low` to `high` is a dot.

    A bar shows where 19 of 20 dots are, and a triangle where their mean is.

    >>> dots({"Ada": [2, 7, 6]}, high=10)
    Ada: from 2 to 7, and the mean is 5. 19 of 20 dots are between 2 and 7.
    """
    if not (low < high and rows and all(rows.values())):
        raise DataError(say("Each row needs a number, and low must be less than high."))
    return StateView(DotPlot({name: [*row] for name, row in rows.items()}, low, high))


def finish(lesson: str) -> Finish:
    """Return the widget for the end of a lesson: `tk.finish("02")`.

    Its button leads to the next lesson's file in the working folder, if there is one. The next
    lesson is the next one in `course.toml`, or else in the order of the files.
    """
    files = lesson_files()
    numbers = course().after(lesson) or sorted(number for number in files if number > lesson)
    following = next((files[number] for number in numbers if number in files), None)
    to = (following.name, _heading(following)) if following else ()
    return Finish(lambda: _reached(lesson), *to)


def _reached(lesson: str) -> Progress:
    answers = Answers()
    part = next((each.part for each in course().lessons if each.number == lesson), "")
    is_won = part and part in parts_won(answers)
    won = say("New on your rover: {part}.", part=translate(part)) if is_won else ""
    return {**progress(lesson, answers), "won": won}


def _heading(notebook: Path) -> str:
    """Return the first line of a notebook without its "#", or "" for a damaged file."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        source = json.loads(notebook.read_text(encoding="utf-8"))["cells"][0]["source"]
        return "".join(source).partition("\n")[0].lstrip("# ")
    return ""
