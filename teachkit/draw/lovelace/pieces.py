"""How Lovelace & Babbage looks: what changes on the machine, and what an event leaves behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Played
from teachkit.core.run.walk import Skipped
from teachkit.draw.lovelace import sheets, tokens
from teachkit.draw.lovelace.machine import (
    LINE,
    SIDE,
    Layout,
    background,
    layout,
    printed_row,
    printed_value,
    still_of,
)
from teachkit.draw.scene import Piece, Scene, badge, marks, retold, scene, skip_badge
from teachkit.draw.shapes import ATTENTION, WHITE, Point, Shape, moved, together
from teachkit.games.lovelace.components import TOKEN_ROWS, part
from teachkit.games.lovelace.events import (
    Completed,
    Computed,
    Failed,
    GaveNothing,
    Hit,
    Rewarded,
    TookArea,
)
from teachkit.games.lovelace.happenings import Jammed, RegisterSet, RowFilled
from teachkit.games.lovelace.instructions import card
from teachkit.games.lovelace.pieces import SIGMA, Patron, Player
from teachkit.games.lovelace.reasons import called
from teachkit.games.lovelace.state import State
from teachkit.words import say, say_many, translate

_BADGE = 0.1


@scene.register
def lovelace_scene(state: State) -> Scene:
    """Registers with their digits, what was taken, and in a match what is on the sheets."""
    still = still_of(state)
    plan = layout(still)
    pieces = [piece for player in state.players for piece in _register(plan, player)]
    for place, patron in enumerate(state.patrons):
        pieces += _taken(plan, place, patron)
    for player in state.players:
        pieces += _sheet(state, plan, player) if state.table else _aims(plan, player)
    alt = say_many(
        "A calculating machine with {number} component.",
        "A calculating machine with {number} components.",
        len(state.engine.components),
    )
    spoken = {player.name: _spoken(state, player) for player in state.players}
    return Scene(background(still), tuple(pieces), alt, spoken, leaves_way=False)


def _spoken(state: State, player: Player) -> str:
    if len(state.players) == 1:
        return say("The register shows {value:02}.", value=player.value)
    return say("The register of {player} shows {value:02}.",
               player=called(player.name), value=player.value)  # fmt: skip


# Registers -------------------------------------------------------------------------------------


def _register(plan: Layout, player: Player) -> Iterator[Piece]:
    """The plate, which has the player's name, and the two digits in its windows."""
    (x, y), size = plan.register(player.name)
    label = say("register of {player}", player=called(player.name))
    yield Piece(player.name, label, tokens.plate(size), tokens.PLATE[0] * size, x, y)
    if len(plan.registers) > 1 and not plan.sheets:
        seal = tokens.seal(player.name, 0.2)
        yield Piece(f"{player.name} seal", "", seal, 0.5, x, y + size)
    yield from _digits(plan, player, is_crossed=False)


def _digits(plan: Layout, player: Player, is_crossed: bool) -> Iterator[Piece]:
    """The digits; crossed ones have come from the other window and keep their names.

    So the browser lets them glide when they change places, and never else.
    """
    (x, y), size = plan.register(player.name)
    windows = [("tens", tokens.TENS), ("units", tokens.UNITS)]
    names = [name for name, _ in (reversed(windows) if is_crossed else windows)]
    labels = (say("tens"), say("units"))
    for figure, name, label, (_, across) in zip(
        divmod(player.value, 10), names, labels, windows, strict=True
    ):
        layer, side = tokens.digit(figure, size), tokens.WINDOW[1] * size
        yield Piece(f"{player.name} {name} {figure}", f"{label} {figure}", layer, side,
                    x + across * size, y)  # fmt: skip


def _aims(plan: Layout, player: Player) -> Iterator[Piece]:
    """The own target of an exercise, and what was completed, beside or under the register."""
    (x, y), size = plan.register(player.name)
    is_small, each = len(plan.registers) > 1, sheets.Cards.of(player)
    aims = [(number, False) for number in each.targets] + [(number, True) for number in each.ready]
    for place, (number, is_done) in enumerate(aims):
        what = say("completed") if is_done else say("target")
        to = (x, y - size - 0.2) if is_small else (x + 1.35 * size + 0.5, y + 0.45 - 0.92 * place)
        yield Piece(_aim(player.name, number, is_done), f"{what} {number}",
                    sheets.aim(number, is_done, is_small), 0.94, *to)  # fmt: skip


def _aim(name: str, number: str, is_done: bool) -> str:
    return f"{name} {'completed' if is_done else 'target'} {number}"


# Patrons and sheets ----------------------------------------------------------------------------


