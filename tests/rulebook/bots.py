"""Helpers for the rulebook tests of Calamitron: boards drawn with all pieces on them.

`R>` is the red retro facing east, `s1v` the first Servobot facing south, `[]` a crate, `O` a pit,
`+` an exit, `#` no square; `~` after a bot means that it is on its back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.game.game import player_of
from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Answer, Decision, Shuffle
from teachkit.core.run.flow import Deck
from teachkit.core.run.trace import Trace, record
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.bots import COLOURS, types
from teachkit.games.calamitron.calamities import round_over
from teachkit.games.calamitron.state import State, square_text
from teachkit.games.calamitron.table import InForce, Table, upgrades

MEASURES = (
    "instructions", "loader", "shooter", "hacker", "recovery", "steps", "reach", "ward", "heavy",
    "hover", "closed", "asleep",
)  # fmt: skip
"""What the rules look up; `CardFile` explains each."""

_ARROWS = {facing.arrow: facing.value for facing in FACINGS}
_RETROS = {colour[0].upper(): colour for colour in COLOURS}
_SIGNS = {kind.sign: name for name, kind in types().items() if kind.rogue}


def board(picture: str, kinds: str = "tread tread tread tread", **facts: Any) -> State:
    """Return the state drawn in `picture`; `kinds` are the types of the retros, in seat order."""
    rows = [line.split() for line in picture.strip().splitlines()]
    bots: dict[str, str] = {}
    crates, stunned = [], []
    for height, row in enumerate(reversed(rows)):
        for column, sign in enumerate(row):
            square = Square(column, height)
            if sign == "[]":
                crates.append(str(square))
            elif sign not in ".O+#":
                name = _name(sign)
                bots[name] = f"{square} {_ARROWS[sign.rstrip('~')[-1]]}"
                stunned += [name] if sign.endswith("~") else []
    floor = [[sign if sign in (".", "O", "+", "#") else "." for sign in row] for row in rows]
    seats = zip((colour for colour in COLOURS if colour in bots), kinds.split(), strict=False)
    retros = {colour: f"{kind} {bots[colour]}" for colour, kind in seats}
    rogues = {name: place for name, place in bots.items() if name not in COLOURS}
    return Setup(
        floor="\n".join(" ".join(row) for row in floor),
        retros=retros,
        rogues=rogues,
        crates=crates,
        stunned=stunned,
        **facts,
    ).state()


def _name(sign: str) -> str:
    sign = sign.rstrip("~")[:-1]
    if sign in _RETROS:
        return _RETROS[sign]
    kind, number = _SIGNS[sign[0]], sign[1:]
    return f"{kind}-{number}" if number else kind


def drawing(state: State) -> str:
    """Return a drawing of a state."""
    squares = [
        [Square(column, row) for column in range(state.board.width)]
        for row in reversed(range(state.board.height))
    ]
    return tidy("\n".join(" ".join(square_text(state, square) or "#" for square in row)
                          for row in squares))  # fmt: skip


def tidy(picture: str) -> str:
    """Return a drawing with one space between squares."""
    return "\n".join(" ".join(line.split()) for line in picture.strip().splitlines())


def answering(*words: str) -> Any:
    """Return a function that answers the rules' questions with these words, one after another."""
    left = list(words)

    def answer(asked: Sequence[Decision], _: Any) -> list[Answer]:
        return [Answer(each.player, _answer(each, left)) for each in asked]

    return answer


def _answer(asked: Decision, left: list[str]) -> Any:
    if isinstance(asked, Shuffle):
        return tuple(range(len(asked.items)))
    options = getattr(asked, "options", ())
    word = left.pop(0)
    return next(each for each in options if str(each) == word)


def told(state: State, programs: str | dict[str, str], *answers: str) -> Trace:
    """Return the run of these programs; a single program is the first player's."""
    if isinstance(programs, str):
        programs = {player_of(calamitron.GAME, state): programs}
    read = {
        name: Program.read(text, calamitron.GAME.instructions) for name, text in programs.items()
    }
    return record(
        calamitron.GAME.resolve(state, read), state, answering(*answers), next(iter(read))
    )


def says(trace: Trace) -> list[str]:
    """Return the sentences of a trace, except those that announce cards."""
    lines = trace.story().splitlines()
    return [line for line in lines if not line.startswith("Card ") and ", card " not in line]


# A moment of a match ---------------------------------------------------------------------------

CALM = ("low-power",) * 9


def upgrade(name: str, player: str = "red") -> InForce:
    """Return an upgrade that a player has."""
    (card,) = Table().with_card(name, upgrades()[name], player).in_force
    return card


def at_table(picture: str, kinds: str = "tread tread", **facts: Any) -> State:
    """Return the drawn state as a moment of a match; `facts` are fields of the table."""
    state = board(picture, kinds, **facts.pop("start", {}))
    rogues = tuple(dict.fromkeys(bot.type for bot in state.rogues if not bot.kind.extra))
    usual: dict[str, Any] = {
        "players": tuple(bot.name for bot in state.retros),
        "pry_bar": "red",
        "round": 1,
        "rogue_cards": rogues,
        "calamities": Deck(CALM),
        "upgrade_pile": tuple(upgrades()),
    }
    return state.with_table(Table(**{**usual, **facts}))


def done(flow: Any, state: State, *answers: str) -> Trace:
    return record(flow, state, answering(*answers))


def next_round(state: State) -> State:
    """Return the state in which the following round begins."""
    over = round_over(state)
    return over.with_table(replace(over.table, round=over.table.round + 1))


FAR = "\n# # # k9^"  # a rogue far away, so that the game goes on
