"""Diagnosis of wrong answers: the misreadings under which an answer would be right.

A board shows a misreading if the misreading leads to a wrong answer on that board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, permutations
from typing import TypeAlias

from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.game.misreadings import happens, together
from teachkit.core.game.whereabouts import SKIPPED
from teachkit.core.language.program import Program
from teachkit.core.run.trace import Played, record
from teachkit.core.run.walk import straight_steps
from teachkit.core.strings import suggested
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.judging.program_runs import attempt, board_of, table_steps
from teachkit.exercises.misreadings.general import GENERAL
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Start
from teachkit.words import say, translate

Misreadings = tuple[Misreading, ...]

LONGEST = 1000  # characters; longer answers are not worth explaining
PAIRED = 4, 3  # the numbers of game-specific and general misreadings that are tried in pairs


def misreadings_of(game: Game) -> Misreadings:
    """Return a game's own misreadings, then the general ones, each from most to least common."""
    return (*game.misreadings, *GENERAL)


def misreading_named(name: str, of: Game) -> Misreading:
    """Return the misreading called `name` in the game `of`.

    The name may be spelled with spaces or hyphens. Raise `DataError` if no misreading has it.

    >>> from teachkit.games import algoracing
    >>> misreading_named("turns-also-drive", algoracing.GAME).name
    'turns also drive'
    """
    known = {shell_name(each): each for each in misreadings_of(of)}
    if found := known.get(shell_name(name)):
        return found
    says = say('There is no misreading "{name}".', name=name)
    raise DataError(suggested(says, shell_name(name), known, cutoff=0.4))


def shell_name(misreading: Misreading | str) -> str:
    """Return the name of a misreading in a form that needs no quotes in a shell.

    >>> shell_name("From the viewer's side")
    'from-the-viewers-side'
    """
    name = misreading if isinstance(misreading, str) else misreading.name
    return "-".join(name.lower().replace("'", "").replace("’", "").replace("-", " ").split())


def _likely(exercise: Exercise) -> Misreadings:
    """Return all misreadings of an exercise's game, starting with those met in its lesson."""
    met = f"lesson {exercise.lesson}"
    return tuple(sorted(misreadings_of(exercise.game), key=lambda each: met not in each.source))


def answer_as_read(exercise: Exercise, read: Read, answer: str) -> str:
    """Return the answer that would be right if programs ran as `read` says, or "" if there is none.

    The result is about the same board as `answer`.
    """
    return _answer_as_read(exercise, read, _asked(exercise, answer))


@lru_cache(maxsize=8192)
def _answer_as_read(exercise: Exercise, read: Read, answer: str) -> str:
    with suppress(TeachkitError):
        return exercise.kind.predicted_outcome(exercise, _as_read(read, _really), answer)
    return ""


def _asked(exercise: Exercise, answer: str) -> str:
    """Return the part of `answer` that determines the right answer.

    For programs of cards and for the letters of options, this is the whole answer, since a
    misreading may make several letters right. For other answers, it is the board, so all answers
    about one board share the cached results of each misreading.
    """
    whole = exercise.kind.form.lays_cards or exercise.options
    return answer if whole else about(exercise, answer)


def right_answer(exercise: Exercise, answer: str) -> str:
    """Return the right answer on the board that `answer` is about.

    Return "" if there is none. If several answers would be right, see `Kind.predicted_outcome`.
    """
    return answer_as_read(exercise, happens, answer)


def misreadings_behind(exercise: Exercise, answer: str) -> Misreadings:
    """Return all single misreadings that explain a wrong answer.

    If there are none, return at most one combined misreading, made from two misreadings that
    explain `answer` together. Its sentence is that of the first of the two.
    """
    return single_misreadings(exercise, answer) or paired_misreadings(exercise, answer)


@lru_cache(maxsize=1024)
def single_misreadings(exercise: Exercise, answer: str) -> Misreadings:
    """Return the misreadings under which a wrong answer would be right, likeliest first."""
    if len(answer) > LONGEST or answer == right_answer(exercise, answer):
        return ()
    known = _likely(exercise)
    return tuple(each for each in known if answer_as_read(exercise, each.read, answer) == answer)


