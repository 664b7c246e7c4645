"""Random exercises that fulfil a contract, proven and sorted by difficulty.

For each board drawn at random, one search finds every state that programs can reach. A task that
fits is then chosen from all tasks possible on the board, so few boards have to be discarded.

An exercise is composed from a solution: text, hand, checks, hints and likely mistakes. Each mistake
is one slip away from the solution, and has its own sentence. If a level must reveal a misreading,
one of its mistakes is a program that works only when misread.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import compress, islice, product
from typing import Any, NamedTuple, TypeAlias, TypeVar

from teachkit.core.data import Table
from teachkit.core.game.game import Misreading
from teachkit.core.game.level_generator import LevelGenerator, Order
from teachkit.core.language.instructions import Instruction, Node, Repeat
from teachkit.core.language.program import Program, places, with_card
from teachkit.core.run.chance import Chance, Seed
from teachkit.core.run.decisions import Shuffle
from teachkit.exercises.authoring.files import make_exercise, toml_text
from teachkit.exercises.authoring.proof import flags, flaws
from teachkit.exercises.generator.contract import Contract, ContractError, TooFewError
from teachkit.exercises.generator.obstacles import Obstacles, Slip
from teachkit.exercises.generator.questions import hints_for
from teachkit.exercises.generator.selection import CLAUSES, Chosen, Selection, UnfitError
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.misreadings.diagnosis import answer_as_read, right_answer
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import Difficulty, carriers, difficulty, turns
from teachkit.play.search import Memory, TooLargeError, names_in
from teachkit.words import say, translate


def slips(program: Program, opposites: Mapping[str, str]) -> Iterator[Slip]:
    """Yield the likely slips in writing `program`, each with the wrong program that results.

    >>> for slip in slips(Program.read("2x(forward), left"), {"left": "right"}):
    ...     print(slip.program, "-", slip.says)
    2x(forward), right - Card 2 should be "left", not "right".
    3x(forward), left - The loop around card 1 runs one round too many.
    2x(forward) - Good so far, but the end is missing.
    left, 2x(forward) - These are the right cards, but the order is not right yet.
    """
    yield from _wrong_cards(program, opposites)
    yield from _wrong_turns(program)
    if len(program.body) > 1:
        *first, one, other = program.body
        yield Slip("end", Program((*first, one)), say("Good so far, but the end is missing."))
        if one != other:
            says = say("These are the right cards, but the order is not right yet.")
            yield Slip("order", Program((*first, other, one)), says)


def _wrong_cards(program: Program, opposites: Mapping[str, str]) -> Iterator[Slip]:
    for number, card in enumerate(program.instructions, 1):
        if wrong := opposites.get(card.name):
            facts = {"card": number, "right": card.name, "wrong": wrong}
            says = say('Card {card} should be "{right}", not "{wrong}".', **facts)
            yield Slip("card", with_card(program, number, Instruction(wrong)), says)


def _wrong_turns(program: Program) -> Iterator[Slip]:
    """Yield a slip for each outer loop: one round too few, or one too many in a loop of two."""
    for place in places(program, into=()):
        card, loop = place.number, place.node
        if isinstance(loop, Repeat):
            too_few = say("The loop around card {card} needs one more round.", card=card)
            too_often = say("The loop around card {card} runs one round too many.", card=card)
            times, says = (loop.times - 1, too_few) if loop.times > 2 else (3, too_often)
            yield Slip("loop", place.filled(Repeat(times, loop.body)), says)


MISREADING = "misreading"
MOST_TURNED = 6
"""The largest number of cards for which every subset is tried; with more, only the full set is."""


def tempting(data: Table, misreading: Misreading, levels: LevelGenerator) -> Iterator[Slip]:
    """Yield, as slips, the programs near the solution that are right only under `misreading`.

    Any limit on the number of cards is ignored here.
    """
    checks = [check for check in data["checks"] if check["check"] != "uses_at_most"]
    asked = make_exercise("asked", data | {"checks": checks, "mistakes": []})
    solution = asked.read(data["solution"]["answer"])
    for program in dict.fromkeys(near(solution, levels.opposites, levels.turns)):
        answer = str(program)
        if answer_as_read(asked, misreading.read, answer) and not right_answer(asked, answer):
            yield Slip(MISREADING, program, translate(misreading.says))


def near(
    solution: Program, opposites: Mapping[str, str], turns: Collection[str] = ()
) -> Iterator[Program]:
    """Yield programs that a misreading might produce in place of `solution`; some occur twice.

    >>> for program in dict.fromkeys(near(Program.read("2x(left)"), {"left": "right"}, ["left"])):
    ...     print(program)
    2x(right)
    3x(left)
    left
    2x(left), left
    """
    yield from _turned(solution, {card: opposites[card] for card in turns})
    yield from (slip.program for slip in slips(solution, opposites))
    tops = list(places(solution, into=()))
    for place in tops:
        if isinstance(place.node, Repeat):
            yield from (place.filled(*row) for row in _around(place.node))
            behind = place.row[place.at + 1 :]
            if behind and isinstance(behind[0], Instruction):
                longer = Repeat(place.node.times, (*place.node.body, behind[0]))
                yield Program((*place.row[: place.at], longer, *behind[1:]))
    if len(solution.body) > 1:
        yield from (place.filled() for place in tops if place.node)
    for name in dict.fromkeys(card.name for card in solution.instructions):
        yield solution + Program((Instruction(name),))


def _around(loop: Repeat) -> Iterator[tuple[Node, ...]]:
    """Yield rows to replace `loop`: another repeat count, no loop, or cards moved or repeated."""
    *others, last = loop.body
    rounds = (loop.times + 1, loop.times - 1)
    yield from ((Repeat(times, loop.body),) for times in rounds if times > 1)
    yield loop.body
    yield (loop, *loop.body)
    if others:
        yield (Repeat(loop.times, tuple(others)), last)
        yield (Repeat(loop.times, loop.body[1:]), loop.body[0])
        yield (loop.body[0], Repeat(loop.times, loop.body[1:]))
        yield (Repeat(loop.times, (last, *others)),)


def _turned(solution: Program, opposites: Mapping[str, str]) -> Iterator[Program]:
    """Yield copies of `solution` with cards replaced by their opposites.

    The first copy has all cards with an opposite replaced. The others, one for each smaller
    selection of these cards, are left out if there are more than `MOST_TURNED` such cards.
    """
    cards = enumerate(solution.instructions, 1)
    found = [(number, opposites[card.name]) for number, card in cards if card.name in opposites]
    many = len(found)
    for way in product((True, False), repeat=many) if many <= MOST_TURNED else [(True,) * many]:
        program = solution
        for number, name in compress(found, way):
            program = with_card(program, number, Instruction(name))
        if any(way):
            yield program


MOST_MISTAKES = 4
MOST_DISTRACTORS = 2
LESSON = "gen"


def compose(
    contract: Contract, title: str, start: Table, chosen: Chosen, traps: Sequence[Slip] = ()
) -> Table:
    """Return the data of an exercise file for the chosen task and solution.

    The hand holds the cards of the solution, and up to two more that mistakes use. Each mistake
    loses points; the first ones are `traps`. Raise `UnfitError` if the exercise must reveal a
    misreading, but no mistake does.
    """
    data = _without_hand(contract, title, start, chosen)
    likely = [*traps, *slips(chosen.solution, contract.levels.opposites)]
    if contract.misreading:
        likely = [*tempting(data, contract.misreading, contract.levels), *likely]
    trial = make_exercise("trial", data | {"mistakes": _tables(likely)})
    hand = Counter(names_in(chosen.solution))
    mistakes: dict[str, Slip] = {}
    for slip in likely:
        wider = hand | Counter(names_in(slip.program))
        may_be = slip.name not in mistakes and len(mistakes) < MOST_MISTAKES
        if may_be and _may_lie(wider, contract, chosen) and _is_mistake(trial, slip):
            hand = wider
            mistakes[slip.name] = slip
    if contract.misreading and MISREADING not in mistakes:
        raise UnfitError("--tells")
    if not mistakes:
        raise UnfitError("--par-cards")
    data |= {"cards": dict(sorted(hand.items())), "mistakes": _tables(list(mistakes.values()))}
    return data | {"hints": hints_for(make_exercise("level", data), chosen.solution)}


def _may_lie(hand: Counter[str], contract: Contract, chosen: Chosen) -> bool:
    """Return whether `hand` has only available cards, and few cards that the solution lacks.

    If the contract demands a unique solution, `hand` must also allow only one cheapest program.
    """
    more = hand - Counter(names_in(chosen.solution))
    return (
        hand.keys() <= contract.offered
        and more.total() <= MOST_DISTRACTORS
        and not (contract.unique and any(used <= hand for used in chosen.others))
    )


def _without_hand(contract: Contract, title: str, start: Table, chosen: Chosen) -> Table:
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
        "hints": [],
        "starts": [levels.with_task_shown(start, chosen.task)],
        "checks": [
            *({"check": ask.check, ask.fact: ask.value, "points": 2} for ask in chosen.task),
            {"check": "uses_at_most", "cards": solution.cost},
        ],
        "solution": {"answer": str(solution)},
    }


def _is_mistake(exercise: Exercise, slip: Slip) -> bool:
    """Return whether `slip` loses points, and is graded with its own sentence."""
    result = judged(exercise, str(slip.program))
    return result.points < result.possible and slip.says in result.says


def _tables(mistakes: list[Slip]) -> list[dict[str, str]]:
    return [{"answer": str(slip.program), "says": slip.says} for slip in mistakes]


T = TypeVar("T")

MOST_BOARDS = 12
"""The number of boards drawn for each wanted exercise before the generator gives up."""
STARTS = 12
"""The number of starts tried on each board; all of them share one search of the board."""
MOST_TASKS = 6
"""The number of tasks tried from each start until obstacles matter for one of them."""


SetTask: TypeAlias = tuple[Table, Chosen, Sequence[Slip]]
"""A start on which every obstacle matters, a task there that fits a contract, and its traps."""


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


def generate(contract: Contract, number: int, seed: Seed = 0, alike: bool = False) -> list[Level]:
    """Return `number` different exercises that fulfil the contract, easiest first.

    With `alike`, all of them have the same difficulty. The same contract, number and seed give the
    same exercises on every machine. If too few are found, raise `TooFewError`, which
    names the option to relax.
    """
    drawing, found = _Drawing(contract, Chance(f"{seed} {contract}")), list[Level]()
    for _ in range(MOST_BOARDS * number):
        try:
            drawing.draw_board()
        except TooLargeError:
            says = say("The exact search would take too long. Lower --par-cards.")
            raise ContractError(says) from None
        found = drawing.alike() if alike else drawing.found
        if len(found) == number:
            return sorted(found, key=lambda level: level.difficulty.value)
    option = max(CLAUSES, key=lambda clause: drawing.unfit[clause])
    raise TooFewError(say("Exercises found: {found} of {wanted}. Relax {option}.",
                          found=len(found), wanted=number, option=option))  # fmt: skip


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

    def alike(self) -> list[Level]:
        """Return the largest group of levels that are equally difficult and earn as many points."""
        groups: dict[tuple[int, int], list[Level]] = {}
        for level in self.found:
            key = level.difficulty.value, len(level.data["checks"])
            groups.setdefault(key, []).append(level)
        return max(groups.values(), key=len, default=[])

    def draw_board(self) -> None:
        """Draw a random board, and add a level on it to `found` if one fulfils the contract.

        A board without obstacles is used only if no obstacle matters on any of the starts.
        """
        contract, game = self.contract, self.contract.module
        size, stops = contract.size or self.levels.size, self.chance.pick(contract.stops)
        most = contract.par_cards[-1]
        order = Order(contract.rules.name, size, stops, most, contract.offered, contract.needed)
        memory, tried = None, list[Obstacles]()
        for start in islice(self.levels.draw(order, self.chance.pick), STARTS):
            state = game.setup(edition=contract.rules.name, **start).state()
            if memory is None:
                memory = Memory(game, game.players(state)[0], ahead=True)
                usable = (card.name for card in game.vocabulary(state))
                contract = contract.with_few_cards(usable, self.shuffled)
            with self._unfit_counted():
                tried.append(Obstacles(Selection(contract, start, memory.moment(state))))
                with suppress(UnfitError):
                    self._add(contract, *self._task(tried[-1], is_plain=False))
                    return
        for obstacles in tried:
            with self._unfit_counted():
                self._add(contract, *self._task(obstacles, is_plain=True))
                return

    @contextmanager
    def _unfit_counted(self) -> Iterator[None]:
        """Count an `UnfitError` that is raised inside, and continue after it."""
        try:
            yield
        except UnfitError as reason:
            self.unfit[str(reason)] += 1

    def _task(self, obstacles: Obstacles, is_plain: bool) -> SetTask:
        """Return one of the simplest tasks that fit, on a board with traps unless `is_plain`.

        Obstacles that do not matter are removed. Raise `UnfitError` if no task fits.
        """
        is_plain = is_plain or not any(self.levels.obstacles(obstacles.start))
        is_wanted = (lambda wish: True) if is_plain else obstacles.is_trapped
        for chosen in islice(obstacles.selection.choose(self.shuffled, is_wanted), MOST_TASKS):
            if _skeleton(chosen.solution, self.levels) in self.known:
                continue
            with suppress(UnfitError):
                start, again, traps = obstacles.with_traps(chosen, is_plain)
                text = self.levels.text(start, again.task)
                is_repeated = any(level.data["text"] == text for level in self.found)
                if not is_repeated and not self._keys(start, again) & self.known:
                    return start, again, traps
        raise UnfitError("--size")

    def _keys(self, start: Table, chosen: Chosen) -> set[Hashable]:
        """Return keys that a task shares with its duplicates."""
        return {self.levels.duplicate_key(start), _skeleton(chosen.solution, self.levels)}

    def _add(self, contract: Contract, start: Table, chosen: Chosen, traps: Sequence[Slip]) -> None:
        """Add a level to `found`. Raise `UnfitError` if it fails `teachkit check --strict`."""
        again, place = divmod(len(self.found), len(self.titles))
        title = translate(self.titles[place]) + (f" {again + 1}" if again else "")
        data = compose(contract, title, start, chosen, traps)
        exercise, wanted = make_exercise("level", data), contract.par_steps
        proven = _proven(contract, chosen, exercise)
        if not proven or (wanted and proven.steps not in wanted):
            raise UnfitError("--par-steps")
        data |= {"teaches": list(proven.concepts or tuple(self.levels.concepts)[:1])}
        exercise = make_exercise("level", data)
        if flaws(exercise) or any(flags(exercise, needed=proven.concepts)):
            raise UnfitError("--edition")
        self.known |= self._keys(start, chosen)
        self.found.append(Level(data, chosen.solution.cost, proven))


def _skeleton(solution: Program, levels: LevelGenerator) -> str:
    """Return a key that a solution shares with its mirror image."""
    turning = {card: levels.opposites[card] for card in levels.turns}
    mirrored = re.sub(r"[^ ,()]+", lambda word: turning.get(word[0], word[0]), str(solution))
    return min(str(solution), mirrored)


def _proven(contract: Contract, chosen: Chosen, exercise: Exercise) -> Difficulty | None:
    """Return the difficulty of `exercise`, or `None` if proving it would take too long.

    The search of the board has proven that the cost of the solution is the par in cards, for any
    hand. If it has proven the par in steps as well, nothing has to be searched again.
    """
    if chosen.steps is None:
        return difficulty(exercise)
    levels, solution = contract.levels, chosen.solution
    hand = Counter({name: number or 0 for name, number in exercise.cards.items()})
    fit = [used for used in (Counter(names_in(solution)), *chosen.others) if used <= hand]
    carried = {name: carriers(name, contract.module, contract.rules) for name in levels.concepts}
    concepts = [name for name, cards in carried.items() if all(used.keys() & cards for used in fit)]
    return Difficulty(chosen.steps, turns(exercise, solution), tuple(concepts))
