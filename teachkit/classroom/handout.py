"""`teachkit handout`: a lesson on paper, for a class that works without computers.

A handout has a page for each exercise, with the boards and room for the answer; a card with the
rules comes first if the course has one for the lesson. The last pages have cards to cut out, enough
to build a program of typical length for any one exercise of the lesson.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from teachkit.classroom.library import course, exercises_of, find_exercise
from teachkit.core.language.instructions import Instruction, Node, Procedure, Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.flow import called
from teachkit.draw import paths
from teachkit.draw.paper import (
    GREY,
    MARGIN,
    SLOT,
    Face,
    Page,
    Slot,
    line_height,
    pdf,
    row,
    sheets,
    table,
)
from teachkit.draw.scene import scene
from teachkit.draw.shapes import Shape
from teachkit.exercises.explaining.bughunt import is_asked
from teachkit.exercises.judging.checks import asked_text
from teachkit.exercises.judging.program_runs import asks, table_steps
from teachkit.exercises.judging.programs import next_rows
from teachkit.exercises.judging.sources import courses_of
from teachkit.exercises.making.wishes import making_of, wishes_in_words
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import names_in
from teachkit.words import say, say_many, translate

_TEXT, _CODE, _SMALL = 11.0, 10.0, 9.0  # points
_ROW = 8.0  # millimetres: the height of a table row or line to write on by hand
# Millimetres: if less is left for a board, the parts to fill in go on a second page.
_LEAST_BOARD = 62.0
_HIGHEST_BOARD = 95.0  # of the picture on a card with rules
_MACHINE_ROWS, _EDIT_ROWS, _LINES, _FEWEST_LINES = 8, 3, 16, 8


@dataclass(frozen=True)
class Handout:
    """A handout as a PDF file, with counts of its pages, exercises and cards."""

    pdf: bytes
    pages: int
    exercises: int
    cards: int


def handout(name: str, paper: str = "a4", folder: Path | None = None) -> Handout:
    """Return a handout for the lesson (such as `"02"`) or the exercise `name`.

    `paper` is `"a4"` or `"letter"`. Raise `UnknownNameError` if there is no such lesson or
    exercise.
    """
    exercises = exercises_of(name, folder) or [find_exercise(name, folder)]
    faces = deck(exercises)
    pages = list(_rules(name, paper, folder))
    pages += [page for exercise in exercises for page in _pages(exercise, paper)]
    pages += sheets(faces, paper)
    return Handout(pdf(pages, f"teachkit {name}"), len(pages), len(exercises), len(faces))


def _rules(lesson: str, paper: str, folder: Path | None) -> Iterator[Page]:
    """Yield a page with the card of rules of `lesson`, if the course has one.

    Its picture fills the rest of the page, but is no larger than a learner needs to read it.
    """
    card = next((each.card for each in course(folder).lessons if each.number == lesson), None)
    if card:
        page = Page(paper)
        page.top -= 2
        page.write(translate(card.title), 17, "**")
        page.write(translate(card.text), _TEXT)
        if card.board:
            high = min(page.left_over - 8, _HIGHEST_BOARD)
            page.top -= high + 4
            state = _first(find_exercise(card.board, folder))
            page.board(state, MARGIN, page.top, page.inner, high)
        low, wide = page.top - 4, page.inner + 10
        frame = paths.rounded_rectangle(MARGIN - 5, low, wide, page.height - MARGIN + 3 - low, 4)
        page.draw([Shape(frame, line=GREY, width=0.5)])
        yield page


def _pages(exercise: Exercise, paper: str) -> Iterator[Page]:
    """Yield the exercise's page, or two pages if the parts to fill in need a page of their own."""
    page = Page(paper)
    _head(page, exercise)
    page.write(asked_text(exercise), _TEXT)
    if exercise.given:
        page.write(say("The program:"), _SMALL, "**")
        _program(page, exercise, exercise.given)
    _others(page, exercise)
    if exercise.shown_starts:
        needed = _needed(exercise, paper)
        fits = page.left_over - needed >= _LEAST_BOARD * _across(exercise)
        _boards(page, exercise, page.left_over - (needed if fits else 0))
        if not fits:
            yield page
            page = Page(paper)
            _head(page, exercise)
    _parts(page, exercise)
    yield page