def paired_misreadings(exercise: Exercise, answer: str) -> Misreadings:
    """Return a combined misreading under which a wrong answer would be right.

    The result is a tuple with the first such misreading, or an empty tuple.
    """
    if len(answer) > LONGEST or answer == right_answer(exercise, answer):
        return ()
    pairs = _pairs(exercise, _asked(exercise, answer))
    fits = (both for both in pairs if answer_as_read(exercise, both.read, answer) == answer)
    return tuple(islice(fits, 1))


@lru_cache(maxsize=256)
def _pairs(exercise: Exercise, answer: str) -> Misreadings:
    """Return combinations of two common misreadings, in both orders.

    Two misreadings are combined only if each on its own gives a different, wrong answer.
    """
    right = right_answer(exercise, answer)
    odd: dict[str, Misreading] = {"": GENERAL[0], right: GENERAL[0]}
    shown = list[Misreading]()
    for misreadings, most in zip((exercise.game.misreadings, GENERAL), PAIRED, strict=True):
        before = len(odd)
        for misreading in misreadings:
            odd.setdefault(answer_as_read(exercise, misreading.read, answer), misreading)
        shown += list(odd.values())[before:][:most]
    return tuple(
        Misreading(f"{one.name} + {other.name}", one.says, one.source, together(one, other))
        for one, other in permutations(shown, 2)
    )


def misreadings_behind_run(tried: Attempt, said: str) -> Misreadings:
    """Return the misreadings under which the run would end as predicted.

    The prediction `said` is a place in the notation that `Game.whereabouts` returns.
    """
    game, state = tried.game, tried.trace.start
    traces = ((each, each.read(game, state, tried.program)) for each in misreadings_of(game))
    return tuple(
        each for each, seen in traces if seen and game.whereabouts(seen.final, tried.player) == said
    )


def sentences(misreadings: Misreadings) -> tuple[str, ...]:
    """Return a tuple with the first misreading's sentence; empty if there are no misreadings."""
    return tuple(translate(misreading.says) for misreading in misreadings[:1])


def names(misreadings: Misreadings) -> tuple[str, ...]:
    """Return the names of `misreadings`, for a report."""
    return tuple(misreading.name for misreading in misreadings)


def _as_read(read: Read, otherwise: Happens) -> Happens:
    """Return a function that runs programs as `read` says, or as `otherwise` if `read` cannot."""

    def happened(exercise: Exercise, program: Program, start: Start) -> Attempt:
        seen = read(exercise.game, start.state, program)
        if seen is None:
            return otherwise(exercise, program, start)
        return Attempt(exercise.game, seen.actor or "", program, seen)

    return happened


_really = _as_read(happens, attempt)  # runs by the rules, cached for comparing each misreading


def boards(exercise: Exercise) -> list[str]:
    """Return the board names used in answers, such as `1:`; only "" if answers name no board."""
    if not exercise.kind.form.names_start:
        return [""]
    return [f"{number}:" for number, _ in enumerate(exercise.starts, 1)]


def about(exercise: Exercise, answer: str) -> str:
    """Return the board that `answer` names, such as `3:` for `3: b3 west`, or the first board."""
    known = boards(exercise)
    named = f"{board_of(answer)[0]}:"
    return named if named in known else known[0]


@lru_cache(maxsize=1024)
def wrong_answers(exercise: Exercise, board: str) -> Mapping[str, str]:
    """Map the name of each misreading to the wrong answer that it causes on `board`.

    The most common misreadings come first. Those that cause no wrong answer are left out.
    """
    right = right_answer(exercise, board)
    known = misreadings_of(exercise.game) if right else ()
    answers = {each.name: answer_as_read(exercise, each.read, board) for each in known}
    return {name: answer for name, answer in answers.items() if answer not in ("", right)}


def rivals(exercise: Exercise, board: str, name: str) -> int:
    """Count the other misreadings that cause the same wrong answer on `board` as `name` does."""
    answers = wrong_answers(exercise, board)
    return sum(answer == answers[name] for answer in answers.values()) - 1


# -- trace tables --------------------------------------------------------------------------------


def row_of(exercise: Exercise, played: Played) -> str:
    """Return the table row for a card that ran: a place such as `b1 east`, or `skipped`."""
    if played.skipped:
        return SKIPPED
    return exercise.game.whereabouts(played.after, played.actor or exercise.player)


