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
from teachkit.draw.scene import Layer, Piece, Scene, badge, effects, retold, scene, skip_badge
from teachkit.draw.shapes import ATTENTION, WHITE, Shape, together
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


@effects.register
def lovelace_effects(state: State, event: Event) -> Iterator[Piece]:
    """Yield frames around what changed or was used, arrows for digits that moved, and badges."""
    plan = layout(still_of(state))
    match event:
        case Computed():
            yield from _cells(plan, event.cell)
            yield from _changed(plan, event)
            yield from _moved_digits(plan, event)
        case RegisterSet():
            yield from _changed(plan, event)
        case Jammed():
            yield from _cells(plan, event.cell)
        case RowFilled(row):
            yield from _cells(plan, *(row + column for column in "1234"))
        case Completed(name, number):
            yield from _completed(state, plan, name, number)
        case Rewarded(name, row):
            yield from _track(state, plan, name, 1 + TOKEN_ROWS.index(row))
        case Skipped():
            yield from skip_badge(scene(state), event, _BADGE)
        case Hit() | TookArea() | Failed() | GaveNothing():
            yield from _asked(state, plan, event)


def _framed(
    name: str, x: float, y: float, wide: float, high: float, corner: float = 0.1, size: float = 1
) -> Piece:
    """A frame of this width and height, in units of so much."""
    layer = tokens.layer_of(tokens.frame(wide, high, corner), size)
    return Piece(f"{name} framed", "", layer, size * (max(wide, high) + 0.2), x, y)


def _cells(plan: Layout, *cells: str) -> Iterator[Piece]:
    for cell in cells:
        if place := plan.cell(cell):
            yield _framed(cell, *place, 0.98, 0.98, 0.14, plan.pitch)


def _completed(state: State, plan: Layout, name: str, number: int) -> Iterator[Piece]:
    """The card of a subroutine in an exercise, its track in a match."""
    if state.table:
        yield from _track(state, plan, name, 0)
    elif aimed := scene(state).piece(_aim(name, f"{number:02}", is_done=True)):
        yield _framed(aimed.id, aimed.x, aimed.y, 0.9, 0.9)


def _track(state: State, plan: Layout, name: str, place: int) -> Iterator[Piece]:
    if plan.sheets:
        (x, y), (aside, up, wide) = (
            dict(plan.sheets)[name],
            sheets.track(place, state.rules.debug_boxes),
        )
        yield _framed(f"{name} track {place}", x + aside, y + up, wide, 0.36)


def _asked(
    state: State, plan: Layout, event: Hit | TookArea | Failed | GaveNothing
) -> Iterator[Piece]:
    """A frame around a patron; a badge at the corner of one that gives nothing."""
    size = plan.patron_size
    for place, patron in zip(plan.patrons, state.patrons, strict=True):
        if patron.number == event.number:
            wide, high = tokens.PATRON if patron.areas else tokens.TARGET
            if isinstance(event, GaveNothing):
                layer = Layer(badge(-0.42 * wide * size, 0.42 * high * size, 0.2 * size))
                yield Piece(f"{event.number} refused", "", layer, 2 * size, *place)
            else:
                yield _framed(f"{event.number}", *place, wide, high, 0.12, size)


def _changed(plan: Layout, event: Computed | RegisterSet) -> Iterator[Piece]:
    """A frame around each digit that is another one now."""
    (x, y), size = plan.register(event.player)
    before, after = f"{event.before:02}", f"{event.after:02}"
    for place, across in enumerate((tokens.TENS, tokens.UNITS)):
        if before[place] != after[place]:
            name = f"{event.player} digit {place}"
            yield _framed(name, x + across * size, y, *tokens.WINDOW, 0.1, size)


def _moved_digits(plan: Layout, event: Computed) -> Iterator[Piece]:
    """Arrows from where the digits came: two when they change places, one when one is copied."""
    (x, y), size = plan.register(event.player)
    up, left, right = tokens.WINDOW[1] / 2 + 0.06, tokens.TENS + 0.12, tokens.UNITS - 0.12
    bends = {"tens": ((right, -up), (left, -up)), "units": ((left, up), (right, up))}
    for (place, way), origin in zip(bends.items(), event.came_from, strict=True):
        if origin not in ("", place):
            line, head = tokens.bent_arrow(*way, 0.16, 0.26)
            shapes = [
                Shape(together([line, head]), line=WHITE, width=0.2),
                Shape(line, line=ATTENTION, width=0.09),
                Shape(head, ATTENTION, ATTENTION, 0.02),
            ]
            layer = tokens.layer_of(shapes, size)
            yield Piece(f"{event.player} to {place}", "", layer, 3 * size, x, y)
