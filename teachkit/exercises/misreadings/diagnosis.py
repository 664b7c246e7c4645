"""Diagnosis of an answer: the wrong ideas by which it would be right on its board.

A board shows an idea if the idea leads to a different answer there than the right one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, permutations

from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.game.misreadings import happens, together
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Played, record
from teachkit.core.run.walk import straight_steps
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.program_runs import attempt, board_of, table_steps
from teachkit.exercises.misreadings.general import GENERAL
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Start
from teachkit.words import translate

Ideas = tuple[Misreading, ...]

LONGEST = 1000  # letters; a learner does not think through a longer answer
PAIRED = 4, 3  # how many game-specific and general ideas are tried in pairs


def misreadings_of(game: Game) -> Ideas:
    """Return all misreadings of a game, the most common first: its own, then the general ones."""
    return (*game.misreadings, *GENERAL)


def believed(exercise: Exercise, read: Read, answer: str) -> str:
    """Return the answer that is right by this reading, on the board of `answer`.

    Returns "" if there is none.
    """
    return _believed(exercise, read, _asked(exercise, answer))


@lru_cache(maxsize=8192)
def _believed(exercise: Exercise, read: Read, answer: str) -> str:
    with suppress(TeachkitError):
        return exercise.kind.predicted_outcome(exercise, _as_read(read, _really), answer)
    return ""


def _asked(exercise: Exercise, answer: str) -> str:
    """Return the part of an answer that the rules depend on: its board, or a program.

    The result of an idea is therefore computed once for each board.
    """
    return answer if exercise.kind.form.lays_cards else about(exercise, answer)


def truth(exercise: Exercise, answer: str) -> str:
    """Return the right answer on the board of `answer`. Raise `TeachkitError` if there is none."""
    return _truth(exercise, _asked(exercise, answer))


@lru_cache(maxsize=1024)
def _truth(exercise: Exercise, answer: str) -> str:
    return exercise.kind.predicted_outcome(exercise, _really, answer)


def ideas_behind(exercise: Exercise, answer: str) -> Ideas:
    """Return the misreadings that explain a wrong answer, written in the form of its kind.

    If none does alone, two together are returned as one, with the sentence of the first.
    """
    return single_ideas(exercise, answer) or paired_ideas(exercise, answer)


@lru_cache(maxsize=1024)
def single_ideas(exercise: Exercise, answer: str) -> Ideas:
    """Return the misreadings by which this wrong answer would be right, the most common first."""
    if len(answer) > LONGEST or answer == truth(exercise, answer):
        return ()
    known = misreadings_of(exercise.game)
    return tuple(idea for idea in known if believed(exercise, idea.read, answer) == answer)


def paired_ideas(exercise: Exercise, answer: str) -> Ideas:
    """Return the first pair of misreadings by which this wrong answer would be right, as one.

    It has its own name, so that it is not mistaken for a single one.
    """
    if len(answer) > LONGEST or answer == truth(exercise, answer):
        return ()
    pairs = _pairs(exercise, _asked(exercise, answer))
    fits = (both for both in pairs if believed(exercise, both.read, answer) == answer)
    return tuple(islice(fits, 1))


@lru_cache(maxsize=256)
def _pairs(exercise: Exercise, answer: str) -> Ideas:
    """Yield pairs of the most common ideas that show on this board in different ways."""
    right = truth(exercise, answer)
    odd: dict[str, Misreading] = {"": GENERAL[0], right: GENERAL[0]}
    shown = list[Misreading]()
    for ideas, most in zip((exercise.game.misreadings, GENERAL), PAIRED, strict=True):
        before = len(odd)
        for idea in ideas:
            odd.setdefault(believed(exercise, idea.read, answer), idea)
        shown += list(odd.values())[before:][:most]
    return tuple(
        Misreading(f"{one.name} + {other.name}", one.says, one.source, together(one, other))
        for one, other in permutations(shown, 2)
    )


def ideas_behind_run(tried: Attempt, said: str) -> Ideas:
    """Return the ideas behind a prediction of one run, written like `whereabouts`."""
    game, state = tried.game, tried.trace.start
    traces = ((idea, idea.read(game, state, tried.program)) for idea in misreadings_of(game))
    return tuple(
        idea for idea, seen in traces if seen and game.whereabouts(seen.final, tried.player) == said
    )


def sentences(ideas: Ideas) -> tuple[str, ...]:
    """Return the sentence of the first idea, or nothing if there is none."""
    return tuple(translate(idea.says) for idea in ideas[:1])


def names(ideas: Ideas) -> tuple[str, ...]:
    """Return the names of the ideas, for a report."""
    return tuple(idea.name for idea in ideas)


def _as_read(read: Read, otherwise: Happens) -> Happens:
    """Return the runs as `read` sees them, or as `otherwise` does if that has no result."""

    def happened(exercise: Exercise, program: Program, start: Start) -> Attempt:
        seen = read(exercise.game, start.state, program)
        if seen is None:
            return otherwise(exercise, program, start)
        return Attempt(exercise.game, seen.actor or "", program, seen)

    return happened


_really = _as_read(happens, attempt)  # cached, because each idea is compared with it


def boards(exercise: Exercise) -> list[str]:
    """Return the boards in the form in which answers name them, `1:`, or else only ""."""
    if not exercise.kind.form.names_start:
        return [""]
    return [f"{number}:" for number, _ in enumerate(exercise.starts, 1)]


def about(exercise: Exercise, answer: str) -> str:
    """Return the board of an answer: `3:` for `3: b3 west`; by default the first."""
    known = boards(exercise)
    named = f"{board_of(answer)[0]}:"
    return named if named in known else known[0]


def right_answer(exercise: Exercise, board: str) -> str:
    """Return the right answer on a board if there is only one, else ""."""
    return believed(exercise, happens, board)


@lru_cache(maxsize=1024)
def wrong_answers(exercise: Exercise, board: str) -> Mapping[str, str]:
    """Return the answer of each idea that shows here, by name; the most common idea first."""
    right = right_answer(exercise, board)
    ideas = misreadings_of(exercise.game) if right else ()
    answers = {idea.name: believed(exercise, idea.read, board) for idea in ideas}
    return {name: answer for name, answer in answers.items() if answer not in ("", right)}


def rivals(exercise: Exercise, board: str, name: str) -> int:
    """Return the number of other ideas with the same answer here."""
    answers = wrong_answers(exercise, board)
    return sum(answer == answers[name] for answer in answers.values()) - 1


# -- trace tables --------------------------------------------------------------------------------


def row_of(exercise: Exercise, played: Played) -> str:
    """Return the row of a table for a card that ran: `b1 east`, or `skipped`."""
    if played.skipped:
        return "skipped"
    return exercise.game.whereabouts(played.after, played.actor or exercise.player)


def explained_row(exercise: Exercise, written: Sequence[str], first: int) -> Ideas:
    """Return the misreadings that explain the first wrong row; `first` is its index.

    Ideas that explain the whole table, or all of it up to there, come first; then those that lead
    from the row before to this one; then pairs that explain the whole table.
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
    """Return the row of one card by this idea, assuming that all before it is right."""
    game = exercise.game
    if not played.step or game.players(played.before)[0] != played.actor:
        return ""
    seen = read(game, played.before, Program((played.step.instruction,)))
    cards = [each for each in seen.steps(seen.actor) if each.step] if seen else []
    return row_of(exercise, cards[-1]) if cards else ""