def _taken(plan: Layout, place: int, patron: Patron) -> Iterator[Piece]:
    """Who has won what from a patron; a target is stamped when it is hit."""
    (x, y), size = plan.patrons[place], plan.patron_size
    here, failed = f"patron {place} {patron.number:02}", 0
    for name, area in patron.taken:
        if area in patron.areas:
            dx, dy = tokens.AREA_SPOTS[patron.areas.index(area)]
            label = say("{area} of {number:02} goes to {player}", area=translate(area),
                        number=patron.number, player=called(name))  # fmt: skip
            yield Piece(f"{here} {area} {name}", label, tokens.taken(name, size), 0.8 * size,
                        x + dx * size, y + dy * size)  # fmt: skip
        failed += area == SIGMA
    if failed:
        dx, dy = tokens.SIGMA_SPOT
        label = f"{patron.number:02}: {SIGMA} {failed}"
        yield Piece(f"{here} {SIGMA} {failed}", label, tokens.failures(failed, size), 0.5 * size,
                    x + dx * size, y + dy * size)  # fmt: skip
    if patron.taken and not patron.areas:
        label = say("{number:02} is hit", number=patron.number)
        dx, dy = tokens.STAMP_SPOT
        yield Piece(f"{here} hit", label, tokens.stamp(size), 0.5 * size,
                    x + dx * size, y + dy * size)  # fmt: skip


def _sheet(state: State, plan: Layout, player: Player) -> Iterator[Piece]:
    """What is written and ticked on a player's sheet in this round, and the player's marker."""
    assert state.table
    name, (x, y) = player.name, dict(plan.sheets)[player.name]
    ticked, cards = sheets.Ticks.of(player), sheets.Cards.of(player)
    for column in sheets.columns_of(state, player)[state.round - 1 :]:
        label = f"{called(name)} {column}"
        yield Piece(f"{name} {column}", label, sheets.written_column(column), sheets.WIDE, x, y)
    label = say("ticks of {player}", player=called(name))
    ticks = sheets.ticks(ticked, state.rules.debug_boxes)
    yield Piece(f"{name} {ticked}", label, ticks, sheets.WIDE, x, y)
    if any(cards):
        label = say("cards of {player}", player=called(name))
        yield Piece(f"{name} {cards}", label, sheets.cards(cards), sheets.WIDE, x, y)
    number = state.table.order.index(name) + 1
    label = say("{player} has marker {number}", player=called(name), number=number)
    dx, dy = sheets.MARKER
    yield Piece(f"{name} marker {number}", label, sheets.marker(number), 0.4,
                x - sheets.WIDE / 2 + dx, y + sheets.HIGH / 2 + dy)  # fmt: skip


# What a run leaves -----------------------------------------------------------------------------


@retold.register
def lovelace_retold(state: State, seen: Scene, played: Sequence[Played]) -> Scene:
    """Digits that have changed places, the component that was used last, the rows on the strip."""
    rows = [each for each in played if each.step]
    if not rows or not rows[0].frames:
        return seen
    plan = layout(still_of(state))
    name = rows[0].frames[0].event.actor  # type: ignore[attr-defined]  # a card that started
    player = state.player(name)
    pieces = list(seen.pieces)
    plain = {piece.id for piece in _digits(plan, player, is_crossed=False)}
    pieces = [piece for piece in pieces if piece.id not in plain]
    swaps = sum(event.kind == "swap" for each in rows for event in _computed(each, name))
    at = 1 + next(place for place, piece in enumerate(pieces) if piece.id == name)
    pieces[at:at] = _digits(plan, player, is_crossed=swaps % 2 == 1)
    pieces += _used(plan, name, rows[-1])
    if plan.tape:
        pieces += _strip(plan, name, rows)
    return replace(seen, pieces=tuple(pieces))


def _computed(each: Played, name: str) -> Iterator[Computed]:
    for event, _ in each.frames:
        if isinstance(event, Computed) and event.player == name:
            yield event


def _used(plan: Layout, name: str, row: Played) -> Iterator[Piece]:
    assert row.step
    if place := plan.cell(part(row.step.instruction.name).cell):
        label = say("component in use")
        yield Piece(f"{name} uses", label, tokens.frame_of_cell(plan.pitch), 1.2 * plan.pitch,
                    *place)  # fmt: skip


def _strip(plan: Layout, name: str, rows: Sequence[Played]) -> Iterator[Piece]:
    """The value at the start and the rows with theirs; the last ones if they do not all fit."""
    assert plan.tape
    left, top, count = plan.tape
    first = f"{rows[0].before.player(name).value:02}"
    lines = [(None, first), *((each, _value(each, name)) for each in rows)]
    for line, (each, value) in enumerate(lines[-count:]):
        place = left + SIDE / 2, top - 0.12 - (line + 0.5) * LINE
        if each:
            row = _printed(each, name)
            words = " ".join(map(str, row))
            yield Piece(f"{name} line {line}: {words}", words, printed_row(*row), SIDE, *place)
        label = value or say("nothing happened")
        yield Piece(f"{name} line {line} = {value}", label, printed_value(value), SIDE, *place)


