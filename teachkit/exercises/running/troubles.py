"""Sentences that tell learners about the errors that stopped their Python.

Python's own messages are never shown; only the names in them are used.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from teachkit.core.language.python_source import quoted, tree_of
from teachkit.core.strings import nearest
from teachkit.exercises.running.results import Result
from teachkit.words import say, say_many, translate

SENTENCES = {
    "unreadable": "Line {line}: {reason}",
    "raised": "Line {line}: {reason}",
    "refused": "Line {line}: {reason}",
    "missing": 'There is no function "{name}" in your code.',
    "misnamed": 'Rename your function "{other}" to "{name}".',
    "endless": "Line {line}: this loop goes on and on in {where}.",
    "unchanged": 'Line {line}: nothing in this loop changes "{name}", so it never ends.',
    "slow": "Line {line}: {where} takes too many steps.",
    "recursion": "Line {line}: the function calls itself again and again in {where}.",
    "asks": "Line {line}: you cannot use input() here. Use the arguments.",
    "exits": "Line {line}: remove exit(). A function ends with return.",
    "memory": "Line {line}: {where} needs too much memory.",
    "stopped": "Line {line}: you stopped {where} here.",
    "timeout": "Running {where} took too long, so it was stopped.",
    "flooded": "Print or return less in {where}.",
    "died": "Python itself crashed in {where}.",
    "garbled": "The result of {where} cannot be read.",
}
"""The sentence for each error code of a `Result`, except `arguments`.

`misnamed` replaces `missing` if the code has a function with a similar name. `unchanged` replaces
`endless` if nothing in the loop changes a name in its condition.
"""


@dataclass(frozen=True)
class Stopped:
    """A run that an error stopped: its `source`, and its `result` with the error.

    `where` describes the place of the error in sentences, such as a call or a cell. `function` is
    the name of the function that was called, and `arguments` the number of arguments passed.
    `names` are the functions available besides the source's own. `sentences` replace some of
    `SENTENCES`.

    >>> Stopped(Result(trouble="raised", error="NameError", reason="blokced", line=2), "here",
    ...         names=["forward", "blocked"]).says
    'Line 2: there is no "blokced". Did you mean "blocked"?'
    """

    result: Result
    where: str
    function: str = ""
    arguments: int = 0
    source: str = ""
    names: Collection[str] = ()
    sentences: Mapping[str, str] = field(default_factory=dict)

    @property
    def says(self) -> str:
        """The sentence for learners about the error."""
        key, reason, name = self.result.trouble, self.result.reason, self.function
        if key == "raised" and (gap := gap_says(self.source)):
            return gap
        match key:
            case "arguments":
                return say_many('"{name}" must take {number} argument.',
                                '"{name}" must take {number} arguments.',
                                self.arguments, name=name)  # fmt: skip
            case "missing" if reason:
                key = "misnamed"
            case "raised":
                reason = _why_raised(self)
            case "refused":
                reason = _hyphenated(self, self.names) or reason
            case "endless" if unchanged := _unchanged_name(self):
                key, name = "unchanged", unchanged
        facts = {"line": self.result.line, "where": self.where, "name": name}
        sentence = translate(self.sentences.get(key) or SENTENCES[key])
        return sentence.format(reason=reason, other=reason, **facts)

    @cached_property
    def tree(self) -> ast.Module:
        return tree_of(self.source)

    @cached_property
    def row(self) -> list[ast.AST]:
        """The syntax nodes on the line of the error."""
        line = self.result.line
        return [node for node in ast.walk(self.tree) if getattr(node, "lineno", 0) == line]

    @cached_property
    def own(self) -> set[str]:
        """The names that the source defines."""
        return {name for node in ast.walk(self.tree) for name in _given_names(node)}

    @cached_property
    def kinds(self) -> list[str]:
        """The names of types that occur in Python's message."""
        return list(dict.fromkeys(_KINDS.findall(self.result.reason)))


def gap_line(source: str) -> int:
    """Return the first line of a source with a `...` that has not been replaced by code, or 0."""
    gaps = (
        node.lineno
        for node in ast.walk(tree_of(source))
        if isinstance(node, ast.Constant) and node.value is ...
    )
    return min(gaps, default=0)


def gap_says(source: str) -> str:
    """Return the sentence for a source in which a `...` has not been replaced by code, or ""."""
    line = gap_line(source)
    return say('Line {line}: you have not replaced the "..." yet.', line=line) if line else ""


# -- why Python raised -----------------------------------------------------------------------------

TYPES = {
    "bool": "a yes-or-no value (bool)",
    "int": "a whole number (int)",
    "float": "a number with a decimal point (float)",
    "str": "text (str)",
    "list": "a list",
    "tuple": "a tuple",
    "dict": "a dictionary",
    "NoneType": "nothing (None)",
}
"""Phrases for Python's types, by type name."""

