"""Pictures of the machine: its digits, their movements, and the sheets of a match."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Trace
from teachkit.draw.lovelace import WINDOW, WINDOWS, cards
from teachkit.draw.lovelace.cards import SEAL_COLOURS, SPRITES
from teachkit.draw.lovelace.machine import PATRON, TARGET, Layout, layout, still_of
from teachkit.draw.picture import png
from teachkit.draw.replay_data import replay_data, settled
from teachkit.draw.scene import Layer, Scene, effects, retold, scene
from teachkit.draw.shapes import ATTENTION, INK, PAPER, WHITE, contrast, luminance, readable_on
from teachkit.games import lovelace
from teachkit.games.lovelace.components import Component
from teachkit.games.lovelace.editions import AREAS, CHARACTERS
from teachkit.games.lovelace.events import (
    Completed,
    Computed,
    GaveNothing,
    Jammed,
    RegisterSet,
    Rewarded,
    RowFilled,
)
from teachkit.games.lovelace.setup import Setup
from teachkit.games.lovelace.state import SIGMA, State
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

from .letters import letters
from .pixels import Pixels, alone, pixels, spots

START: dict[str, Any] = {
    "edition": "machine",
    "components": "A +-1 copy-tens copy-units x/2\nC swap =90 +-37 +-x/7",
    "targets": [18, 38],
}


def state(value: int = 55, **changes: Any) -> State:
    return Setup(**START | {"value": value} | changes).state()


@cache
def a_match(count: int) -> Match:
    names = CHARACTERS[:count]
    return Match(lovelace.GAME, Setup(players=names), 1, {name: at_random(name) for name in names})


@cache
def at_the_table(count: int = 4) -> State:
    """Return a moment of the last round of a match in which something can be taken."""
    frames = [f for f in a_match(count).frames if f.state.round == 4 and f.state.patrons]
    moment: State = frames[len(frames) // 2].state
    return moment


def where(plan: Layout, x: float, y: float) -> tuple[int, int]:
    """Return a place of the scene in pixels of a picture at double resolution."""
    unit = 1000 / max(plan.width, plan.height)
    return round(x * unit), round((plan.height - y) * unit)


# ------------------------------------------------------------- picture, text and voice agree


def figures(position: State, name: str = "ada") -> str:
    """Return the digits visible in a register, as the most similar of the ten."""
    seen, plan = pixels(png(position)), layout(still_of(position))
    x, y, size = plan.registers[name]
    return "".join(
        str(min(range(10), key=lambda figure: unlike(seen, plan, figure, (x + across * size, y))))
        for across in WINDOWS.values()
    )


def unlike(seen: Pixels, plan: Layout, figure: int, place: tuple[float, float]) -> float:
    """Return the difference of a place from this digit."""
    *_, size = next(iter(plan.registers.values()))
    layer = SPRITES.layer("digit", str(figure), scale=size)
    side = round(1000 / max(plan.width, plan.height) * WINDOW[1] * size / 2)
    ink = alone(layer, WINDOW[1] * size, 2 * side)[:, :, 3] / 255
    across, down = where(plan, *place)
    part = seen[down - side : down + side, across - side : across + side].mean(axis=2)
    wide = side * 7 // 10  # ignore everything beside the window
    middle = slice(side - wide, side + wide)
    return float(np.abs((part < 128) - ink[: part.shape[0]])[:, middle].mean())


@pytest.mark.parametrize("value", [0, 7, 12, 34, 55, 68, 90, 99])
def test_picture_text_and_voice_agree_on_the_number(value: int) -> None:
    here = state(value)
    assert figures(here) == f"{value:02}"
    assert f"Register {value:02}" in str(here)
    assert scene(here).spoken == {"ada": f"The register shows {value:02}."}


def test_at_a_table_each_register_is_on_its_players_sheet() -> None:
    here = at_the_table()
    assert len(here.players) > 1
    for player in here.players:
        assert figures(here, player.name) == f"{player.value:02}"
        assert f"register {player.value:02}" in str(here)
        assert f"shows {player.value:02}." in scene(here).spoken[player.name]


CHANGES: list[dict[str, Any]] = [
    {"value": 56},
    {"value": 65},
    {"targets": [18]},
    {"targets": [18, 83]},
    {"subroutine": 14},
    {"patrons": {"71": ["music", "maps"]}},
    {"row_limit": 7},
    {"players": ("ada", "babbage")},
    {"players": ("babbage",), "subroutine": 40},
    *({"components": START["components"].replace(old, new)} for old, new in (
        ("+-1", "+-2"), ("+-1", "+1"), ("+-1", "-1"), ("+-1", "x1"), ("swap", "."),
        ("copy-tens", "copy-units"), ("=90", "=9"), ("x/2", "x2"), ("+-x/7", "+-x7"),
    )),
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_is_on_the_machine_is_in_the_picture(change: dict[str, Any]) -> None:
    assert png(state(), scale=1) != png(Setup(**START | {"value": 55} | change).state(), scale=1)


def changed_tables() -> list[State]:
    """Yield pairs of tables with one difference."""
    here = at_the_table()
    name = here.players[0].name
    player, (first, second) = here.player(name), here.patrons[0].areas
    fresh = replace(here.patrons[0], taken=())
    won = fresh.with_taken(name, first)
    over = won.with_taken(here.players[1].name, second)
    return [
        here.with_patron(0, fresh),
        here.with_patron(0, won),
        here.with_patron(0, fresh.with_taken(name, second)),
        here.with_patron(0, over),
        here.with_patron(0, over.with_taken(name, SIGMA)),
        here.with_patron(0, over.with_taken(name, SIGMA).with_taken(name, SIGMA)),
        here.with_patron(0, fresh.with_taken(here.players[1].name, first)),
        here.with_player(replace(player, ready=(14,))),
        *(
            here.with_sheet(name, **{what: to})
            for what, to in (
                ("sigmas", 9), ("track", 5), ("bonuses", (5, 0, 0)), ("bonuses", (0, 3, 0)),
                ("bonuses", (0, 0, 2)), ("debugs", 2), ("areas", ((1, "poems"),)),
                ("areas", ((1, "poems"),) * 2), ("areas", ((2, "poems"),)),
            )
        ),
        *(
            here.with_plan(name, **{what: to})
            for what, to in (
                ("targets", (None,)), ("targets", (36,)), ("active", (36,)),
                ("own", (Component.read("+-33"),)), ("jammed", frozenset({"B2"})),
            )
        ),
    ]  # fmt: skip


def test_what_is_on_the_table_is_in_the_picture() -> None:
    tables = changed_tables()
    assert len({png(each, scale=1) for each in tables}) == len(tables)


def test_the_rows_of_a_sheet_are_those_of_the_text_board() -> None:
    here = at_the_table()
    for player in here.players:
        columns = cards.columns_of(here, player)
        assert [column.start for column in columns] == [
            f"{column.start:02}" for column in player.sheet.columns
        ]
        for column, written in zip(player.sheet.columns, columns, strict=True):
            values = [value for _, value in written.entries]
            assert list(filter(None, values)) == [f"{value:02}" for value in column.values]
            assert [row[:2] for row, _ in written.entries] == [row.name[:2] for row in column.rows]


def test_only_the_column_of_this_round_is_large_until_another_is_pointed_at() -> None:
    """The narrow columns have the values alone, and their large pictures the rows as well."""
    here = at_the_table()
    for player in here.players:
        pieces = {piece.id: piece for piece in scene(here).pieces}
        *earlier, now = cards.columns_of(here, player)
        written = letters(pieces[f"{player.name} {now}"].layer)
        for column in earlier:
            piece = pieces[f"{player.name} before {column}"]
            small, large = letters(piece.layer), letters(piece.large or piece.layer)
            assert {*small} <= {*"0123456789"}
            assert {row[0] for row, _ in column.entries} <= {*large}
            assert 1.2 * max(small.values()) < min(large.values())
            assert 1.2 * max(small.values()) < min(written.values())


def test_each_moment_of_a_run_shows_the_patrons_of_its_own_round() -> None:
    frames = a_match(4).frames
    numbers = [frame.state.round for frame in frames]
    first, last = numbers.index(2), numbers.index(3)
    trace = Trace(frames[first].state, frames[first + 1 : last + 1])
    stops = replay_data(settled(trace), lovelace.GAME, Program(), backdrop=trace.final)["stops"]
    for stop, state in ((stops[0], trace.start), (stops[-1], trace.final)):
        seen = {name for name, place in stop["places"].items() if place[3]}
        patrons = {f"patron {each.number:02} {' '.join(each.areas)}" for each in state.patrons}
        assert {name for name in seen if re.match(r"patron \d\d ", name)} == patrons


# ----------------------------------------------------------------------------- every eye

colour = SPRITES.colour
TOKENS = [f"token-{name}" for name in ("white", "yellow", "green", "blue")]
LETTERS = [
    *((INK, colour(paper)) for paper in ("drum", "card", "tape", "shade", *TOKENS)),
    *((INK, PAPER), (INK, WHITE), (colour("engraved"), colour("iron"))),
    *((WHITE, ATTENTION), (WHITE, colour("done"))),
    *((readable_on(ground), ground) for ground in (*map(colour, AREAS), *SEAL_COLOURS.values())),
]
LINES = [
    *((colour(token), colour("socket")) for token in TOKENS),
    *((ATTENTION, colour("drum")), (ATTENTION, PAPER)),
    *((colour("done"), colour("card")), (INK, colour("brass"))),
]


@pytest.mark.parametrize(("one", "other"), [*LETTERS, *LINES])
def test_letters_and_lines_stand_out(one: str, other: str) -> None:
    assert contrast(one, other) >= 4.5


def outline(shapes: Any) -> Any:
    """Return the dark and light parts of these shapes, without colours."""
    first, *others = (
        each._replace(fill=each.fill if each.fill.endswith("00")
                      else WHITE if luminance(each.fill) > 0.5 else INK)
        for each in shapes
    )  # fmt: skip
    seen = alone(Layer([first._replace(fill=WHITE), *others]), 1.3)
    return np.where(seen[:, :, 3] > 128, seen[:, :, 0], 128)


def test_without_colours_the_shapes_remain() -> None:
    """Areas and components differ in outline or picture, not in colour alone."""
    kinds = [Component.read(word) for word in ("+-1", "x/1", "swap", "copy-tens", "copy-units",
                                               "=1")]  # fmt: skip
    for group in (map(SPRITES.shapes, AREAS), map(cards.component, kinds)):
        for one, other in combinations(map(outline, group), 2):
            assert (np.abs(one - other) > 100).mean() > 0.01


def test_in_grey_the_number_can_still_be_read() -> None:
    seen = pixels(png(state(37))).mean(axis=2)
    plan = layout(still_of(state(37)))
    x, y, size = plan.registers["ada"]
    across, down = where(plan, x + WINDOWS["tens"] * size, y)
    window = seen[down - 60 : down + 60, across - 45 : across + 45]
    assert window.max() - window.min() > 180


# ----------------------------------------------------------------------------------- marks


def marked(program: str, value: int) -> tuple[Trace, Event, Pixels]:
    """Return a run, the event of its last row, and its marks: tens, units, above, below."""
    trace = run(lovelace.GAME, state(value, targets=[]), program)
    event, after = trace.frames[-1]
    plan = layout(still_of(after))
    x, y, _ = plan.registers["ada"]
    return trace, event, spots(pixels(png(after, event)), ATTENTION) - where(plan, x, y)


CHANGED = [
    ("A1+", 55, False, True), ("C3+", 55, True, True), ("A4x", 5, True, True),
    ("C3-", 47, True, True), ("C2set", 91, False, True),
]  # fmt: skip


def test_digits_that_changed_are_framed() -> None:
    for program, value, tens, units in CHANGED:
        _, event, at = marked(program, value)
        assert isinstance(event, Computed)
        assert [f"{event.before:02}"[n] != f"{event.after:02}"[n] for n in (0, 1)] == [tens, units]
        inside = at[(np.abs(at[:, 1]) < 60)]
        assert bool((inside[:, 0] < -20).any()) == tens
        assert bool((inside[:, 0] > 20).any()) == units


@pytest.mark.parametrize(
    ("row", "to_units", "to_tens"),
    [("C1swap", True, True), ("A2copy", True, False), ("A3copy", False, True)],
)
def test_arrows_show_where_the_digits_came_from(row: str, to_units: bool, to_tens: bool) -> None:
    """Above to the units, below to the tens; an arrow's head is at its end."""
    _, event, at = marked(row, 55)
    assert isinstance(event, Computed)
    assert event.before == event.after
    plan = layout(still_of(state(55, targets=[])))
    unit = plan.registers["ada"][2] * 1000 / max(plan.width, plan.height)
    reach = np.abs(at[:, 0]) < unit
    above = at[reach & (at[:, 1] < -0.6 * unit) & (at[:, 1] > -1.1 * unit)]
    below = at[reach & (at[:, 1] > 0.6 * unit) & (at[:, 1] < 1.1 * unit)]
    assert (bool(len(above)), bool(len(below))) == (to_units, to_tens)
    if to_units:
        assert heavier_side(above) > 0
    if to_tens:
        assert heavier_side(below) < 0


