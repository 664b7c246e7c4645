"""Questions in a watch: what comes next is asked first, and what is right is what then happens."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from teachkit.core.game.game import Game
from teachkit.core.run.trace import Played, Trace
from teachkit.errors import AnswerError, DataError
from teachkit.widgets.player import Hold, Told
from teachkit.widgets.prediction.pointing import pointing
from teachkit.words import say


def holds_of(trace: Trace, game: Game, ask: Mapping[int, str]) -> list[Hold]:
    """Where a run waits: before each of these steps, as the player counts them.

    Of an `if` or a `while` its answer is asked, of a card what `whereabouts` says after it.
    """
    stops = trace.stops()
    for number in ask:
        if not isinstance(number, int) or not 1 <= number <= len(stops):
            facts = {"steps": len(stops), "step": number}
            raise DataError(say("This run has {steps} steps; none is step {step}.", **facts))
    return [_hold(stop, asks, stops[stop - 1], trace, game) for stop, asks in sorted(ask.items())]


def _hold(number: int, asks: str, played: Played, trace: Trace, game: Game) -> Hold:
    if played.asked:
        yes, no = say("yes"), say("no")
        right = yes if played.asked.answer else no
        return Hold(number, asks, partial(_chosen, right, (yes, no)), choices=(yes, no))
    player = trace.actor or game.players(trace.start)[0]
    prospects = game.predictions(trace.start)
    place = game.whereabouts(played.after, player)

    def judge(text: str) -> Told:
        return _compared(prospects.read(text), place)

    example = say("like: {example}", example=game.whereabouts(trace.start, player))
    return Hold(number, asks, judge, example, form=pointing(game, played.before, player))


def _chosen(right: str, choices: tuple[str, ...], text: str) -> Told:
    if text not in choices:
        raise AnswerError(say("Choose one of: {options}.", options=", ".join(choices)))
    return _compared(text, right)


def _compared(said: str, right: str) -> Told:
    if said == right:
        return Told(say("As you said: {place}.", place=right), True, said)
    return Told(say("You said {said}; it is {place}.", said=said, place=right), False, said)
