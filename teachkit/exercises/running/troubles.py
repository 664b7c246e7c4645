"""Sentences for everything that stops a learner's Python, in a learner's words.

Python's own messages are never shown; only the names in them are used.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from teachkit.core.language.python_source import quoted, tree_of
from teachkit.core.strings import nearest
from teachkit.exercises.running.results import Result
from teachkit.words import say, say_many, translate

SENTENCES = {
    "unreadable": "Line {line}: {reason}",
    "refused": "Line {line}: {reason}",
    "endless": "Line {line}: this loop goes on and on in {where}.",
    "slow": "Line {line}: there are too many steps in {where}.",
    "recursion": "Line {line}: it calls itself again and again in {where}.",
    "asks": "Line {line}: nobody can answer input() here; use the arguments.",
    "exits": "Line {line}: leave out exit(); a function ends with return.",
    "memory": "Line {line}: too much memory is needed in {where}.",
    "stopped": "Line {line}: you stopped it in {where}.",
    "timeout": "It took too long in {where} and was stopped.",
    "flooded": "Too much was written in {where}; give back less.",
    "died": "Python itself broke down in {where}.",
    "garbled": "What came back from {where} cannot be read.",
}
"""A sentence for each trouble of a result; `raised`, `missing` and `arguments` have their own."""


def trouble_says(
    result: Result,
    where: str,
    function: str = "",
    arguments: int = 0,
    source: str = "",
    names: Iterable[str] = (),
) -> str:
    """Return the sentence for the error that stopped a run of this source.

    `where` is the call, or the cell. `names` are available functions besides the source's own.

    >>> trouble_says(Result(trouble="raised", error="NameError", reason="blokced", line=2), "here",
    ...              names=["forward", "blocked"])
    'Line 2: there is no "blokced". Did you mean "blocked"?'
    """
    line = result.line
    match result.trouble:
        case "missing" | "arguments":
            return _cannot_call(result, function, arguments)
        case "raised":
            reason = why_raised(Raised(result, where, source, tuple(names)))
            return say("Line {line}: {reason}", line=line, reason=reason)
        case "endless" if name := unchanged_name(source, line):
            return say(
                'Line {line}: nothing in this loop changes "{name}", so it never ends.',
                line=line,
                name=name,
            )
    sentence = translate(SENTENCES[result.trouble])
    return sentence.format(line=line, where=where, reason=result.reason)


def _cannot_call(result: Result, function: str, arguments: int) -> str:
    if result.trouble == "arguments":
        return say_many(
            '"{name}" must take {number} argument.',
            '"{name}" must take {number} arguments.',
            arguments,
            name=function,
        )
    if result.reason:
        facts = {"name": function, "other": result.reason}
        return say('There is no function "{name}"; yours is called "{other}".', **facts)
    return say('There is no function "{name}" in your code.', name=function)


# -- why Python raised -----------------------------------------------------------------------------

_KINDS = re.compile(r"\b(NoneType|bool|int|float|str|list|tuple|dict)\b")
_TYPES = {kind.__name__: kind for kind in (int, float, str, list, tuple, dict)}
_CAPITALS = {"true": "True", "false": "False", "none": "None"}


@dataclass(frozen=True)
class Raised:
    """An exception with its position and source; `names` are available besides the source's own."""

    result: Result
    where: str
    source: str = ""
    names: tuple[str, ...] = ()

    @cached_property
    def tree(self) -> ast.Module:
        return tree_of(self.source)

    @cached_property
    def row(self) -> list[ast.AST]:
        """The syntax nodes in the line."""
        line = self.result.line
        return [node for node in ast.walk(self.tree) if getattr(node, "lineno", 0) == line]

    @cached_property
    def own(self) -> set[str]:
        """The names that the source defines."""
        return {name for node in ast.walk(self.tree) for name in _given_names(node)}

    @cached_property
    def kinds(self) -> list[str]:
        """The names of the types in Python's message."""
        return list(dict.fromkeys(_KINDS.findall(self.result.reason)))


def _given_names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name


