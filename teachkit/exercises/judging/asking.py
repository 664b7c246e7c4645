"""Checks in words: sentences that ask the learner for what each check requires."""

from __future__ import annotations

from teachkit.core.game.whereabouts import Place
from teachkit.core.run.events import called
from teachkit.exercises.model.file import CheckLine
from teachkit.words import say, translate

SENTENCES = {
    "stands_on": "End on **{square}**.",
    "looks": "Face **{facing}** at the end.",
    "parks": "End on **{place}**.",
    "carries": "Carry **{samples}** or more of the samples at the end.",
    "collects": "Collect **{samples}** or more of the samples.",
    "delivers": "Deliver **{samples}** or more of the samples to a lab.",
    "scores": "Score at least **{total}** in points.",
    "clears": "Leave no sample on **{square}**.",
    "sends_home": "Send {other} back to its base.",
    "stays_up": "Stay on the board and on your feet.",
    "disables": "Get **{rogue}** into a pit.",
    "keeps": "Push **{rogues}** or more of the rogues into pits.",
    "stuns": "Knock **{other}** onto its back.",
    "bot_stands": "Get **{other}** to **{square}**.",
    "fills": "Fill the pit on **{square}** with a crate.",
    "rescues": "Lead **{other}** to an exit.",
    "shows": "Make the register show **{value}** at the end.",
    "hits": "Reach the number **{value}**.",
    "hits_all": "Reach all of these numbers: **{values}**.",
    "reaches": "Reach **{number}** or more of the targets.",
    "completes": "Complete subroutine **{subroutine}**.",
    "touches": "Touch the flags up to number **{flag}**.",
    "survives": "Do not get destroyed.",
    "stays_under": "Keep your damage below **{damage}**.",
    "hurts": "Give {other} **{damage}** damage or more.",
    "destroys": "Destroy {other}.",
    "uses_at_most": "Use at most this many cards: **{cards}**.",
    "takes_at_most": "Take at most this many steps: **{steps}**.",
    "uses": "Use the card **{card}**.",
    "avoids": "Do not use the card **{card}**.",
    "never_skips": "No card may be skipped.",
    "skips": "Exactly this many cards must be skipped: **{times}**.",
    "passes": "Visit **{where}** on the way.",
    "keeps_off": "Stay away from **{where}**.",
    "ends": "The program must end.",
    "comes_back": "End where you started.",
    "takes_no_detour": "Take a shortest way.",
    "can_reach": "Find a place like **{where}**, within **{steps}** steps.",
    "frontier": "Find the places at distance **{steps}**: **{places}**.",
}
"""A sentence for each check of any game, by the name of the check."""


def check_in_words(check: CheckLine) -> str:
    """Return the sentence for `check`, in the learner's language.

    >>> check_in_words(CheckLine("parks", facts={"place": "c3 north"}))
    'End on **c3 north**.'
    >>> check_in_words(CheckLine("carries", facts={"samples": 2}, player="red"))
    'Red: Carry **2** or more of the samples at the end.'
    """
    facts = {
        name: ", ".join(map(str, value)) if isinstance(value, list) else Place(value).says
        for name, value in check.facts.items()
    }
    says = translate(SENTENCES[check.check]).format(**facts)
    return say("{actor}: {says}", actor=called(check.player), says=says) if check.player else says
