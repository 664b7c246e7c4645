"""The command `teachkit help`, which prints the reference for authors."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from teachkit.cli.console import FILE, table
from teachkit.core.strings import readable
from teachkit.words import say

if TYPE_CHECKING:
    from teachkit.exercises.authoring.reference import Entry, Topic

WIDTH = 88


@click.command("help")
@click.argument("words", nargs=-1)
@click.option("--game", default="", help="Show only what belongs to this game.")
@click.option("--json", "data", is_flag=True, help="Print the result as JSON.")
@click.option(
    "--schema",
    type=FILE,
    help="Write a JSON schema to this file, with which editors complete and check exercise files.",
)
@click.pass_context
def reference(
    context: click.Context, words: tuple[str, ...], game: str, data: bool, schema: Path | None
) -> int:
    """Look up WORDS in the reference for authors.

    WORDS is a topic, such as checks, or the name of a key, a kind, a check, a card or anything else
    that an exercise file can name. The name of a command shows its help. Without WORDS, the topics
    are listed.

    For completion in an editor, run the command with --schema exercise.schema.json once, and begin
    each exercise file with the line "#:schema" and the path of that file.
    """
    from teachkit.exercises.authoring.reference import found, topics

    if schema:
        from teachkit.core.data import write_whole
        from teachkit.exercises.authoring.reference import schema_of_exercises

        write_whole(schema, json.dumps(schema_of_exercises(), indent=1, ensure_ascii=False))
        line = f"#:schema {schema.as_posix()}"
        click.echo(say("Begin each exercise file with this line: {line}", line=line))
        return 0
    word = " ".join(words)
    group = context.parent and context.parent.command
    if isinstance(group, click.Group) and (command := group.get_command(context, word)):
        with click.Context(command, info_name=f"teachkit {word}") as inside:
            click.echo(command.get_help(inside))
        return 0
    here = found(word, game) if word else topics(game)
    if data:
        click.echo(json.dumps(msgspec.to_builtins(here), indent=1, ensure_ascii=False))
    elif word:
        click.echo(readable("\n\n".join("\n".join(as_text(topic)) for topic in here)))
    else:
        click.echo(table([say("topic"), ""], [(topic.name, topic.title) for topic in here]))
        click.echo("\n" + say("To read about one of them: teachkit help kinds"))
    return 0


def as_text(topic: Topic) -> Iterator[str]:
    """Yield the lines that `help` prints for a topic."""
    yield from (topic.title, "=" * len(topic.title))
    yield from textwrap.wrap(topic.says, WIDTH)
    for entry in topic.entries:
        yield from ("", *_lines(entry))
    for part in topic.parts:
        yield from ("", *as_text(part))


def _lines(entry: Entry) -> Sequence[str]:
    """Return the lines for an entry: its name, its description, and its example."""
    usual = say("by default {value}", value=entry.default) if entry.default else ""
    needed = say("required") if entry.is_required else ""
    facts = ", ".join(filter(None, (entry.type, usual, needed)))
    says = textwrap.wrap(entry.says.replace("**", ""), WIDTH - 4)
    example = ["", *entry.example.splitlines()] if "\n\n" in entry.example else [entry.example]
    name = f"{entry.name}  ({facts})" if facts else entry.name
    lines = "\n".join([*says, *(example if entry.example else [])])
    return [name, textwrap.indent(lines.rstrip("\n"), " " * 4)]
