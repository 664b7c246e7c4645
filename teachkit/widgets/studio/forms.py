"""The fields on the pages of the studio."""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.core.game.game import Game
from teachkit.exercises.misreadings.diagnosis import misreadings_of
from teachkit.exercises.solving.concepts import concepts_of
from teachkit.widgets.common.widget import Data
from teachkit.words import say, translate


def word_fields() -> list[Data]:
    """Return the fields for the words of a level, named like the keys of its file."""
    return [
        {"name": "title", "kind": "line", "label": say("Title")},
        {"name": "text", "kind": "text", "label": say("Task")},
        {"name": "hints", "kind": "texts", "label": say("Hints")},
        {"name": "mistakes", "kind": "mistakes", "label": say("Mistakes with an answer")},
    ]


def share_fields() -> list[Data]:
    """Return the fields of the page with the level's code."""
    return [
        {"name": "maker", "kind": "line", "label": say("Your name")},
        {"name": "why", "kind": "note", "label": ""},
        {"name": "code", "kind": "code", "label": say("Code of the level")},
        {"name": "picture", "kind": "picture", "label": say("The code as a picture")},
    ]


def wish_fields(game: Game, tray: Sequence[Data]) -> list[Data]:
    """Return the fields for an author's wishes, named like the clauses of `Wishes`."""
    cards = [(card["id"], card["label"]) for card in tray]
    words = [*cards, *((word, translate(word)) for word in concepts_of(game))]
    ideas = [(idea.name, translate(idea.says)) for idea in misreadings_of(game)]
    caught = say("It catches a learner who needs this advice")
    return [
        {"name": "needs", "kind": "many", "label": say("It needs"), "options": words},
        {"name": "par_cards", "kind": "span", "label": say("Fewest cards")},
        {"name": "par_steps", "kind": "span", "label": say("Fewest steps")},
        {"name": "unique", "kind": "check", "label": say("Only one program is the shortest")},
        {"name": "tells", "kind": "many", "label": caught, "options": ideas},
    ]
