"""The `teachkit` command.

The exit status is 0 if all is well, 1 if a verdict is negative, and 2 if the input cannot be read.
"""

from __future__ import annotations

import copy
import gettext
import inspect
import os
import sys

import click

from teachkit import __version__
from teachkit.cli import author, classes, desk, learn, tournament
from teachkit.core.strings import one_line
from teachkit.errors import TeachkitError
from teachkit.words import LOCALE, language_code, say, translate


def main(arguments: list[str] | None = None) -> None:
    """Run the command in `arguments` (by default, `sys.argv`) and exit.

    If the command fails, the reason is printed to stderr as one sentence.
    """
    if language := language_code():  # Click asks gettext for its own sentences
        os.environ["LANGUAGE"] = language
        gettext.bindtextdomain("teachkit", LOCALE)
        gettext.textdomain("teachkit")
    try:
        spoken = _translated(commands)
        status = spoken.main(arguments, prog_name="teachkit", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        status = 2
    except click.ClickException as error:
        status = _sorry(error.format_message())
    except TeachkitError as error:
        status = _sorry(error.says)
    except (click.Abort, KeyboardInterrupt):
        status = _sorry(say("Stopped."))
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


def _translated(command: click.Command) -> click.Command:
    """Return a copy of a command whose help is in the language of `TEACHKIT_LANGUAGE`."""
    command = copy.copy(command)
    command.help = translate(inspect.cleandoc(command.help or ""))
    command.params = [copy.copy(each) for each in command.params]
    for option in command.params:
        if isinstance(option, click.Option):
            option.help = translate(option.help or "")
    if isinstance(command, click.Group):
        command.commands = {name: _translated(each) for name, each in command.commands.items()}
    return command


def _sorry(says: str) -> int:
    click.echo(one_line(" ".join(says.split())), err=True)
    return 2


ALL = [
    learn.lab, learn.run, desk.new, desk.reference, desk.preview, author.check, author.generate,
    classes.release, classes.handout, classes.grade, classes.gallery, tournament.tournament,
    learn.rules, learn.play, learn.replay, learn.studio,
]  # fmt: skip


@click.group(commands=ALL, no_args_is_help=True)
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """Teach programming with games in Jupyter."""
