"""The `teachkit` command.

The exit status is 0 if all is well, 1 if a verdict is negative, and 2 if the input cannot be read.
"""

from __future__ import annotations

import os
import sys

import click

from teachkit import __version__
from teachkit.cli import author, grade, learn, release, tournament
from teachkit.core.strings import one_line
from teachkit.errors import TeachkitError
from teachkit.words import say


def main(arguments: list[str] | None = None) -> None:
    """Run the command in `arguments` (by default, `sys.argv`) and exit.

    An error is printed to stderr as one sentence.
    """
    language = os.environ.get("TEACHKIT_LANGUAGE")
    if language:
        from teachkit.words import use

        use(language)
    try:
        status = commands.main(arguments, prog_name="teachkit", standalone_mode=False)
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


def _sorry(says: str) -> int:
    click.echo(one_line(" ".join(says.split())), err=True)
    return 2


ALL = [
    learn.lab,
    learn.run,
    author.check,
    author.generate,
    release.release,
    release.handout,
    grade.grade,
    tournament.tournament,
    learn.rules,
    learn.play,
]


@click.group(commands=ALL, no_args_is_help=True)
@click.version_option(__version__)
def commands() -> None:
    """teachkit teaches programming with games, in Jupyter."""
