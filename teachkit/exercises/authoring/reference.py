"""The reference for authors: every key, kind, check and card as plain data, computed from the code.

The description of a key is in the section `Attributes:` of its record's docstring, and ends with an
example. Texts that belong to no record are in `reference.toml`. A JSON schema, with which editors
complete keys and mark mistakes, is computed from the same data.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, is_dataclass, replace
from functools import cache, reduce
from importlib import resources
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from teachkit.core.data import Table, defaults
from teachkit.core.game.game import Game
from teachkit.core.language.instructions import card_name
from teachkit.core.language.program import Program
from teachkit.core.strings import suggested
from teachkit.errors import UnknownNameError
from teachkit.exercises.authoring.files import toml_lines, toml_value
from teachkit.exercises.authoring.starters import STARTERS
from teachkit.exercises.judging.building import cards_of
from teachkit.exercises.judging.checks import HAPPENINGS, SHAPES, fact_types, sentence_with_gaps
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.making.wishes import Making, Wishes
from teachkit.exercises.misreadings.diagnosis import misreadings_of
from teachkit.exercises.model.course import Course
from teachkit.exercises.model.exercise import Start
from teachkit.exercises.model.file import PHASES, CaseTable, CheckLine, File
from teachkit.exercises.solving.par import concepts_of, named
from teachkit.games import NAMES, game
from teachkit.play.strategies import STRENGTHS
from teachkit.words import say, say_many, translate

MOST_LISTED = 16


@dataclass(frozen=True)
class Entry:
    """A key, a kind, a card or another thing that a file can name.

    `says` describes it in Markdown. `type` and `default` are those of a key; the default is TOML,
    and "" if there is none. `example` is TOML, too.
    """

    name: str
    says: str
    type: str = ""
    default: str = ""
    example: str = ""
    is_required: bool = False


@dataclass(frozen=True)
class Topic:
    """A page of the reference: an introduction, entries, and parts that are topics themselves."""

    name: str = ""
    title: str = ""
    says: str = ""
    entries: tuple[Entry, ...] = ()
    parts: tuple[Topic, ...] = ()


def topics(game_name: str = "") -> tuple[Topic, ...]:
    """Return the whole reference, about one game or about all of them.

    Raise `UnknownNameError` if there is no such game.

    >>> [topic.name for topic in topics("lovelace")][:4]
    ['exercise', 'starts', 'kinds', 'checks']
    """
    games = [game(name) for name in ([game_name] if game_name else NAMES)]
    return tuple(
        replace(
            _WHOLE[name](games) if name in _WHOLE else _by_game(name, games),
            **{"name": name} | {key: translate(text) for key, text in texts.items()},
        )
        for name, texts in _texts()["topics"].items()
    )


def found(word: str, game_name: str = "") -> tuple[Topic, ...]:
    """Return the topics called `word`, or the entries called `word` in their topics.

    Raise `UnknownNameError` if there are neither, or if there is no such game.

    >>> [(topic.name, topic.entries[0].says) for topic in found("mirrors")]
    [('seats', 'Whether the values of the player are mirrored.')]
    """
    every, word = topics(game_name), card_name(word)
    called = [topic for topic in every if topic.name == word]
    called = called or [topic for topic in _inside(every) if word in (topic.name, topic.title)]
    if called:
        return tuple(called)
    entries = tuple(
        replace(part, title=title, entries=tuple(here), parts=())
        for topic in every
        for part in _inside([topic])
        for title in [topic.title if part is topic else f"{topic.title}: {part.title}"]
        if (here := [each for each in part.entries if each.name == word])
    )
    if not entries:
        known = [topic.name for topic in _inside(every)]
        known += [each.name for topic in _inside(every) for each in topic.entries]
        says = say('The reference has nothing about "{word}".', word=word)
        raise UnknownNameError(suggested(says, word, known, lists=False))
    return entries


def _inside(some: Iterable[Topic]) -> Iterator[Topic]:
    for topic in some:
        yield topic
        yield from _inside(topic.parts)


@cache
def _texts() -> Table:
    file = resources.files(__package__) / "reference.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


# -- keys ----------------------------------------------------------------------------------------


def keys(record: type) -> tuple[Entry, ...]:
    """Return the keys that the dataclass `record` reads, each described by the record's docstring.

    >>> from teachkit.exercises.model.file import Mistake
    >>> [(key.name, key.type, key.example) for key in keys(Mistake)][0]
    ('answer', 'text', 'answer = "forward"')
    """
    described, hints = attributes(record.__doc__ or ""), get_type_hints(record)
    found = []
    for name, usual in defaults(record).items():
        if name in described:
            says, example = described[name]
            facts = in_words(hints[name]), _written(usual), example, usual is MISSING
            found.append(Entry(name, translate(says), *facts))
    return tuple(found)


def _written(usual: Any) -> str:
    """Return a default as TOML, or "" if it is a table or too long to be shown."""
    text = "" if usual in (MISSING, None) or is_dataclass(usual) else toml_value(usual)
    return text if "\\n" not in text else ""


def attributes(docstring: str) -> dict[str, tuple[str, str]]:
    """Return the description and the example of each attribute that a docstring lists.

    >>> attributes("A place.\\n\\nAttributes:\\n    at: Where it is. `at = 3`\\n")
    {'at': ('Where it is.', 'at = 3')}
    """
    listed = inspect.cleandoc(docstring).partition("\nAttributes:\n")[2]
    found = re.findall(r"^    (\w+): (.+(?:\n {8}.+)*)", listed, re.MULTILINE)
    texts = {name: re.fullmatch(r"(.+?)(?: `(\w+ = [^`]+)`)?", _flat(text)) for name, text in found}
    return {name: (text[1], text[2] or "") for name, text in texts.items() if text}


def _flat(text: str) -> str:
    return " ".join(text.split())


def in_words(hint: object, number: int = 1) -> str:
    """Return the type `hint` in words, as the type of a value in TOML.

    >>> in_words(dict[str, int] | list[str])
    'table of whole numbers or list of texts'
    """
    inner = [each for each in get_args(hint) if each not in (NoneType, Ellipsis)]
    is_list = get_origin(hint) in (list, tuple)
    if get_origin(hint) in (Union, UnionType):
        words = (in_words(each, number) for each in inner)
        return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), words)
    plain = {
        Any: say_many("value", "values", number),
        str: say_many("text", "texts", number),
        bool: say("true or false"),
        int: say_many("whole number", "whole numbers", number),
        float: say_many("number", "numbers", number),
    }
    if hint in plain:
        return plain[hint]
    if is_list and not _is_table(inner[0]):
        things = in_words(inner[0], 2)
        return say_many("list of {things}", "lists of {things}", number, things=things)
    if inner and not is_list and inner[-1] is not Any:
        things = in_words(inner[-1], 2)
        return say_many("table of {things}", "tables of {things}", number, things=things)
    return say_many("table", "tables", 2 if is_list else number)


def _is_table(hint: object) -> bool:
    return is_dataclass(hint) or get_args(hint)[1:] == (Any,)


def _table(name: str, record: type, path: str = "") -> Topic:
    """Return the topic of a table called `name`, whose parts are the tables inside it.

    `path` is the header of the table, and "" for a whole file.
    """
    hints = get_type_hints(record)
    pairs = [(key, each) for key, hint in hints.items() for each in (hint, *get_args(hint))]
    inside: dict[str, Any] = {key: each for key, each in pairs if is_dataclass(each)}
    parts = []
    for key, each in (inside | dict(getattr(record, "inside", ()))).items():
        header = f"[{'.'.join(filter(None, (path.strip('[]'), key)))}]"
        is_list = get_origin(hints[key]) in (list, tuple)
        parts.append(_table(key, each, f"[{header}]" if is_list else header))
    says = _flat(inspect.cleandoc(record.__doc__ or "").partition("\n\n")[0])
    return Topic(name, path or name, translate(says), keys(record), tuple(parts))


def _exercise(games: list[Game]) -> Topic:
    whole, making = _table("exercise", File), _table("make", Making, "[make]")
    written = (
        _table("starts", Start, "[[starts]]"),
        _table("cases", CaseTable, "[[cases]]"),
        _table("checks", CheckLine, "[[checks]]"),
        replace(making, entries=(*making.entries, *keys(Wishes)), parts=()),
    )
    return replace(whole, parts=(*written, *whole.parts))


# -- names ---------------------------------------------------------------------------------------


def _kind(name: str, games: list[Game]) -> Entry:
    own = ", ".join(f"`{key}`" for key in KINDS[name].keys)
    says = translate(_texts()["kinds"][name])
    says += " " + say("Keys of its own: {keys}.", keys=own) if own else ""
    files = (STARTERS / each.name / f"{name}.toml" for each in games)
    examples = (file.read_text(encoding="utf-8") for file in files if file.is_file())
    return Entry(name, says, example=next(examples, ""))


def _check(name: str, of: Game) -> Entry:
    """Return a check in words, with an example of its facts."""
    texts, facts = _texts(), fact_types(of, name)
    gaps = {fact: f"`{fact}`" for fact in facts}
    does = sentence_with_gaps(name, of).format(**gaps).replace('"`', "`").replace('`"', "`")
    says = say("The piece {does}.", does=does)
    types = (f"`{fact}`: {in_words(kind)}" for fact, kind in facts.items())
    table = {"check": name} | {fact: texts["facts"][fact] for fact in facts}
    example = f"[[checks]]\n{toml_lines(table)}"
    return Entry(name, f"{says} {translate(texts['checks'][name])}", ", ".join(types), "", example)


def _cards(of: Game) -> Iterator[Entry]:
    one, two = [card.name for card in of.instructions][:2]
    words = {"one": one, "two": two, "sensor": next(iter(of.sensors.help), "")}
    for name in dict.fromkeys(name for each in of.editions.values() for name in cards_of(each)):
        here = [each.name for each in of.editions.values() if name in cards_of(each)]
        editions = say("Editions: {names}.", names=_listed(here))
        if name in of.instructions:
            card = of.instructions[name]
            python = say("In Python: `{function}()`.", function=card.function)
            says = f"**{card.label}**: {card.help} {editions} {python}"
            if after := "; ".join(_listed(words) for words in card.arguments if words):
                says += " " + say("Words that may follow: {words}.", words=after)
            must = [words[0] for words in card.arguments[: len(card.arguments) - card.optional]]
            yield Entry(name, says, example=" ".join([name, *must]))
        else:
            text = _texts()["brackets"][re.sub(r"^\d+x$", "2x", name)]
            example = text["example"].format(name=name, **words)
            yield Entry(name, f"{translate(text['says'])} {editions}", example=example)


def _listed(names: Sequence[str]) -> str:
    """Return the first of `names` in a sentence."""
    more = ["…"] if len(names) > MOST_LISTED else []
    return ", ".join([*(f"`{name}`" for name in names[:MOST_LISTED]), *more])


def _sensors(of: Game) -> Iterator[Entry]:
    for name, fact in of.sensors.help.items():
        says = say("Whether {fact}.", fact=translate(fact))
        yield Entry(name, says, say("true or false"), example=f"if {name}(…)")
    for name, meaning in of.sensors.meanings.items():
        kind = get_type_hints(of.sensors.readings[name])["return"]
        yield Entry(name, translate(meaning), in_words(kind), example=f"{name}()")


def _editions(of: Game) -> Iterator[Entry]:
    for name, rules in of.editions.items():
        cards = _listed(cards_of(rules))
        says = f"{translate(rules.title)}. {say('Cards: {names}.', names=cards)}"
        yield Entry(name, says, example=f'edition = "{name}"')


def _options(of: Game) -> Iterator[Entry]:
    rules = next(iter(of.editions.values()))
    described = attributes(type(rules).__doc__ or "")
    for name, allowed in of.setup.allowed.items():
        usual = toml_value(getattr(rules, name))
        kind = ", ".join(allowed) if isinstance(allowed, tuple) else in_words(bool)
        if isinstance(allowed, range):
            kind = say("{least} to {most}", least=allowed[0], most=allowed[-1])
        says = translate(described[name][0])
        yield Entry(name, says, kind, usual, f"options = {{ {name} = {usual} }}")


def _edits(of: Game) -> Iterator[Entry]:
    if of.editing:
        edition = next(name for name, rules in of.editions.items() if rules.loops)
        start = of.setup(**{"edition": edition, "floor": ". .", **of.palette.first}).state()
        row = Program.read("forward, 2x(left)", of.instructions)
        found = [each.text for each in of.editing.next_edits(start, row, [])]
        for name in dict.fromkeys(text.split()[0] for text in found):
            yield from _told("edits", [name], next(text for text in found if text.startswith(name)))


def _boards(of: Game) -> Iterator[Entry]:
    editions = {each: of.opening.boards(each) for each in of.opening.editions}
    for name in dict.fromkeys(board for boards in editions.values() for board in boards):
        here = _listed([each for each, boards in editions.items() if name in boards])
        yield Entry(name, say("Editions: {names}.", names=here), example=f'board = "{name}"')


def _signs(of: Game) -> Iterator[Entry]:
    for sign, kind in of.palette.legend.items():
        yield Entry(sign, f"`{kind}`")


def _things(of: Game) -> Iterator[Entry]:
    for thing in of.palette.things:
        says = f"{thing.says} (`{thing.key}`)"
        yield Entry(thing.name, says, example=f'things = ["{thing.name}"]')


def _concepts(of: Game) -> Iterator[Entry]:
    for word in concepts_of(of):
        cards = {card for rules in of.editions.values() for card in named(word, of, rules)}
        says = say("Its cards: {names}.", names=_listed(sorted(cards)))
        says = says if cards else say("A way of thinking, which has no cards of its own.")
        yield Entry(word, says, example=f'teaches = ["{word}"]')


def _ideas(of: Game) -> Iterator[Entry]:
    for each in misreadings_of(of):
        name = each.name.replace(" ", "-")
        yield Entry(name, translate(each.says), example=f'tells = ["{name}"]')


def _moments(of: Game) -> Iterable[Entry]:
    return _told("moments", _texts()["moments_of"].get(of.name, ()), 'when = "{}"')


def _told(topic: str, names: Iterable[str], example: str = "{}") -> tuple[Entry, ...]:
    """Return an entry for each of `names`, described in `reference.toml`."""
    texts = ((each, translate(_texts()[topic][each])) for each in names)
    return tuple(Entry(each, says, example=example.format(each)) for each, says in texts)


_NAMES: Mapping[str, Callable[[Game], Iterable[Entry]]] = {
    **{each.__name__[1:]: each for each in (_cards, _sensors, _editions, _options, _signs)},
    **{each.__name__[1:]: each for each in (_things, _boards, _edits, _concepts, _ideas, _moments)},
    "checks": lambda of: (_check(name, of) for name in of.goals),
}
"""The functions that find the names in a game, by topic."""


def _by_game(name: str, games: list[Game], *entries: Entry) -> Topic:
    """Return a topic with a part for each game in which anything is found."""
    parts = (Topic(each.name, each.name, entries=tuple(_NAMES[name](each))) for each in games)
    return Topic(entries=entries, parts=tuple(part for part in parts if part.entries))


_WHOLE: Mapping[str, Callable[[list[Game]], Topic]] = {
    "exercise": _exercise,
    "starts": lambda games: Topic(parts=tuple(_table(each.name, each.setup) for each in games)),
    "kinds": lambda games: Topic(entries=tuple(_kind(name, games) for name in KINDS)),
    "checks": lambda games: _by_game(
        "checks", games, *(_check(name, games[0]) for name in (*HAPPENINGS, *SHAPES))
    ),
    "opponents": lambda games: Topic(entries=_told("opponents", STRENGTHS, 'house = "{}"')),
    "course": lambda games: _table("course", Course),
}
"""The functions that fill the other topics."""


# -- the schema ----------------------------------------------------------------------------------


def schema_of_exercises() -> Table:
    """Return the schema of exercise files, which depends on the game of the file.

    >>> schema_of_exercises()["properties"]["right"]["enum"]
    ['passes', 'fails']
    """
    [about], kinds = found("exercise"), [entry.name for entry in found("kinds")[0].entries]
    whole, texts = _record(File), {"game": NAMES, "kind": kinds, "phase": PHASES}
    for key, words in (texts | {"right": ("passes", "fails")}).items():
        whole["properties"][key]["enum"] = [*words]
    whole["properties"]["cases"]["items"] = _record(CaseTable)
    whole["properties"]["make"] |= _record(Making, Wishes)
    pairs = [({"game": {"const": name}}, {"properties": _of_game(game(name))}) for name in NAMES]
    by_game = [{"if": {"properties": given}, "then": then} for given, then in pairs]
    version = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": version, "title": about.title} | whole | {"allOf": by_game}


def _of_game(of: Game) -> Table:
    """Return the properties of an exercise file that depend on its game."""
    cards = dict.fromkeys(card for rules in of.editions.values() for card in cards_of(rules))
    sensors = [*of.sensors.all, *(f"not {each}" for each in of.sensors.help)]
    every, ours = found("checks", of.name)[0], found("checks", of.name)[0].parts[0]
    checks = [_check_schema(of, each) for each in (*ours.entries, *every.entries)]
    checked = {"items": {"anyOf": checks}}
    amounts = {"properties": {card: {"type": "integer"} for card in cards}}
    return {
        "edition": {"enum": [*of.editions]},
        "teaches": {"items": {"enum": [*concepts_of(of)]}},
        "sensors": {"items": {"enum": sensors}},
        "cards": {"anyOf": [{"type": "array"}, {"type": "object"} | amounts]},
        "starts": {"items": _record(of.setup, Start)},
        "checks": checked,
        "choices": {"items": {"properties": {"checks": checked}}},
    }


def _check_schema(of: Game, check: Entry) -> Table:
    facts = {name: msgspec.json.schema(kind) for name, kind in fact_types(of, check.name).items()}
    whole = _record(CheckLine)
    whole["properties"] |= facts | {"check": {"const": check.name, "description": check.says}}
    return whole | {"required": ["check", *facts]}


def _record(*records: type) -> Table:
    """Return the schema of a table with the keys of all `records`, which allows no other keys."""
    hints = {name: hint for each in records for name, hint in get_type_hints(each).items()}
    entries = [entry for each in records for entry in keys(each)]
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [entry.name for entry in entries if entry.is_required],
        "properties": {
            entry.name: _typed(hints[entry.name]) | {"description": entry.says} for entry in entries
        },
    }


def _typed(hint: Any) -> Table:
    inner = [each for each in (hint, *get_args(hint)) if isinstance(each, type)]
    records = [each for each in inner if is_dataclass(each)]
    if not records:
        return msgspec.json.schema(hint)
    whole = _record(*records)
    return {"type": "array", "items": whole} if get_origin(hint) in (list, tuple) else whole
