"""Wrong predictions beside the run: the wrong idea behind one, or where it and the run parted."""

from __future__ import annotations

from teachkit.core.game.predictions import Compared
from teachkit.core.run.trace import Played
from teachkit.exercises.judging.attempts import played_steps, stop_of
from teachkit.exercises.judging.predictions import compared
from teachkit.exercises.misreadings.ideas import ideas_behind_run, sentences
from teachkit.exercises.model.exercise import Attempt
from teachkit.words import say


def compared_with_run(tried: Attempt, text: str) -> Compared:
    """Compare a prediction with the run, in a sentence. Raise `AnswerError` for an unclear one."""
    place = tried.game.whereabouts(tried.trace.final, tried.player)
    said = tried.game.predictions(tried.trace.start).read(text)
    seen = compared(tried, said)
    if all(part.right for part in seen.parts):
        return Compared(seen.parts, say("As you predicted: {place}.", place=place))
    both = say("You said {said}; it was {place}.", said=said, place=place)
    apart = parted(tried, said)
    why = (apart,) if apart else sentences(ideas_behind_run(tried, said))
    return Compared(seen.parts, " ".join(filter(None, (both, seen.says, *why))))


def parted(tried: Attempt, said: str) -> str:
    """Where a wrong prediction and the run parted; empty if the run was never like that.

    It tells of steps that were played only: ask it after the run.
    """
    steps = played_steps(tried.trace)
    before = tried.game.whereabouts(tried.trace.start, tried.player)
    places = [before, *(tried.game.whereabouts(step.after, tried.player) for step in steps)]
    if places[-1] == said or said not in places:
        return ""
    last = len(places) - 1 - places[::-1].index(said)
    if last == 0:
        return say("That is how it began.")
    if any(step.step and step.step.turns for step in steps):
        return say("That was right after step {ran}. Step {following} changed it.",
                   ran=stop_of(tried.trace, last),
                   following=stop_of(tried.trace, last + 1))  # fmt: skip
    return say("That was right after card {ran}. Card {following} changed it.",
               **_cards(steps, last))  # fmt: skip


def _cards(steps: list[Played], last: int) -> dict[str, int]:
    """The numbers of the card that led there, and of the one that led away again."""
    ran, following = (step.step.card if step.step else 0 for step in steps[last - 1 : last + 1])
    return {"ran": ran, "following": following}
