"""The parts of a worksheet to fill in: cards to write down, tables, boxes to tick, and lines."""

from __future__ import annotations

from teachkit.classroom.handout.drawing import CODE, TEXT, first_state, on_paper, symbols_of
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import called
from teachkit.draw.paper import MARGIN, SLOT, Page, Slot, line_height, row, table
from teachkit.draw.scene import scene
from teachkit.exercises.explaining.bughunt import is_asked
from teachkit.exercises.judging.program_runs import table_steps
from teachkit.exercises.judging.programs import next_rows
from teachkit.exercises.judging.sources import courses_of
from teachkit.exercises.making.wishes import making_of, wishes_in_words
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say, translate

_ROW = 8.0  # millimetres: the height of a table row or line to write on by hand
_MACHINE_ROWS, _EDIT_ROWS, _LINES, _FEWEST_LINES = 8, 3, 16, 8


def draw_parts(page: Page, exercise: Exercise) -> None:
    """Draw the parts to fill in below the boards."""
    if draw := _PARTS.get(exercise.kind.form.paper):
        draw(page, exercise)


def needed(exercise: Exercise, paper: str) -> float:
    """Return the height of the parts to fill in, with room for at least a few lines of code."""
    full = Page(paper)
    full.top = MARGIN
    draw_parts(full, exercise)
    lines = _FEWEST_LINES if exercise.kind.form.runs_python else 0
    return MARGIN - full.top + lines * _ROW


def _rows(page: Page, exercise: Exercise) -> None:
    """Draw a table to fill in, with a row for each step of the program."""
    rows = [(played.says[0],) for played in table_steps(exercise)]
    table(page, (say("Step"), say("After this step")), rows, _ROW)


def _options(page: Page, exercise: Exercise) -> None:
    """Write a sentence for each option, with a box to tick."""
    for letter, choice in exercise.options.items():
        page.write(f"☐  **{letter}**  {on_paper(translate(choice.says))}", TEXT)


def _order(page: Page, exercise: Exercise) -> None:
    """Write the instruction to number the options, then each option with a box."""
    page.write(say("Number them in the order in which they happen:"), TEXT)
    _options(page, exercise)


def _source(page: Page, exercise: Exercise) -> None:
    """Write the functions that a driving program may call, and the given Python code.

    If the page has room, draw lines on which to write the rest of the program.
    """
    if exercise.starts:
        course = courses_of(exercise)[0]
        names = [card.function for card in course.vocabulary] + [*course.asks]
        calls = ", ".join(f"`{name}()`" for name in names)
        page.write(say("Your functions: {functions}.", functions=calls), TEXT)
    for line in exercise.file.given.strip("\n").split("\n"):
        page.top -= line_height(CODE)
        page.put(line, MARGIN + 4, page.top, CODE, "`")
    page.top -= 6
    heading = say("Your program:") if exercise.starts else say("Your function:")
    page.write(f"**{heading}**", TEXT)
    for _ in range(min(_LINES, int(page.left_over / _ROW))):
        page.top -= _ROW
        page.rule((MARGIN, page.top), (page.width - MARGIN, page.top), 0.4)


def _hand(page: Page, exercise: Exercise) -> None:
    if cards := _held(exercise, exercise.player) or _limited(exercise):
        page.write(say("Your cards: {cards}.", cards=cards), TEXT)


def _held(exercise: Exercise, name: str) -> str:
    """Return the cards in a player's hand, joined by commas, or "" if the game deals none."""
    hand = exercise.game.hand(first_state(exercise), name) or ()
    labels = {card.name: card.label for card in exercise.game.vocabulary(first_state(exercise))}
    return ", ".join(" ".join((labels[card.name], *card.arguments)) for card in hand)


def _limited(exercise: Exercise) -> str:
    """Return the cards on offer with their limits, joined by commas."""
    label = {f"{times}x": say("Repeat ×{times}", times=times) for times in exercise.rules.loops}
    label |= {card.name: card.label for card in exercise.instructions}
    counts = ((label.get(name, name), limit) for name, limit in exercise.cards.items())
    return ", ".join(name if limit is None else f"{limit} × {name}" for name, limit in counts)


def _desk(page: Page, exercise: Exercise) -> None:
    """Write the available cards and instructions, and leave room for a program."""
    _hand(page, exercise)
    if exercise.file.fixed:
        fixed = ", ".join(map(str, exercise.file.fixed))
        page.write(say("Do not change these cards: {cards}.", cards=fixed), TEXT)
    if is_asked(exercise):
        says = say("Mark the first wrong card with a pencil before you change anything.")
        page.write(says, TEXT)
    if exercise.file.predict:
        says = say("Before you run the program, predict how it will end:")
        page.write(f"{says} {'_' * 24}", TEXT)
    page.write(f"**{say('Your program:')}**", TEXT)
    _room_to_lay(page, exercise, exercise.player, 2 * int(page.inner // SLOT))


def _lanes(page: Page, exercise: Exercise) -> None:
    """Write the cards, and leave room for a program for each player that the learner programs."""
    if cards := _limited(exercise):
        page.write(say("Cards for everyone: {cards}.", cards=cards), TEXT)
    for name in exercise.learners:
        says = say("{actor}'s program:", actor=called(name))
        page.write(f"**{says}** {_held(exercise, name)}", TEXT)
        _room_to_lay(page, exercise, name, int(page.inner // SLOT))


def _room_to_lay(page: Page, exercise: Exercise, name: str, many: int) -> None:
    """Draw room for a player's program: the game's slots, or at most `many` empty cards.

    For a number machine, draw a table to fill in instead.
    """
    if scene(first_state(exercise)).leaves_way:
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
        state = first_state(exercise)
        programs = (Program((Instruction(card.name),) * size) for card in cards)
        return any(not exercise.game.problems(state, name, each) for each in programs)

    return next(filter(is_allowed, range(many, 0, -1)), many)


def places(exercise: Exercise, name: str) -> list[Slot]:
    """Return the slots for a player's program, or an empty list if the game has no slots.

    A locked slot shows the card that is in it.
    """
    if exercise.game.slots is None:
        return []
    symbols = symbols_of(exercise)
    return [
        Slot(symbols[place.card.name], place.number, " ".join(place.card.arguments))
        if place.card
        else Slot(number=place.number)
        for place in exercise.game.slots(first_state(exercise), name)
    ]


def _edits(page: Page, exercise: Exercise) -> None:
    """Write the available cards and examples of edits, and draw a table to fill in."""
    _hand(page, exercise)
    examples = {way.text.split()[0]: f"`{way.text}`" for way, _ in next_rows(exercise, ())}
    says = say("Your edits, such as {examples}:", examples=", ".join(examples.values()))
    page.write(says, TEXT)
    table(page, (say("Edit"), ""), _numbered(_EDIT_ROWS), _ROW)


def _making(page: Page, exercise: Exercise) -> None:
    """Write a key to the letters to draw on the board, and the wishes with boxes to tick."""
    making, things = making_of(exercise), exercise.game.palette.things
    names = [each.name for each in things] if making.things is None else making.things
    key = ", ".join(f"**{each.letter}** {each.says}" for each in things if each.name in names)
    if key and "board" in making.open:
        page.write(say("Draw these letters on the board: {key}.", key=key), TEXT)
    page.write(f"**{say('Your exercise:')}**", TEXT)
    for says in wishes_in_words(exercise).values():
        page.write(f"☐  {says}", TEXT)
    if "cards" in making.open:
        page.write(say("Your cards: {cards}.", cards="_" * 60), TEXT)


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
