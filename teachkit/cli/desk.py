"""The commands at the teacher's desk: `teachkit new`, `teachkit preview` and `teachkit help`."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import msgspec

from teachkit.cli.console import FILE, OUR_FOLDER, table
from teachkit.cli.learn import open_jupyter
from teachkit.core.data import write_whole
from teachkit.core.strings import readable
from teachkit.words import say

if TYPE_CHECKING:
    from teachkit.exercises.authoring.reference import Entry, Topic

WIDTH = 88  # characters of the lines that `help` prints


@click.command()
@click.argument("what", type=click.Choice(["course", "lesson", "exercise"]))
@click.argument("name")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    help="Kind of the exercise. A lesson gets an exercise of each kind that you name.",
)
@click.option("--game", default="algoracing", show_default=True, help="Game of the exercises.")
@click.option(
    "--course",
    type=OUR_FOLDER,
    default=".",
    help="Folder of the course for a new lesson or exercise. By default, this folder.",
)
def new(what: str, name: str, kinds: tuple[str, ...], game: str, course: Path) -> int:
    """Write a new course, lesson or exercise with a NAME, for you to change.

    \b
    teachkit new course my-course
    teachkit new lesson 52-loops --game lovelace --course my-course
    teachkit new exercise 52-04-my-choice --kind choice --course my-course

    A course is a folder. It begins with one lesson, and each lesson begins with exercises that work
    and pass `teachkit check`. Comments in the files say what you can change. Nothing that exists is
    overwritten.
    """
    from teachkit.classroom.new_files import cells_of, new_course, new_exercise, new_lesson
    from teachkit.exercises.authoring.files import load_exercise
    from teachkit.exercises.authoring.starters import usual_kinds

    chosen = kinds or usual_kinds(what)
    if what == "course":
        written = new_course(Path(name).expanduser(), chosen, game)
    elif what == "lesson":
        written = new_lesson(name, chosen, game, course)
    else:
        written = new_exercise(name, chosen[0], game, course)
    for path in written:
        click.echo(str(path))
    if what == "exercise":
        click.echo(say("Add these cells to your notebook:"))
        for cell in cells_of(name, load_exercise(written[0])):
            click.echo("\n" + textwrap.indent(cell, "    "))
        click.echo()
    click.echo(say("To see it as learners do: teachkit preview {path}", path=written[-1]))
    return 0


@click.command()
@click.argument("file", type=FILE)
@click.option("--no-browser", is_flag=True, help="Start JupyterLab without opening a browser.")
@click.argument("jupyter_options", nargs=-1, type=click.UNPROCESSED)
def preview(file: Path, no_browser: bool, jupyter_options: tuple[str, ...]) -> int:
    """Show the exercise in FILE as learners see it, in JupyterLab, and follow each save.

    Beside the exercise, you read the remarks of `teachkit check`, and the answers that the rules
    compute. If the file cannot be read, the exercise stays, and a sentence says why. What you
    answer is not kept. Options after -- are passed to JupyterLab.
    """
    from teachkit.classroom.notebooks import lay_preview
    from teachkit.exercises.authoring.files import load_exercise

    file = file.expanduser().resolve()
    with TemporaryDirectory() as folder:
        notebook = lay_preview(Path(folder), load_exercise(file), file)
        return open_jupyter(no_browser, jupyter_options, Path(folder), "", notebook.name)


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
    from teachkit.exercises.authoring.reference import found, schema_of_exercises, topics

    if schema:
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
