"""The tray of an exercise: its cards, with their pictures and limits."""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.core.language.nodes import Condition, Instruction
from teachkit.core.run.walk import Question
from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.builder import cards
from teachkit.words import say, translate


def tray_of(exercise: Exercise, player: str = "") -> list[cards.Entry]:
    """Return the cards that may be used; in a game that deals hands, those in the player's hand.

    Cards with the same `group` come from one pile and share its `limit`.
    """
    hand = hand_of(exercise, player)
    if hand is not None:
        here = [card for card in hand if card.name in exercise.instructions]
        return cards.hand_tray(exercise.game, exercise.starts[0].state, here)
    entries = [
        cards.kind_face(card)
        | {"id": card.name, "node": card.name, "limit": exercise.cards.get(card.name)}
        for card in exercise.instructions
    ]
    return [*entries, *_loops(exercise), *_conditions(exercise)]


def hand_of(exercise: Exercise, player: str = "") -> tuple[Instruction, ...] | None:
    """Return the cards in a player's hand at the first start, or `None` if none are dealt."""
    return exercise.game.hand(exercise.starts[0].state, player or exercise.player)


def slots_of(exercise: Exercise, player: str = "") -> list[cards.Entry]:
    """Return the slots of a player's program at the first start."""
    return cards.slots(exercise.game, exercise.starts[0].state, player or exercise.player)


def without(tray: Sequence[cards.Entry], card: str, says: str) -> list[cards.Entry]:
    """Return a copy of `tray` with a limit of 0 for `card`, and `says` as the card's help."""
    return [
        entry | {"limit": 0, "help": says} if card in (entry["id"], entry.get("name")) else entry
        for entry in tray
    ]


def _loops(exercise: Exercise) -> list[cards.Entry]:
    loops = exercise.rules.loops
    if exercise.cards:
        loops = tuple(times for times in loops if f"{times}x" in exercise.cards)
    elif exercise.rules.nested:
        loops = loops[:2]
    return [
        cards.loop_face(f"{times}x")
        | {"id": f"{times}x", "node": {"repeat": times, "body": []}}
        | {"limit": exercise.cards.get(f"{times}x")}
        for times in loops
    ]


def _conditions(exercise: Exercise) -> list[cards.Entry]:
    """Return a card for each allowed combination of `while` or `if` with a condition."""
    if not exercise.rules.sensors:
        return []
    entries: list[cards.Entry] = []
    for word in ("while", "if"):
        if exercise.cards and word not in exercise.cards:
            continue
        for condition in exercise.file.sensors or list(exercise.instructions.sensors):
            arms: dict[str, cards.Node] = (
                {"body": []} if word == "while" else {"then": [], "else": []}
            )
            entries.append(
                {
                    "id": f"{word} {condition}",
                    "node": {word: condition, **arms},
                    "symbol": "⟳" if word == "while" else "?",
                    "label": str(Question(Condition.read(condition), 0, again=word == "while")),
                    "help": _sensor_help(exercise, word, condition),
                    "limit": exercise.cards.get(word),
                    "group": word,
                }
            )
    return entries


def _sensor_help(exercise: Exercise, word: str, condition: str) -> str:
    sensor = translate(exercise.instructions.sensors[condition.rsplit(maxsplit=1)[-1]])
    if condition.startswith("not "):
        sensor = say("it is not true that {sensor}", sensor=sensor)
    if word == "while":
        return say("Repeat the cards inside as long as {sensor}.", sensor=sensor)
    return say("Run the cards inside only if {sensor}.", sensor=sensor)
