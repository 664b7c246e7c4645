"""Kinds `predict` and `trace`, in which learners predict the effects of the given program.

In a `predict` exercise, learners say where the piece ends, or where it is after the round that
the file names in `after`; each attempt is about a different start. In a `trace` exercise, they act
as the computer and write down the result of each step. The table has a line for each card that a
piece in the file's `whose` runs, by default the learner's piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from teachkit.core.game.whereabouts import SKIPPED, Numbers, Part, skips
from teachkit.errors import AnswerError
from teachkit.exercises.explaining.explain import (
    difference_from_run,
    explain_in_words,
    place_of_other,
)
from teachkit.exercises.explaining.hints import answer_hint
from teachkit.exercises.judging.grade import all_or_nothing, judged, right_so_far
from teachkit.exercises.judging.program_runs import (
    asked_run,
    attempt,
    board_of,
    compared,
    played_steps,
    table_steps,
)
from teachkit.exercises.kinds.cards import nothing_given
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens, Hint, Kind, Rung, Start
from teachkit.exercises.model.forms import PREDICTION, ROWS
from teachkit.exercises.model.verdict import Grade, Remark, Verdict
from teachkit.exercises.running.results import Execute
from teachkit.words import say, say_many, spoken_fact

# -- predict -------------------------------------------------------------------------------------


def _judge_prediction(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade a prediction by comparing it with a run of the given program.

    An answer can name the start to run from: `2: b4 north` is about the second start.
    """
    try:
        board, start, said = _read(exercise, answer)
    except AnswerError as error:
        return replace(all_or_nothing(exercise, answer, False, error.says), unread=True)
    seen = compared(asked_run(exercise, start), said)
    right = all(part.right for part in seen.parts)
    wrong = seen.says or say("It does not end there. Step through the program one card at a time.")
    return replace(all_or_nothing(exercise, board + said, right, wrong), parts=seen.parts)


