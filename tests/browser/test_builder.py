"""The builder as it is touched: by keyboard, by mouse, by finger, and what it then says."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from .bare import show_bare, told
from .builderpage import (
    NESTED,
    bracket,
    builder,
    card,
    drag,
    focused,
    in_tray,
    point,
    press,
    says,
)

HELD = "Left in your hand. Choose a place for it."


def lies(page: Page, *program: Any) -> None:
    """This is what Python was told last."""
    page.wait_for_function(
        "program => JSON.stringify(model.saves.at(-1)?.program) === JSON.stringify(program)",
        arg=[*program],
    )


def twice(*body: Any) -> dict[str, Any]:
    return {"repeat": 2, "body": [*body]}


class TestKeyboard:
    def test_a_program_is_laid_by_keys(self, page: Page) -> None:
        """Cards one after the other, into a bracket that was just added, and one around two."""
        show_bare(page, builder())
        press(page, "Tab", "Enter", "ArrowRight", "Enter", "Home", "Enter")
        lies(page, "forward", "left", "forward")
        says(page, "Added: Forward, card 3 of 3.")
        assert focused(page) == "Forward, 2 left"
        press(page, "End", "ArrowLeft", "Enter", "Home", "Enter", "ArrowRight", "Enter")
        lies(page, "forward", "left", "forward", twice("forward", "left"))

        show_bare(page, builder(["forward", "left", "jump"]))
        press(page, "Tab", "Tab", "Home", "ArrowRight", "Shift+ArrowRight")
        says(page, "2 chosen.")
        press(page, "Shift+Tab", "End", "ArrowLeft", "Enter")
        lies(page, twice("forward", "left"), "jump")
        says(page, "Added: Twice, around cards 1 to 2.")

    def test_pieces_are_moved_and_removed_by_keys(self, page: Page) -> None:
        show_bare(page, builder([twice("left"), "jump"]))
        press(page, "Tab", "Tab", "Alt+ArrowLeft")
        says(page, "Moved into “Twice”: jump, card 2 of 2.")
        lies(page, twice("left", "jump"))
        press(page, "Alt+ArrowUp", "Alt+ArrowUp")
        says(page, "Moved out of “Twice”: jump, card 1 of 2.")
        lies(page, "jump", twice("left"))
        assert focused(page) == "jump, card 1 of 2"
        press(page, "Alt+ArrowUp")
        says(page, "This is the start already.")
        in_tray(page, "Left").dispatch_event("contextmenu")  # the key of the menu
        says(page, HELD)
        card(page, 1).focus()
        press(page, "Enter")
        lies(page, "jump", "left", twice("left"))

        show_bare(page, builder(NESTED))
        press(page, "Tab", "Tab", "Home", "ArrowRight", "ArrowRight", "Delete")
        lies(page, "forward", "left", "forward", "jump")
        says(page, "“Twice” taken off. Its cards stay.")
        press(page, "Control+z", "Shift+Delete")
        lies(page, "forward", "jump")
        assert focused(page) == "Forward, card 1 of 2"
        press(page, "Backspace")
        lies(page, "jump")
        press(page, "Control+z", "Control+z")
        lies(page, *NESTED)
        says(page, "Undone.")
        for again in ("Control+y", "Control+Shift+Z"):
            press(page, again)
            lies(page, "forward", "jump")
            says(page, "Done again.")
            press(page, "Control+z")

    def test_the_strip_is_a_tree(self, page: Page) -> None:
        show_bare(page, builder(NESTED))
        inner = page.get_by_role("treeitem", name="Left, card 2 of 4")
        outer = page.get_by_role("treeitem", name="Twice, around cards 2 to 3")
        for item, attributes in (
            (inner, {"level": "2", "posinset": "1", "setsize": "2"}),
            (outer, {"expanded": "true", "posinset": "3"}),
        ):
            for name, value in attributes.items():
                expect(item).to_have_attribute(f"aria-{name}", value)


class TestMouse:
    def test_clicks(self, page: Page) -> None:
        """One adds behind the chosen card; the second button takes a card up, or chooses."""
        show_bare(page, builder(["forward", "jump"]))
        card(page, 1).click()
        in_tray(page, "Left").click()
        lies(page, "forward", "left", "jump")

        show_bare(page, builder(["forward", "jump"]))
        card(page, 1).click(button="right")
        expect(card(page, 1)).to_have_attribute("aria-selected", "true")
        assert told(page, "program") is None
        in_tray(page, "Left").click(button="right")
        says(page, HELD)
        page.locator(".tk-lay-gap").nth(1).click()
        lies(page, "forward", "left", "jump")
        in_tray(page, "Left").click(button="right")
        in_tray(page, "Left").click(button="right")
        says(page, "Put back.")
        expect(page.locator(".tk-lay-gap")).to_have_count(0)
        card(page, 1).click()
        card(page, 3).click(modifiers=["Shift"])
        in_tray(page, "Twice").click()
        lies(page, twice("forward", "left", "jump"))

    def test_drags(self, page: Page) -> None:
        """From the tray and in the program, with a bracket and out of it all."""
        page.emulate_media(reduced_motion="reduce")  # a place measured is a place that stays
        show_bare(page, builder(NESTED))
        drag(page, point(bracket(page), 0.2, 0.1), point(card(page, 3)))
        assert told(page, "program") in (None, NESTED), "a bracket cannot go into itself"
        drag(page, point(in_tray(page, "Shove")), point(card(page, 2), 0.95))
        inside = twice("left", ["shove", "left"], "forward")
        lies(page, "forward", inside, "jump")
        drag(page, point(bracket(page), 0.2, 0.1), point(page.locator(".tk-lay-start")))
        lies(page, inside, "forward", "jump")

        show_bare(page, builder(["forward", "left"]))
        page.mouse.move(*point(card(page, 1)))
        page.mouse.down()
        page.mouse.move(600, 600, steps=4)
        press(page, "Escape")
        page.mouse.up()
        assert told(page, "program") is None
        expect(page.locator(".tk-lay-ghost, .tk-lay-mark")).to_have_count(0)
        drag(page, point(in_tray(page, "Twice")), point(card(page, 2)))
        lies(page, "forward", twice("left"))

    def test_dragged_out_is_removed(self, page: Page) -> None:
        """Over the tray; and the mouse is captured, so that it may also leave the builder."""
        page.emulate_media(reduced_motion="reduce")
        show_bare(page, builder(["forward", "left"]))
        page.evaluate("""() => {  // the headless shell forgets what was captured
          const { setPointerCapture } = Element.prototype;
          Element.prototype.setPointerCapture = function capture(pointer) {
            window.captured = this.textContent;
            setPointerCapture.call(this, pointer);
          };
        }""")
        drag(page, point(card(page, 1)), point(page.locator(".tk-lay-tray"), 0.9, 0.2))
        lies(page, "left")
        assert "Forward" in page.evaluate("window.captured")


class Finger:
    """A finger that may rest where it is, which no `tap` of the browser's driver does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        for part in (0.25, 0.5, 0.75, 1):
            x, y = (a + part * (b - a) for a, b in zip(start, end, strict=True))
            self.touch("touchMove", (x, y))

    def rest(self, place: tuple[float, float], milliseconds: float) -> None:
        """Touch, and lift the finger as an event that is so much later, whatever the clock says."""
        self.page.evaluate(
            """milliseconds => {
              const once = { capture: true, once: true };
              let down;
              document.addEventListener('pointerdown', (event) => { down = event.timeStamp }, once);
              document.addEventListener('pointerup', (event) => {
                Object.defineProperty(event, 'timeStamp', { value: down + milliseconds });
              }, once);
            }""",
            milliseconds,
        )
        self.touch("touchStart", place)
        expect(self.page.locator(".tk-lay-ghost")).to_have_count(1)
        self.touch("touchEnd")