def followed(
    exercise: Exercise, written: Sequence[str], wanted: Sequence[str], first: int
) -> list[bool]:
    """Return which rows follow by the rules from the first wrong one; none unless all do.

    This is known only for programs without conditions that are run by a single piece.
    """
    steps, behind, rows = table_steps(exercise), slice(first + 1, None), list[str]()
    if (
        wanted[behind]
        and len({each.actor for each in steps}) == 1
        and straight_steps(exercise.given)
        and not exercise.game.programs(steps[first].before)
    ):
        with suppress(TeachkitError):
            rows = _rows_from(exercise, steps, written[first], first)
    follow = rows == list(written[behind]) and rows != list(wanted[behind])
    return [follow and place > first for place in range(len(wanted))]


def _rows_from(exercise: Exercise, steps: Sequence[Played], said: str, first: int) -> list[str]:
    """Return the rows after this one, if it were right. Raises `AnswerError` off the board."""
    game, player = exercise.game, exercise.player
    state, rows = steps[first].before, []
    if said != "skipped":
        where = game.predictions(state).read(said)
        state = game.placed(steps[first].after, player, where)
    for step in steps[first + 1 :]:
        assert step.step
        seen = record(game.perform(state, player, step.step.instruction), state)
        skips = any(each.skipped for each in seen.steps())
        rows.append("skipped" if skips else game.whereabouts(seen.final, player))
        state = seen.final
    return rows