def _explain_prediction(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return `grade` with sentences about the misreadings behind a wrong prediction.

    If the prediction was true earlier in the run, another sentence says when.
    """
    board, start, said = _read(exercise, answer)
    tried, asked = asked_run(exercise, start), (board or "1: ") + said
    found, other = diagnosis.single_misreadings(exercise, asked), ""
    if not found and not (other := place_of_other(tried, said)):
        found = diagnosis.paired_misreadings(exercise, asked)
    when = difference_from_run(tried, said)
    wrong = compared(tried, said).says, other, *diagnosis.sentences(found), when
    return explain_in_words(exercise, board + said, grade, found, *wrong)


def _read(exercise: Exercise, answer: str) -> tuple[str, Start, str]:
    """Split an answer into the board that it names, the start of that board, and the prediction.

    The board is written like `2: `; it is "" if the answer names none, and then the first start is
    used. Raise `AnswerError` if the board does not exist, or the prediction cannot be understood.
    """
    number, words = board_of(answer)
    if number is None or 1 <= number <= len(exercise.starts):
        start = exercise.starts[(number or 1) - 1]
        named = f"{number}: " if number else ""
        return named, start, exercise.game.predictions(start.state).read(words)
    first = exercise.starts[0]
    example = f"1: {exercise.game.whereabouts(first.state, exercise.player)}"
    facts = {"board": number, "example": example}
    raise AnswerError(say('There is no board {board}. For example, write "{example}".', **facts))


def _outcome_of_prediction(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return the prediction that would be right if programs ran as `happens` says.

    The result is written like `2: b4 north`; it is "" if `answer` names a board that does not
    exist.
    """
    board = _board(exercise, answer)
    return f"{board}: {_place(exercise, board, happens)}" if board else ""


def _board(exercise: Exercise, answer: str) -> str | None:
    """Return the number of the board that `answer` names, as text, by default `1`.

    Return `None` if there is no such board.
    """
    board = board_of(answer)[0] or 1
    return str(board) if board <= len(exercise.starts) else None


def _asked_run(exercise: Exercise, board: str, happens: Happens = attempt) -> Attempt:
    """Return the run on `board`, up to the moment that the exercise asks about."""
    return asked_run(exercise, exercise.starts[int(board) - 1], happens)


def _place(exercise: Exercise, board: str = "1", happens: Happens = attempt) -> str:
    """Return the piece's place on `board` at the moment that the exercise asks about."""
    return _asked_run(exercise, board, happens).place


def _flaws_of_prediction(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks if `after` is beyond the last round, or a right prediction is rejected.

    `after` is the round after which the file asks for the piece's place.
    """
    last = _asked_run(exercise, "1").trace.last_round
    if (after := exercise.file.after) > last:
        facts = {"after": after, "last": last}
        yield Remark("after", say("after = {after}, but the run ends with round {last}.", **facts))
    for number in range(2, len(exercise.starts) + 1):
        answer = f"{number}: {_place(exercise, str(number))}"
        if not judged(exercise, answer).solved:
            says = say("The right prediction for board {number} is not accepted.", number=number)
            yield Remark("starts", says)


def _before(exercise: Exercise, board: str) -> Hint | None:
    """Return a hint with the piece's place before its last card, or `None` if only one card ran."""
    steps = played_steps(_asked_run(exercise, board).trace)
    if len(steps) < 2:
        return None
    place = exercise.game.whereabouts(steps[-1].before, exercise.player)
    return Hint("before", say("Before the last card: {place}.", place=place), board)


def _end(exercise: Exercise, board: str) -> Hint:
    place = _place(exercise, board)
    says = say("It ends like this: {place}.", place=place)
    if exercise.file.after:
        says = say("At that moment: {place}.", place=place)
    return answer_hint(exercise, board, says)


PREDICT = Kind(
    "predict",
    form=PREDICTION,
    judge=_judge_prediction,
    flaws=(nothing_given, _flaws_of_prediction),
    ladder=(Rung("before", _before, _board), Rung("solution", _end, _board)),
    solution=_place,
    explain=_explain_prediction,
    predicted_outcome=_outcome_of_prediction,
    fits_codes=True,
    keys=("after",),
    minutes=2,
)
"""The kind in which learners predict where a program ends."""

# -- trace ---------------------------------------------------------------------------------------


def _judge_table(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Grade a trace table. Its rows share the points, rounded down; an extra row counts as wrong.

    A row that follows by the rules from a wrong row above it earns points too.
    """
    return _graded(exercise, answer)


def _explain_table(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade of a table, with the misreadings that explain the first wrong row."""
    return _graded(exercise, answer, is_explained=True)


def _graded(exercise: Exercise, answer: str, is_explained: bool = False) -> Grade:
    wanted = _table(exercise)
    rows, unread = _written(exercise, answer)
    written, more = rows[: len(wanted)], rows[len(wanted) :]
    hits = [mine == right for mine, right in zip(written, wanted, strict=True)]
    first = right_so_far(written, wanted)
    found = diagnosis.explained_row(exercise, rows, first) if is_explained else ()
    follows = diagnosis.followed(exercise, written, wanted, first)
    understood = sum(hit or follow for hit, follow in zip(hits, follows, strict=True))
    points = exercise.possible * understood // max(len(rows), 1)
    wrong = _wrong(written, more, first, diagnosis.sentences(found))
    passed = bool(wanted) and all(hits) and not more
    verdict = Verdict("table", passed, "".join(wrong[:1]), points, exercise.possible)
    known = exercise.foreseen_text("\n".join(written))
    says = [_right_so_far(sum(hits), first, len(wanted))]
    says += [known or unread] if known or unread else wrong
    if any(follows):
        says.append(say("After that, you followed the rules."))
    parts = tuple(Part(say("Line {row}", row=row), hit) for row, hit in enumerate(hits, 1))
    ideas = diagnosis.names(found)
    return Grade((verdict,), tuple(says), parts=parts, unread=bool(unread), ideas=ideas)


def _right_so_far(right: int, first: int, size: int) -> str:
    """Return a sentence that says which rows of a table with `size` rows are right so far.

    `first` is the number of rows before the first wrong one. If that is none or all of them, the
    sentence says instead that `right` of the rows are right.
    """
    if first == 1 < size:
        return say("Line 1 is right.")
    if first == 2 < size:
        return say("Lines 1 and 2 are right.")
    if 2 < first < size:
        return say("Lines 1 to {row} are right.", row=first)
    return say_many(
        "{right} of {number} line is right.",
        "{right} of {number} lines are right.",
        size,
        right=right,
    )


def _wrong(written: list[str], more: list[str], first: int, why: tuple[str, ...]) -> list[str]:
    """Return sentences about the first wrong row, explained by `why`, and about extra rows."""
    wrong = []
    if first < len(written):
        explained = [say("Line {row}: {says}", row=first + 1, says=each) for each in why]
        wrong += explained or [say("Line {row} is not right yet.", row=first + 1)]
    if more:
        size = len(written)
        says = say_many(
            "This table needs {number} line, not {rows}.",
            "This table needs {number} lines, not {rows}.",
            size,
            rows=size + len(more),
        )
        wrong.append(says)
        wrong += why if first == size else ()
    return wrong


def _written(exercise: Exercise, answer: str) -> tuple[list[str], str]:
    """Return the rows of `answer` in the table's notation, and a sentence about a reading error.

    The sentence is about the first row that cannot be read; it is "" if all rows can be read.
    Errors in rows beyond the table's end are ignored.
    """
    rows, size = _rows_in(exercise, answer), len(_table(exercise))
    rows += [""] * (size - len(rows))
    unread = ""
    for place, row in enumerate(rows):
        try:
            rows[place] = read_row(exercise, row)
        except AnswerError as error:
            if not unread and place < size:
                unread = say("Line {row}: {says}", row=place + 1, says=error.says)
    return [*_as_skipped(exercise, rows[:size]), *rows[size:]], unread


def _rows_in(exercise: Exercise, answer: str) -> list[str]:
    """Split an answer into rows. If all rows are numbered (`1: b1 east`), sort them by number.

    In a table of numbers, all rows may be on one line, separated by commas or semicolons.
    """
    rows = answer.rstrip().splitlines()
    written = [row for row in rows if row.strip()]
    if len(rows) > len(_table(exercise)) == len(written):
        rows = written  # empty lines only separate rows
    number = _NUMBERED_PLACE
    if isinstance(exercise.game.predictions(exercise.starts[0].state), Numbers):
        number = _NUMBERED
        rows = re.split("[,;]", answer.rstrip(" ,;\n")) if len(rows) == 1 else rows
    found = [(row, number.match(row)) for row in rows if row.strip()]
    numbered = {int(number[1]): row[number.end() :] for row, number in found if number}
    if not numbered or len(numbered) < len(found):
        return rows
    return [numbered.get(number, "") for number in range(1, max(numbered) + 1)]


_NUMBERED_PLACE = re.compile(
    r"[\s|(]*(?:[^\W\d_]{3,}\s+)?([1-9]\d?)(?:\s*[|.:,)–-])?\s*(?=[^\W\d]|-\s*$)"
)
"""The number before a row with a place, such as `1 b3 south` or `(2) skipped`."""
_NUMBERED = re.compile(r"\s*(?:[^\W\d_]{3,}\s+)?([1-9]\d?)\s*(?:[:)]|\.(?!\d))\s*(?=\S)")
"""The number before a row, such as `1.`, `2)` or `Line 3:`, but not the square in `b1: north`."""


def _as_skipped(exercise: Exercise, rows: Sequence[str]) -> Iterator[str]:
    """Yield `rows`, with `skipped` where the row for a skipped card repeats the last place."""
    last: dict[str | None, str] = {}  # the last place written for each piece
    for row, played in zip(rows, table_steps(exercise), strict=True):
        before = exercise.game.whereabouts(played.before, played.actor or exercise.player)
        stays = played.skipped and row in (before, last.get(played.actor, before))
        if row not in ("", SKIPPED):
            last[played.actor] = row
        yield SKIPPED if stays else row


def read_row(exercise: Exercise, text: str) -> str:
    """Return `text` as a row in the table's notation. Raise `AnswerError` if it is unclear."""
    if not text.strip():
        return ""
    predictions = exercise.game.predictions(exercise.starts[0].state)
    return SKIPPED if skips(text) else predictions.read(text)


def _table(exercise: Exercise, happens: Happens = attempt) -> list[str]:
    """Return the rows of the right table, one for each step: `b1 east`, or `skipped`."""
    return [diagnosis.row_of(exercise, played) for played in table_steps(exercise, happens)]


def _whole_table(exercise: Exercise, happens: Happens = attempt, answer: str = "") -> str:
    """Return the right table as text, one row on each line."""
    return "\n".join(_table(exercise, happens))


def _wrong_row(exercise: Exercise, answer: str) -> str | None:
    """Return the number of the first wrong row as text, or `None` if all rows are right."""
    written, wanted = _written(exercise, answer)[0], _table(exercise)
    first = right_so_far(written, wanted)
    return str(first + 1) if first < len(wanted) else None


def _row(exercise: Exercise, about: str) -> Hint:
    content = _table(exercise)[int(about) - 1]
    return Hint("row", say("Line {row}: {content}.", row=about, content=content), about)


def _table_hint(exercise: Exercise, about: str) -> Hint:
    rows = map(str, map(spoken_fact, _table(exercise)))
    return answer_hint(exercise, about, say("The whole table:"), *rows)


TRACE = Kind(
    "trace",
    form=ROWS,
    judge=_judge_table,
    flaws=(nothing_given,),
    ladder=(Rung("row", _row, _wrong_row), Rung("solution", _table_hint, stays=True)),
    solution=_whole_table,
    explain=_explain_table,
    predicted_outcome=_whole_table,
    keys=("after", "whose"),
    minutes=3,
)
"""The kind in which learners write down the result of each step of a program."""
