"""The rules of a game as a page, with our rulings."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.games.rulebook import Rule, rulebook


def text(game: str) -> str:
    """Return the rules of a game as Markdown; each can be linked to by its id.

    >>> print(text("algoracing").split("\\n\\n")[1])
    **AR-1** Two to four people can play. Your base and your rover have the same colour.
    { #AR-1 .rule }
    """
    rules = rulebook(game)
    rulings = sum(bool(rule.ruling) for rule in rules)
    count = f"Of these {len(rules)} rules, {rulings} have a ruling of ours."
    return "\n\n".join([count, *(line for rule in rules for line in _rule(rule))])


def _rule(rule: Rule) -> Iterator[str]:
    yield f"**{rule.id}** {rule.says}\n{{ #{rule.id} .rule }}"
    if rule.source == "inferred":
        yield "*The printed rules do not say this, but it follows from them.*"
    if rule.ruling:
        yield f'!!! note "Our ruling"\n    {rule.ruling}'