_KINDS = re.compile(rf"\b({'|'.join(TYPES)})\b")
_TYPES = {kind.__name__: kind for kind in (int, float, str, list, tuple, dict)}
_CAPITALS = {"true": "True", "false": "False", "none": "None"}


def _given_names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name


def _why_raised(stopped: Stopped) -> str:
    """Return the sentence for an exception, without a line number or an initial capital."""
    if says := _hyphenated(stopped, {*stopped.names, *stopped.own}):
        return says
    wording = RAISED.get(stopped.result.error, _something_else)
    if isinstance(wording, str):
        return translate(wording).format(reason=stopped.result.reason, where=stopped.where)
    return wording(stopped)


def _hyphenated(stopped: Stopped, names: Collection[str]) -> str:
    """Return a sentence if the line has one of `names` with hyphens for underscores, or ""."""
    line = stopped.result.line
    row = "".join(stopped.source.splitlines()[line - 1 : line])
    words = re.findall(r"[^\W\d]\w*(?:-[^\W\d]\w*)+", row)
    joined = (word.replace("-", "_") for word in words)
    name = next((name for name in joined if name in names), "")
    return say("a hyphen means minus in Python. Write {name}.", name=quoted(name)) if name else ""


def _no_name(stopped: Stopped) -> str:
    name = stopped.result.reason
    if right := _CAPITALS.get(name):
        return say('write "{word}" with a capital letter.', word=right)
    usual = [word for word in vars(builtins) if word[0].islower()]
    close = nearest(name, stopped.own - {name}, cutoff=0.7) or nearest(name, stopped.names)
    if close := close or nearest(name, usual, cutoff=0.7):
        return say('there is no "{name}". Did you mean "{word}"?', name=name, word=close)
    if name in [function for function, _ in _called(stopped.row)]:
        return say('there is no function called "{reason}".', reason=name)
    return say('there is no variable called "{reason}".', reason=name)


# -- values that do not fit ------------------------------------------------------------------------


def _wrong_kind(stopped: Stopped) -> str:
    kinds, words = stopped.kinds, stopped.result.reason
    one, other = (kind_named(kinds[0]), kind_named(kinds[-1])) if kinds else ("", "")
    if "NoneType" in kinds:
        return _none(stopped)
    if "callable" in words and kinds:
        return say('you cannot call {kind}. Is a "*" missing?', kind=one)
    if "'function'" in words or "'method'" in words:
        return say("add brackets ( ) after the name of the function.")
    if "subscriptable" in words and kinds:
        return say("you cannot use [ … ] with {kind}.", kind=one)
    if "iterable" in words and kinds:
        return say("you cannot go through {kind} item by item.", kind=one)
    if says := _wrong_arguments(stopped):
        return says
    signs = list(dict.fromkeys(_signs(stopped.row)))
    if len(signs) == 1 and kinds and set(re.findall(r"'(\w+)'", words)) <= {*kinds}:
        facts = {"sign": quoted(signs[0]), "one": one, "other": other}
        return say("{sign} does not work with {one} and {other}.", **facts)
    return say("this kind of value does not work here, in {where}.", where=stopped.where)


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


def _none(stopped: Stopped) -> str:
    """Return the sentence for an unexpected `None`, which often comes from a missing `return`."""
    for _, function in _calls_of_own(stopped):
        if not any(isinstance(node, ast.Return) for node in ast.walk(function)):
            return say('"{name}" returns nothing, because it has no "return".', name=function.name)
    return say('this line got None. Does your function have a "return"?')


def _called(row: Iterable[ast.AST]) -> list[tuple[str, ast.Call]]:
    calls = (node for node in row if isinstance(node, ast.Call))
    return [(call.func.id, call) for call in calls if isinstance(call.func, ast.Name)]


def _calls_of_own(stopped: Stopped) -> list[tuple[ast.Call, ast.FunctionDef]]:
    """Return pairs of a call on the error's line and the source's own function that it calls."""
    own = _functions_in(stopped.tree)
    return [(call, own[name]) for name, call in _called(stopped.row) if name in own]