def heavier_side(at: Pixels) -> float:
    """Return the side of an arrow with more pixels, which has its head."""
    left, right = at[:, 0].min(), at[:, 0].max()
    return float((at[:, 0] > (left + right) / 2).sum() - (at[:, 0] < (left + right) / 2).sum())


def test_sums_have_no_arrows() -> None:
    after = state(92)
    shown = effects(after, Computed("ada", "C3", "+", "arithmetic", 37, 55, 92))
    assert len(list(shown)) == 3  # frames around the cell and both digits


def test_the_cell_that_was_used_is_framed() -> None:
    _, _, at = marked("C3+", 55)
    here = state(55, targets=[])
    plan = layout(still_of(here))
    cell = plan.cell("C3")
    assert cell
    middle = np.subtract(where(plan, *cell), where(plan, *plan.registers["ada"][:2]))
    near = at[np.abs(at - middle).max(axis=1) < 70]
    assert len(near) > 1000


def test_a_skipped_row_leaves_a_badge_at_the_register() -> None:
    trace = run(lovelace.GAME, state(90), "C3+")
    plan = layout(still_of(trace.final))
    x, y, size = plan.registers["ada"]
    badge = spots(pixels(png(trace.final, trace.frames[-1].event)), ATTENTION)
    assert np.abs(badge.mean(axis=0) - where(plan, x + 0.97 * size, y + 0.97 * size)).max() < 4
    assert not len(spots(pixels(png(trace.final)), ATTENTION))