def explained_row(exercise: Exercise, written: Sequence[str], first: int) -> Misreadings:
    """Return the misreadings that explain the first wrong row, whose index is `first`.

    Try these in turn, and return the first that exist: misreadings that explain the whole table;
    misreadings that explain the table up to the wrong row; misreadings of just the card in the
    wrong row; a pair of misreadings that explains the whole table. If the wrong row is empty, only
    the whole table is tried.
    """
    if first >= len(written):
        return ()
    steps, known = table_steps(exercise), _likely(exercise)
    said = "\n".join(written).rstrip()
    mine = said.split("\n"), _with_places(exercise, said.split("\n"))
    tables = [(each, _table(exercise, each.read)) for each in known]
    right = _table(exercise, happens)

    def fitting(size: int | None) -> Misreadings:
        """Return the misreadings under which the first `size` rows would be right.

        If `size` is `None`, compare all rows. For a skipped card, learners may write the place
        instead of `skipped`.
        """
        rows = slice(size)

        def fits(table: Table) -> bool:
            columns = zip(mine, table, right, strict=True)
            return any(one[rows] == other[rows] != real[rows] for one, other, real in columns)

        return tuple(each for each, table in tables if fits(table))

    row, card = written[first], steps[first] if first < len(steps) else None
    if (found := fitting(None)) or not row:
        return found
    if found := fitting(first + 1):
        return found
    of_card = (each for each in known if card and _leads(exercise, each.read, card) == row)
    return tuple(of_card) or paired_misreadings(exercise, said)


Table: TypeAlias = tuple[list[str], list[str]]
"""The rows of a trace table, and the place after each row."""


@lru_cache(maxsize=1024)
def _table(exercise: Exercise, read: Read) -> Table:
    """Return two lists: the table's rows if programs ran as `read` says, and the place after each.

    Both are empty if the program cannot run in this way.
    """
    with suppress(TeachkitError):
        steps = table_steps(exercise, _as_read(read, _really))
        places = [
            exercise.game.whereabouts(each.after, each.actor or exercise.player) for each in steps
        ]
        return [row_of(exercise, each) for each in steps], places
    return [], []


def _with_places(exercise: Exercise, rows: Sequence[str]) -> list[str]:
    """Return `rows` with each `skipped` replaced by the place in the row above.

    Return `rows` unchanged if more than one piece runs.
    """
    steps = table_steps(exercise)
    if len({each.actor for each in steps}) != 1:
        return list(rows)
    place = exercise.game.whereabouts(steps[0].before, steps[0].actor or exercise.player)
    return [place := place if row == SKIPPED else row for row in rows]


def _leads(exercise: Exercise, read: Read, played: Played) -> str:
    """Return the row for `played` if only its card were run as `read` says; "" if it cannot be."""
    game = exercise.game
    if not played.step or game.players(played.before)[0] != played.actor:
        return ""
    seen = read(game, played.before, Program((played.step.instruction,)))
    cards = [each for each in seen.steps(seen.actor) if each.step] if seen else []
    return row_of(exercise, cards[-1]) if cards else ""


def followed(
    exercise: Exercise, written: Sequence[str], wanted: Sequence[str], first: int
) -> list[bool]:
    """Return, for each row, whether it follows by the rules from the first wrong row.

    `written` are the learner's rows, `wanted` the right ones, and `first` is the index of the first
    wrong row. Either all rows after it follow from it, or none count as following. None count if
    all of them are right anyway, if the program has conditions, or if several pieces run programs.
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
    """Return the rows that would follow if the row `said`, at index `first`, were right.

    Raise `AnswerError` if the place in `said` is not on the board.
    """
    game, player = exercise.game, exercise.player
    state, rows = steps[first].before, []
    if said != SKIPPED:
        where = game.predictions(state).read(said)
        state = game.placed(steps[first].after, player, where)
    for step in steps[first + 1 :]:
        assert step.step
        seen = record(game.perform(state, player, step.step.instruction), state)
        skips = any(each.skipped for each in seen.steps())
        rows.append(SKIPPED if skips else game.whereabouts(seen.final, player))
        state = seen.final
    return rows
