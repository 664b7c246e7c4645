"""Exercise files: TOML read into a validated `Exercise`, and data written as TOML.

An exercise's id is its file's name without the suffix. An unknown key is an error that names the
most similar known key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from teachkit.core.data import Table, read_toml, structure, unknown_key
from teachkit.core.game.game import Rules, player_of
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.judging.checks import check_facts
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.model.exercise import Exercise, Start
from teachkit.exercises.model.file import CheckLine, File, read_cases
from teachkit.games import NAMES as GAMES
from teachkit.games import game
from teachkit.words import say


def load_exercise(path: Path) -> Exercise:
    """Load the exercise in the file `path`.

    Raise `DataError`, with the file, the key and the remedy, if the file is invalid.
    """
    data = read_toml(path)
    try:
        return make_exercise(path.stem, data)
    except DataError as error:
        raise DataError(error.says, path) from error


def make_exercise(name: str, data: Mapping[str, object]) -> Exercise:
    """Return the exercise `name`, built from plain data. Raise `DataError` if `data` is invalid."""
    file = structure(dict(data), File)
    _among(file.kind, tuple(KINDS), "kind")
    _among(file.game, [*GAMES], "game")
    _among(file.right, ("passes", "fails"), "right")
    kind, rules_of = KINDS[file.kind], game(file.game).editions
    _among(file.edition, tuple(rules_of), "edition")
    if kind.needs_start and not file.starts:
        raise DataError(say("Add at least one [[starts]] table."))
    try:
        given = kind.given(file, game(file.game))
        exercise = Exercise(
            id=name,
            title=file.title,
            lesson=file.lesson,
            kind=kind,
            game=game(file.game),
            rules=rules_of[file.edition],
            starts=tuple(
                _start(file, number, table) for number, table in enumerate(file.starts, 1)
            ),
            checks=tuple(_check(file, table) for table in file.checks),
            cards=_cards(file, rules_of[file.edition]),
            given=given,
            cases=read_cases(file.cases),
            file=file,
        )
        _check_numbers(exercise)
    except DataError:
        raise
    except TeachkitError as error:
        raise DataError(error.says) from error
    return exercise


def _check_numbers(exercise: Exercise) -> None:
    """Raise `DataError` if `exercise` refers to a card, board or piece that does not exist."""
    file, cards = exercise.file, len(exercise.given.instructions)
    for card in file.fixed:
        if not 1 <= card <= cards:
            raise DataError(say("fixed: the given program has no card {card}.", card=card))
    if file.after < 0:
        raise DataError(say("after: write the number of a round, starting from 1."))
    pieces = exercise.game.players(exercise.starts[0].state) if exercise.starts else ()
    for name in file.whose:
        if name not in pieces:
            raise DataError(unknown_key(name, [*pieces], "whose"))
    for line in exercise.checks:
        _check_player(exercise, line)
    for number, choice in enumerate(file.choices, 1):
        exercise.read(choice.program)
        for table in choice.checks:
            _check_player(exercise, _check(file, table))
        if not 0 <= choice.start <= len(exercise.starts):
            facts = {"number": number, "start": choice.start}
            raise DataError(say("choice {number}: there is no start {start}.", **facts))


def _check_player(exercise: Exercise, line: CheckLine) -> None:
    """Raise `DataError` if a check is about a piece that some start does not have."""
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
    around = [item.name for item in fields(Start) if item.name != "setup"]
    where = say("start {number}", number=number)
    for key in table:
        if key not in (*known, *around):
            raise DataError(unknown_key(key, [*known, *around], where))
    given = {key: value for key, value in table.items() if key in known}
    other = {key: value for key, value in table.items() if key in around}
    start = replace(
        structure({"setup": None} | other, Start, where),
        setup=structure({"edition": file.edition} | given, setup_type, where),
    )
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
    limits = file.cards if isinstance(file.cards, dict) else dict(map(_limit, file.cards))
    known = [*rules.instructions, *(f"{times}x" for times in rules.loops)]
    known += ["while", "if"] if rules.sensors else []
    for name in limits:
        if name not in known:
            raise DataError(unknown_key(name, known, "cards"))
    return dict(limits)


def _limit(text: str) -> tuple[str, int | None]:
    """Split a text such as `forward 3` into a card's name and its limit.

    In a text without a number, such as `left`, the limit is `None`.
    """
    name, _, number = text.partition(" ")
    if number and not number.isdecimal():
        says = say('cards: write a name and a number: "forward 3", not "{text}".', text=text)
        raise DataError(says)
    return name, int(number) if number else None


def _among(value: str, known: Sequence[str], key: str) -> None:
    if value not in known:
        facts = {"key": key, "value": value, "known": ", ".join(known)}
        raise DataError(say('{key} = "{value}" is not known. Choose one of: {known}.', **facts))


# -- written -------------------------------------------------------------------------------------

_INLINE = ("labels",)  # keys whose lists of short tables are written as inline arrays
_LINE = 88


def toml_text(data: Mapping[str, object]) -> str:
    """Return `data` as TOML that parses to the same data, with plain keys before tables.

    >>> print(toml_text({"starts": [{"rovers": {"red": "a1 north"}}], "title": "Up"}), end="")
    title = "Up"
    <BLANKLINE>
    [[starts]]
    rovers = {red = "a1 north"}
    """
    import tomlkit

    document = tomlkit.document()
    for key, value in sorted(data.items(), key=lambda item: _has_a_head(*item)):
        if _has_a_head(key, value):
            document.add(tomlkit.nl())
            document.add(key, _tables(value))
        else:
            document.add(key, _written(value))
    return tomlkit.dumps(document)


def _has_a_head(key: str, value: Any) -> bool:
    """Return whether a value gets its own header, such as `[solution]` or `[[starts]]`."""
    if isinstance(value, Mapping):
        return any(isinstance(inner, str) for inner in value.values())
    is_list = isinstance(value, list | tuple) and bool(value) and key not in _INLINE
    return is_list and all(isinstance(each, Mapping) for each in value)


def _tables(value: Any) -> Any:
    import tomlkit

    if isinstance(value, Mapping):
        table = tomlkit.table()
        for key, inner in value.items():
            table.add(key, _written(inner))
        return table
    return tomlkit.items.AoT([*map(_tables, value)])


def _written(value: object) -> Any:
    """Return `value` as the TOML that follows its key.

    Text with several lines is in triple quotes; each item of a long list is on its own line.
    """
    import tomlkit

    if isinstance(value, str) and "\n" in value and "\r" not in value:
        text = tomlkit.string(value, multiline=True).as_string().removeprefix('"""')
        return tomlkit.value('"""' + ("" if text.startswith("\n") else "\n") + text)
    if isinstance(value, Mapping):
        row = tomlkit.inline_table()
        row.update({key: _inside(inner) for key, inner in value.items()})
        return row
    if isinstance(value, list | tuple):
        rows = tomlkit.array()
        rows.extend(map(_inside, value))
        return rows.multiline(len(rows.as_string()) > _LINE)
    return tomlkit.item(value)


def _inside(value: object) -> Any:
    """Return `value` as TOML for use inside another value, with text on one line."""
    import tomlkit

    return tomlkit.item(value) if isinstance(value, str) else _written(value)
