"""The wrong ideas that explain an answer: by them it would be right, on this very board.

A board shows an idea if a learner who has it gives another answer there than the right one.
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
from teachkit.exercises.judging.predictions import board_of
from teachkit.exercises.judging.program_runs import attempt, table_steps
from teachkit.exercises.misreadings.general import GENERAL
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Start
from teachkit.words import translate

Ideas = tuple[Misreading, ...]

LONGEST = 1000  # letters; nobody thinks through a longer answer
PAIRED = 4, 3  # ideas of the game and general ones: each two of them are tried together


def misreadings_of(game: Game) -> Ideas:
    """Every way in which this game is misread, the commonest first: its own, then the general."""
    return (*game.misreadings, *GENERAL)


def believed(exercise: Exercise, read: Read, answer: str) -> str:
    """What is right to somebody who reads like this, of the board that this answer is about.

    Empty where that cannot be said.
    """
    return _believed(exercise, read, _asked(exercise, answer))


@lru_cache(maxsize=8192)
def _believed(exercise: Exercise, read: Read, answer: str) -> str:
    try:
        return exercise.kind.predicted_outcome(exercise, _as_read(read, _really), answer)
    except TeachkitError:
        return ""


def _asked(exercise: Exercise, answer: str) -> str:
    """What of an answer the rules are asked about: the number of its board, or a program.

    So what an idea gives is found out once for each board, whatever is answered there.
    """
    form = exercise.kind.form
    if form.names_start:
        board, colon, _ = answer.partition(":")
        return board + colon if colon else ""
    return answer if form.lays_cards else ""


def truth(exercise: Exercise, answer: str) -> str:
    """What is right, of the board that this answer is about."""
    return _truth(exercise, _asked(exercise, answer))


@lru_cache(maxsize=1024)
def _truth(exercise: Exercise, answer: str) -> str:
    return exercise.kind.predicted_outcome(exercise, _really, answer)


def ideas_behind(exercise: Exercise, answer: str) -> Ideas:
    """The misreadings that explain a wrong answer, written as its kind writes it.

    Where none does alone: two together are one, and the first of them is told.
    """
    return single_ideas(exercise, answer) or paired_ideas(exercise, answer)


@lru_cache(maxsize=1024)
def single_ideas(exercise: Exercise, answer: str) -> Ideas:
    """The misreadings by which this wrong answer would be right, the commonest first."""
    if len(answer) > LONGEST or answer == truth(exercise, answer):
        return ()
    known = misreadings_of(exercise.game)
    return tuple(idea for idea in known if believed(exercise, idea.read, answer) == answer)


def paired_ideas(exercise: Exercise, answer: str) -> Ideas:
    """The first two misreadings by which together this wrong answer would be right, as one.

    It has a name of its own, so that nobody takes it for one of them.
    """
    if len(answer) > LONGEST or answer == truth(exercise, answer):
        return ()
    pairs = _pairs(exercise, _asked(exercise, answer))
    fits = (both for both in pairs if believed(exercise, both.read, answer) == answer)
    return tuple(islice(fits, 1))


@lru_cache(maxsize=256)
def _pairs(exercise: Exercise, answer: str) -> Ideas:
    """Two at once, of the commonest ideas that show on this board, each in another way."""
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
    """The same of what was predicted for one run, as `whereabouts` writes it."""
    game, state = tried.game, tried.trace.start
    traces = ((idea, idea.read(game, state, tried.program)) for idea in misreadings_of(game))
    return tuple(
        idea for idea, seen in traces if seen and game.whereabouts(seen.final, tried.player) == said
    )


def sentences(ideas: Ideas) -> tuple[str, ...]:
    """The sentence for what is to be understood first; none where nothing explains an answer."""
    return tuple(translate(idea.says) for idea in ideas[:1])


def names(ideas: Ideas) -> tuple[str, ...]:
    """What a report counts."""
    return tuple(idea.name for idea in ideas)


def _as_read(read: Read, otherwise: Happens) -> Happens:
    """Return the runs as `read` sees them, and as `otherwise` has it where that says nothing."""

    def happened(exercise: Exercise, program: Program, start: Start) -> Attempt:
        seen = read(exercise.game, start.state, program)
        if seen is None:
            return otherwise(exercise, program, start)
        return Attempt(exercise.game, seen.actor or "", program, seen)

    return happened


_really = _as_read(happens, attempt)  # cached where nobody is asked: each idea is compared with it


def boards(exercise: Exercise) -> list[str]:
    """Return each board that can be asked about as an answer names it, `1:`, or else only ""."""
    if not exercise.kind.form.names_start:
        return [""]
    return [f"{number}:" for number, _ in enumerate(exercise.starts, 1)]


def about(exercise: Exercise, answer: str) -> str:
    """The one of these boards that an answer is about: `3:` for `3: b3 west`; else the first."""
    known = boards(exercise)
    named = f"{board_of(answer)[0]}:"
    return named if named in known else known[0]


@lru_cache(maxsize=1024)
def right_answer(exercise: Exercise, board: str) -> str:
    """What is right here, where only one answer is; else nothing."""
    try:
        return truth(exercise, board)
    except TeachkitError:
        return ""


@lru_cache(maxsize=1024)
def wrong_answers(exercise: Exercise, board: str) -> Mapping[str, str]:
    """What each idea that shows here answers, by the idea's name; the commonest first."""
    right = right_answer(exercise, board)
    ideas = misreadings_of(exercise.game) if right else ()
    answers = {idea.name: believed(exercise, idea.read, board) for idea in ideas}
    return {name: answer for name, answer in answers.items() if answer not in ("", right)}


def rivals(exercise: Exercise, board: str, name: str) -> int:
    """How many other ideas answer here just as this one does."""
    answers = wrong_answers(exercise, board)
    return sum(answer == answers[name] for answer in answers.values()) - 1


# -- trace tables --------------------------------------------------------------------------------


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
    """The rows behind this one, if it were as it is said. Raises `AnswerError` off the board."""
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
