"""Checks: named functions that take a run and return a complaint, or `None` if the run passes.

Complaints are sentences for the learner. A check contains no rule of a game: it uses the trace, or
the game's own goals. The docstring of each check says what the check requires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, get_type_hints

from teachkit.core.board.squares import FACINGS
from teachkit.core.data import Table, check_least, structure
from teachkit.core.game.game import Game, by_name
from teachkit.core.game.whereabouts import Place
from teachkit.core.language.instructions import card_name
from teachkit.core.language.program import Program, by_piece
from teachkit.core.run.flow import called
from teachkit.core.run.walk import BrokenOff
from teachkit.core.strings import nearest, suggested
from teachkit.errors import DataError
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.exercises.model.file import CheckLine
from teachkit.play.search import kinds_in, reachable
from teachkit.words import say, say_many, translate


def uses_at_most(attempt: Attempt, cards: int) -> str | None:
    """Require that the program has at most `cards` cards; each loop or condition counts as one."""
    if (cost := attempt.program.cost) <= cards:
        return None
    return say_many(
        "Use at most {number} card; you used {cost}.",
        "Use at most {number} cards; you used {cost}.",
        cards,
        cost=cost,
    )


def takes_at_most(attempt: Attempt, steps: int) -> str | None:
    """Require that the run takes at most `steps` steps."""
    if (taken := _steps_of(attempt)) <= steps:
        return None
    return say_many(
        "Take at most {number} step; you took {taken}.",
        "Take at most {number} steps; you took {taken}.",
        steps,
        taken=taken,
    )


def uses(attempt: Attempt, card: str) -> str | None:
    """Require that the program contains `card`, an instruction or a name such as `2x` or `if`.

    The name `repeat` stands for any loop.
    """
    card = card_name(card)
    has_it = card in kinds_in(attempt.program)
    return None if has_it else say('Use the card "{card}" this time.', card=card)


def avoids(attempt: Attempt, card: str) -> str | None:
    """Require that the program does not contain `card`."""
    card = card_name(card)
    has_it = card in kinds_in(attempt.program)
    return say('Do it without "{card}" this time.', card=card) if has_it else None


def never_skips(attempt: Attempt) -> str | None:
    """Require that no card of the program is skipped."""
    for played in attempt.trace.steps(attempt.player):
        if played.skipped:
            place = played.step.place if played.step else ""
            facts = {"place": place, "reason": played.skipped.reason}
            return say("{place} was skipped because {reason}.", **facts)
    return None


def skips(attempt: Attempt, times: int) -> str | None:
    """Require that exactly `times` cards of the program are skipped."""
    here = sum(1 for played in attempt.trace.steps(attempt.player) if played.skipped)
    if here == times:
        return None
    return say_many(
        "{number} card was skipped; the task asks for {times}.",
        "{number} cards were skipped; the task asks for {times}.",
        here,
        times=times,
    )


def passes(attempt: Attempt, where: str) -> str | None:
    """Require that the player's piece is at `where` at some time, such as `b4` or `b4 north`."""
    return None if _was_at(attempt, where) else say("It never gets to {where}.", where=where)


def keeps_off(attempt: Attempt, where: str) -> str | None:
    """Require that the player's piece is never at the place `where`."""
    return say("It must stay away from {where}.", where=where) if _was_at(attempt, where) else None


def _was_at(attempt: Attempt, where: str) -> bool:
    states = (attempt.trace.start, *(frame.state for frame in attempt.trace.frames))
    return any(is_at(attempt.game, state, attempt.player, where) for state in states)


def is_at(game: Game, state: object, player: str, where: object) -> bool:
    """Return whether the piece of `player` is at `where`, a place with or without a facing."""
    place = game.whereabouts(state, player)
    return where in (place, place.split()[0])


def ends(attempt: Attempt) -> str | None:
    """Require that the program ends."""
    return str(attempt.trace.endless) if attempt.trace.endless else None


def comes_back(attempt: Attempt) -> str | None:
    """Require that the player's piece ends at the place where it started."""
    before, after = attempt.game.whereabouts(attempt.trace.start, attempt.player), attempt.place
    if before == after:
        return None
    facts = {"before": before, "after": after}
    return say("It must end where it started, at {before}, not at {after}.", **facts)


# Checks that search all possible programs.


def takes_no_detour(attempt: Attempt) -> str | None:
    """Require that no program reaches the final place of the player's piece in fewer steps."""
    taken, end = _steps_of(attempt), attempt.place
    fewest = distances(attempt, taken).get(end, taken)
    if fewest == taken:
        return None
    facts = {"taken": taken, "where": end, "fewest": fewest}
    return say("Steps to {where}: {taken}. The fewest possible: {fewest}.", **facts)


def can_reach(attempt: Attempt, where: str, steps: int) -> str | None:
    """Require that some program of at most `steps` steps reaches the place `where`."""
    if where in distances(attempt, steps):
        return None
    return say("{where} is out of reach.", where=where)


