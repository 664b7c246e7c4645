"""The reference for authors as pages; `teachkit help` prints the same texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.exercises.authoring.reference import Entry, Topic, topics

LONG = 4  # lines of an example that does not fit into a table


def text(*names: str) -> str:
    """Return the topics with these names as Markdown, in this order."""
    known = {topic.name: topic for topic in topics()}
    return "\n\n".join(line for name in names for line in _topic(known[name], 2, name))


def said_of(topic: str) -> dict[str, str]:
    """Return the descriptions in a topic by the names of its entries."""
    return {entry.name: entry.says for each in topics() if each.name == topic
            for entry in each.entries}  # fmt: skip


def _topic(topic: Topic, level: int, anchor: str) -> Iterator[str]:
    yield f"{'#' * level} {topic.title} {{ #{anchor} }}"
    if topic.says:
        yield topic.says
    if any(_is_long(entry) for entry in topic.entries):
        for entry in topic.entries:
            yield f"{'#' * (level + 1)} {entry.name} {{ #{anchor}-{entry.name} }}"
            yield entry.says
            yield f"```toml\n{entry.example.strip()}\n```"
    elif topic.entries:
        yield "\n".join(_table(topic.entries))
    for part in topic.parts:
        yield from _topic(part, level + 1, f"{anchor}-{part.name}")


def _is_long(entry: Entry) -> bool:
    return entry.example.strip().count("\n") >= LONG


def _table(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the lines of a table; a column that would be empty is left out."""
    columns = {
        "name": [f"`{entry.name}`" for entry in entries],
        "meaning": [entry.says for entry in entries],
        "value": [_value(entry) for entry in entries],
        "example": [_example(entry) for entry in entries],
    }
    shown = {head: cells for head, cells in columns.items() if any(cells)}
    yield f"| {' | '.join(shown)} |"
    yield f"|{'---|' * len(shown)}"
    for row in zip(*shown.values(), strict=True):
        yield f"| {' | '.join(' '.join(cell.split()).replace('|', '&#124;') for cell in row)} |"


def _value(entry: Entry) -> str:
    """Return the type of a key and its default, or that it is required."""
    if entry.is_required:
        return f"{entry.type}, **required**"
    return f"{entry.type}, else `{entry.default}`" if entry.default else entry.type


def _example(entry: Entry) -> str:
    lines = entry.example.strip().replace("|", "\u2223").splitlines()
    return "<br>".join(f"`{line}`" for line in lines if line)
