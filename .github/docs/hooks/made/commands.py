"""The help of every command as a page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from teachkit.cli import commands

EXAMPLES = re.compile(r"^\x08\n((?:.+\n?)+)", re.MULTILINE)  # Click leaves such lines as they are


def text() -> str:
    """Return the help of all commands as Markdown."""
    above = click.Context(commands, info_name="teachkit")
    return "\n\n".join(
        block
        for name, each in sorted(commands.commands.items())
        for block in _command(each, click.Context(each, above, name))
    )


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## teachkit {context.info_name} {{ #{context.info_name} }}"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```\n{context.command_path} {usage}\n```"
    yield EXAMPLES.sub(r"```\n\1```\n", inspect.cleandoc(command.help or ""))
    options = filter(None, (each.get_help_record(context) for each in command.params))
    if rows := [f"| `{_cell(names)}` | {_cell(says)} |" for names, says in options]:
        yield "\n".join(["| option | meaning |", "|---|---|", *rows])
    if isinstance(command, click.Group):
        for name, each in sorted(command.commands.items()):
            yield from _command(each, click.Context(each, context, name))


def _cell(text: str) -> str:
    """Return text for a cell of a table, in which a bar would begin the next cell."""
    return text.replace("|", "\u2223")