def test_what_happens_at_the_table_is_marked() -> None:
    here = at_the_table()
    name, number = here.players[0].name, here.patrons[0].number
    plain = png(here, scale=1)
    events = (Completed(name, 14), Rewarded(name, "D"), Jammed(name, "B2"), RowFilled("C", ()),
              GaveNothing(name, number), RegisterSet(name, 12, 21))  # fmt: skip
    pictures = {png(here, event, scale=1) for event in events}
    assert len(pictures | {plain}) == len(events) + 1


# ---------------------------------------------------------------------- what a run leaves


def ran(program: str, **changes: Any) -> tuple[Trace, dict[str, Any]]:
    trace = run(lovelace.GAME, state(**changes), program)
    return trace, replay_data(trace, lovelace.GAME, Program.read(program))


def seen_at(sent: dict[str, Any], stop: int) -> set[str]:
    places = sent["stops"][stop]["places"]
    return {name for name, place in places.items() if place[3]}


def test_the_register_stays_and_has_the_players_name() -> None:
    _, sent = ran("A1+, C1swap, C3+")
    assert sent["follow"] == sent["pieces"][0]["id"] == "ada"
    assert not sent["way"]
    assert len({tuple(stop["places"]["ada"]) for stop in sent["stops"]}) == 1


def test_digits_glide_when_they_change_places_and_never_else() -> None:
    _, sent = ran("A4/, C1swap, A1+, C1swap", value=75)
    stops = [stop["places"] for stop in sent["stops"]]
    tens, units = (stops[0][name][0] for name in ("ada tens 7", "ada units 5"))
    assert {"ada tens 3", "ada units 7"} <= seen_at(sent, 1)
    assert {"ada tens 3", "ada units 7"} <= seen_at(sent, 2)
    assert [stops[1]["ada tens 3"][0], stops[2]["ada tens 3"][0]] == [tens, units]
    assert [stops[1]["ada units 7"][0], stops[2]["ada units 7"][0]] == [units, tens]
    assert {"ada units 7", "ada tens 4"} <= seen_at(sent, 3)
    assert [stops[3]["ada units 7"][0], stops[3]["ada tens 4"][0]] == [tens, units]
    assert [stops[4]["ada units 7"][0], stops[4]["ada tens 4"][0]] == [units, tens]
    assert "ada tens 4" not in seen_at(sent, 2)


