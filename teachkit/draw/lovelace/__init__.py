"""Pictures of Lovelace & Babbage: pieces on the machine, the lines of a run, and events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from teachkit.core.run.flow import Event, called
from teachkit.core.run.trace import Played
from teachkit.draw import paths
from teachkit.draw.lovelace import machine
from teachkit.draw.lovelace.cards import SPRITES, frame, sealed, sheet_pieces, track
from teachkit.draw.lovelace.machine import Layout, Still, layout, still_of
from teachkit.draw.scene import Layer, Piece, Scene, badge, canvas, effects, retold, scene
from teachkit.draw.shapes import INK, Shape
from teachkit.games.lovelace import events
from teachkit.games.lovelace.cards import Patron
from teachkit.games.lovelace.components import ROWS, TOKEN_ROWS, part
from teachkit.games.lovelace.events import Computed, GaveNothing
from teachkit.games.lovelace.programs import card
from teachkit.games.lovelace.state import SIGMA, Player, State, held
from teachkit.words import say, say_many, translate

WINDOW = (0.98, 1.34)  # the size of the window for one digit of a register
WINDOWS = {"tens": -0.6, "units": 0.6}
"""The horizontal distance from the plate's middle to each window's middle; right is positive."""


@scene.register
def lovelace_scene(state: State) -> Scene:
    """Return the scene of `state`: the machine with registers, patrons with seals, and sheets."""
    return _scene(state, still_of(state))


@canvas.register
def whole_machine(state: State) -> Scene:
    """Return the scene of `state` with all rows of cells, whether or not they are in use."""
    return _scene(state, replace(still_of(state), rows=len(ROWS)))


def _scene(state: State, still: Still) -> Scene:
    plan = layout(still)
    pieces = [*machine.changing(still)] if state.table else []
    for player in state.players:
        if state.table:
            pieces += sheet_pieces(state, player, *plan.sheets[player.name])
        pieces += _register(plan, player)
        if not state.table:
            pieces += _aims(plan, player)
    for place, patron in enumerate(state.patrons):
        pieces += _taken(plan, place, patron)
    alt = say_many(
        "A calculating machine with {number} component.",
        "A calculating machine with {number} components.",
        len(state.engine.components),
    )
    spoken = {player.name: _spoken(state, player) for player in state.players}
    return Scene(machine.background(still), tuple(pieces), alt, spoken, leaves_way=False, badge=0.1)


def _spoken(state: State, player: Player) -> str:
    if len(state.players) == 1:
        return say("The register shows {value:02}.", value=player.value)
    name = called(player.name)
    return say("{player}'s register shows {value:02}.", player=name, value=player.value)


# Registers -------------------------------------------------------------------------------------


def _register(plan: Layout, player: Player) -> Iterator[Piece]:
    """Yield a register's plate, whose `id` is the player's name, and its two digits."""
    x, y, size = plan.registers[player.name]
    label = say("{player}'s register", player=called(player.name))
    plate = SPRITES.layer("plate", scale=size)
    yield Piece(player.name, label, plate, machine.PLATE[0] * size, x, y)
    if len(plan.registers) > 1 and not plan.sheets:
        seal = sealed("seal", player.name, 0.2)
        yield Piece(f"{player.name} seal", "", seal, 0.5, x, y + size)
    yield from _digits(plan, player, is_crossed=False)


def _digits(plan: Layout, player: Player, is_crossed: bool) -> Iterator[Piece]:
    """Yield the two digits of a register.

    If `is_crossed` is true, the `id` of each digit names the other digit's window, where the digit
    was before a swap. A swapped digit therefore keeps its `id`, and the browser moves it.
    """
    x, y, size = plan.registers[player.name]
    labels, names = (say("tens"), say("units")), list(WINDOWS)
    spots = zip(labels, names[::-1] if is_crossed else names, WINDOWS.values(), strict=True)
    for digit, (label, name, across) in zip(f"{player.value:02}", spots, strict=True):
        shown, layer = f"{name} {digit}", SPRITES.layer("digit", digit, scale=size)
        to, side = x + across * size, WINDOW[1] * size
        yield Piece(f"{player.name} {shown}", f"{label} {digit}", layer, side, to, y)


def _aims(plan: Layout, player: Player) -> Iterator[Piece]:
    """Yield the pieces for a player's targets and completed subroutines in an exercise."""
    (x, y, size), (targets, ready, *_) = plan.registers[player.name], held(player)
    where = "below" if len(plan.registers) > 1 else "beside"
    aims = [(number, "target", say("target")) for number in targets]
    aims += [(number, "completed", say("completed")) for number in ready]
    for place, (number, what, says) in enumerate(aims):
        to = x + 1.35 * size + 0.5, y + 0.45 - 0.92 * place
        if where == "below":
            to = x, y - size - 0.2
        layer = SPRITES.layer(f"{what}-{where}", number)
        yield Piece(f"{player.name} {what} {number}", f"{says} {number}", layer, 0.94, *to)


