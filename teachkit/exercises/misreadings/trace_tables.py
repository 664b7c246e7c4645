"""Misread trace tables: the first wrong row explained, and the rows that rightly follow from it."""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Played, Trace, record
from teachkit.core.run.walk import straight_steps
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.program_runs import table_steps
from teachkit.exercises.misreadings.ideas import (
    Ideas,
    believed,
    misreadings_of,
    paired_ideas,
    single_ideas,
)
from teachkit.exercises.model.exercise import Exercise


def row_of(exercise: Exercise, played: Played) -> str:
    """What a table says of a card that ran: `b1 east`, or `skipped`."""
    if played.skipped:
        return "skipped"
    return exercise.game.whereabouts(played.after, played.actor or exercise.player)


def explained_row(exercise: Exercise, written: Sequence[str], first: int) -> Ideas:
    """The misreadings that explain the first wrong row, which has this number, from 0.

    Rather those that explain the whole table, or all of it up to there; else those that lead
    from the row before to this one; else two that give all of it together.
    """
    if first >= len(written):
        return ()
    said = "\n".join(written).rstrip()
    steps, known = table_steps(exercise), misreadings_of(exercise.game)
    if (fits := single_ideas(exercise, said)) or not written[first]:
        return fits
    return (
        tuple(idea for idea in known if _begins(exercise, idea, written[: first + 1]))
        or tuple(
            idea
            for idea in known
            if first < len(steps) and _leads(exercise, idea.read, steps[first]) == written[first]
        )
        or paired_ideas(exercise, said)
    )


def _begins(exercise: Exercise, idea: Misreading, rows: Sequence[str]) -> bool:
    return believed(exercise, idea.read, "").split("\n")[: len(rows)] == list(rows)


def _leads(exercise: Exercise, read: Read, played: Played) -> str:
    """The row that this idea gives of one card, all before it being right."""
    game = exercise.game
    if not played.step or game.players(played.before)[0] != played.actor:
        return ""
    seen = read(game, played.before, Program((played.step.instruction,)))
    cards = [each for each in seen.steps(seen.actor) if each.step] if seen else []
    return row_of(exercise, cards[-1]) if cards else ""


def followed(
    exercise: Exercise, written: Sequence[str], wanted: Sequence[str], first: int
) -> list[bool]:
    """Which rows follow from the first wrong one by the rules, where all do; else none.

    That is known where the cards to come are: in a program that asks nothing, run by one piece.
    """
    none = [False] * len(wanted)
    steps = table_steps(exercise)
    if first + 1 >= len(wanted) or len({each.actor for each in steps}) > 1:
        return none
    if not straight_steps(exercise.given) or exercise.game.programs(steps[first].before):
        return none
    try:
        rows = _rows_from(exercise, steps, written[first], first)
    except TeachkitError:
        return none
    if rows != list(written[first + 1 :]) or rows == list(wanted[first + 1 :]):
        return none
    return [place > first for place in range(len(wanted))]


def _rows_from(exercise: Exercise, steps: Sequence[Played], said: str, first: int) -> list[str]:
    """The rows behind this one, if it were as it is said. Raises `AnswerError` off the board."""
    game, player = exercise.game, exercise.player
    state, rows = steps[first].before, []
    if said != "skipped":
        where = game.predictions(state).read(said)
        state = game.placed(steps[first].after, player, where)
    for step in steps[first + 1 :]:
        assert step.step
        seen = _performed(game, state, player, step.step.instruction)
        skips = any(each.skipped for each in seen.steps())
        rows.append("skipped" if skips else game.whereabouts(seen.final, player))
        state = seen.final
    return rows


def _performed(game: Game, state: object, player: str, card: Instruction) -> Trace:
    return record(game.perform(state, player, card), state)