class TestTouch:
    def test_taps(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", "jump"]))
        card(phone, 1).tap()
        in_tray(phone, "Left").tap()
        lies(phone, "forward", "left", "jump")
        says(phone, "Added: Left, card 2 of 3.")
        in_tray(phone, "Left").tap()
        lies(phone, "forward", "left", "left", "jump")

        show_bare(phone, builder(["forward", twice()]))
        card(phone, 1).tap()
        for target in phone.locator("button:visible, [role=treeitem]:visible, summary").all():
            box = target.bounding_box()
            assert box is not None
            assert (box["height"] >= 44, box["width"] >= 30) == (True, True), target
        phone.get_by_role("button", name="Move right").tap()
        lies(phone, twice("forward"))
        phone.get_by_role("button", name="Remove").tap()
        lies(phone, twice())

    def test_a_finger_that_rests(self, phone: Page) -> None:
        """Long: it takes a card up, or chooses one that lies. Not so long: it was a tap."""
        show_bare(phone, builder(["forward", "jump"]))
        finger = Finger(phone)
        finger.rest(point(card(phone, 1)), 700)
        expect(card(phone, 1)).to_have_attribute("aria-selected", "true")
        assert told(phone, "program") is None
        finger.rest(point(in_tray(phone, "Left")), 700)
        says(phone, HELD)
        assert told(phone, "program") is None
        phone.locator(".tk-lay-gap").nth(1).tap()
        lies(phone, "forward", "left", "jump")
        expect(phone.locator(".tk-lay-gap")).to_have_count(0)
        finger.rest(point(in_tray(phone, "Twice")), 700)
        card(phone, 1).tap()
        lies(phone, twice("forward"), "left", "jump")

        show_bare(phone, builder(["forward"]))
        Finger(phone).rest(point(in_tray(phone, "Left")), 300)
        lies(phone, "forward", "left")
        expect(phone.locator(".tk-lay-gap")).to_have_count(0)

    def test_a_finger_that_moves(self, phone: Page) -> None:
        """After a rest it drags; at once it scrolls the page."""
        show_bare(phone, builder(["forward", "jump"]))
        finger, start = Finger(phone), point(card(phone, 1))
        finger.touch("touchStart", start)
        expect(phone.locator(".tk-lay-ghost")).to_have_count(1)
        finger.move(start, point(card(phone, 2), 0.98))
        finger.touch("touchEnd")
        says(phone, "Moved: Forward, card 2 of 2.")
        lies(phone, "jump", "forward")

        phone.clock.install()
        show_bare(phone, builder(["forward", "jump"]))
        phone.evaluate("document.body.style.height = '2000px'")
        phone.clock.pause_at("2100-01-01")  # however slow the machine, the finger does not rest
        x, y = point(card(phone, 1))
        finger.touch("touchStart", (x, y))
        finger.move((x, y), (x, y - 250))
        finger.touch("touchEnd")
        phone.wait_for_function("scrollY > 50")
        assert told(phone, "program") is None


def test_what_is_off_says_why(page: Page) -> None:
    """A card that is used up, one that is fixed, one that is wrong, and a builder that is off."""
    show_bare(page, builder([["shove", "left"]]))
    in_tray(page, "Shove").click(force=True)  # off, but not deaf
    assert told(page, "program") is None
    says(page, "No more Shove cards.")

    show_bare(page, builder(["forward", "left"], fixed=[2]))
    card(page, 2).click()
    press(page, "Delete")
    says(page, "Card 2 is fixed. It stays where it is.")
    press(page, "Home", "Shift+Tab", "Enter")
    lies(page, "forward", "forward", "left")
    assert told(page, "fixed") == [3]
    page.get_by_role("button", name="Clear").click()
    lies(page, "left")

    show_bare(page, builder(["forward"], judge=lambda nodes: [{"card": 1, "says": "Too far."}]))
    expect(page.get_by_role("treeitem", name="Forward, card 1 of 1, Too far.")).to_be_visible()
    expect(page.get_by_text("Card 1: Too far.")).to_be_visible()

    show_bare(page, builder(["forward"], disabled=True))
    in_tray(page, "Left").click(force=True)
    card(page, 1).click()
    press(page, "Delete", "Alt+ArrowLeft", "Control+z")
    assert told(page, "program") is None
