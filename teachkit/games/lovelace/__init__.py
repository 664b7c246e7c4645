"""Lovelace & Babbage: a two-digit register, and an engine that changes it.

`GAME` is the `Game` record.

>>> from teachkit.core.game.game import run
>>> from teachkit.games import lovelace
>>> start = Setup(edition="machine", value=55, targets=[18]).state()
>>> print(run(lovelace.GAME, start, "B2+, A3+, A1+, B4swap").story())
Card 1: B2+.
55 + 20 = 75.
Card 2: A3+.
75 + 5 = 80.
Card 3: A1+.
80 + 1 = 81.
Card 4: B4swap.
The digits swap places: 81 becomes 18.
18 is one of the targets.
"""

from teachkit.core.game.game import Game
from teachkit.games.lovelace import panel
from teachkit.games.lovelace.editions import EDITIONS
from teachkit.games.lovelace.effects import worded
from teachkit.games.lovelace.foresight import FORESIGHT
from teachkit.games.lovelace.goals import GOALS, GOALS_IN_WORDS, placed, predictions, whereabouts
from teachkit.games.lovelace.level_generator import LEVELS
from teachkit.games.lovelace.match import play
from teachkit.games.lovelace.misreadings import MISREADINGS
from teachkit.games.lovelace.palette import PALETTE
from teachkit.games.lovelace.programs import INSTRUCTIONS, SENSORS, problems, vocabulary
from teachkit.games.lovelace.resolution import finish, perform, resolve
from teachkit.games.lovelace.scoring import outcome, points
from teachkit.games.lovelace.setup import OPENING, Setup
from teachkit.games.lovelace.state import State, seen_by

GAME = Game[State](
    name="lovelace",
    instructions=INSTRUCTIONS,
    editions=EDITIONS,
    setup=Setup,
    opening=OPENING,
    levels=LEVELS,
    goals=GOALS,
    goals_in_words=GOALS_IN_WORDS,
    resolve=resolve,
    perform=perform,
    finish=finish,
    play=play,
    players=lambda state: state.names,
    vocabulary=vocabulary,
    problems=problems,
    outcome=outcome,
    points=points,
    round=lambda state: state.round,
    aim=panel.aim,
    counters=panel.counters,
    holdings=panel.holdings,
    sources=panel.sources,
    seen_by=seen_by,
    whereabouts=whereabouts,
    placed=placed,
    predictions=predictions,
    room=lambda state, name: state.player(name).plan.rows,
    worded=worded,
    sensors=SENSORS,
    foresight=FORESIGHT,
    palette=PALETTE,
    misreadings=MISREADINGS,
)