# Patrons and sheets ----------------------------------------------------------------------------


def _taken(plan: Layout, place: int, patron: Patron) -> Iterator[Piece]:
    """Yield the pieces on a patron's card: seals on areas, failures, or a target's stamp."""
    (x, y), size, number = plan.patrons[place], plan.patron_size, patron.number

    def piece(name: str, label: str, layer: Layer, side: float, dx: float, dy: float) -> Piece:
        name = f"patron {place} {number:02} {name}"
        return Piece(name, label, layer, side * size, x + dx * size, y + dy * size)

    for name, area in patron.taken:
        if area in patron.areas:
            facts = {"area": translate(area), "number": number, "player": called(name)}
            label = say("{area} of {number:02} goes to {player}", **facts)
            aside = (-0.4, 0.4)[patron.areas.index(area)]
            yield piece(f"{area} {name}", label, sealed("taken", name, size), 0.8, aside, -0.18)
    if failed := sum(area == SIGMA for _, area in patron.taken):
        layer = SPRITES.layer("failures" if failed > 1 else "failure", str(failed), scale=size)
        yield piece(f"{SIGMA} {failed}", f"{number:02}: {SIGMA} {failed}", layer, 0.5, 0.58, 0.59)
    if patron.taken and not patron.areas:
        label = say("{number:02} is hit", number=number)
        yield piece("hit", label, SPRITES.layer("hit", scale=size), 0.5, 0, -0.3)


# Marks left by a run ---------------------------------------------------------------------------


@retold.register
def lovelace_retold(state: State, seen: Scene, played: Sequence[Played]) -> Scene:
    """Return a copy of the scene `seen` that also shows what the cards in `played` have changed.

    The copy highlights the component in use, lists the printed lines, and has swapped digits in
    their new places.
    """
    rows = [each for each in played if each.step]
    if not rows or not rows[0].frames:
        return seen
    plan, name = layout(still_of(state)), rows[0].actor or ""
    player, values = state.player(name), [_computed(each, name) for each in rows]
    plain = {piece.id for piece in _digits(plan, player, is_crossed=False)}
    pieces = [piece for piece in seen.pieces if piece.id not in plain]
    swaps = sum(value.kind == "swap" for value in values if value)
    at = 1 + next(place for place, piece in enumerate(pieces) if piece.id == name)
    pieces[at:at] = _digits(plan, player, is_crossed=swaps % 2 == 1)
    pieces += _used(plan, name, rows[-1])
    if plan.tape:
        pieces += _strip(plan, name, rows)
    return replace(seen, pieces=tuple(pieces))


def _computed(each: Played, name: str) -> Computed | None:
    """Return the first event of `each` in which the player `name` computed a value, or `None`."""
    found = (event for event, _ in each.frames)
    return next((e for e in found if isinstance(e, Computed) and e.player == name), None)


def _used(plan: Layout, name: str, row: Played) -> Iterator[Piece]:
    assert row.step
    if place := plan.cell(part(row.step.instruction.name).cell):
        layer, label = frame(0.98, 0.98, 0.14, plan.pitch), say("component in use")
        yield Piece(f"{name} uses", label, layer, 1.2 * plan.pitch, *place)


def _strip(plan: Layout, name: str, rows: Sequence[Played]) -> Iterator[Piece]:
    """Yield lines on the strip of paper: the start value, then each card in `rows`.

    If there are too many lines, only the last ones are shown.
    """
    assert plan.tape
    left, top, count = plan.tape
    lines: list[tuple[Played | None, str]] = [(None, f"{rows[0].before.player(name).value:02}")]
    for each in rows:
        computed = _computed(each, name)
        lines.append((each, f"{computed.after:02}" if computed else ""))
    for line, (row, value) in enumerate(lines[-count:]):
        place = left + machine.SIDE / 2, top - 0.12 - (line + 0.5) * machine.LINE
        if row:
            printed = _printed(row, name)
            words = " ".join(map(str, printed))
            yield Piece(f"{name} line {line}: {words}", words, _row(*printed), machine.SIDE, *place)
        label = value or say("skipped")
        yield Piece(f"{name} line {line} = {value}", label, _value(value), machine.SIDE, *place)


def _printed(each: Played, name: str) -> tuple[int, str, str]:
    """Return the card number, the cell and the card symbol of the instruction that `each` ran."""
    assert each.step
    row, number = each.step.instruction.name, each.step.card
    component = each.before.component(each.before.player(name), part(row).cell)
    return number, part(row).cell, card(row, component).symbol