def test_a_frame_goes_from_cell_to_cell() -> None:
    trace, sent = ran("A1+, C1swap, C1swap")
    plan, unit = layout(still_of(trace.start)), sent["width"] / scene(trace.start).width
    frames = [stop["places"]["ada uses"] for stop in sent["stops"]]
    assert [place[3] for place in frames] == [0, 1, 1, 1]
    for place, cell in zip(frames[1:], ("A1", "C1", "C1"), strict=True):
        middle = plan.cell(cell)
        assert middle
        assert place[0] == pytest.approx(middle[0] * unit, abs=0.1)


def lines_at(sent: dict[str, Any], stop: int) -> list[str]:
    return sorted(name for name in seen_at(sent, stop) if "line" in name)


def test_the_strip_has_a_line_for_each_row() -> None:
    _, sent = ran("A4/, C3-, C1swap")
    assert lines_at(sent, 0) == []
    assert lines_at(sent, 3) == [
        "ada line 0 = 55",
        "ada line 1 = 27", "ada line 1: 1 A4 ÷2",
        "ada line 2 = ", "ada line 2: 2 C3 −37",
        "ada line 3 = 72", "ada line 3: 3 C1 ⇄",
    ]  # fmt: skip


def test_a_long_run_shows_its_last_rows() -> None:
    trace, sent = ran("9x(A1+, A1-)", edition="loops")
    tape = layout(still_of(trace.start)).tape
    assert tape
    last = lines_at(sent, 18)
    assert len([line for line in last if "=" in line]) == tape[2]
    assert "ada line 0 = 55" not in last
    assert last[-2:] == [f"ada line {tape[2] - 1} = 55", f"ada line {tape[2] - 1}: 2 A1 −1"]


