"""Judge programs by the cards that they use, and by their effects on all starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress

from teachkit.core.game.game import Edited, Editing, EditOption, Problem
from teachkit.core.language.instructions import routine_faults
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.flow import called
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.judging.checks import CAUTIONS, SHAPES, complaint_about
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.model.exercise import Attempt, Exercise, Happens
from teachkit.exercises.model.file import CheckLine
from teachkit.exercises.model.verdict import Grade, Verdict
from teachkit.play.search import bracket_name, first_row, next_row
from teachkit.words import say, say_many

# -- allowed programs ----------------------------------------------------------------------------


def problems(exercise: Exercise, program: Program) -> list[Problem]:
    """Return the reasons why a program is not allowed: the rules' first, then the exercise's."""
    if not isinstance(program, Lanes):
        return _of_one(exercise, exercise.player, program)
    return [
        Problem(card, say("{actor}: {says}", actor=called(name), says=says))
        for name, lane in program.lanes  # every piece has a hand of its own
        for card, says in (_of_one(exercise, name, lane) if lane else ())
    ]


def _of_one(exercise: Exercise, player: str, program: Program) -> list[Problem]:
    by_rules = exercise.game.problems(exercise.starts[0].state, player, program)
    too_many = beyond_limits(exercise, _named_cards(program))
    wrong = routine_faults(program.body, exercise.game.instructions)
    found = (*by_rules, *too_many, *(Problem(fault.card, fault.says) for fault in wrong))
    return [*found, *_wrongly_changed(exercise, program)]


def beyond_limits(exercise: Exercise, cards: Iterable[tuple[int, str]]) -> Iterator[Problem]:
    """Yield a problem for each card that the exercise does not offer, or that is used too often.

    `cards` are pairs of a card's number in the program and its name.
    """
    if not exercise.cards:
        return
    used: Counter[str] = Counter()
    for number, name in cards:
        used[name] += 1
        limit = exercise.cards.get(name, 0)
        if limit == 0:
            yield Problem(number, say('There is no "{name}" card in your hand.', name=name))
        elif limit is not None and used[name] > limit:
            says = say_many(
                'Your hand has only {number} "{name}" card.',
                'Your hand has only {number} "{name}" cards.',
                limit,
                name=name,
            )
            yield Problem(number, says)


def _named_cards(program: Program) -> Iterator[tuple[int, str]]:
    for number, card in enumerate(program.instructions, 1):
        if card.name not in program.procedures:
            yield number, card.name
    for bracket, first, _ in program.brackets:
        yield first, bracket_name(bracket)


def _wrongly_changed(exercise: Exercise, program: Program) -> Iterator[Problem]:
    """Yield a problem for each fixed card that is lost or moved, and one for too many changes."""
    # Cards may be inserted around fixed ones, which keep their order.
    left = iter(program.instructions)
    for card in exercise.file.fixed:
        if exercise.given.instructions[card - 1] not in left:
            yield Problem(card, say("Card {card} is locked. Leave it as it was.", card=card))
    most = exercise.file.changes
    if most is not None and (changed := changes(exercise.given, program)) > most:
        says = say_many(
            "Change only {number} card; you changed {changed}.",
            "Change only {number} cards; you changed {changed}.",
            most,
            changed=changed,
        )
        yield Problem(None, says)


def changes(before: Program, after: Program) -> int:
    """Count the cards to insert, remove or replace to turn the program `before` into `after`."""
    one, other = words_of(before), words_of(after)
    row = first_row(other)
    for word in one:
        row = next_row(row, other, word)
    return row[-1]


def words_of(program: Program) -> tuple[str, ...]:
    """Split a program into the words that `changes` compares.

    A card and its arguments are one word. The name of a loop is a separate word, so replacing `2x`
    by `3x` is one change. Each word or bracket of a condition is separate too.

    >>> words_of(Program.read("shove left, if not blocked(forward)"))
    ('shove left', 'if', 'not', 'blocked', '(', 'forward', ')')
    """
    parts = str(program).replace("(", " (,").replace(")", ",),").split(",")
    rows = (part.split() if part.endswith("(") else [part.strip()] for part in parts)
    return tuple(word for row in rows for word in row if word)


# -- rows that are edited ------------------------------------------------------------------------


def editing_of(exercise: Exercise) -> Editing:
    """Return the editing functions of the exercise's game."""
    assert exercise.game.editing  # otherwise its file would have been rejected
    return exercise.game.editing


def edited(exercise: Exercise, edits: Sequence[str]) -> Edited:
    """Apply `edits` to the exercise's given row, and return the result.

    Raise `TeachkitError` if an edit is invalid.
    """
    state = exercise.starts[0].state
    after = editing_of(exercise).edited(state, exercise.given, edits)
    for problem in beyond_limits(exercise, enumerate(after.laid, 1)):
        raise ProgramError(problem.says)
    return after


def next_rows(exercise: Exercise, edits: Sequence[str]) -> Iterator[tuple[EditOption, Edited]]:
    """Yield pairs of a possible next edit after `edits` and the row that results from it.

    Edits that need more cards than the exercise offers are left out.
    """
    state, offered = exercise.starts[0].state, exercise.cards
    for way in editing_of(exercise).next_edits(state, exercise.given, edits):
        if not offered or not way.card or offered.get(way.card, 0) != 0:
            with suppress(TeachkitError):
                yield way, edited(exercise, (*edits, way.text))


