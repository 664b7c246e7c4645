"""Algoracing: rovers that collect samples among hills. `GAME` is the `Game` record.

>>> from teachkit.core.game.game import run
>>> from teachkit.games import algoracing
>>> start = Setup(floor=". . *", rovers={"red": "a1 east"}, samples={"c1": "blue"}).state()
>>> print(run(algoracing.GAME, start, "2x(forward)").story())
Card 1: forward (round 1 of 2).
The red rover drives to b1.
Card 1: forward (round 2 of 2).
The red rover drives to c1.
The red rover picks up 1 sample on c1 and now carries 1.
"""

from teachkit.core.game.game import Game
from teachkit.games.algoracing import commands, panel
from teachkit.games.algoracing.algorithm import EDITING
from teachkit.games.algoracing.editions import EDITIONS
from teachkit.games.algoracing.foresight import FORESIGHT
from teachkit.games.algoracing.goals import GOALS, GOALS_IN_WORDS, WHEREABOUTS
from teachkit.games.algoracing.level_generator import LEVELS
from teachkit.games.algoracing.match import play, seen_by, worded
from teachkit.games.algoracing.misreadings import MISREADINGS
from teachkit.games.algoracing.moves import ride
from teachkit.games.algoracing.palette import PALETTE
from teachkit.games.algoracing.sensors import SENSORS
from teachkit.games.algoracing.setup import OPENING, Setup
from teachkit.games.algoracing.state import State, outcome, points

GAME = Game[State](
    name="algoracing",
    instructions=commands.INSTRUCTIONS,
    editions=EDITIONS,
    setup=Setup,
    opening=OPENING,
    levels=LEVELS,
    goals=GOALS,
    goals_in_words=GOALS_IN_WORDS,
    resolve=commands.resolve,
    perform=commands.perform,
    finish=ride,
    play=play,
    players=lambda state: tuple(rover.name for rover in state.rovers),
    vocabulary=commands.vocabulary,
    problems=commands.problems,
    outcome=outcome,
    points=points,
    round=lambda state: 1 + state.table.turn // max(1, len(state.table.players)),
    aim=panel.aim,
    counters=panel.counters,
    sources=panel.sources,
    seen_by=seen_by,
    whereabouts=WHEREABOUTS.whereabouts,
    placed=WHEREABOUTS.placed,
    predictions=WHEREABOUTS.predictions,
    programs=lambda state: dict(state.programs),
    hand=commands.hand,
    worded=worded,
    sensors=SENSORS,
    foresight=FORESIGHT,
    misreadings=MISREADINGS,
    editing=EDITING,
    palette=PALETTE,
)
