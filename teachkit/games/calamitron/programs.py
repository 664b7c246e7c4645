"""A retro's instructions, and the rules for its programs. [CT-7, CT-19, CT-20]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from teachkit.core.game.game import Problem, unknown_cards, wrong_brackets
from teachkit.core.language.instructions import Card, Instruction, InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Pick, WriteProgram
from teachkit.games.calamitron.bots import Bot
from teachkit.games.calamitron.sensors import SENSORS
from teachkit.games.calamitron.state import State
from teachkit.words import say, say_many, translate

SIDES = ("left", "right", "forward")
NOBODY = "nobody"

INSTRUCTIONS = InstructionSet(
    [
        Card("forward", "↑", "Forward", "Drive one square forward, and push anything in the way."),
        Card("forward-2", "↑2", "Forward 2",
             "Drive two squares forward, and push anything in the way."),
        Card("left", "↰", "Left", "Turn left on the spot.", kind="turns"),
        Card("right", "↱", "Right", "Turn right on the spot.", kind="turns"),
        Card("forward-3", "↑3", "Forward 3",
             "Loader: drive three squares forward, and push anything in the way."),
        Card("back-2", "↓2", "Back 2",
             "Loader: drive two squares back, and push anything in the way."),
        Card("u-turn", "↶", "U-turn", "Loader: turn around on the spot.", kind="turns"),
        Card("shove", "⇥", "Shove",
             "Loader: shove the bot ahead one square left, right or forward.",
             arguments=(SIDES,), optional=1, asks=True, kind="special"),
        Card("tractor", "⇊", "Tractor", "Shooter: pull the first bot ahead closer.",
             kind="special"),
        Card("forcer", "⇈", "Forcer", "Shooter: push the first bot ahead farther away.",
             kind="special"),
        Card("program", "⌘", "Program", "Hacker: a bot next to you runs the cards that follow.",
             arguments=((),), optional=1, asks=True, kind="special"),
    ],
    SENSORS.help,
)  # fmt: skip
"""All instructions. The player chooses the argument of `shove` or `program` if it is missing."""

SENTENCES = {
    "card": 'There is no card "{name}" in this edition.',
    "nested": "A loop cannot be inside another loop in this edition.",
    "conditions": "There is no while or if in this edition.",
    "times": "There is no ×{times} card in this edition.",
}

SPECIALS = ("loader", "shooter", "hacker")
_LOADER, _SHOOTER, _HACKER = SPECIALS
SPECIAL = {
    **dict.fromkeys(("forward-3", "back-2", "u-turn", "shove"), _LOADER),
    **dict.fromkeys(("tractor", "forcer"), _SHOOTER),
    "program": _HACKER,
}
"""The kind of each special instruction. Every retro may use the others. [CT-22 … CT-24]"""


def vocabulary(state: State) -> InstructionSet:
    """Return the edition's instructions. The card `program` accepts names of bots in `state`."""
    known = INSTRUCTIONS.only(state.rules.instructions, state.rules.sensors)
    others = state.bots if len(state.retros) > 1 else state.rogues
    names = tuple(bot.name for bot in others if not bot.kind.immune)
    program = replace(INSTRUCTIONS["program"], arguments=((*names, NOBODY),))
    cards = (program if card.name == program.name else card for card in known)
    return InstructionSet(cards, known.sensors)


def problems(state: State, player: str, program: Program) -> list[Problem]:
    """Return the reasons why `program` cannot run in `state`. The list is empty if it can."""
    found = [
        *unknown_cards(state.rules, program, SENTENCES),
        *wrong_brackets(state.rules, program, SENTENCES),
    ]
    if found:
        return found
    bot = state.bot(player)
    return [
        *not_in(state, bot, program),
        *of_nobody(state, program),
        *too_long(state, bot, program),
        *too_special(state, bot, program),
    ]


