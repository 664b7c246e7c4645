"""The next change to a wrong program, towards the cheapest or the nearest right program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from teachkit.core.language.instructions import (
    Bracket,
    If,
    Instruction,
    Node,
    Procedure,
    Repeat,
    branches,
    cards_in,
    nodes_in,
)
from teachkit.core.language.program import Program, places, with_card, with_rows
from teachkit.exercises.explaining import repairs
from teachkit.exercises.explaining.repairs import Change, head, near_miss, solvability
from teachkit.exercises.judging.grade import judged, right_so_far
from teachkit.exercises.judging.programs import changes
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import NOTHING, Found, TooLargeError

MOST_TRIED = 8  # the most beginnings searched for one hint, the longest first
MOST_CHANGES = 100  # the most changes that a learner is led through
# The changes that say which cards can stay.
KEEPING = ("lay", "inside", "routine", "if", "else", "back")


@lru_cache(maxsize=512)
def next_change(exercise: Exercise, program: Program) -> Change | None:
    """Return the next change towards a right program: correct a slip, add a card, or make a repair.

    A slip that would only show up later is corrected first, so that no hint contradicts an earlier
    one. Return `None` if the change is unknown.
    """
    following = next_card if exercise.kind.is_searched else next_repair
    if slip := _slip(exercise, program):
        return slip
    change = ahead = following(exercise, program)
    for _ in range(MOST_CHANGES if change and change.act in KEEPING else 0):
        if not ahead or ahead.act == "run":
            break
        if slip := _slip(exercise, ahead.program):
            return _at_once(slip, ahead.program, program) or change
        ahead = following(exercise, ahead.program)
    return change


def _at_once(slip: Change, there: Program, program: Program) -> Change | None:
    """Convert `slip`, a change to the program `there`, to the same change to `program`.

    Return `None` if the slip's card is not among the first cards that both programs share.
    """
    parts = repairs.first_difference(program, there)
    shared = parts[0].number - 1 if parts else 0
    if slip.number > shared:
        return None
    if slip.act == "turn":
        turned = program
        for number, card in enumerate(slip.program.instructions[:shared], 1):
            turned = with_card(turned, number, card)
        return slip._replace(program=turned)
    at = slip.number, head(slip.old)
    here = next(each for each in places(program) if (each.number, head(each.node)) == at)
    new = slip.new
    if isinstance(new, Bracket) and isinstance(here.node, Bracket):
        new = with_rows(new, *branches(here.node))
    return slip._replace(old=here.node, program=here.filled(*([new] if new else ())))


@lru_cache(maxsize=512)
def led_to(exercise: Exercise, program: Program) -> Program | None:
    """Return the right program reached by repeating `next_change`, or `None` if there is none.

    Hints about the whole solution show this program, so they agree with the next change.
    """
    for _ in range(MOST_CHANGES):
        change = next_change(exercise, program)
        if change is None or change.act == "run":
            return change and program
        program = change.program
    return None


@lru_cache(maxsize=512)
def _slip(exercise: Exercise, program: Program) -> Change | None:
    """Return the change that corrects the slip in `program`, or `None` if there is no slip.

    The change matches the sentence about the slip.
    """
    if solvability(exercise).works(program) or not (miss := near_miss(exercise, program)):
        return None
    shared = shared_cards(exercise, program)
    # The author may have foreseen this mistake, and say that the fault is elsewhere.
    return miss if shared in (None, miss.number - 1) else None


def shared_cards(exercise: Exercise, program: Program) -> int | None:
    """Count the leading cards that `program`, a foreseen mistake, shares with the solution.

    Return `None` if `program` was not foreseen, or if either program has brackets.
    """
    if not exercise.foreseen_program(program):
        return None
    solution = exercise.read(exercise.file.solution.answer)
    if not all(isinstance(node, Instruction) for node in (*program.body, *solution.body)):
        return None
    return right_so_far(program.body, solution.body)


# -- the next card -------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def next_card(exercise: Exercise, program: Program) -> Change | None:
    """Return the next change towards the cheapest program that begins like `program`.

    The change adds a card or a bracket, or removes the first one after which no solution is known.
    In a foreseen mistake, it removes the first card that differs from the author's solution. Return
    `None` if the change is unknown.
    """
    shared = shared_cards(exercise, program)
    if shared is not None and shared < len(program.body):
        return _away(exercise, program, shared)
    found = best(exercise, program)
    added = _added(program, found.program) if found else None
    return _inside(exercise, program, found) or added or _back(exercise, program)


@lru_cache(maxsize=1024)
def best(
    exercise: Exercise, after: Program = NOTHING, begun: Bracket | None = None
) -> Found | None:
    """Return the cheapest program that begins with `after` and is graded as right.

    If a bracket `begun` is passed, that bracket comes next, perhaps with more cards inside. Return
    `None` if there is no such program, or if a learner would have to wait too long for the search.
    """
    searched = puzzle(exercise) if exercise.kind.is_searched else None
    is_whole = all(any(branches(bracket)) for bracket, _, _ in after.brackets)
    if not searched or not is_whole or not (searched.deck.senses or par(exercise)):
        return None
    try:
        found = searched.way_on(after, begun)
    except TooLargeError:
        return None
    return found if found and judged(exercise, str(found.program)).solved else None


def _added(program: Program, whole: Program) -> Change:
    """Return the change that adds the first card or bracket of `whole` missing from `program`.

    A bracket is added without content. If nothing is missing, the act of the change is `run`. If
    there are loops inside a loop, the change names the loop to add to.
    """
    parts = repairs.first_difference(program, whole)
    if parts is None or not (piece := head(parts[1].node)):
        return Change("run", 0, None, None, program)
    here, ahead = parts
    act, last = repairs.act_at(ahead), Program(program.body[-1:])
    loops = [bracket for bracket, _, _ in last.brackets if not isinstance(bracket, If)]
    loop = here.around if act == "inside" and len(loops) > 1 else None
    return Change(act, here.number, loop, piece, here.filled(piece))


def _inside(exercise: Exercise, program: Program, found: Found | None) -> Change | None:
    """Return the change that adds a card inside the last bracket, or `None`.

    The result is also `None` if continuing after the bracket would cost no more.
    """
    if not program or isinstance(begun := program.body[-1], Instruction):
        return None
    whole = best(exercise, Program(program.body[:-1]), begun)
    if not whole or (found and found.cost <= whole.cost):
        return None
    return _added(program, whole.program)


def _back(exercise: Exercise, program: Program) -> Change | None:
    """Return the change that removes the first card or bracket after which no solution is found.

    Return `None` if there is no such change.
    """
    shorter = range(len(program.body) - 1, -1, -1)
    tried = dict.fromkeys((*shorter[:MOST_TRIED], *shorter[-1:]))
    kept = next((cards for cards in tried if best(exercise, Program(program.body[:cards]))), None)
    if kept is None:
        return None
    return _back_inside(exercise, program, kept) or _away(exercise, program, kept)


def _back_inside(exercise: Exercise, program: Program, kept: int) -> Change | None:
    """Return the change that removes the first wrong card in bracket `kept`, or `None`.

    The bracket is the last one, or a routine, which may lack its first card instead.
    """
    before, last = Program(program.body[:kept]), program.body[kept]
    is_routine = isinstance(last, Procedure)
    if isinstance(last, Instruction | If) or not (is_routine or last is program.body[-1]):
        return None
    if is_routine and not any(branches(last)):
        whole = best(exercise, before, last)
        return _added(program, whole.program) if whole else None
    inside = [place for place in places(program) if place.around is last and place.node]
    for place in reversed(inside):
        shorter = with_rows(last, place.row[: place.at])
        if (place.at or is_routine) and best(exercise, before, shorter):
            return Change("back", place.number, place.node, None, place.filled())
    return None


def _away(exercise: Exercise, program: Program, kept: int) -> Change | None:
    """Return the change that removes the node at index `kept`; `None` if it is fixed or called."""
    place, piece = [*places(program, into=())][kept], program.body[kept]
    called = isinstance(piece, Procedure) and Instruction(piece.name) in program.instructions
    fixed = exercise.file.fixed
    if called or any(place.number <= card < place.number + cards_in(piece) for card in fixed):
        return None
    return Change("back", place.number, piece, None, place.filled())


# -- the next change of a repair -----------------------------------------------------------------


@lru_cache(maxsize=512)
def next_repair(exercise: Exercise, program: Program) -> Change | None:
    """Return the next change towards the nearest right program, or `None`."""
    right = program if judged(exercise, str(program)).solved else nearest(exercise, program)
    if right is None:
        return None
    if right == program:
        return Change("run", 0, None, None, program)
    made = repairs.changes_of(exercise, program)
    return min(made, key=lambda each: _how_far(each.program, right), default=None)


def _how_far(program: Program, right: Program) -> tuple[int, int]:
    """Return a sort key for `program`; the more `program` is like `right`, the smaller the key."""
    return _distance(program.body, right.body), -right_so_far(program.body, right.body)


@lru_cache(maxsize=512)
def nearest(exercise: Exercise, program: Program) -> Program | None:
    """Return the right program that is nearest to `program`, within the allowed changes.

    Return the author's program if none is nearer, if it begins with `program`, or if a search is
    impossible or would take too long.
    """
    known = exercise.read(exercise.file.solution.answer)
    goes_on = program and known.body[: len(program.body)] == program.body
    searched = None if goes_on else puzzle(exercise)
    if not searched or not known:
        return known or None
    try:
        found = searched.mending.nearest(program, changes(program, known) - 1)
    except TooLargeError:
        return known
    return found if found and judged(exercise, str(found)).solved else known


def _distance(one: Sequence[Node], other: Sequence[Node]) -> int:
    """Return the smallest number of changes that turn the row `one` into `other`.

    A change adds, removes or replaces one card or one loop; the cards inside a loop count
    separately.
    """
    sizes = [*map(_size, other)]
    row = [0, *accumulate(sizes)]
    for mine in one:
        size = _size(mine)
        found = [row[0] + size]
        for place, theirs in enumerate(other):
            out, put_in = row[place + 1] + size, found[-1] + sizes[place]
            found.append(min(out, put_in, row[place] + _exchanged(mine, theirs)))
        row = found
    return row[-1]


def _size(node: Node) -> int:
    return len([*nodes_in((node,))])


def _exchanged(one: Node, other: Node) -> int:
    if type(one) is type(other) and isinstance(one, Repeat | Procedure | Instruction):
        inside = zip(branches(one), branches(other), strict=True)
        return (head(one) != head(other)) + sum(_distance(*rows) for rows in inside)
    return 0 if one == other else _size(one) + _size(other)
