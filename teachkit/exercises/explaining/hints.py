"""Hints for exercises whose answer is a row of cards, from the next card to the solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

from teachkit.core.language.nodes import Bracket, If, Instruction, Node, Repeat, branches, cards_in
from teachkit.core.language.program import Program, places, with_rows
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Shuffle
from teachkit.errors import ProgramError
from teachkit.exercises.explaining.faults import fault_in, sentence_of, shared_cards
from teachkit.exercises.explaining.ways import Change, changes_of, ways
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.programs import changes, words_of
from teachkit.exercises.model.exercise import Exercise, Hint, Rung
from teachkit.exercises.solving.par import par
from teachkit.exercises.solving.puzzle import deck, puzzle
from teachkit.play.search import Bounds, Found, TooLargeError
from teachkit.words import say, translate

MOST_TRIED = 8  # beginnings searched for one hint, the longest first
SHUFFLES = 20  # if this many orders are all right, the exercise is not about the order
_NOTHING = Program()

# -- the next card -------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def next_card(exercise: Exercise, program: Program) -> Change | None:
    """Return the next change towards the cheapest program that begins like this one.

    It adds a piece, or removes the first piece after which no solution is known; for a foreseen
    mistake, the piece that the author means. Returns `None` if it is unknown.
    """
    shared = shared_cards(exercise, program)
    if shared is not None and shared < len(program.body):
        return _away(exercise, program, shared)
    found = best(exercise, program)
    return (
        _inside(exercise, program, found)
        or (_lay(program, found.program) if found else None)
        or _take(exercise, program)
    )


@lru_cache(maxsize=1024)
def best(
    exercise: Exercise, after: Program = _NOTHING, begun: Bracket | None = None
) -> Found | None:
    """Return the cheapest program that begins like this and is graded as right.

    A bracket that is `begun` comes next, with its content and perhaps more. Returns `None` if there
    is no such program, or if the search takes too long for a learner.
    """
    searched = puzzle(exercise) if exercise.kind.is_searched else None
    if not searched or not _is_whole(after) or not (searched.deck.senses or par(exercise)):
        return None
    try:
        found = searched.way_on(after, begun)
    except TooLargeError:
        return None
    return found if found and judged(exercise, str(found.program)).solved else None


def _is_whole(program: Program) -> bool:
    """Return whether no bracket is empty."""
    return all(any(branches(bracket)) for bracket, _, _ in program.brackets)


def _lay(program: Program, whole: Program) -> Change:
    """Return the change that adds the first missing piece; of a bracket only the bracket itself."""
    number = len(program.instructions) + 1
    missing = whole.body[len(program.body) :]
    if not missing:
        return Change("run", number, None, None, program)
    piece = _head(missing[0])
    return Change("lay", number, None, piece, program + Program((piece,)))


def _inside(exercise: Exercise, program: Program, found: Found | None) -> Change | None:
    """Return the change that adds a card to the last bracket, if a cheapest program has more."""
    if not program or isinstance(begun := program.body[-1], Instruction):
        return None
    before = Program(program.body[:-1])
    whole = best(exercise, before, begun)
    if not whole or (found and found.cost <= whole.cost):
        return None
    act, piece, node = _filled(begun, whole.program.body[len(before.body)])
    number = len(program.instructions) + 1
    return Change(act, number, None, piece, before + Program((node,)))


def _filled(begun: Bracket, meant: Node) -> tuple[str, Node, Bracket]:
    """Return where the next piece goes in a bracket, the piece, and the bracket with it.

    It may go into a nested bracket.
    """
    rows = list(branches(begun))
    for place, row in enumerate(rows):
        wanted = branches(meant)[place]
        if row and not isinstance(row[-1], Instruction) and row[-1] != wanted[len(row) - 1]:
            act, piece, inner = _filled(row[-1], wanted[len(row) - 1])
            rows[place] = (*row[:-1], inner)
            return act, piece, with_rows(begun, *rows)
        if len(wanted) > len(row):
            piece = _head(wanted[len(row)])
            rows[place] = (*row, piece)
            act = "else" if place else "if" if isinstance(begun, If) else "inside"
            return act, piece, with_rows(begun, *rows)
    raise AssertionError


def _head(piece: Node) -> Node:
    """Return a card as it is first placed: a bracket without content."""
    return piece if isinstance(piece, Instruction) else with_rows(piece)


def _take(exercise: Exercise, program: Program) -> Change | None:
    """Return the change that removes the piece after the longest beginning of a solution."""
    shorter = range(len(program.body) - 1, -1, -1)
    tried = dict.fromkeys((*shorter[:MOST_TRIED], *shorter[-1:]))
    kept = next((cards for cards in tried if best(exercise, Program(program.body[:cards]))), None)
    return None if kept is None else _away(exercise, program, kept)


def _away(exercise: Exercise, program: Program, kept: int) -> Change | None:
    """Return the change that removes the piece after these pieces, unless it is fixed."""
    cards = cards_in(*program.body[:kept])
    piece = program.body[kept]
    if any(cards < card <= cards + cards_in(piece) for card in exercise.file.fixed):
        return None
    rest = Program(program.body[:kept] + program.body[kept + 1 :])
    return Change("take", cards + 1, piece, None, rest)


# -- the next change of a repair -----------------------------------------------------------------


@lru_cache(maxsize=512)
def mended(exercise: Exercise, program: Program) -> Change | None:
    """Return the next change on the way to the nearest right program, or `None`."""
    right = nearest(exercise, program)
    if right is None:
        return None
    if right == program:
        return Change("run", 0, None, None, program)
    made = changes_of(exercise, program)
    return min(made, key=lambda each: _how_far(each.program, right), default=None)


def _how_far(program: Program, right: Program) -> tuple[int, int]:
    """Return a sort key: the number of changes left; among equals, right beginnings come first."""
    pairs = zip(program.body, right.body, strict=False)
    begun = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return _distance(program.body, right.body), -begun


@lru_cache(maxsize=512)
def nearest(exercise: Exercise, program: Program) -> Program | None:
    """Return the right program nearest to this one, within the changes allowed.

    It is the author's if none is nearer, if it continues this one, or if a search takes too long.
    """
    known = exercise.read(exercise.file.solution.answer)
    goes_on = program and known.body[: len(program.body)] == program.body
    searched = None if goes_on else puzzle(exercise)
    if not searched or not known:
        return known or None
    fixed = tuple(exercise.given.instructions[card - 1] for card in exercise.file.fixed)
    bounds = Bounds(words_of(exercise.given), exercise.file.changes, fixed)
    try:
        found = searched.mending(words_of, bounds).nearest(program, changes(program, known) - 1)
    except TooLargeError:
        return known
    return found if found and judged(exercise, str(found)).solved else known


def _distance(one: Sequence[Node], other: Sequence[Node]) -> int:
    """Return the number of single changes between two rows, each of one card or one loop alone."""
    row = [sum(map(_size, other[:place])) for place in range(len(other) + 1)]
    for mine in one:
        found = [row[0] + _size(mine)]
        for place, theirs in enumerate(other):
            out, put_in = row[place + 1] + _size(mine), found[-1] + _size(theirs)
            found.append(min(out, put_in, row[place] + _exchanged(mine, theirs)))
        row = found
    return row[-1]


def _size(node: Node) -> int:
    return Program((node,)).cost


def _exchanged(one: Node, other: Node) -> int:
    if isinstance(one, Repeat) and isinstance(other, Repeat):
        return (one.times != other.times) + _distance(one.body, other.body)
    if isinstance(one, Instruction) and isinstance(other, Instruction):
        return int(one != other)
    return 0 if one == other else _size(one) + _size(other)


# -- rungs ---------------------------------------------------------------------------------------

LAYING = {
    "run": "Nothing is missing. Run it.",
    "lay first": 'Begin with "{card}".',
    "lay": 'Keep what you have; lay "{card}" next.',
    "inside": 'Keep what you have; lay "{card}" next, inside the loop.',
    "if": 'Keep what you have; lay "{card}" next, inside the "{act}".',
    "else": 'Keep what you have; lay "{card}" next, inside the "{act}".',
    "take first": "It takes another beginning; take card {number} away.",
    "take": "Up to card {before} it can still work; take card {number} away.",
    "take bracket first": 'It takes another beginning; take "{old}" away.',
    "take bracket": 'Up to card {before} it can still work; take "{old}" away.',
}
"""Sentences for the next card."""

REPAIRING = {
    "run": LAYING["run"],
    "lay first": LAYING["lay first"],
    "lay": LAYING["lay"],
    "inside bracket": 'Lay "{card}" at the end of "{old}", inside.',
    "put": 'Lay "{card}" before card {number}.',
    "put bracket": 'Lay "{card}" before "{old}".',
    "exchange": 'Exchange card {number} for "{card}".',
    "exchange bracket": 'Exchange the loop of "{old}" for "{card}".',
    "take": "Take card {number} away.",
    "take bracket": 'Take "{old}" away.',
}
"""Sentences for the next change of a repair."""


def _says(change: Change, sentences: Mapping[str, str]) -> str:
    """Return the sentence for a change."""
    is_bracket = change.old is not None and not isinstance(change.old, Instruction)
    act = f"{change.act} bracket" if is_bracket else change.act
    is_first = len(change.program.body) == 1 if act == "lay" else change.number == 1
    first = f"{act} first"
    sentence = sentences[first if is_first and first in sentences else act]
    return translate(sentence).format(
        act=act,
        card=text_of(change.new),
        old=text_of(change.old),
        number=change.number,
        before=change.number - 1,
    )


def text_of(piece: Node | None) -> str:
    """Return a card as written in a program; an empty loop is `2x`.

    >>> text_of(Repeat(2)), text_of(Repeat(2, (Instruction("left"),)))
    ('2x', '2x(left)')
    """
    return str(Program((piece,))).removesuffix("()") if piece else ""


def _next(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the next card after the learner's program."""
    change = next_card(exercise, exercise.read(answer))
    return change and Hint("next", _says(change, LAYING), answer, change.program)


