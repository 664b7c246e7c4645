"""`Terms`, the conditions of a level, and `Findings`, the lines of its proof, beside a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from teachkit.core.game.game import Game, Rules
from teachkit.exercises.judging.building import limits_of, written_limits
from teachkit.exercises.judging.checks import possible_checks, sentence_with_gaps
from teachkit.games import game as find_game
from teachkit.widgets.builder.cards import Entry, kind_face, loop_face
from teachkit.widgets.common.widget import Data, Pressing, Saving
from teachkit.words import translate

PARTS = ("kind", "cards", "checks", "starts")


class Terms(Saving, Pressing, script="easel/terms.js", tables=["terms"]):
    """The conditions of a level, chosen by pressing on cards and sentences.

    `data` is the plain data of an exercise file, and `parts` are the parts that may be changed.
    `cards` maps each card on offer to its limit, or to `None` for any number; if it is empty, all
    cards are on offer. `checks` are tables as in a file. `number` is the number of the start that
    is being edited. `on_press` is called with `add`, `copy`, `remove` or `hide`, for a start.

    >>> terms = Terms({"game": "algoracing", "cards": ["forward 2", "left"]})
    >>> terms.cards
    {'forward': 2, 'left': None}
    >>> terms.cards = {"left": 1}
    >>> terms.data["cards"]
    {'left': 1}
    """

    parts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    kind = traitlets.Unicode("program").tag(sync=True)
    edition = traitlets.Unicode().tag(sync=True)
    editions = traitlets.Dict().tag(sync=True)
    cards = traitlets.Dict().tag(sync=True)
    tray = traitlets.List(traitlets.Dict()).tag(sync=True)
    checks = traitlets.List(traitlets.Dict()).tag(sync=True)
    players = traitlets.List(traitlets.Unicode()).tag(sync=True)
    possible = traitlets.List(traitlets.Dict()).tag(sync=True)
    hidden = traitlets.List(traitlets.Bool()).tag(sync=True)
    number = traitlets.Int(1).tag(sync=True)

    def __init__(self, data: Mapping[str, Any], parts: Sequence[str] = PARTS) -> None:
        super().__init__(parts=list(parts))
        self.show(data)

    def show(self, data: Mapping[str, Any], number: int = 1) -> None:
        """Show the conditions in `data`, and start `number`."""
        game = find_game(data["game"])
        starts = data.get("starts", ())
        with self.hold_sync():
            self.kind = str(data.get("kind", "program"))
            self.editions = {name: translate(each.title) for name, each in game.editions.items()}
            self.edition = str(data.get("edition", "basic"))
            if self.edition in game.editions:
                self.tray = list(self._tray(game, game.editions[self.edition]))
            self.cards = limits_of(data.get("cards", {}))
            self.checks = [dict(table) for table in data.get("checks", ())]
            self.possible = [
                {"check": name, "says": sentence_with_gaps(name, game), "facts": table}
                for table in possible_checks(game, starts[0] if starts else {})
                for name in [table.pop("check")]
            ]
            rows = [start.get(key, ()) for start in starts for key in game.palette.pieces]
            self.players = list(dict.fromkeys(name for row in rows for name in row))
            self.hidden = [bool(start.get("hidden")) for start in starts]
            self.number = number

    @property
    def data(self) -> Data:
        """The conditions as keys of an exercise file."""
        return {
            "kind": self.kind,
            "edition": self.edition,
            "cards": written_limits(self.cards),
            "checks": [dict(table) for table in self.checks],
        }

    def _tray(self, game: Game, rules: Rules) -> Sequence[Entry]:
        cards = [kind_face(game.instructions[name]) | {"id": name} for name in rules.instructions]
        loops = [loop_face(f"{n}x") | {"id": f"{n}x", "kind": "loops"} for n in rules.loops]
        asking = [("while", "⟳"), ("if", "?")] if rules.sensors else []
        asks = [
            {"id": word, "symbol": symbol, "label": self.words[word], "kind": "questions"}
            for word, symbol in asking
        ]
        return [*cards, *loops, *asks]


class Findings(Pressing, script="easel/findings.js", tables=["findings"]):
    """A list of sentences about a board, which stays in place while a new proof is running.

    Each of `lines` has a sentence `says`, a `mood` (`good`, `look` or `seen`), and perhaps a
    `square`. Pressing a line with a square calls `on_press` with `show` and the square's name.
    While `busy` is true, better lines may still come.

    >>> findings = Findings(lines=[{"mood": "look", "says": "c4 is walled in.", "square": "c4"}])
    >>> findings.on_press = print
    >>> findings.pressed = {"button": "show", "fact": "c4", "n": 1}
    show c4
    >>> findings
    Findings('c4 is walled in.')
    """

    lines = traitlets.List(traitlets.Dict()).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)

    def __repr__(self) -> str:
        return f"Findings({', '.join(repr(line['says']) for line in self.lines)})"
