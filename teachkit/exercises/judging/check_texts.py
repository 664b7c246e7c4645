"""Checks in words, for people who choose them, and the facts with which they are offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from teachkit.core.board.squares import FACINGS
from teachkit.core.game.game import Game
from teachkit.core.game.whereabouts import Place
from teachkit.core.run.events import called
from teachkit.exercises.judging.checks import HAPPENINGS, SHAPES, fact_types
from teachkit.exercises.model.file import CheckLine
from teachkit.words import say, translate

CHECKS_IN_WORDS = {
    "never_skips": "skips no card",
    "skips": "skips exactly {times} of its cards",
    "passes": "gets to {where} on the way",
    "keeps_off": "never gets to {where}",
    "ends": "comes to an end",
    "comes_back": "ends where it started",
    "takes_no_detour": "gets there in the fewest steps",
    "can_reach": "can get to {where} in {steps} or fewer steps",
    "frontier": "has {places} at a distance of {steps}",
    "uses_at_most": "uses {cards} or fewer cards",
    "takes_at_most": "takes {steps} or fewer steps",
    "uses": 'uses the card "{card}"',
    "avoids": 'does not use the card "{card}"',
}


def sentence(line: CheckLine | Mapping[str, Any], game: Game) -> str:
    """Return a check in words, as the predicate of the piece that must meet it.

    >>> from teachkit.games import game
    >>> sentence({"check": "uses_at_most", "cards": 4, "points": 3}, game("algoracing"))
    'uses 4 or fewer cards'
    >>> sentence({"check": "parks", "place": "b4 north", "player": "green"}, game("roborally"))
    'Green ends at b4 north'
    """
    line = line if isinstance(line, CheckLine) else CheckLine.of(line)
    facts = {fact: _shown(value) for fact, value in line.facts.items()}
    says = sentence_with_gaps(line.check, game).format(**facts)
    return say("{actor} {says}", actor=called(line.player), says=says) if line.player else says


def sentence_with_gaps(check: str, game: Game) -> str:
    """Return the check named `check` in words, with the names of its facts in braces.

    >>> from teachkit.games import game
    >>> sentence_with_gaps("hurts", game("roborally"))
    'leaves {other} with at least {damage} damage'
    """
    return translate({**CHECKS_IN_WORDS, **game.goals_in_words}[check])


def _shown(fact: object) -> str:
    if isinstance(fact, list | tuple):
        return ", ".join(map(_shown, fact))
    return Place(fact).says


def possible_checks(game: Game, start: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a `[[checks]]` table for each check of a game, with facts that suit a start's table.

    Goals come first, and limits on cards and steps last.

    >>> from teachkit.games import algoracing
    >>> start = {"floor": ". *", "rovers": {"red": "a1 east"}, "samples": {"b1": "blue"}}
    >>> possible_checks(algoracing.GAME, start)[2:4]
    [{'check': 'parks', 'place': 'a1 east'}, {'check': 'carries', 'samples': 1}]
    """
    known = _facts_in(start)
    return [
        {"check": check}
        | {
            fact: known.get(fact, _USUAL.get(kind))
            for fact, kind in fact_types(game, check).items()
        }
        for check in (*game.goals, *HAPPENINGS, *SHAPES)
    ]


_USUAL: dict[Any, Any] = {int: 1, str: "", list[str]: [], list[int]: []}


def _facts_in(start: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts found in a start's table: numbers of things, and the places of the pieces.

    A fact that is named like a list or table of the start is the number of things in it.
    """
    tables = {key: value for key, value in start.items() if isinstance(value, Mapping)}
    targets = start.get("targets") or [1]
    facts: dict[str, Any] = {"value": targets[0], "values": targets, "number": len(targets)}
    facts |= {key: len(table) for key, table in tables.items()}
    pieces = [item for table in tables.values() for item in table.items() if _has_facing(item[1])]
    for _, text in pieces[:1]:
        square, facing = text.split()[-2:]
        facts |= {
            "square": square,
            "where": square,
            "facing": facing,
            "place": f"{square} {facing}",
        }
    return facts | {fact: name for name, _ in pieces[1:2] for fact in ("other", "rogue")}


def _has_facing(text: object) -> bool:
    """Return whether `text` is the place of a piece, such as `tread a1 north`."""
    return str(text).rpartition(" ")[2] in FACINGS
