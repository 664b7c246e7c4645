"""Starts of each game for the tests; a new game is added here to be tested by every contract."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from itertools import cycle, islice
from typing import Any

from teachkit.core.data import plain, structure
from teachkit.core.run.decisions import Decision
from teachkit.exercises.authoring.files import toml_text
from teachkit.games import NAMES, game
from teachkit.games.algoracing import Setup as Algoracing
from teachkit.games.algoracing.board import board_names, load_board
from teachkit.games.calamitron import Setup as Calamitron
from teachkit.games.calamitron.board import board_names as scenarios
from teachkit.games.lovelace import Setup as Lovelace
from teachkit.games.lovelace.editions import CHARACTERS
from teachkit.games.roborally import Setup as RoboRally
from teachkit.games.roborally.board_files import factory_floors
from teachkit.games.roborally.pieces import COLOURS, LAID_DOWN, REGISTERS
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy, at_random

EDITIONS = [(name, edition) for name in NAMES for edition in game(name).editions]
PLAYED = [(name, edition) for name in NAMES for edition in game(name).opening.editions]
FOUR = ("red", "green", "blue", "yellow")


def exercise(name: str, edition: str) -> Any:
    """Return a start for one learner, with every kind of element on the board."""
    return _GAMES[name][0](edition)


def matches(name: str, edition: str, count: int) -> list[Any]:
    """Return `count` set-ups for a whole match, with different boards and numbers of players.

    The list is empty for an edition that is for exercises only.
    """
    played = (name, edition) in PLAYED
    return list(islice(cycle(_GAMES[name][1](edition)), count)) if played else []


@cache
def moments(name: str, edition: str, frame_limit: int = 300) -> list[tuple[str, Any, Decision]]:
    """Return each question of a random match: the player, the player's view, and the decision."""
    (setup,) = matches(name, edition, count=1)
    found: list[tuple[str, Any, Decision]] = []

    def noting(player: str) -> Strategy:
        answer = at_random(player)

        def note(view: Any, decision: Decision) -> Any:
            found.append((player, view, decision))
            return answer(view, decision)

        return note

    players = {player: noting(player) for player in setup.players}
    Match(game(name), setup, 1, players, frame_limit=frame_limit)
    return found


def rewound(match: Match, number: int = 0) -> Match:
    """Return a copy of `match` as it was `number` answers ago, with people in all seats."""
    answers = match.answers[: max(0, len(match.answers) - number)]
    return Match(match.game, match.setup, match.seed, answers=answers)


def comes_back(state: Any, setup: Any) -> None:
    """Assert that a state can be rebuilt from its set-up, also as JSON and as TOML."""
    assert hash(setup.state()) == hash(state)
    as_json, as_toml = json.loads(json.dumps(plain(setup))), tomllib.loads(toml_text(plain(setup)))
    for same in (setup, structure(as_json, type(setup)), structure(as_toml, type(setup))):
        assert same.state() == state


def hides(name: str, view: Any, player: str) -> bool:
    """Return whether a view contains nothing hidden from this player."""
    return _GAMES[name][2](view, player)


def _algoracing_exercise(edition: str) -> Algoracing:
    return Algoracing(
        edition=edition,
        floor=". * . .\n. # H .\n. . . *",
        walls=["b1 east"],
        lifts=["b2 west"],
        rovers={"red": "a1 east", "green": "d2 south"},
        samples={"b3": "blue", "d1": "green"},
        bases={"red": "a1", "blue": "a3"},
    )


def _algoracing_matches(edition: str) -> list[Algoracing]:
    side = game("algoracing").editions[edition].side  # type: ignore[attr-defined]
    boards = [board for board in board_names() if load_board(board).width == side]
    return [
        Algoracing(edition=edition, board=board, players=FOUR[:count])
        for count in (2, 3, 4)
        for board in boards
    ]


def _algoracing_hides(view: Any, player: str) -> bool:
    samples = {kind for _, lying in view.samples for kind in lying}
    carried = {kind for rover in view.rovers for kind in rover.carries}
    hidden = samples | carried
    if view.table:
        others = [name for name in view.table.players if name != player]
        hidden |= {str(card) for name in others for card in view.table.hand(name)}
        hidden |= {str(card) for card in view.table.deck.draw_pile}
    return hidden <= {"?"}


