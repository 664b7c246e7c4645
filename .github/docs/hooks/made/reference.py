"""Reference pages of exercise files, from the descriptions in the code."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.exercises.authoring.reference import Entry, Topic, topics


def text() -> str:
    """Return all topics of the reference as Markdown."""
    return "\n\n".join(line for each in topics() for line in _topic(each, 2, each.name))


def _topic(topic: Topic, level: int, anchor: str) -> Iterator[str]:
    yield f"{'#' * min(level, 4)} {topic.title or topic.name} {{ #{anchor} }}"
    if topic.says:
        yield topic.says
    if topic.entries:
        yield "\n".join(
            ["| name | what it is for | type | default |", "|---|---|---|---|"]
            + [_row(entry) for entry in topic.entries]
        )
        if examples := [each.example for each in topic.entries if each.example]:
            yield _folded("\n".join(examples))
    for part in topic.parts:
        yield from _topic(part, level + 1, f"{anchor}-{part.name}")


def _row(entry: Entry) -> str:
    default = f"`{entry.default}`" if entry.default else ""
    cells = (f"`{entry.name}`", entry.says, entry.type, default)
    return f"| {' | '.join(' '.join(cell.replace('|', '∣').split()) for cell in cells)} |"


def _folded(examples: str) -> str:
    code = ["```toml", *examples.splitlines(), "```"]
    return "\n".join(['??? example "Examples"', "", *(f"    {line}" for line in code)])