def frontier(attempt: Attempt, steps: int, places: list[str]) -> str | None:
    """Require that `places` lists all places whose distance is `steps`, and no others.

    The distance of a place is the number of steps of the shortest program that reaches it.
    """
    found = {where for where, fewest in distances(attempt, steps).items() if fewest == steps}
    if found == set(places):
        return None
    return say("These are not exactly the places at distance {steps}.", steps=steps)


def distances(attempt: Attempt, most: int) -> dict[str, int]:
    """Map each place that can be reached in at most `most` steps to the fewest steps needed.

    The nearest places come first.
    """
    return _reachable(attempt.game, attempt.trace.start, most, attempt.player)


_reachable = lru_cache(maxsize=64)(reachable)  # called again for each misreading of the same run


def _steps_of(attempt: Attempt) -> int:
    return sum(1 for played in attempt.trace.steps(attempt.player) if played.step)


SHAPES = by_name(uses_at_most, takes_at_most, uses, avoids)
"""Checks on how a program is built, by name; they count only if all other checks pass."""

CAUTIONS = frozenset({"never_skips", "survives", "stays_up", "stays_under"})
"""Names of checks that a program passes by doing nothing; they count only if it does the rest."""

HAPPENINGS = by_name(
    never_skips, skips, passes, keeps_off, ends, comes_back, takes_no_detour, can_reach, frontier
)
"""Checks on the events of a run, and on the places that a run could reach, by name."""


def complaint(attempt: Attempt, name: str, facts: Mapping[str, object]) -> str | None:
    """Return the complaint of the check `name` about an attempt, or `None` if the check passes.

    Goals are checked at the end of a run, so a program that never ends reaches none. If an error
    stopped the learner's Python, the complaint is about that error.
    """
    check, endless = SHAPES.get(name) or HAPPENINGS.get(name), attempt.trace.endless
    if check and not isinstance(endless, BrokenOff):
        return check(attempt, **facts)
    if endless:
        return str(endless)
    return attempt.game.goals[name](attempt.trace.final, attempt.player, **facts)


def complaint_about(attempt: Attempt, line: CheckLine) -> str | None:
    """Return the complaint about the first piece that fails the check in `line`, or `None`."""
    known = by_piece(attempt.program, attempt.player)
    endless = attempt.trace.endless
    for player in (line.player,) if line.player else tuple(known):
        asked = replace(attempt, player=player, program=known.get(player, Program()))
        says = complaint(asked, line.check, line.facts)
        if says and endless and says == str(endless):
            return says if attempt.trace.alone else endless.among_others()
        if says:
            is_alone = player == attempt.player and len(known) < 2
            return says if is_alone else say("{actor}: {says}", actor=called(player), says=says)
    return None


def fact_types(game: Game, name: str) -> dict[str, Any]:
    """Return the arguments of the check `name`, each with its type.

    Raise `DataError` if there is no such check.

    >>> from teachkit.games import game
    >>> fact_types(game("algoracing"), "can_reach")
    {'where': <class 'str'>, 'steps': <class 'int'>}
    """
    known: dict[str, Callable[..., Any]] = {**game.goals, **SHAPES, **HAPPENINGS}
    if not name:
        says = say('A check needs a name, such as check = "{name}".', name=next(iter(known)))
        raise DataError(says)
    if name not in known:
        raise DataError(suggested(say('There is no check "{name}".', name=name), name, known))
    first = 1 if name in SHAPES or name in HAPPENINGS else 2
    *kinds, _ = get_type_hints(known[name]).items()
    return dict(kinds[first:])


def check_facts(game: Game, name: str, facts: Mapping[str, object]) -> None:
    """Raise `DataError` unless the check `name` exists and takes exactly `facts` as arguments."""
    needed = fact_types(game, name)
    open_facts = [fact for fact in needed if fact not in facts]
    for fact in facts:
        if fact not in needed:
            says = say('The check "{name}" has no key "{fact}".', name=name, fact=fact)
            if close := nearest(fact, open_facts, cutoff=0.5):
                raise DataError(f"{says} " + say('Did you mean "{word}"?', word=close))
            raise DataError(f"{says} " + say("Remove it."))
    if open_facts:
        facts_needed = ", ".join(needed)
        raise DataError(say('The check "{name}" needs: {needed}.', name=name, needed=facts_needed))
    for fact, kind in needed.items():
        value = structure(facts[fact], kind, f"{name}.{fact}")
        check_least(fact, value if isinstance(value, int) else None, 0)


# -- checks in words, for people who choose them ---------------------------------------------------

