"""An exercise written around a solution: text, hand, checks, hints and mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from teachkit.core.game.levels import Levels
from teachkit.core.language.nodes import Repeat
from teachkit.core.language.program import Program
from teachkit.core.run.walk import straight_steps
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.generator.contract import Contract
from teachkit.exercises.generator.selection import Chosen, UnfitError
from teachkit.exercises.generator.slips import Slip, slips
from teachkit.exercises.generator.telling import IDEA, tempting
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import names_in
from teachkit.words import say, say_many

MOST_MISTAKES = 3
MOST_DISTRACTORS = 2
LESSON = "gen"


def compose(
    contract: Contract, title: str, start: dict[str, Any], chosen: Chosen
) -> dict[str, Any]:
    """The data of an exercise file; each of its mistakes loses something.

    The hand holds the cards of the solution, and one or two more that mistakes take. Raises
    `UnfitError` where an idea is to show, and nothing that can be laid tells of it.
    """
    data = _without_hand(contract, title, start, chosen)
    likely = list(slips(chosen.solution, contract.levels.opposites))
    if contract.idea:
        likely = [*tempting(data, contract.idea, contract.levels), *likely]
    trial = make_exercise("trial", data | {"mistakes": _tables(likely)})
    hand = Counter(names_in(chosen.solution))
    mistakes: dict[str, Slip] = {}
    for slip in likely:
        wider = hand | Counter(names_in(slip.program))
        if (
            slip.name not in mistakes
            and _may_lie(wider, contract, chosen)
            and _is_mistake(trial, slip)
        ):
            hand = wider
            mistakes[slip.name] = slip
    if contract.idea and IDEA not in mistakes:
        raise UnfitError("--tells")
    tables = _tables(list(mistakes.values())[:MOST_MISTAKES])
    return data | {"cards": dict(sorted(hand.items())), "mistakes": tables}


def _may_lie(hand: Counter[str], contract: Contract, chosen: Chosen) -> bool:
    """Whether a hand has only cards on offer, few more than needed, and keeps a solution alone."""
    more = hand - Counter(names_in(chosen.solution))
    return (
        hand.keys() <= contract.offered
        and more.total() <= MOST_DISTRACTORS
        and not (contract.unique and chosen.programs(hand) > 1)
    )


def _without_hand(
    contract: Contract, title: str, start: dict[str, Any], chosen: Chosen
) -> dict[str, Any]:
    levels, solution = contract.levels, chosen.solution
    return {
        "title": title,
        "lesson": LESSON,
        "game": contract.game,
        "edition": contract.rules.name,
        "kind": "program",
        "phase": "make",
        "teaches": [],
        "text": levels.text(start, chosen.task),
        "cards": {},
        "hints": list(_hints(solution, levels)),
        "starts": [levels.furnished(start, chosen.task)],
        "checks": [
            *({"check": ask.check, ask.fact: ask.value, "points": 2} for ask in chosen.task),
            {"check": "uses_at_most", "cards": solution.cost},
        ],
        "solution": {"answer": str(solution)},
    }


def _is_mistake(exercise: Exercise, slip: Slip) -> bool:
    """Whether the program loses more than the point for few cards, and reads its sentence."""
    result = judged(exercise, str(slip.program))
    return result.points < result.possible and slip.says in result.says


def _tables(mistakes: list[Slip]) -> list[dict[str, str]]:
    return [{"answer": str(slip.program), "says": slip.says} for slip in mistakes]


def _hints(solution: Program, levels: Levels) -> Iterator[str]:
    """From a nudge to the first card."""
    steps = [step.instruction.name for step in straight_steps(solution) or ()]
    turns = sum(name in levels.turns for name in steps)
    loops = [node.times for node in solution.body if isinstance(node, Repeat)]
    if loops:
        yield say("Something comes {times} times in a row: lay a loop around it.", times=loops[0])
        yield say_many("{cards} cards are enough for {number} step.",
                       "{cards} cards are enough for {number} steps.",
                       len(steps), cards=solution.cost)  # fmt: skip
    else:
        if levels.turns:
            yield say_many("It takes {number} turn.", "It takes {number} turns.", turns)
        else:
            yield say("Think backwards: what could the last card be?")
        yield say("It ends with: {cards}.", cards=str(Program(solution.body[-1:])))
    yield say("Begin with: {cards}.", cards=str(Program(solution.body[:1])))
