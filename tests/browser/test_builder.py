"""Browser tests of the builder: by keyboard, by mouse, by finger, and its announcements."""

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
    is_large,
    point,
    press,
    says,
)

HELD = "You are holding Left. Choose a place for it."


def lies(page: Page, *program: Any) -> None:
    """Assert that this program was last sent to Python."""
    page.wait_for_function(
        "program => JSON.stringify(model.saves.at(-1)?.program) === JSON.stringify(program)",
        arg=[*program],
    )


def twice(*body: Any) -> dict[str, Any]:
    return {"repeat": 2, "body": [*body]}


class TestKeyboard:
    def test_a_program_is_laid_by_keys(self, page: Page) -> None:
        """Tab goes to the tray and to the program; within each, arrows move on."""
        show_bare(page, builder())
        press(page, "Tab", "Enter", "ArrowRight", "Enter", "Home", "Enter")
        lies(page, "forward", "left", "forward")
        says(page, "Added: Forward, card 3 of 3.")
        assert focused(page) == "Forward, 2 left"
        press(page, "Tab", "Home", "ArrowRight", "Shift+ArrowRight")
        says(page, "2 chosen.")
        press(page, "Shift+Tab", "End", "ArrowLeft", "Enter")
        lies(page, twice("forward", "left"), "forward")

    def test_pieces_are_moved_and_removed_by_keys(self, page: Page) -> None:
        """The focus moves along."""
        show_bare(page, builder([twice("left"), "jump"]))
        press(page, "Tab", "Tab", "Alt+ArrowLeft")
        says(page, "Moved into “Twice”: jump, card 2 of 2.")
        press(page, "Alt+ArrowUp", "Alt+ArrowUp")
        lies(page, "jump", twice("left"))
        assert focused(page) == "jump, card 1 of 2"
        in_tray(page, "Left").dispatch_event("contextmenu")  # the context menu key
        says(page, HELD)
        card(page, 1).focus()
        press(page, "Enter")
        lies(page, "jump", "left", twice("left"))
        press(page, "Home", "ArrowRight", "ArrowRight", "Delete")
        lies(page, "jump", twice("left"))
        assert focused(page) == "jump, card 1 of 2"
        press(page, "Control+z")
        lies(page, "jump", "left", twice("left"))
        press(page, "Control+y")
        lies(page, "jump", twice("left"))


class TestMouse:
    def test_clicks(self, page: Page) -> None:
        """One click adds after the selected card, and nothing moves; a right click picks up."""
        page.set_viewport_size({"width": 500, "height": 700})
        show_bare(page, builder(["forward", "jump"]))
        bar = page.locator(".tk-builder > .tk-lay-bar")
        place = bar.bounding_box()
        card(page, 1).click()
        assert bar.bounding_box() == place
        in_tray(page, "Left").click()
        lies(page, "forward", "left", "jump")
        in_tray(page, "Left").click(button="right")
        says(page, HELD)
        page.locator(".tk-lay-gap").nth(1).click()
        lies(page, "forward", "left", "left", "jump")
        card(page, 1).click()
        card(page, 3).click(modifiers=["Shift"])
        in_tray(page, "Twice").click()
        lies(page, twice("forward", "left", "left"), "jump")

    def test_drags(self, page: Page) -> None:
        """From the tray and in the program, with a bracket, back by Escape, and out of it."""
        # Wait until positions are stable before measuring them.
        page.emulate_media(reduced_motion="reduce")
        show_bare(page, builder(NESTED))
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
        page.evaluate("""() => {  // the headless shell forgets what was captured
          const { setPointerCapture } = Element.prototype;
          Element.prototype.setPointerCapture = function capture(pointer) {
            window.captured = this.textContent;
            setPointerCapture.call(this, pointer);
          };
        }""")
        drag(page, point(card(page, 1)), point(page.locator(".tk-lay-tray"), 0.9, 0.2))
        lies(page, twice("left"))
        assert "Forward" in page.evaluate("window.captured"), "a mouse may leave the builder"


class Finger:
    """A finger that can rest in place, which the driver's own `tap` cannot."""

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
        """Touch, and lift the finger with an event of this later time, whatever the clock says."""
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

        show_bare(phone, builder(["forward", twice()]))
        card(phone, 1).tap()
        for target in phone.locator("button:visible, [role=treeitem]:visible, summary").all():
            assert is_large(target, width=30), target
        phone.get_by_role("button", name="Later").tap()
        lies(phone, twice("forward"))
        phone.get_by_role("button", name="Remove").tap()
        lies(phone, twice())

        show_bare(phone, builder(["forward", "jump"], marking=True))
        card(phone, 2).tap()
        assert told(phone, "pressed") == {"button": "mark", "fact": 2, "n": 1}

    def test_a_finger_that_rests(self, phone: Page) -> None:
        """A long press picks up a card or selects a placed one. A shorter one is a tap."""
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

        show_bare(phone, builder(["forward"]))
        Finger(phone).rest(point(in_tray(phone, "Left")), 300)
        lies(phone, "forward", "left")

    def test_a_finger_that_moves(self, phone: Page) -> None:
        """After a rest it drags; without one it scrolls the page."""
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
        phone.clock.pause_at("2100-01-01")  # even on a slow machine, the finger does not rest
        x, y = point(card(phone, 1))
        finger.touch("touchStart", (x, y))
        finger.move((x, y), (x, y - 250))
        finger.touch("touchEnd")
        phone.wait_for_function("scrollY > 50")
        assert told(phone, "program") is None