CHECKS_IN_WORDS = {
    "never_skips": "skips no card",
    "skips": "skips exactly {times} of its cards",
    "passes": "gets to {where} on the way",
    "keeps_off": "never gets to {where}",
    "ends": "comes to an end",
    "comes_back": "ends where it started",
    "takes_no_detour": "gets there in the fewest steps",
    "can_reach": "can get to {where} in {steps} or fewer steps",
    "frontier": "has {places} at a distance of {steps}",
    "uses_at_most": "uses {cards} or fewer cards",
    "takes_at_most": "takes {steps} or fewer steps",
    "uses": 'uses the card "{card}"',
    "avoids": 'does not use the card "{card}"',
}


def sentence(line: CheckLine | Mapping[str, Any], game: Game) -> str:
    """Return a check in words, as the predicate of the piece that must meet it.

    >>> from teachkit.games import game
    >>> sentence({"check": "uses_at_most", "cards": 4, "points": 3}, game("algoracing"))
    'uses 4 or fewer cards'
    >>> sentence({"check": "parks", "place": "b4 north", "player": "green"}, game("roborally"))
    'Green ends at b4 north'
    """
    line = line if isinstance(line, CheckLine) else CheckLine.of(line)
    facts = {fact: _shown(value) for fact, value in line.facts.items()}
    says = sentence_with_gaps(line.check, game).format(**facts)
    return say("{actor} {says}", actor=called(line.player), says=says) if line.player else says


def sentence_with_gaps(check: str, game: Game) -> str:
    """Return the check named `check` in words, with the names of its facts in braces.

    >>> from teachkit.games import game
    >>> sentence_with_gaps("hurts", game("roborally"))
    'leaves {other} with at least {damage} damage'
    """
    return translate({**CHECKS_IN_WORDS, **game.goals_in_words}[check])


def _shown(fact: object) -> str:
    if isinstance(fact, list | tuple):
        return ", ".join(map(_shown, fact))
    return Place(fact).says


def possible_checks(game: Game, start: Mapping[str, Any]) -> list[Table]:
    """Return a `[[checks]]` table for each check of a game, with facts that suit a start's table.

    Goals come first, and limits on cards and steps last.

    >>> from teachkit.games import algoracing
    >>> start = {"floor": ". *", "rovers": {"red": "a1 east"}, "samples": {"b1": "blue"}}
    >>> possible_checks(algoracing.GAME, start)[2:4]
    [{'check': 'parks', 'place': 'a1 east'}, {'check': 'carries', 'samples': 1}]
    """
    known = _facts_in(start)

    def table(check: str) -> Table:
        facts = fact_types(game, check).items()
        return {"check": check} | {fact: known.get(fact, _USUAL.get(kind)) for fact, kind in facts}

    return [table(check) for check in (*game.goals, *HAPPENINGS, *SHAPES)]


_USUAL: dict[Any, Any] = {int: 1, str: "", list[str]: [], list[int]: []}


def _facts_in(start: Mapping[str, Any]) -> Table:
    """Return facts found in a start's table: numbers of things, and the places of the pieces.

    A fact that is named like a list or table of the start is the number of things in it.
    """
    tables = {key: value for key, value in start.items() if isinstance(value, Mapping)}
    targets = start.get("targets") or [1]
    facts: Table = {"value": targets[0], "values": targets, "number": len(targets)}
    facts |= {key: len(table) for key, table in tables.items()}
    pieces = [item for table in tables.values() for item in table.items() if _has_facing(item[1])]
    for _, text in pieces[:1]:
        place = " ".join(text.split()[-2:])
        square, _, facing = place.partition(" ")
        facts |= {"square": square, "where": square, "facing": facing, "place": place}
    return facts | {fact: name for name, _ in pieces[1:2] for fact in ("other", "rogue")}


def _has_facing(text: object) -> bool:
    """Return whether `text` is the place of a piece, such as `tread a1 north`."""
    return str(text).rpartition(" ")[2] in FACINGS


# -- texts of tasks ------------------------------------------------------------------------------


def asked_text(exercise: Exercise) -> str:
    """Return the task in the author's words, followed by the limits for full points."""
    text = translate(exercise.file.text)
    is_list = text.rstrip().rpartition("\n")[2].startswith("- ")
    return ("\n\n" if is_list else " ").join((text, *limits(exercise)))


def limits(exercise: Exercise) -> tuple[str, ...]:
    """Return a sentence for each limit on cards or steps that full points require.

    >>> from teachkit.classroom.library import find_exercise
    >>> limits(find_exercise("01-06-three-samples"))
    ('For full points: at most **7** cards.',)
    """
    return tuple(filter(None, map(_limit, exercise.checks)))


def _limit(line: CheckLine) -> str:
    if line.check == "uses_at_most":
        return say_many(
            "For full points: at most **{number}** card.",
            "For full points: at most **{number}** cards.",
            line.facts["cards"],
        )
    if line.check == "takes_at_most":
        return say_many(
            "For full points: at most **{number}** step.",
            "For full points: at most **{number}** steps.",
            line.facts["steps"],
        )
    return ""