def _head(page: Page, exercise: Exercise) -> None:
    """Draw the head of a page: the title, the exercise's id and points, and room for a name."""
    possible = say_many("{number} point", "{number} points", exercise.possible)
    page.put(say("Name:"), page.width - MARGIN - 62, page.top - 4, _SMALL, colour=GREY)
    page.rule((page.width - MARGIN - 48, page.top - 5), (page.width - MARGIN, page.top - 5))
    page.put(f"{exercise.id} · {possible}", MARGIN, page.top - 3, _SMALL, colour=GREY)
    page.top -= 7
    page.write(translate(exercise.title), 17, "**")


# -- boards --------------------------------------------------------------------------------------


def _across(exercise: Exercise) -> int:
    """Return how many of the exercise's boards are drawn side by side."""
    return 1 if len(exercise.shown_starts) == 1 else 2


def _boards(page: Page, exercise: Exercise, height: float) -> None:
    """Draw the boards of the shown starts in an area that is `height` millimetres high.

    If the exercise asks a question about each board, the question is printed below that board.
    """
    starts, across = exercise.shown_starts, _across(exercise)
    is_asked = exercise.kind.form.names_start
    caption = (6 if len(starts) > 1 else 0) + (10 if is_asked else 0)
    wide, high = page.inner / across, height / -(-len(starts) // across)
    for place, start in enumerate(starts):
        down, column = divmod(place, across)
        left, top = MARGIN + column * wide, page.top - down * high
        side, middle = min(wide - 6, 150), left + wide / 2
        base = top - high + caption
        page.board(start.state, middle - side / 2, base + 3, side, high - caption - 5)
        low = base - 4
        if len(starts) > 1:
            page.put(say("Board {number}", number=place + 1), middle, low, _SMALL, "**", "center")
            low -= 7
        if is_asked:
            question = asks(exercise, start) if exercise.file.after else say("How does it end?")
            page.put(question, left + 6, low, _SMALL)
            page.rule((left + 8 + 1.8 * len(question), low - 1), (left + wide - 6, low - 1))
    page.top -= height


def _program(page: Page, exercise: Exercise, program: Program) -> None:
    """Draw a program as small cards, or as text if it contains conditions."""
    brackets = [bracket for bracket, _, _ in program.brackets]
    if all(isinstance(bracket, Repeat | Procedure) for bracket in brackets):
        row(page, list(_slots(program.body, _symbols(exercise), count(1))))
        page.top -= 3
    else:
        page.write(f"`{program}`", _TEXT)


def _others(page: Page, exercise: Exercise) -> None:
    """Draw the programs of the players whom the learner does not program.

    If the programs are the same on all boards, they are drawn as cards; otherwise, as text.
    """
    boards = [dict(exercise.game.programs(start.state)) for start in exercise.shown_starts]
    if all(board == boards[0] for board in boards):
        for name, program in boards[0].items() if boards else ():
            page.write(say("{actor}'s program:", actor=called(name)), _SMALL, "**")
            _program(page, exercise, program)
        return
    for number, board in enumerate(boards, 1):
        says = "; ".join(f"{called(name)}: `{program}`" for name, program in board.items())
        page.write(f"{say('Board {number}', number=number)}. {says}", _TEXT)


def _symbols(exercise: Exercise) -> dict[str, str]:
    return {card.name: card.symbol for card in exercise.game.vocabulary(_first(exercise))}


def _slots(
    nodes: Sequence[Node], symbols: Mapping[str, str], numbers: Iterator[int]
) -> Iterator[Slot]:
    """Yield a slot for each card and for each end of a bracket, in reading order.

    `symbols` maps card names to symbols. Each card takes the next number from `numbers`; brackets
    have no number.
    """
    for node in nodes:
        if isinstance(node, Instruction):
            yield Slot(symbols.get(node.name, node.name), next(numbers), " ".join(node.arguments))
        elif isinstance(node, Repeat | Procedure):
            if isinstance(node, Procedure):
                yield Slot("ƒ")
            yield Slot(f"{node.times}×(" if isinstance(node, Repeat) else f"{node.name}(")
            yield from _slots(node.body, symbols, numbers)
            yield Slot(")")


def _first(exercise: Exercise) -> Any:
    return exercise.starts[0].state


# -- parts to fill in ----------------------------------------------------------------------------


def _parts(page: Page, exercise: Exercise) -> None:
    """Draw the parts to fill in below the boards."""
    if draw := _PARTS.get(exercise.kind.form.paper):
        draw(page, exercise)


def _needed(exercise: Exercise, paper: str) -> float:
    """Return the height of the parts to fill in, with room for at least a few lines of code."""
    full = Page(paper)
    full.top = MARGIN
    _parts(full, exercise)
    lines = _FEWEST_LINES if exercise.kind.form.runs_python else 0
    return MARGIN - full.top + lines * _ROW


def _rows(page: Page, exercise: Exercise) -> None:
    """Draw a table to fill in, with a row for each step of the program."""
    rows = [(played.says[0],) for played in table_steps(exercise)]
    table(page, (say("Step"), say("After this step")), rows, _ROW)


def _options(page: Page, exercise: Exercise) -> None:
    """Write a sentence for each option, with a box to tick."""
    for letter, choice in exercise.options.items():
        page.write(f"☐  **{letter}**  {translate(choice.says)}", _TEXT)


def _order(page: Page, exercise: Exercise) -> None:
    """Write the instruction to number the options, then each option with a box."""
    page.write(say("Number them in the order in which they happen:"), _TEXT)
    _options(page, exercise)


def _source(page: Page, exercise: Exercise) -> None:
    """Write the functions that a driving program may call, and the given Python code.

    If the page has room, draw lines on which to write the rest of the program.
    """
    if exercise.starts:
        course = courses_of(exercise)[0]
        names = [card.function for card in course.vocabulary] + [*course.asks]
        calls = ", ".join(f"`{name}()`" for name in names)
        page.write(say("Your functions: {functions}.", functions=calls), _TEXT)
    for line in exercise.file.given.strip("\n").split("\n"):
        page.top -= line_height(_CODE)
        page.put(line, MARGIN + 4, page.top, _CODE, "`")
    page.top -= 6
    heading = say("Your program:") if exercise.starts else say("Your function:")
    page.write(f"**{heading}**", _TEXT)
    for _ in range(min(_LINES, int(page.left_over / _ROW))):
        page.top -= _ROW
        page.rule((MARGIN, page.top), (page.width - MARGIN, page.top), 0.4)


def _hand(page: Page, exercise: Exercise) -> None:
    if cards := _held(exercise, exercise.player) or _limited(exercise):
        page.write(say("Your cards: {cards}.", cards=cards), _TEXT)


def _held(exercise: Exercise, name: str) -> str:
    """Return the cards in a player's hand, joined by commas, or "" if the game deals none."""
    hand = exercise.game.hand(_first(exercise), name) or ()
    labels = {card.name: card.label for card in exercise.game.vocabulary(_first(exercise))}
    return ", ".join(" ".join((labels[card.name], *card.arguments)) for card in hand)


def _limited(exercise: Exercise) -> str:
    return ", ".join(_counted(exercise, name, limit) for name, limit in exercise.cards.items())


def _desk(page: Page, exercise: Exercise) -> None:
    """Write the available cards and instructions, and leave room for a program."""
    _hand(page, exercise)
    if exercise.file.fixed:
        fixed = ", ".join(map(str, exercise.file.fixed))
        page.write(say("Do not change these cards: {cards}.", cards=fixed), _TEXT)
    if is_asked(exercise):
        says = say("Mark the first wrong card with a pencil before you change anything.")
        page.write(says, _TEXT)
    if exercise.file.predict:
        says = say("Before you run the program, predict how it will end:")
        page.write(f"{says} {'_' * 24}", _TEXT)
    page.write(f"**{say('Your program:')}**", _TEXT)
    _room_to_lay(page, exercise, exercise.player, 2 * int(page.inner // SLOT))


def _lanes(page: Page, exercise: Exercise) -> None:
    """Write the cards, and leave room for a program for each player that the learner programs."""
    if cards := _limited(exercise):
        page.write(say("Cards for everyone: {cards}.", cards=cards), _TEXT)
    for name in exercise.learners:
        says = say("{actor}'s program:", actor=called(name))
        page.write(f"**{says}** {_held(exercise, name)}", _TEXT)
        _room_to_lay(page, exercise, name, int(page.inner // SLOT))


def _room_to_lay(page: Page, exercise: Exercise, name: str, many: int) -> None:
    """Draw room for a player's program: the game's slots, or at most `many` empty cards.

    For a number machine, draw a table to fill in instead.
    """
    if scene(_first(exercise)).leaves_way:
        most = _most_cards(exercise, name, many)
        row(page, places(exercise, name) or [Slot(number=each + 1) for each in range(most)])
    else:
        heads = (say("Line"), say("Card"), say("Register"))
        table(page, heads, _numbered(_MACHINE_ROWS), _ROW)


def _numbered(rows: int) -> list[tuple[str]]:
    """Return `rows` rows of a table to fill in, each with its number."""
    return [(str(number),) for number in range(1, rows + 1)]


def _most_cards(exercise: Exercise, name: str, many: int) -> int:
    """Return the largest number of cards, up to `many`, that may be in a player's program."""
    limits, cards = exercise.cards, exercise.instructions
    if limits and None not in limits.values():
        ends = ((limit or 0) * (1 if each in cards else 2) for each, limit in limits.items())
        many = min(many, sum(ends))  # a bracket has two ends

    def is_allowed(size: int) -> bool:
        programs = (Program((Instruction(card.name),) * size) for card in cards)
        return any(not exercise.game.problems(_first(exercise), name, each) for each in programs)

    return next(filter(is_allowed, range(many, 0, -1)), many)


def places(exercise: Exercise, name: str) -> list[Slot]:
    """Return the slots for a player's program, or an empty list if the game has no slots.

    A locked slot shows the card that is in it.
    """
    if exercise.game.slots is None:
        return []
    symbols = _symbols(exercise)
    return [
        Slot(symbols[place.card.name], place.number, " ".join(place.card.arguments))
        if place.card
        else Slot(number=place.number)
        for place in exercise.game.slots(_first(exercise), name)
    ]


def _edits(page: Page, exercise: Exercise) -> None:
    """Write the available cards and examples of edits, and draw a table to fill in."""
    _hand(page, exercise)
    examples = {way.text.split()[0]: f"`{way.text}`" for way, _ in next_rows(exercise, ())}
    says = say("Your edits, such as {examples}:", examples=", ".join(examples.values()))
    page.write(says, _TEXT)
    table(page, (say("Edit"), ""), _numbered(_EDIT_ROWS), _ROW)


def _counted(exercise: Exercise, name: str, limit: int | None) -> str:
    named = {f"{times}x": say("Repeat ×{times}", times=times) for times in exercise.rules.loops}
    named |= {card.name: card.label for card in exercise.instructions}
    label = named.get(name, name)
    return label if limit is None else f"{limit} × {label}"


def _making(page: Page, exercise: Exercise) -> None:
    """Write a key to the letters to draw on the board, and the wishes with boxes to tick."""
    making, things = making_of(exercise), exercise.game.palette.things
    names = [each.name for each in things] if making.things is None else making.things
    key = ", ".join(f"**{each.letter}** {each.says}" for each in things if each.name in names)
    if key and "board" in making.open:
        page.write(say("Draw these letters on the board: {key}.", key=key), _TEXT)
    page.write(f"**{say('Your exercise:')}**", _TEXT)
    for says in wishes_in_words(exercise).values():
        page.write(f"☐  {says}", _TEXT)
    if "cards" in making.open:
        page.write(say("Your cards: {cards}.", cards="_" * 60), _TEXT)


_PARTS = {
    "program": _desk,
    "edits": _edits,
    "programs": _lanes,
    "table": _rows,
    "boxes": _options,
    "numbers": _order,
    "code": _source,
    "making": _making,
}
"""The functions that draw the parts to fill in, by the `paper` of a form.

A `prediction` has no function, because it is written below each board.
"""


_ROOM = 32  # cards on two sheets, which all kinds of cards without a limit share
_MOST = 6


def deck(exercises: Sequence[Exercise]) -> list[Face]:
    """Return the cards to cut out, grouped by kind; there are enough for any one exercise.

    A card without a limit has enough copies for a program of typical length.
    """
    needed: Counter[Face] = Counter()
    for exercise in exercises:
        needed |= Counter(dict(_cards(exercise)))
    return [face for face in needed for _ in range(needed[face])]


def _cards(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """Yield each kind of card in an exercise with the number of copies that may be needed."""
    form = exercise.kind.form
    if form.runs_python:
        return
    if exercise.game.slots is not None:
        yield from _hands(exercise)
        return
    used = _used(exercise)
    is_built = form.lays_cards
    offered = {card.name for card in exercise.instructions if is_built}
    here = exercise.game.vocabulary(exercise.starts[0].state)
    kinds = [card for card in here if card.name in offered or used[card.name]]
    many = max(2, min(_MOST, _ROOM // len(kinds))) if kinds else 0

    def often(name: str, usual: int) -> int:
        limit = exercise.cards.get(name)
        return max(used[name], limit if limit is not None else usual if is_built else 0)

    for card in kinds:
        face = Face(card.symbol, card.label, card.help, exercise.lesson, card.kind)
        yield face, often(card.name, many)
    for times in exercise.rules.loops:
        name = f"{times}x"
        if used[name] or (is_built and (name in exercise.cards or not exercise.cards)):
            title = say("Repeat ×{times}", times=times)
            says = say("Run the cards inside the loop {times} times.", times=times)
            head = Face(f"{times}×(", title, says, exercise.lesson, "loops")
            yield from _bracket(head, often(name, 2))
    asks = not exercise.cards or {"while", "if"} & {*exercise.cards}
    if exercise.rules.sensors and is_built and asks:
        yield from _questions(exercise)
    if exercise.instructions.routines and is_built:
        says = say("Write a name on this card. Define what it does.")
        define = Face("ƒ(", say("Define"), says, exercise.lesson, "routines")
        yield from _bracket(define, often("define", 1))
        yield Face("ƒ", "_" * 9, says, exercise.lesson, "routines"), 4 * often("define", 1)


def _hands(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """Yield each card in the hands and programs of `exercise`, and its number of copies to print.

    There are enough copies for any one of the exercise's boards.
    """
    game, most = exercise.game, Counter(exercise.given.instructions)
    for start in exercise.starts:
        held = [game.hand(start.state, name) or () for name in game.players(start.state)]
        laid = [program.instructions for program in game.programs(start.state).values()]
        most |= Counter(chain(*held, *laid))
    kinds = {card.name: card for card in game.vocabulary(exercise.starts[0].state)}
    for card, number in most.items():
        kind = kinds[card.name]
        label = " ".join((kind.label, *card.arguments))
        yield Face(kind.symbol, label, kind.help, exercise.lesson, kind.kind), number


def _bracket(head: Face, number: int) -> Iterator[tuple[Face, int]]:
    """Yield the opening card `head` and a closing card, each with `number`, the copies to print."""
    yield head, number
    yield head._replace(symbol=")", name=say("End"), help=head.name), number


def _questions(exercise: Exercise) -> Iterator[tuple[Face, int]]:
    """Yield the cards of the brackets `while` and `if`, and one card for each condition.

    Learners put a condition beside the opening card of a bracket.
    """
    words = {"while": ("⟳(", say("Repeat as long as …")), "if": ("?(", say("Only if …"))}
    for word, (symbol, says) in words.items():
        if not exercise.cards or word in exercise.cards:
            kind = "loops" if word == "while" else "questions"
            head = Face(symbol, word, says, exercise.lesson, kind)
            yield from _bracket(head, exercise.cards.get(word) or 2)
    for asked in exercise.file.sensors or exercise.instructions.sensors:
        says = "… " + translate(exercise.instructions.sensors[asked.rsplit(maxsplit=1)[-1]])
        if asked.startswith("not "):
            says = "… " + say("not: {sensor}", sensor=says.removeprefix("… "))
        yield Face("?", asked, says, exercise.lesson, "questions"), 1


def _used(exercise: Exercise) -> Counter[str]:
    """Count each card and bracket in the given program and in the solution.

    If a card is in both programs, the larger count is used.
    """
    solution = exercise.kind.program(exercise, exercise.file.solution.answer) or Program()
    return Counter(names_in(exercise.given)) | Counter(names_in(solution))
