"""Programs as Python text: calls, `for … in range(n)`, `while`, `if` and `def`.

The text is parsed, never executed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from teachkit.core.language.instructions import (
    MOST_BRACKETS,
    MOST_TIMES,
    Condition,
    If,
    Instruction,
    InstructionSet,
    Node,
    Procedure,
    Repeat,
    While,
    depth,
    routine_faults,
    too_deep,
)
from teachkit.core.language.python_errors import Trouble, trouble_in
from teachkit.core.language.python_source import UNREADABLE
from teachkit.core.strings import nearest
from teachkit.errors import ProgramError
from teachkit.words import say


def write(nodes: Sequence[Node], instructions: InstructionSet | None = None) -> str:
    """Return `nodes` as Python text, which `read` converts back into the same nodes.

    >>> print(write([Repeat(2, (Instruction("left"),))]))
    for _ in range(2):
        left()
    """
    return "\n".join(_lines(nodes, instructions))


def _lines(nodes: Sequence[Node], instructions: InstructionSet | None) -> Iterator[str]:
    for node in nodes:
        match node:
            case Instruction(name, arguments):
                known = instructions is not None and name in instructions
                function = instructions[name].function if known and instructions else None
                yield f"{function or name.replace('-', '_')}({', '.join(map(repr, arguments))})"
            case Repeat(times, body):
                yield from _block(f"for _ in range({times}):", body, instructions)
            case While(condition, body):
                yield from _block(f"while {condition}():", body, instructions)
            case If(condition, body, otherwise):
                yield from _block(f"if {condition}():", body, instructions)
                if otherwise:
                    yield from _block("else:", otherwise, instructions)
            case Procedure(name, body):
                yield from _block(f"def {name}():", body, instructions)


def _block(head: str, body: Sequence[Node], instructions: InstructionSet | None) -> Iterator[str]:
    yield head
    yield from ("    " + line for line in (*_lines(body, instructions),) or ("pass",))


def read(source: str, instructions: InstructionSet | None = None) -> tuple[Node, ...]:
    """Parse Python text, and return its nodes. The text is never executed.

    Raise `ProgramError`, with the line and column of the fault, if `source` is not a program.

    >>> read("left()")
    (Instruction(name='left', arguments=()),)
    """
    try:
        tree = ast.parse(source)
    except UNREADABLE:
        raise ProgramError(*(trouble_in(source) or Trouble(too_deep(), 1))) from None
    reader = _Reader(tree, instructions)
    nodes = reader.row(tree.body)
    if depth(nodes) > MOST_BRACKETS:
        raise ProgramError(too_deep())
    for fault in routine_faults(nodes, instructions):
        raise ProgramError(fault.says, *reader.places[fault.node])
    return nodes


class _Reader:
    """A converter of statements; `places` has the line and column of each node, in reading order.

    `known` are the cards of the vocabulary, and `instructions` those and the routines.
    """

    def __init__(self, tree: ast.Module, known: InstructionSet | None) -> None:
        defined = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))
        self.routines = [each.name for each in defined]
        self.known, self.instructions = known, known and known.with_routines(self.routines)
        self.places: list[tuple[int, int]] = []

    def row(self, statements: Sequence[ast.stmt]) -> tuple[Node, ...]:
        return tuple(self.node(each) for each in statements if not isinstance(each, ast.Pass))

    def card(self, statement: ast.stmt, function: str, words: tuple[str, ...]) -> Instruction:
        instructions = self.instructions
        if instructions is None:
            is_call = function in self.routines
            return Instruction(function if is_call else function.replace("_", "-"), words)
        name = instructions.named_in_python(function) or function
        if words and name in instructions and not instructions[name].arguments:
            says = say(
                "Leave the brackets of {name}() empty. Use a loop to repeat it.", name=function
            )
            raise _error(statement, says)
        instructions.check(Instruction(name, words), *_place(statement))
        return Instruction(name, words)

    def node(self, statement: ast.stmt) -> Node:
        self.places.append(_place(statement))
        instructions = self.instructions
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id=function), args=given, keywords=[])) if (
                function != "range" or (instructions and instructions.named_in_python("range"))
            ):
                return self.card(statement, function, tuple(map(_argument, given)))
            case ast.Expr(value=ast.Name(id=function)):
                raise _error(
                    statement, say("Put brackets after the name: {name}().", name=function)
                )
            case ast.For(
                iter=ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(times))]),
                body=body,
                orelse=[],
            ):
                if isinstance(times, bool) or not 1 <= times <= MOST_TIMES:
                    says = say("A loop runs 1 to 999 times, not {count}.", count=times)
                    raise _error(statement, says)
                return Repeat(times, self.row(body))
            case ast.FunctionDef(name=name, args=arguments, decorator_list=[]) if (
                instructions is None or instructions.routines
            ):
                if ast.unparse(arguments):
                    says = say('Leave the brackets after "def {name}" empty.', name=name)
                    raise _error(statement, says)
                return Procedure(name, self.row(statement.body))
            case ast.While(test=test, body=body, orelse=[]):
                return While(_condition(test, instructions), self.row(body))
            case ast.If(test=test, body=body, orelse=orelse):
                condition = _condition(test, instructions)
                return If(condition, self.row(body), self.row(orelse))
        raise _error(statement, _only_cards(statement, instructions))


def _only_cards(statement: ast.stmt, instructions: InstructionSet | None) -> str:
    """Return the error message for a statement that a program of cards may not contain.

    Most such statements work in driving programs.
    """
    match statement:
        case ast.FunctionDef(name=name):
            return say(
                'You can only use cards here. "def {name}" works in Python exercises.', name=name
            )
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AugAssign(target=ast.Name(id=name)):
            return say(
                'You can only use cards here. "{name} =" works in Python exercises.', name=name
            )
        case ast.Expr(value=ast.Call(func=ast.Name(id="range"))):
            return say("Use range() only in a loop: for _ in range(2):")
        case ast.For(iter=ast.Call(func=ast.Name(id="range"))):
            return say("Write only one number here, as in range(2). Python exercises allow more.")
        case ast.For(iter=ast.Call(func=ast.Name(id=name))) if nearest(name, ["range"], 0.6):
            return say('There is no "{name}". Did you mean "{word}"?', name=name, word="range")
        case ast.Expr(value=value) if name := _hyphenated(value, instructions):
            name = name.replace("-", "_")
            return say('In Python, a hyphen means minus. Write "{name}()".', name=name)
    return say("Here you can only use cards, for _ in range(2):, while and if.")


def _hyphenated(value: ast.expr, instructions: InstructionSet | None) -> str:
    """Return the hyphenated card name that `value` spells, such as `all-forward`, or ""."""
    name = ast.unparse(value).removesuffix("()").replace(" - ", "-")
    words = name.split("-")
    is_name = len(words) > 1 and all(word.isidentifier() for word in words)
    return name if is_name and (instructions is None or name in instructions) else ""


def _argument(argument: ast.expr) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str | int):
        return str(argument.value)
    raise _error(argument, say("Write a word or a number in the brackets."))


def _condition(test: ast.expr, instructions: InstructionSet | None) -> Condition:
    wanted = True
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, wanted = test.operand, not wanted
    match test:
        case ast.Name(id=sensor) if instructions and sensor in instructions.sensors:
            raise _error(test, say("Put brackets after the name: {name}().", name=sensor))
        case ast.Call(func=ast.Name(id=sensor), args=[], keywords=[]):
            if instructions:
                instructions.check_sensor(sensor, *_place(test))
            return Condition(sensor, wanted)
    raise _error(test, say("Use one sensor here, such as blocked() or not blocked()."))


def _place(node: ast.stmt | ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset + 1


def _error(node: ast.stmt | ast.expr, says: str) -> ProgramError:
    return ProgramError(says, *_place(node))