# -- effects of programs -------------------------------------------------------------------------


def judge_program(exercise: Exercise, program: Program, mistake: str = "") -> Grade:
    """Run a program on all starts, and return its grade.

    `mistake` is the author's sentence for this program, if any.
    """
    attempts = [attempt(exercise, program, start) for start in exercise.starts]
    return judge(exercise.checks, attempts, mistake, smallest_first(exercise, attempts))


def works_as(exercise: Exercise, program: Program, happens: Happens) -> bool:
    """Return whether a program would get a full score if programs ran as `happens` says.

    The program runs from each start in turn, up to the first on which it fails.
    """
    runs = (happens(exercise, program, start) for start in exercise.starts)
    return all(judge(exercise.checks, [run]).solved for run in runs)


def smallest_first(exercise: Exercise, attempts: Sequence[Attempt]) -> list[int]:
    """Return the indices of the starts, in the order in which their failures should be shown.

    Shown starts come before hidden ones, then starts with fewer steps, then those with a shorter
    board text. Ties stay in the order of the exercise.
    """

    def size(place: int) -> tuple[bool, int, int]:
        tried, start = attempts[place], exercise.starts[place]
        return start.hidden, len(played_steps(tried.trace)), len(str(start.state))

    places = range(len(attempts))
    return sorted(places, key=size) if len(places) > 1 else list(places)


def judge(
    checks: tuple[CheckLine, ...],
    attempts: Sequence[Attempt],
    mistake: str = "",
    order: Sequence[int] = (),
) -> Grade:
    """Grade one program's attempts on all starts. A check passes if it passes on every start.

    Checks on how a program is built count only if the program works, and checks that it passes by
    doing nothing count only if it passes the rest. The sentences are about the
    first start in `order` on which a check fails.
    """
    complaints = [[complaint_about(each, line) or "" for each in attempts] for line in checks]
    order = order or range(len(attempts))
    failed = next((place for place in order if any(row[place] for row in complaints)), None)
    first = (next((row[place] for place in order if row[place]), "") for row in complaints)
    shown = list(zip(checks, first, strict=True))
    failing = {line.check for line, says in shown if says} - SHAPES.keys()
    verdicts = tuple(_verdict(line, says, failing) for line, says in shown)
    board = failed if any(len({*row}) > 1 for row in complaints) else None
    how_far = () if failed is None else _how_far(checks, complaints, failed)
    return Grade(verdicts, _feedback(verdicts, board, how_far, mistake), failed)


def _verdict(line: CheckLine, says: str, failing: Set[str]) -> Verdict:
    """Return the verdict on one check; `failing` names the failed checks of what happens."""
    first = failing if line.check in SHAPES else failing - CAUTIONS
    counts = not says and not (first and line.check in {*SHAPES, *CAUTIONS})
    return Verdict(line.check, counts, says, line.points if counts else 0, line.points)


def _missing(verdict: Verdict) -> str:
    """Return the complaint of `verdict`, after the number of points that it costs."""
    return say_many(
        "{number} more point: {says}",
        "{number} more points: {says}",
        verdict.possible,
        says=verdict.says,
    )


def _how_far(
    checks: tuple[CheckLine, ...], complaints: Sequence[Sequence[str]], failed: int
) -> Iterator[str]:
    """Yield a sentence that says on how many boards the program works, if it works on any.

    An exercise may use the same check several times. If there is only one board, the sentence says
    how many of the checks with the same name as the first failed one have passed. `failed` is the
    index of the first board that failed.
    """
    pairs = list(zip(checks, complaints, strict=True))
    asked = [row for line, row in pairs if line.check not in SHAPES]
    boards = len(complaints[0])
    if 0 < (work := sum(not any(row[place] for row in asked) for place in range(boards))) < boards:
        yield say("Your program works on {number} of {boards} boards.", number=work, boards=boards)
    first = next(line.check for line, row in pairs if row[failed])
    alike = [row for line, row in pairs if line.check == first]
    if boards == 1 and (done := sum(not row[failed] for row in alike)):
        yield say("Done so far: {done} of {number}.", done=done, number=len(alike))


def _feedback(
    verdicts: tuple[Verdict, ...], board: int | None, how_far: Iterable[str], mistake: str
) -> tuple[str, ...]:
    """Return the sentences for the learner.

    The first sentence gives the progress, `how_far`, and the first complaint; if `board`, the index
    of a board, is passed, it names that board. Next comes `mistake`, the author's sentence, and
    then the other complaints. If some points were earned, a complaint names the points it costs.
    """
    if all(verdict.passed for verdict in verdicts):
        return (say("It works: everything is as it should be."),)
    is_part = any(verdict.points for verdict in verdicts)
    failed = [verdict for verdict in verdicts if verdict.says]
    says = (_missing(each) if is_part and each.possible else each.says for each in failed)
    first, *others = dict.fromkeys(says)
    if all(verdict.passed for verdict in verdicts if verdict.check not in SHAPES):
        how_far = (say("It works."),)
    if board is not None:
        first = say("Board {number}: {says}", number=board + 1, says=first)
    return tuple(filter(None, (" ".join((*how_far, first)), mistake, *others)))
