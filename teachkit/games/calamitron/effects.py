"""The seam for upgrades and calamities: what a card in play changes, and where rules ask for it.

A card is data and changes a *measure*: a number that the rules ask for by name, for a bot. The
rules never know a card; they ask `measured(state, name, bot, usual)` and get the usual number
with everything added that is in force for this bot in `table.in_force`: an upgrade is in force
for its player as long as the player has it, a calamity for as many rounds as it says. These are
all measures, and who asks for them:

- `instructions` how many a program may have (`programs`)
- `loader`, `shooter`, `hacker` how many special ones a type takes (`programs`)
- `recovery` how many run after standing up (`execution`)
- `steps` how far a rogue moves in its turn (`rogues`)
- `reach` how far tractor and forcer carry: usually 6 less the distance (`tools`)
- `ward` how much damage does nothing to a bot, once each (`damage`)
- `heavy` above 0: nobody pushes, shoves or pulls it (`moves`, `tools`)
- `hover` above 0: it passes over pits and fills nothing (`moves`)
- `closed` above 0: nobody programs it (`tools`)
- `asleep` above 0: a rogue does not move in its turn (`rogues`)

What happens at once (draw again, add a rogue, stun somebody) is a small rule of the card's own
kind, see `calamities`. When cards are drawn and chosen is settled in `settling`: the rules that
move bots only note on the table what is due. So no rule ever asks which card is in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.games.calamitron.pieces import Bot, InForce, Table
from teachkit.games.calamitron.state import State

MEASURES = (
    "instructions", "loader", "shooter", "hacker", "recovery", "steps", "reach", "ward", "heavy",
    "hover", "closed", "asleep",
)  # fmt: skip


def measured(state: State, measure: str, bot: Bot, usual: int) -> int:
    """The usual number, and what is added to it for this bot by all that is in force."""
    if state.table is None:
        return usual
    added = (each.amount for each in in_force(state.table, bot) if each.measure == measure)
    return usual + sum(added)


def in_force(table: Table, bot: Bot) -> Iterator[InForce]:
    """What is in force for this bot: cards on the table, and its own upgrades."""
    group = "rogues" if bot.kind.rogue else "retros"
    for each in table.in_force:
        if each.whom in ("", group, bot.type, bot.name):
            yield each


def used_up(state: State, measure: str, bot: Bot) -> State:
    """The state after one thing in force for this bot was used up, such as a ward."""
    assert state.table
    table = state.table
    used = next(each for each in in_force(table, bot) if each.measure == measure)
    left = [each for each in table.in_force if each is not used]
    if used.amount > 1:
        left.append(replace(used, amount=used.amount - 1))
    return state.with_table(replace(table, in_force=tuple(left)))
