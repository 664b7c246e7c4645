"""Kind `trace`: be the computer, and write down where each step of a given program leads.

The table has a row for each card of those `whose` it is: the learner's piece, or several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from teachkit.core.game.predictions import Part, skips
from teachkit.errors import AnswerError
from teachkit.exercises.judging.mistakes import foreseen_text
from teachkit.exercises.judging.predictions import read_prediction
from teachkit.exercises.judging.program_runs import attempt, nothing_given, table_steps
from teachkit.exercises.kinds.shared import typed_solution, whole
from teachkit.exercises.misreadings.ideas import explained_row, followed, names, row_of, sentences
from teachkit.exercises.model.exercise import Exercise, Happens, Hint, Kind, Rung
from teachkit.exercises.model.forms import ROWS
from teachkit.exercises.model.verdict import Grade, Remark, Verdict
from teachkit.exercises.running.results import Execute
from teachkit.words import say, say_many


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Share out the points over the rows, rounded down. A row too many is a wrong row.

    Rows that follow from a wrong row by the rules are understood, and count like right ones.
    """
    return _graded(exercise, answer)


def _explain(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade with the idea behind the first wrong row."""
    return _graded(exercise, answer, is_explained=True)


def _graded(exercise: Exercise, answer: str, is_explained: bool = False) -> Grade:
    wanted = _table(exercise)
    written, unread = _written(exercise, answer)
    hits = [mine == right for mine, right in zip(written, wanted, strict=True)]
    first = hits.index(False) if not all(hits) else len(hits)
    more = _too_many(exercise, answer)
    ideas = explained_row(exercise, [*written, *more], first) if is_explained else ()
    follows = followed(exercise, written, wanted, first)
    understood = sum(hit or follow for hit, follow in zip(hits, follows, strict=True))
    points = exercise.possible * understood // max(len(wanted) + len(more), 1)
    wrong = _wrong(exercise, written, more, first, sentences(ideas))
    passed = bool(wanted) and all(hits) and not more
    verdict = Verdict("table", passed, "".join(wrong[:1]), points, exercise.possible)
    known = foreseen_text(exercise, "\n".join(written))
    says = [_right_so_far(sum(hits), first, len(wanted))]
    says += [known or unread] if known or unread else wrong
    if any(follows):
        says.append(say("From there on you followed the rules."))
    parts = tuple(Part(say("Row {row}", row=row), hit) for row, hit in enumerate(hits, 1))
    return Grade(
        (verdict,),
        tuple(says),
        parts=parts,
        unread=bool(unread),
        ideas=names(ideas),
    )


def _right_so_far(right: int, first: int, size: int) -> str:
    """Return which rows are right: up to the first wrong one, if there are any before it."""
    if first == 1 < size:
        return say("Row 1 is right.")
    if first == 2 < size:
        return say("Rows 1 and 2 are right.")
    if 2 < first < size:
        return say("Rows 1 to {row} are right.", row=first)
    return say("{right} of {all} rows are right.", right=right, all=size)


def _wrong(
    exercise: Exercise, written: list[str], more: list[str], first: int, ideas: tuple[str, ...]
) -> list[str]:
    """Return what is wrong in the first wrong row, or with those behind the last."""
    wrong = []
    if first < len(written):
        ideas_there = [say("Row {row}: {says}", row=first + 1, says=idea) for idea in ideas]
        wrong += ideas_there or [say("Row {row} is not right yet.", row=first + 1)]
    if more:
        size = len(written)
        says = say_many(
            "{number} card runs here; your table has {rows} rows.",
            "{number} cards run here; your table has {rows} rows.",
            size,
            rows=size + len(more),
        )
        wrong.append(says)
        wrong += ideas if first == size else ()
    return wrong


def _outcome(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return the whole table, as it would be."""
    return "\n".join(_table(exercise, happens))


def _written(exercise: Exercise, answer: str) -> tuple[list[str], str]:
    """Return the rows of an answer as the table says them, and why the first unclear one is not."""
    rows = answer.splitlines()[: (size := len(_table(exercise)))]
    rows += [""] * (size - len(rows))
    unread = ""
    for place, row in enumerate(rows):
        try:
            rows[place] = read_row(exercise, row)
        except AnswerError as error:
            unread = unread or say("Row {row}: {says}", row=place + 1, says=error.says)
    return list(_as_skipped(exercise, rows)), unread


def _too_many(exercise: Exercise, answer: str) -> list[str]:
    """Return the rows that no card is for, as the table would say them if they can be read."""
    rows = answer.rstrip().splitlines()[len(_table(exercise)) :]
    for place, row in enumerate(rows):
        with suppress(AnswerError):
            rows[place] = read_row(exercise, row)
    return rows


def _as_skipped(exercise: Exercise, rows: Sequence[str]) -> Iterator[str]:
    """Yield the rows; for a card that does nothing, the place as it was means `skipped`, too."""
    stood: dict[str | None, str] = {}  # where each piece was said to be last
    for row, played in zip(rows, table_steps(exercise), strict=True):
        before = exercise.game.whereabouts(played.before, played.actor or exercise.player)
        stays = played.skipped and row in (before, stood.get(played.actor, before))
        if row not in ("", "skipped"):
            stood[played.actor] = row
        yield "skipped" if stays else row


def read_row(exercise: Exercise, text: str) -> str:
    """Return one row as the table says it. Raise `AnswerError`."""
    if not text.strip():
        return ""
    return "skipped" if skips(text) else read_prediction(exercise, exercise.starts[0], text)


def _table(exercise: Exercise, happens: Happens = attempt) -> list[str]:
    """Return the right table, a row for each step: `b1 east`, or `skipped`."""
    return [row_of(exercise, played) for played in table_steps(exercise, happens)]


def solution(exercise: Exercise) -> str:
    """Return the whole table."""
    return "\n".join(_table(exercise))


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on what is typed, or not given."""
    yield from typed_solution(exercise)
    yield from nothing_given(exercise)


def _wrong_row(exercise: Exercise, answer: str) -> str | None:
    """Return the number of the first row that is not right yet."""
    written, _ = _written(exercise, answer)
    pairs = enumerate(zip(written, _table(exercise), strict=True), 1)
    return next((str(row) for row, (mine, right) in pairs if mine != right), None)


def _row(exercise: Exercise, about: str) -> Hint:
    content = _table(exercise)[int(about) - 1]
    return Hint("row", say("Row {row}: {content}.", row=about, content=content), about)


def _whole_table(exercise: Exercise, about: str) -> Hint:
    return whole(exercise, about, say("The whole table:"), *_table(exercise))


TRACE = Kind(
    "trace",
    form=ROWS,
    judge=judge,
    flaws=flaws,
    ladder=(Rung("row", _row, _wrong_row), Rung("solution", _whole_table, stays=True)),
    solution=solution,
    explain=_explain,
    predicted_outcome=_outcome,
)
