"""Forms: how an answer is given and shown again.

Each place where answers are shown has an entry for each form: desk, handout, report. Several
kinds may share a form; nobody who shows an answer asks for its kind.
"""

from __future__ import annotations

from enum import StrEnum


class Form(StrEnum):
    """The forms.

    >>> Form.CARDS, str(Form.CARDS), Form.CARDS.lays_cards, Form.ROWS.lays_cards
    (<Form.CARDS: 'cards'>, 'cards', True, False)
    """

    CARDS = "cards"
    """A row of cards."""
    EDITS = "edits"
    """Changes to a row of cards that lies there, as text: `insert jump at 2`."""
    LANES = "lanes"
    """A row of cards for each of several pieces: a line for each, `red: forward, left`."""
    LINE = "line"
    """A word or two: `b4 north`, or a number."""
    ROWS = "rows"
    """A line for each step."""
    CHOICE = "choice"
    """The letter of one of several options."""
    ORDER = "order"
    """The letters of all options, in their order: `c, a, b`."""
    SOURCE = "source"
    """Python, in a cell of its own."""

    @property
    def lays_cards(self) -> bool:
        """Whether the cards of the exercise are to be laid."""
        return self in (Form.CARDS, Form.EDITS, Form.LANES)
