"""A studio on a bare page, and the ways to enter an exercise into it: by keys and by touch."""

from __future__ import annotations

from typing import Any

import ipywidgets
from playwright.sync_api import Locator, Page, expect

from teachkit.core.game.palette import Mark, Place
from teachkit.core.language.program import Program
from teachkit.exercises.judging.building import limits_of
from teachkit.games import game
from teachkit.widgets.builder import LaneBuilders, ProgramBuilder
from teachkit.widgets.studio.studio import Studio

from ..widgets.rebuilding import Board, Plan
from .bare import state
from .bridge import CONNECT, Bridge
from .easelpage import ARROWS, SIDES

FILL = """([id, html, css]) => {
  document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
  document.querySelector(`[data-box="${id}"]`).innerHTML = html;
}"""


DETAIL = """() => {
  const tool = document.querySelector('.tk-easel-tool');
  const chosen = tool.querySelector('[data-name^="detail "][aria-pressed=true]');
  return tool.querySelector('select')?.value ?? chosen?.dataset.name.slice('detail '.length) ?? '';
}"""


ANSWERED = """id => {
  const model = window.models[id];
  return model.get('strokes').every(stroke => stroke.n <= model.get('answered'));
}"""


class StudioPage(Bridge):
    """A connected studio; `refresh()` shows the widgets that have come into its boxes since."""

    def __init__(self, page: Page, studio: Studio) -> None:
        self.boxes: list[tuple[ipywidgets.Box, list[Any]]] = []
        self.studio = studio
        super().__init__(page, studio)
        self.push()

    def refresh(self) -> None:
        for number, (box, shown) in enumerate(list(self.boxes)):
            if list(box.children) == shown:
                continue
            known = {*self.widgets}
            shown[:] = box.children
            html = "".join(map(self._place, box.children))
            fresh = {name: each for name, each in self.widgets.items() if name not in known}
            css = "\n".join(dict.fromkeys(getattr(each, "_css", "") for each in fresh.values()))
            self.page.evaluate(FILL, [str(number), html, css])
            for name, widget in fresh.items():
                widget.observe(self._noting(name))
                self.page.evaluate(CONNECT, [widget._esm, state(widget), name, self._name])
        self.push()

    def _place(self, widget: Any) -> str:
        if not hasattr(widget, "children"):
            is_ours = hasattr(widget, "_esm")
            return super()._place(widget) if is_ours else f"<div>{widget.value}</div>"
        number = len(self.boxes)
        self.boxes.append((widget, list(widget.children)))
        inside = "".join(map(self._place, widget.children))
        return f'<div class="{" ".join(widget._dom_classes)}" data-box="{number}">{inside}</div>'


