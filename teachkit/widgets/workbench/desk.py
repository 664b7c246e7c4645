"""What an exercise lays on the learner's desk: the tray of cards, and what can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.exercises.judging.checks import asked_text
from teachkit.exercises.model.exercise import Exercise
from teachkit.widgets.task import Task
from teachkit.words import say, translate


def tray_of(exercise: Exercise, player: str = "") -> list[dict[str, Any]]:
    """The cards of this exercise, each with its picture and how many there are.

    Cards with one `group` are taken from one pile: its `limit` holds for all of them together.
    Where a player holds a hand, the tray is that hand.
    """
    hand = hand_of(exercise, player)
    if hand is not None:
        return [
            _face(exercise, card)
            | {"id": str(card), "node": _node(card), "help": exercise.instructions[card.name].help}
            | {"name": card.name, "limit": count}
            for card, count in Counter(hand).items()
            if card.name in exercise.instructions
        ]
    entries = [
        {
            "id": card.name,
            "node": card.name,
            "symbol": card.symbol,
            "label": card.label,
            "help": card.help,
            "limit": exercise.cards.get(card.name),
        }
        for card in exercise.instructions
    ]
    return [*entries, *_loops(exercise), *_questions(exercise)]


def hand_of(exercise: Exercise, player: str = "") -> tuple[Instruction, ...] | None:
    """The cards that a player of the first start holds; `None`: whatever the exercise has."""
    return exercise.game.hand(exercise.starts[0].state, player or exercise.player)


def slots_of(exercise: Exercise, player: str = "") -> list[dict[str, Any]]:
    """The places that a program fills, where the game has such."""
    if exercise.game.slots is None:
        return []
    return [
        {
            "number": slot.number,
            "label": slot.label,
            "locked": slot.is_locked,
            "face": _face(exercise, slot.card) if slot.card else None,
        }
        for slot in exercise.game.slots(exercise.starts[0].state, player or exercise.player)
    ]


def _face(exercise: Exercise, card: Instruction) -> dict[str, Any]:
    """How one card looks; `note` is what stands behind its name, such as its priority."""
    kind = exercise.game.instructions[card.name]
    return {"symbol": kind.symbol, "label": kind.label, "note": " ".join(card.arguments)}


def _node(card: Instruction) -> Any:
    return Program((card,)).to_json()[0]


def without(tray: Sequence[dict[str, Any]], card: str, says: str) -> list[dict[str, Any]]:
    """The same tray, but of this card there are none left to take; `says` stands there as help."""
    return [entry | {"limit": 0, "help": says} if card in (entry["id"], entry.get("name"))
            else entry for entry in tray]  # fmt: skip


def struck(form: dict[str, Any], letter: str) -> dict[str, Any]:
    """The same choices, with one of them struck out."""
    choices = [each | {"struck": each["letter"] == letter} for each in form["choices"]]
    return form | {"choices": choices}


def _loops(exercise: Exercise) -> list[dict[str, Any]]:
    loops = exercise.rules.loops
    if exercise.cards:
        loops = tuple(times for times in loops if f"{times}x" in exercise.cards)
    elif exercise.rules.nested:
        loops = loops[:2]
    return [
        {
            "id": f"{times}x",
            "node": {"repeat": times, "body": []},
            "symbol": f"×{times}",
            "label": say("Repeat ×{times}", times=times),
            "help": say("Run the cards inside {times} times.", times=times),
            "limit": exercise.cards.get(f"{times}x"),
        }
        for times in loops
    ]


def _questions(exercise: Exercise) -> list[dict[str, Any]]:
    """`while` and `if` cards, one for each thing that this exercise lets a learner ask."""
    if not exercise.rules.sensors:
        return []
    entries: list[dict[str, Any]] = []
    for word in ("while", "if"):
        if exercise.cards and word not in exercise.cards:
            continue
        for condition in exercise.file.sensors or list(exercise.instructions.sensors):
            node: dict[str, Any] = {word: condition}
            node |= {"body": []} if word == "while" else {"then": [], "else": []}
            entries.append(
                {
                    "id": f"{word} {condition}",
                    "node": node,
                    "symbol": "⟳" if word == "while" else "?",
                    "label": f"{word} {condition}",
                    "help": _sensor_help(exercise, word, condition),
                    "limit": exercise.cards.get(word),
                    "group": word,
                }
            )
    return entries


def _sensor_help(exercise: Exercise, word: str, condition: str) -> str:
    sensor = translate(exercise.instructions.sensors[condition.rsplit(maxsplit=1)[-1]])
    if condition.startswith("not "):
        sensor = say("not: {sensor}", sensor=sensor)
    if word == "while":
        return say("Again and again, as long as {sensor}.", sensor=sensor)
    return say("Only if {sensor}.", sensor=sensor)


def task_of(exercise: Exercise) -> Task:
    """What is asked."""
    labels = [{"cards": label.cards, "says": translate(label.says)}
              for label in exercise.file.labels]  # fmt: skip
    title = translate(exercise.title)
    return Task(title, asked_text(exercise), choices_of(exercise), labels=labels)


def choices_of(exercise: Exercise) -> dict[str, Any]:
    """What there is to choose from; empty where nothing is chosen."""
    make = _CHOICES.get(exercise.kind.form.desk)
    return make(exercise) if make else {}


def _options(exercise: Exercise) -> dict[str, Any]:
    options = exercise.options.items()
    choices = [{"letter": letter, "says": translate(choice.says)} for letter, choice in options]
    return {"kind": "choice", "choices": choices}


_CHOICES = {"options": _options}
