"""What a retro can sense, for `while` and `if`: teaching cards, not in the board game."""

HELP: dict[str, str] = {}