def _functions_in(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def _wrong_arguments(stopped: Stopped) -> str:
    """Return the sentence for a call with too many, too few or unsuitable arguments, or ""."""
    for call, function in _calls_of_own(stopped):
        wanted, given = function.args, len(call.args)
        least = len(wanted.args) - len(wanted.defaults)
        is_open = any((wanted.vararg, call.keywords, wanted.kwonlyargs))
        is_open |= any(isinstance(each, ast.Starred) for each in call.args)
        if not is_open and not least <= given <= len(wanted.args):
            return _takes(function.name, least, given)
    if found := _METHOD_TAKES.search(stopped.result.reason):
        name, takes, gets = found.groups()
        return _takes(name, 0 if takes == "no" else 1, int(gets))
    if "argument" in stopped.result.reason and (called := _called(stopped.row)):
        return say('"{name}" cannot use the values in its brackets.', name=called[0][0])
    return ""


_METHOD_TAKES = re.compile(r"\.(\w+)\(\) takes (no|exactly one) arguments? \((\d+) given\)")


def _takes(name: str, number: int, given: int) -> str:
    return say_many('"{name}" takes {number} argument, not {given}.',
                    '"{name}" takes {number} arguments, not {given}.',
                    number, name=name, given=given)  # fmt: skip


def _no_attribute(stopped: Stopped) -> str:
    if "NoneType" in stopped.kinds:
        return _none(stopped)
    names = (node.attr for node in stopped.row if isinstance(node, ast.Attribute))
    for name in names if stopped.kinds else ():
        if f"'{name}'" in stopped.result.reason:
            kind = stopped.kinds[0]
            words = [word for word in dir(_TYPES.get(kind, object)) if word[0] != "_"]
            if close := nearest(name, words, cutoff=0.7):
                facts = {"name": name, "word": close}
                return say('there is no ".{name}" here. Did you mean ".{word}"?', **facts)
            facts = {"kind": kind_named(kind), "name": name}
            return say('{kind} has nothing called "{name}".', **facts)
    return say("the name after the dot does not exist, in {where}.", where=stopped.where)


def _no_key(stopped: Stopped) -> str:
    """Return the sentence for a missing key, with the dictionary's name if it is certain."""
    key = stopped.result.reason
    match [node for node in stopped.row if isinstance(node, ast.Subscript)]:
        case [ast.Subscript(value=ast.Name(id=name))]:
            return say('"{name}" has no entry for {reason} yet.', name=name, reason=key)
    return say("there is no entry for {reason}, in {where}.", reason=key, where=stopped.where)


def _wrong_value(stopped: Stopped) -> str:
    where = stopped.where
    for name, _ in _called(stopped.row):
        if name in ("int", "float"):
            return say("{name}() can only read digits, in {where}.", name=name, where=where)
    for node in stopped.row:
        match node:
            case ast.Assign(targets=[ast.Tuple() | ast.List()]) | ast.For(target=ast.Tuple()):
                return say("there must be as many values as names, in {where}.", where=where)
    return say("this value does not work here, in {where}.", where=where)


def _something_else(stopped: Stopped) -> str:
    """Return the sentence for any other exception.

    The sentence includes the exception's message if the learner's code raises it.
    """
    result, where = stopped.result, stopped.where
    if any(isinstance(node, ast.Raise) for node in stopped.row) and result.reason:
        return say('your code raises "{name}: {reason}".', name=result.error, reason=result.reason)
    return say('Python stopped with "{name}" in {where}.', name=result.error, where=where)


def _unchanged_name(stopped: Stopped) -> str:
    """Return a name that the `while` on the error's line tests, but that the loop never changes.

    If some name in the condition may change, or there is no such loop, return "".
    """
    loop = next((node for node in stopped.row if isinstance(node, ast.While)), None)
    if not loop or any(isinstance(node, ast.Call) for node in ast.walk(loop.test)):
        return ""
    body = [node for each in loop.body for node in ast.walk(each)]
    changed = {name for node in body for name in (*_given_names(node), *_touched_names(node))}
    if not _functions_in(stopped.tree).keys().isdisjoint(name for name, _ in _called(body)):
        return ""
    asked = [node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)]
    return asked[0] if asked and changed.isdisjoint(asked) else ""


def _touched_names(node: ast.AST) -> Iterator[str]:
    """Yield the names whose values `node` may change without a plain assignment."""
    match node:
        case ast.Attribute(value=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)):
            yield name
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names


def kind_named(name: str) -> str:
    """Return a phrase for a Python type, given the type's name.

    >>> kind_named("int")
    'a whole number (int)'
    """
    return translate(TYPES.get(name, "")) or say('a value of type "{name}"', name=name)


RAISED: Mapping[str, str | Callable[[Stopped], str]] = {
    "NameError": _no_name,
    "UnboundLocalError": '"{reason}" has no value yet.',
    "TypeError": _wrong_kind,
    "AttributeError": _no_attribute,
    "ValueError": _wrong_value,
    "ZeroDivisionError": "you cannot divide by zero, in {where}.",
    "IndexError": "there is no item at this place, in {where}.",
    "KeyError": _no_key,
    "AssertionError": 'this "assert" is not true in {where}.',
    "ImportError": "you cannot import this here.",
    "ModuleNotFoundError": "you cannot import this here.",
}
"""Sentences for Python's common exceptions, or functions that return them, by class name."""