def _printed(each: Played, name: str) -> tuple[int, str, str]:
    """The number of a card, its cell, and what is done there."""
    assert each.step
    row, number = each.step.instruction.name, each.step.card
    component = each.before.component(each.before.player(name), part(row).cell)
    return number, part(row).cell, card(row, component).symbol


def _value(each: Played, name: str) -> str:
    """The value that a row announced; nothing for one that was skipped."""
    computed = next(_computed(each, name), None)
    return f"{computed.after:02}" if computed else ""


# Events ----------------------------------------------------------------------------------------


@marks.register
def lovelace_marks(state: State, event: Event, seen: Scene) -> Sequence[Shape]:
    """Which digits changed and where they came from, which component was used, who gave what."""
    plan = layout(still_of(state))
    match event:
        case Computed():
            used = _framed(plan.cell(event.cell), plan.pitch)
            return [*used, *_changed(plan, event), *_moved_digits(plan, event)]
        case RegisterSet():
            return _changed(plan, event)
        case Hit(_, number) | TookArea(_, number) | Failed(_, number):
            return _around_patron(state, plan, number)
        case GaveNothing(_, number):
            return _refused(state, plan, number)
        case Completed(name, number):
            return _completed(state, plan, seen, name, number)
        case Rewarded(name, row):
            return _track(state, plan, name, 1 + TOKEN_ROWS.index(row))
        case Jammed(_, cell):
            return _framed(plan.cell(cell), plan.pitch)
        case RowFilled(row):
            return [shape for column in "1234"
                    for shape in _framed(plan.cell(row + column), plan.pitch)]  # fmt: skip
        case Skipped():
            return skip_badge(seen, event, _BADGE)
    return []


def _framed(place: Point | None, pitch: float) -> list[Shape]:
    return moved(tokens.frame(0.98, 0.98, 0.14), *place, pitch) if place else []


def _completed(state: State, plan: Layout, seen: Scene, name: str, number: int) -> list[Shape]:
    """The card of a subroutine in an exercise, its track in a match."""
    if state.table:
        return _track(state, plan, name, 0)
    aimed = seen.piece(_aim(name, f"{number:02}", is_done=True))
    return moved(tokens.frame(0.9, 0.9, 0.1), aimed.x, aimed.y) if aimed else []


def _track(state: State, plan: Layout, name: str, place: int) -> list[Shape]:
    if not plan.sheets:
        return []
    return moved(sheets.framed_track(place, state.rules.debug_boxes), *dict(plan.sheets)[name])


def _refused(state: State, plan: Layout, number: int) -> list[Shape]:
    """A badge at the corner of a patron's card."""
    dx, dy = (0.42 * side * plan.patron_size for side in tokens.PATRON)
    return [
        shape
        for (x, y), patron in zip(plan.patrons, state.patrons, strict=True)
        if patron.number == number
        for shape in badge(x - dx, y + dy, 0.2 * plan.patron_size)
    ]


def _around_patron(state: State, plan: Layout, number: int) -> list[Shape]:
    spots = [(spot, patron) for spot, patron in zip(plan.patrons, state.patrons, strict=True)
             if patron.number == number]  # fmt: skip
    return [
        shape
        for spot, patron in spots
        for shape in moved(
            tokens.frame(*(tokens.PATRON if patron.areas else tokens.TARGET), 0.12), *spot,
            plan.patron_size,
        )
    ]  # fmt: skip


def _changed(plan: Layout, event: Computed | RegisterSet) -> list[Shape]:
    """A frame around each digit that is another one now."""
    (x, y), size = plan.register(event.player)
    before, after = f"{event.before:02}", f"{event.after:02}"
    return [
        shape
        for place, across in enumerate((tokens.TENS, tokens.UNITS))
        if before[place] != after[place]
        for shape in moved(tokens.frame(*tokens.WINDOW, 0.1), x + across * size, y, size)
    ]


def _moved_digits(plan: Layout, event: Computed) -> list[Shape]:
    """Arrows from where the digits came: two when they change places, one when one is copied."""
    (x, y), size = plan.register(event.player)
    up, left, right = tokens.WINDOW[1] / 2 + 0.06, tokens.TENS + 0.12, tokens.UNITS - 0.12
    bends = {"units": ((left, up), (right, up)), "tens": ((right, -up), (left, -up))}
    origins = zip(bends.items(), reversed(event.came_from), strict=True)
    ways = [way for (place, way), origin in origins if origin not in ("", place)]
    if not ways:
        return []
    arrows = [tokens.bent_arrow(*way, 0.16, 0.26) for way in ways]
    lines, heads = together([way for way, _ in arrows]), together([head for _, head in arrows])
    return moved(
        [
            Shape(together([lines, heads]), line=WHITE, width=0.2),
            Shape(lines, line=ATTENTION, width=0.09),
            Shape(heads, ATTENTION, ATTENTION, 0.02),
        ],
        x, y, size,
    )  # fmt: skip
