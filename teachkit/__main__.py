"""The entry point of `python -m teachkit`, which runs the `teachkit` command."""

from teachkit.cli import main

main()
