"""`python -m teachkit` is the `teachkit` command."""

from teachkit.cli import main

main()