def why_raised(raised: Raised) -> str:
    """Return the reason for an exception, without the line, beginning with a small letter.

    >>> why_raised(Raised(Result(error="NameError", reason="true", line=1), "your code"))
    'Python writes "True" with a capital letter.'
    """
    result = raised.result
    if name := hyphenated(raised.source, result.line, {*raised.names, *raised.own}):
        return say("in Python a hyphen is a minus; write {name}.", name=quoted(name))
    if tell := _WHY.get(result.error):
        return tell(raised)
    if sentence := translate(RAISED.get(result.error, "")):
        return sentence.format(reason=result.reason, where=raised.where)
    return _something_else(raised)


def hyphenated(source: str, line: int, names: Iterable[str]) -> str:
    """Return the name that was written with a hyphen in this line, or "".

    >>> hyphenated("all-forward()", 1, ["all_forward"])
    'all_forward'
    """
    rows = source.splitlines()
    row = rows[line - 1] if 0 < line <= len(rows) else ""
    words = re.findall(r"[^\W\d]\w*(?:-[^\W\d]\w*)+", row)
    return next((word.replace("-", "_") for word in words if word.replace("-", "_") in names), "")


def _no_name(raised: Raised) -> str:
    name = raised.result.reason
    if right := _CAPITALS.get(name):
        return say('Python writes "{word}" with a capital letter.', word=right)
    usual = [word for word in vars(builtins) if word[0].islower()]
    close = nearest(name, raised.own - {name}, cutoff=0.7) or nearest(name, raised.names)
    if close := close or nearest(name, usual, cutoff=0.7):
        return say('there is no "{name}". Did you mean "{word}"?', name=name, word=close)
    return say('nothing in your code is called "{reason}".', reason=name)


# -- values that do not fit ------------------------------------------------------------------------


def _wrong_kind(raised: Raised) -> str:
    kinds, words = raised.kinds, raised.result.reason
    if "'ellipsis'" in words:
        return say('put a value of your own where "..." stands.')
    if "NoneType" in kinds:
        return _none(raised)
    if "callable" in words and kinds:
        kind = kind_named(kinds[0])
        return say('{kind} stands before brackets; perhaps a "*" is missing.', kind=kind)
    if "subscriptable" in words and kinds:
        return say("{kind} has no places for [ … ].", kind=kind_named(kinds[0]))
    if "iterable" in words and kinds:
        return say("nothing can be taken one by one from {kind}.", kind=kind_named(kinds[0]))
    if told := _wrong_arguments(raised):
        return told
    signs = list(dict.fromkeys(_signs(raised.row)))
    if len(signs) == 1 and kinds and set(re.findall(r"'(\w+)'", words)) <= {*kinds}:
        one, other = kind_named(kinds[0]), kind_named(kinds[-1])
        facts = {"sign": quoted(signs[0]), "one": one, "other": other}
        return say("{sign} does not work with {one} and {other}.", **facts)
    return say("a value of this kind does not fit here, in {where}.", where=raised.where)


OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=",
}  # fmt: skip


def _signs(row: Iterable[ast.AST]) -> Iterator[str]:
    for node in row:
        match node:
            case ast.BinOp(op=sign) | ast.AugAssign(op=sign) | ast.Compare(ops=[sign]):
                if type(sign) in OPERATORS:
                    yield OPERATORS[type(sign)]


def _none(raised: Raised) -> str:
    """Return why a value is missing; usually a function has no `return`."""
    for _, function in _calls_of_own(raised):
        if not any(isinstance(node, ast.Return) for node in ast.walk(function)):
            return say('"{name}" gives nothing back; its "return" is missing.', name=function.name)
    return say('here stands None, which is no value; is a "return" missing?')


def _called(row: Iterable[ast.AST]) -> Iterator[tuple[str, ast.Call]]:
    for node in row:
        match node:
            case ast.Call(func=ast.Name(id=name)):
                yield name, node


def _calls_of_own(raised: Raised) -> list[tuple[ast.Call, ast.FunctionDef]]:
    """Return the calls in the line of functions that the source makes itself."""
    own = _functions_in(raised.tree)
    return [(call, own[name]) for name, call in _called(raised.row) if name in own]