def test_the_picture_of_a_trace_has_its_rows_but_no_way() -> None:
    trace, sent = ran("A4/, C3-, C1swap")
    seen = retold(trace.final, scene(trace.final), trace.steps())
    assert {piece.id for piece in seen.pieces} == seen_at(sent, 3)
    assert png(trace.final, path=trace) != png(trace.final)
    first = run(lovelace.GAME, state(27), "C1swap")
    assert png(first.final, path=first) != png(trace.final, path=trace)
    assert png(trace.start, path=Trace(trace.start)) == png(trace.start)


def test_it_can_be_sent() -> None:
    _, sent = ran("A4/, A3copy, C3-")
    cards = sent["cards"]
    assert cards["C3+"] == {"symbol": "+37", "label": "Add 37 (C3)", "kind": "moves"}
    assert cards["A4/"] == {"symbol": "÷2", "label": "Divide by 2 (A4)", "kind": "moves"}
    assert [cards[name]["symbol"] for name in ("C1swap", "A2copy", "A3copy")] == ["⇄", "→", "←"]
    assert "B1+" not in cards
    assert [stop["spoken"] for stop in sent["stops"]][:2] == [
        "The register shows 55.",
        "The register shows 27.",
    ]
    assert sent["alt"] == "A calculating machine with 8 components."
    assert all(re.fullmatch(r"[\w ].*|", piece["label"]) for piece in sent["pieces"])


# ----------------------------------------------------------------------------- drawn once


def test_a_run_has_one_background() -> None:
    trace, _ = ran("A4/, C3-, C1swap, A1+")
    assert len({id(scene(frame.state).background) for frame in trace}) == 1


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_player_has_a_sheet_of_the_own(count: int) -> None:
    here = at_the_table(count)
    plan, seen = layout(still_of(here)), scene(here)
    assert len(set(plan.sheets.values())) == count
    for x, y in plan.sheets.values():
        assert cards.WIDE / 2 < x < seen.width - cards.WIDE / 2
        assert cards.HIGH / 2 < y < seen.height - cards.HIGH / 2


@pytest.mark.parametrize("count", range(1, 11))
@pytest.mark.parametrize("kind", ["targets", "patrons"])
def test_patrons_find_room_and_do_not_overlap(kind: str, count: int) -> None:
    numbers = range(10, 10 + count)
    wanted: Any = {str(each): ["music", "maps"] for each in numbers} if kind == "patrons" else [
        *numbers]  # fmt: skip
    here = state(**{"targets": [], kind: wanted})
    plan: Layout = layout(still_of(here))
    seen: Scene = scene(here)
    wide, high = (side * plan.patron_size for side in
                  (PATRON if kind == "patrons" else TARGET))  # fmt: skip
    assert plan.tape
    for x, y in plan.patrons:
        assert wide / 2 <= x <= seen.width - wide / 2
        assert plan.tape[1] <= y - high / 2 <= seen.height - high
    for (x, y), (other, up) in combinations(plan.patrons, 2):
        assert abs(x - other) >= wide or abs(y - up) >= high
