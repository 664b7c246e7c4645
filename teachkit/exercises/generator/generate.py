"""Random exercises that fulfil a contract, proven and sorted by difficulty.

For each board drawn at random, one search finds every state that programs can reach. A task that
fits is then chosen from all tasks possible on the board, so few boards have to be discarded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from teachkit.core.data import Table
from teachkit.core.game.level_generator import LevelGenerator, Order
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance, Seed
from teachkit.core.run.decisions import Shuffle
from teachkit.exercises.authoring.files import make_exercise, toml_text
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.generator.composing import compose
from teachkit.exercises.generator.contract import Contract, ContractError, TooFewError
from teachkit.exercises.generator.selection import CLAUSES, Chosen, Selection, UnfitError
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.concepts import Difficulty, carriers, needed
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import Memory, Moment, TooLargeError
from teachkit.words import say, translate

T = TypeVar("T")

MOST_BOARDS = 12
"""The number of boards drawn for each wanted exercise before the generator gives up."""
STARTS = 12
"""The number of starts tried on each board; all of them share one search of the board."""


class Level(NamedTuple):
    """A generated exercise: the data of its file, its par in cards, and its difficulty."""

    data: dict[str, Any]
    par_cards: int
    difficulty: Difficulty

    def text(self, made_by: str) -> str:
        """Return the text of the exercise file.

        Comments state the exercise's difficulty and `made_by`, the command that made it.
        """
        about = say("Difficulty: {difficulty}", difficulty=self.difficulty)
        made = say("Made by: {command}", command=made_by)
        return f"# {about}\n# {made}\n\n{toml_text(self.data)}"


def generate(contract: Contract, number: int, seed: Seed = 0) -> list[Level]:
    """Return `number` different exercises that fulfil the contract, easiest first.

    The same contract, number and seed give the same exercises on every machine. If too few are
    found, raise `TooFewError`, which names the option to relax.
    """
    drawing = _Drawing(contract, Chance(f"{seed} {contract}"))
    for _ in range(MOST_BOARDS * number):
        try:
            drawing.draw_board()
        except TooLargeError:
            raise ContractError(
                say("The exact search would take too long. Lower --par-cards.")
            ) from None
        if len(drawing.found) == number:
            return sorted(drawing.found, key=lambda level: level.difficulty.value)
    option = max(CLAUSES, key=lambda clause: drawing.unfit[clause])
    raise TooFewError(say("Exercises found: {found} of {wanted}. Relax {option}.",
                          found=len(drawing.found), wanted=number, option=option))  # fmt: skip


class _Drawing:
    """A series of randomly drawn boards, and the different levels found on them.

    `unfit` counts how often each option was too strict.
    """

    def __init__(self, contract: Contract, chance: Chance) -> None:
        self.contract, self.levels, self.chance = contract, contract.levels, chance
        self.titles = self.shuffled(self.levels.titles)
        self.unfit: Counter[str] = Counter()
        self.known: set[Hashable] = set()
        self.found: list[Level] = []

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Return `things` in random order."""
        places = Shuffle(items=tuple(range(len(things)))).compose(self.chance.pick)
        return [things[place] for place in places]

    def draw_board(self) -> None:
        """Draw a random board, and add a level on it to `found` if one fulfils the contract."""
        contract, game = self.contract, self.contract.module
        size, stops = contract.size or self.levels.size, self.chance.pick(contract.stops)
        order = Order(
            contract.rules.name,
            size,
            stops,
            contract.par_cards[-1],
            contract.offered,
            contract.needed,
        )
        memory = None
        for start in islice(self.levels.draw(order, self.chance.pick), STARTS):
            state = game.setup(edition=contract.rules.name, **start).state()
            memory = memory or Memory(game, game.players(state)[0], ahead=True)
            try:
                self.found.append(self._level(start, memory.moment(state)))
                return
            except UnfitError as reason:
                self.unfit[reason.clause] += 1

    def _level(self, start: Table, moment: Moment) -> Level:
        """Return a level that begins with `start` and passes `teachkit check`.

        Raise `UnfitError` if no level fits, or if the level is a duplicate.
        """
        chosen = Selection(self.contract, start, moment).choose(self.shuffled)
        duplicate_key = self.levels.duplicate_key(start)
        skeleton = _skeleton(chosen.solution, self.levels)
        if {duplicate_key, skeleton} & self.known:
            raise UnfitError("--size")
        title = translate(self.titles[len(self.found) % len(self.titles)])
        data = compose(self.contract, title, start, chosen)
        exercise = make_exercise("level", data)
        proven = _proven(self.contract, chosen, exercise)
        if flaws(exercise):
            raise UnfitError("--edition")
        self.known |= {duplicate_key, skeleton}
        concepts = proven.concepts or tuple(self.levels.concepts)[:1]
        return Level(data | {"teaches": list(concepts)}, chosen.solution.cost, proven)


def _skeleton(solution: Program, levels: LevelGenerator) -> str:
    """Return a key that a solution shares with its mirror image."""
    turning = {card: levels.opposites[card] for card in levels.turns}
    mirrored = re.sub(r"[^ ,()]+", lambda word: turning.get(word[0], word[0]), str(solution))
    return min(str(solution), mirrored)


def _proven(contract: Contract, chosen: Chosen, exercise: Exercise) -> Difficulty:
    """Return the difficulty of `exercise`. Raise `UnfitError` if its number of steps does not fit.

    The search of the board has proven that the cost of the solution is the par in cards, for any
    hand. It has also proven the par in steps, unless a program without loops could be quicker than
    the solution; in that case, this function searches for the par.
    """
    steps = chosen.steps or _quickest(exercise)
    if not steps or (contract.par_steps and steps not in contract.par_steps):
        raise UnfitError("--par-steps")
    return Difficulty(steps, chosen.turns, _concepts(contract, chosen, exercise))


def _quickest(exercise: Exercise) -> int | None:
    """Return the fewest steps of any solution; `None` if the search would take too long."""
    with suppress(TooLargeError):
        if (searched := puzzle(exercise)) and (best := searched.best("steps")):
            return best.cost
    return None


def _concepts(contract: Contract, chosen: Chosen, exercise: Exercise) -> tuple[str, ...]:
    """Return the concepts whose cards every cheapest program uses."""
    if chosen.others is None:
        return needed(exercise)
    hand = Counter({name: number or 0 for name, number in exercise.cards.items()})
    carried = {
        concept: carriers(concept, contract.module, contract.rules) & hand.keys()
        for concept in contract.levels.concepts
    }
    return tuple(
        concept for concept, cards in carried.items() if cards and not chosen.programs(hand, cards)
    )