def not_in(state: State, bot: Bot, program: Program) -> Iterator[Problem]:
    """Yield a problem if a retro at an exit does not begin with a move forward. [CT-5]"""
    first = program.instructions[:1]
    outside = state.board.kind(bot.square) == "exit" and not bot.out
    if outside and first and not first[0].name.startswith("forward"):
        yield Problem(1, say("A retro that is outside must start with forward, through its door."))


def of_nobody(state: State, program: Program) -> Iterator[Problem]:
    """Yield a problem for each `program` card whose bot has never been on the board. [CT-31]"""
    gone = {name for name, _ in (*state.trophies, *state.rescued)}
    for number, (name, arguments) in enumerate(program.instructions, 1):
        for bot in arguments if name == "program" else ():
            if bot != NOBODY and not state.find(bot) and bot not in gone:
                yield Problem(number, say('There is no bot "{name}" here.', name=bot))


def room(state: State, name: str) -> int | None:
    """Return the maximum number of instructions in the program of the bot `name`, or `None`.

    `None` means that there is no limit.
    """
    most = state.rules.most
    return None if most is None else state.measured("instructions", state.bot(name), most)


def too_long(state: State, bot: Bot, program: Program) -> Iterator[Problem]:
    """Yield a problem if `program` has too many instructions. [CT-19]"""
    most = room(state, bot.name)
    if most is not None and len(program.instructions) > most:
        says = say_many(
            "A program can have at most {number} instruction.",
            "A program can have at most {number} instructions.",
            most,
        )
        yield Problem(most + 1, says)


def too_special(state: State, bot: Bot, program: Program) -> Iterator[Problem]:
    """Yield a problem for each special instruction beyond the limit of the retro's type. [CT-20]"""
    taken: Counter[str] = Counter()
    for number, instruction in enumerate(program.instructions, 1):
        special = SPECIAL.get(instruction.name)
        if special is None:
            continue
        taken[special] += 1
        most = limit(state, bot, special)
        if most is not None and most < taken[special]:
            yield Problem(number, _too_many(bot, special, most))


def limit(state: State, bot: Bot, special: str) -> int | None:
    """Return how many instructions of the kind `special` a retro may use; `None` for any number.

    The limit is that of the retro's type, adjusted by the cards in force. [CT-20]
    """
    usual = bot.kind.limits.get(special, 0)
    is_free = usual < 0 or not state.rules.limited
    return None if is_free else state.measured(special, bot, usual)


def _too_many(bot: Bot, special: str, most: int) -> str:
    facts = {"type": bot.kind.label, "special": translate(special)}
    if not most:
        return say("A {type} cannot use a {special} instruction.", **facts)
    return say_many(
        "A {type} can use at most {number} {special} instruction.",
        "A {type} can use at most {number} {special} instructions.",
        most,
        **facts,
    )


@dataclass(frozen=True)
class LayProgram(WriteProgram):
    """A decision in which a player writes a program from an unlimited supply of instructions.

    The supply has no instructions that the retro cannot use. The program may be empty.
    """

    least: int = 0

    @classmethod
    def of(cls, state: State, player: str, question: str) -> LayProgram:
        """Return the decision in which `player` writes a program in `state`."""
        bot, check = state.bot(player), partial(problems, state, player)
        unusable = [special for special in SPECIALS if limit(state, bot, special) == 0]
        names = [name for name in state.rules.instructions if SPECIAL.get(name) not in unusable]
        hand = tuple(map(Instruction, names))
        return cls(player, question, hand, check, most=room(state, player) or 0)

    def compose(self, pick: Pick) -> Program:
        """Return a random valid program, built by adding one instruction at a time."""
        cards: tuple[Instruction, ...] = ()
        for _ in range(pick(range(self.least, self.most + 1))):
            may_follow = [card for card in self.hand if not self.problems(Program((*cards, card)))]
            if may_follow:
                cards = (*cards, pick(may_follow))
        return Program(cards)
