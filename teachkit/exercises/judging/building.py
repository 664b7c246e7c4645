"""Exercises built from the contents of their files, with every value validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from teachkit.core.data import Table, check_keys, check_least, numbers, structure
from teachkit.core.game.game import Rules, player_of
from teachkit.core.language.instructions import card_name
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.judging.checks import check_facts
from teachkit.exercises.model.exercise import Exercise, Kind, Start
from teachkit.exercises.model.file import CheckLine, File, read_cases
from teachkit.games import NAMES as GAMES
from teachkit.games import game
from teachkit.words import say

AROUND = tuple(field.name for field in fields(Start) if field.name != "setup")
"""The keys of a start that are not fields of a set-up."""


def built(name: str, file: File, kind: Kind) -> Exercise:
    """Return the exercise `name` of `kind`, with the contents `file`.

    Raise `DataError` if a value of the file is invalid.
    """
    among(file.game, [*GAMES], "game")
    among(file.right, ("passes", "fails"), "right")
    rules_of = game(file.game).editions
    if file.edition == File.edition not in rules_of:
        first, *others = rules_of
        facts = {"game": file.game, "first": first, "others": ", ".join(others)}
        raise DataError(say('Write an edition of {game}: edition = "{first}", or one of: {others}.',
                            **facts))  # fmt: skip
    among(file.edition, tuple(rules_of), "edition")
    if kind.needs_start and not file.starts:
        raise DataError(say("Add at least one [[starts]] table."))
    try:
        exercise = Exercise(
            id=name,
            title=file.title,
            lesson=file.lesson,
            kind=kind,
            game=game(file.game),
            rules=rules_of[file.edition],
            given=kind.given(file, game(file.game)),
            starts=tuple(
                _start(file, number, table) for number, table in enumerate(file.starts, 1)
            ),
            checks=tuple(_check(file, table) for table in file.checks),
            cards=_cards(file, rules_of[file.edition]),
            cases=read_cases(file.cases),
            file=file,
        )
        _check_numbers(file)
        _check_references(exercise)
    except TeachkitError as error:
        raise DataError(error.says) from error
    return exercise


def _check_numbers(file: File) -> None:
    """Raise `DataError` if a number in `file` is too small, or a label is for no range of cards."""
    for label in file.labels:
        numbers(label.cards)
    check_least("points", file.points, 0)
    check_least("changes", file.changes)
    check_least("after", file.after, 0)


def _check_references(exercise: Exercise) -> None:
    """Raise `DataError` if `exercise` refers to a card, board or piece that does not exist."""
    file, cards = exercise.file, len(exercise.given.instructions)
    for card in file.fixed:
        if not 1 <= card <= cards:
            raise DataError(say("fixed: the given program has no card {card}.", card=card))
    pieces = exercise.game.players(exercise.starts[0].state) if exercise.starts else ()
    check_keys(file.whose, pieces, "whose")
    for line in exercise.checks:
        _check_line(exercise, line)
    for number, choice in enumerate(file.choices, 1):
        exercise.read(choice.program)
        for table in choice.checks:
            _check_line(exercise, _check(file, table))
        if not 0 <= choice.start <= len(exercise.starts):
            facts = {"number": number, "start": choice.start}
            raise DataError(say("choice {number}: there is no start {start}.", **facts))


def _check_line(exercise: Exercise, line: CheckLine) -> None:
    """Raise `DataError` if a check is about an unknown card, or a piece that some start lacks."""
    if "card" in line.facts:
        card = card_name(line.facts["card"])
        among(card, [*cards_of(exercise.rules), "repeat"], f"{line.check}: card")
    for number, start in enumerate(exercise.starts, 1):
        names = exercise.game.players(start.state)
        if line.player and line.player not in names:
            says = say(
                'The check "{name}" is about {player}, but start {number} only has: {names}.',
                name=line.check,
                player=line.player,
                number=number,
                names=", ".join(names),
            )
            raise DataError(says)


def _start(file: File, number: int, table: Table) -> Start:
    setup_type = game(file.game).setup
    known = [item.name for item in fields(setup_type)]
    where = say("start {number}", number=number)
    check_keys(table, [*known, *AROUND], where)
    given = {key: value for key, value in table.items() if key in known}
    other = {key: value for key, value in table.items() if key in AROUND}
    start = structure({"setup": None} | other, Start, where)
    start = replace(start, setup=structure({"edition": file.edition} | given, setup_type, where))
    try:
        player_of(game(file.game), start.state)
    except TeachkitError as error:
        raise DataError(f"{where}: {error.says}") from error
    return start


def _check(file: File, table: Table) -> CheckLine:
    line = CheckLine.of(table)
    check_facts(game(file.game), line.check, line.facts)
    if structure(line.points, int, "points") < 1:
        raise DataError(say('The check "{name}" must be worth at least 1 point.', name=line.check))
    return line


def _cards(file: File, rules: Rules) -> dict[str, int | None]:
    limits = limits_of(file.cards)
    check_keys(limits, cards_of(rules), "cards")
    for name, limit in limits.items():
        check_least(name, limit, 0)
    return limits


def limits_of(cards: Mapping[str, int] | Sequence[str]) -> dict[str, int | None]:
    """Return the limit of each card in the key `cards` of an exercise file, or `None` without one.

    >>> limits_of({"forward": 3, "x2": 1}), limits_of(["forward 3", "left"])
    ({'forward': 3, '2x': 1}, {'forward': 3, 'left': None})
    """
    limits = cards.items() if isinstance(cards, Mapping) else map(_limit, cards)
    return {card_name(name): limit for name, limit in limits}


def written_limits(limits: Mapping[str, int | None]) -> dict[str, int | None] | list[str]:
    """Return the key `cards` of an exercise file for these `limits`.

    >>> written_limits({"forward": 3}), written_limits({"forward": 3, "left": None})
    ({'forward': 3}, ['forward 3', 'left'])
    """
    if None not in limits.values():
        return dict(limits)
    return [f"{name} {limit or ''}".rstrip() for name, limit in limits.items()]


def cards_of(rules: Rules) -> list[str]:
    """Return the names that an exercise may list as its `cards`: those of cards and brackets."""
    loops = [f"{times}x" for times in rules.loops]
    asking = ["while", "if"] if rules.sensors else []
    return [*rules.instructions, *loops, *asking, *(["define"] if rules.routines else [])]


def _limit(text: str) -> tuple[str, int | None]:
    """Split a text such as `forward 3` into a card's name and its limit.

    In a text without a number, such as `left`, the limit is `None`.
    """
    name, _, number = text.partition(" ")
    if number and not number.isdecimal():
        says = say('cards: write a name and a number: "forward 3", not "{text}".', text=text)
        raise DataError(says)
    return name, int(number) if number else None


def among(value: str, known: Sequence[str], key: str) -> None:
    """Raise `DataError` unless `value`, the value of `key`, is one of `known`."""
    if value not in known:
        facts = {"key": key, "value": value, "known": ", ".join(known)}
        raise DataError(say('{key} = "{value}" is not known. Choose one of: {known}.', **facts))
