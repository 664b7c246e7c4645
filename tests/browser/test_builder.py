"""The builder as it is touched: by keyboard, by mouse, by finger, and what it then says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

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


@pytest.fixture
def still(page: Page) -> Page:
    """A page on which nothing glides, so that a place measured is a place that stays."""
    page.emulate_media(reduced_motion="reduce")
    return page


class TestKeyboard:
    def test_enter_in_the_tray_adds_cards_one_after_the_other(self, page: Page) -> None:
        show_bare(page, builder())
        press(page, "Tab", "Enter", "ArrowRight", "Enter", "Home", "Enter")
        assert told(page, "program") == ["forward", "left", "forward"]
        says(page, "Added: Forward, card 3 of 3.")
        assert focused(page) == "Forward, 2 left"

    def test_cards_go_into_a_bracket_that_was_just_added(self, page: Page) -> None:
        show_bare(page, builder())
        press(page, "Tab", "End", "ArrowLeft", "Enter", "Home", "Enter", "ArrowRight", "Enter")
        assert told(page, "program") == [{"repeat": 2, "body": ["forward", "left"]}]

    def test_a_bracket_goes_around_two_chosen_cards(self, page: Page) -> None:
        show_bare(page, builder(["forward", "left", "jump"]))
        press(page, "Tab", "Tab", "Home", "ArrowRight", "Shift+ArrowRight")
        says(page, "2 chosen.")
        press(page, "Shift+Tab", "End", "ArrowLeft", "Enter")
        assert told(page, "program") == [{"repeat": 2, "body": ["forward", "left"]}, "jump"]
        says(page, "Added: Twice, around cards 1 to 2.")

    def test_alt_arrows_walk_a_card_through_a_bracket_and_out_again(self, page: Page) -> None:
        show_bare(page, builder([{"repeat": 2, "body": ["left"]}, "jump"]))
        press(page, "Tab", "Tab", "Alt+ArrowLeft")
        says(page, "Moved into “Twice”: jump, card 2 of 2.")
        assert told(page, "program") == [{"repeat": 2, "body": ["left", "jump"]}]
        press(page, "Alt+ArrowUp", "Alt+ArrowUp")
        says(page, "Moved out of “Twice”: jump, card 1 of 2.")
        assert told(page, "program") == ["jump", {"repeat": 2, "body": ["left"]}]
        assert focused(page) == "jump, card 1 of 2"
        press(page, "Alt+ArrowUp")
        says(page, "This is the start already.")

    def test_a_card_that_was_taken_up_goes_where_enter_is_pressed(self, page: Page) -> None:
        show_bare(page, builder(["forward", "jump"]))
        in_tray(page, "Left").dispatch_event("contextmenu")  # the key of the menu
        says(page, "Left in your hand. Choose a place for it.")
        card(page, 1).focus()
        press(page, "Enter")
        assert told(page, "program") == ["forward", "left", "jump"]

    def test_a_press_on_the_ground_keeps_the_keys(self, page: Page) -> None:
        show_bare(page, builder(["forward"]))
        page.locator(".tk-lay-felt").click(position={"x": 200, "y": 3})
        root = page.locator(".tk-builder")
        expect(root).to_be_focused()
        expect(root).to_have_attribute("data-lm-suppress-shortcuts", "true")

    def test_cards_of_one_pile_are_counted_together(self, page: Page) -> None:
        """Two questions, and two `if` cards for both."""
        asks = {"symbol": "?", "limit": 2, "group": "if"}
        tray = [{**asks, "id": sensor, "label": sensor, "node": {"if": sensor, "then": []}}
                for sensor in ("clear", "blocked")]  # fmt: skip
        shown = builder()
        shown.tray = tray
        show_bare(page, shown)
        press(page, "Tab", "Enter")
        assert focused(page) == "clear, 1 left"
        press(page, "ArrowRight")
        assert focused(page) == "blocked, 1 left"
        press(page, "Enter", "ArrowLeft")
        assert focused(page) == "clear, none left"

    def test_otherwise_is_a_place_of_its_own(self, page: Page) -> None:
        show_bare(page, builder([{"if": "blocked", "then": ["left"], "else": []}]))
        press(page, "Tab", "Tab", "End")
        assert focused(page) == "otherwise"
        press(page, "Shift+Tab", "Enter")
        assert told(page, "program") == [{"if": "blocked", "then": ["left"], "else": ["forward"]}]

    def test_delete_takes_a_bracket_off_and_shift_delete_takes_all(self, page: Page) -> None:
        show_bare(page, builder(NESTED))
        press(page, "Tab", "Tab", "Home", "ArrowRight", "ArrowRight", "Delete")
        assert told(page, "program") == ["forward", "left", "forward", "jump"]
        says(page, "“Twice” taken off. Its cards stay.")
        press(page, "Control+z", "Shift+Delete")
        assert told(page, "program") == ["forward", "jump"]
        assert focused(page) == "Forward, card 1 of 2"
        press(page, "Backspace", "Backspace", "Backspace")
        assert told(page, "program") == ["jump"]

    def test_everything_can_be_undone_and_done_again(self, page: Page) -> None:
        show_bare(page, builder(NESTED))
        page.get_by_role("button", name="Clear").click()
        assert told(page, "program") == []
        press(page, "Control+z")
        assert told(page, "program") == NESTED
        says(page, "Undone.")
        press(page, "Control+y")
        assert told(page, "program") == []
        press(page, "Control+z", "Control+Shift+Z")
        assert told(page, "program") == []
        says(page, "Done again.")

    def test_the_strip_is_a_tree_with_levels_and_positions(self, page: Page) -> None:
        show_bare(page, builder(NESTED))
        inner = page.get_by_role("treeitem", name="Left, card 2 of 4")
        expect(inner).to_have_attribute("aria-level", "2")
        expect(inner).to_have_attribute("aria-posinset", "1")
        expect(inner).to_have_attribute("aria-setsize", "2")
        outer = page.get_by_role("treeitem", name="Twice, around cards 2 to 3")
        expect(outer).to_have_attribute("aria-expanded", "true")
        expect(outer).to_have_attribute("aria-posinset", "3")


class TestMouse:
    def test_a_click_adds_behind_the_chosen_card(self, page: Page) -> None:
        show_bare(page, builder(["forward", "jump"]))
        card(page, 1).click()
        in_tray(page, "Left").click()
        assert told(page, "program") == ["forward", "left", "jump"]

    def test_the_second_button_takes_a_card_up_for_a_place(self, page: Page) -> None:
        show_bare(page, builder(["forward", "jump"]))
        in_tray(page, "Left").click(button="right")
        says(page, "Left in your hand. Choose a place for it.")
        page.locator(".tk-lay-gap").nth(1).click()
        assert told(page, "program") == ["forward", "left", "jump"]
        in_tray(page, "Left").click(button="right")
        in_tray(page, "Left").click(button="right")
        says(page, "Put back.")
        expect(page.locator(".tk-lay-gap")).to_have_count(0)

    def test_the_second_button_chooses_a_laid_card(self, page: Page) -> None:
        show_bare(page, builder(["forward", "jump"]))
        card(page, 1).click(button="right")
        expect(card(page, 1)).to_have_attribute("aria-selected", "true")
        assert told(page, "program") is None

    def test_a_card_is_dragged_from_the_tray_into_a_bracket(self, still: Page) -> None:
        show_bare(still, builder(NESTED))
        drag(still, point(in_tray(still, "Shove")), point(card(still, 2), 0.95))
        inside = ["left", ["shove", "left"], "forward"]
        assert told(still, "program") == ["forward", {"repeat": 2, "body": inside}, "jump"]

    def test_a_bracket_is_dragged_over_a_card(self, still: Page) -> None:
        show_bare(still, builder(["forward", "left"]))
        drag(still, point(in_tray(still, "Twice")), point(card(still, 2)))
        assert told(still, "program") == ["forward", {"repeat": 2, "body": ["left"]}]

    def test_a_bracket_is_moved_with_what_it_holds(self, still: Page) -> None:
        show_bare(still, builder(NESTED))
        drag(still, point(bracket(still), 0.2, 0.1), point(still.locator(".tk-lay-start")))
        assert told(still, "program") == [NESTED[1], "forward", "jump"]

    def test_a_bracket_cannot_go_into_itself(self, still: Page) -> None:
        show_bare(still, builder(NESTED))
        drag(still, point(bracket(still), 0.2, 0.1), point(card(still, 3)))
        assert told(still, "program") in (None, NESTED)

    def test_dragged_out_is_removed(self, still: Page) -> None:
        show_bare(still, builder(["forward", "left"]))
        drag(still, point(card(still, 1)), (600, 900))
        assert told(still, "program") == ["left"]

    def test_escape_puts_a_dragged_card_back(self, still: Page) -> None:
        show_bare(still, builder(["forward", "left"]))
        still.mouse.move(*point(card(still, 1)))
        still.mouse.down()
        still.mouse.move(600, 600, steps=4)
        press(still, "Escape")
        still.mouse.up()
        assert told(still, "program") is None
        expect(still.locator(".tk-lay-ghost, .tk-lay-mark")).to_have_count(0)

    def test_shift_click_chooses_neighbours(self, page: Page) -> None:
        show_bare(page, builder(["forward", "left", "jump"]))
        card(page, 1).click()
        card(page, 3).click(modifiers=["Shift"])
        in_tray(page, "Twice").click()
        assert told(page, "program") == [{"repeat": 2, "body": ["forward", "left", "jump"]}]


class TestTouch:
    @pytest.fixture
    def phone(self, browser: Browser) -> Iterator[Page]:
        context = browser.new_context(
            viewport={"width": 390, "height": 800}, has_touch=True, reduced_motion="reduce"
        )
        yield context.new_page()
        context.close()

    def rest(self, page: Page, place: tuple[float, float], milliseconds: int) -> None:
        """Touch, rest there, let go."""
        fingers = page.context.new_cdp_session(page)
        at = [{"x": place[0], "y": place[1]}]
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        page.wait_for_timeout(milliseconds)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def swipe(
        self, page: Page, start: tuple[float, float], end: tuple[float, float], rest: int
    ) -> None:
        """Touch, rest for some milliseconds, move, let go."""
        fingers = page.context.new_cdp_session(page)

        def touch(kind: str, points: list[tuple[float, float]]) -> None:
            places = [{"x": x, "y": y} for x, y in points]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

        touch("touchStart", [start])
        page.wait_for_timeout(rest)
        for part in (0.25, 0.5, 0.75, 1):
            along = [a + part * (b - a) for a, b in zip(start, end, strict=True)]
            touch("touchMove", [(along[0], along[1])])
        touch("touchEnd", [])

    def test_one_tap_adds_like_one_press(self, phone: Page) -> None:
        show_bare(phone, builder(["forward"]))
        in_tray(phone, "Left").tap()
        says(phone, "Added: Left, card 2 of 2.")
        in_tray(phone, "Left").tap()
        assert told(phone, "program") == ["forward", "left", "left"]

    def test_a_tap_adds_behind_the_card_that_was_tapped(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", "jump"]))
        card(phone, 1).tap()
        in_tray(phone, "Left").tap()
        assert told(phone, "program") == ["forward", "left", "jump"]

    def test_a_slow_tap_is_a_tap(self, phone: Page) -> None:
        show_bare(phone, builder(["forward"]))
        self.rest(phone, point(in_tray(phone, "Left")), 300)
        phone.wait_for_function("model.saves.length")
        assert told(phone, "program") == ["forward", "left"]
        expect(phone.locator(".tk-lay-gap")).to_have_count(0)

    def test_a_finger_that_rests_takes_a_card_up_for_a_place(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", "jump"]))
        self.rest(phone, point(in_tray(phone, "Left")), 700)
        says(phone, "Left in your hand. Choose a place for it.")
        assert told(phone, "program") is None
        phone.locator(".tk-lay-gap").nth(1).tap()
        assert told(phone, "program") == ["forward", "left", "jump"]
        expect(phone.locator(".tk-lay-gap")).to_have_count(0)

    def test_a_bracket_that_was_taken_up_goes_around_a_card(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", "jump"]))
        self.rest(phone, point(in_tray(phone, "Twice")), 700)
        card(phone, 1).tap()
        assert told(phone, "program") == [{"repeat": 2, "body": ["forward"]}, "jump"]

    def test_a_finger_that_rests_on_a_laid_card_chooses_it(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", "jump"]))
        self.rest(phone, point(card(phone, 1)), 700)
        expect(card(phone, 1)).to_have_attribute("aria-selected", "true")
        assert told(phone, "program") is None

    def test_a_chosen_card_has_buttons(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", {"repeat": 2, "body": []}]))
        card(phone, 1).tap()
        phone.get_by_role("button", name="Move right").tap()
        assert told(phone, "program") == [{"repeat": 2, "body": ["forward"]}]
        phone.get_by_role("button", name="Remove").tap()
        assert told(phone, "program") == [{"repeat": 2, "body": []}]

    def test_a_finger_that_rests_drags(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", "jump"]))
        self.swipe(phone, point(card(phone, 1)), point(card(phone, 2), 0.98), rest=300)
        says(phone, "Moved: Forward, card 2 of 2.")
        assert told(phone, "program") == ["jump", "forward"]

    def test_a_finger_that_swipes_scrolls(self, phone: Page) -> None:
        show_bare(phone, builder(["forward", "jump"]))
        phone.evaluate("document.body.style.height = '2000px'")
        x, y = point(card(phone, 1))
        self.swipe(phone, (x, y), (x, y - 250), rest=0)
        phone.wait_for_function("scrollY > 50")
        assert told(phone, "program") is None

    def test_targets_are_big_enough_for_a_finger(self, phone: Page) -> None:
        show_bare(phone, builder(NESTED))
        card(phone, 1).tap()
        for target in phone.locator("button:visible, [role=treeitem]:visible, summary").all():
            box = target.bounding_box()
            assert box is not None
            assert box["height"] >= 44, target
            assert box["width"] >= 30, target


class TestTray:
    def test_a_used_up_card_says_so_and_is_not_added(self, page: Page) -> None:
        show_bare(page, builder([["shove", "left"]]))
        in_tray(page, "Shove").click(force=True)  # off, but not deaf
        assert told(page, "program") is None
        says(page, "No more Shove cards.")

    def test_arrange_hides_what_is_used_up(self, page: Page) -> None:
        show_bare(page, builder(arrange=True))
        expect(in_tray(page, "Shove")).to_have_count(1)
        in_tray(page, "Shove").click()
        expect(in_tray(page, "Shove")).to_have_count(0)

    def test_disabled_takes_no_card(self, page: Page) -> None:
        show_bare(page, builder(["forward"], disabled=True))
        in_tray(page, "Left").click(force=True)
        card(page, 1).click()
        press(page, "Delete", "Alt+ArrowLeft", "Control+z")
        assert told(page, "program") is None


class TestFixedAndWrong:
    def test_a_fixed_card_stays_and_its_number_follows_it(self, page: Page) -> None:
        show_bare(page, builder(["forward", "left"], fixed=[2]))
        card(page, 2).click()
        press(page, "Delete")
        says(page, "Card 2 is fixed. It stays where it is.")
        press(page, "Home", "Shift+Tab", "Enter")
        assert told(page, "program") == ["forward", "forward", "left"]
        assert told(page, "fixed") == [3]
        page.get_by_role("button", name="Clear").click()
        assert told(page, "program") == ["left"]

    def test_a_problem_is_on_its_card_and_in_a_line(self, page: Page) -> None:
        wrong = builder(["forward"], judge=lambda nodes: [{"card": 1, "says": "Too far."}])
        show_bare(page, wrong)
        expect(page.get_by_role("treeitem", name="Forward, card 1 of 1, Too far.")).to_be_visible()
        expect(page.get_by_text("Card 1: Too far.")).to_be_visible()
