"""A game at the table, played by the rules and on the page at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, expect

from teachkit.core.game.game import EditRow
from teachkit.core.run.decisions import Decision, PickOne, PickSome, WriteProgram
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import house
from teachkit.widgets.table.ending import result

from .hands import Hands

# At once, since the run may end by itself before a pointer or the keys reach the button.
SKIP = """asking => {
  if (asking.dataset.moment === "watching") asking.querySelector("button").click();
}"""


class AtTable:
    """A driver of people at a table, who answer as the house would, by keys or another input.

    After each press the page must agree with the rules about whose turn it is and what is asked.
    Runs are skipped, unless the people are `patient`.
    """

    patient = False

    def __init__(self, table: Locator, sitting: Sitting, hands: Hands) -> None:
        self.table, self.sitting, self.hands = table, sitting, hands
        self.strategies = {seat.piece: house(sitting.game, "greedy") for seat in sitting.people}
        self.asking = table.locator(".tk-asking")
        self.agrees()

    def agrees(self) -> None:
        """Assert that the page shows the current position of the game."""
        sitting = self.sitting
        if not self.patient:
            self.asking.evaluate(SKIP)
        expect(self.asking).not_to_have_attribute("data-moment", "watching")
        if sitting.match.is_over:
            says = f"The game is over. {result(sitting)}"
        elif sitting.here:
            assert sitting.decision
            says = f"{sitting.here.name}: {sitting.decision.question}"  # type: ignore[attr-defined]  # all have one
        else:
            first, *more = [seat.name for seat in sitting.waiting]
            says = "Who plays now?" if more else f"It is your turn, {first}."
        expect(self.asking.locator(".tk-ask")).to_contain_text(says)

    def answers(self, number: int) -> None:
        """Give this many more answers, or all that are left until the end."""
        goal = len(self.sitting.match.answers) + number
        while len(self.sitting.match.answers) < goal and not self.sitting.match.is_over:
            self.step()

    def step(self) -> None:
        """Seat the next person, or give the current person's answer."""
        sitting = self.sitting
        if sitting.here is None:
            seat = sitting.waiting[0]
            self.press(self.asking.get_by_role("button", name=f"I am {seat.name}", exact=True))
            sitting.sit(seat.name)
        else:
            assert sitting.decision
            self.choose(self.strategies[sitting.here.piece](sitting.view, sitting.decision))
            return
        self.agrees()

    def choose(self, answer: Any) -> None:
        """Answer the current question with `answer`."""
        assert self.sitting.decision
        self.give(self.sitting.decision, answer)
        self.sitting.answer(answer)
        self.agrees()

    def take_back(self) -> None:
        """Take the last answer back, as the player who gave it."""
        name = f"Undo: {self.sitting.can_take_back}"
        self.press(self.table.get_by_role("button", name=name, exact=True))
        self.sitting.take_back()
        self.agrees()

    def give(self, decision: Decision, answer: Any) -> None:
        """Enter an answer into the control for this decision."""
        buttons = self.asking.locator(".tk-ask-answers button")
        send = self.table.locator(".tk-bar").get_by_role("button", name="Send")
        match decision:
            case PickOne(options=options):
                number = options.index(answer)
                place = self.table.locator(f'.tk-place[data-option="{number}"]')
                self.press(place if place.count() else buttons.nth(number))
            case PickSome():
                for place in decision.to_json(answer):
                    self.hands.press(buttons.nth(place))
                self.press(send)
            case WriteProgram(hand=hand):
                self.lay(list(Counter(hand)), answer.instructions)
                self.press(send)
            case EditRow():
                self.edit(decision, answer)
                self.press(send)

    def lay(self, tray: list[Any], cards: Any) -> None:
        laid = self.table.locator(".tk-lay-strip .tk-lay-instruction")
        for number, card in enumerate(cards, 1):
            self.hands.press(self.table.locator(f'[data-tray="{tray.index(card)}"]'))
            expect(laid).to_have_count(number)

    def edit(self, asked: EditRow, edits: Sequence[str]) -> None:
        """Make each edit: press a card of the hand, then the place where it goes."""
        editing, view = self.sitting.game.editing, self.sitting.view
        assert editing
        for number, edit in enumerate(edits, 1):
            ways = editing.next_edits(view, asked.row, edits[: number - 1])
            way = next(each for each in ways if each.text == edit)
            card = self.table.locator(f'[data-key="tray {way.card}"]')
            if way.card:
                self.hands.press(card)
            self.hands.press(self.table.locator(f'[data-key="place {way.first} {way.last}"]'))
            expect(self.table.locator(".tk-edit-list li").nth(number - 1)).to_contain_text(edit)
            if way.card:  # fewer places are shown once the kernel has computed the next edits
                _, laid = editing.edited(view, asked.row, edits[:number])
                left = asked.cards[way.card] - list(laid).count(way.card)
                expect(card.locator(".tk-lay-count")).to_have_text(str(left))

    def press(self, button: Locator) -> None:
        """Press, and wait until everything is redrawn."""
        before = str(self.asking.get_attribute("data-shown"))
        self.hands.press(button)
        expect(self.asking).not_to_have_attribute("data-shown", before)
