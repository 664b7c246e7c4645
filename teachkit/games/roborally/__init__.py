"""RoboRally: all players program five registers at once, and priorities decide the order.

`GAME` describes the game to the rest of `teachkit`.

>>> from teachkit.core.game.game import run
>>> from teachkit.games import roborally
>>> start = Setup(edition="factory", floor=". > v\\n. . f1", robots={"red": "a2 east"}).state()
>>> print(run(roborally.GAME, start, "move-1").story())
Card 1: move-1.
The red robot drives to b2.
The belts carry red to c2.
The bend on c2 turns the red robot to face south.
"""

from teachkit.core.game.game import Game
from teachkit.games.roborally import panel
from teachkit.games.roborally.editions import EDITIONS
from teachkit.games.roborally.foresight import FORESIGHT
from teachkit.games.roborally.goals import GOALS, GOALS_IN_WORDS, WHEREABOUTS, outcome, points
from teachkit.games.roborally.level_generator import LEVELS
from teachkit.games.roborally.match import OPENING, play
from teachkit.games.roborally.misreadings import MISREADINGS
from teachkit.games.roborally.palette import PALETTE
from teachkit.games.roborally.programs import (
    INSTRUCTIONS,
    free_registers,
    problems,
    programs,
    slots,
    vocabulary,
)
from teachkit.games.roborally.registers import finish, perform, resolve
from teachkit.games.roborally.sensors import SENSORS
from teachkit.games.roborally.setup import Setup
from teachkit.games.roborally.state import State
from teachkit.games.roborally.variant.rounds import worded

GAME = Game[State](
    name="roborally",
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
    players=lambda state: tuple(robot.name for robot in state.robots),
    vocabulary=vocabulary,
    problems=problems,
    outcome=outcome,
    points=points,
    round=lambda state: state.table.turn,
    aim=panel.aim,
    counters=panel.counters,
    holdings=panel.holdings,
    sources=panel.sources,
    seen_by=State.seen_by,
    whereabouts=WHEREABOUTS.whereabouts,
    placed=WHEREABOUTS.placed,
    predictions=WHEREABOUTS.predictions,
    programs=programs,
    is_out=lambda state, name: state.robot(name).destroyed,
    hand=lambda state, name: state.robot(name).hand,
    worded=worded,
    room=lambda state, name: len(free_registers(state, state.robot(name))),
    sensors=SENSORS,
    foresight=FORESIGHT,
    palette=PALETTE,
    misreadings=MISREADINGS,
    slots=slots,
)
