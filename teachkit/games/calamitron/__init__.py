"""Calamitron, a cooperative game: the players' robots, called retros, against the rogues.

`GAME` is the record through which the rest of teachkit uses the game.

>>> from teachkit.core.game.game import run
>>> from teachkit.games import calamitron
>>> start = Setup(floor=". . O", retros={"red": "tread a1 east"}, rogues={"servo-1": "b1 north"})
>>> print(run(calamitron.GAME, start.state(), "forward").story())
Card 1: forward.
The red retro pushes Servobot 1 to c1.
Servobot 1 falls into the pit on c1, and Red keeps it.
The red retro drives to b1.
"""

from teachkit.core.game.game import Game
from teachkit.games.calamitron import panel
from teachkit.games.calamitron.calamities import worded
from teachkit.games.calamitron.editions import EDITIONS
from teachkit.games.calamitron.execution import finish, is_out, perform, resolve
from teachkit.games.calamitron.foresight import FORESIGHT
from teachkit.games.calamitron.goals import GOALS, GOALS_IN_WORDS, WHEREABOUTS
from teachkit.games.calamitron.level_generator import LEVELS
from teachkit.games.calamitron.match import play, seen_by
from teachkit.games.calamitron.misreadings import MISREADINGS
from teachkit.games.calamitron.palette import PALETTE
from teachkit.games.calamitron.programs import INSTRUCTIONS, problems, room, vocabulary
from teachkit.games.calamitron.sensors import SENSORS
from teachkit.games.calamitron.setup import OPENING, Setup
from teachkit.games.calamitron.state import State, outcome, points

GAME = Game[State](
    name="calamitron",
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
    players=lambda state: tuple(bot.name for bot in state.retros),
    vocabulary=vocabulary,
    problems=problems,
    outcome=outcome,
    points=points,
    round=lambda state: state.table.round,
    aim=panel.aim,
    counters=panel.counters,
    holdings=panel.holdings,
    sources=panel.sources,
    seen_by=seen_by,
    whereabouts=WHEREABOUTS.whereabouts,
    placed=WHEREABOUTS.placed,
    predictions=WHEREABOUTS.predictions,
    programs=lambda state: dict(state.programs),
    is_out=is_out,
    room=room,
    worded=worded,
    sensors=SENSORS,
    foresight=FORESIGHT,
    palette=PALETTE,
    misreadings=MISREADINGS,
)