@lru_cache(maxsize=256)
def _row(number: int, cell: str, symbol: str) -> Layer:
    """Return the picture of a line on the strip, without the line's value."""
    left = -machine.SIDE / 2
    columns = (str(number), 0.56, 1), (cell, 0.75, 0), (symbol, 1.3, 0)
    words = [paths.text(each, left + x, 0, 0.2, align) for each, x, align in columns]
    return Layer([Shape(paths.together(words), INK)])


@lru_cache(maxsize=128)
def _value(value: str) -> Layer:
    """Return the picture of `value` on the strip, or a badge for a skipped card if it is ""."""
    if value:
        return Layer([Shape(paths.text(value, machine.SIDE / 2 - 0.35, 0, 0.24, align=1), INK)])
    return Layer(badge(machine.SIDE / 2 - 0.56, 0, 0.15))


# Events ----------------------------------------------------------------------------------------


@effects.register
def lovelace_effects(state: State, event: Event) -> Iterator[Piece]:
    """Yield the effects of `event`: frames around used or changed parts, arrows, and badges."""
    plan = layout(still_of(state))
    match event:
        case Computed():
            yield from _cells(plan, event.cell)
            yield from _changed(plan, event)
        case events.RegisterSet():
            yield from _changed(plan, event)
        case events.Jammed():
            yield from _cells(plan, event.cell)
        case events.RowFilled(row):
            yield from _cells(plan, *(row + column for column in "1234"))
        case events.Completed(name, number):
            yield from _completed(state, plan, name, number)
        case events.Rewarded(name, row):
            yield from _track(state, plan, name, 1 + TOKEN_ROWS.index(row))
        case events.Hit() | events.TookArea() | events.Failed() | GaveNothing():
            yield from _asked(state, plan, event)


def _framed(
    name: str, x: float, y: float, wide: float, high: float, corner: float = 0.1, size: float = 1
) -> Piece:
    """Return a frame of `wide` by `high` around the point `x`, `y`; `size` scales the frame."""
    layer, side = frame(wide, high, corner, size), max(wide, high) + 0.2
    return Piece(f"{name} framed", "", layer, size * side, x, y)


def _cells(plan: Layout, *cells: str) -> Iterator[Piece]:
    for cell in cells:
        if place := plan.cell(cell):
            yield _framed(cell, *place, 0.98, 0.98, 0.14, plan.pitch)


def _completed(state: State, plan: Layout, name: str, number: int) -> Iterator[Piece]:
    """Yield a frame around a completed subroutine, or around the subroutine track in a match."""
    if state.table:
        yield from _track(state, plan, name, 0)
    elif aimed := scene(state).piece(f"{name} completed {number:02}"):
        yield _framed(aimed.id, aimed.x, aimed.y, 0.9, 0.9)


def _track(state: State, plan: Layout, name: str, place: int) -> Iterator[Piece]:
    if plan.sheets:
        (x, y), (dx, dy, wide) = plan.sheets[name], track(place, state.rules.debug_boxes)
        yield _framed(f"{name} track {place}", x + dx, y + dy, wide, 0.36)


def _asked(state: State, plan: Layout, event: events.NumberEvent) -> Iterator[Piece]:
    """Yield a frame around the card of the patron in `event`, or a badge for `GaveNothing`."""
    size = plan.patron_size
    for (x, y), patron in zip(plan.patrons, state.patrons, strict=True):
        wide, high = machine.PATRON if patron.areas else machine.TARGET
        if patron.number != event.number:
            continue
        if isinstance(event, GaveNothing):
            layer = Layer(badge(-0.42 * wide * size, 0.42 * high * size, 0.2 * size))
            yield Piece(f"{event.number} refused", "", layer, 2 * size, x, y)
        else:
            yield _framed(f"{event.number}", x, y, wide, high, 0.12, size)


def _changed(plan: Layout, event: Computed | events.RegisterSet) -> Iterator[Piece]:
    """Yield a frame around each digit that changed, and an arrow for each digit that moved."""
    (x, y, size), name = plan.registers[event.player], event.player
    digits = zip(WINDOWS.items(), f"{event.before:02}", f"{event.after:02}", strict=True)
    for (place, across), before, after in digits:
        if before != after:
            yield _framed(f"{name} {place}", x + across * size, y, *WINDOW, 0.1, size)
    came_from = event.came_from if isinstance(event, Computed) else ()
    for place, origin in zip(WINDOWS, came_from, strict=False):
        if origin not in ("", place):
            arrow = SPRITES.layer(f"to-{place}", scale=size)
            yield Piece(f"{name} to {place}", "", arrow, 2.2 * size, x, y)
