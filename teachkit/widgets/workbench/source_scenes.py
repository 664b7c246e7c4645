"""Scenes of Python runs, in which lines of the learner's source are highlighted instead of cards.

Each stop has the `line` that just ran, the lines `around` it that are still busy, and the variables
of all `frames`. If the line is `wrong`, `column` and `end_column` enclose its faulty part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from teachkit.core.language.program import Program
from teachkit.core.run.trace import Trace
from teachkit.draw.replay_data import replay_data
from teachkit.exercises.judging.sources import is_right, reasons
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import Case
from teachkit.exercises.running.driving import Call, Drive
from teachkit.exercises.running.recording import Moment, Recording, Scope, recorded
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.troubles import gap_line, gap_says
from teachkit.widgets.common.widget import Data
from teachkit.widgets.player import Scene
from teachkit.words import say, say_many


def drive_scene(
    source: str, drive: Drive, exercise: Exercise, parts: tuple[str, ...] = ()
) -> Scene:
    """Return the scene of `drive`: each stop is a call of an instruction on the board.

    The learner's piece has the `parts`.
    """
    trace = _without_repeats(drive)
    scene = replay_data(trace, exercise.game, Program(), parts=parts)
    for stop, played in zip(scene["stops"][1:], trace.steps(), strict=True):
        if played.step:
            call = drive.calls[played.step.card - 1]
            stop.update(line=call.lines[-1], around=list(call.lines[:-1]), **_known(call))
        elif drive.result.trouble:
            stop.update(_wrong(drive.result), **_known(*drive.calls[-1:]))
    return scene | {"source": source}


def _without_repeats(drive: Drive) -> Trace:
    """Return the trace of `drive`, in which an endless loop goes round once instead of 1,000 times.

    The rest is left out if a call has the same line and effect as an earlier one, and the drive
    was stopped in the same state.
    """
    trace, seen, frames = drive.trace, set(), 0
    for played in trace.steps() if drive.result.trouble == "endless" else ():
        frames += len(played.frames)
        if played.step:
            where = drive.calls[played.step.card - 1].lines, played.after
            if where in seen and played.after == trace.final:
                return Trace(trace.start, (*trace.frames[:frames], trace.frames[-1]), trace.actor)
            seen.add(where)
    return trace


def _known(*calls: Call) -> Data:
    return {"frames": [Scope("", call.variables_shown())._asdict() for call in calls]}


def call_scene(source: str, recording: Recording, says: Sequence[str] = ()) -> Scene:
    """Return the scene of a recorded call, without a board. It ends with the sentences `says`."""
    moments, result, raised, is_cut = recording
    told = zip(moments, _told(moments), strict=True)
    stops = [{}, *(_stop(moment, [sentence]) for moment, sentence in told)]
    end = list(says)
    if is_cut:
        cut = say_many(
            "Only the first {number} step is shown.",
            "Only the first {number} steps are shown.",
            len(moments),
        )
        end.insert(0, cut)
    if result.trouble:
        known = raised if raised.line == result.line else Moment(result.line)
        stops.append(_stop(known, end) | _wrong(result))
    elif is_cut:
        stops.append(_stop(Moment(0), end))
    elif end and moments:
        stops[-1]["says"] = end
    if gap_says(source) in says:
        stops[-1].update(_wrong(Result(line=gap_line(source))))
    return {"source": source, "stops": stops}


def _stop(moment: Moment, says: list[str]) -> Data:
    where = {"line": moment.line, "around": list(moment.around)}
    frames = [scope._asdict() for scope in moment.frames]
    return where | {"frames": frames, "returned": moment.returned, "says": says}


def _wrong(result: Result) -> Data:
    columns = {"column": result.column, "end_column": result.end_column}
    return {"line": result.line, "wrong": True, **columns}


def _told(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield a sentence for each moment: the call or the value returned, or the variables set."""
    before: dict[int, Mapping[str, str]] = {}
    for moment in moments:
        depth, (name, known) = len(moment.frames), moment.frames[-1]
        last = {} if moment.begins else before[depth]
        new = {name: value for name, value in known.items() if last.get(name) != value}
        before[depth] = known
        facts = {"line": moment.line, "name": name, "value": moment.returned}
        if moment.begins:
            yield say("{call} starts.", call=moment.begins)
        elif moment.returned == "None":
            yield say("Line {line}: {name} returned nothing.", **facts)
        elif moment.returned:
            yield say("Line {line}: {name} returned {value}.", **facts)
        elif new:
            each = (say("{name} is {value}", name=name, value=new[name]) for name in new)
            yield say("Line {line}: {changes}.", line=moment.line, changes=", ".join(each))
        else:
            yield say("Line {line} ran.", line=moment.line)


def told_case(exercise: Exercise, results: Sequence[Result]) -> int | None:
    """Return the index of the first shown case that is wrong, or else of the first shown case."""
    shown = [at for at, case in enumerate(exercise.cases) if not case.hidden]
    wrong = (at for at in shown if not is_right(exercise.cases[at], results[at]))
    return next(wrong, next(iter(shown), None))


def told_call(
    exercise: Exercise, answer: str, results: Sequence[Result]
) -> tuple[Case, Recording, Sequence[str]] | None:
    """Return the case of `told_case`, its recorded call, and what to say about a wrong result.

    Return `None` if there is none, or if a call had to be stopped.
    """
    number = told_case(exercise, results)
    if number is None or any(each.trouble == "stopped" for each in results):
        return None
    case = exercise.cases[number]
    calls = [each.call for each in exercise.cases[: number + 1]]
    says = () if is_right(case, results[number]) else reasons(exercise, answer, results, number)[:1]
    return case, recorded(answer, exercise.file.function, calls), says