def _lovelace_exercise(edition: str) -> Lovelace:
    return Lovelace(
        edition=edition,
        value=38,
        components="A +-1 +-5 x/2 swap\nC copy-tens copy-units =33 +-x/7",
        targets=[39, 83, 33],
        subroutine=36,
    )


def _lovelace_matches(edition: str) -> list[Lovelace]:
    seats = CHARACTERS * 2
    return [
        Lovelace(edition, players=seats[first : first + count], fills_in=fills_in, attacks=attacks)
        for fills_in, attacks in ((True, True), (False, True), (False, False))
        for first in range(len(CHARACTERS))
        for count in (2, 3, 4)
    ]


def _lovelace_hides(view: Any, player: str) -> bool:
    hidden: set[Any] = {None}
    if view.rules.target_hidden:
        others = [other for other in view.players if other.name != player]
        hidden |= {target for other in others for target in other.plan.targets}
    if view.table:
        hidden |= {token for _, pile in view.table.piles for token in pile}
        hidden |= set(view.table.deck.draw_pile)
    return hidden == {None}


def _calamitron_exercise(edition: str) -> Calamitron:
    """Red drives in the west; rogues and a crate are in the east, behind a wall.

    No choice arises, whatever red's program is.
    """
    return Calamitron(
        edition=edition,
        floor="# + # # # #\n. . . . . .\n. O . . . O\n. . . . . .",
        walls=["c3 east", "c2 east", "c1 east"],
        doors=["a2 north"],
        retros={"red": "tread a1 east", "green": "nano d1 north"},
        rogues={"servo-1": "e1 west", "flame-1": "f3 south", "laser-2": "d3 east"},
        crates=["e3"],
        stunned=["flame-1"],
        after=["servo", "flame", "laser-2"],
    )


def _calamitron_matches(edition: str) -> list[Calamitron]:
    return [
        Calamitron(
            edition=edition,
            board=board,
            players=FOUR[:count],
            options={"boss": count == 3, "minion": count > 2, "crates": count != 1},
        )
        for count in (2, 3, 4, 1)
        for board in scenarios()
    ]


def _calamitron_hides(view: Any, player: str) -> bool:
    return not view.table or set(view.table.calamities.draw_pile) <= {"?"}


def _roborally_exercise(edition: str) -> RoboRally:
    return RoboRally(
        edition=edition,
        floor="""
        .  >> >> vv .
        .  ^  gr vv w
        o  ^  f1 <  f2
        """,
        walls=["a2 west", "e3 east"],
        pushers=["e3 west 1 3 5"],
        lasers=["a2 east"],
        robots={"red": "c1 north", "green": "c2 west"},
        damage={"green": 3},
    )


def _roborally_matches(edition: str) -> list[RoboRally]:
    return [
        RoboRally(edition=edition, board=board, dock="dock", players=COLOURS[:count])
        for count in (2, 4, 8)
        for board in factory_floors()
    ]


def _roborally_hides(view: Any, player: str) -> bool:
    if view.table is None:
        return True
    hidden = {*view.table.deck.draw_pile, *view.table.options.draw_pile}
    for robot in view.robots:
        if robot.name != player:
            hidden |= set(robot.hand or ())
            hidden |= {
                robot.card(each)
                for each in REGISTERS
                if each > view.register and not robot.is_locked(each)
            }
    return hidden <= {None, LAID_DOWN, LAID_DOWN.name}


_GAMES: dict[str, tuple[Any, Any, Any]] = {
    "algoracing": (_algoracing_exercise, _algoracing_matches, _algoracing_hides),
    "calamitron": (_calamitron_exercise, _calamitron_matches, _calamitron_hides),
    "lovelace": (_lovelace_exercise, _lovelace_matches, _lovelace_hides),
    "roborally": (_roborally_exercise, _roborally_matches, _roborally_hides),
}