class Author:
    """Somebody who enters an exercise into a studio; `Keys` and `Touch` press in their own ways."""

    def __init__(self, page: Page, studio: Studio) -> None:
        self.page, self.studio = page, studio
        self.bridge = StudioPage(page, studio)
        self.board = page.get_by_role("application", name="Board to paint on")
        self.heading = self.detail = ""
        self.tile: Any = None

    # Ways to press, write and paint.

    def press(self, target: Locator) -> None:
        raise NotImplementedError

    def enter_field(self, field: Locator) -> None:
        raise NotImplementedError

    def paint(self, mark: Mark) -> None:
        raise NotImplementedError

    def erase(self, where: str) -> None:
        raise NotImplementedError

    def offer(self, card: str, number: int | None) -> None:
        raise NotImplementedError

    def lay(self, place: Locator, index: int) -> None:
        raise NotImplementedError

    def write(self, field: Locator, text: str) -> None:
        """Replace the text in a field; it counts when the field is left."""
        self.enter_field(field)
        field.select_text()
        if text:
            self.page.keyboard.insert_text(text)
        else:
            self.page.keyboard.press("Delete")
        field.blur()

    def choose(self, field: Locator, value: str) -> None:
        """Choose from the browser's own list, which does not open on a page without a screen."""
        self.enter_field(field)
        field.select_option(value)

    # An exercise.

    def named(self, name: str, inside: str) -> Locator:
        return self.page.locator(f'.tk-bench-{inside} [data-name="{name}"]')

    def enter(self, plan: Plan) -> None:
        data = plan.data
        for name in ("edition", "kind"):
            if data[name] != getattr(self.studio.terms, name):
                self.choose(self.named(name, "ask"), data[name])
        self.bridge.refresh()
        self.open("words")
        self.write(self.named("others", "words"), plan.others)
        for number, board in enumerate(plan.boards, 1):
            if number > 1:
                self.press(self.named("add_start", "boards"))
                expect(self.named(f"start {number}", "boards")).to_be_visible()
            self.bridge.refresh()
            self.enter_board(board)
        self.open("ask")
        for card, limit in limits_of(data.get("cards", {})).items():
            self.offer(card, limit)
        for number, check in enumerate(data.get("checks", [])):
            self.enter_check(number, check)
        self.enter_programs(str(data.get("given", "")), plan.answer)
        self.enter_words(data)

    def enter_programs(self, given: str, answer: str) -> None:
        self.bridge.refresh()
        self.open("program")
        for place, program in ((self.studio.given, given), (self.studio.solution, answer)):
            if program and isinstance(place.builder, LaneBuilders):
                for line in program.splitlines():
                    name, _, lane = line.partition(": ")
                    self.enter_program(place.builder[name], lane)
            elif program:
                self.enter_program(place.builder, program)

    def enter_words(self, data: dict[str, Any]) -> None:
        self.open("words")
        for name in ("title", "text"):
            self.write(self.named(name, "words"), data[name])
        for number, hint in enumerate(data["hints"]):
            self.press(self.named("hints add", "words"))
            self.write(self.named(f"hints {number}", "words"), hint)
        for number, mistake in enumerate(data.get("mistakes", [])):
            self.press(self.named("mistakes add", "words"))
            self.write(self.named(f"mistakes a{number}", "words"), mistake["answer"])
            self.write(self.named(f"mistakes s{number}", "words"), mistake["says"])

    def open(self, page: str) -> None:
        self.press(self.page.locator(f'.tk-studio-tab[data-page="{page}"]'))

    def save(self, path: str) -> None:
        self.write(self.page.get_by_label("File name, or the name of a level"), path)
        self.press(self.page.get_by_role("button", name="Save", exact=True))
        expect(self.page.locator(".tk-studio-says")).to_contain_text("Saved")

    def enter_check(self, number: int, check: dict[str, Any]) -> None:
        index = [each["check"] for each in self._offered()].index(check["check"])
        self.choose(self.named("add", "ask"), str(index))
        row = self.page.locator(".tk-terms-checks > li").nth(number)
        expect(row).to_be_visible()
        self.heard(number, "check")
        for fact, value in check.items():
            if fact != "check" and self.studio.terms.checks[number].get(fact) != value:
                text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
                field = self.named(f"{fact} {number}", "ask")
                (self.choose if fact == "player" else self.write)(field, text)
                self.heard(number, fact)

    def heard(self, number: int, fact: str) -> None:
        """Wait until Python has heard of a fact of a check, and the page of Python's answer."""
        for _ in range(100):
            checks = self.studio.terms.checks
            if len(checks) > number and fact in checks[number]:
                break
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        self.bridge.push()

    def _offered(self) -> list[dict[str, Any]]:
        known = [each["check"] for each in self.studio.terms.checks]
        possible = self.studio.terms.possible
        return [each for each in possible if each["facts"] or each["check"] not in known]

    def enter_program(self, builder: ProgramBuilder, program: str) -> None:
        """Lay a program card by card, or write it if the tray does not have all of its cards."""
        shown = self._builder(builder)
        entries = [_text(each["node"]) for each in builder.tray]
        cards = list(map(str, Program.read(program).body))
        if {*cards} <= {*entries}:
            for number, card in enumerate(cards, 1):
                self.lay(shown, entries.index(card))
                expect(shown.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(number)
            return
        area = shown.get_by_role("textbox", name="Cards as text")
        if not area.is_visible():
            self.press(shown.locator("summary"))
        self.write(area, program)

    def _builder(self, builder: ProgramBuilder) -> Locator:
        widgets = self.bridge.widgets.items()
        name = next(name for name, each in widgets if each is builder)
        return self.page.locator(f'[data-id="{name}"]')

    # A board.

    def enter_board(self, board: Board) -> None:
        easel = self.studio.easel
        for _, where, _ in list(easel.marks):
            self.erase(where)
        for name, at, wanted in zip(("columns", "rows"), (0, 1), board.size, strict=False):
            for _ in range(abs(wanted - easel.size[at]) if wanted else 0):
                by = 1 if wanted > easel.size[at] else -1
                self.press(self.named(f"{name} {by}", "easel"))
                self.settle()
        for mark in board.marks:
            self.paint(mark)
        for field, fact in easel.numbers.items():
            value = ", ".join(map(str, fact)) if isinstance(fact, list) else str(fact)
            if value != board.numbers.get(field, ""):
                self.write(self.named(f"number {field}", "easel"), board.numbers.get(field, ""))
                self.settle()
        if board.lines:
            area = self.page.locator(".tk-easel-text")
            if not area.is_visible():
                self.press(self.page.locator(".tk-easel summary", has_text="The board as text"))
            self.write(area, easel.text + board.lines)

    def settle(self) -> None:
        """Wait until Python has answered all strokes."""
        widgets = self.bridge.widgets.items()
        easel = next(name for name, each in widgets if each is self.studio.easel)
        self.page.wait_for_function(ANSWERED, arg=easel)


def _text(node: Any) -> str:
    """Return a card of the tray as it is written in a program, or "" if it holds other cards."""
    return " ".join([node] if isinstance(node, str) else node if isinstance(node, list) else [])


class Keys(Author):
    """By keys alone: the focus moves to controls that Tab or arrow keys reach."""

    def press(self, target: Locator) -> None:
        self.focus(target)
        self.page.keyboard.press("Enter")

    def focus(self, target: Locator) -> None:
        assert target.evaluate("element => element.tabIndex") == 0, target
        target.focus()

    def enter_field(self, field: Locator) -> None:
        self.focus(field)

    def walk(self, square: str) -> None:
        self.focus(self.board)
        spots = self.studio.easel.canvas["squares"]
        here = self.page.locator(".tk-easel-cursor")
        goal = spots[square]
        for _ in range(60):
            x, y = here.evaluate(
                "e => ['--x', '--y'].map(n => Number(e.style.getPropertyValue(n)))"
            )
            if abs(x - goal[0]) > 0.001:
                self.page.keyboard.press("ArrowRight" if goal[0] > x else "ArrowLeft")
            elif abs(y - goal[1]) > 0.001:
                self.page.keyboard.press("ArrowDown" if goal[1] > y else "ArrowUp")
            else:
                return
        raise AssertionError(f"no way by arrow keys to {square}")

    def paint(self, mark: Mark) -> None:
        palette = game(self.studio.draft.data["game"]).palette
        thing = palette.thing(mark.thing)
        square, _, side = mark.where.partition(" ")
        self.walk(square)
        if side and thing.place is not Place.SQUARE:
            self.page.keyboard.press(f"Shift+{ARROWS[side]}")
        self.page.keyboard.press(thing.letter)
        self.settle()
        if self.painted(mark):
            return
        self.page.keyboard.press(".")
        self.settle()
        self.page.keyboard.press("PageDown")  # from now on, a detail is chosen
        self.page.keyboard.press("PageUp")
        choices = ["", *thing.details] if thing.numbered else [*thing.details]
        steps = choices.index(mark.detail) - choices.index(self.page.evaluate(DETAIL))
        for _ in range(abs(steps)):
            self.page.keyboard.press("PageDown" if steps > 0 else "PageUp")
        self.page.keyboard.press("Enter")
        self.settle()
        assert self.painted(mark), (mark, self.studio.easel.marks)

    def painted(self, mark: Mark) -> bool:
        return list(mark) in [list(each) for each in self.studio.easel.marks]

    def erase(self, where: str) -> None:
        self.walk(where.partition(" ")[0])
        self.page.keyboard.press("Delete")
        self.settle()

    def offer(self, card: str, number: int | None) -> None:
        tray = self.page.locator(".tk-bench-ask .tk-terms-tray")
        self.focus(tray.locator(".tk-terms-card[tabindex='0']"))
        for way in ("ArrowLeft", "ArrowRight"):
            for _ in range(40):
                if self.page.evaluate("() => document.activeElement.dataset.name") == card:
                    break
                self.page.keyboard.press(way)
        for key in ["*"] if number is None else ["+"] * number:
            self.page.keyboard.press(key)

    def lay(self, place: Locator, index: int) -> None:
        place.locator(".tk-lay-tray [tabindex='0']").focus()
        self.page.keyboard.press("Home")
        for _ in range(60):
            if self.page.evaluate("() => document.activeElement.dataset.tray") == str(index):
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")


class Touch(Author):
    """By touch alone; text comes from the keyboard on the screen."""

    def press(self, target: Locator) -> None:
        target.tap()

    def enter_field(self, field: Locator) -> None:
        self.press(field)

    def tap(self, where: str) -> None:
        square, _, side = where.partition(" ")
        self.board.scroll_into_view_if_needed()
        form, (across, down) = self.studio.easel.canvas, SIDES[side]
        box = self.board.bounding_box()
        assert box is not None
        x, y = form["squares"][square]
        x, y = x + across * form["width"], y + down * form["height"]
        self.page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])
        self.settle()

    def paint(self, mark: Mark) -> None:
        palette = game(self.studio.draft.data["game"]).palette
        thing = palette.thing(mark.thing)
        square, _, side = mark.where.partition(" ")
        tool = self.page.locator(".tk-easel-tool")
        self.press(self.page.locator(f'.tk-easel-tile[aria-keyshortcuts="{thing.letter}"]'))
        if thing.place is Place.HEADING:
            self.press(tool.locator(f'[data-name="{side}"]'))
        if mark.detail and tool.locator(f'[data-name="detail {mark.detail}"]').count():
            self.press(tool.locator(f'[data-name="detail {mark.detail}"]'))
        elif mark.detail:
            tool.locator("select").select_option(mark.detail)
        self.tap(square if thing.place is Place.HEADING else mark.where)

    def erase(self, where: str) -> None:
        self.press(self.page.locator('.tk-easel [aria-keyshortcuts="."]'))
        self.tap(where.partition(" ")[0])

    def offer(self, card: str, number: int | None) -> None:
        face = self.page.locator(f'.tk-bench-ask .tk-terms-card[data-name="{card}"]')
        if number is None:
            self.press(self.named(f"any {card}", "ask"))
        for _ in range(number or 0):
            self.press(face)

    def lay(self, place: Locator, index: int) -> None:
        self.press(place.locator(f'.tk-lay-tray-card[data-tray="{index}"]'))