def _functions_in(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def _wrong_arguments(raised: Raised) -> str:
    """Return the sentence for a call with too many or too few arguments, or ""."""
    for call, function in _calls_of_own(raised):
        wanted, given = function.args, len(call.args)
        least = len(wanted.args) - len(wanted.defaults)
        is_open = any((wanted.vararg, call.keywords, wanted.kwonlyargs))
        is_open |= any(isinstance(each, ast.Starred) for each in call.args)
        if not is_open and not least <= given <= len(wanted.args):
            return say_many(
                '"{name}" takes {number} argument, not {given}.',
                '"{name}" takes {number} arguments, not {given}.',
                least,
                name=function.name,
                given=given,
            )
    for name, _ in _called(raised.row) if "argument" in raised.result.reason else ():
        return say('"{name}" cannot use what stands in its brackets.', name=name)
    return ""


def _no_attribute(raised: Raised) -> str:
    if "NoneType" in raised.kinds:
        return _none(raised)
    for node in raised.row:
        match node:
            case ast.Attribute(attr=name) if f"'{name}'" in raised.result.reason and raised.kinds:
                kind = raised.kinds[0]
                words = [word for word in dir(_TYPES.get(kind, object)) if word[0] != "_"]
                if close := nearest(name, words, cutoff=0.7):
                    facts = {"name": name, "word": close}
                    return say('there is no ".{name}" here. Did you mean ".{word}"?', **facts)
                facts = {"kind": kind_named(kind), "name": name}
                return say('{kind} has nothing that is called "{name}".', **facts)
    return say("what stands behind the dot is not there, in {where}.", where=raised.where)


def _wrong_value(raised: Raised) -> str:
    for name, _ in _called(raised.row):
        if name in ("int", "float"):
            return say("{name}() can read only digits, in {where}.", name=name, where=raised.where)
    for node in raised.row:
        match node:
            case ast.Assign(targets=[ast.Tuple() | ast.List()]) | ast.For(target=ast.Tuple()):
                at = raised.where
                return say("there are not as many values as names, in {where}.", where=at)
    return say("this value does not fit here, in {where}.", where=raised.where)


def _something_else(raised: Raised) -> str:
    """Return the text of an exception that the learner raises; of any other only its name."""
    result, where = raised.result, raised.where
    if any(isinstance(node, ast.Raise) for node in raised.row) and result.reason:
        return say('your code raises "{name}: {reason}".', name=result.error, reason=result.reason)
    return say('Python stops with "{name}" in {where}.', name=result.error, where=where)


def unchanged_name(source: str, line: int) -> str:
    """Return a name in the condition of this `while` that nothing in the loop changes.

    >>> unchanged_name("n = 3\\nwhile n > 0:\\n    print(n)", 2)
    'n'
    """
    tree = tree_of(source)
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.While))
    loop = next((loop for loop in loops if loop.lineno == line), None)
    if not loop or any(isinstance(node, ast.Call) for node in ast.walk(loop.test)):
        return ""
    body = [node for each in loop.body for node in ast.walk(each)]
    changed = {name for node in body for name in (*_given_names(node), *_touched_names(node))}
    if not _functions_in(tree).keys().isdisjoint(name for name, _ in _called(body)):
        return ""
    asked = [node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)]
    return asked[0] if asked and changed.isdisjoint(asked) else ""


def _touched_names(node: ast.AST) -> Iterator[str]:
    """Yield names whose values a node may change in place."""
    match node:
        case ast.Attribute(value=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)):
            yield name
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names


def kind_named(name: str) -> str:
    """Return a type of Python in words.

    >>> kind_named("int")
    'a whole number (int)'
    """
    return translate(TYPES.get(name, "")) or say('of the kind "{name}"', name=name)


TYPES = {
    "bool": "a yes or no (bool)",
    "int": "a whole number (int)",
    "float": "a number with a point (float)",
    "str": "a text (str)",
    "list": "a list",
    "tuple": "a tuple",
    "dict": "a dictionary",
    "NoneType": "nothing (None)",
}
"""Types of Python in words."""

RAISED = {
    "UnboundLocalError": '"{reason}" has no value yet.',
    "ZeroDivisionError": "division by zero in {where}.",
    "IndexError": "there is nothing at this place, in {where}.",
    "KeyError": "there is no key {reason}, in {where}.",
    "AssertionError": 'what "assert" says is not so in {where}.',
    "ImportError": "this cannot be imported here.",
    "ModuleNotFoundError": "this cannot be imported here.",
}
"""Sentences for errors whose name tells enough."""

_WHY = {
    "NameError": _no_name,
    "TypeError": _wrong_kind,
    "AttributeError": _no_attribute,
    "ValueError": _wrong_value,
}
"""Functions that find the sentence for other errors."""