def _next_repair(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the next change of the learner's program."""
    change = mended(exercise, exercise.read(answer))
    return change and Hint("next", _says(change, REPAIRING), answer, change.program)


def _spare(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with a card that the solution does not need, preferably an unused one."""
    solution = _solution(exercise, answer)
    laid = deck(exercise)
    hand = (*laid.names, *(f"{times}x" for times in laid.loops))
    spare = [name for name in hand if solution and name not in _cards(solution)]
    spare = [name for name in spare if name not in _cards(exercise.read(answer))] or spare
    return spare_card(exercise, answer, spare)


def spare_card(exercise: Exercise, answer: str, spare: Sequence[str]) -> Hint | None:
    """Return a hint with one of these unneeded cards, if there is any."""
    if not spare:
        return None
    name = str(Chance(exercise.id).pick(spare))
    return Hint("spare", say('You do not need the card "{card}".', card=name), answer, spare=name)


def _shuffled(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the solution's cards in a random order that is not right."""
    cards = _cards(_solution(exercise, answer))
    shuffle = Shuffle(items=tuple(cards))
    for seed in range(SHUFFLES):
        order = Chance(f"{exercise.id} {seed}").answer(shuffle).choice
        mixed = ", ".join(cards[place] for place in order)
        if mixed != ", ".join(cards) and not judged(exercise, mixed).solved:
            says = say("It takes these cards, in another order:")
            return Hint("cards", f"{says}\n{mixed}", answer)
    return None


def _whole(exercise: Exercise, answer: str) -> Hint | None:
    solution = _solution(exercise, answer)
    if not solution:
        return None
    return Hint("solution", "\n".join((say("A solution:"), str(solution))), answer, solution)


def _solution(exercise: Exercise, answer: str) -> Program:
    """Return the cheapest program that continues the learner's, or else the author's."""
    try:
        found = best(exercise, exercise.read(answer))
    except ProgramError:
        found = None
    return found.program if found else exercise.read(exercise.file.solution.answer)


def _cards(program: Program) -> list[str]:
    """Return the names of all cards in reading order, loops as `2x`."""
    return [text_of(_head(place.node)) for place in places(program) if place.node]


def _fault(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint with the fault of a wrong program."""
    fault = fault_in(exercise, exercise.read(answer))
    return fault and Hint("astray", sentence_of(fault, ways(exercise).most), answer)


FAULT = Rung("astray", _fault)
"""The fault of a wrong program. It stands beside the ladder: a run asks for it."""

OF_PROGRAMS = (
    Rung("next", _next),
    Rung("spare", _spare, stays=True),
    Rung("cards", _shuffled, stays=True),
    Rung("solution", _whole, stays=True),
)
OF_REPAIRS = (Rung("next", _next_repair), *OF_PROGRAMS[1:])
